//! What is read next, with the lowest priority.

use chrono::{DateTime, TimeDelta, Utc};

use crate::api::error::CallError;
use crate::api::rate_limit::Priority;
use crate::api::resources::payments::calls::{ListPayments, PAGE_MAX, PaymentListFilter, RetrievePayment};
use crate::api::resources::payments::wire::PaymentPage;
use crate::app::context::Context;
use crate::app::pages::ListProgress;
use crate::app::read::{Read, RequestId};
use crate::domain::ids::PaymentId;
use crate::domain::payment::{Payment, PaymentStatus};

use super::pages_ahead::{PageEnd, PagesAhead};
use super::{History, HistoryPhase};

/// Requests under way at the same time: answers are taken in a few times a second (see [`crate::runtime`]).
const UNDER_WAY_MAX: usize = 16;
/// How often the newest payments are read, in seconds: events report most of them before.
const NEWEST_EVERY_S: i64 = 120;
/// How often those in a status that changes are read, in seconds.
const STATUSES_EVERY_S: i64 = 600;
/// How often those of the last days are read, in seconds.
const RECENT_EVERY_S: i64 = 6 * 3_600;
const RECENT_DAYS: i64 = 30;
/// The newest payments are read so much further back than they are known to: the clocks of two servers differ.
const OVERLAP_S: i64 = 600;
/// Longest pause after reads that failed, in seconds.
const RETRY_MAX_S: i64 = 300;
const RETRY_S: i64 = 5;
/// Rows looked at for one whose details are not known, at a time.
const LOOKED_AT_MAX: usize = 50_000;

/// The statuses that are asked of the service again and again.
const CHANGING: [PaymentStatus; 2] = [PaymentStatus::Processing, PaymentStatus::RequiresCapture];

/// A request that is under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnderWay {
    /// The page of the whole list that begins behind so many rows.
    Page(u32),
    /// A page of what is read again.
    Sweep,
    Detail(PaymentId),
}

/// What is read again, page by page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sweep {
    status: Option<PaymentStatus>,
    /// Not further back than this.
    until: Option<DateTime<Utc>>,
    offset: u32,
    after: Option<PaymentId>,
    began_at: DateTime<Utc>,
    /// The newest payment of the first page.
    newest: Option<DateTime<Utc>>,
    /// It reaches back over the last days.
    is_recent: bool,
}

impl Sweep {
    fn newest(until: Option<DateTime<Utc>>, is_recent: bool, now: DateTime<Utc>) -> Self {
        Self { status: None, until, offset: 0, after: None, began_at: now, newest: None, is_recent }
    }

    fn of_status(status: PaymentStatus, now: DateTime<Utc>) -> Self {
        Self { status: Some(status), ..Self::newest(None, false, now) }
    }
}

impl History {
    /// Whether anything is read now.
    pub fn reads(&self, cx: &Context<'_>) -> bool {
        self.phase == HistoryPhase::Open
            && !cx.settings.history(cx.profile_id).is_paused
            && cx.can_read()
            && cx.is_shown
    }

    /// Asks for what comes next, keeps what changed, and searches again where that is due.
    pub(in crate::app) fn advance(&mut self, cx: &mut Context<'_>) {
        if self.phase != HistoryPhase::Open {
            return;
        }
        self.search_due(&cx.view);
        self.sort_due(cx);
        self.counts.count_due(&self.columns, cx);
        self.search_older_due(cx);
        self.ask(cx);
        self.keep(cx);
        // What was just handed over leaves room for more.
        self.ask_team(cx);
    }

    fn ask(&mut self, cx: &mut Context<'_>) {
        let may_ask = self.reads(cx) && self.retry_at.is_none_or(|at| at <= cx.now) && self.unkept.has_room();
        while may_ask && self.under_way.len() < UNDER_WAY_MAX {
            let next = match self.follows_team(cx.now) {
                true => self.team.next_doubtful().map(UnderWay::Detail),
                false if self.awaits_team(cx) => None,
                false => self.next(cx),
            };
            let Some(next) = next else { return };
            let read = self.read_of(&next, cx);
            let request_id = cx.reads.ask_fresh(read, Priority::Background, cx.view.now);
            self.under_way.push((request_id, next));
        }
    }

    /// Pages of one kind at a time, and of a sweep one alone, since it begins where the one before ended; details beside
    /// them.
    fn next(&mut self, cx: &Context<'_>) -> Option<UnderWay> {
        let is_any = |is_it: fn(&UnderWay) -> bool| self.under_way.iter().any(|(_, known)| is_it(known));
        let reads_page = is_any(|known| matches!(known, UnderWay::Page(_)));
        let sweeps = is_any(|known| *known == UnderWay::Sweep);
        if self.sweep.is_none() {
            self.sweep = self.due_sweep(cx.now);
        }
        if self.sweep.is_some() && !sweeps && !reads_page {
            return Some(UnderWay::Sweep);
        }
        if let Some(payment_id) = self.urgent.pop_front() {
            return Some(UnderWay::Detail(payment_id));
        }
        if !self.place.is_whole {
            // A sweep that is due begins once the pages under way came.
            return self.next_page(cx).filter(|_| self.sweep.is_none()).map(UnderWay::Page);
        }
        self.next_detail().map(UnderWay::Detail)
    }

