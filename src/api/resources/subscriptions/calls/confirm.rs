//! `POST /subscriptions/:subscription_id/confirm`: collects the first payment
//! ([API reference](crate::resources::subscriptions::reference#confirm)).
//!
//! The instrument and `client_secret` leave as secret parts of the request, whatever the method.

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};
use strum::IntoEnumIterator as _;

use super::{check_addresses, expectation, target};
use crate::call::{Request, SecretPart, secret_json};
use crate::calls::fields::BodyFields;
use crate::calls::shapes::{SUBSCRIPTION_CARD, is_object, within};
use crate::input::{
    self, Acceptance, Billing, Checks, ConfirmSubscriptionInput, CustomerAcceptance, InputError, PaymentMethod,
    PaymentType, Rule, SubscriptionData, SubscriptionMethod, sound,
};
use crate::operation::{Endpoint, Expectation, OperationCall, Target};
use paydesk_domain::ids::{BusinessProfileId, SubscriptionId};
use paydesk_domain::secret::SecretText;

/// Where the instrument is in the body.
const DATA: &str = "payment_details.payment_method_data";

impl SubscriptionMethod {
    /// The value of the API.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// The method of a payment that is the same; `None` where the specification shows none.
    pub fn of_payment(self) -> Option<PaymentMethod> {
        PaymentMethod::iter().find(|method| method.word() == self.word())
    }

    /// Whether its data is below a name: `payment_method_data.<method>.<name>`.
    pub fn is_named(self) -> bool {
        matches!(self, Self::Wallet | Self::BankRedirect | Self::BankTransfer)
    }
}

impl CustomerAcceptance {
    fn check(&self) -> Vec<InputError> {
        let mut checks = Checks::default();
        if let Acceptance::Online { ip_address, user_agent } = &self.acceptance {
            let place = "payment_details.customer_acceptance.online";
            checks.add(input::ip_address(&format!("{place}.ip_address"), ip_address));
            checks.add(input::required(&format!("{place}.user_agent"), user_agent));
        }
        checks.into_errors()
    }

    fn to_json(&self) -> Value {
        let accepted_at = self.accepted_at.map(|time| time.to_rfc3339_opts(SecondsFormat::Millis, true));
        let fields = match &self.acceptance {
            Acceptance::Online { ip_address, user_agent } => BodyFields::new()
                .set("acceptance_type", "online")
                .set("online", json!({"ip_address": ip_address, "user_agent": user_agent})),
            Acceptance::Offline => BodyFields::new().set("acceptance_type", "offline"),
        };
        fields.maybe("accepted_at", accepted_at).into_value()
    }
}

impl ConfirmSubscriptionInput {
    /// A confirmation with a method of which nothing else is said.
    pub fn new(
        profile_id: BusinessProfileId,
        subscription_id: SubscriptionId,
        payment_method: SubscriptionMethod,
    ) -> Self {
        Self {
            profile_id,
            subscription_id,
            client_secret: SecretText::default(),
            payment_method,
            data: None,
            payment_method_type: String::new(),
            payment_type: None,
            payment_token: String::new(),
            customer_acceptance: None,
            billing: None,
            shipping: None,
        }
    }

