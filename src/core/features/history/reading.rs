//! What is read next, with the lowest priority.

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::Context;
use crate::payment_reading::{
    CHANGING_MAX, NEWEST_EVERY_S, PageEnd, PagesAhead, ReadTimes, SweepEnd, UNDER_WAY_MAX, retry_pause,
};
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use paydesk_api::error::CallError;
use paydesk_api::rate_limit::Priority;
use paydesk_api::resources::payments::calls::{ListPayments, PAGE_MAX, PaymentListFilter, RetrievePayment};
use paydesk_api::resources::payments::wire::PaymentPage;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::Payment;

use super::{History, HistoryPhase};

/// Rows looked at for one whose details are not known, at a time.
const LOOKED_AT_MAX: usize = 50_000;
/// Payments whose details the service does not give that are remembered; with more, all are asked for once more.
const UNREADABLE_MAX: usize = 5_000;

/// A request that is under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnderWay {
    /// The page of the whole list that begins behind so many rows.
    Page(u32),
    /// A page of what is read again.
    Sweep,
    Detail(PaymentId),
}

/// The payments of open disputes.
#[derive(Clone, Copy)]
pub(crate) struct DisputedPayments<'a> {
    /// Another number whenever the disputes changed.
    pub changes: u64,
    /// Those whose customer is not known here, what is due soonest first.
    pub unread: &'a dyn Fn() -> Vec<PaymentId>,
}

impl History {
    /// Whether anything is read now.
    pub fn reads(&self, cx: &Context<'_>) -> bool {
        self.phase == HistoryPhase::Open
            && !cx.settings.history(cx.profile_id).is_paused
            && cx.can_read()
            && cx.is_shown
            && !self.is_refused_to_key()
    }

