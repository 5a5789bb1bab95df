//! What a webhook event, or a refund or a payout that was read, does to an operation: it settles what it names, and hastens the
//! next read of what it only shows to be there. What comes before the answer is remembered, and so is what contradicts
//! an operation that ended. What is remembered is [`super::Seen`], what an event proves is in [`super::webhook_proof`].

use chrono::{DateTime, Utc};

use paydesk_api::error::CallError;
use paydesk_api::freshness::Freshness;
use paydesk_api::outcome::Attempt;
use paydesk_api::proof::Judgement;
use paydesk_domain::document::Raw;
use paydesk_domain::ids::OperationId;
use paydesk_domain::operation::{Resolution, ResourceKind};
use paydesk_domain::text::visible;
use paydesk_domain::webhook::WebhookEvent;

use super::context::{OperationNotice, OperationsContext, OperationsOutput};
use super::hearing::Heard;
use super::journal::ResolvedBy;
use super::rules::Decision;
use super::seen::{Saying, SayingSource};
use super::wording::{contradicted_text, contradiction_text, json_body, later_text, overtaken_text, with_payment};
use super::{
    ExecutionProof, Operation, Operations, Outcome, OvertakenReason, Phase, Reading, ResolutionFinding, UnclearReason,
};

impl Operation {
    /// Unknown until what is read from now on says how it ended.
    fn become_contradicted(&mut self, now: DateTime<Utc>) {
        self.lost_at = self.last_sent_at;
        self.become_unknown(self.contradiction_text(), now);
    }

    fn contradiction_text(&self) -> String {
        self.seen.contradiction().unwrap_or_default().to_owned()
    }
}

impl Operations {
    pub(super) fn event_arrived(
        &mut self,
        event: &WebhookEvent,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        self.reported(|operation| Saying::of_event(operation, event), cx, out);
    }

    /// An event that came before this operation became unknown.
    pub(super) fn earlier_event(
        &mut self,
        id: &OperationId,
        event: &WebhookEvent,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let said = |operation: &Operation| Saying::of_event(operation, event).filter(|_| operation.id == *id);
        self.reported(said, cx, out);
    }

    /// A record was read, by itself, in a list or within its payment: after `read_after`, where it is shown to be made
    /// after it was asked for.
    pub(super) fn record_shown(
        &mut self,
        kind: ResourceKind,
        record: &Raw,
        read_after: Option<DateTime<Utc>>,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        self.reported(|operation| Saying::of_record(operation, kind, record, read_after), cx, out);
    }

    /// A payment was read that shows a refund.
    pub(super) fn refund_shown(&mut self, refund: &Raw, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        self.record_shown(ResourceKind::Refund, refund, None, cx, out);
    }

    /// Settles what is unknown, and is remembered for what waits for its answer and for what ended.
    fn reported(
        &mut self,
        said: impl Fn(&Operation) -> Option<Saying>,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let left = self.open.iter().chain(&self.ended).filter(|operation| operation.first_sent_at.is_some());
        let said: Vec<(OperationId, Saying)> =
            left.filter_map(|operation| Some((operation.id.clone(), said(operation)?))).collect();
        for (id, saying) in said {
            let Some(operation) = self.find_mut(&id).filter(|operation| !operation.plan.is_status_check()) else {
                continue;
            };
            match operation.hear(saying.clone(), cx.now) {
                Heard::Contradicts | Heard::Overrules if !operation.is_open() => self.notify_of_end(&id, out),
                Heard::Contradicts => self.contradicted(&id, cx, out),
                Heard::Nothing | Heard::Outdated | Heard::Stands | Heard::Overrules => {
                    self.settle_by_saying(&id, saying, cx, out)
                }
            }
        }
    }

    /// What is known of an operation that ended is no longer what was said of it.
    fn notify_of_end(&mut self, id: &OperationId, out: &mut OperationsOutput) {
        let Some(operation) = self.find(id) else { return };
        let plan = &operation.plan;
        let text = match (operation.seen.contradiction(), operation.reported_since()) {
            (Some(why), _) => contradicted_text(plan, why).1,
            (None, Some(status)) => later_text(plan, status).1,
            (None, None) => return,
        };
        let text = with_payment(plan, text);
        out.notices.push(OperationNotice { text, payment_id: operation.plan.payment_id() });
    }

    /// What was said of it cannot all be true: that is stored, and nothing of it leaves any more. It is read where something
    /// shows it, once no answer is awaited.
    fn contradicted(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        let Some(operation) = self.find_open(id) else { return };
        match operation.phase {
            Phase::Sending { .. } => {}
            Phase::Starting => operation.lost_at = operation.last_sent_at,
            Phase::Preparing
            | Phase::Undoable { .. }
            | Phase::Checking { .. }
            | Phase::AwaitingTurn { .. }
            | Phase::Unknown(_)
            | Phase::NeverSent
            | Phase::Ended(_) => operation.become_contradicted(cx.now),
        }
        out.journal.push(operation.entry(operation.unknown_step(operation.contradiction_text(), false), cx.now));
    }

    /// What was reported while it waited, of an operation that is unknown again.
    pub(super) fn settle_by_earlier_report(
        &mut self,
        id: &OperationId,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let stands = self.find(id).and_then(|operation| operation.seen.stands.clone());
        stands.into_iter().for_each(|saying| self.settle_by_saying(id, *saying, cx, out));
    }

