//! Something that went wrong outside, as text for the user.

use crate::secret::VaultError;
use crate::text::sentences;

/// A problem met outside, already as text for the user: what happened, to what, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub what: String,
    pub what_to_do: String,
}

impl Problem {
    /// What happened and what to do, as sentences of one text.
    pub fn text(&self) -> String {
        sentences(&[&self.what, &self.what_to_do])
    }
}

impl From<VaultError> for Problem {
    fn from(error: VaultError) -> Self {
        Self { what: error.to_string(), what_to_do: error.what_to_do().into() }
    }
}
