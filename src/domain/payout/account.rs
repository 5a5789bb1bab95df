//! Which account a payout goes to, so that the same one is recognised again: a digest, from which its number is not read
//! back.

use crate::webhook::hmac_sha256;

/// Distinguishes these digests from others of the same texts.
const PURPOSE: &[u8] = b"paydesk payout account";

/// A digest of the account that a payout goes to: recognises it again, and does not reveal its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AccountDigest(pub [u8; 32]);

impl AccountDigest {
    /// Of the kind of an account and the texts that identify it, each with its name; `None` where there is none.
    pub fn of<'a>(kind: &str, texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Option<Self> {
        let normal = |text: &str| -> String {
            let letters = text.chars().filter(|letter| letter.is_alphanumeric() || "@.+".contains(*letter));
            letters.flat_map(char::to_uppercase).collect()
        };
        let texts = texts.into_iter().map(|(name, text)| (name, normal(text))).filter(|(_, text)| !text.is_empty());
        let mut parts: Vec<String> = texts.map(|(name, text)| format!("{name}={text}")).collect();
        if parts.is_empty() {
            return None;
        }
        parts.sort();
        let message = format!("{kind}\n{}", parts.join("\n"));
        hmac_sha256(PURPOSE, message.as_bytes()).try_into().ok().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_the_same_however_it_is_typed_and_another_one_is_not() {
        let iban = |text| AccountDigest::of("sepa", [("iban", text)]);
        assert_eq!(iban("DE89370400440532013000"), iban("de89 3704 0044 0532 0130 00"));
        assert_ne!(iban("DE89370400440532013000"), iban("DE89370400440532013001"));
        assert_ne!(
            iban("DE89370400440532013000"),
            AccountDigest::of("open_banking", [("iban", "DE89370400440532013000")])
        );
        assert_eq!(iban("  "), None);
    }
}
