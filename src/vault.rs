//! Secret keys in the keyring of the operating system. The only file that uses it.
//!
//! Each call is answered within [`ANSWER_WITHIN`], for a keyring may wait for a person. Nothing is ever kept
//! anywhere else: where there is no keyring, the caller holds the key for this session only and says why.
//! Errors of the keyring are never printed, they can carry the secret.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use zeroize::Zeroizing;

use crate::domain::secret::ApiKey;

/// Name of our entries in the keyring.
const SERVICE: &str = "paydesk";
/// Longest wait for one call.
pub const ANSWER_WITHIN: Duration = Duration::from_secs(3);
/// Calls that may wait behind one that hangs.
const WAITING_MAX: usize = 8;

/// Why the keyring did not do what was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VaultError {
    #[error("This computer has no keyring service")]
    NoService,
    #[error("The keyring is locked, or the question to unlock it was dismissed")]
    Locked,
    #[error("The keyring holds several keys for this profile")]
    SeveralMatches,
    #[error("The keyring did not answer within {} seconds", ANSWER_WITHIN.as_secs())]
    TimedOut,
    #[error("What the keyring holds for this profile is not a secret key")]
    NotAKey,
    #[error("The keyring reported an error")]
    Failed,
}

impl VaultError {
    /// What the person can do.
    pub fn what_to_do(self) -> &'static str {
        match self {
            Self::NoService => "Install or start one (GNOME Keyring, KWallet), then start the desk again",
            Self::Locked => "Unlock the keyring and try again",
            Self::SeveralMatches => "Delete the entries named “paydesk” in your keyring and give the key again",
            Self::TimedOut => "Look for a window that asks for the keyring's password, then try again",
            Self::NotAKey => "Give the key of the profile again",
            Self::Failed => "Try again; if it stays so, unlock or restart the keyring",
        }
    }
}

type Answer = Result<Option<ApiKey>, VaultError>;
/// Finds the entry of a user name; a test puts a keyring of its own here.
type Opener = Box<dyn Fn(&str) -> keyring::Result<keyring::Entry> + Send>;

enum Ask {
    Load,
    Save(ApiKey),
    Delete,
}

struct Call {
    profile_id: String,
    ask: Ask,
    /// Nobody waits any longer after this: a call that is still in the queue then is not made at all.
    until: Instant,
    answer: SyncSender<Answer>,
}

/// The door to the keyring. Calls block for at most [`ANSWER_WITHIN`]: not for the window's thread.
pub struct Vault {
    calls: SyncSender<Call>,
    answer_within: Duration,
}

impl Vault {
    /// Starts the thread that talks to the keyring; it is first touched by the first call.
    pub fn start() -> Self {
        Self::with_opener(Box::new(|user| keyring::Entry::new(SERVICE, user)), ANSWER_WITHIN)
    }

    fn with_opener(opener: Opener, answer_within: Duration) -> Self {
        let (calls, inbox) = sync_channel(WAITING_MAX);
        let thread = std::thread::Builder::new().name("paydesk-vault".to_owned());
        // Without the thread every call finds the channel closed, and says so.
        if let Err(error) = thread.spawn(move || serve(&inbox, &opener)) {
            tracing::error!(%error, "the thread of the keyring could not be started");
        }
        Self { calls, answer_within }
    }

    /// The secret key of a profile, if the keyring has one.
    pub fn load(&self, profile_id: &str) -> Result<Option<ApiKey>, VaultError> {
        self.call(profile_id, Ask::Load)
    }

    /// Keeps the secret key of a profile in place of an earlier one. After [`VaultError::TimedOut`] it may be kept or not.
    pub fn save(&self, profile_id: &str, key: &ApiKey) -> Result<(), VaultError> {
        self.call(profile_id, Ask::Save(key.clone())).map(drop)
    }

    /// Forgets the secret key of a profile; there may be none.
    pub fn delete(&self, profile_id: &str) -> Result<(), VaultError> {
        self.call(profile_id, Ask::Delete).map(drop)
    }

    fn call(&self, profile_id: &str, ask: Ask) -> Answer {
        let (answer, answered) = sync_channel(1);
        let until = Instant::now() + self.answer_within;
        let call = Call { profile_id: profile_id.to_owned(), ask, until, answer };
        self.calls.try_send(call).map_err(|refused| match refused {
            TrySendError::Full(_) => VaultError::TimedOut,
            TrySendError::Disconnected(_) => VaultError::Failed,
        })?;
        answered.recv_timeout(self.answer_within).unwrap_or_else(|error| {
            Err(match error {
                RecvTimeoutError::Timeout => VaultError::TimedOut,
                RecvTimeoutError::Disconnected => VaultError::Failed,
            })
        })
    }
}

fn serve(inbox: &Receiver<Call>, opener: &Opener) {
    while let Ok(call) = inbox.recv() {
        if Instant::now() < call.until {
            let made = catch_unwind(AssertUnwindSafe(|| make(&call, opener)));
            // Whoever asked may have stopped waiting.
            let _ = call.answer.send(made.unwrap_or(Err(VaultError::Failed)));
        }
    }
}

