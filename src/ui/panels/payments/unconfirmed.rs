//! What a payment that waits to be confirmed offers: a confirmation, its client secret, once, and in a sandbox a test card.

use egui::Ui;

use paydesk_core::features::payments::{
    PaymentsAction, UnconfirmedAction, takes_test_card, waits_for_confirmation, why_not_confirm,
};
use paydesk_core::{Action, State};
use paydesk_domain::payment::Payment;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, heading_ui, label_ui, secret_value_ui};

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
    secret_value_ui(ui, text::CLIENT_SECRET, secret);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        if Button::secondary(text::COPY).name(text::COPY_CLIENT_SECRET).icon(Icon::Copy).ui(ui).clicked() {
            actions.push(Action::Payments(PaymentsAction::Unconfirmed(UnconfirmedAction::CopySecret(id()))));
        }
        if Button::link(text::IVE_SAVED_IT_REMOVE_IT).ui(ui).clicked() {
            actions.push(Action::Payments(PaymentsAction::Unconfirmed(UnconfirmedAction::ForgetSecret(id()))));
        }
    });
}
