//! The fields of the editor, each with what is wrong with it.

use egui::Ui;

use crate::drafts::ProfileDraft;
use crate::form::{FormAction, FormFields, group_ui};
use crate::panels::settings::text;
use crate::status::environment_chip_ui;
use paydesk_core::features::forms::InputError;
use paydesk_core::features::profiles::{KeyPlace, ProfileCheck, ProfileEditor};
use paydesk_core::profiles::{ProfileField, ProfileInput, SavedProfile};
use paydesk_core::{Action, State};
use paydesk_domain::address::ServiceAddress;
use paydesk_domain::profile::Environment;
use paydesk_domain::text::visible;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, Notice, copyable_ui, label_ui};

use super::sign_in::sign_in_ui;

/// What is known of the form in this frame.
pub(super) struct EditorForm<'a> {
    state: &'a State,
    editor: &'a ProfileEditor,
    check: &'a ProfileCheck,
    errors: &'a [InputError],
    /// A sandbox key would go to a host of production.
    meets_production: bool,
}

impl<'a> EditorForm<'a> {
    pub(super) fn new(
        state: &'a State,
        editor: &'a ProfileEditor,
        check: &'a ProfileCheck,
        errors: &'a [InputError],
        draft: &ProfileDraft,
    ) -> Self {
        let unspecified = ProfileInput { sandbox_on_production_host: false, ..draft.input.clone() };
        let meets = unspecified.check(check.environment, &state.profiles.saved);
        let meets_production = meets.iter().any(|problem| problem.field == ProfileField::SandboxOnProductionHost);
        Self { state, editor, check, errors, meets_production }
    }

    /// Draws all fields, and returns what was wished in them.
    pub(super) fn ui(&self, ui: &mut Ui, draft: &mut ProfileDraft, actions: &mut Vec<Action>) -> Option<FormAction> {
        let set = self.editor.id.as_ref().and_then(|id| self.state.profiles.policy.profile(id));
        let form_action = match set {
            Some(set) => self.managed_ui(ui, set, draft),
            None => self.fields_ui(ui, draft),
        };
        if let Some(id) = &self.editor.id {
            let seen = (self.state.profiles.sign_in(id), &self.editor.sign_in, draft.is_changed());
            sign_in_ui(ui, seen, &mut draft.sign_in, actions);
        }
        form_action
    }

    fn fields_ui(&self, ui: &mut Ui, draft: &mut ProfileDraft) -> Option<FormAction> {
        let before = (draft.input.clone(), draft.key.text().len(), draft.proxy_password.text().len());
        let mut own = std::mem::take(&mut draft.entry);
        let required = [ProfileField::Name.path(), ProfileField::Address.path()];
        let mut entry = FormFields::new(&mut own, self.errors, ProfileField::Name.path()).required(&required);
        entry.text(ui, ProfileField::Name.path(), text::NAME, &mut draft.input.name, "A name of your choice");
        self.address_ui(ui, &mut entry, draft);
        self.key_ui(ui, &mut entry, draft);
        self.environment_ui(ui);
        self.production_host_ui(ui, &mut entry, draft);
        group_ui(ui, text::OPTIONAL);
        let ProfileInput { merchant_id, business_profile_id, .. } = &mut draft.input;
        entry.pair(
            ui,
            [
                ("merchant_id", "Merchant ID", merchant_id, "Your account"),
                ("profile_id", text::PROFILE_ID, business_profile_id, "Needed to create payments and subscriptions"),
            ],
        );
        group_ui(ui, text::ON_THIS_COMPUTER);
        self.zone_ui(ui, draft);
        self.proxy_ui(ui, &mut entry, draft);
        let policy = &self.state.profiles.policy;
        if policy.no_webhook_receiver {
            label_ui(ui, Text::Small, tokens(ui).subdued, text::NOT_RECEIVED_AS_SET);
        } else {
            webhooks_ui(ui, &mut entry, draft);
        }
        let label = text::READ_ONLY_PAYDESK_CHANGES_NOTHING;
        entry.check(ui, "read_only", label, &mut draft.input.read_only);
        let form_action = entry.form_action();
        draft.entry = own;
        let now = (draft.input.clone(), draft.key.text().len(), draft.proxy_password.text().len());
        draft.changed_since_test |= before != now;
        form_action
    }

