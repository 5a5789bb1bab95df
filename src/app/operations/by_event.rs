//! What a webhook event does to an operation whose outcome is unknown: it settles what it names, and hastens the next read
//! of what it only shows to be there. A refund that a payment shows does the same, where a service shows them. What an
//! event proves is in [`super::webhook_proof`].

use chrono::{DateTime, Utc};

use crate::domain::document::Raw;
use crate::domain::ids::OperationId;
use crate::domain::operation::Resolution;
use crate::domain::text::{visible, visible_id};
use crate::domain::webhook::WebhookEvent;

use super::context::{OperationsContext, OperationsOutput};
use super::journal::ResolvedBy;
use super::reconcile::Reconciliation;
use super::webhook_proof::{created, is_refund_of, reconcile_event};
use super::wording::overtaken_text;
use super::{ExecutionProof, Operation, Operations, Outcome, OvertakenReason, Phase, ResolutionFinding};

impl Operations {
    /// An event settles what it names; what it only shows to be there hastens the next read.
    pub(super) fn event_arrived(
        &mut self,
        event: &WebhookEvent,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let unknown = self.open.iter().filter(|operation| matches!(operation.phase, Phase::Unknown(_)));
        let reconciled: Vec<(OperationId, Reconciliation)> =
            unknown.filter_map(|operation| Some((operation.id.clone(), reconcile_event(operation, event)?))).collect();
        for (id, reconciliation) in reconciled {
            self.resolved_by_event(&id, event, reconciliation, cx, out);
        }
    }

    /// A payment was read that shows a refund: under the id that we sent, or naming our operation, it is ours.
    pub(super) fn refund_shown(&mut self, refund: &Raw, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        let is_ours =
            |operation: &&Operation| matches!(operation.phase, Phase::Unknown(_)) && is_refund_of(operation, refund);
        let Some(id) = self.open.iter().find(is_ours).map(|operation| operation.id.clone()) else { return };
        let (finding, outcome) = match created(refund) {
            Reconciliation::Ours(status) => {
                let finding = format!("the payment shows the refund {}", visible(&status, 60));
                (finding, Outcome::Done { status, proof: ExecutionProof::OurId })
            }
            Reconciliation::Declined { code, message } => {
                let finding = format!("the payment shows it declined ({})", code.as_deref().unwrap_or("no code"));
                (finding, Outcome::Declined { code, message })
            }
            Reconciliation::Overtaken(_)
            | Reconciliation::There(_)
            | Reconciliation::Untouched
            | Reconciliation::NotThere(_)
            | Reconciliation::Unclear(_) => return,
        };
        if let Some(operation) = self.find_open(&id) {
            operation.answer = Some(Raw::clone(refund));
        }
        self.resolved(&id, ResolvedBy::Read, finding, outcome, cx, out);
    }

    fn resolved_by_event(
        &mut self,
        id: &OperationId,
        event: &WebhookEvent,
        reconciliation: Reconciliation,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let name = format!("the event {}", visible_id(event.event_id.as_str(), 80));
        let (finding, outcome) = match reconciliation {
            Reconciliation::Ours(status) => {
                let finding = format!("{name} shows the {} {}", event.content.noun(), visible(&status, 60));
                (finding, Outcome::Done { status, proof: ExecutionProof::OurId })
            }
            Reconciliation::Declined { code, message } => {
                let finding = format!("{name} shows it declined ({})", code.as_deref().unwrap_or("no code"));
                (finding, Outcome::Declined { code, message })
            }
            Reconciliation::Overtaken(reason) => {
                let reason = OvertakenReason::Found(reason);
                (format!("{name}: {}", overtaken_text(&reason)), Outcome::Overtaken(reason))
            }
            Reconciliation::There(_)
            | Reconciliation::Untouched
            | Reconciliation::NotThere(_)
            | Reconciliation::Unclear(_) => {
                return self.read_sooner(id, cx.now);
            }
        };
        if let Some(operation) = self.find_open(id).filter(|operation| operation.plan.is_reported_by_events()) {
            operation.answer = Some(event.object.clone());
        }
        self.resolved(id, ResolvedBy::Webhook, finding, outcome, cx, out);
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
