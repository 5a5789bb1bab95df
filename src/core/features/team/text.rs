//! Texts about a team, for people.

use paydesk_domain::team::ClaimHolder;

pub const NOT_AN_ADDRESS: &str = "Enter an address like postgresql://anna@db.example.com/paydesk";
pub const PASSWORD_IN_ADDRESS: &str =
    "Remove the password from the address and enter it below: addresses are not secret";
pub const PROFILE_MISSING: &str = "Enter this profile's name in the team";
pub const TEAM_IS_SET: &str = "This profile's team is set by your organisation";
pub const READER: &str = "Read-only: you are a reader in this team. An admin of the team can make you an operator.";

pub fn read_only_while_away(what: &str) -> String {
    format!("Read-only while the team's database is down: {what}")
}

/// Why an operation does not leave, to go after a comma.
pub fn held(holder: &ClaimHolder) -> String {
    format!("{} began “{}” {} ago and has not finished", holder.person, holder.description, age(holder.age_s))
}

/// Why evidence cannot be written.
pub fn written_by(person: &str) -> String {
    format!("{person} is editing this dispute's evidence")
}

pub fn taken_over(person: &str, dispute: &str) -> String {
    format!("{person} took over the evidence of {dispute}. Your text is saved under Submitted.")
}

pub fn database_away(what: &str) -> String {
    format!("the team's database is not responding: {what}")
}

pub fn approval_unknown(what: &str) -> String {
    format!("it needs a second person's approval, and the team's database is not responding: {what}")
}

/// When a member was last there.
pub fn last_seen(is_connected: bool, seen_s: Option<u64>) -> String {
    match seen_s {
        None => "never connected".to_owned(),
        Some(_) if is_connected => "connected".to_owned(),
        Some(seconds) => format!("last connected {} ago", age(seconds)),
    }
}

/// So long: `40 s`, `3 min`, `2 h`, `5 d`.
fn age(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => format!("{} min", seconds / 60),
        3_600..86_400 => format!("{} h", seconds / 3_600),
        _ => format!("{} d", seconds / 86_400),
    }
}
