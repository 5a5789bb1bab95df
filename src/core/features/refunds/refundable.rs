//! How much of a payment can still be given back, as far as it is known here.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use crate::context::WorkspaceView;
use crate::features::record_lists::{CLOCKS_DIFFER, RecordLists};
use crate::operations::{
    KnownRefunds, Operation, OperationPlan, Operations, Outcome, PaymentPrecondition, Phase, Precondition,
};
use crate::records::{CachedRecord, Records, RefundTotals};
use paydesk_api::operation::Endpoint;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{AmountError, Money, parse_part};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::Payment;
use paydesk_domain::refund::{Refund, RefundStatus};

use super::list_check::ListedRefund;
use super::text;

/// What was received of a payment and what became of it. The service lists no refunds: what others made is known only
/// where it was reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundableBalance {
    pub received: Money,
    pub refunded: Money,
    /// Made and not ended, at the service or on the way to it.
    pub pending: Money,
    pub remaining: Money,
    /// What the service said is left when it last refused a refund, less what was refunded from here since.
    pub left_at_service: Option<Money>,
}

impl RefundableBalance {
    /// What was refunded and what is being refunded, in the lowest unit.
    pub fn given_back_minor(&self) -> i64 {
        self.refunded.minor.saturating_add(self.pending.minor)
    }

    /// What is offered to be refunded: no more than the service said is left.
    pub fn offered(&self) -> &Money {
        self.left_at_service.as_ref().filter(|left| left.minor < self.remaining.minor).unwrap_or(&self.remaining)
    }
}

/// Why an amount cannot be refunded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RefundAmountError {
    #[error(transparent)]
    Typed(#[from] AmountError),
    #[error("Enter an amount above zero")]
    Zero,
    #[error("At most {0} can be refunded")]
    TooMuch(Money),
}

/// What is typed, and what remains after it.
pub fn check_refund(balance: &RefundableBalance, text: &str) -> Result<(Money, Money), RefundAmountError> {
    let amount = parse_part(text, balance.offered())?;
    if amount.minor == 0 {
        return Err(RefundAmountError::Zero);
    }
    if amount.minor > balance.remaining.minor {
        return Err(RefundAmountError::TooMuch(balance.remaining.clone()));
    }
    let remains = amount.with_minor((balance.offered().minor - amount.minor).max(0));
    Ok((amount, remains))
}

/// What of a payment, as it was read, can still be refunded.
pub fn refundable_balance(view: &WorkspaceView<'_>, payment: &Payment) -> RefundableBalance {
    let received = payment.amount_received.as_ref().map_or(0, |received| received.minor);
    balance(view, &payment.payment_id, &payment.amount.with_minor(received))
}

/// What of a payment, as a person saw it, can still be refunded.
fn refundable_balance_at(view: &WorkspaceView<'_>, precondition: &PaymentPrecondition) -> RefundableBalance {
    balance(view, &precondition.payment_id, &precondition.amount.with_minor(precondition.received_minor.unwrap_or(0)))
}

/// Why this refund is refused before it is sent: open and done refunds and this one may not exceed what was received
/// ([law](paydesk_operations::law#the-rule-of-each-endpoint)).
pub(crate) fn refund_excess(
    view: &WorkspaceView<'_>,
    plan: &OperationPlan,
    precondition: &Precondition,
) -> Option<String> {
    let (Endpoint::CreateRefund, Some(refund), Some(precondition)) =
        (plan.endpoint, &plan.money, precondition.payment())
    else {
        return None;
    };
    let balance = refundable_balance_at(view, precondition);
    let fits = refund.currency == balance.received.currency && refund.minor <= balance.remaining.minor;
    let before = balance.refunded.with_minor(balance.given_back_minor());
    (!fits).then(|| text::plus_already_refunded_is_more(refund, &before, &balance.received))
}

/// So long a refund may be missing in the service's list, and so far may its clock be behind.
const LISTED_AFTER: TimeDelta = TimeDelta::minutes(2);

/// Since when the service's list has to be seen whole for all refunds of a payment to be known: since it was read to its
/// end, or since the payment was created.
pub(crate) fn refunds_needed_since(payment: Option<&Payment>, lists: &RecordLists) -> DateTime<Utc> {
    let known = [lists.whole_asked_at(ResourceKind::Refund), payment.and_then(|payment| payment.created)];
    let since = known.into_iter().flatten().max();
    since.map_or(DateTime::<Utc>::MIN_UTC, |since| since - CLOCKS_DIFFER)
}

/// The refunds that the service's list has to have by now. A worker of the service may lag, and
/// a list need not have those that failed.
pub(crate) fn listed_refunds(records: &Records, now: DateTime<Utc>) -> impl Iterator<Item = ListedRefund<'_>> {
    let is_listed = |known: &&CachedRecord| {
        let has_failed = known.refund().is_none_or(|refund| refund.status == Some(RefundStatus::Failed));
        known.record.reported.is_some() && !has_failed
    };
    let listed = records.of(ResourceKind::Refund).filter(is_listed);
    listed.filter_map(move |known| {
        let CachedRecord { record, .. } = known;
        let (payment_id, created) = (record.payment_id.as_ref(), record.created_at()?);
        Some(ListedRefund { id: &record.id, payment_id, created, is_new: created >= now - LISTED_AFTER })
    })
}