    /// Every broken rule, in the order of the fields; `now` decides whether a card has expired.
    pub fn check(&self, now: DateTime<Utc>) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::header("X-Profile-Id", self.profile_id.as_str()));
        checks.add(input::required("subscription_id", self.subscription_id.as_str()));
        checks.extend(self.check_data(now));
        let acceptance = self.customer_acceptance.as_ref();
        checks.extend(acceptance.map(CustomerAcceptance::check).unwrap_or_default());
        checks.extend(check_addresses("payment_details.", self.billing.as_ref(), self.shipping.as_ref()));
        checks.into_errors()
    }

    fn check_data(&self, now: DateTime<Utc>) -> Vec<InputError> {
        let mut checks = Checks::default();
        let is_card = self.payment_method == SubscriptionMethod::Card;
        let has_token = !self.payment_token.trim().is_empty();
        checks.forbid(has_token && self.data.is_some(), DATA, "left out if payment_token names a stored method");
        match &self.data {
            Some(SubscriptionData::Card(card)) if is_card => {
                checks.extend(card.check(&format!("{DATA}.card"), &SUBSCRIPTION_CARD, now));
            }
            Some(SubscriptionData::Crypto(crypto)) if self.payment_method == SubscriptionMethod::Crypto => {
                checks.extend(crypto.check(&format!("{DATA}.crypto")));
            }
            Some(SubscriptionData::Named(named)) if self.payment_method.is_named() => {
                checks.extend(named.check(&format!("{DATA}.{}", self.payment_method.word())));
            }
            Some(SubscriptionData::Other(json)) if !is_card => checks.forbid(!is_object(json), DATA, "a JSON object"),
            Some(_) => {
                checks.forbid(true, DATA, format!("the data of {}", self.payment_method.word()));
            }
            None => checks.warn(is_card && !has_token, DATA, Rule::is("required for a card, or a payment_token")),
        }
        checks.into_errors()
    }

    fn payment_details(&self) -> BodyFields {
        BodyFields::new()
            .set("payment_method", self.payment_method.word())
            .text("payment_method_type", &self.payment_method_type)
            .maybe("payment_type", self.payment_type.map(PaymentType::word))
            .text("payment_token", &self.payment_token)
            .maybe("customer_acceptance", self.customer_acceptance.as_ref().map(CustomerAcceptance::to_json))
            .maybe("billing", self.billing.as_ref().map(Billing::to_json))
            .maybe("shipping", self.shipping.as_ref().map(Billing::to_json))
    }

    fn secret(&self) -> Option<SecretPart> {
        let data = self.data.as_ref().map(|data| match data {
            SubscriptionData::Card(card) => within("card", &card.to_json()),
            SubscriptionData::Crypto(crypto) => within("crypto", &crypto.to_json()),
            SubscriptionData::Named(named) => {
                within(self.payment_method.word(), &within(named.name.trim(), &named.json))
            }
            SubscriptionData::Other(json) => json.clone(),
        });
        let data = data.map(|json| SecretPart::of_json(&["payment_details", "payment_method_data"], json));
        let client_secret = (!self.client_secret.is_empty())
            .then(|| SecretPart::of_json(&["client_secret"], secret_json(&self.client_secret.expose())));
        SecretPart::all([data, client_secret])
    }
}

/// `POST /subscriptions/:subscription_id/confirm`: charges. 409 where it was confirmed already.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfirmSubscription {
    input: ConfirmSubscriptionInput,
}

impl ConfirmSubscription {
    /// The call, unless a rule of the input is broken.
    pub fn new(input: ConfirmSubscriptionInput, now: DateTime<Utc>) -> Result<Self, Vec<InputError>> {
        let errors = input.check(now);
        sound(Self { input }, errors)
    }

    pub fn input(&self) -> &ConfirmSubscriptionInput {
        &self.input
    }
}

impl OperationCall for ConfirmSubscription {
    const ENDPOINT: Endpoint = Endpoint::ConfirmSubscription;

    fn request(&self) -> Request {
        let input = &self.input;
        let body = BodyFields::new().object("payment_details", input.payment_details()).into_value();
        let request = Request::to(Self::ENDPOINT, input.subscription_id.as_str(), body);
        Request { secret: input.secret(), ..request }.for_profile(input.profile_id.clone())
    }

    fn target(&self) -> Target {
        target(&self.input.subscription_id)
    }

