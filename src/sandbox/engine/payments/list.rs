//! Lists of payments: filters, page, rows ([API reference](crate::api::reference::payments#list)).

use chrono::{DateTime, TimeDelta, Utc};

use crate::domain::money::Currency;
use crate::domain::payment::PaymentStatus;
use crate::sandbox::engine::fields::FieldReader;
use crate::sandbox::engine::index::{CustomerFilter, IndexFilter};
use crate::sandbox::engine::payments::method::PAYMENT_METHODS;
use crate::sandbox::engine::{Engine, Refusal};
use crate::sandbox::storage;
use crate::sandbox::storage::payments::StoredPaymentRow;

/// Which page of what: `limit` 1–100, default 10; `offset` default 0
/// ([limits](crate::api::reference::limits#pagination)).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageInput {
    pub limit: usize,
    pub offset: usize,
}

impl PageInput {
    /// Most rows of one page.
    pub const MAX_LIMIT: i64 = 100;
    const DEFAULT_LIMIT: i64 = 10;

    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        let limit = fields.integer("limit")?.unwrap_or(Self::DEFAULT_LIMIT);
        if !(1..=Self::MAX_LIMIT).contains(&limit) {
            return Err(Refusal::invalid("limit", format!("must be from 1 to {}, not {limit}", Self::MAX_LIMIT)));
        }
        let offset = fields.integer("offset")?.unwrap_or(0);
        let offset = usize::try_from(offset)
            .map_err(|_| Refusal::invalid("offset", format!("must be 0 or more, not {offset}")))?;
        Ok(Self { limit: usize::try_from(limit).unwrap_or(1), offset })
    }

    /// Whether there are more rows behind a page with so many of `total`.
    pub fn has_more(self, rows: usize, total: i64) -> bool {
        rows > 0 && i64::try_from(self.offset.saturating_add(rows)).is_ok_and(|shown| shown < total)
    }
}

/// What a list of payments is asked for.
#[derive(Debug, Clone)]
pub struct PaymentListInput {
    page: PageInput,
    filter: IndexFilter,
    customer_id: Option<String>,
}

impl PaymentListInput {
    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        let words = PaymentStatus::FILTERABLE;
        let words: Vec<&str> = words.iter().map(PaymentStatus::as_str).collect();
        let filter = IndexFilter {
            status: fields.choice("status", &words)?.map(PaymentStatus::from_word),
            currency: fields.text("currency")?.map(|code| Currency::from_code(code).code().to_owned()),
            payment_method: fields.choice("payment_method", &PAYMENT_METHODS)?.map(str::to_owned),
            customer: None,
            created_from_ms: fields.time("created_gte")?.map(ms_rounded_up),
            created_to_ms: fields.time("created_lte")?.map(|time| time.timestamp_millis()),
        };
        Ok(Self { page: PageInput::read(fields)?, filter, customer_id: fields.string("customer_id")? })
    }
}

/// A page of payments, newest first.
#[derive(Debug, Clone)]
pub struct PaymentList {
    pub rows: Vec<StoredPaymentRow>,
    /// How many match on all pages.
    pub total: usize,
    pub has_more: bool,
}

impl Engine {
    pub fn list_payments(&mut self, input: PaymentListInput) -> Result<PaymentList, Refusal> {
        self.settle()?;
        let PaymentListInput { page, mut filter, customer_id } = input;
        if let Some(customer_id) = customer_id {
            let seq = storage::customers::seq_of(&self.db, &customer_id)?;
            filter.customer = Some(seq.map_or(CustomerFilter::Unknown, CustomerFilter::Known));
        }
        let found = self.payments.page(&filter, page.offset, page.limit);
        let rows = storage::payments::list_rows(&self.db, &found.seqs)?;
        let has_more = page.offset.saturating_add(rows.len()) < found.total && !rows.is_empty();
        Ok(PaymentList { rows, total: found.total, has_more })
    }
}

/// The first whole millisecond that is not before `time`.
pub fn ms_rounded_up(time: DateTime<Utc>) -> i64 {
    let rounded = time.checked_add_signed(TimeDelta::nanoseconds(999_999)).unwrap_or(time);
    rounded.timestamp_millis()
}
