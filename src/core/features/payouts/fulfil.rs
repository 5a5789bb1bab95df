//! The fulfilment of a payout: the moment money leaves. Confirmed in a dialog that names amount and recipient.

use crate::context::Context;
use crate::context::request::FeatureRequest;
use crate::dialog::Dialog;
use crate::operations::{OperationPlan, PayoutPrecondition, Precondition, Submission};
use paydesk_api::resources::payouts::calls::{FulfillPayout, FulfillPayoutInput};
use paydesk_domain::ids::PayoutId;

use super::{PayoutDialog, known_payout, why_not_fulfil};

/// Opens the confirmation, if the payout waits for it and nothing is under way for it.
pub(super) fn ask_fulfil(payout_id: &PayoutId, cx: &mut Context<'_>) {
    let Some((known, payout)) = known_payout(cx.view.records, payout_id) else { return };
    if why_not_fulfil(&cx.view, payout).is_some() {
        return;
    }
    let recipient = known.recipient().unwrap_or_default();
    let (payout, precondition) = (
        payout.clone(),
        PayoutPrecondition::of(payout, known.record.reported_at).with_accounts(&known.record.accounts),
    );
    let operation_id = cx.rng.operation_id();
    let dialog = PayoutDialog { operation_id, payout, recipient, precondition, opened_at: cx.now };
    cx.request(FeatureRequest::ShowDialog(Box::new(Dialog::FulfillPayout(Box::new(dialog)))));
}

/// The person confirmed the dialog.
pub(crate) fn confirm_fulfilment(dialog: PayoutDialog, cx: &mut Context<'_>) {
    let (payout_id, amount) = (dialog.payout.payout_id, dialog.payout.amount);
    match FulfillPayout::new(FulfillPayoutInput { payout_id, amount }) {
        Ok(call) => {
            let (plan, precondition) = (OperationPlan::of(&call), Precondition::Payout(dialog.precondition));
            cx.submit(Submission { id: dialog.operation_id, plan, precondition });
        }
        Err(errors) => cx.report_not_sent(&errors, None),
    }
}
