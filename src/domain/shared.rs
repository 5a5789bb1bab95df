//! What a team shares beside claims: records, notes, evidence, views, each under a key and with a content that only its
//! kind knows.
//!
//! Every change in a profile has a number, in the order of commits. Whoever writes says up to which change they know the
//! team's state: what somebody else changed since is not written over, but given back.

use super::document::Raw;

/// The kind of notes and tags.
pub const SHARED_NOTES: &str = "note";
/// The kind of saved views.
pub const SHARED_VIEWS: &str = "view";

/// Names something that is shared, within a profile: of which kind it is, and its id there.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SharedKey {
    /// 1 to 50 characters.
    pub kind: String,
    /// 1 to 200 characters.
    pub id: String,
}

impl SharedKey {
    pub fn new(kind: &str, id: impl Into<String>) -> Self {
        Self { kind: kind.to_owned(), id: id.into() }
    }
}

/// What is shared under a key.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedBody {
    pub content: Raw,
    /// It was there, and a person deleted it.
    pub is_deleted: bool,
}

impl SharedBody {
    pub fn of(content: Raw) -> Self {
        Self { content, is_deleted: false }
    }
}

/// Something as the team has it.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedChange {
    pub key: SharedKey,
    pub body: SharedBody,
    /// Who changed it last, by the user of the database.
    pub by: String,
    /// The number of that change.
    pub change: i64,
}

/// Something that is to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedWrite {
    pub key: SharedKey,
    pub body: SharedBody,
    /// The last change that was taken into account.
    pub seen: i64,
}

/// What became of a write.
#[derive(Debug, Clone, PartialEq)]
pub enum SharedOutcome {
    /// The team has it, by this write or by an earlier one with the same content, as the change of this number.
    Accepted { change: i64 },
    /// Somebody else changed it since: this is there now.
    Conflict(SharedChange),
    /// The team takes none like it: it is too long, say.
    Refused,
}
