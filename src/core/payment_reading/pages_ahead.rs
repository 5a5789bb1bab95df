//! Pages of the whole list that are asked for before those in front of them came, where the service counts rows from the
//! top: a page that arrives is taken in a few times a second, so one after the other would be slow.

use std::collections::BTreeMap;

use paydesk_api::resources::payments::calls::{ListForm, ListMethod, ListPayments, PAGE_MAX};

use super::page_end::PageEnd;
use super::place::ReadPlace;

/// Pages under way at the same time.
const PAGES_MAX: u32 = 8;

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
        if page.is_short() {
            self.is_off = true;
        }
        Some(page)
    }
}
