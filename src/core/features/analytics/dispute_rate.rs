//! The dispute rate, which no metric reports: disputes opened against payments that succeeded, both in the range, by
//! count and by amount. Card schemes watch it.
//!
//! Made from the answers to three other cards, again each time one of them is newer; what they miss, it misses.

use chrono::{DateTime, Utc};

use crate::remote::Remote;
use paydesk_api::error::CallError;
use paydesk_domain::analytics::Dimension;

use super::Analytics;
use super::boards::{Board, CardId, RATE_SOURCES};
use super::build::group_text;
use super::card_content::{AxisSlot, CardContent, CardValue, LocalRows, Pane, TotalChange, ValueSeries, ValueUnit};
use super::grid::Coverage;
use super::local::NotCountable;
use super::refresh::{Card, Comparison};
use super::text;

/// A number, and the one of the period before.
type NowAndBefore = (Option<i64>, Option<i64>);

/// What is known of the three answers.
enum SourceState {
    Loading {
        quiet: bool,
    },
    Failed(CallError),
    /// Nothing could be asked, and why.
    Refused(String),
    Ready(Box<CardContent>, DateTime<Utc>),
    /// It is shown already.
    Same,
}

impl Analytics {
    /// Makes the card again where an answer is newer than it.
    pub(super) fn follow_dispute_rate(&mut self) {
        if self.board != Board::Disputes {
            return;
        }
        let other = self.disputes.filters.iter().map(|(dimension, _)| *dimension);
        if let Some(dimension) = other.clone().find(|dimension| *dimension != Dimension::Currency) {
            let why = NotCountable::NotOfPayments(dimension);
            let card = self.cards.entry(CardId::DisputeRate).or_default();
            if card.uncounted != Some(why) {
                card.leave_out(why);
            }
            self.rate_versions = None;
            return;
        }
        let Some(state) = self.source_state() else { return };
        let (versions, comparison) = (self.source_versions(), self.source_comparison());
        let card = self.cards.entry(CardId::DisputeRate).or_default();
        (card.uncounted, card.comparison) = (None, comparison);
        match state {
            SourceState::Loading { quiet } if !card.remote.is_loading() => {
                card.quiet = quiet && card.remote.value().is_some();
                card.remote.start_loading();
            }
            SourceState::Failed(error) if card.remote.error() != Some(&error) => card.remote.fail(error),
            SourceState::Refused(why) => (card.refused, card.remote) = (Some(why), Remote::NotAsked),
            SourceState::Ready(content, at) => {
                card.refused = None;
                card.show(*content, at);
                self.rate_versions = Some(versions);
            }
            SourceState::Loading { .. } | SourceState::Failed(_) | SourceState::Same => {}
        }
    }

    fn source_versions(&self) -> [u64; 3] {
        RATE_SOURCES.map(|id| self.card(id).map_or(0, |card| card.version))
    }

    /// What the period before is known of is what every source knows of it.
    fn source_comparison(&self) -> Comparison {
        let all = || RATE_SOURCES.iter().filter_map(|id| self.card(*id)).map(|card| &card.comparison);
        let failed = all().find(|comparison| matches!(comparison, Comparison::Failed(_)));
        let other = || all().find(|comparison| **comparison != Comparison::Ready);
        failed.or_else(other).cloned().unwrap_or(Comparison::Ready)
    }

    fn source_state(&self) -> Option<SourceState> {
        let [Some(disputes), Some(by_currency), Some(payments)] = RATE_SOURCES.map(|id| self.card(id)) else {
            return None;
        };
        let sources = [disputes, by_currency, payments];
        if let Some(why) = sources.iter().find_map(|card| card.refused.clone()) {
            return Some(SourceState::Refused(why));
        }
        if let Some(error) = sources.iter().find_map(|card| card.remote.error()) {
            return Some(SourceState::Failed(error.clone()));
        }
        if sources.iter().any(|card| card.remote.read_at().is_none()) {
            return Some(SourceState::Loading { quiet: sources.iter().all(|card| card.quiet) });
        }
        let shown = self.card(CardId::DisputeRate).is_some_and(|card| card.remote.read_at().is_some());
        if shown && self.rate_versions == Some(self.source_versions()) {
            return Some(SourceState::Same);
        }
        let content = content(disputes, by_currency.remote.value()?, payments)?;
        let at = sources.iter().filter_map(|card| card.shown_at).min()?;
        Some(SourceState::Ready(Box::new(content), at))
    }
}

