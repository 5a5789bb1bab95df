//! The [signature](crate::api::resources::webhooks::reference#signature) of a webhook request: HMAC-SHA512 over exactly
//! the bytes of the body, in lower-case hexadecimal. The sandbox signs with it, Paydesk checks with it.

use hmac::digest::KeyInit;
use hmac::{Hmac, Mac};
use sha2::{Sha256, Sha512};

/// The header it stands in.
pub const SIGNATURE_HEADER: &str = "X-Webhook-Signature-512";
/// Hexadecimal digits of a signature.
const DIGITS: usize = 128;

/// Why a signature is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SignatureFault {
    #[error("the request has no header {SIGNATURE_HEADER}")]
    Missing,
    #[error("the request has the header {SIGNATURE_HEADER} more than once")]
    Repeated,
    #[error("the header {SIGNATURE_HEADER} is no 128 lower-case hexadecimal digits")]
    Form,
    #[error("the signature is not that of these bytes under the secret of the profile")]
    Different,
}

/// Signs a body.
pub fn sign(secret: &str, body: &[u8]) -> String {
    hex::encode(hmac_sha512(secret.as_bytes(), body))
}

/// Whether `header` is the signature of exactly these bytes. Takes as long whatever of it is wrong.
pub fn check(secret: &str, body: &[u8], header: &str) -> Result<(), SignatureFault> {
    let given = from_hex(header).ok_or(SignatureFault::Form)?;
    // HMAC takes keys of every length: the error of this constructor is for other algorithms.
    let Ok(mut mac) = <Hmac<Sha512> as KeyInit>::new_from_slice(secret.as_bytes()) else {
        return Err(SignatureFault::Different);
    };
    mac.update(body);
    mac.verify_slice(&given).map_err(|_| SignatureFault::Different)
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

/// The bytes of a signature: exactly so many digits, in lower case, for any other form is another signature.
fn from_hex(text: &str) -> Option<Vec<u8>> {
    // The library reads upper case too.
    let has_form = text.len() == DIGITS && !text.bytes().any(|byte| byte.is_ascii_uppercase());
    if has_form { hex::decode(text).ok() } else { None }
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
        assert_eq!(check("Jefe", BODY, SIGNED), Ok(()));
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
        for header in ["", &SIGNED[..126], &format!("{SIGNED}00"), &SIGNED.to_uppercase(), &format!("{SIGNED}\n")] {
            assert_eq!(check("Jefe", BODY, header), Err(SignatureFault::Form), "{header:?}");
        }
    }
}
