//! Notes and tags: what people write about payments, refunds, disputes, customers and payouts, on this machine and for a team.
//!
//! What was written is shown at once and stored durably behind it; what could not be stored is said and can be stored
//! again, and stays until Paydesk is closed. A note that is changed keeps what it said before; of one that is deleted,
//! only that there was one is kept.

mod saving;
mod text;

use crate::context::Context;
use crate::features::toasts::ToastKind;
use crate::problem::Problem;
use crate::records::Opening;
use paydesk_domain::note::{Annotation, Note, NoteSubject, ObjectTag, note_text, tag_word};
use paydesk_index::note_index::NoteIndex;

use saving::Unsaved;

/// Most tags of an object.
const TAGS_MAX: usize = 20;

/// The notes and tags of a profile.
#[derive(Debug, Default)]
pub struct ProfileNotes {
    /// How far reading what is stored came.
    pub opening: Opening,
    index: NoteIndex,
    unsaved: Unsaved,
    /// Counts every change.
    revision: u64,
}

/// What the person does.
#[derive(Debug, Clone, PartialEq)]
pub enum NotesAction {
    Write(NoteSubject, String),
    /// The note of this id says something else.
    Change(String, String),
    Delete(String),
    AddTag(NoteSubject, String),
    RemoveTag(NoteSubject, String),
    /// Stores once more what could not be stored.
    SaveAgain,
}

impl ProfileNotes {
    pub fn new(opening: Opening) -> Self {
        Self { opening, ..Self::default() }
    }

    pub fn index(&self) -> &NoteIndex {
        &self.index
    }

    /// Another number whenever something was written.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// How many notes and tags could not be stored, and why the last of them.
    pub fn unsaved(&self) -> Option<(usize, &Problem)> {
        self.unsaved.failed()
    }

    /// `operator` is the user of the operating system.
    pub(crate) fn handle(&mut self, action: NotesAction, operator: &str, cx: &mut Context<'_>) {
        match action {
            NotesAction::Write(subject, typed) => self.write(subject, &typed, operator, cx),
            NotesAction::Change(id, typed) => self.change(&id, &typed, operator, cx),
            NotesAction::Delete(id) => {
                if let Some(note) = self.own(&id, operator) {
                    let deleted = note.clone().deleted(cx.now);
                    self.take(Annotation::Note(deleted), cx);
                }
            }
            NotesAction::AddTag(subject, typed) => self.add_tag(subject, &typed, operator, cx),
            NotesAction::RemoveTag(subject, word) => self.remove_tag(&subject, &word, operator, cx),
            NotesAction::SaveAgain => self.unsaved.save_again().into_iter().for_each(|job| cx.outbox.push(job)),
        }
    }

    fn write(&mut self, subject: NoteSubject, typed: &str, operator: &str, cx: &mut Context<'_>) {
        match note_text(typed) {
            Err(error) => cx.toast(ToastKind::Attention, error.to_string(), None),
            Ok(text) => {
                let note = Note {
                    profile_id: cx.profile_id.clone(),
                    id: cx.rng.note_id(),
                    subject,
                    text,
                    by: operator.to_owned(),
                    at: cx.now,
                    earlier: Vec::new(),
                    deleted_at: None,
                };
                self.take(Annotation::Note(note), cx);
            }
        }
    }

    fn change(&mut self, id: &str, typed: &str, operator: &str, cx: &mut Context<'_>) {
        let Some(note) = self.own(id, operator) else { return };
        match note_text(typed) {
            Err(error) => cx.toast(ToastKind::Attention, error.to_string(), None),
            Ok(text) if text == note.text => {}
            Ok(text) => {
                let changed = note.clone().changed(text, cx.now);
                self.take(Annotation::Note(changed), cx);
            }
        }
    }

    /// A note that is there and that this user wrote.
    fn own(&self, id: &str, operator: &str) -> Option<&Note> {
        self.index.note(id).filter(|note| note.is_by(operator) && !note.is_deleted())
    }

    fn add_tag(&mut self, subject: NoteSubject, typed: &str, operator: &str, cx: &mut Context<'_>) {
        let word = match tag_word(typed) {
            Ok(word) => word,
            Err(error) => return cx.toast(ToastKind::Attention, error.to_string(), None),
        };
        if self.index.tag(&subject, &word).is_some_and(|tag| !tag.is_removed) {
            return;
        }
        if self.index.tags_of(&subject).count() >= TAGS_MAX {
            return cx.toast(ToastKind::Attention, text::too_many_tags(TAGS_MAX), None);
        }
        self.take(tag(subject, word, operator, false, cx), cx);
    }

    fn remove_tag(&mut self, subject: &NoteSubject, word: &str, operator: &str, cx: &mut Context<'_>) {
        if let Some(known) = self.index.tag(subject, word).filter(|tag| !tag.is_removed) {
            let (subject, word) = (known.subject.clone(), known.word.clone());
            self.take(tag(subject, word, operator, true, cx), cx);
        }
    }

    /// It is so from now on, and is stored.
    fn take(&mut self, annotation: Annotation, cx: &mut Context<'_>) {
        self.revision += 1;
        self.index.put(annotation.clone());
        cx.outbox.push(self.unsaved.save(annotation));
    }

    /// What was stored when Paydesk was last closed. What was written since the start is newer.
    pub(crate) fn opened(&mut self, stored: Annotation) {
        if !self.unsaved.has(&stored.key()) {
            self.revision += 1;
            self.index.put(stored);
        }
    }

    /// A colleague wrote it: it is so from now on, and is stored by who says so.
    pub(crate) fn take_in(&mut self, annotation: Annotation) {
        self.revision += 1;
        self.index.put(annotation);
    }

    /// One reached the disk, or did not.
    pub(crate) fn saved(&mut self, key: &str, revision: u64, problem: Option<Problem>) {
        self.unsaved.saved(key, revision, problem);
    }
}

fn tag(subject: NoteSubject, word: String, operator: &str, is_removed: bool, cx: &Context<'_>) -> Annotation {
    let (profile_id, by) = (cx.profile_id.clone(), operator.to_owned());
    Annotation::Tag(ObjectTag { profile_id, subject, word, by, at: cx.now, is_removed })
}
