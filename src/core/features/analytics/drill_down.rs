//! From a number to the rows behind it: what the lists are filtered by, so that they count the same.

use crate::features::disputes::{DisputeLocalFilter, OpenRange};
use crate::features::payments::{CreatedRange, PaymentLocalFilter, PaymentsFilter};
use paydesk_domain::analytics::{Dimension, Subject};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::zone::Zone;

use super::card_content::{AxisSlot, CardContent, DimensionValues, ValueSeries, ValueUnit};
use super::drill_down_target::{DrillDown, NoRows};
use super::measure::Measure;
use super::range::{Period, Span};

impl CardContent {
    /// The rows behind the value of a series at a slot.
    pub fn drill(&self, pane: usize, series: usize, slot: usize) -> Result<DrillDown, NoRows> {
        let found = self.panes.get(pane).and_then(|pane| Some((pane, pane.series.get(series)?, pane.slots.get(slot)?)));
        let (pane, series, at) = found.ok_or(NoRows::NoValue)?;
        match &series.here {
            Some(here) => here.slots.get(slot).cloned().flatten().ok_or(NoRows::NoValue),
            None if series.merged + at.merged > 0 => Err(NoRows::SeveralGroups),
            None => self.rows(&pane.unit, series, Some(at)),
        }
    }

    /// The rows behind the sum of several series at a slot, where they differ in one dimension.
    pub fn drill_sum(&self, pane: usize, series: &[usize], slot: usize) -> Result<DrillDown, NoRows> {
        let pane = self.panes.get(pane).ok_or(NoRows::NoValue)?;
        let at = pane.slots.get(slot).ok_or(NoRows::NoValue)?;
        let mut sum = PickedSum::default();
        for series in series.iter().filter_map(|series| pane.series.get(*series)) {
            if series.here.is_some() || series.merged > 0 {
                return Err(NoRows::SeveralGroups);
            }
            sum.add(self.picked(&pane.unit, series.measure, &dimension_values(series, Some(at)))?)?;
        }
        self.list(&sum.0.ok_or(NoRows::NoValue)?, Some(at))
    }

    /// The rows behind the sum of a series over several categories, where they differ in one dimension.
    pub fn drill_slots(&self, pane: usize, series: usize, slots: &[usize]) -> Result<DrillDown, NoRows> {
        let pane = self.panes.get(pane).ok_or(NoRows::NoValue)?;
        let series = pane.series.get(series).filter(|series| series.here.is_none()).ok_or(NoRows::NoValue)?;
        let mut sum = PickedSum::default();
        for slot in slots.iter().filter_map(|slot| pane.slots.get(*slot)) {
            if slot.merged > 0 || slot.span.is_some() {
                return Err(NoRows::SeveralGroups);
            }
            sum.add(self.picked(&pane.unit, series.measure, &dimension_values(series, Some(slot)))?)?;
        }
        self.list(&sum.0.ok_or(NoRows::NoValue)?, None)
    }

    /// The rows behind all series of a slot, where they are of one measure.
    pub fn drill_slot(&self, at_pane: usize, slot: usize) -> Result<DrillDown, NoRows> {
        let pane = self.panes.get(at_pane).ok_or(NoRows::NoValue)?;
        let (first, at) = pane.series.first().zip(pane.slots.get(slot)).ok_or(NoRows::NoValue)?;
        let alike = pane.series.iter().all(|series| series.measure == first.measure && series.here.is_none());
        if at.merged > 0 {
            return Err(NoRows::SeveralGroups);
        }
        if pane.series.len() > 1 && pane.series.iter().all(|series| series.here.is_some()) {
            return self.drill_either(at_pane, slot);
        }
        let all = ValueSeries { dimension_values: Vec::new(), ..first.clone() };
        if alike { self.rows(&pane.unit, &all, Some(at)) } else { Err(NoRows::NoValue) }
    }

    /// The disputes behind any of the series of a slot that were counted here.
    fn drill_either(&self, pane: usize, slot: usize) -> Result<DrillDown, NoRows> {
        let series = 0..self.panes.get(pane).map_or(0, |pane| pane.series.len());
        let mut either: Option<DisputeLocalFilter> = None;
        for series in series {
            let DrillDown::Disputes(filter) = self.drill(pane, series, slot)? else {
                return Err(NoRows::SeveralGroups);
            };
            either = Some(match either {
                Some(either) => either.or(&filter).ok_or(NoRows::SeveralGroups)?,
                None => *filter,
            });
        }
        either.map(|filter| DrillDown::Disputes(Box::new(filter))).ok_or(NoRows::NoValue)
    }

    /// The rows behind the total of a series.
    pub fn drill_total(&self, pane: usize, series: usize) -> Result<DrillDown, NoRows> {
        let found = self.panes.get(pane).and_then(|pane| Some((pane, pane.series.get(series)?)));
        let (pane, series) = found.ok_or(NoRows::NoValue)?;
        match &series.here {
            Some(here) => here.all.clone().ok_or(NoRows::NoValue),
            None if series.merged > 0 => Err(NoRows::SeveralGroups),
            None => self.rows(&pane.unit, series, None),
        }
    }

    fn rows(&self, unit: &ValueUnit, series: &ValueSeries, slot: Option<&AxisSlot>) -> Result<DrillDown, NoRows> {
        self.list(&self.picked(unit, series.measure, &dimension_values(series, slot))?, slot)
    }

