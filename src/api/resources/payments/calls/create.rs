//! `POST /payments`
//! ([API reference](crate::resources::payments::reference#create) and
//! law).
//!
//! `payment_id` and `metadata.operation_id` always leave: without them an answer that is lost could not be settled.

use chrono::{DateTime, Utc};

use super::{PaymentRequestStep, of_payment};
use crate::call::Request;
use crate::calls::fields::BodyFields;
use crate::calls::shapes::{check_user_metadata, user_metadata_json};
use crate::input::{self, Checks, CreatePaymentInput, InputError, MethodInput, PaymentDetails, sound};
use crate::operation::{AnswerStatus, Endpoint, Expectation, OperationCall, Target};
use crate::outcome::{Attempt, Body, HttpAnswer};
use crate::resources::subscriptions::wire::take_client_secret;
use paydesk_domain::ids::{BusinessProfileId, OperationId, PaymentId};
use paydesk_domain::money::Money;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::secret::SecretText;

/// The one word that fits the pattern of an id and would hide its payment: `/payments/list` is the list.
const LIST: &str = "list";

impl CreatePaymentInput {
    /// A payment that is not charged yet and of which nothing else is said.
    pub fn new(amount: Money, profile_id: BusinessProfileId, payment_id: PaymentId) -> Self {
        let details = PaymentDetails::default();
        Self { amount, profile_id, payment_id, confirm: false, details, metadata: Vec::new() }
    }

    /// Every broken rule, in the order of the fields; `now` decides whether a card has expired.
    pub fn check(&self, now: DateTime<Utc>) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::positive("amount", self.amount.minor));
        checks.add(input::currency("currency", &self.amount.currency));
        checks.add(input::required("profile_id", self.profile_id.as_str()));
        checks.add(input::id("payment_id", self.payment_id.as_str()));
        checks.forbid(self.payment_id.as_str() == LIST, "payment_id", "anything but “list”");
        let step = if self.confirm { PaymentRequestStep::CreateAndConfirm } else { PaymentRequestStep::Create };
        checks.extend(self.details.check(step, now));
        checks.extend(check_user_metadata(&self.metadata));
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

    /// Takes the payment's `client_secret` out of what the client saw, and leaves a mask. None where `request` makes no
    /// payment, or the answer is not about the one it makes.
    pub fn take_client_secret(request: &Request, attempt: &mut Attempt) -> Option<SecretText> {
        let named =
            request.body.as_ref().filter(|_| request.path == Endpoint::CreatePayment.path(""))?.get("payment_id")?;
        match attempt {
            Attempt::Answered(HttpAnswer { body: Body::Json(body), .. }) if body.get("payment_id") == Some(named) => {
                take_client_secret(body)
            }
            Attempt::Answered(_) | Attempt::NotSent(_) | Attempt::NoKey(_) | Attempt::Lost(_) => None,
        }
    }
}

impl OperationCall for CreatePayment {
    const ENDPOINT: Endpoint = Endpoint::CreatePayment;

    fn request(&self) -> Request {
        let input = &self.input;
        let fields = BodyFields::new()
            .set("amount", input.amount.minor)
            .set("currency", input.amount.currency.code())
            .set("profile_id", input.profile_id.as_str())
            .set("payment_id", input.payment_id.as_str())
            .set("confirm", input.confirm);
        let fields = input.details.write(fields);
        let body = fields.set("metadata", user_metadata_json(&input.metadata, &self.operation_id)).into_value();
        let secret = input.details.method.as_ref().and_then(MethodInput::secret);
        Request { secret, ..Request::to(Self::ENDPOINT, "", body) }
    }

    fn target(&self) -> Target {
        Target::new(ResourceKind::Payment, self.input.payment_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        of_payment(AnswerStatus::Payment, &self.input.payment_id).over(&self.input.amount)
    }

    fn money(&self) -> Option<Money> {
        Some(self.input.amount.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::money::Currency;
    use paydesk_domain::payment::Pair;

    fn input(minor: i64, code: &str, payment_id: &str) -> CreatePaymentInput {
        let amount = Money::new(minor, Currency::iso4217(code));
        CreatePaymentInput::new(amount, BusinessProfileId::new("pro_test"), PaymentId::new(payment_id))
    }

    fn broken(input: &CreatePaymentInput) -> Vec<String> {
        let errors = input.check("2026-11-21T10:00:00Z".parse().unwrap());
        errors.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn amount_currency_profile_and_id_are_checked_to_the_edge() {
        let longest = "p".repeat(64);
        assert!(broken(&input(1, "JPY", &longest)).is_empty());
        assert_eq!(broken(&input(0, "JPY", "p")), ["amount"]);
        assert_eq!(broken(&input(-1, "ZZZ", "p")), ["amount", "currency"]);
        for bad in ["", "a b", "list", &"p".repeat(65)] {
            assert_eq!(broken(&input(1, "USD", bad)), ["payment_id"], "{bad}");
        }
        let no_profile = CreatePaymentInput { profile_id: BusinessProfileId::new(""), ..input(1, "USD", "p") };
        assert_eq!(broken(&no_profile), ["profile_id"]);
    }

    #[test]
    fn id_and_operation_always_leave_and_the_operation_counts_among_the_pairs() {
        let now = "2026-11-21T10:00:00Z".parse().unwrap();
        let call = CreatePayment::new(OperationId::new("op_1"), input(500, "EUR", "pay_1"), now).unwrap();
        let body = call.request().body.unwrap();
        assert_eq!((&body["payment_id"], &body["confirm"]), (&"pay_1".into(), &false.into()));
        assert_eq!(body["metadata"], serde_json::json!({"operation_id": "op_1"}));
        let metadata: Vec<Pair> = (0..51).map(|index| (index.to_string(), String::new())).collect();
        let full = CreatePaymentInput { metadata, ..input(500, "EUR", "pay_1") };
        assert_eq!(broken(&full), ["metadata"]);
        assert!(CreatePayment::new(OperationId::new("op_1"), full, now).is_err());
    }
}
