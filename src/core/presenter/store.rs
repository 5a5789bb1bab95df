//! What went wrong with the files of Paydesk, in words. What the operating system said comes last, for support.

use std::fmt;
use std::path::Path;

use crate::effect::StoreJobKind;
use crate::failure::{
    DataDirsError, IoFault, JsonFile, JsonFileFault, StoreError, StoreFailure, StoredFileFault, StoredFileKind,
};
use crate::problem::Problem;
use paydesk_domain::text::sentences;
use paydesk_platform::faults::newer_version;

impl JsonFile {
    fn noun(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::Profiles => "profiles",
            Self::BulkRun => "bulk run",
        }
    }

    /// What Paydesk does without the file.
    fn without(self) -> &'static str {
        match self {
            Self::Settings => "Paydesk started with default settings",
            Self::Profiles => "Paydesk started without your profiles; their keys are still in the keyring",
            Self::BulkRun => "The run is not shown; all operations that it sent are in Operations",
        }
    }

    fn unsaved(self) -> &'static str {
        match self {
            Self::Settings | Self::Profiles => "They apply until Paydesk is closed",
            Self::BulkRun => "None of it was started. Check the disk, then try again.",
        }
    }

    fn problem(self, path: &Path, fault: &JsonFileFault) -> Problem {
        let (noun, without, path) = (self.noun(), self.without(), path.display());
        match fault {
            JsonFileFault::Newer(version) => problem(
                format!(
                    "The {noun} in {path} cannot be used: {}",
                    newer_version(i64::try_from(*version).unwrap_or(i64::MAX))
                ),
                format!("{without}, and changes are not saved. Use the newer Paydesk, or move this file away."),
            ),
            JsonFileFault::NotRead(fault) => problem(
                format!("The {noun} in {path} could not be read: {}", fault.text()),
                format!("{without}. Allow your user to read the file, then restart Paydesk."),
            ),
            JsonFileFault::NotSaved(fault) => {
                problem(format!("The {noun} could not be saved to {path}: {}", fault.text()), self.unsaved())
            }
            JsonFileFault::Damaged { error, aside } => {
                let rest = match aside {
                    Ok(aside) => format!("The damaged file was renamed to {}", aside.display()),
                    Err(fault) => {
                        format!("Copy the file now if you need it: it could not be renamed ({})", fault.text())
                    }
                };
                problem(format!("The {noun} file {path} is damaged: {error}"), sentences(&[without, rest.as_str()]))
            }
        }
    }
}

fn problem(what: impl Into<String>, what_to_do: impl Into<String>) -> Problem {
    Problem { what: what.into(), what_to_do: what_to_do.into() }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Journal { path, fault } => problem(fault.what(), fault.what_to_do(&path)),
            StoreError::JournalMissing { path, found } => journal_missing(&path, &found),
            StoreError::JournalNotOpen => {
                problem("The journal of operations is not open", "Paydesk is read-only. Restart it.")
            }
            StoreError::JournalNotExported(fault) => problem(
                format!("The journal could not be exported: {}", fault.text()),
                "The journal itself is unchanged. Free some space or check the permissions of the data directory, then try again.",
            ),
            StoreError::NotCreatedWithoutJournal { path } => problem(
                format!("{} was not created, because the journal of operations could not be created", path.display()),
                "Check the disk and the permissions of its directory, then restart Paydesk",
            ),
            StoreError::EventsNotOpen => {
                problem("The file of webhook events is not open", "Restart Paydesk; it then reports what is wrong")
            }
            StoreError::OlderEventsNotRead { path, fault } => problem(
                format!("Older webhook events could not be read: {}", fault.text(StoredFileKind::Events)),
                format!("Try again, or export all events. They are in this file: {}.", path.display()),
            ),
            StoreError::EventsNotNoted { path, fault } => problem(
                format!("The results of webhook events could not be saved: {}", fault.text(StoredFileKind::Events)),
                format!(
                    "They are applied again at the next start, with the same result. Check the disk: {}.",
                    path.display()
                ),
            ),
            StoreError::EventsNotExported { dir, fault } => problem(
                format!("The webhook events could not be exported: {}", fault.text(StoredFileKind::Events)),
                format!("Check this directory and try again: {}", dir.display()),
            ),
            StoreError::Json { file, path, fault } => file.problem(&path, &fault),
            StoreError::ExportsNotWritten { dir, fault, names } => exports_not_written(&dir, &fault, &names),
            StoreError::OpenToOthers { first, more } => open_to_others(&first, more),
            StoreError::Stored { kind, path, fault } => stored_file_problem(kind, &path, &fault),
        }
    }
}

