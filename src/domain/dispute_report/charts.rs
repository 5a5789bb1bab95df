//! What is drawn: disputes by day, the rate period by period, reasons, and what became of the disputes of each period.

use chrono::NaiveDate;

use super::counts::{Counts, PeriodCounts, count};
use super::facts::DisputeFacts;
use super::period::{ReportPeriod, ReportSpan};
use super::text;
use crate::number_text::percent;
use crate::report_page::{ReportBar, ReportChart, ReportGoal, ReportMark, ReportOutcomes, ReportPlot};

/// So many reasons are told apart; the rest is one bar.
const REASONS_MAX: usize = 5;
/// The outcomes of so many periods are drawn.
const OUTCOMES: usize = 8;

pub fn of(facts: &DisputeFacts<'_>, span: &ReportSpan, counts: &Counts) -> Vec<ReportChart> {
    vec![by_day(facts, span, counts), rate(facts, counts), by_reason(span, counts), outcomes(counts)]
}

/// How many disputes were opened on each day of a period.
fn days(facts: &DisputeFacts<'_>, span: ReportSpan) -> Vec<i64> {
    let bounds = span.bounds(facts.zone);
    let opened: Vec<_> = facts
        .disputes
        .iter()
        .filter(|dispute| bounds.contains(&dispute.opened))
        .map(|dispute| facts.zone.date(dispute.opened))
        .collect();
    let on = |day| count(opened.iter().filter(|opened| **opened == day));
    span.from.iter_days().take(span.days()).map(on).collect()
}

fn by_day(facts: &DisputeFacts<'_>, span: &ReportSpan, counts: &Counts) -> ReportChart {
    let now = days(facts, *span);
    // Days of two months with the same number are no pairs: their weekdays differ.
    let paired = counts.before().filter(|_| span.period == ReportPeriod::LastWeek);
    let before = paired.map(|before| days(facts, before.span));
    let label = if span.period == ReportPeriod::LastWeek { "%a" } else { "%-d" };
    let slots = span.from.iter_days().zip(&now).enumerate().map(|(at, (day, opened))| ReportBar {
        label: day.format(label).to_string(),
        now: *opened,
        before: before.as_ref().map(|days| days.get(at).copied().unwrap_or_default()),
    });
    let days: Vec<(NaiveDate, i64)> = span.from.iter_days().zip(now.iter().copied()).collect();
    let most = now.iter().copied().max().filter(|most| *most > 0);
    let busiest: Vec<&(NaiveDate, i64)> = days.iter().filter(|(_, opened)| Some(*opened) == most).collect();
    // Of several days none is the busiest.
    let busiest =
        if let [(day, opened)] = &busiest[..] { Some(text::most_on(span.period, *day, *opened)) } else { None };
    let all = |counts: &PeriodCounts| counts.opened;
    let mut legend = vec![(Some(ReportMark::Now), text::with_count(span, counts.now().map_or(0, all)))];
    legend.extend(paired.map(|before| (Some(ReportMark::Before), text::with_count(&before.span, before.opened))));
    legend.extend(busiest.map(|text| (None, text)));
    ReportChart { title: text::BY_DAY.to_owned(), legend, plot: ReportPlot::Columns { slots: slots.collect() } }
}

fn rate(facts: &DisputeFacts<'_>, counts: &Counts) -> ReportChart {
    let shown = counts.covered();
    let rates = shown.iter().map(PeriodCounts::rate);
    let slots: Vec<_> = shown.iter().map(|period| period.span.short()).zip(rates.clone()).collect();
    let noun = counts.now().map_or("", |now| now.span.period.noun());
    let last = counts.now().and_then(PeriodCounts::rate);
    let above = facts.goal.filter(|_| last.is_some()).map(|goal| {
        let above = rates.clone().map(|rate| rate.is_some_and(|rate| rate > goal));
        text::against_goal(&above.collect::<Vec<_>>(), noun, &percent(goal, 2))
    });
    let legend =
        vec![(None, [Some(text::PER_100.to_owned()), above].into_iter().flatten().collect::<Vec<_>>().join(" "))];
    let plot = match last {
        None => ReportPlot::Nothing(text::NO_PAYMENTS.to_owned()),
        Some(last) => ReportPlot::Line {
            slots,
            last: percent(last, 2),
            goal: facts.goal.map(|goal| ReportGoal { millionths: goal, label: text::goal(&percent(goal, 2)) }),
        },
    };
    ReportChart { title: text::rate_by(noun), legend, plot }
}

fn by_reason(span: &ReportSpan, counts: &Counts) -> ReportChart {
    let is_compared = counts.before().is_some();
    let bar = |label: String, now: i64, before: i64| ReportBar { label, now, before: is_compared.then_some(before) };
    let (named, rest) = match counts.reasons.len() > REASONS_MAX {
        true => counts.reasons.split_at(REASONS_MAX - 1),
        false => (&*counts.reasons, &[][..]),
    };
    let mut slots: Vec<ReportBar> =
        named.iter().map(|reason| bar(reason.reason.clone(), reason.now, reason.before)).collect();
    if !rest.is_empty() {
        let sum = |of: fn(&super::counts::ReasonCounts) -> i64| rest.iter().map(of).sum::<i64>();
        slots.push(bar(text::other_reason(rest.len()), sum(|reason| reason.now), sum(|reason| reason.before)));
    }
    let mut legend = vec![(Some(ReportMark::Now), text::name(span))];
    legend.extend(is_compared.then(|| (Some(ReportMark::Before), text::name(&span.before(1)))));
    let plot = match slots.is_empty() {
        true => ReportPlot::Nothing(text::no_disputes(span.period)),
        false => ReportPlot::Rows { slots },
    };
    ReportChart { title: text::BY_REASON.to_owned(), legend, plot }
}

fn outcomes(counts: &Counts) -> ReportChart {
    let covered = counts.covered();
    let shown = &covered[covered.len().saturating_sub(OUTCOMES)..];
    let slots = shown.iter().map(|period| ReportOutcomes {
        label: period.span.short(),
        won: period.won,
        lost: period.lost,
        open: period.opened - period.decided(),
        above: if period.opened == 0 { "0".to_owned() } else { text::of(period.decided(), period.opened) },
    });
    let immature: Vec<String> =
        shown.iter().filter(|period| !period.is_mature()).map(|period| period.span.short()).collect();
    let are_last = shown.iter().rev().take_while(|period| !period.is_mature()).count() == immature.len();
    let noun = counts.now().map_or("", |now| now.span.period.noun());
    let legend = vec![
        (Some(ReportMark::Won), text::WON.to_owned()),
        (Some(ReportMark::Lost), text::LOST.to_owned()),
        (Some(ReportMark::Open), text::open_above(&immature, are_last)),
    ];
    ReportChart { title: text::outcome_by(noun), legend, plot: ReportPlot::Outcomes { slots: slots.collect() } }
}
