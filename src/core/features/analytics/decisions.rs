//! What was won and lost by the day of decision, whenever a dispute was opened: as events say, else as the service says
//! when it changed a decided dispute last. Without a known day a dispute is on no day, and that is said.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use paydesk_domain::analytics::{Dimension, Subject};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::dispute_report::DisputeResult;
use paydesk_domain::ids::DisputeId;
use paydesk_domain::known::Known;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::text::visible;

use crate::features::disputes::{DecidedDisputes, DisputeLocalFilter, Disputes, OpenRange};
use crate::features::webhooks::EventLog;

use super::boards::LocalCard;
use super::card_content::{AxisSlot, CardContent, CardValue, LocalRows, Pane, TotalChange, ValueSeries, ValueUnit};
use super::dispute_facts::decided_at;
use super::drill_down_target::DrillDown;
use super::grid::{BucketSize, Coverage, Grid, GridScope, readable_size};
use super::local::{CountScope, NotCountable, base};
use super::range::Span;
use super::text;

/// A dispute that is won or lost.
struct DecidedDispute {
    dispute_id: DisputeId,
    result: DisputeResult,
    amount: Money,
    /// `None` where the day is not known.
    at: Option<DateTime<Utc>>,
}

/// Disputes that are decided, and whether they are all that may have been decided in the period.
struct Decisions {
    all: Vec<DecidedDispute>,
    /// What the list of disputes shows of them.
    base: DisputeLocalFilter,
    is_whole: bool,
}

/// The content of the card. It has no panes where no day of decision is known; why there is none, where the filters of the
/// board leave out what was won or lost.
pub fn content(disputes: &Disputes, events: &EventLog, here: CountScope<'_>) -> Result<CardContent, NotCountable> {
    let rows = disputes.all();
    let is_decided = |status: &&DisputeStatus| DisputeResult::of(status) != DisputeResult::Open;
    let statuses = DisputeStatus::NAMED.iter().chain(DisputeStatus::ALSO).filter(is_decided).cloned().collect();
    let base = base(LocalCard::Evidence, rows, here)?;
    let base = DisputeLocalFilter { statuses, created: None, submitted: None, ..base };
    let period = here.question.range.period(here.now, here.zone);
    let span = period.span(here.zone);
    let may_count = |opened: Option<DateTime<Utc>>| opened.is_none_or(|opened| opened <= span.end);
    let decided = rows.iter().filter(|row| base.shows(row) && may_count(row.dispute.created));
    let all: Vec<DecidedDispute> = decided
        .map(|row| DecidedDispute {
            dispute_id: row.dispute.dispute_id.clone(),
            result: DisputeResult::of(&row.dispute.status),
            amount: row.dispute.amount.clone(),
            at: decided_at(&row.dispute, events),
        })
        .collect();
    let decisions = Decisions { all, base, is_whole: disputes.inbox.is_whole() };
    let slots: Vec<AxisSlot> = grid(&decisions, span, here).buckets.iter().map(AxisSlot::from).collect();
    let panes = if decisions.known() == 0 { Vec::new() } else { decisions.panes(&slots, span) };
    let counted = panes.iter().flat_map(|pane| &pane.series).flat_map(|series| &series.values).flatten();
    Ok(CardContent {
        subject: Subject::Disputes,
        caption: format!("{} · {}", period.label(), here.zone),
        span,
        minutes: (span.minutes_until(here.now), 0),
        zone: here.zone,
        filters: here.question.filters.clone(),
        empty: !counted.into_iter().any(|value| value.least() > 0),
        notes: vec![decisions.coverage()],
        panes,
        ..CardContent::default()
    })
}

fn grid(decisions: &Decisions, span: Span, here: CountScope<'_>) -> Grid {
    let period = here.question.range.period(here.now, here.zone);
    let before = here.question.range.before(period);
    let size = match here.question.granularity.unwrap_or(BucketSize::Auto) {
        BucketSize::Auto => readable_size(decisions.within(span), period),
        size @ (BucketSize::Hour | BucketSize::Day | BucketSize::Week | BucketSize::Month) => size,
    };
    Grid::new(size, GridScope { period, before, zone: here.zone, now: here.now }, i64::MAX)
}

impl Decisions {
    /// How many have a known day.
    fn known(&self) -> u64 {
        self.all.iter().filter(|dispute| dispute.at.is_some()).count() as u64
    }

    /// How many are known to have been decided in a time.
    fn within(&self, span: Span) -> i64 {
        let is_within = |at: DateTime<Utc>| (span.start..=span.end).contains(&at);
        let count = self.all.iter().filter(|dispute| dispute.at.is_some_and(is_within)).count();
        i64::try_from(count).unwrap_or(i64::MAX)
    }

    fn coverage(&self) -> String {
        let all = Known::Exact(self.all.len() as u64).at_least_if(!self.is_whole);
        let least = if self.are_all_dated() { "" } else { ": the bars are minimums" };
        format!(
            "Decision date known for {} of {} decided disputes{least}",
            Known::Exact(self.known()).text(),
            all.text()
        )
    }

