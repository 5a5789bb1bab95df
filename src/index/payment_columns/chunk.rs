//! Some thousand payments as columns.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use paydesk_domain::decline;
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::money::{CurrencyCode, Money};
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::payment_mark::is_captured_in_part;
use paydesk_domain::search_text::plain;

use super::compact::{StoredNumbers, ValueColumn};
use super::dictionary::{Dictionaries, NONE};
use super::payment::{PaymentTexts, StoredPayment};
use super::texts::{Arena, Folder, SEPARATOR, folded, letters, unfolded};

/// Rows of a chunk, a multiple of 64.
pub const CHUNK_ROWS: usize = 16_384;

/// The time of a payment whose creation is not known.
pub const NO_TIME: i64 = i64::MIN;

/// A refund of the payment is known.
pub const REFUNDED: u8 = 1;
/// A dispute of it is known.
pub const DISPUTED: u8 = 2;
/// A part of it was captured. The four bits between are those of [`OtherAmount`].
pub const CAPTURED_IN_PART: u8 = 64;

/// The texts of a row in the order they are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoredText {
    Id,
    Customer,
    Email,
    Name,
    Description,
    Order,
    Descriptor,
    Metadata,
    ErrorCode,
    Message,
}

/// How many texts a row has.
pub const FIELDS: usize = StoredText::Message as usize + 1;

/// An amount beside that of the payment. Nearly always it is nothing or the whole, which two bits of the flags say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OtherAmount {
    Capturable,
    Received,
}

/// What the two bits of an [`OtherAmount`] say.
const AMOUNT_UNKNOWN: u8 = 0;
const AMOUNT_ZERO: u8 = 1;
/// That of the payment.
const AMOUNT_WHOLE: u8 = 2;
/// It is in [`Chunk::amounts`].
const AMOUNT_WRITTEN: u8 = 3;

impl OtherAmount {
    const ALL: [Self; 2] = [Self::Capturable, Self::Received];

    /// Where its two bits are in the flags.
    fn shift(self) -> u8 {
        match self {
            Self::Capturable => 2,
            Self::Received => 4,
        }
    }

    fn key(self, row: usize) -> u16 {
        (row * Self::ALL.len() + self as usize) as u16
    }
}

/// The columns of up to [`CHUNK_ROWS`] payments.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Chunk {
    /// Milliseconds since 1970, or [`NO_TIME`].
    pub(super) created: Vec<i64>,
    pub(super) amount: Vec<i64>,
    /// Number of the row in the file of the cache.
    pub(super) stored_as: StoredNumbers,
    /// Seconds since 1970; 0 where it never was.
    pub(super) seen: Vec<u32>,
    pub(super) detailed: Vec<u32>,
    pub(super) status: ValueColumn,
    pub(super) currency: ValueColumn,
    pub(super) method: ValueColumn,
    pub(super) method_type: ValueColumn,
    pub(super) brand: ValueColumn,
    pub(super) card_country: ValueColumn,
    pub(super) code: ValueColumn,
    pub(super) last4: Vec<u16>,
    pub(super) flags: Vec<u8>,
    /// The fields in lower case, each between two separators; those at the end that are empty are left out. Behind them are
    /// those with accents once more, without.
    pub(super) texts: Arena,
    /// Which [letters] are in the texts of the row.
    pub(super) letters: Vec<u32>,
    /// By [`OtherAmount::key`], those that the flags do not say.
    pub(super) amounts: BTreeMap<u16, i64>,
}

impl std::fmt::Debug for Chunk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Chunk").field("rows", &self.len()).finish_non_exhaustive()
    }
}

/// A payment, ready to be written into columns.
struct RowValues {
    numbers: [u16; 7],
    last4: u16,
    flags: u8,
    text: Vec<u8>,
    amounts: [Option<i64>; OtherAmount::ALL.len()],
}

