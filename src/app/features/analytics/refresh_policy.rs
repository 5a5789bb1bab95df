//! When cards are asked anew by themselves: an event told of something they count, or they are old when they are looked
//! at again. Nothing is seen of it until the answer is here.

use chrono::{DateTime, TimeDelta, Utc};

use crate::app::route::Route;
use crate::app::state::State;
use crate::domain::analytics::Subject;

use super::boards::CardId;
use super::refresh::{Card, RefreshReason};

/// How long events are gathered before cards are asked anew, in milliseconds.
const GATHER_MS: i64 = 1_000;
/// Least time between two askings that events are the reason of, in milliseconds.
const PAUSE_MS: i64 = 10_000;
/// Cards older than this are asked anew when they are looked at again, in seconds.
const OLD_S: i64 = 60;

/// What events told of, and when they were last a reason to ask.
#[derive(Debug, Default)]
pub struct RefreshPolicy {
    disputes_at: Option<DateTime<Utc>>,
    payments_at: Option<DateTime<Utc>>,
    declined_at: Option<DateTime<Utc>>,
    due: Option<DateTime<Utc>>,
    asked_at: Option<DateTime<Utc>>,
}

impl RefreshPolicy {
    fn plan_refresh(&mut self, now: DateTime<Utc>) {
        let earliest = self.asked_at.map_or(now, |last| last + TimeDelta::milliseconds(PAUSE_MS));
        self.due.get_or_insert(earliest.max(now + TimeDelta::milliseconds(GATHER_MS)));
    }

    pub(super) fn clock_jumped(&mut self, by: TimeDelta) {
        let times = [&mut self.disputes_at, &mut self.payments_at, &mut self.declined_at];
        for at in times.into_iter().chain([&mut self.due, &mut self.asked_at]).flatten() {
            *at += by;
        }
    }
}

impl State {
    /// An event told of a dispute.
    pub(in crate::app) fn analytics_dispute_changed(&mut self) {
        self.workspace.analytics.refresh_policy.disputes_at = Some(self.now);
        self.workspace.analytics.refresh_policy.plan_refresh(self.now);
    }

    /// An event told of a payment, which may have been declined.
    pub(in crate::app) fn analytics_payment_changed(&mut self, declined: bool) {
        let stale = &mut self.workspace.analytics.refresh_policy;
        stale.payments_at = Some(self.now);
        stale.declined_at = stale.declined_at.max(declined.then_some(self.now));
        stale.plan_refresh(self.now);
    }

    /// When cards are asked anew; never while none is looked at.
    pub(in crate::app) fn analytics_next_due(&self) -> Option<DateTime<Utc>> {
        self.workspace.analytics.refresh_policy.due.filter(|_| self.workspace.route == Route::Analytics)
    }

    /// Asks the cards that events have made stale.
    pub(in crate::app) fn analytics_due(&mut self) {
        if self.analytics_next_due().is_none_or(|due| due > self.now) {
            return;
        }
        let stale: Vec<CardId> = self.shown_cards(|id, card| self.is_stale(id, card));
        let busy = |id: &CardId| self.workspace.analytics.card(*id).is_some_and(|card| card.remote.is_loading());
        let (busy, free): (Vec<CardId>, Vec<CardId>) = stale.into_iter().partition(busy);
        self.workspace.analytics.refresh_policy.due = None;
        self.workspace.analytics.refresh_policy.asked_at = Some(self.now);
        if !busy.is_empty() {
            self.workspace.analytics.refresh_policy.plan_refresh(self.now);
        }
        self.ask_cards_anew(&free, RefreshReason::ByEvent);
    }

    /// Asks what was never asked, is stale, or is old by now: a board is looked at again.
    pub(super) fn ask_old_cards(&mut self) {
        let oldest = self.now - TimeDelta::seconds(OLD_S);
        let is_old = |card: &Card| !card.remote.is_loading() && card.shown_at.is_none_or(|at| at < oldest);
        let old = self.shown_cards(|id, card| card.is_none_or(is_old) || self.is_stale(id, card));
        self.ask_cards_anew(&old, RefreshReason::ByItself);
    }

    fn shown_cards(&self, wanted: impl Fn(CardId, Option<&Card>) -> bool) -> Vec<CardId> {
        let shown = self.workspace.analytics.board.cards().iter().copied();
        shown.filter(|id| wanted(*id, self.workspace.analytics.card(*id))).collect()
    }

    /// Whether an event came after a card was asked. What is counted in the list of disputes follows that by itself.
    fn is_stale(&self, id: CardId, card: Option<&Card>) -> bool {
        let Some(card) = card else { return false };
        let stale = &self.workspace.analytics.refresh_policy;
        let (told, asked) = match &card.plan {
            Some(plan) if plan.question.subject == Subject::Disputes => (stale.disputes_at, Some(plan.at)),
            Some(plan) => (stale.payments_at, Some(plan.at)),
            None if id == CardId::DeclineMix => (stale.declined_at, card.shown_at),
            None => return false,
        };
        told.zip(asked).is_some_and(|(told, asked)| asked <= told)
    }
}
