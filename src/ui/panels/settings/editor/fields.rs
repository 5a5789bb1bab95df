//! The fields of the editor, each with what is wrong with it.

use egui::{Id, Ui, vec2};

use crate::app::State;
use crate::app::features::profiles::{Editor, KeyPlace, ProfileCheck};
use crate::app::profiles::{ProfileField, ProfileInput};
use crate::domain::address::ServiceAddress;
use crate::domain::profile::Environment;
use crate::domain::text::visible;
use crate::ui::drafts::ProfileDraft;
use crate::ui::status::environment_chip_ui;
use crate::ui::tokens::{Text, Tone, size, space, tokens};
use crate::ui::widgets::{Button, FieldOutput, Notice, SecretField, TextField, check_ui, heading_ui, label_ui};

/// Below this width, fields that stand side by side stand below each other.
const NARROW: f32 = 460.0;

/// What is known of the form in this frame.
pub(super) struct Form<'a> {
    state: &'a State,
    editor: &'a Editor,
    check: ProfileCheck,
    /// A sandbox key would go to a host of production.
    meets_production: bool,
}

impl<'a> Form<'a> {
    pub(super) fn new(state: &'a State, editor: &'a Editor, draft: &ProfileDraft) -> Self {
        let check = state.check_profile(&draft.input, draft.typed_key());
        let unsaid = ProfileInput { sandbox_on_production_host: false, ..draft.input.clone() };
        let meets = unsaid.check(check.environment, &state.profiles.saved);
        let meets_production = meets.iter().any(|problem| problem.field == ProfileField::SandboxOnProductionHost);
        Self { state, editor, check, meets_production }
    }

    /// Draws all fields; true where Enter was pressed in one.
    pub(super) fn ui(&self, ui: &mut Ui, draft: &mut ProfileDraft) -> bool {
        let before = (draft.input.clone(), draft.key.text().len());
        let mut submitted = self.name_ui(ui, draft);
        submitted |= self.address_ui(ui, draft);
        submitted |= self.key_ui(ui, draft);
        self.environment_ui(ui);
        self.production_host_ui(ui, draft);
        group_ui(ui, "At the service, optional");
        submitted |= ids_ui(ui, draft);
        group_ui(ui, "Here");
        self.zone_ui(ui, draft);
        submitted |= self.proxy_ui(ui, draft);
        submitted |= self.webhooks_ui(ui, draft);
        read_only_ui(ui, draft);
        draft.changed_since_test |= before != (draft.input.clone(), draft.key.text().len());
        submitted
    }

    /// What is wrong with a field, once it is to be told.
    fn problem(&self, draft: &ProfileDraft, field: ProfileField) -> Option<&str> {
        let told = !self.editor.problems.is_empty() || draft.filled.contains(&field);
        let problem = self.check.problems.iter().find(|problem| problem.field == field);
        problem.filter(|_| told).map(|problem| problem.what.as_str())
    }

    fn name_ui(&self, ui: &mut Ui, draft: &mut ProfileDraft) -> bool {
        let error = self.problem(draft, ProfileField::Name);
        let field = TextField::labelled("Name", &mut draft.input.name).hint("What you call this service");
        let shown = field.error(error).id(id_of(ProfileField::Name)).ui(ui);
        after(draft, ProfileField::Name, &shown)
    }

    fn address_ui(&self, ui: &mut Ui, draft: &mut ProfileDraft) -> bool {
        let error = self.problem(draft, ProfileField::Address);
        let address = ServiceAddress::parse(&draft.input.base_url, self.check.environment).ok();
        let typed = draft.input.base_url.trim().to_owned();
        let normal = address.as_ref().map(ServiceAddress::as_base_url).filter(|normal| *normal != typed);
        let hint = match normal {
            Some(normal) => format!("Asked as {}", visible(normal, 90)),
            None => "Begins with https://".to_owned(),
        };
        let field = TextField::labelled("Address", &mut draft.input.base_url).placeholder("https://api.example.com");
        let shown = field.hint(&hint).error(error).id(id_of(ProfileField::Address)).ui(ui);
        if shown.changed {
            draft.input.sandbox_on_production_host = false;
        }
        if let Some(host) = address.as_ref().map(ServiceAddress::host).filter(|host| is_look_alike(host, &typed)) {
            let text = format!("Its real name is {}", visible(host, 90));
            Notice::new(Tone::Attention, &text)
                .title("This host has letters that can look like others: is it the one you mean?")
                .ui(ui);
            ui.add_space(space::S);
        }
        after(draft, ProfileField::Address, &shown)
    }

