//! Who paid what is disputed: the service's list of disputes says nothing about it, so it comes from the payment, as it was
//! read or as it is stored on this machine.

use paydesk_domain::payment::Payment;
use paydesk_index::payment_columns::StoredPayment;

/// What is known of a customer; empty where it is not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct DisputeCustomer {
    pub name: String,
    pub email: String,
    pub id: String,
}

impl DisputeCustomer {
    pub(super) fn of(payment: &Payment) -> Self {
        Self {
            name: payment.payer_name().unwrap_or_default(),
            email: payment.email.clone().unwrap_or_default(),
            id: payment.customer_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        }
    }

    pub(super) fn of_stored(payment: &StoredPayment) -> Self {
        Self {
            name: payment.texts.name.clone(),
            email: payment.texts.email.clone(),
            id: payment.row.customer_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        }
    }

    /// What they are called in a list: the first of name, address and id that is known.
    pub(super) fn label(&self) -> &str {
        [&self.name, &self.email, &self.id].into_iter().find(|text| !text.trim().is_empty()).map_or("", String::as_str)
    }
}
