//! Loads the list page by page as it is scrolled, keeps it ordered, and moves through it.

use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::operations::ResourceKind;
use crate::pages::{ListProgress, PageRead};
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use crate::remote::Remote;
use crate::route::Route;
use paydesk_api::error::{CallError, DecodeError};
use paydesk_api::resources::payments::calls::{ListPayments, PAGE_MAX};
use paydesk_api::resources::payments::wire::PaymentPage;
use paydesk_domain::document::UnreadableRows;
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::known::Known;
use paydesk_domain::money::Money;
use paydesk_domain::payment::{PaymentFilterPart, PaymentRow, PaymentStatus};
use paydesk_index::payment_columns::{SortKey, StoredPayment};

use super::rows::{RowContext, compare};
use super::{Pages, PaymentSort, PaymentTableRow, Payments, PaymentsFilter};

/// A page is asked for when fewer rows than this are left below what is seen.
pub const AHEAD_ROWS: usize = 60;

impl Payments {
    /// Shows the payments that the filter picks, from the first page on.
    pub(super) fn set_filter(&mut self, change: impl FnOnce(&mut PaymentsFilter), cx: &mut Context<'_>) {
        let mut filter = self.filter.clone();
        change(&mut filter);
        cx.request(FeatureRequest::SwitchTo(Route::List(ResourceKind::Payment)));
        cx.request(FeatureRequest::LeaveForm(ResourceKind::Payment));
        if filter == self.filter && self.pages != Pages::NotAsked {
            return;
        }
        self.ask_rows_of(filter, cx);
        self.clear_rows();
        self.reload(cx);
    }

    /// Picks the rows that have these words. All pages are read, if they are not here.
    pub(super) fn filter_words(&mut self, words: String, cx: &mut Context<'_>) {
        if self.filter.local_filter.words != words {
            self.filter.local_filter.words = words;
            self.questions += 1;
            self.order_view();
            self.load_all(cx);
        }
    }

    /// A view of the sidebar: what it shows, in the order it is worked on.
    pub(super) fn show(&mut self, filter: PaymentsFilter, sort: PaymentSort, cx: &mut Context<'_>) {
        self.sort = sort;
        self.order_view();
        self.set_filter(|shown| *shown = filter, cx);
    }

    /// Shows the payments of `filter` in this order, and none beside the list.
    pub(crate) fn show_only(&mut self, filter: PaymentsFilter, sort: PaymentSort, cx: &mut Context<'_>) {
        self.close_detail_of(&filter, cx);
        self.show(filter, sort, cx);
    }

    /// Shows the payments of `filter` in the usual order. An open payment of the customer that is asked for stays open.
    pub(super) fn show_only_keeping_theirs(&mut self, filter: PaymentsFilter, cx: &mut Context<'_>) {
        let theirs = self.open_is_of(filter.customer_id.as_ref());
        match theirs && self.filter.part(cx.review_status()) == filter.part(cx.review_status()) {
            true => self.show(filter, PaymentSort::default(), cx),
            false => self.show_only(filter, PaymentSort::default(), cx),
        }
    }

    /// Whether the payment that is open is of this customer.
    fn open_is_of(&self, customer_id: Option<&CustomerId>) -> bool {
        let open = self.open_detail().and_then(|(_, detail)| detail.value());
        customer_id.is_some() && open.is_some_and(|payment| payment.customer_id.as_ref() == customer_id)
    }

    /// Loads the first page again; the old rows stay until it is here.
    pub(crate) fn reload(&mut self, cx: &mut Context<'_>) {
        if let Some(request_id) = self.page_request_id.take() {
            cx.reads.drop_request(request_id);
        }
        self.asked = self.filter.at_service(cx.now, cx.zone);
        self.asked_as = cx.traits.payment_list.form_for(&self.asked, cx.view.is_signed_in);
        (self.next_offset, self.last_id) = (0, None);
        (self.complete, self.is_stalled, self.has_strays) = (false, false, false);
        // The first page brings what events reported.
        self.forget_new();
        self.load_all = self.filters_here() || self.is_work_list();
        self.ask_page(cx);
        self.read_remainders(cx);
    }

