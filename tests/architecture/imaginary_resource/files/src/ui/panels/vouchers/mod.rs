//! Vouchers: those made from here, the open one, and the form for a new one.

mod detail;
mod form;
mod list;

use egui::Ui;
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, State};

use super::split::{SplitPart, split_ui};
use crate::drafts::Drafts;
use crate::panel_view::{PanelView, RecordPanelDraft};
use crate::record_list::RecordListDraft;
use paydesk_widgets::RawDraft;
use paydesk_widgets::icons::Icon;

const ICON: Icon = Icon::Bookmark;

/// How the panel is drawn.
pub const VIEW: PanelView = PanelView::records::<VouchersDraft>(ResourceKind::Voucher, ICON, panel_ui);

/// What the window keeps of the panel.
#[derive(Debug, Default)]
pub struct VouchersDraft {
    list: RecordListDraft,
    form: form::VoucherDraft,
    raw: RawDraft,
}

impl RecordPanelDraft for VouchersDraft {
    fn list(&mut self) -> &mut RecordListDraft {
        &mut self.list
    }
}

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let draft = drafts.of::<VouchersDraft>();
    draft.form.follow(state);
    if let Some(form) = state.form(ResourceKind::Voucher) {
        form::page_ui(ui, state, form, &mut draft.form, actions);
        return;
    }
    let open = state.workspace.opened.get(ResourceKind::Voucher).is_some();
    let resized = split_ui(ui, state, "Vouchers", open, &mut |ui, part| match part {
        SplitPart::List => list::list_ui(ui, state, draft, actions),
        SplitPart::Detail => detail::detail_ui(ui, state, &mut draft.raw, actions),
    });
    actions.extend(resized);
}
