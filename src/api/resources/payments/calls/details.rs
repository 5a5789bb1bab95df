//! What can be said of a payment when it is created or updated
//! ([API reference](crate::resources::payments::reference#create)).

use chrono::{DateTime, Utc};

use crate::calls::fields::BodyFields;
use crate::input::{
    self, AuthenticationType, Billing, BrowserInfo, Checked, Checks, InputError, OrderDetail, PAYMENT_BILLING, Payer,
    PaymentDetails, PaymentMethod, Rule,
};
use paydesk_domain::descriptor::{DESCRIPTOR_MAX_CHARS, DescriptorError, check_descriptor_name};
use paydesk_domain::payment::CaptureMethod;

/// Longest `merchant_order_reference_id` ([limits](crate::reference::limits#field-limits)).
const ORDER_REFERENCE_MAX_CHARS: usize = 255;

/// What a request does with the details it carries: it decides what they need to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentRequestStep {
    /// A payment is created, to be confirmed later.
    Create,
    /// A payment is created and charged at once.
    CreateAndConfirm,
    /// A payment is changed: what is not given was said before, or will be.
    Update,
}

impl Payer {
    fn email(&self) -> &str {
        match self {
            Self::Customer { email, .. } => email,
            Self::OneOff(contact) => &contact.email,
        }
    }

    fn check(&self) -> Vec<InputError> {
        let mut checks = Checks::default();
        match self {
            Self::Customer { customer_id, email } => {
                checks.add(input::required("customer_id", customer_id.as_str()));
                checks.add_given("email", email, input::email);
            }
            Self::OneOff(contact) => checks.extend(contact.check()),
        }
        checks.into_errors()
    }

    fn write(&self, fields: BodyFields) -> BodyFields {
        match self {
            Self::Customer { customer_id, email } => {
                fields.set("customer_id", customer_id.as_str()).text("email", email)
            }
            Self::OneOff(contact) => contact.write(fields),
        }
    }
}

impl PaymentDetails {
    /// Every broken rule of what `step` needs.
    pub fn check(&self, step: PaymentRequestStep, now: DateTime<Utc>) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.extend(self.payer.check());
        self.check_return(&mut checks, step);
        let other = matches!(self.capture_method, Some(CaptureMethod::Other(_)));
        checks.forbid(other, "capture_method", "one of automatic, manual");
        self.check_method(&mut checks, step, now);
        for (field, given) in [("billing", &self.billing), ("shipping", &self.shipping)] {
            checks.extend(given.as_ref().map(|given| given.check(field, &PAYMENT_BILLING)).unwrap_or_default());
        }
        self.check_texts(&mut checks);
        for (index, detail) in self.order_details.iter().enumerate() {
            checks.extend(detail.check(&format!("order_details[{index}]")));
        }
        checks.extend(self.browser_info.as_ref().map(|info| info.check("browser_info", true)).unwrap_or_default());
        checks.into_errors()
    }

    fn check_return(&self, checks: &mut Checks, step: PaymentRequestStep) {
        let returns = self.method.as_ref().is_some_and(|method| method.method.returns());
        let three_ds = self.authentication_type == Some(AuthenticationType::ThreeDs);
        if step == PaymentRequestStep::CreateAndConfirm && (returns || three_ds) {
            checks.add(input::required("return_url", &self.return_url));
        }
        checks.add_given("return_url", &self.return_url, input::url);
    }

    fn check_method(&self, checks: &mut Checks, step: PaymentRequestStep, now: DateTime<Utc>) {
        let confirm = step == PaymentRequestStep::CreateAndConfirm;
        let Some(method) = &self.method else {
            checks.forbid(confirm, "payment_method", Rule::is("required to confirm"));
            return;
        };
        checks.extend(method.check(confirm, now));
        let pay_later = method.method == PaymentMethod::PayLater;
        let nameless = pay_later && step != PaymentRequestStep::Update && self.payer.email().is_empty();
        checks.forbid(nameless, "email", Rule::is("required to pay later"));
        let with_data = method.data.is_some() || pay_later && confirm;
        checks.forbid(with_data && self.billing.is_none(), "billing", Rule::is("required with the data of the method"));
    }

    fn check_texts(&self, checks: &mut Checks) {
        let reference = |field: &str, text: &str| input::at_most(field, text, ORDER_REFERENCE_MAX_CHARS);
        checks.add_given("merchant_order_reference_id", &self.merchant_order_reference_id, reference);
        checks.add_given("statement_descriptor_name", &self.statement_descriptor_name, descriptor_name);
    }

    /// Adds the fields that are given to a body, in the order of the specification.
    pub fn write(&self, fields: BodyFields) -> BodyFields {
        let word = |word: Option<&'static str>| word;
        let capture_method = self.capture_method.as_ref().map(CaptureMethod::as_str);
        let fields = self.payer.write(fields).text("description", &self.description);
        let fields = fields
            .text("return_url", &self.return_url)
            .maybe("capture_method", capture_method)
            .maybe("authentication_type", word(self.authentication_type.map(Into::into)));
        let fields = match &self.method {
            Some(method) => method.write(fields),
            None => fields,
        };
        let goods: Vec<_> = self.order_details.iter().map(OrderDetail::to_json).collect();
        fields
            .maybe("billing", self.billing.as_ref().map(Billing::to_json))
            .maybe("shipping", self.shipping.as_ref().map(Billing::to_json))
            .maybe("setup_future_usage", word(self.setup_future_usage.map(Into::into)))
            .text("merchant_order_reference_id", &self.merchant_order_reference_id)
            .text("statement_descriptor_name", &self.statement_descriptor_name)
            .text("statement_descriptor_suffix", &self.statement_descriptor_suffix)
            .maybe("order_details", (!goods.is_empty()).then_some(goods))
            .maybe("browser_info", self.browser_info.as_ref().map(BrowserInfo::to_json))
    }
}

