//! The page that a payment link leads to: what is paid to whom, a form for a card, and how the payment stands.

use serde_json::{Map, Value};

use super::pages::{
    NoticeKind, PageField, PageHtml, PageToken, amount_html, escape, facts, form, moment_html, notice, page,
};
use crate::engine::Refusal;
use crate::engine::payment_links::{LinkAndPayment, LinkStatus};
use paydesk_domain::decline;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::test_cards::TEST_CARDS;

/// What became of the form of the page.
#[derive(Debug)]
pub enum FormState<'a> {
    /// It is opened.
    New,
    /// It was sent, and taken.
    Sent,
    /// It was sent with these values and refused.
    Refused(&'a Refusal, &'a Map<String, Value>),
}

/// A field of the form: name, label, hint, value to begin with, `autocomplete`, `inputmode`, and what to do where it is
/// refused.
type CardField = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

const NUMBER: CardField = (
    "card_number",
    "Card number",
    "",
    TEST_CARDS[0].number,
    "cc-number",
    "numeric",
    "Enter a card number of 12 to 19 digits",
);
const MONTH: CardField = (
    "card_exp_month",
    "Expiry month",
    "Two digits",
    "12",
    "cc-exp-month",
    "numeric",
    "Enter the month as two digits, from 01 to 12",
);
const YEAR: CardField = (
    "card_exp_year",
    "Expiry year",
    "Four digits",
    "2035",
    "cc-exp-year",
    "numeric",
    "Enter a four-digit year that has not passed",
);
const CODE: CardField =
    ("card_cvc", "Security code", "", "123", "cc-csc", "numeric", "Enter the 3 or 4 digits of the security code");
const HOLDER: CardField =
    ("card_holder_name", "Name on card", "", "", "cc-name", "text", "Enter the name shown on the card");
const EMAIL: CardField =
    ("email", "E-mail", "", "", "email", "email", "Enter an e-mail address, such as ada@example.com");
const FIELDS: [CardField; 6] = [NUMBER, MONTH, YEAR, CODE, HOLDER, EMAIL];
/// What is never written into a page, whoever typed it.
const SECRET: [&str; 2] = [NUMBER.0, CODE.0];

/// How a link stands for the person who opens it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LinkPageState {
    ToPay,
    Declined,
    Authenticate,
    Processing,
    Paid,
    Expired,
    Cancelled,
}

impl LinkPageState {
    fn of(link: &LinkAndPayment) -> Self {
        match (link.status, &link.payment.status) {
            (LinkStatus::Paid, _) => Self::Paid,
            (_, PaymentStatus::RequiresAction) => Self::Authenticate,
            (_, PaymentStatus::Processing) => Self::Processing,
            (LinkStatus::Expired, _) => Self::Expired,
            (_, PaymentStatus::Cancelled) if !link.record.reusable => Self::Cancelled,
            (_, PaymentStatus::Failed) => Self::Declined,
            _ => Self::ToPay,
        }
    }
}

/// The page of a link.
pub fn link_page(link: &LinkAndPayment, token: &PageToken, sent: &FormState<'_>) -> PageHtml {
    let amount = amount_html(link.record.amount, &link.record.currency, token);
    let merchant = link.record.seller_name.as_deref().map(escape).unwrap_or_default();
    let above = if merchant.is_empty() { String::new() } else { format!("<p class=\"merchant\">{merchant}</p>") };
    let about = link.record.description.as_deref().map(escape).unwrap_or_default();
    let about = if about.is_empty() { String::new() } else { format!("<p class=\"about\">{about}</p>") };
    let whom = if merchant.is_empty() { "the merchant" } else { merchant.as_str() };
    let state = LinkPageState::of(link);
    let heading = match state {
        LinkPageState::ToPay | LinkPageState::Declined => format!("Pay {amount}"),
        LinkPageState::Authenticate => format!("Confirm your payment of {amount}"),
        LinkPageState::Processing => format!("Payment of {amount} is processing"),
        LinkPageState::Paid => format!("{amount} paid"),
        LinkPageState::Expired => "This payment link has expired".to_owned(),
        LinkPageState::Cancelled => "This payment was cancelled".to_owned(),
    };
    page(
        &above,
        &heading,
        &format!("{about}{}{}", refused_notice(state, sent), state_html(link, state, token, sent, whom)),
    )
}

