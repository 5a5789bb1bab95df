//! `POST /payouts/create`
//! ([API reference](crate::resources::payouts::reference#create) and
//! law).
//!
//! `merchant_order_reference_id` and `metadata.operation_id` always leave: nothing else shows afterwards whether a
//! payout whose answer was lost exists. So does `auto_fulfill`: whether money moves at once is never left to a default.

use serde_json::{Map, Value};

use super::destination::check_type;
use super::{DeprecatedRecipient, Destination, PayoutMethod, Recipient};
use crate::call::{Request, SecretPart};
use crate::calls::fields::BodyFields;
use crate::calls::shapes::{check_user_metadata, user_metadata_json};
use crate::input::{self, Billing, BrowserInfo, Checks, InputError, PAYOUT_BILLING, Rule, sound};
use crate::operation::{AnswerStatus, Endpoint, Expectation, OperationCall, Target};
use crate::outcome::{Attempt, Body, HttpAnswer};
use crate::resources::subscriptions::wire::take_client_secret;
use paydesk_domain::ids::{BusinessProfileId, OperationId};
use paydesk_domain::metadata::METADATA_MAX_PAIRS;
use paydesk_domain::money::Money;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::Pair;
use paydesk_domain::payout::{ENTITY_TYPES, ORDER_REFERENCE_MAX_CHARS, PRIORITIES, is_entity_type};
use paydesk_domain::secret::SecretText;

/// What a payout is created of. Texts that are empty are not sent.
#[derive(Debug, Clone, PartialEq)]
pub struct CreatePayoutInput {
    pub amount: Money,
    /// At most 255 characters, and always there.
    pub merchant_order_reference_id: String,
    /// One of `PAYOUT_TYPES`; required with `confirm`.
    pub payout_type: String,
    pub method: Option<PayoutMethod>,
    /// `source_bank_data`: has the shape of a bank transfer.
    pub source: Option<Destination>,
    pub customer: Recipient,
    /// Deprecated by the specification.
    pub deprecated: DeprecatedRecipient,
    /// All of it is optional.
    pub billing: Option<Billing>,
    pub confirm: bool,
    /// Whether it is paid out at once, without a fulfilment.
    pub auto_fulfill: bool,
    pub recurring: bool,
    /// One of `ENTITY_TYPES`, or its form in lower case.
    pub entity_type: String,
    /// One of `PRIORITIES`.
    pub priority: String,
    /// Two letters of ISO 3166-1.
    pub business_country: String,
    /// The account's default profile where there is none.
    pub profile_id: Option<BusinessProfileId>,
    pub description: String,
    pub return_url: String,
    /// Without our operation, which counts among the 50.
    pub metadata: Vec<Pair>,
    /// How long the client secret is good for.
    pub session_expiry_s: Option<u32>,
    /// Whether the recipient is asked on a page where the money should go.
    pub payout_link: bool,
    /// Logo, merchant name, theme, enabled methods, form layout, test mode; the names are not documented.
    pub payout_link_config: Option<Map<String, Value>>,
    pub browser_info: Option<BrowserInfo>,
}

impl CreatePayoutInput {
    /// A payout of which nothing else is said, and which is not paid out by itself.
    pub fn new(amount: Money, merchant_order_reference_id: impl Into<String>) -> Self {
        Self {
            amount,
            merchant_order_reference_id: merchant_order_reference_id.into(),
            payout_type: String::new(),
            method: None,
            source: None,
            customer: Recipient::default(),
            deprecated: DeprecatedRecipient::default(),
            billing: None,
            confirm: false,
            auto_fulfill: false,
            recurring: false,
            entity_type: String::new(),
            priority: String::new(),
            business_country: String::new(),
            profile_id: None,
            description: String::new(),
            return_url: String::new(),
            metadata: Vec::new(),
            session_expiry_s: None,
            payout_link: false,
            payout_link_config: None,
            browser_info: None,
        }
    }

