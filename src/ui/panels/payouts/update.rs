//! The form that changes description and metadata of a payout.

use egui::Ui;

use crate::api::calls::payouts::UpdatePayout;
use crate::app::features::form::OpenForm;
use crate::app::features::payouts::PayoutsAction;
use crate::app::operations::{Plan, Seen, Submission};
use crate::app::{Action, State};
use crate::domain::payout::Payout;
use crate::domain::text::visible;
use crate::ui::tokens::{Text, tokens};
use crate::ui::widgets::label_ui;

use super::draft::FormDraft;
use super::fields::{self, Fields};
use super::form::{Wish, blocked, foot_ui, lead_to, page_ui, rows_ui, top_ui, wish_of};
use super::input::update_input;

/// Draws the form.
pub fn update_ui(
    ui: &mut Ui,
    state: &State,
    (form, payout): (&OpenForm, &Payout),
    draft: &mut FormDraft,
    actions: &mut Vec<Action>,
) {
    let (input, errors) = update_input(draft, payout);
    let blocked = blocked(state, form).or_else(|| state.payout_is_busy(&payout.payout_id));
    let mut wish = foot_ui(ui, "Save payout", blocked.as_deref(), draft);
    let title = format!("Change payout {}", visible(payout.payout_id.as_str(), 40));
    page_ui(ui, &title, |ui| {
        top_ui(ui, state, draft, &errors);
        label_ui(ui, Text::Small, tokens(ui).subdued, "Both are set as they stand here: what is left out is removed");
        let mut fields = Fields { draft, errors: &errors, required: &[], submitted: false, cancelled: false };
        rows_ui(ui, &[fields::DESCRIPTION], &mut fields);
        let width = ui.available_width();
        fields.ui(ui, &fields::METADATA, width);
        wish = wish.or(wish_of(&fields));
    });
    match wish {
        Some(Wish::Send) if blocked.is_none() => {
            draft.tried = true;
            let id = form.operation_id.clone();
            match (errors.first(), UpdatePayout::new(input)) {
                (Some(error), _) => lead_to(draft, error),
                (None, Ok(call)) => {
                    draft.tried = false;
                    actions.push(Action::Submit(Box::new(Submission {
                        id,
                        plan: Plan::of(&call),
                        seen: Seen::Nothing,
                    })));
                }
                (None, Err(_)) => {}
            }
        }
        Some(Wish::Leave) => actions.push(Action::Payouts(PayoutsAction::CloseForm)),
        Some(Wish::Send) | None => {}
    }
}
