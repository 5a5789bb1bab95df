//! What is reported of a job of the store that was not done. Only the jobs that open the journal or write to it say that
//! the journal cannot be used. The sentences are made by the [presenter](crate::presenter).

use std::collections::BTreeMap;

use crate::effect::StoreJob;
use crate::failure::StoreFailure;
use crate::message::Message;
use crate::operations::journal::JournalRefusal;
use crate::presenter::{job_not_done, journal_job_not_done};

impl StoreJob {
    /// What is reported of the job where it was not done.
    pub fn failed(&self, why: StoreFailure) -> Message {
        let not_done = |why| job_not_done(self.kind(), why);
        match self {
            Self::OpenJournal | Self::StartNewJournal => {
                Message::JournalUnavailable { problem: journal_job_not_done(why) }
            }
            Self::WriteJournal(entry) => {
                let (operation_id, step) = (entry.operation_id.clone(), entry.step.name());
                let refusal = JournalRefusal::Failed(journal_job_not_done(why));
                Message::JournalRefused { operation_id, step, refusal }
            }
            Self::ReadJournal { .. } => Message::JournalRead { result: Err(not_done(why)) },
            Self::ReadEntriesOf { profile_id, .. } => {
                Message::EntriesRead { profile_id: profile_id.clone(), result: Err(not_done(why)) }
            }
            Self::ReadOperation { operation_id } => {
                Message::OperationRead { operation_id: operation_id.clone(), result: Err(not_done(why)) }
            }
            Self::CheckJournal => Message::JournalChecked { result: Err(not_done(why)) },
            Self::ExportJournal { .. } => Message::JournalNotExported { problem: not_done(why) },
            Self::OpenRecords => Message::RecordsOpened { records: Vec::new(), problem: Some(not_done(why)) },
            Self::KeepRecords(_) => Message::RecordNotStored { problem: not_done(why) },
            Self::OpenDocuments => Message::DocumentsOpened { documents: Vec::new(), problem: Some(not_done(why)) },
            Self::SaveDocument { revision, document } => {
                Message::DocumentSaved { key: document.owned_key(), revision: *revision, problem: Some(not_done(why)) }
            }
            Self::OpenNotes => Message::NotesOpened { annotations: Vec::new(), problem: Some(not_done(why)) },
            Self::SaveNote { revision, annotation } => Message::NoteSaved {
                profile_id: annotation.profile_id().clone(),
                key: annotation.key(),
                revision: *revision,
                problem: Some(not_done(why)),
            },
            Self::OpenEvents => {
                Message::EventsOpened { events: Vec::new(), on_disk: BTreeMap::new(), problem: Some(not_done(why)) }
            }
            Self::NoteEvents(_) => Message::EventsNotNoted { problem: not_done(why) },
            Self::ExportEvents { .. } => Message::EventsExported { result: Err(not_done(why)) },
            Self::ReadOlderEvents { profile_id, .. } => {
                Message::OlderEventsRead { profile_id: profile_id.clone(), result: Err(not_done(why)) }
            }
            Self::SaveExports { .. } | Self::SaveEvidence { .. } => {
                Message::ExportsSaved { paths: Vec::new(), problems: vec![not_done(why)] }
            }
            Self::OpenBulkRuns => Message::BulkRunsOpened { runs: Vec::new(), problem: Some(not_done(why)) },
            Self::SaveBulkRun(run) => {
                Message::BulkRunSaved { profile_id: run.profile_id.clone(), problem: Some(not_done(why)) }
            }
            Self::RemoveBulkRun { .. } => Message::Noticed { problem: not_done(why) },
            Self::OpenSharing => Message::SharingOpened { stored: BTreeMap::new(), problem: Some(not_done(why)) },
            Self::KeepShared(keep) => {
                let (profile_id, is_change) = (keep.profile_id.clone(), keep.seen.is_some());
                Message::SharedKept { profile_id, is_change, problem: Some(not_done(why)) }
            }
            Self::ForgetSharing { .. } => Message::Noticed { problem: not_done(why) },
            Self::SaveSettings(_) | Self::SaveProfiles(_) => Message::SettingsNotSaved { problem: not_done(why) },
        }
    }
}
