//! What other parts of the program show of disputes and of what evidence is made of.

use crate::context::Context;
use crate::context::fact::FeatureFact;
use crate::operations::ResourceKind;
use crate::route::Route;
use paydesk_domain::ids::DisputeId;

use super::{Disputes, Evidence};

impl Disputes {
    /// Takes in what is known now.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it takes what it builds on")]
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, evidence: &mut Evidence<'_>, cx: &mut Context<'_>) {
        match fact {
            FeatureFact::TimePassed => {
                self.poll_open(cx);
                self.wake_due(evidence, &cx.view);
            }
            FeatureFact::Settled => {
                self.follow_history(evidence);
                self.follow_customers(evidence, &cx.view);
                self.follow_results(evidence.library);
            }
            FeatureFact::PanelShown { route: Route::List(ResourceKind::Dispute), from } => {
                self.gone_to(*from, evidence, cx);
            }
            FeatureFact::RecordOpened { kind: ResourceKind::Dispute, id: Some(id), from_elsewhere: true } => {
                self.open(DisputeId::new(id), evidence, cx);
            }
            FeatureFact::ServiceReady => self.service_came(evidence, cx),
            FeatureFact::ServiceCameBack => self.retry_failed(evidence, cx),
            FeatureFact::ReadsDropped(error) => self.reads_dropped(error, evidence, &cx.view),
            FeatureFact::KeyDoubted => self.count(cx),
            FeatureFact::UnitsChanged
            | FeatureFact::ZoneChanged { .. }
            | FeatureFact::NotesChanged
            | FeatureFact::ProfileEntered => self.prepare_again(evidence, &cx.view),
            FeatureFact::PaymentRead(payment_id) => self.payment_read(payment_id, evidence, cx),
            FeatureFact::CustomerRead(customer_id) => self.customer_read(customer_id, evidence, cx),
            FeatureFact::DisputeReported(dispute) => self.reported_by_event((**dispute).clone(), evidence, &cx.view),
            FeatureFact::EventsShown { disputes: true, .. } => {
                self.order(evidence, &cx.view);
                self.count(cx);
            }
            FeatureFact::OperationLeaves(operation) => self.submission_leaves(operation, evidence, cx),
            FeatureFact::OperationEnded(ended) => {
                self.submission_ended(&ended.operation, &ended.outcome, evidence, cx);
                self.read_submitted(&ended.operation, cx);
            }
            _ => {}
        }
    }
}
