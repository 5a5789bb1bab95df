//! What is typed into the notes of objects, and what is done to one of them.

use std::collections::BTreeMap;

use paydesk_domain::note::NoteSubject;
use paydesk_domain::object_ref::ObjectRef;

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
    /// The object in whose field for a new note the keyboard is wanted.
    wanted: Option<WantedNote>,
}

/// A note that is to be written once the detail of its object is drawn.
#[derive(Debug)]
struct WantedNote {
    object: ObjectRef,
    /// How often the notes of another object were drawn meanwhile.
    others: u32,
}

/// After so many frames with another object it is not wanted any more: what was open goes on being drawn for one or two.
const OTHERS_MAX: u32 = 3;

impl NotesDraft {
    /// The field for a new note on an object takes the keyboard when it is drawn next.
    pub fn write(&mut self, object: ObjectRef) {
        self.wanted = Some(WantedNote { object, others: 0 });
    }

    /// Whether the field for a new note of this object takes the keyboard now.
    pub(super) fn take_wanted(&mut self, subject: &NoteSubject) -> bool {
        let Some(wanted) = &mut self.wanted else { return false };
        let is_it = wanted.object.kind == subject.kind && wanted.object.id == subject.id;
        wanted.others += u32::from(!is_it);
        if is_it || wanted.others > OTHERS_MAX {
            self.wanted = None;
        }
        is_it
    }

    /// What is typed about an object and not added yet.
    pub(super) fn typed(&mut self, subject: &NoteSubject) -> &mut String {
        self.typed.entry(subject.clone()).or_default()
    }
}
