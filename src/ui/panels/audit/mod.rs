//! The audit: every operation that the journal records, one of them beside the list with its steps.

mod detail;
mod draft;
mod list;
mod text;

use egui::Ui;

use crate::drafts::Drafts;
use crate::panel_view::PanelView;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;

use super::split::{SplitPart, split_ui};

pub use draft::AuditDraft;

/// How the panel is drawn.
pub const VIEW: PanelView =
    PanelView::new(Route::Audit, Icon::Document, panel_ui).with_list(|drafts| &mut drafts.of::<AuditDraft>().list.keys);

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let draft = drafts.of::<AuditDraft>();
    let opened = state.audit.open.as_ref();
    let open = opened.and_then(|opened| Some((opened, state.audit.log().find(&opened.operation_id)?)));
    let resized = split_ui(ui, state, text::AUDIT, open.is_some(), &mut |ui, part| match (part, open) {
        (SplitPart::Detail, Some((opened, record))) => detail::detail_ui(ui, state, (opened, record), draft, actions),
        (SplitPart::List, _) | (SplitPart::Detail, None) => list::list_ui(ui, state, draft, actions),
    });
    actions.extend(resized);
}
