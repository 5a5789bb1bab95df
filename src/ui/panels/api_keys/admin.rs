//! The admin key: whether there is one, why it is needed, and the field it is given in.

use egui::Ui;

use paydesk_core::features::api_keys::{AdminKeyPlace, ApiKeysAction};
use paydesk_core::message::SecretPlace;
use paydesk_core::{Action, State};
use paydesk_domain::secret::{AdminKey, SecretText};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Tone, space};
use paydesk_widgets::{Button, Notice, SecretField};

use super::ApiKeysDraft;
use super::text;

const FIELD: f32 = 420.0;

/// Draws what is to be known of it; nothing where it is in the keyring.
pub fn admin_ui(ui: &mut Ui, state: &State, draft: &mut ApiKeysDraft, actions: &mut Vec<Action>) {
    match &state.workspace.api_keys.admin {
        AdminKeyPlace::NotLookedFor | AdminKeyPlace::Looking | AdminKeyPlace::Stored(SecretPlace::Keyring) => return,
        AdminKeyPlace::Stored(SecretPlace::ThisSession(why)) => {
            let title = "The admin key is held until Paydesk is closed";
            let text = why.text();
            Notice::new(Tone::Attention, &text).icon(Icon::ApiKey).title(title).ui(ui);
        }
        AdminKeyPlace::Failed(problem) => {
            let text = problem.text();
            let notice = Notice::new(Tone::Attention, &text).title("The admin key could not be read");
            if notice.action(text::CHECK_AGAIN).ui(ui) {
                actions.push(Action::ApiKeys(ApiKeysAction::LookForAdminKey));
            }
        }
        AdminKeyPlace::Missing => {
            missing_ui(ui, state, "Creating API keys needs an admin key, and this profile has none", draft, actions);
        }
        AdminKeyPlace::Refused => {
            missing_ui(ui, state, "The service refused this profile's admin key: enter another one", draft, actions);
        }
    }
    ui.add_space(space::M);
}

fn missing_ui(ui: &mut Ui, state: &State, title: &str, draft: &mut ApiKeysDraft, actions: &mut Vec<Action>) {
    if state.profiles.current_saved().is_none() {
        Notice::new(Tone::Attention, "The embedded sandbox has its own admin key: restart Paydesk")
            .icon(Icon::ApiKey)
            .title(title)
            .ui(ui);
        return;
    }
    let text = "Paste the admin key of this account. It is saved in the system keyring and \
        sent only to create and list API keys.";
    Notice::new(Tone::Attention, text).icon(Icon::ApiKey).title(title).ui_with(ui, |ui| {
        let wrong = (!draft.admin_key.is_empty()).then(|| AdminKey::parse(draft.admin_key.text()).err()).flatten();
        let wrong = wrong.map(|error| error.to_string());
        let field =
            SecretField::labelled("Admin key", &mut draft.admin_key).width(FIELD).placeholder(text::PASTE_IT_HERE);
        let shown = field.error(wrong.as_deref()).ui(ui);
        let refused = wrong.as_deref().or(draft.admin_key.is_empty().then_some("Paste the key first"));
        let keep = Button::secondary("Save admin key").disabled(refused).ui(ui);
        if refused.is_none() && (keep.clicked() || shown.submitted) {
            let key = SecretText::new(draft.admin_key.text());
            draft.admin_key.clear();
            actions.push(Action::ApiKeys(ApiKeysAction::KeepAdminKey(key)));
        }
    });
}
