//! Where Paydesk keeps its files, and the lock that keeps a second instance away from them.

use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::io::Error;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use crate::app::problem::Problem;
use crate::private_files::{self, Owned};

use super::error_text::io_error_text;
use super::worker::StoreFiles;

/// How the names of Paydesk's files begin.
const FILES: [&str; 11] = [
    "journal.",
    "records.",
    "evidence.",
    "events.",
    "settings.",
    "profiles.",
    "paydesk.",
    // Half written, or left by a crash.
    ".paydesk-",
    ".journal-",
    ".export-",
    ".instance-",
];
/// The directories in the data directory; the last is that of `paydesk sandbox`.
const DIRS: [&str; 3] = ["exports", "sandbox", "sandbox-command"];

/// The directories of one instance; they exist and can be written to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataDirs {
    data: PathBuf,
    config: PathBuf,
    open_to_others: Vec<PathBuf>,
}

/// Why Paydesk has no place for its files.
#[derive(Debug, thiserror::Error)]
pub enum DataDirsError {
    #[error("This user has no home directory, so there is no place for Paydesk's data")]
    NoHome,
    #[error("The data directory {0} is a file")]
    IsFile(PathBuf),
    #[error("The data directory {0} could not be created: {text}", text = io_error_text(.1))]
    NotCreated(PathBuf, #[source] Error),
    #[error("Nothing can be written to the data directory {0}: {text}", text = io_error_text(.1))]
    NotWritable(PathBuf, #[source] Error),
    #[error("Another Paydesk is running on the data directory {0}")]
    InUse(PathBuf),
    #[error("The data directory {0} could not be locked: {text}", text = io_error_text(.1))]
    NotLocked(PathBuf, #[source] Error),
}

impl DataDirsError {
    /// What the person can do.
    pub fn what_to_do(&self) -> &'static str {
        match self {
            Self::NoHome => "Name a directory with --data-dir",
            Self::IsFile(_) => "Name another directory with --data-dir, or move the file away",
            Self::NotCreated(..) => "Name a directory that you may write to with --data-dir",
            Self::NotWritable(..) => {
                "Give yourself the right to write there, or name another directory with --data-dir"
            }
            Self::InUse(_) => "Use the window that is open, or name another directory with --data-dir",
            Self::NotLocked(..) => "Name a directory on a disk of this machine with --data-dir",
        }
    }

    /// Both as one problem.
    pub fn problem(&self) -> Problem {
        Problem { what: self.to_string(), what_to_do: self.what_to_do().to_owned() }
    }
}

impl DataDirs {
    /// The places of the platform, or `explicit` for everything. Creates what is missing, and closes what is there to
    /// other users of this machine.
    pub fn resolve(explicit: Option<&Path>) -> Result<Self, DataDirsError> {
        let (data, config) = match explicit {
            Some(dir) => (dir.to_owned(), dir.to_owned()),
            None => Self::of_platform()?,
        };
        make_writable(&data)?;
        make_writable(&config)?;
        let owned = if explicit.is_some() { Owned::IfAlone } else { Owned::Always };
        let mut open_to_others = private_files::tighten(&data, owned, is_ours);
        if config != data {
            open_to_others.extend(private_files::tighten(&config, owned, is_ours));
        }
        Ok(Self { data, config, open_to_others })
    }

    fn of_platform() -> Result<(PathBuf, PathBuf), DataDirsError> {
        let project = ProjectDirs::from("", "", "Paydesk").ok_or(DataDirsError::NoHome)?;
        Ok((project.data_local_dir().to_owned(), project.config_local_dir().to_owned()))
    }

    /// What is reported where files of Paydesk could not be closed to other users.
    pub fn open_to_others(&self) -> Option<Problem> {
        let first = self.open_to_others.first()?;
        let more = match self.open_to_others.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        Some(Problem {
            what: format!("Other users of this machine may be able to read {}{more}", first.display()),
            what_to_do: "Take their rights away, or name a directory on another disk with --data-dir".to_owned(),
        })
    }

    pub fn data(&self) -> &Path {
        &self.data
    }

    pub fn journal_file(&self) -> PathBuf {
        self.data.join("journal.sqlite")
    }

    pub fn settings_file(&self) -> PathBuf {
        self.config.join("settings.json")
    }

    pub fn profiles_file(&self) -> PathBuf {
        self.config.join("profiles.json")
    }

    /// The files of the store.
    pub fn store_files(&self) -> StoreFiles {
        StoreFiles {
            journal: self.journal_file(),
            settings: self.settings_file(),
            profiles: self.profiles_file(),
            records: self.data.join("records.sqlite"),
            documents: self.data.join("evidence.sqlite"),
            events: self.data.join("events.sqlite"),
        }
    }

    /// Where the embedded sandbox keeps its data.
    pub fn sandbox(&self) -> PathBuf {
        self.data.join("sandbox")
    }

    /// Takes these directories for this process. A second instance is refused until the first has ended, however it
    /// ends.
    pub fn lock(&self) -> Result<InstanceLock, DataDirsError> {
        let not_locked = |error| DataDirsError::NotLocked(self.data.clone(), error);
        let mut options = private_files::options();
        let file = options.create(true).truncate(false).write(true).open(self.data.join("paydesk.lock"));
        let file = file.map_err(not_locked)?;
        match file.try_lock() {
            Ok(()) => Ok(InstanceLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(DataDirsError::InUse(self.data.clone())),
            Err(TryLockError::Error(error)) => Err(not_locked(error)),
        }
    }
}

/// Held while Paydesk runs; the system releases it when the process ends.
#[derive(Debug)]
pub struct InstanceLock {
    _file: File,
}

/// Whether a file or directory of this name in the data directory is Paydesk's.
fn is_ours(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    FILES.iter().any(|beginning| name.starts_with(beginning)) || DIRS.contains(&name.as_ref())
}

fn make_writable(dir: &Path) -> Result<(), DataDirsError> {
    if dir.is_file() {
        return Err(DataDirsError::IsFile(dir.to_owned()));
    }
    private_files::create_dir(dir).map_err(|error| DataDirsError::NotCreated(dir.to_owned(), error))?;
    // Only writing shows whether writing works: permissions, read-only disks and quotas look alike before.
    tempfile::tempfile_in(dir).map(drop).map_err(|error| DataDirsError::NotWritable(dir.to_owned(), error))
}
