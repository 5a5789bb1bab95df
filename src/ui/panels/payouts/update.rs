//! The form that changes description and metadata of a payout, and says where the money goes where that is not known yet.

use egui::Ui;
use paydesk_core::features::forms::is_refused;
use paydesk_core::operations::ResourceKind;

use crate::form::{FormAction, FormFields, FormPage, group_ui, help_ui};
use paydesk_core::features::forms::FormSession;
use paydesk_core::features::payouts::input::{MethodChoice, fill_payout_update, waits_for_method};
use paydesk_core::features::payouts::why_not_save;
use paydesk_core::{Action, State};
use paydesk_domain::metadata::room_for_pairs;
use paydesk_domain::payout::Payout;
use paydesk_domain::text::visible_id;

use super::draft::PayoutFormDraft;
use super::fields::PayoutFields;
use super::form::{blocked, refusal};
use super::method::method_ui;
use super::text;

/// Draws the form.
pub fn update_ui(
    ui: &mut Ui,
    state: &State,
    (form, payout): (&FormSession, &Payout),
    draft: &mut PayoutFormDraft,
    actions: &mut Vec<Action>,
) {
    let filled = fill_payout_update(&state.view(), draft, payout);
    let blocked = blocked(state, form).or_else(|| why_not_save(&state.view(), payout));
    let (title, refusal) = (text::edit_payout(visible_id(payout.payout_id.as_str(), 40)), refusal(state, form));
    let waits = waits_for_method(payout);
    let label = if waits && draft.method != MethodChoice::Later { "Save payout method" } else { "Save payout" };
    let page = FormPage::new(&title, label).blocked(blocked.as_deref()).validated(&draft.entry, &filled.faults);
    let page = page.refused(refusal.as_ref().map(|(title, text)| (title.as_str(), *text)));
    let page = page.close(text::CANCEL, text::DISCARDS_WHAT_WAS_ENTERED);
    let page = page.guarded(draft.would_lose()).focus_close(std::mem::take(&mut draft.wants_close));
    let form_action = page.ui(ui, |ui| {
        let mut own = std::mem::take(&mut draft.entry);
        let first = if waits { "payout_method_data" } else { "description" };
        let mut entry = FormFields::new(&mut own, &filled.faults, first);
        if waits {
            group_ui(ui, text::WHERE_MONEY_GOES);
            method_ui(ui, state, &mut PayoutFields { state, draft, entry: &mut entry });
            group_ui(ui, "Description and metadata");
        }
        help_ui(ui, "These replace the description and all metadata at the service");
        entry.text(ui, "description", text::DESCRIPTION, draft.text("description"), "");
        group_ui(ui, text::METADATA);
        entry.metadata(ui, "metadata", &mut draft.metadata, Some(room_for_pairs(&payout.metadata)));
        let form_action = entry.form_action();
        draft.entry = own;
        form_action
    });
    match form_action {
        Some(FormAction::Submit) if is_refused(&filled.faults) => draft.entry.refuse(&filled.faults),
        Some(FormAction::Submit) => {
            draft.entry.begin_again();
            actions.push(Action::SendForm(Box::new(filled.input)));
            draft.wipe_secrets();
        }
        Some(FormAction::Close) => actions.push(Action::LeaveForm(ResourceKind::Payout)),
        None => {}
    }
}
