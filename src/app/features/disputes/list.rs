//! Loads all pages of the inbox, one after the other, keeps it ordered, and keeps the open dispute current.

use chrono::{DateTime, TimeDelta, Utc};

use crate::api::calls::customers::RetrieveCustomer;
use crate::api::calls::disputes::{DisputeListFilter, ListDisputes};
use crate::api::calls::payments::PAGE_MAX;
use crate::api::error::CallError;
use crate::api::operation::ResourceKind;
use crate::api::rate_limit::Priority;
use crate::api::wire::disputes::DisputePage;
use crate::app::features::payments::Pages;
use crate::app::read::{Read, ReadAnswer, RequestId};
use crate::app::route::Route;
use crate::app::state::State;
use crate::domain::dispute::{Dispute, DisputeStatus};
use crate::domain::ids::{DisputeId, PaymentId};

use super::rows::compare;
use super::{DisputeSort, DisputeSortColumn, DisputeTableRow, Disputes};

/// The open dispute is read again this often while the bank decides, in seconds.
const POLL_S: i64 = 10;

impl State {
    /// Shows the inbox, and reads it when it was not read yet.
    pub(in crate::app) fn show_disputes(&mut self) {
        self.route = Route::Disputes;
        if self.disputes.pages != Pages::NotAsked {
            return;
        }
        self.reload_disputes();
        self.order_disputes();
    }

    /// The service is there: the inbox is read where it is shown or was begun, and its count for the sidebar always.
    pub(in crate::app) fn begin_disputes(&mut self) {
        let shown = self.route == Route::Disputes || self.disputes.pages != Pages::NotAsked;
        if shown { self.reload_disputes() } else { self.count_disputes() }
    }

    /// Disputes are shown beside something else: the inbox is read, if it never was.
    pub(in crate::app) fn begin_disputes_once(&mut self) {
        if self.disputes.pages == Pages::NotAsked {
            self.reload_disputes();
        }
    }

    pub(super) fn filter_disputes(&mut self, change: impl FnOnce(&mut DisputeListFilter)) {
        let before = self.disputes.filter.clone();
        change(&mut self.disputes.filter);
        if self.disputes.filter == before {
            return;
        }
        self.disputes.clear_rows();
        self.disputes.questions += 1;
        self.reload_disputes();
        self.order_disputes();
    }

    /// Loads the first page anew; the old rows stay until it is here.
    pub(in crate::app) fn reload_disputes(&mut self) {
        if let Some(request_id) = self.disputes.page_request_id.take() {
            self.reads.drop_request(request_id);
        }
        self.disputes.next_offset = 0;
        self.disputes.complete = false;
        self.count_disputes();
        self.ask_dispute_page();
    }

    /// A failed page is asked for again, once the service is back.
    pub(in crate::app) fn retry_failed_disputes(&mut self) {
        if matches!(self.disputes.pages, Pages::Failed(_)) {
            self.ask_dispute_page();
        }
    }

    fn may_read(&self) -> bool {
        self.profile.is_some() && self.connection.lock().is_none()
    }

    fn ask_dispute_page(&mut self) {
        if !self.may_read() {
            let none = self.disputes.pages.says_none() && self.disputes.loaded() == 0;
            if let Some(error) = self.reading_hindrance().filter(|_| none) {
                self.disputes.pages = Pages::Failed(error);
                self.order_disputes();
            }
            return;
        }
        let filter = self.disputes.filter.clone();
        let page = ListDisputes { filter, limit: PAGE_MAX, offset: self.disputes.next_offset };
        self.disputes.page_request_id = Some(self.reads.ask_fresh(Read::Disputes(page), Priority::Ordinary, self.now));
        self.disputes.pages = Pages::Loading;
    }

    /// Asks how many disputes wait for evidence, for the sidebar.
    pub(in crate::app) fn count_disputes(&mut self) {
        if !self.may_read() {
            return;
        }
        let filter = DisputeListFilter { status: Some(DisputeStatus::DisputeOpened), payment_id: None };
        let page = ListDisputes { filter, limit: 1, offset: 0 };
        self.disputes.count_request_id = Some(self.reads.ask_fresh(Read::Disputes(page), Priority::Ordinary, self.now));
    }

    /// A list of disputes came, for the inbox, for an operation, or for both.
    pub(in crate::app) fn disputes_answered(&mut self, request_id: RequestId, answer: &ReadAnswer) {
        self.record_answered(request_id, answer);
        let ReadAnswer::Disputes(result) = answer else { return };
        if self.disputes.count_request_id == Some(request_id) {
            self.disputes.count_request_id = None;
            let count = result.as_ref().ok().and_then(|page| page.total_count);
            self.disputes.to_answer = count.or(self.disputes.to_answer);
        } else if self.disputes.page_request_id == Some(request_id) {
            self.disputes.page_request_id = None;
            self.take_dispute_page(result);
        } else if let Ok(page) = result {
            self.take_single_disputes(request_id, page);
        } else if self.disputes.open_request_id == Some(request_id) {
            self.disputes.open_request_id = None;
        }
    }

