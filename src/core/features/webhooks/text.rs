//! The texts of webhooks.

pub use crate::text::{APPLIED, NOT_RECEIVED_AS_SET};

use std::fmt::Display;

// Webhooks

pub const NOT_LISTENING_TURN: &str = "Not listening: turn it on in the profile";
pub const RECEIVER_IS_STARTING: &str = "The receiver is starting…";

pub fn listening_on_receives_events_only(address: impl Display) -> String {
    format!("Listening on {address}; receives events only while Paydesk is running")
}

pub fn not_listening(what: impl Display, what_to_do: impl Display) -> String {
    format!("Not listening. {what}. {what_to_do}")
}

pub fn events_exported_to(events: impl Display, path: impl Display) -> String {
    format!("Events exported ({events}) to {path}")
}

// List

pub const OLDER: &str = "Older";
pub const NO_OBJECT: &str = "No object";
pub const OTHER_MERCHANT: &str = "Other merchant";
pub const BAD_SIGNATURE: &str = "Bad signature";
pub const UNREADABLE: &str = "Unreadable";
pub const DIFFERENT_BODY: &str = "Different body";
pub const NO_TYPE: &str = "(no type)";

// Older

pub const SEARCHED: &str = "searched";

pub fn only_newest_of_events(held: impl Display, on_disk: impl Display, listed: impl Display) -> String {
    format!("Only the newest {held} of {on_disk} events on disk are {listed}")
}

pub fn export_contains_all_of_them(text: impl Display) -> String {
    format!("{text}. The export contains all of them")
}

// Verifier

pub const IT_IS_HMAC_SHA256_SIGNATURE: &str = "It is an HMAC-SHA256 signature; the service signs with HMAC-SHA512";
pub const NO_SECRET_WAS_GIVEN: &str = "No secret was given";
pub const THERE_IS_WHITE_SPACE: &str = "There is white space around the signature";
pub const THERE_IS_LABEL_BEFORE_SIGNATURE: &str = "There is a label before the signature: enter only the digits";
pub const HEXADECIMAL_DIGITS_MIX_UPPER: &str = "The hexadecimal digits mix upper and lower case: use one of them";
pub const LAST_DIGIT_OF_BASE64_TEXT: &str = "The last digit of the base64 text is wrong";
pub const THERE_IS_WHITE_SPACE_AROUND: &str = "There is white space around the body that was not signed";
pub const SIGNED_BODY_ENDS_WITH_LINE: &str = "The signed body ends with a line break that is missing here";
pub const THERE_IS_BYTE_ORDER_MARK: &str = "There is a byte order mark before the body that was not signed";
pub const LINE_BREAKS_DIFFER_FROM_THOSE: &str = "The line breaks differ from those that were signed";
pub const JSON_IS_SAME_AND_BYTES: &str = "The JSON is the same but its bytes differ: it was parsed and written again. Check the raw body, before anything parses it";
pub const THERE_IS_WHITE_SPACE_AROUND_SECRET: &str = "There is white space around the secret";
pub const IT_WAS_SIGNED_WITH_LINE: &str = "It was signed with a line break after the secret";
pub const IT_WAS_SIGNED_WITH_SECRET: &str = "It was signed with the secret without its prefix";
pub const IT_WAS_SIGNED_WITH_SECRET_DECODED: &str = "It was signed with the secret decoded from base64";
pub const IT_WAS_SIGNED_WITH_SECRET_DECODED_FROM_HEXADECIMAL: &str =
    "It was signed with the secret decoded from hexadecimal";
pub const IT_IS_HMAC_SHA512: &str =
    "It is an HMAC-SHA512, but not of this body with this secret: the secret differs, or the body was changed";
pub const IT_HAS_64_HEXADECIMAL_DIGITS: &str = "It has 64 hexadecimal digits, as HMAC-SHA256 has; the service signs with HMAC-SHA512, which has 128. The secret differs too, or the body was changed";
pub const IT_IS_HMAC_SHA512_IN_BASE64: &str = "It is an HMAC-SHA512 in base64, but not of this body with this secret: the secret differs, or the body was changed";

pub fn no_signature_was_given_paste(signature_header: impl Display) -> String {
    format!("No signature was given: paste the header {signature_header}")
}

pub fn signature_has_128_hexadecimal_digits(chars: impl Display) -> String {
    format!("A signature has 128 hexadecimal digits; this has {chars}")
}

pub fn signature_is_128_hexadecimal_digits(chars: impl Display) -> String {
    format!("A signature is 128 hexadecimal digits or base64 of 64 bytes; these {chars} characters are neither")
}
