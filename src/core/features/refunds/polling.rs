//! The status of a pending refund. Where the service has a call that reads a refund, it is read, and where it shows refunds
//! within their payment, the payment is. Elsewhere the request that made the refund is sent once more: the specification
//! has no other call, and under its `refund_id` the same request is the same refund
//! ([API reference](paydesk_api::resources::refunds::reference)).
//!
//! The repeated request changes nothing as long as the service knows the id, and for how long that is it does not say. So it is asked only of
//! a refund that is pending, only within 24 hours, never from a read-only profile, and always as an operation in the
//! journal. What ends later is reported by webhook.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::{Context, WorkspaceView};
use crate::features::team::TeamLink;
use crate::features::toasts::ToastKind;
use crate::operations::resolution_schedule::REFUND_REPEATS_END_S;
use crate::operations::{OperationPlan, Precondition, Submission};
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use crate::records::{Author, CachedRecord};
use paydesk_api::error::CallError;
use paydesk_api::record_reads::RetrieveRecord;
use paydesk_api::resources::payments::calls::RetrievePayment;
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::refund::RefundStatus;

use super::text;

/// When it is asked by itself, in seconds after the refund was made.
const ASKED_AFTER_S: [i64; 4] = [5, 15, 60, 120];

/// What was asked in this run.
#[derive(Debug, Default)]
pub struct RefundPolling {
    /// When a refund was asked for last, by its id.
    asked_at: BTreeMap<String, DateTime<Utc>>,
    /// A person asked by this operation: a toast says what came of it.
    by_person: Option<OperationId>,
    /// A person asked by this read of the refund of this id.
    read_for_person: Option<(RequestId, String)>,
}

impl RefundPolling {
    /// Whether a person waits for the end of this operation.
    pub(crate) fn is_by_person(&self, id: &OperationId) -> bool {
        self.by_person.as_ref() == Some(id)
    }

    /// Whether a person waited for the end of this operation: true once.
    pub(crate) fn take_user_request(&mut self, id: &OperationId) -> bool {
        self.by_person.take_if(|asked| asked == id).is_some()
    }

    /// A person asks for the status of a refund.
    pub(super) fn check_status(&mut self, id: &str, cx: &mut Context<'_>) {
        let known = cx.view.records.find(ResourceKind::Refund, id);
        let Some(known) = known else { return };
        if let Some(read) = status_read(&cx.view, known) {
            let request_id = self.ask(&known.record.id, read, cx);
            self.read_for_person = Some((request_id, id.to_owned()));
            return;
        }
        let Some(submission) = self.status_check(known, cx) else { return };
        self.by_person = Some(submission.id.clone());
        cx.submit(submission);
    }

    /// A refund is opened: one that may have gone on is read, where the service reads refunds by their ids.
    pub(super) fn opened(&mut self, id: &str, cx: &mut Context<'_>) {
        let may_read = is_read_by_id(&cx.view) && cx.can_read();
        let known = cx.view.records.find(ResourceKind::Refund, id).filter(|_| may_read);
        let stale = known.filter(|known| may_go_on(known) && !known.record.was_just_reported(cx.now));
        if let Some(read) = stale.and_then(|known| status_read(&cx.view, known)) {
            self.ask(id, read, cx);
        }
    }

