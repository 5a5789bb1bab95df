//! Merge fields: names in braces within a text, such as `{payment_id}`, that are filled in for each dispute.

/// Names that are in braces within a template.
pub const MERGE_FIELDS: [&str; 8] =
    ["payment_id", "dispute_id", "amount", "reason", "customer_name", "customer_email", "created", "product"];

/// Fills the merge fields that something is known for; the others stay, and the check before sending finds them.
pub(super) fn merge(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        whole.push_str(before);
        let known = after.split_once('}').and_then(|(name, behind)| Some((value(name)?, behind)));
        match known {
            Some((text, behind)) => {
                whole.push_str(&text);
                rest = behind;
            }
            None => {
                whole.push('{');
                rest = after;
            }
        }
    }
    whole + rest
}

/// The names in braces within a text, whether something is known for them or not.
pub(super) fn names_in_braces(text: &str) -> impl Iterator<Item = &str> {
    let inside = text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
    inside.filter(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_merge_fields_are_filled_and_unknown_ones_stay() {
        let value = |name: &str| (name == "amount").then(|| "5.00 EUR".to_owned());
        assert_eq!(merge("{amount} of {customer_name}, {amount", value), "5.00 EUR of {customer_name}, {amount");
        assert_eq!(merge("no { braces } {", value), "no { braces } {");
    }

    #[test]
    fn only_names_in_braces_are_merge_fields() {
        let names = |text| names_in_braces(text).collect::<Vec<_>>();
        assert_eq!(names("Dear {customer_name}, {amount}"), ["customer_name", "amount"]);
        assert_eq!(names(r#"{"json": 1} and {Not a name} and {}"#), Vec::<&str>::new());
    }
}
