//! What goes wrong with a call, in the service's own words where it has any, with what to do about it.

use std::fmt;

use serde_json::Value;

pub use crate::domain::document::DecodeError;
use crate::domain::scrub::scrubbed_within;
use crate::domain::text::visible;

use super::outcome::{ConnectProblem, LostAnswer};

/// The service's error body: `{ error: { type, code, message } }`
/// ([API reference](crate::api::reference::errors#body)).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiError {
    pub kind: String,
    pub code: String,
    pub message: String,
}

impl ApiError {
    /// Reads the error shape; `None` when the body has another one (a proxy's page, say).
    pub fn from_json(body: &Value) -> Option<Self> {
        let error = body.get("error")?.as_object()?;
        let word = |name: &str| error.get(name).and_then(Value::as_str).map(clean);
        let message = word("message")?;
        let code = word("code").unwrap_or_default();
        let kind = word("type").unwrap_or_default();
        (!code.is_empty() || !kind.is_empty()).then_some(Self { kind, code, message })
    }

    /// Whether this is `HE_01`: a payment with that id already exists.
    pub fn is_already_exists(&self) -> bool {
        self.code == "HE_01"
    }
}

/// Longest word of a refusal that is kept, in bytes.
const WORD_MAX_BYTES: usize = 4 * 1024;

/// A service may repeat in a refusal what was sent to it.
fn clean(text: &str) -> String {
    scrubbed_within(text, WORD_MAX_BYTES)
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = visible(&self.message, 300);
        if self.code.is_empty() { f.write_str(&message) } else { write!(f, "{message} ({})", visible(&self.code, 20)) }
    }
}

/// Why a read brought nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallError {
    Unreachable(ConnectProblem),
    Lost(LostAnswer),
    /// The service said no, in its error shape.
    Service {
        status: u16,
        error: ApiError,
    },
    /// Something answered that is not the service: a proxy, a captive portal, a redirect.
    Foreign {
        status: u16,
        excerpt: String,
    },
    Decode(DecodeError),
}

impl CallError {
    /// The key was refused (401): the profile is locked until it is replaced.
    pub fn locks_profile(&self) -> bool {
        matches!(self, Self::Service { status: 401, .. })
    }

    pub fn is_rate_limit(&self) -> bool {
        matches!(self, Self::Service { status: 429, .. })
    }

    /// The service says there is no such thing (404 with `IR_05`), and no proxy does.
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Service { status: 404, error } if error.code == "IR_05")
    }

    pub fn is_not_found(&self) -> bool {
        matches!(self, Self::Service { status: 404, .. })
    }

    /// Reads are repeated on 5xx, 429 and lost answers, never on anything else
    /// ([API reference](crate::api::reference::errors#codes)).
    pub fn may_retry_read(&self) -> bool {
        match self {
            Self::Unreachable(problem) => !problem.certificate,
            Self::Lost(_) => true,
            Self::Service { status, .. } | Self::Foreign { status, .. } => *status == 429 || *status >= 500,
            Self::Decode(_) => false,
        }
    }

    /// What happened, in one sentence without a full stop.
    pub fn what(&self) -> String {
        match self {
            Self::Unreachable(problem) if problem.certificate => {
                format!("The service's certificate was refused: {}", visible(&problem.words, 200))
            }
            Self::Unreachable(problem) => format!("The service cannot be reached: {}", visible(&problem.words, 200)),
            Self::Lost(loss) => format!("The answer did not arrive: {}", loss.what()),
            Self::Service { error, .. } => visible(&error.message, 300),
            Self::Foreign { status, .. } => format!("Something other than the service answered with HTTP {status}"),
            Self::Decode(error) => format!("The service's answer cannot be read: {error}"),
        }
    }

    /// The service's code and HTTP status, where it gave them: `AU_01 · HTTP 401`.
    pub fn code(&self) -> Option<String> {
        match self {
            Self::Service { status, error } if error.code.is_empty() => Some(format!("HTTP {status}")),
            Self::Service { status, error } => Some(format!("{} · HTTP {status}", visible(&error.code, 20))),
            Self::Foreign { status, .. } => Some(format!("HTTP {status}")),
            Self::Unreachable(_) | Self::Lost(_) | Self::Decode(_) => None,
        }
    }

    /// What the person can do.
    pub fn what_to_do(&self) -> &'static str {
        match self {
            Self::Unreachable(problem) if problem.certificate => {
                "Do not send anything to this address before its certificate is right"
            }
            Self::Unreachable(_) => "Check the network and the address of the profile; the desk keeps trying",
            Self::Lost(_) => "Try again; nothing was changed by reading",
            Self::Service { status: 401, .. } => "Replace the key of this profile; nothing more is sent with it",
            Self::Service { status: 403, .. } => "This key may not do that: use a key with the permission",
            Self::Service { status: 404, .. } => "Check the id and the profile: it may belong to another account",
            Self::Service { status: 429, .. } => "The desk waits for the limit to reset and goes on by itself",
            Self::Service { status, .. } if *status >= 500 => "The service has a problem: try again in a minute",
            Self::Service { .. } => "Check what was asked for",
            Self::Foreign { .. } => "Look for a proxy or a login page between here and the service",
            Self::Decode(_) => "The service may be newer than this desk; the raw answer can be copied from the log",
        }
    }
}
