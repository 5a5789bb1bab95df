//! Finds out about a refund or a payout by reading it by its id, where the service has a call for that
//! ([`paydesk_api::record_reads`]).
//!
//! The id of a refund is ours alone: what is there under it is this refund, and what is not there was not made by then. So it
//! is looked up before its request leaves again, and the request leaves only where nothing is there. A refusal stands once a
//! later look finds nothing, and no copy can arrive any more ([`super::refusals`] has the times).

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::read::Read;
use paydesk_api::error::{ApiError, CallError};
use paydesk_api::freshness::Freshness;
use paydesk_api::operation::Endpoint;
use paydesk_api::outcome::Observation;
use paydesk_api::proof::{JudgementReason, ProofSource, judge};
use paydesk_api::rate_limit::Priority;
use paydesk_api::record_reads::{Offering, RetrieveRecord};
use paydesk_domain::ids::OperationId;
use paydesk_domain::operation::ResourceKind;

use super::context::{OperationsContext, OperationsOutput};
use super::journal::JournalStep;
use super::{
    ExecutionProof, Operation, Operations, Outcome, Phase, Reading, ResolutionFinding, UnclearReason,
    resolution_schedule, wording,
};

/// Words with which a refusal speaks of the id that it was sent, without naming it.
const WORDS_OF_OUR_ID: [&str; 5] = ["this id", "same id", "refund_id", "refund id", "this reference"];

