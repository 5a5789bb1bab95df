//! Exports that hubs make by themselves: each once for every time that it is due, over all hubs.

use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio_postgres::Row;
use tokio_postgres::types::Type;

use super::connection::{TEXT, TeamConnection, Value, value};
use super::error::TeamError;
use super::ids::TeamProfileId;

/// An export at one of the times at which it is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueExport {
    pub name: String,
    pub due_at: DateTime<Utc>,
}

/// Whether it is to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportTurn {
    /// By who asked, within the lease. Attempts are counted from 1.
    Begun { attempt: i32 },
    /// It is made, or was due before the export was first seen.
    NothingToMake,
    /// Another hub is at it.
    Held,
}

/// A file that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedFile {
    /// Its name, without the directory.
    pub name: String,
    pub payments: u64,
    pub sha256: String,
}

/// What the team knows of one that was due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportAttempt {
    pub export: DueExport,
    pub attempts: i32,
    pub file: Option<ExportedFile>,
    /// Why the last attempt failed.
    pub problem: Option<String>,
}

const BEGIN: &str = "SELECT paydesk.begin_export($1, $2, $3, $4, $5)";
const RENEW: &str = "SELECT paydesk.renew_export($1, $2, $3, $4, $5)";
const END: &str = "SELECT paydesk.end_export($1, $2, $3, $4, $5, $6, $7, $8)";
const LAST: &str = "SELECT name, due_at, attempts, file, payments, sha256, problem FROM paydesk.scheduled_export \
     WHERE profile_id = $1 AND name = $2 AND state <> 'since' ORDER BY due_at DESC LIMIT $3";

impl TeamConnection {
    /// Begins to make an export that is due; `now` is the time of who asks. One that is seen for the first time is made
    /// from the next time on at which it is due.
    pub async fn begin_export(
        &self,
        profile: TeamProfileId,
        export: &DueExport,
        now: DateTime<Utc>,
        lease: Duration,
    ) -> Result<ExportTurn, TeamError> {
        let lease_ms = milliseconds(lease);
        let last = [(&now as _, Type::TIMESTAMPTZ), (&lease_ms as _, Type::INT8)];
        let values = [key(&profile, export).as_slice(), &last].concat();
        Ok(match value::<i32>(&self.one(BEGIN, &values).await?, 0)? {
            0 => ExportTurn::NothingToMake,
            attempt if attempt > 0 => ExportTurn::Begun { attempt },
            _ => ExportTurn::Held,
        })
    }

    /// It is still being made; whether this attempt is the one that counts.
    pub async fn renew_export(
        &self,
        profile: TeamProfileId,
        export: &DueExport,
        attempt: i32,
        lease: Duration,
    ) -> Result<bool, TeamError> {
        let lease_ms = milliseconds(lease);
        let last = [(&attempt as _, Type::INT4), (&lease_ms as _, Type::INT8)];
        let values = [key(&profile, export).as_slice(), &last].concat();
        value(&self.one(RENEW, &values).await?, 0)
    }

    /// An attempt ended. After a problem it may be begun again; one that counts no more changes nothing.
    pub async fn end_export(
        &self,
        profile: TeamProfileId,
        export: &DueExport,
        attempt: i32,
        made: Result<&ExportedFile, &str>,
    ) -> Result<(), TeamError> {
        let (file, problem) = (made.ok(), made.err());
        let name = file.map(|file| file.name.as_str());
        let payments = file.map(|file| i64::try_from(file.payments).unwrap_or(i64::MAX));
        let sha256 = file.map(|file| file.sha256.as_str());
        let last = [
            (&attempt as _, Type::INT4),
            (&name as _, TEXT),
            (&payments as _, Type::INT8),
            (&sha256 as _, TEXT),
            (&problem as _, TEXT),
        ];
        let values = [key(&profile, export).as_slice(), &last].concat();
        self.rows(END, &values).await.map(|_| ())
    }

    /// The last times at which an export was due and tried, the latest first.
    pub async fn export_attempts(
        &self,
        profile: TeamProfileId,
        name: &str,
        limit: u32,
    ) -> Result<Vec<ExportAttempt>, TeamError> {
        let limit = i64::from(limit);
        let values = [(&profile.0 as _, Type::UUID), (&name as _, TEXT), (&limit as _, Type::INT8)];
        self.rows(LAST, &values).await?.iter().map(attempt_of).collect()
    }
}

fn key<'a>(profile: &'a TeamProfileId, export: &'a DueExport) -> [Value<'a>; 3] {
    [(&profile.0, Type::UUID), (&export.name, TEXT), (&export.due_at, Type::TIMESTAMPTZ)]
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

fn attempt_of(row: &Row) -> Result<ExportAttempt, TeamError> {
    let file = match (value::<Option<String>>(row, 3)?, value::<Option<i64>>(row, 4)?, value(row, 5)?) {
        (Some(name), Some(payments), Some(sha256)) => {
            Some(ExportedFile { name, payments: payments.unsigned_abs(), sha256 })
        }
        _ => None,
    };
    let export = DueExport { name: value(row, 0)?, due_at: value(row, 1)? };
    Ok(ExportAttempt { export, attempts: value(row, 2)?, file, problem: value(row, 6)? })
}
