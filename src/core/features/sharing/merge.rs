//! Two versions of one thing become one: what only one of both changed is as that one says.

use serde_json::{Map, Value};

use paydesk_domain::shared::SharedBody;

/// What becomes of two versions.
#[derive(Debug, Clone, PartialEq)]
pub struct Merged {
    pub body: SharedBody,
    /// What is put beside it, under ids of its own, so that nothing is lost.
    pub beside: Vec<(String, SharedBody)>,
    /// What the person is told.
    pub message: Option<String>,
}

impl Merged {
    pub fn into(body: SharedBody) -> Self {
        Self { body, beside: Vec::new(), message: None }
    }
}

/// `ours` and `theirs`, which both come from `base`, field by field; and whether both changed the same field. There it is
/// as `theirs` says, which the team has.
pub fn merged_values(base: Option<&Value>, ours: &Value, theirs: &Value) -> (Value, bool) {
    if ours == theirs || Some(ours) == base {
        return (theirs.clone(), false);
    }
    if Some(theirs) == base {
        return (ours.clone(), false);
    }
    match (ours.as_object(), theirs.as_object()) {
        (Some(ours), Some(theirs)) => merged_objects(base.and_then(Value::as_object), ours, theirs),
        (_, _) => (theirs.clone(), true),
    }
}

fn merged_objects(
    base: Option<&Map<String, Value>>,
    ours: &Map<String, Value>,
    theirs: &Map<String, Value>,
) -> (Value, bool) {
    let absent = Value::Null;
    let (mut merged, mut has_conflict) = (Map::new(), false);
    let own = ours.keys().filter(|name| !theirs.contains_key(*name));
    for name in theirs.keys().chain(own) {
        let in_base = base.map(|base| base.get(name).unwrap_or(&absent));
        let (one, other) = (ours.get(name).unwrap_or(&absent), theirs.get(name).unwrap_or(&absent));
        // Without a base, a field that only one has was added there.
        let base = in_base.or_else(|| (one.is_null() || other.is_null()).then_some(&absent));
        let (value, is_conflict) = merged_values(base, one, other);
        has_conflict |= is_conflict;
        if !value.is_null() {
            merged.insert(name.clone(), value);
        }
    }
    (Value::Object(merged), has_conflict)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_one_changed_is_as_that_one_says_and_what_both_changed_is_reported() {
        let base = json!({"a": 1, "b": 1, "c": {"x": 1, "y": 1}, "gone": 1});
        let ours = json!({"a": 2, "b": 1, "c": {"x": 2, "y": 1}, "new": 1});
        let theirs = json!({"a": 1, "b": 2, "c": {"x": 1, "y": 2}, "gone": 1});
        let merged = json!({"a": 2, "b": 2, "c": {"x": 2, "y": 2}, "new": 1});
        assert_eq!(merged_values(Some(&base), &ours, &theirs), (merged, false));
        let theirs = json!({"a": 3, "b": 1, "c": {"x": 1, "y": 1}, "gone": 1});
        let (merged, has_conflict) = merged_values(Some(&base), &ours, &theirs);
        assert_eq!((merged["a"].clone(), has_conflict), (json!(3), true));
    }

    #[test]
    fn without_a_base_both_are_put_together_and_equal_fields_are_no_conflict() {
        let merged = merged_values(None, &json!({"a": 1, "b": 1}), &json!({"a": 1, "c": 1}));
        assert_eq!(merged, (json!({"a": 1, "b": 1, "c": 1}), false));
        assert!(merged_values(None, &json!({"a": 1}), &json!({"a": 2})).1);
    }
}
