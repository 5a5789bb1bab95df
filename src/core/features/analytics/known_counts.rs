//! How many payments, refunds and disputes of the board's time are known here, by status: what is compared with the
//! service's own counts.

use chrono::{DateTime, TimeDelta, Utc};

use super::counted_here::CountSources;
use super::range::Span;
use crate::context::WorkspaceView;
use crate::features::record_lists::{Listing, RecordLists};
use crate::pages::Pages;
use paydesk_api::resources::service_counts::calls::{CountedRecords, CountedTime, DecidedAs};
use paydesk_domain::dispute::Dispute;
use paydesk_domain::known::Known;
use paydesk_domain::money::Money;
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::status_counts::StatusCounts;

/// What is counted here.
#[derive(Clone, Copy)]
pub struct KnownLists<'a> {
    pub sources: CountSources<'a>,
    pub record_lists: &'a RecordLists,
}

/// How many there are of each status, of those that were created in a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownCounts {
    /// The time of the board, or as much of it as was read.
    pub time: CountedTime,
    pub counts: Known<StatusCounts>,
    /// As of when they were read.
    pub read_at: Option<DateTime<Utc>>,
    /// How many of the board's time were created after that.
    pub newer: u64,
    /// What was won and lost, where all of them are in one currency.
    sums: Vec<(DecidedAs, Money)>,
}

impl KnownCounts {
    /// The sum of those that ended so; `None` where there are none, or the amounts are of several currencies.
    pub fn sum(&self, decided_as: DecidedAs) -> Option<&Money> {
        self.sums.iter().find(|(of, _)| *of == decided_as).map(|(_, sum)| sum)
    }

    /// Everything that belongs to the board's time is counted.
    fn of(span: Span, counts: Known<StatusCounts>, read_at: Option<DateTime<Utc>>) -> Self {
        let time = CountedTime { start: span.start, end: span.end };
        Self { time, counts, read_at, newer: 0, sums: Vec::new() }
    }
}

impl KnownLists<'_> {
    /// Whether a list is being read: what is known is about to be other.
    pub fn is_reading(&self, records: CountedRecords) -> bool {
        match records {
            // Those are read page by page all the time.
            CountedRecords::Payments => self.sources.history.has_first_alone(),
            CountedRecords::Refunds => self.record_lists.is_reading(ResourceKind::Refund),
            CountedRecords::Disputes => self.sources.disputes.inbox.reading.pages == Pages::Loading,
        }
    }

    /// What is known of the time of a board.
    pub fn count(&self, records: CountedRecords, span: Span, view: &WorkspaceView<'_>) -> KnownCounts {
        match records {
            CountedRecords::Payments => self.payments(span),
            CountedRecords::Refunds => self.refunds(span, view),
            CountedRecords::Disputes => self.disputes(span),
        }
    }

    /// Payments that are newer than the newest page were reported by events alone, so they are left to the next page. The
    /// service counts times finer than it shows them: what it shows as this millisecond is a little later.
    fn payments(&self, span: Span) -> KnownCounts {
        let history = self.sources.history;
        let (columns, place) = (history.columns(), history.place());
        let read_to = place.current_to.map_or(span.end, |at| at + TimeDelta::milliseconds(1));
        let end = read_to.clamp(span.start, span.end);
        let created = |row: &u32| columns.created(*row as usize);
        let newest = columns.newest().iter().skip_while(|row| created(row).is_none_or(|at| at > span.end));
        let asked = newest.take_while(|row| created(row).is_some_and(|at| at >= span.start));
        let (newer, read): (Vec<u32>, Vec<u32>) = asked.partition(|row| created(row).is_some_and(|at| at > end));
        let status = |row: u32| Some(columns.payment(row as usize)?.row.status.as_str().to_owned());
        let counts: StatusCounts = read.into_iter().filter_map(status).collect();
        let known = known(counts, history.knows_since(span.start));
        let time = CountedTime { start: span.start, end };
        KnownCounts { time, newer: newer.len() as u64, ..KnownCounts::of(span, known, place.as_of) }
    }

    fn refunds(&self, span: Span, view: &WorkspaceView<'_>) -> KnownCounts {
        let (is_whole, read_at) = match self.record_lists.listing(ResourceKind::Refund, view) {
            Listing::None(_) => return KnownCounts::of(span, Known::Unknown, None),
            Listing::Whole(at) => (true, Some(at)),
            Listing::Unread | Listing::Failed(_) | Listing::Partial => (false, None),
        };
        let refunds = view.records.of(ResourceKind::Refund).filter_map(|known| {
            let refund = known.refund();
            let created = refund.and_then(|refund| refund.created).unwrap_or(known.record.made_at);
            is_in(created, span).then(|| refund.and_then(|refund| refund.status.clone()))
        });
        let statuses: Vec<_> = refunds.collect();
        let are_read = statuses.iter().all(Option::is_some);
        let counts = statuses.iter().flatten().map(|status| status.as_str().to_owned()).collect();
        KnownCounts::of(span, known(counts, is_whole && are_read), read_at)
    }

    fn disputes(&self, span: Span) -> KnownCounts {
        let list = self.sources.disputes;
        let reading = &list.inbox.reading;
        if reading.read_at.is_none() {
            return KnownCounts::of(span, Known::Unknown, None);
        }
        let all = || list.all().iter().map(|row| &row.dispute);
        let opened = || all().filter(|dispute| dispute.created.is_some_and(|at| is_in(at, span)));
        let is_whole = list.inbox.is_whole() && all().all(|dispute| dispute.created.is_some());
        let counts = opened().map(|dispute| dispute.status.as_str().to_owned()).collect();
        let disputes: Vec<&Dispute> = opened().collect();
        KnownCounts { sums: sums(&disputes), ..KnownCounts::of(span, known(counts, is_whole), reading.read_at) }
    }
}

fn is_in(at: DateTime<Utc>, span: Span) -> bool {
    (span.start..=span.end).contains(&at)
}

/// Exact where all were read; of none that may be some nothing is known.
fn known(counts: StatusCounts, is_whole: bool) -> Known<StatusCounts> {
    match (is_whole, counts.total()) {
        (true, _) => Known::Exact(counts),
        (false, 0) => Known::Unknown,
        (false, _) => Known::AtLeast(counts),
    }
}

/// What was won and lost of these, where all of them are in one currency: the service adds up whatever there is.
fn sums(disputes: &[&Dispute]) -> Vec<(DecidedAs, Money)> {
    let Some(first) = disputes.first().map(|dispute| &dispute.amount.currency) else { return Vec::new() };
    if disputes.iter().any(|dispute| dispute.amount.currency != *first) {
        return Vec::new();
    }
    let sum = |decided_as: DecidedAs| {
        let decided = disputes.iter().filter(|dispute| dispute.status == decided_as.status());
        let sums: MoneySums = decided.map(|dispute| dispute.amount.clone()).collect();
        sums.amounts().next().filter(|sum| sum.minor > 0).map(|sum| (decided_as, sum))
    };
    DecidedAs::BOTH.into_iter().filter_map(sum).collect()
}
