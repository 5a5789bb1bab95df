//! What differs between a recorded answer and that of the sandbox.

use std::collections::{BTreeMap, BTreeSet};

use paydesk_test_sandbox::helpers::Answer;
use serde_json::{Map, Value};

use super::super::recorded::Exchange;

/// Ids that were recorded, and the sandbox's own in their place.
#[derive(Debug, Default)]
pub struct Ids(BTreeMap<String, String>);

impl Ids {
    pub fn ours(&self, recorded: &str) -> String {
        self.0.get(recorded).cloned().unwrap_or_else(|| recorded.to_owned())
    }

    /// The text with the sandbox's ids in it.
    pub fn ours_within(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (recorded, ours)| text.replace(recorded, ours))
    }

    pub fn learn(&mut self, recorded: &str, ours: &str) {
        if recorded != ours {
            self.0.insert(recorded.to_owned(), ours.to_owned());
        }
    }

    /// Whether both are the same object; the first time that a recorded id is met, it is.
    fn match_up(&mut self, recorded: &str, ours: &str) -> bool {
        if recorded == ours {
            return true;
        }
        match self.0.get(recorded) {
            Some(known) => known == ours,
            None if self.0.values().any(|taken| taken == ours) => false,
            None => {
                self.learn(recorded, ours);
                true
            }
        }
    }
}

/// One thing that the sandbox answered otherwise.
#[derive(Debug)]
pub struct Difference {
    pub index: usize,
    pub request: String,
    place: String,
    recorded: String,
    ours: String,
}

impl Difference {
    /// Without what only this exchange has.
    pub fn kind(&self) -> String {
        let mut path = self.request.split(['?', ' ']).nth(1).unwrap_or_default().to_owned();
        let is_id = |segment: &&str| segment.contains(|letter: char| letter.is_ascii_digit()) && segment.len() > 4;
        let shortened: Vec<&str> =
            path.split('/').map(|segment| if is_id(&segment) { "{id}" } else { segment }).collect();
        path = shortened.join("/");
        let method = self.request.split(' ').next().unwrap_or_default();
        format!("{method} {path} {}: recorded {}, sandbox {}", self.place, self.recorded, self.ours)
    }
}

/// Fields whose values are ids of objects.
const IDS: [&str; 6] = ["payment_id", "refund_id", "payout_id", "dispute_id", "payment_link_id", "key_id"];

/// Fields whose values each server makes up by itself: only their types are compared.
const OWN: &str = "\
    attempt_id file_id client_secret sdk_authorization created created_at modified_at updated updated_at expires_on \
    expiry expiration prefix api_key connector merchant_connector_id connector_transaction_id connector_refund_id \
    connector_dispute_id connector_status connector_created_at challenge_required_by reference_id \
    network_transaction_id payment_token error_code error_message unified_code unified_message message reason \
    token org_id category code_of_processor redirect_to_url link secure_link link_to_pay issuer_error_code issuer_error_message \
    card_isin iban bic connector_reason total_count_of_events";

/// Objects below which values are the processor's own.
const OWN_BELOW: [&str; 3] = ["error_details", "payment_checks", "payment_method_data"];

/// Payments whose rows were changed in the server's database by hand, or that its processor left unsettled: their
/// statuses and amounts in lists are not compared.
const CHANGED_BY_HAND: [&str; 4] =
    ["pay_hl_0032_processing", "pay_hl_0033_processing", "pay_hl_0035_draft", "pay_hl_0105_dummy_manual2"];

/// What a processor says or does not say: either may be `null`.
const OF_PROCESSORS: [&str; 2] = ["payment_checks", "network_transaction_id"];

/// What a processor may say of a refund that it has not decided.
const ERRORS: [&str; 2] = ["error_code", "error_message"];

/// The same, of payments of the test processor, which says less than others.
const OF_TEST_PROCESSOR: [&str; 6] = [
    "reference_id",
    "connector_transaction_id",
    "issuer_error_message",
    "issuer_details",
    "reason",
    "amount_capturable",
];