    /// Every broken rule, in the order of the fields.
    pub fn check(&self) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::positive("amount", self.amount.minor));
        checks.add(input::currency("currency", &self.amount.currency));
        let reference = ("merchant_order_reference_id", &self.merchant_order_reference_id);
        checks.add(input::required(reference.0, reference.1));
        checks.add(input::at_most(reference.0, reference.1, ORDER_REFERENCE_MAX_CHARS));
        checks.forbid(self.confirm && self.payout_type.is_empty(), "payout_type", Rule::is("required to confirm"));
        checks.extend(check_type(&self.payout_type, self.method.as_ref()));
        checks.extend(self.method.as_ref().map(PayoutMethod::check).unwrap_or_default());
        checks.extend(self.source.as_ref().map(Destination::check_source).unwrap_or_default());
        checks.extend(self.customer.check());
        checks.extend(self.deprecated.check(&self.customer));
        let billing = self.billing.as_ref();
        checks.extend(billing.map(|billing| billing.check("billing", &PAYOUT_BILLING)).unwrap_or_default());
        self.check_rest(&mut checks);
        checks.into_errors()
    }

    /// Whether the payout is known again by what it carries of `operation_id`: by its metadata, or where a person's pairs
    /// take all the room, by its reference.
    pub fn check_named(&self, operation_id: &OperationId) -> Vec<InputError> {
        let is_full = self.metadata.len() >= METADATA_MAX_PAIRS;
        let is_unnamed = is_full && self.merchant_order_reference_id != operation_id.as_str();
        let rule = "All 50 pairs are in use: leave the reference empty. Paydesk generates one to recognise the payout.";
        let mut checks = Checks::default();
        checks.forbid(is_unnamed, "metadata", Rule::sentence(rule));
        checks.into_errors()
    }

    fn check_rest(&self, checks: &mut Checks) {
        checks.add_given("entity_type", &self.entity_type, |field, word| match is_entity_type(word) {
            true => Ok(()),
            false => Err(InputError::new(field, format!("one of {}, or in lower case", ENTITY_TYPES.join(", ")))),
        });
        checks.add_given("priority", &self.priority, |field, word| input::one_of(field, word, &PRIORITIES));
        checks.add_given("business_country", &self.business_country, input::country);
        if let Some(profile_id) = &self.profile_id {
            checks.add(input::required("profile_id", profile_id.as_str()));
        }
        checks.add_given("return_url", &self.return_url, input::url);
        checks.extend(check_user_metadata(&self.metadata));
        checks.warn(self.session_expiry_s == Some(0), "session_expiry", "more than 0");
        let browser = self.browser_info.as_ref();
        checks.extend(browser.map(|browser| browser.check("browser_info", false)).unwrap_or_default());
    }

    /// What may be stored of it, in the order of the specification.
    fn write(&self) -> BodyFields {
        let fields = BodyFields::new()
            .set("amount", self.amount.minor)
            .set("currency", self.amount.currency.code())
            .set("merchant_order_reference_id", self.merchant_order_reference_id.as_str())
            .text("payout_type", &self.payout_type);
        let fields = self.method.iter().fold(fields, |fields, method| method.write(fields));
        self.deprecated
            .write(fields.object("customer", self.customer.fields()))
            .maybe("billing", self.billing.as_ref().map(Billing::to_json))
            .flag("confirm", self.confirm)
            .set("auto_fulfill", self.auto_fulfill)
            .flag("recurring", self.recurring)
            .text("entity_type", &self.entity_type)
            .text("priority", &self.priority)
            .text("business_country", &self.business_country)
            .maybe("profile_id", self.profile_id.as_ref().map(BusinessProfileId::as_str))
            .text("description", &self.description)
            .text("return_url", &self.return_url)
            .maybe("session_expiry", self.session_expiry_s)
            .flag("payout_link", self.payout_link)
            .maybe("payout_link_config", self.payout_link_config.clone().map(Value::Object))
            .maybe("browser_info", self.browser_info.as_ref().map(BrowserInfo::to_json))
    }

    fn secret(&self) -> Option<SecretPart> {
        let method = self.method.as_ref().and_then(PayoutMethod::secret);
        SecretPart::all([method, self.source.as_ref().map(Destination::source_secret), self.customer.secret()])
    }
}

/// `POST /payouts/create`: answered with the payout.
#[derive(Debug, Clone, PartialEq)]
pub struct CreatePayout {
    operation_id: OperationId,
    input: CreatePayoutInput,
}

impl CreatePayout {
    /// The call, unless a rule of the input is broken.
    pub fn new(operation_id: OperationId, input: CreatePayoutInput) -> Result<Self, Vec<InputError>> {
        let errors = input.check().into_iter().chain(input.check_named(&operation_id)).collect();
        sound(Self { operation_id, input }, errors)
    }

    pub fn input(&self) -> &CreatePayoutInput {
        &self.input
    }
}

impl CreatePayout {
    /// Takes the `client_secret` out of what the client saw of a creation, and leaves a mask. None where `request` makes
    /// no payout, or the answer is about none.
    pub fn take_client_secret(request: &Request, attempt: &mut Attempt) -> Option<SecretText> {
        let is_created = request.path == Endpoint::CreatePayout.path("");
        match attempt {
            Attempt::Answered(HttpAnswer { body: Body::Json(body), .. })
                if is_created && body.get("payout_id").is_some_and(Value::is_string) =>
            {
                take_client_secret(body)
            }
            Attempt::Answered(_) | Attempt::NotSent(_) | Attempt::NoKey(_) | Attempt::Lost(_) => None,
        }
    }
}

impl OperationCall for CreatePayout {
    const ENDPOINT: Endpoint = Endpoint::CreatePayout;

    fn request(&self) -> Request {
        let metadata = user_metadata_json(&self.input.metadata, &self.operation_id);
        let body = self.input.write().set("metadata", metadata).into_value();
        let account = self.input.method.as_ref().and_then(PayoutMethod::account);
        Request { secret: self.input.secret(), account, ..Request::to(Self::ENDPOINT, "", body) }
    }

