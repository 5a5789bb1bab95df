//! The keyring of the operating system, asked on a thread of its own.
//!
//! Each call is answered within [`VAULT_ANSWER_TIMEOUT`], for a keyring may wait for a person, and one that hangs is left
//! behind: the next call has a thread and a connection of its own. Errors of the keyring are never printed, they can
//! carry the secret.

mod error;
mod platform;
mod worker;

use std::sync::mpsc::{RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::{Secret, SecretKind, VAULT_ANSWER_TIMEOUT, VaultError};
use worker::{CallClaim, KeyringOpener, VaultAnswer, VaultCall, VaultRequest, VaultShared};

/// Access to the keyring. Calls block for at most [`VAULT_ANSWER_TIMEOUT`].
pub struct SystemKeyring {
    shared: Arc<VaultShared>,
    answer_within: Duration,
    line: Mutex<VaultThread>,
}

/// The thread that is asked, and how many there were.
#[derive(Default)]
struct VaultThread {
    number: u64,
    calls: Option<SyncSender<VaultCall>>,
}

impl SystemKeyring {
    /// Touches nothing yet: the first call starts the thread that talks to the keyring.
    pub fn start() -> Self {
        Self::with_opener(Box::new(platform::open_store), VAULT_ANSWER_TIMEOUT)
    }

    fn with_opener(opener: Box<KeyringOpener>, answer_within: Duration) -> Self {
        Self { shared: Arc::new(VaultShared::new(opener)), answer_within, line: Mutex::default() }
    }

    /// The secret of this kind, if the keyring has one for the profile.
    pub fn load(&self, profile_id: &ProfileId, kind: SecretKind) -> Result<Option<Secret>, VaultError> {
        self.call(profile_id, kind, VaultRequest::Load)
    }

    /// Keeps a secret of the profile in place of an earlier one of its kind. After [`VaultError::TimedOut`] it may be
    /// kept or not.
    pub fn save(&self, profile_id: &ProfileId, secret: Secret) -> Result<(), VaultError> {
        self.call(profile_id, secret.kind(), VaultRequest::Save(secret)).map(drop)
    }

    /// Forgets the secret of this kind; there may be none.
    pub fn delete(&self, profile_id: &ProfileId, kind: SecretKind) -> Result<(), VaultError> {
        self.call(profile_id, kind, VaultRequest::Delete).map(drop)
    }

    fn call(&self, profile_id: &ProfileId, kind: SecretKind, ask: VaultRequest) -> VaultAnswer {
        let (answer, answered) = sync_channel(1);
        let until = Instant::now() + self.answer_within;
        let turn = CallClaim::default();
        let call = VaultCall { profile_id: profile_id.to_owned(), kind, ask, until, turn: turn.clone(), answer };
        let number = self.put(call)?;
        match answered.recv_timeout(self.answer_within) {
            Ok(answer) => answer,
            Err(error) => {
                // If it has not begun, it never will.
                turn.take();
                self.leave_behind(number);
                Err(match error {
                    RecvTimeoutError::Timeout => VaultError::TimedOut,
                    RecvTimeoutError::Disconnected => VaultError::Failed,
                })
            }
        }
    }

    /// Puts a call in line; the number of the thread that will make it.
    fn put(&self, call: VaultCall) -> Result<u64, VaultError> {
        let mut line = self.line();
        let calls = match &line.calls {
            Some(calls) => calls,
            None => {
                let calls = worker::start(&self.shared)?;
                line.number += 1;
                line.calls.insert(calls)
            }
        };
        calls.try_send(call).map_err(|refused| match refused {
            TrySendError::Full(_) => VaultError::TimedOut,
            TrySendError::Disconnected(_) => VaultError::Failed,
        })?;
        Ok(line.number)
    }

    /// The next call gets another thread; this one ends when it comes back from where it hangs.
    fn leave_behind(&self, number: u64) {
        let mut line = self.line();
        if line.number == number {
            line.calls = None;
        }
    }

    fn line(&self) -> MutexGuard<'_, VaultThread> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// With the keyring's mock: every refusal, and a keyring that hangs, falls over or goes away.
#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::{SyncSender, sync_channel};

    use keyring::api::CredentialStoreApi as _;
    use keyring::{CredentialStore, Entry, Error, mock};

    use super::*;

    const KIND: SecretKind = SecretKind::SecretKey;
    const USER: &str = "shop/secret key";
    const SOON: Duration = Duration::from_millis(20);

    fn key() -> Secret {
        Secret::parse(KIND, "snd_topsecret").unwrap()
    }

    fn entry(store: &mock::Store, user: &str) -> Entry {
        store.build(worker::SERVICE, user, None).unwrap()
    }

    fn vault() -> (SystemKeyring, Arc<mock::Store>) {
        let store = mock::Store::new().unwrap();
        let its = store.clone();
        (
            SystemKeyring::with_opener(Box::new(move || Ok(its.clone() as Arc<CredentialStore>)), VAULT_ANSWER_TIMEOUT),
            store,
        )
    }

    fn next_answer(store: &mock::Store, error: Error) {
        entry(store, USER).as_any().downcast_ref::<mock::Cred>().unwrap().set_error(error);
    }

    /// A vault whose keyring hangs until `release` is dropped.
    struct HangingVault {
        vault: SystemKeyring,
        release: SyncSender<()>,
        store: Arc<mock::Store>,
        /// Calls that hang or hung in it; one that waited too long in line never gets there.
        entered: Arc<AtomicUsize>,
    }

    fn hanging(within: Duration) -> HangingVault {
        let (release, hung) = sync_channel::<()>(0);
        let hung = Mutex::new(hung);
        let store = mock::Store::new().unwrap();
        let entered = Arc::new(AtomicUsize::new(0));
        let (its, count) = (store.clone(), entered.clone());
        let opener = move || {
            count.fetch_add(1, Ordering::SeqCst);
            let _ = hung.lock().unwrap_or_else(PoisonError::into_inner).recv();
            Ok(its.clone() as Arc<CredentialStore>)
        };
        HangingVault { vault: SystemKeyring::with_opener(Box::new(opener), within), release, store, entered }
    }

    #[track_caller]
    fn until(what: &str, mut true_now: impl FnMut() -> bool) {
        let began = Instant::now();
        while !true_now() {
            assert!(began.elapsed() < Duration::from_secs(10), "waited in vain until {what}");
            std::thread::yield_now();
        }
    }

    #[test]
    fn every_kind_of_secret_has_an_entry_of_its_own_for_each_profile() {
        let (vault, store) = vault();
        let texts = ["snd_one", "admin_one", "whsec_one", "http://me:one@proxy.example.com", "one two", "ey.one"];
        for (kind, text) in SecretKind::ALL.into_iter().zip(texts) {
            assert!(vault.load(&"shop".into(), kind).unwrap().is_none());
            vault.save(&"shop".into(), Secret::parse(kind, text).unwrap()).unwrap();
            assert_eq!(entry(&store, &format!("shop/{}", kind.name())).get_password().unwrap(), text);
            assert!(vault.load(&"other".into(), kind).unwrap().is_none());
        }
        vault.delete(&"shop".into(), SecretKind::AdminKey).unwrap();
        vault.delete(&"shop".into(), SecretKind::AdminKey).unwrap();
        assert!(vault.load(&"shop".into(), SecretKind::AdminKey).unwrap().is_none());
        assert_eq!(vault.load(&"shop".into(), SecretKind::SecretKey).unwrap().unwrap().expose(), "snd_one");
        assert_eq!(vault.load(&"shop".into(), SecretKind::WebhookSecret).unwrap().unwrap().expose(), "whsec_one");
    }

    #[test]
    fn every_refusal_of_the_keyring_is_reported_in_our_words_without_the_secret() {
        let secret = || b"snd_topsecret".to_vec();
        let expected = [
            (Error::NoStorageAccess("snd_topsecret".into()), VaultError::Locked),
            (Error::Ambiguous(Vec::new()), VaultError::SeveralMatches(KIND)),
            (Error::NoDefaultStore, VaultError::NoProvider),
            (Error::TooLong("snd_topsecret".into(), 9), VaultError::TooLong(KIND)),
            (Error::BadEncoding(secret()), VaultError::NotAKey(KIND)),
            (Error::BadDataFormat(secret(), "snd_topsecret".into()), VaultError::NotAKey(KIND)),
            (Error::BadStoreFormat("snd_topsecret".into()), VaultError::Failed),
            (Error::Invalid("snd_topsecret".into(), String::new()), VaultError::Failed),
            (Error::PlatformFailure("snd_topsecret".into()), VaultError::Failed),
        ];
        for (error, reported) in expected {
            let (vault, store) = vault();
            next_answer(&store, error);
            let answer = vault.save(&"shop".into(), key()).unwrap_err();
            assert_eq!(answer, reported);
            assert!(!format!("{answer} {answer:?} {}", answer.what_to_do()).contains("topsecret"));
            // It is not remembered against the keyring.
            vault.save(&"shop".into(), key()).unwrap();
        }
    }

    #[test]
    fn every_error_says_what_happened_and_what_to_do() {
        let all = [
            VaultError::NotBuilt,
            VaultError::NoBus,
            VaultError::NoProvider,
            VaultError::NoKeyring,
            VaultError::Locked,
            VaultError::Dismissed,
            VaultError::NotFound(KIND),
            VaultError::SeveralMatches(KIND),
            VaultError::TooLong(KIND),
            VaultError::NotAKey(KIND),
            VaultError::TimedOut,
            VaultError::StillBusy(KIND),
            VaultError::Hanging,
            VaultError::Died,
            VaultError::Failed,
        ];
        let message: std::collections::HashSet<String> = all.iter().map(ToString::to_string).collect();
        assert_eq!(message.len(), all.len(), "each has its own words");
        for text in all.iter().map(ToString::to_string).chain(all.iter().map(|error| error.what_to_do().to_owned())) {
            assert!(!text.is_empty() && !text.ends_with('.'), "{text}");
        }
    }

    #[test]
    fn what_is_no_secret_of_its_kind_is_not_handed_out() {
        let (vault, store) = vault();
        entry(&store, USER).set_password("pk_snd_public").unwrap();
        assert_eq!(vault.load(&"shop".into(), KIND).unwrap_err(), VaultError::NotAKey(KIND));
        entry(&store, "shop/admin key").set_password("snd_topsecret").unwrap();
        let refused = vault.load(&"shop".into(), SecretKind::AdminKey).unwrap_err();
        assert_eq!(refused, VaultError::NotAKey(SecretKind::AdminKey));
    }

    #[test]
    fn a_keyring_that_was_not_there_is_found_as_soon_as_it_is() {
        let store = mock::Store::new().unwrap();
        let attempts = AtomicUsize::new(0);
        let opener = move || match attempts.fetch_add(1, Ordering::SeqCst) {
            0 => Err(Error::NoDefaultStore),
            _ => Ok(store.clone() as Arc<CredentialStore>),
        };
        let vault = SystemKeyring::with_opener(Box::new(opener), VAULT_ANSWER_TIMEOUT);
        assert_eq!(vault.load(&"shop".into(), KIND).unwrap_err(), VaultError::NoProvider);
        vault.save(&"shop".into(), key()).unwrap();
    }

    #[test]
    fn a_keyring_that_was_started_again_is_reached_anew_within_the_call() {
        let stores = [mock::Store::new().unwrap(), mock::Store::new().unwrap()];
        let (old, new) = (stores[0].clone(), stores[1].clone());
        let opened = AtomicUsize::new(0);
        let opener = move || Ok(stores[opened.fetch_add(1, Ordering::SeqCst)].clone() as Arc<CredentialStore>);
        let vault = SystemKeyring::with_opener(Box::new(opener), VAULT_ANSWER_TIMEOUT);
        vault.save(&"shop".into(), key()).unwrap();
        next_answer(&old, Error::PlatformFailure("gone".into()));
        vault.save(&"shop".into(), key()).unwrap();
        assert_eq!(entry(&new, USER).get_password().unwrap(), "snd_topsecret");
    }

    #[test]
    fn a_keyring_that_panics_does_not_take_the_vault_with_it() {
        let attempts = AtomicUsize::new(0);
        let store = mock::Store::new().unwrap();
        let opener = move || match attempts.fetch_add(1, Ordering::SeqCst) {
            0 => panic!("the keyring fell over"),
            _ => Ok(store.clone() as Arc<CredentialStore>),
        };
        let vault = SystemKeyring::with_opener(Box::new(opener), VAULT_ANSWER_TIMEOUT);
        assert_eq!(vault.load(&"shop".into(), KIND).unwrap_err(), VaultError::Failed);
        assert!(vault.load(&"shop".into(), KIND).unwrap().is_none());
    }

    #[test]
    fn a_call_that_hangs_for_ever_does_not_block_the_next() {
        let attempts = AtomicUsize::new(0);
        let (_never, hung) = sync_channel::<()>(0);
        let hung = Mutex::new(hung);
        let store = mock::Store::new().unwrap();
        let opener = move || {
            if attempts.fetch_add(1, Ordering::SeqCst) == 0 {
                let _ = hung.lock().map(|hung| hung.recv());
            }
            Ok(store.clone() as Arc<CredentialStore>)
        };
        let vault = SystemKeyring::with_opener(Box::new(opener), Duration::from_secs(1));
        assert_eq!(vault.load(&"shop".into(), KIND).unwrap_err(), VaultError::TimedOut);
        vault.save(&"shop".into(), key()).unwrap();
        assert_eq!(vault.load(&"shop".into(), KIND).unwrap().unwrap().expose(), "snd_topsecret");
    }

    #[test]
    fn only_so_many_threads_are_left_behind_and_they_serve_again_when_they_come_back() {
        let HangingVault { vault, release, entered, .. } = hanging(SOON);
        until("the vault gives up", || match vault.load(&"shop".into(), KIND).unwrap_err() {
            VaultError::TimedOut => false,
            reported => {
                assert_eq!(reported, VaultError::Hanging);
                true
            }
        });
        // The last one may be reported before its thread came to the keyring.
        until("all of them are there", || entered.load(Ordering::SeqCst) >= 4);
        assert_eq!(entered.load(Ordering::SeqCst), 4);
        drop(release);
        until("the keyring answers again", || vault.load(&"shop".into(), KIND).is_ok());
    }

    #[test]
    fn a_change_that_was_given_up_is_not_overtaken_by_a_later_one() {
        let HangingVault { vault, release, store, entered } = hanging(SOON);
        until("a change hangs", || {
            assert_eq!(vault.save(&"shop".into(), key()).unwrap_err(), VaultError::TimedOut);
            entered.load(Ordering::SeqCst) == 1
        });
        let later = || vault.save(&"shop".into(), Secret::parse(KIND, "snd_later").unwrap());
        // Every time: a refusal must not make room for the next.
        for _ in 0..3 {
            until("a later one is refused", || later() == Err(VaultError::StillBusy(KIND)));
        }
        assert_eq!(entered.load(Ordering::SeqCst), 1, "the later one never got to the keyring");
        drop(release);
        until("the first change is over", || later().is_ok());
        assert_eq!(entry(&store, USER).get_password().unwrap(), "snd_later");
    }

    #[test]
    fn a_call_nobody_waits_for_any_more_is_not_made() {
        let HangingVault { vault, release, store, entered } = hanging(Duration::from_secs(1));
        let vault = Arc::new(vault);
        let hangs = std::thread::spawn({
            let vault = vault.clone();
            move || vault.load(&"other".into(), KIND).unwrap_err()
        });
        until("the first call hangs", || entered.load(Ordering::SeqCst) == 1);
        // It waits behind the first, and is given up.
        assert_eq!(vault.save(&"shop".into(), key()).unwrap_err(), VaultError::TimedOut);
        assert_eq!(hangs.join().unwrap(), VaultError::TimedOut);
        drop(release);
        until("the keyring answers again", || vault.load(&"shop".into(), KIND).is_ok());
        assert!(matches!(entry(&store, USER).get_password(), Err(Error::NoEntry)));
    }

    #[test]
    fn a_change_that_was_given_up_just_before_it_began_is_not_made_later() {
        let store = mock::Store::new().unwrap();
        let its = store.clone();
        let opener = move || Ok(its.clone() as Arc<CredentialStore>);
        let vault = SystemKeyring::with_opener(Box::new(opener), Duration::from_millis(200));
        // The thread has taken the call and is right before its beginning.
        let gate = vault.shared.hold_changes();
        assert_eq!(vault.save(&"shop".into(), key()).unwrap_err(), VaultError::TimedOut);
        drop(gate);
        until("the thread has ended", || vault.shared.threads() == 0);
        assert!(matches!(entry(&store, USER).get_password(), Err(Error::NoEntry)));
    }
}
