//! What people write about an object of the service: notes and tags. The service hears nothing of them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::ResourceKind;
use super::ids::PaymentId;
use super::profile::ProfileId;
use super::scrub::scrubbed;

/// Longest note, in characters.
pub const NOTE_MAX_CHARS: usize = 4_000;
/// Longest tag, in characters.
pub const TAG_MAX_CHARS: usize = 24;

/// The object that a note or a tag is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NoteSubject {
    pub kind: ResourceKind,
    pub id: String,
    /// The payment that it belongs to; of a payment, itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment_id: Option<PaymentId>,
}

impl NoteSubject {
    pub fn new(kind: ResourceKind, id: impl Into<String>) -> Self {
        Self { kind, id: id.into(), payment_id: None }
    }

    pub fn payment(id: &PaymentId) -> Self {
        Self { payment_id: Some(id.clone()), ..Self::new(ResourceKind::Payment, id.as_str()) }
    }

    /// Names the payment that the object belongs to.
    pub fn of_payment(self, payment_id: Option<&PaymentId>) -> Self {
        Self { payment_id: payment_id.cloned(), ..self }
    }
}

/// One note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    pub profile_id: ProfileId,
    /// Ours.
    pub id: String,
    pub subject: NoteSubject,
    /// Empty once it is deleted.
    pub text: String,
    /// The user of the operating system.
    pub by: String,
    pub at: DateTime<Utc>,
    /// What it said before it was changed, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<EarlierText>,
    /// When it was deleted: its texts are gone, that there was one is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<DateTime<Utc>>,
}

/// A text that a note had.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierText {
    pub text: String,
    /// Until when.
    pub until: DateTime<Utc>,
}

impl Note {
    /// Whether this user may change and delete it.
    pub fn is_by(&self, operator: &str) -> bool {
        self.by == operator
    }

    pub fn is_deleted(&self) -> bool {
        self.deleted_at.is_some()
    }

    /// When it got the text that it has.
    pub fn written_at(&self) -> DateTime<Utc> {
        self.earlier.last().map_or(self.at, |earlier| earlier.until)
    }

    /// The note with another text.
    pub fn changed(mut self, text: String, at: DateTime<Utc>) -> Self {
        let before = std::mem::replace(&mut self.text, text);
        self.earlier.push(EarlierText { text: before, until: at });
        self
    }

    /// The note without any text.
    pub fn deleted(self, at: DateTime<Utc>) -> Self {
        Self { text: String::new(), earlier: Vec::new(), deleted_at: Some(at), ..self }
    }
}

/// A short word on an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectTag {
    pub profile_id: ProfileId,
    pub subject: NoteSubject,
    pub word: String,
    /// Who added it, or removed it.
    pub by: String,
    pub at: DateTime<Utc>,
    /// It was there and was taken away.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_removed: bool,
}

/// A note or a tag, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Annotation {
    Note(Note),
    Tag(ObjectTag),
}

impl Annotation {
    pub fn profile_id(&self) -> &ProfileId {
        match self {
            Self::Note(note) => &note.profile_id,
            Self::Tag(tag) => &tag.profile_id,
        }
    }

    /// What distinguishes it from the others of its profile: the newest under a key replaces the older.
    pub fn key(&self) -> String {
        match self {
            Self::Note(note) => format!("note/{}", note.id),
            Self::Tag(tag) => {
                let kind: &str = tag.subject.kind.into();
                format!("tag/{kind}/{}/{}", tag.subject.id, tag.word)
            }
        }
    }
}

/// Why a text is no note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoteError {
    #[error("Enter a note first")]
    Empty,
    #[error("A note can have at most {NOTE_MAX_CHARS} characters")]
    TooLong,
}

/// The note as it is stored: without blanks at its ends, and without card numbers, IBANs and keys.
pub fn note_text(typed: &str) -> Result<String, NoteError> {
    let text = typed.trim();
    match text.chars().count() {
        0 => Err(NoteError::Empty),
        chars if chars > NOTE_MAX_CHARS => Err(NoteError::TooLong),
        _ => Ok(scrubbed(text).into_owned()),
    }
}

