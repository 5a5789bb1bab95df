//! Metadata on its way out: pairs of texts in the order they were typed, with our mark among them
//! ([limits](crate::reference::limits#field-limits)).

use std::collections::BTreeSet;

use serde_json::Value;

use crate::calls::fields::BodyFields;
use crate::input::{self, Checks, InputError, Rule};
use crate::wire::pairs::shown_text;
use paydesk_domain::ids::OperationId;
use paydesk_domain::metadata::{METADATA_MAX_PAIRS, OPERATION_ID};
use paydesk_domain::payment::Pair;

/// Every broken rule of pairs that are sent as they are.
pub fn check_metadata(pairs: &[Pair]) -> Vec<InputError> {
    let mut checks = Checks::default();
    check_keys(&mut checks, pairs);
    checks.add(input::metadata("metadata", texts(pairs)));
    checks.into_errors()
}

/// Warnings about pairs that are sent as they are, where no limits are documented: those that are usual.
pub fn check_usual_metadata(pairs: &[Pair]) -> Vec<InputError> {
    let mut checks = Checks::default();
    check_keys(&mut checks, pairs);
    checks.add(input::usual_metadata("metadata", texts(pairs)));
    checks.into_errors()
}

/// Every broken rule of pairs to which our operation is added, unless they take all the room there is.
pub fn check_user_metadata(pairs: &[Pair]) -> Vec<InputError> {
    let mut checks = Checks::default();
    check_own_keys(&mut checks, pairs);
    checks.add(input::metadata("metadata", with_ours(pairs).into_iter()));
    checks.into_errors()
}

/// Warnings about pairs to which our operation is added, where no limits are documented: those that are usual.
pub fn check_usual_user_metadata(pairs: &[Pair]) -> Vec<InputError> {
    let mut checks = Checks::default();
    check_own_keys(&mut checks, pairs);
    checks.add(input::usual_metadata("metadata", with_ours(pairs).into_iter()));
    checks.into_errors()
}

fn with_ours(pairs: &[Pair]) -> Vec<(&str, &str)> {
    texts(pairs).chain(has_room(pairs).then_some((OPERATION_ID, ""))).collect()
}

/// Whether our operation can be added: not to 50 pairs of a person, by which what was sent is known again.
fn has_room(pairs: &[Pair]) -> bool {
    pairs.len() != METADATA_MAX_PAIRS
}

fn check_own_keys(checks: &mut Checks, pairs: &[Pair]) {
    check_keys(checks, pairs);
    let is_taken = pairs.iter().any(|(key, _)| key == OPERATION_ID);
    checks.forbid(is_taken, "metadata", Rule::sentence("“operation_id” is reserved by Paydesk"));
}

fn check_keys(checks: &mut Checks, pairs: &[Pair]) {
    let mut precondition = BTreeSet::new();
    for (key, _) in pairs {
        checks.forbid(key.trim().is_empty(), "metadata", Rule::sentence("Every key needs at least one character"));
        checks.forbid(
            !precondition.insert(key),
            "metadata",
            Rule::sentence(format!(
                "The key “{key}” appears \
            twice"
            )),
        );
    }
}

/// As it is sent.
pub fn metadata_json(pairs: &[Pair]) -> Value {
    object(pairs).into_value()
}

/// As it is sent of something that has metadata: a value that was not edited leaves with the type it came with.
pub fn remaining_metadata_json(pairs: &[Pair], precondition: &Value) -> Value {
    let precondition = |name: &str, text: &str| precondition.get(name).filter(|value| shown_text(value) == *text);
    let leaves = |(name, text): &Pair| {
        (name.clone(), precondition(name, text).cloned().unwrap_or_else(|| Value::from(text.as_str())))
    };
    Value::Object(pairs.iter().map(leaves).collect())
}

/// As it is sent with our operation, which is last, where there is room for it.
pub fn user_metadata_json(pairs: &[Pair], operation_id: &OperationId) -> Value {
    object(pairs).maybe(OPERATION_ID, has_room(pairs).then(|| operation_id.as_str())).into_value()
}

fn object(pairs: &[Pair]) -> BodyFields {
    pairs.iter().fold(BodyFields::new(), |fields, (key, text)| fields.set(key, text.as_str()))
}

fn texts(pairs: &[Pair]) -> impl ExactSizeIterator<Item = (&str, &str)> {
    pairs.iter().map(|(key, text)| (key.as_str(), text.as_str()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn pairs(count: usize) -> Vec<Pair> {
        (0..count).map(|index| (format!("k{index}"), "v".to_owned())).collect()
    }

    #[test]
    fn our_operation_counts_among_the_50_pairs_and_gives_way_to_50_of_a_person() {
        let sent = |count: usize| user_metadata_json(&pairs(count), &OperationId::new("op_1"));
        assert_eq!(sent(49)[OPERATION_ID], "op_1");
        assert_eq!(sent(50).get(OPERATION_ID), None);
        assert_eq!(sent(50).as_object().unwrap().len(), 50);
        assert_eq!(check_user_metadata(&pairs(49)), []);
        assert_eq!(check_user_metadata(&pairs(50)), []);
        assert_eq!(check_user_metadata(&pairs(51)).len(), 1);
        assert_eq!(check_metadata(&pairs(50)), []);
        assert_eq!(check_metadata(&pairs(51)).len(), 1);
    }

    #[test]
    fn keys_are_there_once_and_ours_is_not_for_others() {
        let pair = |key: &str| (key.to_owned(), "v".to_owned());
        assert_eq!(check_user_metadata(&[pair(OPERATION_ID)]).len(), 1);
        assert_eq!(check_metadata(&[pair(OPERATION_ID)]), []);
        assert_eq!(check_metadata(&[pair("a"), pair("a"), pair(" ")]).len(), 2);
    }

    #[test]
    fn keys_have_40_and_values_500_characters_and_not_one_more() {
        let check = |key: usize, value: usize| check_metadata(&[("k".repeat(key), "v".repeat(value))]).len();
        assert_eq!([check(40, 500), check(41, 500), check(40, 501)], [0, 1, 1]);
    }

    #[test]
    fn limits_that_are_not_documented_only_warn_and_names_are_there_once_everywhere() {
        let long = [("k".repeat(41), "v".repeat(501))];
        let refuses = |errors: Vec<InputError>| errors.iter().any(InputError::refuses);
        for errors in
            [check_usual_metadata(&long), check_usual_metadata(&pairs(51)), check_usual_user_metadata(&pairs(51))]
        {
            assert!(errors.len() == 1 && !refuses(errors));
        }
        let twice = [("a".to_owned(), String::new()), ("a".to_owned(), String::new())];
        assert!(refuses(check_usual_metadata(&twice)) && refuses(check_usual_user_metadata(&twice)));
    }

    #[test]
    fn pairs_leave_in_their_order_with_our_operation_last() {
        let pairs = [("z".to_owned(), "1".to_owned()), ("a".to_owned(), String::new())];
        let sent = user_metadata_json(&pairs, &OperationId::new("op_1"));
        assert_eq!(sent.to_string(), r#"{"z":"1","a":"","operation_id":"op_1"}"#);
        assert_eq!(metadata_json(&[]), json!({}));
    }
}
