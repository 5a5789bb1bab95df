//! Whether the pages of the service's list of refunds, read one after the other, show all refunds of a payment.
//!
//! A service may list the refunds of other payments as well, send fewer rows than were asked for, in any order, with a total that is
//! that of the page; and the list may change between two pages. What contradicts itself, or lacks a refund that is known, shows
//! nothing.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use paydesk_api::record_reads::{ListRecords, RecordPage};
use paydesk_domain::ids::PaymentId;

/// Behind so many rows a list that goes on with older ones is believed to do so.
const BELIEVED_FROM: usize = 1_000;

/// What was read of the list since its first page.
#[derive(Debug, Default)]
pub(crate) struct ListCheck {
    seen: BTreeSet<String>,
    oldest: Option<DateTime<Utc>>,
    total: Option<u64>,
    /// A row came twice, or the total is another one, or a row does not say clearly of which payment it is.
    is_unclear: bool,
    /// The list is that of all payments: that was asked for, or a row of another one came.
    has_others: bool,
    /// When the first page was asked for.
    asked_at: Option<DateTime<Utc>>,
    shows_all: bool,
}

/// A page of the list as it was asked for, and what it is to show.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AskedList<'a> {
    pub list: &'a ListRecords,
    /// The payment that is to be refunded.
    pub payment_id: Option<&'a PaymentId>,
    /// Where the answer was made after that.
    pub asked_at: Option<DateTime<Utc>>,
    /// Since when all refunds are to be seen.
    pub needed: DateTime<Utc>,
    /// What the list has to have.
    pub known: &'a [ListedRefund<'a>],
}

/// A refund that the service's list has to have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ListedRefund<'a> {
    pub id: &'a str,
    pub payment_id: Option<&'a PaymentId>,
    pub created: DateTime<Utc>,
    /// So new that the list of all payments may lack it.
    pub is_new: bool,
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
    /// One more page. `lists_all` where the service is known to list the refunds of all payments, whatever it is asked for.
    pub(super) fn take(&mut self, asked: AskedList<'_>, lists_all: bool, page: &RecordPage) -> PagesShow {
        if asked.list.is_first() {
            let has_others = lists_all || asked.list.payment_id().is_none();
            *self = Self { asked_at: asked.asked_at, has_others, ..Self::default() };
        }
        self.note(asked, page);
        let shown = self.shown(asked, page);
        self.shows_all = shown == PagesShow::All;
        shown
    }

    /// Whether refunds of other payments are listed.
    pub(super) fn has_others(&self) -> bool {
        self.has_others
    }

    /// When the first page was asked for, once all that is needed was seen.
    pub(super) fn shown_at(&self) -> Option<DateTime<Utc>> {
        self.asked_at.filter(|_| self.shows_all)
    }

    fn note(&mut self, asked: AskedList<'_>, page: &RecordPage) {
        let payment_id = asked.list.payment_id().map(PaymentId::as_str);
        for (id, row) in &page.rows {
            let of = row.get("payment_id").and_then(|id| id.as_str());
            let is_clear = of.is_some_and(|of| {
                let spelled = asked.payment_id.map(PaymentId::as_str).filter(|id| id.eq_ignore_ascii_case(of));
                !of.is_empty() && spelled.is_none_or(|id| id == of)
            });
            self.is_unclear |= !self.seen.insert(id.clone()) || !is_clear;
            self.has_others |= of != payment_id;
        }
        self.oldest = self.oldest.into_iter().chain(page.oldest()).min();
        self.is_unclear |= self.total.zip(page.total_count).is_some_and(|(before, now)| before != now);
        self.total = self.total.or(page.total_count);
    }

    fn shown(&self, asked: AskedList<'_>, page: &RecordPage) -> PagesShow {
        if self.is_unclear || !page.unreadable.is_empty() {
            return PagesShow::Nothing;
        }
        let says_more = page.has_more == Some(true) || self.total.is_some_and(|total| total > self.seen.len() as u64);
        let whole = DateTime::<Utc>::MIN_UTC;
        if page.rows.is_empty() {
            return if says_more || self.misses(asked, whole) { PagesShow::Nothing } else { PagesShow::All };
        }
        let is_believed = self.has_others && self.seen.len() >= BELIEVED_FROM;
        match page.shows_all_since(asked.list) {
            Some(since)
                if (since == whole || since <= asked.needed && is_believed)
                    && page.is_newest_first()
                    && !self.misses(asked, since) =>
            {
                PagesShow::All
            }
            Some(_) if page.limit == u32::MAX => PagesShow::All,
            // An end that is not the newest row is believed once nothing is behind it.
            Some(_) | None => PagesShow::NotAllYet,
        }
    }

    /// Whether a refund is missing that has to be in what was read, which goes back to `since`. A list that lacks one of the
    /// payment itself is behind, however new that is: it may lack others of it, too.
    fn misses(&self, asked: AskedList<'_>, since: DateTime<Utc>) -> bool {
        let since = self.oldest.into_iter().chain([since, asked.needed]).max();
        let has_to_be = |known: &ListedRefund<'_>| match known.payment_id == asked.payment_id {
            true => !self.has_others || Some(known.created) > since,
            false => self.has_others && !known.is_new && Some(known.created) > since,
        };
        asked.known.iter().any(|known| has_to_be(known) && !self.seen.contains(known.id))
    }
}
