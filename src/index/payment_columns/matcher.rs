//! A query made ready for columns: each condition finds its rows in a chunk.

use chrono::{DateTime, NaiveDate, Utc};
use memchr::memmem::Finder;

use crate::payment_query::{Decimal, PaymentQuery, QueryCondition, QueryKey, QueryTerm};
use paydesk_domain::decline;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::search_text::plain;

use super::chunk::{CAPTURED_IN_PART, CHUNK_ROWS, Chunk, DISPUTED, NO_TIME, REFUNDED, StoredText};
use super::columns::KnownPayments;
use super::compact::ValueColumn;
use super::dictionary::Dictionaries;
use super::payment::last4_of;
use super::row_set::each_bit;
use super::texts::{SEPARATOR, folded, letter_of};

/// Words of a chunk's bits.
pub(super) const WORDS: usize = CHUNK_ROWS / 64;
pub(super) type ChunkBits = [u64; WORDS];

/// What a query means beside the payments themselves: its days in time, and the notes of people.
#[derive(Clone, Copy)]
pub struct SearchContext<'a> {
    pub today: NaiveDate,
    /// When a day begins.
    pub day_start: &'a (dyn Fn(NaiveDate) -> DateTime<Utc> + Sync),
    pub notes: &'a (dyn NoteMatches + Sync),
}

/// Which payments people wrote something about. Letter case makes no difference.
pub trait NoteMatches {
    /// Those with this tag, whole.
    fn tagged(&self, tag: &str) -> Vec<PaymentId>;

    /// Those with this text in a note.
    fn noted(&self, text: &str) -> Vec<PaymentId>;

    /// Those with this text in a note or in a tag.
    fn annotated(&self, text: &str) -> Vec<PaymentId>;
}

/// Nobody wrote anything.
impl NoteMatches for () {
    fn tagged(&self, _: &str) -> Vec<PaymentId> {
        Vec::new()
    }

    fn noted(&self, _: &str) -> Vec<PaymentId> {
        Vec::new()
    }

    fn annotated(&self, _: &str) -> Vec<PaymentId> {
        Vec::new()
    }
}

impl SearchContext<'_> {
    pub(super) fn start_millis(&self, day: NaiveDate) -> i64 {
        (self.day_start)(day).timestamp_millis()
    }
}

impl std::fmt::Debug for SearchContext<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchContext").field("today", &self.today).finish_non_exhaustive()
    }
}

/// The texts that are looked for in one field, or in all of them.
struct TextMatcher {
    finder: Finder<'static>,
    field: Option<StoredText>,
    /// It is one letter, looked for in all fields.
    letter: Option<u32>,
}

/// How the rows of a condition are found.
enum Matcher {
    /// In a text, or else by what is in no text: a code, a brand, the last four digits, a currency, an amount.
    Text {
        /// As it was typed, and without accents where it has some.
        texts: Vec<TextMatcher>,
        codes: Vec<bool>,
        brands: Vec<bool>,
        last4: Option<u16>,
        currencies: Vec<bool>,
        amounts: Vec<Option<i64>>,
        noted: RowNumbers,
    },
    Rows(RowNumbers),
    /// In one of these texts.
    Fields(Vec<TextMatcher>),
    Status {
        statuses: Vec<bool>,
        /// Also those that lists show as captured in part, whatever their status.
        in_part: bool,
    },
    Currency(Vec<bool>),
    Method {
        methods: Vec<bool>,
        types: Vec<bool>,
    },
    Code(Vec<bool>),
    Last4(Vec<u16>),
    /// The amounts of each currency.
    Amount(Vec<(i64, i64)>),
    /// Milliseconds, both included.
    Created(i64, i64),
    Flag {
        flag: u8,
        is_set: bool,
    },
}

/// One condition, ready.
pub(super) struct ReadyCondition {
    pub key: Option<QueryKey>,
    negated: bool,
    matcher: Matcher,
}

/// Rows that were found by their ids, in their order.
struct RowNumbers(Vec<usize>);

impl RowNumbers {
    fn of(payments: impl IntoIterator<Item = PaymentId>, columns: &KnownPayments) -> Self {
        let mut rows: Vec<usize> = payments.into_iter().filter_map(|id| columns.find(&id)).collect();
        rows.sort_unstable();
        Self(rows)
    }

