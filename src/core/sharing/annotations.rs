//! Notes and tags.

use crate::effect::{SharedKeep, StoreJob};
use crate::features::sharing::Merged;
use crate::state::State;
use paydesk_domain::note::{Annotation, EarlierText, Note};
use paydesk_domain::shared::{SHARED_NOTES, SharedBody};

use super::kind::{MergeInput, SharedKind, StoredId, localised, shared};

pub(super) const KIND: SharedKind = SharedKind {
    name: SHARED_NOTES,
    keeps_base: true,
    ids,
    body,
    stored,
    take,
    merge,
    is_written_elsewhere: |_, _| false,
};

fn ids(state: &State) -> Vec<String> {
    state.workspace.notes.index().annotations().map(|annotation| annotation.key()).collect()
}

fn body(state: &State, id: &str) -> Option<SharedBody> {
    shared(&state.workspace.notes.index().annotation(id)?, &[])
}

fn stored(_: &State, job: &StoreJob) -> Vec<StoredId> {
    let StoreJob::SaveNote { annotation, .. } = job else { return Vec::new() };
    vec![(Some(annotation.profile_id().clone()), annotation.key())]
}

fn take(state: &mut State, id: &str, body: &SharedBody, keep: &mut SharedKeep) -> bool {
    let read = serde_json::from_value::<Annotation>(localised(&body.content, &keep.profile_id));
    let Some(annotation) = read.ok().filter(|annotation| annotation.key() == id) else { return false };
    if state.workspace.notes.index().annotation(id).as_ref() != Some(&annotation) {
        state.workspace.notes.take_in(annotation.clone());
        keep.annotations.push(annotation);
    }
    true
}

/// A note has the text that was written later, and the other among those that it had. A tag that one of both wants is
/// there.
fn merge(input: &MergeInput<'_>) -> Merged {
    let read = |body: &SharedBody| serde_json::from_value::<Annotation>(serde_json::Value::clone(&body.content)).ok();
    let merged = match (read(input.ours), read(input.theirs)) {
        (Some(Annotation::Note(ours)), Some(Annotation::Note(theirs))) => {
            shared(&Annotation::Note(merged_notes(ours, theirs)), &[])
        }
        (Some(Annotation::Tag(ours)), Some(Annotation::Tag(theirs))) if theirs.is_removed && !ours.is_removed => {
            Some(input.ours.clone())
        }
        (_, _) => None,
    };
    Merged::into(merged.unwrap_or_else(|| input.theirs.clone()))
}

fn merged_notes(ours: Note, theirs: Note) -> Note {
    if ours.is_deleted() || theirs.is_deleted() {
        return if theirs.is_deleted() { theirs } else { ours };
    }
    let is_later = (ours.written_at(), &ours.text) > (theirs.written_at(), &theirs.text);
    let (mut later, earlier) = if is_later { (ours, theirs) } else { (theirs, ours) };
    let until = later.written_at();
    let is_new = |text: &EarlierText| !later.earlier.contains(text);
    let mut texts: Vec<EarlierText> = earlier.earlier.iter().filter(|text| is_new(text)).cloned().collect();
    if earlier.text != later.text && later.earlier.iter().all(|text| text.text != earlier.text) {
        texts.push(EarlierText { text: earlier.text, until });
    }
    later.earlier.extend(texts);
    later.earlier.sort_by_key(|text| text.until);
    later
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use paydesk_domain::ids::PaymentId;
    use paydesk_domain::note::NoteSubject;
    use paydesk_domain::profile::ProfileId;

    #[test]
    fn a_note_that_was_changed_at_two_desks_has_the_later_text_and_keeps_the_other() {
        let at = |second| DateTime::from_timestamp(second, 0).unwrap();
        let note = Note {
            profile_id: ProfileId::new("own"),
            id: "note_1".to_owned(),
            subject: NoteSubject::payment(&PaymentId::new("pay_1")),
            text: "one".to_owned(),
            by: "anna".to_owned(),
            at: at(1),
            earlier: Vec::new(),
            deleted_at: None,
        };
        let (two, three) = (note.clone().changed("two".into(), at(2)), note.clone().changed("three".into(), at(3)));
        let merged = merged_notes(two.clone(), three.clone());
        assert_eq!(merged, merged_notes(three.clone(), two));
        let earlier: Vec<&str> = merged.earlier.iter().map(|earlier| earlier.text.as_str()).collect();
        assert_eq!((merged.text.as_str(), earlier.len(), earlier.contains(&"two")), ("three", 3, true));
        let deleted = note.deleted(at(2));
        assert!(merged_notes(three, deleted).is_deleted(), "what was deleted does not come back");
    }
}
