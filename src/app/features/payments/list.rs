//! Loads the list page by page as it is scrolled, keeps it ordered, and moves through it.

use crate::api::calls::payments::{ListPayments, PAGE_MAX, PaymentListFilter};
use crate::api::error::{CallError, DecodeError};
use crate::api::rate_limit::Priority;
use crate::api::wire::payments::PaymentPage;
use crate::app::operations::ResourceKind;
use crate::app::read::{Read, RequestId};
use crate::app::route::Route;
use crate::app::state::State;
use crate::domain::document::UnreadableRows;
use crate::domain::ids::CustomerId;
use crate::domain::payment::PaymentStatus;

use super::rows::compare;
use super::{Pages, PaymentSort, PaymentSortColumn, PaymentTableRow, Payments, PaymentsFilter};

/// A page is asked for when fewer rows than this are left below what is seen.
pub const AHEAD_ROWS: usize = 60;

impl State {
    /// Shows the payments that `filter` picks, from the first page on.
    pub(in crate::app) fn set_filter(&mut self, change: impl FnOnce(&mut PaymentsFilter)) {
        let mut filter = self.workspace.payments.filter.clone();
        change(&mut filter);
        self.workspace.route = Route::Payments;
        self.leave_form(ResourceKind::Payment);
        if filter == self.workspace.payments.filter && self.workspace.payments.pages != Pages::NotAsked {
            return;
        }
        self.workspace.payments.filter = filter;
        self.workspace.payments.clear_rows();
        self.workspace.payments.questions += 1;
        self.reload_payments();
    }

    /// A view of the sidebar: what it shows, in the order it is worked on.
    pub(in crate::app) fn show_payments(&mut self, filter: PaymentsFilter, sort: PaymentSort) {
        self.workspace.payments.sort = sort;
        self.workspace.payments.order_view();
        self.set_filter(|shown| *shown = filter);
    }

    /// Loads the first page anew; the old rows stay until it is here.
    pub(in crate::app) fn reload_payments(&mut self) {
        if let Some(request_id) = self.workspace.payments.page_request_id.take() {
            self.workspace.reads.drop_request(request_id);
        }
        self.workspace.payments.asked = self.workspace.payments.filter.at_service(self.now, self.zone());
        self.workspace.payments.next_offset = 0;
        self.workspace.payments.complete = false;
        // The first page brings what events told of.
        self.workspace.payments.forget_new();
        self.workspace.payments.load_all =
            self.workspace.payments.filter.filters_locally() || self.workspace.payments.is_work_list();
        self.ask_page();
    }

    /// The end of the list is near, or all of it is wanted.
    pub(in crate::app) fn load_more_payments(&mut self) {
        if self.workspace.payments.pages == Pages::Idle && !self.workspace.payments.complete {
            self.ask_page();
        }
    }

    /// Shows the payments of a customer. Another's payment does not stay open beside them.
    pub(in crate::app) fn filter_customer(&mut self, customer_id: Option<CustomerId>) {
        let open = self.workspace.payments.open_detail().and_then(|(_, detail)| detail.value());
        let theirs = open.is_some_and(|payment| payment.customer_id == customer_id);
        if customer_id.is_some() && !theirs {
            self.close_payment();
        };
        self.set_filter(|filter| filter.customer_id = customer_id);
    }

    pub(in crate::app) fn load_all_payments(&mut self) {
        self.workspace.payments.load_all = true;
        self.load_more_payments();
    }

    pub(in crate::app) fn stop_loading_payments(&mut self) {
        self.workspace.payments.load_all = false;
    }

    /// A failed page is asked for again, and the open payment, if reading it failed.
    pub(in crate::app) fn retry_failed_payments(&mut self) {
        if matches!(self.workspace.payments.pages, Pages::Failed(_)) {
            self.ask_page();
        };
        if self.workspace.payments.open_detail().is_some_and(|(_, detail)| detail.error().is_some()) {
            self.read_open_payment();
        }
    }

    fn ask_page(&mut self) {
        if self.workspace.profile.is_none() || self.workspace.connection.lock().is_some() {
            self.workspace.payments.cannot_be_read(self.view().reading_hindrance());
            return;
        }
        // The service counts them already: the next page begins after them.
        self.workspace.payments.list_all_new();
        let filter = self.workspace.payments.asked.clone();
        let page = ListPayments { filter, limit: PAGE_MAX, offset: self.workspace.payments.next_offset };
        self.workspace.payments.page_request_id =
            Some(self.workspace.reads.ask_fresh(Read::Payments(page), Priority::Ordinary, self.now));
        self.workspace.payments.pages = Pages::Loading;
    }

    /// Asks how many authorizations wait for capture, for the sidebar.
    pub(in crate::app) fn count_to_capture(&mut self) {
        if self.workspace.profile.is_none() || self.workspace.connection.lock().is_some() {
            return;
        }
        let filter = PaymentListFilter { status: Some(PaymentStatus::RequiresCapture), ..Default::default() };
        let page = ListPayments { filter, limit: 1, offset: 0 };
        self.workspace.payments.count_request_id =
            Some(self.workspace.reads.ask_fresh(Read::Payments(page), Priority::Ordinary, self.now));
    }

