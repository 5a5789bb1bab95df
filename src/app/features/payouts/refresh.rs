//! Payouts that may have moved on while nothing told of them: those that are not ended and of which nothing was heard
//! since the desk last came to the service.
//!
//! They are not asked for by themselves. The only documented read of a payout sends its description and metadata as
//! they are [known here](crate::app::operations::law#read-only), and would undo what another set meanwhile. So it is
//! said how old what is shown is, and a person asks: for one, or for all of them one after the other.

use std::collections::VecDeque;

use chrono::{DateTime, Utc};

use crate::api::calls::payouts::ProbePayout;
use crate::api::error::CallError;
use crate::api::operation::ResourceKind;
use crate::api::rate_limit::Priority;
use crate::app::read::{Read, RequestId};
use crate::app::records::CachedRecord;
use crate::app::state::State;
use crate::domain::ids::PayoutId;

use super::status::is_ended;

/// What was heard of payouts in this run, and what is asked for.
#[derive(Debug, Default)]
pub struct PayoutRefresh {
    /// When the desk last came to the service: what was told before may be old.
    connected_since: Option<DateTime<Utc>>,
    /// Those that are asked for yet.
    waiting: VecDeque<PayoutId>,
    under_way: Option<RequestId>,
    /// How many were to be asked for, those that were answered included.
    of: usize,
}

impl PayoutRefresh {
    /// The desk came to the service, for the first time or again.
    pub(in crate::app) fn came_to_service(&mut self, now: DateTime<Utc>) {
        self.connected_since = Some(now);
    }

    /// Since when it is known what was heard; a payout told of before may have moved on.
    pub fn connected_since(&self) -> Option<DateTime<Utc>> {
        self.connected_since
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
    pub fn payout_may_be_stale(&self, known: &CachedRecord) -> bool {
        let is_open = known.payout().is_some_and(|payout| !is_ended(&payout.status));
        is_open && self.workspace.payouts.refresh.connected_since.is_some_and(|since| known.record.reported_at < since)
    }

    /// The payouts that may have moved on, the newest first.
    pub fn stale_payouts(&self) -> impl Iterator<Item = &CachedRecord> {
        self.workspace.records.of(ResourceKind::Payout).filter(|known| self.payout_may_be_stale(known))
    }

    /// Asks how each of them stands, one after the other.
    pub(super) fn refresh_payouts(&mut self) {
        if self.workspace.payouts.refresh.under_way.is_some() || self.read_only_reason().is_some() {
            return;
        }
        let waiting: VecDeque<PayoutId> =
            self.stale_payouts().filter_map(|known| Some(known.payout()?.payout_id.clone())).collect();
        self.workspace.payouts.refresh.of = waiting.len();
        self.workspace.payouts.refresh.waiting = waiting;
        self.refresh_next_payout();
    }

    /// The answer about a payout came: where it was asked for with others, the next one is, unless the service is away.
    pub(in crate::app) fn payout_refresh_answered(&mut self, request_id: RequestId, error: Option<&CallError>) {
        if self.workspace.payouts.refresh.under_way != Some(request_id) {
            return;
        }
        if matches!(error, Some(CallError::Unreachable(_) | CallError::Lost(_))) {
            self.workspace.payouts.refresh.stop();
            return;
        }
        self.refresh_next_payout();
    }

    fn refresh_next_payout(&mut self) {
        while let Some(payout_id) = self.workspace.payouts.refresh.waiting.pop_front() {
            if let Some(request_id) = self.probe_payout(&payout_id) {
                self.workspace.payouts.refresh.under_way = Some(request_id);
                return;
            }
        }
        self.workspace.payouts.refresh.stop();
    }

    /// Asks how a payout stands. The only way sends description and metadata back as they are known here: while an
    /// update is under way that could undo it, and nothing is asked.
    pub(super) fn probe_payout(&mut self, payout_id: &PayoutId) -> Option<RequestId> {
        if self.payout_is_busy(payout_id).is_some() || self.read_only_reason().is_some() {
            return None;
        }
        let probe = self.known_payout(payout_id).and_then(|(_, payout)| ProbePayout::of(payout).ok())?;
        Some(self.workspace.reads.ask(Read::Payout(probe), Priority::Ordinary, self.now))
    }
}
