//! Home: what to do now, with its time and its money, and how the last days went. It reads nothing by itself: `summary` is
//! written from what the other features know, whenever that has changed, and the sidebar takes its counts from it.

mod entry;
mod recent_days;
mod sources;
mod summary;
mod text;

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::fact::FeatureFact;
use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::features::payments::{PaymentSort, PaymentsFilter};
use crate::records::RecordStatus;
use crate::route::Route;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::waiting::WaitingCount;

pub use entry::{HomeEntry, HomeItem, WaitingDeadline};
pub use recent_days::{CurrencyDays, DAYS, DayTotals, DaysOfPeriod, RateChange, RecentDays};
pub(crate) use sources::HomeSources;
pub use sources::{DaysRevision, HomeRevision};
pub use summary::{HomeSource, HomeSummary};

use recent_days::recent_days;
use sources::COUNTED;

/// Where this many deadlines are written, they are written again at most every [`AGAIN_MS`]: while payments are read by
/// the thousand, each answer changes something.
const MANY: usize = 100;
/// In milliseconds.
const AGAIN_MS: i64 = 250;
/// The last days are counted again at most so often.
const COUNTED_EVERY: TimeDelta = TimeDelta::seconds(5);

/// What the person does on Home.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HomeAction {
    /// Shows the rows that an entry counts.
    Open(HomeItem),
    /// Reads what waits again.
    Refresh,
}

/// The entries, and from what they were written.
#[derive(Debug, Default)]
pub struct Home {
    summary: HomeSummary,
    source: Option<HomeRevision>,
    written_at: Option<DateTime<Utc>>,
    /// When they are written again: something has changed since.
    again_at: Option<DateTime<Utc>>,
    revision: u64,
    asked: Option<AskedRecords>,
    /// The last days, once all of their payments are known.
    recent_days: Option<RecentDays>,
    counted: Option<(DaysRevision, DateTime<Utc>)>,
    count_again_at: Option<DateTime<Utc>>,
}

/// The records that a person asked for here: their list shows these alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedRecords {
    pub kind: ResourceKind,
    pub status: RecordStatus,
    /// Another number each time.
    pub nth: u64,
}

