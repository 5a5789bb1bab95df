//! Payments that the service told of by itself: what is shown follows at once, new ones come on top.

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::api::operation::Family;
use crate::api::wire::payments::merge_partial;
use crate::app::effect::Effect;
use crate::app::operations::Operation;
use crate::app::records::order::rank;
use crate::app::state::State;
use crate::app::zone::Zone;
use crate::domain::payment::{Payment, PaymentStatus};

use super::detail::{is_behind, row_of};
use super::{Pages, Payments, Row};

fn rank_of(status: &PaymentStatus) -> Option<u8> {
    rank(Family::Payment, status.as_str())
}

/// Whether one status certainly comes before the other.
fn is_before(told: &PaymentStatus, known: &PaymentStatus) -> bool {
    rank_of(told).zip(rank_of(known)).is_some_and(|(told, known)| told < known)
}

impl Payments {
    /// Whether `told` is of an earlier time than what is shown.
    pub(in crate::app) fn knows_newer_than(&self, told: &Payment) -> bool {
        let known = self.detail(&told.payment_id).and_then(|detail| detail.value());
        let row = self.index.get(&told.payment_id).map(|place| &self.rows[*place].payment.status);
        known.is_some_and(|known| {
            is_before(&told.status, &known.status) || same_rank(told, known) && is_behind(told, known)
        }) || row.is_some_and(|known| is_before(&told.status, known))
    }

    /// Takes in what an event tells. It counts as no read: what is about to be sent is checked by reading.
    pub(in crate::app) fn told_by_event(&mut self, payment: Payment, zone: Zone, now: DateTime<Utc>) {
        let row = Row::prepare(row_of(&payment), zone, now);
        if self.index.contains_key(&payment.payment_id) {
            self.replace_row(row);
        } else if self.pages == Pages::Idle && !self.filter.is_active() {
            self.new_rows.push(row);
        }
        let Some(detail) = self.details.get_mut(&payment.payment_id) else { return };
        let partial: &Value = &payment.raw;
        if let Some(Ok(merged)) = detail.remote.value().map(|known| merge_partial(known, partial)) {
            detail.told |= detail.remote.value() != Some(&merged);
            detail.learnt_at = Some(now);
            detail.remote.amend(merged);
        }
    }

    /// Puts the new ones on top, where the service lists them.
    pub(in crate::app) fn show_new_rows(&mut self) {
        let told = std::mem::take(&mut self.new_rows);
        if self.filter.is_active() || self.pages == Pages::NotAsked {
            // A row that follows an event may belong elsewhere, or be picked no more.
            self.pick_again();
            return;
        }
        let mut new: Vec<Row> = Vec::new();
        for row in told.into_iter().rev() {
            let listed = |id| new.iter().any(|row: &Row| row.payment.payment_id == id);
            if !self.index.contains_key(&row.payment.payment_id) && !listed(row.payment.payment_id.clone()) {
                new.push(row);
            }
        }
        if new.is_empty() {
            self.pick_again();
        } else {
            let count = u32::try_from(new.len()).unwrap_or(u32::MAX);
            self.put_on_top(new);
            self.next_offset = self.next_offset.saturating_add(count);
            self.total_count = self.total_count.map(|total| total + u64::from(count));
            self.total = self.total.map(|total| total + u64::from(count));
        }
    }
}

fn same_rank(told: &Payment, known: &Payment) -> bool {
    rank_of(&told.status) == rank_of(&known.status)
}

impl State {
    /// Whether the payment, or the refund of it, went on from where an operation left it: what was said of it then is
    /// not how it stands.
    pub fn payment_went_on(&self, operation: &Operation, payment: &Payment) -> bool {
        let Some(left_in) = operation.left_it_in() else { return false };
        if operation.plan.target.family == Family::Payment {
            return left_in != payment.status.as_str();
        }
        let refund_id = operation.plan.sends("refund_id").and_then(Value::as_str);
        let refund = refund_id.and_then(|id| self.records.find(Family::Refund, id)?.refund());
        let status = refund.and_then(|refund| refund.status.as_ref());
        status.is_some_and(|status| left_in != status.as_str())
    }

    /// An event told of the open payment: it is read once more, for an event need not tell all.
    pub(in crate::app) fn read_told_payment(&mut self) -> Vec<Effect> {
        if self.payments.open_was_told() { self.read_open_payment() } else { Vec::new() }
    }
}