fn content(disputes: &Card, by_currency: &CardContent, payments: &Card) -> Option<CardContent> {
    let payments = payments.content_in(disputes.bucket_size()?)?;
    let disputes = disputes.remote.value()?;
    let over_time = over_time(disputes, by_currency, &payments)?;
    let mut notes: Vec<String> =
        disputes.notes.iter().chain(&by_currency.notes).chain(&payments.notes).cloned().collect();
    let mut seen = Vec::new();
    notes.retain(|note| {
        !seen.contains(note) && {
            seen.push(note.clone());
            true
        }
    });
    Some(CardContent {
        empty: over_time.series[0].total.is_none(),
        panes: vec![over_time, of_currencies(by_currency, &payments)],
        figures: Vec::new(),
        totals: Vec::new(),
        notes,
        left_out: Vec::new(),
        unreported: Vec::new(),
        is_part: disputes.is_part || by_currency.is_part || payments.is_part,
        ..disputes.clone()
    })
}

fn pane_of(content: &CardContent, over_time: bool) -> Option<(usize, &Pane)> {
    content.panes.iter().enumerate().find(|(_, pane)| pane.unit == ValueUnit::Count && pane.over_time == over_time)
}

/// The sum of all series at a slot, now and before; `None` where one of them is not known.
fn sum_at(pane: &Pane, slot: usize) -> NowAndBefore {
    let at = |values: &[Option<CardValue>]| values.get(slot).copied().flatten();
    let sum = |value: &dyn Fn(&ValueSeries) -> Option<CardValue>| {
        pane.series.iter().try_fold(0_i64, |sum, series| sum.checked_add(value(series)?.exact()?))
    };
    (sum(&|series| at(&series.values)), sum(&|series| at(&series.before)))
}

fn totals(pane: &Pane) -> NowAndBefore {
    let sum = |value: &dyn Fn(&ValueSeries) -> Option<CardValue>| {
        pane.series.iter().try_fold(0_i64, |sum, series| sum.checked_add(value(series)?.exact()?))
    };
    (sum(&|series| series.total), sum(&|series| series.total_before))
}

/// One number over another; of none there is no rate.
fn rate(over: Option<i64>, of: Option<i64>) -> Option<CardValue> {
    CardValue::rate(over?, of.filter(|of| *of > 0)?)
}

fn series(name: &str, rates: Vec<(Option<CardValue>, Option<CardValue>)>, here: LocalRows) -> ValueSeries {
    let (values, before) = rates.into_iter().unzip();
    ValueSeries {
        name: name.to_owned(),
        definition: "Disputes opened in this period (regardless of payment date) ÷ succeeded payments created in \
            this period. Card networks monitor this rate.",
        measure: None,
        dimension_values: Vec::new(),
        values,
        before,
        total: None,
        total_before: None,
        change: TotalChange::None,
        here: Some(here),
        merged: 0,
    }
}

