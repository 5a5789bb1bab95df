//! What becomes of an operation whose entry the journal refused. Nothing leaves whose entry is not on disk.
//!
//! A journal that failed makes the whole desk read-only. Where it only refuses this operation, because another window
//! worked on it, the operation alone is held back and the person told.

use crate::app::event::JournalRefusal;
use crate::app::features::toasts::ToastKind;
use crate::app::state::State;
use crate::domain::ids::OperationId;

use super::journal::StepName;
use super::{JournalHealth, Outcome, Phase};

/// Why an operation is unknown that another window may have sent.
const SENT_ELSEWHERE: &str = "another window wrote this attempt down before, and may have sent it";

impl JournalRefusal {
    /// Why the operation does not leave, to go after a comma.
    fn why(&self) -> &str {
        match self {
            Self::AlreadyOpen => "another window is working on it",
            Self::NotOpen => "another window ended it meanwhile; look at it again",
            Self::WrittenAlready => "another window wrote it down before; look at it again",
            Self::Failed(problem) => &problem.what,
        }
    }
}

impl State {
    /// An entry is not known to be on disk: what waited for it is not sent.
    pub(in crate::app) fn journal_refused(&mut self, id: &OperationId, step: StepName, refusal: JournalRefusal) {
        if let JournalRefusal::Failed(problem) = &refusal {
            self.operations.journal = JournalHealth::Unavailable(problem.clone());
        }
        match (self.operations.find(id).map(|operation| &operation.phase), step) {
            (Some(Phase::Starting), StepName::Sending) if refusal == JournalRefusal::WrittenAlready => {
                self.now_sent_elsewhere(id);
            }
            (Some(Phase::Preparing), StepName::Prepared) if refusal == JournalRefusal::WrittenAlready => {
                self.was_confirmed_before(id);
            }
            (Some(Phase::Preparing), StepName::Prepared) | (Some(Phase::Starting), StepName::Sending) => {
                self.now_not_sent(id, &refusal);
            }
            (Some(_), _) => self.tell_unwritten(id, &refusal),
            (None, _) => {}
        }
    }

    /// An attempt that left earlier is as unknown as before; one that never left is not sent.
    fn now_not_sent(&mut self, id: &OperationId, refusal: &JournalRefusal) {
        if self.now_unknown_again(id) {
            self.tell(id, &format!("it did not go out again, {}", refusal.why()));
        } else {
            self.end_operation(id, Outcome::NotSent { why: refusal.why().to_owned() });
        }
    }

    /// The form was confirmed in an earlier run: what became of it then stands, and nothing else is said of it.
    fn was_confirmed_before(&mut self, id: &OperationId) {
        let words = "it was confirmed before, in an earlier run, and does not go out a second time; look at it again";
        self.tell(id, words);
        self.operations.forget(id);
    }

    /// The attempt did not leave from here, but may have left from the window that wrote it down.
    fn now_sent_elsewhere(&mut self, id: &OperationId) {
        let now = self.now;
        let Some(operation) = self.operations.find_open(id) else { return };
        // When it left is not known: the settle window counts from now, the latest it can have been.
        operation.last_sent_at = Some(now);
        operation.lost_at = Some(now);
        operation.become_unknown(SENT_ELSEWHERE, now);
        self.tell(id, "sent from another window, outcome not known yet");
    }

    /// What was found out stands on the screen and is not in the journal, which had the operation closed before.
    fn tell_unwritten(&mut self, id: &OperationId, refusal: &JournalRefusal) {
        match refusal {
            JournalRefusal::AlreadyOpen | JournalRefusal::NotOpen | JournalRefusal::WrittenAlready => {
                self.tell(id, "what was found out is not in the journal, another window ended it there before");
            }
            JournalRefusal::Failed(_) => {}
        }
    }

    fn tell(&mut self, id: &OperationId, words: &str) {
        let Some(operation) = self.operations.find(id) else { return };
        let (text, payment_id) = (format!("{}: {words}", operation.plan.title()), operation.plan.payment_id());
        self.toasts.show(self.now, ToastKind::Attention, text, payment_id);
    }
}
