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
use crate::domain::document::UnreadableRows;
use crate::domain::ids::{DisputeId, PaymentId};

use super::rows::compare;
use super::{DisputeSort, DisputeSortColumn, DisputeTableRow, Disputes};

/// The open dispute is read again this often while the bank decides, in seconds.
const POLL_S: i64 = 10;

impl State {
    /// Shows the inbox, and reads it when it was not read yet.
    pub(in crate::app) fn show_disputes(&mut self) {
        self.workspace.route = Route::Disputes;
        if self.workspace.disputes.pages != Pages::NotAsked {
            return;
        }
        self.reload_disputes();
        self.order_disputes();
    }

    /// The service is there: the inbox is read where it is shown or was begun, and its count for the sidebar always.
    pub(in crate::app) fn begin_disputes(&mut self) {
        let shown = self.workspace.route == Route::Disputes || self.workspace.disputes.pages != Pages::NotAsked;
        if shown { self.reload_disputes() } else { self.count_disputes() }
    }

    /// Disputes are shown beside something else: the inbox is read, if it never was.
    pub(in crate::app) fn begin_disputes_once(&mut self) {
        if self.workspace.disputes.pages == Pages::NotAsked {
            self.reload_disputes();
        }
    }

    pub(super) fn filter_disputes(&mut self, change: impl FnOnce(&mut DisputeListFilter)) {
        let before = self.workspace.disputes.filter.clone();
        change(&mut self.workspace.disputes.filter);
        if self.workspace.disputes.filter == before {
            return;
        }
        self.workspace.disputes.clear_rows();
        self.workspace.disputes.questions += 1;
        self.reload_disputes();
        self.order_disputes();
    }

    /// Loads the first page anew; the old rows stay until it is here.
    pub(in crate::app) fn reload_disputes(&mut self) {
        if let Some(request_id) = self.workspace.disputes.page_request_id.take() {
            self.workspace.reads.drop_request(request_id);
        }
        self.workspace.disputes.next_offset = 0;
        self.workspace.disputes.complete = false;
        self.count_disputes();
        self.ask_dispute_page();
    }

    /// A failed page is asked for again, once the service is back.
    pub(in crate::app) fn retry_failed_disputes(&mut self) {
        if matches!(self.workspace.disputes.pages, Pages::Failed(_)) {
            self.ask_dispute_page();
        }
    }

    fn may_read(&self) -> bool {
        self.workspace.profile.is_some() && self.workspace.connection.lock().is_none()
    }

    fn ask_dispute_page(&mut self) {
        if !self.may_read() {
            let none = self.workspace.disputes.pages.says_none() && self.workspace.disputes.loaded() == 0;
            if let Some(error) = self.view().reading_hindrance().filter(|_| none) {
                self.workspace.disputes.pages = Pages::Failed(error);
                self.order_disputes();
            }
            return;
        }
        let filter = self.workspace.disputes.filter.clone();
        let page = ListDisputes { filter, limit: PAGE_MAX, offset: self.workspace.disputes.next_offset };
        self.workspace.disputes.page_request_id =
            Some(self.workspace.reads.ask_fresh(Read::Disputes(page), Priority::Ordinary, self.now));
        self.workspace.disputes.pages = Pages::Loading;
    }

    /// Asks how many disputes wait for evidence, for the sidebar.
    pub(in crate::app) fn count_disputes(&mut self) {
        if !self.may_read() {
            return;
        }
        let filter = DisputeListFilter { status: Some(DisputeStatus::DisputeOpened), payment_id: None };
        let page = ListDisputes { filter, limit: 1, offset: 0 };
        self.workspace.disputes.count_request_id =
            Some(self.workspace.reads.ask_fresh(Read::Disputes(page), Priority::Ordinary, self.now));
    }

