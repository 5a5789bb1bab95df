//! Whether the pages of the service's list of refunds, read one after the other, show all refunds since a time.
//!
//! A service may send fewer rows than were asked for, in any order, with a total that is that of the page; and the list may change
//! between two pages. What contradicts itself, or lacks a refund that is known, shows nothing.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use paydesk_api::record_reads::{ListRecords, RecordPage};

/// What was read of the list since its first page.
#[derive(Debug, Default)]
pub(crate) struct ListCheck {
    seen: BTreeSet<String>,
    oldest: Option<DateTime<Utc>>,
    total: Option<u64>,
    /// A row came twice, or the total is another one.
    has_changed: bool,
}

/// What the pages so far show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PagesShow {
    All,
    /// The next page may show more.
    NotAllYet,
    /// They contradict each other, or what is known.
    Nothing,
}

impl ListCheck {
    /// One more page. All refunds since `needed` are to be seen; `known` are those that the list has to have, by when each was
    /// created.
    pub(crate) fn take(
        &mut self,
        list: &ListRecords,
        page: &RecordPage,
        needed: DateTime<Utc>,
        known: &[(&str, DateTime<Utc>)],
    ) -> PagesShow {
        if list.is_first() {
            *self = Self::default();
        }
        self.note(page);
        let says_more = page.has_more == Some(true) || self.total.is_some_and(|total| total > self.seen.len() as u64);
        if self.has_changed || !page.unreadable.is_empty() {
            return PagesShow::Nothing;
        }
        let misses = |since: DateTime<Utc>| {
            let since = self.oldest.into_iter().chain([since, needed]).max();
            known.iter().any(|(id, created)| Some(*created) > since && !self.seen.contains(*id))
        };
        if page.rows.is_empty() {
            let is_whole = !says_more && !misses(DateTime::<Utc>::MIN_UTC);
            return if is_whole { PagesShow::All } else { PagesShow::Nothing };
        }
        match page.shows_all_since(list) {
            Some(since) if since <= needed && page.is_newest_first() && !misses(since) => PagesShow::All,
            Some(_) if page.limit == u32::MAX => PagesShow::All,
            // An end that is not the newest row is believed once nothing is behind it.
            Some(_) | None => PagesShow::NotAllYet,
        }
    }

    fn note(&mut self, page: &RecordPage) {
        for (id, _) in &page.rows {
            self.has_changed |= !self.seen.insert(id.clone());
        }
        self.oldest = self.oldest.into_iter().chain(page.oldest()).min();
        self.has_changed |= self.total.zip(page.total_count).is_some_and(|(before, now)| before != now);
        self.total = self.total.or(page.total_count);
    }
}
