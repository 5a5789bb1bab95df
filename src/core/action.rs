//! What the person asked for, named for the intent.

use crate::features::forms::FormInput;
use paydesk_domain::csv_style::CsvStyle;
use paydesk_domain::ids::{CustomerId, OperationId, PaymentId};
use paydesk_domain::object_ref::ObjectRef;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::SecretText;

use super::dialog::{Confirmation, HelpPage};
use super::features::analytics::{AnalyticsAction, DrillDown};
use super::features::api_keys::ApiKeysAction;
use super::features::approvals::ApprovalsAction;
use super::features::bulk::BulkAction;
use super::features::customers::CustomersAction;
use super::features::disputes::DisputesAction;
use super::features::history::HistoryAction;
use super::features::home::HomeAction;
use super::features::notes::NotesAction;
use super::features::notifications::NotificationsAction;
use super::features::operation_log::OperationLogAction;
use super::features::payments::PaymentsAction;
use super::features::payouts::PayoutsAction;
use super::features::profiles::SignInAction;
use super::features::refunds::RefundsAction;
use super::features::requests::RequestsAction;
use super::features::review_queue::ReviewQueueAction;
use super::features::subscriptions::SubscriptionsAction;
use super::features::table_exports::TableExportAction;
use super::features::team::TeamAction;
use super::features::views::ViewsAction;
use super::features::webhooks::WebhooksAction;
use super::operations::{ResourceKind, Submission};
use super::profiles::ProfileInput;
use super::route::Route;
use super::service_traits::TraitChange;
use super::settings::{Density, ThemeChoice, WindowSize};
use crate::state::review_status::ReviewStatusAction;
use paydesk_domain::zone::Zone;

/// One intent of the person; panels with many have an enum of their own.
#[derive(Debug, Clone, PartialEq, strum::IntoStaticStr)]
pub enum Action {
    GoTo(Route),
    /// Back to where what is in front was opened from.
    GoBack,

    /// Confirms the open dialog, if it is of that kind.
    Confirm(Confirmation),
    /// Sends what a form was filled in for; its operation's id was made with the form.
    Submit(Box<Submission>),
    /// Sends the form that is in front, with what is filled in.
    SendForm(Box<FormInput>),
    AskSendAgain(OperationId),
    /// Asks whether to send all that were certainly not executed.
    AskSendAllAgain,
    /// What was not sent of them yet stays as it is.
    StopSendingAgain,
    AskCloseUnknown(OperationId),
    CheckOperationNow(OperationId),
    /// Looks into every operation whose outcome a read may show.
    CheckOperationsNow,
    /// Sends what was prepared before a crash and never left.
    SendPrepared(OperationId),
    WithdrawOperation(OperationId),
    DismissDialog,
    /// Closes the window without waiting for what is under way.
    CloseNow,

    SwitchProfile(ProfileId),
    /// Opens the editor, of a new profile without an id.
    EditProfile(Option<ProfileId>),
    CloseProfileEditor,
    /// The key is absent where the one that is stored stays.
    SaveProfile {
        input: Box<ProfileInput>,
        key: Option<SecretText>,
    },
    TestProfile {
        input: Box<ProfileInput>,
        key: Option<SecretText>,
    },
    /// Of the profile whose editor is open.
    SignIn(SignInAction),
    AskRemoveProfile(ProfileId),
    /// Of the service of the current profile.
    ChangeTraits(TraitChange),
    AskUnlockProduction,
    LockProduction,

    Home(HomeAction),
    ReviewQueue(ReviewQueueAction),
    Payments(PaymentsAction),
    History(HistoryAction),
    TableExport(TableExportAction),
    Views(ViewsAction),
    Notes(NotesAction),
    Notifications(NotificationsAction),
    Refunds(RefundsAction),
    Payouts(PayoutsAction),
    Disputes(DisputesAction),
    Customers(CustomersAction),
    Subscriptions(SubscriptionsAction),
    ApiKeys(ApiKeysAction),
    Webhooks(WebhooksAction),
    Approvals(ApprovalsAction),
    OperationLog(OperationLogAction),
    Analytics(AnalyticsAction),
    Bulk(BulkAction),
    /// The developer's pane.
    Requests(RequestsAction),
    /// Reads the list of a kind of records again, where the service has one.
    ReadRecords(ResourceKind),
    /// Opens a record of our own ledger in its panel.
    OpenRecord(ResourceKind, String),
    /// Opens a record of ours beside the list of its kind, or closes the one that is open.
    ShowRecord(ResourceKind, Option<String>),
    /// Hides the form of a panel; one that is on its way is followed to the end.
    LeaveForm(ResourceKind),
    /// Shows all payments that this text finds.
    SearchPayments(String),
    /// Opens the form for a new record of this kind in its panel.
    OpenNew(ResourceKind),
    /// Opens the form for a new record of a customer, whose ID is filled in.
    OpenNewFor(ResourceKind, CustomerId),
    /// Opens the form for a new payment, filled in from this one, which was declined.
    TryPaymentAgain(PaymentId),
    /// Copies a secret; it is cleared after a while.
    CopySecret(SecretText),

    OpenPalette,
    ShowShortcuts,
    /// A page of the help.
    ShowHelp(HelpPage),
    /// The folder of the data, in the file manager of the system.
    OpenDataFolder,
    /// The folder with the files that a toast reports.
    OpenSavedFolder(u64),
    /// Another of the first steps; without one they never come back.
    ShowFirstStep(Option<u8>),
    DismissToast(u64),
    DismissProblem(usize),
    /// The report of an internal error, in the program that the system has for texts.
    OpenCrashReport,
    DismissCrashReport,
    RetryService,
    /// Looks for a missing journal again, after its file was put back.
    FindJournal,
    /// Starts a new journal where the old one is missing.
    StartNewJournal,
    /// Writes what the journal holds into a file, for support or before a damaged one is moved away.
    ExportJournal,

    SetTheme(ThemeChoice),
    SetZone(Option<Zone>),
    SetTextPercent(u16),
    SetReducedMotion(bool),
    SetDensity(Density),
    /// How CSV files are written.
    SetCsvStyle(CsvStyle),
    /// Most requests a minute to the service at hand, where it reports no limit; `None` for as many as are needed.
    SetRequestLimit(Option<u32>),
    Team(TeamAction),
    RememberWindow(WindowSize),
    RememberDetailWidth(f32),
    RememberSidebarWidth(f32),
    /// What the service calls manual review.
    ReviewStatus(ReviewStatusAction),
}

impl Action {
    /// Opens an object in its panel.
    pub fn open(object: &ObjectRef) -> Self {
        Self::OpenRecord(object.kind, object.id.clone())
    }
}

impl From<DrillDown> for Action {
    fn from(drill: DrillDown) -> Self {
        Self::Analytics(AnalyticsAction::ShowRows(drill))
    }
}
