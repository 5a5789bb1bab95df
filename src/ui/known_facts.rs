//! Facts of a record of another kind, as far as they are known here: what is not reported is said to be so.

use paydesk_core::State;
use paydesk_core::features::refunds::RefundableBalance;
use paydesk_core::operations::ResourceKind;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::money::Money;
use paydesk_domain::payment::Payment;
use paydesk_domain::text::{visible, visible_id};

use super::text;
use super::text::NOT_REPORTED;
use paydesk_widgets::facts::Facts;

/// Most characters of one value.
const VALUE_MAX: usize = 80;

/// The customer's name and e-mail, as far as they are known here.
pub fn customer_row(facts: &mut Facts<'_>, state: &State, id: Option<&CustomerId>, email: Option<&str>) {
    let record = id.and_then(|id| state.workspace.records.find(ResourceKind::Customer, id.as_str()));
    let customer = record.and_then(|record| record.read_or_named_customer());
    let name = customer.and_then(|customer| customer.name.as_deref()).filter(|name| !name.is_empty());
    let email = email.or_else(|| customer.and_then(|customer| customer.email.as_deref()));
    let known: Vec<String> = name.into_iter().chain(email).map(|text| visible(text, VALUE_MAX)).collect();
    match (known.is_empty(), id) {
        (false, Some(_)) => facts.text(text::CUSTOMER, &known.join(" · ")),
        (false, None) => facts.text(text::CUSTOMER, &text::guest(known.join(" · "))),
        (true, Some(id)) => facts.mono(text::CUSTOMER, &visible_id(id.as_str(), VALUE_MAX)),
        (true, None) => facts.missing(text::CUSTOMER, NOT_REPORTED),
    };
}

/// A value, or that the service does not report it.
pub fn known_row(facts: &mut Facts<'_>, name: &str, value: Option<&str>) {
    match value.filter(|value| !value.trim().is_empty()) {
        Some(value) => facts.text(name, &visible(value, VALUE_MAX)),
        None => facts.missing(name, NOT_REPORTED),
    };
}

/// Why refunds of a payment may be missing; `None` where all of them are known.
pub fn refunds_may_be_missing(state: &State, payment: &Payment) -> Option<&'static str> {
    let are_known = payment.related.refunds.is_some() || state.workspace.record_lists.is_whole(ResourceKind::Refund);
    (!are_known).then_some("Refunds created elsewhere may be missing: the service lists none with the payment")
}

/// What others refunded, by what the service said is left when it refused a refund.
pub fn refunded_elsewhere(balance: &RefundableBalance) -> Option<(&'static str, Money)> {
    let minor = balance.remaining.minor.saturating_sub(balance.offered().minor);
    (minor > 0).then(|| ("Refunded elsewhere", balance.received.with_minor(minor)))
}

/// What of a payment can still be refunded, and what it is called: what the service itself said is left is named so.
pub fn refundable_fact(balance: &RefundableBalance) -> (&'static str, &Money) {
    let label = if balance.offered() == &balance.remaining { text::REFUNDABLE } else { "Remaining (service)" };
    (label, balance.offered())
}
