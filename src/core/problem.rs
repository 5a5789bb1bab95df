//! Something that went wrong outside, as text for the user.

/// A problem met outside, already as text for the user: what happened, to what, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub what: String,
    pub what_to_do: String,
}
