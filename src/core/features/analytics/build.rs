//! Lays what was added up out as a [`CardContent`].

use std::collections::BTreeSet;

use paydesk_domain::analytics::{Dimension, Report};
use paydesk_domain::text::visible;

use super::card_content::{
    AxisSlot, CardContent, CardValue, DimensionValues, Figure, Pane, TotalChange, ValueSeries, ValueUnit,
};
use super::checks::{notes, totals};
use super::grid::{Coverage, Grid};
use super::groups::{CATEGORIES_MAX, Group, Groups, SERIES_MAX};
use super::maturity;
use super::measure::Measure;
use super::question::QueryPlan;
use super::tally::{TalliedValue, Tally, TallyKey, UnitKey, dimensions};
use super::text;

/// What is where rows have no value of a dimension.
pub const NO_WORD: &str = "(none)";

/// Builds the picture of an answer, and of the one before as far as it is here.
pub fn picture(plan: &QueryPlan, report: &Report, before: Option<&Report>) -> CardContent {
    let folded = plan.readable_size(report).map(|size| plan.with_buckets(size));
    let plan = folded.as_ref().unwrap_or(plan);
    let now = Tally::new(plan, report, plan.grid.as_ref());
    let then = before.map(|report| Tally::new(plan, report, plan.grid_before.as_ref()));
    let mut panes: Vec<Pane> = match &plan.grid {
        Some(grid) => over_time(plan, grid, &now, then.as_ref()),
        None => by_category(plan, &now, then.as_ref()),
    };
    let undecided = before.and_then(|_| maturity::compare_decided_alone(&mut panes, &plan.question));
    let advice = before.and_then(|_| maturity::advice(&panes, &plan.question));
    let merged = panes.iter().map(Pane::merged).max().unwrap_or_default();
    let totals = totals(plan, report);
    let any = |value: &Option<CardValue>| value.is_some_and(|value| value.least() != 0 || value.of.is_some());
    let series = || panes.iter().flat_map(|pane| &pane.series);
    CardContent {
        subject: plan.question.subject,
        caption: format!("{} · {}", plan.period.label(), plan.zone),
        before_caption: before.map(|_| text::against(plan.period_before().label())).unwrap_or_default(),
        span: plan.span(),
        minutes: plan.minutes(),
        zone: plan.zone,
        filters: plan.question.filters.clone(),
        empty: !series().any(|series| series.values.iter().any(any)),
        figures: if plan.grid.is_none() { figures(&panes) } else { Vec::new() },
        notes: notes(plan, report, before, &now, &totals, merged).into_iter().chain(undecided).collect(),
        advice,
        disputes: Vec::new(),
        undecided_slots: maturity::undecided_slots(plan, report),
        left_out: plan.left_out.clone(),
        unreported: now.unreported().collect(),
        totals,
        panes,
        is_part: false,
        is_before_part: false,
    }
}

