//! Profiles: which service the desk works with, adding and changing them, and two environments that cannot be confused.
//!
//! Each profile keeps its own panels' state while another is at work. Nothing of one profile is ever sent with the key
//! of another: reads under way are given up when the profile is switched, what was about to be sent is not, and what
//! was sent is settled when its profile is at work again.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use crate::api::error::CallError;
use crate::api::outcome::LostAnswer;
use crate::app::effect::{ApiEffect, SecretsEffect, ServiceChoice, StoreJob};
use crate::app::features::api_keys::AdminKeyPlace;
use crate::app::features::connection::Connection;
use crate::app::features::toasts::ToastKind;
use crate::app::message::{ProfileTest, SecretPlace};
use crate::app::problem::Problem;
use crate::app::profiles::{FieldProblem, ProfileField, ProfileInput, SavedProfile, SavedProfiles};
use crate::app::route::Route;
use crate::app::state::State;
use crate::domain::address::ServiceAddress;
use crate::domain::profile::{Environment, Profile, ProfileId};
use crate::domain::secret::{ApiKey, SecretKind, SecretText};

use super::dialogs::Dialog;

/// Why an operation of the profile that was left is not sent.
const SWITCHED: &str = "another profile was chosen before it was sent";

/// The editor of one profile.
#[derive(Debug, Clone, PartialEq)]
pub struct ProfileEditor {
    /// `None`: a new one.
    pub id: Option<ProfileId>,
    pub opened_at: DateTime<Utc>,
    /// What was wrong when it was last saved or tested.
    pub problems: Vec<FieldProblem>,
    pub test: ConnectionTest,
}

/// How the last try of the editor's service stands.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum ConnectionTest {
    #[default]
    NotTried,
    Trying {
        number: u64,
    },
    Answered(ProfileTest),
    Failed(Problem),
}

/// What a form's texts would make of a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileCheck {
    /// That of the key, typed or kept; `None` while no key tells.
    pub environment: Option<Environment>,
    /// Everything that is wrong, in the order of the form.
    pub problems: Vec<FieldProblem>,
}

/// Where the secret key of a profile is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyPlace<'a> {
    Keyring,
    /// In memory until the desk is closed, and why.
    ThisSession(&'a Problem),
    /// It has to be given.
    Missing,
    /// It is looked for when the profile is used.
    NotLookedFor,
}

/// See the module.
#[derive(Debug)]
pub struct Profiles {
    pub saved: Vec<SavedProfile>,
    /// The profile at work, or on its way to be.
    pub current: ProfileId,
    pub editor: Option<ProfileEditor>,
    /// Secrets that are only held until the desk is closed, with the reason.
    pub session_only: BTreeMap<(ProfileId, SecretKind), Problem>,
    /// The profile at work has no key: it has to be given.
    pub key_missing: bool,
    /// Profiles whose secret key was found in the keyring.
    in_keyring: BTreeSet<ProfileId>,
    /// Production profiles that may change things until the desk is closed.
    unlocked: BTreeSet<ProfileId>,
    last_test: u64,
}

impl Profiles {
    /// The profiles of the file, with the one the desk was left with at work.
    pub fn new(saved: SavedProfiles, current: Option<&ProfileId>) -> Self {
        let known = current.filter(|id| saved.profiles.iter().any(|profile| profile.id == **id));
        Self {
            current: known.cloned().unwrap_or_else(ProfileId::embedded),
            saved: saved.profiles,
            editor: None,
            session_only: BTreeMap::new(),
            key_missing: false,
            in_keyring: BTreeSet::new(),
            unlocked: BTreeSet::new(),
            last_test: 0,
        }
    }

    pub fn find(&self, id: &ProfileId) -> Option<&SavedProfile> {
        self.saved.iter().find(|profile| profile.id == id)
    }

    /// The profile at work, where it is one a person added.
    pub fn current_saved(&self) -> Option<&SavedProfile> {
        self.find(&self.current)
    }

    pub fn is_unlocked(&self, id: &ProfileId) -> bool {
        self.unlocked.contains(id)
    }

    /// What the profile at work is called.
    pub fn current_name(&self) -> String {
        self.current_saved().map_or_else(|| Profile::embedded_sandbox("").name, |profile| profile.name.clone())
    }

