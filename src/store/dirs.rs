//! Where Paydesk keeps its files, and the lock that keeps a second instance away from them.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use directories::{BaseDirs, ProjectDirs};

use paydesk_core::failure::{DataDirsError, IoFault, StoreError};
use paydesk_platform::private_files::{self, Owned};

use super::files::{JOURNAL, StoreFiles};

/// How the names of Paydesk's files begin.
const FILES: [&str; 13] = [
    "journal.",
    "records.",
    "evidence.",
    "events.",
    "notes.",
    "sharing.",
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
const DIRS: [&str; 7] =
    ["exports", "history", "bulk", "crash-reports", "sandbox", "sandbox-hyperswitch", "sandbox-command"];

/// Held by the Paydesk that has the directory.
const LOCK: &str = "paydesk.lock";

/// The directories of one instance; they exist and can be written to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataDirs {
    data: PathBuf,
    config: PathBuf,
    open_to_others: Vec<PathBuf>,
}

impl DataDirs {
    /// The places of the platform, or `explicit` for everything. Creates what is missing, and closes what is there to
    /// other users of this machine.
    pub fn resolve(explicit: Option<&Path>) -> Result<Self, DataDirsError> {
        let Self { data, config, .. } = Self::located(explicit)?;
        make_writable(&data)?;
        make_writable(&config)?;
        let owned = if explicit.is_some() { Owned::IfAlone } else { Owned::Always };
        let mut open_to_others = private_files::tighten(&data, owned, is_ours);
        if config != data {
            open_to_others.extend(private_files::tighten(&config, owned, is_ours));
        }
        Ok(Self { data, config, open_to_others })
    }

    /// Where everything is; nothing is made or changed.
    pub fn located(explicit: Option<&Path>) -> Result<Self, DataDirsError> {
        let (data, config) = match explicit {
            Some(dir) => (dir.to_owned(), dir.to_owned()),
            None => Self::of_platform()?,
        };
        Ok(Self { data, config, open_to_others: Vec::new() })
    }

    fn of_platform() -> Result<(PathBuf, PathBuf), DataDirsError> {
        let project = ProjectDirs::from("", "", "Paydesk").ok_or(DataDirsError::NoHome)?;
        Ok((project.data_local_dir().to_owned(), project.config_local_dir().to_owned()))
    }

    /// The directory of this user.
    pub fn home() -> Option<PathBuf> {
        BaseDirs::new().map(|dirs| dirs.home_dir().to_owned())
    }

    /// What is reported where files of Paydesk could not be closed to other users.
    pub fn open_to_others(&self) -> Option<StoreError> {
        let first = self.open_to_others.first()?.clone();
        Some(StoreError::OpenToOthers { first, more: self.open_to_others.len() - 1 })
    }

    /// What other users of this machine may read of what is Paydesk's own; nothing is changed.
    pub fn find_open_to_others(&self) -> Vec<PathBuf> {
        let both: BTreeSet<&Path> = [self.data(), self.config()].into();
        both.into_iter().flat_map(|dir| private_files::open_to_others(dir, is_ours)).collect()
    }

    /// Whether a Paydesk has these directories at this moment; nothing is made.
    pub fn is_in_use(&self) -> bool {
        let file = File::open(self.data.join(LOCK));
        file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    pub fn data(&self) -> &Path {
        &self.data
    }

    /// Where settings and profiles are; the same as [`DataDirs::data`] on some platforms.
    pub fn config(&self) -> &Path {
        &self.config
    }

    pub fn journal_file(&self) -> PathBuf {
        self.data.join(JOURNAL)
    }

    pub fn settings_file(&self) -> PathBuf {
        self.config.join("settings.json")
    }

    pub fn profiles_file(&self) -> PathBuf {
        self.config.join("profiles.json")
    }

    /// The files of the store.
    pub fn store_files(&self) -> StoreFiles {
        StoreFiles { settings: self.settings_file(), profiles: self.profiles_file(), ..StoreFiles::in_dir(&self.data) }
    }

    /// Where the embedded sandbox keeps its data.
    pub fn sandbox(&self) -> PathBuf {
        self.data.join("sandbox")
    }

    /// Where the embedded sandbox with the shapes of hyperswitch keeps its data.
    pub fn sandbox_hyperswitch(&self) -> PathBuf {
        self.data.join("sandbox-hyperswitch")
    }

    /// Takes these directories for this process. A second instance is refused until the first has ended, however it
    /// ends.
    pub fn lock(&self) -> Result<InstanceLock, DataDirsError> {
        let not_locked = |error| DataDirsError::NotLocked(self.data.clone(), IoFault::from(error));
        let mut options = private_files::options();
        let file = options.create(true).truncate(false).write(true).open(self.data.join(LOCK));
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
    private_files::create_dir(dir).map_err(|error| DataDirsError::NotCreated(dir.to_owned(), error.into()))?;
    check_writable(dir)
}

/// Whether files can be made in a directory that is there. Leaves nothing behind.
pub fn check_writable(dir: &Path) -> Result<(), DataDirsError> {
    // Only writing shows whether writing works: permissions, read-only disks and quotas look alike before.
    tempfile::tempfile_in(dir).map(drop).map_err(|error| DataDirsError::NotWritable(dir.to_owned(), error.into()))
}
