//! How many of the payments that are found have each value: of every value also what would be found with it.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use paydesk_domain::decline::{self, DeclineFamily};
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::PaymentStatus;

use super::chunk::{Chunk, DISPUTED, NO_TIME, REFUNDED};
use super::compact::ValueColumn;
use super::dictionary::Dictionaries;
use super::matcher::{ChunkBits, SearchContext};
use super::row_set::each_bit;

/// Days that are counted one by one; older ones together.
pub const DAYS_COUNTED: usize = 62;
/// The borders of days stand on quarters of an hour in every zone.
const QUARTER_MS: i64 = 900_000;
/// Quarters of the days that are counted, with room for the longer day when clocks are put back.
const QUARTERS: usize = (DAYS_COUNTED + 1) * 96;

/// Values with how many have each, the most frequent first.
pub type FacetCounts<T> = Vec<(T, u64)>;

/// The counts beside what is found. Those of a key are of what the other conditions find, so that another value can be
/// chosen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaymentFacets {
    pub statuses: FacetCounts<PaymentStatus>,
    pub currencies: FacetCounts<CurrencyCode>,
    pub methods: FacetCounts<String>,
    pub families: FacetCounts<DeclineFamily>,
    /// Those of which a dispute is known.
    pub disputed: u64,
    /// Those of which a refund is known.
    pub refunded: u64,
    /// The newest day first.
    pub days: FacetCounts<NaiveDate>,
    /// Created before the first of these days, or at a time that is not known.
    pub older: u64,
}

/// Which facet a chunk's bits are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter)]
pub(super) enum Facet {
    Status,
    Currency,
    Method,
    Family,
    Disputed,
    Refunded,
    Day,
}

/// What is counted of some chunks, by the numbers of the dictionaries.
pub(super) struct Counters {
    statuses: Vec<u32>,
    currencies: Vec<u32>,
    methods: Vec<u32>,
    codes: Vec<u32>,
    quarters: Vec<u32>,
    disputed: u64,
    refunded: u64,
    older: u64,
    /// The first quarter that is counted for itself.
    first_quarter: i64,
}

impl Counters {
    /// Nothing counted; `newest` is when the newest payment of all was created.
    pub fn new(of: &Dictionaries, newest: i64) -> Self {
        let zeros = |count: usize| vec![0; count];
        Self {
            statuses: zeros(of.statuses.values().len()),
            currencies: zeros(of.currencies.values().len()),
            methods: zeros(of.methods.values().len()),
            codes: zeros(of.codes.values().len()),
            quarters: zeros(QUARTERS),
            disputed: 0,
            refunded: 0,
            older: 0,
            first_quarter: newest.div_euclid(QUARTER_MS) - QUARTERS as i64 + 1,
        }
    }

    /// Counts the rows of `bits` for one facet.
    pub fn count(&mut self, facet: Facet, chunk: &Chunk, bits: &ChunkBits) {
        match facet {
            Facet::Status => count(&mut self.statuses, &chunk.status, bits),
            Facet::Currency => count(&mut self.currencies, &chunk.currency, bits),
            Facet::Method => count(&mut self.methods, &chunk.method, bits),
            Facet::Family => count(&mut self.codes, &chunk.code, bits),
            Facet::Disputed => self.disputed += with_flag(chunk, bits, DISPUTED),
            Facet::Refunded => self.refunded += with_flag(chunk, bits, REFUNDED),
            Facet::Day => each_bit(bits, |row| {
                let is_counted = add_quarter(&mut self.quarters, chunk.created[row], self.first_quarter);
                self.older += u64::from(!is_counted);
            }),
        }
    }

    /// Counts the rows of `bits` for all facets, in one go.
    pub fn count_all(&mut self, chunk: &Chunk, bits: &ChunkBits) {
        let Self { statuses, currencies, methods, codes, quarters, disputed, refunded, older, first_quarter } = self;
        *disputed += with_flag(chunk, bits, DISPUTED);
        *refunded += with_flag(chunk, bits, REFUNDED);
        each_bit(bits, |row| {
            add_one(statuses, chunk.status.get(row));
            add_one(currencies, chunk.currency.get(row));
            add_one(methods, chunk.method.get(row));
            add_one(codes, chunk.code.get(row));
            *older += u64::from(!add_quarter(quarters, chunk.created[row], *first_quarter));
        });
    }

