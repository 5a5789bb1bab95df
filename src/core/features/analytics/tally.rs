//! Adds the rows of an answer up into what a picture shows: by unit, measure, group and bucket.

use std::collections::{BTreeMap, BTreeSet};

use paydesk_domain::analytics::{Dimension, Metric, MetricRow, MetricValue, Report};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::money::Currency;

use super::card_content::{CardValue, ValueUnit};
use super::grid::Grid;
use super::measure::{Measure, MeasureKind};
use super::question::QueryPlan;

/// The panes in their order: counts, money by code, rates.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnitKey {
    Count,
    Money(Currency),
    Rate,
}

impl UnitKey {
    pub fn unit(&self) -> ValueUnit {
        match self {
            Self::Count => ValueUnit::Count,
            Self::Money(currency) => ValueUnit::Money(currency.clone()),
            Self::Rate => ValueUnit::Rate,
        }
    }
}

/// What rows that are added up agree in; values in the order of [`dimensions`] of the unit.
pub type TallyKey = (UnitKey, Measure, Vec<Option<String>>);

/// A sum, or the two counts of a rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TalliedValue {
    number: i64,
    of: i64,
    too_large: bool,
    /// A rate that the service counted, in millionths.
    reported: Option<i64>,
    /// There were several of these, which cannot be added.
    repeated: bool,
}

impl TalliedValue {
    fn add(&mut self, number: i64, of: i64) {
        match self.number.checked_add(number).zip(self.of.checked_add(of)) {
            Some((number, of)) => (self.number, self.of) = (number, of),
            None => self.too_large = true,
        }
    }

    pub fn value(self, kind: MeasureKind) -> Option<CardValue> {
        match kind {
            _ if self.too_large || self.repeated => None,
            MeasureKind::Rate if self.reported.is_some() => self.reported.map(CardValue::rate_alone),
            MeasureKind::Rate => CardValue::rate(self.number, self.of),
            MeasureKind::Count | MeasureKind::Amount => Some(CardValue::count(self.number)),
        }
    }

    /// How much it counts for: a rate as many cases as it is of.
    pub fn size(self, kind: MeasureKind) -> i128 {
        let size = if kind == MeasureKind::Rate { self.of } else { self.number };
        i128::from(size).abs()
    }

    pub fn plus(mut self, other: Self) -> Self {
        self.add(other.number, other.of);
        self.too_large |= other.too_large;
        self.repeated |= other.repeated;
        other.reported.into_iter().for_each(|millionths| self.take_rate(millionths));
        self
    }

    fn take_rate(&mut self, millionths: i64) {
        self.repeated |= self.reported.replace(millionths).is_some();
    }
}

/// What came of the rows.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// By slot; without buckets of time all is at 0.
    pub sums: BTreeMap<TallyKey, BTreeMap<usize, TalliedValue>>,
    /// Rows outside the range or without a time, which are left out.
    pub outside: usize,
    /// Sums of money of rows without a currency, which are left out.
    pub without_currency: usize,
    /// Of which measures rows bring no value though they should, and in which slots: what is not there is not zero.
    unreported: BTreeMap<Measure, BTreeSet<usize>>,
    /// The measures that a row brings a value of.
    reported: BTreeSet<Measure>,
}

/// The dimensions that distinguish the groups of a unit: money has its currency in the unit.
pub fn dimensions(plan: &QueryPlan, unit: &UnitKey) -> Vec<Dimension> {
    let own = |dimension: &Dimension| !matches!(unit, UnitKey::Money(_)) || *dimension != Dimension::Currency;
    plan.question.group_by.iter().copied().filter(own).collect()
}

impl Tally {
    pub fn new(plan: &QueryPlan, report: &Report, grid: Option<&Grid>) -> Self {
        let mut tally = Self::default();
        for row in &report.rows {
            let slot = match grid {
                None => Some(0),
                Some(grid) => row.bucket.and_then(|start| grid.place(start)),
            };
            match slot {
                Some(slot) => {
                    tally.note_reported(plan, row, slot);
                    tally.add_row(plan, row, slot);
                }
                None => tally.outside += 1,
            }
        }
        tally
    }

    fn add_row(&mut self, plan: &QueryPlan, row: &MetricRow, slot: usize) {
        match row.value(Metric::DisputeStatusMetric) {
            Some(MetricValue::ByStatus(counts)) => {
                for (status, count) in counts {
                    self.add_counts(plan, row, Some(status), *count, slot);
                }
            }
            Some(MetricValue::Count(count)) => self.add_counts(plan, row, None, *count, slot),
            Some(MetricValue::Amount { .. } | MetricValue::Rate(_) | MetricValue::Nothing) | None => {}
        }
        if let Some(MetricValue::Count(count)) = row.value(Metric::PaymentCount) {
            self.add_counts(plan, row, None, *count, slot);
        }
        if plan.takes_service_rate() {
            self.take_rate(plan, row, slot);
        }
        for measure in plan.measures.iter().filter(|measure| measure.kind() == MeasureKind::Amount) {
            self.add_amount(plan, row, *measure, slot);
        }
    }

