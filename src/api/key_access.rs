//! What a key may be used for, found out by reads alone: one page of each list, and one question of analytics.
//!
//! Nothing here changes anything, and what the answers hold is not used. In which order they are asked, and what the
//! answers mean together, is the business of `connection_test`.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use super::call::{Call, Request};
use super::endpoints::ReadEndpoint;
use super::error::{CallError, DecodeError};
use super::http::Method;
use super::outcome::Attempt;
use super::record_reads::ListRecords;
use super::resources::analytics::calls::{DisputeMetrics, QueryInput};
use super::resources::disputes::calls::{DisputeListFilter, ListDisputes};
use super::resources::health::calls::Health;
use super::resources::payments::calls::{ListForm, ListMethod, ListPayments};
use super::wire::unexpected;
use paydesk_domain::analytics::Subject;
use paydesk_domain::money::MinorUnits;

/// A record that no service has.
const NO_RECORD: &str = "paydesk_connection_test";

/// One read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccessRead {
    /// Some services answer it without a key.
    Health,
    PaymentsByBody,
    PaymentsByQuery,
    Disputes,
    /// Beyond the specification: one row of a list, or a record that is not there.
    Beyond(ReadEndpoint),
    /// The keys of a merchant, which are read with the admin key.
    ApiKeys(ListRecords),
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
            Self::Beyond(endpoint) => smallest_read(*endpoint),
            Self::ApiKeys(call) => call.request(),
            Self::Analytics(call) => call.request(),
        }
    }

    /// What one attempt brought; an answer that cannot be read is an error. That a record is not there says that the key
    /// was taken and the path is known. No use is made of amounts.
    pub fn read(&self, attempt: Attempt) -> Result<(), CallError> {
        let units = MinorUnits::Undecided;
        match self {
            Self::Health => Health.read(attempt, units),
            Self::PaymentsByBody => payments(ListMethod::Post).read(attempt, units).map(drop),
            Self::PaymentsByQuery => payments(ListMethod::Get).read(attempt, units).map(drop),
            Self::Disputes => disputes().read(attempt, units).map(drop),
            Self::Beyond(endpoint) => match AnyRows.read(attempt, units) {
                Err(error) if error.is_absent_object() && endpoint.spec().path.contains("{id}") => Ok(()),
                result => result,
            },
            Self::ApiKeys(call) => call.read(attempt, units).map(drop),
            Self::Analytics(call) => call.read(attempt, units).map(drop),
        }
    }
}

fn payments(method: ListMethod) -> ListPayments {
    let form = ListForm { method, ..ListForm::default() };
    ListPayments { limit: 1, form, ..ListPayments::default() }
}

fn disputes() -> ListDisputes {
    ListDisputes { filter: DisputeListFilter::default(), limit: 1, offset: 0, by_body: false }
}

/// The first row of a list, or a record that is not there.
fn smallest_read(endpoint: ReadEndpoint) -> Request {
    let spec = endpoint.spec();
    let body = (spec.method != Method::Get).then(|| json!({"limit": 1}));
    let is_query = body.is_none() && !spec.path.contains("{id}");
    let mut request = Request::read_from(endpoint, NO_RECORD, body);
    if is_query {
        request.path.push_str("?limit=1");
    }
    request
}

/// Reads beyond the specification: no use is made of what they hold.
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
    use crate::record_reads::RECORD_READS;
    use paydesk_domain::operation::CallKind;

    #[test]
    fn every_one_of_them_only_reads() {
        let analytics = AccessRead::analytics("2026-11-22T12:00:00Z".parse().unwrap()).unwrap();
        let documented =
            [AccessRead::Health, AccessRead::PaymentsByBody, AccessRead::PaymentsByQuery, AccessRead::Disputes];
        let beyond = RECORD_READS.iter().flat_map(|reads| [Some(reads.list), reads.retrieve]).flatten();
        for read in documented.into_iter().chain(beyond.map(AccessRead::Beyond)).chain([analytics]) {
            let request = read.request();
            assert_eq!(request.kind, CallKind::Read);
            let reads_with_body =
                ["/payments/list", "/refunds/list", "/payment_link/list", "/analytics/v1/merchant/metrics/disputes"];
            assert!(request.method == Method::Get || reads_with_body.contains(&request.path.as_str()), "{request:?}");
        }
    }

    #[test]
    fn one_row_is_asked_of_a_list_and_one_that_is_not_there_by_its_id() {
        let path = |endpoint| AccessRead::Beyond(endpoint).request().path;
        assert_eq!(path(ReadEndpoint::ListPayouts), "/payouts/list?limit=1");
        assert_eq!(path(ReadEndpoint::ListRefunds), "/refunds/list");
        assert_eq!(path(ReadEndpoint::RetrieveRefund), "/refunds/paydesk_connection_test");
    }
}
