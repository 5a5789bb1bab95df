//! The team that an organisation set for a profile: its users join it with a name and a password of their own, and work in
//! no other.

use paydesk_domain::database_address::DatabaseAddress;
use paydesk_domain::team::{AwayRule, TeamMembership};

/// The team that an organisation prescribes for a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManagedTeam {
    pub database: DatabaseAddress,
    /// The profile of the team, by name.
    pub profile: String,
    /// Certificates that are trusted beside those of the system, as a PEM file.
    pub ca_file: Option<String>,
    /// The least strict rule that a person may work by.
    pub when_away: AwayRule,
}

impl ManagedTeam {
    /// How a person belongs to it who joined a team once; `None` where that was another one.
    pub(super) fn membership(&self, joined: &TeamMembership) -> Option<TeamMembership> {
        let is_this = joined.profile == self.profile && self.user_of(joined).is_some();
        is_this.then(|| TeamMembership {
            ca_file: self.ca_file.clone(),
            when_away: self.allowed(joined.when_away),
            ..joined.clone()
        })
    }

    /// Who a member is for its database.
    pub fn user_of(&self, joined: &TeamMembership) -> Option<String> {
        self.database.user_in(&joined.address)
    }

    /// What may be done while the database is away: people may be stricter than their organisation.
    pub fn allowed(&self, wanted: AwayRule) -> AwayRule {
        self.when_away.or_stricter(wanted)
    }

    /// In one line, for people.
    pub(super) fn text(&self) -> String {
        let meanwhile = match self.when_away {
            AwayRule::Stop => "changes stop while it is down",
            AwayRule::Alone => "people may work alone while it is down",
        };
        format!("“{}” in {}, {meanwhile}", self.profile, self.database.as_str())
    }
}
