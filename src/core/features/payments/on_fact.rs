//! What other parts of the program show of payments, and what follows for the lists.

use paydesk_domain::ids::PaymentId;
use paydesk_domain::operation::ResourceKind;
use paydesk_index::payment_columns::KnownPayments;

use crate::context::Context;
use crate::context::fact::FeatureFact;
use crate::operations::Operation;
use crate::route::Route;

use super::Payments;

impl Payments {
    /// Takes in what is known now.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it takes what it builds on")]
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, known: &KnownPayments, cx: &mut Context<'_>) {
        match fact {
            FeatureFact::TimePassed => {
                self.poll_open(cx);
                if self.is_listing_new() {
                    self.list_more_new();
                }
            }
            FeatureFact::ClockJumped(by) => self.clock_jumped(*by),
            FeatureFact::Settled => {
                self.follow_details(known, cx.now);
                self.follow_retries(known, &cx.view);
            }
            FeatureFact::PanelShown { route: Route::Home | Route::ReviewQueue, .. } => self.read_work(cx),
            FeatureFact::RecordOpened { kind: ResourceKind::Payment, id: Some(id), from_elsewhere: true } => {
                self.open_payment(PaymentId::new(id), cx);
            }
            FeatureFact::ServiceReady => {
                self.reload(cx);
                self.count_anew(cx);
                if cx.route == Route::Home {
                    self.read_work(cx);
                }
                self.read_open(cx);
            }
            FeatureFact::ServiceCameBack => self.retry_failed(cx),
            FeatureFact::ReadsDropped(error) => self.reads_dropped(error),
            FeatureFact::KeyDoubted | FeatureFact::BulkRunEnded => self.count_to_capture(cx),
            FeatureFact::UnitsChanged => self.amounts_counted_anew(&cx.view),
            FeatureFact::ZoneChanged { before } => {
                self.write_rows_again(&cx.view);
                if self.filter.at_service(cx.now, *before) != self.filter.at_service(cx.now, cx.zone) {
                    self.reload(cx);
                }
            }
            FeatureFact::PaymentsMarked { known, .. } => self.take_known(known, cx),
            FeatureFact::EventsShown { payments: true, .. } => {
                self.show_new_rows();
                self.count_to_capture(cx);
                self.read_reported(cx);
            }
            FeatureFact::OperationEnded(ended) => {
                self.learn_authorization(&ended.operation, cx);
                if ended.is_read_at_once(cx.is_shown)
                    && let Some(payment_id) = ended.payment_id()
                {
                    self.read_changed_payment(&payment_id, cx);
                }
            }
            FeatureFact::FormCompleted { panel: ResourceKind::Payment, record_id } => {
                self.reload(cx);
                if let Some(id) = record_id {
                    self.open_beside_list(PaymentId::new(id), cx);
                }
            }
            _ => {}
        }
    }

    /// An operation that authorized a payment says when.
    fn learn_authorization(&mut self, operation: &Operation, cx: &Context<'_>) {
        if let Some(payment_id) = operation.plan.payment_id()
            && self.authorized_by(operation, cx.now)
        {
            self.write_row_again(&payment_id, &cx.view);
        }
    }
}
