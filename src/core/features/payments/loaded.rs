//! The rows that are loaded, in the service's order. New ones come on top and older ones at the end, and neither costs
//! more because there are many: the place of a row is counted from the first that was ever loaded.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::ops::Index;

use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::PaymentStatus;
use paydesk_index::payment_columns::StoredPayment;

use super::PaymentTableRow;

/// The loaded rows in the service's order, with an index by payment id.
#[derive(Debug, Default)]
pub(super) struct LoadedPayments {
    rows: VecDeque<PaymentTableRow>,
    /// The number of each row; the one on top has the smallest.
    numbers: HashMap<PaymentId, i64>,
    first: i64,
    /// How many have each status.
    statuses: BTreeMap<PaymentStatus, u64>,
    /// How many can be captured.
    capturable: u64,
    /// The codes of the currencies that were loaded.
    currencies: BTreeSet<String>,
    /// Rows that came or were written again since they were last described.
    undescribed: Vec<PaymentId>,
}

impl LoadedPayments {
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = &PaymentTableRow> {
        self.rows.iter()
    }

    pub fn get(&self, place: usize) -> Option<&PaymentTableRow> {
        self.rows.get(place)
    }

    pub fn contains(&self, payment_id: &PaymentId) -> bool {
        self.numbers.contains_key(payment_id)
    }

    /// Where a payment is.
    pub fn place(&self, payment_id: &PaymentId) -> Option<usize> {
        usize::try_from(self.numbers.get(payment_id)? - self.first).ok()
    }

    pub fn find(&self, payment_id: &PaymentId) -> Option<&PaymentTableRow> {
        self.rows.get(self.place(payment_id)?)
    }

    /// How many have each status.
    pub fn statuses(&self) -> &BTreeMap<PaymentStatus, u64> {
        &self.statuses
    }

    /// How many can be captured.
    pub fn capturable(&self) -> u64 {
        self.capturable
    }

    /// The codes of the currencies that were loaded.
    pub fn currencies(&self) -> &BTreeSet<String> {
        &self.currencies
    }

    /// The rows that came or were written again since this was last asked.
    pub fn take_undescribed(&mut self) -> Vec<PaymentId> {
        std::mem::take(&mut self.undescribed)
    }

    /// Takes over what is stored of a payment; whether its row says something else now.
    pub fn describe(&mut self, payment_id: &PaymentId, stored: &StoredPayment) -> bool {
        let row = self.place(payment_id).and_then(|place| self.rows.get_mut(place));
        row.is_some_and(|row| row.describe(stored))
    }

    /// Takes in what a row says now; one that is not there is given back.
    pub fn replace(&mut self, row: PaymentTableRow) -> Option<PaymentTableRow> {
        let known = self.place(&row.payment.payment_id).and_then(|place| self.rows.get_mut(place));
        let Some(known) = known else { return Some(row) };
        let (status, waits) = counted(&row);
        self.undescribed.push(row.payment.payment_id.clone());
        let before = std::mem::replace(known, row);
        self.count(status, waits);
        self.uncount(&before);
        None
    }

    /// What each row says was written again.
    pub fn change(&mut self, write: impl Fn(&PaymentTableRow) -> PaymentTableRow) {
        self.rows.iter_mut().for_each(|row| *row = write(row));
        self.undescribed = self.rows.iter().map(|row| row.payment.payment_id.clone()).collect();
        self.capturable = self.rows.iter().filter(|row| row.waits_for_capture()).count() as u64;
    }

    fn count(&mut self, status: PaymentStatus, waits: bool) {
        *self.statuses.entry(status).or_default() += 1;
        self.capturable += u64::from(waits);
    }

    fn count_row(&mut self, row: &PaymentTableRow) {
        let (status, waits) = counted(row);
        self.count(status, waits);
        let code = row.payment.amount.currency.code();
        if !self.currencies.contains(code) {
            self.currencies.insert(code.to_owned());
        }
    }

    fn uncount(&mut self, row: &PaymentTableRow) {
        let status = &row.payment.status;
        self.capturable -= u64::from(row.waits_for_capture()).min(self.capturable);
        let left = self.statuses.get(status).map_or(0, |count| count.saturating_sub(1));
        match self.statuses.get_mut(status).filter(|_| left > 0) {
            Some(count) => *count = left,
            None => drop(self.statuses.remove(status)),
        }
    }

    /// Puts a row that is not there at the end.
    pub fn push(&mut self, row: PaymentTableRow) {
        let number = self.first + self.rows.len() as i64;
        self.numbers.insert(row.payment.payment_id.clone(), number);
        self.count_row(&row);
        self.undescribed.push(row.payment.payment_id.clone());
        self.rows.push_back(row);
    }

