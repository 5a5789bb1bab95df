//! The team's copy of each desk's journal: append-only and chained by hashes, so that a change or a gap shows.
//!
//! The journal of the desk stays the law; what it says of an operation is in the entries, opaque here.

use chrono::{DateTime, Utc};
use sha2::{Digest as _, Sha256};
use tokio_postgres::Row;
use tokio_postgres::types::Type;

use super::connection::{TeamConnection, value};
use super::error::TeamError;
use super::ids::{DeskId, TeamProfileId};

/// Entries that are read at a time.
const PAGE: i64 = 1_000;

/// The hash of an entry: SHA-256 of the one before and the text.
pub type EntryHash = [u8; 32];

/// What the first entry follows.
pub const FIRST_PREVIOUS: EntryHash = [0; 32];

/// The hash of an entry that follows the one with the hash `previous`.
pub fn entry_hash(previous: &EntryHash, entry: &str) -> EntryHash {
    Sha256::new().chain_update(previous).chain_update(entry.as_bytes()).finalize().into()
}

/// The last entry of a desk that the team has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JournalHead {
    /// 0 where there is no entry.
    pub number: i64,
    pub hash: EntryHash,
}

/// An entry as the team has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiedEntry {
    pub number: i64,
    pub entry: String,
    /// By the database's clock.
    pub received_at: DateTime<Utc>,
    pub user: String,
}

/// What checking the copy of a desk's journal found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainCheck {
    /// The last entry that is as it was written.
    pub head: JournalHead,
    /// The number of the first that is not, or is missing before others.
    pub first_broken: Option<i64>,
}

pub(super) const JOURNAL_HEAD: &str = "SELECT number, hash FROM paydesk.journal_entry \
     WHERE profile_id = $1 AND desk_id = $2 ORDER BY number DESC LIMIT 1";
pub(super) const JOURNAL_PAGE: &str = "SELECT number, previous, hash, entry, received_at, user_name \
     FROM paydesk.journal_entry WHERE profile_id = $1 AND desk_id = $2 AND number > $3 ORDER BY number LIMIT $4";
pub(super) const JOURNAL_DESKS: &str = "SELECT d.desk_id FROM paydesk.desk AS d WHERE d.profile_id = $1 AND EXISTS \
     (SELECT FROM paydesk.journal_entry AS e WHERE e.profile_id = $1 AND e.desk_id = d.desk_id) ORDER BY d.desk_id";

impl TeamConnection {
    /// Copies entries of a desk behind the one that `after` names. What is there already is compared; what differs is
    /// refused. Returns the last entry that the team has then.
    pub async fn append_journal(
        &self,
        profile: TeamProfileId,
        desk: DeskId,
        after: JournalHead,
        entries: &[String],
    ) -> Result<JournalHead, TeamError> {
        let first = after.number.saturating_add(1);
        let previous: &[u8] = &after.hash;
        let ids = [(&profile.0 as _, Type::UUID), (&desk.0 as _, Type::UUID), (&first as _, Type::INT8)];
        let values = [&ids[..], &[(&previous as _, Type::BYTEA), (&entries as _, Type::TEXT_ARRAY)]].concat();
        self.rows("SELECT paydesk.append_journal($1, $2, $3, $4, $5)", &values).await?;
        let hash = entries.iter().fold(after.hash, |previous, entry| entry_hash(&previous, entry));
        let count = i64::try_from(entries.len()).unwrap_or(i64::MAX);
        Ok(JournalHead { number: after.number.saturating_add(count), hash })
    }

    /// Up to which entry the team has the journal of a desk.
    pub async fn journal_head(&self, profile: TeamProfileId, desk: DeskId) -> Result<JournalHead, TeamError> {
        let rows = self.rows(JOURNAL_HEAD, &[(&profile.0, Type::UUID), (&desk.0, Type::UUID)]).await?;
        let Some(row) = rows.first() else { return Ok(JournalHead { number: 0, hash: FIRST_PREVIOUS }) };
        Ok(JournalHead { number: value(row, 0)?, hash: hash_of(row, 1)? })
    }

    /// The desks whose journals the team has entries of.
    pub async fn journal_desks(&self, profile: TeamProfileId) -> Result<Vec<DeskId>, TeamError> {
        let rows = self.rows(JOURNAL_DESKS, &[(&profile.0, Type::UUID)]).await?;
        rows.iter().map(|row| Ok(DeskId(value(row, 0)?))).collect()
    }

    /// At most so many entries of a desk after a number.
    pub async fn journal_after(
        &self,
        profile: TeamProfileId,
        desk: DeskId,
        after: i64,
        limit: i64,
    ) -> Result<Vec<CopiedEntry>, TeamError> {
        self.journal_rows(profile, desk, after, limit).await?.iter().map(entry_of).collect()
    }

    /// Computes every hash of a desk's copy again. That entries are missing at the end shows only against the journal of
    /// the desk: compare the head with it.
    pub async fn verify_journal(&self, profile: TeamProfileId, desk: DeskId) -> Result<ChainCheck, TeamError> {
        let mut head = JournalHead { number: 0, hash: FIRST_PREVIOUS };
        loop {
            let rows = self.journal_rows(profile, desk, head.number, PAGE).await?;
            if rows.is_empty() {
                return Ok(ChainCheck { head, first_broken: None });
            }
            for row in &rows {
                let number = head.number.saturating_add(1);
                let hash = entry_hash(&head.hash, value(row, 3)?);
                let is_whole = value::<i64>(row, 0)? == number
                    && value::<&[u8]>(row, 1)? == head.hash
                    && value::<&[u8]>(row, 2)? == hash;
                if !is_whole {
                    return Ok(ChainCheck { head, first_broken: Some(number) });
                }
                head = JournalHead { number, hash };
            }
        }
    }

    async fn journal_rows(
        &self,
        profile: TeamProfileId,
        desk: DeskId,
        after: i64,
        limit: i64,
    ) -> Result<Vec<Row>, TeamError> {
        let ids = [(&profile.0 as _, Type::UUID), (&desk.0 as _, Type::UUID)];
        let values = [ids, [(&after as _, Type::INT8), (&limit as _, Type::INT8)]].concat();
        self.rows(JOURNAL_PAGE, &values).await
    }
}

fn hash_of(row: &Row, column: usize) -> Result<EntryHash, TeamError> {
    value::<&[u8]>(row, column)?.try_into().map_err(|_| TeamError::Answer("a hash is not 32 bytes long".to_owned()))
}

fn entry_of(row: &Row) -> Result<CopiedEntry, TeamError> {
    Ok(CopiedEntry { number: value(row, 0)?, entry: value(row, 3)?, received_at: value(row, 4)?, user: value(row, 5)? })
}
