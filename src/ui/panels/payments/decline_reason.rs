//! Why a payment was declined: what the code means, whether to try again, and all of it as text for a ticket.

use egui::Ui;

use crate::status::status_of_payment;
use paydesk_core::command::objects::payer_action;
use paydesk_core::command::{Command, CommandEffect};
use paydesk_core::features::payments::{PaymentsAction, PaymentsFilter, earlier_payment, later_payment};
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, State};
use paydesk_domain::decline::{self, Retry};
use paydesk_domain::object_ref::ObjectRef;
use paydesk_domain::payment::Payment;
use paydesk_domain::text::{visible, visible_id};
use paydesk_index::payment_columns::{KnownCustomer, StoredPayment};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Notice, copy_button_ui, label_ui};

use super::text;

const COPY_DECLINE: &str = "Copy decline";

/// What the code means, whether another attempt makes sense, and the way to it.
pub fn decline_ui(ui: &mut Ui, state: &State, payment: &Payment, actions: &mut Vec<Action>) {
    let error = &payment.error;
    let (Some(code), Some(retry)) = (&error.unified_code, error.retry()) else {
        let label = error.reason().unwrap_or(text::SERVICE_GAVE_NO_REASON);
        let text = text::declined(visible(label, 200));
        let notice = Notice::new(Tone::Danger, &text).icon(Icon::Failure);
        return notice.ui_with(ui, |ui| next_ui(ui, state, payment, actions));
    };
    let message = error.reason().or_else(|| decline::message(code)).unwrap_or("no message");
    let title = text::declined_text(visible(message, 200), visible(code, 20));
    let notice = Notice::new(Tone::Danger, decline::family(code).meaning()).icon(Icon::Failure).title(&title);
    let later = later_payment(state.workspace.history.columns(), payment, state.now);
    notice.ui_with(ui, |ui| {
        if let Some(later) = &later {
            label_ui(ui, Text::Body, tokens(ui).text, "Paid since, by another payment of the same person and amount");
            payment_link_ui(ui, state, later, actions);
            return copy_why_ui(ui, state, payment, COPY_DECLINE);
        }
        label_ui(ui, Text::Body, tokens(ui).text, retry.advice());
        if retry == Retry::CheckEarlierFirst {
            earlier_ui(ui, state, payment, actions);
        }
        next_ui(ui, state, payment, actions);
    });
}

/// The button that begins another try, and the one that copies why this one failed.
fn next_ui(ui: &mut Ui, state: &State, payment: &Payment, actions: &mut Vec<Action>) {
    let object = ObjectRef::new(ResourceKind::Payment, payment.payment_id.as_str());
    if let Some(offer) = Command::TryAgain.offer(&object, state) {
        let button = Button::secondary(Command::TryAgain.texts().text);
        let clicked = button.disabled(offer.as_ref().err().map(String::as_str)).ui(ui).clicked();
        if let (true, Ok(CommandEffect::Act(action))) = (clicked, offer) {
            actions.push(action);
        }
    }
    copy_why_ui(ui, state, payment, COPY_DECLINE);
}

/// One click to the earlier payment, or where it is not known here to where it is to be found.
fn earlier_ui(ui: &mut Ui, state: &State, payment: &Payment, actions: &mut Vec<Action>) {
    if let Some(earlier) = earlier_payment(state.workspace.history.columns(), payment, state.now) {
        return payment_link_ui(ui, state, &earlier, actions);
    }
    let customer = state.workspace.payer(&payment.payment_id).or(KnownCustomer::of(payment));
    let last4 = payment.card.as_ref().and_then(|card| card.last4.clone());
    let theirs = match &payment.customer_id {
        Some(id) => {
            let filter = PaymentsFilter::of_customer(id.clone());
            Some(Action::Payments(PaymentsAction::ShowOnly(Box::new(filter))))
        }
        None => payer_action(state, &customer, last4),
    };
    if let Some(theirs) = theirs
        && Button::link(text::SHOW_CUSTOMERS_PAYMENTS).icon(Icon::Customer).ui(ui).clicked()
    {
        actions.push(theirs);
    }
}

fn payment_link_ui(ui: &mut Ui, state: &State, payment: &StoredPayment, actions: &mut Vec<Action>) {
    let row = &payment.row;
    let created = row.created.map(|at| state.zone().short(at, state.now)).unwrap_or_default();
    let label = text::open_other_payment(&row.amount, &created, &status_of_payment(state, &row.status).word);
    if Button::link(&label).icon(Icon::Payment).ui(ui).clicked() {
        actions.push(Action::Payments(PaymentsAction::Open(row.payment_id.clone())));
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
