//! What of a bulk run leaves next, so that the rate limit refuses none of it and a person is never kept waiting.
//!
//! A payment is begun on a read of the last seconds. Most reads are pages of the list, each of which shows many of the
//! payments that come next; where pages show too few of them, or leave out what a capture is checked with, payments are
//! read one by one.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::Context;
use crate::context::request::FeatureRequest;
use crate::operations::{Phase, Submission};
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use paydesk_api::rate_limit::Priority;
use paydesk_api::resources::payments::calls::{ListPayments, PAGE_MAX, PaymentListFilter, RetrievePayment};
use paydesk_api::resources::payments::list_filter::ListMethod;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::{Payment, PaymentRow, PaymentStatus};

use super::fresh::{listed_payment, on_payment, on_payout};
use super::item::{BulkItem, ItemGroup, ItemState};
use super::kind::BulkKind;
use super::ready::{AskedPage, Room};
use super::run::{BulkRun, PauseReason, RunPhase};

/// Operations under way at the same time.
pub const IN_FLIGHT_MAX: usize = 16;
/// Payments that are read one by one at the same time.
const SINGLE_READS_MAX: usize = 8;
/// An item is begun on a read not older than this, in milliseconds: the law allows 5 s, and writing it down takes time.
const FRESH_MS: i64 = 3_500;
/// A page that shows fewer of the items than this was not worth it.
const PAGE_WORTH: usize = 2;
/// How long to wait where the service does not report when its limit is renewed, in milliseconds.
const LOOK_AGAIN_MS: i64 = 1_000;

impl BulkRun {
    /// Begins what may begin now.
    pub(super) fn advance(&mut self, room: Room, cx: &mut Context<'_>) {
        self.pacing.wake_at = None;
        self.note_not_begun(cx);
        let is_coming = cx.profile.is_none() && cx.read_blocker().is_none();
        if self.phase != RunPhase::Running || !cx.is_shown || is_coming {
            return;
        }
        if let Some(why) =
            cx.read_only_reason().or_else(|| (!cx.can_read()).then(|| "The service is not available".to_owned()))
        {
            return self.pause(PauseReason::ReadOnly(why));
        }
        if let Some(reason) = self.failing() {
            return self.pause(reason);
        }
        self.forget_lost_reads(cx);
        if self.a_person_waits(cx) {
            return;
        }
        let mut left = self.calls_left(&room);
        self.begin_ready(&mut left, cx);
        self.begin_others(&mut left, cx);
        self.read_next(&mut left, cx);
        let waits = !self.queue.is_empty() || !self.pacing.ready.is_empty();
        if left == 0 && waits && self.count(ItemGroup::UnderWay) + self.pacing.reads_under_way() == 0 {
            let soon = cx.now + TimeDelta::milliseconds(LOOK_AGAIN_MS);
            self.pacing.wake_at = Some(room.renewed_at.filter(|at| *at > cx.now).unwrap_or(soon));
        }
    }

    /// Calls that the run may make now: what is under way may still need one each.
    fn calls_left(&self, room: &Room) -> usize {
        let under_way = self.count(ItemGroup::UnderWay) + self.pacing.reads_under_way();
        let free = room.calls.map_or(usize::MAX, |calls| calls.saturating_sub(room.margin) as usize);
        free.saturating_sub(under_way)
    }

    /// What a person asked for goes first: nothing new begins while an operation of theirs waits to leave.
    fn a_person_waits(&self, cx: &Context<'_>) -> bool {
        let waits = |phase: &Phase| match phase {
            Phase::Preparing | Phase::Checking { .. } | Phase::AwaitingTurn { .. } | Phase::Starting => true,
            Phase::Undoable { .. } | Phase::Sending { .. } | Phase::Unknown(_) | Phase::NeverSent | Phase::Ended(_) => {
                false
            }
        };
        cx.operations.open().iter().any(|operation| !self.owns(&operation.id) && waits(&operation.phase))
    }

    /// An operation that the journal or its own rules did not let begin is not there.
    fn note_not_begun(&mut self, cx: &Context<'_>) {
        if self.count(ItemGroup::UnderWay) == 0 {
            return;
        }
        let begun: Vec<(usize, bool)> = self.under_way(cx);
        for (index, _) in begun.into_iter().filter(|(_, is_known)| !is_known) {
            self.not_sent(index, "It was not started: check it and try again".to_owned());
        }
    }

    fn under_way(&self, cx: &Context<'_>) -> Vec<(usize, bool)> {
        let is_under_way = |index: &usize| self.item(*index).is_some_and(|(_, state)| *state == ItemState::UnderWay);
        let open = self.begun.iter().copied().filter(is_under_way);
        open.map(|index| {
            let known = self.item(index).is_some_and(|(item, _)| cx.operations.find(&item.operation_id).is_some());
            (index, known)
        })
        .collect()
    }

