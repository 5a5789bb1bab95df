//! Says whether a signature holds, and if not, why: what integrators get wrong is tried out, one thing at a time and
//! together.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde_json::Value;

use paydesk_domain::webhook::{SIGNATURE_HEADER, SignatureForm, check, hmac_sha256, hmac_sha512};

use super::text;

/// What the verifier found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignatureFinding {
    /// It is that of these bytes; the form it is written in.
    Valid(SignatureForm),
    /// Every mistake that together explains the signature.
    Explained(Vec<&'static str>),
    /// No mistake that is tried explains it.
    Unexplained { what: String },
}

/// How the bytes of a signature were made, and how they were written.
struct Algorithm {
    make: fn(&[u8], &[u8]) -> Vec<u8>,
    fault: Option<&'static str>,
}

const ALGORITHMS: [Algorithm; 2] = [
    Algorithm { make: hmac_sha512, fault: None },
    Algorithm { make: hmac_sha256, fault: Some("It is an HMAC-SHA256 signature; the service signs with HMAC-SHA512") },
];

/// How many bytes HMAC-SHA512 makes.
const SHA512_BYTES: usize = 64;

type Variant<T> = (T, Option<&'static str>);

/// Checks `header` against the exact bytes of `body`.
pub fn verify(body: &[u8], header: &str, secret: &str) -> SignatureFinding {
    if let Ok(form) = check(secret, body, header) {
        return SignatureFinding::Valid(form);
    }
    if header.trim().is_empty() {
        return SignatureFinding::Unexplained { what: text::no_signature_was_given_paste(SIGNATURE_HEADER) };
    }
    if secret.trim().is_empty() {
        return SignatureFinding::Unexplained { what: "No secret was given".to_owned() };
    }
    let (signatures, bodies, secrets) = (signatures(header), bodies(body), secrets(secret));
    let mut best: Option<Vec<&'static str>> = None;
    for (secret, of_secret) in &secrets {
        for (body, of_body) in &bodies {
            for algorithm in &ALGORITHMS {
                let made = (algorithm.make)(secret, body);
                for (signature, of_header) in signatures.iter().filter(|(signature, _)| *signature == made) {
                    debug_assert_eq!(signature.len(), made.len());
                    let faults = of_header.iter().chain([of_secret, of_body, &algorithm.fault].into_iter().flatten());
                    let faults: Vec<&'static str> = faults.copied().collect();
                    if best.as_ref().is_none_or(|best| faults.len() < best.len()) {
                        best = Some(faults);
                    }
                }
            }
        }
    }
    best.map_or_else(|| SignatureFinding::Unexplained { what: unexplained(header) }, SignatureFinding::Explained)
}

/// The bytes that the header may mean, with what is wrong with the way it is written.
fn signatures(header: &str) -> Vec<(Vec<u8>, Vec<&'static str>)> {
    let mut faults = Vec::new();
    let mut text = header;
    if text.trim() != text {
        faults.push("There is whitespace around the signature");
        text = text.trim();
    }
    if let Some((_, rest)) = text.split_once('=').filter(|(name, _)| is_label(name)) {
        faults.push("There is a label before the signature: enter only the digits");
        text = rest;
    }
    let mut found = Vec::new();
    if let Some(bytes) = from_hex(text) {
        let has = |is: fn(&u8) -> bool| text.bytes().any(|byte| is(&byte));
        let mixed = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
        let fault = mixed.then_some("The hexadecimal digits mix upper and lower case: use only one");
        found.push((bytes, faults.iter().copied().chain(fault).collect()));
    }
    if let Some(bytes) = from_base64(text) {
        let fault = "The last base64 character is wrong";
        let is_exact = SignatureForm::read(text).is_some() || bytes.len() != SHA512_BYTES;
        found.push((bytes, faults.iter().copied().chain((!is_exact).then_some(fault)).collect()));
    }
    found
}

fn is_label(name: &str) -> bool {
    (2..=12).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// The body as it is, and as it is often changed on its way.
fn bodies(body: &[u8]) -> Vec<Variant<Vec<u8>>> {
    let mut bodies: Vec<Variant<Vec<u8>>> = vec![(body.to_vec(), None)];
    let trimmed = body.trim_ascii();
    if trimmed != body {
        bodies.push((trimmed.to_vec(), Some("The whitespace around the body was not signed")));
    }
    for end in ["\n", "\r\n"] {
        let longer = [trimmed, end.as_bytes()].concat();
        bodies.push((longer, Some("The signed body ends with a line break that is missing here")));
    }
    if let Some(rest) = body.strip_prefix(b"\xef\xbb\xbf") {
        bodies.push((rest.to_vec(), Some("The body starts with a byte order mark that was not signed")));
    }
    if let Ok(text) = std::str::from_utf8(body) {
        let differ = "The line breaks differ from those that were signed";
        bodies.extend(with_other_line_breaks(text).map(|text| (text.into_bytes(), Some(differ))));
    }
    if let Ok(value) = serde_json::from_slice::<Value>(body) {
        let again = "The JSON is the same but its bytes differ: it was parsed and written again. Check the raw body \
            before it is parsed.";
        bodies.extend(written_again(&value).into_iter().map(|text| (text.into_bytes(), Some(again))));
    }
    bodies
}

/// The text with the line breaks of other systems, with and without one at the end: what a paste makes of it.
fn with_other_line_breaks(text: &str) -> impl Iterator<Item = String> {
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    let ends = |lines: String| [lines.clone(), lines.trim_end().to_owned(), format!("{}\n", lines.trim_end())];
    let broken = |lines: String| ["\n", "\r\n", "\r"].map(|line_break| lines.replace('\n', line_break));
    ends(lines).into_iter().flat_map(broken)
}

/// The JSON as common programs write it.
fn written_again(value: &Value) -> Vec<String> {
    let mut sorted = value.clone();
    sorted.sort_all_objects();
    let mut texts = Vec::new();
    for value in [value, &sorted] {
        let compact = value.to_string();
        let spaced = spaced(&compact);
        for text in [compact, spaced, indented(value, 2), indented(value, 4)] {
            texts.push(escaped(&text));
            texts.push(text.replace('/', "\\/"));
            texts.push(text);
        }
    }
    texts
}

/// A space after every comma and colon outside of texts.
fn spaced(compact: &str) -> String {
    let (mut text, mut inside, mut after_backslash) = (String::with_capacity(compact.len() * 2), false, false);
    for c in compact.chars() {
        text.push(c);
        inside ^= c == '"' && !after_backslash;
        after_backslash = c == '\\' && !after_backslash;
        if !inside && matches!(c, ',' | ':') {
            text.push(' ');
        }
    }
    text
}

fn indented(value: &Value, spaces: usize) -> String {
    let pretty = serde_json::to_string_pretty(value).unwrap_or_default();
    let deeper = |line: &str| {
        let depth = (line.len() - line.trim_start_matches(' ').len()) / 2;
        format!("{}{}", " ".repeat(depth * spaces), line.trim_start_matches(' '))
    };
    pretty.lines().map(deeper).collect::<Vec<_>>().join("\n")
}

/// Everything beyond ASCII as `\u00e9`.
fn escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut escaped, c| {
        if c.is_ascii() {
            escaped.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        }
        escaped
    })
}