impl Home {
    /// Takes in what is known now.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it takes what it builds on")]
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, from: HomeSources<'_>, cx: &mut Context<'_>) {
        match fact {
            FeatureFact::Settled => self.write(from, &cx.view),
            FeatureFact::PanelShown { route: Route::Home, .. } => read_what_it_counts(cx),
            FeatureFact::ServiceReady if cx.route == Route::Home => read_what_it_counts(cx),
            _ => {}
        }
    }

    pub(crate) fn handle(&mut self, action: HomeAction, from: HomeSources<'_>, cx: &mut Context<'_>) {
        match action {
            HomeAction::Open(item) => self.open(item, from, cx),
            HomeAction::Refresh => {
                cx.request(FeatureRequest::ReadWorkAgain);
                cx.request(FeatureRequest::ReadDisputeList);
                COUNTED.into_iter().for_each(|kind| cx.request(FeatureRequest::ReadRecordList(kind)));
            }
        }
    }

    /// Shows exactly the rows that an entry counts.
    fn open(&mut self, item: HomeItem, from: HomeSources<'_>, cx: &mut Context<'_>) {
        let urgent = |filter: PaymentsFilter| {
            FeatureRequest::ShowFilteredPayments(Box::new(filter), PaymentSort::MOST_URGENT_FIRST)
        };
        let request = match item {
            HomeItem::ToReview => {
                let status = Some(cx.review_status().status());
                urgent(PaymentsFilter { status, ..PaymentsFilter::default() })
            }
            HomeItem::ToCapture => urgent(PaymentsFilter::to_capture()),
            HomeItem::Remainders => {
                let known = from.payments_that_may_wait(&cx.view);
                let work = from.payments.work(&cx.view, &known).unwrap_or_default();
                urgent(PaymentsFilter::remainders(work.remainder_statuses))
            }
            HomeItem::Declines => {
                FeatureRequest::ShowFilteredPayments(Box::new(PaymentsFilter::worth_retry()), PaymentSort::default())
            }
            HomeItem::OutcomeUnknown => FeatureRequest::Show(Route::OpenOperations),
            HomeItem::PausedRun => FeatureRequest::Show(Route::BulkRuns),
            HomeItem::Approvals => FeatureRequest::Show(Route::Approvals),
            HomeItem::DisputesToAnswer => FeatureRequest::ShowFilteredDisputes(Box::new(from.disputes_to_answer())),
            HomeItem::PayoutsToFulfil | HomeItem::RefundsPending => {
                let Some((kind, status)) = item.records() else { return };
                self.ask_records((kind, status));
                FeatureRequest::Show(Route::List(kind))
            }
        };
        cx.request(request);
    }

    /// Writes the entries again, and while Home is in front the last days, where something they are written from has changed.
    fn write(&mut self, from: HomeSources<'_>, view: &WorkspaceView<'_>) {
        self.follow(from.revision(view), view.now, || from.summary(view));
        if view.route == Route::Home {
            let (columns, knows_all) = (from.history.columns(), from.history.knows_all());
            let days = || recent_days(columns, knows_all, (view.zone, view.now));
            self.follow_days(from.days_revision(view), view.now, days);
        }
    }

    /// Writes the entries again where they may say something else, or soon where that was just done and takes long.
    fn follow(&mut self, source: HomeRevision, now: DateTime<Utc>, write: impl FnOnce() -> HomeSummary) {
        self.again_at = None;
        if self.source.as_ref() == Some(&source) {
            return;
        }
        let soon = self.written_at.map(|at| at + TimeDelta::milliseconds(AGAIN_MS));
        let soon = soon.filter(|_| self.summary.deadlines.len() >= MANY);
        if let Some(at) = soon.filter(|at| (1..=AGAIN_MS).contains(&(*at - now).num_milliseconds())) {
            self.again_at = Some(at);
            return;
        }
        self.summary = write();
        (self.source, self.written_at) = (Some(source), Some(now));
        self.revision += 1;
    }

    /// Counts the last days again where they may have gone otherwise: while payments are read by the thousand, not each time.
    fn follow_days(&mut self, source: DaysRevision, now: DateTime<Utc>, count: impl FnOnce() -> RecentDays) {
        self.count_again_at = None;
        if let Some((counted, at)) = &self.counted {
            if *counted == source {
                return;
            }
            let soon = *at + COUNTED_EVERY;
            if counted.is_known && source.is_known && now < soon && now >= *at {
                self.count_again_at = Some(soon);
                return;
            }
        }
        self.recent_days = source.is_known.then(count);
        self.counted = Some((source, now));
    }

    /// How the last days went; `None` as long as their payments are not all known.
    pub fn recent_days(&self) -> Option<&RecentDays> {
        self.recent_days.as_ref()
    }

    pub(crate) fn next_due(&self) -> Option<DateTime<Utc>> {
        [self.again_at, self.count_again_at].into_iter().flatten().min()
    }

    /// Asks the list of these records to show them alone.
    fn ask_records(&mut self, (kind, status): (ResourceKind, RecordStatus)) {
        let nth = self.asked.as_ref().map_or(0, |asked| asked.nth) + 1;
        self.asked = Some(AskedRecords { kind, status, nth });
    }

    /// What was asked of the list of this kind, and was not shown before; `shown` is the number of what was.
    pub fn asked_records(&self, kind: ResourceKind, shown: u64) -> Option<&AskedRecords> {
        self.asked.as_ref().filter(|asked| asked.kind == kind && asked.nth > shown)
    }

    /// What waits: what hurries first.
    pub fn waiting(&self) -> impl Iterator<Item = &HomeEntry> {
        let has =
            |entry: &&HomeEntry, urgent: bool| entry.waiting.count().is_some() && entry.waiting.is_urgent == urgent;
        let urgent = self.summary.entries.iter().filter(move |entry| has(entry, true));
        urgent.chain(self.summary.entries.iter().filter(move |entry| has(entry, false)))
    }

    /// Of which certainly nothing waits.
    pub fn quiet(&self) -> impl Iterator<Item = HomeItem> {
        let is_quiet = |entry: &&HomeEntry| entry.waiting.count().is_none();
        self.summary.entries.iter().filter(is_quiet).map(|entry| entry.item)
    }

    /// Of which nothing is known yet, or none among what is: more is read.
    pub fn unread(&self) -> impl Iterator<Item = HomeItem> {
        self.unknown().filter(|item| !self.summary.unlisted.contains(item))
    }

    /// Of which none is known here, and which the service does not list: reading on brings no more.
    pub fn unlisted(&self) -> impl Iterator<Item = HomeItem> {
        self.unknown().filter(|item| self.summary.unlisted.contains(item))
    }

    fn unknown(&self) -> impl Iterator<Item = HomeItem> {
        let is_unknown = |entry: &&HomeEntry| !entry.waiting.count().is_none() && !entry.waiting.count().is_some();
        self.summary.entries.iter().filter(is_unknown).map(|entry| entry.item)
    }

    pub fn entry(&self, item: HomeItem) -> Option<&HomeEntry> {
        self.summary.entries.iter().find(|entry| entry.item == item)
    }

    /// How many wait of one sort; `None` where certainly none does.
    pub fn count(&self, item: HomeItem) -> Option<WaitingCount> {
        self.entry(item).map_or_else(WaitingCount::default, |entry| entry.waiting).shown()
    }

    /// What waits and has a deadline, the soonest first.
    pub fn deadlines(&self) -> &[WaitingDeadline] {
        &self.summary.deadlines
    }

    /// Another number whenever the entries were written again.
    pub fn revision(&self) -> u64 {
        self.revision
    }
}

/// Reads what Home counts, unless that was read a moment ago.
fn read_what_it_counts(cx: &mut Context<'_>) {
    cx.request(FeatureRequest::NeedDisputes);
    COUNTED.into_iter().for_each(|kind| cx.request(FeatureRequest::NeedRecordList(kind)));
}
