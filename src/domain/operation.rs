//! Calls and operations in general: whether a call changes something and what it proves by itself, what operations work
//! on, how an unknown outcome of one is found out, and who may send it again.

use serde::{Deserialize, Serialize};

pub use super::ResourceKind;

/// Whether a call only reads or changes something at the service: decides its time limits and that only
/// reads are ever repeated by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallKind {
    Read,
    Operation,
}

impl CallKind {
    /// For fields that are left out: a call changes something unless it says that it reads.
    pub fn operation() -> Self {
        Self::Operation
    }

    pub fn is_operation(&self) -> bool {
        *self == Self::Operation
    }
}

/// What a call proves by itself. What an *operation* comes to is decided by the core, which knows what was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::EnumIter)]
pub enum Proof {
    Answered,
    /// Confirmed, with a status that says no.
    Declined,
    Rejected,
    NotSent,
    /// What was sent may have happened; a read brought nothing.
    Unknown,
    /// A read that nobody waited for.
    GivenUp,
}

impl Proof {
    /// The word on screen.
    pub fn word(self) -> &'static str {
        match self {
            Self::Answered => "Answered",
            Self::Declined => "Declined",
            Self::Rejected => "Rejected",
            Self::NotSent => "Not sent",
            Self::Unknown => "Unknown",
            Self::GivenUp => "Given up",
        }
    }

    /// Whether something went wrong.
    pub fn is_trouble(self) -> bool {
        match self {
            Self::Declined | Self::Rejected | Self::NotSent | Self::Unknown => true,
            Self::Answered | Self::GivenUp => false,
        }
    }
}

/// How an unknown outcome is found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Resolution {
    /// The target is read and compared with what was seen and what was wanted.
    Read,
    /// The request goes out again: our ID, or setting the same values, makes that safe.
    Repeat,
    /// No read shows the outcome: it is parked in front of a person.
    Park,
}

/// Who may send again what is not known to have happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResendPolicy {
    /// Paydesk itself: a second copy has no second effect.
    Automatic,
    /// Paydesk itself once a read finds nothing under our id; never with card data.
    AutomaticWhenAbsent,
    /// A person, after the settle window and a fresh read that says it was not executed.
    PersonAfterProof,
    /// A person, after the settle window, told what may exist already.
    PersonWarned,
}
