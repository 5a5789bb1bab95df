//! What a person does to an open operation: check, send, send again, withdraw, close.

use crate::api::rate_limit::Purpose;
use crate::app::features::toasts::ToastKind;
use crate::app::state::State;
use crate::domain::ids::OperationId;

use super::journal::{ResolvedBy, Step};
use super::rules::Settle;
use super::{Outcome, Phase, Unknown};

/// Why a withdrawn operation was not sent.
const WITHDRAWN: &str = "you withdrew it before it was sent";

impl State {
    /// The person wants to know now.
    pub(in crate::app) fn check_operation_now(&mut self, id: &OperationId) {
        let Some(operation) = self.operations.find(id) else { return };
        match &operation.phase {
            Phase::Unknown(Unknown { ticket: None, .. }) if self.hindrance(operation).is_none() => {
                match operation.settle() {
                    Settle::Read => self.read_for(id, Purpose::Reconciliation),
                    Settle::Repeat => self.repeat(id),
                    Settle::Park => {}
                }
            }
            Phase::Unknown(_)
            | Phase::Preparing
            | Phase::Checking { .. }
            | Phase::AwaitingTurn { .. }
            | Phase::Starting
            | Phase::Sending { .. }
            | Phase::NeverSent
            | Phase::Ended(_) => {}
        }
    }

    /// The person sends what was only prepared before a crash: after one more check.
    pub(in crate::app) fn send_prepared(&mut self, id: &OperationId) {
        match self.operations.find(id).map(|operation| &operation.phase) {
            Some(Phase::NeverSent) => self.send_for_person(id),
            Some(_) | None => {}
        }
    }

    /// The person sends again, in full view of the earlier attempt: after one more check.
    pub(in crate::app) fn send_again(&mut self, id: &OperationId) {
        match self.operations.find(id) {
            Some(operation) if operation.may_be_sent_again(self.now) => self.send_for_person(id),
            Some(_) | None => {}
        }
    }

    pub(super) fn send_for_person(&mut self, id: &OperationId) {
        let Some(operation) = self.operations.find(id) else { return };
        if let Some(reason) = self.read_only_reason().or_else(|| self.hindrance(operation)) {
            let payment_id = operation.plan.payment_id();
            self.toasts.show(self.now, ToastKind::Attention, format!("Not sent: {reason}"), payment_id);
            return;
        }
        self.check_before_sending(id);
    }

    /// The person withdraws what waits for its turn, or discards what was only prepared.
    pub(in crate::app) fn withdraw_operation(&mut self, id: &OperationId) {
        match self.operations.find(id).map(|operation| &operation.phase) {
            Some(Phase::Checking { ticket }) => {
                if !self.payments.awaits(*ticket) {
                    self.reads.drop_ticket(*ticket);
                }
                self.hold_back(id, WITHDRAWN)
            }
            Some(Phase::AwaitingTurn { .. } | Phase::NeverSent) => self.hold_back(id, WITHDRAWN),
            None => {}
            Some(Phase::Preparing | Phase::Starting | Phase::Sending { .. } | Phase::Unknown(_) | Phase::Ended(_)) => {}
        }
    }

    /// The person looked elsewhere and says how it stands: the payment is free again.
    pub(in crate::app) fn close_unknown(&mut self, id: &OperationId) {
        if !matches!(self.operations.find(id).map(|operation| &operation.phase), Some(Phase::Unknown(_))) {
            return;
        }
        let finding = "closed by hand without proof of the outcome".to_owned();
        self.finish(id, Step::Resolved { by: ResolvedBy::Person, finding }, Outcome::ClosedByPerson)
    }
}
