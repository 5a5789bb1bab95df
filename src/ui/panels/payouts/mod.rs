//! Payouts: the list of those known here, one of them beside it, and in their place the form that makes or changes one.

mod detail;
mod draft;
mod facts;
mod fields;
mod form;
mod list;
mod method;
mod refresh;
mod update;

use crate::domain::ids::PayoutId;
use egui::Ui;

use crate::app::features::payouts::{PayoutsAction, known_payout};
use crate::app::operations::ResourceKind;
use crate::app::{Action, State};
use crate::ui::drafts::Drafts;

use super::split::{SplitPart, split_ui};

pub use draft::{PayoutFormDraft, PayoutsDraft};

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let draft = &mut drafts.payouts;
    draft.form.follow(state);
    if let Some(form) = state.form(ResourceKind::Payout) {
        let edited = form.kind.changes().and_then(|id| known_payout(&state.workspace.records, &PayoutId::new(id)));
        match (form.kind.changes(), edited) {
            (None, _) => form::create_ui(ui, state, form, &mut draft.form, actions),
            (Some(_), Some((_, payout))) => update::update_ui(ui, state, (form, payout), &mut draft.form, actions),
            (Some(_), None) => actions.push(Action::Payouts(PayoutsAction::CloseForm)),
        }
        return;
    }
    let open =
        state.workspace.payouts.open.as_deref().and_then(|id| state.workspace.records.find(ResourceKind::Payout, id));
    let resized = split_ui(ui, state, "Payouts", open.is_some(), &mut |ui, part| match (part, open) {
        (SplitPart::Detail, Some(known)) => detail::detail_ui(ui, state, known, draft, actions),
        (SplitPart::List, _) | (SplitPart::Detail, None) => list::list_ui(ui, state, draft, actions),
    });
    actions.extend(resized);
}
