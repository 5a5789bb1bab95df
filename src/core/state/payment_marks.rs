//! Tells the payments what is known of their refunds and disputes and who paid, and the records whose they are, whoever
//! learned it.

use std::collections::{BTreeMap, BTreeSet};

use paydesk_domain::ids::PaymentId;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment_mark::KnownOfPayment;
use paydesk_domain::refund::RefundStatus;

use crate::features::payment_disputes::DisputedPayment;
use crate::records::{CustomerSources, Records};
use crate::remote::Remote;
use crate::state::State;
use crate::workspace::Workspace;

impl State {
    /// To be called once everything that was asked or reported was taken in.
    pub(crate) fn follow_payment_marks(&mut self) {
        self.workspace.history.name_customers(self.workspace.records.take_renamed());
        self.with(|features, cx| {
            let changes =
                (cx.records.reported(ResourceKind::Refund), features.payment_disputes.changes(features.disputes));
            if !features.payments.marks_are_of(changes) {
                features.payment_disputes.remember_inbox(features.disputes, cx.now);
                let mut known = refunded(cx.view.records);
                // Who looks for disputed payments wants those whose dispute was won, too.
                let mut disputed: BTreeSet<PaymentId> = BTreeSet::new();
                for DisputedPayment { payment_id, is_claimed, .. } in features.payment_disputes.disputed() {
                    known.entry(payment_id.clone()).or_default().is_disputed |= is_claimed;
                    disputed.insert(payment_id.clone());
                }
                for (payment_id, of_payment) in &known {
                    let is_refunded = of_payment.refunded_minor > 0;
                    features.history.mark(payment_id, is_refunded, disputed.contains(payment_id));
                }
                features.payments.take_known(known, changes, cx);
            }
            features.payments.follow_details(features.history.columns(), cx.now);
            features.payments.follow_retries(features.history.columns(), &cx.view);
        });
        let (zone, now) = (self.zone(), self.now);
        let Workspace { records, history, payments, .. } = &mut self.workspace;
        let read = |id: &PaymentId| payments.detail(id).and_then(Remote::value);
        records.learn_customers(&CustomerSources { stored: history.columns(), read: &read }, zone, now);
    }
}

/// What refunds that succeeded gave back of each payment.
fn refunded(records: &Records) -> BTreeMap<PaymentId, KnownOfPayment> {
    let mut known: BTreeMap<PaymentId, KnownOfPayment> = BTreeMap::new();
    for record in records.of(ResourceKind::Refund) {
        let status = record.refund().and_then(|refund| refund.status.as_ref());
        let amount = record.amount().filter(|_| status == Some(&RefundStatus::Succeeded));
        if let Some((payment_id, amount)) = record.record.payment_id.as_ref().zip(amount) {
            let of_payment = known.entry(payment_id.clone()).or_default();
            of_payment.refunded_minor = of_payment.refunded_minor.saturating_add(amount.minor);
        }
    }
    known
}
