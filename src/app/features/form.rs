//! A form that is filled in for an operation.

use chrono::{DateTime, Utc};

use crate::app::operations::words::outcome_words;
use crate::app::operations::{Operations, Outcome, Phase};
use crate::app::records::Record;
use crate::app::rng::Rng;
use crate::domain::ids::{CustomerId, OperationId};

pub use crate::api::calls::shapes::{
    Address, AddressShape, Billing, BillingShape, CUSTOMER_ADDRESS, PAYMENT_BILLING, Phone, SUBSCRIPTION_BILLING,
};
pub use crate::api::input::InputError;

/// The operation's id is made with the form: a double click is one operation. What is typed lies in the window's drafts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenForm {
    pub operation_id: OperationId,
    pub opened_at: DateTime<Utc>,
    /// What was said of the last try, which did not take effect.
    pub refusal: Option<String>,
    /// The customer it was begun for, at whose page it was asked for.
    pub customer_id: Option<CustomerId>,
}

/// What becomes of a form once its operation was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormEnd {
    /// It took effect, and this record shows it.
    Done { record_id: Option<String> },
    /// The operation is listed elsewhere, and settled there.
    Unknown,
    /// The service refused it, or it never left: the form stays, and the next try is another operation.
    Refused(String),
}

impl OpenForm {
    pub fn new(rng: &mut Rng, now: DateTime<Utc>) -> Self {
        Self { operation_id: rng.operation_id(), opened_at: now, refusal: None, customer_id: None }
    }

    /// Begins it for a customer, unless it is on its way: the customer's id is filled in.
    pub(in crate::app) fn begin_for(&mut self, customer_id: CustomerId, operations: &Operations, now: DateTime<Utc>) {
        if operations.find(&self.operation_id).is_none() {
            self.customer_id = Some(customer_id);
            self.opened_at = now;
        }
    }

    /// How its operation ended, if it did.
    pub(in crate::app) fn end(&self, operations: &Operations) -> Option<FormEnd> {
        let operation = operations.find(&self.operation_id)?;
        match &operation.phase {
            Phase::Unknown(_) if operation.looks_into_refusal() => None,
            Phase::Unknown(_) => Some(FormEnd::Unknown),
            Phase::Ended(Outcome::Done { .. }) => {
                let place = Record::place_of(operation, operation.answer.as_deref());
                Some(FormEnd::Done { record_id: place.map(|(_, id)| id) })
            }
            Phase::Ended(outcome) => Some(FormEnd::Refused(outcome_words(&operation.plan, outcome).1)),
            Phase::Preparing
            | Phase::Checking { .. }
            | Phase::AwaitingTurn { .. }
            | Phase::Starting
            | Phase::Sending { .. }
            | Phase::NeverSent => None,
        }
    }

    /// The same form for another try.
    pub(in crate::app) fn again(&mut self, refusal: String, rng: &mut Rng) {
        self.operation_id = rng.operation_id();
        self.refusal = Some(refusal);
    }
}