    /// The list, the count of the sidebar and the open payment are read again.
    pub(super) fn refresh(&mut self, cx: &mut Context<'_>) {
        self.refresh_remainders(&cx.view);
        self.reload(cx);
        self.capture_count.ask_again(cx);
        self.read_open(cx);
    }

    /// The end of the list is near, or all of it is wanted.
    pub(super) fn load_more(&mut self, cx: &mut Context<'_>) {
        if self.pages == Pages::Idle && !self.has_ended() {
            self.ask_page(cx);
        }
    }

    /// Whether no more pages are asked for: the last one is here, or nothing new comes.
    pub fn has_ended(&self) -> bool {
        self.complete || self.is_stalled
    }

    /// Shows the payments of a customer. Another's payment does not stay open beside them.
    pub(super) fn filter_customer(&mut self, customer_id: Option<CustomerId>, cx: &mut Context<'_>) {
        if customer_id.is_some() && !self.open_is_of(customer_id.as_ref()) {
            self.close_detail(cx);
        };
        self.set_filter(|filter| filter.customer_id = customer_id, cx);
    }

    /// All pages are wanted.
    pub(crate) fn load_all(&mut self, cx: &mut Context<'_>) {
        self.load_all = true;
        self.load_more(cx);
    }

    /// A failed page is asked for again, and what Home shows, and the open payment, if reading it failed.
    pub(crate) fn retry_failed(&mut self, cx: &mut Context<'_>) {
        if self.recent.failed().is_some() {
            self.recent.ask_again(cx);
        }
        self.capture_count.retry_failed(cx);
        if matches!(self.pages, Pages::Failed(_)) {
            self.ask_page(cx);
        };
        if self.open_detail().is_some_and(|(_, detail)| detail.error().is_some()) {
            self.read_open(cx);
        }
    }

    fn ask_page(&mut self, cx: &mut Context<'_>) {
        if !cx.can_read() {
            self.cannot_be_read(cx.read_blocker());
            return;
        }
        // The service counts them already: the next page begins after them.
        self.list_all_new();
        let (filter, form) = (self.asked.clone(), self.asked_as.clone());
        let (offset, after) = (self.next_offset, self.last_id.clone());
        let page = ListPayments { filter, limit: PAGE_MAX, offset, after, form };
        self.page_request_id = Some(cx.read_fresh(ReadOwner::Payments, Read::Payments(page)));
        self.pages = Pages::Loading;
    }

    /// How many payments wait for their capture, as far as that is known.
    pub fn to_capture(&self) -> Known<u64> {
        Known::exact(self.loaded_to_capture()).or(self.capture_count.count(&self.remainders))
    }

    /// How many payments wait for capture, counted here: the service does not count them and all payments are loaded.
    fn loaded_to_capture(&self) -> Option<u64> {
        (self.are_all_loaded() && !self.asked_as.picks_to_capture()).then(|| self.rows.capturable())
    }

    /// Whether all payments that the service has are here, whichever of them are shown.
    pub(super) fn are_all_loaded(&self) -> bool {
        self.complete && self.asked.parts().all(|part| !self.asked_as.asks(part, &self.asked))
    }

    /// Something changed that may wait for its capture, or wait no longer.
    pub(crate) fn count_to_capture(&mut self, cx: &mut Context<'_>) {
        self.capture_count.ask(cx);
    }

    /// The service is asked for the first time, or again.
    pub(crate) fn count_anew(&mut self, cx: &mut Context<'_>) {
        self.capture_statuses.outdate();
        self.capture_count.ask_again(cx);
        self.read_remainders(cx);
    }

    /// It is known better how this service lists payments.
    pub(crate) fn list_form_learned(&mut self, cx: &mut Context<'_>) {
        self.capture_statuses.outdate();
        self.capture_count.form_learned(cx);
    }

    /// A page was answered: it is given back unless it is asked for in another way, as the service refused this one.
    pub(crate) fn list_answered(
        &mut self,
        request_id: RequestId,
        list: &ListPayments,
        result: Result<PaymentPage, CallError>,
        cx: &mut Context<'_>,
    ) -> Option<Result<PaymentPage, CallError>> {
        match result {
            Ok(page) => {
                self.fallbacks.answered(request_id, list, &page, cx);
                Some(Ok(page))
            }
            Err(error) if self.capture_statuses.awaits(request_id) => Some(Err(error)),
            Err(error) => self.fallbacks.refused(request_id, list, error, cx).map(Err),
        }
    }