    fn take_dispute_page(&mut self, result: &Result<DisputePage, CallError>) {
        let page = match result {
            Ok(page) => page,
            Err(error) => {
                self.disputes.pages = Pages::Failed(error.clone());
                self.order_disputes();
                return;
            }
        };
        if self.disputes.next_offset == 0 {
            self.disputes.clear_rows();
            self.disputes.read_at = Some(self.now);
        }
        let count = page.rows.len() + page.unreadable.len();
        self.disputes.next_offset += u32::try_from(count).unwrap_or(u32::MAX);
        self.disputes.total_count = page.total_count;
        self.disputes.complete = match page.total_count {
            Some(total) => count == 0 || u64::from(self.disputes.next_offset) >= total,
            None => count < PAGE_MAX as usize,
        };
        if self.disputes.filter == DisputeListFilter::default() {
            let whole = self.disputes.complete.then_some(u64::from(self.disputes.next_offset));
            self.disputes.all_count = page.total_count.or(whole).or(self.disputes.all_count);
        }
        self.disputes.pages = Pages::Idle;
        if let Some(first) = page.unreadable.first() {
            let known = self.disputes.unreadable.take();
            let count = known.as_ref().map_or(0, |(count, _)| *count) + page.unreadable.len();
            self.disputes.unreadable = Some((count, known.map_or_else(|| first.clone(), |(_, first)| first)));
        }
        for dispute in &page.rows {
            self.put_dispute(dispute.clone());
        }
        self.order_disputes();
        if !self.disputes.complete {
            self.ask_dispute_page();
        }
    }

    /// Disputes of one payment were read: rows that are loaded say the same, and the open one is loaded.
    fn take_single_disputes(&mut self, request_id: RequestId, page: &DisputePage) {
        let asked = self.disputes.open_request_id == Some(request_id);
        if asked {
            self.disputes.open_request_id = None;
        }
        for dispute in &page.rows {
            let known = self.disputes.find(&dispute.dispute_id).is_some();
            if known || asked && self.disputes.open.as_ref() == Some(&dispute.dispute_id) {
                self.put_dispute(dispute.clone());
            }
        }
        self.order_disputes();
    }

    /// Picks and orders what is shown anew.
    pub(in crate::app) fn order_disputes(&mut self) {
        self.disputes.kept = self.kept_rows();
        self.disputes.order_view();
    }

    /// A dispute was read: its row is put in, and our file on it has it too.
    fn put_dispute(&mut self, dispute: Dispute) {
        self.evidence.dispute_read(&self.profiles.current, &dispute, self.now);
        let row = self.dispute_row(dispute);
        self.disputes.put(row);
    }

    pub(super) fn dispute_row(&self, dispute: Dispute) -> DisputeTableRow {
        DisputeTableRow::prepare(dispute, &self.evidence, &self.profiles.current, self.zone(), self.now)
    }

    /// An event told of a dispute: its row follows; where the inbox was read, a new one is listed.
    pub(in crate::app) fn dispute_reported_by_event(&mut self, dispute: Dispute) {
        if self.disputes.find(&dispute.dispute_id).is_some() || self.disputes.pages == Pages::Idle {
            self.put_dispute(dispute);
        }
    }

    /// Our file on a dispute changed: its row says so.
    pub(super) fn prepare_dispute_again(&mut self, dispute_id: &DisputeId) {
        let Some(known) = self.disputes.find(dispute_id) else { return };
        if known.as_read.is_some() {
            return self.order_disputes();
        }
        let row = self.dispute_row(known.dispute.clone());
        let moved = known.deadline != row.deadline;
        self.disputes.put(row);
        if moved || self.disputes.sort.column == DisputeSortColumn::Progress {
            self.order_disputes();
        }
    }

    /// Zone, policy or files changed: all rows are written anew.
    pub(in crate::app) fn prepare_disputes_again(&mut self) {
        let rows: Vec<DisputeTableRow> =
            self.disputes.rows.iter().map(|row| self.dispute_row(row.dispute.clone())).collect();
        self.disputes.rows = rows;
        self.disputes.changes += 1;
        self.order_disputes();
    }

    pub(super) fn sort_disputes(&mut self, column: DisputeSortColumn) {
        let sort = self.disputes.sort;
        let descending = if sort.column == column { !sort.descending } else { column == DisputeSortColumn::Created };
        self.disputes.sort = DisputeSort { column, descending };
        self.order_disputes();
    }