    /// A list of disputes came, for the inbox, for an operation, or for both.
    pub(in crate::app) fn disputes_answered(&mut self, request_id: RequestId, answer: &ReadAnswer) {
        self.record_answered(request_id, answer);
        let ReadAnswer::Disputes(result) = answer else { return };
        if self.workspace.disputes.count_request_id == Some(request_id) {
            self.workspace.disputes.count_request_id = None;
            let count = result.as_ref().ok().and_then(|page| page.total_count);
            self.workspace.disputes.to_answer = count.or(self.workspace.disputes.to_answer);
        } else if self.workspace.disputes.page_request_id == Some(request_id) {
            self.workspace.disputes.page_request_id = None;
            self.take_dispute_page(result);
        } else if let Ok(page) = result {
            self.take_single_disputes(request_id, page);
        } else if self.workspace.disputes.open_request_id == Some(request_id) {
            self.workspace.disputes.open_request_id = None;
        }
    }

    fn take_dispute_page(&mut self, result: &Result<DisputePage, CallError>) {
        let page = match result {
            Ok(page) => page,
            Err(error) => {
                self.workspace.disputes.pages = Pages::Failed(error.clone());
                self.order_disputes();
                return;
            }
        };
        if self.workspace.disputes.next_offset == 0 {
            self.workspace.disputes.clear_rows();
            self.workspace.disputes.read_at = Some(self.now);
        }
        let count = page.rows.len() + page.unreadable.len();
        self.workspace.disputes.next_offset += u32::try_from(count).unwrap_or(u32::MAX);
        self.workspace.disputes.total_count = page.total_count;
        self.workspace.disputes.complete = match page.total_count {
            Some(total) => count == 0 || u64::from(self.workspace.disputes.next_offset) >= total,
            None => count < PAGE_MAX as usize,
        };
        if self.workspace.disputes.filter == DisputeListFilter::default() {
            let whole = self.workspace.disputes.complete.then_some(u64::from(self.workspace.disputes.next_offset));
            self.workspace.disputes.all_count = page.total_count.or(whole).or(self.workspace.disputes.all_count);
        }
        self.workspace.disputes.pages = Pages::Idle;
        UnreadableRows::add(&mut self.workspace.disputes.unreadable, &page.unreadable, &page.unreadable_raw);
        for dispute in &page.rows {
            self.put_dispute(dispute.clone());
        }
        self.order_disputes();
        if !self.workspace.disputes.complete {
            self.ask_dispute_page();
        }
    }

    /// Disputes of one payment were read: rows that are loaded say the same, and the open one is loaded.
    fn take_single_disputes(&mut self, request_id: RequestId, page: &DisputePage) {
        let asked = self.workspace.disputes.open_request_id == Some(request_id);
        if asked {
            self.workspace.disputes.open_request_id = None;
        }
        for dispute in &page.rows {
            let known = self.workspace.disputes.find(&dispute.dispute_id).is_some();
            if known || asked && self.workspace.disputes.open.as_ref() == Some(&dispute.dispute_id) {
                self.put_dispute(dispute.clone());
            }
        }
        self.order_disputes();
    }

    /// Picks and orders what is shown anew.
    pub(in crate::app) fn order_disputes(&mut self) {
        self.workspace.disputes.kept = self.kept_rows();
        self.workspace.disputes.order_view();
    }

    /// A dispute was read: its row is put in, and our file on it has it too.
    fn put_dispute(&mut self, dispute: Dispute) {
        self.workspace.drafts.dispute_read(&dispute, self.now);
        let row = self.dispute_row(dispute);
        self.workspace.disputes.put(row);
    }

    pub(super) fn dispute_row(&self, dispute: Dispute) -> DisputeTableRow {
        let draft = self.workspace.drafts.draft(&dispute.dispute_id).cloned();
        DisputeTableRow::prepare(dispute, &self.evidence, draft.as_ref(), self.zone(), self.now)
    }

    /// An event told of a dispute: its row follows; where the inbox was read, a new one is listed.
    pub(in crate::app) fn dispute_reported_by_event(&mut self, dispute: Dispute) {
        if self.workspace.disputes.find(&dispute.dispute_id).is_some() || self.workspace.disputes.pages == Pages::Idle {
            self.put_dispute(dispute);
        }
    }

