//! All payments of a profile by number and by id.

use std::collections::VecDeque;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use hashbrown::HashTable;

use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{CurrencyCode, MinorUnits, Money};
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::payment::PaymentStatus;

use super::chunk::{CHUNK_ROWS, Chunk, StoredText};
use super::dictionary::Dictionaries;
use super::payment::StoredPayment;
use super::texts::folded;

/// So many changes are merged into an order; after more of them all rows are sorted anew.
const CHANGES_KNOWN: usize = 2_000;

/// What became of a payment that was put in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PutOutcome {
    New,
    Changed,
    /// Only the time it was seen is another.
    Seen,
}

/// All known payments of a profile, found by number or by ID.
#[derive(Clone, Default)]
pub struct KnownPayments {
    /// Shared with who writes them to disk; one that changes meanwhile is copied.
    chunks: Vec<Arc<Chunk>>,
    dictionaries: Arc<Dictionaries>,
    by_id: HashTable<u32>,
    hasher: RandomState,
    /// All rows, the newest first; those without a time of creation last.
    newest: Vec<u32>,
    /// Rows that are in no order yet.
    unordered: Vec<u32>,
    /// The largest number that a row has in the file of the cache.
    last_stored_as: u32,
    detailed: usize,
    /// What all payments come to, in the lowest unit, by the number of the currency.
    totals: Vec<i128>,
    revision: u64,
    /// The rows that came or changed last, one for each revision.
    changes: VecDeque<u32>,
}

impl std::fmt::Debug for KnownPayments {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KnownPayments").field("rows", &self.len()).field("revision", &self.revision).finish()
    }
}

/// Equal where the same payments are in them, in the same order.
impl PartialEq for KnownPayments {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && (0..self.len()).all(|row| self.payment(row) == other.payment(row))
    }
}

/// What is shared of columns with who writes them to disk: what they hold now, whatever comes later.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SharedColumns {
    pub chunks: Vec<Arc<Chunk>>,
    pub dictionaries: Arc<Dictionaries>,
}

/// What is needed to sort all payments, whatever becomes of them meanwhile.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SortInput {
    pub(super) shared: SharedColumns,
    /// All rows, the newest first.
    pub(super) newest: Vec<u32>,
    pub(super) revision: u64,
}

impl SharedColumns {
    /// The payment in a row.
    pub fn payment(&self, row: u32) -> Option<StoredPayment> {
        self.at(row).map(|(chunk, place)| chunk.payment(place, &self.dictionaries))
    }

    /// The chunk that has a row, and the place there.
    #[inline]
    pub(super) fn at(&self, row: u32) -> Option<(&Chunk, usize)> {
        at(&self.chunks, row as usize)
    }
}

#[inline]
fn at(chunks: &[Arc<Chunk>], row: usize) -> Option<(&Chunk, usize)> {
    let chunk = chunks.get(row / CHUNK_ROWS)?;
    (row % CHUNK_ROWS < chunk.len()).then_some((chunk, row % CHUNK_ROWS))
}

impl KnownPayments {
    /// What is sorted, also by another thread.
    pub fn sort_input(&self) -> SortInput {
        SortInput { shared: self.share(), newest: self.newest.clone(), revision: self.revision }
    }

    /// What is written to disk.
    pub fn share(&self) -> SharedColumns {
        SharedColumns { chunks: self.chunks.clone(), dictionaries: Arc::clone(&self.dictionaries) }
    }

    /// Takes what was read from disk; `None` where a chunk before the last is not full.
    pub fn from_chunks(chunks: Vec<Arc<Chunk>>, dictionaries: Dictionaries) -> Option<Self> {
        let last = chunks.len().saturating_sub(1);
        if chunks.iter().take(last).any(|chunk| chunk.len() != CHUNK_ROWS) {
            return None;
        }
        let mut columns = Self { chunks, dictionaries: Arc::new(dictionaries), ..Self::default() };
        let count = columns.len();
        columns.by_id.reserve(count, |_| 0);
        for row in 0..count {
            columns.index(row);
        }
        columns.detailed = columns.chunks.iter().map(|chunk| chunk.detailed.iter().filter(|at| **at > 0).count()).sum();
        let numbers = columns.chunks.iter().flat_map(|chunk| chunk.stored_as.iter());
        columns.last_stored_as = numbers.max().unwrap_or(0);
        for row in 0..count {
            columns.total(row, 1);
        }
        columns.unordered = (0..count as u32).collect();
        columns.order_new();
        Some(columns)
    }

