//! Whether others gave back more of a payment than the person saw, before a refund of it leaves.
//!
//! Not every service shows refunds within their payment, and not every one refuses what exceeds it. Where refunds are listed,
//! those of the payment are read once more, to the end. A service that lists all instead is read to the end of all, and no
//! further than to its newest thousand where these show all refunds of the payment. Whatever source told of a refund since
//! counts too.

use chrono::{DateTime, TimeDelta, Utc};

use paydesk_api::error::CallError;
use paydesk_api::freshness::{Freshness, NotFresh};
use paydesk_api::operation::Endpoint;
use paydesk_api::rate_limit::Priority;
use paydesk_api::record_reads::ListRecords;
use paydesk_domain::ids::OperationId;
use paydesk_domain::operation::ResourceKind;

use super::context::{OperationsContext, OperationsOutput};
use super::freshness::is_checked_now;
use super::{Listed, Operation, Operations, Phase, UnclearReason, not_sent};
use crate::read::Read;

/// So many refunds are looked through at most before one leaves.
const LISTED_MAX: u32 = 5_000;
/// A list that was asked for within this time will do: twice as long as its payment, which is read after it where both
/// together take longer than that.
const LISTED_FOR: TimeDelta = TimeDelta::seconds(10);

impl Operation {
    /// What the person saw as given back, of a refund.
    fn seen_refunded(&self) -> Option<i64> {
        let payment = self.precondition.payment().filter(|_| self.plan.endpoint == Endpoint::CreateRefund);
        payment.and_then(|payment| payment.refunded_minor)
    }

    /// The list that has to be read first, unless it just was.
    fn refunds_to_list(&self, cx: &OperationsContext<'_>) -> Option<ListRecords> {
        let payment = self.plan.payment_id().and_then(|id| (cx.known_payment)(&id));
        // One payment that shows its refunds says nothing of the next.
        let are_in_payment = payment.is_some_and(|(_, payment)| payment.related.refunds.is_some());
        let is_needed = self.seen_refunded().is_some() && !are_in_payment;
        let is_since = |at: DateTime<Utc>| {
            self.undo_until.is_none_or(|ends| at >= ends) && self.last_sent_at.is_none_or(|sent| at > sent)
        };
        let is_just_listed =
            (cx.refunds_of)(self).listed_at.is_some_and(|at| cx.now - at <= LISTED_FOR && is_since(at));
        let list = cx.known_list(ResourceKind::Refund).filter(|_| is_needed && !is_just_listed)?;
        Some(self.plan.payment_id().map_or(list.clone(), |payment_id| list.of_payment(payment_id)))
    }

    /// That its payment is disputed, where the person was not warned of that.
    pub(super) fn disputed_since(&self, cx: &OperationsContext<'_>) -> Option<String> {
        let is_refund = self.plan.endpoint == Endpoint::CreateRefund && self.seen_refunded().is_some();
        (is_refund && (cx.refunds_of)(self).is_disputed_since).then(|| not_sent::DISPUTED_MEANWHILE.to_owned())
    }

    /// What others gave back since, as a sentence.
    fn refunded_elsewhere(&self, cx: &OperationsContext<'_>) -> Option<String> {
        let (seen, known) = (self.seen_refunded()?, (cx.refunds_of)(self));
        if known.has_unknown {
            return Some(not_sent::REFUND_WITHOUT_AMOUNT.to_owned());
        }
        let amount = self.precondition.amount().filter(|_| known.others_minor > seen)?;
        Some(not_sent::refunded_meanwhile(&amount.with_minor(seen), &amount.with_minor(known.others_minor)))
    }
}

impl Operations {
    /// Whether a refund does not leave now: more was refunded elsewhere than the person saw, or that is asked. The same
    /// request under its id makes no second refund, and still a first one that nobody would make now.
    pub(super) fn heeds_refunds_elsewhere(
        &mut self,
        id: &OperationId,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) -> bool {
        let Some(operation) = self.find_open(id) else { return false };
        let elsewhere = operation.disputed_since(cx).or_else(|| operation.refunded_elsewhere(cx));
        let list = operation.refunds_to_list(cx);
        // One that was sent may be in the list itself.
        let is_unknown = matches!(operation.phase, Phase::Unknown(_));
        if let Some(why) = elsewhere.filter(|_| !is_unknown || list.is_none()) {
            self.not_over_another_refund(id, &why, cx, out);
            return true;
        }
        let Some(list) = list else { return false };
        let priority = if operation.is_lost() { Priority::Reconciliation } else { Priority::Ordinary };
        operation.first_source = None;
        operation.read_asked(cx.now);
        self.ask(id, Read::Records(list), priority, cx);
        true
    }

    /// The list came; what it shows is known by now.
    pub(super) fn refunds_listed(
        &mut self,
        id: &OperationId,
        result: Result<Listed<'_>, &CallError>,
        made: Freshness,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let Some(operation) = self.find_open(id) else { return };
        let is_unknown = matches!(operation.phase, Phase::Unknown(_));
        if let Phase::Unknown(unknown) = &mut operation.phase {
            unknown.request_id = None;
        }
        let why_not = match (result, made) {
            // Where there is no list any more, only the same request tells what became of the first.
            (Err(error), _) if is_unknown && error.is_refusal() => None,
            (Err(error), _) => Some(not_sent::refunds_not_checked(error)),
            (Ok(_), Err(NotFresh::Slow)) => Some(not_sent::CHECKED_TOO_SLOWLY.to_owned()),
            (Ok(_), Err(NotFresh::FromMemory | NotFresh::NotMeasured)) => {
                Some(not_sent::NOT_CHECKED_AT_SERVICE.to_owned())
            }
            (Ok(_), Ok(_) | Err(NotFresh::NotShown | NotFresh::Contradicted | NotFresh::Alone)) => None,
        };
        let elsewhere = operation.disputed_since(cx).or_else(|| operation.refunded_elsewhere(cx));
        let unseen = match result {
            Ok(Listed::GoesOn(next))
                if why_not.is_none() && (elsewhere.is_none() || is_unknown) && next.offset() < LISTED_MAX =>
            {
                let priority = if is_unknown { Priority::Reconciliation } else { Priority::Ordinary };
                operation.read_asked(cx.now);
                let read = Read::Records(next.clone());
                return self.ask(id, read, priority, cx);
            }
            Ok(Listed::GoesOn(_) | Listed::NotTold) => Some(not_sent::REFUNDS_NOT_ALL_LISTED.to_owned()),
            Ok(Listed::Absent { .. } | Listed::Payment(_) | Listed::Payout(_)) | Err(_) => None,
        };
        match (why_not, elsewhere.or(unseen)) {
            (Some(_), _) if is_unknown => operation.plan_next_repeat(cx.now),
            (Some(why), _) => self.hold_back(id, &why, cx, out),
            (None, Some(why)) => self.not_over_another_refund(id, &why, cx, out),
            (None, None) if is_unknown => self.take_turn(id, Priority::Reconciliation, cx, out),
            // Each came in time, and the payment may have changed while the list was on its way.
            (None, None) if !is_checked_now(operation, cx.now) => self.check_once_more(id, cx, out),
            (None, None) => self.take_turn(id, Priority::Ordinary, cx, out),
        }
    }

    fn not_over_another_refund(
        &mut self,
        id: &OperationId,
        why: &str,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        match self.find(id).is_some_and(|operation| matches!(operation.phase, Phase::Unknown(_))) {
            true => self.leave_to_person(id, UnclearReason::Answer(why.to_owned())),
            false => self.hold_back(id, why, cx, out),
        }
    }
}
