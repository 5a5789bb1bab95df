//! The form for a new key.

use egui::Ui;
use paydesk_core::operations::ResourceKind;

use crate::form::{FormAction, FormFields, FormPage, group_ui, help_ui};
use crate::panels::form_action::on_form_action;
use paydesk_core::features::forms::{FormInput, FormSession};
use paydesk_core::{Action, State};
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{label_ui, segmented_ui};

use super::draft::{Expires, KeyDraft};
use super::text;

/// Draws the page.
pub fn page_ui(ui: &mut Ui, state: &State, form: &FormSession, draft: &mut KeyDraft, actions: &mut Vec<Action>) {
    let (input, errors) = draft.input(state);
    let blocked = state.workspace.api_keys.refusal(&state.view());
    let busy = state.workspace.operations.find(&form.operation_id).is_some_and(|operation| operation.is_open());
    let page = FormPage::new(text::NEW_API_KEY, text::CREATE_API_KEY)
        .refusal(form.refusal.as_deref())
        .validated(&draft.entry, &errors);
    let form_action = page.busy(busy).blocked(blocked.as_deref()).ui(ui, |ui| fields_ui(ui, state, draft, &errors));
    on_form_action(
        form_action,
        Action::LeaveForm(ResourceKind::ApiKey),
        || FormInput::new(input),
        (&mut draft.entry, &errors),
        actions,
    );
}

fn fields_ui(
    ui: &mut Ui,
    state: &State,
    draft: &mut KeyDraft,
    errors: &[paydesk_core::features::forms::InputError],
) -> Option<FormAction> {
    let KeyDraft { entry, name, description, expires, date, .. } = draft;
    let mut entry = FormFields::new(entry, errors, "name").required(&["name", "expiration"]);
    help_ui(ui, text::SERVICE_SHOWS_VALUE_OF_NEW);
    entry.others_ui(ui, &["merchant_id"]);
    entry.text(ui, "name", text::NAME, name, text::WHAT_KEY_IS_FOR);
    entry.text(ui, "description", text::DESCRIPTION, description, "");
    group_ui(ui, text::EXPIRES);
    let chosen = usize::from(*expires == Expires::Never);
    if let Some(index) = segmented_ui(ui, text::EXPIRES, &[text::ON_DATE, text::NEVER], chosen) {
        *expires = if index == 1 { Expires::Never } else { Expires::OnADate };
    }
    ui.add_space(space::S);
    match expires {
        Expires::OnADate => {
            let hint = text::valid_until_end(state.zone());
            entry.day_to_come(ui, "expiration", text::LAST_DAY, (date, state.zone().date(state.now)), &hint);
        }
        Expires::Never => {
            let attention = tokens(ui).attention.text;
            label_ui(ui, Text::Small, attention, text::DOES_NOT_EXPIRE_VALID_UNTIL);
        }
    }
    entry.form_action()
}
