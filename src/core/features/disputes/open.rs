//! The dispute that is open beside the list: its payment and its customer are read with it, and it is kept current while
//! the bank decides.

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::features::record_lists::learn;
use crate::operations::{Operation, Precondition};
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use crate::route::Route;
use paydesk_api::endpoints::ReadEndpoint;
use paydesk_api::error::CallError;
use paydesk_api::operation::Endpoint;
use paydesk_api::resources::customers::calls::RetrieveCustomer;
use paydesk_api::resources::disputes::calls::{DisputeListFilter, ListDisputes};
use paydesk_api::resources::disputes::retrieve::RetrieveDispute;
use paydesk_api::resources::payments::calls::PAGE_MAX;
use paydesk_domain::dispute::{Dispute, DisputeStatus};
use paydesk_domain::evidence::{EvidenceField, EvidenceFile};
use paydesk_domain::ids::{CustomerId, DisputeId, PaymentId};
use paydesk_domain::operation::ResourceKind;

use super::{DisputeTableRow, Disputes, Evidence};

/// The open dispute is read again this often while the bank decides, in seconds.
const POLL_S: i64 = 10;

impl Disputes {
    /// A person goes to the panel. Where it is shown already, the inbox is meant.
    pub(super) fn gone_to(&mut self, from: Route, evidence: &mut Evidence<'_>, cx: &mut Context<'_>) {
        if from == Route::List(ResourceKind::Dispute) {
            self.close_open(evidence, cx);
            self.inbox.shows_library = false;
            self.leave_narrowed(evidence, cx);
        }
        self.show_inbox(evidence, cx);
    }

    /// Opens a dispute beside the list, with its payment read.
    pub(super) fn open(&mut self, dispute_id: DisputeId, evidence: &mut Evidence<'_>, cx: &mut Context<'_>) {
        self.show_inbox(evidence, cx);
        self.inbox.shows_library = false;
        evidence.drafts.save_now(cx);
        self.review = None;
        if self.open.id.as_ref() != Some(&dispute_id) {
            self.forget_failed_upload(None);
            self.open.request_id = None;
        }
        self.open.place = self.position(&dispute_id).unwrap_or_default();
        self.open.id = Some(dispute_id);
        if let Some(row) = self.open_row() {
            cx.request(FeatureRequest::ReadPayment(row.dispute.payment_id.clone()));
        }
        self.read_missing(cx);
        self.read_evidence(cx);
    }

    /// Asks for the open dispute by its id where the list does not have it: it was not read to its end, or leaves it out.
    pub(super) fn read_missing(&mut self, cx: &mut Context<'_>) {
        let missing = self.open.id.as_ref().filter(|id| self.find(id).is_none()).cloned();
        let may_ask = cx.traits.capabilities.may_offer(ReadEndpoint::RetrieveDispute) && cx.can_read();
        if let Some(dispute_id) = missing.filter(|_| may_ask && self.open.request_id.is_none()) {
            self.open.request_id =
                Some(cx.read_fresh(ReadOwner::Disputes, Read::Dispute(RetrieveDispute { dispute_id })));
        }
    }

    /// Whether the open dispute is read by itself.
    pub fn is_reading_open(&self) -> bool {
        self.open.request_id.is_some()
    }

    /// A dispute was read by its id.
    pub(crate) fn dispute_answered(
        &mut self,
        request_id: RequestId,
        result: Result<Dispute, CallError>,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
    ) {
        learn(ReadEndpoint::RetrieveDispute, result.as_ref().err(), cx);
        let is_of_open = self.open.request_id.take_if(|asked| *asked == request_id).is_some();
        if let Ok(dispute) = result
            && is_of_open
        {
            cx.request(FeatureRequest::ReadPayment(dispute.payment_id.clone()));
            self.put(dispute, evidence, cx);
            self.order(evidence, cx);
        }
    }

    /// Asks a service that takes files for those of the open dispute.
    fn read_evidence(&mut self, cx: &mut Context<'_>) {
        if let Some(dispute_id) = self.open.id.clone() {
            self.open.evidence.read(dispute_id, cx);
        }
    }

    /// The files of a dispute's evidence came.
    pub(crate) fn evidence_answered(
        &mut self,
        request_id: RequestId,
        result: Result<Vec<EvidenceFile>, CallError>,
        cx: &mut Context<'_>,
    ) {
        self.open.evidence.answered(request_id, result, cx);
    }

    /// The file that the service has in a field of a dispute.
    pub fn file_at_service(&self, dispute_id: &DisputeId, field: EvidenceField) -> Option<&EvidenceFile> {
        self.open.evidence.file(dispute_id, field)
    }

