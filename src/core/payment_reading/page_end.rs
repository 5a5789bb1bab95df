//! What one page says of the list that it is a page of.

use chrono::{DateTime, Utc};

use crate::pages::{ListProgress, PageRead};
use paydesk_api::resources::payments::wire::PaymentPage;
use paydesk_domain::ids::PaymentId;

/// What a page says of the list, without its rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageEnd {
    limit: u32,
    rows: usize,
    pub last_id: Option<PaymentId>,
    pub total_count: Option<u64>,
    has_more: Option<bool>,
    /// When its newest payment was created.
    pub newest: Option<DateTime<Utc>>,
    /// When its oldest payment was created.
    pub oldest: Option<DateTime<Utc>>,
}

impl PageEnd {
    pub fn of(page: &PaymentPage) -> Self {
        let created = || page.rows.iter().filter_map(|row| row.created);
        Self {
            limit: page.limit,
            rows: page.rows.len() + page.unreadable.len(),
            last_id: page.last_id.clone(),
            total_count: page.total_count,
            has_more: page.has_more,
            newest: created().max(),
            oldest: created().min(),
        }
    }

    /// Whether it has fewer rows than were asked for.
    pub fn is_short(&self) -> bool {
        self.rows < self.limit as usize
    }

    /// Whether the list goes on behind this page, which began at `offset` and came after the row `after`, and where.
    pub fn progress(&self, offset: u32, after: Option<&PaymentId>) -> (ListProgress, u32) {
        let next_offset = offset.saturating_add(u32::try_from(self.rows).unwrap_or(u32::MAX));
        let read = PageRead {
            limit: self.limit,
            rows: self.rows,
            next_offset,
            has_new_rows: self.last_id.is_some() && after != self.last_id.as_ref(),
            total_count: self.total_count,
            has_more: self.has_more,
        };
        (read.progress(), next_offset)
    }
}
