//! One request as data, with its secret parts apart. Nothing here sends anything.

use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use paydesk_domain::ids::BusinessProfileId;
use paydesk_domain::operation::CallKind;
use paydesk_domain::payout::AccountDigest;
use paydesk_domain::secret::{SecretText, wipe};

use super::endpoints::{Endpoint, ReadEndpoint};
use super::exchange::mask::shape_of;
use super::http::{KeyRole, Method};

/// One request, ready to send: the path is already percent-encoded.
///
/// What is kept of it in the journal is everything but `secret`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Request {
    pub method: Method,
    pub path: String,
    /// Without what stands in `secret`.
    pub body: Option<Value>,
    #[serde(default = "CallKind::operation", skip_serializing_if = "CallKind::is_operation")]
    pub kind: CallKind,
    /// Sent as `X-Profile-Id` ([API reference](crate::resources::api_keys::reference#authentication)).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile_id: Option<BusinessProfileId>,
    #[serde(default, skip_serializing_if = "KeyRole::is_secret")]
    pub key: KeyRole,
    /// Card data and account numbers that are laid into the body just before it leaves, and are kept nowhere.
    #[serde(skip)]
    pub secret: Option<SecretPart>,
    /// The account that a payout goes to, for the rules of a team; kept nowhere either.
    #[serde(skip)]
    pub account: Option<AccountDigest>,
}

impl Request {
    /// A request that only reads.
    pub fn read(method: Method, path: impl Into<String>, body: Option<Value>) -> Self {
        let (path, kind) = (path.into(), CallKind::Read);
        Self { method, path, body, kind, profile_id: None, key: KeyRole::Secret, secret: None, account: None }
    }

    /// A request that changes something.
    pub fn operation(method: Method, path: impl Into<String>, body: Value) -> Self {
        Self { kind: CallKind::Operation, ..Self::read(method, path, Some(body)) }
    }

    /// A request to an endpoint that changes something, as its row declares it; `id` stands in the path where it has
    /// one.
    pub fn to(endpoint: Endpoint, id: &str, body: Value) -> Self {
        let call = &endpoint.spec().call;
        Self { key: call.key, ..Self::operation(call.method, endpoint.path(id), body) }
    }

    /// A request to an endpoint that only reads, as its row declares it; `id` stands in the path where it has one.
    pub fn read_from(endpoint: ReadEndpoint, id: &str, body: Option<Value>) -> Self {
        let call = endpoint.spec();
        Self { key: call.key, ..Self::read(call.method, endpoint.path(id), body) }
    }

    /// Sends it for a business profile, with the header `X-Profile-Id`.
    pub fn for_profile(self, profile_id: BusinessProfileId) -> Self {
        Self { profile_id: Some(profile_id), ..self }
    }

    /// This read with a query that no cache on the way has seen; `None` where it has a query already or reads
    /// otherwise. `word` is another one each time.
    pub fn past_caches(&self, word: &str) -> Option<Self> {
        let is_plain = self.method == Method::Get && self.kind == CallKind::Read && !self.path.contains('?');
        is_plain.then(|| Self { path: format!("{}?fresh={word}", self.path), ..self.clone() })
    }

    /// Whether the path arrives as it is written. A segment that is empty, `.` or `..` (also percent-encoded, as
    /// `path_segment` writes it) would lead to another endpoint.
    pub fn has_fixed_path(&self) -> bool {
        let path = self.path.split(['?', '#']).next().unwrap_or_default();
        path.strip_prefix('/').is_some_and(|path| path.split('/').all(is_fixed_segment))
    }

    /// The body as it leaves: with the secret part in its place. Empty where there is no body.
    pub fn wire_body(&self) -> String {
        let Some(body) = &self.body else { return String::new() };
        match &self.secret {
            None => body.to_string(),
            Some(secret) => secret.laid_into(body),
        }
    }

    /// The body as it may be shown: the secret part is in its place with nothing but its shape.
    pub fn masked_body(&self) -> Option<Value> {
        let body = self.body.as_ref()?;
        Some(self.secret.as_ref().map_or_else(|| body.clone(), |secret| secret.shown_in(body)))
    }
}

/// Parts of a body that are never journalled, logged or printed: card data, account numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct SecretPart(Vec<HiddenPart>);

#[derive(Debug, Clone, PartialEq)]
struct HiddenPart {
    /// Names of the objects that lead to it: `["payment_method_data", "card"]`.
    path: &'static [&'static str],
    json: SecretText,
}

impl SecretPart {
    /// `value`, to stand at `path` of a body; objects on the way are made where they are missing.
    pub fn new(path: &'static [&'static str], value: &Value) -> Self {
        Self::of_json(path, secret_json(value))
    }

    /// A secret that is JSON already, to stand at `path`.
    pub fn of_json(path: &'static [&'static str], json: SecretText) -> Self {
        Self(vec![HiddenPart { path, json }])
    }

    /// These parts and others, which stand elsewhere.
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// All of these parts in one; `None` where there is none.
    pub fn all(parts: impl IntoIterator<Item = Option<Self>>) -> Option<Self> {
        parts.into_iter().flatten().reduce(Self::and)
    }

    /// The text of `body` with the parts in their places. Of the copies made on the way none stays in memory.
    fn laid_into(&self, body: &Value) -> String {
        let mut whole = body.clone();
        for part in &self.0 {
            *part.place_in(&mut whole) = serde_json::from_str(part.json.expose()).unwrap_or_default();
        }
        let text = whole.to_string();
        self.0.iter().for_each(|part| wipe_texts(part.place_in(&mut whole)));
        text
    }
}

