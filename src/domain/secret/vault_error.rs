//! Why the keyring did not do what was asked, as a type: the keyring's own words can carry the secret.

use std::time::Duration;

use super::SecretKind;

/// Longest wait for one call of the keyring.
pub const VAULT_ANSWER_TIMEOUT: Duration = Duration::from_secs(3);

/// Why the keyring did not do what was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VaultError {
    /// This session has no message bus.
    NoBus,
    NoProvider,
    NoKeyring,
    Locked,
    /// The question to unlock it was dismissed.
    Dismissed,
    NotFound(SecretKind),
    SeveralMatches(SecretKind),
    TooLong(SecretKind),
    NotAKey(SecretKind),
    /// No answer within [`VAULT_ANSWER_TIMEOUT`].
    TimedOut,
    /// It is busy with an earlier change of this secret.
    StillBusy(SecretKind),
    Hanging,
    Died,
    Failed,
}
