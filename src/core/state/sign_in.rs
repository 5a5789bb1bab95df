//! What it means for everything else that a person is signed in to the dashboard of the service, or not any more.

use crate::context::fact::FeatureFact;
use paydesk_api::endpoints::ReadEndpoint;
use paydesk_api::error::CallError;
use paydesk_api::record_reads::Offering;
use paydesk_domain::known::Known;
use paydesk_domain::profile::ProfileId;

use crate::features::payment_count::PaymentCount;
use crate::features::profiles::{DashboardSignIn, SignInAction};
use crate::message::{SecretPlace, SignInReached};
use crate::problem::Problem;
use crate::read::{Read, ReadAnswer, RequestId};
use crate::state::State;
use paydesk_domain::secret::SecretKind;

impl State {
    pub(crate) fn handle_sign_in(&mut self, action: SignInAction) {
        let is_sign_out = action == SignInAction::SignOut;
        self.profiles.handle_sign_in(action, &mut self.outbox);
        if is_sign_out {
            self.workspace.payment_count = PaymentCount::default();
        }
    }

    /// The keyring has a token for the profile: it is used until the service does not take it any more.
    pub(crate) fn sign_in_found(&mut self, profile_id: ProfileId) {
        self.profiles.set_sign_in(profile_id, DashboardSignIn::SignedIn);
    }

    /// The keyring has no token, and somebody was signed in before: only then does the service count payments.
    pub(crate) fn note_missing_sign_in(&mut self, profile_id: ProfileId) {
        let counted = self.view().traits.capabilities.offering(ReadEndpoint::PaymentCounts);
        if counted == Some(Offering::Offered) && self.profiles.sign_in(&profile_id) == DashboardSignIn::SignedOut {
            self.profiles.set_sign_in(profile_id, DashboardSignIn::Expired);
        }
    }

    pub(crate) fn sign_in_answered(
        &mut self,
        number: u64,
        profile_id: ProfileId,
        result: Result<SignInReached, Problem>,
    ) {
        if let Ok(SignInReached::SignedIn(place)) = &result {
            self.note_sign_in_place(&profile_id, place.clone());
        }
        let signed_in = self.profiles.sign_in_answered(number, profile_id, result);
        if signed_in.is_some_and(|id| self.workspace.profile_id == id) {
            self.publish(FeatureFact::SignedIn);
        }
    }

    fn note_sign_in_place(&mut self, profile_id: &ProfileId, place: SecretPlace) {
        self.profiles.note_place(profile_id.clone(), SecretKind::SignInToken, place);
    }

    /// Whether an answer says that the token of the sign-in is not good any more. It says nothing of the key then.
    pub(crate) fn note_sign_in_refusal(&mut self, request_id: RequestId, answer: &ReadAnswer) -> bool {
        let is_refused = answer.error().is_some_and(|error| error.is_signed_out() || error.status() == Some(401));
        let id = self.workspace.profile_id.clone();
        let was_with_it = self.workspace.reads.under_way(request_id).is_some_and(Read::takes_sign_in);
        if !is_refused || !was_with_it || self.profiles.sign_in(&id) == DashboardSignIn::SignedOut {
            return false;
        }
        if self.profiles.sign_in(&id) == DashboardSignIn::SignedIn {
            match answer.error().is_some_and(CallError::is_signed_out) {
                // The keyring did not give the token: it may have it again the next time.
                true => self.profiles.set_sign_in(id, DashboardSignIn::Expired),
                false => self.profiles.forget_sign_in(&id, DashboardSignIn::Expired, &mut self.outbox),
            }
            self.workspace.payment_count = PaymentCount::default();
        }
        true
    }

    pub(crate) fn payments_counted(&mut self, request_id: RequestId, result: Result<u64, CallError>) {
        let here = self.payments_here();
        self.workspace.payment_count.answered(request_id, result, here);
    }

    /// The payments that are known on this computer, exactly where they are all.
    fn payments_here(&self) -> Known<u64> {
        let (history, payments) = (&self.workspace.history, &self.workspace.payments);
        let listed = payments.complete && !payments.is_stalled && !payments.filter.is_active();
        match listed && history.columns().is_empty() {
            true => Known::Exact(payments.loaded() as u64),
            false => Known::Exact(history.columns().len() as u64).at_least_if(!history.knows_all()),
        }
    }
}