/// What the state means and what can be done.
fn state_html(
    link: &LinkAndPayment,
    state: LinkPageState,
    token: &PageToken,
    sent: &FormState<'_>,
    whom: &str,
) -> String {
    let payment_id = escape(&link.payment.payment_id);
    match state {
        LinkPageState::ToPay => card_form(link, token, sent),
        LinkPageState::Declined => {
            let code = link.payment.unified_code.as_deref().unwrap_or_default();
            let reason = escape(decline::message(code).unwrap_or("Payment declined"));
            let text = format!("{reason}. No money was taken. Use another card, or ask your bank about this one.");
            format!("{}{}", notice(NoticeKind::Bad, "Your card was declined", &text), card_form(link, token, sent))
        }
        LinkPageState::Authenticate => {
            let text = "Your bank needs to check that it is you. Nothing is taken until you confirm.";
            let button = format!("<a class=\"button\" href=\"/_sandbox/3ds/{payment_id}\">Continue to your bank</a>");
            format!("{}{button}", notice(NoticeKind::Wait, "One more step", text))
        }
        LinkPageState::Processing => {
            let text = "You can close this page. Do not pay again: this payment is on its way.";
            let again =
                format!("<a class=\"button\" href=\"/_sandbox/pay/{}\">Check again</a>", link.record.payment_link_id);
            format!("{}{again}", notice(NoticeKind::Wait, "Your bank is working on it", text))
        }
        LinkPageState::Paid => paid_html(link, sent, &payment_id),
        LinkPageState::Expired => {
            let expired = moment_html(link.record.expiry);
            let text = format!("It could be paid until {expired}. Ask {whom} for a new link.");
            notice(NoticeKind::Wait, "No money was taken", &text)
        }
        LinkPageState::Cancelled => {
            let text = format!("It can no longer be paid. Ask {whom} for a new link.");
            notice(NoticeKind::Wait, "No money was taken", &text)
        }
    }
}

fn paid_html(link: &LinkAndPayment, sent: &FormState<'_>, payment_id: &str) -> String {
    let (title, text) = match sent {
        FormState::Sent => ("Payment complete", "You can close this page."),
        FormState::New => ("This link is paid", "There is nothing more to pay."),
        FormState::Refused(..) => ("This link is already paid", "Your card was not charged again."),
    };
    let held = link.payment.amount_received == 0;
    let text = if held { "The amount is held on your card and will be charged later." } else { text };
    let card = link.payment.detail.card.as_ref();
    let card = card.map(|card| format!("{} ending in {}", escape(&card.brand), escape(&card.last4)));
    let rows = [
        ("Paid on", moment_html(link.payment.modified)),
        ("Card", card.unwrap_or_default()),
        ("Reference", payment_id.to_owned()),
    ];
    format!("{}{}", notice(NoticeKind::Good, title, text), facts(&rows))
}

/// The field that a refusal names.
fn refused_field<'a>(sent: &FormState<'a>) -> Option<(&'static CardField, &'a Refusal)> {
    let FormState::Refused(refusal, _) = sent else { return None };
    FIELDS.iter().find(|field| refusal.message.contains(field.0)).map(|field| (field, *refusal))
}

/// Why the form was not taken, above it, with a link to the field.
fn refused_notice(state: LinkPageState, sent: &FormState<'_>) -> String {
    let shows_form = matches!(state, LinkPageState::ToPay | LinkPageState::Declined);
    match (sent, refused_field(sent)) {
        (FormState::Refused(..), Some(((name, label, .., what_to_do), _))) if shows_form => {
            let text = format!("<a href=\"#{name}\">{label}: {what_to_do}</a>. Nothing was charged.");
            notice(NoticeKind::Bad, "Please check one field", &text)
        }
        (FormState::Refused(refusal, _), None) if shows_form => {
            notice(NoticeKind::Bad, "The payment was not sent", &escape(&refusal.message))
        }
        _ => String::new(),
    }
}

fn card_form(link: &LinkAndPayment, token: &PageToken, sent: &FormState<'_>) -> String {
    let refused = refused_field(sent).map(|(field, _)| field.0);
    let input = |field: &'static CardField| {
        let (name, label, hint, initial, autocomplete, keyboard, what_to_do) = *field;
        let typed = match sent {
            FormState::Refused(_, typed) if SECRET.contains(&name) || typed.is_empty() => "",
            FormState::Refused(_, typed) => typed.get(name).and_then(Value::as_str).unwrap_or_default(),
            FormState::New | FormState::Sent => initial,
        };
        let again = matches!(sent, FormState::Refused(..)) && SECRET.contains(&name);
        let hint = if again { "Enter it again: it was not saved" } else { hint };
        let is_optional = !link.record.require_customer_info && [HOLDER.0, EMAIL.0].contains(&name);
        let label = if is_optional { format!("{label} (optional)") } else { label.to_owned() };
        let error = (refused == Some(name)).then_some(what_to_do);
        PageField { name, label: &label, hint, value: typed, autocomplete, keyboard, error }.html()
    };
    let inputs = format!(
        "{}<div class=\"pair\">{}{}</div>{}{}{}",
        input(&NUMBER),
        input(&MONTH),
        input(&YEAR),
        input(&CODE),
        input(&HOLDER),
        input(&EMAIL)
    );
    let action = format!("/_sandbox/pay/{}", escape(&link.record.payment_link_id));
    let button = format!("Pay {}", amount_html(link.record.amount, &link.record.currency, token));
    format!("{}{}", form(&action, token, &inputs, &button), test_cards())
}

fn test_cards() -> String {
    let card = |card: &paydesk_domain::test_cards::TestCard| {
        format!("<li><code>{}</code><br>{}</li>", card.grouped(), escape(&card.text()))
    };
    let cards: String = TEST_CARDS.iter().map(card).collect();
    format!("<details><summary>Test cards</summary><ul>{cards}</ul></details>")
}