    /// The environment of the profile at work, known before its service is reached.
    pub fn current_environment(&self) -> Environment {
        self.environment_of(&self.current)
    }

    /// What a profile is called; `None` where it is not known any more.
    pub fn name_of(&self, id: &ProfileId) -> Option<String> {
        let embedded = || id.is_embedded().then(|| Profile::embedded_sandbox("").name);
        self.find(id).map(|profile| profile.name.clone()).or_else(embedded)
    }

    /// The ids of all profiles, the sandbox that the desk carries first.
    pub fn all_ids(&self) -> impl Iterator<Item = ProfileId> {
        std::iter::once(ProfileId::embedded()).chain(self.saved.iter().map(|profile| profile.id.clone()))
    }

    pub fn environment_of(&self, id: &ProfileId) -> Environment {
        self.find(id).map_or(Environment::Sandbox, |profile| profile.environment)
    }

    pub fn key_place(&self, id: &ProfileId) -> KeyPlace<'_> {
        let held = self.session_only.get(&(id.to_owned(), SecretKind::SecretKey));
        match held {
            Some(why) => KeyPlace::ThisSession(why),
            None if self.key_missing && self.current == id => KeyPlace::Missing,
            None if self.in_keyring.contains(id) => KeyPlace::Keyring,
            None => KeyPlace::NotLookedFor,
        }
    }

    fn choice(&self) -> ServiceChoice {
        self.current_saved().cloned().map_or(ServiceChoice::EmbeddedSandbox, ServiceChoice::Remote)
    }

    fn file(&self) -> StoreJob {
        StoreJob::SaveProfiles(SavedProfiles { profiles: self.saved.clone() })
    }
}

impl State {
    /// Makes the service of the profile at work ready.
    pub(in crate::app) fn connect(&mut self) {
        self.outbox.push(ApiEffect::Connect(self.profiles.choice()));
    }

    /// Works with another profile. Its panels are as they were left; those of this one are kept.
    pub(in crate::app) fn switch_profile(&mut self, id: ProfileId) {
        if self.put_to_work(id) {
            self.connect();
        }
    }

    /// The same without asking for its service. False where it is at work already, or not known.
    fn put_to_work(&mut self, id: ProfileId) -> bool {
        let known = id.is_embedded() || self.profiles.find(&id).is_some();
        if !known || id == self.profiles.current {
            return false;
        }
        self.leave_profile(SWITCHED);
        self.with(|features, cx| features.drafts.save_now(cx));
        self.profiles.current = id.clone();
        self.swap_workspace(&id);
        self.enter_profile();
        self.change_settings(|settings| {
            settings.profile_id = Some(id).filter(|id| !id.is_embedded());
        });
        true
    }

    /// Gives up what is under way for the profile at work, before it is left or asked anew.
    fn leave_profile(&mut self, why: &str) {
        self.drop_reads(&CallError::Lost(LostAnswer::ConnectionLost), why);
        self.workspace.reads.flush_given_up(&mut self.outbox);
        self.workspace.connection = Connection::default();
        self.toasts.forget_payments();
        self.workspace.profile = None;
        self.dialog = None;
    }

    fn enter_profile(&mut self) {
        // What was asked for while another profile was shown did not leave.
        self.drop_reads(&CallError::Lost(LostAnswer::ConnectionLost), SWITCHED);
        self.workspace.records.write_again(self.zone(), self.now);
        self.workspace.requests.begin_again(self.zone());
        self.profiles.key_missing = false;
        self.with_disputes(|disputes, evidence, cx| disputes.prepare_again(evidence, cx));
        self.forget_event_notices();
        self.workspace.webhooks.open = None;
        self.workspace.webhooks.verifying = false;
        self.workspace.webhooks.sandbox_secret = None;
        self.prepare_events_again();
        self.show_events_again();
        self.workspace.api_keys.admin = AdminKeyPlace::default();
    }

    // ----- the editor

    pub(in crate::app) fn edit_profile(&mut self, id: Option<ProfileId>) {
        if id.as_ref().is_none_or(|id| self.profiles.find(id).is_some()) {
            self.workspace.route = Route::Settings;
            if self.profiles.editor.as_ref().is_some_and(|editor| editor.id == id) {
                // What is typed into it stays.
                return;
            }
            let (problems, test) = (Vec::new(), ConnectionTest::NotTried);
            self.profiles.editor = Some(ProfileEditor { id, opened_at: self.now, problems, test });
        }
    }