    /// The rows have moved: the open dispute may be elsewhere among them.
    pub(super) fn follow_place(&mut self) {
        if let Some(place) = self.open.id.as_ref().and_then(|id| self.position(id)) {
            self.open.place = place;
        }
    }

    /// A customer was read: the rows of their disputes are found by what the customer is called.
    pub(crate) fn customer_read(&mut self, id: &CustomerId, evidence: &Evidence<'_>, cx: &mut Context<'_>) {
        let is_theirs = |row: &&DisputeTableRow| row.customer_id == id.as_str();
        let theirs = self.all().iter().filter(is_theirs).map(|row| row.dispute.dispute_id.clone());
        let theirs: Vec<DisputeId> = theirs.collect();
        theirs.iter().for_each(|id| self.prepare_row_again(id, evidence, cx));
    }

    pub(super) fn close_open(&mut self, evidence: &mut Evidence<'_>, cx: &mut Context<'_>) {
        self.open.id = None;
        self.review = None;
        self.forget_failed_upload(None);
        evidence.drafts.save_now(cx);
    }

    /// A payment was read: where it is the one behind the open dispute its customer is read too, unless known here.
    pub(crate) fn payment_read(&mut self, payment_id: &PaymentId, evidence: &Evidence<'_>, cx: &mut Context<'_>) {
        // Their rows are found by its customer from now on.
        let of_payment: Vec<DisputeId> = self.of_payment(payment_id).map(|it| it.dispute_id.clone()).collect();
        of_payment.iter().for_each(|id| self.prepare_row_again(id, evidence, cx));
        let is_of_open = self.open_row().is_some_and(|row| row.dispute.payment_id == *payment_id);
        let payment = (evidence.payments)(payment_id).filter(|_| is_of_open);
        let Some(customer_id) = payment.and_then(|payment| payment.customer_id.clone()) else { return };
        if cx.can_read() && !cx.records.has_read_customer(&customer_id) {
            cx.read(ReadOwner::Everyone, Read::Customer(RetrieveCustomer { customer_id }));
        }
    }

    /// Reads the open dispute again.
    pub(super) fn read_open(&mut self, cx: &mut Context<'_>) {
        let Some(row) = self.open_row().filter(|_| cx.can_read()) else { return };
        let payment_id = row.dispute.payment_id.clone();
        self.open.request_id = Some(cx.read_fresh(ReadOwner::Disputes, disputes_of(payment_id.clone())));
        self.open.read_at = Some(cx.now);
        cx.request(FeatureRequest::ReadPayment(payment_id));
    }

    /// While the bank decides about the open dispute, it is read again.
    pub(crate) fn poll_open(&mut self, cx: &mut Context<'_>) {
        if self.poll_due(cx).is_some_and(|at| at <= cx.now) {
            self.read_open(cx);
        }
    }

    /// When the open dispute is to be read again.
    pub(crate) fn poll_due(&self, view: &WorkspaceView<'_>) -> Option<DateTime<Utc>> {
        let row = self.open_row().filter(|_| view.route == Route::List(ResourceKind::Dispute))?;
        let bank_decides = row.dispute.status == DisputeStatus::Challenged && view.can_read();
        let is_due = self.open.request_id.is_none() && bank_decides;
        let last = self.open.read_at.or(self.inbox.reading.read_at)?;
        is_due.then(|| last + TimeDelta::seconds(POLL_S))
    }

    /// A submission has ended: its dispute and the count of the sidebar are read again, so that they show what the service
    /// now has. Another dispute may be open by then.
    pub(crate) fn read_submitted(&mut self, operation: &Operation, cx: &mut Context<'_>) {
        if operation.plan.endpoint != Endpoint::SubmitEvidence || !cx.is_shown {
            return;
        }
        self.count(cx);
        if self.open.id.as_ref().map(DisputeId::as_str) == Some(&operation.plan.target.resource) {
            self.read_open(cx);
            self.read_evidence(cx);
        } else if let Precondition::Dispute(before) = &operation.precondition
            && cx.can_read()
        {
            cx.read_fresh(ReadOwner::Disputes, disputes_of(before.payment_id.clone()));
        }
    }
}

/// The read of a dispute: the service lists by payment, and has no other way.
fn disputes_of(payment_id: PaymentId) -> Read {
    let filter = DisputeListFilter { status: None, payment_id: Some(payment_id) };
    Read::Disputes(ListDisputes { filter, limit: PAGE_MAX, offset: 0, by_body: false })
}