/// The secret as it is, and as it is often changed.
fn secrets(secret: &str) -> Vec<Variant<Vec<u8>>> {
    let mut secrets: Vec<Variant<Vec<u8>>> = vec![(secret.as_bytes().to_vec(), None)];
    let trimmed = secret.trim();
    if trimmed != secret {
        secrets.push((trimmed.as_bytes().to_vec(), Some("There is whitespace around the secret")));
    }
    secrets.push(([trimmed, "\n"].concat().into_bytes(), Some("It was signed with a line break after the secret")));
    if let Some((_, rest)) = trimmed.split_once('_') {
        secrets.push((rest.as_bytes().to_vec(), Some("It was signed with the secret without its prefix")));
        let decoded = from_base64(rest).map(|bytes| (bytes, Some(text::IT_WAS_SIGNED_WITH_SECRET_DECODED)));
        secrets.extend(decoded);
    }
    secrets
        .extend(from_hex(trimmed).map(|bytes| (bytes, Some("It was signed with the secret decoded from hexadecimal"))));
    secrets.extend(from_base64(trimmed).map(|bytes| (bytes, Some(text::IT_WAS_SIGNED_WITH_SECRET_DECODED))));
    secrets
}

fn unexplained(header: &str) -> String {
    let text = header.trim();
    let (hexadecimal, chars) = (text.bytes().all(|byte| byte.is_ascii_hexdigit()), text.chars().count());
    match (hexadecimal, chars) {
        (true, 128) => "It is an HMAC-SHA512, but not of this body with this secret: the secret differs, or \
            the body was changed"
            .to_owned(),
        (true, 64) => "It has 64 hexadecimal digits, like HMAC-SHA256; the service signs with HMAC-SHA512, \
            which has 128. The secret differs too, or the body was changed."
            .to_owned(),
        (true, _) => text::signature_has_128_hexadecimal_digits(chars),
        (false, 86..=88) => "It is an HMAC-SHA512 in base64, but not of this body with this secret: the secret \
            differs, or the body was changed"
            .to_owned(),
        (false, _) => text::signature_is_128_hexadecimal_digits(chars),
    }
}

