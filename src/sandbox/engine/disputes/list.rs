//! Single disputes and lists, newest first (API reference).

use std::str::FromStr;

use strum::VariantNames;

use crate::engine::fields::FieldReader;
use crate::engine::page::{Page, PageInput, ms_rounded_up};
use crate::engine::refusal::Refusal;
use crate::engine::work::Work;
use crate::storage;
use crate::storage::disputes::{DisputeFilter, DisputeRecord, SandboxDisputeStatus};
use paydesk_domain::money::CurrencyCode;

/// What a list of disputes is asked for.
#[derive(Debug, Clone)]
pub struct DisputeListInput {
    page: PageInput,
    filter: DisputeFilter,
}

impl DisputeListInput {
    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        let status = fields.choice("status", SandboxDisputeStatus::VARIANTS)?;
        let filter = DisputeFilter {
            status: status.and_then(|word| SandboxDisputeStatus::from_str(word).ok()),
            payment_id: fields.string("payment_id")?,
            currency: fields.text("currency")?.map(|code| CurrencyCode::new(code).as_str().to_owned()),
            created_from_ms: fields.time("created_gte")?.map(ms_rounded_up),
            created_to_ms: fields.time("created_lte")?.map(|time| time.timestamp_millis()),
        };
        Ok(Self { page: PageInput::read(fields)?, filter })
    }
}

/// The dispute of this id.
pub fn find(work: &Work, dispute_id: &str) -> Result<DisputeRecord, Refusal> {
    storage::disputes::by_id(work.db, dispute_id)?.ok_or_else(|| Refusal::not_found("dispute", dispute_id))
}

/// The disputes that match, newest first.
pub fn list(work: &Work, input: &DisputeListInput) -> Result<Page<DisputeRecord>, Refusal> {
    let DisputeListInput { page, filter } = input;
    let page = page.under(work.settings.list_end);
    let rows = storage::disputes::page(work.db, filter, page.offset, page.limit)?;
    let total = storage::disputes::count(work.db, filter)?;
    Ok(page.page(rows, total, work.settings.list_end))
}