impl RowValues {
    fn of(payment: &StoredPayment, dictionaries: &mut Dictionaries) -> Self {
        let row = &payment.row;
        let or_none = |number: Option<u16>| number.unwrap_or(NONE);
        let filled = |text| Some(text).filter(|text: &&String| !text.is_empty());
        let numbers = [
            dictionaries.statuses.number(&row.status),
            dictionaries.currencies.number(row.amount.currency.currency_code()),
            or_none(row.payment_method.as_ref().map(|method| dictionaries.methods.number(method))),
            or_none(filled(&payment.texts.method_type).map(|kind| dictionaries.method_types.number(kind))),
            or_none(filled(&payment.texts.brand).map(|brand| dictionaries.brands.number(brand))),
            or_none(filled(&payment.texts.card_country).map(|code| dictionaries.card_countries.number(code))),
            or_none(row.unified_code.as_ref().map(|code| dictionaries.codes.number(code))),
        ];
        let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        Self {
            numbers,
            last4: or_none(payment.last4),
            flags: flag(payment.refunded, REFUNDED)
                | flag(payment.disputed, DISPUTED)
                | flag(is_captured_in_part(row), CAPTURED_IN_PART),
            text: text_of(payment),
            amounts: [row.capturable_minor, row.received_minor],
        }
    }
}

/// The texts of a payment in the order of [`StoredText`], as they were written.
pub fn searched_texts(payment: &StoredPayment) -> [&str; FIELDS] {
    let texts = &payment.texts;
    let customer = payment.row.customer_id.as_ref().map(CustomerId::as_str).unwrap_or_default();
    [
        payment.row.payment_id.as_str(),
        customer,
        &texts.email,
        &texts.name,
        &texts.description,
        &texts.order,
        &texts.descriptor,
        &texts.metadata,
        &texts.error_code,
        payment.own_message(),
    ]
}

/// The texts without their accents, of those that have some: a search finds them as they are typed in a hurry.
pub fn plain_texts(texts: &[&str]) -> Vec<String> {
    let without = |text: &&str| Some(plain(text)).filter(|plain| *plain != folded(text));
    texts.iter().filter(|text| !text.is_ascii()).filter_map(without).collect()
}

fn text_of(payment: &StoredPayment) -> Vec<u8> {
    let fields = searched_texts(payment);
    let plain = plain_texts(&fields);
    let filled = fields.iter().rposition(|field| !field.is_empty()).map_or(1, |last| last + 1);
    let count = if plain.is_empty() { filled } else { FIELDS };
    let mut folder = Folder::default();
    folder.separate();
    for field in fields[..count].iter().copied().chain(plain.iter().map(String::as_str)) {
        folder.add(field);
        folder.separate();
    }
    folder.finish()
}

fn seconds(time: Option<DateTime<Utc>>) -> u32 {
    time.and_then(|time| u32::try_from(time.timestamp()).ok()).unwrap_or(0)
}

fn time_of_seconds(seconds: u32) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp(i64::from(seconds), 0).filter(|_| seconds > 0)
}

impl Chunk {
    pub fn len(&self) -> usize {
        self.created.len()
    }

    pub fn is_empty(&self) -> bool {
        self.created.is_empty()
    }

    pub fn is_full(&self) -> bool {
        self.len() >= CHUNK_ROWS
    }

    /// Adds a payment behind the others.
    pub(super) fn push(&mut self, payment: &StoredPayment, stored_as: u32, dictionaries: &mut Dictionaries) {
        let values = RowValues::of(payment, dictionaries);
        let row = self.len();
        self.created.push(millis(payment.row.created));
        self.amount.push(payment.row.amount.minor);
        self.stored_as.push(stored_as);
        self.seen.push(seconds(payment.seen_at));
        self.detailed.push(seconds(payment.detailed_at));
        for (column, number) in self.number_columns().into_iter().zip(values.numbers) {
            column.push(number);
        }
        self.last4.push(values.last4);
        self.flags.push(values.flags);
        self.letters.push(letters(&values.text));
        self.texts.push(&values.text);
        self.set_amounts(row, values.amounts);
        if self.is_full() {
            self.texts.shrink();
        }
    }

