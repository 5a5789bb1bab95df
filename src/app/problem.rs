//! Something that went wrong outside, in words for the person.

/// A problem met outside, already in words for the person: what happened, to what, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub what: String,
    pub what_to_do: String,
}