    pub(in crate::app) fn close_profile_editor(&mut self) {
        self.profiles.editor = None;
    }

    /// Keeps the profile and hands its key over; everything that is wrong stands at its field.
    pub(in crate::app) fn save_profile(&mut self, input: &ProfileInput, key: Option<SecretText>) {
        let saved = match self.checked_profile(input, key.as_ref()) {
            Ok(saved) => saved,
            Err(problems) => return self.editor_problems(problems),
        };
        self.profiles.editor = None;
        let id = saved.id.clone();
        let is_new = input.id.is_none();
        let is_other_service = self.profiles.find(&id).is_some_and(|before| moves(before, input));
        match self.profiles.saved.iter_mut().find(|profile| profile.id == id) {
            Some(profile) => *profile = saved,
            None => self.profiles.saved.push(saved),
        }
        self.outbox.push(self.profiles.file());
        if self.profiles.find(&id).is_some_and(|profile| profile.webhook_port.is_none()) {
            self.stop_listening(&id);
        }
        let with_key = key.is_some();
        if let Some(secret) = key {
            let (profile_id, kind) = (id.clone(), SecretKind::SecretKey);
            if is_other_service {
                self.profiles.session_only.retain(|(of, _), _| *of != profile_id);
                self.profiles.in_keyring.remove(&profile_id);
                self.outbox.push(SecretsEffect::ReplaceSecrets { profile_id, key: secret });
            } else {
                self.outbox.push(SecretsEffect::KeepSecret { profile_id, kind, secret });
            }
        }
        match (is_new, id == self.profiles.current) {
            // With a new key, once it is kept.
            (false, true) if !with_key => self.reconnect(),
            // A new profile is worked with at once. `SecretKept` asks for its service: before, there is no key.
            (true, _) => drop(self.put_to_work(id)),
            (_, _) => {}
        }
    }

    /// Judges what is typed into the editor, as it is typed; without a key that is typed the one that is kept stays.
    pub fn check_profile(&self, input: &ProfileInput, key: Option<&str>) -> ProfileCheck {
        let before = input.id.as_ref().and_then(|id| self.profiles.find(id));
        let (environment, mut problems) = self.key_environment(before, key);
        problems.extend(input.check(environment, &self.profiles.saved));
        if let Some(before) = before {
            problems.extend(self.address_change_problem(before, input));
            problems.extend(other_service_problem(before, input).filter(|_| key.is_none()));
        }
        problems.sort_by_key(|problem| problem.field);
        ProfileCheck { environment, problems }
    }

    fn checked_profile(
        &mut self,
        input: &ProfileInput,
        key: Option<&SecretText>,
    ) -> Result<SavedProfile, Vec<FieldProblem>> {
        let ProfileCheck { environment, problems } = self.check_profile(input, key.map(SecretText::expose));
        let (true, Some(environment)) = (problems.is_empty(), environment) else { return Err(problems) };
        let id = self.rng.profile_id();
        input.saved(|| id, environment, &self.profiles.saved)
    }

    /// The environment that the key opens, and what is wrong with the key.
    fn key_environment(
        &self,
        before: Option<&SavedProfile>,
        key: Option<&str>,
    ) -> (Option<Environment>, Vec<FieldProblem>) {
        let problem = |what: String| vec![FieldProblem { field: ProfileField::Key, what }];
        match (key.map(ApiKey::parse), before) {
            (None, Some(before)) => (Some(before.environment), Vec::new()),
            (None, None) => (None, problem("Give the secret key of the service".to_owned())),
            (Some(Err(error)), before) => (before.map(|before| before.environment), problem(error.to_string())),
            (Some(Ok(key)), Some(before)) if key.environment() != before.environment => {
                let (opens, is) = (key.environment().word(), before.environment.word());
                let what = format!("This key opens {opens}, and the profile is of {is}: add another profile for it");
                (Some(before.environment), problem(what))
            }
            (Some(Ok(key)), _) => (Some(key.environment()), Vec::new()),
        }
    }