    /// The rate as the service counted it.
    fn take_rate(&mut self, plan: &QueryPlan, row: &MetricRow, slot: usize) {
        let Some(MetricValue::Rate(rate)) = row.value(Metric::PaymentSuccessRate) else { return };
        let values = dimensions(plan, &UnitKey::Rate).into_iter().map(|name| row.group(name).map(str::to_owned));
        let key = (UnitKey::Rate, Measure::SuccessRate, values.collect());
        self.sums.entry(key).or_default().entry(slot).or_default().take_rate(rate.millionths);
    }

    /// A count stands for itself, and for the rate that its status is a part of.
    fn add_counts(
        &mut self,
        plan: &QueryPlan,
        row: &MetricRow,
        status: Option<&DisputeStatus>,
        count: i64,
        slot: usize,
    ) {
        for measure in plan.measures.iter().copied() {
            let word = |dimension: Dimension| match status {
                Some(status) if dimension == Dimension::DisputeStatus => Some(status.as_str().to_owned()),
                Some(_) | None => row.group(dimension).map(str::to_owned),
            };
            let hits = || match word(measure.needs()?) {
                Some(word) => measure.hits(&word),
                // Nothing says that one without a status is decided.
                None => (measure == Measure::Decided).then_some(false),
            };
            let (unit, number, of) = match measure.kind() {
                MeasureKind::Count => (UnitKey::Count, count, 0),
                MeasureKind::Rate => match hits() {
                    Some(hits) => (UnitKey::Rate, if hits { count } else { 0 }, count),
                    None => continue,
                },
                MeasureKind::Amount => continue,
            };
            let values = dimensions(plan, &unit).into_iter().map(word).collect();
            self.add((unit, measure, values), slot, number, of);
        }
    }

    fn add_amount(&mut self, plan: &QueryPlan, row: &MetricRow, measure: Measure, slot: usize) {
        for metric in measure.metrics() {
            let Some(MetricValue::Amount { minor, currency }) = row.value(*metric) else { continue };
            let Some(currency) = currency else {
                self.without_currency += 1;
                continue;
            };
            let unit = UnitKey::Money(currency.clone());
            let values = dimensions(plan, &unit).into_iter().map(|name| row.group(name).map(str::to_owned)).collect();
            self.add((unit, measure, values), slot, *minor, 0);
        }
    }

    fn add(&mut self, key: TallyKey, slot: usize, number: i64, of: i64) {
        self.sums.entry(key).or_default().entry(slot).or_default().add(number, of);
    }

    fn note_reported(&mut self, plan: &QueryPlan, row: &MetricRow, slot: usize) {
        for measure in plan.measures.iter().copied() {
            // A row of a status that does not count, such as the lost amount of what was won, may do without.
            let counts = |(dimension, values): (Dimension, &[&str])| {
                row.group(dimension).is_none_or(|word| values.contains(&word))
            };
            if measure.is_in(row) {
                self.reported.insert(measure);
            } else if measure.counts().is_none_or(counts) {
                self.unreported.entry(measure).or_default().insert(slot);
            }
        }
    }

    /// Whether nothing is known of a measure in a slot, or, without one, in all of them together.
    pub fn lacks(&self, measure: Measure, slot: Option<usize>) -> bool {
        let missing = self.unreported.get(&measure);
        let here = missing.is_some_and(|slots| slot.is_none_or(|slot| slots.contains(&slot)));
        here || self.lacks_all(measure)
    }

    /// Whether there are rows and none of them has a value of the measure.
    pub fn lacks_all(&self, measure: Measure) -> bool {
        self.unreported.contains_key(&measure) && !self.reported.contains(&measure)
    }

    /// The sum of these over all slots; `None` where there are no rows of any.
    pub fn sum(&self, keys: &[TallyKey]) -> Option<TalliedValue> {
        let sums = keys.iter().filter_map(|key| self.sums.get(key)).flat_map(BTreeMap::values);
        sums.copied().reduce(TalliedValue::plus)
    }

    /// The measures of which a value is missing.
    pub fn unreported(&self) -> impl Iterator<Item = Measure> {
        self.unreported.keys().copied()
    }

    pub fn has_too_large(&self) -> bool {
        self.sums.values().flat_map(BTreeMap::values).any(|sum| sum.too_large)
    }
}
