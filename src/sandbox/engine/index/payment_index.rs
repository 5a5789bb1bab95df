//! The columns and how pages are found in them.

use std::ops::Range;

use super::columns::PaymentColumns;
use super::string_codes::StringCodes;
use crate::storage::payments::PaymentKeyRow;
use paydesk_domain::payment::PaymentStatus;

/// How many places are compared at once.
const STRETCH: usize = 4096;
/// Customer 0: none.
const NO_CUSTOMER: u32 = 0;

/// The columns. Place `i` holds the payment with `seq = i + 1`; `created_ms` never falls.
#[derive(Debug, Default)]
pub struct PaymentIndex {
    pub(super) created_ms: Vec<i64>,
    pub(super) status: Vec<u8>,
    /// The word of statuses that are not named: there is at most one, manual review under another name.
    pub(super) other_status: String,
    pub(super) currency: Vec<u16>,
    pub(super) method: Vec<u16>,
    pub(super) customer: Vec<u32>,
    /// In the lowest unit.
    pub(super) amount: Vec<i64>,
    pub(super) values: StringCodes,
}

/// Which payments a list shows; `None` means all.
#[derive(Debug, Clone, Default)]
pub struct IndexFilter {
    pub status: Option<PaymentStatus>,
    pub currency: Option<String>,
    pub payment_method: Option<String>,
    pub customer: Option<CustomerFilter>,
    pub created_from_ms: Option<i64>,
    /// Included.
    pub created_to_ms: Option<i64>,
}

/// The customer a list is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CustomerFilter {
    Known(i64),
    /// No customer has the id that was given: nothing matches.
    Unknown,
}

/// One page of places, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexPage {
    pub seqs: Vec<i64>,
    /// How many there are on all pages.
    pub total: usize,
}

impl PaymentIndex {
    pub fn len(&self) -> usize {
        self.created_ms.len()
    }

    pub fn is_empty(&self) -> bool {
        self.created_ms.is_empty()
    }

    /// When the newest payment was created.
    pub fn newest_ms(&self) -> Option<i64> {
        self.created_ms.last().copied()
    }

    /// Whether a payment is held for manual review under another name than `review`.
    pub fn holds_review_other_than(&self, review: &PaymentStatus) -> bool {
        let mut found = [false; 256];
        self.status.iter().for_each(|code| found[usize::from(*code)] = true);
        let named = PaymentStatus::NAMED.iter().zip(found).filter(|(_, found)| *found).map(|(status, _)| status);
        let has_other = found[usize::from(u8::MAX)] && self.other_status != review.as_str();
        has_other || named.into_iter().any(|status| !status.is_documented() && status != review)
    }

    /// Takes in a new payment, or the new state of one.
    pub fn set(&mut self, row: &PaymentKeyRow) {
        let status = status_code(&row.status);
        if status == u8::MAX {
            row.status.as_str().clone_into(&mut self.other_status);
        }
        let currency = self.values.intern(&row.currency);
        let method = row.payment_method.as_deref().map_or(0, |word| self.values.intern(word));
        let customer = row.customer_seq.and_then(|seq| u32::try_from(seq).ok()).unwrap_or(NO_CUSTOMER);
        let place = usize::try_from(row.seq - 1).unwrap_or(usize::MAX);
        if place >= self.len() {
            self.created_ms.push(row.created_ms);
            self.status.push(status);
            self.currency.push(currency);
            self.method.push(method);
            self.customer.push(customer);
            self.amount.push(row.amount);
        } else {
            self.status[place] = status;
            self.currency[place] = currency;
            self.method[place] = method;
            self.customer[place] = customer;
            self.amount[place] = row.amount;
        }
    }