fn descriptor_name(field: &str, name: &str) -> Checked {
    check_descriptor_name(name).map_err(|error| InputError::new(field, descriptor_rule(&error)))
}

/// Of a name alone: nothing is together with it here.
fn descriptor_rule(error: &DescriptorError) -> Rule {
    match error {
        DescriptorError::TooLong(chars) => {
            format!("at most {DESCRIPTOR_MAX_CHARS} characters; this has {chars}").into()
        }
        DescriptorError::NoLetter => Rule::fault(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Address, CardData};
    use crate::input::{Contact, MethodInput};
    use crate::input::{MethodData, NamedData};
    use paydesk_domain::ids::CustomerId;
    use paydesk_domain::secret::SecretText;

    fn broken(details: &PaymentDetails, confirm: bool) -> Vec<String> {
        let step = if confirm { PaymentRequestStep::CreateAndConfirm } else { PaymentRequestStep::Create };
        let errors = details.check(step, "2026-11-21T10:00:00Z".parse().unwrap());
        errors.into_iter().map(|error| error.field).collect()
    }

    fn by(method: PaymentMethod, data: Option<MethodData>) -> PaymentDetails {
        let method = Some(MethodInput { method, method_type: String::new(), data });
        PaymentDetails { method, billing: Some(Billing::example()), ..PaymentDetails::default() }
    }

    fn card() -> PaymentDetails {
        let text = SecretText::new;
        let card = CardData {
            number: text("4242424242424242"),
            exp_month: text("03"),
            exp_year: text("2030"),
            cvc: text("737"),
            ..CardData::default()
        };
        by(PaymentMethod::Card, Some(MethodData::Card(card)))
    }

    fn named() -> Option<MethodData> {
        Some(MethodData::Named(NamedData { name: "x".to_owned(), json: SecretText::new("{}") }))
    }

    #[test]
    fn nothing_is_required_of_a_payment_that_is_not_confirmed() {
        assert!(broken(&PaymentDetails::default(), false).is_empty());
        assert_eq!(broken(&PaymentDetails::default(), true), ["payment_method"]);
        assert!(broken(&card(), true).is_empty());
    }

    #[test]
    fn a_descriptor_that_is_too_long_is_reported_and_a_suffix_has_no_documented_limit() {
        let long = "x".repeat(DESCRIPTOR_MAX_CHARS + 1);
        let details = PaymentDetails {
            statement_descriptor_name: long.clone(),
            statement_descriptor_suffix: long,
            ..PaymentDetails::default()
        };
        let errors = details.check(PaymentRequestStep::Create, "2026-11-21T10:00:00Z".parse().unwrap());
        let rules: Vec<Rule> = errors.into_iter().map(|error| error.rule).collect();
        assert_eq!(rules, [Rule::from("at most 22 characters; this has 23")]);
    }

    #[test]
    fn billing_is_on_the_request_that_carries_the_instrument() {
        for confirm in [false, true] {
            let without = PaymentDetails { billing: None, ..card() };
            assert_eq!(broken(&without, confirm), ["billing"]);
        }
        let no_data = PaymentDetails { billing: None, ..by(PaymentMethod::Card, None) };
        assert!(broken(&no_data, false).is_empty());
    }

    #[test]
    fn whoever_is_sent_elsewhere_needs_a_way_back() {
        for method in [PaymentMethod::Wallet, PaymentMethod::BankRedirect] {
            let mut details = by(method, named());
            assert_eq!(broken(&details, true), ["return_url"], "{method:?}");
            assert!(broken(&details, false).is_empty(), "{method:?}: the confirmation may bring it");
            details.return_url = "https://shop.example/return".to_owned();
            assert!(broken(&details, true).is_empty(), "{method:?}");
        }
        assert!(broken(&by(PaymentMethod::BankTransfer, named()), true).is_empty());
        let three_ds = PaymentDetails { authentication_type: Some(AuthenticationType::ThreeDs), ..card() };
        assert_eq!(broken(&three_ds, true), ["return_url"]);
        let without = PaymentDetails { authentication_type: Some(AuthenticationType::NoThreeDs), ..card() };
        assert!(broken(&without, true).is_empty());
    }

    #[test]
    fn paying_later_needs_an_email_and_an_address() {
        let return_url = "https://shop.example/return".to_owned();
        let mut later = PaymentDetails { return_url, ..by(PaymentMethod::PayLater, None) };
        assert_eq!(broken(&later, true), ["email"]);
        later.payer = Payer::OneOff(Contact { email: "ada@mail.example".to_owned(), ..Contact::default() });
        assert!(broken(&later, true).is_empty());
        later.billing = None;
        assert_eq!(broken(&later, true), ["billing"]);
        let customer_id = CustomerId::new("ada-1815");
        later.payer = Payer::Customer { customer_id, email: String::new() };
        assert_eq!(broken(&later, false), ["email"]);
        assert_eq!(
            later.check(PaymentRequestStep::Update, "2026-11-21T10:00:00Z".parse().unwrap()),
            [],
            "may have been said before"
        );
    }

    #[test]
    fn words_are_as_long_as_they_may_be_and_not_longer() {
        let with = |reference: usize, name: &str, suffix: usize| PaymentDetails {
            merchant_order_reference_id: "r".repeat(reference),
            statement_descriptor_name: name.to_owned(),
            statement_descriptor_suffix: "s".repeat(suffix),
            ..PaymentDetails::default()
        };
        let (longest, too_long) = ("n".repeat(22), "n".repeat(23));
        assert!(broken(&with(255, &longest, 22), false).is_empty());
        let all = ["merchant_order_reference_id", "statement_descriptor_name"];
        assert_eq!(broken(&with(256, &too_long, 23), false), all);
        assert_eq!(broken(&with(0, "1001", 0), false), ["statement_descriptor_name"], "no letter");
    }

    #[test]
    fn a_customer_is_named_or_described_and_never_both() {
        let customer_id = CustomerId::new("ada-1815");
        let payer = Payer::Customer { customer_id, email: "ada@mail.example".to_owned() };
        let body = PaymentDetails { payer, ..PaymentDetails::default() }.write(BodyFields::new()).into_value();
        assert_eq!(body, serde_json::json!({"customer_id": "ada-1815", "email": "ada@mail.example"}));
        let payer = Payer::Customer { customer_id: CustomerId::new(""), email: "x".to_owned() };
        assert_eq!(broken(&PaymentDetails { payer, ..PaymentDetails::default() }, false), ["customer_id", "email"]);
    }

    #[test]
    fn every_broken_rule_is_reported_in_the_order_of_the_fields() {
        let details = PaymentDetails {
            payer: Payer::OneOff(Contact { phone: "+44".to_owned(), ..Contact::default() }),
            return_url: "shop.example".to_owned(),
            capture_method: Some(CaptureMethod::from_word("later")),
            shipping: Some(Billing { address: Address::default(), ..Billing::example() }),
            browser_info: Some(BrowserInfo::default()),
            ..by(PaymentMethod::Card, None)
        };
        let reported = broken(&details, true);
        assert_eq!(reported[..4], ["phone", "return_url", "capture_method", "payment_method_data"]);
        assert!(reported[4..11].iter().all(|field| field.starts_with("shipping.address.")), "{reported:?}");
        assert_eq!(reported[11..], ["browser_info.ip_address", "browser_info.user_agent"]);
    }
}
