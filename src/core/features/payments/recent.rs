//! The payments that Home shows: those that can be captured, where the service picks them by their status, and the newest
//! of all. They are read once, when Home is shown, and follow what is read and reported afterwards.

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
use paydesk_domain::payment::PaymentRow;

use super::page_cursor::PageCursor;

/// Most pages of the newest payments that are read.
const NEWEST_PAGES_MAX: u32 = 20;
/// Most pages of those that can be captured.
const TO_CAPTURE_PAGES_MAX: u32 = 10;
/// How often reading begins anew while the list changes: a busy shop captures all the time.
const RESTARTS_MAX: u32 = 2;
/// How long they hold unless a person asks for them, in seconds.
const HOLDS_S: i64 = 300;

/// The payments that Home shows.
#[derive(Debug, Default)]
pub(super) struct RecentPayments {
    /// What was read last to the end, and what happened to it since.
    known: Option<ReadPages>,
    reading: Option<(RequestId, ReadPages)>,
    failed: Option<CallError>,
    revision: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum WantedPayments {
    ToCapture,
    #[default]
    Newest,
}

#[derive(Debug, Default)]
struct ReadPages {
    rows: BTreeMap<PaymentId, PaymentRow>,
    wanted: WantedPayments,
    /// How far what is wanted now was read.
    cursor: PageCursor,
    /// How often reading began anew because the list changed between two pages.
    restarts: u32,
    /// All payments of the service are here.
    is_whole: bool,
    /// All that can be captured are here.
    has_all_to_capture: bool,
    at: DateTime<Utc>,
}

impl ReadPages {
    /// Takes a page in; true where another one follows of what is wanted now.
    fn take(&mut self, page: &PaymentPage) -> bool {
        self.rows.extend(page.rows.iter().map(|row| (row.payment_id.clone(), row.clone())));
        let progress = self.cursor.take(page);
        let (is_whole, most) = match self.wanted {
            WantedPayments::ToCapture => (&mut self.has_all_to_capture, TO_CAPTURE_PAGES_MAX),
            WantedPayments::Newest => (&mut self.is_whole, NEWEST_PAGES_MAX),
        };
        *is_whole = progress == ListProgress::Whole && page.unreadable.is_empty();
        progress == ListProgress::More && self.cursor.pages < most
    }

    /// Whether a payment that is over is as new as those that were read.
    fn reaches(&self, row: &PaymentRow) -> bool {
        let over = self.rows.values().filter(|row| row.status.is_final());
        let oldest = over.filter_map(|row| row.created).min();
        oldest.zip(row.created).is_none_or(|(oldest, created)| created >= oldest)
    }

    /// Whether what can be captured is to be read from the beginning: the list changed since its last page, and rows may
    /// have been missed or be gone.
    fn begins_anew(&self, page: &PaymentPage) -> bool {
        let has_moved = self.wanted == WantedPayments::ToCapture && self.cursor.has_moved(page);
        has_moved && self.restarts < RESTARTS_MAX
    }

    /// Goes on from what can be captured to the newest; false where those are here.
    fn go_on(&mut self) -> bool {
        let goes_on = self.wanted == WantedPayments::ToCapture;
        (self.wanted, self.cursor) = (WantedPayments::Newest, PageCursor::default());
        goes_on
    }
}

impl RecentPayments {
    /// Returns a payment as it was read, or reported since.
    pub fn find(&self, payment_id: &PaymentId) -> Option<&PaymentRow> {
        self.known.as_ref()?.rows.get(payment_id)
    }

    /// What is known; nothing before all was read once.
    pub fn rows(&self) -> Option<impl Iterator<Item = &PaymentRow>> {
        self.known.as_ref().map(|known| known.rows.values())
    }

    /// Whether all payments of the service are known.
    pub fn is_whole(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.is_whole)
    }

