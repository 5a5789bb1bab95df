//! Rows sorted by a column. Numbers are sorted by their digits, texts by twelve bytes on two threads, those that are
//! alike in them by the following twelve.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::chunk::{Chunk, NO_TIME, StoredText};
use super::columns::{KnownPayments, SharedColumns, SortInput};
use super::dictionary::NONE;
use super::row_set::RowSet;

/// Rows below which a second thread costs more than it brings.
const ROWS_FOR_TWO: usize = 50_000;
/// Bits of a digit.
const DIGIT_BITS: u32 = 11;
/// Bytes of a text that are compared at once: as many as have room in a `u128` above the place of the row.
const KEY_BYTES: usize = 12;
/// Bits of the place of a row.
const PLACE_BITS: u32 = 32;
/// The key of an empty text.
const LAST_KEY: u128 = (1 << (u8::BITS as usize * KEY_BYTES)) - 1;

/// A column of payments, which is what rows are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumIter, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SortKey {
    /// By currency, then by amount: amounts of two currencies have no order.
    Amount,
    Currency,
    Status,
    /// The name of the customer, else the e-mail address, else the customer ID.
    Payer,
    Method,
    /// The order reference, else the description.
    Order,
    Created,
    /// The deadline of a capture, or why a payment was declined. What is stored has no such column: rows stay newest
    /// first, and only the list of the service's pages is sorted by it.
    CaptureBefore,
    PaymentId,
    Email,
    Customer,
    Description,
    Decline,
    Seen,
    OrderReference,
    /// The last four digits of the card.
    Last4,
    /// What refunds gave back. Nothing that is stored says how much: rows stay newest first, as for the next ones.
    Refunded,
    /// What of what was received was not refunded.
    LeftToRefund,
    /// Where the card was issued.
    CardCountry,
    Tags,
    Note,
}

impl SortKey {
    /// Whether stored payments can be sorted by it.
    pub fn is_stored(self) -> bool {
        !matches!(self, Self::CaptureBefore | Self::Refunded | Self::LeftToRefund | Self::Tags | Self::Note)
    }

    /// Whether its texts come with the details of payments, one after the other.
    pub fn is_detail(self) -> bool {
        matches!(self, Self::Payer | Self::Email | Self::Order | Self::OrderReference | Self::Description)
    }
}

/// The order of what is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SortOrder {
    pub key: SortKey,
    pub descending: bool,
}

impl Default for SortOrder {
    fn default() -> Self {
        Self { key: SortKey::Created, descending: true }
    }
}

impl SortOrder {
    /// The rows of what was found, in this order: `newest` gives the rows by age, the newest first; `least` those by the
    /// column, the least first, or nothing where they were never sorted by it. Those without a value are last either way.
    pub fn rows(
        self,
        of: &SharedColumns,
        newest: impl FnOnce() -> Vec<u32>,
        least: impl FnOnce(SortKey) -> Option<Vec<u32>>,
    ) -> Vec<u32> {
        let sorted = if self.key == SortKey::Created { None } else { least(self.key) };
        let mut rows = sorted.unwrap_or_else(newest);
        if self.descending != (self.key == SortKey::Created) {
            rows.reverse();
            let without_value = rows.partition_point(|row| is_blank(of, *row, self.key));
            rows.rotate_left(without_value);
        }
        rows
    }
}

impl SortInput {
    /// The payments themselves.
    pub fn columns(&self) -> &SharedColumns {
        &self.shared
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.newest.len()
    }

    pub fn is_empty(&self) -> bool {
        self.newest.is_empty()
    }

    /// All rows in an order.
    pub fn rows(&self, order: SortOrder) -> Vec<u32> {
        order.rows(&self.shared, || self.newest.clone(), |key| Some(ColumnOrder::new(self, key).rows().to_vec()))
    }
}

/// The order of all rows by one column, ascending; equal ones newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnOrder {
    key: SortKey,
    revision: u64,
    rows: Vec<u32>,
}

impl ColumnOrder {
    /// Sorts all rows.
    pub fn new(columns: &SortInput, key: SortKey) -> Self {
        let rows = match (key, text_fields(key)) {
            (SortKey::Created, _) => columns.newest.iter().rev().copied().collect(),
            (_, []) => by_number(columns, key),
            (_, fields) => by_text(columns, fields),
        };
        Self { key, revision: columns.revision, rows }
    }

    /// Whether it is by this column, and of what is known now.
    pub fn is_of(&self, columns: &KnownPayments, key: SortKey) -> bool {
        self.key == key && self.revision == columns.revision()
    }