    /// Sets the bits of those in the chunk at `place`.
    fn find(&self, place: usize, bits: &mut ChunkBits) {
        let first = place * CHUNK_ROWS;
        let from = self.0.partition_point(|row| *row < first);
        let to = self.0.partition_point(|row| *row < first + CHUNK_ROWS);
        self.0[from..to].iter().for_each(|row| bits[(row - first) / 64] |= 1 << ((row - first) % 64));
    }
}

/// Makes all conditions ready. Those that look through texts are last: they take the longest, and have the rows to look
/// at that the others leave.
pub(super) fn make_ready(
    query: &PaymentQuery,
    columns: &KnownPayments,
    context: &SearchContext<'_>,
) -> Vec<ReadyCondition> {
    let ready = |condition: &QueryCondition| ReadyCondition {
        key: condition.term.key(),
        negated: condition.negated,
        matcher: matcher(&condition.term, columns, context),
    };
    let mut conditions: Vec<ReadyCondition> = query.conditions.iter().map(ready).collect();
    conditions.sort_by_key(ReadyCondition::looks_through_texts);
    conditions
}

fn matcher(term: &QueryTerm, columns: &KnownPayments, context: &SearchContext<'_>) -> Matcher {
    let of: &Dictionaries = columns.dictionaries();
    let noted = |values: &[String], find: &dyn Fn(&str) -> Vec<PaymentId>| {
        Matcher::Rows(RowNumbers::of(values.iter().flat_map(|value| find(value)), columns))
    };
    let parts = |values: &[String], field| {
        Matcher::Fields(values.iter().map(|value| TextMatcher::part(value, Some(field))).collect())
    };
    match term {
        QueryTerm::Text(text) => free_text(text, columns, context),
        QueryTerm::Status(wanted) => Matcher::Status {
            statuses: of.statuses.table(|status| wanted.contains(status)),
            in_part: wanted.contains(&PaymentStatus::PartiallyCaptured),
        },
        QueryTerm::Currency(wanted) => Matcher::Currency(of.currencies.table(|code| wanted.contains(code))),
        QueryTerm::Method(words) => {
            let is_wanted = |known: &String| words.iter().any(|word| word.eq_ignore_ascii_case(known));
            Matcher::Method { methods: of.methods.table(is_wanted), types: of.method_types.table(is_wanted) }
        }
        QueryTerm::Code(words) => Matcher::Code(of.codes.table(|code| words.iter().any(|word| is_code(word, code)))),
        QueryTerm::Family(families) => Matcher::Code(of.codes.table(|code| families.contains(&decline::family(code)))),
        QueryTerm::Card(values) => Matcher::Last4(values.iter().filter_map(|value| last4_of(value)).collect()),
        QueryTerm::Amount(condition) => {
            let range = |code: &CurrencyCode| {
                let range = condition.minor_range(decimals(of, code));
                (*range.start(), *range.end())
            };
            Matcher::Amount(of.currencies.values().iter().map(range).collect())
        }
        QueryTerm::Created(condition) => {
            let (first, last) = condition.days(context.today);
            let from = first.map_or(NO_TIME + 1, |day| context.start_millis(day));
            let after = last.and_then(|day| day.succ_opt()).map_or(i64::MAX, |day| context.start_millis(day));
            Matcher::Created(from, after.saturating_sub(1))
        }
        QueryTerm::Customer(ids) => {
            Matcher::Fields(ids.iter().map(|id| TextMatcher::whole(id, StoredText::Customer)).collect())
        }
        QueryTerm::Email(values) => parts(values, StoredText::Email),
        QueryTerm::Order(values) => parts(values, StoredText::Order),
        QueryTerm::Id(values) => parts(values, StoredText::Id),
        QueryTerm::Refunded(is_set) => Matcher::Flag { flag: REFUNDED, is_set: *is_set },
        QueryTerm::Disputed(is_set) => Matcher::Flag { flag: DISPUTED, is_set: *is_set },
        QueryTerm::Tag(tags) => noted(tags, &|tag| context.notes.tagged(tag)),
        QueryTerm::Note(texts) => noted(texts, &|text| context.notes.noted(text)),
    }
}

