//! Secrets on the clipboard: cleared after [`CLEAR_AFTER`] if what lies there is still ours, and when Paydesk ends.
//!
//! Apart from the window's own clipboard, which cannot be read back: this one is asked what it holds before it is
//! cleared, so that nothing of another program is lost, and what we put is stored as a digest only. Histories of
//! clipboards are asked not to keep it; whether they listen is theirs. What another program has pasted or kept cannot
//! be taken back.
//!
//! On a Wayland desktop that lets only the focused window see the clipboard it is unreadable; then it is tried
//! again for a while ([`TRY_AGAIN_FOR`]) and given up with a word in the log.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use sha2::{Digest as _, Sha256};

use paydesk_domain::secret::SecretText;

use super::clipboard_backend::{ClipboardBackend, ClipboardContent, ClipboardError};
use super::desktop;

/// How long a secret may lie on the clipboard.
pub const CLEAR_AFTER: Duration = Duration::from_secs(30);
/// Between two attempts to read a clipboard that cannot be read.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(5);
/// How long that is attempted.
const TRY_AGAIN_FOR: Duration = Duration::from_secs(60);
/// Copies that may wait.
const WAITING_MAX: usize = 4;

/// What of ours lies on the clipboard, and when it is to be looked after. Knows no clock of its own.
#[derive(Default)]
pub struct ClearSchedule {
    ours: Option<LastCopy>,
}

struct LastCopy {
    digest: [u8; 32],
    due: Instant,
    give_up: Instant,
}

impl ClearSchedule {
    /// Puts a secret on the clipboard, in place of an earlier one.
    pub fn copy(
        &mut self,
        text: &SecretText,
        now: Instant,
        backend: &mut impl ClipboardBackend,
    ) -> Result<(), ClipboardError> {
        backend.put(text.expose())?;
        let due = now + CLEAR_AFTER;
        self.ours = Some(LastCopy { digest: digest(text.expose()), due, give_up: due + TRY_AGAIN_FOR });
        Ok(())
    }

    /// When [`ClearSchedule::tick`] wants to be called next.
    pub fn due(&self) -> Option<Instant> {
        self.ours.as_ref().map(|ours| ours.due)
    }

    /// Clears the clipboard if its time has come and it is still ours.
    pub fn tick(&mut self, now: Instant, backend: &mut impl ClipboardBackend) {
        if self.due().is_some_and(|due| due <= now) {
            self.clear_if_ours(now, backend);
        }
    }

    /// Clears it now, if it is still ours: Paydesk ends.
    pub fn end(&mut self, now: Instant, backend: &mut impl ClipboardBackend) {
        self.clear_if_ours(now, backend);
        self.ours = None;
    }

    fn clear_if_ours(&mut self, now: Instant, backend: &mut impl ClipboardBackend) {
        let Some(ours) = &mut self.ours else { return };
        match backend.content() {
            ClipboardContent::Text(text) if digest(&text) == ours.digest => backend.clear(),
            ClipboardContent::Text(_) | ClipboardContent::Other => {}
            ClipboardContent::Unreadable if now < ours.give_up => {
                ours.due = now + TRY_AGAIN_AFTER;
                return;
            }
            ClipboardContent::Unreadable => {
                tracing::warn!("the clipboard cannot be read: it may still contain a copied secret")
            }
        }
        self.ours = None;
    }
}

