//! Profiles: the services that Paydesk works with, where their keys are, and two environments that cannot be confused.
//!
//! The editor of one is [`editor`]. Switching from one to another concerns every feature: that is
//! `crate::switch_profile`.

mod editor;
mod sign_in;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use crate::effect::{SecretsEffect, ServiceChoice, StoreJob};
use crate::managed::ManagedPolicy;
use crate::message::SecretPlace;
use crate::outbox::Outbox;
use crate::problem::Problem;
use crate::profiles::{SavedProfile, SavedProfiles};
use crate::service_traits::{ServiceTraits, TraitsByProfile};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::profile::{Environment, Profile, ProfileId};
use paydesk_domain::secret::SecretKind;
use paydesk_domain::team::TeamMembership;

pub(crate) use editor::count as open_operations_text;
pub use editor::{ConnectionTest, ProfileCheck, ProfileEditor};
pub use sign_in::{DashboardSignIn, SignInAction, SignInProgress};

/// Where the secret key of a profile is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyPlace<'a> {
    Keyring,
    /// In memory until Paydesk is closed, and why.
    ThisSession(&'a Problem),
    /// It has to be given.
    Missing,
    /// It is looked for when the profile is used.
    NotLookedFor,
}

/// The saved profiles, what was learned of their services, and the editor.
#[derive(Debug)]
pub struct Profiles {
    /// Those that can be worked with: of the organisation, and of the person.
    pub saved: Vec<SavedProfile>,
    /// What the organisation set.
    pub policy: ManagedPolicy,
    /// Profiles of the person that the organisation does not allow; they stay in the file.
    hidden: Vec<SavedProfile>,
    /// Profiles of the organisation that the person does not want to change anything with.
    managed_read_only: BTreeSet<ProfileId>,
    /// How the person belongs to the teams of profiles of the organisation.
    managed_teams: BTreeMap<ProfileId, TeamMembership>,
    /// Profiles for which the organisation has set another team since the person joined one.
    lost_teams: Vec<ProfileId>,
    /// The profile at work, or on its way to be.
    pub current: ProfileId,
    pub editor: Option<ProfileEditor>,
    /// Secrets that are only held until Paydesk is closed, with the reason.
    pub session_only: BTreeMap<(ProfileId, SecretKind), Problem>,
    /// The profile at work has no key: it has to be given.
    pub key_missing: bool,
    /// Profiles whose secret key was found in the keyring.
    in_keyring: BTreeSet<ProfileId>,
    /// Production profiles that may change things until Paydesk is closed.
    unlocked: BTreeSet<ProfileId>,
    sign_ins: BTreeMap<ProfileId, DashboardSignIn>,
    traits: TraitsByProfile,
    last_test: u64,
}

impl Profiles {
    /// The profiles of the files, with the one Paydesk was left with at work.
    pub fn new(file: SavedProfiles, policy: ManagedPolicy, current: Option<&ProfileId>) -> Self {
        let saved = policy.profiles_with(&file);
        let is_lost = |id: &ProfileId| policy.team(id).is_some() && policy.membership(&file, id).is_none();
        let lost_teams: Vec<ProfileId> = file.managed_teams.keys().filter(|id| is_lost(id)).cloned().collect();
        let is_known = |id: &ProfileId| saved.iter().any(|profile| profile.id == id);
        let hidden = file.profiles.into_iter().filter(|profile| !is_known(&profile.id)).collect();
        Self {
            current: current.filter(|id| is_known(id)).cloned().unwrap_or_else(ProfileId::embedded),
            hidden,
            managed_read_only: file.managed_read_only,
            managed_teams: file.managed_teams,
            lost_teams,
            saved,
            policy,
            traits: file.service_traits,
            editor: None,
            session_only: BTreeMap::new(),
            key_missing: false,
            in_keyring: BTreeSet::new(),
            unlocked: BTreeSet::new(),
            sign_ins: BTreeMap::new(),
            last_test: 0,
        }
    }

    pub fn find(&self, id: &ProfileId) -> Option<&SavedProfile> {
        self.saved.iter().find(|profile| profile.id == id)
    }

    /// Whether the organisation set it: then a person gives its key, and may make it read-only.
    pub fn is_managed(&self, id: &ProfileId) -> bool {
        self.policy.profile(id).is_some()
    }

    /// The profile at work, where it is no embedded sandbox.
    pub fn current_saved(&self) -> Option<&SavedProfile> {
        self.find(&self.current)
    }

    pub fn is_unlocked(&self, id: &ProfileId) -> bool {
        self.unlocked.contains(id) && !self.policy.production_read_only
    }

    /// What the current profile is called.
    pub fn current_name(&self) -> String {
        self.name_of(&self.current).unwrap_or_default()
    }

    /// The environment of the current profile, known before its service is reached.
    pub fn current_environment(&self) -> Environment {
        self.environment_of(&self.current)
    }

    /// What a profile is called; `None` where it is not known any more.
    pub fn name_of(&self, id: &ProfileId) -> Option<String> {
        let embedded = || match id.is_embedded_hyperswitch() {
            true => Some(Profile::embedded_hyperswitch("").name),
            false => id.is_embedded().then(|| Profile::embedded_sandbox("").name),
        };
        self.find(id).map(|profile| profile.name.clone()).or_else(embedded)
    }

