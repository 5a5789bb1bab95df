//! What can go wrong with the files of Paydesk.

use std::path::PathBuf;

pub use paydesk_platform::faults::{
    DatabaseFault, DatabaseFaultKind, IoFault, IoFaultKind, JournalDamage, JournalFault, JournalSetting, RecordsFault,
    StoredFileKind,
};

/// What is wrong with such a file, or with a record in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredFileFault {
    /// The file stays closed.
    Unusable(RecordsFault),
    /// A new file was begun; the damaged one is at `aside`.
    Replaced { aside: PathBuf, fault: RecordsFault },
    /// So many records are of a version that this one cannot read.
    Unread(usize),
    /// One record could not be written.
    NotStored(RecordsFault),
}

/// The small files of JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonFile {
    Settings,
    Profiles,
    BulkRun,
}

/// What is wrong with one of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JsonFileFault {
    /// A newer Paydesk wrote it: this version of the file. It is neither read nor written over.
    Newer(u64),
    NotRead(IoFault),
    NotSaved(IoFault),
    /// `aside`: where the damaged file was put, or why it could not be moved.
    Damaged {
        error: String,
        aside: Result<PathBuf, IoFault>,
    },
}

/// What a job of the store could not do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreError {
    Journal {
        path: PathBuf,
        fault: JournalFault,
    },
    /// Its file is gone, and files of these names show that there was one.
    JournalMissing {
        path: PathBuf,
        found: Vec<String>,
    },
    JournalNotOpen,
    JournalNotExported(IoFault),
    /// Without a journal no other file is made.
    NotCreatedWithoutJournal {
        path: PathBuf,
    },
    Stored {
        kind: StoredFileKind,
        path: PathBuf,
        fault: StoredFileFault,
    },
    EventsNotOpen,
    OlderEventsNotRead {
        path: PathBuf,
        fault: RecordsFault,
    },
    EventsNotNoted {
        path: PathBuf,
        fault: RecordsFault,
    },
    EventsNotExported {
        dir: PathBuf,
        fault: RecordsFault,
    },
    /// The exports of these names were not written.
    ExportsNotWritten {
        dir: PathBuf,
        fault: IoFault,
        names: Vec<String>,
    },
    Json {
        file: JsonFile,
        path: PathBuf,
        fault: JsonFileFault,
    },
    /// Other users of this machine may read this path, and so many more.
    OpenToOthers {
        first: PathBuf,
        more: usize,
    },
}

/// Why Paydesk has no place for its files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DataDirsError {
    NoHome,
    IsFile(PathBuf),
    NotCreated(PathBuf, IoFault),
    NotWritable(PathBuf, IoFault),
    /// Another Paydesk runs on it.
    InUse(PathBuf),
    NotLocked(PathBuf, IoFault),
}

/// Why a job of the store was not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreFailure {
    /// Too many jobs wait.
    QueueFull,
    /// The thread of the store has ended.
    Stopped,
    /// The job panicked.
    Panicked,
    /// The file or the disk refused it.
    Refused(StoreError),
}
