//! Answers to reads of customers, payouts and disputes: to whom each is told.

use serde_json::Value;

use crate::api::call::Call as _;
use crate::api::calls::payouts::ProbePayout;
use crate::api::error::CallError;
use crate::api::operation::ResourceKind;
use crate::api::wire::payments::PaymentPage;
use crate::domain::ids::PayoutId;

use super::features::toasts::ToastKind;
use super::operations::{Input, Reading};
use super::read::{Read, ReadAnswer, RequestId};
use super::state::State;

impl State {
    /// A page of payments came: for the list, for the page of a customer or for the declines of analytics.
    pub(in crate::app) fn payment_page_answered(
        &mut self,
        request_id: RequestId,
        result: Result<PaymentPage, CallError>,
    ) {
        if let Ok(page) = &result {
            self.links_follow(&page.rows);
        }
        match self.declines_answered(request_id, result) {
            Ok(()) => {}
            Err(result) if self.workspace.customers.payments.answered(request_id, &result, self.now) => {}
            Err(result) => self.payments_answered(request_id, result),
        }
    }

    /// A customer, a payout or a list of disputes was read.
    pub(in crate::app) fn record_answered(&mut self, request_id: RequestId, answer: &ReadAnswer) {
        match answer {
            ReadAnswer::Customer(result) => {
                let raw = result.as_ref().as_ref().map(|customer| &*customer.raw);
                self.told(ResourceKind::Customer, raw.ok());
                self.workspace.customers.customer_read(request_id, raw.map(drop));
                self.operation_read(request_id, reading(raw));
            }
            ReadAnswer::Payout(result) => {
                let raw = result.as_ref().as_ref().map(|payout| &*payout.raw);
                if let Err(error) = raw
                    && !self.workspace.operations.awaits(request_id)
                {
                    let text = format!("How the payout stands could not be read: {}", error.what());
                    self.toasts.show(self.now, ToastKind::Attention, text, None);
                }
                self.told(ResourceKind::Payout, raw.ok());
                self.operation_read(request_id, reading(raw));
                self.payout_refresh_answered(request_id, raw.err());
            }
            ReadAnswer::Disputes(result) => {
                self.refund_disputes_read(request_id, result);
                let asked = self
                    .workspace
                    .operations
                    .awaiting(request_id)
                    .map(|operation| operation.plan.target.resource.clone());
                let found = result
                    .as_ref()
                    .map(|page| page.rows.iter().find(|row| asked.as_deref() == Some(row.dispute_id.as_str())));
                let reading = found.map(|row| row.map_or(Reading::Absent, |row| Reading::Record(&row.raw)));
                self.operation_read(request_id, reading);
            }
            ReadAnswer::Health(_) | ReadAnswer::Payments(_) | ReadAnswer::Payment(_) | ReadAnswer::Metrics(_) => {}
        }
    }

    /// A list of disputes came: for the inbox, for an operation, or for both.
    pub(in crate::app) fn disputes_answered(&mut self, request_id: RequestId, answer: &ReadAnswer) {
        self.record_answered(request_id, answer);
        if let ReadAnswer::Disputes(result) = answer {
            self.with_disputes(|disputes, evidence, cx| disputes.answered(request_id, result, evidence, cx));
        }
    }

    /// Something was read: the operation that asked for it is told, if one did.
    pub(in crate::app) fn operation_read(&mut self, request_id: RequestId, result: Result<Reading<'_>, &CallError>) {
        self.operate(Input::ReadAnswered { request_id, result });
    }

    /// A payout is read by setting its texts to what they are: those that are known now, which may be newer than those
    /// that a person saw when confirming.
    pub(in crate::app) fn with_newest_texts(&self, read: Read) -> Read {
        let Read::Payout(probe) = &read else { return read };
        let id: &PayoutId = probe.payout_id();
        let newest = self
            .workspace
            .records
            .find(ResourceKind::Payout, id.as_str())
            .and_then(|known| ProbePayout::of(known.payout()?).ok());
        debug_assert!(newest.as_ref().is_none_or(|newest| newest.request().path == probe.request().path));
        newest.map_or(read, Read::Payout)
    }

    fn told(&mut self, family: ResourceKind, told: Option<&Value>) {
        if let Some(told) = told {
            self.record_reported(family, told);
        }
    }
}

/// A record as operations are judged by it: that there is none is an answer too.
fn reading<'a>(raw: Result<&'a Value, &'a CallError>) -> Result<Reading<'a>, &'a CallError> {
    match raw {
        Ok(raw) => Ok(Reading::Record(raw)),
        Err(error) if error.is_absent() => Ok(Reading::Absent),
        Err(error) => Err(error),
    }
}