/// Whether something is hidden when it is stored.
pub fn has_secret(typed: &str) -> bool {
    scrubbed(typed) != typed
}

/// Why a word is no tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TagError {
    #[error("Enter a tag first")]
    Empty,
    #[error("A tag can have at most {TAG_MAX_CHARS} characters")]
    TooLong,
    #[error("A tag cannot be a card number, an IBAN or a key")]
    Secret,
    #[error("A tag can contain only letters, digits, “-”, “_” and “.”; this one has “{0}”")]
    Character(char),
}

/// The tag as it is stored: in lower case, blanks within it as hyphens.
pub fn tag_word(typed: &str) -> Result<String, TagError> {
    let typed = typed.trim().trim_start_matches('#');
    let word = typed.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-");
    let is_allowed = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    match (word.chars().count(), word.chars().find(|c| !is_allowed(c))) {
        (0, _) => Err(TagError::Empty),
        (_, Some(c)) => Err(TagError::Character(c)),
        (chars, None) if chars > TAG_MAX_CHARS => Err(TagError::TooLong),
        (_, None) if has_secret(typed) => Err(TagError::Secret),
        (_, None) => Ok(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_a_short_word_in_lower_case() {
        assert_eq!(tag_word(" #VIP "), Ok("vip".to_owned()));
        assert_eq!(tag_word("call  back"), Ok("call-back".to_owned()));
        assert_eq!(tag_word("Prüfen.2_b-c"), Ok("prüfen.2_b-c".to_owned()));
        assert_eq!(tag_word(" # "), Err(TagError::Empty));
        assert_eq!(tag_word("a,b"), Err(TagError::Character(',')));
        assert_eq!(tag_word(&"a".repeat(25)), Err(TagError::TooLong));
        assert_eq!(tag_word("4242 4242 4242 4242"), Err(TagError::Secret));
        assert_eq!(tag_word("DE89370400440532013000"), Err(TagError::Secret));
    }

    #[test]
    fn a_note_is_stored_without_secrets_and_otherwise_as_it_was_typed() {
        assert_eq!(note_text("  Called him.\nHe waits "), Ok("Called him.\nHe waits".to_owned()));
        assert_eq!(note_text(" \n "), Err(NoteError::Empty));
        assert_eq!(note_text(&"a".repeat(4_001)), Err(NoteError::TooLong));
        assert!(!note_text("card 4242 4242 4242 4242").unwrap().contains("4242 4242 4242"));
        assert!(!note_text("pay DE89 3704 0044 0532 0130 00").unwrap().contains("0440532"));
        assert!(!note_text("with snd_secret0123").unwrap().contains("secret0123"));
        assert!(has_secret("card 4242424242424242") && !has_secret("order 1042 of pay_1"));
    }

    #[test]
    fn what_a_note_said_before_stays_with_it_until_it_is_deleted() {
        let at = |seconds| DateTime::from_timestamp(seconds, 0).unwrap();
        let note = Note {
            profile_id: ProfileId::embedded(),
            id: "note_1".to_owned(),
            subject: NoteSubject::payment(&PaymentId::new("pay_1")),
            text: "one".to_owned(),
            by: "anna".to_owned(),
            at: at(1),
            earlier: Vec::new(),
            deleted_at: None,
        };
        let changed = note.clone().changed("two".to_owned(), at(2)).changed("three".to_owned(), at(3));
        let earlier: Vec<&str> = changed.earlier.iter().map(|earlier| earlier.text.as_str()).collect();
        assert_eq!((changed.text.as_str(), earlier, changed.written_at()), ("three", vec!["one", "two"], at(3)));
        let deleted = changed.deleted(at(4));
        let json = serde_json::to_string(&Annotation::Note(deleted.clone())).unwrap();
        assert!(!json.contains("one") && !json.contains("three"), "{json}");
        assert_eq!(serde_json::from_str::<Annotation>(&json).unwrap(), Annotation::Note(deleted));
    }
}
