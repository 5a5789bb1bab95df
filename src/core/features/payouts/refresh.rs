//! Payouts that may have moved on while nothing was reported of them: those that are not ended and not reported
//! since Paydesk last reached the service.
//!
//! Where the service has a call that reads a payout by its id, it is read. The only documented way sends its description
//! and metadata as they are [known here](paydesk_operations::law#read-only), and would undo what another set
//! meanwhile: so nothing is asked for by itself. It is said how old what is shown is, and a person asks: for one, or for
//! all of them one after the other.

use std::collections::VecDeque;

use chrono::{DateTime, Utc};

use crate::context::{Context, WorkspaceView};
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use crate::records::{CachedRecord, Records};
use paydesk_api::error::CallError;
use paydesk_api::record_reads::RetrieveRecord;
use paydesk_api::resources::payouts::calls::ProbePayout;
use paydesk_domain::ids::PayoutId;
use paydesk_domain::operation::ResourceKind;

use super::status::is_ended;
use super::{known_payout, payout_is_busy};

/// What was reported of payouts in this run, and what is asked for.
#[derive(Debug, Default)]
pub struct PayoutRefresh {
    /// When Paydesk last reached the service: what was reported before may be old.
    connected_since: Option<DateTime<Utc>>,
    /// Those that are still to be asked for.
    waiting: VecDeque<PayoutId>,
    under_way: Option<RequestId>,
    /// Asked because the payout was opened: nobody waits for it.
    opened_by: Option<RequestId>,
    /// How many were to be asked for, those that were answered included.
    of: usize,
}

impl PayoutRefresh {
    /// Paydesk reached the service, for the first time or again.
    pub(crate) fn came_to_service(&mut self, now: DateTime<Utc>) {
        self.connected_since = Some(now);
    }

    /// Since when it is known what was reported; a payout reported before may have moved on.
    pub fn connected_since(&self) -> Option<DateTime<Utc>> {
        self.connected_since
    }

    /// Nothing more is asked for.
    pub(crate) fn stop(&mut self) {
        self.waiting.clear();
        (self.under_way, self.of) = (None, 0);
    }

    /// How far it came: which one is asked for, of how many.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.under_way.map(|_| (self.of - self.waiting.len(), self.of))
    }

    /// Whether a payout may have moved on since it was last reported.
    pub fn may_be_stale(&self, known: &CachedRecord) -> bool {
        let is_open = known.payout().is_some_and(|payout| !is_ended(&payout.status));
        is_open && self.connected_since.is_some_and(|since| known.record.reported_at < since)
    }

    /// The payouts that may have moved on, the newest first.
    pub fn stale<'a>(&self, records: &'a Records) -> impl Iterator<Item = &'a CachedRecord> {
        records.of(ResourceKind::Payout).filter(|known| self.may_be_stale(known))
    }

    /// Asks for the status of each of them, one after the other.
    pub(super) fn refresh_all(&mut self, cx: &mut Context<'_>) {
        if self.under_way.is_some() || why_not_probe(&cx.view).is_some() {
            return;
        }
        let stale = self.stale(cx.view.records);
        let waiting: VecDeque<PayoutId> = stale.filter_map(|known| Some(known.payout()?.payout_id.clone())).collect();
        self.of = waiting.len();
        self.waiting = waiting;
        self.refresh_next(cx);
    }

    /// The answer about a payout came: where it was asked for with others, the next one is, unless the service is away.
    pub(crate) fn answered(&mut self, request_id: RequestId, error: Option<&CallError>, cx: &mut Context<'_>) {
        if self.under_way != Some(request_id) {
            return;
        }
        if matches!(error, Some(CallError::Unreachable(_) | CallError::Lost(_))) {
            self.stop();
            return;
        }
        self.refresh_next(cx);
    }

    /// The service does not read a payout by its id: it is asked in the documented way.
    pub(crate) fn ask_otherwise(&mut self, request_id: RequestId, id: &str, cx: &mut Context<'_>) {
        if self.under_way == Some(request_id) {
            self.stop();
            self.refresh_all(cx);
        } else {
            probe_payout(&PayoutId::new(id), cx);
        }
    }

    /// A payout is opened: one that may have gone on is read, where the service has a call that only reads.
    pub(super) fn opened(&mut self, id: &str, cx: &mut Context<'_>) {
        let known = cx.view.records.find(ResourceKind::Payout, id);
        let is_stale = known.is_some_and(|known| {
            known.payout().is_some_and(|payout| !is_ended(&payout.status)) && !known.record.was_just_reported(cx.now)
        });
        if is_stale && is_read_by_id(&cx.view) {
            self.opened_by = probe_payout(&PayoutId::new(id), cx);
        }
    }

    /// Whether a read was asked for because a payout was opened; asked once.
    pub(crate) fn was_opened_by(&mut self, request_id: RequestId) -> bool {
        self.opened_by.take_if(|asked| *asked == request_id).is_some()
    }

    fn refresh_next(&mut self, cx: &mut Context<'_>) {
        while let Some(payout_id) = self.waiting.pop_front() {
            if let Some(request_id) = probe_payout(&payout_id, cx) {
                self.under_way = Some(request_id);
                return;
            }
        }
        self.stop();
    }
}

/// Why no payout can be asked for its status now: where that sets its texts, nothing may be changed.
pub fn why_not_probe(view: &WorkspaceView<'_>) -> Option<String> {
    if is_read_by_id(view) { None } else { view.read_only_reason() }
}

fn is_read_by_id(view: &WorkspaceView<'_>) -> bool {
    view.traits.capabilities.may_retrieve(ResourceKind::Payout) && view.can_read()
}

/// Asks for the status of a payout. The documented way sends description and metadata back as they are known here: while an
/// update is under way that could undo it, and nothing is asked.
pub(super) fn probe_payout(payout_id: &PayoutId, cx: &mut Context<'_>) -> Option<RequestId> {
    if is_read_by_id(&cx.view) {
        return RetrieveRecord::new(ResourceKind::Payout, payout_id.as_str())
            .map(|read| cx.read(ReadOwner::Payouts, Read::Record(read)));
    }
    if payout_is_busy(&cx.view, payout_id).is_some() || cx.read_only_reason().is_some() {
        return None;
    }
    let probe = known_payout(cx.records, payout_id).and_then(|(_, payout)| ProbePayout::of(payout).ok())?;
    Some(cx.read(ReadOwner::Payouts, Read::Payout(probe)))
}
