//! A recorded request as the sandbox gets it.

use paydesk_sandbox::Credentials;
use serde_json::{Value, json};

use super::super::recorded::Exchange;
use super::compare::Ids;

const BOUNDARY: &str = "boundary-of-the-walk";

/// The key that stands where a masked one was recorded.
pub fn key<'a>(exchange: &Exchange, credentials: &'a Credentials) -> Option<&'a str> {
    match exchange.headers["api-key"].as_str() {
        Some(_) if exchange.note == "wrong key" => Some("snd_wrong"),
        Some("<admin>") => Some(&credentials.admin_key),
        Some(_) => Some(&credentials.api_key),
        None => None,
    }
}

/// The type of the body and its bytes, with the sandbox's ids in it.
pub fn body(index: usize, exchange: &Exchange, ids: &Ids) -> (String, Vec<u8>) {
    let json = "application/json".to_owned();
    match &exchange.body {
        Value::Null => (json, Vec::new()),
        Value::String(_) => (format!("multipart/form-data; boundary={BOUNDARY}"), upload(exchange, ids)),
        body => {
            let mut body = body.clone();
            tell_outcome(index, exchange, &mut body);
            (json, ids.ours_within(&body.to_string()).into_bytes())
        }
    }
}

/// Only the size of an upload was recorded; what was in it follows from the answer.
fn upload(exchange: &Exchange, ids: &Ids) -> Vec<u8> {
    let code = exchange.answer["error"]["code"].as_str();
    let mut parts = String::new();
    let mut part = |disposition: &str, content: &str| {
        parts.push_str(&format!("--{BOUNDARY}\r\nContent-Disposition: form-data; {disposition}\r\n\r\n{content}\r\n"));
    };
    if code != Some("IR_04") {
        part("name=\"purpose\"", "dispute_evidence");
    }
    if code != Some("IR_34") {
        part("name=\"dispute_id\"", &ids.ours("dp_QuTvEZYM0f53eIndA73k"));
    }
    let bytes = if code == Some("HE_03") { "GIF89a" } else { "%PDF-1.4" };
    parts.push_str(&format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"receipt.pdf\"\r\nContent-Type: application/pdf\r\n\r\n{bytes}\r\n--{BOUNDARY}--\r\n"
    ));
    parts.into_bytes()
}

/// What the processor behind the server decided is told to the sandbox in the way that it takes.
fn tell_outcome(index: usize, exchange: &Exchange, body: &mut Value) {
    if exchange.path == "/payments" && body["confirm"] == true && exchange.is_success() {
        let is_other_processor = body["connector"] == json!(["pretendpay"]);
        let outcome = match exchange.answer["status"].as_str().unwrap() {
            "processing" => "processing",
            "failed" if is_other_processor => "UE_3002",
            "requires_customer_action" if is_other_processor => "requires_action",
            _ => return,
        };
        body["metadata"]["sandbox_outcome"] = outcome.into();
    }
    if exchange.path == "/payouts/create" && exchange.answer["status"] == "failed" {
        assert_eq!(index, 205);
        body["payout_method_data"]["bank"]["iban"] = "DE89370400440532010002".into();
    }
}