    /// Operations that are open were sent to the address as it was.
    fn address_change_problem(&self, before: &SavedProfile, input: &ProfileInput) -> Option<FieldProblem> {
        let same = input.base_url.trim().trim_end_matches('/') == before.base_url;
        let open = self.open_operations_of(&before.id);
        (!same && open > 0).then(|| FieldProblem {
            field: ProfileField::Address,
            what: format!("{} of this profile must be settled first: they were sent to the old address", count(open)),
        })
    }

    fn editor_problems(&mut self, problems: Vec<FieldProblem>) {
        if let Some(editor) = &mut self.profiles.editor {
            editor.problems = problems;
            editor.test = ConnectionTest::NotTried;
        }
    }

    /// Tries what is typed, with the key that is typed or the one that is kept.
    pub(in crate::app) fn test_profile(&mut self, input: &ProfileInput, key: Option<SecretText>) {
        let profile = match self.checked_profile(input, key.as_ref()) {
            Ok(profile) => profile,
            Err(problems) => return self.editor_problems(problems),
        };
        self.profiles.last_test += 1;
        let number = self.profiles.last_test;
        if let Some(editor) = &mut self.profiles.editor {
            editor.problems = Vec::new();
            editor.test = ConnectionTest::Trying { number };
        }
        self.outbox.push(ApiEffect::TestProfile { number, profile, key });
    }

    pub(in crate::app) fn profile_tested(&mut self, number: u64, result: Result<ProfileTest, Problem>) {
        if let Some(editor) =
            self.profiles.editor.as_mut().filter(|editor| editor.test == ConnectionTest::Trying { number })
        {
            editor.test = match result {
                Ok(test) => ConnectionTest::Answered(test),
                Err(problem) => ConnectionTest::Failed(problem),
            };
        }
    }

    // ----- keys

    /// What became of a secret that was handed over.
    pub(in crate::app) fn secret_handed_over(
        &mut self,
        profile_id: ProfileId,
        kind: SecretKind,
        result: Result<SecretPlace, Problem>,
    ) {
        let is_current = profile_id == self.profiles.current;
        match result {
            Ok(place) => self.secret_kept(profile_id, kind, place),
            Err(problem) => self.secret_not_kept(&profile_id, kind, problem),
        }
        if is_current && kind == SecretKind::SecretKey {
            // The value of a new key stays in sight: it is told once.
            let new_key = self.dialog.take_if(|dialog| matches!(dialog, Dialog::NewApiKey { .. }));
            self.reconnect();
            self.dialog = new_key;
        }
    }

    fn secret_kept(&mut self, profile_id: ProfileId, kind: SecretKind, place: SecretPlace) {
        let is_current = profile_id == self.profiles.current;
        match kind {
            SecretKind::SecretKey => self.value_stored(&profile_id, &place),
            SecretKind::AdminKey => self.in_workspace(&profile_id, |state| state.admin_key_kept(place.clone())),
            SecretKind::WebhookSecret => {}
        }
        self.note_place(profile_id, kind, place);
        if is_current && kind == SecretKind::WebhookSecret {
            self.listen_for_events();
        }
    }

    /// Nothing holds it: what was there before, if anything was, is there still.
    fn secret_not_kept(&mut self, profile_id: &ProfileId, kind: SecretKind, problem: Problem) {
        match kind {
            SecretKind::SecretKey => self.value_not_stored(profile_id),
            SecretKind::AdminKey => self.in_workspace(profile_id, Self::admin_key_not_kept),
            SecretKind::WebhookSecret => {}
        }
        self.notice(problem);
    }

    pub(in crate::app) fn note_place(&mut self, profile_id: ProfileId, kind: SecretKind, place: SecretPlace) {
        if kind == SecretKind::SecretKey && place == SecretPlace::Keyring {
            self.profiles.in_keyring.insert(profile_id.clone());
        }
        match place {
            SecretPlace::Keyring => self.profiles.session_only.remove(&(profile_id, kind)),
            SecretPlace::ThisSession(problem) => self.profiles.session_only.insert((profile_id, kind), problem),
        };
    }

    pub(in crate::app) fn secrets_forgotten(&mut self, profile_id: &ProfileId, problem: Option<Problem>) {
        self.profiles.session_only.retain(|(id, _), _| id != profile_id);
        self.profiles.in_keyring.remove(profile_id);
        if let Some(problem) = problem {
            self.notice(problem);
        }
    }