    /// Whether rows are picked here, so that all pages have to be read to find them.
    pub fn filters_here(&self) -> bool {
        self.filter.filters_locally() || self.has_strays || !self.asked.unasked(&self.asked_as).is_empty()
    }

    /// The parts of the filter that this service does not apply, and Paydesk does.
    pub fn unfiltered_parts(&self) -> Vec<PaymentFilterPart> {
        self.asked.unasked(&self.asked_as)
    }

    /// Whether the service sent rows that were not asked for.
    pub fn has_strays(&self) -> bool {
        self.has_strays
    }

    /// Whether a row is shown, of those that are loaded.
    fn shows(&self, row: &PaymentTableRow) -> bool {
        let waits_for_review = self.filter.to_capture && row.in_review;
        let has_mark = self.filter.mark.is_none_or(|mark| row.mark == Some(mark));
        let is_paid_since = self.filter.local_filter.worth_retry && self.paid_since.contains(&row.payment.payment_id);
        !waits_for_review
            && row.has_words(&self.filter.local_filter.words)
            && has_mark
            && !is_paid_since
            && self.filter.shows(&row.payment)
            && self.asked.admits(&row.payment, &self.asked_as)
    }

    /// A page came. One nobody waits for any more is ignored.
    pub(crate) fn page_answered(
        &mut self,
        request_id: RequestId,
        result: Result<PaymentPage, CallError>,
        cx: &mut Context<'_>,
    ) {
        let Some(result) = self.capture_count.answered(request_id, result, cx) else {
            self.total = self.capture_count.total().or(self.total);
            if self.capture_count.is_by_service() {
                self.capture_statuses.ask(cx);
            }
            return;
        };
        if let Ok(page) = &result
            && self.recent.is_of_capturable(request_id)
            && page.form.picks_to_capture()
            && page.total_count.is_some()
        {
            self.capture_count.counted_by_service(page.total_count, page.form.clone());
        }
        let Some(result) = self.recent.answered(request_id, result, cx) else {
            return;
        };
        if self.capture_statuses.awaits(request_id) {
            self.capture_statuses.answered(result, &mut self.remainders, cx);
            self.unlist_gone();
            return self.show_remainders(&cx.view);
        }
        if self.page_request_id != Some(request_id) {
            return;
        }
        self.page_request_id = None;
        match result {
            Ok(page) => {
                self.take_page(page, &cx.view);
                self.read_marked(cx);
                if self.load_all {
                    self.load_more(cx);
                }
            }
            Err(error) => self.pages = Pages::Failed(error),
        }
    }

    fn take_page(&mut self, page: PaymentPage, view: &WorkspaceView<'_>) {
        if self.next_offset == 0 {
            self.clear_rows();
            self.read_at = Some(view.now);
        }
        let count = page.rows.len() + page.unreadable.len();
        self.next_offset += u32::try_from(count).unwrap_or(u32::MAX);
        let total = page.total_count.filter(|total| *total >= u64::from(self.next_offset));
        self.total_count = total.map(|total| total.saturating_add(self.added_rows));
        self.take_form(&page);
        self.pages = Pages::Idle;
        let loaded = self.rows.len();
        let has_new_unreadable = self.unreadable_page.is_new(&page.unreadable_raw);
        let read = PageRead {
            limit: page.limit,
            rows: count,
            next_offset: self.next_offset,
            has_new_rows: false,
            total_count: page.total_count,
            has_more: page.has_more,
        };
        UnreadableRows::add(&mut self.unreadable, &page.unreadable, &page.unreadable_raw);
        note(&mut self.incomplete, page.incomplete);
        let rows = page.rows.into_iter().map(|row| self.with_remainder(row));
        let rows: Vec<PaymentRow> = rows.collect();
        rows.iter().for_each(|row| self.note_remainder(row, view));
        self.append_rows(rows, view);
        let progress = PageRead { has_new_rows: has_new_unreadable || self.rows.len() > loaded, ..read }.progress();
        self.complete = progress == ListProgress::Whole;
        self.is_stalled = progress == ListProgress::Stalled;
        self.list_remainders(view);
        let loaded = u64::try_from(self.rows.len()).ok().filter(|_| self.are_all_loaded());
        let reported = page.total_count.filter(|_| !self.filter.is_active());
        self.total = reported.or(loaded).or(self.total);
    }

