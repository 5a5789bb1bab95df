//! What the outside reported, in the past tense. An *event* is always one of a webhook.

use std::collections::BTreeMap;

use paydesk_api::exchange::Exchange;
use paydesk_api::outcome::Attempt;
use paydesk_api::rate_limit::RateHeaders;
use paydesk_domain::ids::{EventId, OperationId};
use paydesk_domain::note::Annotation;
use paydesk_domain::profile::{Profile, ProfileId};
use paydesk_domain::secret::{SecretKind, SecretText, SignInToken};
use paydesk_domain::sheet::FileReading;

use super::connection_test::ProfileTest;
use super::features::bulk::FoundRun;
use super::features::disputes::{DocumentKey, DraftDocument, FilePlace, UploadedFile};
use super::features::history::HistoryReport;
use super::features::journal_copy::StoredEntries;
use super::features::sharing::StoredSharing;
use super::features::table_exports::TableExportReport;
use super::features::team::TeamReport;
use super::features::views::ViewsFile;
use super::features::webhooks::{EventsExport, RefusedDelivery, StoredEvent};
use super::operations::journal::{JournalCheck, JournalEntry, JournalPage, JournalRefusal, JournalStepName};
use super::problem::Problem;
use super::read::{ReadAnswer, RequestId};
use super::records::Record;

/// Where a secret is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecretPlace {
    Keyring,
    /// In memory until Paydesk is closed, and why.
    ThisSession(Problem),
}

/// How far a dashboard sign-in came.
#[derive(Debug, Clone, PartialEq)]
pub enum SignInReached {
    /// The service asks for a second factor, which is given with this token.
    SecondFactor(SignInToken),
    /// The person is signed in; where the token is stored.
    SignedIn(SecretPlace),
}

/// An export of the journal that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalExport {
    /// Where it is.
    pub path: String,
    pub entries: usize,
    /// Entries that are not what was written, and places where the chain breaks.
    pub damaged: usize,
    /// Entries found in the bytes of a damaged file alone.
    pub salvaged: usize,
    /// The journal is exactly what was written.
    pub whole: bool,
}