fn over_time(disputes: &CardContent, by_currency: &CardContent, payments: &CardContent) -> Option<Pane> {
    let (at, counts) = pane_of(disputes, true)?;
    let (_, of) = pane_of(payments, true)?;
    let (counts_at, _) = pane_of(by_currency, false)?;
    let starts = |pane: &Pane| pane.slots.iter().filter_map(|slot| slot.span).map(|span| span.start).min();
    if counts.slots.len() != of.slots.len() || starts(counts) != starts(of) {
        return None;
    }
    let slots = 0..counts.slots.len();
    let rates = slots.clone().map(|slot| {
        let ((now, before), (of, of_before)) = (sum_at(counts, slot), sum_at(of, slot));
        (rate(now, of), rate(before, of_before))
    });
    let rows = slots.clone().map(|slot| disputes.drill_slot(at, slot).ok()).collect();
    let here = LocalRows { slots: rows, all: by_currency.drill_total(counts_at, 0).ok() };
    let mut series = series(text::DISPUTE_RATE, rates.collect(), here);
    let ((now, before), (of, of_before)) = (totals(counts), totals(of));
    (series.total, series.total_before) = (rate(now, of), rate(before, of_before));
    series.change = TotalChange::between(&ValueUnit::Rate, series.total, series.total_before);
    let (title, slots) = (text::RATE.to_owned(), counts.slots.clone());
    Some(Pane { unit: ValueUnit::Rate, title, over_time: true, slots, series: vec![series] })
}

/// By count and by amount, a slot a currency. Rates of amounts are of no number of cases.
fn of_currencies(disputes: &CardContent, payments: &CardContent) -> Pane {
    let counts = pane_of(disputes, false);
    // The sum of several currencies is of none.
    let of_one = |pane: &Pane| pane.slots.iter().filter(|slot| slot.merged == 0).cloned().collect();
    let slots: Vec<AxisSlot> = counts.map_or_else(Vec::new, |(_, pane)| of_one(pane));
    let by_count = slots.iter().enumerate().map(|(slot, at)| {
        let (now, before) = counts.map_or((None, None), |(_, pane)| sum_at(pane, slot));
        let (of, of_before) = payments_in(payments, at);
        (rate(now, of), rate(before, of_before))
    });
    let by_amount = slots.iter().map(|slot| {
        let ((now, before), (of, of_before)) = (amounts_in(disputes, slot), amounts_in(payments, slot));
        let without_cases = |rate: Option<CardValue>| rate.map(CardValue::without_cases);
        (without_cases(rate(now, of)), without_cases(rate(before, of_before)))
    });
    let rows = |at: usize| (0..slots.len()).map(|slot| disputes.drill(at, 0, slot).ok()).collect();
    let here = LocalRows { slots: counts.map_or_else(Vec::new, |(at, _)| rows(at)), all: None };
    let all =
        vec![series("By count", by_count.collect(), here.clone()), series("By amount", by_amount.collect(), here)];
    let slots = slots
        .into_iter()
        .map(|slot| AxisSlot { label: group_text(&slot.dimension_values), cover: Coverage::Whole, ..slot })
        .collect();
    Pane { unit: ValueUnit::Rate, title: text::RATE.to_owned(), over_time: false, slots, series: all }
}

/// How many payments there are in the currency of a slot.
fn payments_in(payments: &CardContent, slot: &AxisSlot) -> NowAndBefore {
    let found = pane_of(payments, true)
        .and_then(|(_, pane)| pane.series.iter().find(|series| series.dimension_values == slot.dimension_values));
    number_of(found)
}

/// The amount in the currency of a slot.
fn amounts_in(content: &CardContent, slot: &AxisSlot) -> NowAndBefore {
    let code = slot
        .dimension_values
        .iter()
        .find_map(|(dimension, word)| word.as_deref().filter(|_| *dimension == Dimension::Currency));
    let is_of = |pane: &&Pane| matches!(&pane.unit, ValueUnit::Money(currency) if Some(currency.code()) == code);
    let pane = content.panes.iter().find(is_of);
    number_of(pane.and_then(|pane| pane.series.first()))
}

fn number_of(series: Option<&ValueSeries>) -> NowAndBefore {
    let number = |value: Option<CardValue>| value.and_then(CardValue::exact);
    series.map_or((None, None), |series| (number(series.total), number(series.total_before)))
}
