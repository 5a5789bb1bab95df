//! Refunds: money given back, of which the service lists nothing.
//!
//! What is known of them is in our own ledger ([`crate::records`]). Here is the dialog that makes one, with the
//! refundable balance, and what the panel has open.

pub mod dialog;
mod list_check;
mod make;
mod polling;
mod refundable;
mod text;
mod totals;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::Context;
use crate::context::fact::FeatureFact;
use crate::features::payment_disputes::PaymentDisputes;
use crate::features::payments::Payments;
use crate::operations::Operation;
use paydesk_api::record_reads::RecordPage;
use paydesk_domain::ids::{DisputeId, OperationId, PaymentId};
use paydesk_domain::operation::ResourceKind;

/// What the dialog is filled in for.
pub use dialog::{DisputesRead, RefundDialog};
use list_check::ListCheck;
pub(crate) use list_check::{AskedList, ListedRefund, PagesShow};
pub(crate) use make::{confirm_refund, read_disputes_again};
pub use make::{is_refundable, why_not_in_status, why_not_refund, why_not_refund_id};
pub use paydesk_api::input::{CreateRefundInput, INSTANT};
pub use polling::{RefundPolling, why_not_ask_refund};
pub use refundable::{RefundAmountError, RefundableBalance, check_refund, refundable_balance};
pub(crate) use refundable::{known_refunds, listed_refunds, refund_excess, refunds_needed_since};
pub use totals::{CurrencyTotal, totals};

/// A warning that was shown for less was not read.
const WARNED_FOR: TimeDelta = TimeDelta::seconds(1);

/// What the panel shows.
#[derive(Debug, Default)]
pub struct Refunds {
    pub polling: RefundPolling,
    /// What was read of the list for each refund that is about to be sent.
    list_checks: BTreeMap<OperationId, ListCheck>,
    /// The service was asked for the refunds of one payment, and listed others too.
    lists_all: bool,
    /// The disputes of the payment that a person was warned of who confirmed the refund, in this run.
    claims_seen: BTreeMap<OperationId, BTreeSet<DisputeId>>,
}

/// What the person does about refunds.
#[derive(Debug, Clone, PartialEq)]
pub enum RefundsAction {
    /// Asks for the status of a pending refund.
    CheckStatus(String),
    /// Opens the dialog that refunds a payment that was read.
    Ask(PaymentId),
}

impl Refunds {
    /// A person confirmed the dialog, warned of these disputes for long enough to read it.
    pub(crate) fn confirmed(
        &mut self,
        id: &OperationId,
        disputes: &PaymentDisputes,
        dialog: &RefundDialog,
        now: DateTime<Utc>,
    ) {
        let claims = disputes.claims_of(&dialog.payment.payment_id);
        let seen = claims.filter(|(_, since)| *since + WARNED_FOR <= now).map(|(id, _)| id.clone()).collect();
        self.claims_seen.insert(id.clone(), seen);
    }

    /// Whether a dispute of the payment is known that the person who confirmed a refund was not warned of. The plan of a bulk run
    /// warns of none, as it leaves out what is disputed; nor does what an earlier run of Paydesk left behind.
    pub(crate) fn is_disputed_since(&self, operation: &Operation, disputes: &PaymentDisputes) -> bool {
        let Some(payment_id) = operation.plan.payment_id() else { return false };
        let seen = self.claims_seen.get(&operation.id);
        disputes.claims_of(&payment_id).any(|(id, _)| seen.is_none_or(|seen| !seen.contains(id)))
    }

    /// A page of the list came for a refund that is about to be sent.
    pub(crate) fn list_read(&mut self, id: &OperationId, asked: AskedList<'_>, page: &RecordPage) -> PagesShow {
        let check = self.list_checks.entry(id.clone()).or_default();
        let shown = check.take(asked, self.lists_all, page);
        self.lists_all |= check.has_others();
        shown
    }

    /// When the list was asked for that showed all refunds of its payment.
    pub(crate) fn listed_at(&self, id: &OperationId) -> Option<DateTime<Utc>> {
        self.list_checks.get(id)?.shown_at()
    }

    /// Takes in what is known now.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it takes what it builds on")]
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, cx: &mut Context<'_>) {
        match fact {
            FeatureFact::TimePassed => self.polling.poll(cx),
            FeatureFact::RecordOpened { kind: ResourceKind::Refund, id: Some(id), .. } => self.polling.opened(id, cx),
            FeatureFact::OperationEnded(ended) => self.operation_ended(&ended.operation.id),
            _ => {}
        }
    }

    /// It is sent, or not: what was read for it is not needed any more.
    fn operation_ended(&mut self, id: &OperationId) {
        self.list_checks.remove(id);
        self.claims_seen.remove(id);
    }

    pub(crate) fn handle(&mut self, action: RefundsAction, payments: &Payments, cx: &mut Context<'_>) {
        match action {
            RefundsAction::CheckStatus(id) => self.polling.check_status(&id, cx),
            RefundsAction::Ask(payment_id) => make::ask_refund(payments, &payment_id, cx),
        }
    }
}