    /// The following pages are asked for as this one was answered; rows that were not asked for are noticed.
    fn take_form(&mut self, page: &PaymentPage) {
        self.last_id = page.last_id.clone().or(self.last_id.take());
        self.asked_as = page.form.clone();
        let is_stray =
            |row: &PaymentRow| !self.asked.admits(row, &self.asked_as) && !self.outdated.contains(&row.payment_id);
        self.has_strays |= self.unfiltered_parts().is_empty() && page.rows.iter().any(is_stray);
        self.load_all |= self.filters_here() && self.next_offset <= page.limit;
    }

    /// A list does not tell what was received and what is left to capture: that of a payment that was read stays known.
    fn with_remainder(&self, row: PaymentRow) -> PaymentRow {
        let known = self.detail(&row.payment_id).and_then(Remote::value);
        let known = known.filter(|known| known.status == row.status);
        let minor = |money: Option<&Money>| money.map(|money| money.minor);
        let capturable = minor(known.and_then(|known| known.amount_capturable.as_ref()));
        let received = minor(known.and_then(|known| known.amount_received.as_ref()));
        PaymentRow {
            capturable_minor: row.capturable_minor.or(capturable),
            received_minor: row.received_minor.or(received),
            ..row
        }
    }

    /// Orders by `column`; the same column again turns the order around.
    pub(super) fn sort_by(&mut self, column: SortKey) {
        let sort = self.sort;
        let descending = if sort.column == column { !sort.descending } else { column == SortKey::Created };
        self.sort = PaymentSort { column, descending };
        self.order_view();
    }

    /// A payment that is stored, as a row of the list.
    pub fn prepared(&self, stored: &StoredPayment, view: &WorkspaceView<'_>) -> PaymentTableRow {
        let mut row = PaymentTableRow::prepare(stored.row.clone(), &self.row_context(view));
        row.describe(stored);
        row
    }

    /// What rows are prepared with.
    pub(super) fn row_context<'a>(&'a self, view: &WorkspaceView<'a>) -> RowContext<'a> {
        RowContext::of(view, &self.authorized, &self.known_marks)
    }

    /// The zone, the name of manual review or the time of an authorization changed: all rows are written again.
    pub(crate) fn write_rows_again(&mut self, view: &WorkspaceView<'_>) {
        let context = RowContext::of(view, &self.authorized, &self.known_marks);
        self.rows.change(|row| PaymentTableRow::prepare(row.payment.clone(), &context));
    }

    /// The time of an authorization became known: the row of its payment is written again.
    pub(crate) fn write_row_again(&mut self, payment_id: &PaymentId, view: &WorkspaceView<'_>) {
        let context = self.row_context(view);
        let row = self.rows.find(payment_id).map(|row| PaymentTableRow::prepare(row.payment.clone(), &context));
        row.into_iter().for_each(|row| self.replace_row(row));
    }

    pub(crate) fn clear_rows(&mut self) {
        self.rows.clear();
        self.forget_new();
        self.view.clear();
        self.revision += 1;
        self.unreadable = None;
        self.incomplete = None;
        (self.total_count, self.added_rows) = (None, 0);
        self.is_stalled = false;
    }

    /// No row is here and none can be asked for: that is not the same as there being none.
    fn cannot_be_read(&mut self, blocker: Option<CallError>) {
        if let Some(error) = blocker.filter(|_| self.rows.len() == 0 && self.pages.says_none()) {
            self.pages = Pages::Failed(error);
        }
    }

    /// Prepares rows, and adds them behind the others.
    pub(super) fn append_rows(&mut self, rows: Vec<PaymentRow>, view: &WorkspaceView<'_>) {
        let context = self.row_context(view);
        let rows: Vec<_> = rows.into_iter().map(|row| PaymentTableRow::prepare(row, &context)).collect();
        self.append(rows.into_iter());
    }

