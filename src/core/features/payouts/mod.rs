//! Payouts: money that leaves, of which the service lists nothing.
//!
//! What is known of them is in our own ledger ([`crate::records`]). Here is what the panel has open, what the
//! form sends ([`input`]), the fulfilment ([`fulfil`]), what each status means ([`status`]),
//! what looks like a payout made twice ([`duplicate_check`]), and what may have moved on unreported ([`refresh`]).

pub mod dialog;
pub mod duplicate_check;
mod form;
pub mod fulfil;
pub mod input;
pub mod numbers;
pub mod refresh;
pub mod status;
mod text;
mod wording;

use crate::client_secrets::ClientSecrets;
use crate::context::fact::FeatureFact;
use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::effect::SystemEffect;
use crate::features::customers::read_named_customer;
use crate::features::forms::FormKind;
use crate::operations::not_sent::was_and_is;
use crate::operations::{Operation, OperationPlan, Precondition};
use crate::read::Read;
use crate::records::{CachedRecord, Record, Records};
use crate::service_traits::PaymentActionsTrait;
use paydesk_api::call::Call as _;
use paydesk_api::operation::{Endpoint, Target};
use paydesk_api::resources::payouts::calls::ProbePayout;
use paydesk_domain::ids::{OperationId, PayoutId};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payout::{Payout, PayoutStatus};
use paydesk_domain::secret::SecretText;

pub use dialog::PayoutDialog;
pub(crate) use fulfil::confirm_fulfilment;
pub use refresh::PayoutRefresh;
pub use text::AUTOMATIC_FULFILMENT;
pub use wording::destination_text;

/// What the panel shows.
#[derive(Debug, Default)]
pub struct Payouts {
    pub refresh: PayoutRefresh,
    /// By the operation whose answer gave it.
    client_secrets: ClientSecrets<OperationId>,
}

/// What the person does in the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum PayoutsAction {
    /// Opens the form that changes description and metadata.
    Edit(PayoutId),
    /// Asks for the status of a payout.
    Refresh(PayoutId),
    /// Asks for all that may have moved on, one after the other.
    RefreshAll,
    StopRefreshing,
    /// Opens the confirmation.
    AskFulfil(PayoutId),
    /// Puts the client secret of the payout on the clipboard.
    CopySecret(PayoutId),
    /// The person has the secret: it is wiped here.
    ForgetSecret(PayoutId),
}

impl Payouts {
    /// Takes in what is known now.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it takes what it builds on")]
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, cx: &mut Context<'_>) {
        match fact {
            FeatureFact::ServiceReady | FeatureFact::ServiceCameBack => self.refresh.came_to_service(cx.now),
            FeatureFact::RecordOpened { kind: ResourceKind::Payout, id: Some(id), .. } => self.refresh.opened(id, cx),
            FeatureFact::ReadsDropped(_) => self.refresh.stop(),
            FeatureFact::OperationEnded(ended) if ended.is_read_at_once(cx.is_shown) => {
                read_customer_of_new(&ended.operation, cx);
            }
            _ => {}
        }
    }

    pub(crate) fn handle(&mut self, action: PayoutsAction, cx: &mut Context<'_>) {
        match action {
            PayoutsAction::Edit(payout_id) => {
                let known = known_payout(cx.view.records, &payout_id);
                if known.is_some_and(|(_, payout)| !is_editable(&cx.view, payout)) {
                    return;
                }
                cx.request(FeatureRequest::OpenForm(FormKind::change(ResourceKind::Payout, payout_id.as_str())))
            }
            PayoutsAction::Refresh(payout_id) => drop(refresh::probe_payout(&payout_id, cx)),
            PayoutsAction::RefreshAll => self.refresh.refresh_all(cx),
            PayoutsAction::StopRefreshing => self.refresh.stop(),
            PayoutsAction::AskFulfil(payout_id) => fulfil::ask_fulfil(&payout_id, cx),
            PayoutsAction::CopySecret(payout_id) => {
                let value = self.client_secret(&cx.view, &payout_id).cloned();
                value.into_iter().for_each(|value| cx.outbox.push(SystemEffect::CopySecret(value)));
            }
            PayoutsAction::ForgetSecret(payout_id) => {
                let made_by = creation_of(&cx.view, &payout_id).map(|operation| operation.id.clone());
                made_by.iter().for_each(|operation_id| self.client_secrets.let_go(operation_id));
            }
        }
    }

    /// The client secret that the service gave with the creation of a payout, while it is held.
    pub fn client_secret(&self, view: &WorkspaceView<'_>, payout_id: &PayoutId) -> Option<&SecretText> {
        self.client_secrets.find(&creation_of(view, payout_id)?.id)
    }

    /// The service gave a client secret with the answer of this operation.
    pub(crate) fn client_secret_received(&mut self, operation_id: &OperationId, value: SecretText) {
        self.client_secrets.hold(operation_id.clone(), value);
    }
}