/// The units that have numbers, and those that would have had some.
fn units(plan: &QueryPlan, now: &Tally, then: Option<&Tally>) -> BTreeSet<UnitKey> {
    let there = now.sums.keys().chain(then.iter().flat_map(|then| then.sums.keys())).map(|key| key.0.clone());
    let always = plan.measures.iter().filter_map(|measure| match measure {
        Measure::Disputes | Measure::Payments => Some(UnitKey::Count),
        Measure::WinRate | Measure::Decided | Measure::SuccessRate => Some(UnitKey::Rate),
        Measure::DisputedAmount | Measure::LostAmount | Measure::ProcessedAmount => None,
    });
    there.chain(always).collect()
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

fn over_time(plan: &QueryPlan, grid: &Grid, now: &Tally, then: Option<&Tally>) -> Vec<Pane> {
    let mut slots: Vec<AxisSlot> = grid.buckets.iter().map(AxisSlot::from).collect();
    let before = plan.grid_before.as_ref().filter(|_| then.is_some()).map_or(&[][..], |grid| &grid.buckets);
    slots.iter_mut().zip(before).for_each(|(slot, before)| slot.label_before.clone_from(&before.full_label));
    let make = |unit: UnitKey| {
        let measures = of_unit(plan, &unit);
        let groups = Groups::of(plan, &unit, now, then).shown(SERIES_MAX);
        let of_measure = |measure: &Measure| groups.iter().map(|group| (*measure, group)).collect::<Vec<_>>();
        let series = measures.iter().flat_map(of_measure).map(|(measure, group)| {
            let keys = group.keys(&unit, measure);
            let covers = |slot: usize| slots.get(slot).map(|slot| slot.cover);
            let values = spread(&keys, measure, now, slots.len(), covers);
            let before = then.map(|then| spread(&keys, measure, then, slots.len(), |slot| before_cover(plan, slot)));
            let sum = |tally: &Tally| total(&keys, measure, tally);
            let totals = (sum(now), then.and_then(sum));
            let name = series_name(&group_name(plan, &unit, group), measure, measures.len() > 1);
            let shown = series(name, (&unit, measure), values, before.unwrap_or_default(), totals);
            ValueSeries { dimension_values: group.values(&dimensions(plan, &unit)), merged: group.merged(), ..shown }
        });
        let series = series.collect();
        Pane { title: title(&unit), unit: unit.unit(), over_time: true, slots: slots.clone(), series }
    };
    units(plan, now, then).into_iter().map(make).collect()
}

/// What a group is called: by its values, or as the sum of so many; nothing where rows are not told apart.
fn group_name(plan: &QueryPlan, unit: &UnitKey, group: &Group) -> String {
    match group.merged() {
        0 => group_text(&group.values(&dimensions(plan, unit))),
        merged => text::other(merged),
    }
}

/// The period before is over, as far as it has buckets.
fn before_cover(plan: &QueryPlan, slot: usize) -> Option<Coverage> {
    plan.grid_before.as_ref().and_then(|grid| grid.buckets.get(slot)).map(|_| Coverage::Whole)
}

/// A value a slot: where nothing was counted in time that is covered, there were none; a rate of none is a gap, and so
/// is what the service did not report.
fn spread(
    keys: &[TallyKey],
    measure: Measure,
    tally: &Tally,
    slots: usize,
    cover: impl Fn(usize) -> Option<Coverage>,
) -> Vec<Option<CardValue>> {
    let sums: Vec<_> = keys.iter().filter_map(|key| tally.sums.get(key)).collect();
    let sum = |slot: usize| sums.iter().filter_map(|sums| sums.get(&slot)).copied().reduce(TalliedValue::plus);
    let value = |slot: usize| match sum(slot) {
        Some(sum) => sum.value(measure.kind()),
        None if cover(slot).is_none_or(|cover| cover == Coverage::Ahead) => None,
        None if tally.lacks(measure, Some(slot)) => None,
        None => TalliedValue::default().value(measure.kind()),
    };
    (0..slots).map(value).collect()
}

fn total(keys: &[TallyKey], measure: Measure, tally: &Tally) -> Option<CardValue> {
    let sum = tally.sum(keys);
    if sum.is_none() && tally.lacks(measure, None) {
        return None;
    }
    sum.unwrap_or_default().value(measure.kind())
}

fn by_category(plan: &QueryPlan, now: &Tally, then: Option<&Tally>) -> Vec<Pane> {
    let make = |unit: UnitKey| {
        let measures = of_unit(plan, &unit);
        let groups = Groups::of(plan, &unit, now, then).shown(CATEGORIES_MAX);
        let slots = groups.iter().map(|group| {
            let dimension_values = group.values(&dimensions(plan, &unit));
            let name = group_name(plan, &unit, group);
            let label = if name.is_empty() { title(&unit) } else { name };
            let (full_label, label_before, merged) = (label.clone(), String::new(), group.merged());
            AxisSlot { full_label, label, span: None, cover: Coverage::Whole, label_before, dimension_values, merged }
        });
        let series = measures.iter().map(|measure| {
            let read = |tally: &Tally| {
                let value = |group: &Group| total(&group.keys(&unit, *measure), *measure, tally);
                groups.iter().map(value).collect::<Vec<_>>()
            };
            let all = |tally: &Tally| {
                if tally.lacks_all(*measure) {
                    return None;
                }
                let keys: Vec<TallyKey> = groups.iter().flat_map(|group| group.keys(&unit, *measure)).collect();
                tally.sum(&keys).unwrap_or_default().value(measure.kind())
            };
            let totals = (all(now), then.and_then(all));
            let before = then.map(read).unwrap_or_default();
            series(measure.name().to_owned(), (&unit, *measure), read(now), before, totals)
        });
        let series = series.collect();
        Pane { title: title(&unit), unit: unit.unit(), over_time: false, slots: slots.collect(), series }
    };
    units(plan, now, then).into_iter().map(make).collect()
}

fn series(
    name: String,
    (unit, measure): (&UnitKey, Measure),
    values: Vec<Option<CardValue>>,
    before: Vec<Option<CardValue>>,
    (total, total_before): (Option<CardValue>, Option<CardValue>),
) -> ValueSeries {
    let change = TotalChange::between(&unit.unit(), total, total_before);
    let definition = measure.definition();
    ValueSeries {
        name,
        definition,
        measure: Some(measure),
        dimension_values: DimensionValues::new(),
        values,
        before,
        total,
        total_before,
        change,
        here: None,
        merged: 0,
    }
}

fn series_name(group: &str, measure: Measure, several: bool) -> String {
    match (group.is_empty(), several) {
        (true, _) => measure.name().to_owned(),
        (false, false) => group.to_owned(),
        (false, true) => format!("{} · {group}", measure.name()),
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
        UnitKey::Money(currency) => visible(currency.code(), 12),
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
        ValueUnit::Count | ValueUnit::Rate if slot.merged > 0 => slot.label.clone(),
        ValueUnit::Money(currency) if slot.merged > 0 => format!("{} · {}", currency.code(), slot.label),
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
        (None, false) => "no earlier value".to_owned(),
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
