//! How many disputes may need evidence from us, for the sidebar: known before the inbox is opened.
//!
//! A service is asked for what a word of ours names, and statuses that are not documented have no such word. So they are
//! not asked for: where one page has all disputes its rows are counted, and of more those that need nothing are taken off
//! the total. What is not contested is known by its row alone: the whole inbox is read where there is any. Where a
//! service reports no totals, the count is known once the inbox was read to its end.

use crate::context::Context;
use crate::pages::{ListProgress, PageRead};
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use paydesk_api::error::CallError;
use paydesk_api::resources::disputes::calls::{DisputeListFilter, ListDisputes};
use paydesk_api::resources::disputes::wire::DisputePage;
use paydesk_api::resources::payments::calls::PAGE_MAX;
use paydesk_domain::dispute::{Dispute, DisputeStatus};
use paydesk_domain::known::Known;

use super::Disputes;

/// The reads of one count that are under way.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct CountRead {
    /// The first page of all disputes.
    page: Option<RequestId>,
    /// The totals of statuses that need nothing.
    totals: Vec<RequestId>,
    /// What is left of the total of all.
    left: u64,
}

impl CountRead {
    pub fn waits_for(&self, request_id: RequestId) -> bool {
        self.page == Some(request_id) || self.totals.contains(&request_id)
    }
}

impl Disputes {
    /// Asks how many disputes may need evidence.
    pub(crate) fn count(&mut self, cx: &mut Context<'_>) {
        if cx.can_read() {
            self.count.read = CountRead { page: Some(ask(None, PAGE_MAX, cx)), ..CountRead::default() };
        }
    }

    /// A read of the count was answered. What fails leaves the number as it was.
    pub(super) fn take_count(
        &mut self,
        request_id: RequestId,
        result: &Result<DisputePage, CallError>,
        cx: &mut Context<'_>,
    ) {
        let Ok(page) = result else {
            self.count.read = CountRead::default();
            return;
        };
        if self.count.read.page.take_if(|asked| *asked == request_id).is_some() {
            self.take_first_page(page, cx);
        } else {
            self.count.read.totals.retain(|asked| *asked != request_id);
            self.take_off(page.total_count);
        }
    }

    fn take_first_page(&mut self, page: &DisputePage, cx: &mut Context<'_>) {
        if is_whole(page) {
            let is_contested = |dispute: &&Dispute| !self.handling.is_not_contested(&dispute.dispute_id);
            let needing = page.rows.iter().filter(|dispute| dispute.status.may_need_evidence()).filter(is_contested);
            self.count.to_answer = Some(needing.count() as u64);
        } else if let Some(all) = page.total_count
            && self.filters_at_service(cx)
        {
            let also = DisputeStatus::ALSO.iter().filter(|status| page.rows.iter().any(|row| row.status == **status));
            let statuses: Vec<_> =
                DisputeStatus::NAMED.iter().chain(also).filter(|it| !it.may_need_evidence()).collect();
            let totals = statuses.into_iter().map(|status| ask(Some(status.clone()), 1, cx)).collect();
            self.count.read = CountRead { page: None, totals, left: all };
        }
    }

    fn take_off(&mut self, total: Option<u64>) {
        match total {
            Some(total) => self.count.read.left = self.count.read.left.saturating_sub(total),
            None => return self.count.read = CountRead::default(),
        }
        if self.count.read.totals.is_empty() {
            self.count.to_answer = Some(self.count.read.left);
        }
    }

    /// How many disputes may need evidence, as far as that is known.
    pub fn to_answer(&self) -> Known<u64> {
        let listed = || self.all().iter().filter(|row| row.may_need_evidence()).count() as u64;
        let loaded = if self.has_all() { Known::Exact(listed()) } else { Known::AtLeast(listed()) };
        let unreadable = self.inbox.reading.unreadable.is_some();
        Known::exact(self.count.to_answer).or(loaded).at_least_if(unreadable)
    }

    /// Whether all disputes of the service are loaded.
    pub fn has_all(&self) -> bool {
        self.inbox.reading.complete && !self.inbox.is_filtered_by_service()
    }

    /// Whether all disputes of the service were read once: events report what comes after that.
    pub fn were_all_read(&self) -> bool {
        self.count.were_all_read
    }

    /// The inbox has all disputes: its rows are the count.
    pub(super) fn count_loaded(&mut self) {
        if self.has_all() {
            self.count.were_all_read |= self.inbox.reading.unreadable.is_none();
            self.count.to_answer = Some(self.all().iter().filter(|row| row.may_need_evidence()).count() as u64);
        }
    }
}

fn ask(status: Option<DisputeStatus>, limit: u32, cx: &mut Context<'_>) -> RequestId {
    let filter = DisputeListFilter { status, payment_id: None };
    cx.read_fresh(ReadOwner::Disputes, Read::Disputes(ListDisputes { filter, limit, offset: 0, by_body: false }))
}

fn is_whole(page: &DisputePage) -> bool {
    let rows = page.rows.len() + page.unreadable.len();
    let next_offset = u32::try_from(rows).unwrap_or(u32::MAX);
    let (total_count, has_more) = (page.total_count, page.has_more);
    let read = PageRead { limit: PAGE_MAX, rows, next_offset, has_new_rows: true, total_count, has_more };
    read.progress() == ListProgress::Whole
}
