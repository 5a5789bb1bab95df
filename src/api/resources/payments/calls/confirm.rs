//! `POST /payments/:payment_id/confirm`: charges the method that is attached, or the one that comes along
//! ([API reference](crate::resources::payments::reference#confirm)).

use chrono::{DateTime, Utc};

use super::of_payment;
use crate::call::Request;
use crate::calls::fields::BodyFields;
use crate::input::{self, Billing, BrowserInfo, Checks, InputError, MethodInput, PAYMENT_BILLING, Rule, sound};
use crate::operation::{AnswerStatus, Endpoint, Expectation, OperationCall, Target};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::operation::ResourceKind;

/// What a payment is confirmed with; nothing but the id where everything was said at its creation.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfirmPaymentInput {
    pub payment_id: PaymentId,
    /// With its data; the data may be missing where the creation brought it.
    pub method: Option<MethodInput>,
    pub billing: Option<Billing>,
    pub return_url: String,
    /// Any part of it.
    pub browser_info: Option<BrowserInfo>,
}

impl ConfirmPaymentInput {
    /// Confirms what was said at the creation.
    pub fn new(payment_id: PaymentId) -> Self {
        Self { payment_id, method: None, billing: None, return_url: String::new(), browser_info: None }
    }

    /// Every broken rule, in the order of the fields; `now` decides whether a card has expired.
    pub fn check(&self, now: DateTime<Utc>) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::required("payment_id", self.payment_id.as_str()));
        let method = self.method.as_ref();
        checks.extend(method.map(|method| method.check(false, now)).unwrap_or_default());
        let with_data = method.is_some_and(|method| method.data.is_some());
        checks.forbid(with_data && self.billing.is_none(), "billing", Rule::is("required with the data of the method"));
        checks.extend(self.billing.as_ref().map(|given| given.check("billing", &PAYMENT_BILLING)).unwrap_or_default());
        if method.is_some_and(|method| method.method.returns()) {
            checks.add(input::required("return_url", &self.return_url));
        }
        checks.add_given("return_url", &self.return_url, input::url);
        checks.extend(self.browser_info.as_ref().map(|info| info.check("browser_info", false)).unwrap_or_default());
        checks.into_errors()
    }
}

/// `POST /payments/:payment_id/confirm`: answered with the payment.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfirmPayment {
    input: ConfirmPaymentInput,
}

impl ConfirmPayment {
    /// The call, unless a rule of the input is broken.
    pub fn new(input: ConfirmPaymentInput, now: DateTime<Utc>) -> Result<Self, Vec<InputError>> {
        let errors = input.check(now);
        sound(Self { input }, errors)
    }

    pub fn input(&self) -> &ConfirmPaymentInput {
        &self.input
    }
}

impl OperationCall for ConfirmPayment {
    const ENDPOINT: Endpoint = Endpoint::ConfirmPayment;

    fn request(&self) -> Request {
        let input = &self.input;
        let fields = match &input.method {
            Some(method) => method.write(BodyFields::new()),
            None => BodyFields::new(),
        };
        let body = fields
            .maybe("billing", input.billing.as_ref().map(Billing::to_json))
            .text("return_url", &input.return_url)
            .maybe("browser_info", input.browser_info.as_ref().map(BrowserInfo::to_json))
            .into_value();
        let secret = input.method.as_ref().and_then(MethodInput::secret);
        Request { secret, ..Request::to(Self::ENDPOINT, input.payment_id.as_str(), body) }
    }

    fn target(&self) -> Target {
        Target::new(ResourceKind::Payment, self.input.payment_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        of_payment(AnswerStatus::Payment, &self.input.payment_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{CryptoData, MethodData, PaymentMethod};

    fn broken(input: &ConfirmPaymentInput) -> Vec<String> {
        let errors = input.check("2026-11-21T10:00:00Z".parse().unwrap());
        errors.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn a_payment_of_which_everything_is_said_needs_its_id_only() {
        assert!(broken(&ConfirmPaymentInput::new(PaymentId::new("pay_1"))).is_empty());
        assert_eq!(broken(&ConfirmPaymentInput::new(PaymentId::new(""))), ["payment_id"]);
    }

    #[test]
    fn an_instrument_comes_with_billing_and_a_way_back_where_one_is_needed() {
        let data = CryptoData { pay_currency: "BTC".into(), wallet_address: "bc1q".into(), ..CryptoData::default() };
        let data = Some(MethodData::Crypto(data));
        let method = Some(MethodInput { method: PaymentMethod::Crypto, method_type: String::new(), data });
        let mut input = ConfirmPaymentInput { method, ..ConfirmPaymentInput::new(PaymentId::new("pay_1")) };
        assert_eq!(broken(&input), ["billing", "return_url"]);
        input.return_url = "shop".to_owned();
        input.billing = Some(Billing::default());
        let reported = broken(&input);
        assert_eq!((reported.len(), reported[9].as_str()), (10, "return_url"), "{reported:?}");
    }

    #[test]
    fn any_part_of_the_browser_will_do_but_not_none() {
        let mut input = ConfirmPaymentInput::new(PaymentId::new("pay_1"));
        input.browser_info = Some(BrowserInfo { language: "en-GB".to_owned(), ..BrowserInfo::default() });
        assert!(broken(&input).is_empty());
        input.browser_info = Some(BrowserInfo::default());
        assert_eq!(broken(&input), ["browser_info"]);
    }
}
