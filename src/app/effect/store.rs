//! Jobs of the store: what is read from the files of Paydesk and written to them, one job after the other.
//!
//! A job is declared here, once: what it is, and what is told where it was not done, in its own text. What does it is
//! one arm of the store's worker. Only the jobs that open the journal or write to it say that the journal cannot be
//! used.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::app::features::disputes::DraftDocument;
use crate::app::features::webhooks::NotedEvent;
use crate::app::message::Message;
use crate::app::operations::journal::JournalEntry;
use crate::app::operations::journal::JournalRefusal;
use crate::app::problem::Problem;
use crate::app::profiles::SavedProfiles;
use crate::app::records::Record;
use crate::app::settings::Settings;
use crate::domain::ids::EventId;
use crate::domain::profile::ProfileId;

/// See the module.
#[derive(Debug, Clone, PartialEq, strum::EnumDiscriminants)]
#[strum_discriminants(name(StoreJobKind), derive(strum::EnumIter), doc = "The kinds of jobs there are.")]
pub enum StoreJob {
    /// Open the journal, answered by `JournalOpened`; by `JournalMissing` where there must have been one.
    OpenJournal,
    /// Start a new journal where the old one is missing, answered by `JournalOpened`.
    StartNewJournal,
    /// Write one entry durably, answered by `JournalWritten` or `JournalRefused`.
    WriteJournal(JournalEntry),
    /// Write what can be read of the journal into a new file named for the time `at`, answered by `JournalExported` or
    /// `JournalNotExported`.
    ExportJournal { at: DateTime<Utc> },
    /// Read the records, answered by `RecordsOpened`.
    OpenRecords,
    /// Keep records durably, all or none of them, answered only when it fails. Entries of the journal that come later
    /// are written later.
    KeepRecords(Vec<Record>),
    /// Read what is kept for disputes, answered by `DocumentsOpened`.
    OpenDocuments,
    /// Keep a draft of evidence durably, answered by `DocumentSaved`. `revision` counts the drafts of one thing.
    SaveDocument { revision: u64, document: Box<DraftDocument> },
    /// Read the webhook events that were kept, answered by `EventsOpened`.
    OpenEvents,
    /// Write down what became of events, answered only when it fails.
    NoteEvents(Vec<NotedEvent>),
    /// Write all events of a profile into a new file, answered by `EventsExported`.
    ExportEvents { profile_id: ProfileId, at: DateTime<Utc> },
    /// Read the events of a profile that came before this one, so many at most; answered by `OlderEventsRead`.
    ReadOlderEvents { profile_id: ProfileId, before: EventId, most: u32 },
    /// Write each into a new file among the exports, named for what it is and the time `at`; answered once for all of
    /// them by `ExportsSaved`.
    SaveExports { files: Vec<ExportFile>, at: DateTime<Utc> },
    /// Keep the settings, answered only when it fails.
    SaveSettings(Settings),
    /// Keep the profiles, answered only when it fails.
    SaveProfiles(SavedProfiles),
}

/// A file that is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportFile {
    /// Letters, digits and dashes.
    pub name: String,
    pub extension: &'static str,
    pub bytes: Arc<[u8]>,
}

/// Why a job was not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreFailure {
    /// Too many jobs wait.
    QueueFull,
    /// The thread of the store has ended.
    Stopped,
    /// The job panicked.
    Panicked,
    /// The file or the disk refused it; a message that names the file.
    Refused(Problem),
}

impl StoreJob {
    /// A draft of evidence whose revisions nobody counts.
    pub fn save_document(document: DraftDocument) -> Self {
        Self::SaveDocument { revision: 0, document: Box::new(document) }
    }

