//! Teams: people who work on one profile together, through a PostgreSQL database that all of their desks reach.
//!
//! Here is what a desk has to know of it. The database itself is the business of [`crate::team`].

use serde::{Deserialize, Serialize};

/// How a profile of this desk belongs to a team. The password is in the keyring, never here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamMembership {
    /// Address of the database, without a password: `postgresql://anna@db.example.com/paydesk`.
    pub address: String,
    /// The profile of the team that this one is, by name.
    pub profile: String,
    /// Certificates that are trusted beside those of the system, as a PEM file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ca_file: Option<String>,
    /// Tells this desk from others of the team: a UUID that it was given when it joined.
    pub desk_id: String,
    #[serde(default)]
    pub when_away: AwayRule,
}

/// What may be done while the database of the team does not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
pub enum AwayRule {
    /// Nothing is changed at the service: a colleague may be about to change the same.
    #[default]
    Stop,
    /// Operations go on, marked; what was done is shared once the database answers.
    Alone,
}

/// What a person may do in a profile of a team. Each includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
pub enum TeamRole {
    /// Sees everything and changes nothing.
    Reader,
    /// Changes things at the service.
    Operator,
    /// Also decides what colleagues ask approval for.
    Approver,
    /// Also adds people and sets rules.
    Admin,
}

impl TeamMembership {
    /// The address with the file of certificates, as a URL of PostgreSQL.
    pub fn database_url(&self) -> String {
        let joined = if self.address.contains('?') { '&' } else { '?' };
        match &self.ca_file {
            Some(file) => format!("{}{joined}sslrootcert={}", self.address, path_segment(file)),
            None => self.address.clone(),
        }
    }
}

/// Percent-encoded.
fn path_segment(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

impl TeamRole {
    /// As the database has it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Reader => "reader",
            Self::Operator => "operator",
            Self::Approver => "approver",
            Self::Admin => "admin",
        }
    }

    pub fn may_operate(self) -> bool {
        self >= Self::Operator
    }
}

/// A colleague who has an operation open on something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimHolder {
    pub person: String,
    /// What they do: *Capture 12.50 EUR*.
    pub description: String,
    /// Seconds since they began, by the clock of the database.
    pub age_s: u64,
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn roles_include_those_before_them() {
        assert_eq!(TeamRole::iter().filter(|role| role.may_operate()).count(), 3);
        assert!(TeamRole::Admin > TeamRole::Approver && TeamRole::Approver > TeamRole::Operator);
    }

    #[test]
    fn a_membership_without_a_rule_stops_while_the_database_is_away() {
        let stored = r#"{"address":"postgresql://anna@db/paydesk","profile":"Shop","desk_id":"d"}"#;
        let membership: TeamMembership = serde_json::from_str(stored).unwrap();
        assert_eq!((membership.when_away, membership.ca_file), (AwayRule::Stop, None));
    }
}
