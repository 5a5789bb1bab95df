//! How far a person is signed in to the dashboard of a service.

use crate::problem::Problem;
use paydesk_domain::secret::{SecretText, SignInToken};

/// Whether a person is signed in to the dashboard of a service with a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DashboardSignIn {
    #[default]
    SignedOut,
    SignedIn,
    /// The service does not take the token any more, or the keyring does not have it: the person signs in again.
    Expired,
}

/// What a person does about it in the editor of a profile.
#[derive(Debug, Clone, PartialEq)]
pub enum SignInAction {
    /// With an e-mail address and a password, which are used once and stored nowhere.
    Begin {
        email: String,
        password: SecretText,
    },
    /// With the six digits of the person's app.
    Code(SecretText),
    /// Without a second factor, where the service allows it.
    Skip,
    SignOut,
}

/// How far a sign-in is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SignInProgress {
    /// The step that the service is asked for.
    pub(super) asking: Option<u64>,
    /// What the second factor is given with.
    pub(super) second_factor: Option<SignInToken>,
    /// Why the last step did not succeed.
    pub problem: Option<Problem>,
}

impl SignInProgress {
    pub fn is_asking(&self) -> bool {
        self.asking.is_some()
    }

    /// Whether the service asks for a second factor.
    pub fn wants_second_factor(&self) -> bool {
        self.second_factor.is_some()
    }
}
