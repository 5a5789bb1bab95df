//! Columns as bytes: little-endian numbers, each column with its length before it.

use std::hash::Hash;
use std::sync::Arc;

use paydesk_domain::money::{CurrencyCode, MinorUnits};
use paydesk_domain::payment::PaymentStatus;

use super::chunk::{CHUNK_ROWS, Chunk};
use super::compact::ValueColumn;
use super::dictionary::{Dictionaries, Dictionary};
use super::texts::{Arena, letters};

/// Version of what is written here.
pub const BYTES_VERSION: u32 = 6;

/// A number that is written in a column.
trait ColumnNumber: Copy {
    fn put(self, out: &mut Vec<u8>);
    fn column(bytes: &[u8]) -> Vec<Self>;
}

macro_rules! number {
    ($($number:ty),+) => {$(
        impl ColumnNumber for $number {
            fn put(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            fn column(bytes: &[u8]) -> Vec<Self> {
                let numbers = bytes.as_chunks::<{ size_of::<$number>() }>().0;
                numbers.iter().map(|number| <$number>::from_le_bytes(*number)).collect()
            }
        }
    )+};
}
number!(i64, u32, u16, u8);

fn write<T: ColumnNumber>(out: &mut Vec<u8>, column: &[T]) {
    (column.len() as u64).to_le_bytes().into_iter().for_each(|byte| out.push(byte));
    out.reserve(size_of_val(column));
    column.iter().for_each(|number| number.put(out));
}

fn write_text(out: &mut Vec<u8>, text: &str) {
    write(out, text.as_bytes());
}

/// Takes bytes from the front. Every length is checked against what is there.
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn length(&mut self) -> Option<usize> {
        let bytes = self.take(8)?.first_chunk()?;
        usize::try_from(u64::from_le_bytes(*bytes)).ok()
    }

    fn column<T: ColumnNumber>(&mut self) -> Option<Vec<T>> {
        let length = self.length()?;
        Some(T::column(self.take(length.checked_mul(size_of::<T>())?)?))
    }

    fn column_of<T: ColumnNumber>(&mut self, rows: usize) -> Option<Vec<T>> {
        self.column().filter(|column| column.len() == rows)
    }

    fn values(&mut self, rows: usize) -> Option<ValueColumn> {
        Some(self.column_of::<u16>(rows)?.into_iter().collect())
    }

    fn text(&mut self) -> Option<String> {
        String::from_utf8(self.column()?).ok()
    }

    fn arena(&mut self, rows: usize) -> Option<Arena> {
        let bytes = self.column()?;
        Arena::from_parts(bytes, self.column_of(rows)?)
    }
}

/// Writes a chunk behind what is in `out`.
pub fn write_chunk(chunk: &Chunk, out: &mut Vec<u8>) {
    write(out, &chunk.created);
    write(out, &chunk.amount);
    write(out, &chunk.stored_as.iter().collect::<Vec<u32>>());
    write(out, &chunk.seen);
    write(out, &chunk.detailed);
    let Chunk { status, currency, method, method_type, brand, card_country, code, .. } = chunk;
    for column in [status, currency, method, method_type, brand, card_country, code] {
        write(out, &column.iter().collect::<Vec<u16>>());
    }
    write(out, &chunk.last4);
    write(out, &chunk.flags);
    write(out, chunk.texts.bytes());
    write(out, chunk.texts.ends());
    let (keys, amounts): (Vec<u16>, Vec<i64>) = chunk.amounts.iter().unzip();
    write(out, &keys);
    write(out, &amounts);
}

/// Reads a chunk that was written; `None` where the bytes are none.
pub fn read_chunk(reader: &mut Reader<'_>) -> Option<Arc<Chunk>> {
    let created: Vec<i64> = reader.column()?;
    let rows = created.len();
    if rows == 0 || rows > CHUNK_ROWS {
        return None;
    }
    let mut chunk = Chunk {
        created,
        amount: reader.column_of(rows)?,
        stored_as: reader.column_of::<u32>(rows)?.into_iter().collect(),
        seen: reader.column_of(rows)?,
        detailed: reader.column_of(rows)?,
        status: reader.values(rows)?,
        currency: reader.values(rows)?,
        method: reader.values(rows)?,
        method_type: reader.values(rows)?,
        brand: reader.values(rows)?,
        card_country: reader.values(rows)?,
        code: reader.values(rows)?,
        last4: reader.column_of(rows)?,
        flags: reader.column_of(rows)?,
        texts: reader.arena(rows)?,
        ..Chunk::default()
    };
    chunk.letters = (0..rows).map(|row| letters(chunk.texts.get(row))).collect();
    let keys: Vec<u16> = reader.column()?;
    let amounts: Vec<i64> = reader.column_of(keys.len())?;
    chunk.amounts = keys.into_iter().zip(amounts).collect();
    Some(Arc::new(chunk))
}