/// The bytes of hexadecimal digits in lower or upper case; there is at least one pair.
fn from_hex(text: &str) -> Option<Vec<u8>> {
    hex::decode(text).ok().filter(|bytes| !bytes.is_empty())
}

/// The bytes of base64 of either alphabet, with or without padding; there is at least one.
fn from_base64(text: &str) -> Option<Vec<u8>> {
    // What is left over in the last digit is ignored, as many decoders do: this looks for an explanation.
    const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::RequireNone);
    let digits = text.trim_end_matches('=').replace('-', "+").replace('_', "/");
    GeneralPurpose::new(&STANDARD, LENIENT).decode(digits).ok().filter(|bytes| !bytes.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::webhook::sign;

    const SECRET: &str = "whsec_c2VjcmV0";
    const BODY: &str = "{\"event_id\":\"evt_1\",\"content\":{\"amount\":5,\"name\":\"Zoë, a/b\"}}";

    fn in_base64(bytes: &[u8]) -> String {
        base64::prelude::BASE64_STANDARD.encode(bytes)
    }

    /// The one mistake that is found in a signature.
    #[track_caller]
    fn fault(body: &str, header: &str, secret: &str) -> &'static str {
        let found = verify(body.as_bytes(), header, secret);
        let SignatureFinding::Explained(faults) = &found else { panic!("{found:?}") };
        assert_eq!(faults.len(), 1, "{faults:?}");
        faults[0]
    }

    #[test]
    fn a_signature_of_exactly_these_bytes_is_valid() {
        assert_eq!(
            verify(BODY.as_bytes(), &sign(SECRET, BODY.as_bytes()), SECRET),
            SignatureFinding::Valid(SignatureForm::LowerHex)
        );
        let bytes = hmac_sha512(SECRET.as_bytes(), BODY.as_bytes());
        for (header, form) in
            [(hex::encode_upper(&bytes), SignatureForm::UpperHex), (in_base64(&bytes), SignatureForm::Base64)]
        {
            assert_eq!(verify(BODY.as_bytes(), &header, SECRET), SignatureFinding::Valid(form));
        }
    }

    #[test]
    fn every_common_mistake_is_named_alone() {
        let right = sign(SECRET, BODY.as_bytes());
        assert!(fault(BODY, &right.replace('a', "A"), SECRET).contains("mix upper and lower case"));
        assert!(
            fault(BODY, &hex::encode(hmac_sha256(SECRET.as_bytes(), BODY.as_bytes())), SECRET).contains("HMAC-SHA256")
        );
        assert!(fault(BODY, &format!("{right}\n"), SECRET).contains("around the signature"));
        assert!(fault(BODY, &format!("sha512={right}"), SECRET).contains("label"));
        assert!(fault(&format!("{BODY}\n"), &right, SECRET).contains("around the body"));
        assert!(fault(BODY, &sign(SECRET, format!("{BODY}\n").as_bytes()), SECRET).contains("line break"));
        assert!(fault(BODY, &right, &format!("{SECRET}\n")).contains("around the secret"));
        assert!(fault(BODY, &sign("c2VjcmV0", BODY.as_bytes()), SECRET).contains("without its prefix"));
        assert!(fault(BODY, &sign("secret", BODY.as_bytes()), SECRET).contains("decoded from base64"));
    }

    #[test]
    fn line_breaks_that_a_paste_changed_are_named_wherever_they_are() {
        let signed =
            ["{\n  \"a\": 1\n}", "{\n  \"a\": 1\n}\n", "{\r\n  \"a\": 1\r\n}", "{\r\n  \"a\": 1\r\n}\r\n", "a\rb\r"];
        for signed in signed {
            let pasted = |line_break: &str, end: &str| {
                let lines = signed.replace("\r\n", "\n").replace('\r', "\n");
                format!("{}{end}", lines.trim_end()).replace('\n', line_break)
            };
            let header = sign(SECRET, signed.as_bytes());
            for (line_break, end) in [("\n", ""), ("\n", "\n"), ("\r\n", ""), ("\r\n", "\n"), ("\r", "\n")] {
                let body = pasted(line_break, end);
                if body != signed {
                    let said = fault(&body, &header, SECRET);
                    assert!(
                        said.contains("line break") || said.contains("whitespace around"),
                        "{body:?} of {signed:?}: {said}"
                    );
                }
            }
        }
    }

    #[test]
    fn base64_is_read_in_either_alphabet_with_or_without_padding() {
        for text in ["-_8=", "+/8=", "+/8", "-_8", "+/9"] {
            assert_eq!(from_base64(text), Some(vec![0xfb, 0xff]), "{text}");
        }
        for text in ["", "=", "A", "AAAAA", "A A=", "Ä", "AA=A"] {
            assert_eq!(from_base64(text), None, "{text}");
        }
    }

    #[test]
    fn json_that_was_read_and_written_again_is_known_by_its_bytes() {
        let raw = "{\"event_id\": \"evt_1\", \"content\": {\"amount\": 5, \"name\": \"Zo\\u00eb, a/b\"}}";
        let signed = sign(SECRET, raw.as_bytes());
        assert!(fault(BODY, &signed, SECRET).contains("written again"));
        let pretty = serde_json::to_string_pretty(&serde_json::from_str::<Value>(BODY).unwrap()).unwrap();
        assert!(fault(&pretty, &sign(SECRET, BODY.as_bytes()), SECRET).contains("written again"));
        assert!(fault(BODY, &sign(SECRET, pretty.as_bytes()), SECRET).contains("written again"));
    }

    #[test]
    fn two_mistakes_are_named_together() {
        let header = format!("sha256={}", in_base64(&hmac_sha256(SECRET.as_bytes(), BODY.as_bytes())));
        let SignatureFinding::Explained(faults) = verify(BODY.as_bytes(), &header, SECRET) else {
            panic!("not explained")
        };
        assert_eq!(faults.len(), 2);
    }

    #[test]
    fn what_nothing_explains_is_said_to_be_another_secret_or_other_bytes() {
        let other = |header: &str| {
            let SignatureFinding::Unexplained { what } = verify(BODY.as_bytes(), header, SECRET) else {
                panic!("{header}")
            };
            what
        };
        assert!(other(&sign("another", BODY.as_bytes())).contains("the secret differs"));
        assert!(other(&"ab".repeat(32)).contains("HMAC-SHA256"));
        assert!(other("hello").contains("128"));
        assert!(other(" ").contains("No signature"));
    }
}
