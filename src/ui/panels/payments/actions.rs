//! What can be done to the open payment, and what is being done to it.

use egui::Ui;

use crate::open_operation::open_operation_ui;
use crate::status::{outcome_icon, outcome_tone};
use paydesk_core::features::payments::change::fields_not_taken;
use paydesk_core::features::payments::{
    PaymentsAction, captured_by_approval, colleague_text, is_offered, is_rejected, payment_went_on, why_not_act,
};
use paydesk_core::features::refunds::{RefundsAction, is_refundable, why_not_refund};
use paydesk_core::operations::Operation;
use paydesk_core::{Action, State};
use paydesk_domain::payment::{Payment, PaymentAction};
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::Tone;
use paydesk_widgets::tokens::space;
use paydesk_widgets::{Button, Notice};

use super::text;

/// Draws the buttons the payment's state calls for; the filled one is what it waits for.
pub fn actions_ui(ui: &mut Ui, state: &State, payment: &Payment, actions: &mut Vec<Action>) {
    let id = &payment.payment_id;
    let blocked = why_not_act(&state.view(), id);
    if !has_actions(payment) {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        let mut offer = |ui: &mut Ui, action: PaymentAction, button: Button<'_>| {
            if is_offered(&state.view(), payment, action) && button.disabled(blocked.as_deref()).ui(ui).clicked() {
                actions.push(Action::Payments(PaymentsAction::Ask(id.clone(), action)));
            }
        };
        let captured = captured_by_approval(&state.view(), payment);
        let approve = captured.map_or_else(|| text::approve(&payment.amount), text::approve_and_capture);
        let is_review = state.view().review_status().is(&payment.status);
        let approve = if is_review { Button::primary(&approve) } else { Button::secondary(&approve) };
        offer(ui, PaymentAction::Approve, approve);
        let confirm = text::confirm(&payment.amount);
        offer(ui, PaymentAction::Confirm, Button::primary(&confirm));
        let capture = text::capture(payment.amount.with_minor(payment.capturable_minor()));
        let capture = if payment.may_be_capturable() { Button::secondary(&capture) } else { Button::primary(&capture) };
        offer(ui, PaymentAction::Capture, capture);
        let cancel = match payment.remainder() {
            Some(remainder) => text::release(remainder),
            None if is_rejected(&state.view(), payment) => text::REJECT_PAYMENT.to_owned(),
            None => text::CANCEL_PAYMENT.to_owned(),
        };
        offer(ui, PaymentAction::Cancel, Button::danger(&cancel));
        if is_refundable(payment) {
            let why_not = blocked.or_else(|| why_not_refund(&state.view(), payment));
            if Button::secondary(text::REFUND).icon(Icon::Refund).disabled(why_not.as_deref()).ui(ui).clicked() {
                actions.push(Action::Refunds(RefundsAction::Ask(id.clone())));
            }
        }
    });
}

/// Whether the payment's state calls for anything.
pub fn has_actions(payment: &Payment) -> bool {
    let actions = [PaymentAction::Capture, PaymentAction::Cancel, PaymentAction::Approve, PaymentAction::Confirm];
    actions.into_iter().any(|action| payment.allows(action)) || is_refundable(payment)
}

/// Draws what a colleague does with this payment now.
pub fn colleague_ui(ui: &mut Ui, state: &State, payment: &Payment) {
    if let Some(text) = colleague_text(&state.view(), &payment.payment_id) {
        Notice::new(Tone::Attention, &text).icon(Icon::Lock).live().ui(ui);
    }
}

/// Draws how the operation about this payment is: the open one, or the last that ended, as long as that is how the
/// payment is still.
pub fn operation_notice_ui(ui: &mut Ui, state: &State, payment: &Payment, actions: &mut Vec<Action>) {
    let refund = || state.workspace.operations.refund_under_way(&payment.payment_id);
    if let Some(operation) = state.workspace.operations.open_of(&payment.payment_id).or_else(refund) {
        open_operation_ui(ui, state, operation, actions);
    } else if let Some(operation) = state.workspace.operations.last_of(&payment.payment_id)
        && let Some((kind, text)) = state.result_of(operation)
        && (operation.seen.contradiction().is_some() || !payment_went_on(&state.workspace.records, operation, payment))
    {
        let tone = outcome_tone(kind);
        Notice::new(tone, &text).icon(outcome_icon(tone)).live().ui(ui);
        not_taken_ui(ui, operation, payment);
    }
}

/// What the service confirmed and, read afterwards, does not show.
fn not_taken_ui(ui: &mut Ui, operation: &Operation, payment: &Payment) {
    let fields = fields_not_taken(operation, payment);
    if !fields.is_empty() {
        let text = text::service_confirmed_change_but_does(visible(&fields.join(", "), 80));
        Notice::new(Tone::Attention, &text).ui(ui);
    }
}
