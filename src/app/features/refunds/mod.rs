//! Refunds: money given back, of which the service lists nothing.
//!
//! What is known of them stands in our own ledger ([`crate::app::records`]). Here is the dialog that makes one, with the
//! refundable balance, and what the panel has open.

mod polling;
mod refundable;
mod totals;

use chrono::{DateTime, Utc};

use crate::api::calls::disputes::{DisputeListFilter, ListDisputes};
use crate::api::calls::payments::PAGE_MAX;
use crate::api::calls::refunds::CreateRefund;
use crate::api::error::CallError;
use crate::api::operation::Endpoint;
use crate::api::rate_limit::Priority;
use crate::api::wire::disputes::DisputePage;
use crate::app::action::Action;
use crate::app::features::dialogs::Dialog;
use crate::app::features::toasts::ToastKind;
use crate::app::operations::{OperationPlan, PaymentPrecondition, Precondition, Submission};
use crate::app::read::{Read, RequestId};
use crate::app::state::State;
use crate::domain::dispute::DisputeStatus;
use crate::domain::ids::{OperationId, PaymentId, RefundId};
use crate::domain::payment::Payment;

/// What the dialog is filled in for.
pub use crate::api::calls::refunds::{CreateRefundInput, INSTANT};
pub use polling::RefundPolling;
pub use refundable::{RefundAmountError, RefundableBalance, check_refund};
pub use totals::{CurrencyTotal, totals};

/// What the panel shows.
#[derive(Debug, Default)]
pub struct Refunds {
    /// The id of the record that is open beside the list.
    pub open: Option<String>,
    pub polling: RefundPolling,
}

impl Refunds {
    /// Closes the pane, if one is open.
    pub fn close(&self) -> Option<Action> {
        self.open.as_ref().map(|_| Action::Refunds(RefundsAction::Open(None)))
    }
}

/// What the person does about refunds.
#[derive(Debug, Clone, PartialEq)]
pub enum RefundsAction {
    Open(Option<String>),
    /// Asks how a pending refund stands.
    CheckStatus(String),
    /// Opens the dialog that refunds the open payment.
    Ask(PaymentId),
    /// Confirms the open dialog. Payment and ids are those of the dialog.
    Confirm(Box<CreateRefundInput>),
}

/// A refund being made: what the person sees is what is sent.
#[derive(Debug, Clone, PartialEq)]
pub struct RefundDialog {
    /// Made with the dialog, as is the refund's id: confirmed twice it is one refund.
    pub operation_id: OperationId,
    pub refund_id: RefundId,
    pub payment: Payment,
    pub seen: PaymentPrecondition,
    pub disputes: DisputesOf,
    pub opened_at: DateTime<Utc>,
}

/// Whether the payment is disputed, as far as was read since the dialog opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DisputesOf {
    Reading(RequestId),
    /// Those that a refund would pay twice: still open, or lost already.
    Known(Vec<DisputeStatus>),
    NotRead(String),
}

impl State {
    /// Why this refund is refused before it is sent: open and done refunds and this one may not exceed what was received
    /// ([law](crate::app::operations::law#the-rule-of-each-endpoint)).
    pub(in crate::app) fn refund_excess(&self, plan: &OperationPlan, seen: &Precondition) -> Option<String> {
        let (Endpoint::CreateRefund, Some(refund), Some(seen)) = (plan.endpoint, &plan.money, seen.payment()) else {
            return None;
        };
        let balance = self.refundable_balance_when_seen(seen);
        let fits = refund.currency == balance.received.currency && refund.minor <= balance.remaining.minor;
        let before = balance.refunded.with_minor(balance.refunded.minor.saturating_add(balance.pending.minor));
        (!fits).then(|| format!("{refund} and {before} refunded before are more than {} received", balance.received))
    }

