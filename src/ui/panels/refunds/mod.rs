//! Refunds: the list of those known here, and beside it the open one.

mod detail;
mod draft;
mod list;
mod text;

use egui::Ui;

use crate::drafts::Drafts;
use crate::panel_view::{PanelView, RecordPanelDraft};
use crate::record_list::RecordListDraft;
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;

use super::split::{SplitPart, split_ui};

pub use draft::RefundsDraft;
pub use list::refunds_of_payment_ui;

/// How the panel is drawn.
pub const VIEW: PanelView = PanelView::records::<RefundsDraft>(ResourceKind::Refund, Icon::Refund, panel_ui);

impl RecordPanelDraft for RefundsDraft {
    fn list(&mut self) -> &mut RecordListDraft {
        &mut self.list
    }
}

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let open = state
        .workspace
        .opened
        .get(ResourceKind::Refund)
        .and_then(|id| state.workspace.records.find(ResourceKind::Refund, id));
    let resized = split_ui(ui, state, text::REFUNDS, open.is_some(), &mut |ui, part| match (part, open) {
        (SplitPart::Detail, Some(known)) => detail::detail_ui(ui, state, known, drafts, actions),
        (SplitPart::List, _) | (SplitPart::Detail, None) => {
            list::list_ui(ui, state, drafts.of::<RefundsDraft>(), actions)
        }
    });
    actions.extend(resized);
}
