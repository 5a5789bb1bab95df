//! Finds out about a refund or a payout by reading it by its id, where the service has a call for that
//! ([`paydesk_api::record_reads`]).
//!
//! The id of a refund is ours alone: what is there under it is this refund, and what is not there was not made by then. So it
//! is looked up before its request leaves again, and the request leaves only where nothing is there. A refusal stands once a
//! later look finds nothing, and no copy can arrive any more ([`super::refused_refunds`] has the times).

use std::sync::Arc;

use serde_json::Value;

use crate::read::Read;
use paydesk_api::error::CallError;
use paydesk_api::freshness::Freshness;
use paydesk_api::operation::Endpoint;
use paydesk_api::proof::{JudgementReason, ProofSource, judge};
use paydesk_api::rate_limit::Priority;
use paydesk_api::record_reads::RetrieveRecord;
use paydesk_domain::ids::OperationId;
use paydesk_domain::operation::ResourceKind;

use super::context::{OperationsContext, OperationsOutput};
use super::{Operation, Operations, Phase, Reading, ResolutionFinding, UnclearReason};

impl Operation {
    /// What is read to find out about it: the refund or the payout itself, where the service has a call for that.
    pub(super) fn read_of(&self, cx: &OperationsContext<'_>) -> Option<Read> {
        let is_unknown = matches!(self.phase, Phase::Unknown(_));
        let is_payout = self.plan.target.kind == ResourceKind::Payout && self.plan.endpoint != Endpoint::CreatePayout;
        if is_unknown && self.is_read_by_id(cx) {
            return RetrieveRecord::new(ResourceKind::Refund, self.refund_id()?).map(Read::Record);
        }
        if is_payout && cx.payouts_may_be_read {
            return RetrieveRecord::new(ResourceKind::Payout, &*self.plan.target.resource).map(Read::Record);
        }
        self.probe()
    }

    fn refund_id(&self) -> Option<&str> {
        self.plan.sends("refund_id")?.as_str()
    }

    /// Whether it is a refund that is read by its id. One that got an id of the service is not found under ours.
    pub(super) fn is_read_by_id(&self, cx: &OperationsContext<'_>) -> bool {
        let is_refund = self.plan.endpoint == Endpoint::CreateRefund && self.refund_id().is_some();
        is_refund && cx.refunds_may_be_read && !self.has_own_id
    }
}

impl Operations {
    /// A refund is looked up by its id where the service has that; else it is found out as its rule says.
    pub(super) fn look_up_or_repeat(
        &mut self,
        id: &OperationId,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        match self.find(id).is_some_and(|operation| operation.is_read_by_id(cx)) {
            true => self.read_for(id, Priority::Reconciliation, cx, out),
            false => self.repeat_or_read(id, cx, out),
        }
    }

    /// A refund was looked up, or its payment was.
    pub(super) fn refund_looked_up(
        &mut self,
        id: &OperationId,
        result: Result<Reading<'_>, &CallError>,
        made: Freshness,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let by_id = self.find(id).is_some_and(|operation| operation.is_read_by_id(cx));
        match result {
            Ok(Reading::Record(refund)) => self.refund_read(id, refund, cx, out),
            Ok(Reading::Absent) if by_id => self.refund_absent(id, made, cx, out),
            Err(error) if by_id => self.plan_next_read(id, ResolutionFinding::ReadFailed(error.what()), cx.now),
            Ok(Reading::Payment(_) | Reading::Absent) | Err(_) => {
                self.payment_of_refund_read(id, result, made, cx, out);
            }
        }
    }

    /// The refund is there. Where it is not as it was asked for, a person looks.
    fn refund_read(
        &mut self,
        id: &OperationId,
        refund: &Value,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        self.record_shown(ResourceKind::Refund, &Arc::new(refund.clone()), cx, out);
        let Some(operation) = self.find_open(id) else { return };
        let judgement = judge(operation.asked(), ProofSource::Report, refund);
        if let Phase::Unknown(unknown) = &mut operation.phase {
            unknown.request_id = None;
            let reason = judgement.reason().cloned().unwrap_or(JudgementReason::OtherKind);
            self.leave_to_person(id, UnclearReason::Read(reason));
        }
    }

    /// No refund has our id: it was not made by then. A refusal stands once a late copy is excluded; else the same request
    /// leaves again.
    fn refund_absent(
        &mut self,
        id: &OperationId,
        made: Freshness,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        if let Err(not_fresh) = made {
            return self.plan_next_read(id, ResolutionFinding::NotFresh(not_fresh), cx.now);
        }
        let Some(operation) = self.find_open(id) else { return };
        let Phase::Unknown(unknown) = &mut operation.phase else { return };
        let (asked_at, refusal) = (unknown.asked_at, unknown.refusal.clone());
        (unknown.request_id, unknown.finding) = (None, ResolutionFinding::NotExecutedYet);
        match refusal {
            None => self.repeat(id, cx, out),
            Some(refusal) if operation.found_excluded(asked_at, cx.now) => self.rejected(id, None, refusal, cx, out),
            Some(_) => operation.plan_next_repeat(cx.now),
        }
    }
}
