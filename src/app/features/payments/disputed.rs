//! The disputes of payments: those of the inbox, those told by events, and those read of a payment that was received and
//! stays open for a while. Stepping through a list reads none.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};

use crate::api::calls::disputes::{DisputeListFilter, ListDisputes};
use crate::api::calls::payments::PAGE_MAX;
use crate::api::rate_limit::Priority;
use crate::app::features::disputes::DisputeTableRow;
use crate::app::read::{Read, ReadAnswer, RequestId};
use crate::app::route::Route;
use crate::app::state::State;
use crate::domain::dispute::Dispute;
use crate::domain::ids::{DisputeId, PaymentId};

use super::Pages;

/// A payment is open this long before its disputes are read, in milliseconds.
const PAUSE_MS: i64 = 1_000;
/// Most payments whose disputes are remembered; beyond, all are forgotten and read again when they are needed.
const REMEMBERED_MAX: usize = 500;

/// See the module.
#[derive(Debug, Default)]
pub struct Disputed {
    told: BTreeMap<PaymentId, BTreeMap<DisputeId, DisputeTableRow>>,
    /// Payments whose disputes were read whole.
    read: BTreeSet<PaymentId>,
    asked: Option<(PaymentId, RequestId)>,
    /// What went wrong with the last read, of which payment.
    failed: Option<(PaymentId, String)>,
    opened_at: Option<DateTime<Utc>>,
}

/// What is known of the disputes of a payment.
#[derive(Debug)]
pub struct DisputesKnown<'a> {
    /// The newest first.
    pub rows: Vec<&'a DisputeTableRow>,
    /// Whether the service told that these are all.
    pub are_all: bool,
    /// Why they could not be read, in words.
    pub failed: Option<&'a str>,
}

impl Disputed {
    /// Another payment is open since `now`. Gives the read that nobody waits for any more.
    pub(super) fn opened(&mut self, now: DateTime<Utc>) -> Option<RequestId> {
        self.opened_at = Some(now);
        self.failed = None;
        self.asked.take().map(|(_, request_id)| request_id)
    }

    /// What was read may be old: it is read again.
    pub(super) fn read_again(&mut self, payment_id: &PaymentId) {
        self.read.remove(payment_id);
        self.failed = None;
    }

    fn put(&mut self, row: DisputeTableRow) {
        if self.told.len() >= REMEMBERED_MAX {
            self.told.clear();
            self.read.clear();
        }
        let of_payment = self.told.entry(row.dispute.payment_id.clone()).or_default();
        of_payment.insert(row.dispute.dispute_id.clone(), row);
    }

    pub(super) fn clock_jumped(&mut self, by: TimeDelta) {
        self.opened_at = self.opened_at.map(|at| at + by);
    }

    /// The reads under way were dropped, and what was read is of before.
    pub(super) fn reads_dropped(&mut self) {
        self.asked = None;
        self.read.clear();
    }
}

impl State {
    /// The disputes of a payment, as far as they are known.
    pub fn disputes_of_payment<'a>(&'a self, payment_id: &'a PaymentId) -> DisputesKnown<'a> {
        let disputed = &self.workspace.payments.disputed;
        let mut rows: Vec<&DisputeTableRow> =
            disputed.told.get(payment_id).into_iter().flat_map(BTreeMap::values).collect();
        // The inbox follows events and our own files: what it has of one is the newer.
        rows.retain(|row| self.workspace.disputes.find(&row.dispute.dispute_id).is_none());
        rows.extend(self.workspace.disputes.all().iter().filter(|row| row.dispute.payment_id == *payment_id));
        rows.sort_by_key(|row| std::cmp::Reverse(row.dispute.created));
        let are_all = self.inbox_is_whole() || disputed.read.contains(payment_id);
        let failed = disputed.failed.as_ref().filter(|(id, _)| id == payment_id).map(|(_, words)| words.as_str());
        DisputesKnown { rows, are_all, failed }
    }

