//! A signature that does not hold, on demand. The one that does is [`paydesk_domain::webhook::sign`]'s.

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
    fn a_corrupted_signature_is_as_long_and_another() {
        for signature in ["ab0", "abf"] {
            assert_ne!(corrupted(signature.to_owned()), signature);
            assert_eq!(corrupted(signature.to_owned()).len(), signature.len());
        }
    }
}
