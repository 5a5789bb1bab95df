//! Which evidence won: the decided disputes with evidence submitted from here, by reason and by field, with and without
//! it. The field hint of a dispute is counted by the same [`DecidedResults`].

use std::cmp::Reverse;

use crate::features::disputes::{DecidedResults, DisputeLocalFilter, DisputeTableRow, FieldPresence, SubmittedFilter};
use paydesk_domain::deadline::{DEADLINE_RULES, plain_reason};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::evidence::EvidenceField;

use super::card_content::{AxisSlot, CardValue, LocalRows, Pane, TotalChange, ValueSeries, ValueUnit};
use super::drill_down_target::DrillDown;
use super::grid::Coverage;
use super::text;

/// The disputes of a reason, or those of them with a field in their evidence.
struct EvidenceGroupResult {
    reason: &'static str,
    /// `None` for all of the reason.
    field: Option<EvidenceField>,
    /// Won, and of how many.
    with: (usize, usize),
    without: Option<(usize, usize)>,
}

/// What a series counts of a line.
struct ResultSeries {
    name: &'static str,
    definition: &'static str,
    status: Option<DisputeStatus>,
    is_without: bool,
    value: fn(&EvidenceGroupResult) -> Option<CardValue>,
}

const COUNTS: [ResultSeries; 3] = [
    ResultSeries {
        name: text::DECIDED,
        definition: text::WON_OR_LOST_WITH_EVIDENCE,
        status: None,
        is_without: false,
        value: |line| count(line.with.1),
    },
    ResultSeries {
        name: text::WON,
        definition: text::WON_OR_LOST_WITH_EVIDENCE,
        status: Some(DisputeStatus::Won),
        is_without: false,
        value: |line| count(line.with.0),
    },
    ResultSeries {
        name: text::LOST,
        definition: text::WON_OR_LOST_WITH_EVIDENCE,
        status: Some(DisputeStatus::Lost),
        is_without: false,
        value: |line| count(line.with.1 - line.with.0),
    },
];

const RATES: [ResultSeries; 2] = [
    ResultSeries {
        name: "Win rate with this field",
        definition: "Won ÷ (won + lost) where the submitted evidence included this field",
        status: None,
        is_without: false,
        value: |line| rate(line.with),
    },
    ResultSeries {
        name: "Win rate without this field",
        definition: "Won ÷ (won + lost) for the same reason without this field",
        status: None,
        is_without: true,
        value: |line| line.without.and_then(rate),
    },
];

/// The counts and the rates of `rows`, of which `base` shows the decided ones with evidence submitted from here.
pub fn panes(rows: &[DisputeTableRow], base: &DisputeLocalFilter) -> Vec<Pane> {
    let lines = lines(rows, base);
    let all = DecidedResults::count(rows.iter().filter(|row| base.shows(row)));
    let whole = EvidenceGroupResult { reason: "", field: None, with: (all.won, all.won + all.lost), without: None };
    let pane = |unit: ValueUnit, title: &str, series: &[ResultSeries]| {
        let series = series.iter().map(|of| series_of(of, &unit, &lines, &whole, base)).collect();
        let slots = lines.iter().map(slot).collect();
        Pane { unit, title: title.to_owned(), over_time: false, slots, series }
    };
    vec![pane(ValueUnit::Count, text::COUNT, &COUNTS), pane(ValueUnit::Rate, text::RATE, &RATES)]
}

/// Every reason with decided disputes, each followed by its fields: those that went most with winning first, then those
/// of too few disputes to say.
fn lines(rows: &[DisputeTableRow], base: &DisputeLocalFilter) -> Vec<EvidenceGroupResult> {
    let of_reason = |reason: &'static str| {
        let of_reason = DisputeLocalFilter { reason: Some(reason), ..base.clone() };
        let results = DecidedResults::count(rows.iter().filter(|row| of_reason.shows(row)));
        let decided = results.won + results.lost;
        let all = EvidenceGroupResult { reason, field: None, with: (results.won, decided), without: None };
        let mut fields = results.fields.clone();
        fields.sort_by_key(|presence| Reverse((gain(&results, presence), presence.won + presence.lost)));
        let fields = fields.into_iter().map(|presence| {
            let compared = results.compared(&presence);
            let without = Some(compared.without).filter(|(_, of)| *of > 0);
            EvidenceGroupResult { reason, field: Some(presence.field), with: compared.with, without }
        });
        let all = (decided > 0).then_some(all);
        all.into_iter().chain(fields).collect::<Vec<_>>()
    };
    DEADLINE_RULES.iter().flat_map(|rule| of_reason(rule.reason)).collect()
}

/// How much more was won with a field than without it, in millionths; `None` where that is of too few disputes.
fn gain(results: &DecidedResults, presence: &FieldPresence) -> Option<i64> {
    let effect = results.effect(presence.field)?;
    Some(rate(effect.with)?.least() - rate(effect.without)?.least())
}

fn count(number: usize) -> Option<CardValue> {
    i64::try_from(number).ok().map(CardValue::count)
}

fn rate((won, of): (usize, usize)) -> Option<CardValue> {
    CardValue::rate(i64::try_from(won).ok()?, i64::try_from(of).ok()?)
}

fn slot(line: &EvidenceGroupResult) -> AxisSlot {
    let reason = plain_reason(line.reason).short;
    let label = line.field.map_or_else(|| reason.to_owned(), |field| format!("{reason} · {}", field.label()));
    let (full_label, label_before, dimension_values) = (label.clone(), String::new(), Vec::new());
    AxisSlot { full_label, label, span: None, cover: Coverage::Whole, label_before, dimension_values, merged: 0 }
}

fn series_of(
    of: &ResultSeries,
    unit: &ValueUnit,
    lines: &[EvidenceGroupResult],
    whole: &EvidenceGroupResult,
    base: &DisputeLocalFilter,
) -> ValueSeries {
    let base = DisputeLocalFilter {
        statuses: of.status.clone().map_or_else(|| base.statuses.clone(), |status| vec![status]),
        ..base.clone()
    };
    let rows = |line: &EvidenceGroupResult| {
        let submitted = match (line.field, of.is_without) {
            (Some(field), false) => SubmittedFilter::With(field),
            (Some(field), true) => SubmittedFilter::Without(field),
            (None, _) => SubmittedFilter::Any,
        };
        DisputeLocalFilter { reason: Some(line.reason), submitted: Some(submitted), ..base.clone() }
    };
    let drill = |filter: DisputeLocalFilter| Some(DrillDown::Disputes(Box::new(filter)));
    let total = (of.value)(whole);
    ValueSeries {
        name: of.name.to_owned(),
        definition: of.definition,
        measure: None,
        dimension_values: Vec::new(),
        values: lines.iter().map(of.value).collect(),
        before: Vec::new(),
        total,
        total_before: None,
        change: TotalChange::between(unit, total, None),
        here: Some(LocalRows { slots: lines.iter().map(|line| drill(rows(line))).collect(), all: drill(base) }),
        merged: 0,
    }
}