    fn key_ui(&self, ui: &mut Ui, draft: &mut ProfileDraft) -> bool {
        let place = self.editor.id.as_deref().map(|id| self.state.profiles.key_place(id));
        let (placeholder, hint) = match place {
            None => ("Paste it here", "It goes into the keyring of this system and into no file"),
            Some(KeyPlace::Missing) => ("Paste it here", "There is no key for this profile yet"),
            Some(KeyPlace::ThisSession(_)) => {
                ("The key that is held stays", "Paste it again to have it kept in the keyring")
            }
            Some(KeyPlace::Keyring | KeyPlace::NotLookedFor) => {
                ("The key that is kept stays", "Paste another one only to replace it")
            }
        };
        let error = self.problem(draft, ProfileField::Key);
        let field = SecretField::labelled("Secret key", &mut draft.key).placeholder(placeholder).hint(hint);
        let shown = field.error(error).id(id_of(ProfileField::Key)).ui(ui);
        after(draft, ProfileField::Key, &shown)
    }

    /// The environment takes its room before it is known: nothing moves when a key is pasted.
    fn environment_ui(&self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.set_min_height(size::CHIP);
            ui.spacing_mut().item_spacing.x = space::S;
            let subdued = tokens(ui).subdued;
            let words = match self.check.environment {
                None => "The environment is read from the key: snd_… is SANDBOX, prd_… is PRODUCTION",
                Some(Environment::Sandbox) => "Nothing there moves real money",
                Some(Environment::Production) => "Real money: read-only until you unlock it, each time the desk starts",
            };
            if let Some(environment) = self.check.environment {
                environment_chip_ui(ui, environment);
            }
            label_ui(ui, Text::Small, subdued, words);
        });
    }

    fn production_host_ui(&self, ui: &mut Ui, draft: &mut ProfileDraft) {
        if !self.meets_production {
            return;
        }
        ui.add_space(space::S);
        let tone = match self.problem(draft, ProfileField::SandboxOnProductionHost) {
            Some(_) => Tone::Danger,
            None => Tone::Attention,
        };
        let said = draft.input.sandbox_on_production_host;
        let notice = Notice::new(tone, "Another profile asks PRODUCTION at this host, and this is a sandbox key");
        let shown = notice.ui_with(ui, |ui| check_ui(ui, said, "Send this sandbox key there nonetheless"));
        if shown.clicked() {
            draft.input.sandbox_on_production_host = !said;
        }
        if wants(ui, draft, ProfileField::SandboxOnProductionHost) {
            shown.request_focus();
            shown.scroll_to_me(None);
        }
    }

    fn zone_ui(&self, ui: &mut Ui, draft: &mut ProfileDraft) {
        let (text, subdued) = (tokens(ui).text, tokens(ui).subdued);
        let of_settings = self.state.settings.time_zone.unwrap_or(self.state.local_zone);
        label_ui(ui, Text::Small, subdued, "Times are shown in");
        ui.horizontal(|ui| {
            ui.set_min_height(size::CONTROL);
            ui.spacing_mut().item_spacing.x = space::M;
            match draft.input.time_zone {
                None => drop(label_ui(ui, Text::Body, text, &format!("{of_settings}, as in the settings"))),
                Some(zone) => {
                    label_ui(ui, Text::Body, text, zone.name());
                    if Button::link(&format!("Use that of the settings ({of_settings})")).ui(ui).clicked() {
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

    fn proxy_ui(&self, ui: &mut Ui, draft: &mut ProfileDraft) -> bool {
        let error = self.problem(draft, ProfileField::Proxy);
        let field = TextField::labelled("Proxy", &mut draft.input.proxy).placeholder("As the system says");
        let field = field.hint("Only where this service needs another: http://proxy.example.com:3128");
        let shown = field.error(error).id(id_of(ProfileField::Proxy)).ui(ui);
        after(draft, ProfileField::Proxy, &shown)
    }
}

impl Form<'_> {
    /// Whether webhooks are received, and where. Their secret is given beside the events.
    fn webhooks_ui(&self, ui: &mut Ui, draft: &mut ProfileDraft) -> bool {
        let receives = draft.input.receives_webhooks;
        if check_ui(ui, receives, "Receive webhooks on this machine, while the desk runs").clicked() {
            draft.input.receives_webhooks = !receives;
        }
        if !draft.input.receives_webhooks {
            return false;
        }
        let error = self.problem(draft, ProfileField::WebhookPort);
        let field = TextField::labelled("Webhook port", &mut draft.input.webhook_port).placeholder("A free one");
        let field = field.hint("On 127.0.0.1; a tunnel or reverse proxy leads there. The secret is given under Events");
        let shown = field.error(error).id(id_of(ProfileField::WebhookPort)).ui(ui);
        after(draft, ProfileField::WebhookPort, &shown)
    }
}

/// Whether the host is another text than the one that was typed, because that had letters beyond ASCII.
fn is_look_alike(host: &str, typed: &str) -> bool {
    host.split('.').any(|label| label.starts_with("xn--")) && !typed.to_ascii_lowercase().contains(host)
}

fn group_ui(ui: &mut Ui, title: &str) {
    ui.add_space(space::M);
    let subdued = tokens(ui).subdued;
    heading_ui(ui, Text::Group, subdued, title);
    ui.add_space(space::XS);
}

fn ids_ui(ui: &mut Ui, draft: &mut ProfileDraft) -> bool {
    let input = &mut draft.input;
    let mut submitted = false;
    let mut both = |ui: &mut Ui, width: f32| {
        let merchant = TextField::labelled("Merchant id", &mut input.merchant_id).mono().width(width);
        submitted |= merchant.hint("Your account").ui(ui).submitted;
        let profile = TextField::labelled("Profile id", &mut input.business_profile_id).mono().width(width);
        submitted |= profile.hint("Sent as X-Profile-Id").ui(ui).submitted;
    };
    let width = ui.available_width();
    if width < NARROW {
        both(ui, width);
    } else {
        let half = (width - space::M) / 2.0;
        ui.allocate_ui_with_layout(vec2(width, 0.0), egui::Layout::left_to_right(egui::Align::TOP), |ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            both(ui, half);
        });
    }
    submitted
}

fn read_only_ui(ui: &mut Ui, draft: &mut ProfileDraft) {
    let label = "Read-only: nothing is changed at the service from here";
    if check_ui(ui, draft.input.read_only, label).clicked() {
        draft.input.read_only = !draft.input.read_only;
    }
}

fn id_of(field: ProfileField) -> Id {
    Id::unique("profile editor").with(field)
}

/// What follows from what was done with a field: whether Enter was pressed in it, when its problem is told, and
/// the keyboard that was to come here.
fn after(draft: &mut ProfileDraft, field: ProfileField, shown: &FieldOutput) -> bool {
    let left = shown.response.lost_focus();
    // A pasted key is judged at once; what is typed letter by letter, once it is left.
    if left && !is_empty(draft, field) || shown.changed && field == ProfileField::Key {
        draft.filled.insert(field);
    }
    if is_empty(draft, field) {
        draft.filled.remove(&field);
    }
    if draft.wants_keyboard == Some(field) {
        draft.wants_keyboard = None;
        shown.response.request_focus();
        shown.response.scroll_to_me(None);
    }
    shown.submitted
}

fn is_empty(draft: &ProfileDraft, field: ProfileField) -> bool {
    match field {
        ProfileField::Name => draft.input.name.is_empty(),
        ProfileField::Address => draft.input.base_url.is_empty(),
        ProfileField::Key => draft.key.is_empty(),
        ProfileField::Proxy => draft.input.proxy.is_empty(),
        ProfileField::WebhookPort => draft.input.webhook_port.is_empty(),
        ProfileField::SandboxOnProductionHost => false,
    }
}

fn wants(ui: &Ui, draft: &mut ProfileDraft, field: ProfileField) -> bool {
    let wants = !ui.is_sizing_pass() && draft.wants_keyboard == Some(field);
    if wants {
        draft.wants_keyboard = None;
    }
    wants
}
