//! One payment as a row of the database.

use chrono::{DateTime, Utc};
use rusqlite::Row;

use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_index::payment_columns::{PaymentTexts, StoredPayment};

/// What [`payment`] reads.
pub const COLUMNS: &str = "number, id, status, amount, currency, created, capturable, received, customer, method, code, \
                       message, texts, last4, flags, seen, detailed";
/// Between the texts of a row.
const SEPARATOR: char = '\u{1F}';
pub const REFUNDED: i64 = 1;
pub const DISPUTED: i64 = 2;

/// The texts one behind the other; nothing where all are empty. Earlier versions wrote the first eight or nine.
pub fn written(texts: &PaymentTexts) -> Option<String> {
    let PaymentTexts { email, name, description, order, descriptor, metadata, error_code, .. } = texts;
    let PaymentTexts { method_type, brand, card_country, .. } = texts;
    let fields = [email, name, description, order, descriptor, metadata, error_code, method_type, brand, card_country];
    let is_empty = fields.iter().all(|text| text.is_empty());
    (!is_empty).then(|| fields.map(|text| text.replace(SEPARATOR, " ")).join("\u{1F}"))
}

fn texts(written: &str) -> PaymentTexts {
    let mut fields = written.split(SEPARATOR).map(str::to_owned);
    let mut next = || fields.next().unwrap_or_default();
    PaymentTexts {
        email: next(),
        name: next(),
        description: next(),
        order: next(),
        descriptor: next(),
        metadata: next(),
        error_code: next(),
        method_type: next(),
        brand: next(),
        card_country: next(),
    }
}

/// Reads [`COLUMNS`] behind the number.
pub fn payment(row: &Row<'_>) -> Result<StoredPayment, rusqlite::Error> {
    let text = |column: usize| row.get::<_, String>(column);
    let seconds = |column: usize| -> Result<Option<DateTime<Utc>>, rusqlite::Error> {
        Ok(row.get::<_, Option<i64>>(column)?.and_then(|seconds| DateTime::from_timestamp(seconds, 0)))
    };
    let flags: i64 = row.get(14)?;
    let written: Option<String> = row.get(12)?;
    Ok(StoredPayment {
        row: PaymentRow {
            payment_id: PaymentId::new(text(1)?),
            status: PaymentStatus::from_word(&text(2)?),
            // Who takes it counts it as its service does.
            amount: Money::new(row.get(3)?, MinorUnits::Undecided.currency(&text(4)?)),
            created: row.get::<_, Option<i64>>(5)?.and_then(DateTime::from_timestamp_millis),
            capturable_minor: row.get(6)?,
            received_minor: row.get(7)?,
            customer_id: row.get::<_, Option<String>>(8)?.map(CustomerId::new),
            payment_method: row.get(9)?,
            unified_code: row.get(10)?,
            unified_message: row.get(11)?,
        },
        texts: written.as_deref().map(texts).unwrap_or_default(),
        last4: row.get(13)?,
        refunded: flags & REFUNDED != 0,
        disputed: flags & DISPUTED != 0,
        seen_at: seconds(15)?,
        detailed_at: seconds(16)?,
    })
}
