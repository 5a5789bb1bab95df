//! The form that changes description and metadata of a payout.

use crate::app::operations::ResourceKind;
use egui::Ui;

use crate::app::features::forms::FormSession;
use crate::app::features::payouts::input::fill_payout_update;
use crate::app::features::payouts::payout_is_busy;
use crate::app::{Action, State};
use crate::domain::metadata::METADATA_MAX_PAIRS;
use crate::domain::payout::Payout;
use crate::domain::text::visible_id;
use crate::ui::widgets::form::{FormAction, FormFields, FormPage, group_ui, help_ui};

use super::draft::PayoutFormDraft;
use super::form::{blocked, refusal};

/// Draws the form.
pub fn update_ui(
    ui: &mut Ui,
    state: &State,
    (form, payout): (&FormSession, &Payout),
    draft: &mut PayoutFormDraft,
    actions: &mut Vec<Action>,
) {
    let filled = fill_payout_update(draft, payout);
    let blocked = blocked(state, form).or_else(|| payout_is_busy(&state.view(), &payout.payout_id));
    let (title, refusal) =
        (format!("Change payout {}", visible_id(payout.payout_id.as_str(), 40)), refusal(state, form));
    let page = FormPage::new(&title, "Save payout").blocked(blocked.as_deref()).validated(&draft.entry, &filled.faults);
    let page = page.refused(refusal.as_ref().map(|(title, words)| (title.as_str(), *words)));
    let page = page.close("Cancel", "Leaves without keeping what was typed");
    let page = page.guarded(draft.would_lose()).lead_to_close(std::mem::take(&mut draft.wants_close));
    let form_action = page.ui(ui, |ui| {
        let mut own = std::mem::take(&mut draft.entry);
        let mut entry = FormFields::new(&mut own, &filled.faults, "description");
        help_ui(ui, "Both are set as they stand here: what is left out is removed");
        entry.text(ui, "description", "Description", draft.text("description"), "");
        group_ui(ui, "Metadata");
        entry.metadata(ui, "metadata", &mut draft.metadata, METADATA_MAX_PAIRS - 1);
        let form_action = entry.form_action();
        draft.entry = own;
        form_action
    });
    match form_action {
        Some(FormAction::Submit) if !filled.faults.is_empty() => draft.entry.refuse(&filled.faults),
        Some(FormAction::Submit) => {
            draft.entry.begin_again();
            actions.push(Action::SendForm(Box::new(filled.input)));
        }
        Some(FormAction::Close) => actions.push(Action::LeaveForm(ResourceKind::Payout)),
        None => {}
    }
}
