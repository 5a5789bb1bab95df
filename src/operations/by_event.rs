//! What a webhook event, or a refund or a payout that was read, does to an operation: it settles what it names, and hastens the
//! next read of what it only shows to be there. What comes before the answer is remembered, and both are merged by what
//! each proves. What an event proves is in [`super::webhook_proof`].

use std::cmp::Ordering;

use chrono::{DateTime, Utc};

use paydesk_api::operation::Endpoint;
use paydesk_api::outcome::Attempt;
use paydesk_api::proof::{Judgement, JudgementReason, modified_at};
use paydesk_domain::document::{Raw, reported_status};
use paydesk_domain::ids::OperationId;
use paydesk_domain::operation::{Resolution, ResourceKind};
use paydesk_domain::text::visible;
use paydesk_domain::webhook::WebhookEvent;

use super::context::{OperationsContext, OperationsOutput};
use super::journal::ResolvedBy;
use super::reported::{ReportOrigin, ReportedObject};
use super::rules::Decision;
use super::webhook_proof::{judge_event, judge_report};
use super::wording::{json_body, overtaken_text};
use super::{ExecutionProof, Operation, Operations, Outcome, OvertakenReason, Phase, ResolutionFinding, UnclearReason};

/// What an answer and an earlier report come to.
pub(super) enum MergedAnswer {
    AsAnswered,
    AsReported(Box<ReportedObject>),
    Contradiction(JudgementReason),
}

impl ReportedObject {
    fn of_event(operation: &Operation, event: &WebhookEvent) -> Option<Self> {
        Some(Self {
            judgement: judge_event(operation, event)?,
            at: modified_at(&event.object).or(event.timestamp),
            object: Raw::clone(&event.object),
            origin: ReportOrigin::Event(event.event_id.clone()),
            noun: event.content.noun().to_owned(),
        })
    }

    fn of_record(operation: &Operation, kind: ResourceKind, record: &Raw) -> Option<Self> {
        let made = [(Endpoint::CreateRefund, ResourceKind::Refund), (Endpoint::CreatePayout, ResourceKind::Payout)];
        let makes_it = made.contains(&(operation.plan.endpoint, kind));
        Some(Self {
            judgement: judge_report(operation, record).filter(|_| makes_it)?,
            at: modified_at(record),
            object: Raw::clone(record),
            origin: ReportOrigin::Read,
            noun: kind.noun().to_owned(),
        })
    }

    /// Whether it stays true of what was made, whatever is reported later, unless that is newer.
    fn is_remembered(&self, operation: &Operation) -> bool {
        let settles =
            matches!(self.judgement, Judgement::Ours(_) | Judgement::Declined { .. } | Judgement::Contradiction(_));
        settles && operation.plan.is_reported_by_events()
    }
}

impl Operation {
    /// Whether a report contradicts what was asked: nothing that is reported later unsays that.
    fn is_contradicted(&self) -> bool {
        self.report.as_ref().is_some_and(|report| matches!(report.judgement, Judgement::Contradiction(_)))
    }

    /// An event comes before the answer.
    fn remember(&mut self, report: ReportedObject) {
        if !self.report.as_deref().is_some_and(|known| known.outlasts(&report)) {
            self.report = Some(Box::new(report));
        }
    }

    /// What the answer and what was reported before it come to: neither unsays what the other proves, and where they
    /// exclude each other, the newer by the service's clock is right.
    pub(super) fn merged(&self, decision: Decision, result: &Attempt) -> MergedAnswer {
        let Some(report) = &self.report else { return MergedAnswer::AsAnswered };
        let body = json_body(result);
        let answer = body.and_then(reported_status).unwrap_or_default();
        let as_reported = || MergedAnswer::AsReported(report.clone());
        let by_time = || match body.and_then(modified_at).zip(report.at).map(|(answer, report)| answer.cmp(&report)) {
            Some(Ordering::Greater) => MergedAnswer::AsAnswered,
            Some(Ordering::Less) => as_reported(),
            Some(Ordering::Equal) | None => MergedAnswer::Contradiction(JudgementReason::AnswerAgainstReport {
                answer: answer.to_owned(),
                reported: reported_status(&report.object).unwrap_or_default().to_owned(),
            }),
        };
        match (&report.judgement, decision) {
            (_, Decision::Ignore) => MergedAnswer::AsAnswered,
            (Judgement::Contradiction(reason), _) => MergedAnswer::Contradiction(reason.clone()),
            (Judgement::Ours(_), Decision::Done) | (Judgement::Declined { .. }, Decision::Declined) => {
                MergedAnswer::AsAnswered
            }
            // What was pending has failed since.
            (Judgement::Ours(status), Decision::Declined) if !self.plan.is_done_in(status) => MergedAnswer::AsAnswered,
            (Judgement::Declined { .. }, Decision::Done) if !self.plan.is_done_in(answer) => as_reported(),
            (Judgement::Ours(_), Decision::Declined) | (Judgement::Declined { .. }, Decision::Done) => by_time(),
            (
                Judgement::Ours(_) | Judgement::Declined { .. },
                Decision::Rejected
                | Decision::NotSent
                | Decision::WaitThenRepeat
                | Decision::ResolveByReading
                | Decision::ResolveByRepeating
                | Decision::Park,
            ) => as_reported(),
            (
                Judgement::There(_)
                | Judgement::Untouched
                | Judgement::Overtaken(_)
                | Judgement::NotThere(_)
                | Judgement::Another(_)
                | Judgement::Unclear(_),
                _,
            ) => MergedAnswer::AsAnswered,
        }
    }
}

