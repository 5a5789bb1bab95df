//! The statement descriptor: what is printed on the customer's statement.

/// Most characters of `statement_descriptor_name`, and of a capture's prefix and suffix together
/// (limits).
pub const DESCRIPTOR_MAX_CHARS: usize = 22;

/// Why a statement descriptor cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DescriptorError {
    #[error("prefix and suffix together have {0} characters; at most {DESCRIPTOR_MAX_CHARS} fit on a statement")]
    TooLong(usize),
    #[error("a statement descriptor must contain at least one letter")]
    NoLetter,
}

/// Checks the descriptor a capture adds: prefix and suffix together at most 22 characters
/// (limits).
pub fn check_capture_descriptor(prefix: &str, suffix: &str) -> Result<(), DescriptorError> {
    let chars = prefix.chars().count() + suffix.chars().count();
    if chars > DESCRIPTOR_MAX_CHARS { Err(DescriptorError::TooLong(chars)) } else { Ok(()) }
}

/// Checks `statement_descriptor_name`: at most 22 characters, at least one letter
/// (limits).
pub fn check_descriptor_name(name: &str) -> Result<(), DescriptorError> {
    let chars = name.chars().count();
    if chars > DESCRIPTOR_MAX_CHARS {
        Err(DescriptorError::TooLong(chars))
    } else if !name.chars().any(char::is_alphabetic) {
        Err(DescriptorError::NoLetter)
    } else {
        Ok(())
    }
}

/// The descriptor that a capture leads to: prefix and suffix one after the other, as they are typed. `None` where both are
/// empty and the payment's own stays. It is not cut: what is longer than [`DESCRIPTOR_MAX_CHARS`] may be refused.
pub fn captured_descriptor(prefix: &str, suffix: &str) -> Option<String> {
    Some(format!("{prefix}{suffix}")).filter(|text| !text.is_empty())
}

/// The descriptor of a payment: its name, or the service's default, with the suffix appended and cut to what fits on a
/// statement.
pub fn payment_descriptor(name: &str, suffix: Option<&str>) -> String {
    let text = suffix.map_or_else(|| name.to_owned(), |suffix| format!("{name} {suffix}"));
    text.chars().take(DESCRIPTOR_MAX_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capture_descriptor_fits_22_characters_and_not_23() {
        assert_eq!(check_capture_descriptor(&"a".repeat(12), &"b".repeat(10)), Ok(()));
        assert_eq!(check_capture_descriptor(&"a".repeat(12), &"b".repeat(11)), Err(DescriptorError::TooLong(23)));
        assert_eq!(check_descriptor_name("1234"), Err(DescriptorError::NoLetter));
        assert_eq!(check_descriptor_name("SHOP 1"), Ok(()));
    }

    #[test]
    fn a_descriptor_is_joined_as_the_service_joins_it() {
        assert_eq!(captured_descriptor("SHOP*", "ORDER 7").as_deref(), Some("SHOP*ORDER 7"));
        assert_eq!(captured_descriptor("", ""), None);
        assert_eq!(payment_descriptor("NORDLICHT GOODS", Some("ORDER 12345")), "NORDLICHT GOODS ORDER ");
    }
}
