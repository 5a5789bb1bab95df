//! Records that are as the payment behind them does: what is reported of that payment is noted with the record.

use paydesk_domain::ids::PaymentId;

use super::{LastKnownPayment, Record, Records, kinds};

impl Records {
    pub(super) fn note_payment_of(&mut self, record: &Record) {
        let follows = kinds::spec(record.kind).is_some_and(|spec| spec.follows_payment);
        if let Some(payment_id) = record.payment_id.as_ref().filter(|_| follows) {
            self.followers.insert(payment_id.clone(), (record.kind, record.id.clone()));
        }
    }

    /// The record that is as this payment does, with what was reported of the payment; `None` where there is no such
    /// record, or that is no news.
    pub(crate) fn follow_payment(&self, payment_id: &PaymentId, reported: LastKnownPayment) -> Option<Record> {
        let (kind, id) = self.followers.get(payment_id)?;
        self.find(*kind, id)?.record.with_payment(reported)
    }
}
