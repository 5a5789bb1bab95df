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
    let page = FormPage::new("New API key", "Create API key")
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
    help_ui(ui, "The service shows the value of a new key once. Paydesk displays it and does not store it.");
    entry.others_ui(ui, &["merchant_id"]);
    entry.text(ui, "name", text::NAME, name, "What the key is for");
    entry.text(ui, "description", text::DESCRIPTION, description, "");
    group_ui(ui, text::EXPIRES);
    let chosen = usize::from(*expires == Expires::Never);
    if let Some(index) = segmented_ui(ui, text::EXPIRES, &["On a date", text::NEVER], chosen) {
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
            label_ui(ui, Text::Small, attention, "Does not expire; valid until it is revoked at the service");
        }
    }
    entry.form_action()
}
