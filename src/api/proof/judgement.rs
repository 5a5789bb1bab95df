//! What an object says of a call, by what follows from it.

use super::reason::JudgementReason;

/// What an object says of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// It happened, and by this call: the object is the answer to it or names it. The service's word for its status,
    /// which may say that it is not finished.
    Ours(String),
    /// What was asked for is there; nothing shows who did it.
    There(String),
    /// It happened, and the service says `failed`.
    Declined { code: Option<String>, message: String },
    /// The object is as it was.
    Untouched,
    /// It cannot happen any more: something else happened instead.
    Overtaken(JudgementReason),
    /// Something else happened, and what was asked for is not there.
    NotThere(JudgementReason),
    /// What it says cannot be true of what was asked: two numbers, or a number and a status.
    Contradiction(JudgementReason),
    /// It is another object, or names another call.
    Another(JudgementReason),
    /// Nothing of the above; a person has to look.
    Unclear(JudgementReason),
}

impl Judgement {
    /// Why it settles nothing, where it does not.
    pub fn reason(&self) -> Option<&JudgementReason> {
        match self {
            Self::Overtaken(reason)
            | Self::NotThere(reason)
            | Self::Contradiction(reason)
            | Self::Another(reason)
            | Self::Unclear(reason) => Some(reason),
            Self::Ours(_) | Self::There(_) | Self::Declined { .. } | Self::Untouched => None,
        }
    }
}
