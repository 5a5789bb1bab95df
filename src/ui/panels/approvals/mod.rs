//! Approvals: what was asked for in the team, one of them beside the list with what would be sent.

mod detail;
mod draft;
mod items;
mod list;
mod text;

use egui::Ui;

use crate::drafts::Drafts;
use crate::panel_view::PanelView;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;

use super::split::{SplitPart, split_ui};

pub use draft::ApprovalsDraft;

/// How the panel is drawn.
pub const VIEW: PanelView = PanelView::new(Route::Approvals, Icon::Shield, panel_ui)
    .with_list(|drafts| &mut drafts.of::<ApprovalsDraft>().list.keys);

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let draft = drafts.of::<ApprovalsDraft>();
    let open = state.workspace.approvals.open();
    let resized = split_ui(ui, state, text::APPROVALS, open.is_some(), &mut |ui, part| match (part, open) {
        (SplitPart::Detail, Some(approval)) => detail::detail_ui(ui, state, approval, draft, actions),
        (SplitPart::List, _) | (SplitPart::Detail, None) => list::list_ui(ui, state, draft, actions),
    });
    actions.extend(resized);
}