    pub fn len(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK_ROWS + last.len())
    }

    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Of how many the details are known.
    pub fn detailed(&self) -> usize {
        self.detailed
    }

    /// Another number whenever a payment came or changed.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    pub fn chunks(&self) -> &[Arc<Chunk>] {
        &self.chunks
    }

    pub fn dictionaries(&self) -> &Arc<Dictionaries> {
        &self.dictionaries
    }

    #[inline]
    pub(super) fn at(&self, row: usize) -> Option<(&Chunk, usize)> {
        at(&self.chunks, row)
    }

    /// How the service counts the amounts, whatever the payments said that were put in.
    pub fn units(&self) -> MinorUnits {
        self.dictionaries.units
    }

    /// From now on the amounts are those of a service that counts so.
    pub fn count_as(&mut self, units: MinorUnits) {
        if self.units() != units {
            Arc::make_mut(&mut self.dictionaries).units = units;
            self.revision += 1;
            self.changes.clear();
        }
    }

    /// The payment in a row.
    pub fn payment(&self, row: usize) -> Option<StoredPayment> {
        self.at(row).map(|(chunk, place)| chunk.payment(place, &self.dictionaries))
    }

    /// The amount of the payment in a row.
    pub fn amount(&self, row: usize) -> Option<Money> {
        self.at(row).map(|(chunk, place)| chunk.money(place, &self.dictionaries))
    }

    /// What all payments come to. Not counted when it is asked: it follows each payment that comes or changes.
    pub fn sums(&self) -> MoneySums {
        let currencies = self.dictionaries.currencies.values().iter();
        let known = currencies.zip(&self.totals).filter(|(_, minor)| **minor != 0);
        let money = |(code, minor): (&CurrencyCode, &i128)| {
            Some(Money::new(i64::try_from(*minor).ok()?, self.units().of(code.clone())))
        };
        known.filter_map(money).collect()
    }

    /// Counts the amount of a row in, or with `-1` out.
    fn total(&mut self, row: usize, times: i128) {
        let Some((chunk, place)) = self.at(row) else { return };
        let (number, minor) = (usize::from(chunk.currency.get(place)), i128::from(chunk.amount[place]));
        if self.totals.len() <= number {
            self.totals.resize(number + 1, 0);
        }
        self.totals[number] += times * minor;
    }

    /// The status of the payment in a row.
    pub fn status(&self, row: usize) -> Option<&PaymentStatus> {
        self.at(row).and_then(|(chunk, place)| self.dictionaries.statuses.get(chunk.status.get(place)))
    }

    /// The number of a row in the file of the cache.
    pub fn stored_as(&self, row: usize) -> Option<u32> {
        self.at(row).map(|(chunk, place)| chunk.stored_as.get(place))
    }

    /// The largest number that a row has there; 0 without rows.
    pub fn last_stored_as(&self) -> u32 {
        self.last_stored_as
    }

    /// Whether the details of a payment were read.
    pub fn has_details(&self, row: usize) -> bool {
        self.at(row).is_some_and(|(chunk, place)| chunk.detailed[place] > 0)
    }

    /// The rows in one of the statuses that are wanted, the newest first.
    pub fn rows_with_status(&self, is_wanted: impl Fn(&PaymentStatus) -> bool) -> Vec<usize> {
        let wanted = self.dictionaries.statuses.table(is_wanted);
        let is_wanted = |status: u16| wanted.get(usize::from(status)) == Some(&true);
        let statuses = self.chunks().iter().flat_map(|chunk| chunk.status.iter()).enumerate();
        let mut rows: Vec<usize> = statuses.filter(|(_, status)| is_wanted(*status)).map(|(row, _)| row).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(self.created_millis(*row)));
        rows
    }

    /// The payments of which a part could be captured when they were read last, although their status does not say so.
    pub fn remainders(&self) -> impl Iterator<Item = PaymentId> {
        let may_hold =
            |status: &PaymentStatus| status.may_hold_capturable() && *status != PaymentStatus::RequiresCapture;
        let wanted = self.dictionaries.statuses.table(may_hold);
        self.chunks().iter().flat_map(move |chunk| chunk.capturable(&wanted))
    }

    /// The row of a payment.
    pub fn find(&self, payment_id: &PaymentId) -> Option<usize> {
        let id = payment_id.as_str();
        let folded = folded(id);
        let hash = self.hasher.hash_one(folded.as_bytes());
        let is_it = |row: &u32| {
            let row = *row as usize;
            self.folded_id(row) == folded.as_bytes() && self.id_text(row).is_some_and(|known| known == id)
        };
        self.by_id.find(hash, is_it).map(|row| *row as usize)
    }

    #[inline]
    fn folded_id(&self, row: usize) -> &[u8] {
        self.at(row).map_or(&[], |(chunk, place)| chunk.folded(place, StoredText::Id))
    }

    pub fn id_text(&self, row: usize) -> Option<String> {
        self.at(row).map(|(chunk, place)| chunk.id_text(place))
    }

    fn index(&mut self, row: usize) {
        let hash = self.hasher.hash_one(self.folded_id(row));
        let (chunks, hasher) = (&self.chunks, &self.hasher);
        let folded_id = |row: usize| {
            let chunk = chunks.get(row / CHUNK_ROWS);
            chunk.map_or(&[][..], |chunk| chunk.folded(row % CHUNK_ROWS, StoredText::Id))
        };
        self.by_id.insert_unique(hash, row as u32, |row| hasher.hash_one(folded_id(*row as usize)));
    }

    /// Puts a payment in, or in the place of what was known of it.
    pub fn put(&mut self, payment: &StoredPayment) -> (usize, PutOutcome) {
        match self.find(&payment.row.payment_id) {
            Some(row) => (row, self.replace(row, payment)),
            None => {
                self.last_stored_as += 1;
                (self.push(payment, self.last_stored_as), PutOutcome::New)
            }
        }
    }

    /// Adds a payment that is not there, under the number it has in the file of the cache.
    pub fn push(&mut self, payment: &StoredPayment, stored_as: u32) -> usize {
        let row = self.len();
        if self.chunks.last().is_none_or(|chunk| chunk.is_full()) {
            self.chunks.push(Arc::default());
        }
        if let Some(chunk) = self.chunks.last_mut() {
            Arc::make_mut(chunk).push(payment, stored_as, Arc::make_mut(&mut self.dictionaries));
        }
        self.index(row);
        self.total(row, 1);
        self.last_stored_as = self.last_stored_as.max(stored_as);
        self.unordered.push(row as u32);
        self.detailed += usize::from(payment.detailed_at.is_some());
        self.changed(row);
        row
    }

    fn replace(&mut self, row: usize, payment: &StoredPayment) -> PutOutcome {
        let Some(known) = self.payment(row) else { return PutOutcome::Seen };
        self.total(row, -1);
        let Some(chunk) = self.chunks.get_mut(row / CHUNK_ROWS) else { return PutOutcome::Seen };
        let is_only_seen = StoredPayment { seen_at: known.seen_at, ..payment.clone() } == known;
        Arc::make_mut(chunk).replace(row % CHUNK_ROWS, payment, Arc::make_mut(&mut self.dictionaries));
        self.total(row, 1);
        if is_only_seen {
            return PutOutcome::Seen;
        }
        self.detailed += usize::from(payment.detailed_at.is_some());
        self.detailed -= usize::from(known.detailed_at.is_some());
        if known.row.created != payment.row.created {
            self.newest.retain(|listed| *listed as usize != row);
            self.unordered.retain(|listed| *listed as usize != row);
            self.unordered.push(row as u32);
        }
        self.changed(row);
        PutOutcome::Changed
    }

    fn changed(&mut self, row: usize) {
        self.revision += 1;
        if self.changes.len() == CHANGES_KNOWN {
            self.changes.pop_front();
        }
        self.changes.push_back(row as u32);
    }

    /// The rows that came or changed since a revision, as often as they did; `None` where these are too many.
    pub fn changed_since(&self, revision: u64) -> Option<impl ExactSizeIterator<Item = u32>> {
        let count = usize::try_from(self.revision.checked_sub(revision)?).ok()?;
        let before = self.changes.len().checked_sub(count)?;
        Some(self.changes.range(before..).copied())
    }

    /// Puts the rows that came since the last time into the order by age.
    pub fn order_new(&mut self) {
        let mut new = std::mem::take(&mut self.unordered);
        if new.is_empty() {
            return;
        }
        let mut merged = std::mem::take(&mut self.newest);
        let key = |row: &u32| std::cmp::Reverse(self.created_millis(*row as usize));
        // Pages come in this order, so most often there is nothing to do.
        if !new.is_sorted_by_key(key) {
            new.sort_by_key(key);
        }
        let first = new.first().map(key);
        let from = merged.partition_point(|row| Some(key(row)) <= first);
        let mut behind = merged.split_off(from).into_iter().peekable();
        let mut added = new.into_iter().peekable();
        merged.reserve(behind.len() + added.len());
        while let (Some(known), Some(new)) = (behind.peek(), added.peek()) {
            let next = if key(known) <= key(new) { behind.next() } else { added.next() };
            merged.extend(next);
        }
        merged.extend(behind);
        merged.extend(added);
        self.newest = merged;
    }

    /// All rows, the newest first, as of the last [`Self::order_new`].
    pub fn newest(&self) -> &[u32] {
        &self.newest
    }

    /// The rows whose time of creation is not known, as of the last [`Self::order_new`].
    pub fn undated(&self) -> impl Iterator<Item = u32> {
        self.newest.iter().rev().copied().take_while(|row| self.created(*row as usize).is_none())
    }

    #[inline]
    pub(super) fn created_millis(&self, row: usize) -> i64 {
        self.at(row).map_or(super::chunk::NO_TIME, |(chunk, place)| chunk.created[place])
    }

    /// When a payment was created.
    pub fn created(&self, row: usize) -> Option<DateTime<Utc>> {
        let millis = self.created_millis(row);
        (millis != super::chunk::NO_TIME).then(|| DateTime::from_timestamp_millis(millis)).flatten()
    }

    /// When each payment was created that was created since a time, its amount and its status; the newest first.
    pub fn created_since(
        &self,
        since: DateTime<Utc>,
    ) -> impl Iterator<Item = (DateTime<Utc>, Money, &PaymentStatus)> + use<'_> {
        let newest = self.newest.iter().map(|row| *row as usize);
        let since = newest.take_while(move |row| self.created(*row).is_some_and(|at| at >= since));
        since.filter_map(|row| {
            let (chunk, place) = self.at(row)?;
            let status = self.dictionaries.statuses.get(chunk.status.get(place))?;
            Some((self.created(row)?, chunk.money(place, &self.dictionaries), status))
        })
    }

    /// How many bytes of memory it takes, about.
    pub fn memory(&self) -> usize {
        let chunks: usize = self.chunks.iter().map(|chunk| chunk.memory()).sum();
        chunks + self.by_id.capacity() * 5 + (self.newest.capacity() + self.unordered.capacity()) * 4
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{SampleRng, payment};
    use super::*;

    #[test]
    fn a_payment_comes_back_as_it_was_put_in_also_where_it_was_replaced() {
        let (mut columns, mut rng) = (KnownPayments::default(), SampleRng(1));
        let mut known: Vec<StoredPayment> = (0..CHUNK_ROWS + 500).map(|number| payment(number, &mut rng)).collect();
        for payment in &known {
            assert_eq!(columns.put(payment).1, PutOutcome::New);
        }
        for number in [0, 7, CHUNK_ROWS - 1, CHUNK_ROWS, CHUNK_ROWS + 499] {
            let new = StoredPayment { row: known[number].row.clone(), ..payment(number + 90_000, &mut rng) };
            assert_eq!(columns.put(&new), (number, PutOutcome::Changed));
            known[number] = new;
        }
        let sums: MoneySums = known.iter().map(|payment| payment.row.amount.clone()).collect();
        assert_eq!(columns.sums().text(), sums.text(), "with what was replaced counted once");
        for (row, payment) in known.iter().enumerate() {
            assert_eq!(columns.payment(row).as_ref(), Some(payment));
            assert_eq!(columns.find(&payment.row.payment_id), Some(row));
        }
        assert_eq!(columns.detailed(), known.iter().filter(|payment| payment.detailed_at.is_some()).count());
        assert_eq!((columns.find(&PaymentId::new("pay_none")), columns.payment(known.len())), (None, None));
    }

    #[test]
    fn ids_that_differ_in_letter_case_alone_are_two_payments() {
        let (mut columns, mut rng) = (KnownPayments::default(), SampleRng(1));
        for id in ["pay_a", "pay_A"] {
            let mut payment = payment(0, &mut rng);
            payment.row.payment_id = PaymentId::new(id);
            columns.put(&payment);
        }
        assert_eq!(columns.find(&PaymentId::new("pay_A")), Some(1));
        assert_eq!(columns.len(), 2);
    }

    #[test]
    fn rows_stand_by_age_in_whatever_order_they_come() {
        let (mut columns, mut rng) = (KnownPayments::default(), SampleRng(3));
        let at = |seconds: Option<i64>| seconds.and_then(|seconds| DateTime::from_timestamp(seconds, 0));
        let mut number = 0;
        let batches: [&[Option<i64>]; 5] =
            [&[Some(50), Some(40), Some(40)], &[Some(30), None], &[Some(60)], &[Some(45), Some(10)], &[Some(40)]];
        for batch in batches {
            for seconds in batch {
                let mut payment = payment(number, &mut rng);
                payment.row.created = at(*seconds);
                columns.put(&payment);
                number += 1;
            }
            columns.order_new();
        }
        assert_eq!(columns.newest(), [5, 0, 6, 1, 2, 8, 3, 7, 4]);
        let mut later = columns.payment(4).unwrap();
        later.row.created = at(Some(70));
        columns.put(&later);
        columns.order_new();
        assert_eq!(columns.newest(), [4, 5, 0, 6, 1, 2, 8, 3, 7]);
    }

    #[test]
    fn seeing_a_payment_again_is_no_change() {
        let (mut columns, mut rng) = (KnownPayments::default(), SampleRng(3));
        let mut payment = payment(0, &mut rng);
        columns.put(&payment);
        let revision = columns.revision();
        payment.seen_at = DateTime::from_timestamp(1_900_000_000, 0);
        assert_eq!(columns.put(&payment), (0, PutOutcome::Seen));
        assert_eq!((columns.revision(), columns.payment(0)), (revision, Some(payment)));
    }
}
