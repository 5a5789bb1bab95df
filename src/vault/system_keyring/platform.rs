//! The keyring of each platform: how it is reached, and what its own errors mean.

use std::sync::Arc;

use keyring::{CredentialStore, Error};
use zeroize::Zeroizing;

use paydesk_domain::secret::SecretKind;
use paydesk_domain::secret::VaultError;

/// Reaches the keyring of this platform; may wait for it, but not for a person.
pub(super) fn open_store() -> Result<Arc<CredentialStore>, Error> {
    #[cfg(target_os = "macos")]
    let store = apple_native_keyring_store::keychain::Store::new()?;
    #[cfg(windows)]
    let store = windows_native_keyring_store::Store::new()?;
    #[cfg(all(unix, not(target_os = "macos")))]
    let store = zbus_secret_service_keyring_store::Store::new()?;
    Ok(store)
}

/// Names the kind of an error and lets go of the rest: it can hold what the keyring holds.
pub(super) fn named(error: Error, kind: SecretKind) -> VaultError {
    match error {
        Error::NoEntry => VaultError::NotFound(kind),
        Error::NoDefaultStore => VaultError::NoProvider,
        Error::Ambiguous(_) => VaultError::SeveralMatches(kind),
        Error::TooLong(..) => VaultError::TooLong(kind),
        Error::BadEncoding(bytes) | Error::BadDataFormat(bytes, _) => {
            drop(Zeroizing::new(bytes));
            VaultError::NotAKey(kind)
        }
        Error::NoStorageAccess(cause) => of_platform(&*cause).unwrap_or(VaultError::Locked),
        Error::PlatformFailure(cause) => of_platform(&*cause).unwrap_or(VaultError::Failed),
        _ => VaultError::Failed,
    }
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn of_platform(_: &(dyn std::error::Error + Send + Sync + 'static)) -> Option<VaultError> {
    None
}

#[cfg(all(unix, not(target_os = "macos")))]
fn of_platform(cause: &(dyn std::error::Error + Send + Sync + 'static)) -> Option<VaultError> {
    secret_service_error::named(cause.downcast_ref()?)
}

/// The Secret Service of Linux and the BSDs, on the message bus.
#[cfg(all(unix, not(target_os = "macos")))]
mod secret_service_error {
    use secret_service::Error;
    use zbus::fdo;

    use paydesk_domain::secret::VaultError;

    pub(super) fn named(error: &Error) -> Option<VaultError> {
        match error {
            Error::Locked => Some(VaultError::Locked),
            Error::Prompt => Some(VaultError::Dismissed),
            Error::NoResult => Some(VaultError::NoKeyring),
            Error::PromptDisconnected => Some(VaultError::Died),
            Error::Unavailable => Some(VaultError::NoBus),
            Error::Zbus(error) => of_bus(error),
            Error::ZbusFdo(error) => of_standard(error),
            _ => None,
        }
    }

    fn of_bus(error: &zbus::Error) -> Option<VaultError> {
        match error {
            zbus::Error::MethodError(name, ..) => of_method(name.as_str()),
            zbus::Error::FDO(error) => of_standard(error),
            zbus::Error::Address(_) | zbus::Error::Connection(..) | zbus::Error::Handshake(_) => {
                Some(VaultError::NoBus)
            }
            // The bus was there and is not any more.
            zbus::Error::InputOutput(_) => Some(VaultError::NoBus),
            _ => None,
        }
    }

    fn of_standard(error: &fdo::Error) -> Option<VaultError> {
        match error {
            fdo::Error::ServiceUnknown(_) | fdo::Error::NameHasNoOwner(_) => Some(VaultError::NoProvider),
            fdo::Error::NoReply(_) | fdo::Error::Disconnected(_) => Some(VaultError::Died),
            fdo::Error::ZBus(error) => of_bus(error),
            error => of_method(zbus::DBusError::name(error).as_str()),
        }
    }

    fn of_method(name: &str) -> Option<VaultError> {
        if name.starts_with("org.freedesktop.DBus.Error.Spawn.") {
            // It is installed and could not be started.
            return Some(VaultError::NoProvider);
        }
        match name {
            "org.freedesktop.DBus.Error.ServiceUnknown" | "org.freedesktop.DBus.Error.NameHasNoOwner" => {
                Some(VaultError::NoProvider)
            }
            "org.freedesktop.DBus.Error.NoReply" | "org.freedesktop.DBus.Error.Disconnected" => Some(VaultError::Died),
            "org.freedesktop.Secret.Error.IsLocked" => Some(VaultError::Locked),
            _ => None,
        }
    }
}
