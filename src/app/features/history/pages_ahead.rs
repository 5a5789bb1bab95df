//! Pages of the whole list that are asked for before those in front of them came, where the service counts rows from the
//! top: a page that arrives is taken in a few times a second, so one after the other would be slow.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::api::resources::payments::calls::{ListForm, ListMethod, ListPayments, PAGE_MAX};
use crate::api::resources::payments::wire::PaymentPage;
use crate::app::pages::{ListProgress, PageRead};
use crate::domain::ids::PaymentId;

use super::ReadPlace;

/// Pages under way at the same time.
const PAGES_MAX: u32 = 8;

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
}

impl PageEnd {
    pub fn of(page: &PaymentPage) -> Self {
        Self {
            limit: page.limit,
            rows: page.rows.len() + page.unreadable.len(),
            last_id: page.last_id.clone(),
            total_count: page.total_count,
            has_more: page.has_more,
            newest: page.rows.iter().filter_map(|row| row.created).max(),
        }
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

/// The pages that came before one in front of them, by where they begin.
#[derive(Debug, Default)]
pub struct PagesAhead {
    came: BTreeMap<u32, PageEnd>,
    /// A page had fewer rows than were asked for: where others begin is not known before.
    is_off: bool,
}

impl PagesAhead {
    /// Where the next page begins that is neither here nor under way.
    pub fn next(&self, place: &ReadPlace, form: ListForm, is_under_way: impl Fn(u32) -> bool) -> Option<u32> {
        let counts_rows = form.method == ListMethod::Post;
        let rows = ListPayments { limit: PAGE_MAX, form, ..ListPayments::default() }.rows_asked();
        let is_ahead = counts_rows && !self.is_off && place.offset > 0;
        let ahead = if is_ahead { PAGES_MAX } else { 1 };
        let begins = (0..ahead).map(|page| place.offset.saturating_add(page * rows));
        let exists = |begin: u32| begin == place.offset || place.total.is_some_and(|total| u64::from(begin) < total);
        begins.take_while(|begin| exists(*begin)).find(|begin| !self.came.contains_key(begin) && !is_under_way(*begin))
    }

    /// A page came that began at `offset`.
    pub fn add(&mut self, offset: u32, page: PageEnd) {
        self.came.insert(offset, page);
    }

    /// The page that begins at `offset`, if it came. Those in front of it are done with.
    pub fn take(&mut self, offset: u32) -> Option<PageEnd> {
        self.came = self.came.split_off(&offset);
        let page = self.came.remove(&offset)?;
        if page.rows < page.limit as usize {
            self.is_off = true;
        }
        Some(page)
    }
}
