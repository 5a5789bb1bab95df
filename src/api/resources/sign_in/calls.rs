//! The calls of a dashboard sign-in ([API reference](super::reference)), and what it opens beside the analytics.

use serde_json::{Value, json};

use crate::call::{Call, KeyRole, Request, SecretPart};
use crate::endpoints::ReadEndpoint;
use crate::error::DecodeError;
use crate::wire::{Object, unexpected};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::secret::{SecretText, SignInToken};

/// What a token is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenUse {
    /// The second factor.
    SecondFactor,
    /// Everything that a signed-in person may read.
    Everything,
    /// A step that only the dashboard of the service has.
    Other(String),
}

/// A token, and what it is for.
#[derive(Debug, Clone, PartialEq)]
pub struct SignInAnswer {
    pub token: SignInToken,
    pub token_use: TokenUse,
}

/// `POST /user/v2/signin`.
#[derive(Debug, Clone, PartialEq)]
pub struct SignIn {
    pub email: String,
    pub password: SecretText,
}

/// `POST /user/2fa/totp/verify` with the six digits of a person's app.
#[derive(Debug, Clone, PartialEq)]
pub struct VerifySecondFactor {
    pub code: SecretText,
}

/// `GET /user/2fa/terminate`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndSecondFactor {
    /// Goes on without a code, where the service allows it.
    pub skip: bool,
}

/// `GET /user`: the merchant that the token is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedInMerchant;

/// `POST /user/switch/merchant`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwitchMerchant {
    pub merchant_id: String,
}

/// `GET /payments/list`: the merchant of the API key, from its newest payment; `None` where it has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MerchantOfKey;

/// `POST /payments/list` with a sign-in: how many payments the service has.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CountPayments;

impl Call for SignIn {
    type Output = SignInAnswer;

    fn request(&self) -> Request {
        let email = SecretPart::new(&["email"], &json!(self.email));
        let password = SecretPart::new(&["password"], &json!(self.password.expose()));
        let request = Request::read_from(ReadEndpoint::SignIn, "", Some(json!({})));
        Request { secret: Some(email.and(password)), ..request }
    }

    fn decode(&self, body: Value, _: MinorUnits) -> Result<SignInAnswer, DecodeError> {
        token(body)
    }
}

impl Call for VerifySecondFactor {
    type Output = ();

    fn request(&self) -> Request {
        let code = SecretPart::new(&["totp"], &json!(self.code.expose()));
        let request = Request::read_from(ReadEndpoint::VerifySecondFactor, "", Some(json!({})));
        Request { secret: Some(code), ..request }
    }

    fn decode(&self, _: Value, _: MinorUnits) -> Result<(), DecodeError> {
        Ok(())
    }

    /// The right code is answered with 200 and nothing else.
    fn decode_empty(&self) -> Option<()> {
        Some(())
    }
}

impl Call for EndSecondFactor {
    type Output = SignInAnswer;

    fn request(&self) -> Request {
        let mut request = Request::read_from(ReadEndpoint::EndSecondFactor, "", None);
        request.path.push_str(if self.skip { "?skip_two_factor_auth=true" } else { "?skip_two_factor_auth=false" });
        request
    }

    fn decode(&self, body: Value, _: MinorUnits) -> Result<SignInAnswer, DecodeError> {
        token(body)
    }
}

impl Call for SignedInMerchant {
    type Output = String;

    fn request(&self) -> Request {
        Request::read_from(ReadEndpoint::SignedInUser, "", None)
    }

    fn decode(&self, body: Value, _: MinorUnits) -> Result<String, DecodeError> {
        Object::new(&body, "")?.text("merchant_id").map(str::to_owned)
    }
}

impl Call for SwitchMerchant {
    type Output = SignInAnswer;

    fn request(&self) -> Request {
        let body = json!({"merchant_id": self.merchant_id});
        Request::read_from(ReadEndpoint::SwitchMerchant, "", Some(body))
    }

    fn decode(&self, body: Value, _: MinorUnits) -> Result<SignInAnswer, DecodeError> {
        token(body)
    }
}

impl Call for MerchantOfKey {
    type Output = Option<String>;

    fn request(&self) -> Request {
        let mut request = Request::read_from(ReadEndpoint::ListPaymentsByQuery, "", None);
        request.path.push_str("?limit=1");
        request
    }

    fn decode(&self, body: Value, _: MinorUnits) -> Result<Option<String>, DecodeError> {
        Object::new(&body, "")?.array("data")?;
        Ok(body.pointer("/data/0/merchant_id").and_then(Value::as_str).map(str::to_owned))
    }
}

impl Call for CountPayments {
    type Output = u64;

    fn request(&self) -> Request {
        let request = Request::read_from(ReadEndpoint::ListPayments, "", Some(json!({"limit": 1})));
        Request { key: KeyRole::SignIn, ..request }
    }

    fn decode(&self, body: Value, _: MinorUnits) -> Result<u64, DecodeError> {
        let total = body.get("total_count");
        total.and_then(Value::as_u64).ok_or_else(|| unexpected("total_count", "a whole number of 0 or more", total))
    }
}

fn token(body: Value) -> Result<SignInAnswer, DecodeError> {
    let word = body.get("token_type").and_then(Value::as_str).unwrap_or_default().to_owned();
    let text = body.get("token").and_then(Value::as_str).unwrap_or_default();
    // What came is no part of what is reported.
    let token = SignInToken::parse(text).map_err(|_| unexpected("token", "a token", None))?;
    let token_use = match word.as_str() {
        "totp" => TokenUse::SecondFactor,
        "user_info" => TokenUse::Everything,
        _ => TokenUse::Other(word),
    };
    Ok(SignInAnswer { token, token_use })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_signs_a_person_in_is_in_no_text_but_the_body_that_leaves() {
        let sign_in = SignIn { email: "ada@shop.example".to_owned(), password: SecretText::new("top secret") };
        let request = sign_in.request();
        let sent: Value = serde_json::from_str(&request.wire_body()).unwrap();
        assert_eq!(sent, json!({"email": "ada@shop.example", "password": "top secret"}));
        assert_eq!(request.key, KeyRole::Nothing, "the key goes nowhere with it");
        let reported = format!("{request:?}{:?}{}", request.masked_body(), serde_json::to_string(&request).unwrap());
        assert!(!reported.contains("top secret") && !reported.contains("ada@"), "{reported}");
    }

    #[test]
    fn an_answer_without_a_token_is_reported_without_what_came() {
        let error = token(json!({"token": "", "token_type": "totp"})).unwrap_err();
        assert_eq!(error.path, "token");
        assert!(!format!("{:?}", token(json!({"token": "eyJ0op", "token_type": "totp"}))).contains("eyJ0op"));
    }
}