/// The whole code, or with `*` at the end what it begins with.
fn is_code(word: &str, code: &str) -> bool {
    match word.strip_suffix('*') {
        Some(beginning) => code.get(..beginning.len()).is_some_and(|begins| begins.eq_ignore_ascii_case(beginning)),
        None => word.eq_ignore_ascii_case(code),
    }
}

/// As amounts of a currency are shown: in minor units where its decimals are not known.
fn decimals(of: &Dictionaries, code: &CurrencyCode) -> u32 {
    of.units.of(code.clone()).exponent().unwrap_or(0)
}

/// A text as the rows have it, and where that is another one, without its accents.
pub fn spellings(text: &str) -> Vec<String> {
    let mut spellings = vec![folded(text), folded(&plain(text))];
    spellings.dedup();
    spellings
}

fn free_text(text: &str, columns: &KnownPayments, context: &SearchContext<'_>) -> Matcher {
    let of: &Dictionaries = columns.dictionaries();
    let spellings = spellings(text);
    let is_in = |known: &str| spellings.iter().any(|text| folded(known).contains(text));
    let in_code = |code: &String| is_in(code) || is_in(decline::message(code).unwrap_or_default());
    let amount = Decimal::parse(text).or_else(|| Decimal::parse_grouped(text));
    let minor = |code: &CurrencyCode| amount?.minor(decimals(of, code));
    Matcher::Text {
        texts: spellings.iter().map(|text| TextMatcher::part(text, None)).collect(),
        codes: of.codes.table(in_code),
        brands: of.brands.table(|brand: &String| is_in(brand)),
        last4: last4_of(text),
        currencies: of.currencies.table(|code| code.as_str().eq_ignore_ascii_case(text)),
        amounts: amount.map(|_| of.currencies.values().iter().map(minor).collect()).unwrap_or_default(),
        noted: RowNumbers::of(context.notes.annotated(text), columns),
    }
}

/// Where fewer than one of so many rows is wanted, each is looked through for itself.
const FEW_OF: usize = 16;

impl TextMatcher {
    fn part(text: &str, field: Option<StoredText>) -> Self {
        let folded = folded(text);
        let letter = letter_of(folded.as_bytes()).filter(|_| field.is_none());
        Self { finder: Finder::new(folded.as_bytes()).into_owned(), field, letter }
    }

    fn whole(text: &str, field: StoredText) -> Self {
        let separator = char::from(SEPARATOR);
        let needle = format!("{separator}{}{separator}", folded(text));
        Self { finder: Finder::new(needle.as_bytes()).into_owned(), field: Some(field), letter: None }
    }

    /// Whether the text is in this row.
    fn is_in(&self, row: &[u8]) -> bool {
        let mut from = 0;
        while let Some(at) = row.get(from..).and_then(|rest| self.finder.find(rest)).map(|skip| from + skip) {
            if self.field.is_none_or(|field| is_in_field(&row[..=at], field)) {
                return true;
            }
            from = at + 1;
        }
        false
    }

    /// Sets the bits of the rows that have the text; those of rows that are not `among` these may be left out.
    fn find(&self, chunk: &Chunk, among: &ChunkBits, bits: &mut ChunkBits) {
        if let Some(letter) = self.letter {
            return set(bits, chunk.len(), |row| chunk.letters[row] & letter != 0);
        }
        let wanted: u32 = among.iter().map(|word| word.count_ones()).sum();
        if wanted as usize <= chunk.len() / FEW_OF {
            each_bit(among, |row| bits[row / 64] |= u64::from(self.is_in(chunk.texts.get(row))) << (row % 64));
            return;
        }
        let (bytes, mut from, mut row) = (chunk.texts.bytes(), 0, 0);
        while let Some(at) = bytes.get(from..).and_then(|rest| self.finder.find(rest)).map(|skip| from + skip) {
            row = chunk.texts.row_of(at, row);
            if self.field.is_none_or(|field| is_in_field(&bytes[chunk.texts.begin(row)..=at], field)) {
                bits[row / 64] |= 1 << (row % 64);
                from = chunk.texts.end(row);
                row += 1;
            } else {
                from = at + 1;
            }
        }
    }
}