impl Operation {
    /// What is read to find out about it: the refund or the payout itself, where the service has a call for that.
    pub(super) fn read_of(&self, cx: &OperationsContext<'_>) -> Option<Read> {
        let is_unknown = matches!(self.phase, Phase::Unknown(_));
        let is_payout = self.plan.target.kind == ResourceKind::Payout && self.plan.endpoint != Endpoint::CreatePayout;
        if is_unknown && self.is_read_by_id(cx.refund_retrieval) {
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
    /// `retrieval` says whether the service reads refunds so; where that is not known, one is asked for that the service says
    /// is there.
    pub fn is_read_by_id(&self, retrieval: Option<Offering>) -> bool {
        let may_be_read = retrieval == Some(Offering::Offered) || retrieval.is_none() && self.is_taken();
        may_be_read && self.has_an_id_to_read()
    }

    fn has_an_id_to_read(&self) -> bool {
        self.plan.endpoint == Endpoint::CreateRefund && self.refund_id().is_some() && !self.has_own_id
    }

    /// Whether that a refund exists already is said of this one: the message names our id or speaks of it, or an attempt was
    /// lost that may have made it. Another refund of the payment may be meant, however often it is said.
    fn is_told_of_by(&self, refusal: &ApiError) -> bool {
        let was_lost = self.is_lost() && !self.was_refused();
        let message = refusal.message.to_lowercase();
        let is_named = self.refund_id().is_some_and(|id| refusal.message.contains(id));
        let speaks_of_it = WORDS_OF_OUR_ID.iter().any(|words| message.contains(words));
        is_named || was_lost || speaks_of_it && !self.names_another_id(&refusal.message)
    }

    /// Whether a message has something like an id that is not that of its payment.
    fn names_another_id(&self, message: &str) -> bool {
        const SHORTEST: usize = 5;
        let ends = |letter: char| !letter.is_alphanumeric() && !"_-".contains(letter);
        let is_id = |word: &&str| {
            word.len() >= SHORTEST
                && word.contains(|letter: char| letter.is_ascii_digit())
                && word.contains(|letter: char| letter.is_alphabetic())
        };
        let payment = self.precondition.payment().map(|payment| payment.payment_id.as_str());
        message.split(ends).filter(is_id).any(|word| Some(word) != payment)
    }

    /// Whether the service answered that it has this refund already, and nothing more of it.
    fn is_taken(&self) -> bool {
        matches!(&self.phase, Phase::Unknown(unknown) if unknown.refusal.as_ref().is_some_and(ApiError::is_already_exists))
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
        match self.find(id).is_some_and(|operation| operation.is_read_by_id(cx.refund_retrieval)) {
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
        let by_id = self.find(id).is_some_and(|operation| operation.is_read_by_id(cx.refund_retrieval));
        let is_taken = self.find(id).is_some_and(Operation::is_taken);
        match result {
            Ok(Reading::Record(refund)) => self.refund_read(id, refund, cx, out),
            _ if is_taken && !by_id => self.taken_and_not_read(id, cx, out),
            Ok(Reading::Absent) if is_taken => self.taken_refund_absent(id, cx.now),
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
        self.record_shown(ResourceKind::Refund, &Arc::new(refund.clone()), None, cx, out);
        let Some(operation) = self.find_open(id) else { return };
        let judgement = judge(operation.asked(), ProofSource::Report, refund);
        if let Phase::Unknown(unknown) = &mut operation.phase {
            unknown.request_id = None;
            let reason = judgement.reason().cloned().unwrap_or(JudgementReason::OtherKind);
            self.leave_to_person(id, UnclearReason::Read(reason));
        }
    }

    /// The service answered that a refund has our id, and nothing of its amount or status. Where one is read by its id, that
    /// is what settles it.
    pub(super) fn known_by_its_id(
        &mut self,
        id: &OperationId,
        refusal: ApiError,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let Some(operation) = self.find_open(id) else { return };
        let may_be_read =
            matches!(cx.refund_retrieval, None | Some(Offering::Offered)) && operation.has_an_id_to_read();
        if !may_be_read && !operation.is_told_of_by(&refusal) {
            return self.refused(id, Observation::AlreadyExists, refusal, cx, out);
        }
        let why = wording::exists_and_is_read(&refusal);
        operation.seen.refused |= !operation.is_lost();
        operation.lost_at = operation.last_sent_at;
        operation.become_unknown(why.clone(), cx.now);
        if let Phase::Unknown(unknown) = &mut operation.phase {
            unknown.refusal = Some(refusal);
        }
        if !operation.is_read_by_id(cx.refund_retrieval) {
            return self.exists(id, cx, out);
        }
        out.journal.push(operation.entry(operation.unknown_step(why, false), cx.now));
        self.settle_by_earlier_report(id, cx, out);
        self.read_for(id, Priority::Reconciliation, cx, out);
    }

    /// The service has one already and reads none: whether it is this one, only the same request tells.
    fn taken_and_not_read(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        let Some(operation) = self.find_open(id) else { return };
        let Phase::Unknown(unknown) = &mut operation.phase else { return };
        unknown.request_id = None;
        let refusal = unknown.refusal.clone();
        match refusal.is_some_and(|refusal| operation.is_told_of_by(&refusal)) {
            true => self.exists(id, cx, out),
            false => operation.plan_next_repeat(cx.now),
        }
    }

    /// It is there under our id, and the service says no more of it.
    fn exists(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        let outcome = Outcome::Done { status: String::new(), proof: ExecutionProof::OurId };
        self.finish(id, JournalStep::Confirmed { status: String::new() }, outcome, cx, out);
    }

    /// The service has a refund of our id and shows none: another of its workers may not know it yet, and after that a
    /// person looks.
    fn taken_refund_absent(&mut self, id: &OperationId, now: DateTime<Utc>) {
        let last_sent_at = self.find(id).and_then(|operation| operation.last_sent_at);
        if last_sent_at.is_some_and(|sent| resolution_schedule::seen_everywhere_after(sent) > now) {
            return self.plan_next_read(id, ResolutionFinding::NotReadYet, now);
        }
        if let Some(Phase::Unknown(unknown)) = self.find_open(id).map(|operation| &mut operation.phase) {
            unknown.request_id = None;
        }
        self.leave_to_person(id, UnclearReason::Answer(wording::REFUND_NOT_SHOWN.to_owned()));
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
        let made = match made {
            Ok(made) => made,
            Err(not_fresh) => return self.plan_next_read(id, ResolutionFinding::NotFresh(not_fresh), cx.now),
        };
        let Some(operation) = self.find_open(id) else { return };
        let Phase::Unknown(unknown) = &mut operation.phase else { return };
        let (asked_at, refusal) = (unknown.asked_at, unknown.refusal.clone());
        (unknown.request_id, unknown.finding) = (None, ResolutionFinding::NotExecutedYet);
        match refusal {
            None => self.repeat(id, cx, out),
            Some(_) if operation.found_excluded(asked_at, cx.now) => {
                self.found_not_executed(id, Reading::Absent, made, cx, out);
            }
            Some(_) => operation.plan_next_repeat(cx.now),
        }
    }
}
