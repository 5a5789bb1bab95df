//! Customers: those known here, the search for one by id, and the form that makes or changes one.

mod detail;
mod draft;
mod form;
mod list;
mod related;
mod text;

use egui::Ui;

use crate::drafts::Drafts;
use crate::panel_view::{PanelView, RecordPanelDraft};
use crate::record_list::RecordListDraft;
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;

use super::split::{SplitPart, split_ui};

pub use draft::CustomersDraft;

/// How the panel is drawn.
pub const VIEW: PanelView = PanelView::records::<CustomersDraft>(ResourceKind::Customer, Icon::Customer, panel_ui);

impl RecordPanelDraft for CustomersDraft {
    fn list(&mut self) -> &mut RecordListDraft {
        &mut self.list
    }
}

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let draft = drafts.of::<CustomersDraft>();
    draft.form.follow(state);
    if let Some(form) = state.form(ResourceKind::Customer) {
        form::page_ui(ui, state, form, &mut draft.form, actions);
        return;
    }
    let open = state.workspace.opened.get(ResourceKind::Customer).is_some();
    let resized = split_ui(ui, state, text::CUSTOMERS, open, &mut |ui, part| match part {
        SplitPart::List => list::list_ui(ui, state, drafts.of::<CustomersDraft>(), actions),
        SplitPart::Detail => detail::detail_ui(ui, state, drafts, actions),
    });
    actions.extend(resized);
}