    /// Asks for the service of the profile at work anew: its address or its key has changed.
    fn reconnect(&mut self) {
        self.leave_profile("the profile was changed before it was sent");
        self.enter_profile();
        self.connect();
    }

    // ----- removing

    pub(in crate::app) fn ask_remove_profile(&mut self, id: ProfileId) {
        let Some(profile) = self.profiles.find(&id) else { return };
        let open = self.open_operations_of(&id);
        if open > 0 {
            let text = format!("“{}” is kept: {} of it must be settled first", profile.name, count(open));
            self.toasts.show(self.now, ToastKind::Attention, text, None);
            return;
        }
        self.dialog = Some(Dialog::RemoveProfile { profile_id: id, opened_at: self.now });
    }

    pub(in crate::app) fn confirm_remove_profile(&mut self) {
        let Some(Dialog::RemoveProfile { profile_id, .. }) = self.dialog.take() else { return };
        if self.open_operations_of(&profile_id) > 0 {
            return;
        }
        if self.profiles.current == profile_id {
            self.switch_profile(ProfileId::embedded());
            self.workspace.route = Route::Settings;
        }
        self.profiles.saved.retain(|profile| profile.id != profile_id);
        self.profiles.unlocked.remove(&profile_id);
        self.profiles.editor = None;
        self.outbox.push(self.profiles.file());
        self.stop_listening(&profile_id);
        self.forget_workspace(&profile_id);
        self.outbox.push(SecretsEffect::ForgetSecrets { profile_id });
    }

    // ----- production

    /// Whether the profile at work, by its settings or its environment, changes nothing now.
    pub fn profile_is_read_only(&self) -> bool {
        self.workspace.profile.is_some() && self.view().profile_read_only_reason().is_some()
    }

    /// Whether the profile at work is one of production that a person may unlock.
    pub fn may_unlock_production(&self) -> bool {
        let production =
            self.workspace.profile.as_ref().filter(|profile| profile.environment == Environment::Production);
        let saved_read_only = self.profiles.current_saved().is_some_and(|saved| saved.read_only);
        production.is_some_and(|profile| !saved_read_only && !self.profiles.is_unlocked(&profile.id))
    }

    pub fn may_lock_production(&self) -> bool {
        self.workspace.profile.as_ref().is_some_and(|profile| self.profiles.is_unlocked(&profile.id))
    }

    pub(in crate::app) fn ask_unlock_production(&mut self) {
        let production =
            self.workspace.profile.as_ref().filter(|profile| profile.environment == Environment::Production);
        if let Some(profile) = production.filter(|profile| !self.profiles.is_unlocked(&profile.id)) {
            let (profile_id, opened_at) = (profile.id.clone(), self.now);
            self.dialog = Some(Dialog::UnlockProduction { profile_id, opened_at });
        }
    }

    pub(in crate::app) fn confirm_unlock_production(&mut self) {
        match self.dialog.take() {
            Some(Dialog::UnlockProduction { profile_id, .. }) if profile_id == self.profiles.current => {
                self.profiles.unlocked.insert(profile_id);
            }
            other => self.dialog = other,
        }
    }

    pub(in crate::app) fn lock_production(&mut self) {
        self.profiles.unlocked.remove(&self.profiles.current);
    }
}

/// Whether the address that is typed is another service than that of the profile.
fn moves(before: &SavedProfile, input: &ProfileInput) -> bool {
    let address = |text: &str| ServiceAddress::parse(text, None).ok();
    let (old, new) = (address(&before.base_url), address(&input.base_url));
    old.zip(new).is_some_and(|(old, new)| !old.has_origin_of(&new))
}

/// A kept key stays with the service that it was given for.
fn other_service_problem(before: &SavedProfile, input: &ProfileInput) -> Option<FieldProblem> {
    let old = ServiceAddress::parse(&before.base_url, None).map(|old| old.host().to_owned()).unwrap_or_default();
    moves(before, input).then(|| FieldProblem {
        field: ProfileField::Key,
        what: format!("This is another address: give its secret key. The one that is kept was given for {old}"),
    })
}

fn count(operations: usize) -> String {
    if operations == 1 { "1 open operation".to_owned() } else { format!("{operations} open operations") }
}