impl SecretPart {
    /// `body` with the shapes of the parts in their places; their values are wiped at once.
    fn shown_in(&self, body: &Value) -> Value {
        let mut whole = body.clone();
        for part in &self.0 {
            let mut value: Value = serde_json::from_str(part.json.expose()).unwrap_or_default();
            *part.place_in(&mut whole) = shape_of(&value);
            wipe_texts(&mut value);
        }
        whole
    }
}

impl HiddenPart {
    fn place_in<'a>(&self, whole: &'a mut Value) -> &'a mut Value {
        let mut place = whole;
        for name in self.path {
            if !place.is_object() {
                *place = Value::Object(serde_json::Map::new());
            }
            place = &mut place[*name];
        }
        place
    }
}

fn is_fixed_segment(segment: &str) -> bool {
    let decoded: Vec<u8> = percent_decode_str(segment).collect();
    !matches!(decoded.as_slice(), b"" | b"." | b"..")
}

/// What is serialized as JSON, in memory that is wiped.
pub fn secret_json(value: &impl Serialize) -> SecretText {
    // Room for any card: growing would leave copies behind.
    let mut json = Vec::with_capacity(4 * 1024);
    if serde_json::to_writer(&mut json, value).is_err() {
        json.clear();
    }
    SecretText::moved(String::from_utf8(json).unwrap_or_default())
}

/// Overwrites every text of a value that held a secret on its way.
pub fn wipe_texts(value: &mut Value) {
    match value {
        Value::String(text) => wipe(text),
        Value::Array(values) => values.iter_mut().for_each(wipe_texts),
        Value::Object(map) => map.values_mut().for_each(wipe_texts),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::http::path_segment;
    use serde_json::json;

    use super::*;

    #[test]
    fn an_id_cannot_leave_its_path_segment() {
        assert_eq!(path_segment("pay_1-a"), "pay_1-a");
        assert_eq!(path_segment("../x?y#z"), "%2E%2E%2Fx%3Fy%23z");
        assert_eq!(path_segment("é"), "%C3%A9");
        assert_eq!(path_segment("-_~ %"), "-_~%20%25");
    }

    #[test]
    fn a_read_past_caches_asks_for_the_same_and_only_a_plain_read_can() {
        let plain = Request::read(Method::Get, "/payments/pay_1", None);
        assert_eq!(plain.past_caches("17").map(|request| request.path), Some("/payments/pay_1?fresh=17".to_owned()));
        let list = Request::read(Method::Get, "/disputes/list?limit=10", None);
        let probe = Request::read(Method::Put, "/payouts/po_1", Some(json!({})));
        let capture = Request::operation(Method::Post, "/payments/pay_1/capture", json!({}));
        assert!([list, probe, capture].iter().all(|request| request.past_caches("17").is_none()));
    }

    #[test]
    fn an_id_that_would_change_the_path_is_found() {
        let path = |id: &str| Request::read(Method::Get, format!("/payments/{}/capture?a=..", path_segment(id)), None);
        for id in ["pay_1", "...", "../x", "/", "%2E%2E", " ", "?", "\u{0}"] {
            assert!(path(id).has_fixed_path(), "{id:?}");
        }
        for id in ["", ".", ".."] {
            assert!(!path(id).has_fixed_path(), "{id:?}");
        }
        for (text, fixed) in [("/health", true), ("/customers/", false), ("health", false), ("/a/.%2e", false)] {
            assert_eq!(Request::read(Method::Get, text, None).has_fixed_path(), fixed, "{text}");
        }
    }

    #[test]
    fn several_secret_parts_leave_each_in_its_place() {
        let part = |path, value: Value| Some(SecretPart::new(path, &value));
        let secret = SecretPart::all([part(&["to", "iban"], json!("DE89")), None, part(&["from"], json!({"n": "7"}))]);
        let body = json!({"to": {"name": "Ada"}, "amount": 5});
        let request = Request { secret, ..Request::operation(Method::Post, "/payouts/create", body) };
        let sent: Value = serde_json::from_str(&request.wire_body()).unwrap();
        assert_eq!(sent, json!({"to": {"name": "Ada", "iban": "DE89"}, "amount": 5, "from": {"n": "7"}}));
        assert!(!format!("{request:?}").contains("DE89"));
        let reported = json!({"to": {"name": "Ada", "iban": "(hidden)"}, "amount": 5, "from": {"n": "(hidden)"}});
        assert_eq!(request.masked_body(), Some(reported));
        assert_eq!(SecretPart::all([None]), None);
    }

    #[test]
    fn a_secret_part_leaves_with_the_body_and_is_neither_printed_nor_kept() {
        let card = SecretPart::new(&["payment_method_data", "card"], &json!({"card_number": "4242424242424242"}));
        let body = json!({"amount": 5, "payment_method_data": {"kind": "x"}});
        let request = Request { secret: Some(card), ..Request::operation(Method::Post, "/payments", body) };
        assert!(request.wire_body().contains(r#""payment_method_data":{"kind":"x","card":{"card_number":"4242"#));
        assert!(!format!("{request:?}").contains("4242"));
        let stored = serde_json::to_string(&request).unwrap();
        assert!(!stored.contains("4242"));
        assert_eq!(serde_json::from_str::<Request>(&stored).unwrap(), Request { secret: None, ..request });
    }
}