    /// Puts what is known now in the place of a row.
    pub(super) fn replace(&mut self, row: usize, payment: &StoredPayment, dictionaries: &mut Dictionaries) {
        let values = RowValues::of(payment, dictionaries);
        self.created[row] = millis(payment.row.created);
        self.amount[row] = payment.row.amount.minor;
        self.seen[row] = seconds(payment.seen_at);
        self.detailed[row] = seconds(payment.detailed_at);
        for (column, number) in self.number_columns().into_iter().zip(values.numbers) {
            column.set(row, number);
        }
        self.last4[row] = values.last4;
        self.flags[row] = values.flags;
        self.letters[row] = letters(&values.text);
        self.texts.replace(row, &values.text);
        self.set_amounts(row, values.amounts);
    }

    /// The columns of [`RowValues::numbers`], in that order.
    fn number_columns(&mut self) -> [&mut ValueColumn; 7] {
        let Self { status, currency, method, method_type, brand, card_country, code, .. } = self;
        [status, currency, method, method_type, brand, card_country, code]
    }

    /// The flags have no bits of amounts yet.
    fn set_amounts(&mut self, row: usize, amounts: [Option<i64>; OtherAmount::ALL.len()]) {
        for (kind, minor) in OtherAmount::ALL.into_iter().zip(amounts) {
            let said = match minor {
                None => AMOUNT_UNKNOWN,
                Some(0) => AMOUNT_ZERO,
                Some(minor) if minor == self.amount[row] => AMOUNT_WHOLE,
                Some(_) => AMOUNT_WRITTEN,
            };
            self.flags[row] |= said << kind.shift();
            match minor.filter(|_| said == AMOUNT_WRITTEN) {
                Some(minor) => drop(self.amounts.insert(kind.key(row), minor)),
                None => drop(self.amounts.remove(&kind.key(row))),
            }
        }
    }

    fn other_amount(&self, row: usize, kind: OtherAmount) -> Option<i64> {
        match (self.flags[row] >> kind.shift()) & AMOUNT_WRITTEN {
            AMOUNT_UNKNOWN => None,
            AMOUNT_ZERO => Some(0),
            AMOUNT_WHOLE => Some(self.amount[row]),
            _ => self.amounts.get(&kind.key(row)).copied(),
        }
    }

    /// The payments in one of the statuses that are `wanted` with an amount that can be captured.
    pub(super) fn capturable(&self, wanted: &[bool]) -> Vec<PaymentId> {
        let is_wanted = |row: &usize| wanted.get(usize::from(self.status.get(*row))) == Some(&true);
        let has_some = |row: &usize| self.other_amount(*row, OtherAmount::Capturable).is_some_and(|minor| minor > 0);
        (0..self.len())
            .filter(|row| has_some(row) && is_wanted(row))
            .map(|row| PaymentId::new(self.id_text(row)))
            .collect()
    }

    /// One payment as it was put in.
    pub(super) fn money(&self, row: usize, dictionaries: &Dictionaries) -> Money {
        let code = dictionaries.currencies.get(self.currency.get(row)).cloned();
        Money::new(self.amount[row], dictionaries.units.of(code.unwrap_or_else(|| CurrencyCode::new(""))))
    }