    /// A page came. One nobody waits for any more is ignored.
    pub(in crate::app) fn payments_answered(&mut self, request_id: RequestId, result: Result<PaymentPage, CallError>) {
        if self.workspace.payments.count_request_id == Some(request_id) {
            self.workspace.payments.count_request_id = None;
            self.workspace.payments.to_capture =
                result.ok().and_then(|page| page.total_count).or(self.workspace.payments.to_capture);
            return;
        }
        if self.workspace.payments.page_request_id != Some(request_id) {
            return;
        }
        self.workspace.payments.page_request_id = None;
        match result {
            Ok(page) => {
                self.take_page(page);
                if self.workspace.payments.load_all {
                    self.load_more_payments();
                }
            }
            Err(error) => {
                self.workspace.payments.pages = Pages::Failed(error);
            }
        }
    }

    fn take_page(&mut self, page: PaymentPage) {
        let (zone, now) = (self.zone(), self.now);
        let payments = &mut self.workspace.payments;
        if payments.next_offset == 0 {
            payments.clear_rows();
            payments.read_at = Some(now);
        }
        let count = page.rows.len() + page.unreadable.len();
        payments.next_offset += u32::try_from(count).unwrap_or(u32::MAX);
        payments.total_count = page.total_count;
        if !payments.filter.is_active() {
            payments.total = page.total_count;
        }
        payments.complete = match page.total_count {
            Some(total) => count == 0 || u64::from(payments.next_offset) >= total,
            None => count < PAGE_MAX as usize,
        };
        payments.pages = Pages::Idle;
        UnreadableRows::add(&mut payments.unreadable, &page.unreadable, &page.unreadable_raw);
        note(&mut payments.incomplete, page.incomplete);
        payments.append(page.rows.into_iter().map(|row| PaymentTableRow::prepare(row, zone, now)));
    }

    /// Orders by `column`; the same column again turns the order around.
    pub(in crate::app) fn sort_payments(&mut self, column: PaymentSortColumn) {
        let sort = self.workspace.payments.sort;
        let descending = if sort.column == column { !sort.descending } else { column == PaymentSortColumn::Created };
        self.workspace.payments.sort = PaymentSort { column, descending };
        self.workspace.payments.order_view();
    }

    /// The zone changed: all times are written anew.
    pub(in crate::app) fn prepare_rows_again(&mut self) {
        let (zone, now) = (self.zone(), self.now);
        for row in self.workspace.payments.rows.iter_mut() {
            *row = PaymentTableRow::prepare(row.payment.clone(), zone, now);
        }
    }
}

impl Payments {
    pub(in crate::app) fn clear_rows(&mut self) {
        self.rows.clear();
        self.forget_new();
        self.view.clear();
        self.revision += 1;
        self.unreadable = None;
        self.incomplete = None;
        self.total_count = None;
    }

    /// No row is here and none can be asked for: that is not the same as there being none.
    fn cannot_be_read(&mut self, hindrance: Option<CallError>) {
        if let Some(error) = hindrance.filter(|_| self.rows.len() == 0 && self.pages.says_none()) {
            self.pages = Pages::Failed(error);
        }
    }

    /// Adds rows behind the others. A row that moved to this page because newer ones came is not added twice.
    fn append(&mut self, rows: impl Iterator<Item = PaymentTableRow>) {
        let first_new = self.rows.len();
        for row in rows {
            if let Some(new) = self.rows.replace(row) {
                self.rows.push(new);
            }
        }
        if self.sort.is_the_service_s() {
            let new = (first_new..self.rows.len()).filter(|index| self.filter.shows(&self.rows[*index].payment));
            self.view.extend(new.map(index_u32));
            self.revision += 1;
        } else {
            self.order_view();
        }
    }

    /// Rows have changed where they stand: picked and ordered anew, where that is done here.
    pub(super) fn filter_again(&mut self) {
        if self.filter.filters_locally() || !self.sort.is_the_service_s() {
            self.order_view();
        }
    }

    /// Whether the most urgent stand first: the service has the newest first, so all are read.
    fn is_work_list(&self) -> bool {
        self.filter.status == Some(PaymentStatus::RequiresCapture) && self.sort == PaymentSort::MOST_URGENT_FIRST
    }

    /// Puts rows that are not loaded yet before the others.
    pub(super) fn put_on_top(&mut self, rows: Vec<PaymentTableRow>) {
        rows.into_iter().rev().for_each(|row| self.rows.push_on_top(row));
        self.order_view();
    }

    /// Picks and orders all loaded rows anew.
    fn order_view(&mut self) {
        self.revision += 1;
        let rows = &self.rows;
        self.view = (0..rows.len()).filter(|index| self.filter.shows(&rows[*index].payment)).map(index_u32).collect();
        if !self.sort.is_the_service_s() {
            let sort = self.sort;
            self.view.sort_by(|a, b| compare(&rows[*a as usize], &rows[*b as usize], sort));
        }
    }

    /// A payment was read anew: its row, if it is loaded, says the same.
    pub(super) fn replace_row(&mut self, row: PaymentTableRow) {
        self.rows.replace(row);
    }

    /// The reads under way were dropped; what was loading has failed with `error`.
    pub(in crate::app) fn reads_dropped(&mut self, error: &CallError) {
        self.page_request_id = None;
        self.count_request_id = None;
        let is_empty = self.pages == Pages::Idle && self.rows.len() == 0 && !self.complete;
        if self.pages == Pages::Loading || is_empty {
            self.pages = Pages::Failed(error.clone());
        }
        self.disputed.reads_dropped();
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