fn stored_file_problem(kind: StoredFileKind, path: &Path, fault: &StoredFileFault) -> Problem {
    let (holds, path) = (kind.holds(), path.display());
    match fault {
        StoredFileFault::Unusable(fault) => problem(
            format!("The {holds} cannot be used: {}", fault.text(kind)),
            sentences(&[kind.when_closed().to_owned(), format!("Check this file: {path}")]),
        ),
        StoredFileFault::Replaced { aside, fault } => problem(
            format!("The {holds} cannot be read: {}", fault.text(kind)),
            format!("{}: {}.", kind.when_replaced(), aside.display()),
        ),
        StoredFileFault::Unread(count) => problem(
            format!("{count} of the {holds} in {path} cannot be read by this version"),
            "They were not changed. Open them with the newer version of Paydesk that wrote them.",
        ),
        StoredFileFault::NotStored(fault) => problem(
            format!("One of the {holds} could not be written: {}", fault.text(kind)),
            sentences(&[kind.without_it().to_owned(), format!("Check the disk: {path}")]),
        ),
    }
}

fn journal_missing(path: &Path, found: &[String]) -> Problem {
    problem(
        format!("The journal of operations is missing: {}", path.display()),
        format!(
            "Paydesk was used here before ({}), so there was a journal, and it may list operations without an outcome. \
                Restore the file from a backup, then check again. If it is lost, check with the service what was \
                in progress, then start a new journal. Nothing is sent until you decide.",
            found.join(", ")
        ),
    )
}

fn exports_not_written(dir: &Path, fault: &IoFault, names: &[String]) -> Problem {
    let (what, was) = match names {
        [name] => (format!("“{name}”"), "was"),
        names => (format!("{} files", names.len()), "were"),
    };
    problem(
        format!("{what} {was} not written to {}: {}", dir.display(), fault.text()),
        "Free some space or allow your user to write there, then export again",
    )
}

fn open_to_others(first: &Path, more: usize) -> Problem {
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    problem(
        format!("Other users of this computer may be able to read {}{more}", first.display()),
        "Remove their permissions, or choose a directory on another disk with --data-dir",
    )
}

impl fmt::Display for DataDirsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHome => f.write_str("This user has no home directory, so there is no place for Paydesk's data"),
            Self::IsFile(dir) => write!(f, "The data directory {} is a file", dir.display()),
            Self::NotCreated(dir, fault) => {
                write!(f, "The data directory {} could not be created: {}", dir.display(), fault.text())
            }
            Self::NotWritable(dir, fault) => {
                write!(f, "Nothing can be written to the data directory {}: {}", dir.display(), fault.text())
            }
            Self::InUse(dir) => write!(f, "Another copy of Paydesk is using the data directory {}", dir.display()),
            Self::NotLocked(dir, fault) => {
                write!(f, "The data directory {} could not be locked: {}", dir.display(), fault.text())
            }
        }
    }
}

impl std::error::Error for DataDirsError {}

impl DataDirsError {
    /// What the person can do.
    pub fn what_to_do(&self) -> &'static str {
        match self {
            Self::NoHome => "Choose a directory with --data-dir",
            Self::IsFile(_) => "Choose another directory with --data-dir, or move the file",
            Self::NotCreated(..) => "Choose a directory that you may write to with --data-dir",
            Self::NotWritable(..) => "Allow your user to write there, or choose another directory with --data-dir",
            Self::InUse(_) => "Use the open window, or choose another directory with --data-dir",
            Self::NotLocked(..) => "Choose a directory on a local disk with --data-dir",
        }
    }
}

/// Why a job of the store was not done: its own reason where it was refused, and else what the job was for.
pub fn job_not_done(job: StoreJobKind, why: StoreFailure) -> Problem {
    let (why, advice) = match why {
        StoreFailure::Refused(error) => return error.into(),
        StoreFailure::QueueFull => ("too many writes are waiting for the disk", "Check whether the disk responds"),
        StoreFailure::Stopped => ("saving stopped because of an error in Paydesk", "Restart Paydesk"),
        StoreFailure::Panicked => ("there was an error in Paydesk", "If it happens again, report what you did"),
    };
    let (what, consequence) = job_texts(job);
    problem(format!("{what}: {why}"), sentences(&[consequence, advice]))
}