    /// The places `offset .. offset + limit` of what matches, newest first.
    pub fn page(&self, filter: &IndexFilter, offset: usize, limit: usize) -> IndexPage {
        let range = self.created_range(filter.created_from_ms, filter.created_to_ms);
        match self.columns_to_compare(filter) {
            FilterCodes::All => page_of_range(range, offset, limit),
            FilterCodes::Nothing => IndexPage { seqs: Vec::new(), total: 0 },
            FilterCodes::Columns(wanted) => self.page_of_matches(&wanted, range, offset, limit),
        }
    }

    /// What analytics counts of the payments created from `from_ms` to `to_ms`, both included.
    pub fn columns(&self, from_ms: i64, to_ms: i64) -> PaymentColumns<'_> {
        let range = self.created_range(Some(from_ms), Some(to_ms));
        PaymentColumns {
            created_ms: &self.created_ms[range.clone()],
            status: &self.status[range.clone()],
            other_status: &self.other_status,
            currency: &self.currency[range.clone()],
            method: &self.method[range.clone()],
            amount: &self.amount[range],
            values: self.values.list(),
        }
    }

    fn created_range(&self, from_ms: Option<i64>, to_ms: Option<i64>) -> Range<usize> {
        let start = from_ms.map_or(0, |from| self.created_ms.partition_point(|ms| *ms < from));
        let end = to_ms.map_or(self.len(), |to| self.created_ms.partition_point(|ms| *ms <= to));
        start..end.max(start)
    }

    fn columns_to_compare(&self, filter: &IndexFilter) -> FilterCodes {
        let word = |text: &Option<String>| text.as_ref().map(|text| self.values.code(text).ok_or(()));
        let customer = filter.customer.map(|customer| match customer {
            CustomerFilter::Known(seq) => u32::try_from(seq).map_err(|_| ()),
            CustomerFilter::Unknown => Err(()),
        });
        let wanted = (
            filter.status.as_ref().map(status_code),
            word(&filter.currency).transpose(),
            word(&filter.payment_method).transpose(),
            customer.transpose(),
        );
        match wanted {
            (None, Ok(None), Ok(None), Ok(None)) => FilterCodes::All,
            (status, Ok(currency), Ok(method), Ok(customer)) => {
                FilterCodes::Columns(Wanted { status, currency, method, customer })
            }
            _ => FilterCodes::Nothing,
        }
    }

    /// Compares a stretch of the columns at a time, in loops that the compiler makes into wide instructions.
    fn page_of_matches(&self, wanted: &Wanted, range: Range<usize>, offset: usize, limit: usize) -> IndexPage {
        let mut page = IndexPage { seqs: Vec::with_capacity(limit), total: 0 };
        let mut matches = [true; STRETCH];
        let mut end = range.end;
        while end > range.start {
            let start = end.saturating_sub(STRETCH).max(range.start);
            let matches = &mut matches[..end - start];
            matches.fill(true);
            keep_equal(matches, &self.status[start..end], wanted.status);
            keep_equal(matches, &self.currency[start..end], wanted.currency);
            keep_equal(matches, &self.method[start..end], wanted.method);
            keep_equal(matches, &self.customer[start..end], wanted.customer);
            let found: usize = matches.iter().map(|matches| usize::from(*matches)).sum();
            if page.seqs.len() < limit && page.total + found > offset {
                let skipped = offset.saturating_sub(page.total);
                let places = (start..end).rev().filter(|place| matches[place - start]).skip(skipped);
                page.seqs.extend(places.take(limit - page.seqs.len()).map(seq_at));
            }
            page.total += found;
            end = start;
        }
        page
    }
}

/// Takes out what does not hold `wanted`; `None` takes out nothing.
fn keep_equal<T: Copy + PartialEq>(matches: &mut [bool], column: &[T], wanted: Option<T>) {
    if let Some(wanted) = wanted {
        for (matches, value) in matches.iter_mut().zip(column) {
            *matches &= *value == wanted;
        }
    }
}

/// What a filter compares, in the codes of the columns.
enum FilterCodes {
    /// Everything within the range matches.
    All,
    /// A word that no payment has: nothing matches.
    Nothing,
    Columns(Wanted),
}

