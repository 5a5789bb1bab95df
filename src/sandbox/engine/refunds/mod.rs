//! Refunds: `pending`, then `succeeded`; with the card that says so, `failed` in the
//! end.
//!
//! | from | trigger | to |
//! |---|---|---|
//! | – | create, `Instant` | `succeeded` |
//! | – | create | `pending` |
//! | `pending` | 3 s | `succeeded` |
//! | `succeeded` | 10 s, only of card 4000 0000 0000 5126 | `failed`, and the amount can be refunded again |
//!
//! Refunds of card 4000 0000 0000 7726 stay `pending`. As the service of the shapes of hyperswitch does it, those of
//! card …5126 fail at once, and scheduled ones are `pending` for an hour.
//!
//! What can be refunded is what was received less all refunds that have not failed.

mod body;
mod input;

pub use self::body::RefundBody;
pub use self::input::RefundInput;

use chrono::TimeDelta;

use super::events::{EventDraft, EventType, PastEvent};
use super::page::{Page, PageInput};
use super::refusal::{Refusal, quoted};
use super::settings::{ListEnd, RefundChecks};
use super::timers::Timer;
use super::work::Work;
use crate::hyperswitch;
use crate::rng::new_id;
use crate::storage;
use crate::storage::ledger::LedgerEffect;
use crate::storage::payments::{LaterEvent, PaymentRecord};
use crate::storage::refunds::{RefundDetail, RefundRecord, SandboxRefundStatus};

/// How long a refund stays `pending`.
const PENDING: TimeDelta = TimeDelta::seconds(3);
/// How long a scheduled refund stays `pending` in the shapes of hyperswitch (our number).
const SCHEDULED: TimeDelta = TimeDelta::hours(1);
/// How long a refund that fails in the end has succeeded (our number).
const UNTIL_FAILURE: TimeDelta = TimeDelta::seconds(10);
/// How long a `refund_id` is remembered where it is forgotten at all (our number).
const ID_REMEMBERED: TimeDelta = TimeDelta::hours(24);
/// What a refund fails with: the account at the bank is closed.
pub const FAILURE_CODE: &str = "UE_1016";

/// Refunds a payment; under a `refund_id` that exists, answers that refund again or refuses another body. Whether the
/// id or the amount is looked at first is a [setting](RefundChecks).
pub fn create(work: &Work, input: RefundInput) -> Result<RefundRecord, Refusal> {
    let checked_first = match work.settings.refund_checks {
        RefundChecks::IdFirst => None,
        RefundChecks::AmountFirst => Some(checked_amount(work, &input)?),
    };
    if let Some(id) = &input.refund_id
        && let Some(existing) = storage::refunds::by_id(work.db, id)?
    {
        if !work.settings.forgets_refund_ids || work.now - existing.created < ID_REMEMBERED {
            return existing_refund(existing, &input);
        }
        storage::refunds::set_id(work.db, id, &new_id("ref"))?;
    }
    let payment = work.payment(&input.payment_id)?;
    let amount = match checked_first {
        Some(amount) => amount,
        None => refundable_amount(work, &payment, input.amount)?,
    };
    insert(work, &payment, amount, input)
}

/// The refund of this id.
pub fn find(work: &Work, refund_id: &str) -> Result<RefundRecord, Refusal> {
    storage::refunds::by_id(work.db, refund_id)?.ok_or_else(|| Refusal::not_found("refund", refund_id))
}

/// Refunds of one payment or of all, newest first (ours: the specification shows no list of refunds).
pub fn list(work: &Work, payment_id: Option<&str>, page: PageInput) -> Result<Page<RefundRecord>, Refusal> {
    let rows = storage::refunds::page(work.db, payment_id, page.offset, page.limit)?;
    let total = storage::refunds::count(work.db, payment_id)?;
    Ok(page.page(rows, total, ListEnd::default()))
}

/// What is to be refunded, where the amount is looked at before the id: one refund of a payment is pending at a time.
fn checked_amount(work: &Work, input: &RefundInput) -> Result<i64, Refusal> {
    let payment = work.payment(&input.payment_id)?;
    if storage::refunds::is_any_pending(work.db, &payment.payment_id)? {
        return Err(Refusal::not_allowed(format!("a refund of payment {} is pending", payment.payment_id)));
    }
    refundable_amount(work, &payment, input.amount)
}

/// Answers the refund that has the id already, where the request is the same.
fn existing_refund(existing: RefundRecord, input: &RefundInput) -> Result<RefundRecord, Refusal> {
    let same = existing.payment_id == input.payment_id
        && existing.detail.asked_amount == input.amount
        && existing.detail.reason == input.reason
        && existing.detail.refund_type == input.refund_type
        && existing.detail.metadata == input.metadata;
    if same {
        return Ok(existing);
    }
    Err(Refusal::conflict(format!(
        "a refund with the id {} already exists, with a different body",
        quoted(&existing.refund_id)
    )))
}

/// What is to be refunded: the amount that was asked for, or everything that is left.
fn refundable_amount(work: &Work, payment: &PaymentRecord, asked: Option<i64>) -> Result<i64, Refusal> {
    let id = &payment.payment_id;
    if payment.amount_received == 0 {
        return Err(Refusal::not_allowed(format!(
            "payment {id} is {} and cannot be refunded: nothing was captured",
            payment.status
        )));
    }
    let remaining = payment.amount_received - storage::refunds::not_failed_total(work.db, id)?;
    if remaining <= 0 {
        return Err(Refusal::not_allowed(format!("payment {id} is already fully refunded")));
    }
    match asked {
        Some(amount) if amount > remaining => Err(Refusal::not_allowed(format!(
            "amount {amount} exceeds what is left to refund of payment {id}: {remaining}"
        ))),
        Some(amount) => Ok(amount),
        None => Ok(remaining),
    }
}

