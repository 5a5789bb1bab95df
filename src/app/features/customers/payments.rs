//! The newest payments of the open customer, read when the customer is opened; with them its disputes are found among
//! those that are loaded.

use crate::api::calls::payments::{ListPayments, PaymentListFilter};
use crate::api::error::CallError;
use crate::api::rate_limit::Priority;
use crate::api::wire::payments::PaymentPage;
use crate::app::read::{Read, RequestId};
use crate::app::remote::Remote;
use crate::app::route::Route;
use crate::app::state::State;
use crate::domain::dispute::Dispute;
use crate::domain::ids::CustomerId;
use crate::domain::payment::PaymentRow;

/// How many payments are read; the others are in the list of the payments panel.
pub const PAYMENTS_SHOWN: u32 = 20;

/// See the module.
#[derive(Debug, Default)]
pub struct CustomerPayments {
    /// The customer they are of.
    of: Option<CustomerId>,
    remote: Remote<Newest>,
    request_id: Option<RequestId>,
}

/// A first page.
#[derive(Debug, Clone, PartialEq)]
pub struct Newest {
    /// The newest first.
    pub rows: Vec<PaymentRow>,
    /// How many there are in all, where the service says so.
    pub total: Option<u64>,
    /// How many of the page could not be read.
    pub unreadable: usize,
}

impl From<PaymentPage> for Newest {
    fn from(page: PaymentPage) -> Self {
        Self { rows: page.rows, total: page.total_count, unreadable: page.unreadable.len() }
    }
}

impl CustomerPayments {
    /// The reads under way were dropped.
    pub(in crate::app) fn reads_dropped(&mut self, error: &CallError) {
        if self.request_id.take().is_some() {
            self.remote.fail(error.clone());
        }
    }
}

impl State {
    /// The payments of a customer, if they are those that are read.
    pub fn customer_payments(&self, id: &CustomerId) -> Option<&Remote<Newest>> {
        let payments = &self.workspace.customers.payments;
        (payments.of.as_ref() == Some(id)).then_some(&payments.remote)
    }

    /// The disputes of a customer's payments, as far as both are loaded.
    pub fn customer_disputes(&self, id: &CustomerId) -> Vec<&Dispute> {
        let newest = self.customer_payments(id).and_then(Remote::value);
        let payments = newest.map_or(&[][..], |newest| &newest.rows);
        payments.iter().flat_map(|row| self.workspace.disputes.of_payment(&row.payment_id)).collect()
    }

    /// A customer was opened: what was read of its payments before may be old.
    pub(in crate::app) fn read_open_customer_payments(&mut self) {
        if let Some(id) = self.workspace.customers.open.as_deref().map(CustomerId::new) {
            self.read_customer_payments(&id);
        }
    }

    /// Another customer was opened: its payments are read.
    pub(in crate::app) fn follow_open_customer(&mut self) {
        let Some(id) = self.workspace.customers.open.as_deref().map(CustomerId::new) else { return };
        if self.workspace.route != Route::Customers || self.customer_payments(&id).is_some() {
            return;
        }
        self.read_customer_payments(&id);
    }

    /// Reads the payments of a customer, again where they were read before.
    pub(super) fn read_customer_payments(&mut self, id: &CustomerId) {
        if self.workspace.profile.is_none() || self.workspace.connection.lock().is_some() {
            return;
        }
        if self.customer_payments(id).is_none() {
            let of = Some(id.clone());
            self.workspace.customers.payments = CustomerPayments { of, ..CustomerPayments::default() };
        }
        let filter = PaymentListFilter { customer_id: Some(id.clone()), ..PaymentListFilter::default() };
        let read = Read::Payments(ListPayments { filter, limit: PAYMENTS_SHOWN, offset: 0 });
        let request_id = self.workspace.reads.ask_fresh(read, Priority::Ordinary, self.now);
        let payments = &mut self.workspace.customers.payments;
        payments.request_id = Some(request_id);
        payments.remote.start_loading();
        self.begin_disputes_once();
    }

    /// Whether the page was asked for here; one that is not the newest is passed over.
    pub(in crate::app) fn customer_payments_answered(
        &mut self,
        request_id: RequestId,
        result: &Result<PaymentPage, CallError>,
    ) -> bool {
        let payments = &mut self.workspace.customers.payments;
        if payments.request_id != Some(request_id) {
            return false;
        }
        payments.request_id = None;
        payments.remote.settle(result.clone().map(Newest::from), self.now);
        true
    }
}
