//! Whether others gave back more of a payment than the person saw, before a refund of it leaves.
//!
//! Not every service shows refunds within their payment, and not every one refuses what exceeds it. Where refunds are listed,
//! the list is read once more; a reading of the last seconds will do. Whatever source told of a refund since counts too.

use paydesk_api::error::CallError;
use paydesk_api::freshness::{Freshness, NotFresh};
use paydesk_api::operation::Endpoint;
use paydesk_api::rate_limit::Priority;
use paydesk_api::record_reads::ListRecords;
use paydesk_domain::ids::OperationId;
use paydesk_domain::operation::ResourceKind;

use super::context::{OperationsContext, OperationsOutput, WantedRead};
use super::freshness::is_fresh;
use super::journal::JournalStep;
use super::{Operation, Operations, Outcome, wording};
use crate::read::Read;

impl Operation {
    /// What the person saw as given back, of a refund.
    fn seen_refunded(&self) -> Option<i64> {
        let payment = self.precondition.payment().filter(|_| self.plan.endpoint == Endpoint::CreateRefund);
        payment.and_then(|payment| payment.refunded_minor)
    }

    /// The list that has to be read first, unless it just was.
    fn refunds_to_list(&self, cx: &OperationsContext<'_>) -> Option<ListRecords> {
        let is_needed = self.seen_refunded().is_some() && !cx.refunds_are_in_payments;
        let (asked, undo_ends) = ((cx.refunds_of)(self).listed_at, self.undo_until.max(self.last_sent_at));
        let is_just_listed = asked.is_some_and(|at| is_fresh(at, cx.now) && undo_ends.is_none_or(|ends| at >= ends));
        cx.known_list(ResourceKind::Refund).filter(|_| is_needed && !is_just_listed)
    }

    /// What others gave back since, as a sentence.
    fn refunded_elsewhere(&self, cx: &OperationsContext<'_>) -> Option<String> {
        let (seen, now) = (self.seen_refunded()?, (cx.refunds_of)(self).others_minor);
        let amount = self.precondition.amount().filter(|_| now > seen)?;
        Some(wording::refunded_meanwhile(&amount.with_minor(seen), &amount.with_minor(now)))
    }
}

impl Operations {
    /// Whether a refund of a payment that is as it was seen does not leave now: more was refunded elsewhere, or that is asked.
    pub(super) fn heeds_refunds_elsewhere(
        &mut self,
        id: &OperationId,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) -> bool {
        let Some(operation) = self.find_open(id) else { return false };
        if let Some(why) = operation.refunded_elsewhere(cx) {
            self.not_over_another_refund(id, why, cx, out);
            return true;
        }
        let Some(list) = operation.refunds_to_list(cx) else { return false };
        operation.first_source = None;
        operation.read_asked(cx.now);
        let read = Read::Records(list);
        out.reads.push(WantedRead { operation_id: id.clone(), read, priority: Priority::Ordinary });
        true
    }

    /// The list came; what it shows is known by now.
    pub(super) fn refunds_listed(
        &mut self,
        id: &OperationId,
        error: Option<&CallError>,
        made: Freshness,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        match (error, made) {
            // It has no list any more, or not for this key.
            (Some(error), _) if error.is_refusal() => {}
            (Some(error), _) => return self.hold_back(id, &wording::refunds_not_checked(error), cx, out),
            (None, Err(NotFresh::FromMemory | NotFresh::NotMeasured)) => {
                return self.hold_back(id, wording::NOT_CHECKED_AT_SERVICE, cx, out);
            }
            (None, Ok(_) | Err(NotFresh::NotShown | NotFresh::Contradicted | NotFresh::Alone)) => {}
        }
        match self.find(id).and_then(|operation| operation.refunded_elsewhere(cx)) {
            Some(why) => self.not_over_another_refund(id, why, cx, out),
            None => out.turns.push((id.clone(), Priority::Ordinary)),
        }
    }

    fn not_over_another_refund(
        &mut self,
        id: &OperationId,
        why: String,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        match self.find(id).is_some_and(|operation| operation.attempts > 0) {
            true => self.another_copy_may_be_done(id, cx, out),
            false => self.finish(id, JournalStep::NotSent { why: why.clone() }, Outcome::NotSent { why }, cx, out),
        }
    }
}
