//! What went wrong with the files of Paydesk, in words. What the operating system said comes last, for support.

use std::path::Path;

use super::{
    DatabaseFault, DatabaseFaultKind, IoFault, IoFaultKind, JournalDamage, JournalFault, JournalSetting, RecordsFault,
    StoredFileKind,
};

impl IoFault {
    /// Why a file could not be read or written, to go after a colon.
    pub fn text(&self) -> String {
        let text = match self.kind {
            IoFaultKind::NotAllowed => "you are not allowed to",
            IoFaultKind::ReadOnlyDisk => "the disk is read-only",
            IoFaultKind::DiskFull => "the disk is full",
            IoFaultKind::QuotaUsedUp => "your quota on this disk is used up",
            IoFaultKind::DirectoryMissing => "the file or a directory in its path is missing",
            IoFaultKind::FileOnThePath => "a part of the path is a file",
            IoFaultKind::IsDirectory => "it is a directory",
            IoFaultKind::Other => return self.system.clone(),
        };
        format!("{text} ({})", self.system)
    }
}

impl DatabaseFault {
    /// Why a database could not be used, to go after a colon.
    pub fn text(&self) -> String {
        let text = match self.kind {
            DatabaseFaultKind::DiskFull => "the disk is full",
            DatabaseFaultKind::ReadOnly => "it cannot be written to",
            DatabaseFaultKind::CannotOpen => "it cannot be opened",
            DatabaseFaultKind::Locked => "another program has locked it",
            DatabaseFaultKind::Damaged => "it is damaged",
            DatabaseFaultKind::DiskError => "the disk reported an error",
            DatabaseFaultKind::Other | DatabaseFaultKind::WrongContent => return self.system.clone(),
        };
        format!("{text} ({})", self.system)
    }
}

impl JournalDamage {
    /// What shows it, to go after a colon.
    pub fn text(&self) -> String {
        match self {
            Self::Empty => "it is empty".to_owned(),
            Self::Version(version) => format!("it has version {version}"),
            Self::OtherTables => "its tables were changed".to_owned(),
            Self::EntriesGone => "its entries are gone".to_owned(),
            Self::MissingAfter(seq) => format!("entries are missing after entry {seq}"),
            Self::Check(report) => report.clone(),
        }
    }
}

impl JournalSetting {
    /// What could not be set, to go after a colon.
    pub fn text(self) -> &'static str {
        match self {
            Self::Directory => "its path has no directory",
            Self::Writing => "it cannot be written to",
            Self::WayOfWriting => "its write mode could not be set",
            Self::Durability => "its durability could not be set",
        }
    }
}

impl JournalFault {
    /// What is wrong, to go after a colon.
    pub fn text(&self) -> String {
        match self {
            Self::AlreadyOpen => "another operation is open for the same object".to_owned(),
            Self::NotOpen => "the operation is not open in the journal".to_owned(),
            Self::WrittenAlready => "this step of the operation is already recorded".to_owned(),
            Self::Newer(version) => newer_version(*version),
            Self::Foreign => "it is not a Paydesk journal".to_owned(),
            Self::Damaged(damage) => format!("it is damaged: {}", damage.text()),
            Self::Changed { seq } => format!("entry {seq} was changed after it was written"),
            Self::Setting(setting) => setting.text().to_owned(),
            Self::Io(fault) => fault.text(),
            Self::Database(fault) => fault.text(),
            Self::Unreadable(error) => format!("an entry cannot be read: {error}"),
        }
    }

    /// What happened, in one sentence without a full stop.
    pub fn what(&self) -> String {
        let begins = match self {
            Self::Changed { .. } => "The journal of operations is damaged",
            Self::AlreadyOpen
            | Self::NotOpen
            | Self::WrittenAlready
            | Self::Newer(_)
            | Self::Foreign
            | Self::Damaged(_)
            | Self::Setting(_)
            | Self::Io(_)
            | Self::Database(_)
            | Self::Unreadable(_) => "The journal of operations cannot be used",
        };
        format!("{begins}: {}", self.text())
    }

