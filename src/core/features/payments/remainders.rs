//! Payments that can be captured although their status is none of those that a list is filtered by, as `succeeded` with a
//! part that is still capturable, or a status that is not documented with an amount that is reported as capturable. A
//! service that is asked by status does not list them among those that wait for capture. Paydesk lists and counts the ones
//! it knows: those that were read, listed with their amounts or reported by events.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use crate::read::RequestId;
use paydesk_api::resources::payments::calls::{ListForm, PaymentListFilter};
use paydesk_domain::authorization::AUTHORIZATION_DAYS;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::review::ReviewStatus;
use paydesk_domain::webhook::WebhookEvent;

/// The remainders that are known.
#[derive(Debug, Default)]
pub(super) struct Remainders {
    known: BTreeMap<PaymentId, PaymentRow>,
    /// Reported or stored before Paydesk was started: read before they are believed.
    to_read: BTreeSet<PaymentId>,
    /// Of these, the ones that are being read.
    reading: BTreeMap<RequestId, PaymentId>,
    /// Not listed by the service any more.
    gone: Vec<PaymentId>,
}

impl Remainders {
    /// A payment was read, listed or reported. What does not tell the amount leaves a remainder of the same status as it
    /// is; where none is known, the status decides. What waits for a review is not captured before.
    pub fn note(&mut self, row: &PaymentRow, review: &ReviewStatus) {
        let of_same_status = self.known.get(&row.payment_id).filter(|known| known.status == row.status);
        if row.capturable_minor.is_some() {
            self.to_read.remove(&row.payment_id);
        } else if of_same_status.is_some() {
            return;
        }
        if is_remainder(&row.status, row.capturable_minor) && !review.is(&row.status) {
            self.known.insert(row.payment_id.clone(), row.clone());
        } else {
            self.known.remove(&row.payment_id);
        }
    }

    /// The service listed all payments of a status: no other is of it any more.
    pub fn are_all_of(&mut self, status: &PaymentStatus, listed: &BTreeSet<PaymentId>) {
        let is_gone = |id: &PaymentId, known: &PaymentRow| known.status == *status && !listed.contains(id);
        self.gone.extend(self.known.extract_if(.., |id, known| is_gone(id, known)).map(|(id, _)| id));
    }

    /// Takes out those that the service does not list any more.
    pub fn take_gone(&mut self) -> Vec<PaymentId> {
        std::mem::take(&mut self.gone)
    }

    /// Manual review has another name now: what waits for it is not captured before.
    pub fn review_renamed(&mut self, review: &ReviewStatus) {
        self.known.retain(|_, known| !review.is(&known.status));
    }

    /// Those of other statuses than `listed` are to be read again.
    pub fn read_again(&mut self, listed: &[PaymentStatus]) {
        let others = self.known.iter().filter(|(_, row)| !listed.contains(&row.status));
        self.to_read.extend(others.map(|(id, _)| id.clone()));
    }

    /// An event that came before Paydesk was started: the payment may have changed since.
    pub fn reported_before(&mut self, event: &WebhookEvent, now: DateTime<Utc>) {
        let (Some(id), Some(at)) = (&event.object_id, event.timestamp) else { return };
        let minor = event.object.get("amount_capturable").and_then(Value::as_i64);
        let status = event.object.get("status").and_then(Value::as_str).map(PaymentStatus::from_word);
        let Some((minor, status)) = minor.zip(status) else { return };
        let id = PaymentId::new(id.as_str());
        if is_remainder(&status, Some(minor)) && now - at < TimeDelta::days(AUTHORIZATION_DAYS) {
            self.to_read.insert(id);
        } else {
            self.to_read.remove(&id);
        }
    }

    /// Stored with a part that could be captured: the payment may have changed since.
    pub fn stored(&mut self, payment_ids: impl IntoIterator<Item = PaymentId>) {
        let unknown = payment_ids.into_iter().filter(|id| !self.known.contains_key(id));
        self.to_read.extend(unknown);
    }

    /// Takes out those that are to be read next: never more than `most` at a time.
    pub fn take_unread(&mut self, most: usize) -> Vec<PaymentId> {
        let room = most.saturating_sub(self.reading.len());
        let next: Vec<PaymentId> = self.to_read.iter().take(room).cloned().collect();
        self.to_read.retain(|id| !next.contains(id));
        next
    }

    /// One that was taken out is asked for.
    pub fn asked(&mut self, request_id: RequestId, payment_id: PaymentId) {
        self.reading.insert(request_id, payment_id);
    }

    /// A payment was read, or is gone. Whether it was one of these; one that could not be read is read later.
    pub fn answered(&mut self, request_id: RequestId, is_settled: bool) -> bool {
        let Some(payment_id) = self.reading.remove(&request_id) else { return false };
        if !is_settled {
            self.to_read.insert(payment_id);
        }
        is_settled
    }

    /// The reads under way were dropped.
    pub fn dropped(&mut self) {
        self.to_read.extend(std::mem::take(&mut self.reading).into_values());
    }

    /// Whether all that were reported or stored were read.
    pub fn are_read(&self) -> bool {
        self.to_read.is_empty() && self.reading.is_empty()
    }

    /// Whether the service left a part capturable after a capture of another.
    pub fn is_kept(&self) -> bool {
        self.known.values().any(|row| row.status == PaymentStatus::Succeeded)
    }

    /// All that are known.
    pub fn all(&self) -> impl Iterator<Item = &PaymentRow> {
        self.known.values()
    }

    /// What is known of a payment, where it is a remainder.
    pub fn get(&self, payment_id: &PaymentId) -> Option<&PaymentRow> {
        self.known.get(payment_id)
    }

    /// Those that a service which is asked in this form does not count.
    pub fn uncounted(&self, form: &ListForm) -> impl Iterator<Item = &PaymentRow> {
        let asked = form.statuses(&PaymentListFilter::to_capture());
        self.known.values().filter(move |row| !asked.contains(&row.status))
    }
}

fn is_remainder(status: &PaymentStatus, capturable_minor: Option<i64>) -> bool {
    *status != PaymentStatus::RequiresCapture && status.can_be_captured(capturable_minor)
}
