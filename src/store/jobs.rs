//! What each job of the store does, on the files that are open. It runs on the store's thread alone.
//!
//! A job that could not be done says why; what is reported of that is declared with the job
//! ([`StoreJob::failed`]).

use std::path::Path;

use chrono::{DateTime, Utc};

use paydesk_core::Message;
use paydesk_core::effect::{ExportContent, ExportFile, SharedKeep, StoreJob};
use paydesk_core::failure::{RecordsFault, StoreError, StoredFileFault, StoredFileKind};
use paydesk_core::features::disputes::{DraftDocument, EvidenceDocument};
use paydesk_core::features::webhooks::{Delivery, NotedEvent};
use paydesk_core::operations::journal::{JournalEntry, JournalRefusal};
use paydesk_core::records::Record;
use paydesk_domain::ids::{EventId, OperationId};
use paydesk_domain::note::Annotation;
use paydesk_domain::profile::ProfileId;

use super::files::StoreFiles;
use super::records::{DocumentsFile, NotesFile, OpenedFile, RecordsFile, StoredFile, StoredItem};
use super::sharing::{OpenedSharing, SharingFile};
use super::team_events::{TeamDeliveries, TeamEventsPlace};
use super::webhook_events::{DeliveryStored, OpenedWebhookEvents, WebhookEventsFile};
use super::{EXPORTS, Journal, bulk_runs, evidence_pdf, exports, journal, settings};

/// The files, as far as they are open.
pub struct OpenFiles {
    files: StoreFiles,
    journal: Option<Journal>,
    records: Option<RecordsFile>,
    documents: Option<DocumentsFile>,
    events: Option<WebhookEventsFile>,
    notes: Option<NotesFile>,
    sharing: Option<SharingFile>,
    /// Whether the file of events was opened, or could not be: until then deliveries wait.
    events_tried: bool,
    /// There is no journal, and none could be made.
    journal_not_made: bool,
}

/// What a job brought: an event, where one is owed, or why it was not done.
type Done = Result<Option<Message>, StoreError>;

impl OpenFiles {
    /// Nothing is open before a job asks for it.
    pub fn new(files: StoreFiles) -> Self {
        Self {
            files,
            journal: None,
            records: None,
            documents: None,
            events: None,
            notes: None,
            sharing: None,
            events_tried: false,
            journal_not_made: false,
        }
    }

    /// Does a job.
    pub fn work(&mut self, job: &StoreJob) -> Done {
        match job {
            StoreJob::OpenJournal => match self.missing_journal() {
                Some(error) => Ok(Some(Message::JournalMissing { problem: error.into() })),
                None => self.open_journal(),
            },
            StoreJob::StartNewJournal => self.open_journal(),
            StoreJob::WriteJournal(entry) => self.write_all(&[entry]).map(|mut written| written.pop()),
            StoreJob::ReadJournal { after, most } => self.read_journal(*after, *most),
            StoreJob::ReadEntriesOf { profile_id, after, most } => self.read_entries_of(profile_id, *after, *most),
            StoreJob::ReadOperation { operation_id } => self.read_operation(operation_id),
            StoreJob::CheckJournal => self.check_journal(),
            StoreJob::ExportJournal { at } => self.export_journal(*at),
            StoreJob::OpenRecords => self.open_records(),
            StoreJob::KeepRecords(records) => self.keep_records(records),
            StoreJob::OpenDocuments => self.open_documents(),
            StoreJob::SaveDocument { revision, document } => self.save_document(*revision, document),
            StoreJob::OpenNotes => self.open_notes(),
            StoreJob::SaveNote { revision, annotation } => self.save_note(*revision, annotation),
            StoreJob::OpenEvents => self.open_events(),
            StoreJob::NoteEvents(notes) => self.note_events(notes),
            StoreJob::ExportEvents { profile_id, at } => self.export_events(profile_id, *at),
            StoreJob::ReadOlderEvents { profile_id, before, most } => self.older_events(profile_id, before, *most),
            StoreJob::SaveExports { files, at } => self.save_exports(files, *at),
            StoreJob::SaveEvidence { document, at } => self.save_evidence(document, *at),
            StoreJob::OpenBulkRuns => self.open_bulk_runs(),
            StoreJob::SaveBulkRun(run) => {
                bulk_runs::save(&self.files.bulk, run)?;
                Ok(Some(Message::BulkRunSaved { profile_id: run.profile_id.clone(), problem: None }))
            }
            StoreJob::RemoveBulkRun { profile_id } => bulk_runs::remove(&self.files.bulk, profile_id).map(|()| None),
            StoreJob::OpenSharing => self.open_sharing(),
            StoreJob::KeepShared(keep) => self.keep_shared(keep),
            StoreJob::ForgetSharing { profile_id } => self.forget_sharing(profile_id),
            StoreJob::SaveSettings(settings) => settings::save(&self.files.settings, settings).map(|()| None),
            StoreJob::SaveProfiles(profiles) => settings::save_profiles(&self.files.profiles, profiles).map(|()| None),
        }
    }

