//! The value of a key that was just made: given once by the service, hidden until it is looked at, copied or kept.

use chrono::{DateTime, Utc};
use egui::Ui;

use crate::drafts::Drafts;
use crate::panels::api_keys::ApiKeysDraft;
use crate::status::environment_chip_ui;
use paydesk_core::features::api_keys::{ApiKeysAction, NewKey};
use paydesk_core::message::SecretPlace;
use paydesk_core::profiles::SavedProfile;
use paydesk_core::{Action, State};
use paydesk_domain::ids::OperationId;
use paydesk_domain::text::visible;
use paydesk_widgets::dialog::paragraph_ui;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{
    Button, ConfirmDialog, DialogAnswer, Notice, choices_popup_ui, facts_ui, label_ui, secret_value_ui,
};

use super::text;

/// Draws the dialog.
pub fn new_key_ui(
    ui: &Ui,
    state: &State,
    id: &OperationId,
    opened_at: DateTime<Utc>,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let Some(key) = state.new_keys.find(id) else {
        actions.push(Action::DismissDialog);
        return;
    };
    let seen = drafts.of::<ApiKeysDraft>().seen_value.as_ref() == Some(id);
    let is_stored = matches!(key.stored, Some((_, Some(SecretPlace::Keyring))));
    let has_it = seen || key.copied || is_stored;
    let refused = (!has_it).then_some("Copy it, save it in a profile or show it first");
    let modal =
        ConfirmDialog::new("Your new API key", text::IVE_SAVED_IT_REMOVE_IT).cancel("Close for now").width(520.0);
    let answer = super::frame::show(ui, state, modal.refused(refused), opened_at, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        facts_ui(ui, text::KEY, |facts| {
            facts.text(text::NAME, &visible(&key.name, 80));
            if let Some(environment) = key.environment() {
                facts.row(text::ENVIRONMENT, |ui| environment_chip_ui(ui, environment));
            }
        });
        paragraph_ui(
            ui,
            "The service shows this value once. Paydesk holds it in memory until you remove it, and \
            never writes it to a file.",
        );
        if secret_value_ui(ui, text::VALUE, &key.value) {
            drafts.of::<ApiKeysDraft>().seen_value = Some(id.clone());
        }
        ways_ui(ui, state, key, actions);
    });
    match answer {
        DialogAnswer::Confirmed if refused.is_none() => {
            actions.push(Action::ApiKeys(ApiKeysAction::ForgetValue(id.clone())));
        }
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Confirmed | DialogAnswer::Open => {}
    }
}

fn ways_ui(ui: &mut Ui, state: &State, key: &NewKey, actions: &mut Vec<Action>) {
    let id = || key.operation_id.clone();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        if Button::secondary("Copy value").icon(Icon::Copy).ui(ui).clicked() {
            actions.push(Action::ApiKeys(ApiKeysAction::CopyValue(id())));
        }
        let fits = |profile: &&SavedProfile| Some(profile.environment) == key.environment();
        let fitting: Vec<&SavedProfile> = state.profiles.saved.iter().filter(fits).collect();
        let none = fitting.is_empty().then_some("No profile for this environment: add one in Settings → Profiles");
        let button = Button::secondary("Save in a profile").trailing(Icon::Down).disabled(none).ui(ui);
        let chosen = choices_popup_ui(&button, text::PROFILES, 300.0, |body| {
            body.caption("Replaces the profile's secret key");
            let mut chosen = None;
            for profile in &fitting {
                if body.choice(&visible(&profile.name, 60), false) {
                    chosen = Some(profile.id.clone());
                }
            }
            chosen
        });
        if let Some(profile_id) = chosen {
            actions.push(Action::ApiKeys(ApiKeysAction::StoreValue { operation_id: id(), profile_id }));
        }
    });
    let subdued = tokens(ui).subdued;
    let copied = if key.copied { "Copied. It is cleared from the clipboard after 30 seconds." } else { "" };
    label_ui(ui, Text::Small, subdued, copied);
    stored_ui(ui, state, key);
}

/// Where it was stored, and where not.
fn stored_ui(ui: &mut Ui, state: &State, key: &NewKey) {
    let Some((profile_id, place)) = &key.stored else { return };
    let name = visible(&state.profiles.name_of(profile_id).unwrap_or_default(), 60);
    match place {
        None => drop(label_ui(ui, Text::Small, tokens(ui).subdued, &text::saving_for(&name))),
        Some(SecretPlace::Keyring) => {
            let text = text::it_is_in_keyring(&name);
            Notice::new(Tone::Positive, &text).ui(ui);
        }
        Some(SecretPlace::ThisSession(why)) => {
            let title = text::has_it_until_paydesk(&name);
            let text = why.text();
            Notice::new(Tone::Attention, &text).title(&title).ui(ui);
        }
    }
}
