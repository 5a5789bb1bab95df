//! The side of the first instance: listens for a second one, wakes the window, and answers once the window has taken
//! notice.

use std::io::Write as _;
use std::net::{Ipv4Addr, TcpListener};
#[cfg(unix)]
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::instance_file::{InstanceFile, InstanceStream, ListenAddress};
use super::{NotifyAnswer, read_line, requested};

/// How long a second instance may take to say what it wants.
const REPLY_TIMEOUT: Duration = Duration::from_secs(1);
/// How long the window may take to notice; less than a second instance waits.
const NOTICE_TIMEOUT: Duration = Duration::from_millis(1500);
/// Pause after a connection that could not be taken, so that a broken listener costs nothing.
const AFTER_ERROR: Duration = Duration::from_millis(200);

/// Files that may wait for the window.
const FILES_MAX: usize = 16;

type WakeWindow = Arc<dyn Fn() + Send + Sync>;

/// Bound by the first instance of a data directory, and removed when dropped.
pub struct InstanceListener {
    dir: PathBuf,
    line: ListenAddress,
    shared: Arc<ListenerShared>,
}

#[derive(Default)]
struct ListenerShared {
    state: Mutex<Notifications>,
    noticed: Condvar,
}

#[derive(Default)]
struct Notifications {
    /// How to wake the window; `None` until it is.
    wake: Option<WakeWindow>,
    /// What was asked to be opened and was not taken yet.
    files: Vec<String>,
    asked: u64,
    answered: u64,
    ended: bool,
}

enum Listener {
    #[cfg(unix)]
    Socket(UnixListener),
    Port(TcpListener),
}

impl InstanceListener {
    /// Listens for other desks of `dir`, which this process has locked. `token` is hard to guess.
    pub fn bind(dir: &Path, token: String) -> std::io::Result<Self> {
        let (listener, line) = Listener::in_dir(dir)?;
        Self::listen(dir, token, listener, line)
    }

    /// Listens on a port of this machine, for systems without sockets in directories.
    pub fn bind_on_port(dir: &Path, token: String) -> std::io::Result<Self> {
        let (listener, line) = Listener::on_port()?;
        Self::listen(dir, token, listener, line)
    }

    fn listen(dir: &Path, token: String, listener: Listener, line: ListenAddress) -> std::io::Result<Self> {
        let this = Self { dir: dir.to_owned(), line, shared: Arc::default() };
        InstanceFile { pid: std::process::id(), line: Some(line), token: token.clone() }.write(dir)?;
        let shared = this.shared.clone();
        std::thread::Builder::new()
            .name("paydesk-instance".to_owned())
            .spawn(move || shared.serve(&listener, &token))?;
        Ok(this)
    }

    /// How the window is woken from now on. Who asked before was reported that it is starting.
    pub fn on_notify(&self, wake: impl Fn() + Send + Sync + 'static) {
        self.shared.lock().wake = Some(Arc::new(wake));
    }

    /// Whether another desk asked since the last call; it is answered now.
    pub fn was_notified(&self) -> bool {
        let mut state = self.shared.lock();
        let was_notified = state.answered < state.asked;
        state.answered = state.asked;
        self.shared.noticed.notify_all();
        was_notified
    }
}

impl InstanceListener {
    /// The files that other starts asked to open since the last call.
    pub fn take_files(&self) -> Vec<String> {
        std::mem::take(&mut self.shared.lock().files)
    }
}

impl Drop for InstanceListener {
    fn drop(&mut self) {
        self.shared.lock().ended = true;
        // Wakes the thread, so that it sees the end.
        drop(self.line.connect(&self.dir, Instant::now() + REPLY_TIMEOUT));
        InstanceFile::remove(&self.dir);
        #[cfg(unix)]
        if self.line == ListenAddress::Socket {
            let _ = std::fs::remove_file(self.dir.join(super::instance_file::SOCKET));
        }
    }
}

impl Listener {
    #[cfg(unix)]
    fn in_dir(dir: &Path) -> std::io::Result<(Self, ListenAddress)> {
        use std::os::unix::fs::PermissionsExt as _;
        let path = dir.join(super::instance_file::SOCKET);
        // Left by a desk that crashed: this process has the lock.
        let _ = std::fs::remove_file(&path);
        let bound = UnixListener::bind(&path).and_then(|listener| {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
            Ok((Self::Socket(listener), ListenAddress::Socket))
        });
        // The path may be too long for a socket, or the disk know none.
        bound.or_else(|_| Self::on_port())
    }

    #[cfg(not(unix))]
    fn in_dir(_dir: &Path) -> std::io::Result<(Self, ListenAddress)> {
        Self::on_port()
    }

    fn on_port() -> std::io::Result<(Self, ListenAddress)> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = listener.local_addr()?.port();
        Ok((Self::Port(listener), ListenAddress::Port(port)))
    }

    fn accept(&self) -> std::io::Result<Box<dyn InstanceStream>> {
        match self {
            #[cfg(unix)]
            Self::Socket(listener) => {
                let (stream, _) = listener.accept()?;
                stream.set_read_timeout(Some(REPLY_TIMEOUT))?;
                stream.set_write_timeout(Some(REPLY_TIMEOUT))?;
                Ok(Box::new(stream))
            }
            Self::Port(listener) => {
                let (stream, _) = listener.accept()?;
                stream.set_read_timeout(Some(REPLY_TIMEOUT))?;
                stream.set_write_timeout(Some(REPLY_TIMEOUT))?;
                Ok(Box::new(stream))
            }
        }
    }
}

impl ListenerShared {
    fn serve(&self, listener: &Listener, token: &str) {
        loop {
            let connection = listener.accept();
            if self.lock().ended {
                return;
            }
            match connection {
                Ok(connection) => self.answer(connection, token),
                Err(_) => std::thread::sleep(AFTER_ERROR),
            }
        }
    }

    /// Says nothing to who does not know the word, nor where the window does not notice.
    fn answer(&self, mut connection: Box<dyn InstanceStream>, token: &str) {
        let said = read_line(&mut connection);
        let Some(file) = said.as_deref().and_then(|said| requested(said, token)) else { return };
        if let Some(file) = file {
            let mut state = self.lock();
            if state.files.len() < FILES_MAX {
                state.files.push(file.to_owned());
            }
        }
        if let Some(answer) = self.show_window() {
            let _ = writeln!(connection, "{}", answer.word());
        }
    }

    fn show_window(&self) -> Option<NotifyAnswer> {
        let mut state = self.lock();
        let Some(wake) = state.wake.clone() else { return Some(NotifyAnswer::Starting) };
        state.asked += 1;
        let asked = state.asked;
        drop(state);
        wake();
        let waited = self.noticed.wait_timeout_while(self.lock(), NOTICE_TIMEOUT, |state| state.answered < asked);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        (state.answered >= asked).then_some(NotifyAnswer::Shown)
    }

    /// A panic leaves only plain data behind the lock.
    fn lock(&self) -> MutexGuard<'_, Notifications> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