    /// Of a profile that the organisation set: its key, and whether anything is changed with it.
    fn managed_ui(&self, ui: &mut Ui, set: &SavedProfile, draft: &mut ProfileDraft) -> Option<FormAction> {
        let before = (draft.input.read_only, draft.key.text().len());
        let mut own = std::mem::take(&mut draft.entry);
        let mut entry = FormFields::new(&mut own, self.errors, ProfileField::Key.path());
        let what = if set.read_only {
            "Enter its key here; nothing else can be changed"
        } else {
            "Enter its key here. You may also make it read-only; nothing else can be changed."
        };
        Notice::new(Tone::Neutral, what).title(text::SET_BY_YOUR_ORGANISATION).ui(ui);
        ui.add_space(space::S);
        label_ui(ui, Text::Small, tokens(ui).subdued, text::ADDRESS);
        copyable_ui(ui, &set.base_url);
        ui.add_space(space::S);
        self.key_ui(ui, &mut entry, draft);
        self.environment_ui(ui);
        ui.add_space(space::S);
        if set.read_only {
            label_ui(ui, Text::Body, tokens(ui).text, text::READ_ONLY_PAYDESK_CHANGES_NOTHING);
        } else {
            entry.check(ui, "read_only", text::READ_ONLY_PAYDESK_CHANGES_NOTHING, &mut draft.input.read_only);
        }
        let form_action = entry.form_action();
        draft.entry = own;
        draft.changed_since_test |= before != (draft.input.read_only, draft.key.text().len());
        form_action
    }

    fn address_ui(&self, ui: &mut Ui, entry: &mut FormFields<'_>, draft: &mut ProfileDraft) {
        let address = ServiceAddress::parse(&draft.input.base_url, self.check.environment).ok();
        let typed = draft.input.base_url.trim().to_owned();
        let normal = address.as_ref().map(ServiceAddress::as_base_url).filter(|normal| *normal != typed);
        let is_plain = address.as_ref().is_some_and(|address| address.as_base_url().starts_with("http://"));
        let hint = match normal {
            Some(normal) => text::used_as(visible(normal, 90)),
            None if is_plain => "Accepted without https:// because it is on this computer".to_owned(),
            None => text::BEGINS_WITH_HTTPS.to_owned(),
        };
        let text = (&mut draft.input.base_url, "https://api.example.com");
        if entry.text_like(ui, ProfileField::Address.path(), text::ADDRESS, text, &hint) {
            draft.input.sandbox_on_production_host = false;
        }
        if let Some(host) = address.as_ref().map(ServiceAddress::host).filter(|host| is_look_alike(host, &typed)) {
            let text = text::its_real_name_is(visible(host, 90));
            Notice::new(Tone::Attention, &text)
                .title("This host has look-alike letters: check that it is the right one")
                .ui(ui);
            ui.add_space(space::S);
        }
    }

    fn key_ui(&self, ui: &mut Ui, entry: &mut FormFields<'_>, draft: &mut ProfileDraft) {
        let place = self.editor.id.as_ref().map(|id| self.state.profiles.key_place(id));
        let (example, hint) = match place {
            None => (text::PASTE_IT_HERE, text::SAVED_IN_KEYRING),
            Some(KeyPlace::Missing) => (text::PASTE_IT_HERE, "There is no key for this profile yet"),
            Some(KeyPlace::ThisSession(_)) => {
                ("The current key is used until Paydesk is closed", "Paste it again to save it in the keyring")
            }
            Some(KeyPlace::Keyring | KeyPlace::NotLookedFor) => {
                ("The saved key is unchanged", "Paste a key only to replace it")
            }
        };
        if matches!(place, None | Some(KeyPlace::Missing)) {
            entry.require(ProfileField::Key.path());
        }
        entry.key(ui, ProfileField::Key.path(), "Secret key", (&mut draft.key, example), hint);
    }

