//! The texts of webhooks.

pub use crate::app::text::APPLIED;

use std::fmt::Display;

// Webhooks

pub const NOT_LISTENING_SWITCH: &str = "Not listening: switch it on in the profile's settings";
pub const RECEIVER_IS_BEING_STARTED: &str = "The receiver is being started…";

pub fn listening_on_receives_events_only(address: impl Display) -> String {
    format!("Listening on {address}; receives events only while Paydesk is running")
}

pub fn not_listening(what: impl Display, what_to_do: impl Display) -> String {
    format!("Not listening. {what}. {what_to_do}")
}

pub fn events_were_exported_to(events: impl Display, path: impl Display) -> String {
    format!("The events were exported ({events}) to {path}")
}

// List

pub const OLDER: &str = "Older";
pub const NO_OBJECT: &str = "No object";
pub const OTHER_MERCHANT: &str = "Other merchant";
pub const BAD_SIGNATURE: &str = "Bad signature";
pub const UNREADABLE: &str = "Unreadable";
pub const NO_TYPE: &str = "(no type)";

// Older

pub const LOOKED_THROUGH: &str = "looked through";

pub fn only_newest_of_events(held: impl Display, on_disk: impl Display, listed: impl Display) -> String {
    format!("Only the newest {held} of {on_disk} events on disk are {listed}")
}

pub fn export_has_them_all(text: impl Display) -> String {
    format!("{text}. The export has them all")
}

// Verifier

pub const IT_IS_HMAC_SHA256_SIGNATURE: &str = "It is an HMAC-SHA256 signature; the service signs with HMAC-SHA512";
pub const NO_SECRET_WAS_GIVEN: &str = "No secret was given";
pub const THERE_IS_WHITE_SPACE: &str = "There is white space or a line break around the signature";
pub const THERE_IS_LABEL_BEFORE_SIGNATURE: &str = "There is a label before the signature; it is the digits alone";
pub const IT_IS_WRITTEN_IN_HEXADECIMAL: &str = "It is written in hexadecimal of both cases; write it in one of them";
pub const LAST_DIGIT_OF_ITS_BASE64: &str = "The last digit of its base64 holds bits that belong to no byte";
pub const THERE_IS_WHITE_SPACE_OR_LINE: &str =
    "There is white space or a line break around the body that was not signed";
pub const SIGNED_BODY_ENDS_WITH_LINE: &str = "The signed body ends with a line break that is missing here";
pub const THERE_IS_BYTE_ORDER_MARK: &str = "There is a byte order mark before the body that was not signed";
pub const LINE_ENDS_ARE_NOT_THOSE: &str = "The line ends are not those that were signed";
pub const JSON_IS_SAME_AND_BYTES: &str = "The JSON is the same and the bytes are not: it was read and written again. Sign and check the raw body, before anything reads it";
pub const THERE_IS_WHITE_SPACE_OR_LINE_BREAK: &str = "There is white space or a line break around the secret";
pub const IT_WAS_SIGNED_WITH_LINE: &str = "It was signed with a line break behind the secret";
pub const IT_WAS_SIGNED_WITH_SECRET: &str = "It was signed with the secret without its prefix";
pub const IT_WAS_SIGNED_WITH_SECRET_DECODED: &str = "It was signed with the secret decoded from base64";
pub const IT_WAS_SIGNED_WITH_SECRET_DECODED_FROM_HEXADECIMAL: &str =
    "It was signed with the secret decoded from hexadecimal";
pub const IT_IS_HMAC_SHA512: &str = "It is an HMAC-SHA512 in form, but not of these bytes under this secret: the secret is another, or the body was changed";
pub const IT_HAS_64_HEXADECIMAL_DIGITS: &str = "It has 64 hexadecimal digits, as HMAC-SHA256 has; the service signs with HMAC-SHA512, which has 128. The secret is another too, or the body was changed";
pub const IT_IS_HMAC_SHA512_IN_BASE64: &str = "It is an HMAC-SHA512 in base64 in form, but not of these bytes under this secret: the secret is another, or the body was changed";

pub fn no_signature_was_given_paste(signature_header: impl Display) -> String {
    format!("No signature was given: paste the header {signature_header}")
}

pub fn signature_has_128_hexadecimal_digits(chars: impl Display) -> String {
    format!("A signature has 128 hexadecimal digits; this has {chars}")
}

pub fn signature_is_128_hexadecimal_digits(chars: impl Display) -> String {
    format!("A signature is 128 hexadecimal digits or base64 of 64 bytes; these {chars} characters are neither")
}
