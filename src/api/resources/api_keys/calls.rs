//! `POST /api_keys/:merchant_id`: makes an API key ([API
//! reference](crate::resources::api_keys::reference#create)).
//!
//! The value of the new key comes once. [`CreateApiKey::take_value`] takes it out of what the client saw before that
//! goes anywhere: it must not reach the state, the journal or a log.

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::Value;

use crate::call::Request;
use crate::calls::fields::BodyFields;
use crate::input::{self, Checks, CreateApiKeyInput, InputError, KeyExpiration, sound};
use crate::operation::{AnswerStatus, Endpoint, Expectation, OperationCall, Target};
use crate::outcome::{Attempt, Body, HttpAnswer};
use crate::resources::api_keys::wire::take_value;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::secret::SecretText;

impl CreateApiKeyInput {
    /// Every broken rule; `now` decides whether the key would have expired already.
    pub fn check(&self, now: DateTime<Utc>) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::required("merchant_id", self.merchant_id.as_str()));
        checks.add(input::required("name", &self.name));
        let is_past = matches!(self.expiration, Some(KeyExpiration::At(time)) if time <= now);
        checks.warn(is_past, "expiration", "in the future, or the word never");
        checks.into_errors()
    }
}

/// `POST /api_keys/:merchant_id`, with the admin key. Answered with the key and, once, its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateApiKey {
    input: CreateApiKeyInput,
}

impl CreateApiKey {
    /// The call, unless a rule of the input is broken.
    pub fn new(input: CreateApiKeyInput, now: DateTime<Utc>) -> Result<Self, Vec<InputError>> {
        let errors = input.check(now);
        sound(Self { input }, errors)
    }

    pub fn input(&self) -> &CreateApiKeyInput {
        &self.input
    }

    /// Takes the key's value out of what the client saw, and leaves a mask.
    pub fn take_value(attempt: &mut Attempt) -> Option<SecretText> {
        match attempt {
            Attempt::Answered(HttpAnswer { body: Body::Json(body), .. }) => take_value(body),
            Attempt::Answered(_) | Attempt::NotSent(_) | Attempt::NoKey(_) | Attempt::Lost(_) => None,
        }
    }
}

impl OperationCall for CreateApiKey {
    const ENDPOINT: Endpoint = Endpoint::CreateApiKey;

    fn request(&self) -> Request {
        let input = &self.input;
        let expiration = input.expiration.map(|expiration| match expiration {
            KeyExpiration::Never => "never".to_owned(),
            KeyExpiration::At(time) => time.to_rfc3339_opts(SecondsFormat::AutoSi, true),
        });
        let fields = BodyFields::new().set("name", input.name.as_str()).text("description", &input.description);
        let body: Value = fields.maybe("expiration", expiration).into_value();
        Request::to(Self::ENDPOINT, input.merchant_id.as_str(), body)
    }

    fn target(&self) -> Target {
        Target::new(ResourceKind::ApiKey, format!("{}/{}", self.input.merchant_id, self.input.name))
    }

    fn expectation(&self) -> Expectation {
        Expectation::new(AnswerStatus::NotShown).naming("name", &self.input.name).with_text_in("key_id")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::call::KeyRole;
    use crate::outcome::LostAnswer;
    use crate::rate_limit::RateHeaders;
    use paydesk_domain::ids::MerchantId;

    fn now() -> DateTime<Utc> {
        "2026-11-21T10:00:00Z".parse().unwrap()
    }

    fn input(expiration: Option<KeyExpiration>) -> CreateApiKeyInput {
        let (merchant_id, name) = (MerchantId::new("mer/1"), "Warehouse".to_owned());
        CreateApiKeyInput { merchant_id, name, description: String::new(), expiration }
    }

    fn expiration_sent(expiration: Option<KeyExpiration>) -> Value {
        let request = CreateApiKey::new(input(expiration), now()).unwrap().request();
        request.body.unwrap().get("expiration").cloned().unwrap_or_default()
    }

    #[test]
    fn a_key_is_asked_for_with_the_admin_key_and_never_or_a_date() {
        let call = CreateApiKey::new(input(None), now()).unwrap();
        assert_eq!((call.request().key, call.request().path.as_str()), (KeyRole::Admin, "/api_keys/mer%2F1"));
        assert_eq!(call.request().body, Some(json!({"name": "Warehouse"})));
        assert_eq!(call.target(), Target::new(ResourceKind::ApiKey, "mer/1/Warehouse"));
        assert_eq!(expiration_sent(Some(KeyExpiration::Never)), "never");
        let date = KeyExpiration::At("2027-01-01T00:00:00Z".parse().unwrap());
        assert_eq!(expiration_sent(Some(date)), "2027-01-01T00:00:00Z");
    }

    #[test]
    fn merchant_and_name_are_required_and_an_expiration_lies_ahead() {
        let broken =
            |input: CreateApiKeyInput| input.check(now()).into_iter().map(|error| error.field).collect::<Vec<_>>();
        let nameless = CreateApiKeyInput { name: " ".to_owned(), merchant_id: MerchantId::new(""), ..input(None) };
        assert_eq!(broken(nameless), ["merchant_id", "name"]);
        assert_eq!(broken(input(Some(KeyExpiration::At(now())))), ["expiration"]);
        let next = now() + chrono::TimeDelta::milliseconds(1);
        assert!(broken(input(Some(KeyExpiration::At(next)))).is_empty());
    }

    #[test]
    fn the_value_is_taken_out_of_what_the_client_saw() {
        let body = Body::Json(json!({"key_id": "key_1", "name": "Warehouse", "api_key": "snd_topsecret"}));
        let mut attempt = Attempt::Answered(HttpAnswer { status: 200, body, rate: RateHeaders::default() });
        assert_eq!(CreateApiKey::take_value(&mut attempt).unwrap().expose(), "snd_topsecret");
        assert!(!format!("{attempt:?}").contains("topsecret"));
        assert_eq!(CreateApiKey::take_value(&mut attempt), None);
        assert_eq!(CreateApiKey::take_value(&mut Attempt::Lost(LostAnswer::BodyCut)), None);
    }
}
