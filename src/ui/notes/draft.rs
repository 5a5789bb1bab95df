//! What is typed into the notes of objects, and what is done to one of them.

use std::collections::BTreeMap;

use crate::domain::ResourceKind;
use crate::domain::note::NoteSubject;
use crate::domain::profile::ProfileId;

/// An object of a profile.
pub(super) type DraftKey = (ProfileId, ResourceKind, String);

/// Kept by the window while it runs: what is typed about one object is there again when it is looked at again.
#[derive(Debug, Default)]
pub struct NotesDraft {
    typed: BTreeMap<DraftKey, String>,
    /// The object that a tag is being typed for, and that tag.
    pub(super) tagging: Option<(DraftKey, String)>,
    /// The id of the note that is being changed, and its text.
    pub(super) editing: Option<(String, String)>,
    /// The id of the note that is to be deleted, once that is confirmed.
    pub(super) deleting: Option<String>,
    /// The field that is drawn next takes the keyboard.
    pub(super) wants_keyboard: bool,
    /// The same of the field for a new note.
    pub(super) wants_new_note: bool,
}

impl NotesDraft {
    /// The field for a new note takes the keyboard when it is drawn next.
    pub fn write(&mut self) {
        self.wants_new_note = true;
    }

    /// What is typed about an object and not added yet.
    pub(super) fn typed(&mut self, key: DraftKey) -> &mut String {
        self.typed.entry(key).or_default()
    }
}

pub(super) fn draft_key(profile_id: &ProfileId, subject: &NoteSubject) -> DraftKey {
    (profile_id.clone(), subject.kind, subject.id.clone())
}
