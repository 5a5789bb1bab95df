//! Where a hub works: the database of a team, and a profile there by its name.

use std::net::SocketAddr;

use paydesk_domain::secret::SecretText;
use paydesk_domain::team::TeamRole;
use paydesk_domain::text::visible;
use paydesk_platform::program::VERSION;
use paydesk_team::{DeskId, TeamAddress, TeamConnection, TeamError, TeamLimits, TeamProfile, TeamProfileId};

/// The database and the profile that a hub works for.
#[derive(Debug, Clone)]
pub struct HubPlace {
    pub address: TeamAddress,
    pub password: Option<SecretText>,
    /// By name.
    pub profile: String,
    pub limits: TeamLimits,
    /// The machine and the address that it listens at, as the team reads it; at most 200 characters.
    pub name: String,
}

/// Why a hub cannot work.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HubProblem {
    #[error("{0}. {to_do}", to_do = .0.what_to_do())]
    Team(#[from] TeamError),
    #[error("The team has no profile “{0}”, or the user of the hub does not belong to it. Ask an admin of the team.")]
    NoProfile(String),
    #[error(
        "“{user}” is {role} in “{profile}”; a hub needs the role hub. \
         An admin gives it with: paydesk team add {user} --role hub --profile NAME --database-url URL"
    )]
    OtherRole { user: String, role: &'static str, profile: String },
    #[error("The team's profile is of the service at {theirs}, and --service-url says {ours}")]
    OtherService { theirs: String, ours: String },
    #[error("The API key is for another environment than the team's profile: sandbox and production are not mixed")]
    OtherEnvironment,
    #[error("The part that reads payments failed")]
    ReadingFailed,
    #[error("The part that makes exports failed")]
    ExportsFailed,
    #[error("The part that stores events failed; nothing is received any more. Send the log to support.")]
    Failed,
    #[error("{listen} cannot be listened at: {cause}")]
    Listen { listen: SocketAddr, cause: String },
}

impl HubProblem {
    /// Whether the same may succeed later without anybody doing anything.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Team(error) if error.is_passing())
    }
}

/// A connection, and the profile that the hub works for.
pub type OpenedPlace = (TeamConnection, TeamProfile);

impl HubPlace {
    /// Connects as a hub of the profile.
    pub async fn open(&self) -> Result<OpenedPlace, HubProblem> {
        let connection = TeamConnection::open(&self.address, self.password.as_ref(), self.limits).await?;
        if connection.server().is_replica {
            return Err(TeamError::ReadOnly.into());
        }
        let found = connection.profiles().await?.into_iter().find(|profile| profile.name == self.profile);
        let profile = found.ok_or_else(|| HubProblem::NoProfile(visible(&self.profile, 100)))?;
        let members = connection.members(profile.id).await?;
        let role = members.iter().find(|member| member.user == connection.user()).map(|member| member.role);
        match role {
            Some(TeamRole::Hub) => {
                self.say_here(&connection, profile.id).await?;
                Ok((connection, profile))
            }
            role => Err(HubProblem::OtherRole {
                user: visible(connection.user(), 60),
                role: role.map_or("not a member", TeamRole::name),
                profile: visible(&self.profile, 100),
            }),
        }
    }

    /// Tells the team that this hub is there.
    pub async fn say_here(&self, connection: &TeamConnection, profile: TeamProfileId) -> Result<(), TeamError> {
        let desk = DeskId::of_name(&format!("{profile} {}", self.name));
        connection.see_desk(profile, desk, &self.name, VERSION).await
    }
}
