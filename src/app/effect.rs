//! What the core wants done outside. Plain data; effects of one batch run concurrently.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::api::call::Request;
use crate::domain::ids::{EventId, OperationId};
use crate::domain::secret::{SecretKind, SecretText};

use super::features::disputes::{FilePlace, Paper};
use super::features::events::NotedEvent;
use super::operations::journal::JournalEntry;
use super::profiles::{SavedProfile, SavedProfiles};
use super::reads::{Read, Ticket};
use super::records::Record;
use super::settings::Settings;

/// See the module.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Make the service of a profile ready (the embedded sandbox: listen), answered by `ServiceReady` or `ServiceFailed`.
    Connect(ServiceChoice),
    /// Try a service with its key, given or kept, answered by `ProfileTested`.
    TestProfile { number: u64, profile: SavedProfile, key: Option<SecretText> },
    /// Keep a secret in the keyring, or for this session where it cannot be kept, answered by `SecretKept`.
    KeepSecret { profile_id: String, kind: SecretKind, secret: SecretText },
    /// Look whether a profile has an admin key, answered by `AdminKeyLookedFor`.
    FindAdminKey { profile_id: String },
    /// Forget everything kept for a profile, answered by `SecretsForgotten`.
    ForgetSecrets { profile_id: String },
    /// Open the journal, answered by `JournalOpened`.
    OpenJournal,
    /// Read something, answered by `ReadAnswered`.
    Read { ticket: Ticket, read: Read },
    /// Nobody waits for this read any more: let go of its connection. Not answered.
    GiveUpRead { ticket: Ticket },
    /// Send an operation once, answered by `OperationAnswered`. The journal holds `sending(attempt)` already.
    /// It leaves with the key of its own profile or not at all.
    SendOperation { profile_id: String, operation_id: OperationId, attempt: u32, request: Request },
    /// Write one entry durably, answered by `JournalWritten` or `JournalRefused`.
    WriteJournal(JournalEntry),
    /// Keep the profiles, answered only when it fails.
    SaveProfiles(SavedProfiles),
    /// Write what can be read of the journal into a new file named for the time `at`, answered by `JournalExported` or
    /// `JournalNotExported`.
    ExportJournal { at: DateTime<Utc> },
    /// Read the records, answered by `RecordsOpened`.
    OpenRecords,
    /// Keep a record durably, answered only when it fails. Entries of the journal that come later are written later.
    KeepRecord(Box<Record>),
    /// Read what is kept for disputes, answered by `PapersOpened`.
    OpenPapers,
    /// Keep a draft of evidence durably, answered by `PaperKept`. `revision` counts the drafts of one thing.
    KeepPaper { revision: u64, paper: Box<Paper> },
    /// Let the person choose a file of this machine in the dialog of the system, answered by `FileChosen`.
    ChooseFile { place: FilePlace },
    /// Look at a file of this machine and upload it to the embedded sandbox, answered by `FileUploaded`.
    UploadFile { place: FilePlace, path: String },
    /// Keep several records durably, in one step, answered only when it fails.
    KeepRecords(Vec<Record>),
    /// Read the webhook events that were kept, answered by `EventsOpened`.
    OpenEvents,
    /// Write down what became of events, answered only when it fails.
    NoteEvents(Vec<NotedEvent>),
    /// Write all events of a profile into a new file, answered by `EventsExported`.
    ExportEvents { profile_id: String, at: DateTime<Utc> },
    /// Look up what the embedded sandbox signs webhooks with, and of no other service; answered by
    /// `SandboxSecretFound`.
    FindSandboxSecret,
    /// Read the events of a profile that came before this one, so many at most; answered by `OlderEventsRead`.
    ReadOlderEvents { profile_id: String, before: EventId, most: u32 },
    /// Listen for webhooks of a profile on this port of the loopback, 0 for a free one; answered by `ReceiverChanged`.
    Listen { profile_id: String, port: u16 },
    /// Listen no more. Not answered.
    StopListening { profile_id: String },
    /// Put a secret on the clipboard, answered by `SecretCopied`.
    CopySecret(SecretText),
    /// Write each into a new file among the exports, named for what it is and the time `at`; answered once for all of
    /// them by `ExportsSaved`.
    SaveExports { files: Vec<ExportFile>, at: DateTime<Utc> },
    /// Keep the settings, answered only when it fails.
    SaveSettings(Settings),
}

/// Which service to make ready.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServiceChoice {
    EmbeddedSandbox,
    Remote(SavedProfile),
}

/// A file that is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportFile {
    /// Letters, digits and dashes.
    pub name: String,
    pub extension: &'static str,
    pub bytes: Arc<[u8]>,
}