    fn expectation(&self) -> Expectation {
        expectation(&self.input.subscription_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{CardData, CryptoData, NamedData};

    fn now() -> DateTime<Utc> {
        "2026-11-21T10:00:00Z".parse().unwrap()
    }

    fn card() -> CardData {
        CardData {
            number: SecretText::new("4242 4242 4242 4242"),
            exp_month: SecretText::new("03"),
            exp_year: SecretText::new("2030"),
            cvc: SecretText::new("737"),
            holder_name: SecretText::new("Ada Lovelace"),
            ..CardData::default()
        }
    }

    fn input(method: SubscriptionMethod, data: Option<SubscriptionData>) -> ConfirmSubscriptionInput {
        let (profile_id, id) = (BusinessProfileId::new("pro_1"), SubscriptionId::new("sub_1"));
        ConfirmSubscriptionInput { data, ..ConfirmSubscriptionInput::new(profile_id, id, method) }
    }

    fn broken(input: &ConfirmSubscriptionInput) -> Vec<String> {
        input.check(now()).into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn documented_data_leaves_in_its_place_and_is_of_its_own_method() {
        let text = str::to_owned;
        let crypto = CryptoData { pay_currency: text("BTC"), wallet_address: text("bc1q"), ..CryptoData::default() };
        let named = NamedData { name: text("sepa"), json: SecretText::new("{}") };
        let data = |data: &SubscriptionData| Some(data.clone());
        let (crypto, named) = (SubscriptionData::Crypto(crypto), SubscriptionData::Named(named));
        for method in SubscriptionMethod::iter() {
            let fits = |one: &SubscriptionData| broken(&input(method, data(one))).is_empty();
            assert_eq!(fits(&crypto), method == SubscriptionMethod::Crypto, "{method:?}");
            assert_eq!(fits(&named), method.is_named(), "{method:?}");
        }
        let sent = |method, data| {
            let call = ConfirmSubscription::new(input(method, Some(data)), now()).unwrap();
            let body: Value = serde_json::from_str(&call.request().wire_body()).unwrap();
            body["payment_details"]["payment_method_data"].clone()
        };
        let whole = json!({"crypto": {"pay_currency": "BTC", "wallet_address": "bc1q"}});
        assert_eq!(sent(SubscriptionMethod::Crypto, crypto), whole);
        assert_eq!(sent(SubscriptionMethod::BankTransfer, named), json!({"bank_transfer": {"sepa": {}}}));
        let empty = broken(&input(SubscriptionMethod::Crypto, Some(SubscriptionData::Crypto(CryptoData::default()))));
        assert_eq!(empty, ["pay_currency", "wallet_address"].map(|name| format!("{DATA}.crypto.{name}")));
    }

    #[test]
    fn methods_are_those_of_the_specification() {
        let names: Vec<&str> = SubscriptionMethod::iter().map(SubscriptionMethod::word).collect();
        let listed = "card wallet bank_redirect bank_transfer bank_debit pay_later crypto upi voucher gift_card \
            open_banking mobile_payment network_token";
        assert_eq!(names.join(" "), listed);
    }

    #[test]
    fn a_card_is_charged_by_its_data_or_by_a_token_and_not_by_both() {
        let mut input = input(SubscriptionMethod::Card, None);
        assert_eq!(broken(&input), [DATA]);
        input.payment_token = "tok_1".to_owned();
        assert!(broken(&input).is_empty());
        input.data = Some(SubscriptionData::Card(card()));
        assert_eq!(broken(&input), [DATA]);
        input.payment_token.clear();
        assert!(broken(&input).is_empty());
    }

    #[test]
    fn the_holder_of_the_card_is_required_here() {
        let nameless = CardData { holder_name: SecretText::default(), ..card() };
        let input = input(SubscriptionMethod::Card, Some(SubscriptionData::Card(nameless)));
        assert_eq!(broken(&input), [format!("{DATA}.card.card_holder_name")]);
    }

    #[test]
    fn data_goes_with_its_method_and_only_a_card_needs_some() {
        for method in SubscriptionMethod::iter() {
            let is_card = method == SubscriptionMethod::Card;
            assert_eq!(broken(&input(method, None)).is_empty(), !is_card, "{method:?}");
            assert_eq!(broken(&input(method, Some(SubscriptionData::Card(card())))).is_empty(), is_card);
            let other = |json: &str| Some(SubscriptionData::Other(SecretText::new(json)));
            assert_eq!(broken(&input(method, other(r#"{"wallet":{}}"#))).is_empty(), !is_card);
            assert_eq!(broken(&input(method, other("[]"))), [DATA]);
        }
    }

    #[test]
    fn an_online_acceptance_tells_address_and_user_agent() {
        let mut input = input(SubscriptionMethod::Wallet, None);
        let accepted = |ip_address: &str, user_agent: &str| {
            let (ip_address, user_agent) = (ip_address.to_owned(), user_agent.to_owned());
            Some(CustomerAcceptance {
                acceptance: Acceptance::Online { ip_address, user_agent },
                accepted_at: Some(now()),
            })
        };
        input.customer_acceptance = accepted("", " ");
        let place = "payment_details.customer_acceptance.online";
        assert_eq!(broken(&input), [format!("{place}.ip_address"), format!("{place}.user_agent")]);
        input.customer_acceptance = accepted("203.0.113.7", "Mozilla/5.0");
        assert!(broken(&input).is_empty());
        input.customer_acceptance = Some(CustomerAcceptance { acceptance: Acceptance::Offline, accepted_at: None });
        assert!(broken(&input).is_empty());
    }

    #[test]
    fn card_and_secret_leave_in_their_places_and_are_neither_printed_nor_kept() {
        let client_secret = SecretText::new("sub_1_secret_x");
        let card = Some(SubscriptionData::Card(card()));
        let input = ConfirmSubscriptionInput { client_secret, ..input(SubscriptionMethod::Card, card) };
        let call = ConfirmSubscription::new(input, now()).unwrap();
        let request = call.request();
        let sent: Value = serde_json::from_str(&request.wire_body()).unwrap();
        assert_eq!(sent["client_secret"], "sub_1_secret_x");
        assert_eq!(sent["payment_details"]["payment_method_data"]["card"]["card_number"], "4242424242424242");
        assert_eq!(request.profile_id, Some(BusinessProfileId::new("pro_1")));
        let shown = format!("{call:?} {request:?} {}", serde_json::to_string(&request).unwrap());
        assert!(!["4242", "737", "Lovelace", "secret_x"].iter().any(|part| shown.contains(part)), "{shown}");
    }
}
