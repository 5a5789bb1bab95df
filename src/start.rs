//! Puts the parts together for each command.
//!
//! Failures end here, on standard error, in sentences a person can act on.

pub mod doctor;
mod embedded;
pub mod export;
pub mod hub;
pub mod organisation;
pub mod output;
mod secret_file;
pub mod team;
#[cfg(feature = "window")]
pub mod window;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::crash_report::{self, RecentKinds};
use crate::machine;
use output::{CommandError, OutputError, print_line};
use paydesk_core::problem::Problem;
use paydesk_domain::typed_path::typed_path;
use paydesk_sandbox::{self as sandbox, SandboxArgs, SandboxError};
use paydesk_store::{DataDirs, DataDirsError, journal};

/// Why a command ended badly.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    #[error("{0}.\n{to_do}", to_do = .0.what_to_do())]
    Directory(#[from] DataDirsError),
    #[error("{0}")]
    JournalBroken(String),
    #[error("There is no journal at {}.\nPaydesk creates it when it first starts. If yours is elsewhere, name its directory with --data-dir.", .0.display())]
    NoJournal(PathBuf),
    #[error("{}.\n{}", .0.what, .0.what_to_do)]
    JournalNotChecked(Problem),
    #[error("The threads of the sandbox could not be started: {0}")]
    Threads(std::io::Error),
    #[error("The manual could not be written: {0}")]
    Manual(std::io::Error),
    #[error(transparent)]
    Output(#[from] OutputError),
}

impl CommandError for StartError {
    /// 2 where nothing could be checked, 1 for anything else.
    fn exit_code(&self) -> ExitCode {
        match self {
            Self::NoJournal(_) | Self::JournalNotChecked(_) => ExitCode::from(2),
            Self::Sandbox(_) | Self::Directory(_) | Self::JournalBroken(_) => ExitCode::FAILURE,
            Self::Threads(_) | Self::Manual(_) | Self::Output(_) => ExitCode::FAILURE,
        }
    }
}

/// The file or directory that an argument means: what the shell left of quotes, `~` and `file://` is understood, unless
/// something has just this name.
pub fn named_path(argument: OsString) -> PathBuf {
    let given = PathBuf::from(argument);
    match given.to_str().filter(|_| !given.exists()) {
        Some(text) => typed_path(text, std::env::home_dir().as_deref()),
        None => given,
    }
}

/// Sends the log to standard error; `RUST_LOG` says how much, warnings by default.
pub fn log_to_stderr() {
    let asked = std::env::var("RUST_LOG").ok().and_then(|text| text.parse::<Targets>().ok());
    let filter = asked.unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN));
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    tracing_subscriber::registry().with(lines).with(filter).init();
}

/// Sends the log of a server to standard error: one JSON object a line, information as well as warnings.
pub fn log_as_json() {
    let asked = std::env::var("RUST_LOG").ok().and_then(|text| text.parse::<Targets>().ok());
    let filter = asked
        .unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN).with_target("paydesk", LevelFilter::INFO));
    let lines = tracing_subscriber::fmt::layer().json().flatten_event(true).with_writer(std::io::stderr);
    tracing_subscriber::registry().with(lines).with(filter).init();
}

/// From now on a panic also leaves a report in the data directory of this command, if there is one.
pub fn report_panics(data_dir: Option<&Path>, recent: Arc<RecentKinds>) {
    if let Ok(dirs) = DataDirs::located(data_dir) {
        crash_report::install(dirs.data(), recent, machine::now);
    }
}

/// Serves the sandbox until it is told to end.
pub fn sandbox(args: SandboxArgs) -> Result<(), StartError> {
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(StartError::Threads)?;
    Ok(threads.block_on(sandbox::run(args))?)
}

/// Checks every entry of the journal, also while a window is open on it.
pub fn audit_verify(data_dir: Option<PathBuf>) -> Result<(), StartError> {
    let path = DataDirs::located(data_dir.as_deref())?.journal_file();
    if path.try_exists().is_ok_and(|is_there| !is_there) {
        return Err(StartError::NoJournal(path));
    }
    let check = journal::check(&path).map_err(|error| StartError::JournalNotChecked(error.into()))?;
    if check.fault.is_some() {
        return Err(StartError::JournalBroken(check.text()));
    }
    print_line(check.text())?;
    Ok(())
}