    fn inbox_is_whole(&self) -> bool {
        let inbox = &self.workspace.disputes;
        // A row that could not be read may be of any payment.
        let has_all = inbox.complete && inbox.unreadable.is_none();
        inbox.pages == Pages::Idle && has_all && inbox.filter == DisputeListFilter::default()
    }

    /// An event told of a dispute.
    pub(in crate::app) fn payment_disputed(&mut self, dispute: Dispute) {
        let draft = self.workspace.drafts.draft(&dispute.dispute_id).cloned();
        let row = DisputeTableRow::prepare(dispute, &self.evidence, draft.as_ref(), self.zone(), self.now);
        self.workspace.payments.disputed.put(row);
    }

    /// Reads the disputes of the open payment, once it has been open for a while.
    pub(in crate::app) fn read_disputes_due(&mut self) {
        let due = self.disputes_read_due().is_some_and(|at| at <= self.now);
        let Some(payment_id) = self.workspace.payments.open.clone().filter(|_| due) else { return };
        let filter = DisputeListFilter { status: None, payment_id: Some(payment_id.clone()) };
        let read = Read::Disputes(ListDisputes { filter, limit: PAGE_MAX, offset: 0 });
        let request_id = self.workspace.reads.ask_fresh(read, Priority::Ordinary, self.now);
        self.workspace.payments.disputed.asked = Some((payment_id, request_id));
    }

    /// When the disputes of the open payment are to be read. Where nothing was received nothing can be disputed.
    pub(in crate::app) fn disputes_read_due(&self) -> Option<DateTime<Utc>> {
        let may_read = self.workspace.profile.is_some() && self.workspace.connection.lock().is_none();
        let (payment_id, remote) =
            self.workspace.payments.open_detail().filter(|_| self.workspace.route == Route::Payments && may_read)?;
        let disputed = &self.workspace.payments.disputed;
        let was_received = remote.value()?.amount_received.as_ref().is_some_and(|received| received.minor > 0);
        let is_known = self.disputes_of_payment_known(payment_id);
        let wanted = was_received && !is_known && disputed.asked.is_none();
        disputed.opened_at.filter(|_| wanted).map(|at| at + TimeDelta::milliseconds(PAUSE_MS))
    }

    fn disputes_of_payment_known(&self, payment_id: &PaymentId) -> bool {
        let disputed = &self.workspace.payments.disputed;
        let has_failed = disputed.failed.as_ref().is_some_and(|(id, _)| id == payment_id);
        has_failed || disputed.read.contains(payment_id) || self.inbox_is_whole()
    }

    /// A list of disputes came: whoever asked for all of one payment, they are known now.
    pub(in crate::app) fn payment_disputes_read(
        &mut self,
        request_id: RequestId,
        list: &ListDisputes,
        answer: &ReadAnswer,
    ) {
        let (Some(payment_id), None) = (&list.filter.payment_id, &list.filter.status) else { return };
        let ReadAnswer::Disputes(result) = answer else { return };
        let asked = self.workspace.payments.disputed.asked.take_if(|(_, asked)| *asked == request_id).is_some();
        match result {
            Ok(page) => {
                let ours = page.rows.iter().filter(|row| row.payment_id == *payment_id);
                let ours: Vec<Dispute> = ours.cloned().collect();
                self.workspace.payments.disputed.told.remove(payment_id);
                ours.into_iter().for_each(|dispute| self.payment_disputed(dispute));
                self.workspace.payments.disputed.read.insert(payment_id.clone());
                match page.unreadable.first() {
                    Some(first) => {
                        self.workspace.payments.disputed.failed = Some((payment_id.clone(), first.to_string()))
                    }
                    None => drop(self.workspace.payments.disputed.failed.take_if(|(id, _)| id == payment_id)),
                }
            }
            Err(error) if asked => self.workspace.payments.disputed.failed = Some((payment_id.clone(), error.what())),
            Err(_) => {}
        }
    }
}