    /// With what another thread counted.
    pub fn add(mut self, other: &Self) -> Self {
        let pairs = [
            (&mut self.statuses, &other.statuses),
            (&mut self.currencies, &other.currencies),
            (&mut self.methods, &other.methods),
            (&mut self.codes, &other.codes),
            (&mut self.quarters, &other.quarters),
        ];
        for (ours, theirs) in pairs {
            ours.iter_mut().zip(theirs).for_each(|(ours, theirs)| *ours += theirs);
        }
        self.older += other.older;
        self.disputed += other.disputed;
        self.refunded += other.refunded;
        self
    }

    /// By value instead of number.
    pub fn facets(&self, of: &Dictionaries, context: &SearchContext<'_>) -> PaymentFacets {
        let mut families: BTreeMap<usize, u64> = BTreeMap::new();
        for (code, count) in of.codes.values().iter().zip(&self.codes) {
            let family = decline::family(code);
            let place = DeclineFamily::ALL.iter().position(|known| *known == family).unwrap_or(0);
            *families.entry(place).or_default() += u64::from(*count);
        }
        let families = families.into_iter().map(|(place, count)| (DeclineFamily::ALL[place], count)).collect();
        let (days, before) = self.days(context);
        PaymentFacets {
            statuses: counted(of.statuses.values(), &self.statuses),
            currencies: counted(of.currencies.values(), &self.currencies),
            methods: counted(of.methods.values(), &self.methods),
            families: most_first(families),
            disputed: self.disputed,
            refunded: self.refunded,
            days,
            older: self.older + before,
        }
    }

    /// The days that have payments, the newest first, and how many are older than [`DAYS_COUNTED`] days.
    fn days(&self, context: &SearchContext<'_>) -> (FacetCounts<NaiveDate>, u64) {
        let time = |quarter: i64| DateTime::<Utc>::from_timestamp_millis(quarter.saturating_mul(QUARTER_MS));
        let end = self.first_quarter + QUARTERS as i64;
        let (mut found, mut to) = (Vec::new(), end);
        // The day of the newest payment is a day before or after its day in UTC.
        let mut day = time(end).map(|end| (end + TimeDelta::days(1)).date_naive());
        while let Some(date) = day.filter(|_| found.len() < DAYS_COUNTED && to > self.first_quarter) {
            let from = context.start_millis(date).div_euclid(QUARTER_MS).clamp(self.first_quarter, to);
            let count = self.sum(from, to);
            if count > 0 {
                found.push((date, count));
            }
            (to, day) = (from, date.pred_opt());
        }
        (found, self.sum(self.first_quarter, to))
    }

    fn sum(&self, from: i64, to: i64) -> u64 {
        let place = |quarter: i64| usize::try_from(quarter - self.first_quarter).unwrap_or(0).min(QUARTERS);
        self.quarters[place(from)..place(to).max(place(from))].iter().map(|count| u64::from(*count)).sum()
    }
}

fn with_flag(chunk: &Chunk, bits: &ChunkBits, flag: u8) -> u64 {
    let mut count = 0;
    each_bit(bits, |row| count += u64::from(chunk.flags[row] & flag != 0));
    count
}

/// When the newest payment was created, as [`Counters::new`] needs it.
pub(super) fn newest_millis(millis: i64) -> i64 {
    if millis == NO_TIME { 0 } else { millis }
}

fn count(counts: &mut [u32], column: &ValueColumn, bits: &ChunkBits) {
    each_bit(bits, |row| add_one(counts, column.get(row)));
}

fn add_one(counts: &mut [u32], number: u16) {
    if let Some(count) = counts.get_mut(usize::from(number)) {
        *count += 1;
    }
}

/// False where the time is before the quarters that are counted.
fn add_quarter(quarters: &mut [u32], created: i64, first_quarter: i64) -> bool {
    let place = usize::try_from(created.div_euclid(QUARTER_MS) - first_quarter);
    let count = place.ok().and_then(|place| quarters.get_mut(place));
    count.map(|count| *count += 1).is_some()
}

fn counted<T: Clone>(values: &[T], counts: &[u32]) -> FacetCounts<T> {
    most_first(values.iter().cloned().zip(counts.iter().map(|count| u64::from(*count))).collect())
}

fn most_first<T>(mut counts: FacetCounts<T>) -> FacetCounts<T> {
    counts.retain(|(_, count)| *count > 0);
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}