/// Whether what is found at the end of `before` is in that field: so many separators stand before it. One that is found
/// with its separator is among them itself.
#[inline]
fn is_in_field(before: &[u8], field: StoredText) -> bool {
    memchr::memchr_iter(SEPARATOR, before).count() == field as usize + 1
}

/// Sets the bits of the rows for which `is_it` holds.
#[inline]
fn set(bits: &mut ChunkBits, rows: usize, is_it: impl Fn(usize) -> bool) {
    for (word, bits) in bits.iter_mut().enumerate().take(rows.div_ceil(64)) {
        let from = word * 64;
        for place in 0..64.min(rows - from) {
            *bits |= u64::from(is_it(from + place)) << place;
        }
    }
}

fn set_by_table(bits: &mut ChunkBits, column: &ValueColumn, table: &[bool]) {
    set(bits, column.len(), column.by_table(table));
}

impl ReadyCondition {
    /// Whether it takes long, because texts are looked through.
    fn looks_through_texts(&self) -> bool {
        matches!(self.matcher, Matcher::Text { .. } | Matcher::Fields(_))
    }

    /// The rows of the chunk at `place` that it holds for. Bits behind the last row, and of rows that are not `among`
    /// these, may be wrong.
    pub fn rows(&self, place: usize, chunk: &Chunk, among: &ChunkBits) -> ChunkBits {
        let mut bits = [0; WORDS];
        self.matcher.find(place, chunk, among, &mut bits);
        if self.negated {
            bits.iter_mut().for_each(|word| *word = !*word);
        }
        bits
    }
}

impl Matcher {
    fn find(&self, place: usize, chunk: &Chunk, among: &ChunkBits, bits: &mut ChunkBits) {
        match self {
            Self::Rows(rows) => rows.find(place, bits),
            Self::Text { texts, codes, brands, last4, currencies, amounts, noted } => {
                texts.iter().for_each(|text| text.find(chunk, among, bits));
                noted.find(place, bits);
                let tables = [(&chunk.code, codes), (&chunk.brand, brands), (&chunk.currency, currencies)];
                for (column, table) in tables {
                    if table.iter().any(|is_wanted| *is_wanted) {
                        set_by_table(bits, column, table);
                    }
                }
                if let Some(last4) = last4 {
                    set(bits, chunk.len(), |row| chunk.last4[row] == *last4);
                }
                if !amounts.is_empty() {
                    let wanted = |row: usize| amounts.get(usize::from(chunk.currency.get(row))).copied().flatten();
                    set(bits, chunk.len(), |row| wanted(row) == Some(chunk.amount[row]));
                }
            }
            Self::Fields(texts) => texts.iter().for_each(|text| text.find(chunk, among, bits)),
            Self::Status { statuses, in_part } => {
                set_by_table(bits, &chunk.status, statuses);
                if *in_part {
                    set(bits, chunk.len(), |row| chunk.flags[row] & CAPTURED_IN_PART != 0);
                }
            }
            Self::Currency(table) => set_by_table(bits, &chunk.currency, table),
            Self::Method { methods, types } => {
                set_by_table(bits, &chunk.method, methods);
                set_by_table(bits, &chunk.method_type, types);
            }
            Self::Code(table) => set_by_table(bits, &chunk.code, table),
            Self::Last4(wanted) => set(bits, chunk.len(), |row| wanted.contains(&chunk.last4[row])),
            Self::Amount(ranges) => set(bits, chunk.len(), |row| {
                let amount = chunk.amount[row];
                ranges
                    .get(usize::from(chunk.currency.get(row)))
                    .is_some_and(|(from, to)| *from <= amount && amount <= *to)
            }),
            Self::Created(from, to) => {
                set(bits, chunk.len(), |row| (*from <= chunk.created[row]) & (chunk.created[row] <= *to));
            }
            Self::Flag { flag, is_set } => set(bits, chunk.len(), |row| (chunk.flags[row] & flag != 0) == *is_set),
        }
    }
}
