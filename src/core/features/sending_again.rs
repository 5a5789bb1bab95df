//! Sends operations that were certainly not executed, once a person said so of all of them: a few at a time, each after the
//! check that every send has.
//!
//! What it did not come to stays listed as it was: after a switch of the profile, or where nothing may be sent any more.

use std::collections::VecDeque;

use crate::context::Context;
use crate::context::fact::FeatureFact;
use crate::context::request::FeatureRequest;
use crate::features::toasts::ToastKind;
use crate::operations::{Operation, Phase};
use paydesk_domain::ids::OperationId;
use paydesk_domain::money::grouped_count;

/// Most of them that are checked or sent at one time.
const AT_ONCE: usize = 5;

/// The operations that a person wants sent, and how far that came.
#[derive(Debug, Default)]
pub struct SendingAgain {
    waiting: VecDeque<OperationId>,
    begun: Vec<OperationId>,
    asked: usize,
}

impl SendingAgain {
    /// How many were not begun yet, and of how many; `None` once all were.
    pub fn progress(&self) -> Option<(usize, usize)> {
        (!self.waiting.is_empty()).then_some((self.waiting.len(), self.asked))
    }

    /// A person wants these sent.
    pub(crate) fn start(&mut self, ids: Vec<OperationId>, cx: &mut Context<'_>) {
        self.asked = self.waiting.len() + ids.len();
        self.waiting.extend(ids);
        self.advance(cx);
    }

    /// Takes in what is known now.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it takes what it builds on")]
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, cx: &mut Context<'_>) {
        match fact {
            FeatureFact::TimePassed | FeatureFact::Settled => self.advance(cx),
            FeatureFact::ProfileLeft => self.stop(),
            _ => {}
        }
    }

    /// What was not begun is not sent.
    pub(crate) fn stop(&mut self) {
        self.waiting.clear();
    }

    /// Begins as many as there is room for. What was executed, closed or begun elsewhere meanwhile is passed over.
    fn advance(&mut self, cx: &mut Context<'_>) {
        if self.waiting.is_empty() {
            return;
        }
        if let Some(reason) = cx.read_only_reason() {
            let left = grouped_count(self.waiting.len() as u64);
            cx.toast(ToastKind::Attention, format!("Stopped with {left} not sent again: {reason}"), None);
            return self.stop();
        }
        let (operations, now) = (cx.view.operations, cx.view.now);
        self.begun.retain(|id| operations.find(id).is_some_and(is_under_way));
        while self.begun.len() < AT_ONCE
            && let Some(id) = self.waiting.pop_front()
        {
            let Some(operation) = operations.find(&id).filter(|operation| operation.may_be_sent_with_others(now))
            else {
                continue;
            };
            let was_never_sent = operation.phase == Phase::NeverSent;
            let send = if was_never_sent { FeatureRequest::SendPrepared } else { FeatureRequest::SendAgain };
            cx.request(send(id.clone()));
            self.begun.push(id);
        }
    }
}

fn is_under_way(operation: &Operation) -> bool {
    match &operation.phase {
        Phase::Preparing
        | Phase::Undoable { .. }
        | Phase::Checking { .. }
        | Phase::AwaitingTurn { .. }
        | Phase::Starting
        | Phase::Sending { .. } => true,
        Phase::Unknown(_) | Phase::NeverSent | Phase::Ended(_) => false,
    }
}
