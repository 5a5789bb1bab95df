//! Texts about a team, for people.

use crate::domain::team::ClaimHolder;

pub const READER: &str = "Read-only: you are a reader in this team. An admin of the team can make you an operator";
pub const CONNECTING: &str = "Read-only until the team’s database answers";

pub fn read_only_while_away(what: &str) -> String {
    format!("Read-only while the team’s database is away: {what}")
}

/// Why an operation does not leave, to go after a comma.
pub fn held(holder: &ClaimHolder) -> String {
    format!("{} began “{}” {} ago and has not finished", holder.person, holder.description, age(holder.age_s))
}

pub fn database_away(what: &str) -> String {
    format!("the team’s database does not answer: {what}")
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
