//! The reason of a dispute in words: ours where the service writes the same as a code or in another spelling, and the
//! service's own beside them where it says more.

use super::text;
use paydesk_domain::deadline::{GENERAL, known_reason, plain_reason};

/// The reason in a few words. `word` is the service's, `known` the reason of ours that it is.
pub(super) fn reason_words(word: &str, known: &str) -> String {
    let plain = plain_reason(known).short;
    if word.is_empty() {
        text::NO_REASON_WAS_GIVEN.to_owned()
    } else if says_the_same(word, known) {
        plain.to_owned()
    } else {
        format!("{plain} · {word}")
    }
}

/// Whether the service's word is another spelling of our name of the reason. One that is not known, or that a person
/// mapped, says something of its own.
fn says_the_same(word: &str, known: &str) -> bool {
    match known {
        GENERAL => word.eq_ignore_ascii_case(GENERAL),
        _ => known_reason(word) == known,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_other_spellings_are_words_and_what_says_more_stands_beside_them() {
        for (word, known, words) in [
            ("subscription_canceled", "subscription_canceled", "Subscription cancelled"),
            ("GOODS_NOT_RECEIVED", "product_not_received", "Product not received"),
            ("10.4", "fraudulent", "Fraudulent · 10.4"),
            ("duplicate", "credit_not_processed", "Credit not processed · duplicate"),
            ("Anything at all", "general", "Other reason · Anything at all"),
            ("general", "general", "Other reason"),
            ("", "general", "No reason was given"),
        ] {
            assert_eq!(reason_words(word, known), words, "{word}");
        }
    }
}
