//! How payment links stand: the service has no call that asks, and the payment behind a link says.

use crate::domain::ids::PaymentId;
use crate::domain::operation::ResourceKind;

use super::{LastKnownPayment, Record, Records};

impl Records {
    pub(super) fn note_link(&mut self, record: &Record) {
        if let (ResourceKind::PaymentLink, Some(payment_id)) = (record.family, &record.payment_id) {
            self.links.insert(payment_id.clone(), record.id.clone());
        }
    }

    /// The link of a payment as it is known once the payment was reported; `None` where it has none, or that is no
    /// news.
    pub(in crate::app) fn link_reported(&self, payment_id: &PaymentId, reported: LastKnownPayment) -> Option<Record> {
        let id = self.links.get(payment_id)?;
        self.find(ResourceKind::PaymentLink, id)?.record.with_payment(reported)
    }
}