/// The day of the exchanges.
const RECORDED_ON: &str = "2026-11-27";

struct Comparison<'a> {
    index: usize,
    exchange: &'a Exchange,
    ids: &'a mut Ids,
    is_of_test_processor: bool,
    found: Vec<Difference>,
}

fn type_of_all<'a>(values: impl Iterator<Item = &'a Value>) -> String {
    let types: BTreeSet<&str> = values.map(type_of).collect();
    format!("{types:?}")
}

/// What differs in an answer.
pub fn answer(index: usize, exchange: &Exchange, answer: &Answer, ids: &mut Ids) -> Vec<Difference> {
    let mut comparison = Comparison { index, exchange, ids, is_of_test_processor: false, found: Vec::new() };
    comparison.same("status", exchange.status.to_string(), answer.status.as_u16().to_string());
    comparison.headers(answer);
    comparison.learn_time(answer);
    let ours = serde_json::from_slice(&answer.bytes).unwrap_or_else(|_| Value::String(answer.text()));
    if exchange.status == answer.status.as_u16() {
        comparison.values("", &exchange.answer, &ours);
    } else {
        comparison.same("error", short(&exchange.answer["error"]), short(&ours["error"]));
    }
    comparison.found
}

fn short(value: &Value) -> String {
    value.to_string().chars().take(160).collect()
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

impl Comparison<'_> {
    /// The time of a new payment stands for the one that was recorded: lists are asked for with it.
    fn learn_time(&mut self, answer: &Answer) {
        let ours: Value = serde_json::from_slice(&answer.bytes).unwrap_or_default();
        if let (Some(recorded), Some(ours)) = (self.exchange.answer["created"].as_str(), ours["created"].as_str()) {
            self.ids.learn(recorded, ours);
        }
    }

    fn differs(&mut self, place: &str, recorded: impl Into<String>, ours: impl Into<String>) {
        self.found.push(Difference {
            index: self.index,
            request: format!("{} {}", self.exchange.method, self.exchange.target),
            place: place.to_owned(),
            recorded: recorded.into(),
            ours: ours.into(),
        });
    }

    fn same(&mut self, place: &str, recorded: String, ours: String) {
        if recorded != ours {
            self.differs(place, recorded, ours);
        }
    }

    /// `via`, `x-request-id`, `date` and the type of the content; no headers of a limit.
    fn headers(&mut self, answer: &Answer) {
        if answer.headers.keys().any(|name| name.as_str().starts_with("x-ratelimit")) {
            self.differs("headers of a limit", "none", "some");
        }
        for name in ["via", "content-type", "x-request-id", "date"] {
            let is_own = ["x-request-id", "date"].contains(&name);
            let recorded = self.exchange.answer_headers[name].as_str().unwrap_or("none").to_owned();
            let ours = answer.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("none").to_owned();
            if is_own && ours == "none" || !is_own && recorded != ours {
                self.differs(&format!("header {name}"), recorded, ours);
            }
        }
    }

    fn values(&mut self, place: &str, recorded: &Value, ours: &Value) {
        match (recorded, ours) {
            (Value::Object(recorded), Value::Object(ours)) => self.objects(place, recorded, ours),
            (Value::Array(recorded), Value::Array(ours)) => self.arrays(place, recorded, ours),
            (Value::String(recorded), Value::String(ours)) => self.texts(place, recorded, ours),
            _ if type_of(recorded) != type_of(ours) => self.differs(place, type_of(recorded), type_of(ours)),
            _ if recorded != ours && !is_own(place) => self.differs(place, short(recorded), short(ours)),
            _ => {}
        }
    }

    fn objects(&mut self, place: &str, recorded: &Map<String, Value>, ours: &Map<String, Value>) {
        let is_changed = recorded
            .get("payment_id")
            .and_then(Value::as_str)
            .is_some_and(|id| place.contains("[]") && CHANGED_BY_HAND.contains(&id));
        if place.ends_with(".connector") {
            // The names of processors, and how each is configured.
            return self.same(place, type_of_all(recorded.values()), type_of_all(ours.values()));
        }
        self.is_of_test_processor =
            recorded.get("connector").map_or(self.is_of_test_processor, |name| name == "pretendpay");
        for (name, value) in recorded {
            let place = format!("{place}.{name}");
            match ours.get(name) {
                Some(_)
                    if recorded.get("status") == Some(&Value::from("pending")) && ERRORS.contains(&name.as_str()) => {}
                Some(_) if OF_PROCESSORS.contains(&name.as_str()) => {}
                Some(_) if self.is_of_test_processor && OF_TEST_PROCESSOR.contains(&name.as_str()) => {}
                _ if is_changed && ["status", "amount_capturable"].contains(&name.as_str()) => {}
                Some(own) => self.values(&place, value, own),
                None => self.differs(&place, type_of(value), "nothing"),
            }
        }
        for (name, value) in ours.iter().filter(|(name, _)| !recorded.contains_key(*name)) {
            if name != "sandbox_outcome" {
                self.differs(&format!("{place}.{name}"), "nothing", type_of(value));
            }
        }
    }

    /// Rows have the same places, but for payments whose times were changed by hand.
    fn arrays(&mut self, place: &str, recorded: &[Value], ours: &[Value]) {
        let (recorded, ours) = (&in_order(place, recorded)[..], &in_order(place, ours)[..]);
        self.same(&format!("{place} length"), recorded.len().to_string(), ours.len().to_string());
        let (kept, moved): (Vec<&Value>, Vec<&Value>) = recorded.iter().partition(|row| !was_moved(row));
        let moved_ids: Vec<&Value> = moved.iter().map(|row| &row["payment_id"]).collect();
        let (others, here): (Vec<&Value>, Vec<&Value>) =
            ours.iter().partition(|row| moved_ids.contains(&&row["payment_id"]));
        for (recorded, ours) in kept.into_iter().zip(here) {
            self.values(&format!("{place}[]"), recorded, ours);
        }
        for recorded in moved {
            match others.iter().find(|row| row["payment_id"] == recorded["payment_id"]) {
                Some(ours) => self.values(&format!("{place}[]"), recorded, ours),
                None => self.differs(&format!("{place}[]"), recorded["payment_id"].to_string(), "no such row"),
            }
        }
    }

    fn texts(&mut self, place: &str, recorded: &str, ours: &str) {
        let name = place.rsplit('.').next().unwrap_or_default();
        let is_same = if IDS.contains(&name) {
            self.ids.match_up(recorded, ours)
        } else if place.is_empty() {
            // Plain text, where it refuses, up to what it expected instead.
            self.exchange.is_success() || recorded.split(',').next() == ours.split(',').next()
        } else {
            is_own(place) || recorded == ours
        };
        if !is_same {
            self.differs(
                place,
                recorded.chars().take(60).collect::<String>(),
                ours.chars().take(60).collect::<String>(),
            );
        }
    }
}

/// Rows of figures have no order of their own.
fn in_order(place: &str, rows: &[Value]) -> Vec<Value> {
    let mut rows = rows.to_vec();
    if place.ends_with(".queryData") {
        rows.sort_by_key(|row| row["currency"].as_str().map(str::to_owned));
    }
    rows
}

/// The times of the payments of the first minute were changed in the server's database afterwards, to other days.
fn was_moved(row: &Value) -> bool {
    let created = row["created"].as_str().filter(|_| row["payment_id"].is_string());
    created.is_some_and(|created| !created.starts_with(RECORDED_ON))
}

fn is_own(place: &str) -> bool {
    let name = place.rsplit('.').next().unwrap_or_default();
    OWN.split_whitespace().any(|own| own == name) || place.split('.').any(|above| OWN_BELOW.contains(&above))
}