    /// Nothing is under way of it that could say more.
    fn settle_by_saying(
        &mut self,
        id: &OperationId,
        saying: Saying,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let Some(operation) = self.find_open(id).filter(|operation| operation.seen.contradiction().is_none()) else {
            return;
        };
        let stands = operation.seen.stands.as_deref().filter(|_| saying.settles()).cloned().unwrap_or(saying);
        let may_end = match operation.phase {
            Phase::Unknown(_) => true,
            Phase::AwaitingTurn { .. } | Phase::Checking { .. } => stands.settles(),
            Phase::Preparing
            | Phase::Undoable { .. }
            | Phase::Starting
            | Phase::Sending { .. }
            | Phase::NeverSent
            | Phase::Ended(_) => false,
        };
        if may_end {
            self.end_by(id, stands, cx, out);
        }
    }

    /// Whether what was said before decides, whatever the answer says: an answer unsays nothing.
    pub(super) fn is_decided_before(
        &mut self,
        id: &OperationId,
        decision: Decision,
        result: &Attempt,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) -> bool {
        let Some(operation) = self.find_open(id).filter(|operation| !operation.plan.is_status_check()) else {
            return false;
        };
        let body = json_body(result).filter(|_| matches!(decision, Decision::Done | Decision::Declined));
        if let Some(body) = body {
            let saying = Saying::of_answer(operation, body);
            operation.seen.answer = Some(saying.status().to_owned()).filter(|status| !status.is_empty());
            let is_outdated = operation.hear(saying.clone(), cx.now) == Heard::Outdated;
            // What is newer does not show that it is ours: that is read.
            if is_outdated && operation.seen.stands.as_deref().is_some_and(|stands| !stands.settles()) {
                operation.contradict(contradiction_text(operation, &saying), true, cx.now);
            }
        }
        if operation.seen.contradiction().is_some() {
            operation.become_contradicted(cx.now);
            let step = operation.unknown_step(operation.contradiction_text(), false);
            out.journal.push(operation.entry(step, cx.now));
            return true;
        }
        let stands = operation.seen.stands.clone();
        let report = stands.filter(|stands| stands.settles() && stands.source != SayingSource::Answer);
        let is_decided = report.is_some();
        report.into_iter().for_each(|report| self.end_by(id, *report, cx, out));
        is_decided
    }

    /// Whether a contradiction stays open after a read: only one that was made after it and says how it ended closes it.
    pub(super) fn stays_contradicted(
        &mut self,
        id: &OperationId,
        result: Result<Reading<'_>, &CallError>,
        made: Freshness,
        cx: &OperationsContext<'_>,
    ) -> bool {
        let Some(operation) = self.find_open(id) else { return false };
        let read_after = operation.phase.asked_at().filter(|_| made.is_ok());
        let sayings = result.map(|reading| Saying::of_reading(operation, reading, read_after)).unwrap_or_default();
        for saying in sayings {
            if matches!(saying.judgement, Judgement::Overtaken(_)) {
                operation.end_contradiction(read_after);
            }
            operation.hear(saying, cx.now);
        }
        let Some(why) = operation.seen.contradiction().map(str::to_owned) else { return false };
        self.plan_next_read(id, ResolutionFinding::Unclear(UnclearReason::Answer(why)), cx.now);
        true
    }

    /// It ends by what was reported, or is read the sooner.
    fn end_by(&mut self, id: &OperationId, saying: Saying, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        let Some(operation) = self.find_open(id) else { return };
        let (name, noun) = (saying.name(), operation.plan.target.kind.noun());
        let Saying { judgement, object, source, .. } = saying;
        let by = match source {
            SayingSource::Event(_) => ResolvedBy::Webhook,
            SayingSource::Read { .. } | SayingSource::Answer => ResolvedBy::Read,
        };
        let (finding, outcome) = match judgement {
            Judgement::Ours(status) => {
                let finding = format!("{name} shows the {noun} as “{}”", visible(&status, 60));
                (finding, Outcome::Done { status, proof: ExecutionProof::OurId })
            }
            Judgement::Declined { code, message } => {
                let finding = format!("{name} shows that it was declined ({})", code.as_deref().unwrap_or("no code"));
                (finding, Outcome::Declined { code, message })
            }
            Judgement::Overtaken(reason) => {
                let reason = OvertakenReason::Found(reason);
                (format!("{name}: {}", overtaken_text(&reason)), Outcome::Overtaken(reason))
            }
            Judgement::There(_)
            | Judgement::Untouched
            | Judgement::NotThere(_)
            | Judgement::Another(_)
            | Judgement::Contradiction(_)
            | Judgement::Unclear(_) => return self.read_sooner(id, cx.now),
        };
        if operation.plan.is_reported_by_events() {
            operation.answer = Some(object);
        }
        self.resolved(id, by, finding, outcome, cx, out);
    }

    pub(super) fn leave_to_person(&mut self, id: &OperationId, reason: UnclearReason) {
        if let Some(Phase::Unknown(unknown)) = self.find_open(id).map(|operation| &mut operation.phase) {
            unknown.next_read_at = None;
            unknown.finding = ResolutionFinding::Unclear(reason);
        }
    }

    pub(super) fn read_sooner(&mut self, id: &OperationId, now: DateTime<Utc>) {
        if let Some(operation) = self.find_open(id).filter(|operation| operation.resolution() == Resolution::Read)
            && let Phase::Unknown(unknown) = &mut operation.phase
            && !matches!(unknown.finding, ResolutionFinding::There(_))
        {
            unknown.next_read_at = unknown.next_read_at.map(|at| at.min(now));
        }
    }
}
