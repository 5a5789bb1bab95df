//! Payments that are read before a plan is shown, because too little is known of them: one by one, within the rate limit.

use std::collections::{HashMap, VecDeque};

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::Context;
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use paydesk_api::resources::payments::calls::RetrievePayment;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::Payment;

use super::kind::BulkKind;
use super::ready::Room;
use super::wanted::WantedRun;

/// Payments that are read at the same time.
const READS_MAX: usize = 8;
/// How long to wait where the service does not report when its limit is renewed, in milliseconds.
const LOOK_AGAIN_MS: i64 = 1_000;

/// What is planned once it was read.
#[derive(Debug)]
pub struct PlanReads {
    pub(super) wanted: WantedRun,
    waiting: VecDeque<PaymentId>,
    asked: HashMap<RequestId, PaymentId>,
    results: HashMap<PaymentId, Result<Payment, String>>,
    all: usize,
    wake_at: Option<DateTime<Utc>>,
}

impl PlanReads {
    pub(super) fn new(wanted: WantedRun, to_read: Vec<PaymentId>) -> Self {
        let (asked, results) = (HashMap::new(), HashMap::new());
        Self { wanted, all: to_read.len(), waiting: to_read.into(), asked, results, wake_at: None }
    }

    pub fn kind(&self) -> BulkKind {
        self.wanted.kind
    }

    /// How many payments are read.
    pub fn all(&self) -> usize {
        self.all
    }

    /// How many of them were read, or could not be.
    pub fn done(&self) -> usize {
        self.results.len()
    }

    /// When it goes on by itself.
    pub(super) fn wake_at(&self) -> Option<DateTime<Utc>> {
        self.wake_at
    }

    pub(super) fn is_done(&self) -> bool {
        self.waiting.is_empty() && self.asked.is_empty()
    }

    /// What was read of a payment, or why it was not.
    pub(super) fn result(&self, payment_id: &PaymentId) -> Option<Result<&Payment, &str>> {
        self.results.get(payment_id).map(|result| result.as_ref().map_err(String::as_str))
    }

    /// Asks for what the rate limit has room for.
    pub(super) fn advance(&mut self, room: Room, cx: &mut Context<'_>) {
        self.wake_at = None;
        let lost = self.asked.extract_if(|request_id, _| !cx.reads.is_open(*request_id));
        self.waiting.extend(lost.map(|(_, payment_id)| payment_id));
        let free = room.calls.map_or(usize::MAX, |calls| calls.saturating_sub(room.margin) as usize);
        let mut left = free.saturating_sub(self.asked.len());
        while left > 0 && self.asked.len() < READS_MAX {
            let Some(payment_id) = self.waiting.pop_front() else { return };
            let request_id =
                cx.read_fresh(ReadOwner::Bulk, Read::Payment(RetrievePayment { payment_id: payment_id.clone() }));
            self.asked.insert(request_id, payment_id);
            left -= 1;
        }
        if self.asked.is_empty() && !self.waiting.is_empty() {
            let soon = cx.now + TimeDelta::milliseconds(LOOK_AGAIN_MS);
            self.wake_at = Some(room.renewed_at.filter(|at| *at > cx.now).unwrap_or(soon));
        }
    }

    /// Nothing more is waited for.
    pub(super) fn leave_unread(&mut self) {
        let unread = self.waiting.drain(..).chain(self.asked.drain().map(|(_, payment_id)| payment_id));
        self.results.extend(
            unread.map(|payment_id| (payment_id, Err("the plan was shown before this payment loaded".to_owned()))),
        );
    }

    /// A payment was read, if it was asked for here.
    pub(super) fn answered(&mut self, request_id: RequestId, read: Result<&Payment, String>) {
        if let Some(payment_id) = self.asked.remove(&request_id) {
            self.results.insert(payment_id, read.cloned());
        }
    }
}
