//! What a payment that waits to be confirmed offers: a confirmation, its client secret, once, and in a sandbox a test card.

use egui::Ui;

use crate::held_secret::{SecretWish, held_secret_ui};
use paydesk_core::features::payments::{
    PaymentsAction, UnconfirmedAction, takes_test_card, waits_for_confirmation, why_not_confirm,
};
use paydesk_core::{Action, State};
use paydesk_domain::payment::Payment;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, tokens};
use paydesk_widgets::{Button, heading_ui, label_ui};

use super::text;

/// Draws it, for a payment that waits.
pub fn unconfirmed_ui(ui: &mut Ui, state: &State, payment: &Payment, actions: &mut Vec<Action>) {
    let id = || payment.payment_id.clone();
    let blocked = why_not_confirm(&state.view(), payment);
    let mut offer = |ui: &mut Ui, text: &str, action: UnconfirmedAction| {
        let button = Button::secondary(text).icon(Icon::Payment).disabled(blocked.as_deref());
        if button.ui(ui).clicked() {
            actions.push(Action::Payments(PaymentsAction::Unconfirmed(action)));
        }
    };
    if takes_test_card(&state.view(), payment) {
        offer(ui, "Confirm with a test card…", UnconfirmedAction::AskTestCard(id()));
    }
    if waits_for_confirmation(payment) {
        offer(ui, "Confirm with a payment method…", UnconfirmedAction::FillIn(id()));
    }
    let Some(secret) = state.workspace.payments.client_secret(payment) else { return };
    let subdued = tokens(ui).subdued;
    heading_ui(ui, Text::Group, subdued, text::CLIENT_SECRET);
    label_ui(
        ui,
        Text::Small,
        subdued,
        "The SDK in the customer's browser confirms the payment with it: your server passes it to \
        the page with the payment ID. It is shown once, held in memory and never written to a file.",
    );
    let wish = held_secret_ui(ui, secret).map(|wish| match wish {
        SecretWish::Copy => UnconfirmedAction::CopySecret(id()),
        SecretWish::Forget => UnconfirmedAction::ForgetSecret(id()),
    });
    actions.extend(wish.map(|wish| Action::Payments(PaymentsAction::Unconfirmed(wish))));
}