/// Writes the dictionaries behind what is in `out`.
pub fn write_dictionaries(of: &Dictionaries, out: &mut Vec<u8>) {
    write_values(out, &of.statuses, PaymentStatus::as_str);
    write_values(out, &of.currencies, CurrencyCode::as_str);
    for texts in [&of.methods, &of.method_types, &of.brands, &of.card_countries, &of.codes] {
        write_values(out, texts, String::as_str);
    }
}

fn write_values<T: Clone + Eq + Hash>(out: &mut Vec<u8>, of: &Dictionary<T>, text: impl Fn(&T) -> &str) {
    (of.values().len() as u64).to_le_bytes().into_iter().for_each(|byte| out.push(byte));
    of.values().iter().for_each(|value| write_text(out, text(value)));
}

/// Reads dictionaries that were written.
pub fn read_dictionaries(reader: &mut Reader<'_>) -> Option<Dictionaries> {
    Some(Dictionaries {
        units: MinorUnits::Undecided,
        statuses: read_values(reader, |word| PaymentStatus::from_word(&word))?,
        currencies: read_values(reader, |code| CurrencyCode::new(&code))?,
        methods: read_values(reader, |text| text)?,
        method_types: read_values(reader, |text| text)?,
        brands: read_values(reader, |text| text)?,
        card_countries: read_values(reader, |text| text)?,
        codes: read_values(reader, |text| text)?,
    })
}

/// `None` too where two texts are one value: the numbers would be those of others.
fn read_values<T: Clone + Eq + Hash>(reader: &mut Reader<'_>, value: impl Fn(String) -> T) -> Option<Dictionary<T>> {
    let count = reader.length()?;
    let mut dictionary = Dictionary::default();
    for place in 0..count {
        let number = dictionary.number(&value(reader.text()?));
        if usize::from(number) != place {
            return None;
        }
    }
    Some(dictionary)
}

#[cfg(test)]
mod tests {
    use super::super::columns::KnownPayments;
    use super::super::samples::{SampleRng, payment};
    use super::*;

    fn bytes_of(columns: &KnownPayments) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_dictionaries(columns.dictionaries(), &mut bytes);
        columns.chunks().iter().for_each(|chunk| write_chunk(chunk, &mut bytes));
        bytes
    }

    fn read(bytes: &[u8]) -> Option<KnownPayments> {
        let mut reader = Reader::new(bytes);
        let dictionaries = read_dictionaries(&mut reader)?;
        let mut chunks = Vec::new();
        while !reader.is_at_end() {
            chunks.push(read_chunk(&mut reader)?);
        }
        KnownPayments::from_chunks(chunks, dictionaries)
    }

    #[test]
    fn columns_come_back_from_their_bytes() {
        let (mut columns, mut rng) = (KnownPayments::default(), SampleRng(5));
        (0..CHUNK_ROWS + 77).for_each(|number| {
            columns.put(&payment(number, &mut rng));
        });
        columns.order_new();
        let back = read(&bytes_of(&columns)).unwrap();
        assert_eq!(back, columns);
        assert_eq!((back.newest(), back.detailed()), (columns.newest(), columns.detailed()));
    }

    #[test]
    fn damaged_bytes_are_refused_or_read_and_never_panic() {
        let (mut columns, mut rng) = (KnownPayments::default(), SampleRng(5));
        (0..40).for_each(|number| {
            columns.put(&payment(number, &mut rng));
        });
        let bytes = bytes_of(&columns);
        for cut in 0..bytes.len() {
            assert!(read(&bytes[..cut]).is_none_or(|columns| columns.is_empty()), "{cut}");
        }
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0xFF;
            if let Some(columns) = read(&damaged) {
                (0..columns.len()).for_each(|row| drop(columns.payment(row)));
            }
        }
    }
}
