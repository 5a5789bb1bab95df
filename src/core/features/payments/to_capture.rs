//! How many authorizations wait for their capture, for the sidebar: counted by the service, or by reading pages where it
//! does not filter by status. Such pages show how many payments there are, and how many of each status, too.
//!
//! What is counted by reading follows the payments that are read and reported afterwards, so that it is not read again
//! for each of them.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::Context;
use crate::pages::ListProgress;
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use paydesk_api::error::CallError;
use paydesk_api::resources::payments::calls::{ListForm, ListPayments, PAGE_MAX, PaymentListFilter};
use paydesk_api::resources::payments::wire::PaymentPage;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::known::Known;
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::review::ReviewStatus;

use super::page_cursor::PageCursor;
use super::remainders::Remainders;

/// Most pages that are read to count: where there are more payments, the count is a lower bound.
const PAGES_MAX: u32 = 10;
/// Rows that are asked for beside a count. A service whose total is that of the page is noticed where there are more, and all
/// are read where there are just as many.
const COUNT_ROWS: u32 = 7;
/// How long a count by reading holds unless a person asks for it, in seconds.
const HOLDS_S: i64 = 300;

/// The number of payments to capture.
#[derive(Debug, Default)]
pub(super) struct CaptureCount {
    /// As far as it is known.
    count: Option<u64>,
    /// How the service was asked, where it counted them.
    counted_as: Option<ListForm>,
    request_id: Option<RequestId>,
    reading: Option<CountedPages>,
    counted: Option<CountedPages>,
}

/// What was counted by reading.
#[derive(Debug, Default)]
struct CountedPages {
    rows: BTreeMap<PaymentId, CountedPayment>,
    cursor: PageCursor,
    /// The end of the list was read.
    is_whole: bool,
    at: DateTime<Utc>,
}

#[derive(Debug)]
struct CountedPayment {
    status: PaymentStatus,
    waits: bool,
}

impl CountedPages {
    fn note(&mut self, row: &PaymentRow, review: &ReviewStatus) {
        let waits = !review.is(&row.status) && row.status.can_be_captured(row.capturable_minor);
        let status = row.status.clone();
        self.rows.insert(row.payment_id.clone(), CountedPayment { status, waits });
    }

    fn count(&self, wanted: impl Fn(&CountedPayment) -> bool) -> Option<u64> {
        u64::try_from(self.rows.values().filter(|row| wanted(row)).count()).ok()
    }

    fn take(&mut self, page: &PaymentPage, review: &ReviewStatus) -> ListProgress {
        page.rows.iter().for_each(|row| self.note(row, review));
        self.cursor.take(page)
    }
}

/// Whether it has all rows that were asked for.
fn is_full(page: &PaymentPage) -> bool {
    page.rows.len() + page.unreadable.len() >= page.limit as usize
}

impl CaptureCount {
    /// With those among `remainders` that the service did not count.
    pub fn count(&self, remainders: &Remainders) -> Known<u64> {
        let uncounted = self.counted_as.as_ref().map_or(0, |form| remainders.uncounted(form).count());
        let counted = Known::exact(self.count).at_least_if(self.is_partial());
        counted.map(|count| count.saturating_add(u64::try_from(uncounted).unwrap_or_default()))
    }

    /// Whether not all payments were read to count.
    fn is_partial(&self) -> bool {
        self.counted.as_ref().is_some_and(|counted| !counted.is_whole)
    }

    /// Whether the service counted them.
    pub fn is_by_service(&self) -> bool {
        self.counted_as.is_some()
    }

    /// How many payments there are, where all were read to count.
    pub fn total(&self) -> Option<u64> {
        self.counted.as_ref().filter(|counted| counted.is_whole)?.count(|_| true)
    }

    /// How many there are of one status, among those that were read to count.
    pub fn of_status(&self, status: &PaymentStatus) -> Known<u64> {
        let of_status = self.counted.as_ref().and_then(|counted| counted.count(|row| row.status == *status));
        Known::exact(of_status).at_least_if(self.is_partial())
    }

    /// Asks how many wait, unless what was counted by reading still holds.
    pub fn ask(&mut self, cx: &mut Context<'_>) {
        let holds = |counted: &CountedPages| cx.now - counted.at < TimeDelta::seconds(HOLDS_S);
        let is_counted = self.counted.as_ref().is_some_and(holds) || self.reading.is_some();
        if !is_counted || cx.traits.payment_list.form().picks_to_capture() {
            self.ask_again(cx);
        }
    }