    /// The order with what came and changed since; `None` where that is so much that all rows are sorted anew.
    pub fn updated(&self, columns: &KnownPayments) -> Option<Self> {
        let shared = columns.share();
        let sorts_before = comparison(&shared, self.key);
        let mut changed: Vec<u32> = columns.changed_since(self.revision)?.collect();
        changed.sort_unstable();
        changed.dedup();
        let is_changed = RowSet::of(columns.len(), &changed);
        let kept: Vec<u32> = self.rows.iter().copied().filter(|row| !is_changed.has(*row as usize)).collect();
        changed.sort_by(|one, other| sorts_before(*one, *other));
        let mut rows = Vec::with_capacity(kept.len() + changed.len());
        let mut rest = kept.as_slice();
        for row in changed {
            let (before, behind) = rest.split_at(rest.partition_point(|kept| sorts_before(*kept, row).is_lt()));
            rows.extend_from_slice(before);
            rows.push(row);
            rest = behind;
        }
        rows.extend_from_slice(rest);
        Some(Self { key: self.key, revision: columns.revision(), rows })
    }

    /// Whether [`Self::updated`] brings it up to date.
    pub fn can_be_updated(&self, columns: &KnownPayments) -> bool {
        columns.changed_since(self.revision).is_some()
    }

    pub fn key(&self) -> SortKey {
        self.key
    }

    pub fn rows(&self) -> &[u32] {
        &self.rows
    }
}

/// Whether a row has nothing in a column.
fn is_blank(of: &SharedColumns, row: u32, key: SortKey) -> bool {
    let Some((chunk, place)) = of.at(row) else { return true };
    match (key, text_fields(key)) {
        (SortKey::Method, []) => chunk.method.get(place) == NONE,
        (SortKey::Decline, []) => chunk.code.get(place) == NONE,
        (SortKey::Last4, []) => chunk.last4[place] == NONE,
        (SortKey::CardCountry, []) => chunk.card_country.get(place) == NONE,
        (_, []) => false,
        (_, fields) => chunk.first_filled(place, fields).is_empty(),
    }
}

/// The texts that a column shows, the first that is filled; none where it is sorted by numbers.
fn text_fields(key: SortKey) -> &'static [StoredText] {
    match key {
        SortKey::PaymentId => &[StoredText::Id],
        SortKey::Customer => &[StoredText::Customer],
        SortKey::Email => &[StoredText::Email],
        SortKey::Payer => &[StoredText::Name, StoredText::Email, StoredText::Customer],
        SortKey::Order => &[StoredText::Order, StoredText::Description],
        SortKey::OrderReference => &[StoredText::Order],
        SortKey::Description => &[StoredText::Description],
        SortKey::Amount
        | SortKey::Currency
        | SortKey::Status
        | SortKey::Created
        | SortKey::CaptureBefore
        | SortKey::Method
        | SortKey::Decline
        | SortKey::Seen
        | SortKey::Last4
        | SortKey::Refunded
        | SortKey::LeftToRefund
        | SortKey::CardCountry
        | SortKey::Tags
        | SortKey::Note => &[],
    }
}

/// Which of two rows is first by a column; of equal ones the newer is.
fn comparison(shared: &SharedColumns, key: SortKey) -> impl Fn(u32, u32) -> Ordering + '_ {
    let (number, fields) = (number_of(shared, key), text_fields(key));
    // An empty text is behind all others.
    let text = move |row: u32| {
        let text = shared.at(row).map_or(&[][..], |(chunk, place)| chunk.first_filled(place, fields));
        (text.is_empty(), text)
    };
    let number = move |row: u32| shared.at(row).map_or(0, |(chunk, place)| number(chunk, place));
    let created = |row: u32| shared.at(row).map_or(NO_TIME, |(chunk, place)| chunk.created[place]);
    move |one, other| {
        let by_column = || match fields {
            [] => number(one).cmp(&number(other)),
            _ => text(one).cmp(&text(other)),
        };
        let by_age = || created(other).cmp(&created(one)).then(one.cmp(&other));
        if key == SortKey::Created { by_age().reverse() } else { by_column().then_with(by_age) }
    }
}

/// Sorts by numbers of few bits: the lowest digit first, each time in the order of the one before.
fn by_number(columns: &SortInput, key: SortKey) -> Vec<u32> {
    let (keys, bits) = numbers(columns, key);
    let mut rows: Vec<(u64, u32)> = keys.into_iter().zip(columns.newest.iter().copied()).collect();
    let mut sorted = rows.clone();
    for shift in (0..bits).step_by(DIGIT_BITS as usize) {
        let digit = |key: u64| (key >> shift) as usize & ((1 << DIGIT_BITS) - 1);
        let mut places = [0_usize; 1 << DIGIT_BITS];
        rows.iter().for_each(|(key, _)| places[digit(*key)] += 1);
        let mut next = 0;
        for place in &mut places {
            next += std::mem::replace(place, next);
        }
        for row in &rows {
            let place = &mut places[digit(row.0)];
            sorted[*place] = *row;
            *place += 1;
        }
        std::mem::swap(&mut rows, &mut sorted);
    }
    rows.into_iter().map(|(_, row)| row).collect()
}

