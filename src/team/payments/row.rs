//! One payment as a row of the table: the texts once, in lower case, with which letters were capitals.

use chrono::{DateTime, SubsecRound as _, Utc};
use serde::{Serialize, Serializer};
use tokio_postgres::Row;
use tokio_postgres::binary_copy::BinaryCopyOutRow;
use tokio_postgres::types::{FromSql, Type};

use paydesk_domain::decline;
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::money::{Currency, MinorUnits, Money};
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::payment_mark::is_captured_in_part;
use paydesk_domain::scrub::scrubbed;
use paydesk_index::payment_columns::texts::{Folder, SEPARATOR, unfolded};
use paydesk_index::payment_columns::{FIELDS, PaymentTexts, StoredPayment, StoredText, plain_texts, searched_texts};
use paydesk_index::team_payment_query::storable;

use super::super::error::TeamError;

/// What is read of a payment, of the table under the name `p`; [`payment_of`] reads it.
pub const COLUMNS: &str = "nullif(p.created, '-infinity'), p.amount, p.capturable, p.received, p.seen, p.detailed, \
     p.last4, p.refunded, p.disputed, p.status, p.currency, p.method, p.method_type, p.code, p.search, p.capitals, \
     p.exponent";

/// The types of [`COLUMNS`].
pub const TYPES: [Type; 17] = [
    Type::TIMESTAMPTZ,
    Type::INT8,
    Type::INT8,
    Type::INT8,
    Type::TIMESTAMPTZ,
    Type::TIMESTAMPTZ,
    Type::INT2,
    Type::BOOL,
    Type::BOOL,
    Type::TEXT,
    Type::TEXT,
    Type::TEXT,
    Type::TEXT,
    Type::TEXT,
    Type::TEXT,
    Type::BYTEA,
    Type::INT2,
];

/// A row that is read, from the answer of a query or from a copy.
pub trait BinaryRow {
    fn column<'a, T: FromSql<'a>>(&'a self, column: usize) -> Result<T, TeamError>;
}

impl BinaryRow for Row {
    fn column<'a, T: FromSql<'a>>(&'a self, column: usize) -> Result<T, TeamError> {
        self.try_get(column).map_err(|error| TeamError::Answer(error.to_string()))
    }
}

impl BinaryRow for BinaryCopyOutRow {
    fn column<'a, T: FromSql<'a>>(&'a self, column: usize) -> Result<T, TeamError> {
        self.try_get(column).map_err(|error| TeamError::Answer(error.to_string()))
    }
}

/// A payment as the database takes it: the fields are the columns of the table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NewPaymentRow {
    #[serde(serialize_with = "or_oldest")]
    pub created: Option<DateTime<Utc>>,
    pub payment_id: String,
    /// Its place among those of one put that changed, from 1.
    pub changed: Option<usize>,
    amount: i64,
    capturable: Option<i64>,
    received: Option<i64>,
    seen: Option<DateTime<Utc>>,
    pub detailed: Option<DateTime<Utc>>,
    last4: Option<u16>,
    exponent: u32,
    refunded: bool,
    disputed: bool,
    in_part: bool,
    status: String,
    currency: String,
    method: Option<String>,
    method_type: String,
    code: Option<String>,
    search: String,
    capitals: Option<String>,
}

fn or_oldest<S: Serializer>(created: &Option<DateTime<Utc>>, to: S) -> Result<S::Ok, S::Error> {
    match created {
        Some(created) => created.serialize(to),
        None => to.serialize_str("-infinity"),
    }
}

impl NewPaymentRow {
    pub fn of(payment: &StoredPayment) -> Self {
        let row = &payment.row;
        let seconds = |time: Option<DateTime<Utc>>| time.map(|time| time.trunc_subsecs(0));
        let (search, capitals) = searched(payment);
        Self {
            created: row.created.map(|created| created.trunc_subsecs(3)),
            payment_id: storable(row.payment_id.as_str()),
            changed: None,
            amount: row.amount.minor,
            capturable: row.capturable_minor,
            received: row.received_minor,
            seen: seconds(payment.seen_at),
            detailed: seconds(payment.detailed_at),
            last4: payment.last4,
            exponent: row.amount.currency.exponent().unwrap_or(0),
            refunded: payment.refunded,
            disputed: payment.disputed,
            in_part: is_captured_in_part(row),
            status: storable(row.status.as_str()),
            currency: storable(row.amount.currency.code()),
            method: row.payment_method.as_deref().map(storable),
            method_type: storable(&payment.texts.method_type),
            code: row.unified_code.as_deref().map(storable),
            search,
            capitals,
        }
    }

    /// Whether anything differs but when the payment was seen and its details were read.
    pub fn differs(&self, known: &Self) -> bool {
        let compared = Self { seen: known.seen, detailed: known.detailed, changed: known.changed, ..self.clone() };
        compared != *known
    }
}

