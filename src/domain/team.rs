//! Teams: people who work on one profile together, through a PostgreSQL database that all of their desks reach.
//!
//! Here is what a desk has to know of it. The database itself is the business of `paydesk-team`.

use serde::{Deserialize, Serialize};

use super::approval::ApprovalRule;

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
    /// Its database has not let this person in yet: until then nothing is changed without it, whatever the rule says. Only
    /// of a team that an organisation set, which is not left out by joining it under a name that it does not know.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_new: bool,
    /// What needs the approval of a second person, as the database said last: it holds also while that is away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<ApprovalRule>,
}

impl TeamMembership {
    /// What may be done now while the database does not answer.
    pub fn away_rule(&self) -> AwayRule {
        if self.is_new { AwayRule::Stop } else { self.when_away }
    }
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

impl AwayRule {
    /// The stricter of two.
    pub fn or_stricter(self, other: Self) -> Self {
        if [self, other].contains(&Self::Stop) { Self::Stop } else { Self::Alone }
    }
}

/// What a person may do in a profile of a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TeamRole {
    /// Sees everything.
    Reader,
    /// Sends operations, and edits what the team shares.
    Operator,
    /// Does what an operator does, and decides on what others ask approval for.
    Approver,
    /// Does what an operator does, and says who is a member and what needs approval.
    Admin,
    /// A program on a server: stores the events that the service sends, and sees everything.
    Hub,
}

impl TeamRole {
    pub const ALL: [Self; 5] = [Self::Reader, Self::Operator, Self::Approver, Self::Admin, Self::Hub];

    /// As it is stored and shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reader => "reader",
            Self::Operator => "operator",
            Self::Approver => "approver",
            Self::Admin => "admin",
            Self::Hub => "hub",
        }
    }

    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }

    pub fn may_operate(self) -> bool {
        !matches!(self, Self::Reader | Self::Hub)
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
    use super::*;

    #[test]
    fn a_role_is_found_by_its_name_and_all_but_readers_and_hubs_operate() {
        assert!(TeamRole::ALL.into_iter().all(|role| TeamRole::of(role.name()) == Some(role)));
        assert_eq!(TeamRole::ALL.into_iter().filter(|role| role.may_operate()).count(), 3);
    }

    #[test]
    fn a_membership_without_a_rule_stops_while_the_database_is_away() {
        let stored = r#"{"address":"postgresql://anna@db/paydesk","profile":"Shop","desk_id":"d"}"#;
        let membership: TeamMembership = serde_json::from_str(stored).unwrap();
        assert_eq!((membership.when_away, membership.ca_file), (AwayRule::Stop, None));
    }
}
