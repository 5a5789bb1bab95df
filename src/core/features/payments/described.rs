//! Has the rows of the list say who paid, with what and for what, as soon as that is stored.

use chrono::{DateTime, Utc};

use crate::context::WorkspaceView;
use crate::remote::Remote;
use paydesk_domain::ids::PaymentId;
use paydesk_index::payment_columns::{KnownPayments, SortKey, StoredPayment};

use super::earlier::paid_since;
use super::{Payments, PaymentsFilter};

impl Payments {
    /// Describes the rows that came or were read again, and those of which something else is stored now.
    pub(crate) fn follow_details(&mut self, known: &KnownPayments, now: DateTime<Utc>) {
        let mut rows: Vec<PaymentId> = self.rows.take_undescribed();
        rows.append(&mut self.new_rows.take_undescribed());
        rows.append(&mut self.stored_anew(known));
        let mut has_changed = false;
        for payment_id in rows {
            let Some(stored) = self.stored(&payment_id, known, now) else { continue };
            has_changed |= self.rows.describe(&payment_id, &stored);
            self.new_rows.describe(&payment_id, &stored);
        }
        let is_text = matches!(self.sort.column, SortKey::Payer | SortKey::Method | SortKey::Order | SortKey::Decline);
        if has_changed && (is_text || !self.filter.local_filter.words.is_empty()) {
            self.order_view();
        } else if has_changed {
            self.revision += 1;
        }
    }

    /// Finds the declines that were paid since by another payment, where stored payments of the last days are others.
    pub(crate) fn follow_retries(&mut self, known: &KnownPayments, view: &WorkspaceView<'_>) {
        let Some(since) = PaymentsFilter::worth_retry().at_service(view.now, view.zone).created_gte else { return };
        let before = self.paid_since_of.replace((known.revision(), since));
        let is_recent = |row: u32| known.created(row as usize).is_some_and(|at| at >= since);
        let changed = before.filter(|(_, from)| *from == since).and_then(|(revision, _)| known.changed_since(revision));
        if changed.is_some_and(|mut changed| !changed.any(is_recent)) {
            return;
        }
        let paid = paid_since(known, since);
        if paid != self.paid_since {
            self.paid_since = paid;
            self.recent.changed();
            self.filter_again();
        }
    }

    /// The payments of which something else is stored than when this was last asked; all that are loaded where that is
    /// not known any more.
    fn stored_anew(&mut self, known: &KnownPayments) -> Vec<PaymentId> {
        let (revision, count) = std::mem::replace(&mut self.described_from, (known.revision(), known.len()));
        if (revision, count) == self.described_from {
            return Vec::new();
        }
        match known.changed_since(revision).filter(|changed| count + changed.len() >= known.len()) {
            Some(changed) => changed.filter_map(|row| known.id_text(row as usize)).map(PaymentId::new).collect(),
            None => self.rows.iter().map(|row| row.payment.payment_id.clone()).collect(),
        }
    }

    /// What is stored of a payment, or was read of it while nothing is stored.
    fn stored(&self, payment_id: &PaymentId, known: &KnownPayments, now: DateTime<Utc>) -> Option<StoredPayment> {
        let read = || self.detail(payment_id).and_then(Remote::value).map(|payment| StoredPayment::read(payment, now));
        known.find(payment_id).and_then(|row| known.payment(row)).or_else(read)
    }
}