    /// The service names the payout itself: until its answer is there, our reference stands for it.
    fn target(&self) -> Target {
        Target::new(ResourceKind::Payout, self.input.merchant_order_reference_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        let reference = &self.input.merchant_order_reference_id;
        Expectation::new(AnswerStatus::Payout)
            .naming_sent("merchant_order_reference_id", reference)
            .with_text_in("payout_id")
            .over(&self.input.amount)
    }

    fn money(&self) -> Option<Money> {
        Some(self.input.amount.clone())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use paydesk_domain::money::Currency;

    fn input() -> CreatePayoutInput {
        CreatePayoutInput::new(Money::new(12_500, Currency::iso4217("EUR")), "po-1")
    }

    fn broken(change: impl FnOnce(&mut CreatePayoutInput)) -> Vec<String> {
        let mut input = input();
        change(&mut input);
        input.check().into_iter().map(|error| error.field).collect()
    }

    fn body(input: CreatePayoutInput) -> Value {
        let call = CreatePayout::new(OperationId::new("op_1"), input).unwrap();
        serde_json::from_str(&call.request().wire_body()).unwrap()
    }

    #[test]
    fn reference_operation_and_auto_fulfill_leave_with_every_payout() {
        let expected = json!({"amount": 12_500, "currency": "EUR", "merchant_order_reference_id": "po-1",
            "auto_fulfill": false, "metadata": {"operation_id": "op_1"}});
        assert_eq!(body(input()), expected);
        assert_eq!(body(CreatePayoutInput { auto_fulfill: true, ..input() })["auto_fulfill"], true);
    }

    #[test]
    fn amount_currency_and_reference_are_checked_at_their_edges() {
        assert!(broken(|_| {}).is_empty());
        assert!(broken(|input| input.amount.minor = 1).is_empty());
        assert_eq!(broken(|input| input.amount.minor = 0), ["amount"]);
        assert_eq!(broken(|input| input.amount.currency = Currency::iso4217("ZZZ")), ["currency"]);
        let reference = |chars: usize| broken(|input| input.merchant_order_reference_id = "ö".repeat(chars));
        assert_eq!((reference(1).len(), reference(255).len()), (0, 0));
        assert_eq!(reference(256), ["merchant_order_reference_id"]);
        assert_eq!(reference(0), ["merchant_order_reference_id"]);
    }

    #[test]
    fn words_and_codes_are_those_of_the_specification() {
        for word in PRIORITIES {
            assert!(broken(|input| input.priority = word.to_owned()).is_empty());
        }
        for word in ["Individual", "nonprofit", "public_sector"] {
            assert!(broken(|input| input.entity_type = word.to_owned()).is_empty());
        }
        let all = broken(|input| {
            input.entity_type = "Club".to_owned();
            input.priority = "slow".to_owned();
            input.business_country = "DEU".to_owned();
            input.profile_id = Some(BusinessProfileId::new(""));
            input.return_url = "shop.example".to_owned();
            input.session_expiry_s = Some(0);
            input.browser_info = Some(BrowserInfo::default());
        });
        let expected = [
            "entity_type",
            "priority",
            "business_country",
            "profile_id",
            "return_url",
            "session_expiry",
            "browser_info",
        ];
        assert_eq!(all, expected);
        assert!(broken(|input| input.session_expiry_s = Some(1)).is_empty());
    }

    #[test]
    fn a_payout_that_is_confirmed_has_a_type() {
        assert_eq!(broken(|input| input.confirm = true), ["payout_type"]);
        let typed = |input: &mut CreatePayoutInput| (input.confirm, input.payout_type) = (true, "card".to_owned());
        assert!(broken(typed).is_empty());
    }

    #[test]
    fn fifty_pairs_leave_no_room_for_our_operation_and_need_a_reference_of_ours() {
        let pairs = |count: usize| (0..count).map(|n| (format!("k{n}"), "v".to_owned())).collect();
        assert!(broken(|input| input.metadata = pairs(49)).is_empty());
        assert!(broken(|input| input.metadata = pairs(50)).is_empty());
        assert_eq!(broken(|input| input.metadata = pairs(51)), ["metadata"]);
        let full = |reference: &str| CreatePayoutInput {
            metadata: pairs(50),
            merchant_order_reference_id: reference.to_owned(),
            ..input()
        };
        assert!(CreatePayout::new(OperationId::new("op_1"), full("po-1")).is_err());
        assert!(CreatePayout::new(OperationId::new("op_1"), full("op_1")).is_ok());
        assert_eq!(broken(|input| input.metadata = vec![("operation_id".to_owned(), "x".to_owned())]), ["metadata"]);
    }

    #[test]
    fn its_reference_stands_for_it_until_it_has_a_name() {
        let call = CreatePayout::new(OperationId::new("op_1"), input()).unwrap();
        assert_eq!(call.target(), Target::new(ResourceKind::Payout, "po-1"));
        let echoes: Vec<_> = call.expectation().echoes.into_iter().map(|echo| (echo.field, echo.required)).collect();
        let fields = ["merchant_order_reference_id", "amount", "currency"];
        assert_eq!(echoes, fields.map(|field| (field.into(), true)));
    }
}