fn digest(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// What is called with the outcome of a copy, on the thread of the clipboard.
pub type Copied = Box<dyn FnOnce(Result<(), ClipboardError>) + Send>;

/// The clipboard of this system for secrets, on a thread of its own: reading it can take seconds. Cleared when dropped.
pub struct SecretClipboard {
    copies: Option<SyncSender<(SecretText, Copied)>>,
    thread: Option<JoinHandle<()>>,
}

impl SecretClipboard {
    /// Touches no clipboard before the first copy.
    pub fn start() -> Self {
        Self::with_backend(desktop::clipboard)
    }

    fn with_backend<D: ClipboardBackend>(open: impl Fn() -> Option<D> + Send + 'static) -> Self {
        let (copies, inbox) = sync_channel(WAITING_MAX);
        let thread = std::thread::Builder::new().name("paydesk-clipboard".to_owned());
        match thread.spawn(move || serve(&inbox, open)) {
            Ok(thread) => Self { copies: Some(copies), thread: Some(thread) },
            Err(error) => {
                tracing::error!(%error, "the clipboard thread could not be started");
                Self { copies: None, thread: None }
            }
        }
    }

    /// Copies a secret without waiting; `copied` learns how it went.
    pub fn copy(&self, text: SecretText, copied: Copied) {
        let Some(copies) = &self.copies else { return copied(Err(ClipboardError::NoClipboard)) };
        if let Err(refused) = copies.try_send((text, copied)) {
            use std::sync::mpsc::TrySendError::{Disconnected, Full};
            let (Full((_, copied)) | Disconnected((_, copied))) = refused;
            copied(Err(ClipboardError::Busy));
        }
    }
}

impl Drop for SecretClipboard {
    /// Waits for the clearing: the clipboard of X11 would be handed to a manager that keeps it.
    fn drop(&mut self) {
        self.copies = None;
        if let Some(thread) = self.thread.take() {
            // It can only have panicked in the system's clipboard; there is nothing left to do then.
            let _ = thread.join();
        }
    }
}

fn serve<D: ClipboardBackend>(inbox: &Receiver<(SecretText, Copied)>, open: impl Fn() -> Option<D>) {
    let mut clearing = ClearSchedule::default();
    let mut backend: Option<D> = None;
    loop {
        let next = match clearing.due() {
            None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => inbox.recv_timeout(due.saturating_duration_since(Instant::now())),
        };
        let now = Instant::now();
        if backend.is_none() {
            backend = open();
        }
        match (next, &mut backend) {
            (Ok((text, copied)), Some(backend)) => copied(clearing.copy(&text, now, backend)),
            (Ok((_, copied)), None) => copied(Err(ClipboardError::NoClipboard)),
            (Err(RecvTimeoutError::Timeout), Some(backend)) => clearing.tick(now, backend),
            (Err(RecvTimeoutError::Disconnected), Some(backend)) => return clearing.end(now, backend),
            (Err(_), None) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use zeroize::Zeroizing;

    use super::*;

    /// A clipboard that anybody can write to.
    #[derive(Clone, Default)]
    struct Fake(Arc<Mutex<FakeState>>);

    #[derive(Default)]
    struct FakeState {
        text: Option<String>,
        unreadable: bool,
        refuses: bool,
        cleared: u32,
    }

    impl ClipboardBackend for Fake {
        fn put(&mut self, text: &str) -> Result<(), ClipboardError> {
            let mut state = self.0.lock().unwrap();
            if state.refuses {
                return Err(ClipboardError::Busy);
            }
            state.text = Some(text.to_owned());
            Ok(())
        }

        fn content(&mut self) -> ClipboardContent {
            let state = self.0.lock().unwrap();
            match &state.text {
                _ if state.unreadable => ClipboardContent::Unreadable,
                Some(text) => ClipboardContent::Text(Zeroizing::new(text.clone())),
                None => ClipboardContent::Other,
            }
        }

        fn clear(&mut self) {
            let mut state = self.0.lock().unwrap();
            state.text = None;
            state.cleared += 1;
        }
    }

    impl Fake {
        fn text(&self) -> Option<String> {
            self.0.lock().unwrap().text.clone()
        }

        fn set(&self, change: impl FnOnce(&mut FakeState)) {
            change(&mut self.0.lock().unwrap());
        }
    }

    fn secret(text: &str) -> SecretText {
        SecretText::new(text)
    }

    fn report_to(copied: SyncSender<Result<(), ClipboardError>>) -> Copied {
        Box::new(move |result| copied.send(result).unwrap())
    }

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_copied_secret_is_cleared_after_its_time_and_not_before() {
        let (mut clearing, mut backend, start) = (ClearSchedule::default(), Fake::default(), Instant::now());
        assert_eq!(clearing.due(), None);
        clearing.copy(&secret("snd_a"), start, &mut backend).unwrap();
        assert_eq!(clearing.due(), Some(start + CLEAR_AFTER));
        clearing.tick(start + CLEAR_AFTER - SECOND, &mut backend);
        assert_eq!(backend.text().as_deref(), Some("snd_a"));
        clearing.tick(start + CLEAR_AFTER, &mut backend);
        assert_eq!((backend.text(), clearing.due()), (None, None));
    }

    #[test]
    fn what_somebody_else_copied_since_is_left_alone() {
        for other in [Some("a recipe".to_owned()), None] {
            let (mut clearing, mut backend, start) = (ClearSchedule::default(), Fake::default(), Instant::now());
            clearing.copy(&secret("snd_a"), start, &mut backend).unwrap();
            backend.set(|state| state.text = other.clone());
            clearing.tick(start + CLEAR_AFTER, &mut backend);
            assert_eq!((backend.text(), backend.0.lock().unwrap().cleared), (other, 0));
            assert_eq!(clearing.due(), None);
        }
    }

    #[test]
    fn a_second_copy_has_its_own_time() {
        let (mut clearing, mut backend, start) = (ClearSchedule::default(), Fake::default(), Instant::now());
        clearing.copy(&secret("snd_a"), start, &mut backend).unwrap();
        clearing.copy(&secret("snd_b"), start + 20 * SECOND, &mut backend).unwrap();
        clearing.tick(start + CLEAR_AFTER, &mut backend);
        assert_eq!(backend.text().as_deref(), Some("snd_b"));
        clearing.tick(start + 20 * SECOND + CLEAR_AFTER, &mut backend);
        assert_eq!(backend.text(), None);
    }

    #[test]
    fn a_refused_copy_leaves_the_earlier_one_to_be_cleared() {
        let (mut clearing, mut backend, start) = (ClearSchedule::default(), Fake::default(), Instant::now());
        clearing.copy(&secret("snd_a"), start, &mut backend).unwrap();
        backend.set(|state| state.refuses = true);
        assert_eq!(clearing.copy(&secret("snd_b"), start + SECOND, &mut backend), Err(ClipboardError::Busy));
        clearing.tick(start + CLEAR_AFTER, &mut backend);
        assert_eq!(backend.text(), None);
    }

    #[test]
    fn a_clipboard_that_cannot_be_read_is_tried_again_for_a_while() {
        let (mut clearing, mut backend, start) = (ClearSchedule::default(), Fake::default(), Instant::now());
        clearing.copy(&secret("snd_a"), start, &mut backend).unwrap();
        backend.set(|state| state.unreadable = true);
        clearing.tick(start + CLEAR_AFTER, &mut backend);
        assert_eq!(clearing.due(), Some(start + CLEAR_AFTER + TRY_AGAIN_AFTER));
        backend.set(|state| state.unreadable = false);
        clearing.tick(start + CLEAR_AFTER + TRY_AGAIN_AFTER, &mut backend);
        assert_eq!(backend.text(), None);

        clearing.copy(&secret("snd_b"), start, &mut backend).unwrap();
        backend.set(|state| state.unreadable = true);
        clearing.tick(start + CLEAR_AFTER + TRY_AGAIN_FOR, &mut backend);
        assert_eq!(clearing.due(), None, "given up");
    }

    #[test]
    fn at_the_end_it_is_cleared_at_once_if_it_is_still_ours() {
        let backend = Fake::default();
        let its = backend.clone();
        let clipboard = SecretClipboard::with_backend(move || Some(its.clone()));
        let (copied, reported) = sync_channel(1);
        clipboard.copy(secret("snd_a"), report_to(copied));
        assert_eq!(reported.recv().unwrap(), Ok(()));
        assert_eq!(backend.text().as_deref(), Some("snd_a"));
        drop(clipboard);
        assert_eq!(backend.text(), None);
    }

    #[test]
    fn without_a_clipboard_a_copy_says_so() {
        let clipboard = SecretClipboard::with_backend(|| None::<Fake>);
        let (copied, reported) = sync_channel(1);
        clipboard.copy(secret("snd_a"), report_to(copied));
        assert_eq!(reported.recv().unwrap(), Err(ClipboardError::NoClipboard));
    }
}
