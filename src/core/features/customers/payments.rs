//! The newest payments of the open customer, read when the customer is opened; with them its disputes are found among
//! those that are loaded.

use chrono::{DateTime, Utc};

use crate::context::Context;
use crate::context::request::FeatureRequest;
use crate::features::disputes::Disputes;
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use crate::remote::Remote;
use paydesk_api::error::CallError;
use paydesk_api::resources::payments::calls::{ListPayments, PaymentListFilter};
use paydesk_api::resources::payments::wire::PaymentPage;
use paydesk_domain::dispute::Dispute;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::payment::PaymentRow;

use super::Customers;

/// How many payments are read; the others are in the list of the payments panel.
pub const PAYMENTS_SHOWN: u32 = 20;

/// The newest payments of the open customer, and the state of the read that brings them.
#[derive(Debug, Default)]
pub struct CustomerPayments {
    /// The customer they are of.
    customer_id: Option<CustomerId>,
    remote: Remote<FirstPage>,
    request_id: Option<RequestId>,
}

/// A first page.
#[derive(Debug, Clone, PartialEq)]
pub struct FirstPage {
    /// The newest first.
    pub rows: Vec<PaymentRow>,
    /// How many there are in all, where the service says so.
    pub total: Option<u64>,
    /// How many of the page could not be read.
    pub unreadable: usize,
}

impl FirstPage {
    /// The rows of the customer: what was not asked for is left out.
    fn new(mut page: PaymentPage, asked: &PaymentListFilter) -> Self {
        page.rows.retain(|row| asked.admits(row, &page.form));
        Self { rows: page.rows, total: page.total_count, unreadable: page.unreadable.len() }
    }
}

fn filter(id: &CustomerId) -> PaymentListFilter {
    PaymentListFilter { customer_id: Some(id.clone()), ..PaymentListFilter::default() }
}

impl CustomerPayments {
    /// The payments of a customer, if they are those that are read.
    pub fn of(&self, id: &CustomerId) -> Option<&Remote<FirstPage>> {
        (self.customer_id.as_ref() == Some(id)).then_some(&self.remote)
    }

    /// The disputes of a customer's payments, as far as both are loaded.
    pub fn disputes_of<'a>(&'a self, id: &CustomerId, disputes: &'a Disputes) -> Vec<&'a Dispute> {
        let newest = self.of(id).and_then(Remote::value);
        let payments = newest.map_or(&[][..], |newest| &newest.rows);
        payments.iter().flat_map(|row| disputes.of_payment(&row.payment_id)).collect()
    }

    /// The reads under way were dropped.
    pub(super) fn reads_dropped(&mut self, error: &CallError) {
        if self.request_id.take().is_some() {
            self.remote.fail(error.clone());
        }
    }

    /// The page came; one that is not the newest is passed over.
    pub(crate) fn answered(
        &mut self,
        request_id: RequestId,
        result: Result<PaymentPage, CallError>,
        now: DateTime<Utc>,
    ) {
        if self.request_id.take_if(|asked| *asked == request_id).is_none() {
            return;
        }
        let asked = self.customer_id.as_ref().map(filter).unwrap_or_default();
        self.remote.settle(result.map(|page| FirstPage::new(page, &asked)), now);
    }
}

impl Customers {
    /// Another customer is open, however that came: its payments are read.
    pub(crate) fn follow(&mut self, open: Option<&str>, cx: &mut Context<'_>) {
        if let Some(id) = open.map(CustomerId::new).filter(|id| self.payments.of(id).is_none()) {
            self.read_payments(&id, cx);
        }
    }

    /// Reads the payments of a customer, again where they were read before.
    pub(super) fn read_payments(&mut self, id: &CustomerId, cx: &mut Context<'_>) {
        if !cx.can_read() {
            return;
        }
        if self.payments.of(id).is_none() {
            self.payments = CustomerPayments { customer_id: Some(id.clone()), ..CustomerPayments::default() };
        }
        let form = cx.traits.payment_list.form();
        let page = ListPayments { filter: filter(id), limit: PAYMENTS_SHOWN, form, ..ListPayments::default() };
        let read = Read::Payments(page);
        self.payments.request_id = Some(cx.read_fresh(ReadOwner::Customers, read));
        self.payments.remote.start_loading();
        cx.request(FeatureRequest::NeedDisputes);
    }
}