    /// Our file on a dispute changed: its row says so.
    pub(super) fn prepare_dispute_again(&mut self, dispute_id: &DisputeId) {
        let Some(known) = self.workspace.disputes.find(dispute_id) else { return };
        if known.as_read.is_some() {
            return self.order_disputes();
        }
        let row = self.dispute_row(known.dispute.clone());
        let moved = known.deadline != row.deadline;
        self.workspace.disputes.put(row);
        if moved || self.workspace.disputes.sort.column == DisputeSortColumn::Progress {
            self.order_disputes();
        }
    }

    /// Zone, policy or files changed: all rows are written anew.
    pub(in crate::app) fn prepare_disputes_again(&mut self) {
        let rows: Vec<DisputeTableRow> =
            self.workspace.disputes.rows.iter().map(|row| self.dispute_row(row.dispute.clone())).collect();
        self.workspace.disputes.rows = rows;
        self.workspace.disputes.changes += 1;
        self.order_disputes();
    }

    pub(super) fn sort_disputes(&mut self, column: DisputeSortColumn) {
        let sort = self.workspace.disputes.sort;
        let descending = if sort.column == column { !sort.descending } else { column == DisputeSortColumn::Created };
        self.workspace.disputes.sort = DisputeSort { column, descending };
        self.order_disputes();
    }

    // ----- the open one

    /// Opens a dispute beside the list, with its payment read.
    pub(in crate::app) fn open_dispute(&mut self, dispute_id: DisputeId) {
        self.show_disputes();
        self.save_now();
        self.workspace.disputes.review = None;
        if self.workspace.disputes.open.as_ref() != Some(&dispute_id) {
            self.forget_failed_upload(None);
        }
        self.workspace.disputes.open = Some(dispute_id);
        self.read_disputed_payment();
    }

    pub(super) fn close_dispute(&mut self) {
        self.workspace.disputes.open = None;
        self.workspace.disputes.review = None;
        self.forget_failed_upload(None);
        self.save_now();
    }

    fn read_disputed_payment(&mut self) {
        let payment_id = self.workspace.disputes.open_row().map(|row| row.dispute.payment_id.clone());
        if let Some(payment_id) = payment_id {
            self.read_payment(&payment_id);
        }
    }

    /// The payment behind the open dispute was read: its customer is read too, unless known here.
    pub(in crate::app) fn read_disputed_customer(&mut self, payment_id: &PaymentId) {
        let is_open = self.workspace.disputes.open_row().is_some_and(|row| row.dispute.payment_id == *payment_id);
        let payment = self.workspace.payments.detail(payment_id).and_then(|detail| detail.value()).filter(|_| is_open);
        let Some(customer_id) = payment.and_then(|payment| payment.customer_id.clone()) else { return };
        if !self.may_read() || self.workspace.records.find(ResourceKind::Customer, customer_id.as_str()).is_some() {
            return;
        }
        self.workspace.reads.ask(Read::Customer(RetrieveCustomer { customer_id }), Priority::Ordinary, self.now);
    }

    /// Reads the open dispute again: the service lists by payment, and has no other way.
    pub(super) fn read_open_dispute(&mut self) {
        let Some(payment_id) = self.workspace.disputes.open_row().map(|row| row.dispute.payment_id.clone()) else {
            return;
        };
        if !self.may_read() {
            return;
        }
        let filter = DisputeListFilter { status: None, payment_id: Some(payment_id.clone()) };
        let page = ListDisputes { filter, limit: PAGE_MAX, offset: 0 };
        self.workspace.disputes.open_request_id =
            Some(self.workspace.reads.ask_fresh(Read::Disputes(page), Priority::Ordinary, self.now));
        self.workspace.disputes.open_read_at = Some(self.now);
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
        let row = self.workspace.disputes.open_row().filter(|_| self.workspace.route == Route::Disputes)?;
        let decides = row.dispute.status == DisputeStatus::Challenged && self.may_read();
        let asked = self.workspace.disputes.open_request_id.is_none() && decides;
        let last = self.workspace.disputes.open_read_at.or(self.workspace.disputes.read_at)?;
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
