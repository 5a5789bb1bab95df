//! The sentences of what goes wrong with the database of a team.

use crate::failure::TeamFailure;
use crate::problem::Problem;
use paydesk_domain::text::visible;

impl From<TeamFailure> for Problem {
    fn from(failure: TeamFailure) -> Self {
        let problem = |what: String, what_to_do: &str| Self { what, what_to_do: what_to_do.to_owned() };
        match failure {
            TeamFailure::Database { what, what_to_do, is_passing: _ } => Self { what, what_to_do },
            TeamFailure::Address(what) => problem(what, "Leave the team in Settings and join it with another address"),
            TeamFailure::NotConnected => problem(
                "The team's database is not connected".to_owned(),
                "Try again once Settings shows it as connected",
            ),
            TeamFailure::NoProfile(name) => problem(
                format!("You are not a member of “{}” in this team", visible(&name, 60)),
                "Check the name in Settings, or ask an admin of the team to add you",
            ),
            TeamFailure::OtherEnvironment { profile, in_team, here } => problem(
                format!("“{}” is {} in the team and {} here", visible(&profile, 60), in_team.word(), here.word()),
                "Join with a profile whose key is for the same environment",
            ),
            TeamFailure::OtherService { profile, in_team } => problem(
                format!("“{}” is for another service in the team: {}", visible(&profile, 60), visible(&in_team, 90)),
                "Join with the profile of that service, or add this service to the team under another name",
            ),
            TeamFailure::JournalNotCopied { why, what_to_do } => {
                Self { what: format!("The journal is not copied to the team: {why}"), what_to_do }
            }
            TeamFailure::Keyring(error) => error.into(),
        }
    }
}
