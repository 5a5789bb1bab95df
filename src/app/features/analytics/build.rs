//! Lays what was added up out as a [`CardContent`].

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::analytics::{Dimension, Report};
use crate::domain::dispute::{DisputeStage, DisputeStatus};
use crate::domain::payment::PaymentStatus;
use crate::domain::text::visible;

use super::card_content::{
    AxisSlot, CardContent, CardValue, DimensionValues, Figure, Pane, TotalChange, ValueSeries, ValueUnit,
};
use super::checks::{notes, totals};
use super::grid::{Coverage, Grid};
use super::measure::Measure;
use super::question::QueryPlan;
use super::tally::{TalliedValue, Tally, TallyKey, UnitKey, dimensions, values_of};
use super::text;

/// Most series of a pane and most categories: what is beyond them is counted in a note.
const SERIES_MAX: usize = 24;
/// What is where rows have no value of a dimension.
pub const NO_WORD: &str = "(none)";

/// Builds the picture of an answer, and of the one before as far as it is here.
pub fn picture(plan: &QueryPlan, report: &Report, before: Option<&Report>) -> CardContent {
    let folded = plan.readable_size(report).map(|size| plan.with_buckets(size));
    let plan = folded.as_ref().unwrap_or(plan);
    let now = Tally::new(plan, report, plan.grid.as_ref());
    let then = before.map(|report| Tally::new(plan, report, plan.grid_before.as_ref()));
    let mut left_out = 0;
    let panes: Vec<Pane> = match &plan.grid {
        Some(grid) => over_time(plan, grid, &now, then.as_ref(), &mut left_out),
        None => by_category(plan, &now, then.as_ref(), &mut left_out),
    };
    let totals = totals(plan, report);
    let any = |value: &Option<CardValue>| value.is_some_and(|value| value.number != 0 || value.of.is_some());
    let series = || panes.iter().flat_map(|pane| &pane.series);
    CardContent {
        subject: plan.question.subject,
        caption: format!("{} · {}", plan.period.label(), plan.zone),
        before_caption: before.map(|_| text::against(plan.period.previous().label())).unwrap_or_default(),
        span: plan.span(),
        zone: plan.zone,
        filters: plan.question.filters.clone(),
        empty: !series().any(|series| series.values.iter().any(any)),
        figures: if plan.grid.is_none() { figures(&panes) } else { Vec::new() },
        notes: notes(plan, report, before, &now, &totals, left_out),
        left_out: plan.left_out.clone(),
        unreported: now.unreported().collect(),
        totals,
        panes,
    }
}

/// The units that have numbers, and those that would have had some.
fn units(plan: &QueryPlan, now: &Tally, then: Option<&Tally>) -> BTreeSet<UnitKey> {
    let there = now.sums.keys().chain(then.iter().flat_map(|then| then.sums.keys())).map(|key| key.0.clone());
    let always = plan.measures.iter().filter_map(|measure| match measure {
        Measure::Disputes | Measure::Payments => Some(UnitKey::Count),
        Measure::WinRate | Measure::SuccessRate => Some(UnitKey::Rate),
        Measure::DisputedAmount | Measure::LostAmount | Measure::ProcessedAmount => None,
    });
    there.chain(always).collect()
}

/// The groups of a unit in both periods, in the order they are shown.
fn groups<'a>(plan: &QueryPlan, unit: &UnitKey, tallies: impl Iterator<Item = &'a Tally>) -> Vec<Vec<Option<String>>> {
    let keys = tallies.flat_map(|tally| tally.sums.keys()).filter(|key| key.0 == *unit);
    let found: BTreeSet<Vec<Option<String>>> = keys.map(|key| key.2.clone()).collect();
    let mut found: Vec<_> = found.into_iter().collect();
    let dimensions = dimensions(plan, unit);
    if found.is_empty() && dimensions.is_empty() {
        found.push(Vec::new());
    }
    let rank = |dimension_values: &Vec<Option<String>>| -> Vec<usize> {
        dimensions.iter().zip(dimension_values).map(|(dimension, word)| rank(*dimension, word.as_deref())).collect()
    };
    found.sort_by_key(rank);
    found
}

/// Statuses and stages stand in the order of the specification; the rest by name, what has none last.
fn rank(dimension: Dimension, word: Option<&str>) -> usize {
    let Some(word) = word else { return usize::MAX };
    let place = |at: Option<usize>| at.unwrap_or(usize::MAX - 1);
    match dimension {
        Dimension::DisputeStatus => place(DisputeStatus::NAMED.iter().position(|status| status.as_str() == word)),
        Dimension::DisputeStage => place(DisputeStage::NAMED.iter().position(|stage| stage.as_str() == word)),
        Dimension::Status => place(PaymentStatus::NAMED.iter().position(|status| status.as_str() == word)),
        Dimension::Currency | Dimension::ProfileId => 0,
    }
}