    /// Puts a row that is not there on top.
    pub fn push_on_top(&mut self, row: PaymentTableRow) {
        self.first -= 1;
        self.numbers.insert(row.payment.payment_id.clone(), self.first);
        self.count_row(&row);
        self.undescribed.push(row.payment.payment_id.clone());
        self.rows.push_front(row);
    }

    /// Takes the row on top out.
    pub fn pop(&mut self) -> Option<PaymentTableRow> {
        let row = self.rows.pop_front()?;
        self.first += 1;
        self.numbers.remove(&row.payment.payment_id);
        self.uncount(&row);
        Some(row)
    }

    /// Takes a row out, wherever it is. Those behind it are numbered again.
    pub fn remove(&mut self, payment_id: &PaymentId) -> Option<PaymentTableRow> {
        let place = self.place(payment_id)?;
        let row = self.rows.remove(place)?;
        self.numbers.remove(payment_id);
        for (number, behind) in (self.first..).zip(&self.rows).skip(place) {
            self.numbers.insert(behind.payment.payment_id.clone(), number);
        }
        self.uncount(&row);
        Some(row)
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

fn counted(row: &PaymentTableRow) -> (PaymentStatus, bool) {
    (row.payment.status.clone(), row.waits_for_capture())
}

impl Index<usize> for LoadedPayments {
    type Output = PaymentTableRow;

    fn index(&self, place: usize) -> &PaymentTableRow {
        &self.rows[place]
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use serde_json::json;

    use super::*;
    use crate::features::payments::authorized::Authorized;
    use crate::features::payments::detail::row_of;
    use crate::features::payments::known_marks::KnownMarks;
    use crate::features::payments::rows::RowContext;
    use paydesk_api::resources::payments::wire::decode_payment;
    use paydesk_domain::money::MinorUnits;
    use paydesk_domain::review::ReviewStatus;
    use paydesk_domain::zone::Zone;

    fn row(id: u32, status: &str) -> PaymentTableRow {
        let body = json!({"payment_id": format!("pay_{id}"), "status": status, "amount": 500, "currency": "EUR"});
        let (review, authorized) = (&ReviewStatus::ASSUMED, &Authorized::default());
        let marks = &KnownMarks::default();
        let context = RowContext {
            zone: Zone::default(),
            now: DateTime::UNIX_EPOCH,
            units: MinorUnits::Iso4217,
            review,
            authorized,
            marks,
        };
        PaymentTableRow::prepare(row_of(&decode_payment(body, MinorUnits::Iso4217).unwrap()), &context)
    }

    #[test]
    fn a_payment_is_found_wherever_rows_were_put_before_and_after_it() {
        let mut loaded = LoadedPayments::default();
        (10..20).for_each(|id| loaded.push(row(id, "processing")));
        (5..10).rev().for_each(|id| loaded.push_on_top(row(id, "processing")));
        (20..23).for_each(|id| loaded.push(row(id, "processing")));
        let ids: Vec<String> = loaded.iter().map(|row| row.payment.payment_id.to_string()).collect();
        assert_eq!(ids, (5..23).map(|id| format!("pay_{id}")).collect::<Vec<_>>());
        for (place, id) in ids.iter().enumerate() {
            assert_eq!(loaded.place(&PaymentId::new(id.as_str())), Some(place));
        }
        assert!(loaded.replace(row(12, "succeeded")).is_none());
        assert_eq!(loaded.find(&PaymentId::new("pay_12")).unwrap().payment.status.as_str(), "succeeded");
        assert!(loaded.replace(row(99, "succeeded")).is_some_and(|row| row.payment.payment_id.as_str() == "pay_99"));
        assert_eq!(loaded.pop().map(|row| row.payment.payment_id), Some(PaymentId::new("pay_5")));
        assert_eq!((loaded.place(&PaymentId::new("pay_5")), loaded.place(&PaymentId::new("pay_6"))), (None, Some(0)));
        let counts: Vec<(&str, u64)> = loaded.statuses().iter().map(|(status, n)| (status.as_str(), *n)).collect();
        assert_eq!(counts, [("processing", 16), ("succeeded", 1)]);
        assert!(loaded.replace(row(13, "requires_capture")).is_none() && loaded.capturable() == 1);
        assert!(loaded.replace(row(13, "cancelled")).is_none() && loaded.capturable() == 0);
        assert!(
            loaded.remove(&PaymentId::new("pay_13")).is_some() && loaded.remove(&PaymentId::new("pay_13")).is_none()
        );
        for (place, id) in
            ["pay_6", "pay_12", "pay_14", "pay_22"].into_iter().zip([0, 6, 7, 15]).map(|(id, at)| (at, id))
        {
            assert_eq!(loaded.place(&PaymentId::new(id)), Some(place), "{id}");
        }
        loaded.clear();
        assert!(loaded.statuses().is_empty());
        assert_eq!((loaded.len(), loaded.place(&PaymentId::new("pay_12"))), (0, None));
    }
}
