//! Payouts: the list of those known here, one of them beside it, and in their place the form that makes or changes one.

mod detail;
mod draft;
mod facts;
mod fields;
mod form;
mod list;
mod method;
mod refresh;
mod text;
mod update;

use crate::panel_view::{PanelView, RecordPanelDraft};
use crate::record_list::RecordListDraft;
use egui::Ui;
use paydesk_domain::ids::PayoutId;
use paydesk_widgets::icons::Icon;

use crate::drafts::Drafts;
use paydesk_core::features::payouts::known_payout;
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, State};

use super::split::{SplitPart, split_ui};

pub use draft::{PayoutFormDraft, PayoutsDraft};

/// How the panel is drawn.
pub const VIEW: PanelView = PanelView {
    leave_form: Some(|drafts, actions| {
        let form = &mut drafts.of::<PayoutsDraft>().form;
        match form.would_lose() {
            true => form.wants_close = true,
            false => actions.push(Action::LeaveForm(ResourceKind::Payout)),
        }
    }),
    ..PanelView::records::<PayoutsDraft>(ResourceKind::Payout, Icon::Payout, panel_ui)
};

impl RecordPanelDraft for PayoutsDraft {
    fn list(&mut self) -> &mut RecordListDraft {
        &mut self.list
    }
}

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let draft = drafts.of::<PayoutsDraft>();
    draft.form.follow(state);
    if let Some(form) = state.form(ResourceKind::Payout) {
        let edited = form.kind.changes().and_then(|id| known_payout(&state.workspace.records, &PayoutId::new(id)));
        match (form.kind.changes(), edited) {
            (None, _) => form::create_ui(ui, state, form, &mut draft.form, actions),
            (Some(_), Some((_, payout))) => update::update_ui(ui, state, (form, payout), &mut draft.form, actions),
            (Some(_), None) => actions.push(Action::LeaveForm(ResourceKind::Payout)),
        }
        return;
    }
    let open = state
        .workspace
        .opened
        .get(ResourceKind::Payout)
        .and_then(|id| state.workspace.records.find(ResourceKind::Payout, id));
    let resized = split_ui(ui, state, text::PAYOUTS, open.is_some(), &mut |ui, part| match (part, open) {
        (SplitPart::Detail, Some(known)) => detail::detail_ui(ui, state, known, drafts, actions),
        (SplitPart::List, _) | (SplitPart::Detail, None) => {
            list::list_ui(ui, state, drafts.of::<PayoutsDraft>(), actions)
        }
    });
    actions.extend(resized);
}