struct Wanted {
    status: Option<u8>,
    currency: Option<u16>,
    method: Option<u16>,
    customer: Option<u32>,
}

fn page_of_range(range: Range<usize>, offset: usize, limit: usize) -> IndexPage {
    let total = range.len();
    let end = range.start + total.saturating_sub(offset);
    let start = end.saturating_sub(limit).max(range.start);
    IndexPage { seqs: (start..end).rev().map(seq_at).collect(), total }
}

fn seq_at(place: usize) -> i64 {
    place as i64 + 1
}

fn status_code(status: &PaymentStatus) -> u8 {
    PaymentStatus::NAMED.iter().position(|named| named == status).map_or(u8::MAX, |position| position as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index() -> PaymentIndex {
        let mut index = PaymentIndex::default();
        for seq in 1..=10 {
            let status = if seq % 2 == 0 { PaymentStatus::Succeeded } else { PaymentStatus::Failed };
            let currency = if seq <= 4 { "USD" } else { "JPY" }.to_owned();
            let customer_seq = (seq == 7).then_some(3);
            index.set(&PaymentKeyRow {
                seq,
                status,
                currency,
                payment_method: None,
                customer_seq,
                created_ms: seq * 100,
                amount: seq,
            });
        }
        index
    }

    fn page(filter: IndexFilter, offset: usize, limit: usize) -> (Vec<i64>, usize) {
        let page = index().page(&filter, offset, limit);
        (page.seqs, page.total)
    }

    #[test]
    fn pages_without_a_filter_go_from_the_newest_to_the_oldest_and_end() {
        assert_eq!(page(IndexFilter::default(), 0, 3), (vec![10, 9, 8], 10));
        assert_eq!(page(IndexFilter::default(), 8, 3), (vec![2, 1], 10));
        assert_eq!(page(IndexFilter::default(), 10, 3), (vec![], 10));
        assert_eq!(page(IndexFilter::default(), usize::MAX, 3), (vec![], 10));
    }

    #[test]
    fn filters_combine_and_count_all_their_matches() {
        let status = Some(PaymentStatus::Succeeded);
        assert_eq!(page(IndexFilter { status: status.clone(), ..Default::default() }, 1, 2), (vec![8, 6], 5));
        let currency = Some("USD".to_owned());
        assert_eq!(page(IndexFilter { status, currency, ..Default::default() }, 0, 9), (vec![4, 2], 2));
        let customer = Some(CustomerFilter::Known(3));
        assert_eq!(page(IndexFilter { customer, ..Default::default() }, 0, 9), (vec![7], 1));
        let unknown = IndexFilter { currency: Some("XXX".to_owned()), ..Default::default() };
        assert_eq!(page(unknown, 0, 9), (vec![], 0));
    }

    #[test]
    fn both_ends_of_a_time_range_are_included() {
        let filter = IndexFilter { created_from_ms: Some(300), created_to_ms: Some(500), ..Default::default() };
        assert_eq!(page(filter, 0, 9), (vec![5, 4, 3], 3));
        let backwards = IndexFilter { created_from_ms: Some(500), created_to_ms: Some(300), ..Default::default() };
        assert_eq!(page(backwards, 0, 9), (vec![], 0));
    }

    #[test]
    fn a_payment_that_changes_keeps_its_place() {
        let mut index = index();
        index.set(&PaymentKeyRow {
            seq: 3,
            status: PaymentStatus::Cancelled,
            currency: "USD".to_owned(),
            payment_method: None,
            customer_seq: None,
            created_ms: 300,
            amount: 3,
        });
        let filter = IndexFilter { status: Some(PaymentStatus::Cancelled), ..Default::default() };
        assert_eq!(index.page(&filter, 0, 9), IndexPage { seqs: vec![3], total: 1 });
        assert_eq!(index.len(), 10);
    }
}