/// One thing that the runtime reports to the core.
#[derive(Debug, Clone, PartialEq, strum::IntoStaticStr)]
pub enum Message {
    ServiceReady {
        profile: Profile,
        /// Where its secret key was found; the embedded sandbox needs none.
        key_place: Option<SecretPlace>,
    },
    ServiceFailed {
        profile_id: ProfileId,
        problem: Problem,
        /// There is no key for it: it has to be given.
        key_missing: bool,
    },
    ProfileTested {
        number: u64,
        /// Whose rate limit it counted against; `None` where that is of another service than the profile is of.
        profile_id: Option<ProfileId>,
        result: Result<ProfileTest, Problem>,
        /// The rate limit as it was last reported.
        rate: Option<RateHeaders>,
    },
    /// The keyring has a token of a dashboard sign-in for a profile whose service is being made ready.
    SignInFound {
        profile_id: ProfileId,
    },
    /// A step of a dashboard sign-in was answered.
    SignInAnswered {
        number: u64,
        profile_id: ProfileId,
        result: Result<SignInReached, Problem>,
    },
    /// A secret was handed over: where it is stored, or why it is stored nowhere.
    SecretStored {
        profile_id: ProfileId,
        kind: SecretKind,
        result: Result<SecretPlace, Problem>,
    },
    /// Where the admin key of a profile is; `None` where it has none.
    AdminKeyLookedFor {
        profile_id: ProfileId,
        result: Result<Option<SecretPlace>, Problem>,
    },
    /// The service reported the value of the API key that this operation made, once; its answer follows without it.
    ApiKeyValue {
        operation_id: OperationId,
        value: SecretText,
    },
    /// The service reported the client secret of the payment that this operation made; its answer follows without it.
    ClientSecret {
        operation_id: OperationId,
        value: SecretText,
    },
    SecretsForgotten {
        profile_id: ProfileId,
        problem: Option<Problem>,
    },
    JournalOpened {
        /// Entries of the operations without a final step, and of those that ended last.
        entries: Vec<JournalEntry>,
    },
    /// There is no journal, but other files of Paydesk show that there was one: a person decides, and until then
    /// Paydesk is read-only.
    JournalMissing {
        problem: Problem,
    },
    /// The journal cannot be used: Paydesk is read-only.
    JournalUnavailable {
        problem: Problem,
    },
    JournalWritten {
        operation_id: OperationId,
        step: JournalStepName,
    },
    JournalRefused {
        operation_id: OperationId,
        step: JournalStepName,
        refusal: JournalRefusal,
    },
    /// A page of the journal, for the list of all operations.
    JournalRead {
        result: Result<JournalPage, Problem>,
    },
    /// Entries of a profile as they are stored, for the team's copy of them.
    EntriesRead {
        profile_id: ProfileId,
        result: Result<StoredEntries, Problem>,
    },
    /// All entries of one operation, oldest first.
    OperationRead {
        operation_id: OperationId,
        result: Result<Vec<JournalEntry>, Problem>,
    },
    /// Every entry of the journal was checked.
    JournalChecked {
        result: Result<JournalCheck, Problem>,
    },
    JournalExported {
        export: JournalExport,
    },
    JournalNotExported {
        problem: Problem,
    },
    ReadAnswered {
        request_id: RequestId,
        answer: ReadAnswer,
        /// Absent when no answer came.
        rate: Option<RateHeaders>,
    },
    OperationAnswered {
        operation_id: OperationId,
        attempt: u32,
        result: Attempt,
    },
    /// Calls that were made, in the order in which they ended, without their secrets.
    CallsMade {
        exchanges: Vec<Exchange>,
        /// Calls before them that there was no room for.
        missed: u64,
    },
    RecordsOpened {
        records: Vec<Record>,
        problem: Option<Problem>,
    },
    RecordNotStored {
        problem: Problem,
    },
    DocumentsOpened {
        documents: Vec<DraftDocument>,
        problem: Option<Problem>,
    },
    /// A file was chosen, or none.
    FileChosen {
        place: FilePlace,
        result: Result<Option<String>, Problem>,
    },
    /// A file of saved views was read, or none was chosen.
    ViewsRead {
        profile_id: ProfileId,
        result: Result<Option<ViewsFile>, Problem>,
    },
    /// A table for a bulk operation was read, or none was chosen.
    TableRead {
        profile_id: ProfileId,
        result: Result<Option<FileReading>, Problem>,
    },
    FileUploaded {
        place: FilePlace,
        result: Result<UploadedFile, Problem>,
    },
    /// A draft is on disk, unless there is a problem.
    DocumentSaved {
        key: DocumentKey,
        revision: u64,
        problem: Option<Problem>,
    },
    NotesOpened {
        annotations: Vec<Annotation>,
        problem: Option<Problem>,
    },
    /// A note or a tag is on disk, unless there is a problem.
    NoteSaved {
        profile_id: ProfileId,
        /// See `Annotation::key`.
        key: String,
        revision: u64,
        problem: Option<Problem>,
    },
    /// The newest webhook events that were stored, and all that were not applied yet, oldest first.
    EventsOpened {
        events: Vec<StoredEvent>,
        /// How many are stored of each profile, these included.
        on_disk: BTreeMap<ProfileId, u64>,
        problem: Option<Problem>,
    },
    /// What the embedded sandbox signs webhooks with was looked up; `None` where it does not run.
    SandboxSecretFound {
        profile_id: ProfileId,
        secret: Option<SecretText>,
    },
    /// Older events of a profile were read from disk, oldest first.
    OlderEventsRead {
        profile_id: ProfileId,
        result: Result<Vec<StoredEvent>, Problem>,
    },
    /// Webhook events arrived and are on disk, in the order they were written.
    WebhooksArrived {
        events: Vec<StoredEvent>,
    },
    /// An event that is known was delivered again.
    WebhookRepeated {
        profile_id: ProfileId,
        event_id: EventId,
    },
    /// A delivery was refused; so many more since the last that was reported.
    WebhookRefused {
        refused: Box<RefusedDelivery>,
        more: u32,
    },
    /// So many connections to the receiver were closed to make room for others, before a whole delivery had arrived.
    WebhookConnectionsClosed {
        profile_id: ProfileId,
        count: u32,
    },
    /// The receiver of a profile listens at this address, or why not.
    ReceiverChanged {
        profile_id: ProfileId,
        result: Result<String, Problem>,
    },
    EventsExported {
        result: Result<EventsExport, Problem>,
    },
    /// What became of events could not be written down: they are applied again at the next start.
    EventsNotNoted {
        problem: Problem,
    },
    SecretCopied {
        problem: Option<Problem>,
    },
    /// Exports stand at `paths`; why others were not written, once a reason.
    ExportsSaved {
        paths: Vec<String>,
        problems: Vec<Problem>,
    },
    /// The bulk run of a profile is on disk, unless there is a problem.
    BulkRunSaved {
        profile_id: ProfileId,
        problem: Option<Problem>,
    },
    /// The bulk runs that were stored.
    BulkRunsOpened {
        runs: Vec<FoundRun>,
        problem: Option<Problem>,
    },
    /// A notification was handed to the system, unless there is a problem.
    NotificationSent {
        /// See `DesktopNotification::number`.
        number: u64,
        problem: Option<Problem>,
    },
    SettingsNotSaved {
        problem: Problem,
    },
    /// The cache of every payment of a profile.
    History {
        profile_id: ProfileId,
        report: HistoryReport,
    },
    /// The database of a profile's team.
    Team {
        profile_id: ProfileId,
        report: TeamReport,
    },
    /// What was shared with teams when Paydesk was last closed, by profile.
    SharingOpened {
        stored: BTreeMap<ProfileId, StoredSharing>,
        problem: Option<Problem>,
    },
    /// What was taken in or waits to be shared is on disk, unless there is a problem.
    SharedKept {
        profile_id: ProfileId,
        /// It was taken in from the team.
        is_change: bool,
        problem: Option<Problem>,
    },
    /// How far a table on its way into a file is, and how it ended.
    TableExport {
        /// See `TableExport::number`.
        number: u64,
        report: TableExportReport,
    },
    /// Something went wrong that belongs to no feature: a damaged settings file, a folder that no file manager opened.
    Noticed {
        problem: Problem,
    },
}
