//! The limits of `metadata` on payments and payouts, for the form and for
//! the sandbox.

/// Most pairs one object may carry.
pub const METADATA_MAX_PAIRS: usize = 50;
/// Longest key, in characters.
pub const METADATA_KEY_MAX_CHARS: usize = 40;
/// Longest value, in characters.
pub const METADATA_VALUE_MAX_CHARS: usize = 500;

/// Which limit of `metadata` was broken, and by what.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MetadataError {
    #[error("metadata has at most {METADATA_MAX_PAIRS} pairs; this has {0}")]
    TooManyPairs(usize),
    #[error("a metadata key has at most {METADATA_KEY_MAX_CHARS} characters; “{key}” has {chars}")]
    KeyTooLong { key: String, chars: usize },
    #[error("a metadata value has at most {METADATA_VALUE_MAX_CHARS} characters; the value of “{key}” has {chars}")]
    ValueTooLong { key: String, chars: usize },
}

/// Checks all pairs against the specification's limits and names the first that breaks one.
pub fn check_metadata<'a>(pairs: impl ExactSizeIterator<Item = (&'a str, &'a str)>) -> Result<(), MetadataError> {
    if pairs.len() > METADATA_MAX_PAIRS {
        return Err(MetadataError::TooManyPairs(pairs.len()));
    }
    for (key, value) in pairs {
        check_pair(key, value)?;
    }
    Ok(())
}

/// How many pairs a person may set of an object that has `pairs`: the one that names our operation stays.
pub fn room_for_pairs(pairs: &[(String, String)]) -> usize {
    let has_ours = pairs.iter().any(|(name, _)| name == OPERATION_ID);
    METADATA_MAX_PAIRS - usize::from(has_ours)
}

fn check_pair(key: &str, value: &str) -> Result<(), MetadataError> {
    let key_chars = key.chars().count();
    let value_chars = value.chars().count();
    if key_chars > METADATA_KEY_MAX_CHARS {
        return Err(MetadataError::KeyTooLong { key: key.to_owned(), chars: key_chars });
    }
    if value_chars > METADATA_VALUE_MAX_CHARS {
        return Err(MetadataError::ValueTooLong { key: key.to_owned(), chars: value_chars });
    }
    Ok(())
}

/// The key under which our operation is found again at the service; nobody else may use it.
pub const OPERATION_ID: &str = "operation_id";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_holds_50_pairs_of_40_and_500_characters_and_not_one_more() {
        let check = |pairs: &[(&str, &str)]| check_metadata(pairs.iter().copied());
        let (key, value) = ("k".repeat(40), "v".repeat(500));
        assert_eq!(check(&[(&key, &value)]), Ok(()));
        assert_eq!(check(&vec![("k", "v"); 50]), Ok(()));
        assert_eq!(check(&vec![("k", "v"); 51]), Err(MetadataError::TooManyPairs(51)));
        let (key, value) = ("k".repeat(41), "v".repeat(501));
        assert!(matches!(check(&[(&key, "v")]), Err(MetadataError::KeyTooLong { chars: 41, .. })));
        assert!(matches!(check(&[("k", &value)]), Err(MetadataError::ValueTooLong { chars: 501, .. })));
    }
}
