//! Everything the service reported of a payment, in groups of names and values; what is absent is not named.

use egui::Ui;

use crate::known_facts::{refundable_fact, refunded_elsewhere, refunds_may_be_missing};
use paydesk_core::command::objects::search_action;
use paydesk_core::features::refunds::{refundable_balance, why_not_in_status};
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, State};
use paydesk_domain::method::{method_text, method_type_text};
use paydesk_domain::money::Money;
use paydesk_domain::payment::{CaptureMethod, CardSummary, Payment, PaymentAttempt, PaymentError};
use paydesk_domain::text::{SHOWN_MAX_CHARS, is_long_word, visible, visible_id};
use paydesk_index::payment_columns::KnownCustomer;
use paydesk_index::payment_query::QueryTerm;
use paydesk_widgets::tokens::{Text, tokens};
use paydesk_widgets::{facts_ui, label_ui};

use super::decline_reason::copy_why_ui;
use super::text;

/// What stands at the right of a name.
enum FactValue {
    Text(String),
    Id(String),
    /// With what it leads to, said and done.
    Link(String, &'static str, Box<Action>),
}

/// Collects rows of one group: only what is present.
#[derive(Default)]
struct FactRows<'a> {
    rows: Vec<(&'a str, FactValue)>,
}

impl<'a> FactRows<'a> {
    fn text(&mut self, name: &'a str, value: Option<impl AsRef<str>>) {
        if let Some(value) = value {
            self.rows.push((name, FactValue::Text(visible(value.as_ref(), SHOWN_MAX_CHARS))));
        }
    }

    fn id(&mut self, name: &'a str, value: Option<impl AsRef<str>>) {
        if let Some(value) = value {
            self.rows.push((name, FactValue::Id(visible_id(value.as_ref(), SHOWN_MAX_CHARS))));
        }
    }

    /// A link where the `action` is possible, else text.
    fn link(&mut self, name: &'a str, value: Option<&str>, says: &'static str, action: Option<Action>) {
        match (value, action) {
            (Some(value), Some(action)) => {
                self.rows.push((name, FactValue::Link(visible(value, SHOWN_MAX_CHARS), says, Box::new(action))));
            }
            (value, _) => self.text(name, value),
        }
    }

