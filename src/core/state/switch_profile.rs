//! Switching to another profile, and what changing, adding, removing and unlocking one means for everything else.
//!
//! Each profile keeps its own panels' state while another is at work. Nothing of one profile is ever sent with the key
//! of another: reads under way are given up when the profile is switched, what was about to be sent is not, and what
//! was sent is settled when its profile is at work again.

use paydesk_api::error::CallError;
use paydesk_api::outcome::LostAnswer;
use paydesk_api::rate_limit::RateHeaders;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::{SecretKind, SecretText};

use crate::connection_test::ProfileTest;
use crate::context::fact::FeatureFact;
use crate::dialog::Dialog;
use crate::effect::{ApiEffect, HistoryJob};
use crate::features::connection::ConnectionState;
use crate::features::profiles::{DashboardSignIn, open_operations_text};
use crate::features::toasts::ToastKind;
use crate::message::SecretPlace;
use crate::problem::Problem;
use crate::profiles::ProfileInput;
use crate::route::Route;
use crate::service_traits::{CapabilityChange, TraitChange};
use crate::settings::SettingsChange;
use crate::state::State;

/// Why an operation of the profile that was left is not sent.
const SWITCHED: &str = "another profile was chosen before it was sent";

impl State {
    /// Makes the service of the current profile ready.
    pub(crate) fn connect(&mut self) {
        self.outbox.push(ApiEffect::Connect(self.profiles.service()));
    }

    /// Works with another profile. Its panels are as they were left; those of this one are stored.
    pub(crate) fn switch_profile(&mut self, id: ProfileId) {
        if self.activate(id) {
            self.connect();
        }
    }

    /// Works with another profile without asking for its service. False where it is at work already, or not known.
    fn activate(&mut self, id: ProfileId) -> bool {
        let known = id.is_embedded() || self.profiles.find(&id).is_some();
        if !known || id == self.profiles.current {
            return false;
        }
        self.leave_profile(SWITCHED);
        self.with(|features, cx| features.drafts.save_now(cx));
        self.profiles.current = id.clone();
        self.swap_workspace(&id);
        self.enter_profile();
        self.change_settings(SettingsChange::Profile(Some(id).filter(|id| !id.is_embedded())));
        true
    }

    /// Gives up what is under way for the current profile, before it is left or asked again.
    fn leave_profile(&mut self, why: &str) {
        self.drop_reads(&CallError::Lost(LostAnswer::ConnectionLost), why);
        self.workspace.reads.flush_given_up(&mut self.outbox);
        self.workspace.connection = ConnectionState::default();
        self.workspace.profile = None;
        self.publish(FeatureFact::ProfileLeft);
        self.leave_team();
        // What asks for a decision is asked anew after the return; the value of a new key is reported once.
        self.workspace.dialog.take_if(|dialog| !matches!(dialog, Dialog::NewApiKey { .. }));
    }

    fn enter_profile(&mut self) {
        // What was asked for while another profile was shown did not leave.
        self.drop_reads(&CallError::Lost(LostAnswer::ConnectionLost), SWITCHED);
        self.workspace.records.write_again(self.zone(), self.now);
        self.profiles.key_missing = false;
        self.publish(FeatureFact::ProfileEntered);
    }

    /// Asks for the service of the current profile again: its address or its key has changed.
    fn reconnect(&mut self) {
        self.leave_profile("the profile was changed before it was sent");
        self.enter_profile();
        self.connect();
    }

    /// Gives up the reads of the workspace at hand; where it is shown, all is read again.
    pub(crate) fn read_all_again(&mut self) {
        match self.is_shown() {
            true => self.reconnect(),
            false => self.drop_reads(&CallError::Lost(LostAnswer::ConnectionLost), SWITCHED),
        }
    }

    /// Opens the editor, of a new profile without an id.
    pub(crate) fn edit_profile(&mut self, id: Option<ProfileId>) {
        if let (None, Some(refusal)) = (&id, self.profiles.policy.adding_refusal()) {
            self.toasts.show(self.now, ToastKind::Attention, refusal.to_owned(), None);
        } else if self.profiles.edit(id, self.now) {
            self.workspace.route = Route::Settings;
        }
    }

    /// Open operations of the profile that is edited; a new one has none.
    fn open_operations_of_input(&self, input: &ProfileInput) -> usize {
        input.id.as_ref().map_or(0, |id| self.open_operations_of(id))
    }

    pub(crate) fn test_profile(&mut self, input: &ProfileInput, key: Option<SecretText>) {
        let open = self.open_operations_of_input(input);
        let workspace =
            input.id.as_ref().and_then(|id| self.workspaces().find(|workspace| workspace.profile_id == *id));
        let gate = workspace.map(|workspace| workspace.rate.clone()).unwrap_or_default();
        self.profiles.test(input, key, gate, open, &mut self.rng, &mut self.outbox);
    }

    /// A test of the editor ended; what it used of a rate limit is used for everything that leaves after it.
    pub(crate) fn profile_tested(
        &mut self,
        number: u64,
        profile_id: Option<&ProfileId>,
        result: Result<ProfileTest, Problem>,
        rate: Option<RateHeaders>,
    ) {
        let known = profile_id.filter(|id| self.workspaces().any(|workspace| workspace.profile_id == **id));
        if let (Some(id), Some(rate)) = (known, rate) {
            let is_limit = result.as_ref().is_ok_and(ProfileTest::met_rate_limit);
            self.in_workspace(id, |state| match is_limit {
                true => state.workspace.rate.block(&rate, state.now),
                false => state.note_rate(Some(rate)),
            });
        }
        self.profiles.tested(number, result);
    }