    pub(in crate::app) fn on_refunds(&mut self, action: RefundsAction) {
        match action {
            RefundsAction::Open(id) => {
                self.workspace.refunds.open = id;
            }
            RefundsAction::CheckStatus(id) => self.check_refund_status(&id),
            RefundsAction::Ask(payment_id) => self.ask_refund(&payment_id),
            RefundsAction::Confirm(input) => self.confirm_refund(*input),
        }
    }

    /// Why no refund of this payment can be made now; `None` where one can.
    pub fn why_not_refund(&self, payment: &Payment) -> Option<String> {
        if let Some(reason) = self.read_only_reason() {
            return Some(reason);
        }
        if let Some(operation) = self.workspace.operations.refund_under_way(&payment.payment_id) {
            return Some(format!("“{}” is under way for this payment", operation.plan.title()));
        }
        let balance = self.refundable_balance(payment);
        if balance.received.minor == 0 {
            return Some("Nothing was received of this payment".to_owned());
        }
        (balance.remaining.minor == 0).then(|| format!("All of {} is refunded already", balance.received))
    }

    fn ask_refund(&mut self, payment_id: &PaymentId) {
        let Some(detail) = self.workspace.payments.detail(payment_id) else { return };
        let (Some(payment), read_at) = (detail.value().cloned(), detail.read_at()) else { return };
        if self.why_not_refund(&payment).is_some() {
            return;
        }
        let operation_id = self.rng.operation_id();
        let refund_id = RefundId::new(format!("ref_{}", operation_id.random_part()));
        let filter = DisputeListFilter { status: None, payment_id: Some(payment_id.clone()) };
        let read = Read::Disputes(ListDisputes { filter, limit: PAGE_MAX, offset: 0 });
        let disputes = DisputesOf::Reading(self.workspace.reads.ask_fresh(read, Priority::Ordinary, self.now));
        let seen = PaymentPrecondition::of(&payment, read_at.unwrap_or(self.now));
        let dialog = RefundDialog { operation_id, refund_id, payment, seen, disputes, opened_at: self.now };
        self.dialog = Some(Dialog::Refund(Box::new(dialog)));
    }

    /// The disputes of the payment were read, if that is what the dialog waits for.
    pub(in crate::app) fn refund_disputes_read(
        &mut self,
        request_id: RequestId,
        result: &Result<DisputePage, CallError>,
    ) {
        let Some(Dialog::Refund(dialog)) = &mut self.dialog else { return };
        if dialog.disputes != DisputesOf::Reading(request_id) {
            return;
        }
        let counts = |status: &DisputeStatus| match status {
            DisputeStatus::DisputeOpened | DisputeStatus::Challenged | DisputeStatus::Lost => true,
            // A status we do not know may be either.
            DisputeStatus::Unknown(_) => true,
            DisputeStatus::Won => false,
        };
        dialog.disputes = match result {
            Ok(page) => {
                let of_payment = page.rows.iter().filter(|row| row.payment_id == dialog.payment.payment_id);
                DisputesOf::Known(of_payment.map(|row| row.status.clone()).filter(counts).collect())
            }
            Err(error) => DisputesOf::NotRead(error.what()),
        };
    }

    /// The person confirmed the open dialog. Without one, nothing happens: a second Enter finds none.
    fn confirm_refund(&mut self, input: CreateRefundInput) {
        let dialog = match self.dialog.take() {
            Some(Dialog::Refund(dialog)) => *dialog,
            other => {
                self.dialog = other;
                return;
            }
        };
        let payment_id = dialog.payment.payment_id;
        let input = CreateRefundInput { payment_id: payment_id.clone(), refund_id: dialog.refund_id, ..input };
        match CreateRefund::new(dialog.operation_id.clone(), input) {
            Ok(call) => {
                let (plan, seen) = (OperationPlan::of(&call), Precondition::Payment(dialog.seen));
                self.submit(Submission { id: dialog.operation_id, plan, seen })
            }
            Err(errors) => {
                let why = errors.first().map(ToString::to_string).unwrap_or_default();
                self.toasts.show(self.now, ToastKind::Attention, format!("Not sent: {why}"), Some(payment_id));
            }
        }
    }
}
