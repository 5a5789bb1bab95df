//! The actions on a payment (capture, cancel, approve, confirm with the method that is attached): each is confirmed in a dialog.

use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::dialog::Dialog;
use crate::features::toasts::ToastKind;
use crate::operations::{Intent, PaymentPrecondition, Precondition, Submission};
use crate::service_traits::PaymentActionsTrait;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::Money;
use paydesk_domain::payment::{Payment, PaymentAction};
use paydesk_domain::text::visible;

use super::text;
use super::{PaymentDialog, Payments};

/// Whether the action is offered: the payment allows it, and what is held for manual review is approved before it is
/// captured.
pub fn is_offered(view: &WorkspaceView<'_>, payment: &Payment, action: PaymentAction) -> bool {
    let waits_for_review = action == PaymentAction::Capture && view.review_status().is(&payment.status);
    payment.allows(action) && !waits_for_review
}

/// Why nothing can be done to the payment now: an operation is under way, a colleague works on it, or nothing may be
/// changed at all.
pub fn why_not_act(view: &WorkspaceView<'_>, payment_id: &PaymentId) -> Option<String> {
    let busy = view.payment_under_way(payment_id);
    busy.or_else(|| colleague_text(view, payment_id)).or_else(|| view.read_only_reason())
}

/// What a colleague has open on a payment, or on a refund of it.
pub fn colleague_text(view: &WorkspaceView<'_>, payment_id: &PaymentId) -> Option<String> {
    let holder = view.team.holder_of_payment(payment_id)?;
    let (person, description) = (visible(&holder.person, 60), visible(&holder.description, 100));
    Some(format!("{person} is working on it: “{description}” is under way"))
}

/// What a person intends as this service does it: what it captures with an approval is said with its amount, and a
/// payment in review is rejected where it cannot be cancelled.
pub fn as_service_does(view: &WorkspaceView<'_>, payment: &Payment, intent: Intent) -> Intent {
    let other = match &intent {
        Intent::Approve => captured_by_approval(view, payment).map(|amount| Intent::ApproveAndCapture { amount }),
        Intent::Cancel { .. } => is_rejected(view, payment).then_some(Intent::Reject),
        Intent::Capture { .. } | Intent::ApproveAndCapture { .. } | Intent::Reject | Intent::Confirm => None,
    };
    other.unwrap_or(intent)
}

/// Whether the payment is rejected where others are cancelled.
pub fn is_rejected(view: &WorkspaceView<'_>, payment: &Payment) -> bool {
    let actions = &view.traits.payment_actions;
    actions.has(PaymentActionsTrait::ReviewIsRejected) && view.review_status().is(&payment.status)
}

/// What an approval captures, where the service captures with it: what is authorized, else the whole payment, as not every
/// service reports what can be captured of a payment in review.
pub fn captured_by_approval(view: &WorkspaceView<'_>, payment: &Payment) -> Option<Money> {
    let captures = view.traits.payment_actions.has(PaymentActionsTrait::ApprovalCaptures);
    let authorized = payment.amount_capturable.as_ref().filter(|capturable| capturable.minor > 0);
    captures.then(|| authorized.unwrap_or(&payment.amount).clone())
}

impl Payments {
    /// Opens the confirmation of an action, if it is offered and nothing is under way for the payment.
    pub(super) fn ask_action(&self, payment_id: &PaymentId, action: PaymentAction, cx: &mut Context<'_>) {
        let Some((payment, precondition)) = self.actionable(payment_id, action, &cx.view) else { return };
        let dialog = PaymentDialog { action, payment: payment.clone(), precondition, opened_at: cx.now };
        cx.request(FeatureRequest::ShowDialog(Box::new(Dialog::Payment(Box::new(dialog)))));
    }

    /// The payment as it was read, with what an operation on it is compared with; `None` where the action is not offered,
    /// or another operation on the payment is open.
    pub fn actionable(
        &self,
        payment_id: &PaymentId,
        action: PaymentAction,
        view: &WorkspaceView<'_>,
    ) -> Option<(&Payment, PaymentPrecondition)> {
        let detail = self.detail(payment_id)?;
        let payment = detail.value().filter(|payment| is_offered(view, payment, action))?;
        if view.payment_under_way(payment_id).is_some() || view.read_only_reason().is_some() {
            return None;
        }
        let review = view.review_status();
        let known_review = !review.is_assumed() && review.is(&payment.status);
        let precondition = PaymentPrecondition::of(payment, detail.read_at().unwrap_or(view.now));
        Some((payment, precondition.in_review(known_review)))
    }
}

/// The person confirmed the dialog.
pub(crate) fn confirm_action(dialog: PaymentDialog, intent: &Intent, cx: &mut Context<'_>) {
    let intent = as_service_does(&cx.view, &dialog.payment, intent.clone());
    let (payment_id, precondition) = (dialog.payment.payment_id, dialog.precondition);
    match intent.plan(&payment_id, &precondition) {
        Ok(plan) => {
            let id = cx.rng.operation_id();
            cx.submit(Submission { id, plan, precondition: Precondition::Payment(precondition) });
        }
        Err(reason) => cx.toast(ToastKind::Attention, text::not_sent(&reason), Some(payment_id)),
    }
}
