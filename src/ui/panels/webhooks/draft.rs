//! What is typed into the panel, kept when it is left.

use egui::Id;

use crate::list::ListState;
use paydesk_widgets::SecretInput;

/// Texts of the signature checker and of the search.
#[derive(Debug, Default)]
pub struct WebhooksDraft {
    /// The webhook secret of the profile, on its way to the keyring.
    pub secret: SecretInput,
    pub verifier: VerifierDraft,
    /// What is looked for in the list.
    pub search: String,
    pub list: ListState<u64>,
    /// The field of the verifier that is to have the keyboard.
    pub(super) wants: Option<VerifierField>,
    /// What opened the verifier: it gets the keyboard back.
    pub(super) opener: Option<Id>,
    /// Whether the exact bytes are unfolded.
    pub exact_open: bool,
    pub pretty_closed: bool,
}

/// A field of the verifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VerifierField {
    Body,
    Secret,
}

/// What is checked in the verifier.
#[derive(Debug, Default)]
pub struct VerifierDraft {
    pub body: String,
    pub header: String,
    pub secret: SecretInput,
}
