//! Jobs of the store: what is read from the files of Paydesk and written to them, one job after the other.
//!
//! A job is declared here, once. What does it is one arm of the store's worker; what is reported where it was not done
//! is in [`failed_jobs`](crate::effect::failed_jobs).

use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::features::bulk::StoredRun;
use crate::features::disputes::{DraftDocument, EvidenceDocument};
use crate::features::webhooks::NotedEvent;
use crate::operations::journal::JournalEntry;
use crate::profiles::SavedProfiles;
use crate::records::Record;
use crate::settings::Settings;
use paydesk_domain::csv::Cell;
use paydesk_domain::ids::{EventId, OperationId};
use paydesk_domain::note::Annotation;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::report_page::{ReportFormat, ReportPage};

use super::sharing::SharedKeep;

/// One job of the store.
#[derive(Debug, Clone, PartialEq, strum::EnumDiscriminants)]
#[strum_discriminants(name(StoreJobKind), derive(strum::EnumIter), doc = "The kinds of jobs there are.")]
pub enum StoreJob {
    /// Open the journal, answered by `JournalOpened`; by `JournalMissing` where there must have been one.
    OpenJournal,
    /// Start a new journal where the old one is missing, answered by `JournalOpened`.
    StartNewJournal,
    /// Write one entry durably, answered by `JournalWritten` or `JournalRefused`.
    WriteJournal(JournalEntry),
    /// Read the entries after this one, so many at most, answered by `JournalRead`.
    ReadJournal { after: i64, most: u32 },
    /// Read the entries of a profile after this one as they are stored, looking at so many entries at most; answered by
    /// `EntriesRead`.
    ReadEntriesOf { profile_id: ProfileId, after: i64, most: u32 },
    /// Read all entries of an operation, answered by `OperationRead`.
    ReadOperation { operation_id: OperationId },
    /// Check every entry of the journal, answered by `JournalChecked`.
    CheckJournal,
    /// Write what can be read of the journal into a new file named for the time `at`, answered by `JournalExported` or
    /// `JournalNotExported`.
    ExportJournal { at: DateTime<Utc> },
    /// Read the records, answered by `RecordsOpened`.
    OpenRecords,
    /// Keep records durably, all or none of them, answered only when it fails. Entries of the journal that come later
    /// are written later.
    KeepRecords(Vec<Record>),
    /// Read what is stored for disputes, answered by `DocumentsOpened`.
    OpenDocuments,
    /// Keep a draft of evidence durably, answered by `DocumentSaved`. `revision` counts the drafts of one thing.
    SaveDocument { revision: u64, document: Box<DraftDocument> },
    /// Read notes and tags, answered by `NotesOpened`.
    OpenNotes,
    /// Keep a note or a tag durably, answered by `NoteSaved`. `revision` counts what was changed.
    SaveNote { revision: u64, annotation: Box<Annotation> },
    /// Read the webhook events that were stored, answered by `EventsOpened`.
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
    /// Write the evidence of a dispute as a PDF among the exports, answered by `ExportsSaved`.
    SaveEvidence { document: Box<EvidenceDocument>, at: DateTime<Utc> },
    /// Read the bulk runs that were stored with what the journal records of them, answered by `BulkRunsOpened`.
    OpenBulkRuns,
    /// Keep the bulk run of a profile durably in the place of the one before, answered by `BulkRunSaved`.
    SaveBulkRun(Box<StoredRun>),
    /// Remove the bulk run of a profile, which is over. Answered only when it fails.
    RemoveBulkRun { profile_id: ProfileId },
    /// Read what waits to be shared with teams, answered by `SharingOpened`.
    OpenSharing,
    /// Keep what was taken in from a team, and what waits to be shared with it; answered by `SharedKept` where changes
    /// were taken in.
    KeepShared(Box<SharedKeep>),
    /// Forget what a profile shared with a team. Answered only when it fails.
    ForgetSharing { profile_id: ProfileId },
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
    pub content: ExportContent,
}

/// What is in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportContent {
    Bytes(Arc<[u8]>),
    /// A workbook of Excel, which the store makes.
    Workbook(Vec<ExportSheet>),
    /// One page, which the store sets.
    Report(Box<ReportPage>, ReportFormat),
}

/// A sheet of a workbook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportSheet {
    /// Shortened and made unique where a workbook needs it.
    pub name: String,
    pub rows: Vec<Vec<Cell>>,
}

impl From<String> for ExportContent {
    fn from(text: String) -> Self {
        Self::Bytes(text.into_bytes().into())
    }
}

impl ExportFile {
    /// A table of text, with the byte order mark without which Excel takes `ö` for two other letters.
    pub fn csv(name: String, text: &str) -> Self {
        Self { name, extension: "csv", content: format!("\u{feff}{text}").into() }
    }
}

impl StoreJob {
    /// A draft of evidence whose revisions nobody counts.
    pub fn save_document(document: DraftDocument) -> Self {
        Self::SaveDocument { revision: 0, document: Box::new(document) }
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