    /// Asks for what comes next, keeps what changed, and searches again where that is due.
    pub(crate) fn advance(&mut self, cx: &mut Context<'_>) {
        if self.phase != HistoryPhase::Open {
            return;
        }
        self.looks_on = false;
        self.pass_detailed();
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
            let request_id = cx.reads.ask_fresh(ReadOwner::History, read, Priority::Background, cx.view.now);
            self.under_way.push((request_id, next));
        }
    }

    /// Pages of one kind at a time, and of a sweep one alone, since it begins where the one before ended; details beside
    /// them.
    fn next(&mut self, cx: &Context<'_>) -> Option<UnderWay> {
        if let Some(payment_id) = self.next_disputed() {
            return Some(UnderWay::Detail(payment_id));
        }
        let is_any = |is_it: fn(&UnderWay) -> bool| self.under_way.iter().any(|(_, known)| is_it(known));
        let reads_page = is_any(|known| matches!(known, UnderWay::Page(_)));
        let sweeps = is_any(|known| *known == UnderWay::Sweep);
        if self.sweep.is_none() {
            let times = ReadTimes { statuses: self.statuses_swept_at, read_now: self.read_now_at };
            self.sweep = self.place.due_sweep(times, cx.now);
        }
        if self.sweep.is_some() && !sweeps && !reads_page {
            return Some(UnderWay::Sweep);
        }
        if let Some(payment_id) = self.urgent.pop_front() {
            return Some(UnderWay::Detail(payment_id));
        }
        if !self.place.has_ended() {
            // A sweep that is due begins once the pages under way came.
            return self.next_page(cx).filter(|_| self.sweep.is_none()).map(UnderWay::Page);
        }
        self.next_detail().map(UnderWay::Detail)
    }

    fn next_page(&self, cx: &Context<'_>) -> Option<u32> {
        let is_under_way = |offset| self.under_way.iter().any(|(_, known)| *known == UnderWay::Page(offset));
        self.pages_ahead.next(&self.place, cx.traits.payment_list.form(), is_under_way)
    }

    /// Reads the payments of open disputes before others, where they may be others than before.
    pub(super) fn read_disputed_first(&mut self, disputed: DisputedPayments<'_>) {
        if self.phase == HistoryPhase::Open && self.disputed_of != Some(disputed.changes) {
            self.disputed_of = Some(disputed.changes);
            self.disputed = (disputed.unread)().into();
        }
    }

    /// The next payment of an open dispute whose details are not known and not asked for.
    fn next_disputed(&mut self) -> Option<PaymentId> {
        while let Some(payment_id) = self.disputed.pop_front() {
            let is_known = self.columns.find(&payment_id).is_some_and(|row| self.columns.has_details(row));
            let is_asked = self.under_way.iter().any(|(_, asked)| *asked == UnderWay::Detail(payment_id.clone()));
            if !is_known && !is_asked && !self.unreadable.contains(&payment_id) {
                return Some(payment_id);
            }
        }
        None
    }

    /// The newest payment without details.
    fn next_detail(&mut self) -> Option<PaymentId> {
        let newest = self.columns.newest();
        let to = newest.len().min(self.detail_place + LOOKED_AT_MAX);
        while self.detail_place < to {
            let row = newest[self.detail_place] as usize;
            self.detail_place += 1;
            if !self.columns.has_details(row) && !self.is_unreadable(row) && !self.is_asked(row) {
                return self.columns.payment(row).map(|payment| payment.row.payment_id);
            }
        }
        self.looks_on = to < self.columns.newest().len();
        None
    }

    /// Payments came, or their details: goes on to the newest one without.
    pub(super) fn pass_detailed(&mut self) {
        let newest = self.columns.newest();
        let to = newest.len().min(self.detailed_to + LOOKED_AT_MAX);
        let lacks_details = |row: &u32| {
            let row = *row as usize;
            !self.columns.has_details(row) && !self.is_unreadable(row)
        };
        let rows = newest.get(self.detailed_to..to).unwrap_or_default();
        let passed = rows.iter().position(lacks_details).unwrap_or(rows.len());
        self.detailed_to += passed;
    }

    fn is_asked(&self, row: usize) -> bool {
        let is_it = |asked: &UnderWay| matches!(asked, UnderWay::Detail(id) if self.columns.find(id) == Some(row));
        self.under_way.iter().any(|(_, asked)| is_it(asked))
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

    /// A page came. What it shows is taken in before.
    pub(crate) fn page_answered(
        &mut self,
        request_id: RequestId,
        result: Result<PaymentPage, CallError>,
        cx: &mut Context<'_>,
    ) {
        let Some(kind) = self.answered(request_id) else { return };
        match result {
            Ok(page) => {
                self.reads_succeed();
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
    }

    /// What came is passed over in the order of the list.
    fn pass_pages(&mut self, now: DateTime<Utc>) {
        while !self.place.has_ended()
            && let Some(page) = self.pages_ahead.take(self.place.offset)
        {
            self.pass_page(page, now);
        }
    }

    fn pass_page(&mut self, page: PageEnd, now: DateTime<Utc>) {
        if self.place.pass_page(page, now) {
            self.read_changing_first();
        }
        self.unkept.place_changed();
    }

    fn pass_sweep(&mut self, page: &PaymentPage, now: DateTime<Utc>) {
        let Some(sweep) = self.sweep.take() else { return };
        match self.place.pass_sweep(sweep, &PageEnd::of(page), now) {
            SweepEnd::GoesOn(sweep) => self.sweep = Some(sweep),
            SweepEnd::ListRead => self.unkept.place_changed(),
            SweepEnd::StatusesRead => {
                self.statuses_swept_at = Some(now);
                self.read_changing_first();
            }
        }
    }

    /// Payments in a status that changes, and that no list showed lately, are read one by one.
    fn read_changing_first(&mut self) {
        let open = self.columns.rows_with_status(|status| !status.is_final());
        let newest_first = open.into_iter().filter_map(|row| self.columns.payment(row)).take(CHANGING_MAX);
        let ids: Vec<PaymentId> = newest_first.map(|payment| payment.row.payment_id).collect();
        ids.iter().for_each(|payment_id| self.read_first(payment_id));
    }

    /// A payment was read; whether it was asked for here alone.
    pub(crate) fn payment_answered(
        &mut self,
        request_id: RequestId,
        result: &Result<Payment, CallError>,
        cx: &mut Context<'_>,
    ) {
        let asked = self.answered(request_id);
        match result {
            Ok(payment) => {
                self.take_payment(payment, cx.now);
                self.reads_succeed();
                self.reads_done += 1;
            }
            Err(error) if asked.is_some() && error.refuses_key() => self.detail_failed(asked, error, cx.now),
            Err(error) if asked.is_some() => match error {
                // It is gone there, or it cannot be read: it is not asked for again.
                CallError::Service { status: 400..=428, .. } | CallError::Decode(_) => self.cannot_be_read(asked),
                // What is known stays, and is newer.
                CallError::Outdated => self.reads_done += 1,
                CallError::Service { .. }
                | CallError::Unreachable(_)
                | CallError::NoKey(_)
                | CallError::Lost(_)
                | CallError::Foreign { .. } => self.detail_failed(asked, error, cx.now),
            },
            Err(_) => {}
        }
    }

    fn cannot_be_read(&mut self, asked: Option<UnderWay>) {
        let Some(UnderWay::Detail(payment_id)) = asked else { return };
        if self.unreadable.len() >= UNREADABLE_MAX {
            self.unreadable.clear();
        }
        self.unreadable.insert(payment_id);
        self.pass_detailed();
    }

    /// It is asked for again, before others.
    fn detail_failed(&mut self, asked: Option<UnderWay>, error: &CallError, now: DateTime<Utc>) {
        if let Some(UnderWay::Detail(payment_id)) = asked {
            self.read_first(&payment_id);
        }
        self.failed(error, now);
    }

    /// The service answers, or may answer again: nothing is waited for any more.
    pub(super) fn reads_succeed(&mut self) {
        (self.failures, self.retry_at, self.refusal) = (0, None, None);
    }

    fn failed(&mut self, error: &CallError, now: DateTime<Utc>) {
        self.refusal = Some(error.clone()).filter(CallError::is_refusal);
        self.failures = self.failures.saturating_add(1);
        self.retry_at = Some(now + retry_pause(self.failures));
    }

    /// The reads under way were dropped: they are asked for again once the service is there.
    pub(crate) fn reads_dropped(&mut self) {
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
        if self.looks_on {
            return Some(now);
        }
        let next = self.place.as_of.map(|at| at + TimeDelta::seconds(NEWEST_EVERY_S));
        self.retry_at.filter(|at| *at > now).or(next).filter(|at| *at > now)
    }
}
