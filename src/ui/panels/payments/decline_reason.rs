//! Why a payment was declined: what the code means, whether to try again, and all of it as text for a ticket.

use egui::Ui;

use crate::status::status_of_payment;
use paydesk_core::features::payments::{PaymentsAction, PaymentsFilter};
use paydesk_core::{Action, State};
use paydesk_domain::decline::{self, Retry};
use paydesk_domain::payment::Payment;
use paydesk_domain::text::{visible, visible_id};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Notice, copy_button_ui, label_ui};

use super::text;

/// What the code means, and whether another attempt makes sense.
pub fn decline_ui(ui: &mut Ui, state: &State, payment: &Payment, actions: &mut Vec<Action>) {
    let error = &payment.error;
    let Some(code) = &error.unified_code else {
        let label = error.reason().unwrap_or(text::SERVICE_GAVE_NO_REASON);
        let text = text::declined(visible(label, 200));
        let notice = Notice::new(Tone::Danger, &text).icon(Icon::Failure);
        notice.ui_with(ui, |ui| copy_why_ui(ui, state, payment, text::COPY_DECLINE));
        return;
    };
    let message = error.reason().or_else(|| decline::message(code)).unwrap_or("no message");
    let title = text::declined_text(visible(message, 200), visible(code, 20));
    let notice = Notice::new(Tone::Danger, decline::family(code).meaning()).icon(Icon::Failure).title(&title);
    notice.ui_with(ui, |ui| {
        label_ui(ui, Text::Body, tokens(ui).text, decline::retry(code).advice());
        if decline::retry(code) == Retry::CheckEarlierFirst {
            earlier_ui(ui, payment, actions);
        }
        copy_why_ui(ui, state, payment, text::COPY_DECLINE);
    });
}

/// One click to where the earlier payment is to be found.
fn earlier_ui(ui: &mut Ui, payment: &Payment, actions: &mut Vec<Action>) {
    let Some(customer_id) = &payment.customer_id else { return };
    if Button::link(text::SHOW_CUSTOMERS_PAYMENTS).icon(Icon::Customer).ui(ui).clicked() {
        let theirs = PaymentsFilter::of_customer(customer_id.clone());
        actions.push(Action::Payments(PaymentsAction::ShowOnly(Box::new(theirs))));
    }
}

/// The button `name` that copies why it failed, for a ticket.
pub fn copy_why_ui(ui: &mut Ui, state: &State, payment: &Payment, name: &str) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        copy_button_ui(ui, name, &why_text(state, payment));
        label_ui(ui, Text::Small, tokens(ui).subdued, "Copy details");
    });
}

/// Codes, messages and ids, a line each; what is absent is not named.
fn why_text(state: &State, payment: &Payment) -> String {
    let error = &payment.error;
    let mut lines = vec![
        text::payment(visible_id(payment.payment_id.as_str(), 80)),
        text::amount(&payment.amount),
        text::status(status_of_payment(state, &payment.status).word),
    ];
    let created = payment.created.map(|at| format!("{} ({})", state.zone().full(at), state.zone()));
    for (name, value) in [
        (text::CREATED, created.as_deref()),
        (text::CUSTOMER, payment.customer_id.as_ref().map(|id| id.as_str())),
        (text::MERCHANT, payment.merchant_id.as_ref().map(|id| id.as_str())),
        (text::PROFILE, payment.profile_id.as_ref().map(|id| id.as_str())),
        (text::UNIFIED_CODE, error.unified_code.as_deref()),
        (text::MESSAGE, error.unified_message.as_deref()),
        (text::ACQUIRERS_CODE, error.error_code.as_deref()),
        (text::ACQUIRER_MESSAGE, error.error_message.as_deref()),
    ] {
        lines.extend(value.map(|value| format!("{name}: {}", visible(value, 500))));
    }
    lines.extend(error.details.iter().map(|(name, value)| format!("{name}: {}", visible(value, 500))));
    lines.join("\n")
}
