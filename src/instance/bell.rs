//! The first desk's side: listens for a second one, wakes the window, and answers once the window has taken notice.

use std::io::Write as _;
use std::net::{Ipv4Addr, TcpListener};
#[cfg(unix)]
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::holder::{Holder, Line, Stream};
use super::{Answer, read_line, request};

/// How long the one who rings may take to say what it wants.
const SAY_WITHIN: Duration = Duration::from_secs(1);
/// How long the window may take to notice; less than a second desk waits.
const NOTICE_WITHIN: Duration = Duration::from_millis(1500);
/// Pause after a connection that could not be taken, so that a broken listener costs nothing.
const AFTER_ERROR: Duration = Duration::from_millis(200);

type Wake = Arc<dyn Fn() + Send + Sync>;

/// Hung up by the first desk of a data directory, and taken down when dropped.
pub struct Bell {
    dir: PathBuf,
    line: Line,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<Rings>,
    noticed: Condvar,
}

#[derive(Default)]
struct Rings {
    /// How to wake the window; `None` until it stands.
    wake: Option<Wake>,
    asked: u64,
    answered: u64,
    ended: bool,
}

enum Listener {
    #[cfg(unix)]
    Socket(UnixListener),
    Port(TcpListener),
}

impl Bell {
    /// Listens for other desks of `dir`, which this process has locked. `token` is hard to guess.
    pub fn hang(dir: &Path, token: String) -> std::io::Result<Self> {
        let (listener, line) = Listener::in_dir(dir)?;
        Self::listen(dir, token, listener, line)
    }

    /// The same on a port of this machine, as where there are no sockets in directories.
    pub fn hang_on_port(dir: &Path, token: String) -> std::io::Result<Self> {
        let (listener, line) = Listener::on_port()?;
        Self::listen(dir, token, listener, line)
    }

    fn listen(dir: &Path, token: String, listener: Listener, line: Line) -> std::io::Result<Self> {
        let bell = Self { dir: dir.to_owned(), line, shared: Arc::default() };
        Holder { pid: std::process::id(), line: Some(line), token: token.clone() }.write(dir)?;
        let shared = bell.shared.clone();
        std::thread::Builder::new().name("paydesk-bell".to_owned()).spawn(move || shared.serve(&listener, &token))?;
        Ok(bell)
    }

    /// How the window is woken from now on. Who rang before was told that it is starting.
    pub fn on_ring(&self, wake: impl Fn() + Send + Sync + 'static) {
        self.shared.lock().wake = Some(Arc::new(wake));
    }

    /// Whether somebody rang since the last call; who did is answered now.
    pub fn rang(&self) -> bool {
        let mut state = self.shared.lock();
        let rang = state.answered < state.asked;
        state.answered = state.asked;
        self.shared.noticed.notify_all();
        rang
    }
}

impl Drop for Bell {
    fn drop(&mut self) {
        self.shared.lock().ended = true;
        // Wakes the thread, so that it sees the end.
        drop(self.line.connect(&self.dir, Instant::now() + SAY_WITHIN));
        Holder::remove(&self.dir);
        #[cfg(unix)]
        if self.line == Line::Socket {
            let _ = std::fs::remove_file(self.dir.join(super::holder::SOCKET));
        }
    }
}

impl Listener {
    #[cfg(unix)]
    fn in_dir(dir: &Path) -> std::io::Result<(Self, Line)> {
        use std::os::unix::fs::PermissionsExt as _;
        let path = dir.join(super::holder::SOCKET);
        // Left by a desk that crashed: this process has the lock.
        let _ = std::fs::remove_file(&path);
        let bound = UnixListener::bind(&path).and_then(|listener| {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
            Ok((Self::Socket(listener), Line::Socket))
        });
        // The path may be too long for a socket, or the disk know none.
        bound.or_else(|_| Self::on_port())
    }

    #[cfg(not(unix))]
    fn in_dir(_dir: &Path) -> std::io::Result<(Self, Line)> {
        Self::on_port()
    }

    fn on_port() -> std::io::Result<(Self, Line)> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = listener.local_addr()?.port();
        Ok((Self::Port(listener), Line::Port(port)))
    }

    fn accept(&self) -> std::io::Result<Box<dyn Stream>> {
        match self {
            #[cfg(unix)]
            Self::Socket(listener) => {
                let (stream, _) = listener.accept()?;
                stream.set_read_timeout(Some(SAY_WITHIN))?;
                stream.set_write_timeout(Some(SAY_WITHIN))?;
                Ok(Box::new(stream))
            }
            Self::Port(listener) => {
                let (stream, _) = listener.accept()?;
                stream.set_read_timeout(Some(SAY_WITHIN))?;
                stream.set_write_timeout(Some(SAY_WITHIN))?;
                Ok(Box::new(stream))
            }
        }
    }
}

impl Shared {
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
    fn answer(&self, mut connection: Box<dyn Stream>, token: &str) {
        let said = read_line(&mut connection);
        if said.as_deref() != Some(&*request(token)) {
            return;
        }
        if let Some(answer) = self.show_window() {
            let _ = writeln!(connection, "{}", answer.word());
        }
    }

    fn show_window(&self) -> Option<Answer> {
        let mut state = self.lock();
        let Some(wake) = state.wake.clone() else { return Some(Answer::Starting) };
        state.asked += 1;
        let asked = state.asked;
        drop(state);
        wake();
        let waited = self.noticed.wait_timeout_while(self.lock(), NOTICE_WITHIN, |state| state.answered < asked);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        (state.answered >= asked).then_some(Answer::Shown)
    }

    /// A panic leaves only plain data behind the lock.
    fn lock(&self) -> MutexGuard<'_, Rings> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
