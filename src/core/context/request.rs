//! What one feature asks of another: small and typed, so that no feature reaches into another.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use paydesk_domain::ids::{DisputeId, OperationId, PaymentId};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::webhook::WebhookEvent;

use crate::dialog::Dialog;
use crate::features::bulk::ApprovedRun;
use crate::features::disputes::local_filter::DisputeLocalFilter;
use crate::features::forms::kind::FormKind;
use crate::features::payments::filter::PaymentsFilter;
use crate::features::payments::sort::PaymentSort;
use crate::operations::Submission;
use crate::problem::Problem;
use crate::route::Route;
use crate::service_traits::TraitChange;
use crate::settings::SettingsChange;

/// One request of a feature to another. [`serve`](crate::state) carries them out, in the order in which they were made.
#[derive(Debug, Clone, PartialEq)]
pub enum FeatureRequest {
    /// Does what a person confirmed.
    Submit(Box<Submission>),
    /// Does what a person confirmed, and can undo until this time.
    SubmitUndoable(Box<Submission>, DateTime<Utc>),
    /// Sends what a second person approved.
    SubmitApproved(Box<Submission>),
    /// Begins the bulk run that a second person approved.
    StartApprovedRun(Box<ApprovedRun>),
    /// Takes back what never left.
    Withdraw(OperationId),
    /// Shows the list of payments in review.
    ShowInReview,
    /// Sends what was prepared before a crash and never left.
    SendPrepared(OperationId),
    /// Sends once more what was certainly not executed.
    SendAgain(OperationId),
    OpenForm(FormKind),
    /// Hides the form of a panel; one that is on its way is followed to the end.
    LeaveForm(ResourceKind),
    /// Goes to a panel, as a person does by its name.
    Show(Route),
    /// Puts a panel in front as it is.
    SwitchTo(Route),
    /// Opens a record beside the list of its kind.
    SelectRecord(ResourceKind, String),
    /// Opens a dispute in its panel.
    OpenDispute(DisputeId),
    /// Reads a payment, joining a read of it that is under way.
    ReadPayment(PaymentId),
    /// Reads the disputes of a payment again, when it is open.
    ReadDisputesOfPaymentAgain(PaymentId),
    /// Reads the list of disputes, unless it was read.
    NeedDisputes,
    /// Reads the list of disputes again, unless it is being read.
    ReadDisputeList,
    /// Reads the newest payments and those in a status that changes now.
    ReadPaymentsNow,
    /// Reads again which payments wait for a person.
    ReadWorkAgain,
    /// Reads the list of a kind where the service has one, unless that was done a moment ago.
    NeedRecordList(ResourceKind),
    /// Reads the list of a kind again, however lately it was read.
    ReadRecordList(ResourceKind),
    /// Shows the payments of this filter in this order, and no other.
    ShowFilteredPayments(Box<PaymentsFilter>, PaymentSort),
    /// Searches the payments that are known here, and shows what is found.
    SearchPayments(String),
    /// Shows the disputes of this filter, and no other.
    ShowFilteredDisputes(Box<DisputeLocalFilter>),
    /// Applies a webhook event once more, as if it had just come.
    ReplayEvent(Arc<WebhookEvent>),
    /// Shows a problem until it is dismissed.
    ShowProblem(Problem),
    ShowDialog(Box<Dialog>),
    /// Shows a dialog, unless another one is in front.
    OfferDialog(Box<Dialog>),
    /// Closes the dialog with the value of the key that this operation made, if that is the one in front.
    CloseNewKeyDialog(OperationId),
    ChangeSettings(SettingsChange),
    /// Something was learned of the service, or is to be learned again.
    ChangeTraits(TraitChange),
}
