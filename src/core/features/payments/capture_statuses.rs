//! The statuses of what can be captured that the specification does not list, at a service that is asked by one status:
//! one list each, where the service accepts it. What it lists is added to the [remainders](super::remainders).
//!
//! A service that refuses such a status, or lists payments of others, is not asked again: that is
//! [remembered](PaymentListTrait::DocumentedStatusesAlone).

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::pages::{ListProgress, PageRead};
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use crate::service_traits::{PaymentListChange, PaymentListTrait, TraitChange};
use paydesk_api::error::CallError;
use paydesk_api::resources::payments::calls::{ListPayments, PAGE_MAX, PaymentListFilter};
use paydesk_api::resources::payments::wire::PaymentPage;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::PaymentStatus;

use super::remainders::Remainders;
use super::text;

/// Most pages that are read of one status.
const PAGES_MAX: u32 = 10;
/// How long the answers hold unless a person asks, in seconds.
const HOLDS_S: i64 = 300;

/// Reads the lists of statuses that the specification does not name and that can be captured.
#[derive(Debug, Default)]
pub(super) struct CaptureStatuses {
    reading: Option<StatusRead>,
    /// Asked for when the one that is read has ended.
    waiting: Vec<PaymentStatus>,
    /// When the service was asked last.
    asked_at: Option<DateTime<Utc>>,
}

#[derive(Debug)]
struct StatusRead {
    request_id: RequestId,
    status: PaymentStatus,
    pages: u32,
    offset: u32,
    listed: BTreeSet<PaymentId>,
}

impl StatusRead {
    /// Takes in a page.
    fn take(&mut self, page: &PaymentPage) -> ListProgress {
        let (rows, before) = (page.rows.len() + page.unreadable.len(), self.listed.len());
        self.pages += 1;
        self.offset = self.offset.saturating_add(u32::try_from(rows).unwrap_or(u32::MAX));
        self.listed.extend(page.rows.iter().map(|row| row.payment_id.clone()));
        PageRead {
            limit: page.limit,
            rows,
            next_offset: self.offset,
            has_new_rows: self.listed.len() > before,
            total_count: page.total_count,
            has_more: page.has_more,
        }
        .progress()
    }
}

impl CaptureStatuses {
    /// The last answers do not hold any more: the service is asked again once it has counted.
    pub fn outdate(&mut self) {
        self.asked_at = None;
    }

    /// Asks, unless the last answers still hold. The service has counted those of the documented status before: it is
    /// known how it lists payments.
    pub fn ask(&mut self, cx: &mut Context<'_>) {
        let holds = self.asked_at.is_some_and(|at| cx.now - at < TimeDelta::seconds(HOLDS_S));
        if holds || !cx.can_read() || is_refused(&cx.view) {
            return;
        }
        if let Some(reading) = self.reading.take() {
            cx.reads.drop_request(reading.request_id);
        }
        self.asked_at = Some(cx.now);
        self.waiting = cx.traits.payment_list.form().statuses_left();
        self.ask_next(cx);
    }

    fn ask_next(&mut self, cx: &mut Context<'_>) {
        let Some(status) = self.waiting.pop() else { return };
        let request_id = ask_page(&status, 0, cx);
        self.reading = Some(StatusRead { request_id, status, pages: 0, offset: 0, listed: BTreeSet::new() });
    }

    /// Whether this read is one of these.
    pub fn awaits(&self, request_id: RequestId) -> bool {
        self.reading.as_ref().is_some_and(|reading| reading.request_id == request_id)
    }

    /// A page of one of these statuses came: what it lists is added to `remainders`.
    pub fn answered(
        &mut self,
        result: Result<PaymentPage, CallError>,
        remainders: &mut Remainders,
        cx: &mut Context<'_>,
    ) {
        let Some(mut reading) = self.reading.take() else { return };
        let page = match result {
            Ok(page) => page,
            Err(error) => return self.failed(&error, cx),
        };
        if let Some(row) = page.rows.iter().find(|row| row.status != reading.status) {
            let from = text::list_of_has_payment(&reading.status, &row.status);
            return self.refused(from, cx);
        }
        page.rows.iter().for_each(|row| remainders.note(row, cx.review_status()));
        let progress = reading.take(&page);
        if progress == ListProgress::More && reading.pages < PAGES_MAX {
            reading.request_id = ask_page(&reading.status, reading.offset, cx);
            self.reading = Some(reading);
            return;
        }
        if progress == ListProgress::Whole {
            remainders.are_all_of(&reading.status, &reading.listed);
        }
        self.ask_next(cx);
    }

    /// What passes teaches nothing: the service is asked again later.
    fn failed(&mut self, error: &CallError, cx: &mut Context<'_>) {
        self.waiting.clear();
        if let Some(refusal) = error.refused_request() {
            self.refused(refusal, cx);
        }
    }

    /// The reads under way were dropped.
    pub fn dropped(&mut self) {
        (self.reading, self.asked_at) = (None, None);
        self.waiting.clear();
    }

    /// The service does not filter by these statuses.
    fn refused(&mut self, from: String, cx: &mut Context<'_>) {
        self.waiting.clear();
        let id = PaymentListTrait::DocumentedStatusesAlone;
        let change = TraitChange::PaymentList(PaymentListChange::Learned { id, from });
        cx.request(FeatureRequest::ChangeTraits(change));
    }
}

fn ask_page(status: &PaymentStatus, offset: u32, cx: &mut Context<'_>) -> RequestId {
    let filter = PaymentListFilter { status: Some(status.clone()), ..PaymentListFilter::default() };
    let form = cx.traits.payment_list.form();
    cx.read_fresh(
        ReadOwner::Payments,
        Read::Payments(ListPayments { filter, limit: PAGE_MAX, offset, after: None, form }),
    )
}

/// Whether the service is known not to filter by these statuses.
pub(super) fn is_refused(view: &WorkspaceView<'_>) -> bool {
    view.profile_id.filters_documented_statuses_alone()
        || view.traits.payment_list.has(PaymentListTrait::DocumentedStatusesAlone)
}