    /// Asks again where nothing is known and nothing is under way.
    pub fn retry_failed(&mut self, cx: &mut Context<'_>) {
        if self.request_id.is_none() && self.count.is_none() && self.counted.is_none() {
            self.ask_again(cx);
        }
    }

    /// Asks again because a person wants to know.
    pub fn ask_again(&mut self, cx: &mut Context<'_>) {
        if !cx.can_read() {
            return;
        }
        if let Some(request_id) = self.request_id.take().filter(|_| self.reading.take().is_some()) {
            cx.reads.drop_request(request_id);
        }
        let form = cx.traits.payment_list.form();
        if !form.picks_to_capture() {
            self.reading = Some(CountedPages::default());
        }
        self.ask_page(form, cx);
    }

    /// The service is known better than before: it may count now, or count otherwise.
    pub fn form_learned(&mut self, cx: &mut Context<'_>) {
        if self.reading.is_none() {
            self.ask_again(cx);
        }
    }

    fn ask_page(&mut self, form: ListForm, cx: &mut Context<'_>) {
        let reading = self.reading.as_ref();
        let (offset, after) =
            reading.map_or((0, None), |reading| (reading.cursor.offset, reading.cursor.after.clone()));
        let limit = if reading.is_some() { PAGE_MAX } else { COUNT_ROWS };
        let page = ListPayments { filter: PaymentListFilter::to_capture(), limit, offset, after, form };
        self.request_id = Some(cx.read_fresh(ReadOwner::Payments, Read::Payments(page)));
    }

    /// A page came; it is given back where it was not asked for to count.
    pub fn answered(
        &mut self,
        request_id: RequestId,
        result: Result<PaymentPage, CallError>,
        cx: &mut Context<'_>,
    ) -> Option<Result<PaymentPage, CallError>> {
        if self.request_id != Some(request_id) {
            return Some(result);
        }
        self.request_id = None;
        match (result, self.reading.take()) {
            (Err(_), _) => {}
            (Ok(page), None) if page.form.picks_to_capture() && (page.total_count.is_some() || !is_full(&page)) => {
                self.counted_by_service(page.total_count, page.form);
            }
            // Without a total that can be believed, all of them are read.
            (Ok(page), None) => {
                self.reading = Some(CountedPages::default());
                self.ask_page(page.form, cx);
            }
            (Ok(page), Some(reading)) => self.take_page(page, reading, cx),
        }
        None
    }

    /// A page of those that wait says how many there are.
    pub fn counted_by_service(&mut self, total_count: Option<u64>, form: ListForm) {
        (self.counted, self.counted_as) = (None, Some(form));
        self.count = total_count.or(self.count);
    }

    fn take_page(&mut self, page: PaymentPage, mut reading: CountedPages, cx: &mut Context<'_>) {
        let progress = reading.take(&page, cx.review_status());
        if progress == ListProgress::More && reading.cursor.pages < PAGES_MAX {
            self.reading = Some(reading);
            self.ask_page(page.form, cx);
            return;
        }
        (reading.at, reading.is_whole) = (cx.now, progress == ListProgress::Whole);
        self.count = reading.count(|row| row.waits);
        (self.counted, self.counted_as) = (Some(reading), Some(page.form).filter(ListForm::picks_to_capture));
    }

    /// A payment was read or reported: what was counted by reading follows it.
    pub fn note(&mut self, row: &PaymentRow, review: &ReviewStatus) {
        let Self { reading, counted, count, .. } = self;
        reading.iter_mut().chain(counted.iter_mut()).for_each(|known| known.note(row, review));
        if let Some(counted) = counted {
            *count = counted.count(|row| row.waits);
        }
    }

    /// The status of a payment that is known has changed: what the service counted follows it until it counts again.
    pub fn follow(&mut self, before: Option<&PaymentStatus>, now: &PaymentStatus) {
        let Some((count, form)) = self.count.as_mut().zip(self.counted_as.as_ref()) else { return };
        let counted = form.statuses(&PaymentListFilter::to_capture());
        let is_counted = |status: &PaymentStatus| counted.contains(status);
        match (before.map(is_counted), is_counted(now)) {
            (Some(true), false) => *count = count.saturating_sub(1),
            (Some(false), true) => *count = count.saturating_add(1),
            (None, _) | (Some(true), true) | (Some(false), false) => {}
        }
    }

    /// The reads under way were dropped.
    pub fn dropped(&mut self) {
        (self.request_id, self.reading) = (None, None);
    }
}
