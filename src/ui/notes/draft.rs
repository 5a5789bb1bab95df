//! What is typed into the notes of objects, and what is done to one of them.

use std::collections::BTreeMap;

use paydesk_domain::note::NoteSubject;

/// Kept by the window while it runs: what is typed about one object is there again when it is looked at again.
#[derive(Debug, Default)]
pub struct NotesDraft {
    typed: BTreeMap<NoteSubject, String>,
    /// The object that a tag is being typed for, and that tag.
    pub(super) tagging: Option<(NoteSubject, String)>,
    /// The id of the note that is being changed, and its text.
    pub(super) editing: Option<(String, String)>,
    /// The id of the note that is to be deleted, once that is confirmed.
    pub(super) deleting: Option<String>,
    /// The field that is drawn next takes the keyboard.
    pub(super) wants_keyboard: bool,
    /// The field for a new note takes the keyboard when it is drawn next.
    pub(super) wants_new_note: bool,
}

impl NotesDraft {
    /// The field for a new note takes the keyboard when it is drawn next.
    pub fn write(&mut self) {
        self.wants_new_note = true;
    }

    /// What is typed about an object and not added yet.
    pub(super) fn typed(&mut self, subject: &NoteSubject) -> &mut String {
        self.typed.entry(subject.clone()).or_default()
    }
}
