//! What a key may be used for, found out by reads alone: one page of each list, and one question of analytics.
//!
//! Nothing here changes anything, and what the answers hold is not used. In which order they are asked, and what the
//! answers mean together, is the business of [`connection_test`](crate::app::connection_test).

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use super::call::{Call, Request};
use super::endpoints::ReadEndpoint;
use super::error::{CallError, DecodeError};
use super::outcome::Attempt;
use super::resources::analytics::calls::{DisputeMetrics, QueryInput};
use super::resources::disputes::calls::{DisputeListFilter, ListDisputes};
use super::resources::health::calls::Health;
use super::resources::payments::calls::{ListForm, ListMethod, ListPayments};
use super::wire::unexpected;
use crate::domain::analytics::Subject;
use crate::domain::money::MinorUnits;

/// A payout that no service has.
const NO_PAYOUT: &str = "paydesk_connection_test";

/// One read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccessRead {
    /// Some services answer it without a key.
    Health,
    PaymentsByBody,
    PaymentsByQuery,
    Disputes,
    /// Not in the specification, as the next.
    Payouts,
    /// A payout that is not there: [`CallError::is_absent_object`] says that the key was taken.
    AbsentPayout,
    /// Beyond the specification, as the next two.
    Refunds,
    Customers,
    PaymentLinks,
    Analytics(DisputeMetrics),
}

impl AccessRead {
    /// The figures of disputes of the day before `at`; `None` where the question breaks a rule of analytics.
    pub fn analytics(at: DateTime<Utc>) -> Option<Self> {
        DisputeMetrics::new(QueryInput::all(Subject::Disputes, at - TimeDelta::days(1), at)).ok().map(Self::Analytics)
    }

    pub fn request(&self) -> Request {
        match self {
            Self::Health => Health.request(),
            Self::PaymentsByBody => payments(ListMethod::Post).request(),
            Self::PaymentsByQuery => payments(ListMethod::Get).request(),
            Self::Disputes => disputes().request(),
            Self::Payouts => one_row(ReadEndpoint::ListPayouts),
            Self::Refunds => Request::read_from(ReadEndpoint::ListRefunds, "", Some(json!({"limit": 1}))),
            Self::Customers => one_row(ReadEndpoint::ListCustomers),
            Self::PaymentLinks => Request::read_from(ReadEndpoint::ListPaymentLinks, "", Some(json!({"limit": 1}))),
            Self::AbsentPayout => Request::read_from(ReadEndpoint::RetrievePayout, NO_PAYOUT, None),
            Self::Analytics(call) => call.request(),
        }
    }

    /// What one attempt brought; an answer that cannot be read is an error. No use is made of amounts.
    pub fn read(&self, attempt: Attempt) -> Result<(), CallError> {
        let units = MinorUnits::Undecided;
        match self {
            Self::Health => Health.read(attempt, units),
            Self::PaymentsByBody => payments(ListMethod::Post).read(attempt, units).map(drop),
            Self::PaymentsByQuery => payments(ListMethod::Get).read(attempt, units).map(drop),
            Self::Disputes => disputes().read(attempt, units).map(drop),
            Self::Payouts | Self::AbsentPayout | Self::Refunds | Self::Customers | Self::PaymentLinks => {
                AnyRows.read(attempt, units)
            }
            Self::Analytics(call) => call.read(attempt, units).map(drop),
        }
    }
}

fn payments(method: ListMethod) -> ListPayments {
    let form = ListForm { method, ..ListForm::default() };
    ListPayments { limit: 1, form, ..ListPayments::default() }
}

fn disputes() -> ListDisputes {
    ListDisputes { filter: DisputeListFilter::default(), limit: 1, offset: 0 }
}

/// The first row of a list.
fn one_row(endpoint: ReadEndpoint) -> Request {
    let mut request = Request::read_from(endpoint, "", None);
    request.path.push_str("?limit=1");
    request
}

/// Reads of lists and of payouts: no use is made of what they hold.
struct AnyRows;

impl Call for AnyRows {
    type Output = ();

    fn request(&self) -> Request {
        Request::read_from(ReadEndpoint::ListPayouts, "", None)
    }

    fn decode(&self, body: Value, _: MinorUnits) -> Result<(), DecodeError> {
        match body {
            Value::Array(_) | Value::Object(_) => Ok(()),
            other => Err(unexpected("", "a list or an object", Some(&other))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::http::Method;
    use crate::domain::operation::CallKind;

    #[test]
    fn every_one_of_them_only_reads() {
        let analytics = AccessRead::analytics("2026-11-22T12:00:00Z".parse().unwrap()).unwrap();
        let others = [
            AccessRead::Health,
            AccessRead::PaymentsByBody,
            AccessRead::PaymentsByQuery,
            AccessRead::Disputes,
            AccessRead::Payouts,
            AccessRead::AbsentPayout,
            AccessRead::Refunds,
            AccessRead::Customers,
            AccessRead::PaymentLinks,
        ];
        for read in others.into_iter().chain([analytics]) {
            let request = read.request();
            assert_eq!(request.kind, CallKind::Read);
            let reads_with_body =
                ["/payments/list", "/refunds/list", "/payment_link/list", "/analytics/v1/merchant/metrics/disputes"];
            assert!(request.method == Method::Get || reads_with_body.contains(&request.path.as_str()), "{request:?}");
        }
    }
}
