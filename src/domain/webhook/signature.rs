//! The signature of a webhook request: HMAC-SHA512 over exactly the bytes
//! of the body. How the bytes of a signature are written is not documented: three usual forms are read. The sandbox
//! signs with it, Paydesk checks with it.

use base64::engine::DecodePaddingMode::Indifferent;
use base64::engine::{Engine as _, GeneralPurpose, GeneralPurposeConfig};
use hmac::digest::KeyInit;
use hmac::{Hmac, Mac};
use sha2::{Sha256, Sha512};

/// The header it is in.
pub const SIGNATURE_HEADER: &str = "X-Webhook-Signature-512";
/// Bytes of a signature.
const BYTES: usize = 64;

/// How the bytes of a signature are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SignatureForm {
    LowerHex,
    UpperHex,
    Base64,
}

impl SignatureForm {
    /// The form of a signature, and its bytes; `None` for what is no signature.
    pub fn read(header: &str) -> Option<(Self, Vec<u8>)> {
        let (form, bytes) = match header.len() {
            128 => (hex_form(header)?, hex::decode(header).ok()?),
            86..=88 => (Self::Base64, from_base64(header)?),
            _ => return None,
        };
        (bytes.len() == BYTES).then_some((form, bytes))
    }

    /// Signs a body and writes the signature in this form.
    pub fn sign(self, secret: &str, body: &[u8]) -> String {
        let bytes = hmac_sha512(secret.as_bytes(), body);
        match self {
            Self::LowerHex => hex::encode(bytes),
            Self::UpperHex => hex::encode_upper(bytes),
            Self::Base64 => base64::prelude::BASE64_STANDARD.encode(bytes),
        }
    }

    /// `lower-case hexadecimal`
    pub fn name(self) -> &'static str {
        match self {
            Self::LowerHex => "lower-case hexadecimal",
            Self::UpperHex => "upper-case hexadecimal",
            Self::Base64 => "base64",
        }
    }
}

/// Digits of one case; of both no program writes them.
fn hex_form(text: &str) -> Option<SignatureForm> {
    let has = |is: fn(&u8) -> bool| text.bytes().any(|byte| is(&byte));
    match (has(u8::is_ascii_uppercase), has(u8::is_ascii_lowercase)) {
        (true, true) => None,
        (true, false) => Some(SignatureForm::UpperHex),
        (false, _) => Some(SignatureForm::LowerHex),
    }
}

/// Of either alphabet, with or without padding, and nothing left over in the last digit.
fn from_base64(text: &str) -> Option<Vec<u8>> {
    const CONFIG: GeneralPurposeConfig = GeneralPurposeConfig::new().with_decode_padding_mode(Indifferent);
    let alphabets = [&base64::alphabet::STANDARD, &base64::alphabet::URL_SAFE];
    alphabets.into_iter().find_map(|alphabet| GeneralPurpose::new(alphabet, CONFIG).decode(text).ok())
}

/// Why a signature is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SignatureFault {
    #[error("the request has no header {SIGNATURE_HEADER}")]
    Missing,
    #[error("the request has the header {SIGNATURE_HEADER} more than once")]
    Repeated,
    #[error("the header {SIGNATURE_HEADER} is neither 128 hexadecimal digits of one case nor base64 of 64 bytes")]
    Form,
    #[error("the signature does not match this body and the profile's secret")]
    Different,
}

/// Signs a body, in lower-case hexadecimal.
pub fn sign(secret: &str, body: &[u8]) -> String {
    SignatureForm::LowerHex.sign(secret, body)
}

/// The form in which `header` is the signature of exactly these bytes. Takes as long whatever of it is wrong.
pub fn check(secret: &str, body: &[u8], header: &str) -> Result<SignatureForm, SignatureFault> {
    let (form, given) = SignatureForm::read(header).ok_or(SignatureFault::Form)?;
    // HMAC takes keys of every length: the error of this constructor is for other algorithms.
    let Ok(mut mac) = <Hmac<Sha512> as KeyInit>::new_from_slice(secret.as_bytes()) else {
        return Err(SignatureFault::Different);
    };
    mac.update(body);
    mac.verify_slice(&given).map(|()| form).map_err(|_| SignatureFault::Different)
}

/// HMAC-SHA512 of a message.
pub fn hmac_sha512(key: &[u8], message: &[u8]) -> Vec<u8> {
    authenticate(<Hmac<Sha512> as KeyInit>::new_from_slice(key).ok(), message)
}

/// HMAC-SHA256: what some services sign with instead, distinguished by the verifier.
pub fn hmac_sha256(key: &[u8], message: &[u8]) -> Vec<u8> {
    authenticate(<Hmac<Sha256> as KeyInit>::new_from_slice(key).ok(), message)
}

fn authenticate(mac: Option<impl Mac>, message: &[u8]) -> Vec<u8> {
    mac.map_or_else(Vec::new, |mac| mac.chain_update(message).finalize().into_bytes().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &[u8] = b"what do ya want for nothing?";
    const SIGNED: &str = "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737";

    #[test]
    fn signatures_are_those_of_rfc_4231() {
        assert_eq!(sign("Jefe", BODY), SIGNED);
        let short = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(hex::encode(hmac_sha256(b"Jefe", BODY)), short);
        assert_eq!(check("Jefe", BODY, SIGNED), Ok(SignatureForm::LowerHex));
    }

    #[test]
    fn the_same_bytes_in_upper_case_and_in_base64_are_the_same_signature() {
        let bytes = hex::decode(SIGNED).unwrap();
        let padded = base64::prelude::BASE64_STANDARD.encode(&bytes);
        let url = base64::prelude::BASE64_URL_SAFE_NO_PAD.encode(&bytes);
        for (header, form) in [
            (SIGNED.to_uppercase(), SignatureForm::UpperHex),
            (padded.trim_end_matches('=').to_owned(), SignatureForm::Base64),
            (padded.clone(), SignatureForm::Base64),
            (url, SignatureForm::Base64),
        ] {
            assert_eq!(check("Jefe", BODY, &header), Ok(form), "{header}");
            assert_eq!(check("jefe", BODY, &header), Err(SignatureFault::Different), "{header}");
        }
        let (head, left_over) = (&padded[..85], padded.as_bytes()[85] + 1);
        let left_over = format!("{head}{}==", char::from(left_over));
        assert_eq!(check("Jefe", BODY, &left_over), Err(SignatureFault::Form), "another text of the same bytes");
    }

    #[test]
    fn every_single_bit_flip_of_body_and_signature_is_refused() {
        for bit in 0..BODY.len() * 8 {
            let mut body = BODY.to_vec();
            body[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(check("Jefe", &body, SIGNED), Err(SignatureFault::Different), "bit {bit} of the body");
        }
        for bit in 0..SIGNED.len() * 8 {
            let mut header = SIGNED.as_bytes().to_vec();
            header[bit / 8] ^= 1 << (bit % 8);
            let refused =
                std::str::from_utf8(&header).map_or(Err(SignatureFault::Form), |text| check("Jefe", BODY, text));
            assert!(refused.is_err(), "bit {bit} of the signature");
        }
    }

    #[test]
    fn another_secret_form_or_length_is_refused() {
        assert_eq!(check("jefe", BODY, SIGNED), Err(SignatureFault::Different));
        let mixed = SIGNED.replace('a', "A");
        for header in ["", &SIGNED[..126], &format!("{SIGNED}00"), &mixed, &format!("{SIGNED}\n")] {
            assert_eq!(check("Jefe", BODY, header), Err(SignatureFault::Form), "{header:?}");
        }
    }
}