    fn submit(&mut self, index: usize, left: &mut usize, cx: &mut Context<'_>) {
        let Some((item, _)) = self.item(index) else { return };
        let known = self.pacing.read.get(&item.target);
        let (kind, reason) = (self.kind(), self.stored().reason.clone());
        let submission = match (kind.subject(), known) {
            (ResourceKind::Payout, _) => on_payout(item, &cx.view),
            (_, Some(read)) => on_payment((kind, &reason), item, (read.at, &read.payment), &cx.view),
            (_, None) => return self.queue.push_front(index),
        };
        let is_free = |submission: Submission| match cx.view.under_way(&submission.plan.target) {
            Some(why) => Err(why),
            None => Ok(submission),
        };
        match submission.and_then(is_free) {
            Ok(submission) => {
                *left = left.saturating_sub(if kind.subject() == ResourceKind::Payout { 2 } else { 1 });
                self.set(index, ItemState::UnderWay);
                self.begun.push_back(index);
                cx.submit(submission);
            }
            Err(why) => {
                let target = item.target.clone();
                self.pacing.forget(&target);
                self.not_sent(index, why);
            }
        }
    }

    fn may_begin(&self, left: usize) -> bool {
        left > 0 && self.count(ItemGroup::UnderWay) < IN_FLIGHT_MAX
    }

    /// Begins the items whose payment was just read.
    fn begin_ready(&mut self, left: &mut usize, cx: &mut Context<'_>) {
        let mut stale = Vec::new();
        while self.may_begin(*left) {
            let Some(index) = self.pacing.ready.pop_front() else { break };
            let Some((item, ItemState::Waiting)) = self.item(index) else { continue };
            let target = item.target.clone();
            let is_fresh = self.pacing.read.get(&target).is_some_and(|read| is_fresh(read.at, cx.now));
            if is_fresh {
                self.submit(index, left, cx);
            } else {
                self.pacing.forget(&target);
                stale.push(index);
            }
        }
        if !stale.is_empty() {
            // More were read than could be begun in time.
            self.pacing.page_reach.narrow();
        }
        stale.into_iter().rev().for_each(|index| self.queue.push_front(index));
    }

    /// Begins what no read of ours comes before: payouts, and what was prepared before a crash.
    fn begin_others(&mut self, left: &mut usize, cx: &mut Context<'_>) {
        let payouts = self.kind().subject() == ResourceKind::Payout;
        while *left > 1 && self.may_begin(*left) {
            let Some(index) = self.queue.front().copied() else { return };
            let Some((item, state)) = self.item(index) else { return };
            match state {
                ItemState::Prepared => {
                    let id = item.operation_id.clone();
                    self.queue.pop_front();
                    self.set(index, ItemState::UnderWay);
                    self.begun.push_back(index);
                    *left = left.saturating_sub(2);
                    cx.request(FeatureRequest::SendPrepared(id));
                }
                ItemState::Waiting if payouts => {
                    self.queue.pop_front();
                    self.submit(index, left, cx);
                }
                ItemState::Waiting => return,
                ItemState::UnderWay | ItemState::Unknown | ItemState::Ended(_) => {
                    self.queue.pop_front();
                }
            }
        }
    }

    /// Reads the payments that come next, while those that were read are being worked on.
    fn read_next(&mut self, left: &mut usize, cx: &mut Context<'_>) {
        if self.kind().subject() != ResourceKind::Payment {
            return;
        }
        while *left > 1 && self.pacing.ready.len() + self.pacing.singles.len() < IN_FLIGHT_MAX {
            if self.pacing.page.is_some() {
                return;
            }
            let Some(index) = self.queue.front().copied() else { return };
            let Some((item, ItemState::Waiting)) = self.item(index) else { return };
            match self.page_from(index, *left, cx) {
                Some(list) => {
                    let limit = list.limit as usize;
                    let request_id =
                        cx.reads.ask_fresh(ReadOwner::Bulk, Read::Payments(list), Priority::Ordinary, cx.view.now);
                    self.pacing.page = Some(AskedPage { request_id, first: index, limit });
                    *left -= 1;
                }
                None if self.pacing.singles.len() < SINGLE_READS_MAX => {
                    let payment_id = PaymentId::new(item.target.as_str());
                    self.queue.pop_front();
                    let request_id = cx.read_fresh(ReadOwner::Bulk, Read::Payment(RetrievePayment { payment_id }));
                    self.pacing.singles.insert(request_id, index);
                    *left = left.saturating_sub(2);
                }
                None => return,
            }
        }
    }

