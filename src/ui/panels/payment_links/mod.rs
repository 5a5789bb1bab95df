//! Payment links: those made from here, the open one with its picture, and the form for a new one.

mod detail;
mod draft;
mod form;
mod list;
mod qr_code;

use egui::Ui;

use crate::app::operations::ResourceKind;
use crate::app::{Action, State};
use crate::ui::drafts::Drafts;

use super::split::{SplitPart, split_ui};

pub use draft::PaymentLinksDraft;

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let draft = &mut drafts.payment_links;
    draft.form.follow(state);
    if let Some(form) = state.form(ResourceKind::PaymentLink) {
        form::page_ui(ui, state, form, &mut draft.form, actions);
        return;
    }
    let open = state.workspace.payment_links.open.is_some();
    let resized = split_ui(ui, state, "Payment links", open, &mut |ui, part| match part {
        SplitPart::List => list::list_ui(ui, state, draft, actions),
        SplitPart::Detail => detail::detail_ui(ui, state, draft, actions),
    });
    actions.extend(resized);
}
