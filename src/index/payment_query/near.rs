//! Statuses that a word which is none may have been meant for.

use paydesk_domain::payment::PaymentStatus;
use strum::IntoEnumIterator as _;

use super::key::QueryKey;
use super::lexer::{QueryError, QueryFault};

/// Most statuses that are named.
const NEAR_MAX: usize = 3;

/// The statuses that are written much like `word`, the most alike first, as they are typed.
pub fn near_statuses(word: &str) -> Vec<String> {
    let word = word.to_lowercase();
    let most = word.chars().count().div_ceil(3);
    let mut near: Vec<(usize, &str)> = Vec::new();
    for known in PaymentStatus::NAMED.iter().chain(PaymentStatus::ALSO).map(PaymentStatus::as_str) {
        let distance = if known.contains(&word) { 0 } else { edits(&word, known) };
        if distance <= most {
            near.push((distance, known));
        }
    }
    near.sort_unstable();
    near.into_iter().take(NEAR_MAX).map(|(_, known)| known.to_owned()).collect()
}

/// The line with the condition that a word before a colon was meant for, where one is written much like it: `statsu:failed`
/// was meant for `status:failed`.
pub fn corrected(text: &str, error: &QueryError) -> Option<String> {
    let QueryFault::UnknownKey(word) = &error.fault else { return None };
    let word = word.to_lowercase();
    let most = word.chars().count().div_ceil(3);
    let near = QueryKey::iter().map(|key| (edits(&word, key.word()), key)).filter(|(distance, _)| *distance <= most);
    let (_, key) = near.min()?;
    let (before, after) = (text.get(..error.place.start)?, text.get(error.place.end..)?);
    Some(format!("{before}{}{after}", key.word()))
}

/// How many letters have to be put in, taken out or replaced to write one word as the other.
fn edits(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (place, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], place + 1);
        for (at, wanted) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *wanted);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse_query;
    use super::*;

    #[test]
    fn a_misspelt_condition_is_corrected_to_the_one_that_is_near() {
        let corrected = |text: &str| corrected(text, &parse_query(text).unwrap_err());
        assert_eq!(corrected("statsu:failed").as_deref(), Some("status:failed"));
        assert_eq!(corrected("anna -Curency:eur x").as_deref(), Some("anna -currency:eur x"));
        assert_eq!(corrected("mail:@example.com").as_deref(), Some("email:@example.com"));
        assert_eq!((corrected("foo:bar"), corrected("amount:ten")), (None, None));
    }

    #[test]
    fn a_misspelt_status_is_near_the_right_one_and_a_word_of_its_own_is_near_none() {
        assert_eq!(near_statuses("faild"), ["failed"]);
        assert_eq!(near_statuses("canceled"), ["cancelled"]);
        assert_eq!(near_statuses("Captured")[0], "partially_captured");
        assert_eq!(near_statuses("xyz"), Vec::<String>::new());
    }
}
