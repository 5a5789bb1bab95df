//! Texts about what a team shares, for people.

pub const REFUSED: &str = "Something is too long to be shared with the team. It stays on this computer";

pub fn evidence_kept(by: &str, dispute_id: &str, fields: usize) -> String {
    let what = if fields == 1 { "one field".to_owned() } else { format!("{fields} fields") };
    format!(
        "You and {by} changed {what} of the evidence of {dispute_id}. Yours is in the form; the other text is under Submitted"
    )
}

pub fn other_kept(by: &str, what: &str) -> String {
    format!("{by} changed {what} before you did: that is kept, and your change is not")
}

pub fn both_kept(by: &str, name: &str, own: &str) -> String {
    format!("You and {by} changed “{name}”. Yours is kept as “{own}”")
}

/// A name for one that is kept beside another of its name.
pub fn second_name(name: &str, number: usize) -> String {
    format!("{name} ({number})")
}