    /// The page of the list that ends with this item, the oldest of the queue, where such a page is worth asking for.
    fn page_from(&self, index: usize, left: usize, cx: &Context<'_>) -> Option<ListPayments> {
        let form = cx.traits.payment_list.form();
        let (item, _) = self.item(index)?;
        let fewest = self.queue.len().min(self.pacing.page_reach.items());
        let is_alone = fewest < PAGE_WORTH || self.pacing.apart.contains(&index);
        let can_ask = form.asks_created && form.method == ListMethod::Post && self.pacing.pages_are_worth_it();
        // A list shows neither refunds nor disputes.
        let can_ask = can_ask && self.kind() != BulkKind::Refund;
        let created = item.created.filter(|_| can_ask && !is_alone)?;
        let status = PaymentStatus::from_word(&item.seen_status);
        // No more rows than there is room to begin before they are old.
        let limit = u32::try_from(left - 1).unwrap_or(u32::MAX).min(PAGE_MAX);
        let covered = self.queue.iter().take(self.pacing.page_reach.items().min(limit as usize));
        let times = || covered.clone().filter_map(|index| self.item(*index)?.0.created);
        let (oldest, newest) = (times().min().unwrap_or(created), times().max()?);
        let filter = PaymentListFilter {
            status: Some(status).filter(|status| PaymentStatus::FILTERABLE.contains(status)),
            created_gte: Some(oldest - TimeDelta::milliseconds(1)),
            created_lte: Some(newest + TimeDelta::milliseconds(1)),
            ..PaymentListFilter::default()
        };
        Some(ListPayments { filter, limit, offset: 0, after: None, form })
    }

    /// A page came. Rows that are `not_read` stand in it as they are remembered.
    pub(super) fn page_answered(
        &mut self,
        request_id: RequestId,
        rows: Option<&[PaymentRow]>,
        not_read: &[PaymentId],
        asked_at: DateTime<Utc>,
        now: DateTime<Utc>,
    ) {
        let Some(asked) = self.pacing.page.take_if(|page| page.request_id == request_id) else { return };
        let Some(rows) = rows else {
            // Read one by one: the same failure is then that of a payment.
            self.pacing.poor_pages += 1;
            return;
        };
        if rows.len() >= asked.limit && !rows.iter().any(|row| self.is_of(asked.first, row)) {
            // Others lie between: the oldest are not on the page.
            self.pacing.page_reach.narrow();
            return;
        }
        self.pacing.page_reach.note_good(rows.len() * 2 <= asked.limit);
        let read = rows.iter().filter(|row| !not_read.contains(&row.payment_id));
        let known: HashMap<&str, &PaymentRow> = read.map(|row| (row.payment_id.as_str(), row)).collect();
        let mut shown = 0;
        let queued = self.queue.len();
        for _ in 0..queued {
            let Some(index) = self.queue.pop_front() else { break };
            let shows = |(item, state): (&BulkItem, &ItemState)| {
                let row = known.get(item.target.as_str()).filter(|_| *state == ItemState::Waiting)?;
                listed_payment(item, row)
            };
            match self.item(index).and_then(shows) {
                Some(payment) => {
                    self.pacing.learn(index, payment, asked_at, now);
                    shown += 1;
                }
                None => self.queue.push_back(index),
            }
        }
        if self.queue.contains(&asked.first) {
            self.pacing.apart.insert(asked.first);
        }
        self.pacing.poor_pages = if shown < PAGE_WORTH { self.pacing.poor_pages + 1 } else { 0 };
    }

    fn is_of(&self, index: usize, row: &PaymentRow) -> bool {
        self.item(index).is_some_and(|(item, _)| item.target == row.payment_id.as_str())
    }

    /// A payment was read, if it was asked for here.
    pub(super) fn payment_answered(
        &mut self,
        request_id: RequestId,
        read: Result<&Payment, String>,
        asked_at: DateTime<Utc>,
        now: DateTime<Utc>,
    ) {
        let Some(index) = self.pacing.singles.remove(&request_id) else { return };
        match read {
            Ok(payment) => self.pacing.learn(index, payment.clone(), asked_at, now),
            Err(why) => self.not_sent(index, why),
        }
    }

    /// Reads that were given up are asked for again when their items' turn comes.
    fn forget_lost_reads(&mut self, cx: &Context<'_>) {
        self.pacing.page.take_if(|page| !cx.reads.is_open(page.request_id));
        let lost: Vec<RequestId> =
            self.pacing.singles.keys().copied().filter(|asked| !cx.reads.is_open(*asked)).collect();
        for request_id in lost {
            if let Some(index) = self.pacing.singles.remove(&request_id) {
                self.queue.push_front(index);
            }
        }
    }
}

fn is_fresh(at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    (0..=FRESH_MS).contains(&(now - at).num_milliseconds())
}