    /// Whether every dispute that may have been decided in the period has a day.
    fn are_all_dated(&self) -> bool {
        self.is_whole && self.known() == self.all.len() as u64
    }

    /// How many were won and lost, and what they are worth in each currency.
    fn panes(&self, slots: &[AxisSlot], span: Span) -> Vec<Pane> {
        let mut currencies: Vec<&Currency> = self.all.iter().map(|dispute| &dispute.amount.currency).collect();
        currencies.sort();
        currencies.dedup();
        let amounts = currencies.into_iter().map(|currency| ValueUnit::Money(currency.clone()));
        let units = std::iter::once(ValueUnit::Count).chain(amounts);
        units.map(|unit| self.pane(unit, slots, span)).collect()
    }

    fn pane(&self, unit: ValueUnit, slots: &[AxisSlot], span: Span) -> Pane {
        let title = match &unit {
            ValueUnit::Money(currency) => visible(currency.code(), 12),
            ValueUnit::Count | ValueUnit::Rate => text::COUNT.to_owned(),
        };
        let series =
            [DisputeResult::Won, DisputeResult::Lost].map(|result| self.series(result, &unit, slots, span)).to_vec();
        Pane { unit, title, over_time: true, slots: slots.to_vec(), series }
    }

    fn series(&self, result: DisputeResult, unit: &ValueUnit, slots: &[AxisSlot], span: Span) -> ValueSeries {
        let value = |span: Span| self.value(result, unit, span);
        let of_slot = |slot: &AxisSlot| value(slot.span.filter(|_| slot.cover != Coverage::Ahead)?);
        let is_won = result == DisputeResult::Won;
        let status = if is_won { DisputeStatus::Won } else { DisputeStatus::Lost };
        ValueSeries {
            name: if is_won { text::WON } else { text::LOST }.to_owned(),
            definition: "By decision date, regardless of when the dispute was opened. Accepted and expired \
                disputes count as lost, cancelled ones as won.",
            measure: None,
            dimension_values: vec![(Dimension::DisputeStatus, Some(status.as_str().to_owned()))],
            values: slots.iter().map(of_slot).collect(),
            before: Vec::new(),
            total: value(span),
            total_before: None,
            change: TotalChange::None,
            here: Some(self.rows(result, unit, slots, span)),
            merged: 0,
        }
    }

    /// Those that were won, or lost, in a time, and are of the unit's currency.
    fn counted(&self, result: DisputeResult, unit: &ValueUnit, span: Span) -> impl Iterator<Item = &DecidedDispute> {
        let is_within = move |at: DateTime<Utc>| (span.start..=span.end).contains(&at);
        let with_result =
            self.all.iter().filter(move |dispute| dispute.result == result && dispute.at.is_some_and(is_within));
        with_result.filter(move |dispute| match unit {
            ValueUnit::Money(currency) => dispute.amount.currency == *currency,
            ValueUnit::Count | ValueUnit::Rate => true,
        })
    }

    /// How many were won, or lost, in a time, or what they are worth; at least so many where some have no day.
    fn value(&self, result: DisputeResult, unit: &ValueUnit, span: Span) -> Option<CardValue> {
        let mut counted = self.counted(result, unit, span);
        let number = match unit {
            ValueUnit::Count | ValueUnit::Rate => i64::try_from(counted.count()).ok()?,
            ValueUnit::Money(_) => counted.try_fold(0_i64, |sum, dispute| sum.checked_add(dispute.amount.minor))?,
        };
        let value = CardValue::count(number);
        if self.are_all_dated() { Some(value) } else { value.in_part(unit) }
    }

    /// The disputes behind the numbers of a series.
    fn rows(&self, result: DisputeResult, unit: &ValueUnit, slots: &[AxisSlot], span: Span) -> LocalRows {
        let rows = |span: Span| self.drill(result, unit, span);
        let of_slot = |slot: &AxisSlot| slot.span.filter(|_| slot.cover != Coverage::Ahead).map(rows);
        LocalRows { slots: slots.iter().map(of_slot).collect(), all: Some(rows(span)) }
    }

    fn drill(&self, result: DisputeResult, unit: &ValueUnit, span: Span) -> DrillDown {
        let range = OpenRange { from: Some(span.start), before: Some(span.after()) };
        let ids = self.counted(result, unit, span).map(|dispute| dispute.dispute_id.clone()).collect();
        let mut filter =
            DisputeLocalFilter { decided: Some(Arc::new(DecidedDisputes { range, ids })), ..self.base.clone() };
        filter.statuses.retain(|status| DisputeResult::of(status) == result);
        if let ValueUnit::Money(currency) = unit {
            filter.currencies = vec![currency.currency_code().clone()];
        }
        DrillDown::Disputes(Box::new(filter))
    }
}
