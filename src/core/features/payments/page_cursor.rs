//! How far the pages of a payment list were read, where they are read one after the other to count or to collect.

use crate::pages::{ListProgress, PageRead};
use paydesk_api::resources::payments::wire::PaymentPage;
use paydesk_domain::ids::PaymentId;

/// Where the next page of the list begins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct PageCursor {
    /// Pages read so far.
    pub pages: u32,
    /// Rows read so far, those that could not be read among them.
    pub offset: u32,
    /// The last row of the last page.
    pub after: Option<PaymentId>,
    /// How many rows the last page said there are in all.
    total_count: Option<u64>,
}

impl PageCursor {
    /// Whether the list grew or shrank since the page before: rows may stand on another page now, and be missed.
    pub fn has_moved(&self, page: &PaymentPage) -> bool {
        self.pages > 0 && self.total_count.zip(page.total_count).is_some_and(|(before, now)| before != now)
    }

    /// Moves behind a page, and says whether another one follows.
    pub fn take(&mut self, page: &PaymentPage) -> ListProgress {
        let rows = page.rows.len() + page.unreadable.len();
        self.offset = self.offset.saturating_add(u32::try_from(rows).unwrap_or(u32::MAX));
        let has_new_rows = page.last_id.is_some() && self.after != page.last_id;
        (self.after, self.pages) = (page.last_id.clone(), self.pages + 1);
        self.total_count = page.total_count;
        PageRead {
            limit: page.limit,
            rows,
            next_offset: self.offset,
            has_new_rows,
            total_count: page.total_count,
            has_more: page.has_more,
        }
        .progress()
    }
}
