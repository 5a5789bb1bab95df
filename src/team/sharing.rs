//! Many records written at once, by whoever says what they have seen.

use serde_json::Value as Json;
use tokio_postgres::Row;
use tokio_postgres::types::Type;

use paydesk_domain::shared::{SharedBody, SharedChange, SharedOutcome, SharedWrite};

use super::connection::{TeamConnection, value};
use super::error::TeamError;
use super::ids::{DeskId, TeamProfileId};
use super::records::SharedRecord;

const SHARE: &str = "SELECT outcome, there, there_deleted, there_by, there_change \
     FROM paydesk.share_records($1, $2, $3, $4, $5, $6, $7)";

impl TeamConnection {
    /// Writes all of them in one transaction; what became of each, in their order. What is there already with the same
    /// content is not written again, so that all may be repeated when the answer was lost.
    pub async fn share_records(
        &self,
        profile: TeamProfileId,
        desk: DeskId,
        writes: &[SharedWrite],
    ) -> Result<Vec<SharedOutcome>, TeamError> {
        let kinds: Vec<&str> = writes.iter().map(|write| write.key.kind.as_str()).collect();
        let ids: Vec<&str> = writes.iter().map(|write| write.key.id.as_str()).collect();
        let seen: Vec<i64> = writes.iter().map(|write| write.seen).collect();
        let bodies: Vec<Json> = writes.iter().map(|write| storable(&write.body.content)).collect();
        let deleted: Vec<bool> = writes.iter().map(|write| write.body.is_deleted).collect();
        let rows = self
            .rows(
                SHARE,
                &[
                    (&profile.0, Type::UUID),
                    (&desk.0, Type::UUID),
                    (&kinds, Type::TEXT_ARRAY),
                    (&ids, Type::TEXT_ARRAY),
                    (&seen, Type::INT8_ARRAY),
                    (&bodies, Type::JSONB_ARRAY),
                    (&deleted, Type::BOOL_ARRAY),
                ],
            )
            .await?;
        if rows.len() != writes.len() {
            return Err(TeamError::Answer(format!("it has {} rows for {} records", rows.len(), writes.len())));
        }
        writes.iter().zip(&rows).map(|(write, row)| outcome_of(write, row)).collect()
    }
}

fn outcome_of(write: &SharedWrite, row: &Row) -> Result<SharedOutcome, TeamError> {
    match value::<&str>(row, 0)? {
        "accepted" => Ok(SharedOutcome::Accepted { change: value(row, 4)? }),
        "refused" => Ok(SharedOutcome::Refused),
        "conflict" => {
            let content = value::<Json>(row, 1)?.into();
            let body = SharedBody { content, is_deleted: value(row, 2)? };
            let (key, by) = (write.key.clone(), value(row, 3)?);
            Ok(SharedOutcome::Conflict(SharedChange { key, body, by, change: value(row, 4)? }))
        }
        other => Err(TeamError::Answer(format!("“{other}” is not a write outcome"))),
    }
}

impl From<SharedRecord> for SharedChange {
    fn from(record: SharedRecord) -> Self {
        let body = SharedBody { content: record.body.into(), is_deleted: record.is_deleted };
        Self { key: record.key, body, by: record.changed_by, change: record.change }
    }
}

/// The content without the one character that texts of PostgreSQL cannot have.
fn storable(content: &Json) -> Json {
    let shown = |text: &str| text.replace('\0', "\u{FFFD}");
    match content {
        Json::String(text) => Json::String(shown(text)),
        Json::Array(values) => values.iter().map(storable).collect(),
        Json::Object(fields) => fields.iter().map(|(name, value)| (shown(name), storable(value))).collect(),
        Json::Null | Json::Bool(_) | Json::Number(_) => content.clone(),
    }
}