    /// Whether all that can be captured are known, as far as a list shows them.
    pub fn has_all_to_capture(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.is_whole || known.has_all_to_capture)
    }

    /// Whether all payments that were created since `from` are known.
    pub fn reaches(&self, from: DateTime<Utc>) -> bool {
        let oldest = |known: &ReadPages| known.rows.values().filter_map(|row| row.created).min();
        self.is_whole() || self.known.as_ref().and_then(oldest).is_some_and(|oldest| oldest < from)
    }

    pub fn read_at(&self) -> Option<DateTime<Utc>> {
        self.known.as_ref().map(|known| known.at)
    }

    pub fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// Whether they are worth reading again: they were read some time ago, and the last try did not fail.
    pub fn is_old(&self, now: DateTime<Utc>) -> bool {
        let is_old = |known: &ReadPages| now - known.at >= TimeDelta::seconds(HOLDS_S);
        self.failed.is_none() && self.known.as_ref().is_some_and(is_old)
    }

    /// Why they could not be read the last time.
    pub fn failed(&self) -> Option<&CallError> {
        self.failed.as_ref()
    }

    /// Another number whenever what is known changed.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Something else is known of them beside what was read.
    pub fn changed(&mut self) {
        self.revision += 1;
    }

    /// Reads them, unless what is known still holds.
    pub fn ask(&mut self, cx: &mut Context<'_>) {
        let holds = |known: &ReadPages| cx.now - known.at < TimeDelta::seconds(HOLDS_S);
        if self.reading.is_none() && !self.known.as_ref().is_some_and(holds) {
            self.ask_again(cx);
        }
    }

    /// Reads them because a person asks.
    pub fn ask_again(&mut self, cx: &mut Context<'_>) {
        self.revision += 1;
        if !cx.can_read() {
            self.failed = cx.read_blocker();
            return;
        }
        if let Some((request_id, _)) = self.reading.take() {
            cx.reads.drop_request(request_id);
        }
        self.failed = None;
        let form = cx.traits.payment_list.form();
        let wanted = if form.picks_to_capture() { WantedPayments::ToCapture } else { WantedPayments::Newest };
        self.ask_page(ReadPages { wanted, at: cx.now, ..ReadPages::default() }, form, cx);
    }

    fn ask_page(&mut self, pages: ReadPages, form: ListForm, cx: &mut Context<'_>) {
        let filter = match pages.wanted {
            WantedPayments::ToCapture => PaymentListFilter::to_capture(),
            WantedPayments::Newest => PaymentListFilter::default(),
        };
        let PageCursor { offset, after, .. } = pages.cursor.clone();
        let page = ListPayments { filter, limit: PAGE_MAX, offset, after, form };
        self.reading = Some((cx.read_fresh(ReadOwner::Payments, Read::Payments(page)), pages));
    }

    /// Whether this read is a page of what can be captured.
    pub fn is_of_capturable(&self, request_id: RequestId) -> bool {
        self.reading
            .as_ref()
            .is_some_and(|(asked, pages)| *asked == request_id && pages.wanted == WantedPayments::ToCapture)
    }

    /// A page came; it is given back where it was not asked for here.
    pub fn answered(
        &mut self,
        request_id: RequestId,
        result: Result<PaymentPage, CallError>,
        cx: &mut Context<'_>,
    ) -> Option<Result<PaymentPage, CallError>> {
        let Some((_, mut pages)) = self.reading.take_if(|(asked, _)| *asked == request_id) else {
            return Some(result);
        };
        self.revision += 1;
        match result {
            Err(error) => self.failed = Some(error),
            Ok(page) if pages.begins_anew(&page) => {
                let (wanted, at, restarts) = (pages.wanted, pages.at, pages.restarts + 1);
                self.ask_page(ReadPages { wanted, at, restarts, ..ReadPages::default() }, page.form, cx);
            }
            Ok(page) => {
                let more = pages.take(&page);
                if more || pages.go_on() {
                    self.ask_page(pages, page.form, cx);
                } else {
                    self.known = Some(pages);
                }
            }
        }
        None
    }

    /// A payment was read or reported. An old one that is over, as the history reads them by the thousand, waits for
    /// nobody: it is not added.
    pub fn note(&mut self, row: &PaymentRow) {
        let reading = self.reading.as_mut().map(|(_, pages)| pages);
        for pages in reading.into_iter().chain(self.known.as_mut()) {
            let known = pages.rows.get(&row.payment_id);
            if known.is_none() && row.status.is_final() && !pages.reaches(row) {
                continue;
            }
            let same_status = known.filter(|known| known.status == row.status);
            let capturable_minor = row.capturable_minor.or(same_status.and_then(|known| known.capturable_minor));
            let noted = PaymentRow { capturable_minor, ..row.clone() };
            if known != Some(&noted) {
                pages.rows.insert(row.payment_id.clone(), noted);
                self.revision += 1;
            }
        }
    }

    /// The reads under way were dropped.
    pub fn dropped(&mut self, error: &CallError) {
        if self.reading.take().is_some() {
            self.revision += 1;
            self.failed = Some(error.clone());
        }
    }
}
