//! Requests to the webhook receiver: only the signature of exactly these bytes is taken, and any body is read or
//! refused without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use paydesk_api::resources::webhooks::wire::{decode_event, registered};
use paydesk_domain::webhook::{check, sign};

const SECRET: &str = "whsec_fuzz";

fuzz_target!(|data: &[u8]| {
    let [header_len, rest @ ..] = data else { return };
    let (header, body) = rest.split_at(usize::from(*header_len).min(rest.len()));
    let signature = sign(SECRET, body);
    assert!(check(SECRET, body, &signature).is_ok());
    let header = String::from_utf8_lossy(header);
    assert!(check(SECRET, body, &header).is_err(), "{header:?} taken for the signature of {body:?}");
    // The true signature with one character in another place, or over other bytes.
    if let Some(at) = header_len.checked_sub(1).map(|at| usize::from(at) % signature.len()) {
        let mut wrong = signature.clone().into_bytes();
        wrong[at] = if wrong[at] == b'0' { b'1' } else { b'0' };
        assert!(check(SECRET, body, &String::from_utf8_lossy(&wrong)).is_err());
    }
    if let Ok(event) = decode_event(body) {
        let _ = format!("{event:?}");
    }
    if let Ok(value) = serde_json::from_slice(body) {
        let _ = registered(&value);
    }
});
