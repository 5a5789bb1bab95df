//! What went wrong with a call, in words, and what the person can do about it.

use super::call::KeyRole;
use super::encoding::COMPRESSED;
use super::error::CallError;
use super::refusal_codes::code_advice;
use paydesk_domain::text::visible;

impl CallError {
    /// What happened, in one sentence without a full stop.
    pub fn what(&self) -> String {
        match self {
            Self::Unreachable(problem) if problem.certificate => {
                format!("The service's certificate was refused: {}", visible(&problem.message, 200))
            }
            error if error.is_refused_by_proxy() => "The proxy refused the connection".to_owned(),
            Self::Unreachable(problem) => format!("The service cannot be reached: {}", visible(&problem.message, 200)),
            Self::NoKey(KeyRole::SignIn) => "You are signed out of the service's dashboard".to_owned(),
            Self::NoKey(_) => "This profile has no admin key".to_owned(),
            Self::Lost(loss) => format!("No response arrived: {}", loss.what()),
            Self::Service { error, .. } => visible(&error.message, 300),
            Self::Foreign { excerpt, .. } if excerpt.starts_with(COMPRESSED) => excerpt.clone(),
            Self::Foreign { status, .. } => format!("Something other than the service answered with HTTP {status}"),
            Self::Decode(error) => format!("The service's response cannot be read: {error}"),
            Self::Outdated => "The response is out of date: a proxy may have answered from its cache".to_owned(),
        }
    }

    /// The service's code and HTTP status, where it gave them: `AU_01 · HTTP 401`.
    pub fn code(&self) -> Option<String> {
        match self {
            Self::Service { status, error } if error.code.is_empty() => Some(format!("HTTP {status}")),
            Self::Service { status, error } => Some(format!("{} · HTTP {status}", visible(&error.code, 20))),
            Self::Foreign { status, .. } => Some(format!("HTTP {status}")),
            Self::Unreachable(_) | Self::NoKey(_) | Self::Lost(_) | Self::Decode(_) | Self::Outdated => None,
        }
    }

    /// What the person can do.
    pub fn what_to_do(&self) -> &'static str {
        if let Self::Service { error, .. } = self
            && let Some(advice) = code_advice(&error.code)
        {
            return advice;
        }
        match self {
            Self::Unreachable(problem) if problem.certificate => {
                "Do not use this address until its certificate is valid"
            }
            error if error.is_refused_by_proxy() => "Check the proxy's user name and password in Settings → Profiles",
            Self::Unreachable(_) => "Check the network and the profile's address; Paydesk tries again automatically",
            Self::NoKey(KeyRole::SignIn) => "Sign in again in Settings → Profiles",
            Self::NoKey(_) => "Add the admin key in Settings → Profiles",
            Self::Lost(_) => "Try again; reading changes nothing",
            error if error.wants_login() => {
                "This needs a signed-in user: use the service's own dashboard, or ask its operator to allow API keys"
            }
            error if error.may_refuse_key() => "The service may not accept this key here: check this profile's key",
            Self::Service { status: 401, .. } => {
                "Replace this profile's key; Paydesk no longer uses the \
                old one"
            }
            Self::Service { status: 403, .. } => "This key has no permission for that: use another key",
            Self::Service { status: 404, .. } => "Check the ID and the profile: it may belong to another account",
            Self::Service { status: 429, .. } => "Paydesk continues automatically once the limit resets",
            Self::Service { status, .. } if *status >= 500 => "The service has a problem: try again in a minute",
            Self::Service { .. } => "Check the request",
            Self::Foreign { .. } => "Check for a proxy or a login page between Paydesk and the service",
            Self::Decode(_) => "The service may be newer than Paydesk; copy the raw response from Requests",
            Self::Outdated => "Try again, or ask your network administrator to turn off caching for the service",
        }
    }
}