    /// The ids of all profiles, the sandbox that Paydesk carries first; in other shapes only while it is at work so.
    pub fn all_ids(&self) -> impl Iterator<Item = ProfileId> {
        let other = self.current.is_embedded_hyperswitch().then(ProfileId::embedded_hyperswitch);
        let saved = self.saved.iter().map(|profile| profile.id.clone());
        std::iter::once(ProfileId::embedded()).chain(other).chain(saved)
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

    /// The service of the current profile.
    pub(crate) fn service(&self) -> ServiceChoice {
        match self.current_saved() {
            Some(saved) => ServiceChoice::Remote(saved.clone()),
            None if self.current.is_embedded_hyperswitch() => ServiceChoice::EmbeddedHyperswitch,
            None => ServiceChoice::EmbeddedSandbox,
        }
    }

    /// A profile joined a team, or left it: what is to be stored now. Nothing for an embedded sandbox.
    pub(crate) fn set_team(&mut self, id: &ProfileId, team: Option<TeamMembership>) -> Option<StoreJob> {
        if self.is_managed(id) {
            match &team {
                Some(team) => drop(self.managed_teams.insert(id.clone(), team.clone())),
                None => drop(self.managed_teams.remove(id)),
            }
        }
        let saved = self.saved.iter_mut().find(|profile| profile.id == *id)?;
        saved.team = team.map(Box::new);
        Some(self.file())
    }

    /// Profiles whose person has to join another team now; what was stored for the one of before is of no use.
    pub(crate) fn take_lost_teams(&mut self) -> Option<(Vec<ProfileId>, StoreJob)> {
        let lost = std::mem::take(&mut self.lost_teams);
        lost.iter().for_each(|id| drop(self.managed_teams.remove(id)));
        (!lost.is_empty()).then(|| (lost, self.file()))
    }

    fn file(&self) -> StoreJob {
        StoreJob::SaveProfiles(self.as_saved())
    }

    fn as_saved(&self) -> SavedProfiles {
        let own = self.saved.iter().filter(|profile| !self.is_managed(&profile.id));
        SavedProfiles {
            profiles: own.chain(&self.hidden).cloned().collect(),
            managed_read_only: self.managed_read_only.clone(),
            managed_teams: self.managed_teams.clone(),
            service_traits: self.traits.clone(),
        }
    }

    /// What is known of the service of a profile.
    pub fn traits(&self, id: &ProfileId) -> &ServiceTraits {
        static USUAL: ServiceTraits = ServiceTraits::USUAL;
        self.traits.get(id).unwrap_or(&USUAL)
    }

    /// How the service of a profile counts amounts.
    pub fn units(&self, id: &ProfileId) -> MinorUnits {
        self.traits(id).amounts.units()
    }

    /// Other things are known of the service of a profile; all that is to be stored now.
    pub(crate) fn with_traits(&mut self, id: ProfileId, traits: ServiceTraits) -> SavedProfiles {
        match traits == ServiceTraits::USUAL {
            true => self.traits.remove(&id),
            false => self.traits.insert(id, traits),
        };
        self.as_saved()
    }

    // ----- keys

    /// A secret is stored at this place.
    pub(crate) fn note_place(&mut self, profile_id: ProfileId, kind: SecretKind, place: SecretPlace) {
        if kind == SecretKind::SecretKey && place == SecretPlace::Keyring {
            self.in_keyring.insert(profile_id.clone());
        }
        match place {
            SecretPlace::Keyring => self.session_only.remove(&(profile_id, kind)),
            SecretPlace::ThisSession(problem) => self.session_only.insert((profile_id, kind), problem),
        };
    }

    /// No secret of a profile is stored any more.
    pub(crate) fn forget_places(&mut self, profile_id: &ProfileId) {
        self.session_only.retain(|(id, _), _| id != profile_id);
        self.in_keyring.remove(profile_id);
        self.sign_ins.remove(profile_id);
    }

    /// Removes a profile and its secrets.
    pub(crate) fn remove(&mut self, profile_id: ProfileId, outbox: &mut Outbox) {
        self.saved.retain(|profile| profile.id != profile_id);
        self.unlocked.remove(&profile_id);
        self.traits.remove(&profile_id);
        self.editor = None;
        outbox.push(self.file());
        outbox.push(SecretsEffect::ForgetSecrets { profile_id });
    }

    // ----- dashboard sign-in

    /// Whether a person is signed in to the dashboard with a profile.
    pub fn sign_in(&self, id: &ProfileId) -> DashboardSignIn {
        self.sign_ins.get(id).copied().unwrap_or_default()
    }

    pub(crate) fn set_sign_in(&mut self, id: ProfileId, sign_in: DashboardSignIn) {
        self.sign_ins.insert(id, sign_in);
    }

    /// Forgets the token of a profile; `left` says how that is shown.
    pub(crate) fn forget_sign_in(&mut self, id: &ProfileId, left: DashboardSignIn, outbox: &mut Outbox) {
        let (profile_id, kind) = (id.clone(), SecretKind::SignInToken);
        outbox.push(SecretsEffect::ForgetSecret { profile_id, kind });
        self.sign_ins.insert(id.clone(), left);
    }

    // ----- production

    /// Whether a profile, ready to be asked, is one of production that a person may unlock.
    pub fn may_unlock(&self, profile: Option<&Profile>) -> bool {
        let saved_read_only = self.current_saved().is_some_and(|saved| saved.read_only);
        !saved_read_only && !self.policy.production_read_only && self.is_locked_production(profile)
    }

    pub fn may_lock(&self, profile: Option<&Profile>) -> bool {
        profile.is_some_and(|profile| self.is_unlocked(&profile.id))
    }

    pub(crate) fn is_locked_production(&self, profile: Option<&Profile>) -> bool {
        let production = profile.filter(|profile| profile.environment == Environment::Production);
        production.is_some_and(|profile| !self.is_unlocked(&profile.id))
    }

    /// From now on, until the program is closed, the profile may change things in production.
    pub(crate) fn unlock(&mut self, profile_id: ProfileId) {
        self.unlocked.insert(profile_id);
    }

    pub(crate) fn lock(&mut self) {
        self.unlocked.remove(&self.current);
    }
}