    pub(super) fn payment(&self, row: usize, dictionaries: &Dictionaries) -> StoredPayment {
        let written = unfolded(self.texts.get(row));
        let fields: Vec<&str> = written.split(char::from(SEPARATOR)).skip(1).collect();
        let text = |field: StoredText| fields.get(field as usize).map(|text| (*text).to_owned()).unwrap_or_default();
        let value = |values: Option<&String>| values.cloned();
        let status = dictionaries.statuses.get(self.status.get(row)).cloned();
        let code = value(dictionaries.codes.get(self.code.get(row)));
        let message = Some(text(StoredText::Message)).filter(|text| !text.is_empty());
        let usual = code.as_deref().and_then(decline::message).map(str::to_owned);
        StoredPayment {
            row: PaymentRow {
                payment_id: PaymentId::new(text(StoredText::Id)),
                status: status.unwrap_or_else(|| PaymentStatus::from_word("")),
                amount: self.money(row, dictionaries),
                created: (self.created[row] != NO_TIME)
                    .then(|| DateTime::from_timestamp_millis(self.created[row]))
                    .flatten(),
                capturable_minor: self.other_amount(row, OtherAmount::Capturable),
                received_minor: self.other_amount(row, OtherAmount::Received),
                customer_id: Some(text(StoredText::Customer)).filter(|id| !id.is_empty()).map(CustomerId::new),
                payment_method: value(dictionaries.methods.get(self.method.get(row))),
                unified_code: code,
                unified_message: message.or(usual),
            },
            texts: PaymentTexts {
                email: text(StoredText::Email),
                name: text(StoredText::Name),
                description: text(StoredText::Description),
                order: text(StoredText::Order),
                descriptor: text(StoredText::Descriptor),
                metadata: text(StoredText::Metadata),
                error_code: text(StoredText::ErrorCode),
                method_type: value(dictionaries.method_types.get(self.method_type.get(row))).unwrap_or_default(),
                brand: value(dictionaries.brands.get(self.brand.get(row))).unwrap_or_default(),
                card_country: value(dictionaries.card_countries.get(self.card_country.get(row))).unwrap_or_default(),
            },
            last4: Some(self.last4[row]).filter(|last4| *last4 != NONE),
            refunded: self.flags[row] & REFUNDED != 0,
            disputed: self.flags[row] & DISPUTED != 0,
            seen_at: time_of_seconds(self.seen[row]),
            detailed_at: time_of_seconds(self.detailed[row]),
        }
    }

    /// The id as it was written.
    pub(super) fn id_text(&self, row: usize) -> String {
        unfolded(self.texts.get(row)).split(char::from(SEPARATOR)).nth(1).unwrap_or_default().to_owned()
    }

    /// One text in lower case.
    #[inline]
    pub(super) fn folded(&self, row: usize, field: StoredText) -> &[u8] {
        self.field(row, field).map_or(&[], |place| &self.texts.get(row)[place])
    }

    /// The first of these texts that is filled, in lower case.
    #[inline]
    pub(super) fn first_filled(&self, row: usize, fields: &[StoredText]) -> &[u8] {
        let texts = fields.iter().map(|field| self.folded(row, *field));
        texts.into_iter().find(|text| !text.is_empty()).unwrap_or_default()
    }

    /// Where a field is in the text of its row.
    #[inline]
    fn field(&self, row: usize, field: StoredText) -> Option<std::ops::Range<usize>> {
        let mut separators = memchr::memchr_iter(SEPARATOR, self.texts.get(row)).skip(field as usize);
        let (begin, end) = (separators.next()?, separators.next()?);
        Some(begin + 1..end)
    }

    /// How many bytes of memory it takes, about.
    pub(super) fn memory(&self) -> usize {
        /// Bytes of a row in the columns that always take the same.
        const FIXED: usize = 2 * size_of::<i64>() + 3 * size_of::<u32>() + size_of::<u16>() + size_of::<u8>();
        let Self { status, currency, method, method_type, brand, card_country, code, .. } = self;
        let values = [status, currency, method, method_type, brand, card_country, code];
        let numbers = self.stored_as.memory() + values.into_iter().map(ValueColumn::memory).sum::<usize>();
        self.created.capacity() * FIXED + numbers + self.texts.memory() + self.amounts.len() * 24
    }
}

/// Milliseconds, as they are compared.
#[inline]
pub fn millis(time: Option<DateTime<Utc>>) -> i64 {
    time.map_or(NO_TIME, |time| time.timestamp_millis())
}
