//! What is typed into the panel, kept when it is left.

use crate::ui::widgets::SecretInput;

/// See the module.
#[derive(Debug, Default)]
pub struct EventsDraft {
    /// The webhook secret of the profile, on its way to the keyring.
    pub secret: SecretInput,
    pub verifier: VerifierDraft,
    /// Whether the exact bytes are unfolded.
    pub exact_open: bool,
    pub pretty_closed: bool,
}

/// What is checked in the verifier.
#[derive(Debug, Default)]
pub struct VerifierDraft {
    pub body: String,
    pub header: String,
    pub secret: SecretInput,
}
