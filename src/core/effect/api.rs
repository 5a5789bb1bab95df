//! Calls to the service.

use crate::features::disputes::FilePlace;
use crate::profiles::SavedProfile;
use crate::read::{Read, RequestId};
use paydesk_api::call::Request;
use paydesk_api::rate_limit::{Priority, RateGate};
use paydesk_domain::evidence::FileService;
use paydesk_domain::ids::OperationId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::{SecretText, SignInToken};

/// What is asked of a service.
#[derive(Debug, Clone, PartialEq)]
pub enum ApiEffect {
    /// Make the service of a profile ready (the embedded sandbox: listen), answered by `ServiceReady` or
    /// `ServiceFailed`.
    Connect(ServiceChoice),
    /// Try a service with its key, given or kept, answered by `ProfileTested`.
    TestProfile(ProfileTestEffect),
    /// Take a step of a dashboard sign-in, answered by `SignInAnswered`.
    SignIn(SignInEffect),
    /// Read something, answered by `ReadAnswered`. It leaves with the key of its own profile or not at all.
    /// `units` is how the service counts amounts; where that is not known, the answer shows it.
    Read { profile_id: ProfileId, request_id: RequestId, read: Read, priority: Priority, units: MinorUnits },
    /// Nobody waits for this read any more: let go of its connection. Not answered.
    GiveUpRead { request_id: RequestId },
    /// Send an operation once, answered by `OperationAnswered`. The journal holds `sending(attempt)` already.
    /// It leaves with the key of its own profile or not at all.
    SendOperation { profile_id: ProfileId, operation_id: OperationId, attempt: u32, request: Request },
    /// Look at a file of this machine and upload it to the embedded sandbox, answered by `FileUploaded`.
    UploadFile { place: FilePlace, path: String, service: FileService },
}

/// See [`ApiEffect::TestProfile`].
#[derive(Debug, Clone, PartialEq)]
pub struct ProfileTestEffect {
    /// Of the test.
    pub number: u64,
    pub profile: SavedProfile,
    /// The one that is kept, where none is typed.
    pub key: Option<SecretText>,
    /// Address of the proxy with the password that is typed; the one that is kept, where none is.
    pub proxy_login: Option<SecretText>,
    /// What is known of the rate limit of the service; `None` where it is another service than that of the profile.
    pub gate: Option<RateGate>,
}

/// See [`ApiEffect::SignIn`].
#[derive(Debug, Clone, PartialEq)]
pub struct SignInEffect {
    /// Of the step.
    pub number: u64,
    pub profile: SavedProfile,
    pub step: SignInStep,
}

/// A step of a dashboard sign-in.
#[derive(Debug, Clone, PartialEq)]
pub enum SignInStep {
    Password {
        email: String,
        password: SecretText,
    },
    SecondFactor {
        /// The token that it is given with.
        token: SignInToken,
        /// `None` to go on without one.
        code: Option<SecretText>,
    },
}

/// Which service to make ready.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServiceChoice {
    EmbeddedSandbox,
    /// The embedded sandbox in the shapes of hyperswitch.
    EmbeddedHyperswitch,
    Remote(SavedProfile),
}