fn of_unit(plan: &QueryPlan, unit: &UnitKey) -> Vec<Measure> {
    use super::measure::MeasureKind;
    let same = |measure: &Measure| {
        matches!(
            (measure.kind(), unit),
            (MeasureKind::Count, UnitKey::Count)
                | (MeasureKind::Amount, UnitKey::Money(_))
                | (MeasureKind::Rate, UnitKey::Rate)
        )
    };
    plan.measures.iter().copied().filter(same).collect()
}

fn over_time(plan: &QueryPlan, grid: &Grid, now: &Tally, then: Option<&Tally>, left_out: &mut usize) -> Vec<Pane> {
    let mut slots: Vec<AxisSlot> = grid.buckets.iter().map(AxisSlot::from).collect();
    let before = plan.grid_before.as_ref().filter(|_| then.is_some()).map_or(&[][..], |grid| &grid.buckets);
    slots.iter_mut().zip(before).for_each(|(slot, before)| slot.label_before.clone_from(&before.full_label));
    let make = |unit: UnitKey| {
        let measures = of_unit(plan, &unit);
        let groups = groups(plan, &unit, std::iter::once(now).chain(then));
        let keys = measures.iter().flat_map(|measure| {
            groups.iter().map(|dimension_values| (unit.clone(), *measure, dimension_values.clone()))
        });
        let keys: Vec<TallyKey> = keys.collect();
        *left_out += keys.len().saturating_sub(SERIES_MAX);
        let series = keys.iter().take(SERIES_MAX).map(|key| {
            let name = series_name(&values_of(plan, key), key.1, measures.len() > 1);
            let covers = |slot: usize| slots.get(slot).map(|slot| slot.cover);
            let values = spread(key, now, slots.len(), covers);
            let before = then.map(|then| spread(key, then, slots.len(), |slot| before_cover(plan, slot)));
            let sum = |tally: &Tally| total(key, tally);
            series(name, key, values_of(plan, key), values, before.unwrap_or_default(), (sum(now), then.and_then(sum)))
        });
        let series = series.collect();
        Pane { title: title(&unit), unit: unit.unit(), over_time: true, slots: slots.clone(), series }
    };
    units(plan, now, then).into_iter().map(make).collect()
}

/// The period before is over, as far as it has buckets.
fn before_cover(plan: &QueryPlan, slot: usize) -> Option<Coverage> {
    plan.grid_before.as_ref().and_then(|grid| grid.buckets.get(slot)).map(|_| Coverage::Whole)
}

/// A value a slot: where nothing was counted in time that is covered, there were none; a rate of none is a gap, and so
/// is what the service did not report.
fn spread(
    key: &TallyKey,
    tally: &Tally,
    slots: usize,
    cover: impl Fn(usize) -> Option<Coverage>,
) -> Vec<Option<CardValue>> {
    let sums = tally.sums.get(key);
    let value = |slot: usize| match sums.and_then(|sums| sums.get(&slot)) {
        Some(sum) => sum.value(key.1.kind()),
        None if cover(slot).is_none_or(|cover| cover == Coverage::Ahead) => None,
        None if tally.lacks(key.1, Some(slot)) => None,
        None => TalliedValue::default().value(key.1.kind()),
    };
    (0..slots).map(value).collect()
}

fn total(key: &TallyKey, tally: &Tally) -> Option<CardValue> {
    let sums: Option<&BTreeMap<usize, TalliedValue>> = tally.sums.get(key);
    if sums.is_none() && tally.lacks(key.1, None) {
        return None;
    }
    let sum = sums.into_iter().flat_map(BTreeMap::values).fold(TalliedValue::default(), |sum, next| sum.plus(*next));
    sum.value(key.1.kind())
}

