//! What a person decides about an open operation: look now, send, send again, take back, close.

use paydesk_domain::ids::OperationId;

use super::context::{OperationNotice, OperationsContext, OperationsOutput};
use super::journal::ResolvedBy;
use super::{Operations, Outcome, Phase, UnknownOutcome, wording};
use paydesk_api::outcome::Observation;
use paydesk_api::rate_limit::Priority;
use paydesk_domain::operation::Resolution;

impl Operations {
    pub(super) fn check_now(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        let Some(operation) = self.find(id) else { return };
        let waits = matches!(operation.phase, Phase::Unknown(UnknownOutcome { request_id: None, .. }));
        if !waits || cx.blocker().is_some() {
            return;
        }
        match operation.resolution() {
            Resolution::Read => self.read_for(id, Priority::Reconciliation, cx, out),
            Resolution::Repeat => self.look_up_or_repeat(id, cx, out),
            Resolution::Park => self.look_in_list_or_park(id, cx),
        }
    }

    pub(super) fn send_prepared(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        if self.find(id).is_some_and(|operation| operation.phase == Phase::NeverSent) {
            self.send_for_person(id, cx, out);
        }
    }

    pub(super) fn send_again(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        if self.find(id).is_some_and(|operation| operation.may_be_sent_again(cx.now)) {
            self.send_for_person(id, cx, out);
        }
    }

    /// After one more check, as every send.
    fn send_for_person(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        let Some(operation) = self.find(id) else { return };
        let not_stored = operation.plan.not_stored().map(str::to_owned);
        match cx.read_only.clone().or_else(|| cx.blocker()).or(not_stored) {
            Some(reason) => {
                let payment_id = operation.plan.payment_id();
                out.notices.push(OperationNotice { text: format!("Not sent: {reason}"), payment_id });
            }
            None => self.check_before_sending(id, cx, out),
        }
    }

    /// Takes back what waits for its turn or was only prepared. What may have happened cannot be taken back: a request that
    /// met the rate limit may be the second copy of one that is executed, and is looked into until no copy can arrive.
    pub(super) fn withdraw(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        let Some(operation) = self.find_open(id).filter(|operation| operation.may_be_withdrawn()) else { return };
        let was_sent = operation.attempts > 0;
        operation.is_withdrawn = was_sent;
        if let Phase::Checking { request_id, .. } = operation.phase {
            out.dropped_reads.push(request_id);
        }
        if !was_sent {
            return self.hold_back(id, "you withdrew it before it was sent", cx, out);
        }
        self.refused(id, Observation::RateLimited, wording::withdrawn_after_rate_limit(), cx, out);
    }

    /// The person says its status: the target is free again.
    pub(super) fn close_unknown(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        if self.find(id).is_some_and(|operation| matches!(operation.phase, Phase::Unknown(_))) {
            let finding = "marked as resolved without proof of the outcome".to_owned();
            self.resolved(id, ResolvedBy::Person, finding, Outcome::ClosedByPerson, cx, out);
        }
    }
}