/// What is known of the other refunds of the payment of one that is about to be sent.
pub(crate) fn known_refunds(
    operation: &Operation,
    records: &Records,
    listed_at: Option<DateTime<Utc>>,
) -> KnownRefunds {
    let mut own: BTreeSet<&str> = operation.plan.sends("refund_id").and_then(Value::as_str).into_iter().collect();
    let others = operation
        .precondition
        .payment()
        .map(|payment| records.refunds_but(&payment.payment_id, &payment.amount.currency, &mut own))
        .unwrap_or_default();
    KnownRefunds {
        others_minor: others.sum_minor(),
        has_unknown: others.has_unknown,
        is_disputed_since: false,
        listed_at,
    }
}

/// What one profile knows of the refunds of a payment.
#[derive(Clone, Copy)]
struct RefundSource<'a> {
    operations: &'a Operations,
    records: &'a Records,
}

impl<'a> RefundSource<'a> {
    /// The refund that an operation makes as it is known, where that is of its payment and in its currency: an event may
    /// say something else under the same id, which is added up elsewhere.
    fn known_refund(self, operation: &Operation) -> Option<&'a Refund> {
        let refund_id = operation.plan.sends("refund_id").and_then(Value::as_str)?;
        let known = self.records.find(ResourceKind::Refund, refund_id).and_then(CachedRecord::refund)?;
        let payment_id = operation.plan.payment_id();
        let is_of_payment = known.payment_id.is_none() || known.payment_id == payment_id;
        let currency = |money: &Option<Money>| money.as_ref().map(|money| money.currency.clone());
        let is_in_currency = known.amount.is_none() || currency(&known.amount) == currency(&operation.plan.money);
        (is_of_payment && is_in_currency).then_some(known)
    }

    /// The refund that is open. An event may report it while its own answer is awaited: it is one refund, and done where
    /// that says so.
    fn open(self, payment_id: &PaymentId) -> Option<&'a Operation> {
        let is_done = |operation: &Operation| {
            self.known_refund(operation).is_some_and(|refund| refund.status == Some(RefundStatus::Succeeded))
        };
        self.operations.refund_under_way(payment_id).filter(|operation| !is_done(operation))
    }

    /// What refunds would give back that may have been made and whose records do not count: what is open, and, as long as
    /// reports contradict each other, what ended.
    fn pending_minor(self, payment_id: &PaymentId) -> i64 {
        let is_counted = |operation: &Operation| {
            self.known_refund(operation).is_some_and(|refund| refund.status != Some(RefundStatus::Failed))
        };
        let contradicted = self.operations.contradicted_refunds(payment_id).filter(|operation| !is_counted(operation));
        let all = self.open(payment_id).into_iter().chain(contradicted);
        all.filter_map(|operation| operation.plan.money.as_ref()).fold(0, |sum, money| sum.saturating_add(money.minor))
    }

    /// What the newest refusal names as left, while what was received is the same. What failed later gives its amount back,
    /// so it limits nothing by itself.
    fn left_at_service(self, payment_id: &PaymentId, received: &Money) -> Option<Money> {
        let is_refund = |operation: &&Operation| {
            operation.plan.endpoint == Endpoint::CreateRefund
                && operation.plan.payment_id().as_ref() == Some(payment_id)
        };
        let mut refunded_since = self.open(payment_id).map_or(0, |_| self.operations.refunding_minor(payment_id));
        for refund in self.operations.ended().filter(is_refund) {
            if let Some(left) = refund.left_to_refund() {
                let seen = refund.precondition.payment().and_then(|seen| seen.received_minor);
                let is_same = seen.is_none_or(|seen| seen == received.minor);
                return is_same.then(|| left.with_minor(left.minor.saturating_sub(refunded_since).max(0)));
            }
            let is_done = matches!(refund.phase, Phase::Ended(Outcome::Done { .. }));
            let minor = refund.plan.money.as_ref().filter(|_| is_done).map_or(0, |money| money.minor);
            refunded_since = refunded_since.saturating_add(minor);
        }
        None
    }
}

fn balance(view: &WorkspaceView<'_>, payment_id: &PaymentId, received: &Money) -> RefundableBalance {
    let sources: Vec<_> =
        view.with_neighbours().map(|(operations, records)| RefundSource { operations, records }).collect();
    // One that is open is counted as such, and one that several profiles know is counted once.
    let open = sources.iter().filter_map(|source| source.open(payment_id)?.plan.sends("refund_id")?.as_str());
    let mut counted: BTreeSet<&str> = open.collect();
    let mut known = RefundTotals::default();
    for source in &sources {
        let refunds = source.records.refunds_but(payment_id, &received.currency, &mut counted);
        known.add(refunds);
    }
    let pending = sources.iter().map(|source| source.pending_minor(payment_id));
    let pending = pending.fold(known.pending_minor, i64::saturating_add);
    let remaining = received.minor.saturating_sub(known.done_minor.saturating_add(pending)).max(0);
    let left = sources.iter().filter_map(|source| source.left_at_service(payment_id, received));
    RefundableBalance {
        received: received.clone(),
        refunded: received.with_minor(known.done_minor),
        pending: received.with_minor(pending),
        remaining: received.with_minor(remaining),
        left_at_service: left.min_by_key(|left| left.minor),
    }
}
