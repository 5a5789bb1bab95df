//! What was read for the items that come next, and how much room the rate limit has.

use std::collections::{HashMap, HashSet, VecDeque};

use chrono::{DateTime, Utc};

use crate::read::RequestId;
use paydesk_api::rate_limit::{Priority, RateGate};
use paydesk_api::resources::payments::calls::PAGE_MAX;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::Payment;

use super::estimate::MARGIN_PART;

/// Pages in a row that were not worth it, before payments are read one by one.
const POOR_PAGES_MAX: u32 = 2;

/// What the rate limit has room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Calls that may leave now; `None` where no limit is known.
    pub calls: Option<u32>,
    /// What of that is left to persons.
    pub margin: u32,
    pub renewed_at: Option<DateTime<Utc>>,
}

impl Room {
    /// What a rate limit has room for now.
    pub fn of(rate: &RateGate, now: DateTime<Utc>) -> Self {
        let limit = rate.gauge().map_or(0, |(_, limit)| limit);
        Self {
            calls: rate.room(now),
            margin: limit / MARGIN_PART,
            renewed_at: rate.held_until(Priority::Ordinary, now),
        }
    }
}

/// A payment that was just read.
#[derive(Debug)]
pub(super) struct ReadPayment {
    pub(super) asked_at: DateTime<Utc>,
    /// When the answer came.
    pub(super) at: DateTime<Utc>,
    pub(super) payment: Payment,
}

/// A page of the list that is being read.
#[derive(Debug)]
pub(super) struct AskedPage {
    pub(super) request_id: RequestId,
    /// The first item that it was asked for.
    pub(super) first: usize,
    /// Most rows that it has.
    pub(super) limit: usize,
}

/// So many pages that were worth it, and the next ones reach further.
const GOOD_PAGES: u32 = 4;

/// Over how many of the next items a page reaches. A page shows the newest of its time, and the items are begun with the
/// oldest: where other payments lie between them, a page of fewer items leaves none of these out.
#[derive(Debug, Clone, Copy)]
pub(super) struct PageReach {
    items: usize,
    /// Pages in a row that were worth it.
    good_pages: u32,
}

impl Default for PageReach {
    fn default() -> Self {
        Self { items: PAGE_MAX as usize, good_pages: 0 }
    }
}

impl PageReach {
    pub(super) fn items(self) -> usize {
        self.items
    }

    pub(super) fn narrow(&mut self) {
        *self = Self { items: self.items / 2, good_pages: 0 };
    }

    /// A page showed what it was asked for; after some of them, the next ones reach further where they have room.
    pub(super) fn note_good(&mut self, has_room: bool) {
        self.good_pages += 1;
        if has_room && self.good_pages >= GOOD_PAGES {
            *self = Self { items: (self.items * 2).min(PAGE_MAX as usize), good_pages: 0 };
        }
    }
}

/// What was read for the items that come next, and what is being read.
#[derive(Debug, Default)]
pub struct Pacing {
    pub(super) read: HashMap<String, ReadPayment>,
    /// Items whose payment was read, in their order.
    pub(super) ready: VecDeque<usize>,
    pub(super) page: Option<AskedPage>,
    pub(super) singles: HashMap<RequestId, usize>,
    /// Items that no page shows.
    pub(super) apart: HashSet<usize>,
    pub(super) poor_pages: u32,
    /// Over how many of the next items a page reaches.
    pub(super) page_reach: PageReach,
    pub(super) wake_at: Option<DateTime<Utc>>,
}

impl Pacing {
    /// When the run goes on by itself.
    pub fn wake_at(&self) -> Option<DateTime<Utc>> {
        self.wake_at
    }

    /// What was read of a payment for the run, and when that was asked for.
    pub(super) fn payment(&self, payment_id: &PaymentId) -> Option<(DateTime<Utc>, &Payment)> {
        self.read.get(payment_id.as_str()).map(|fact| (fact.asked_at, &fact.payment))
    }

    pub(super) fn forget(&mut self, target: &str) {
        self.read.remove(target);
    }

    pub(super) fn learn(&mut self, index: usize, payment: Payment, asked_at: DateTime<Utc>, now: DateTime<Utc>) {
        let read = ReadPayment { asked_at, at: now, payment };
        self.read.insert(read.payment.payment_id.as_str().to_owned(), read);
        self.ready.push_back(index);
    }

    pub(super) fn pages_are_worth_it(&self) -> bool {
        self.poor_pages < POOR_PAGES_MAX
    }

    pub(super) fn reads_under_way(&self) -> usize {
        self.singles.len() + usize::from(self.page.is_some())
    }
}