    fn next_page(&self, cx: &Context<'_>) -> Option<u32> {
        let is_under_way = |offset| self.under_way.iter().any(|(_, known)| *known == UnderWay::Page(offset));
        self.pages_ahead.next(&self.place, cx.traits.payment_list.form(), is_under_way)
    }

    /// What is to be read again now. Before the first page there is nothing.
    fn due_sweep(&self, now: DateTime<Utc>) -> Option<Sweep> {
        let current_to = self.place.current_to?;
        let is_asked = |at: DateTime<Utc>| self.read_now_at.is_some_and(|asked| at < asked);
        let is_due = |last: Option<DateTime<Utc>>, every_s: i64| {
            last.is_none_or(|at| now - at >= TimeDelta::seconds(every_s) || is_asked(at))
        };
        if is_due(self.place.as_of, NEWEST_EVERY_S) {
            return Some(Sweep::newest(Some(current_to - TimeDelta::seconds(OVERLAP_S)), false, now));
        }
        if !self.place.is_whole {
            return None;
        }
        if is_due(self.statuses_swept_at, STATUSES_EVERY_S) {
            return Some(Sweep::of_status(CHANGING[0].clone(), now));
        }
        let recent = self.place.swept_at.is_none_or(|at| now - at >= TimeDelta::seconds(RECENT_EVERY_S));
        recent.then(|| Sweep::newest(Some(now - TimeDelta::days(RECENT_DAYS)), true, now))
    }

    /// The newest payment without details.
    fn next_detail(&mut self) -> Option<PaymentId> {
        let newest = self.columns.newest();
        let to = newest.len().min(self.detail_place + LOOKED_AT_MAX);
        while self.detail_place < to {
            let row = newest[self.detail_place] as usize;
            self.detail_place += 1;
            if !self.columns.has_details(row) {
                return self.columns.payment(row).map(|payment| payment.row.payment_id);
            }
        }
        None
    }

    fn read_of(&self, next: &UnderWay, cx: &Context<'_>) -> Read {
        let form = cx.traits.payment_list.form();
        let (status, offset, after) = match (next, &self.sweep) {
            (UnderWay::Detail(payment_id), _) => {
                return Read::Payment(RetrievePayment { payment_id: payment_id.clone() });
            }
            (UnderWay::Sweep, Some(sweep)) => (sweep.status.clone(), sweep.offset, sweep.after.clone()),
            (UnderWay::Page(offset), _) => (None, *offset, self.place.after.clone()),
            (UnderWay::Sweep, None) => (None, 0, None),
        };
        let filter = PaymentListFilter { status, ..PaymentListFilter::default() };
        Read::Payments(ListPayments { filter, limit: PAGE_MAX, offset, after, form })
    }

    fn answered(&mut self, request_id: RequestId) -> Option<UnderWay> {
        let place = self.under_way.iter().position(|(asked, _)| *asked == request_id)?;
        Some(self.under_way.swap_remove(place).1)
    }

    /// A page came; it is given back where it was not asked for here. What it shows is taken in before.
    pub(in crate::app) fn page_answered(
        &mut self,
        request_id: RequestId,
        result: Result<PaymentPage, CallError>,
        cx: &mut Context<'_>,
    ) -> Option<Result<PaymentPage, CallError>> {
        let Some(kind) = self.answered(request_id) else { return Some(result) };
        match result {
            Ok(page) => {
                (self.failures, self.retry_at) = (0, None);
                self.reads_done += 1;
                match kind {
                    UnderWay::Page(offset) => {
                        self.pages_ahead.add(offset, PageEnd::of(&page));
                        self.pass_pages(cx.now);
                    }
                    UnderWay::Sweep => self.pass_sweep(&page, cx.now),
                    UnderWay::Detail(_) => {}
                }
            }
            Err(error) => self.failed(&error, cx.now),
        }
        None
    }

    /// What came is passed over in the order of the list.
    fn pass_pages(&mut self, now: DateTime<Utc>) {
        while !self.place.is_whole
            && let Some(page) = self.pages_ahead.take(self.place.offset)
        {
            self.pass_page(page, now);
        }
    }