    /// What is reported where the journal's file is gone and other files show that there was one. The first start finds
    /// none of them: the journal is made before they are. A saved profile shows nothing: `paydesk connect` saves one
    /// before the first start.
    fn missing_journal(&self) -> Option<StoreError> {
        let StoreFiles { journal, records, documents, events, notes, .. } = &self.files;
        // Where it cannot be looked for, opening it says why.
        if self.journal.is_some() || journal.try_exists().unwrap_or(true) {
            return None;
        }
        let mut unfinished_write = journal.clone().into_os_string();
        unfinished_write.push("-journal");
        let files = [records.as_path(), documents, events, notes, Path::new(&unfinished_write)];
        let found: Vec<&Path> = files.into_iter().filter(|file| file.exists()).collect();
        journal::missing(journal, &found)
    }

    fn open_journal(&mut self) -> Done {
        let opened = self.journal.take().map_or_else(|| Journal::open(&self.files.journal), Ok);
        self.journal_not_made = opened.is_err() && !self.files.journal.exists();
        let journal = opened?;
        let mut entries = journal.unfinished()?;
        entries.extend(journal.ended_last()?);
        self.journal = Some(journal);
        Ok(Some(Message::JournalOpened { entries }))
    }

    /// Writes entries in one commit; what became of each. The journal is put back once it has written: what a panic left of it is never written to again.
    pub fn write_all(&mut self, entries: &[&JournalEntry]) -> Result<Vec<Message>, StoreError> {
        let mut journal = self.journal.take().ok_or(StoreError::JournalNotOpen)?;
        let results = journal.append_all(entries);
        self.journal = Some(journal);
        let message = |(entry, result): (&&JournalEntry, Result<(), JournalRefusal>)| {
            let (operation_id, step) = (entry.operation_id.clone(), entry.step.name());
            match result {
                Ok(()) => Message::JournalWritten { operation_id, step },
                Err(refusal) => Message::JournalRefused { operation_id, step, refusal },
            }
        };
        Ok(entries.iter().zip(results).map(message).collect())
    }

    fn open_bulk_runs(&self) -> Done {
        let (runs, error) = bulk_runs::open(&self.files.bulk, self.open_journal_file()?)?;
        Ok(Some(Message::BulkRunsOpened { runs, problem: error.map(Into::into) }))
    }

    fn open_journal_file(&self) -> Result<&Journal, StoreError> {
        self.journal.as_ref().ok_or(StoreError::JournalNotOpen)
    }

    fn read_journal(&self, after: i64, most: u32) -> Done {
        let page = self.open_journal_file()?.page(after, most)?;
        Ok(Some(Message::JournalRead { result: Ok(page) }))
    }

    fn read_entries_of(&self, profile_id: &ProfileId, after: i64, most: u32) -> Done {
        let read = self.open_journal_file()?.entries_of(profile_id, after, most)?;
        Ok(Some(Message::EntriesRead { profile_id: profile_id.clone(), result: Ok(read) }))
    }

    fn read_operation(&self, operation_id: &OperationId) -> Done {
        let entries = self.open_journal_file()?.operation(operation_id)?;
        Ok(Some(Message::OperationRead { operation_id: operation_id.clone(), result: Ok(entries) }))
    }

    /// A journal that could not be opened is checked where it is: that is when a person wants to know.
    fn check_journal(&self) -> Done {
        let check = journal::check(&self.files.journal)?;
        Ok(Some(Message::JournalChecked { result: Ok(check) }))
    }

