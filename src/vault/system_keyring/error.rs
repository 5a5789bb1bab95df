//! Which errors of the keyring mean that it has to be looked for again.

use paydesk_domain::secret::VaultError;

/// Whether a keyring that was reached before may be gone: the next call looks for it again.
pub(super) fn loses_the_store(error: VaultError) -> bool {
    match error {
        VaultError::NoBus
        | VaultError::NoProvider
        | VaultError::NoKeyring
        | VaultError::Died
        | VaultError::Hanging
        | VaultError::Failed => true,
        VaultError::NotBuilt
        | VaultError::Locked
        | VaultError::Dismissed
        | VaultError::NotFound(_)
        | VaultError::SeveralMatches(_)
        | VaultError::TooLong(_)
        | VaultError::NotAKey(_)
        | VaultError::TimedOut
        | VaultError::StillBusy(_) => false,
    }
}
