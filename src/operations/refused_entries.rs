//! What becomes of an operation whose entry the journal refused. Nothing leaves whose entry is not on disk.

use chrono::{DateTime, Utc};

use crate::journal::JournalRefusal;
use paydesk_domain::ids::OperationId;

use super::context::{Ended, OperationNotice, OperationsContext, OperationsOutput};
use super::journal::JournalStepName;
use super::wording;
use super::{Operation, Operations, Outcome, Phase};

impl JournalRefusal {
    /// Why the operation does not leave, to go after a comma.
    fn why(&self) -> &str {
        match self {
            Self::AlreadyOpen => "another window is working on it",
            Self::NotOpen => "another window has finished it; check it again",
            Self::WrittenAlready => "another window recorded it first; check it again",
            Self::Failed(problem) => &problem.what,
        }
    }
}

impl Operations {
    /// An entry is not known to be on disk: what waited for it is not sent.
    pub(super) fn not_written(
        &mut self,
        id: &OperationId,
        step: JournalStepName,
        refusal: &JournalRefusal,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let before = *refusal == JournalRefusal::WrittenAlready;
        match (self.find(id).map(|operation| &operation.phase), step) {
            (Some(Phase::Starting), JournalStepName::Sending) if before => self.sent_elsewhere(id, cx.now, out),
            (Some(Phase::Preparing), JournalStepName::Prepared) if before => {
                self.notify(id, wording::CONFIRMED_BEFORE, out);
                self.forget(id);
            }
            (Some(Phase::Preparing), JournalStepName::Prepared) | (Some(Phase::Starting), JournalStepName::Sending) => {
                self.not_sent_for_its_entry(id, refusal, cx, out);
            }
            (Some(_), _) if !matches!(refusal, JournalRefusal::Failed(_)) => {
                self.notify(id, wording::ENDED_ELSEWHERE, out)
            }
            (Some(_) | None, _) => {}
        }
    }

    /// The team does not allow a step: nothing of it is in the journal.
    pub(super) fn not_allowed(
        &mut self,
        id: &OperationId,
        step: JournalStepName,
        why: &str,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        match (self.find(id).map(|operation| &operation.phase), step) {
            (Some(Phase::Preparing), JournalStepName::Prepared) => {
                if let Some(operation) = self.end(id, Outcome::NotSent { why: why.to_owned() }) {
                    out.ended.push(Ended { operation, entry: None });
                }
            }
            (Some(Phase::Starting), JournalStepName::Sending) => {
                if self.find(id).is_some_and(Operation::is_lost) {
                    self.notify(id, &format!("it was not repeated: {why}"), out);
                }
                self.hold_back(id, why, cx, out);
            }
            (Some(_) | None, _) => {}
        }
    }

    /// An attempt that left earlier is as unknown as before; one that never left is not sent.
    fn not_sent_for_its_entry(
        &mut self,
        id: &OperationId,
        refusal: &JournalRefusal,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        if self.now_unknown_again(id, cx.now) {
            self.notify(id, &format!("it was not repeated: {}", refusal.why()), out);
        } else if let Some(operation) = self.end(id, Outcome::NotSent { why: refusal.why().to_owned() }) {
            out.ended.push(Ended { operation, entry: None });
        }
    }

    /// The attempt did not leave from here, but may have left from the window that wrote it down.
    fn sent_elsewhere(&mut self, id: &OperationId, now: DateTime<Utc>, out: &mut OperationsOutput) {
        let Some(operation) = self.find_open(id) else { return };
        // When it left is not known: the settle window counts from now, the latest it can have been.
        operation.attempt_left(now);
        operation.lost_at = Some(now);
        operation.become_unknown(wording::SENT_ELSEWHERE, now);
        self.notify(id, "sent from another window, outcome unknown", out);
    }

    fn notify(&self, id: &OperationId, message: &str, out: &mut OperationsOutput) {
        let Some(operation) = self.find(id) else { return };
        let text = format!("{}: {message}", operation.plan.title());
        out.notices.push(OperationNotice { text, payment_id: operation.plan.payment_id() });
    }
}
