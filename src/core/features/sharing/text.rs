//! Texts about what a team shares, for people.

pub const REFUSED: &str = "This text is too long to share with the team. It stays on this computer.";

pub fn evidence_kept(by: &str, dispute_id: &str, fields: usize) -> String {
    let what = if fields == 1 { "one field".to_owned() } else { format!("{fields} fields") };
    format!(
        "You and {by} changed {what} in the evidence for {dispute_id}. Your version is in the form; the other is \
            under Submitted."
    )
}

pub fn other_kept(by: &str, what: &str) -> String {
    format!("{by} changed {what} first: their change was saved, yours was not")
}

pub fn both_kept(by: &str, name: &str, own: &str) -> String {
    format!("You and {by} changed “{name}”. Yours is now “{own}”.")
}

/// A name for one that stays beside another of its name: the first of `Name (2)`, `Name (3)` that is free.
pub fn free_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let names = (2..).map(|number| format!("{name} ({number})"));
    names.into_iter().find(|name| !is_taken(name)).unwrap_or_default()
}