    /// Adds rows behind the others. A row that moved to this page because newer ones came is not added twice.
    fn append(&mut self, rows: impl Iterator<Item = PaymentTableRow>) {
        let first_new = self.rows.len();
        for row in rows {
            if let Some(new) = self.rows.replace(row) {
                self.rows.push(new);
            }
        }
        if self.sort.is_service_order() {
            let new = (first_new..self.rows.len()).filter(|index| self.shows(&self.rows[*index]));
            let new: Vec<u32> = new.map(index_u32).collect();
            self.view.extend(new);
            self.revision += 1;
        } else {
            self.order_view();
        }
    }

    /// Rows have changed where they are: picked and ordered again, where that is done here.
    pub(super) fn filter_again(&mut self) {
        if self.filters_here() || !self.sort.is_service_order() {
            self.order_view();
        }
    }

    /// Whether the most urgent stand first: the service has the newest first, so all are read.
    fn is_work_list(&self) -> bool {
        let is_part = self.filter.to_capture || self.filter.status.is_some();
        is_part && self.sort == PaymentSort::MOST_URGENT_FIRST
    }

    /// Puts rows that are not loaded yet before the others.
    pub(super) fn put_on_top(&mut self, rows: Vec<PaymentTableRow>) {
        rows.into_iter().rev().for_each(|row| self.rows.push_on_top(row));
        self.order_view();
    }

    /// Picks and orders all loaded rows again.
    pub(super) fn order_view(&mut self) {
        self.revision += 1;
        let rows = &self.rows;
        self.view = (0..rows.len()).filter(|index| self.shows(&rows[*index])).map(index_u32).collect();
        if !self.sort.is_service_order() {
            let sort = self.sort;
            self.view.sort_by(|a, b| compare(&rows[*a as usize], &rows[*b as usize], sort));
        }
    }

    /// A payment was read again: its row, if it is loaded, says the same. One that is none of what is listed any more, as
    /// what was captured, leaves the list.
    pub(super) fn replace_row(&mut self, row: PaymentTableRow) {
        let payment_id = row.payment.payment_id.clone();
        let listed = self.rows.find(&payment_id).filter(|known| self.shows(known));
        let before = listed.map(|known| known.payment.status.clone());
        self.rows.replace(row);
        let is_listed = self.rows.find(&payment_id).is_some_and(|row| self.shows(row));
        if let Some(before) = before.filter(|_| !is_listed) {
            self.unlist(&payment_id, &before);
        }
    }

    /// A row leaves the list, in which it had this status. The pages behind begin earlier at the service.
    fn unlist(&mut self, payment_id: &PaymentId, before: &PaymentStatus) {
        if !self.filters_here() {
            let is_added = self.asked_as.picks_to_capture() && !self.asked_as.statuses(&self.asked).contains(before);
            let (count, offset) = if is_added && self.filter.to_capture { (1, 0) } else { (0, 1) };
            self.rows.remove(payment_id);
            self.added_rows = self.added_rows.saturating_sub(count);
            self.next_offset = self.next_offset.saturating_sub(offset);
            self.total_count = self.total_count.map(|total| total.saturating_sub(1));
        }
        self.order_view();
    }

    /// The reads under way were dropped; what was loading has failed with `error`.
    pub(crate) fn reads_dropped(&mut self, error: &CallError) {
        self.page_request_id = None;
        self.capture_count.dropped();
        self.recent.dropped(error);
        self.capture_statuses.dropped();
        self.remainders.dropped();
        let is_empty = self.pages == Pages::Idle && self.rows.len() == 0 && !self.complete;
        if self.pages == Pages::Loading || is_empty {
            self.pages = Pages::Failed(error.clone());
        }
        self.details_dropped(error);
    }
}

fn index_u32(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Counts what could not be read; the first stays.
fn note(known: &mut Option<(usize, DecodeError)>, errors: Vec<DecodeError>) {
    let count = errors.len() + known.as_ref().map_or(0, |(count, _)| *count);
    let first = known.take().map(|(_, first)| first).or_else(|| errors.into_iter().next());
    *known = first.map(|first| (count, first));
}
