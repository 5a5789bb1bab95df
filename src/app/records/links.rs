//! How payment links stand: the service has no call that asks, and the payment behind a link tells.

use crate::api::operation::ResourceKind;
use crate::app::state::State;
use crate::domain::ids::PaymentId;
use crate::domain::payment::{Payment, PaymentRow};

use super::{LastKnownPayment, Record, Records};

impl Records {
    pub(super) fn note_link(&mut self, record: &Record) {
        if let (ResourceKind::PaymentLink, Some(payment_id)) = (record.family, &record.payment_id) {
            self.links.insert((record.profile_id.clone(), payment_id.clone()), record.id.clone());
        }
    }

    /// The link of a payment as it is known once the payment was told of; `None` where it has none, or that is no news.
    fn link_reported(&self, profile_id: &str, payment_id: &PaymentId, reported: LastKnownPayment) -> Option<Record> {
        let id = self.links.get(&(profile_id.to_owned(), payment_id.clone()))?;
        self.in_profile(profile_id, ResourceKind::PaymentLink, id)?.record.with_payment(reported)
    }
}

impl State {
    /// A payment was told of: the link that it stands behind says so.
    pub(in crate::app) fn link_follows(&mut self, profile_id: &str, payment: &Payment) {
        let reported = LastKnownPayment { status: payment.status.clone(), at: payment.modified_at };
        let record = self.records.link_reported(profile_id, &payment.payment_id, reported);
        record.into_iter().for_each(|record| self.keep_record(record));
    }

    /// Rows of a list were read in the profile at work: they tell of links too.
    pub(in crate::app) fn links_follow(&mut self, rows: &[PaymentRow]) {
        let Some(profile_id) = self.profile.as_ref().map(|profile| profile.id.clone()) else { return };
        let reported = |row: &PaymentRow| LastKnownPayment { status: row.status.clone(), at: None };
        let event_notices =
            rows.iter().filter_map(|row| self.records.link_reported(&profile_id, &row.payment_id, reported(row)));
        let event_notices: Vec<Record> = event_notices.collect();
        event_notices.into_iter().for_each(|record| self.keep_record(record));
    }
}
