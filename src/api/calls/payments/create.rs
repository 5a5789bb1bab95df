//! `POST /payments` (spec, *Payment create input*; operations, section 4).
//!
//! `payment_id` and `metadata.operation_id` always leave: without them an answer that is lost could not be settled.

use chrono::{DateTime, Utc};

use super::{PaymentDetails, of_payment};
use crate::api::call::{Method, Request};
use crate::api::calls::fields::Fields;
use crate::api::calls::shapes::{check_own_metadata, own_metadata_json};
use crate::api::input::{self, Checks, InputError, sound};
use crate::api::operation::{Endpoint, Expectation, Family, OperationCall, Target};
use crate::domain::ids::{BusinessProfileId, OperationId, PaymentId};
use crate::domain::money::Money;
use crate::domain::payment::Pair;

/// The one word that fits the pattern of an id and would hide its payment: `/payments/list` is the list.
const LIST: &str = "list";

/// What a payment is created of.
#[derive(Debug, Clone, PartialEq)]
pub struct CreatePaymentInput {
    pub amount: Money,
    pub profile_id: BusinessProfileId,
    /// Of our choice: 1 to 64 letters, digits, `_`, `-`.
    pub payment_id: PaymentId,
    /// Whether it is charged at once.
    pub confirm: bool,
    pub details: PaymentDetails,
    /// Without our operation, which counts among the 50.
    pub metadata: Vec<Pair>,
}

impl CreatePaymentInput {
    /// A payment that is not charged yet and of which nothing else is said.
    pub fn new(amount: Money, profile_id: BusinessProfileId, payment_id: PaymentId) -> Self {
        let details = PaymentDetails::default();
        Self { amount, profile_id, payment_id, confirm: false, details, metadata: Vec::new() }
    }

    /// Every broken rule, in the order of the fields; `now` tells whether a card has expired.
    pub fn check(&self, now: DateTime<Utc>) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::positive("amount", self.amount.minor));
        checks.add(input::currency("currency", &self.amount.currency));
        checks.add(input::required("profile_id", self.profile_id.as_str()));
        checks.add(input::id("payment_id", self.payment_id.as_str()));
        checks.forbid(self.payment_id.as_str() == LIST, "payment_id", "anything but “list”");
        checks.extend(self.details.check(self.confirm, now));
        checks.extend(check_own_metadata(&self.metadata));
        checks.into_errors()
    }
}

/// `POST /payments`: answered with the payment.
#[derive(Debug, Clone, PartialEq)]
pub struct CreatePayment {
    operation_id: OperationId,
    input: CreatePaymentInput,
}

impl CreatePayment {
    /// The call, unless a rule of the input is broken.
    pub fn new(
        operation_id: OperationId,
        input: CreatePaymentInput,
        now: DateTime<Utc>,
    ) -> Result<Self, Vec<InputError>> {
        let errors = input.check(now);
        sound(Self { operation_id, input }, errors)
    }

    pub fn input(&self) -> &CreatePaymentInput {
        &self.input
    }
}

impl OperationCall for CreatePayment {
    const ENDPOINT: Endpoint = Endpoint::CreatePayment;

    fn request(&self) -> Request {
        let input = &self.input;
        let fields = Fields::new()
            .set("amount", input.amount.minor)
            .set("currency", input.amount.currency.code())
            .set("profile_id", input.profile_id.as_str())
            .set("payment_id", input.payment_id.as_str())
            .set("confirm", input.confirm);
        let fields = input.details.write(fields);
        let body = fields.set("metadata", own_metadata_json(&input.metadata, &self.operation_id)).into_value();
        let secret = input.details.method.as_ref().and_then(super::MethodInput::secret);
        Request { secret, ..Request::operation(Method::Post, "/payments", body) }
    }

    fn target(&self) -> Target {
        Target::new(Family::Payment, self.input.payment_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        of_payment(&self.input.payment_id).over(&self.input.amount)
    }

    fn money(&self) -> Option<Money> {
        Some(self.input.amount.clone())
    }
}
