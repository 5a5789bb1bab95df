//! How many payments, refunds and disputes of the board's time are known here, by status: what is compared with the
//! service's own counts.

use chrono::{DateTime, TimeDelta, Utc};

use super::counted_here::CountSources;
use super::range::Span;
use crate::context::WorkspaceView;
use crate::features::record_lists::{Listing, RecordLists};
use crate::pages::Pages;
use paydesk_api::resources::service_counts::calls::{AddedUp, CountedRecords, CountedTime};
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
    /// What the service adds up too, where there is any.
    sums: Vec<(AddedUp, MoneySums)>,
}

impl KnownCounts {
    /// The amounts that are added up so; `None` where there are none, or the service would add up several currencies.
    pub fn sums(&self, added_up: AddedUp) -> Option<&MoneySums> {
        self.sums.iter().find(|(of, _)| *of == added_up).map(|(_, sums)| sums)
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
        let rows = read.into_iter().filter_map(|row| columns.payment(row as usize));
        let payments: Vec<(String, Money)> =
            rows.map(|known| (known.row.status.as_str().to_owned(), known.row.amount)).collect();
        let counts = payments.iter().map(|(status, _)| status.clone()).collect();
        let known = known(counts, history.knows_since(span.start));
        let time = CountedTime { start: span.start, end };
        let sums = sums(&[AddedUp::SucceededPayments], &payments);
        KnownCounts { time, newer: newer.len() as u64, sums, ..KnownCounts::of(span, known, place.as_of) }
    }

    fn refunds(&self, span: Span, view: &WorkspaceView<'_>) -> KnownCounts {
        let (is_whole, read_at) = match self.record_lists.listing(ResourceKind::Refund, view) {
            Listing::None(_) => return KnownCounts::of(span, Known::Unknown, None),
            Listing::Whole(at) => (true, Some(at)),
            Listing::Unread | Listing::Failed(_) | Listing::Partial => (false, None),
        };
        let all = || view.records.of(ResourceKind::Refund);
        let are_dated = all().all(|known| known.record.created_at().is_some());
        let refunds = all().filter_map(|known| {
            let refund = known.refund();
            is_in(known.record.created_at()?, span).then(|| {
                let status = refund.and_then(|refund| refund.status.as_ref());
                (status.map(|status| status.as_str().to_owned()), refund.and_then(|refund| refund.amount.clone()))
            })
        });
        let refunds: Vec<(Option<String>, Option<Money>)> = refunds.collect();
        let are_read = refunds.iter().all(|(status, _)| status.is_some());
        let counts = refunds.iter().filter_map(|(status, _)| status.clone()).collect();
        let amounts: Option<Vec<(String, Money)>> =
            refunds.into_iter().map(|(status, amount)| status.zip(amount)).collect();
        let sums = amounts.map(|amounts| sums(&[AddedUp::SucceededRefunds], &amounts)).unwrap_or_default();
        KnownCounts { sums, ..KnownCounts::of(span, known(counts, is_whole && are_dated && are_read), read_at) }
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
        let disputes: Vec<(String, Money)> =
            opened().map(|dispute| (dispute.status.as_str().to_owned(), dispute.amount.clone())).collect();
        let sums = match is_of_one_currency(&disputes) {
            true => sums(&[AddedUp::WonDisputes, AddedUp::LostDisputes], &disputes),
            false => Vec::new(),
        };
        KnownCounts { sums, ..KnownCounts::of(span, known(counts, is_whole), reading.read_at) }
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

/// The service adds up disputes whatever their currencies are.
fn is_of_one_currency(disputes: &[(String, Money)]) -> bool {
    disputes.windows(2).all(|pair| pair[0].1.currency == pair[1].1.currency)
}

/// The sums of these, by status, where they can be counted and are more than nothing.
fn sums(all: &[AddedUp], records: &[(String, Money)]) -> Vec<(AddedUp, MoneySums)> {
    let sums = |added_up: &AddedUp| {
        let of_status = records.iter().filter(|(status, amount)| status == added_up.status() && amount.minor > 0);
        let sums: MoneySums = of_status.map(|(_, amount)| amount.clone()).collect();
        (*added_up, sums)
    };
    let is_known =
        |(_, sums): &(AddedUp, MoneySums)| !sums.is_empty() && sums.amounts().count() == sums.currencies().count();
    all.iter().map(sums).filter(is_known).collect()
}
