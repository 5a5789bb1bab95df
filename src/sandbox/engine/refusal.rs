//! Why the engine does not do what it was asked: a reason for programs and a message for people. The
//! HTTP side gives it status, type and code.

use std::fmt;

/// What kind of refusal it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// A required field is not there.
    Missing,
    /// A field has a value it may not have.
    Invalid,
    /// The object's state does not allow it.
    NotAllowedNow,
    /// It has been done already, or contradicts what was done.
    Conflict,
    /// A payment of that id exists (`HE_01`); as a conflict unless the switch asks for a plain 400.
    PaymentExists {
        as_400: bool,
    },
    NotFound,
    /// The sandbox itself failed; nothing was done.
    Internal,
}

/// A refused request: nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub reason: Reason,
    /// What was wrong with which field or object.
    pub message: String,
}

impl Refusal {
    pub fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self { reason, message: message.into() }
    }

    pub fn missing(field: &str) -> Self {
        Self::new(Reason::Missing, format!("{field} is required"))
    }

    /// `rule` continues the sentence after the name of the field: `must be …`.
    pub fn invalid(field: &str, rule: impl fmt::Display) -> Self {
        Self::new(Reason::Invalid, format!("{field} {rule}"))
    }

    pub fn not_found(kind: &str, id: &str) -> Self {
        Self::new(Reason::NotFound, format!("no {kind} has the id {}", quoted(id)))
    }

    pub fn not_allowed(message: impl Into<String>) -> Self {
        Self::new(Reason::NotAllowedNow, message)
    }

    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new(Reason::Conflict, message)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Self {
        tracing::error!(%error, "the sandbox's storage failed");
        Self::new(Reason::Internal, "the sandbox's storage failed; nothing was done")
    }
}

/// A stranger's text within a message: bounded, and nothing invisible.
pub fn quoted(text: &str) -> String {
    format!("“{}”", paydesk_domain::text::visible(text, 80))
}
