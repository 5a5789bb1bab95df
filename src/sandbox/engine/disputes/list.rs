//! Lists of disputes, newest first ([API reference](crate::api::reference::disputes#list)).

use std::str::FromStr;

use strum::VariantNames;

use super::SandboxDisputeStatus;
use crate::domain::money::Currency;
use crate::sandbox::engine::fields::FieldReader;
use crate::sandbox::engine::payments::{PageInput, ms_rounded_up};
use crate::sandbox::engine::{Engine, Refusal, storage};
use crate::sandbox::storage::disputes::{DisputeFilter, DisputeRecord};

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
            currency: fields.text("currency")?.map(|code| Currency::from_code(code).code().to_owned()),
            created_from_ms: fields.time("created_gte")?.map(ms_rounded_up),
            created_to_ms: fields.time("created_lte")?.map(|time| time.timestamp_millis()),
        };
        Ok(Self { page: PageInput::read(fields)?, filter })
    }
}

/// A page of disputes.
#[derive(Debug, Clone)]
pub struct DisputeList {
    pub rows: Vec<DisputeRecord>,
    /// How many match on all pages.
    pub total: i64,
    pub has_more: bool,
}

impl Engine {
    pub fn list_disputes(&mut self, input: &DisputeListInput) -> Result<DisputeList, Refusal> {
        self.settle()?;
        let DisputeListInput { page, filter } = input;
        let rows = storage::disputes::page(&self.db, filter, page.offset, page.limit)?;
        let total = storage::disputes::count(&self.db, filter)?;
        let has_more = page.has_more(rows.len(), total);
        Ok(DisputeList { rows, total, has_more })
    }
}
