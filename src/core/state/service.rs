//! What it means for everything else that the service of the current profile is there, is gone, or refuses its key.

use paydesk_api::error::CallError;
use paydesk_api::outcome::LostAnswer;
use paydesk_api::rate_limit::RateHeaders;
use paydesk_api::resources::payments::calls::ListMethod;
use paydesk_domain::profile::{Profile, ProfileId};
use paydesk_domain::secret::SecretKind;

use crate::context::fact::FeatureFact;
use crate::features::connection::{ConnectionState, LinkChange, check_service};
use crate::message::SecretPlace;
use crate::operations::Input;
use crate::problem::Problem;
use crate::read::{ReadAnswer, RequestId};
use crate::service_link::not_there;
use crate::state::State;

impl State {
    /// The service of the profile is ready to be asked.
    pub(crate) fn service_ready(&mut self, profile: Profile, key_place: Option<SecretPlace>) {
        if profile.id != self.profiles.current {
            // The person has chosen another one meanwhile.
            return;
        }
        if let Some(place) = key_place {
            self.profiles.note_place(profile.id.clone(), SecretKind::SecretKey, place);
        }
        self.profiles.key_missing = false;
        self.note_missing_sign_in(profile.id.clone());
        self.workspace.profile = Some(profile);
        self.join_team();
        self.workspace.connection = ConnectionState::ready(self.now);
        self.workspace.service_clock.connected_anew();
        self.check_service();
        if self.view().traits.payment_list.form().method == ListMethod::Get {
            // No other read measures it: a cache may answer each of them.
            self.measure_clock();
        }
        self.publish(FeatureFact::ServiceReady);
    }

    pub(crate) fn service_failed(&mut self, profile_id: &ProfileId, problem: Problem, key_missing: bool) {
        if profile_id != self.profiles.current {
            return;
        }
        self.profiles.key_missing = key_missing;
        self.workspace.profile = None;
        let error = not_there(&problem);
        self.workspace.connection = ConnectionState::not_started(problem);
        self.drop_reads(&error, "no service is connected");
    }

    /// Gives up all reads under way: what was loading shows `error`, what was about to be sent is not.
    pub(crate) fn drop_reads(&mut self, error: &CallError, why: &str) {
        self.workspace.reads.clear();
        self.publish(FeatureFact::ReadsDropped(error.clone()));
        self.operate(Input::ReadsDropped { why });
    }

    /// The person asks for another try: of the start, or with the locked key.
    pub(crate) fn retry_service(&mut self) {
        self.workspace.connection = ConnectionState::default();
        let lost = CallError::Lost(LostAnswer::ConnectionLost);
        self.drop_reads(&lost, "Paydesk reconnected before it was sent");
        match self.workspace.profile.clone() {
            Some(profile) => self.service_ready(profile, None),
            None => self.connect(),
        }
    }

    /// Looks at the service if it is time.
    pub(crate) fn check_service(&mut self) {
        if self.workspace.connection.take_due(self.now) {
            self.with(|_, cx| check_service(cx));
        }
    }

    /// Every answer says something of the connection; a service that came back refreshes what failed.
    /// One that nobody waits for any more may be of an earlier key or service: only its headers count.
    pub(crate) fn note_answer(&mut self, request_id: RequestId, answer: &ReadAnswer, rate: Option<RateHeaders>) {
        let error = answer.error();
        match error {
            Some(error) if error.is_rate_limit() => self.workspace.rate.block(&rate.unwrap_or_default(), self.now),
            _ => self.note_rate(rate),
        }
        let workspace = &self.workspace;
        let is_wanted = workspace.reads.awaits(request_id);
        // What is said of the admin key is not said of the key of the profile.
        if workspace.connection.lock().is_some() || !is_wanted || workspace.reads.uses_admin_key(request_id) {
            return;
        }
        if self.note_sign_in_refusal(request_id, answer) {
            return;
        }
        match (self.workspace.connection.answered(answer, self.now), error) {
            (LinkChange::Locked, Some(error)) => self.lock_profile(error),
            (LinkChange::CameBack, _) => self.publish(FeatureFact::ServiceCameBack),
            (LinkChange::None | LinkChange::Locked, _) => {}
        }
    }

    pub(crate) fn note_rate(&mut self, rate: Option<RateHeaders>) {
        if let Some(rate) = rate {
            self.workspace.rate.observe(&rate, self.now);
        }
    }

    /// The key is refused: nothing more is sent with this key; open operations stay listed.
    pub(crate) fn lock_profile(&mut self, error: &CallError) {
        self.workspace.connection = ConnectionState::locked(error.clone());
        self.drop_reads(error, "the profile was locked before it was sent");
    }
}
