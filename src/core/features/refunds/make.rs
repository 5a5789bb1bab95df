//! Makes a refund: opens the dialog, and sends what was confirmed in it.

use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::dialog::Dialog;
use crate::features::payments::Payments;
use crate::operations::{OperationPlan, PaymentPrecondition, Precondition, ResourceKind, Submission};
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use crate::records::Records;
use crate::service_traits::PaymentActionsTrait;
use paydesk_api::input::{CreateRefundInput, InputError, Rule};
use paydesk_api::resources::disputes::calls::{DisputeListFilter, ListDisputes};
use paydesk_api::resources::payments::calls::PAGE_MAX;
use paydesk_api::resources::refunds::calls::CreateRefund;
use paydesk_domain::ids::{PaymentId, RefundId};
use paydesk_domain::payment::{Payment, PaymentStatus};

use super::refundable::refundable_balance;
use super::text;
use super::{DisputesRead, RefundDialog};

/// Why a payment in this status takes no refund, whatever was received for it; `None` where it may take one.
pub fn why_not_in_status(view: &WorkspaceView<'_>, payment: &Payment) -> Option<&'static str> {
    let refunds_captured_alone = view.traits.payment_actions.has(PaymentActionsTrait::RefundedOnceCaptured);
    if payment.status == PaymentStatus::CancelledPostCapture {
        return Some("It was reversed after capture: nothing is left to refund");
    }
    let is_captured = matches!(payment.status, PaymentStatus::Succeeded | PaymentStatus::PartiallyCaptured);
    (refunds_captured_alone && !is_captured)
        .then_some("The service only refunds payments that are Succeeded or Partially captured")
}

/// Whether something was received that was not reversed.
pub fn is_refundable(payment: &Payment) -> bool {
    payment.status != PaymentStatus::CancelledPostCapture
        && payment.amount_received.as_ref().is_some_and(|received| received.minor > 0)
}

/// Why no refund of this payment can be made now; `None` where one can.
pub fn why_not_refund(view: &WorkspaceView<'_>, payment: &Payment) -> Option<String> {
    if let Some(reason) = view.read_only_reason() {
        return Some(reason);
    }
    if let Some(reason) = view.refund_under_way(&payment.payment_id) {
        return Some(reason);
    }
    let balance = refundable_balance(view, payment);
    if balance.received.minor == 0 {
        return Some("Nothing was received for this payment".to_owned());
    }
    if let Some(reason) = why_not_in_status(view, payment) {
        return Some(reason.to_owned());
    }
    (balance.remaining.minor == 0).then(|| text::full_is_already_refunded(&balance.received))
}

/// Why a refund cannot get this id; `None` where no other is known to have it.
pub fn why_not_refund_id(records: &Records, refund_id: &RefundId) -> Option<&'static str> {
    let known = records.find(ResourceKind::Refund, refund_id.as_str());
    known.map(|_| "Another refund has this ID: choose a new one")
}

/// Opens the dialog, and reads whether the payment is disputed.
pub(super) fn ask_refund(payments: &Payments, payment_id: &PaymentId, cx: &mut Context<'_>) {
    let Some(detail) = payments.detail(payment_id) else { return };
    let (Some(payment), read_at) = (detail.value().cloned(), detail.read_at()) else { return };
    if why_not_refund(&cx.view, &payment).is_some() {
        return;
    }
    let operation_id = cx.rng.operation_id();
    let refund_id = RefundId::new(format!("ref_{}", operation_id.random_part()));
    let asked = (read_disputes(payment_id, cx), cx.now);
    let given_back = refundable_balance(&cx.view, &payment).given_back_minor();
    let seen = PaymentPrecondition::of(&payment, read_at.unwrap_or(cx.now));
    let precondition = seen.with_refunded(given_back, &payment);
    let disputes = DisputesRead::Reading;
    let dialog = RefundDialog { operation_id, refund_id, payment, precondition, disputes, asked, opened_at: cx.now };
    cx.request(FeatureRequest::ShowDialog(Box::new(Dialog::Refund(Box::new(dialog)))));
}

/// Reads the disputes again while the dialog stays open, if they were read a while ago: one may have been opened since.
pub(crate) fn read_disputes_again(dialog: &mut RefundDialog, cx: &mut Context<'_>) {
    if dialog.next_due().is_some_and(|at| at <= cx.now) {
        dialog.asked = (read_disputes(&dialog.payment.payment_id, cx), cx.now);
    }
}

/// Asks the service for the disputes of a payment.
fn read_disputes(payment_id: &PaymentId, cx: &mut Context<'_>) -> RequestId {
    let filter = DisputeListFilter { status: None, payment_id: Some(payment_id.clone()) };
    cx.read_fresh(
        ReadOwner::RefundDialog,
        Read::Disputes(ListDisputes { filter, limit: PAGE_MAX, offset: 0, by_body: false }),
    )
}

/// The person confirmed the dialog, whose payment it is. Without an id of the person's, the refund has that of the dialog.
pub(crate) fn confirm_refund(dialog: RefundDialog, input: CreateRefundInput, cx: &mut Context<'_>) {
    let payment_id = dialog.payment.payment_id;
    let refund_id = if input.refund_id.as_str().is_empty() { dialog.refund_id } else { input.refund_id };
    if let Some(why) = why_not_refund_id(cx.view.records, &refund_id) {
        return cx.report_not_sent(&[InputError::new("refund_id", Rule::sentence(why))], Some(payment_id));
    }
    let input = CreateRefundInput { payment_id: payment_id.clone(), refund_id, ..input };
    match CreateRefund::new(dialog.operation_id.clone(), input) {
        Ok(call) => {
            let (plan, precondition) = (OperationPlan::of(&call), Precondition::Payment(dialog.precondition));
            cx.submit(Submission { id: dialog.operation_id, plan, precondition });
        }
        Err(errors) => cx.report_not_sent(&errors, Some(payment_id)),
    }
}
