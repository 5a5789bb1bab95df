//! The texts of webhooks.

pub use crate::text::{APPLIED, NOT_RECEIVED_AS_SET};

use std::fmt::Display;

use paydesk_domain::text::sentences;

// Webhooks

pub fn listening_on_receives_events_only(address: impl Display) -> String {
    format!("Listening on {address}; receives events only while Paydesk is running")
}

pub fn not_listening(what: &str, what_to_do: &str) -> String {
    sentences(&["Not listening", what, what_to_do])
}

pub fn events_exported_to(events: impl Display, path: impl Display) -> String {
    format!("Events exported ({events}) to {path}")
}

// List

pub const OTHER_MERCHANT: &str = "Other merchant";

// Older

pub fn only_newest_of_events(held: impl Display, on_disk: impl Display, listed: impl Display) -> String {
    format!("Only the newest {held} of {on_disk} events on disk are {listed}")
}

pub fn export_contains_all_of_them(text: impl Display) -> String {
    format!("{text}. The export contains all of them.")
}

// Verifier

pub const IT_WAS_SIGNED_WITH_SECRET_DECODED: &str = "It was signed with the secret decoded from base64";

pub fn no_signature_was_given_paste(signature_header: impl Display) -> String {
    format!("No signature was given: paste the header {signature_header}")
}

pub fn signature_has_128_hexadecimal_digits(chars: impl Display) -> String {
    format!("A signature has 128 hexadecimal digits; this has {chars}")
}

pub fn signature_is_128_hexadecimal_digits(chars: impl Display) -> String {
    format!("A signature is 128 hexadecimal digits or base64 of 64 bytes; these {chars} characters are neither")
}
