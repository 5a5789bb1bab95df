//! The drafts of every profile. Only those of the profile on screen are handed out, so that no panel and no dialog can
//! show, change or send what was typed in another profile.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut};

use egui::text_edit::TextEditState;
use egui::{Context, Popup};

use paydesk_core::State;
use paydesk_domain::profile::ProfileId;

use super::drafts::Drafts;

/// What the window keeps while it runs. It reads and writes as the [`Drafts`] of the profile on screen.
#[derive(Debug, Default)]
pub struct WindowDrafts {
    /// The profile on screen; `None` before the first frame.
    profile_id: Option<ProfileId>,
    shown: Drafts,
    others: HashMap<ProfileId, Drafts>,
}

impl WindowDrafts {
    /// Returns the drafts of the profile on screen. Call it before anything else in a frame: where the profile is another
    /// than in the frame before, nothing has the keyboard, no menu is open and no field has anything to undo.
    pub fn enter(&mut self, ctx: &Context, state: &State) -> &mut Drafts {
        let entered = &state.workspace.profile_id;
        if self.profile_id.as_ref() != Some(entered)
            && let Some(left) = self.profile_id.replace(entered.clone())
        {
            self.switch(left, state);
            forget_widgets(ctx);
        }
        &mut self.shown
    }

    fn switch(&mut self, left: ProfileId, state: &State) {
        let entered = self.others.remove(&state.workspace.profile_id).unwrap_or_default();
        let mut before = std::mem::replace(&mut self.shown, entered);
        // The editor of a profile belongs to the window: it stays open whatever profile is on screen.
        std::mem::swap(&mut self.shown.profile, &mut before.profile);
        before.forget_keyboard();
        self.others.insert(left, before);
        self.others.retain(|id, _| state.workspace_of(id).is_some());
    }
}

impl Deref for WindowDrafts {
    type Target = Drafts;

    fn deref(&self) -> &Drafts {
        &self.shown
    }
}

impl DerefMut for WindowDrafts {
    fn deref_mut(&mut self) -> &mut Drafts {
        &mut self.shown
    }
}

/// Fields of two profiles may have one id: what egui keeps of a field, its text before the last change among it, is not
/// for the next profile.
fn forget_widgets(ctx: &Context) {
    ctx.memory_mut(|memory| {
        memory.stop_text_input();
        memory.data.remove_by_type::<TextEditState>();
    });
    Popup::close_all(ctx);
}