    /// Draws the group; what was clicked.
    fn show(&self, ui: &mut Ui, title: &str) -> Option<Action> {
        if self.rows.is_empty() {
            return None;
        }
        facts_ui(ui, title, |facts| {
            let mut clicked = None;
            for (name, value) in &self.rows {
                match value {
                    FactValue::Text(text) => drop(facts.text(name, text)),
                    FactValue::Id(id) => drop(facts.id(name, id)),
                    FactValue::Link(text, says, action) => {
                        if facts.copyable_link(name, text, says).clicked() {
                            clicked = Some(Action::clone(action));
                        }
                    }
                }
            }
            clicked
        })
    }
}

/// Draws the groups that have something to show.
pub fn groups_ui(ui: &mut Ui, state: &State, payment: &Payment, actions: &mut Vec<Action>) {
    amounts_ui(ui, state, payment);
    actions.extend(customer_ui(ui, state, payment));

    let mut rows = FactRows::default();
    let method = payment.payment_method.as_deref();
    let card = payment.card.as_ref();
    let last4 = card.and_then(|card| card.last4.clone());
    let by_card = last4.and_then(|last4| search_action(state, QueryTerm::Card(vec![last4])));
    rows.link(text::CARD, card.map(CardSummary::text).as_deref(), "Search payments by this card", by_card);
    rows.text(text::METHOD, method.filter(|_| payment.card.is_none()).map(method_text));
    let method_type = payment.payment_method_type.as_deref();
    rows.text(text::METHOD_TYPE, method_type.map(|word| method_type_text(word, method)));
    rows.text(text::CAPTURE, payment.capture_method.as_ref().map(capture_text));
    rows.text(text::DESCRIPTOR, payment.statement_descriptor.as_deref());
    actions.extend(rows.show(ui, text::METHOD));

    error_group_ui(ui, state, payment);
    tries_ui(ui, payment);
}

/// Who paid: the e-mail address leads to all payments of it, the ID to the customer.
fn customer_ui(ui: &mut Ui, state: &State, payment: &Payment) -> Option<Action> {
    let mut rows = FactRows::default();
    let known = state.workspace.payer(&payment.payment_id).or(KnownCustomer::of(payment));
    rows.text(text::NAME, Some(&*known.name).filter(|name| !name.trim().is_empty()));
    let id = payment.customer_id.as_ref().map(|id| id.as_str());
    let opens = id.map(|id| Action::OpenRecord(ResourceKind::Customer, id.to_owned()));
    rows.link(text::CUSTOMER, id, text::OPEN_CUSTOMER, opens);
    let email = payment.email.as_deref().filter(|email| !email.is_empty());
    let searches = email.and_then(|email| search_action(state, QueryTerm::Email(vec![email.to_owned()])));
    rows.link(text::E_MAIL, email, text::SEARCH_BY_E_MAIL, searches);
    rows.text(text::DESCRIPTION, payment.description.as_deref());
    rows.show(ui, text::CUSTOMER)
}

/// What comes below the timeline.
pub fn other_groups_ui(ui: &mut Ui, payment: &Payment) {
    let mut rows = FactRows::default();
    for (name, value) in &payment.metadata {
        let shown = visible(value, SHOWN_MAX_CHARS);
        rows.rows.push((name, if is_long_word(value) { FactValue::Id(shown) } else { FactValue::Text(shown) }));
    }
    rows.show(ui, text::METADATA);

    let mut rows = FactRows::default();
    rows.id(text::MERCHANT, payment.merchant_id.as_ref().map(|id| id.as_str()));
    rows.id(text::PROFILE, payment.profile_id.as_ref().map(|id| id.as_str()));
    rows.show(ui, text::ACCOUNT);
}

/// What was taken, what of it was given back and what still can be.
fn amounts_ui(ui: &mut Ui, state: &State, payment: &Payment) {
    let money = |money: &Option<Money>| money.as_ref().map(ToString::to_string);
    let mut rows = FactRows::default();
    rows.text(text::CAPTURABLE, money(&payment.amount_capturable));
    rows.text(text::RECEIVED, money(&payment.amount_received));
    let balance = refundable_balance(&state.view(), payment);
    let has_received = balance.received.minor > 0;
    if has_received {
        rows.text(text::REFUNDED, Some(balance.refunded.to_string()));
        rows.text(text::BEING_REFUNDED, (balance.pending.minor > 0).then(|| balance.pending.to_string()));
        if let Some((label, amount)) = refunded_elsewhere(&balance) {
            rows.text(label, Some(amount.to_string()));
        }
        let (label, offered) = refundable_fact(&balance);
        let is_refunded = why_not_in_status(&state.view(), payment).is_none();
        rows.text(label, is_refunded.then(|| offered.to_string()));
    }
    rows.show(ui, text::AMOUNTS);
    if let Some(why) = refunds_may_be_missing(state, payment).filter(|_| has_received) {
        label_ui(ui, Text::Small, tokens(ui).subdued, why);
    }
}

/// The attempts and the captures in parts of which the service does not say when they were: others are in the timeline.
fn tries_ui(ui: &mut Ui, payment: &Payment) {
    let mut rows = FactRows::default();
    for attempt in payment.related.attempts.iter().filter(|attempt| attempt.created.is_none()) {
        rows.text(&attempt.attempt_id, Some(attempt_text(attempt)));
    }
    rows.show(ui, text::ATTEMPTS);
    let mut rows = FactRows::default();
    for capture in &payment.related.captures {
        let amount = capture.amount.as_ref().map(ToString::to_string);
        rows.text(&capture.capture_id, Some(line([Some(capture.status.clone()), amount, error_text(&capture.error)])));
    }
    rows.show(ui, text::CAPTURES);
}

/// `failure · 12.00 EUR · adyen · 2 Refused`
pub(super) fn attempt_text(attempt: &PaymentAttempt) -> String {
    let amount = attempt.amount.as_ref().map(ToString::to_string);
    let error = error_text(&attempt.error);
    line([Some(attempt.status.clone()), amount, attempt.connector.clone(), error])
}

fn error_text(error: &PaymentError) -> Option<String> {
    let texts = [error.error_code.as_deref(), error.error_message.as_deref()];
    let text: Vec<&str> = texts.into_iter().flatten().collect();
    (!text.is_empty()).then(|| text.join(" "))
}

pub(super) fn line<const N: usize>(parts: [Option<String>; N]) -> String {
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn error_group_ui(ui: &mut Ui, state: &State, payment: &Payment) {
    let error = &payment.error;
    let mut rows = FactRows::default();
    rows.text(text::UNIFIED_CODE, error.unified_code.as_deref());
    rows.text(text::MESSAGE, error.unified_message.as_deref());
    rows.text(text::ACQUIRERS_CODE, error.error_code.as_deref());
    rows.text(text::ACQUIRER_MESSAGE, error.error_message.as_deref());
    for (name, value) in &error.details {
        rows.text(name, Some(value));
    }
    rows.show(ui, text::WHY_IT_FAILED);
    if !rows.rows.is_empty() {
        copy_why_ui(ui, state, payment, "Copy failure");
    }
}

/// When it is captured, as the form that makes one says it.
fn capture_text(method: &CaptureMethod) -> String {
    match method {
        CaptureMethod::Automatic => text::AUTOMATIC.to_owned(),
        CaptureMethod::Manual => text::MANUAL.to_owned(),
        CaptureMethod::Other(word) if &**word == "manual_multiple" => "Manual, multiple captures".to_owned(),
        CaptureMethod::Other(word) => visible(word, SHOWN_MAX_CHARS),
    }
}