    /// Saves what the editor holds. What it means for the current profile follows.
    pub(crate) fn save_profile(&mut self, input: &ProfileInput, key: Option<SecretText>) {
        let open = self.open_operations_of_input(input);
        let Some(edited) = self.profiles.save(input, key, open, &mut self.rng, &mut self.outbox) else { return };
        if !edited.receives_webhooks {
            self.stop_listening(&edited.id);
        }
        if edited.is_new {
            // `SecretStored` asks for its service: before, there is no key.
            self.activate(edited.id);
        } else if edited.id == self.profiles.current && !edited.with_key && !edited.with_proxy_password {
            // With a new key or password, once it is stored.
            self.reconnect();
        }
    }

    /// Nothing is received for a profile any more.
    fn stop_listening(&mut self, profile_id: &ProfileId) {
        self.in_workspace(profile_id, |state| state.with(|features, cx| features.webhooks.stop_listening(cx)));
    }

    // ----- keys

    /// What became of a secret that was handed over.
    pub(crate) fn secret_handed_over(
        &mut self,
        profile_id: ProfileId,
        kind: SecretKind,
        result: Result<SecretPlace, Problem>,
    ) {
        let is_current = profile_id == self.profiles.current;
        match result {
            Ok(place) => self.secret_stored(profile_id, kind, place),
            Err(problem) => self.secret_not_stored(&profile_id, kind, problem),
        }
        if is_current && matches!(kind, SecretKind::SecretKey | SecretKind::ProxyPassword) {
            self.reconnect();
        }
    }

    fn secret_stored(&mut self, profile_id: ProfileId, kind: SecretKind, place: SecretPlace) {
        let is_current = profile_id == self.profiles.current;
        match kind {
            SecretKind::SecretKey => {
                self.with(|features, cx| features.new_keys.stored(&profile_id, &place, cx));
                // Its token was forgotten with the key of before, which says whose payments it may be for.
                self.profiles.set_sign_in(profile_id.clone(), DashboardSignIn::SignedOut);
                let replaced = TraitChange::Capability(CapabilityChange::KeyReplaced);
                self.in_workspace(&profile_id, |state| state.change_traits(replaced));
            }
            SecretKind::AdminKey => self.in_workspace(&profile_id, |state| {
                state.with(|features, cx| features.api_keys.admin_key_stored(place.clone(), cx));
            }),
            SecretKind::WebhookSecret
            | SecretKind::ProxyPassword
            | SecretKind::TeamPassword
            | SecretKind::SignInToken => {}
        }
        self.profiles.note_place(profile_id, kind, place);
        if is_current && kind == SecretKind::WebhookSecret {
            self.with(|features, cx| features.webhooks.listen(cx));
        }
        if is_current && kind == SecretKind::TeamPassword {
            self.join_team();
        }
    }

    /// Nothing holds it: what was there before, if anything was, is there still.
    fn secret_not_stored(&mut self, profile_id: &ProfileId, kind: SecretKind, problem: Problem) {
        match kind {
            SecretKind::SecretKey => self.new_keys.not_stored(profile_id),
            SecretKind::AdminKey => {
                self.in_workspace(profile_id, |state| state.workspace.api_keys.admin_key_not_stored());
            }
            SecretKind::WebhookSecret
            | SecretKind::ProxyPassword
            | SecretKind::TeamPassword
            | SecretKind::SignInToken => {}
        }
        self.notice(problem);
    }

    pub(crate) fn secrets_forgotten(&mut self, profile_id: &ProfileId, problem: Option<Problem>) {
        self.profiles.forget_places(profile_id);
        problem.into_iter().for_each(|problem| self.notice(problem));
    }

    // ----- removing

    pub(crate) fn ask_remove_profile(&mut self, id: ProfileId) {
        let Some(profile) = self.profiles.find(&id) else { return };
        if self.profiles.is_managed(&id) {
            let text = format!("“{}” is set by your organisation and cannot be removed", profile.name);
            self.toasts.show(self.now, ToastKind::Attention, text, None);
            return;
        }
        let open = self.open_operations_of(&id);
        if open > 0 {
            let text =
                format!("“{}” cannot be removed: {} must be resolved first", profile.name, open_operations_text(open));
            self.toasts.show(self.now, ToastKind::Attention, text, None);
            return;
        }
        self.workspace.dialog = Some(Dialog::RemoveProfile { profile_id: id, opened_at: self.now });
    }

    pub(crate) fn remove_profile(&mut self, profile_id: ProfileId) {
        if self.open_operations_of(&profile_id) > 0 || self.profiles.is_managed(&profile_id) {
            return;
        }
        if self.profiles.current == profile_id {
            self.switch_profile(ProfileId::embedded());
            self.workspace.route = Route::Settings;
        }
        self.stop_listening(&profile_id);
        self.forget_workspace(&profile_id);
        self.new_keys.forget_profile(&profile_id);
        self.change_settings(SettingsChange::ReviewStatus(profile_id.clone(), None));
        self.outbox.push(HistoryJob::Forget { profile_id: profile_id.clone() });
        self.profiles.remove(profile_id, &mut self.outbox);
    }

    // ----- production

    /// Whether the current profile, by its settings or its environment, changes nothing now.
    pub fn profile_is_read_only(&self) -> bool {
        self.workspace.profile.is_some() && self.view().profile_read_only_reason().is_some()
    }

    pub(crate) fn ask_unlock_production(&mut self) {
        let profile = self.workspace.profile.as_ref();
        let is_lockable = !self.profiles.policy.production_read_only;
        if let Some(profile) =
            profile.filter(|profile| is_lockable && self.profiles.is_locked_production(Some(profile)))
        {
            let (profile_id, opened_at) = (profile.id.clone(), self.now);
            self.workspace.dialog = Some(Dialog::UnlockProduction { profile_id, opened_at });
        }
    }
}
