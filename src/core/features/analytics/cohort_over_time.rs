//! How many of the payments of each time are disputed so far. Those made last have had the least time to be disputed: as long
//! as most of their disputes are still to come, their rate is no result.

use std::collections::BTreeMap;

use chrono::TimeDelta;

use paydesk_domain::analytics::Subject;
use paydesk_domain::number_text::{CountNoun, count_text};

use crate::features::disputes::DisputeTableRow;

use super::card_content::{AxisSlot, CardContent, CardValue, LocalRows, Pane, TotalChange, ValueSeries, ValueUnit};
use super::counted_here::CountSources;
use super::grid::{BucketSize, Coverage, Grid, GridScope, readable_size};
use super::local::NotCountable;
use super::maturity::DECIDED_PERCENT;
use super::payment_groups::{GroupScope, GroupedPayment, of_board, only_by_currency, search, succeeded};
use super::range::{Period, Span};
use super::significance::FEW_CASES;
use super::text;

/// The content of the card; why there is none, where the filters of the board are none of payments.
pub fn content(scope: GroupScope<'_>) -> Result<CardContent, NotCountable> {
    only_by_currency(scope.question)?;
    let period = scope.question.range.period(scope.now, scope.zone);
    let span = period.span(scope.zone);
    let payments = succeeded(&scope, period);
    let size = match scope.question.granularity.unwrap_or(BucketSize::Auto) {
        BucketSize::Auto => readable_size(count(payments.iter().filter(|(_, payment)| payment.is_disputed)), period),
        // Rows are found by the day.
        BucketSize::Hour => BucketSize::Day,
        size @ (BucketSize::Day | BucketSize::Week | BucketSize::Month) => size,
    };
    let before = scope.question.range.before(period);
    let grid = Grid::new(size, GridScope { period, before, zone: scope.zone, now: scope.now }, i64::MAX);
    let slots: Vec<AxisSlot> = grid.buckets.iter().map(AxisSlot::from).collect();
    let delay = usual_delay(scope.sources);
    let is_open = |span: Span| delay.is_none_or(|(delay, _)| span.end + delay > scope.now);
    let series = series(&scope, &slots, span, &payments);
    let is_empty = series.values.iter().all(Option::is_none);
    let open = (0..slots.len()).filter(|slot| slots[*slot].span.is_some_and(is_open)).collect();
    let (unit, title) = (ValueUnit::Rate, text::RATE.to_owned());
    let pane = Pane { unit, title, over_time: true, slots, series: vec![series] };
    let (is_whole, disputes) = (scope.sources.history.knows_since(span.start), &scope.sources.disputes.inbox);
    let content = CardContent {
        subject: Subject::Disputes,
        caption: format!("{} · {}", period.label(), scope.zone),
        span,
        minutes: (span.minutes_until(scope.now), 0),
        zone: scope.zone,
        filters: scope.question.filters.clone(),
        empty: is_empty,
        undecided_slots: open,
        panes: if payments.is_empty() { Vec::new() } else { vec![pane] },
        notes: vec![delay_text(delay)],
        ..CardContent::default()
    };
    Ok(content.in_part(!is_whole || !disputes.is_whole(), false))
}

fn series(
    scope: &GroupScope<'_>,
    slots: &[AxisSlot],
    span: Span,
    payments: &[(usize, GroupedPayment<'_>)],
) -> ValueSeries {
    let columns = scope.sources.history.columns();
    let mut counts: BTreeMap<usize, (i64, i64)> = BTreeMap::new();
    for (row, payment) in payments {
        let is_of = |slot: &AxisSlot| {
            columns.created(*row).zip(slot.span).is_some_and(|(at, span)| (span.start..=span.end).contains(&at))
        };
        let Some(slot) = slots.iter().position(is_of) else { continue };
        let (disputed, all) = counts.entry(slot).or_default();
        (*disputed, *all) = (*disputed + i64::from(payment.is_disputed), *all + 1);
    }
    let rate = |slot: usize| counts.get(&slot).and_then(|(disputed, all)| CardValue::rate(*disputed, *all));
    let rows = |span: Span| search([of_board(scope.question)], true, Period::of(span, scope.zone));
    let of_slot = |slot: &AxisSlot| slot.span.filter(|_| slot.cover != Coverage::Ahead).map(rows);
    let disputed = count(payments.iter().filter(|(_, payment)| payment.is_disputed));
    ValueSeries {
        name: text::DISPUTED_SO_FAR.to_owned(),
        definition: "Of the succeeded payments created at a time, how many have been disputed so far, whenever the \
            dispute was opened",
        measure: None,
        dimension_values: Vec::new(),
        values: (0..slots.len()).map(rate).collect(),
        before: Vec::new(),
        total: CardValue::rate(disputed, count(payments.iter())),
        total_before: None,
        change: TotalChange::None,
        here: Some(LocalRows { slots: slots.iter().map(of_slot).collect(), all: Some(rows(span)) }),
        merged: 0,
    }
}

fn count<T>(items: impl Iterator<Item = T>) -> i64 {
    i64::try_from(items.count()).unwrap_or(i64::MAX)
}

/// Within which time after their payment most disputes were opened that are known here, and how many these are; `None` where
/// there are too few to say so.
fn usual_delay(sources: CountSources<'_>) -> Option<(TimeDelta, usize)> {
    let columns = sources.history.columns();
    let delay = |row: &DisputeTableRow| {
        let paid = columns.created(columns.find(&row.dispute.payment_id)?)?;
        Some(row.dispute.created? - paid)
    };
    let mut delays: Vec<TimeDelta> = sources.disputes.all().iter().filter_map(delay).collect();
    delays.sort();
    let most = (delays.len() * usize::try_from(DECIDED_PERCENT).ok()?).div_ceil(100);
    let is_enough = count(delays.iter()) >= FEW_CASES;
    Some((*delays.get(most.checked_sub(1)?)?, delays.len())).filter(|_| is_enough)
}

fn delay_text(delay: Option<(TimeDelta, usize)>) -> String {
    match delay {
        Some((delay, disputes)) => {
            let days = match (delay + TimeDelta::days(1) - TimeDelta::milliseconds(1)).num_days() {
                ..=1 => "1 day".to_owned(),
                days => format!("{} days", count_text(days)),
            };
            let of = CountNoun::DISPUTES.count(i64::try_from(disputes).unwrap_or(i64::MAX));
            format!(
                "{DECIDED_PERCENT}% of {of} were opened within {days} of the payment: later payments are still being \
                disputed"
            )
        }
        None => "Too few disputes to say after how many days most are opened".to_owned(),
    }
}