    /// What the person can do with the journal at `path`.
    pub fn what_to_do(&self, path: &Path) -> String {
        let path = path.display();
        match self {
            Self::AlreadyOpen | Self::NotOpen | Self::WrittenAlready => {
                "Another window changed it: check it again".to_owned()
            }
            Self::Newer(_) => format!("Paydesk is read-only. Use the newer Paydesk with this file: {path}."),
            Self::Foreign => format!(
                "Paydesk is read-only. Move this file away, or choose another directory \
                with --data-dir: {path}."
            ),
            Self::Damaged(_)
            | Self::Changed { .. }
            | Self::Setting(_)
            | Self::Io(_)
            | Self::Database(_)
            | Self::Unreadable(_)
                if self.is_damage() =>
            {
                format!("Paydesk is read-only. The file was not changed; keep a copy for support: {path}.")
            }
            Self::Damaged(_)
            | Self::Changed { .. }
            | Self::Setting(_)
            | Self::Io(_)
            | Self::Database(_)
            | Self::Unreadable(_) => {
                format!(
                    "Paydesk is read-only. Check the disk and the permissions of this file, then restart Paydesk: \
                        {path}."
                )
            }
        }
    }
}

impl StoredFileKind {
    /// What the file holds.
    pub fn holds(self) -> &'static str {
        match self {
            Self::Records => "records of refunds, payouts, customers and other objects",
            Self::Documents => "drafts and versions of evidence",
            Self::Events => "webhook events",
            Self::Notes => "notes and tags",
            Self::Sharing => "changes waiting to be shared with the team",
        }
    }

    /// What becomes of one that could not be written.
    pub fn without_it(self) -> &'static str {
        match self {
            Self::Records => "It is listed until Paydesk is closed; its operation is in the journal",
            Self::Documents => "It is available until Paydesk is closed, and is saved with its next change",
            Self::Events => "It was not received",
            Self::Notes => "It is available until Paydesk is closed. Save it again beside the note.",
            Self::Sharing => "It may not be shared until it is changed again",
        }
    }

    fn not_open(self) -> &'static str {
        match self {
            Self::Records => "the file of records is not open",
            Self::Documents | Self::Events | Self::Notes | Self::Sharing => "the file is not open",
        }
    }

    /// What follows while it is closed.
    pub fn when_closed(self) -> &'static str {
        match self {
            Self::Records | Self::Documents => "New records last until Paydesk is closed",
            Self::Events => "No events are received until this file is repaired",
            Self::Notes => "New notes last until Paydesk is closed",
            Self::Sharing => "Nothing is shared with the team until this file is repaired",
        }
    }

    /// What becomes of a damaged one.
    pub fn when_replaced(self) -> &'static str {
        match self {
            Self::Records | Self::Documents | Self::Notes => {
                "Paydesk started new ones. The damaged file was not deleted"
            }
            Self::Sharing => "Everything is shared again. The damaged file was not deleted",
            Self::Events => {
                "Paydesk started a new file; events may be applied a second time. The damaged one was not \
                    deleted"
            }
        }
    }
}

impl RecordsFault {
    /// What is wrong, to go after a colon; `kind` is what the file is to hold.
    pub fn text(&self, kind: StoredFileKind) -> String {
        match self {
            Self::Newer(version) => newer_version(*version),
            Self::Foreign(kind) => format!("it is damaged: it is not a file of {}", kind.holds()),
            Self::Damaged(report) => format!("it is damaged: {report}"),
            Self::Database(fault) => fault.system.clone(),
            Self::Io(fault) => fault.text(),
            Self::Unwritable(error) => error.clone(),
            Self::NotOpen => kind.not_open().to_owned(),
        }
    }
}

/// What is wrong with a file of a newer version, to go after a colon.
pub fn newer_version(version: i64) -> String {
    format!("it was written by a newer Paydesk (file version {version})")
}