    /// What is reported of the job where it was not done.
    pub fn failed(&self, why: StoreFailure) -> Message {
        match self {
            Self::OpenJournal | Self::StartNewJournal => Message::JournalUnavailable { problem: why.of_journal() },
            Self::WriteJournal(entry) => {
                let (operation_id, step) = (entry.operation_id.clone(), entry.step.name());
                Message::JournalRefused { operation_id, step, refusal: JournalRefusal::Failed(why.of_journal()) }
            }
            Self::ExportJournal { .. } => {
                let problem = why.problem("The journal was not exported", "The journal itself is as it was");
                Message::JournalNotExported { problem }
            }
            Self::OpenRecords => {
                let what = "The records of refunds, payouts, customers and others were not read";
                let problem = Some(why.problem(what, "They are not listed until Paydesk is started again"));
                Message::RecordsOpened { records: Vec::new(), problem }
            }
            Self::KeepRecords(_) => {
                let what = "A record of a refund, payout, customer or other object was not written to disk";
                Message::RecordNotStored { problem: why.problem(what, "It is listed until Paydesk is closed") }
            }
            Self::OpenDocuments => {
                let what = "The drafts and versions of evidence were not read";
                let problem = Some(why.problem(what, "They are not shown until Paydesk is started again"));
                Message::DocumentsOpened { documents: Vec::new(), problem }
            }
            Self::SaveDocument { revision, document } => {
                let rest = "It is there until Paydesk is closed, and is written with its next change";
                let problem = Some(why.problem("A draft of evidence was not written to disk", rest));
                Message::DocumentSaved { key: document.owned_key(), revision: *revision, problem }
            }
            Self::OpenEvents => {
                let problem = why.problem("The webhook events were not read", "None are received until they are");
                Message::EventsOpened { events: Vec::new(), on_disk: BTreeMap::new(), problem: Some(problem) }
            }
            Self::NoteEvents(_) => {
                let what = "That webhook events were applied was not written to disk";
                Message::EventsNotNoted { problem: why.problem(what, "They are applied once more at the next start") }
            }
            Self::ExportEvents { .. } => {
                let problem = why.problem("The webhook events were not exported", "Export them again");
                Message::EventsExported { result: Err(problem) }
            }
            Self::ReadOlderEvents { profile_id, .. } => {
                let problem = why.problem("Older webhook events were not read", "Ask for them again");
                Message::OlderEventsRead { profile_id: profile_id.clone(), result: Err(problem) }
            }
            Self::SaveExports { .. } => {
                let problem = why.problem("The export was not written", "Export again");
                Message::ExportsSaved { paths: Vec::new(), problems: vec![problem] }
            }
            Self::SaveSettings(_) => {
                let problem =
                    why.problem("The settings were not saved", "They stay as they are until Paydesk is closed");
                Message::SettingsNotSaved { problem }
            }
            Self::SaveProfiles(_) => {
                let problem =
                    why.problem("The profiles were not saved", "They stay as they are until Paydesk is closed");
                Message::SettingsNotSaved { problem }
            }
        }
    }

    /// Whether the newest of several such jobs that wait is enough: dragging a window edge is one write and not a
    /// hundred. Such a job finds a place whatever else waits.
    pub fn only_the_newest_counts(&self) -> bool {
        matches!(self, Self::SaveSettings(_) | Self::SaveProfiles(_))
    }

    pub fn kind(&self) -> StoreJobKind {
        self.into()
    }
}

impl StoreFailure {
    /// As text: `what` was not done, and what that means for the person.
    fn problem(self, what: &str, consequence: &str) -> Problem {
        let (why, advice) = match self {
            Self::Refused(problem) => return problem,
            Self::QueueFull => ("too many jobs wait for the disk", "Check whether the disk answers"),
            Self::Stopped => ("saving stopped because of an error in Paydesk", "Restart Paydesk"),
            Self::Panicked => ("there was an error in Paydesk", "If it happens again, report what you did"),
        };
        Problem { what: format!("{what}: {why}"), what_to_do: format!("{consequence}. {advice}") }
    }

    /// The same of the journal, without which nothing is sent.
    fn of_journal(self) -> Problem {
        let full = "Too many entries wait to be written to the journal of operations";
        let stopped = "The journal of operations stopped working because of an error in Paydesk";
        let (what, advice) = match self {
            Self::Refused(problem) => return problem,
            Self::QueueFull => (full, "Check whether the disk answers, then start it again"),
            Self::Stopped => (stopped, "Check whether the disk answers, then start it again"),
            Self::Panicked => (stopped, "Start it again, and report what you did"),
        };
        Problem { what: what.to_owned(), what_to_do: format!("Paydesk is read-only. {advice}") }
    }
}