/// The number of each row by age, and how many bits they have.
fn numbers(columns: &SortInput, key: SortKey) -> (Vec<u64>, u32) {
    let number = number_of(&columns.shared, key);
    let of_row = |row: &u32| columns.shared.at(*row).map_or(0, |(chunk, place)| number(chunk, place));
    let numbers: Vec<u64> = columns.newest.iter().map(of_row).collect();
    let largest = numbers.iter().copied().max().unwrap_or(0);
    (numbers, u64::BITS - largest.leading_zeros())
}

/// What the row at a place of a chunk is sorted by, as a number.
type RowNumber = Box<dyn Fn(&Chunk, usize) -> u64>;

fn number_of(shared: &SharedColumns, key: SortKey) -> RowNumber {
    let of = &shared.dictionaries;
    // What has no value is behind all values.
    let rank = |ranks: Vec<u16>| {
        let behind = ranks.len() as u64;
        move |number: u16| ranks.get(usize::from(number)).map_or(behind, |rank| u64::from(*rank))
    };
    let currency = || rank(of.currencies.ranks(|code| code.as_str().to_owned()));
    match key {
        SortKey::Amount => {
            let currency = currency();
            let amounts = || shared.chunks.iter().flat_map(|chunk| chunk.amount.iter().copied());
            let (least, most) = (amounts().min().unwrap_or(0), amounts().max().unwrap_or(0));
            // Amounts so far apart that they do not fit are compared without their last digits.
            let spread = most.abs_diff(least);
            let drop = (u64::BITS - spread.leading_zeros()).saturating_sub(u64::BITS - u16::BITS);
            let bits = u64::BITS - (spread >> drop).leading_zeros();
            Box::new(move |chunk, row| {
                currency(chunk.currency.get(row)) << bits | chunk.amount[row].abs_diff(least) >> drop
            })
        }
        SortKey::Currency => {
            let currency = currency();
            Box::new(move |chunk, row| currency(chunk.currency.get(row)))
        }
        SortKey::Status => {
            let status = rank(of.statuses.ranks(Clone::clone));
            Box::new(move |chunk, row| status(chunk.status.get(row)))
        }
        SortKey::Method => {
            let method = rank(of.methods.ranks(Clone::clone));
            Box::new(move |chunk, row| method(chunk.method.get(row)))
        }
        SortKey::Decline => {
            let code = rank(of.codes.ranks(Clone::clone));
            Box::new(move |chunk, row| code(chunk.code.get(row)))
        }
        SortKey::CardCountry => {
            let country = rank(of.card_countries.ranks(Clone::clone));
            Box::new(move |chunk, row| country(chunk.card_country.get(row)))
        }
        SortKey::Seen => Box::new(|chunk, row| u64::from(chunk.seen[row])),
        SortKey::Last4 => Box::new(|chunk, row| u64::from(chunk.last4[row])),
        // Sorted by age or as texts.
        SortKey::Created | SortKey::CaptureBefore | SortKey::OrderReference => Box::new(|_, _| 0),
        SortKey::Refunded | SortKey::LeftToRefund | SortKey::Tags | SortKey::Note => Box::new(|_, _| 0),
        SortKey::PaymentId | SortKey::Customer | SortKey::Email | SortKey::Payer => Box::new(|_, _| 0),
        SortKey::Order | SortKey::Description => Box::new(|_, _| 0),
    }
}

