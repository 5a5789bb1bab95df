//! One row of the journal: what it keeps, how it is hashed, and whether it is what was written.
//!
//! A row says in which format it was hashed. Rows of format 1 knew payments only; their family is in no column
//! that was hashed, so it is taken from the payload, which was.

use rusqlite::Row;
use rusqlite::types::ValueRef;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use paydesk_core::operations::ResourceKind;

pub type Hash = [u8; 32];

/// What the first entry follows.
pub const GENESIS: Hash = [0; 32];

/// How a row is hashed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    One,
    Two,
}

/// Where rows are read from.
#[derive(Debug, Clone, Copy)]
pub struct RowSource {
    /// A query of all columns of a row, without an order.
    pub select: &'static str,
    read: fn(&Row<'_>) -> rusqlite::Result<JournalRow>,
}

/// The entries of a file of today.
pub const TODAY: RowSource = RowSource {
    select: "SELECT seq, format, at, profile_id, operation_id, family, resource, step, payload, prev_hash, hash \
             FROM entries",
    read: JournalRow::read,
};

/// The entries of a file of version 1, in a table of this name.
pub const VERSION_1: RowSource = RowSource {
    select: "SELECT seq, 1, at, profile_id, operation_id, '', payment_id, step, payload, prev_hash, hash FROM entries",
    read: JournalRow::read_1,
};

/// The entries of such a file while they are converted to the version of today.
pub const SET_ASIDE: RowSource = RowSource {
    select: "SELECT seq, 1, at, profile_id, operation_id, '', payment_id, step, payload, prev_hash, hash \
             FROM entries_1",
    read: JournalRow::read_1,
};

impl RowSource {
    /// The row of a query that began with [`RowSource::select`].
    pub fn read(&self, row: &Row<'_>) -> rusqlite::Result<JournalRow> {
        (self.read)(row)
    }
}

impl Format {
    pub fn number(self) -> i64 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }

    fn from_number(number: i64) -> Option<Self> {
        [Self::One, Self::Two].into_iter().find(|format| format.number() == number)
    }

    /// Goes into every hash, so that a row of another format never fits.
    fn label(self) -> &'static [u8] {
        match self {
            Self::One => b"paydesk journal 1",
            Self::Two => b"paydesk journal 2",
        }
    }
}

/// A row as it is stored. Texts may be damaged: whoever trusts one has asked [`JournalRow::unchanged`] before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalRow {
    pub seq: i64,
    /// `None` for a number this version does not know.
    pub format: Option<Format>,
    pub at: String,
    pub profile_id: String,
    pub operation_id: String,
    pub kind: String,
    pub resource: String,
    pub step: String,
    pub payload: String,
    pub prev_hash: Vec<u8>,
    pub hash: Vec<u8>,
}

impl JournalRow {
    fn read_1(row: &Row<'_>) -> rusqlite::Result<Self> {
        Self::read(row).map(|stored| Self { kind: family_of(&stored.payload), ..stored })
    }

    /// What is no text, or broken text, is read as far as it goes: it fits no hash.
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let text = |index: usize| match row.get_ref(index)? {
            ValueRef::Text(bytes) | ValueRef::Blob(bytes) => Ok(String::from_utf8_lossy(bytes).into_owned()),
            ValueRef::Integer(number) => Ok(number.to_string()),
            ValueRef::Real(_) | ValueRef::Null => Ok::<_, rusqlite::Error>(String::new()),
        };
        let bytes = |index: usize| match row.get_ref(index)? {
            ValueRef::Blob(bytes) | ValueRef::Text(bytes) => Ok(bytes.to_vec()),
            ValueRef::Integer(_) | ValueRef::Real(_) | ValueRef::Null => Ok::<_, rusqlite::Error>(Vec::new()),
        };
        let number = |index: usize| match row.get_ref(index)? {
            ValueRef::Integer(number) => Ok::<_, rusqlite::Error>(number),
            ValueRef::Text(_) | ValueRef::Blob(_) | ValueRef::Real(_) | ValueRef::Null => Ok(0),
        };
        Ok(Self {
            seq: number(0)?,
            format: Format::from_number(number(1)?),
            at: text(2)?,
            profile_id: text(3)?,
            operation_id: text(4)?,
            kind: text(5)?,
            resource: text(6)?,
            step: text(7)?,
            payload: text(8)?,
            prev_hash: bytes(9)?,
            hash: bytes(10)?,
        })
    }

    /// The hash over everything that the row keeps; `None` where its format is not known.
    pub fn computed_hash(&self) -> Option<Hash> {
        let texts: &[&str] = match self.format? {
            Format::One => &[&self.at, &self.profile_id, &self.operation_id, &self.resource, &self.step, &self.payload],
            Format::Two => {
                &[&self.at, &self.profile_id, &self.operation_id, &self.kind, &self.resource, &self.step, &self.payload]
            }
        };
        let mut hasher = Sha256::new();
        hasher.update(self.format?.label());
        hasher.update(&self.prev_hash);
        hasher.update(self.seq.to_be_bytes());
        for text in texts {
            // With its length in front, so that no two rows have the same bytes.
            hasher.update((text.len() as u64).to_be_bytes());
            hasher.update(text);
        }
        Some(hasher.finalize().into())
    }

    /// The hash of a row that is what it was when it was written.
    pub fn unchanged(&self) -> Option<Hash> {
        let hash = self.computed_hash().filter(|hash| self.hash == hash)?;
        let filed_right = self.format != Some(Format::One) || self.kind == family_of(&self.payload);
        filed_right.then_some(hash)
    }
}

/// What an entry of format 1 is about: the first versions wrote of payments only and named no family.
fn family_of(payload: &str) -> String {
    #[derive(Deserialize)]
    struct Filed {
        target: Option<Target>,
    }
    #[derive(Deserialize)]
    struct Target {
        #[serde(rename = "family")]
        kind: String,
    }
    let filed = serde_json::from_str::<Filed>(payload).ok();
    filed
        .and_then(|filed| filed.target)
        .map_or_else(|| <&str>::from(ResourceKind::Payment).to_owned(), |target| target.kind)
}

/// The number of the attempt that an entry of a `sending` says.
pub fn attempt_of(payload: &str) -> Result<u32, serde_json::Error> {
    #[derive(Deserialize)]
    struct Entry {
        step: Sending,
    }
    #[derive(Deserialize)]
    struct Sending {
        attempt: u32,
    }
    serde_json::from_str::<Entry>(payload).map(|entry| entry.step.attempt)
}
