//! The index in storage: its columns in chunks, so that a start reads bytes and an end writes only the chunks in which
//! something was changed.

use std::ops::Range;

use rusqlite::Connection;
use serde::{Deserialize, Serialize};

use super::payment_index::PaymentIndex;
use super::string_codes::StringCodes;
use crate::storage::{self, payment_columns, payments};
use paydesk_domain::payment::PaymentStatus;

/// Under which name the values of the codes are stored.
const VALUES: &str = "payment_index_values";
/// Payments per chunk.
const CHUNK: usize = 65_536;
/// Bytes of one payment in a chunk: time, status, currency, method, customer, amount.
const ROW_BYTES: usize = 8 + 1 + 2 + 2 + 4 + 8;

/// What the codes in the columns stand for.
#[derive(Debug, Default, Serialize, Deserialize)]
struct StoredValues {
    values: Vec<String>,
    other_status: String,
}

/// The index as it is after a start.
#[derive(Debug, Default)]
pub struct LoadedIndex {
    pub index: PaymentIndex,
    /// How many payments had to be read one by one.
    pub rows_read: usize,
}

impl PaymentIndex {
    /// The index of all payments; what is stored of it is brought up to date, and where that cannot be used every row is
    /// read.
    pub fn load(db: &Connection) -> rusqlite::Result<LoadedIndex> {
        let mut loaded = match Self::stored(db)? {
            Some(loaded) => loaded,
            None => {
                payment_columns::clear(db)?;
                LoadedIndex::default()
            }
        };
        let LoadedIndex { index, rows_read } = &mut loaded;
        let known = index.len();
        payments::for_each_key(db, known as i64 + 1, |row| index.set(&row))?;
        *rows_read += index.len() - known;
        Ok(loaded)
    }

    fn stored(db: &Connection) -> rusqlite::Result<Option<LoadedIndex>> {
        let named: StoredValues = storage::named(db, VALUES)?.unwrap_or_default();
        let values = StringCodes::of_list(&named.values);
        let mut index = Self { values, other_status: named.other_status, ..Self::default() };
        let codes = named.values.len();
        let mut chunks = payment_columns::chunks(db)?.into_iter();
        if !chunks.all(|chunk| chunk.is_some_and(|chunk| index.append(&chunk, codes))) {
            tracing::warn!("the stored index of payments cannot be used and is being rebuilt");
            return Ok(None);
        }
        let known = index.len() as i64;
        let changed: Vec<i64> = payment_columns::changed(db)?.into_iter().filter(|seq| *seq <= known).collect();
        for seq in &changed {
            index.set(&payments::key_at(db, *seq)?);
        }
        Ok(Some(LoadedIndex { index, rows_read: changed.len() }))
    }

    /// Stores the chunks in which something was changed. Within a transaction.
    pub fn store(&self, db: &Connection) -> rusqlite::Result<()> {
        let values = self.values.list().into_iter().map(str::to_owned).collect();
        storage::set_named(db, VALUES, &StoredValues { values, other_status: self.other_status.clone() })?;
        let stored = payment_columns::lengths(db)?;
        let mut changed = vec![false; self.len().div_ceil(CHUNK)];
        for seq in payment_columns::changed(db)? {
            let chunk = usize::try_from(seq - 1).unwrap_or_default() / CHUNK;
            changed.get_mut(chunk).into_iter().for_each(|changed| *changed = true);
        }
        for (chunk, is_changed) in changed.into_iter().enumerate() {
            let places = chunk * CHUNK..self.len().min((chunk + 1) * CHUNK);
            let is_stored = stored.get(chunk) == Some(&((places.len() * ROW_BYTES) as i64));
            if is_changed || !is_stored {
                payment_columns::set_chunk(db, chunk as i64, &self.bytes_of(places))?;
            }
        }
        payment_columns::clear_changed(db)
    }