fn by_category(plan: &QueryPlan, now: &Tally, then: Option<&Tally>, left_out: &mut usize) -> Vec<Pane> {
    let make = |unit: UnitKey| {
        let measures = of_unit(plan, &unit);
        let mut groups = groups(plan, &unit, std::iter::once(now).chain(then));
        *left_out += groups.len().saturating_sub(SERIES_MAX);
        groups.truncate(SERIES_MAX);
        let dimensions = dimensions(plan, &unit);
        let slots = groups.iter().map(|group| {
            let dimension_values: DimensionValues = dimensions.iter().copied().zip(group.iter().cloned()).collect();
            let label = if dimension_values.is_empty() { title(&unit) } else { group_text(&dimension_values) };
            let (full_label, label_before) = (label.clone(), String::new());
            AxisSlot { full_label, label, span: None, cover: Coverage::Whole, label_before, dimension_values }
        });
        let series = measures.iter().map(|measure| {
            let key = |group: &Vec<Option<String>>| (unit.clone(), *measure, group.clone());
            let read = |tally: &Tally| groups.iter().map(|group| total(&key(group), tally)).collect::<Vec<_>>();
            let all = |tally: &Tally| {
                if tally.lacks_all(*measure) {
                    return None;
                }
                let sums = groups.iter().filter_map(|group| tally.sums.get(&key(group))).flat_map(BTreeMap::values);
                sums.fold(TalliedValue::default(), |sum, next| sum.plus(*next)).value(measure.kind())
            };
            let whole = (unit.clone(), *measure, Vec::new());
            let totals = (all(now), then.and_then(all));
            let name = measure.name().to_owned();
            series(name, &whole, Vec::new(), read(now), then.map(read).unwrap_or_default(), totals)
        });
        let series = series.collect();
        Pane { title: title(&unit), unit: unit.unit(), over_time: false, slots: slots.collect(), series }
    };
    units(plan, now, then).into_iter().map(make).collect()
}

fn series(
    name: String,
    key: &TallyKey,
    dimension_values: DimensionValues,
    values: Vec<Option<CardValue>>,
    before: Vec<Option<CardValue>>,
    (total, total_before): (Option<CardValue>, Option<CardValue>),
) -> ValueSeries {
    let change = TotalChange::between(&key.0.unit(), total, total_before);
    let definition = key.1.definition();
    ValueSeries {
        name,
        definition,
        measure: Some(key.1),
        dimension_values,
        values,
        before,
        total,
        total_before,
        change,
        here: None,
    }
}

fn series_name(dimension_values: &DimensionValues, measure: Measure, several: bool) -> String {
    match (dimension_values.is_empty(), several) {
        (true, _) => measure.name().to_owned(),
        (false, false) => group_text(dimension_values),
        (false, true) => format!("{} · {}", measure.name(), group_text(dimension_values)),
    }
}

/// `EUR · won`.
pub fn group_text(dimension_values: &DimensionValues) -> String {
    let text = |word: &Option<String>| visible(word.as_deref().unwrap_or(NO_WORD), 40);
    dimension_values.iter().map(|(_, word)| text(word)).collect::<Vec<_>>().join(" · ")
}

fn title(unit: &UnitKey) -> String {
    match unit {
        UnitKey::Count => text::COUNT.to_owned(),
        UnitKey::Money(code) => visible(code, 12),
        UnitKey::Rate => text::RATE.to_owned(),
    }
}

/// The numbers of a card, group by group: what a currency has is together.
pub(super) fn figures(panes: &[Pane]) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (pane_at, pane) in panes.iter().enumerate() {
        for (series_at, series) in pane.series.iter().enumerate() {
            for (slot_at, slot) in pane.slots.iter().enumerate() {
                let group = group(&pane.unit, slot);
                figures.push(figure(pane, series, slot_at, group, (pane_at, series_at, slot_at)));
            }
        }
    }
    let mut order: Vec<String> = Vec::new();
    for figure in &figures {
        if !order.contains(&figure.group) {
            order.push(figure.group.clone());
        }
    }
    figures.sort_by_key(|figure| order.iter().position(|group| *group == figure.group));
    figures
}

fn group(unit: &ValueUnit, slot: &AxisSlot) -> String {
    match unit {
        ValueUnit::Money(currency) => {
            let code = (Dimension::Currency, Some(currency.code().to_owned()));
            group_text(&std::iter::once(code).chain(slot.dimension_values.iter().cloned()).collect())
        }
        ValueUnit::Count | ValueUnit::Rate => group_text(&slot.dimension_values),
    }
}

fn figure(pane: &Pane, series: &ValueSeries, slot: usize, group: String, place: (usize, usize, usize)) -> Figure {
    let value = series.values.get(slot).copied().flatten();
    let before = series.before.get(slot).copied().flatten();
    let change = TotalChange::between(&pane.unit, value, before);
    let text = |value: CardValue| value.text(&pane.unit);
    let before_text = match (before, series.before.is_empty()) {
        (Some(before), _) => text::before(text(before)),
        (None, false) => text::NO_EARLIER_VALUE.to_owned(),
        (None, true) => String::new(),
    };
    Figure {
        group,
        name: series.name.clone(),
        definition: series.definition,
        unit: pane.unit.clone(),
        value,
        before,
        change,
        text: value.map_or_else(|| "–".to_owned(), text),
        before_text,
        change_text: change.text(&pane.unit),
        place,
    }
}