    /// The proxy, and the password of the user that its address names.
    fn proxy_ui(&self, ui: &mut Ui, entry: &mut FormFields<'_>, draft: &mut ProfileDraft) {
        let general = self.state.profiles.policy.proxy.as_ref();
        let general = general.map(|proxy| text::organisation_proxy(visible(proxy.shown(), 90)));
        let hint = general.as_deref().unwrap_or(
            "Only if this service needs its own: http://proxy.example.com:3128, or with a user name http://name@proxy…",
        );
        let proxy = (&mut draft.input.proxy, "System proxy");
        entry.text_like(ui, ProfileField::Proxy.path(), "Proxy", proxy, hint);
        if draft.input.proxy_asks_for_password() {
            let saved = self.editor.id.as_ref().and_then(|id| self.state.profiles.find(id));
            let is_saved = saved.is_some_and(|saved| saved.proxy.as_deref() == Some(draft.input.proxy.trim()));
            let example = if is_saved { "The saved password is unchanged" } else { "Password of this user" };
            let password = (&mut draft.proxy_password, example);
            entry.key(ui, ProfileField::ProxyPassword.path(), "Proxy password", password, text::SAVED_IN_KEYRING);
        }
    }

    /// The environment takes its room before it is known: nothing moves when a key is pasted.
    fn environment_ui(&self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.set_min_height(size::CHIP);
            ui.spacing_mut().item_spacing.x = space::S;
            let subdued = tokens(ui).subdued;
            let text = match self.check.environment {
                None => "The environment is read from the key: snd_… and dev_… are SANDBOX, prd_… is PRODUCTION",
                Some(Environment::Sandbox) => "No real money moves",
                Some(Environment::Production) if self.state.profiles.policy.production_read_only => {
                    "Real money: read-only, as set by your organisation"
                }
                Some(Environment::Production) => "Real money: read-only until you unlock it, each time Paydesk starts",
            };
            if let Some(environment) = self.check.environment {
                environment_chip_ui(ui, environment);
            }
            label_ui(ui, Text::Small, subdued, text);
        });
    }

    fn production_host_ui(&self, ui: &mut Ui, entry: &mut FormFields<'_>, draft: &mut ProfileDraft) {
        if !self.meets_production {
            return;
        }
        ui.add_space(space::S);
        let path = ProfileField::SandboxOnProductionHost.path();
        let text = "Another profile uses PRODUCTION at this host, and this is a sandbox key";
        let tone = if entry.is_reported(path) { Tone::Danger } else { Tone::Attention };
        Notice::new(tone, text).ui_with(ui, |ui| {
            let said = &mut draft.input.sandbox_on_production_host;
            entry.check(ui, path, "Use this sandbox key anyway", said);
        });
    }

    fn zone_ui(&self, ui: &mut Ui, draft: &mut ProfileDraft) {
        let (text, subdued) = (tokens(ui).text, tokens(ui).subdued);
        let of_settings = self.state.settings.time_zone.unwrap_or(self.state.local_zone);
        label_ui(ui, Text::Small, subdued, text::TIMES_ARE_SHOWN_IN);
        ui.horizontal(|ui| {
            ui.set_min_height(size::CONTROL);
            ui.spacing_mut().item_spacing.x = space::M;
            match draft.input.time_zone {
                None => drop(label_ui(ui, Text::Body, text, &text::as_in_settings(of_settings))),
                Some(zone) => {
                    label_ui(ui, Text::Body, text, zone.name());
                    if Button::link(&text::use_that_of_settings(of_settings)).ui(ui).clicked() {
                        draft.input.time_zone = None;
                    }
                }
            }
        });
        let current = draft.input.time_zone.unwrap_or(of_settings);
        let taken = ui.vertical(|ui| super::super::zone::search_ui(ui, &mut draft.zone, current)).inner;
        if taken.is_some() {
            draft.input.time_zone = taken;
        }
        ui.add_space(space::M);
    }
}

/// Whether webhooks are received, and where. Their secret is given beside the events.
fn webhooks_ui(ui: &mut Ui, entry: &mut FormFields<'_>, draft: &mut ProfileDraft) {
    let label = "Receive webhooks on this computer while Paydesk is running";
    entry.check(ui, "receives_webhooks", label, &mut draft.input.receives_webhooks);
    if draft.input.receives_webhooks {
        let hint = "On 127.0.0.1, reached through a tunnel or reverse proxy. Enter the secret under Webhooks.";
        let port = (&mut draft.input.webhook_port, "Any free port");
        entry.text_like(ui, ProfileField::WebhookPort.path(), "Webhook port", port, hint);
    }
}

/// Whether the host is another text than the one that was typed, because that had letters beyond ASCII.
fn is_look_alike(host: &str, typed: &str) -> bool {
    host.split('.').any(|label| label.starts_with("xn--")) && !typed.to_ascii_lowercase().contains(host)
}
