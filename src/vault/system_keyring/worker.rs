//! The thread that talks to the keyring, one call after the other. It may hang for ever in a call; then it is left behind.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use keyring::{CredentialStore, Entry, Error};
use zeroize::Zeroizing;

use super::error::loses_the_store;
use super::platform::named;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::VaultError;
use paydesk_domain::secret::{Secret, SecretKind};

/// Name of our entries in the keyring.
pub(super) const SERVICE: &str = "paydesk";
/// Calls that may wait behind one that hangs.
const WAITING_MAX: usize = 8;
/// Threads that may be alive: the one in use and those left behind in a call.
const THREADS_MAX: usize = 4;

pub(super) type VaultAnswer = Result<Option<Secret>, VaultError>;
/// Reaches the keyring; a test puts one of its own here.
pub(super) type KeyringOpener = dyn Fn() -> Result<Arc<CredentialStore>, Error> + Send + Sync;

pub(super) enum VaultRequest {
    Load,
    Save(Secret),
    Delete,
}

pub(super) struct VaultCall {
    pub profile_id: ProfileId,
    pub kind: SecretKind,
    pub ask: VaultRequest,
    /// Nobody waits any longer after this.
    pub until: Instant,
    pub turn: CallClaim,
    pub answer: SyncSender<VaultAnswer>,
}

impl VaultCall {
    /// The user name of the entry: one a profile and kind.
    pub fn user(&self) -> String {
        format!("{}/{}", self.profile_id, self.kind.name())
    }
}

/// Whose turn a call is: either it begins, or it is given up and never made. Whoever is first decides.
#[derive(Clone, Default)]
pub(super) struct CallClaim(Arc<AtomicBool>);

impl CallClaim {
    /// Decides; false if it was decided before.
    pub fn take(&self) -> bool {
        !self.0.swap(true, Ordering::SeqCst)
    }
}

/// What all threads of one vault share.
pub(super) struct VaultShared {
    pub opener: Box<KeyringOpener>,
    alive: AtomicUsize,
    /// Entries being changed at this moment: a change that was given up may still happen, and must not undo a later one.
    changing: Mutex<HashSet<String>>,
}

impl VaultShared {
    pub fn new(opener: Box<KeyringOpener>) -> Self {
        Self { opener, alive: AtomicUsize::new(0), changing: Mutex::default() }
    }

    /// How many threads are alive.
    #[cfg(test)]
    pub fn threads(&self) -> usize {
        self.alive.load(Ordering::SeqCst)
    }

    /// No change begins while this is held.
    #[cfg(test)]
    pub fn hold_changes(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Marks an entry as being changed, unless it is already.
    fn change(&self, user: String) -> Option<Changing<'_>> {
        let new = self.changing.lock().unwrap_or_else(PoisonError::into_inner).insert(user.clone());
        // Lazily: the mark of another would go with one that is made and thrown away.
        new.then(|| Changing { shared: self, user })
    }
}

struct Changing<'a> {
    shared: &'a VaultShared,
    user: String,
}

impl Drop for Changing<'_> {
    fn drop(&mut self) {
        self.shared.changing.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.user);
    }
}

/// Counts a thread as alive.
struct Alive(Arc<VaultShared>);

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.alive.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Starts a thread that ends when the returned sender is dropped and no call waits any more.
pub(super) fn start(shared: &Arc<VaultShared>) -> Result<SyncSender<VaultCall>, VaultError> {
    let room = |alive| (alive < THREADS_MAX).then_some(alive + 1);
    shared.alive.fetch_update(Ordering::SeqCst, Ordering::SeqCst, room).map_err(|_| VaultError::Hanging)?;
    let alive = Alive(shared.clone());
    let (calls, inbox) = sync_channel(WAITING_MAX);
    let thread = std::thread::Builder::new().name("paydesk-vault".to_owned());
    thread.spawn(move || serve(&inbox, &alive.0)).map_err(|error| {
        tracing::error!(%error, "the keyring thread could not be started");
        VaultError::Failed
    })?;
    Ok(calls)
}

fn serve(inbox: &Receiver<VaultCall>, shared: &VaultShared) {
    let mut connection = KeyringConnection { shared, store: None };
    while let Ok(call) = inbox.recv() {
        let made = catch_unwind(AssertUnwindSafe(|| connection.make(&call)));
        let answer = made.unwrap_or_else(|_| {
            connection.store = None;
            Err(VaultError::Failed)
        });
        // Whoever asked may have stopped waiting.
        let _ = call.answer.send(answer);
    }
}

/// The way to the keyring, kept from call to call.
struct KeyringConnection<'a> {
    shared: &'a VaultShared,
    store: Option<Arc<CredentialStore>>,
}

impl KeyringConnection<'_> {
    fn make(&mut self, call: &VaultCall) -> VaultAnswer {
        let _changing = match call.ask {
            VaultRequest::Load => None,
            VaultRequest::Save(_) | VaultRequest::Delete => {
                Some(self.shared.change(call.user()).ok_or(VaultError::StillBusy(call.kind))?)
            }
        };
        // Marked first: a later change then finds either the mark, or that this one will never be made.
        if !call.turn.take() {
            return Err(VaultError::TimedOut);
        }
        let stored = self.store.is_some();
        match self.try_make(call) {
            // The service may have been started again since: what was agreed with the old one is void.
            Err(error) if stored && loses_the_store(error) && Instant::now() < call.until => self.try_make(call),
            answer => answer,
        }
    }

    fn try_make(&mut self, call: &VaultCall) -> VaultAnswer {
        let answer = self.entry(call).and_then(|entry| on_entry(&entry, call));
        if answer.as_ref().is_err_and(|error| loses_the_store(*error)) {
            self.store = None;
        }
        answer
    }

    fn entry(&mut self, call: &VaultCall) -> Result<Entry, VaultError> {
        let named = |error| named(error, call.kind);
        let store = match &self.store {
            Some(store) => store,
            None => self.store.insert((self.shared.opener)().map_err(named)?),
        };
        store.build(SERVICE, &call.user(), None).map_err(named)
    }
}

fn on_entry(entry: &Entry, call: &VaultCall) -> VaultAnswer {
    let done = match &call.ask {
        VaultRequest::Load => entry.get_password().map(Zeroizing::new).map(Some),
        VaultRequest::Save(secret) => entry.set_password(secret.expose()).map(|()| None),
        VaultRequest::Delete => entry.delete_credential().map(|()| None),
    };
    match done {
        Ok(None) => Ok(None),
        Ok(Some(text)) => Secret::parse(call.kind, &text).map(Some).map_err(|_| VaultError::NotAKey(call.kind)),
        Err(error) => match named(error, call.kind) {
            VaultError::NotFound(_) => Ok(None),
            error => Err(error),
        },
    }
}
