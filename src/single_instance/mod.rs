//! One desk on a data directory: the second asks the first to show its window.
//!
//! The lock of the directory says that Paydesk runs already; what is here only finds it. The first binds an
//! [`InstanceListener`] and notes in the file `paydesk.instance` who it is and where it listens: on a socket in the
//! directory, or, where that is not possible and on Windows, on a port of this machine. Both ask for a word that is in
//! the same file, which only this user can read. All that can be asked for is the window, and to open a file of saved views.

mod instance_file;
mod listener;

use std::io::{BufRead as _, BufReader, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

pub use listener::InstanceListener;

use instance_file::InstanceFile;

/// How long the first instance may take to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// Between two looks for a first desk that does not listen yet.
const LOOK_AGAIN: Duration = Duration::from_millis(50);
/// Longest line that is read from the other side, in bytes: paths have at most 4 KiB.
const LINE_MAX: u64 = 8 * 1024;

/// What the first instance said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotifyAnswer {
    /// Its window was asked to the front.
    Shown,
    /// It is starting, and its window opens in a moment.
    Starting,
    /// Nothing within two seconds. The number of the process, where it is known.
    None { pid: Option<u32> },
}

impl NotifyAnswer {
    fn word(self) -> &'static str {
        match self {
            Self::Shown => "shown",
            Self::Starting => "starting",
            Self::None { .. } => "",
        }
    }
}

/// Asks the instance that holds `dir` to show its window, and waits for its answer.
pub fn notify_running(dir: &Path) -> NotifyAnswer {
    ask_running(dir, None)
}

/// Asks the instance that holds `dir` to show its window and to open `file`, and waits for its answer.
pub fn ask_running(dir: &Path, file: Option<&str>) -> NotifyAnswer {
    let deadline = Instant::now() + ANSWER_TIMEOUT;
    loop {
        let instance = InstanceFile::read(dir);
        if let Some(answer) = instance.as_ref().and_then(|instance| ask(dir, instance, file, deadline)) {
            return answer;
        }
        if Instant::now() + LOOK_AGAIN >= deadline {
            return NotifyAnswer::None { pid: instance.map(|instance| instance.pid) };
        }
        std::thread::sleep(LOOK_AGAIN);
    }
}

/// Notes who holds `dir` where it binds no listener: it works without a window, and not for long.
pub fn note_running(dir: &Path) -> std::io::Result<()> {
    InstanceFile { pid: std::process::id(), line: None, token: String::new() }.write(dir)
}

/// The process that noted itself in `dir`; it may have ended since.
pub fn noted_pid(dir: &Path) -> Option<u32> {
    InstanceFile::read(dir).map(|instance| instance.pid)
}

/// `None` where nobody listens or nothing was said.
fn ask(dir: &Path, instance: &InstanceFile, file: Option<&str>, deadline: Instant) -> Option<NotifyAnswer> {
    let mut line = instance.line.as_ref()?.connect(dir, deadline)?;
    writeln!(line, "{}", request(&instance.token, file)).ok()?;
    let said = read_line(&mut line)?;
    [NotifyAnswer::Shown, NotifyAnswer::Starting].into_iter().find(|answer| answer.word() == said)
}

fn request(token: &str, file: Option<&str>) -> String {
    // A line ends at its end: a path with a break in it is not handed over.
    match file.filter(|file| !file.contains(['\n', '\r'])) {
        None => format!("show {token}"),
        Some(file) => format!("open {token} {file}"),
    }
}

/// What a line asks for, from someone who knows the token: the window alone, or a file as well.
fn requested<'a>(line: &'a str, token: &str) -> Option<Option<&'a str>> {
    if line == request(token, None) {
        return Some(None);
    }
    let file = line.strip_prefix("open ")?.strip_prefix(token)?.strip_prefix(' ')?;
    Some(Some(file).filter(|file| !file.is_empty()))
}

/// One line without its end, if a whole one came in time.
fn read_line(line: &mut impl Read) -> Option<String> {
    let mut said = String::new();
    BufReader::new(line.take(LINE_MAX)).read_line(&mut said).ok()?;
    said.strip_suffix('\n').map(str::to_owned)
}
