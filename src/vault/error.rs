//! Why the keyring did not do what was asked, in our own text: the keyring's can carry the secret.

use super::ANSWER_TIMEOUT;
use crate::domain::secret::SecretKind;

/// Why the keyring did not do what was asked. The sentence says what happened, [`VaultError::what_to_do`] the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VaultError {
    #[error("This session has no message bus, and without one no keyring can be reached")]
    NoBus,
    #[error("No keyring service runs on this computer")]
    NoProvider,
    #[error("The keyring service has no keyring to keep keys in")]
    NoKeyring,
    #[error("The keyring is locked")]
    Locked,
    #[error("The question to unlock the keyring was dismissed")]
    Dismissed,
    #[error("The keyring has no {} for this profile", .0.name())]
    NotFound(SecretKind),
    #[error("The keyring holds more than one {} for this profile", .0.name())]
    SeveralMatches(SecretKind),
    #[error("The {} is too long for this keyring", .0.name())]
    TooLong(SecretKind),
    #[error("What the keyring holds for this profile is no {}", .0.name())]
    NotAKey(SecretKind),
    #[error("The keyring did not answer within {} seconds", ANSWER_TIMEOUT.as_secs())]
    TimedOut,
    #[error("The keyring is still busy with an earlier change of this {}", .0.name())]
    StillBusy(SecretKind),
    #[error("The keyring has stopped answering")]
    Hanging,
    #[error("The keyring service ended before it had answered")]
    Died,
    #[error("The keyring reported an error")]
    Failed,
}

impl VaultError {
    /// What the person can do.
    pub fn what_to_do(self) -> &'static str {
        match self {
            Self::NoBus => "Start Paydesk from a desktop session, or inside dbus-run-session",
            Self::NoProvider => "Install or start one (GNOME Keyring, KWallet, KeePassXC) and try again",
            Self::NoKeyring => {
                "Create a default keyring (in Passwords and Keys or KWalletManager), or sign in again, and try again"
            }
            Self::Locked => "Unlock it (in Passwords and Keys, KWalletManager or Keychain Access) and try again",
            Self::Dismissed => "Try again and give the keyring's password when you are asked",
            Self::NotFound(_) => "Give the key of the profile again",
            Self::SeveralMatches(_) => "Delete the entries named “paydesk” in your keyring and give the key again",
            Self::TooLong(_) => "Check that it is the key alone; if it is, use it for this session only",
            Self::NotAKey(_) => "Give the key of the profile again",
            Self::TimedOut => "Look for a window that asks for the keyring's password, then try again",
            Self::StillBusy(_) => "Answer the window that asks for the keyring's password, then try again",
            Self::Hanging => "Restart the keyring service (sign out and in again), then try again",
            Self::Died => "Try again; if it stays so, start the keyring service again",
            Self::Failed => "Try again; if it stays so, unlock or restart the keyring",
        }
    }

    /// Whether a keyring that was reached before may be gone: the next call looks for it anew.
    pub(super) fn loses_the_store(self) -> bool {
        match self {
            Self::NoBus | Self::NoProvider | Self::NoKeyring | Self::Died | Self::Hanging | Self::Failed => true,
            Self::Locked
            | Self::Dismissed
            | Self::NotFound(_)
            | Self::SeveralMatches(_)
            | Self::TooLong(_)
            | Self::NotAKey(_)
            | Self::TimedOut
            | Self::StillBusy(_) => false,
        }
    }
}
