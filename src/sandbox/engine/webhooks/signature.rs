//! The signature of a webhook request (spec, *Authentication* 6).

use std::fmt::Write as _;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha512;

/// HMAC-SHA512 over exactly these bytes, in lower-case hexadecimal.
pub fn sign(secret: &str, body: &[u8]) -> String {
    // HMAC takes keys of every length: the error of this constructor is for other algorithms.
    let Ok(mut mac) = Hmac::<Sha512>::new_from_slice(secret.as_bytes()) else {
        return String::new();
    };
    mac.update(body);
    mac.finalize().into_bytes().iter().fold(String::with_capacity(128), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// The signature with its last digit changed.
pub fn corrupted(mut signature: String) -> String {
    let last = signature.pop();
    signature.push(if last == Some('0') { '1' } else { '0' });
    signature
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_those_of_rfc_4231() {
        let expected = "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554\
                        9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737";
        assert_eq!(sign("Jefe", b"what do ya want for nothing?"), expected);
        assert_ne!(corrupted(expected.to_owned()), expected);
        assert_eq!(corrupted(expected.to_owned()).len(), expected.len());
    }
}
