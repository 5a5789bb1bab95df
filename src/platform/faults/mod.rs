//! What can go wrong with the files of Paydesk.

mod convert;
mod text;

pub use text::newer_version;

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

/// Why the system did not do what was asked with a file, with its own words.
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

/// Why SQLite did not do what was asked, with its own words.
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
