//! What a dialog shows of the payment that it is about: amounts, customer, method and statement descriptor.
//!
//! What the service did not report is said to be unknown: whoever moves money sees what was not checked.

use egui::Ui;

use crate::known_facts::{customer_row, known_row};
use paydesk_core::State;
use paydesk_domain::method::paid_with;
use paydesk_domain::money::Money;
use paydesk_domain::payment::Payment;

use super::frame::object_ui;
use super::text;
use crate::text::METHOD;

/// Names the payment with `amounts`, its customer, its method and `descriptor`, the text on the customer's statement.
pub fn payment_facts_ui(
    ui: &mut Ui,
    state: &State,
    payment: &Payment,
    amounts: &[(&str, &Money)],
    descriptor: Descriptor<'_>,
) {
    object_ui(ui, state, &payment.payment_id, |facts| {
        for (name, amount) in amounts {
            facts.text(name, &amount.to_string());
        }
        customer_row(facts, state, payment.customer_id.as_ref(), payment.email.as_deref());
        known_row(facts, METHOD, paid_with(payment).as_deref());
        match descriptor {
            Descriptor::Reported => known_row(facts, text::STATEMENT, payment.statement_descriptor.as_deref()),
            Descriptor::Expected(expected) => known_row(facts, "On the statement (est.)", Some(expected)),
        }
    });
}

/// The text on the customer's statement.
#[derive(Debug, Clone, Copy)]
pub enum Descriptor<'a> {
    /// The payment's own stays.
    Reported,
    /// What is sent replaces it.
    Expected(&'a str),
}
