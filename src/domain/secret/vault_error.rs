//! Why the keyring did not do what was asked, as a type: the keyring's own words can carry the secret.

use std::fmt;
use std::time::Duration;

use super::SecretKind;

/// Longest wait for one call of the keyring.
pub const VAULT_ANSWER_TIMEOUT: Duration = Duration::from_secs(3);

/// Why the keyring did not do what was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VaultError {
    /// The program was built without one, for servers.
    NotBuilt,
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

impl fmt::Display for VaultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotBuilt => f.write_str("This build of Paydesk is for servers and has no keyring"),
            Self::NoBus => f.write_str("This session has no message bus, so Paydesk cannot reach a keyring"),
            Self::NoProvider => f.write_str("No keyring service is running on this computer"),
            Self::NoKeyring => f.write_str("The keyring service has no keyring to store keys in"),
            Self::Locked => f.write_str("The keyring is locked"),
            Self::Dismissed => f.write_str("The request to unlock the keyring was dismissed"),
            Self::NotFound(kind) => write!(f, "The keyring has no {} for this profile", kind.name()),
            Self::SeveralMatches(kind) => {
                write!(f, "The keyring contains more than one {} for this profile", kind.name())
            }
            Self::TooLong(kind) => write!(f, "The {} is too long for this keyring", kind.name()),
            Self::NotAKey(kind) => {
                write!(f, "The keyring entry for this profile does not contain a valid {}", kind.name())
            }
            Self::TimedOut => {
                write!(f, "The keyring did not answer within {} seconds", VAULT_ANSWER_TIMEOUT.as_secs())
            }
            Self::StillBusy(kind) => {
                write!(f, "The keyring is still busy with an earlier change to this {}", kind.name())
            }
            Self::Hanging => f.write_str("The keyring has stopped answering"),
            Self::Died => f.write_str("The keyring service stopped before it answered"),
            Self::Failed => f.write_str("The keyring reported an error"),
        }
    }
}

impl std::error::Error for VaultError {}

impl VaultError {
    /// What the person can do.
    pub fn what_to_do(self) -> &'static str {
        match self {
            Self::NotBuilt => "Install Paydesk for the desktop, which has one",
            Self::NoBus => "Start Paydesk from a desktop session, or inside dbus-run-session",
            Self::NoProvider => "Install or start one (GNOME Keyring, KWallet, KeePassXC) and try again",
            Self::NoKeyring => "Create a default keyring (in Passwords and Keys or KWalletManager) or sign in again",
            Self::Locked => "Unlock it (in Passwords and Keys, KWalletManager or Keychain Access) and try again",
            Self::Dismissed => "Try again and enter the keyring's password when asked",
            Self::NotFound(_) | Self::NotAKey(_) => "Enter the profile's key again",
            Self::SeveralMatches(_) => "Delete the entries named “paydesk” in your keyring and enter the key again",
            Self::TooLong(_) => "Check that you pasted only the key; if so, use it for this session only",
            Self::TimedOut => "Look for a window that asks for the keyring's password, then try again",
            Self::StillBusy(_) => "Answer the window that asks for the keyring's password, then try again",
            Self::Hanging => "Restart the keyring service (sign out and in again), then try again",
            Self::Died => "Try again; if it happens again, restart the keyring service",
            Self::Failed => "Try again; if it happens again, unlock or restart the keyring",
        }
    }
}