fn make(call: &Call, opener: &Opener) -> Answer {
    let entry = opener(&format!("{}/secret key", call.profile_id)).map_err(named)?;
    match &call.ask {
        Ask::Load => match entry.get_password() {
            Ok(text) => ApiKey::parse(&Zeroizing::new(text)).map(Some).map_err(|_| VaultError::NotAKey),
            Err(keyring::Error::NoEntry) => Ok(None),
            Err(error) => Err(named(error)),
        },
        Ask::Save(key) => entry.set_password(key.expose()).map(|()| None).map_err(named),
        Ask::Delete => match entry.delete_credential() {
            Ok(()) | Err(keyring::Error::NoEntry) => Ok(None),
            Err(error) => Err(named(error)),
        },
    }
}

/// Names the kind of an error and lets go of the rest: it can hold what the keyring holds.
fn named(error: keyring::Error) -> VaultError {
    match error {
        keyring::Error::NoDefaultStore => VaultError::NoService,
        keyring::Error::NoStorageAccess(_) => VaultError::Locked,
        keyring::Error::Ambiguous(_) => VaultError::SeveralMatches,
        keyring::Error::BadEncoding(bytes) | keyring::Error::BadDataFormat(bytes, _) => {
            drop(Zeroizing::new(bytes));
            VaultError::NotAKey
        }
        _ => VaultError::Failed,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use keyring_core::api::CredentialStoreApi as _;
    use keyring_core::mock;

    use super::*;

    const USER: &str = "shop/secret key";

    fn key() -> ApiKey {
        ApiKey::parse("snd_topsecret").unwrap()
    }

    fn entry(store: &mock::Store, user: &str) -> keyring::Result<keyring::Entry> {
        Ok(keyring::Entry { inner: store.build(SERVICE, user, None)? })
    }

    fn vault() -> (Vault, Arc<mock::Store>) {
        let store = mock::Store::new().unwrap();
        let its = store.clone();
        (Vault::with_opener(Box::new(move |user| entry(&its, user)), ANSWER_WITHIN), store)
    }

    fn next_answer(store: &mock::Store, error: keyring::Error) {
        let entry = entry(store, USER).unwrap();
        entry.inner.as_any().downcast_ref::<mock::Cred>().unwrap().set_error(error);
    }

    #[test]
    fn a_key_is_kept_for_its_profile_and_forgotten_when_asked() {
        let (vault, _) = vault();
        assert!(vault.load("shop").unwrap().is_none());
        vault.save("shop", &key()).unwrap();
        assert_eq!(vault.load("shop").unwrap().unwrap().expose(), "snd_topsecret");
        assert!(vault.load("other").unwrap().is_none());
        vault.delete("shop").unwrap();
        vault.delete("shop").unwrap();
        assert!(vault.load("shop").unwrap().is_none());
    }

    #[test]
    fn every_refusal_of_the_keyring_is_told_in_our_words_without_the_secret() {
        let (vault, store) = vault();
        let secret = || b"snd_topsecret".to_vec();
        let expected = [
            (keyring::Error::NoStorageAccess("snd_topsecret".into()), VaultError::Locked),
            (keyring::Error::Ambiguous(Vec::new()), VaultError::SeveralMatches),
            (keyring::Error::NoDefaultStore, VaultError::NoService),
            (keyring::Error::BadEncoding(secret()), VaultError::NotAKey),
            (keyring::Error::BadDataFormat(secret(), "snd_topsecret".into()), VaultError::NotAKey),
            (keyring::Error::PlatformFailure("snd_topsecret".into()), VaultError::Failed),
        ];
        for (error, told) in expected {
            next_answer(&store, error);
            let answer = vault.load("shop").unwrap_err();
            assert_eq!(answer, told);
            assert!(!format!("{answer} {answer:?} {}", answer.what_to_do()).contains("topsecret"));
        }
    }

    #[test]
    fn what_is_no_secret_key_is_not_handed_out() {
        let (vault, store) = vault();
        entry(&store, USER).unwrap().set_password("pk_snd_public").unwrap();
        assert_eq!(vault.load("shop").unwrap_err(), VaultError::NotAKey);
    }

    #[test]
    fn a_keyring_that_hangs_or_panics_does_not_hold_the_desk_up() {
        let (release, hung) = sync_channel::<()>(0);
        let opener = move |_: &str| match hung.recv() {
            Ok(()) => panic!("the keyring fell over"),
            Err(_) => Err(keyring::Error::NoDefaultStore),
        };
        let vault = Vault::with_opener(Box::new(opener), Duration::from_millis(20));
        assert_eq!(vault.load("shop").unwrap_err(), VaultError::TimedOut);
        release.send(()).unwrap();
        drop(release);
        let began = Instant::now();
        while vault.load("shop").unwrap_err() != VaultError::NoService {
            assert!(began.elapsed() < Duration::from_secs(10), "the thread of the keyring did not come back");
        }
    }

    #[test]
    fn a_call_nobody_waits_for_any_more_is_not_made() {
        let (release, hung) = sync_channel::<()>(0);
        let store = mock::Store::new().unwrap();
        let its = store.clone();
        let opener = move |user: &str| {
            let _ = hung.recv();
            entry(&its, user)
        };
        let vault = Vault::with_opener(Box::new(opener), Duration::from_millis(20));
        assert_eq!(vault.load("shop").unwrap_err(), VaultError::TimedOut);
        assert_eq!(vault.save("shop", &key()).unwrap_err(), VaultError::TimedOut);
        drop(release);
        let began = Instant::now();
        let found = loop {
            match vault.load("shop") {
                Ok(found) => break found,
                Err(_) => assert!(began.elapsed() < Duration::from_secs(10), "the keyring's thread did not come back"),
            }
        };
        assert!(found.is_none());
    }
}
