//! The editor of one profile: what is typed is checked at its field, tested at its service and saved.

use std::borrow::Cow;

use chrono::{DateTime, Utc};

use crate::connection_test::ProfileTest;
use crate::effect::{ApiEffect, ProfileTestEffect, SecretsEffect, SignInEffect, SignInStep};
use crate::message::SignInReached;
use crate::outbox::Outbox;
use crate::problem::Problem;
use crate::profiles::{FieldProblem, ProfileField, ProfileInput, SavedProfile};
use crate::rng::Rng;
use paydesk_api::rate_limit::RateGate;
use paydesk_domain::address::ServiceAddress;
use paydesk_domain::profile::{Environment, ProfileId};
use paydesk_domain::secret::{ApiKey, SecretKind, SecretText};

use super::Profiles;
use super::sign_in::{DashboardSignIn, SignInAction, SignInProgress};
use super::text;

/// The editor of one profile.
#[derive(Debug, Clone, PartialEq)]
pub struct ProfileEditor {
    /// `None`: a new one.
    pub id: Option<ProfileId>,
    pub opened_at: DateTime<Utc>,
    /// What was wrong when it was last saved or tested.
    pub problems: Vec<FieldProblem>,
    pub test: ConnectionTest,
    pub sign_in: SignInProgress,
}

/// How the last try of the editor's service is.
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
    /// That of the key, typed or kept; `None` while no key says.
    pub environment: Option<Environment>,
    /// Everything that is wrong, in the order of the form.
    pub problems: Vec<FieldProblem>,
}

/// What was saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EditedProfile {
    pub id: ProfileId,
    pub is_new: bool,
    /// Its key was given with it, and is being stored.
    pub with_key: bool,
    /// So was the password of its proxy.
    pub with_proxy_password: bool,
    pub receives_webhooks: bool,
}

impl Profiles {
    /// Opens the editor. One of the same profile that is open stays as it is. False where the profile is not known.
    pub(crate) fn edit(&mut self, id: Option<ProfileId>, now: DateTime<Utc>) -> bool {
        let is_known = match &id {
            Some(id) => self.find(id).is_some(),
            None => self.policy.adding_refusal().is_none(),
        };
        if is_known && self.editor.as_ref().is_none_or(|editor| editor.id != id) {
            let (problems, test, sign_in) = Default::default();
            self.editor = Some(ProfileEditor { id, opened_at: now, problems, test, sign_in });
        }
        is_known
    }

    /// Checks what is typed into the editor, as it is typed; without a key that is typed the stored one stays.
    /// `open_operations` counts those of the profile.
    pub fn check(&self, input: &ProfileInput, key: Option<&str>, open_operations: usize) -> ProfileCheck {
        let before = input.id.as_ref().and_then(|id| self.find(id));
        let (environment, mut problems) = key_environment(before, key);
        if before.is_some_and(|before| self.is_managed(&before.id)) {
            return ProfileCheck { environment, problems };
        }
        problems.extend(self.policy_problem(before, input));
        problems.extend(input.check(environment, &self.saved));
        if let Some(before) = before {
            problems.extend(address_change_problem(before, input, open_operations));
            problems.extend(other_service_problem(before, input).filter(|_| key.is_none()));
        }
        problems.sort_by_key(|problem| problem.field);
        ProfileCheck { environment, problems }
    }

    /// What an organisation does not allow: another service than those that are there.
    fn policy_problem(&self, before: Option<&SavedProfile>, input: &ProfileInput) -> Option<FieldProblem> {
        let refusal = self.policy.adding_refusal()?;
        let is_other = before.is_none_or(|before| moves(before, input));
        is_other.then(|| FieldProblem { field: ProfileField::Address, what: refusal.to_owned() })
    }