    fn export_journal(&self, at: DateTime<Utc>) -> Done {
        let export = journal::export_into(&self.files.journal, &self.files.journal.with_file_name(EXPORTS), at)?;
        Ok(Some(Message::JournalExported { export }))
    }

    fn save_exports(&self, files: &[ExportFile], at: DateTime<Utc>) -> Done {
        let (paths, errors) = exports::save(&self.files.journal.with_file_name(EXPORTS), files, at);
        let paths = paths.iter().map(|path| path.display().to_string()).collect();
        Ok(Some(Message::ExportsSaved { paths, problems: errors.into_iter().map(Into::into).collect() }))
    }

    fn save_evidence(&self, document: &EvidenceDocument, at: DateTime<Utc>) -> Done {
        let id = document.dispute_id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
        let name = format!("evidence-{}", id.collect::<String>());
        match evidence_pdf::render(document) {
            Ok(bytes) => {
                let content = ExportContent::Bytes(bytes.into());
                self.save_exports(&[ExportFile { name, extension: "pdf", content }], at)
            }
            Err(fault) => Err(StoreError::ExportsNotWritten {
                dir: self.files.journal.with_file_name(EXPORTS),
                fault: std::io::Error::other(fault).into(),
                names: vec![name],
            }),
        }
    }

    /// Without a journal no other file is made: at the next start it would show that there had been a journal.
    fn check_may_make(&self, file: &Path) -> Result<(), StoreError> {
        if !self.journal_not_made || file.exists() {
            return Ok(());
        }
        Err(StoreError::NotCreatedWithoutJournal { path: file.to_owned() })
    }

    fn open_records(&mut self) -> Done {
        self.records = None;
        self.check_may_make(&self.files.records)?;
        let OpenedFile { file, records, error } = RecordsFile::open(&self.files.records);
        self.records = file;
        Ok(Some(Message::RecordsOpened { records, problem: error.map(Into::into) }))
    }

    fn keep_records(&self, stored: &[Record]) -> Done {
        let closed = || not_open(StoredFileKind::Records, &self.files.records);
        self.records.as_ref().ok_or_else(closed)?.keep_all(stored)?;
        Ok(None)
    }

    fn open_documents(&mut self) -> Done {
        self.documents = None;
        self.check_may_make(&self.files.documents)?;
        let OpenedFile { file, records: documents, error } = DocumentsFile::open(&self.files.documents);
        self.documents = file;
        Ok(Some(Message::DocumentsOpened { documents, problem: error.map(Into::into) }))
    }

    fn save_document(&self, revision: u64, document: &DraftDocument) -> Done {
        let closed = || not_open(StoredFileKind::Documents, &self.files.documents);
        self.documents.as_ref().ok_or_else(closed)?.keep(document)?;
        Ok(Some(Message::DocumentSaved { key: document.owned_key(), revision, problem: None }))
    }

    fn open_notes(&mut self) -> Done {
        self.notes = None;
        self.check_may_make(&self.files.notes)?;
        let OpenedFile { file, records: annotations, error } = NotesFile::open(&self.files.notes);
        self.notes = file;
        Ok(Some(Message::NotesOpened { annotations, problem: error.map(Into::into) }))
    }

    fn save_note(&self, revision: u64, annotation: &Annotation) -> Done {
        let closed = || not_open(StoredFileKind::Notes, &self.files.notes);
        self.notes.as_ref().ok_or_else(closed)?.keep(annotation)?;
        Ok(Some(Message::NoteSaved {
            profile_id: annotation.profile_id().clone(),
            key: annotation.key(),
            revision,
            problem: None,
        }))
    }

    /// Made where a team is joined.
    fn open_sharing(&mut self) -> Done {
        self.sharing = None;
        self.check_may_make(&self.files.sharing)?;
        let OpenedSharing { file, stored, error } = SharingFile::open(&self.files.sharing);
        self.sharing = file;
        Ok(Some(Message::SharingOpened { stored, problem: error.map(Into::into) }))
    }

