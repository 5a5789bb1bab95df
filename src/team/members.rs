//! Profiles that a team shares, and who may do what in them. A person is a login role of the server.

use chrono::{DateTime, Utc};
use tokio_postgres::Row;
use tokio_postgres::types::Type;

use paydesk_domain::profile::Environment;
use paydesk_domain::secret::SecretText;

use super::connection::{TEXT, TeamConnection, value};
use super::error::TeamError;
use super::ids::TeamProfileId;
use paydesk_domain::team::TeamRole;

/// A profile that a team shares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamProfile {
    pub id: TeamProfileId,
    pub name: String,
    pub environment: Environment,
    pub service_address: String,
}

/// A person with a role in a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamMember {
    pub user: String,
    pub role: TeamRole,
    pub added_by: String,
    pub added_at: DateTime<Utc>,
}

pub(super) const PROFILES: &str =
    "SELECT profile_id, name, environment, service_address FROM paydesk.profile ORDER BY name, profile_id";
pub(super) const MEMBERS: &str =
    "SELECT user_name, role, added_by, added_at FROM paydesk.member WHERE profile_id = $1 ORDER BY user_name";

impl TeamConnection {
    /// The profiles that this person is a member of, by name.
    pub async fn profiles(&self) -> Result<Vec<TeamProfile>, TeamError> {
        self.rows(PROFILES, &[]).await?.iter().map(profile_of).collect()
    }

    /// Adds a profile; the same again is the same profile.
    pub async fn add_profile(
        &self,
        name: &str,
        environment: Environment,
        service_address: &str,
    ) -> Result<TeamProfileId, TeamError> {
        let sql = "SELECT paydesk.add_profile($1, $2, $3)";
        let environment = environment_name(environment);
        let row = self.one(sql, &[(&name, TEXT), (&environment, TEXT), (&service_address, TEXT)]).await?;
        Ok(TeamProfileId(value(&row, 0)?))
    }

    /// The members of a profile, by name.
    pub async fn members(&self, profile: TeamProfileId) -> Result<Vec<TeamMember>, TeamError> {
        self.rows(MEMBERS, &[(&profile.0, Type::UUID)]).await?.iter().map(member_of).collect()
    }

    /// Gives a login of the server a role in a profile, instead of the one it had there.
    pub async fn set_member(&self, profile: TeamProfileId, user: &str, role: TeamRole) -> Result<(), TeamError> {
        let values = [(&profile.0 as _, Type::UUID), (&user as _, TEXT), (&role.name() as _, TEXT)];
        self.rows("SELECT paydesk.set_member($1, $2, $3)", &values).await.map(|_| ())
    }

    /// Takes a person out of a profile; the login stays. Says whether the person was a member.
    pub async fn remove_member(&self, profile: TeamProfileId, user: &str) -> Result<bool, TeamError> {
        let sql = "SELECT paydesk.remove_member($1, $2)";
        value(&self.one(sql, &[(&profile.0, Type::UUID), (&user, TEXT)]).await?, 0)
    }

    /// Whether the server has a login role of this name.
    pub async fn has_login(&self, user: &str) -> Result<bool, TeamError> {
        let sql = "SELECT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = $1)";
        value(&self.one(sql, &[(&user, TEXT)]).await?, 0)
    }

    /// Creates a login role. The server is sent what it stores of the password, which opens nothing: a statement may be
    /// logged.
    pub async fn create_login(&self, user: &str, password: &SecretText) -> Result<(), TeamError> {
        let stored = postgres_protocol::password::scram_sha_256(password.expose().as_bytes());
        let sql = "SELECT format('CREATE ROLE %I LOGIN PASSWORD %L', $1::text, $2::text)";
        let statement: String = value(&self.one(sql, &[(&user, TEXT), (&stored, TEXT)]).await?, 0)?;
        self.batch(&statement).await
    }
}

/// As the database stores it.
fn environment_name(environment: Environment) -> &'static str {
    match environment {
        Environment::Sandbox => "sandbox",
        Environment::Production => "production",
    }
}

fn profile_of(row: &Row) -> Result<TeamProfile, TeamError> {
    let environment: &str = value(row, 2)?;
    let known = [Environment::Sandbox, Environment::Production];
    let known = known.into_iter().find(|known| environment_name(*known) == environment);
    let environment = known.ok_or_else(|| TeamError::Answer(format!("“{environment}” is not an environment")))?;
    let id = TeamProfileId(value(row, 0)?);
    Ok(TeamProfile { id, name: value(row, 1)?, environment, service_address: value(row, 3)? })
}

fn member_of(row: &Row) -> Result<TeamMember, TeamError> {
    let role: &str = value(row, 1)?;
    let role = TeamRole::of(role).ok_or_else(|| TeamError::Answer(format!("“{role}” is not a role")))?;
    Ok(TeamMember { user: value(row, 0)?, role, added_by: value(row, 2)?, added_at: value(row, 3)? })
}