/// Sorts by texts. An empty text is behind all others.
fn by_text(columns: &SortInput, fields: &[StoredText]) -> Vec<u32> {
    let newest = &columns.newest;
    let sample = newest.iter().step_by((newest.len() / 64).max(1));
    let prefix = common_prefix(
        sample.filter_map(|row| columns.shared.at(*row)).map(|(chunk, row)| chunk.first_filled(row, fields)),
    );
    let (one, other) = newest.split_at(if newest.len() < ROWS_FOR_TWO { newest.len() } else { newest.len() / 2 });
    let sorted = |rows: &[u32], first: usize| {
        let key = |(place, row): (usize, &u32)| {
            let text = columns.shared.at(*row).map_or(&[][..], |(chunk, row)| chunk.first_filled(row, fields));
            first_key(text, &prefix) << PLACE_BITS | (first + place) as u128
        };
        let mut keyed: Vec<u128> = rows.iter().enumerate().map(key).collect();
        keyed.sort_unstable();
        keyed
    };
    let (one, other) = std::thread::scope(|scope| {
        let behind = one.len();
        let other = (!other.is_empty()).then(|| scope.spawn(move || sorted(other, behind)));
        let one = sorted(one, 0);
        let other = other.map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        (one, other.unwrap_or_default())
    });
    let mut merged = merge(one, other);
    let skip = prefix.len() + KEY_BYTES;
    order_ties(
        &mut merged,
        &|place| {
            let row = newest.get(place).copied().unwrap_or(0);
            columns.shared.at(row).map_or(&[][..], |(chunk, row)| chunk.first_filled(row, fields))
        },
        skip,
    );
    merged.into_iter().filter_map(|keyed| newest.get(place_of(keyed)).copied()).collect()
}

fn place_of(keyed: u128) -> usize {
    (keyed & ((1 << PLACE_BITS) - 1)) as usize
}

/// What some texts begin with in common, empty ones aside. Others may begin otherwise.
fn common_prefix<'a>(texts: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut prefix: Option<&[u8]> = None;
    for text in texts.filter(|text| !text.is_empty()) {
        let known = prefix.unwrap_or(text);
        let common = known.iter().zip(text).take_while(|(one, other)| one == other).count();
        prefix = Some(&known[..common]);
    }
    prefix.unwrap_or_default().to_vec()
}

/// The bytes behind the prefix; what does not begin with it is before or behind all that does.
fn first_key(text: &[u8], prefix: &[u8]) -> u128 {
    match text.strip_prefix(prefix) {
        _ if text.is_empty() => LAST_KEY,
        Some(rest) => key(rest),
        None if text < prefix => 0,
        // No text has such bytes.
        None => LAST_KEY - 1,
    }
}

fn key(text: &[u8]) -> u128 {
    let mut key = [0; size_of::<u128>()];
    let taken = text.len().min(KEY_BYTES);
    key[size_of::<u128>() - KEY_BYTES..][..taken].copy_from_slice(&text[..taken]);
    u128::from_be_bytes(key)
}

fn merge(one: Vec<u128>, other: Vec<u128>) -> Vec<u128> {
    if other.is_empty() {
        return one;
    }
    let mut merged = Vec::with_capacity(one.len() + other.len());
    let (mut left, mut right) = (0, 0);
    while let (Some(a), Some(b)) = (one.get(left), other.get(right)) {
        let takes_left = a <= b;
        merged.push(if takes_left { *a } else { *b });
        left += usize::from(takes_left);
        right += usize::from(!takes_left);
    }
    merged.extend_from_slice(&one[left..]);
    merged.extend_from_slice(&other[right..]);
    merged
}

/// Orders the rows of each run of equal keys: those of the outermost keys by their whole texts, the others by the bytes
/// that follow.
fn order_ties<'a>(keyed: &mut [u128], text: &dyn Fn(usize) -> &'a [u8], skip: usize) {
    for run in keyed.chunk_by_mut(|one, other| one >> PLACE_BITS == other >> PLACE_BITS).filter(|run| run.len() > 1) {
        let key_of_run = run[0] >> PLACE_BITS;
        match key_of_run {
            LAST_KEY => {}
            key_of_run if key_of_run == 0 || key_of_run == LAST_KEY - 1 => {
                run.sort_by(|one, other| text(place_of(*one)).cmp(text(place_of(*other))));
            }
            // A text that ends within the key is alike to its end.
            key_of_run if key_of_run & 0xFF == 0 => {}
            _ => {
                for keyed in run.iter_mut() {
                    let place = place_of(*keyed);
                    let rest = text(place).get(skip..).unwrap_or_default();
                    *keyed = key(rest) << PLACE_BITS | place as u128;
                }
                run.sort_unstable();
                order_ends(run, text, skip + KEY_BYTES);
            }
        }
    }
}

/// Orders texts whose beginnings are alike: a key of zeros is the end of a text.
fn order_ends<'a>(keyed: &mut [u128], text: &dyn Fn(usize) -> &'a [u8], skip: usize) {
    for run in keyed.chunk_by_mut(|one, other| one >> PLACE_BITS == other >> PLACE_BITS).filter(|run| run.len() > 1) {
        if run[0] >> PLACE_BITS & 0xFF == 0 {
            continue;
        }
        run.sort_by(|one, other| {
            let rest = |keyed: &u128| text(place_of(*keyed)).get(skip..).unwrap_or_default();
            rest(one).cmp(rest(other)).then(place_of(*one).cmp(&place_of(*other)))
        });
    }
}