    // ----- the open one

    /// Opens a dispute beside the list, with its payment read.
    pub(in crate::app) fn open_dispute(&mut self, dispute_id: DisputeId) {
        self.show_disputes();
        self.save_now();
        self.disputes.review = None;
        if self.disputes.open.as_ref() != Some(&dispute_id) {
            self.forget_failed_upload(None);
        }
        self.disputes.open = Some(dispute_id);
        self.read_disputed_payment();
    }

    pub(super) fn close_dispute(&mut self) {
        self.disputes.open = None;
        self.disputes.review = None;
        self.forget_failed_upload(None);
        self.save_now();
    }

    fn read_disputed_payment(&mut self) {
        let payment_id = self.disputes.open_row().map(|row| row.dispute.payment_id.clone());
        if let Some(payment_id) = payment_id {
            self.read_payment(&payment_id);
        }
    }

    /// The payment behind the open dispute was read: its customer is read too, unless known here.
    pub(in crate::app) fn read_disputed_customer(&mut self, payment_id: &PaymentId) {
        let is_open = self.disputes.open_row().is_some_and(|row| row.dispute.payment_id == *payment_id);
        let payment = self.payments.detail(payment_id).and_then(|detail| detail.value()).filter(|_| is_open);
        let Some(customer_id) = payment.and_then(|payment| payment.customer_id.clone()) else { return };
        if !self.may_read() || self.records.find(ResourceKind::Customer, customer_id.as_str()).is_some() {
            return;
        }
        self.reads.ask(Read::Customer(RetrieveCustomer { customer_id }), Priority::Ordinary, self.now);
    }

    /// Reads the open dispute again: the service lists by payment, and has no other way.
    pub(super) fn read_open_dispute(&mut self) {
        let Some(payment_id) = self.disputes.open_row().map(|row| row.dispute.payment_id.clone()) else {
            return;
        };
        if !self.may_read() {
            return;
        }
        let filter = DisputeListFilter { status: None, payment_id: Some(payment_id.clone()) };
        let page = ListDisputes { filter, limit: PAGE_MAX, offset: 0 };
        self.disputes.open_request_id = Some(self.reads.ask_fresh(Read::Disputes(page), Priority::Ordinary, self.now));
        self.disputes.open_read_at = Some(self.now);
        self.read_payment(&payment_id);
    }

    /// While the bank decides about the open dispute, it is read again.
    pub(in crate::app) fn poll_open_dispute(&mut self) {
        match self.dispute_poll_due() {
            Some(at) if at <= self.now => self.read_open_dispute(),
            Some(_) | None => {}
        }
    }

    pub(in crate::app) fn dispute_poll_due(&self) -> Option<DateTime<Utc>> {
        let row = self.disputes.open_row().filter(|_| self.route == Route::Disputes)?;
        let decides = row.dispute.status == DisputeStatus::Challenged && self.may_read();
        let asked = self.disputes.open_request_id.is_none() && decides;
        let last = self.disputes.open_read_at.or(self.disputes.read_at)?;
        asked.then(|| last + TimeDelta::seconds(POLL_S))
    }
}

impl Disputes {
    pub(super) fn clear_rows(&mut self) {
        self.rows.clear();
        self.index.clear();
        self.view.clear();
        self.revision += 1;
        self.unreadable = None;
        self.total_count = None;
    }

    /// Takes in a row, or replaces the one of the same dispute. The order is the caller's business.
    fn put(&mut self, row: DisputeTableRow) {
        self.changes += 1;
        match self.index.get(&row.dispute.dispute_id) {
            Some(known) => self.rows[*known] = row,
            None => {
                self.index.insert(row.dispute.dispute_id.clone(), self.rows.len());
                self.rows.push(row);
            }
        }
    }

    fn order_view(&mut self) {
        let (filter, local_filter, sort) = (&self.filter, &self.local_filter, self.sort);
        let rows: Vec<&DisputeTableRow> = self.rows.iter().chain(&self.kept).collect();
        let shown = |row: &DisputeTableRow| {
            let dispute = &row.dispute;
            local_filter.shows(row)
                && filter.status.as_ref().is_none_or(|status| *status == dispute.status)
                && filter.payment_id.as_ref().is_none_or(|payment_id| *payment_id == dispute.payment_id)
        };
        let indices = (0..rows.len()).filter(|index| shown(rows[*index]));
        let mut view: Vec<u32> = indices.filter_map(|index| u32::try_from(index).ok()).collect();
        view.sort_by(|a, b| compare(rows[*a as usize], rows[*b as usize], sort));
        self.view = view;
        self.revision += 1;
    }
}