    /// What was taken in comes before the note that it was: one that is taken in twice does no harm.
    fn keep_shared(&self, keep: &SharedKeep) -> Done {
        let sharing = self.open_sharing_file()?;
        keep_all(self.records.as_ref(), StoredFileKind::Records, &self.files.records, &keep.records)?;
        keep_all(self.documents.as_ref(), StoredFileKind::Documents, &self.files.documents, &keep.documents)?;
        keep_all(self.notes.as_ref(), StoredFileKind::Notes, &self.files.notes, &keep.annotations)?;
        sharing.keep(keep)?;
        let (profile_id, is_change) = (keep.profile_id.clone(), keep.seen.is_some());
        Ok(is_change.then_some(Message::SharedKept { profile_id, is_change, problem: None }))
    }

    fn forget_sharing(&self, profile_id: &ProfileId) -> Done {
        match &self.sharing {
            Some(file) => file.forget(profile_id).map(|()| None),
            None => Ok(None),
        }
    }

    fn open_sharing_file(&self) -> Result<&SharingFile, StoreError> {
        self.sharing.as_ref().ok_or_else(|| not_open(StoredFileKind::Sharing, &self.files.sharing))
    }

    fn open_events(&mut self) -> Done {
        (self.events, self.events_tried) = (None, true);
        self.check_may_make(&self.files.events)?;
        let OpenedWebhookEvents { file, events, error } = WebhookEventsFile::open(&self.files.events);
        self.events = file;
        let on_disk = self.events.as_ref().map(WebhookEventsFile::counts).unwrap_or_default();
        Ok(Some(Message::EventsOpened { events, on_disk, problem: error.map(Into::into) }))
    }

    fn open_events_file(&self) -> Result<&WebhookEventsFile, StoreError> {
        self.events.as_ref().ok_or(StoreError::EventsNotOpen)
    }

    fn note_events(&self, notes: &[NotedEvent]) -> Done {
        self.open_events_file()?.note(notes)?;
        Ok(None)
    }

    fn older_events(&self, profile_id: &ProfileId, before: &EventId, most: u32) -> Done {
        let events = self.open_events_file()?.older(profile_id, before, most)?;
        Ok(Some(Message::OlderEventsRead { profile_id: profile_id.to_owned(), result: Ok(events) }))
    }

    fn export_events(&self, profile_id: &ProfileId, at: DateTime<Utc>) -> Done {
        let dir = self.files.events.with_file_name(EXPORTS);
        let export = self.open_events_file()?.export(profile_id, &dir, at)?;
        Ok(Some(Message::EventsExported { result: Ok(export) }))
    }

    #[cfg(test)]
    pub fn has_journal(&self) -> bool {
        self.journal.is_some()
    }

    /// Whether deliveries are stored or refused by now, and wait for nothing else.
    pub fn takes_deliveries(&self) -> bool {
        self.events_tried
    }

    /// Keeps deliveries in one commit; what it says of each is true on disk.
    pub fn keep_deliveries(&self, deliveries: &[Delivery]) -> Vec<DeliveryStored> {
        match &self.events {
            Some(file) => file.keep(deliveries),
            None => vec![DeliveryStored::Failed; deliveries.len()],
        }
    }

    /// Up to which number a team's events were read.
    pub fn team_position(&self, place: &TeamEventsPlace) -> Result<Option<i64>, ()> {
        let position = self.events.as_ref().ok_or(())?.team_position(place);
        position.map_err(|fault| tracing::error!(?fault, "the read position in a team's events is unknown"))
    }

    /// Keeps events of a team; which of them are new.
    pub fn keep_of_team(&self, page: &TeamDeliveries) -> Result<Vec<bool>, ()> {
        let kept = self.events.as_ref().ok_or(())?.keep_of_team(page);
        kept.map_err(|fault| tracing::error!(?fault, "events of a team could not be stored"))
    }

    /// Keeps no delivery any more.
    pub fn close_events(&mut self) {
        self.events = None;
    }
}

/// Writes all of them in one commit.
fn keep_all<T: StoredItem>(
    file: Option<&StoredFile<T>>,
    kind: StoredFileKind,
    path: &Path,
    items: &[T],
) -> Result<(), StoreError> {
    if items.is_empty() {
        return Ok(());
    }
    file.ok_or_else(|| not_open(kind, path))?.keep_all(items)
}

fn not_open(kind: StoredFileKind, path: &Path) -> StoreError {
    StoreError::Stored { kind, path: path.to_owned(), fault: StoredFileFault::NotStored(RecordsFault::NotOpen) }
}
