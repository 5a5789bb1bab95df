//! Notes and tags: each goes to the profile it is of, and what is written is found by the search at once. Decides nothing
//! about a note: that is the business of [`crate::features::notes`].

use paydesk_domain::note::Annotation;
use paydesk_domain::profile::ProfileId;

use crate::context::Context;
use crate::context::fact::FeatureFact;
use crate::features::notes::{NotesAction, ProfileNotes};
use crate::problem::Problem;
use crate::records::Opening;
use crate::state::State;

impl State {
    pub(crate) fn handle_notes(&mut self, action: NotesAction) {
        let operator = self.operator.clone();
        self.with_notes(|notes, cx| notes.handle(action, &operator, cx));
        self.publish(FeatureFact::NotesChanged);
    }

    /// Lets the notes handle something; others see none meanwhile.
    fn with_notes(&mut self, handle: impl FnOnce(&mut ProfileNotes, &mut Context<'_>)) {
        let mut notes = std::mem::take(&mut self.workspace.notes);
        self.with(|_, cx| handle(&mut notes, cx));
        self.workspace.notes = notes;
    }

    /// What was stored when Paydesk was last closed.
    pub(crate) fn notes_opened(&mut self, annotations: Vec<Annotation>, problem: Option<Problem>) {
        for annotation in annotations {
            let profile_id = annotation.profile_id().clone();
            self.in_workspace(&profile_id, |state| state.workspace.notes.opened(annotation));
        }
        let opening = problem.clone().map_or(Opening::Ready, Opening::Failed);
        self.in_every_workspace(|state| {
            state.workspace.notes.opening = opening.clone();
            state.publish(FeatureFact::NotesChanged);
        });
        problem.into_iter().for_each(|problem| self.notice(problem));
    }

    /// A note reached the disk, or did not: that is said beside the note, and once for all.
    pub(crate) fn note_saved(&mut self, profile_id: &ProfileId, key: &str, revision: u64, problem: Option<Problem>) {
        self.in_workspace(profile_id, |state| state.workspace.notes.saved(key, revision, problem.clone()));
        problem.into_iter().for_each(|problem| self.notice(problem));
    }
}