/// The texts in lower case; behind them the code of a decline, its usual message and the brand of the card, and those with
/// accents once more, without; and which letters were capitals, as PostgreSQL writes bytes.
fn searched(payment: &StoredPayment) -> (String, Option<String>) {
    let code = payment.row.unified_code.as_deref().unwrap_or_default();
    let usual = decline::message(code).unwrap_or_default();
    let texts = searched_texts(payment);
    let plain = plain_texts(&texts);
    let behind = [code, usual, &payment.texts.brand].into_iter().chain(plain.iter().map(String::as_str));
    let texts: Vec<&str> = texts.into_iter().chain(behind).collect();
    let count = texts.iter().rposition(|text| !text.is_empty()).map_or(1, |last| last + 1);
    let mut folder = Folder::default();
    folder.separate();
    for text in &texts[..count] {
        folder.add(&storable(text));
        folder.separate();
    }
    let row = folder.finish();
    let end = row.iter().rposition(|byte| *byte == SEPARATOR).map_or(0, |last| last + 1);
    let (text, runs) = row.split_at(end);
    let hex: String = runs.iter().map(|byte| format!("{byte:02x}")).collect();
    (String::from_utf8_lossy(text).into_owned(), (!runs.is_empty()).then(|| format!("\\x{hex}")))
}

/// Where the brand of the card is: behind the fields, the code of a decline and its usual message.
const BRAND: usize = FIELDS + 2;

/// A currency with the decimals that it was put in with; without those that are not known.
fn currency_of(code: &str, exponent: i16) -> Currency {
    let decimals = |currency: &Currency| currency.exponent().and_then(|exponent| i16::try_from(exponent).ok());
    let known = [MinorUnits::Undecided, MinorUnits::Iso4217, MinorUnits::Hyperswitch].map(|units| units.currency(code));
    let put_in = known.into_iter().find(|currency| decimals(currency) == Some(exponent));
    put_in.unwrap_or_else(|| MinorUnits::Undecided.currency(code))
}

/// Reads [`COLUMNS`], the first of them at `first`.
pub fn payment_of(row: &impl BinaryRow, first: usize) -> Result<StoredPayment, TeamError> {
    let search: &str = row.column(first + 14)?;
    let capitals: Option<&[u8]> = row.column(first + 15)?;
    let written = unfolded(&[search.as_bytes(), capitals.unwrap_or_default()].concat());
    let mut fields = written.split(char::from(SEPARATOR)).skip(1).map(str::to_owned).collect::<Vec<_>>();
    fields.resize(fields.len().max(BRAND + 1), String::new());
    let brand = std::mem::take(&mut fields[BRAND]);
    let mut text = |field: StoredText| std::mem::take(&mut fields[field as usize]);
    let id = text(StoredText::Id);
    let customer = text(StoredText::Customer);
    // A hub of an earlier version stored them as they came.
    let mut free = |field: StoredText| scrubbed(&text(field)).into_owned();
    let some = |text: String| Some(text).filter(|text| !text.is_empty());
    let code: Option<String> = row.column(first + 13)?;
    let usual = code.as_deref().and_then(decline::message).map(str::to_owned);
    let last4: Option<i16> = row.column(first + 6)?;
    Ok(StoredPayment {
        row: PaymentRow {
            payment_id: PaymentId::new(id),
            status: PaymentStatus::from_word(row.column(first + 9)?),
            amount: Money::new(row.column(first + 1)?, currency_of(row.column(first + 10)?, row.column(first + 16)?)),
            created: row.column(first)?,
            capturable_minor: row.column(first + 2)?,
            received_minor: row.column(first + 3)?,
            customer_id: some(customer).map(CustomerId::new),
            payment_method: row.column(first + 11)?,
            unified_code: code,
            unified_message: some(free(StoredText::Message)).or(usual),
        },
        texts: PaymentTexts {
            email: free(StoredText::Email),
            name: free(StoredText::Name),
            description: free(StoredText::Description),
            order: free(StoredText::Order),
            descriptor: free(StoredText::Descriptor),
            metadata: free(StoredText::Metadata),
            error_code: free(StoredText::ErrorCode),
            method_type: row.column(first + 12)?,
            brand,
            // The table has no column of it.
            card_country: String::new(),
        },
        last4: last4.and_then(|last4| u16::try_from(last4).ok()),
        refunded: row.column(first + 7)?,
        disputed: row.column(first + 8)?,
        seen_at: row.column(first + 4)?,
        detailed_at: row.column(first + 5)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_currency_keeps_the_decimals_that_it_was_put_in_with() {
        for (code, exponent, shown) in [
            ("ISK", 0, "500,000 ISK"),
            ("ISK", 2, "5,000.00 ISK"),
            ("MGA", 0, "500,000 MGA"),
            ("EUR", 2, "5,000.00 EUR"),
            ("XQQ", 0, "500,000 minor units of XQQ"),
        ] {
            assert_eq!(Money::new(500_000, currency_of(code, exponent)).to_string(), shown);
        }
    }
}
