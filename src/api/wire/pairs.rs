//! Objects whose names we do not choose (metadata, error details) as pairs of texts.

use serde_json::Value;
use serde_json::map;

use paydesk_domain::payment::Pair;
use paydesk_domain::text::visible;

/// Most pairs kept of one object; the rest stays in the raw value.
pub const PAIRS_MAX: usize = 200;
/// Longest path kept as the name of a pair, in characters.
const PATH_MAX_CHARS: usize = 200;

/// All leaves of an object as `path → text`, in the order they came.
pub fn flatten(object: &map::Map<String, Value>) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut open = vec![(String::new(), object.iter())];
    while let Some((path, fields)) = open.last_mut() {
        if pairs.len() >= PAIRS_MAX {
            break;
        }
        let Some((name, value)) = fields.next() else {
            open.pop();
            continue;
        };
        let path = joined(path, name);
        match value {
            Value::Null => {}
            Value::Object(inner) => open.push((path, inner.iter())),
            Value::String(text) => pairs.push((path, text.clone())),
            Value::Bool(_) | Value::Number(_) | Value::Array(_) => pairs.push((path, value.to_string())),
        }
    }
    pairs
}

/// What is at the top of an object as `name → text`: names and values as they can be sent again.
pub fn whole(object: &map::Map<String, Value>) -> Vec<Pair> {
    let given = object.iter().filter(|(_, value)| !value.is_null());
    given.take(PAIRS_MAX).map(|(name, value)| (name.clone(), shown_text(value))).collect()
}

/// A value of metadata as a text.
pub fn shown_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Bounded: a chain of nested objects would otherwise be repeated in the name of every leaf at its end.
fn joined(path: &str, name: &str) -> String {
    let whole = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    if whole.chars().nth(PATH_MAX_CHARS).is_none() { whole } else { visible(&whole, PATH_MAX_CHARS) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn leaves_come_in_their_order_and_not_more_than_are_kept() {
        let object = json!({"b": {"x": 1, "y": [2]}, "a": null, "c": "three", "d": {}});
        let pairs = flatten(object.as_object().unwrap());
        let texts: Vec<(&str, &str)> = pairs.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        assert_eq!(texts, [("b.x", "1"), ("b.y", "[2]"), ("c", "three")]);
        let many: map::Map<String, Value> = (0..300).map(|index| (format!("k{index}"), json!(1))).collect();
        assert_eq!(flatten(&many).len(), PAIRS_MAX);
    }

    #[test]
    fn a_path_is_not_longer_than_can_be_shown() {
        let object = json!({"k".repeat(150): {"l".repeat(150): 1}});
        let path = &flatten(object.as_object().unwrap())[0].0;
        assert_eq!(path.chars().count(), PATH_MAX_CHARS + 1, "{path}");
    }
}