    fn bytes_of(&self, places: Range<usize>) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(places.len() * ROW_BYTES);
        let mut put = |column: &mut dyn Iterator<Item = u8>| bytes.extend(column);
        put(&mut self.created_ms[places.clone()].iter().flat_map(|value| value.to_le_bytes()));
        put(&mut self.status[places.clone()].iter().copied());
        put(&mut self.currency[places.clone()].iter().flat_map(|value| value.to_le_bytes()));
        put(&mut self.method[places.clone()].iter().flat_map(|value| value.to_le_bytes()));
        put(&mut self.customer[places.clone()].iter().flat_map(|value| value.to_le_bytes()));
        put(&mut self.amount[places].iter().flat_map(|value| value.to_le_bytes()));
        bytes
    }

    /// Appends a chunk; `false` where it cannot be one. `codes` is how many values there are.
    fn append(&mut self, chunk: &[u8], codes: usize) -> bool {
        let rows = chunk.len() / ROW_BYTES;
        let is_whole = chunk.len() == rows * ROW_BYTES && self.len().is_multiple_of(CHUNK);
        if !is_whole {
            return false;
        }
        let (created, rest) = chunk.split_at(rows * 8);
        let (status, rest) = rest.split_at(rows);
        let (currency, rest) = rest.split_at(rows * 2);
        let (method, rest) = rest.split_at(rows * 2);
        let (customer, amount) = rest.split_at(rows * 4);
        let before = self.len();
        self.created_ms.extend(created.as_chunks().0.iter().copied().map(i64::from_le_bytes));
        self.status.extend_from_slice(status);
        self.currency.extend(currency.as_chunks().0.iter().copied().map(u16::from_le_bytes));
        self.method.extend(method.as_chunks().0.iter().copied().map(u16::from_le_bytes));
        self.customer.extend(customer.as_chunks().0.iter().copied().map(u32::from_le_bytes));
        self.amount.extend(amount.as_chunks().0.iter().copied().map(i64::from_le_bytes));
        let is_code = |code: &u16| usize::from(*code) < codes;
        let is_status = |code: &u8| usize::from(*code) < PaymentStatus::NAMED.len() || *code == u8::MAX;
        self.created_ms[before.saturating_sub(1)..].is_sorted()
            && self.currency[before..].iter().all(is_code)
            && self.method[before..].iter().all(is_code)
            && self.status[before..].iter().all(is_status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::payments::PaymentKeyRow;

    fn index(rows: i64) -> PaymentIndex {
        let mut index = PaymentIndex::default();
        for seq in 1..=rows {
            let currency = ["EUR", "USD", "JPY"][seq as usize % 3].to_owned();
            index.set(&PaymentKeyRow {
                seq,
                status: PaymentStatus::NAMED[seq as usize % 5].clone(),
                currency,
                payment_method: (seq % 2 == 0).then(|| "card".to_owned()),
                customer_seq: (seq % 7 != 0).then_some(seq % 900),
                created_ms: seq * 10,
                amount: seq * 3,
            });
        }
        index
    }

    fn read_back(index: &PaymentIndex) -> Option<PaymentIndex> {
        let values: Vec<String> = index.values.list().into_iter().map(str::to_owned).collect();
        let mut read = PaymentIndex { values: StringCodes::of_list(&values), ..PaymentIndex::default() };
        let chunks = index.len().div_ceil(CHUNK);
        let all = (0..chunks).all(|chunk| {
            let bytes = index.bytes_of(chunk * CHUNK..index.len().min((chunk + 1) * CHUNK));
            read.append(&bytes, values.len())
        });
        all.then_some(read)
    }

    #[test]
    fn columns_that_were_stored_are_read_as_they_were() {
        for rows in [0, 1, CHUNK as i64, CHUNK as i64 + 1, 2 * CHUNK as i64 + 17] {
            let index = index(rows);
            assert_eq!(
                format!("{:?}", columns(&read_back(&index).unwrap())),
                format!("{:?}", columns(&index)),
                "{rows}"
            );
        }
    }

    fn columns(index: &PaymentIndex) -> impl std::fmt::Debug {
        let codes = (index.currency.clone(), index.method.clone(), index.values.list().join(","));
        (index.created_ms.clone(), index.status.clone(), codes, index.customer.clone(), index.amount.clone())
    }

    #[test]
    fn a_chunk_that_is_cut_or_out_of_order_or_has_an_unknown_code_is_not_used() {
        let whole = index(100).bytes_of(0..100);
        let fits = |bytes: &[u8], codes: usize| PaymentIndex::default().append(bytes, codes);
        assert!(fits(&whole, 5));
        assert!(!fits(&whole[..whole.len() - 1], 5));
        assert!(!fits(&whole, 2), "a code without a value");
        let mut backwards = whole.clone();
        backwards[..8].copy_from_slice(&i64::MAX.to_le_bytes());
        assert!(!fits(&backwards, 5));
    }
}
