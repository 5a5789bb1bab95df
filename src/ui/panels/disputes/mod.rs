//! Disputes: the inbox ordered by the time left, and the workspace of the one that is open.

mod columns;
mod draft;
mod fields;
mod filters;
mod handling;
mod list;
mod selection;
mod text;
mod workspace;

use egui::{CentralPanel, Frame, Ui};

use super::split::LIST_MIN_HEIGHT;
use crate::drafts::Drafts;
use crate::panel_view::PanelView;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::at_least_high_ui;
use paydesk_widgets::title::margin;
use paydesk_widgets::tokens::tokens;

pub use draft::{DisputesDraft, LibraryEntryDraft};
pub use fields::field_texts;
pub use handling::assign_menu_ui;

/// How the panel is drawn.
pub const VIEW: PanelView = PanelView::new(Route::List(ResourceKind::Dispute), Icon::Dispute, panel_ui)
    .with_list(|drafts| &mut drafts.of::<DisputesDraft>().list.keys);

/// Draws the panel. The workspace takes all the room: a form of 26 fields has no place beside a list.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin());
    CentralPanel::no_frame().frame(frame).show(ui, |ui| match &state.workspace.disputes.open.id {
        Some(id) => workspace::workspace_ui(ui, state, id, drafts, actions),
        None if state.workspace.disputes.inbox.shows_library => workspace::library_page_ui(ui, state, drafts, actions),
        None => at_least_high_ui(ui, text::DISPUTES, LIST_MIN_HEIGHT, |ui| list::list_ui(ui, state, drafts, actions)),
    });
    drafts.of::<DisputesDraft>().forget_asked();
}
