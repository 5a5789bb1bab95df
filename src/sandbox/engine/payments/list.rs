//! Lists of payments: filters, page, rows (API reference).

use super::method::PAYMENT_METHODS;
use crate::engine::fields::FieldReader;
use crate::engine::index::{CustomerFilter, IndexFilter};
use crate::engine::page::{Page, PageInput, ms_rounded_up};
use crate::engine::refusal::Refusal;
use crate::engine::work::Work;
use crate::storage;
use crate::storage::payments::StoredPaymentRow;
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::PaymentStatus;

/// What a list of payments is asked for.
#[derive(Debug, Clone)]
pub struct PaymentListInput {
    page: PageInput,
    filter: IndexFilter,
    customer_id: Option<String>,
}

impl PaymentListInput {
    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        let statuses = PaymentStatus::FILTERABLE;
        let statuses: Vec<&str> = statuses.iter().map(PaymentStatus::as_str).collect();
        let filter = IndexFilter {
            status: fields.choice("status", &statuses)?.map(PaymentStatus::from_word),
            currency: fields.text("currency")?.map(|code| CurrencyCode::new(code).as_str().to_owned()),
            payment_method: fields.choice("payment_method", &PAYMENT_METHODS)?.map(str::to_owned),
            customer: None,
            created_from_ms: fields.time("created_gte")?.map(ms_rounded_up),
            created_to_ms: fields.time("created_lte")?.map(|time| time.timestamp_millis()),
        };
        Ok(Self { page: PageInput::read(fields)?, filter, customer_id: fields.string("customer_id")? })
    }
}

/// The payments that match, newest first.
pub fn list(work: &Work, input: PaymentListInput) -> Result<Page<StoredPaymentRow>, Refusal> {
    let PaymentListInput { page, mut filter, customer_id } = input;
    if let Some(customer_id) = customer_id {
        let seq = storage::customers::seq_of(work.db, &customer_id)?;
        filter.customer = Some(seq.map_or(CustomerFilter::Unknown, CustomerFilter::Known));
    }
    let page = page.under(work.settings.list_end);
    let found = work.index.page(&filter, page.offset, page.limit);
    let rows = storage::payments::list_rows(work.db, &found.seqs)?;
    Ok(page.page(rows, i64::try_from(found.total).unwrap_or(i64::MAX), work.settings.list_end))
}