fn insert(work: &Work, payment: &PaymentRecord, amount: i64, input: RefundInput) -> Result<RefundRecord, Refusal> {
    let next = next_step(work, payment, input.is_instant());
    let mut refund = RefundRecord {
        refund_id: input.refund_id.unwrap_or_else(|| new_id("ref")),
        payment_id: payment.payment_id.clone(),
        amount,
        currency: payment.currency.clone(),
        status: SandboxRefundStatus::Pending,
        created: work.now,
        modified: work.now,
        detail: RefundDetail {
            reason: input.reason,
            refund_type: input.refund_type,
            metadata: input.metadata,
            asked_amount: input.amount,
            unified_code: None,
            other_status: None,
        },
    };
    storage::refunds::insert(work.db, &refund)?;
    record(work, "refund", &refund)?;
    match next {
        NextStep::Succeed => succeed(work, &mut refund, payment)?,
        NextStep::Fail => end_failed(work, &mut refund)?,
        NextStep::SettleAfter(wait) => work.schedule(Timer::SettleRefund, &refund.refund_id, wait)?,
        NextStep::Nothing => {}
    }
    Ok(refund)
}

/// What happens to a refund once it is taken on.
enum NextStep {
    Succeed,
    Fail,
    SettleAfter(TimeDelta),
    Nothing,
}

fn next_step(work: &Work, payment: &PaymentRecord, is_instant: bool) -> NextStep {
    let is_hyperswitch = work.settings.is_hyperswitch();
    match (payment.detail.later_event, is_instant) {
        (Some(LaterEvent::RefundsStayPending), _) => NextStep::Nothing,
        (Some(LaterEvent::RefundsFailLater), true) if is_hyperswitch => NextStep::Fail,
        (_, true) => NextStep::Succeed,
        (_, false) => NextStep::SettleAfter(if is_hyperswitch { SCHEDULED } else { PENDING }),
    }
}

fn succeed(work: &Work, refund: &mut RefundRecord, payment: &PaymentRecord) -> Result<(), Refusal> {
    refund.status = SandboxRefundStatus::Succeeded;
    save(work, refund, EventType::RefundSucceeded)?;
    if payment.detail.later_event == Some(LaterEvent::RefundsFailLater) {
        work.schedule(Timer::FailRefund, &refund.refund_id, UNTIL_FAILURE)?;
    }
    Ok(())
}

/// The timer of a pending refund.
pub fn settle(work: &mut Work, refund_id: &str) -> Result<(), Refusal> {
    match storage::refunds::by_id(work.db, refund_id)? {
        Some(mut refund) if refund.status == SandboxRefundStatus::Pending => {
            let payment = work.payment(&refund.payment_id)?;
            succeed(work, &mut refund, &payment)
        }
        Some(_) | None => Ok(()),
    }
}

/// The timer of a refund that succeeds first and fails later.
pub fn fail(work: &mut Work, refund_id: &str) -> Result<(), Refusal> {
    match storage::refunds::by_id(work.db, refund_id)? {
        Some(mut refund) if refund.status == SandboxRefundStatus::Succeeded => end_failed(work, &mut refund),
        Some(_) | None => Ok(()),
    }
}

fn end_failed(work: &Work, refund: &mut RefundRecord) -> Result<(), Refusal> {
    refund.status = SandboxRefundStatus::Failed;
    refund.detail.unified_code = Some(FAILURE_CODE.to_owned());
    record(work, "refund_failed", refund)?;
    save(work, refund, EventType::RefundFailed)
}

/// Asks the processor about a refund that is pending, which it still is: the refund counts as changed.
pub fn ask_processor(work: &Work, refund_id: &str) -> Result<RefundRecord, Refusal> {
    let mut refund = find(work, refund_id)?;
    if refund.status == SandboxRefundStatus::Pending {
        refund.modified = work.now;
        storage::refunds::update(work.db, &refund)?;
    }
    Ok(refund)
}

fn save(work: &Work, refund: &mut RefundRecord, event: EventType) -> Result<(), Refusal> {
    refund.modified = work.now;
    storage::refunds::update(work.db, refund)?;
    work.emit(draft(work, event, refund)?)
}

fn draft(work: &Work, event: EventType, refund: &RefundRecord) -> Result<Option<EventDraft>, Refusal> {
    let other = || Ok(hyperswitch::refund(work.credentials, refund));
    work.draft(event, RefundBody::new(work.credentials, refund.clone()), other)
}

/// What was reported of the newest refunds. Nothing of one that is pending: there is no such event.
pub fn past_events(work: &Work, limit: usize) -> Result<Vec<PastEvent>, Refusal> {
    let mut past = Vec::new();
    for refund in storage::refunds::page(work.db, None, 0, limit)? {
        let event = match refund.status {
            SandboxRefundStatus::Pending => continue,
            SandboxRefundStatus::Succeeded => EventType::RefundSucceeded,
            SandboxRefundStatus::Failed => EventType::RefundFailed,
        };
        past.extend(draft(work, event, &refund)?.map(|draft| draft.happened(refund.modified)));
    }
    Ok(past)
}

fn record(work: &Work, effect: &str, refund: &RefundRecord) -> Result<(), Refusal> {
    work.record(LedgerEffect {
        effect,
        object_id: &refund.refund_id,
        payment_id: Some(&refund.payment_id),
        amount: Some(refund.amount),
        currency: Some(&refund.currency),
    })
}
