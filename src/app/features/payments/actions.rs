//! The actions on a payment (capture, cancel, approve, confirm with the method that is attached): each is confirmed in a dialog.

use crate::app::context::Context;
use crate::app::dialog::Dialog;
use crate::app::feature_request::FeatureRequest;
use crate::app::features::toasts::ToastKind;
use crate::app::operations::{Intent, PaymentPrecondition, Precondition, Submission};
use crate::domain::ids::PaymentId;
use crate::domain::payment::PaymentAction;

use super::{PaymentDialog, Payments};

impl Payments {
    /// Opens the confirmation of an action, if the payment allows it and nothing is under way for it.
    pub(super) fn ask_action(&self, payment_id: &PaymentId, action: PaymentAction, cx: &mut Context<'_>) {
        let Some(detail) = self.detail(payment_id) else { return };
        let Some(payment) = detail.value().filter(|payment| payment.allows(action)) else { return };
        if cx.operations.open_of(payment_id).is_some() || cx.read_only_reason().is_some() {
            return;
        }
        let review = cx.review_status();
        let known_review = !review.is_assumed() && review.is(&payment.status);
        let precondition = PaymentPrecondition::of(payment, detail.read_at().unwrap_or(cx.now)).in_review(known_review);
        let dialog = PaymentDialog { action, payment: payment.clone(), precondition, opened_at: cx.now };
        cx.request(FeatureRequest::ShowDialog(Box::new(Dialog::Payment(Box::new(dialog)))));
    }
}

/// The person confirmed the dialog.
pub(in crate::app) fn confirm_action(dialog: PaymentDialog, intent: &Intent, cx: &mut Context<'_>) {
    let (payment_id, precondition) = (dialog.payment.payment_id, dialog.precondition);
    match intent.plan(&payment_id, &precondition) {
        Ok(plan) => {
            let id = cx.rng.operation_id();
            cx.submit(Submission { id, plan, precondition: Precondition::Payment(precondition) });
        }
        Err(reason) => cx.toast(ToastKind::Attention, format!("Not sent: {reason}"), Some(payment_id)),
    }
}
