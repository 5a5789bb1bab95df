//! How payment links stand: the service has no call that asks, and the payment behind a link tells.

use crate::api::operation::ResourceKind;
use crate::app::state::State;
use crate::domain::ids::PaymentId;
use crate::domain::payment::{Payment, PaymentRow};

use super::{LastKnownPayment, Record, Records};

impl Records {
    pub(super) fn note_link(&mut self, record: &Record) {
        if let (ResourceKind::PaymentLink, Some(payment_id)) = (record.family, &record.payment_id) {
            self.links.insert(payment_id.clone(), record.id.clone());
        }
    }

    /// The link of a payment as it is known once the payment was told of; `None` where it has none, or that is no news.
    fn link_reported(&self, payment_id: &PaymentId, reported: LastKnownPayment) -> Option<Record> {
        let id = self.links.get(payment_id)?;
        self.find(ResourceKind::PaymentLink, id)?.record.with_payment(reported)
    }
}

impl State {
    /// A payment was told of: the link that it stands behind says so.
    pub(in crate::app) fn link_follows(&mut self, payment: &Payment) {
        let reported = LastKnownPayment { status: payment.status.clone(), at: payment.modified_at };
        let record = self.workspace.records.link_reported(&payment.payment_id, reported);
        record.into_iter().for_each(|record| self.keep_record(record));
    }

    /// Rows of a list were read: they tell of links too.
    pub(in crate::app) fn links_follow(&mut self, rows: &[PaymentRow]) {
        let reported = |row: &PaymentRow| LastKnownPayment { status: row.status.clone(), at: None };
        let changed =
            rows.iter().filter_map(|row| self.workspace.records.link_reported(&row.payment_id, reported(row)));
        let changed: Vec<Record> = changed.collect();
        changed.into_iter().for_each(|record| self.keep_record(record));
    }
}
