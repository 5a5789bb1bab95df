//! What can go wrong with the files of Paydesk.

use std::path::PathBuf;

/// Why the system did not do what was asked with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IoFaultKind {
    NotAllowed,
    ReadOnlyDisk,
    DiskFull,
    QuotaUsedUp,
    DirectoryMissing,
    FileOnThePath,
    IsDirectory,
    Other,
}

/// The same, with what the system said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IoFault {
    pub kind: IoFaultKind,
    pub system: String,
}

/// Why a database file did not do what was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatabaseFaultKind {
    DiskFull,
    ReadOnly,
    CannotOpen,
    Locked,
    Damaged,
    DiskError,
    /// SQLite reported another code.
    Other,
    /// No code of SQLite: a row does not hold what it must.
    WrongContent,
}

/// The same, with what SQLite said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseFault {
    pub kind: DatabaseFaultKind,
    pub system: String,
}

/// What shows that the journal is damaged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JournalDamage {
    Empty,
    /// The file names this version, which never was.
    Version(i64),
    OtherTables,
    EntriesGone,
    /// Nothing follows this entry, and more were written.
    MissingAfter(i64),
    /// What the check of SQLite reported.
    Check(String),
}

/// What could not be set when the journal was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JournalSetting {
    Directory,
    Writing,
    WayOfWriting,
    Durability,
}

/// Why the journal cannot be used, or an entry not be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JournalFault {
    /// Another operation is open for the same target.
    AlreadyOpen,
    NotOpen,
    WrittenAlready,
    /// A newer Paydesk wrote it: this version of the file.
    Newer(i64),
    Foreign,
    Damaged(JournalDamage),
    /// The entry with this number was changed after it was written.
    Changed {
        seq: i64,
    },
    Setting(JournalSetting),
    Io(IoFault),
    Database(DatabaseFault),
    /// An entry is not JSON of ours.
    Unreadable(String),
}

impl JournalFault {
    /// Whether the file itself is damaged, so that it is kept for support.
    pub fn is_damage(&self) -> bool {
        match self {
            Self::Damaged(_) | Self::Changed { .. } | Self::Unreadable(_) => true,
            Self::Database(fault) => {
                matches!(fault.kind, DatabaseFaultKind::Damaged | DatabaseFaultKind::WrongContent)
            }
            Self::AlreadyOpen
            | Self::NotOpen
            | Self::WrittenAlready
            | Self::Newer(_)
            | Self::Foreign
            | Self::Setting(_)
            | Self::Io(_) => false,
        }
    }
}

/// The files that hold one row per record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoredFileKind {
    Records,
    Documents,
    Events,
    Notes,
    Sharing,
}

/// Why such a file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordsFault {
    /// A newer Paydesk wrote it: this version of the file.
    Newer(i64),
    /// It is a file of something else.
    Foreign(StoredFileKind),
    /// What the check of SQLite reported.
    Damaged(String),
    Database(DatabaseFault),
    Io(IoFault),
    /// A record cannot be written as JSON.
    Unwritable(String),
    NotOpen,
}

impl RecordsFault {
    /// Whether a new file may be begun beside it.
    pub fn is_damage(&self) -> bool {
        match self {
            Self::Damaged(_) | Self::Foreign(_) => true,
            Self::Database(fault) => fault.kind == DatabaseFaultKind::Damaged,
            Self::Newer(_) | Self::Io(_) | Self::Unwritable(_) | Self::NotOpen => false,
        }
    }
}

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