/// Why a job was not done without which nothing is sent.
pub fn journal_job_not_done(why: StoreFailure) -> Problem {
    let full = "Too many entries are waiting to be written to the journal of operations";
    let stopped = "The journal of operations stopped working because of an error in Paydesk";
    let (what, advice) = match why {
        StoreFailure::Refused(error) => return error.into(),
        StoreFailure::QueueFull => (full, "Check whether the disk responds, then restart Paydesk"),
        StoreFailure::Stopped => (stopped, "Check whether the disk responds, then restart Paydesk"),
        StoreFailure::Panicked => (stopped, "Restart Paydesk. If it happens again, report what you did."),
    };
    problem(what, sentences(&["Paydesk is read-only", advice]))
}

/// What was not done, and what that means for the person.
fn job_texts(job: StoreJobKind) -> (&'static str, &'static str) {
    let until_closed = "They apply until Paydesk is closed";
    match job {
        StoreJobKind::OpenJournal | StoreJobKind::StartNewJournal => {
            ("The journal of operations could not be opened", "Paydesk is read-only")
        }
        StoreJobKind::WriteJournal => ("The journal of operations could not be written", "Paydesk is read-only"),
        StoreJobKind::ReadJournal | StoreJobKind::ReadOperation => {
            ("The journal could not be read", "Refresh to read it again")
        }
        StoreJobKind::ReadEntriesOf => (
            "The journal could not be read to copy it to the team",
            "It is copied when the team's database is connected again",
        ),
        StoreJobKind::CheckJournal => ("The journal could not be verified", "Verify it again"),
        StoreJobKind::ExportJournal => ("The journal could not be exported", "The journal itself is unchanged"),
        StoreJobKind::OpenRecords => (
            "Records of refunds, payouts, customers and other objects could not be loaded",
            "They are not listed until Paydesk is restarted",
        ),
        StoreJobKind::KeepRecords => (
            "A record of a refund, payout, customer or other object could not be saved",
            "It is listed until Paydesk is closed",
        ),
        StoreJobKind::OpenDocuments => {
            ("Evidence drafts and versions could not be loaded", "They are not shown until Paydesk is restarted")
        }
        StoreJobKind::SaveDocument => (
            "An evidence draft could not be saved",
            "It is available until Paydesk is closed, and is saved with its next change",
        ),
        StoreJobKind::OpenNotes => {
            ("Notes and tags could not be loaded", "They are not shown until Paydesk is restarted")
        }
        StoreJobKind::SaveNote => (
            "A note or tag could not be saved",
            "It is available until Paydesk is closed. Open the note and save it again.",
        ),
        StoreJobKind::OpenEvents => {
            ("Webhook events could not be loaded", "No events are received until they can be loaded")
        }
        StoreJobKind::NoteEvents => {
            ("The results of webhook events could not be saved", "They are applied again at the next start")
        }
        StoreJobKind::ExportEvents => ("Webhook events could not be exported", "Export them again"),
        StoreJobKind::ReadOlderEvents => ("Older webhook events could not be loaded", "Load them again"),
        StoreJobKind::SaveEvidence => ("The PDF could not be saved", "Save it again"),
        StoreJobKind::SaveExports => ("The export could not be saved", "Export again"),
        StoreJobKind::OpenBulkRuns => (
            "Unfinished bulk runs could not be loaded",
            "Everything they sent is in Operations. Restart Paydesk to load them again.",
        ),
        StoreJobKind::SaveBulkRun => ("The bulk run could not be saved", "None of it was started. Try again."),
        StoreJobKind::RemoveBulkRun => {
            ("The finished bulk run could not be removed", "It is shown again at the next start")
        }
        StoreJobKind::OpenSharing => {
            ("Unshared changes could not be loaded", "Nothing is shared until Paydesk is restarted")
        }
        StoreJobKind::KeepShared => (
            "What the team shares could not be saved",
            "It is available until Paydesk is closed, and is read again at the next start",
        ),
        StoreJobKind::ForgetSharing => ("The team's shared data could not be deleted", "Leave the team again"),
        StoreJobKind::SaveSettings => ("The settings could not be saved", until_closed),
        StoreJobKind::SaveProfiles => ("The profiles could not be saved", until_closed),
    }
}