/// The operation of this run that made a payout.
fn creation_of<'a>(view: &WorkspaceView<'a>, payout_id: &PayoutId) -> Option<&'a Operation> {
    view.operations.ended().find(|operation| {
        let named = operation.answer.as_deref().and_then(|answer| answer.get("payout_id")?.as_str());
        operation.plan.endpoint == Endpoint::CreatePayout && named == Some(payout_id.as_str())
    })
}

/// What is known of a payout.
pub fn known_payout<'a>(records: &'a Records, payout_id: &PayoutId) -> Option<(&'a CachedRecord, &'a Payout)> {
    let known = records.find(ResourceKind::Payout, payout_id.as_str())?;
    Some((known, known.payout()?))
}

/// Why an operation on a payout is not sent: its status was reported otherwise since the person saw it, perhaps by an event
/// that a read does not show yet.
pub(crate) fn payout_changed(
    view: &WorkspaceView<'_>,
    plan: &OperationPlan,
    precondition: &Precondition,
) -> Option<String> {
    let Precondition::Payout(seen) = precondition else { return None };
    let (_, payout) = known_payout(view.records, &PayoutId::new(&*plan.target.resource))?;
    let (was, now) = (seen.status.label(), payout.status.label());
    let is_fulfilment = plan.endpoint == Endpoint::FulfillPayout;
    (is_fulfilment && seen.status != payout.status).then(|| was_and_is("status", Some(&was), Some(&now)))
}

/// The operation on a payout that is open, or else the last that ended in this run.
pub fn payout_operation<'a>(view: &WorkspaceView<'a>, payout_id: &PayoutId) -> Option<&'a Operation> {
    let target = Target::new(ResourceKind::Payout, payout_id.as_str());
    let ended = || view.operations.ended().find(|operation| operation.plan.target == target);
    view.operations.open_on(&target).or_else(ended)
}

/// The creations that are not ended: there is no record of them yet.
pub fn payouts_under_way<'a>(view: &WorkspaceView<'a>) -> impl Iterator<Item = &'a Operation> {
    let creates = |operation: &&Operation| operation.plan.endpoint == Endpoint::CreatePayout;
    view.operations.open().iter().filter(creates)
}

/// Why a payout cannot be changed, fulfilled or asked for now.
pub fn payout_is_busy(view: &WorkspaceView<'_>, payout_id: &PayoutId) -> Option<String> {
    view.under_way(&Target::new(ResourceKind::Payout, payout_id.as_str()))
}

/// Whether editing is offered: some services refuse it once the payout waits for its fulfilment.
pub fn is_editable(view: &WorkspaceView<'_>, payout: &Payout) -> bool {
    let is_before = matches!(
        payout.status,
        PayoutStatus::RequiresCreation
            | PayoutStatus::RequiresConfirmation
            | PayoutStatus::RequiresPayoutMethodData
            | PayoutStatus::RequiresVendorAccountCreation
            | PayoutStatus::Initiated
    );
    is_before || !view.traits.payment_actions.has(PaymentActionsTrait::PayoutsEditedBeforeFulfilment)
}

/// Why what was edited of a payout cannot be sent now.
pub fn why_not_save(view: &WorkspaceView<'_>, payout: &Payout) -> Option<String> {
    let refused = || format!("This payout can no longer be changed (status: {})", payout.status.label());
    let refused = (!is_editable(view, payout)).then(refused);
    refused.or_else(|| payout_is_busy(view, &payout.payout_id))
}

/// Why it cannot be fulfilled, as text for the user.
pub fn why_not_fulfil(view: &WorkspaceView<'_>, payout: &Payout) -> Option<String> {
    if payout.status != PayoutStatus::RequiresFulfillment {
        let status = payout.status.label();
        return Some(format!(
            "Only a payout that requires fulfilment can be fulfilled. This one's status is “{status}”."
        ));
    }
    payout_is_busy(view, &payout.payout_id).or_else(|| view.read_only_reason())
}

/// A new payout names its customer.
fn read_customer_of_new(operation: &Operation, cx: &mut Context<'_>) {
    if operation.plan.endpoint == Endpoint::CreatePayout
        && let Some((kind, id)) = Record::place_of(operation, operation.answer.as_deref())
    {
        read_named_customer(kind, &id, cx);
    }
}

/// A payout is read by setting its texts to what they are: those that are known now, which may be newer than those
/// that a person saw when confirming.
pub(crate) fn with_newest_texts(read: Read, records: &Records) -> Read {
    let Read::Payout(probe) = &read else { return read };
    let id: &PayoutId = probe.payout_id();
    let known = records.find(ResourceKind::Payout, id.as_str());
    let newest = known.and_then(|known| ProbePayout::of(known.payout()?).ok());
    debug_assert!(newest.as_ref().is_none_or(|newest| newest.request().path == probe.request().path));
    newest.map_or(read, Read::Payout)
}
