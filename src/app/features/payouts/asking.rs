//! Payouts that may have moved on while nothing told of them: those that are not ended and of which nothing was heard
//! since the desk last came to the service.
//!
//! They are not asked for by themselves. The only documented read of a payout sends its description and metadata as
//! they are known here (operations, section 4), and would undo what another set meanwhile. So it is said how old what
//! is shown is, and a person asks: for one, or for all of them one after the other.

use std::collections::VecDeque;

use chrono::{DateTime, Utc};

use crate::api::calls::payouts::ProbePayout;
use crate::api::error::CallError;
use crate::api::operation::Family;
use crate::api::rate_limit::Purpose;
use crate::app::read::{Read, Ticket};
use crate::app::records::Known;
use crate::app::state::State;
use crate::domain::ids::PayoutId;

use super::standing::is_ended;

/// What was heard of payouts in this run, and what is asked for.
#[derive(Debug, Default)]
pub struct Asking {
    /// When the desk last came to the service: what was told before may be old.
    heard_since: Option<DateTime<Utc>>,
    /// Those that are asked for yet.
    waiting: VecDeque<PayoutId>,
    under_way: Option<Ticket>,
    /// How many were to be asked for, those that were answered included.
    of: usize,
}

impl Asking {
    /// The desk came to the service, for the first time or again.
    pub(in crate::app) fn came_to_service(&mut self, now: DateTime<Utc>) {
        self.heard_since = Some(now);
    }

    /// Since when it is known what was heard; a payout told of before may have moved on.
    pub fn heard_since(&self) -> Option<DateTime<Utc>> {
        self.heard_since
    }

    /// Nothing more is asked for.
    pub(in crate::app) fn stop(&mut self) {
        self.waiting.clear();
        (self.under_way, self.of) = (None, 0);
    }

    /// How far it came: which one is asked for, of how many.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.under_way.map(|_| (self.of - self.waiting.len(), self.of))
    }
}

impl State {
    /// Whether a payout may have moved on since it was last heard of.
    pub fn payout_may_have_moved(&self, known: &Known) -> bool {
        let is_open = known.payout().is_some_and(|payout| !is_ended(&payout.status));
        is_open && self.payouts.asking.heard_since.is_some_and(|since| known.record.told_at < since)
    }

    /// The payouts that may have moved on, the newest first.
    pub fn payouts_not_heard_of(&self) -> impl Iterator<Item = &Known> {
        self.records.of(Family::Payout).filter(|known| self.payout_may_have_moved(known))
    }

    /// Asks how each of them stands, one after the other.
    pub(super) fn ask_for_payouts(&mut self) {
        if self.payouts.asking.under_way.is_some() || self.read_only_reason().is_some() {
            return;
        }
        let waiting: VecDeque<PayoutId> =
            self.payouts_not_heard_of().filter_map(|known| Some(known.payout()?.payout_id.clone())).collect();
        self.payouts.asking.of = waiting.len();
        self.payouts.asking.waiting = waiting;
        self.ask_for_next_payout();
    }

    /// The answer about a payout came: where it was asked for with others, the next one is, unless the service is away.
    pub(in crate::app) fn asked_payout_answered(&mut self, ticket: Ticket, error: Option<&CallError>) {
        if self.payouts.asking.under_way != Some(ticket) {
            return;
        }
        if matches!(error, Some(CallError::Unreachable(_) | CallError::Lost(_))) {
            self.payouts.asking.stop();
            return;
        }
        self.ask_for_next_payout();
    }

    fn ask_for_next_payout(&mut self) {
        while let Some(payout_id) = self.payouts.asking.waiting.pop_front() {
            if let Some(ticket) = self.probe_payout(&payout_id) {
                self.payouts.asking.under_way = Some(ticket);
                return;
            }
        }
        self.payouts.asking.stop();
    }

    /// Asks how a payout stands. The only way sends description and metadata back as they are known here: while an
    /// update is under way that could undo it, and nothing is asked.
    pub(super) fn probe_payout(&mut self, payout_id: &PayoutId) -> Option<Ticket> {
        if self.payout_is_busy(payout_id).is_some() || self.read_only_reason().is_some() {
            return None;
        }
        let probe = self.known_payout(payout_id).and_then(|(_, payout)| ProbePayout::of(payout).ok())?;
        Some(self.reads.ask(Read::Payout(probe), Purpose::Ordinary, self.now))
    }
}