    /// The list of what is picked, in the time of a slot.
    fn list(&self, picked: &[(Dimension, Vec<String>)], slot: Option<&AxisSlot>) -> Result<DrillDown, NoRows> {
        let span = slot.and_then(|slot| slot.span).unwrap_or(self.span);
        Ok(match self.subject {
            Subject::Payments => DrillDown::Payments(Box::new(payments(picked, span, self.zone))),
            Subject::Disputes => DrillDown::Disputes(Box::new(disputes(picked, span)?)),
        })
    }

    /// The values that rows may have, dimension by dimension: of the filters, and of these the one of the group.
    fn picked(
        &self,
        unit: &ValueUnit,
        measure: Option<Measure>,
        values: &DimensionValues,
    ) -> Result<Vec<(Dimension, Vec<String>)>, NoRows> {
        let mut picked = self.filters.clone();
        let mut local_filter = |dimension: Dimension, values: Vec<String>| {
            picked.retain(|(name, _)| *name != dimension);
            picked.push((dimension, values));
        };
        if let Some((dimension, statuses)) = measure.and_then(Measure::counts) {
            local_filter(dimension, statuses.iter().map(|status| (*status).to_owned()).collect());
        }
        if let ValueUnit::Money(currency) = unit {
            local_filter(Dimension::Currency, vec![currency.code().to_owned()]);
        }
        for (dimension, word) in values {
            local_filter(*dimension, vec![word.clone().ok_or(NoRows::NoValue)?]);
        }
        Ok(picked)
    }
}

/// What rows of one or another group may have, dimension by dimension.
#[derive(Default)]
struct PickedSum(Option<Vec<(Dimension, Vec<String>)>>);

impl PickedSum {
    fn add(&mut self, picked: Vec<(Dimension, Vec<String>)>) -> Result<(), NoRows> {
        self.0 = Some(match self.0.take() {
            Some(sum) => either(sum, picked).ok_or(NoRows::SeveralGroups)?,
            None => picked,
        });
        Ok(())
    }
}

/// What rows of a series at a slot agree in.
fn dimension_values(series: &ValueSeries, slot: Option<&AxisSlot>) -> DimensionValues {
    let of_slot = slot.into_iter().flat_map(|slot| &slot.dimension_values);
    series.dimension_values.iter().chain(of_slot).cloned().collect()
}

/// What is picked by one or the other; `None` where they differ in more than one dimension, so that no filter says it.
fn either(
    mut one: Vec<(Dimension, Vec<String>)>,
    other: Vec<(Dimension, Vec<String>)>,
) -> Option<Vec<(Dimension, Vec<String>)>> {
    let mut differing = 0;
    for (dimension, values) in other {
        let (_, known) = one.iter_mut().find(|(name, _)| *name == dimension)?;
        let more: Vec<String> = values.into_iter().filter(|value| !known.contains(value)).collect();
        differing += usize::from(!more.is_empty());
        known.extend(more);
    }
    (differing <= 1).then_some(one)
}

fn payments(picked: &[(Dimension, Vec<String>)], span: Span, zone: Zone) -> PaymentsFilter {
    let statuses: Vec<PaymentStatus> = values_of(picked, Dimension::Status).map(PaymentStatus::from_word).collect();
    let currencies: Vec<CurrencyCode> = values_of(picked, Dimension::Currency).map(CurrencyCode::new).collect();
    // One of each is asked of the service; more are picked here.
    let (status, statuses) = one_or_more(statuses);
    let (currency, currencies) = one_or_more(currencies);
    let picked = PaymentLocalFilter { statuses, currencies, ..PaymentLocalFilter::default() };
    PaymentsFilter { status, currency, created: created(span, zone), local_filter: picked, ..PaymentsFilter::default() }
}

fn disputes(picked: &[(Dimension, Vec<String>)], span: Span) -> Result<DisputeLocalFilter, NoRows> {
    let hidden = [Dimension::DisputeStage, Dimension::ProfileId];
    if let Some((dimension, _)) = picked.iter().find(|(dimension, _)| hidden.contains(dimension)) {
        return Err(NoRows::NotInList(*dimension));
    }
    Ok(DisputeLocalFilter {
        statuses: values_of(picked, Dimension::DisputeStatus).map(DisputeStatus::from_word).collect(),
        currencies: values_of(picked, Dimension::Currency).map(CurrencyCode::new).collect(),
        created: Some(OpenRange { from: Some(span.start), before: Some(span.after()) }),
        ..DisputeLocalFilter::default()
    })
}

fn values_of(picked: &[(Dimension, Vec<String>)], dimension: Dimension) -> impl Iterator<Item = &str> {
    picked.iter().filter(move |(name, _)| *name == dimension).flat_map(|(_, values)| values).map(String::as_str)
}

fn one_or_more<T>(mut values: Vec<T>) -> (Option<T>, Vec<T>) {
    if values.len() == 1 { (values.pop(), Vec::new()) } else { (None, values) }
}

/// Whole days of the zone are given as such.
pub(super) fn created(span: Span, zone: Zone) -> CreatedRange {
    let days = Period::of(span, zone);
    if days.span(zone) == span {
        let Period { from, to } = days;
        CreatedRange::Days { from: Some(from), to: Some(to) }
    } else {
        CreatedRange::Between { from: span.start, to: span.end }
    }
}