    /// What may be saved of what is typed: of a profile of the organisation, no more than that it is read-only.
    fn allowed<'a>(&self, input: &'a ProfileInput) -> Cow<'a, ProfileInput> {
        match input.id.as_ref().and_then(|id| self.policy.profile(id)) {
            Some(set) => {
                let read_only = set.read_only || input.read_only;
                Cow::Owned(ProfileInput { read_only, ..ProfileInput::of(set) })
            }
            None => Cow::Borrowed(input),
        }
    }

    /// What is typed as a profile; everything that is wrong is shown at its field.
    fn checked(
        &mut self,
        input: &ProfileInput,
        key: Option<&SecretText>,
        open_operations: usize,
        rng: &mut Rng,
    ) -> Option<SavedProfile> {
        let ProfileCheck { environment, problems } = self.check(input, key.map(SecretText::expose), open_operations);
        let checked = match environment.filter(|_| problems.is_empty()) {
            Some(environment) => match input.id.as_ref().and_then(|id| self.policy.profile(id)) {
                Some(set) => {
                    let team = self.find(&set.id).and_then(|now| now.team.clone());
                    Ok(SavedProfile { read_only: input.read_only, team, ..set.clone() })
                }
                None => {
                    let id = rng.profile_id();
                    input.saved(|| id, environment, &self.saved)
                }
            },
            None => Err(problems),
        };
        checked.map_err(|problems| self.show_problems(problems, ConnectionTest::NotTried)).ok()
    }

    fn show_problems(&mut self, problems: Vec<FieldProblem>, test: ConnectionTest) {
        if let Some(editor) = &mut self.editor {
            (editor.problems, editor.test) = (problems, test);
        }
    }

    /// Saves the profile and hands its key over to be stored; `None` where something is wrong, which the editor shows.
    pub(crate) fn save(
        &mut self,
        input: &ProfileInput,
        key: Option<SecretText>,
        open_operations: usize,
        rng: &mut Rng,
        outbox: &mut Outbox,
    ) -> Option<EditedProfile> {
        let allowed = self.allowed(input);
        let input = allowed.as_ref();
        let mut saved = self.checked(input, key.as_ref(), open_operations, rng)?;
        self.editor = None;
        self.note_read_only(&saved);
        let proxy_login = input.proxy_login();
        let is_other_service = self.find(&saved.id).is_some_and(|before| moves(before, input));
        if self.find(&saved.id).is_some_and(|before| before.merchant_id != saved.merchant_id) {
            // It was looked at for the merchant of before.
            self.forget_sign_in(&saved.id, DashboardSignIn::SignedOut, outbox);
        }
        let edited = EditedProfile {
            id: saved.id.clone(),
            is_new: input.id.is_none(),
            with_key: key.is_some(),
            with_proxy_password: proxy_login.is_some(),
            receives_webhooks: saved.webhook_port.is_some(),
        };
        if is_other_service {
            // Its team works on that one.
            saved.team = None;
            self.traits.remove(&saved.id);
        }
        match self.saved.iter_mut().find(|profile| profile.id == saved.id) {
            Some(profile) => *profile = saved,
            None => self.saved.push(saved),
        }
        outbox.push(self.file());
        // Before the key, whose arrival asks for the service.
        if let Some(secret) = proxy_login {
            let (profile_id, kind) = (edited.id.clone(), SecretKind::ProxyPassword);
            outbox.push(SecretsEffect::KeepSecret { profile_id, kind, secret });
        }
        if let Some(key) = key {
            self.store_key(edited.id.clone(), key, is_other_service, outbox);
        }
        Some(edited)
    }

    /// What the organisation set is in its own file; what the person adds to it is in theirs.
    fn note_read_only(&mut self, saved: &SavedProfile) {
        let Some(set) = self.policy.profile(&saved.id) else { return };
        if saved.read_only && !set.read_only {
            self.managed_read_only.insert(saved.id.clone());
        } else {
            self.managed_read_only.remove(&saved.id);
        }
    }

    /// The key of another service takes the place of all secrets that were given for the one of before.
    fn store_key(&mut self, profile_id: ProfileId, key: SecretText, is_other_service: bool, outbox: &mut Outbox) {
        if is_other_service {
            self.forget_places(&profile_id);
            outbox.push(SecretsEffect::ReplaceSecrets { profile_id, key });
        } else {
            outbox.push(SecretsEffect::KeepSecret { profile_id, kind: SecretKind::SecretKey, secret: key });
        }
    }

    /// Tries what is typed, with the key that is typed or the stored one. `gate` is that of the profile as it is saved.
    pub(crate) fn test(
        &mut self,
        input: &ProfileInput,
        key: Option<SecretText>,
        gate: RateGate,
        open_operations: usize,
        rng: &mut Rng,
        outbox: &mut Outbox,
    ) {
        let allowed = self.allowed(input);
        let input = allowed.as_ref();
        let Some(profile) = self.checked(input, key.as_ref(), open_operations, rng) else { return };
        self.last_test += 1;
        let number = self.last_test;
        self.show_problems(Vec::new(), ConnectionTest::Trying { number });
        let proxy_login = input.proxy_login();
        let gate = self.find(&profile.id).is_some_and(|before| !moves(before, input)).then_some(gate);
        outbox.push(ApiEffect::TestProfile(ProfileTestEffect { number, profile, key, proxy_login, gate }));
    }

    /// The service of the editor answered, or did not. The answer to a test before the last one is ignored.
    pub(crate) fn tested(&mut self, number: u64, result: Result<ProfileTest, Problem>) {
        let trying = |editor: &&mut ProfileEditor| editor.test == ConnectionTest::Trying { number };
        if let Some(editor) = self.editor.as_mut().filter(trying) {
            editor.test = result.map_or_else(ConnectionTest::Failed, ConnectionTest::Answered);
        }
    }
}

