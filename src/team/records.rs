//! Records that a team shares: refunds, payouts, notes, drafts, views. What they say is opaque here.

use chrono::{DateTime, Utc};
use serde_json::Value as Json;
use tokio_postgres::Row;
use tokio_postgres::types::Type;

use super::connection::{TEXT, TeamConnection, value};
use super::error::TeamError;
use super::ids::{DeskId, TeamProfileId};
use paydesk_domain::shared::SharedKey;

/// A record as it is in the database.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedRecord {
    pub key: SharedKey,
    /// Counts the changes of this record, from 1.
    pub revision: i64,
    pub body: Json,
    pub is_deleted: bool,
    pub changed_by: String,
    pub desk: DeskId,
    pub changed_at: DateTime<Utc>,
    /// The number of its last change among all of the profile.
    pub change: i64,
}

/// A record to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordWrite {
    pub key: SharedKey,
    /// The revision that this one follows; `None` where there is no record yet.
    pub expected: Option<i64>,
    pub body: Json,
    pub is_deleted: bool,
}

/// What became of a write.
#[derive(Debug, Clone, PartialEq)]
pub enum WriteOutcome {
    /// It is in the database, by this call or by an earlier one with the same content.
    Written { revision: i64, change: i64 },
    /// Nothing was written: another revision is there, or none although one was expected.
    Conflict(Option<SharedRecord>),
}

pub(super) const RECORD_COLUMNS: &str = "kind, id, revision, body, is_deleted, changed_by, desk_id, changed_at, change";
const PUT: &str = "SELECT $2::text, $3::text, revision, body, is_deleted, changed_by, desk_id, changed_at, change, outcome \
     FROM paydesk.put_record($1, $2, $3, $4, $5, $6, $7)";

impl TeamConnection {
    /// Writes a record where nobody changed it meanwhile. The same content again changes nothing, so that it may be
    /// repeated when the answer was lost.
    pub async fn put_record(
        &self,
        profile: TeamProfileId,
        desk: DeskId,
        write: &RecordWrite,
    ) -> Result<WriteOutcome, TeamError> {
        let RecordWrite { key, expected, body, is_deleted } = write;
        let row = self
            .one(
                PUT,
                &[
                    (&profile.0, Type::UUID),
                    (&key.kind, TEXT),
                    (&key.id, TEXT),
                    (expected, Type::INT8),
                    (body, Type::JSONB),
                    (is_deleted, Type::BOOL),
                    (&desk.0, Type::UUID),
                ],
            )
            .await?;
        let is_there = value::<Option<i64>>(&row, 2)?.is_some();
        match value::<&str>(&row, 9)? {
            "written" | "same" => Ok(WriteOutcome::Written { revision: value(&row, 2)?, change: value(&row, 8)? }),
            "conflict" if is_there => Ok(WriteOutcome::Conflict(Some(record_of(&row)?))),
            "conflict" => Ok(WriteOutcome::Conflict(None)),
            other => Err(TeamError::Answer(format!("“{other}” is not a write outcome"))),
        }
    }

    /// A record as it is now, also where it is deleted.
    pub async fn record(&self, profile: TeamProfileId, key: &SharedKey) -> Result<Option<SharedRecord>, TeamError> {
        let sql = record_sql();
        let rows = self.rows(&sql, &[(&profile.0, Type::UUID), (&key.kind, TEXT), (&key.id, TEXT)]).await?;
        rows.first().map(record_of).transpose()
    }

    /// The records of a kind after an id, by their ids, those that are deleted among them.
    pub async fn records_of(
        &self,
        profile: TeamProfileId,
        kind: &str,
        after_id: &str,
        limit: u32,
    ) -> Result<Vec<SharedRecord>, TeamError> {
        let sql = format!(
            "SELECT {RECORD_COLUMNS} FROM paydesk.record WHERE profile_id = $1 AND kind = $2 AND id > $3 ORDER BY id LIMIT $4"
        );
        let limit = i64::from(limit);
        let values =
            [(&profile.0 as _, Type::UUID), (&kind as _, TEXT), (&after_id as _, TEXT), (&limit as _, Type::INT8)];
        self.rows(&sql, &values).await?.iter().map(record_of).collect()
    }
}

pub(super) fn record_sql() -> String {
    format!("SELECT {RECORD_COLUMNS} FROM paydesk.record WHERE profile_id = $1 AND kind = $2 AND id = $3")
}

/// A row of [`RECORD_COLUMNS`].
pub(super) fn record_of(row: &Row) -> Result<SharedRecord, TeamError> {
    Ok(SharedRecord {
        key: SharedKey { kind: value(row, 0)?, id: value(row, 1)? },
        revision: value(row, 2)?,
        body: value(row, 3)?,
        is_deleted: value(row, 4)?,
        changed_by: value(row, 5)?,
        desk: DeskId(value(row, 6)?),
        changed_at: value(row, 7)?,
        change: value(row, 8)?,
    })
}
