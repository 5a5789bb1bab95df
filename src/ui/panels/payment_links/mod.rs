//! Payment links: those made from here, the open one with its picture, and the form for a new one.

mod detail;
mod draft;
mod form;
mod list;
mod qr_code;
mod text;

use egui::Ui;

use crate::drafts::Drafts;
use crate::panel_view::{PanelView, RecordPanelDraft};
use crate::record_list::RecordListDraft;
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, State};

use super::split::{SplitPart, split_ui};

pub use draft::PaymentLinksDraft;

/// How the panel is drawn.
pub const VIEW: PanelView = PanelView::records::<PaymentLinksDraft>(ResourceKind::PaymentLink, list::ICON, panel_ui);

impl RecordPanelDraft for PaymentLinksDraft {
    fn list(&mut self) -> &mut RecordListDraft {
        &mut self.list
    }
}

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let draft = drafts.of::<PaymentLinksDraft>();
    draft.form.follow(state);
    if let Some(form) = state.form(ResourceKind::PaymentLink) {
        form::page_ui(ui, state, form, &mut draft.form, actions);
        return;
    }
    let open = state.workspace.opened.get(ResourceKind::PaymentLink).is_some();
    let resized = split_ui(ui, state, text::PAYMENT_LINKS, open, &mut |ui, part| match part {
        SplitPart::List => list::list_ui(ui, state, drafts.of::<PaymentLinksDraft>(), actions),
        SplitPart::Detail => detail::detail_ui(ui, state, drafts, actions),
    });
    actions.extend(resized);
}
