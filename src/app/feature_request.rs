//! What one feature asks of another: small and typed, so that no feature reaches into another.

use std::sync::Arc;

use crate::api::operation::ResourceKind;
use crate::domain::ids::PaymentId;
use crate::domain::webhook::WebhookEvent;

use super::features::forms::FormKind;
use super::operations::Submission;
use super::problem::Problem;
use super::route::Route;

/// See the module. [`super::serve`] carries them out, in the order in which they were asked.
#[derive(Debug, Clone, PartialEq)]
pub enum FeatureRequest {
    /// Does what a person confirmed.
    Submit(Box<Submission>),
    OpenForm(FormKind),
    /// Hides the form of a panel; one that is on its way is followed to the end.
    LeaveForm(ResourceKind),
    /// Opens a panel.
    Show(Route),
    /// Reads a payment, joining a read of it that is under way.
    ReadPayment(PaymentId),
    /// Reads the list of disputes, unless it was read.
    NeedDisputes,
    /// Applies a webhook event once more, as if it had just come.
    ReplayEvent(Arc<WebhookEvent>),
    /// Shows a problem until it is dismissed.
    ShowProblem(Problem),
}
