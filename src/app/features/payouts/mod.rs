//! Payouts: money that leaves, of which the service lists nothing.
//!
//! What is known of them stands in our own ledger ([`crate::app::records`]). Here is what the panel has open, what the
//! form sends ([`input`]), the fulfilment ([`fulfil`]), what each status means ([`status`]),
//! what looks like a payout made twice ([`duplicate_check`]), and what may have moved on unheard ([`refresh`]).

pub mod duplicate_check;
mod form;
pub mod fulfil;
pub mod input;
pub mod numbers;
pub mod refresh;
pub mod status;

use crate::api::operation::{Endpoint, ResourceKind, Target};
use crate::app::action::Action;
use crate::app::features::forms::{FormKind, FormSession};
use crate::app::operations::Operation;
use crate::app::records::CachedRecord;
use crate::app::state::State;
use crate::domain::ids::PayoutId;
use crate::domain::payout::{Payout, PayoutStatus};

pub use fulfil::PayoutDialog;
pub use refresh::PayoutRefresh;

/// What the panel shows.
#[derive(Debug, Default)]
pub struct Payouts {
    /// The id of the record that is open beside the list.
    pub open: Option<String>,
    pub refresh: PayoutRefresh,
}

/// What the person does in the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum PayoutsAction {
    Open(Option<String>),
    OpenForm,
    /// Opens the form that changes description and metadata.
    Edit(PayoutId),
    CloseForm,
    /// Asks how a payout stands.
    Refresh(PayoutId),
    /// Asks for all that may have moved on, one after the other.
    RefreshAll,
    StopRefreshing,
    /// Opens the confirmation.
    AskFulfil(PayoutId),
    /// Confirms the open dialog.
    ConfirmFulfil,
}

impl Payouts {
    /// Closes the pane; what is typed into a form is looked at before that is closed.
    pub fn close(&self, form: Option<&FormSession>) -> Option<Action> {
        let is_in_front = form.is_none() && self.open.is_some();
        is_in_front.then_some(Action::Payouts(PayoutsAction::Open(None)))
    }
}

impl State {
    pub(in crate::app) fn on_payouts(&mut self, action: PayoutsAction) {
        match action {
            PayoutsAction::Open(id) => self.workspace.payouts.open = id,
            PayoutsAction::OpenForm => self.open_form(FormKind::new(ResourceKind::Payout)),
            PayoutsAction::Edit(payout_id) => {
                self.open_form(FormKind::change(ResourceKind::Payout, payout_id.as_str()))
            }
            PayoutsAction::CloseForm => self.leave_form(ResourceKind::Payout),
            PayoutsAction::Refresh(payout_id) => self.read_payout(&payout_id),
            PayoutsAction::RefreshAll => self.refresh_payouts(),
            PayoutsAction::StopRefreshing => self.workspace.payouts.refresh.stop(),
            PayoutsAction::AskFulfil(payout_id) => self.ask_fulfil(&payout_id),
            PayoutsAction::ConfirmFulfil => self.confirm_fulfil(),
        }
    }

    /// What is known of a payout of the profile at work.
    pub fn known_payout(&self, payout_id: &PayoutId) -> Option<(&CachedRecord, &Payout)> {
        let known = self.workspace.records.find(ResourceKind::Payout, payout_id.as_str())?;
        Some((known, known.payout()?))
    }

    /// The operation on a payout that is open, or else the last that ended in this run.
    pub fn payout_operation(&self, payout_id: &PayoutId) -> Option<&Operation> {
        let target = Target::new(ResourceKind::Payout, payout_id.as_str());
        let ended = || self.workspace.operations.ended().find(|operation| operation.plan.target == target);
        self.workspace.operations.open_on(&target).or_else(ended)
    }

    /// The creations that are not ended: there is no record of them yet.
    pub fn payouts_under_way(&self) -> impl Iterator<Item = &Operation> {
        let creates = |operation: &&Operation| operation.plan.endpoint == Endpoint::CreatePayout;
        self.workspace.operations.open().iter().filter(creates)
    }

    /// Why a payout cannot be changed, fulfilled or asked for now.
    pub fn payout_is_busy(&self, payout_id: &PayoutId) -> Option<String> {
        let open = self.workspace.operations.open_on(&Target::new(ResourceKind::Payout, payout_id.as_str()))?;
        Some(format!("“{}” is under way for this payout", open.plan.title()))
    }

    /// Why it cannot be fulfilled, in words for the person.
    pub fn why_not_fulfil(&self, payout: &Payout) -> Option<String> {
        if payout.status != PayoutStatus::RequiresFulfillment {
            return Some(format!("Only a payout that requires fulfilment is fulfilled; this one is {}", payout.status));
        }
        self.payout_is_busy(&payout.payout_id).or_else(|| self.read_only_reason())
    }

    fn read_payout(&mut self, payout_id: &PayoutId) {
        self.probe_payout(payout_id);
    }
}
