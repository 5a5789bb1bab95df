//! Webhook events: what the service told by itself, the open one beside the list, and the verifier of signatures.

mod detail;
mod draft;
mod list;
mod receiver;
mod verifier;

use egui::Ui;

use crate::app::{Action, State};
use crate::ui::drafts::Drafts;

use super::split::{Part, split_ui};

pub use draft::EventsDraft;

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let draft = &mut drafts.events;
    if !state.events.verifying
        && draft.wants.is_none()
        && let Some(opener) = draft.opener.take()
    {
        ui.memory_mut(|memory| memory.request_focus(opener));
    }
    let opened = state.events.open.as_ref();
    let open = opened.and_then(|opened| Some((opened, state.events.log().find(opened.number)?)));
    let beside = open.is_some() || state.events.verifying;
    let resized = split_ui(ui, state, "Events", beside, &mut |ui, part| match (part, open) {
        (Part::Detail, Some((opened, row))) => detail::detail_ui(ui, state, opened, row, draft, actions),
        (Part::Detail, None) => verifier::verifier_ui(ui, state, draft, actions),
        (Part::List, _) => list::list_ui(ui, state, draft, actions),
    });
    actions.extend(resized);
}