    /// The list goes on behind this page, or has ended.
    fn pass_page(&mut self, page: PageEnd, now: DateTime<Utc>) {
        if self.place.offset == 0 {
            self.place.current_to = page.newest.or(Some(now));
            self.place.as_of = Some(now);
        }
        let (progress, offset) = page.progress(self.place.offset, self.place.after.as_ref());
        self.place.offset = offset;
        self.place.after = page.last_id.or(self.place.after.take());
        self.place.total = page.total_count.or(self.place.total);
        if progress != ListProgress::More {
            self.place.is_whole = true;
            self.read_changing_first();
        }
        self.unkept.place_changed();
    }

    fn pass_sweep(&mut self, page: &PaymentPage, now: DateTime<Utc>) {
        let Some(mut sweep) = self.sweep.take() else { return };
        let created = || page.rows.iter().filter_map(|row| row.created);
        sweep.newest = sweep.newest.or_else(|| created().max());
        let (progress, offset) = PageEnd::of(page).progress(sweep.offset, sweep.after.as_ref());
        let goes_back = created().min().zip(sweep.until).is_some_and(|(oldest, until)| oldest < until);
        (sweep.offset, sweep.after) = (offset, page.last_id.clone().or(sweep.after.take()));
        if sweep.status.is_none() {
            self.place.total = page.total_count.or(self.place.total);
        }
        if progress == ListProgress::More && !goes_back {
            self.sweep = Some(sweep);
        } else {
            self.end_sweep(sweep, now);
        }
    }

    fn end_sweep(&mut self, sweep: Sweep, now: DateTime<Utc>) {
        match sweep.status {
            None => {
                self.place.current_to = sweep.newest.max(self.place.current_to);
                self.place.as_of = Some(sweep.began_at);
                if sweep.is_recent {
                    self.place.swept_at = Some(sweep.began_at);
                }
                self.unkept.place_changed();
            }
            Some(status) => {
                let next = CHANGING.iter().position(|known| *known == status).and_then(|place| CHANGING.get(place + 1));
                match next {
                    Some(next) => self.sweep = Some(Sweep::of_status(next.clone(), now)),
                    None => {
                        self.statuses_swept_at = Some(now);
                        self.read_changing_first();
                    }
                }
            }
        }
    }

    /// Payments in a status that changes, and that no list showed lately, are read one by one.
    fn read_changing_first(&mut self) {
        let open = self.columns.rows_with_status(|status| !status.is_final());
        let newest_first = open.into_iter().filter_map(|row| self.columns.payment(row)).take(1_000);
        let ids: Vec<PaymentId> = newest_first.map(|payment| payment.row.payment_id).collect();
        ids.iter().for_each(|payment_id| self.read_first(payment_id));
    }

    /// A payment was read; whether it was asked for here alone.
    pub(in crate::app) fn payment_answered(
        &mut self,
        request_id: RequestId,
        result: &Result<Payment, CallError>,
        cx: &mut Context<'_>,
    ) {
        let asked = self.answered(request_id);
        match result {
            Ok(payment) => {
                self.take_payment(payment, cx.now);
                (self.failures, self.retry_at) = (0, None);
                self.reads_done += 1;
            }
            Err(error) if asked.is_some() => match error {
                // It is gone there, or it cannot be read: it is not asked for again.
                CallError::Service { status: 400..=428, .. } | CallError::Decode(_) => {}
                CallError::Service { .. }
                | CallError::Unreachable(_)
                | CallError::Lost(_)
                | CallError::Foreign { .. } => {
                    if let Some(UnderWay::Detail(payment_id)) = asked {
                        self.read_first(&payment_id);
                    }
                    self.failed(error, cx.now);
                }
            },
            Err(_) => {}
        }
    }

    fn failed(&mut self, _: &CallError, now: DateTime<Utc>) {
        self.failures = self.failures.saturating_add(1);
        let pause_s = (RETRY_S << self.failures.min(6)).min(RETRY_MAX_S);
        self.retry_at = Some(now + TimeDelta::seconds(pause_s));
    }

    /// The reads under way were dropped: they are asked for again once the service is there.
    pub(in crate::app) fn reads_dropped(&mut self) {
        for (_, kind) in std::mem::take(&mut self.under_way) {
            if let UnderWay::Detail(payment_id) = kind {
                self.read_first(&payment_id);
            }
        }
    }

    pub(super) fn give_up_reads(&mut self, cx: &mut Context<'_>) {
        self.under_way.iter().for_each(|(request_id, _)| cx.reads.drop_request(*request_id));
        self.under_way.clear();
        (self.sweep, self.pages_ahead) = (None, PagesAhead::default());
    }

    /// When something is read next by itself.
    pub(super) fn reading_due(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        if !self.under_way.is_empty() {
            // An answer comes first.
            return None;
        }
        let next = self.place.as_of.map(|at| at + TimeDelta::seconds(NEWEST_EVERY_S));
        self.retry_at.filter(|at| *at > now).or(next).filter(|at| *at > now)
    }
}
