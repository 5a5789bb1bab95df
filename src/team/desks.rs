//! The desks of a team: which installations work in a profile, who works at them, and when they were last seen.

use chrono::{DateTime, Utc};
use tokio_postgres::Row;
use tokio_postgres::types::Type;

use super::connection::{TEXT, TeamConnection, value};
use super::error::TeamError;
use super::ids::{DeskId, TeamProfileId};

/// A desk as the team sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenDesk {
    pub id: DeskId,
    pub user: String,
    pub machine: String,
    /// Of the program.
    pub version: String,
    pub last_seen: DateTime<Utc>,
    /// Since then, by the database's clock.
    pub seconds_ago: i64,
}

pub(super) const DESKS: &str = "SELECT desk_id, user_name, machine, version, last_seen, \
     extract(epoch FROM clock_timestamp() - last_seen)::bigint FROM paydesk.desk \
     WHERE profile_id = $1 AND last_seen > clock_timestamp() - make_interval(secs => $2) ORDER BY last_seen DESC";

impl TeamConnection {
    /// Says that this desk is there; before anything else that it does in a profile. `machine` has at most 200
    /// characters, `version` 100.
    pub async fn see_desk(
        &self,
        profile: TeamProfileId,
        desk: DeskId,
        machine: &str,
        version: &str,
    ) -> Result<(), TeamError> {
        let ids = [(&profile.0 as _, Type::UUID), (&desk.0 as _, Type::UUID)];
        let values = [ids, [(&machine as _, TEXT), (&version as _, TEXT)]].concat();
        self.rows("SELECT paydesk.see_desk($1, $2, $3, $4)", &values).await.map(|_| ())
    }

    /// The desks that were seen within so many seconds, by the database's clock; the last first.
    pub async fn desks(&self, profile: TeamProfileId, within_seconds: u32) -> Result<Vec<SeenDesk>, TeamError> {
        let seconds = f64::from(within_seconds);
        let values = [(&profile.0 as _, Type::UUID), (&seconds as _, Type::FLOAT8)];
        self.rows(DESKS, &values).await?.iter().map(desk_of).collect()
    }
}

fn desk_of(row: &Row) -> Result<SeenDesk, TeamError> {
    Ok(SeenDesk {
        id: DeskId(value(row, 0)?),
        user: value(row, 1)?,
        machine: value(row, 2)?,
        version: value(row, 3)?,
        last_seen: value(row, 4)?,
        seconds_ago: value(row, 5)?,
    })
}
