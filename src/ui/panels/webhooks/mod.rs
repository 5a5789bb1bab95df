//! Webhook events: what the service sent by itself, the open one beside the list, and the verifier of signatures.

mod detail;
mod draft;
mod list;
mod receiver;
mod text;
mod verifier;

use egui::Ui;

use crate::drafts::Drafts;
use crate::panel_view::PanelView;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;

use super::split::{SplitPart, split_ui};

pub use draft::WebhooksDraft;

/// How the panel is drawn.
pub const VIEW: PanelView = PanelView::new(Route::Webhooks, Icon::Event, panel_ui)
    .with_list(|drafts| &mut drafts.of::<WebhooksDraft>().list.keys);

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let draft = drafts.of::<WebhooksDraft>();
    if !state.workspace.webhooks.verifying
        && draft.wants.is_none()
        && let Some(opener) = draft.opener.take()
    {
        ui.memory_mut(|memory| memory.request_focus(opener));
    }
    let opened = state.workspace.webhooks.open.as_ref();
    let open = opened.and_then(|opened| Some((opened, state.workspace.webhooks.log().find(opened.number)?)));
    let beside = open.is_some() || state.workspace.webhooks.verifying;
    let resized = split_ui(ui, state, text::WEBHOOKS, beside, &mut |ui, part| match (part, open) {
        (SplitPart::Detail, Some((opened, row))) => detail::detail_ui(ui, state, opened, row, draft, actions),
        (SplitPart::Detail, None) => verifier::verifier_ui(ui, state, draft, actions),
        (SplitPart::List, _) => list::list_ui(ui, state, draft, actions),
    });
    actions.extend(resized);
}