    /// Asks for the pending refunds that are due.
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>) {
        let now = cx.now;
        let due = self.polled(cx.view).filter(|(_, at)| *at <= now).map(|(known, _)| known);
        // Asking is an operation on the payment, of which one at a time is under way.
        let mut payments: BTreeSet<&PaymentId> = BTreeSet::new();
        let due = due.filter(|known| known.record.payment_id.as_ref().is_none_or(|id| payments.insert(id)));
        let due: Vec<&CachedRecord> = due.collect();
        for known in due {
            if let Some(read) = status_read(&cx.view, known) {
                self.ask(&known.record.id, read, cx);
            } else if let Some(submission) = self.status_check(known, cx) {
                cx.submit(submission);
            }
        }
    }

    fn ask(&mut self, refund_id: &str, read: Read, cx: &mut Context<'_>) -> RequestId {
        self.asked_at.insert(refund_id.to_owned(), cx.now);
        cx.read_fresh(ReadOwner::Refunds, read)
    }

    /// A refund was read by its id; what went wrong is said to the person who asked.
    pub(crate) fn answered(&mut self, request_id: RequestId, error: Option<&CallError>, cx: &mut Context<'_>) {
        let asked = self.read_for_person.take_if(|(asked, _)| *asked == request_id);
        if let Some(error) = error.filter(|_| asked.is_some()) {
            cx.toast(ToastKind::Attention, text::status_could_not_be_read(error.what()), None);
        }
    }

    /// The service does not read a refund by its id: a person who asked is answered in another way.
    pub(crate) fn ask_otherwise(&mut self, request_id: RequestId, cx: &mut Context<'_>) {
        if let Some((_, id)) = self.read_for_person.take_if(|(asked, _)| *asked == request_id) {
            self.check_status(&id, cx);
        }
    }

    /// When the next pending refund is asked for by itself.
    pub fn next_due(&self, view: WorkspaceView<'_>) -> Option<DateTime<Utc>> {
        self.polled(view).map(|(_, at)| at).min()
    }

    /// The refunds that are asked for by themselves, with when each is next. Only new ones are looked at: this is asked
    /// with every frame.
    fn polled<'a>(&self, view: WorkspaceView<'a>) -> impl Iterator<Item = (&'a CachedRecord, DateTime<Utc>)> {
        let oldest = view.now - TimeDelta::seconds(ASKED_AFTER_S[ASKED_AFTER_S.len() - 1] * 2);
        let new = view.records.of(ResourceKind::Refund).take_while(move |known| known.record.made_at > oldest);
        let may_ask = view.can_read();
        let asks =
            move |known: &&CachedRecord| is_asked_here(&view, known) && why_not_ask_refund(&view, known).is_none();
        new.filter(move |known| may_ask && is_pending(known) && asks(known))
            .filter_map(|known| Some((known, self.polled_next(known)?)))
    }

    fn polled_next(&self, known: &CachedRecord) -> Option<DateTime<Utc>> {
        let record = &known.record;
        let asked_at = self.asked_at.get(&record.id);
        let last = asked_at.copied().unwrap_or(record.made_at).max(record.reported_at);
        let steps = ASKED_AFTER_S.into_iter().map(|after| record.made_at + TimeDelta::seconds(after));
        steps.into_iter().find(|step| *step > last)
    }

    fn status_check(&mut self, known: &CachedRecord, cx: &mut Context<'_>) -> Option<Submission> {
        if why_not_ask_refund(&cx.view, known).is_some() {
            return None;
        }
        let plan = status_plan(known)?;
        self.asked_at.insert(known.record.id.clone(), cx.now);
        Some(Submission { id: cx.rng.operation_id(), plan, precondition: Precondition::Nothing })
    }
}

/// Of a team, the desk that made a refund asks for its status, and shares the answer with the others.
fn is_asked_here(view: &WorkspaceView<'_>, known: &CachedRecord) -> bool {
    let made_here = |author: &Author| view.operations.find(&author.operation_id).is_some();
    *view.team.link() == TeamLink::NotJoined || known.record.made_by.as_ref().is_some_and(made_here)
}

/// The read that says the status of the refund, where there is one.
fn status_read(view: &WorkspaceView<'_>, known: &CachedRecord) -> Option<Read> {
    if is_read_by_id(view) {
        return RetrieveRecord::new(ResourceKind::Refund, known.record.id.clone()).map(Read::Record);
    }
    let payment_id = known.record.payment_id.clone().filter(|_| view.records.refunds_are_in_payments)?;
    Some(Read::Payment(RetrievePayment { payment_id }))
}

fn is_read_by_id(view: &WorkspaceView<'_>) -> bool {
    view.traits.capabilities.may_retrieve(ResourceKind::Refund)
}

/// Why it cannot be asked for the status of a refund; `None` where it can.
pub fn why_not_ask_refund(view: &WorkspaceView<'_>, known: &CachedRecord) -> Option<String> {
    let record = &known.record;
    if is_read_by_id(view) || is_pending(known) && status_read(view, known).is_some() {
        return None;
    }
    if status_plan(known).is_none() || record.made_by.is_none() {
        return Some("Not created in Paydesk: only a webhook event reports its result".to_owned());
    }
    if !is_pending(known) {
        return Some("Not pending: its status is final unless a webhook event reports another".to_owned());
    }
    if view.now - record.made_at >= TimeDelta::seconds(REFUND_REPEATS_END_S) {
        return Some(
            "Created more than 24 hours ago. Checking its status sends the refund again under its ID, \
            and the service may no longer know that ID: it could refund a second time. Check it at \
            the service."
                .to_owned(),
        );
    }
    let busy = || view.refund_under_way(record.payment_id.as_ref()?);
    view.read_only_reason().or_else(busy)
}

fn status_plan(known: &CachedRecord) -> Option<OperationPlan> {
    OperationPlan::refund_status(known.record.sent.as_deref()?, known.record.asked.as_ref()?)
}

/// Whether it is not known to be done or failed.
fn may_go_on(known: &CachedRecord) -> bool {
    let status = known.refund().and_then(|refund| refund.status.as_ref());
    !matches!(status, Some(RefundStatus::Succeeded | RefundStatus::Failed))
}

fn is_pending(known: &CachedRecord) -> bool {
    known.refund().is_some_and(|refund| refund.status.as_ref().is_some_and(RefundStatus::is_open))
}
