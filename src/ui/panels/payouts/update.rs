//! The form that changes description and metadata of a payout.

use egui::Ui;

use crate::app::features::form::OpenForm;
use crate::app::features::payouts::PayoutsAction;
use crate::app::{Action, State};
use crate::domain::metadata::METADATA_MAX_PAIRS;
use crate::domain::payout::Payout;
use crate::domain::text::visible;
use crate::ui::tokens::{Text, tokens};
use crate::ui::widgets::label_ui;

use crate::ui::widgets::form::Entry;

use super::draft::FormDraft;
use super::fields::{self, Fields};
use super::form::{blocked, lead_to};
use super::frame::{Wish, foot_ui, page_ui, rows_ui, top_ui, wish_of};

/// Draws the form.
pub fn update_ui(
    ui: &mut Ui,
    state: &State,
    (form, payout): (&OpenForm, &Payout),
    draft: &mut FormDraft,
    actions: &mut Vec<Action>,
) {
    let filled = state.fill_payout_update(draft, payout);
    let blocked = blocked(state, form).or_else(|| state.payout_is_busy(&payout.payout_id));
    let mut wish = foot_ui(ui, ("Save payout", blocked.as_deref()), draft, |_, _| ());
    let title = format!("Change payout {}", visible(payout.payout_id.as_str(), 40));
    page_ui(ui, &title, |ui| {
        top_ui(ui, state, draft, &filled.faults);
        label_ui(ui, Text::Small, tokens(ui).subdued, "Both are set as they stand here: what is left out is removed");
        let mut fields = Fields { draft, errors: &filled.faults, required: &[], submitted: false, cancelled: false };
        rows_ui(ui, &[fields::DESCRIPTION], &mut fields);
        let FormDraft { entry, metadata, .. } = &mut *fields.draft;
        Entry::new(entry, fields.errors, "").metadata(ui, "metadata", metadata, METADATA_MAX_PAIRS - 1);
        wish = wish.or(wish_of(&mut fields));
    });
    match wish {
        Some(Wish::Send) if blocked.is_none() => {
            draft.tried = true;
            if let Some(fault) = filled.faults.first() {
                lead_to(draft, fault);
            } else if let Some(submission) = filled.submission(form.operation_id.clone()) {
                draft.tried = false;
                actions.push(Action::Submit(Box::new(submission)));
            }
        }
        Some(Wish::Leave) => actions.push(Action::Payouts(PayoutsAction::CloseForm)),
        Some(Wish::Send) | None => {}
    }
}