impl Operations {
    pub(super) fn event_arrived(
        &mut self,
        event: &WebhookEvent,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        self.reported(|operation| ReportedObject::of_event(operation, event), cx, out);
    }

    /// A refund or a payout was read, by itself, in a list or within its payment.
    pub(super) fn record_shown(
        &mut self,
        kind: ResourceKind,
        record: &Raw,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        self.reported(|operation| ReportedObject::of_record(operation, kind, record), cx, out);
    }

    /// A payment was read that shows a refund.
    pub(super) fn refund_shown(&mut self, refund: &Raw, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        self.record_shown(ResourceKind::Refund, refund, cx, out);
    }

    /// Settles what is unknown, and is remembered for what waits for its answer.
    fn reported(
        &mut self,
        report: impl Fn(&Operation) -> Option<ReportedObject>,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let left = self.open.iter().filter(|operation| operation.first_sent_at.is_some());
        let reports: Vec<(OperationId, ReportedObject)> =
            left.filter_map(|operation| Some((operation.id.clone(), report(operation)?))).collect();
        for (id, report) in reports {
            let Some(operation) = self.find_open(&id) else { continue };
            let excludes_answer = operation.is_answer_contradicted && matches!(report.origin, ReportOrigin::Event(_));
            let is_unknown = matches!(operation.phase, Phase::Unknown(_));
            let is_settled = is_unknown && !operation.is_contradicted() && !excludes_answer;
            if report.is_remembered(operation) {
                operation.remember(report.clone());
            }
            if is_settled {
                self.settle_by_report(&id, report, cx, out);
            }
        }
    }

    /// What was reported while it waited, of an operation that is unknown again.
    pub(super) fn settle_by_earlier_report(
        &mut self,
        id: &OperationId,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let report = self.find(id).and_then(|operation| operation.report.clone());
        if let Some(report) = report {
            self.settle_by_report(id, *report, cx, out);
        }
    }

    pub(super) fn settle_by_report(
        &mut self,
        id: &OperationId,
        report: ReportedObject,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let name = report.name();
        let ReportedObject { judgement, object, origin, noun, .. } = report;
        let by = match origin {
            ReportOrigin::Event(_) => ResolvedBy::Webhook,
            ReportOrigin::Read => ResolvedBy::Read,
        };
        let (finding, outcome) = match judgement {
            Judgement::Ours(status) => {
                let finding = format!("{name} shows the {noun} {}", visible(&status, 60));
                (finding, Outcome::Done { status, proof: ExecutionProof::OurId })
            }
            Judgement::Declined { code, message } => {
                let finding = format!("{name} shows it declined ({})", code.as_deref().unwrap_or("no code"));
                (finding, Outcome::Declined { code, message })
            }
            Judgement::Overtaken(reason) => {
                let reason = OvertakenReason::Found(reason);
                (format!("{name}: {}", overtaken_text(&reason)), Outcome::Overtaken(reason))
            }
            Judgement::Contradiction(reason) => return self.report_contradicts(id, reason, cx.now),
            Judgement::There(_)
            | Judgement::Untouched
            | Judgement::NotThere(_)
            | Judgement::Another(_)
            | Judgement::Unclear(_) => return self.read_sooner(id, cx.now),
        };
        if let Some(operation) = self.find_open(id).filter(|operation| operation.plan.is_reported_by_events()) {
            operation.answer = Some(object);
        }
        self.resolved(id, by, finding, outcome, cx, out);
    }

    /// Where a read can show more, it is read; else a person has to look, and nothing leaves by itself any more.
    fn report_contradicts(&mut self, id: &OperationId, reason: JudgementReason, now: DateTime<Utc>) {
        if self.find(id).is_some_and(|operation| operation.resolution() == Resolution::Read) {
            return self.read_sooner(id, now);
        }
        self.leave_to_person(id, UnclearReason::Read(reason));
    }

    pub(super) fn leave_to_person(&mut self, id: &OperationId, reason: UnclearReason) {
        if let Some(Phase::Unknown(unknown)) = self.find_open(id).map(|operation| &mut operation.phase) {
            unknown.next_read_at = None;
            unknown.finding = ResolutionFinding::Unclear(reason);
        }
    }

    fn read_sooner(&mut self, id: &OperationId, now: DateTime<Utc>) {
        if let Some(operation) = self.find_open(id).filter(|operation| operation.resolution() == Resolution::Read)
            && let Phase::Unknown(unknown) = &mut operation.phase
            && !matches!(unknown.finding, ResolutionFinding::There(_))
        {
            unknown.next_read_at = unknown.next_read_at.map(|at| at.min(now));
        }
    }
}
