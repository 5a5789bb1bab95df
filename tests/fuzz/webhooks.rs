//! Requests to the webhook receiver: only the signature of exactly these bytes is taken, and any body is read or
//! refused without a panic.
use paydesk_api::resources::webhooks::wire::{decode_event, registered};
use paydesk_domain::webhook::{check as check_signature, sign};

const SECRET: &str = "whsec_fuzz";

/// Panics where something does not hold.
pub fn check(data: &[u8]) {
    let [header_len, rest @ ..] = data else { return };
    let (header, body) = rest.split_at(usize::from(*header_len).min(rest.len()));
    let signature = sign(SECRET, body);
    assert!(check_signature(SECRET, body, &signature).is_ok());
    let header = String::from_utf8_lossy(header);
    assert!(check_signature(SECRET, body, &header).is_err(), "{header:?} taken for the signature of {body:?}");
    // The true signature with one character in another place, or over other bytes.
    if let Some(at) = header_len.checked_sub(1).map(|at| usize::from(at) % signature.len()) {
        let mut wrong = signature.clone().into_bytes();
        wrong[at] = if wrong[at] == b'0' { b'1' } else { b'0' };
        assert!(check_signature(SECRET, body, &String::from_utf8_lossy(&wrong)).is_err());
    }
    if let Ok(event) = decode_event(body) {
        let _ = format!("{event:?}");
    }
    if let Ok(value) = serde_json::from_slice(body) {
        let _ = registered(&value);
    }
}