impl Profiles {
    /// Takes the next step of the sign-in of the profile whose editor is open.
    pub(crate) fn handle_sign_in(&mut self, action: SignInAction, outbox: &mut Outbox) {
        let Some(id) = self.editor.as_ref().and_then(|editor| editor.id.clone()) else { return };
        let second_factor = self.editor.as_ref().and_then(|editor| editor.sign_in.second_factor.clone());
        match (action, second_factor) {
            (SignInAction::Begin { email, password }, _) => {
                self.ask_step(&id, SignInStep::Password { email, password }, outbox);
            }
            (SignInAction::Code(code), Some(token)) => {
                self.ask_step(&id, SignInStep::SecondFactor { token, code: Some(code) }, outbox);
            }
            (SignInAction::Skip, Some(token)) => {
                self.ask_step(&id, SignInStep::SecondFactor { token, code: None }, outbox);
            }
            (SignInAction::Code(_) | SignInAction::Skip, None) => {}
            (SignInAction::SignOut, _) => self.forget_sign_in(&id, DashboardSignIn::SignedOut, outbox),
        }
    }

    fn ask_step(&mut self, id: &ProfileId, step: SignInStep, outbox: &mut Outbox) {
        let Some(profile) = self.find(id).cloned() else { return };
        let Some(editor) = self.editor.as_mut().filter(|editor| !editor.sign_in.is_asking()) else { return };
        self.last_test += 1;
        let number = self.last_test;
        (editor.sign_in.asking, editor.sign_in.problem) = (Some(number), None);
        outbox.push(ApiEffect::SignIn(SignInEffect { number, profile, step }));
    }

    /// The service answered a step. Returns the profile where the person is signed in now.
    pub(crate) fn sign_in_answered(
        &mut self,
        number: u64,
        profile_id: ProfileId,
        result: Result<SignInReached, Problem>,
    ) -> Option<ProfileId> {
        let of_step = |editor: &&mut ProfileEditor| editor.sign_in.asking == Some(number);
        let progress = self.editor.as_mut().filter(of_step).map(|editor| &mut editor.sign_in);
        match (progress, result) {
            // It is in the keyring, whether or not its editor is still open.
            (progress, Ok(SignInReached::SignedIn(_))) => {
                progress.into_iter().for_each(|progress| *progress = SignInProgress::default());
                self.set_sign_in(profile_id.clone(), DashboardSignIn::SignedIn);
                return Some(profile_id);
            }
            (Some(progress), Ok(SignInReached::SecondFactor(token))) => {
                *progress = SignInProgress { second_factor: Some(token), ..SignInProgress::default() };
            }
            (Some(progress), Err(problem)) => (progress.asking, progress.problem) = (None, Some(problem)),
            (None, Ok(SignInReached::SecondFactor(_)) | Err(_)) => {}
        }
        None
    }
}

/// The environment that the key opens, and what is wrong with the key.
fn key_environment(before: Option<&SavedProfile>, key: Option<&str>) -> (Option<Environment>, Vec<FieldProblem>) {
    let problem = |what: String| vec![FieldProblem { field: ProfileField::Key, what }];
    match (key.map(ApiKey::parse), before) {
        (None, Some(before)) => (Some(before.environment), Vec::new()),
        (None, None) => (None, problem("Enter the secret key of the service".to_owned())),
        (Some(Err(error)), before) => (before.map(|before| before.environment), problem(error.to_string())),
        (Some(Ok(key)), Some(before)) if key.environment() != before.environment => {
            let (opens, is) = (key.environment().word(), before.environment.word());
            let what = text::this_key_opens_and_profile(opens, is);
            (Some(before.environment), problem(what))
        }
        (Some(Ok(key)), _) => (Some(key.environment()), Vec::new()),
    }
}

/// Operations that are open were sent to the address as it was.
fn address_change_problem(before: &SavedProfile, input: &ProfileInput, open: usize) -> Option<FieldProblem> {
    let same = input.base_url.trim().trim_end_matches('/') == before.base_url;
    (!same && open > 0)
        .then(|| FieldProblem { field: ProfileField::Address, what: text::of_this_profile_must(count(open)) })
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
    moves(before, input)
        .then(|| FieldProblem { field: ProfileField::Key, what: text::this_is_another_address_enter(&old) })
}

/// `1 open operation`.
pub(crate) fn count(operations: usize) -> String {
    if operations == 1 { "1 open operation".to_owned() } else { text::open_operations(operations) }
}
