//! Every endpoint Paydesk calls, declared once: method, path, key, and of those that change something what identifies a
//! request, what guards it, how an unknown outcome is found out, who may send it again, and the text for people.
//!
//! The calls build their requests from it, the log of requests names them by it, the operations look their rules up in
//! it, and the table in the law of operations is written from it. What follows from a
//! rule is not decided here. Fields, answers and errors of each endpoint: [`reference`](super::reference).

mod table;

use super::http::{KeyRole, Method, path_segment};
use paydesk_domain::operation::{ResendPolicy, Resolution};

pub use table::{Endpoint, OPERATIONS, OTHER_CALLS, READS, ReadEndpoint};

/// What an operation changes about a payment that a read can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaymentChange {
    /// Its descriptive fields are those that were sent.
    Updated,
    Confirmed,
    Captured,
    Cancelled,
    /// It left review.
    Approved,
}

/// When a person types the amount to send an operation again: where nothing at the service guards it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RetypedAmount {
    Never,
    /// Where it is only a part of what can be captured.
    Partial,
    Always,
}

/// What is after the title of an operation, to say what it works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TitleSubject {
    /// Nothing, where an id of our own says nothing to a person.
    None,
    /// The id of the target after this text.
    Id(&'static str),
    /// The `name` that is sent, in quotation marks.
    Name,
}

/// An operation as text: each a sentence or a part of one, without a full stop.
#[derive(Debug)]
pub struct OperationTexts {
    /// `Capture`, `Cancel payment`.
    pub title: &'static str,
    /// Joins the amount to the title, where the operation has one.
    pub before_amount: Option<&'static str>,
    pub subject: TitleSubject,
    /// What is true once it happened; `{amount}` stands for the amount.
    pub done: &'static str,
    /// What it may have left behind where no read shows the outcome.
    pub may_exist: &'static str,
    /// What to do where something that was named is not there.
    pub if_absent: &'static str,
    /// What to do where a value that was given, or the status of the target, does not allow it.
    pub if_refused: &'static str,
}

/// What is declared of an endpoint that changes something ([API reference](crate::reference)).
#[derive(Debug)]
pub struct OperationSpec {
    pub endpoint: Endpoint,
    pub call: EndpointSpec,
    /// Whether it creates the object that its answer shows.
    pub creates: bool,
    /// What we send to identify it.
    pub identity: &'static str,
    /// What at the service keeps a second copy from a second effect.
    pub guard: &'static str,
    pub resolution: Resolution,
    /// How reading, repeating or a person finds out.
    pub how: &'static str,
    /// What the operation changes about a payment, where reading that payment says whether it happened.
    pub changes_payment: Option<PaymentChange>,
    pub resend: ResendPolicy,
    /// Whether the service may refuse a second copy of a request whose first copy it executed. A network may deliver one
    /// request twice and bring the second answer: then a refusal alone proves nothing.
    pub refuses_copies: bool,
    /// Pauses before the same request is repeated, in seconds; the last stays. Empty where it is not.
    pub repeats_s: &'static [i64],
    pub retyped_amount: RetypedAmount,
    /// The statuses that show that it happened, where the service may only have begun it. Empty where any does.
    pub done_in: &'static [&'static str],
    pub texts: OperationTexts,
}

/// Where a call goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EndpointSpec {
    pub method: Method,
    /// The path with `{id}` for the one part that differs.
    pub path: &'static str,
    /// What the call does or reads, for the log of requests.
    pub name: &'static str,
    pub key: KeyRole,
}

const fn call(method: Method, path: &'static str, name: &'static str) -> EndpointSpec {
    EndpointSpec { method, path, name, key: KeyRole::Secret }
}

const fn admin(method: Method, path: &'static str, name: &'static str) -> EndpointSpec {
    EndpointSpec { method, path, name, key: KeyRole::Admin }
}

const fn with_key(key: KeyRole, method: Method, path: &'static str, name: &'static str) -> EndpointSpec {
    EndpointSpec { method, path, name, key }
}

impl Endpoint {
    /// What is declared of it.
    pub fn spec(self) -> &'static OperationSpec {
        // The table is in the order of the endpoints; a test says so.
        &OPERATIONS[self as usize]
    }

    /// The path of a request, percent-encoded.
    pub fn path(self, id: &str) -> String {
        self.spec().call.path_of(id)
    }

    /// The call that some services take in its place.
    pub fn other_call(self) -> Option<&'static EndpointSpec> {
        OTHER_CALLS.iter().find(|(endpoint, _)| *endpoint == self).map(|(_, call)| call)
    }

    /// Whether a request to this path, about the object with this id, is such an operation.
    pub fn has_path(self, path: &str, id: &str) -> bool {
        path == self.path(id) || self.other_call().is_some_and(|call| path == call.path_of(id))
    }
}

impl OperationSpec {
    /// Method and path.
    pub fn method_and_path(&self) -> String {
        format!("{} {}", self.call.method.as_str(), self.call.path)
    }
}

impl ReadEndpoint {
    /// What is declared of it.
    pub fn spec(self) -> &'static EndpointSpec {
        // The table is in the order of the endpoints; a test says so.
        &READS[self as usize]
    }

    /// The path of a request, percent-encoded.
    pub fn path(self, id: &str) -> String {
        self.spec().path_of(id)
    }
}

/// Every endpoint.
pub fn all() -> impl Iterator<Item = &'static EndpointSpec> {
    OPERATIONS.iter().map(|operation| &operation.call).chain(READS).chain(OTHER_CALLS.iter().map(|(_, call)| call))
}

impl EndpointSpec {
    /// The path of a request about the object with this id, percent-encoded.
    pub fn path_of(&self, id: &str) -> String {
        self.path.replacen("{id}", &path_segment(id), 1)
    }

    /// Whether it is about one object.
    pub fn names_record(&self) -> bool {
        self.path.ends_with("{id}")
    }

    /// The endpoint that a request with this path goes to.
    pub fn of(method: Method, path: &str) -> Option<&'static Self> {
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let of_method = || all().filter(move |row| row.method == method);
        of_method().find(|row| row.path == path).or_else(|| of_method().find(|row| matches(row.path, path)))
    }
}

/// Whether the path is the pattern with something in the place of `{id}`.
fn matches(pattern: &str, path: &str) -> bool {
    let (mut wanted, mut given) = (pattern.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some("{id}"), Some(id)) if !id.is_empty() => {}
            (Some(word), Some(part)) if word == part => {}
            (_, _) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn every_endpoint_that_changes_something_has_its_row_in_its_place() {
        assert!(Endpoint::iter().all(|endpoint| endpoint.spec().endpoint == endpoint));
        assert_eq!(OPERATIONS.len(), Endpoint::iter().count());
        assert_eq!(READS.len(), ReadEndpoint::iter().count());
    }

    #[test]
    fn a_read_goes_where_its_row_says() {
        assert_eq!(ReadEndpoint::Health.path(""), "/health");
        assert_eq!(ReadEndpoint::RetrievePayment.path("pay/1"), "/payments/pay%2F1");
        assert_eq!(ReadEndpoint::DisputeMetrics.path(""), "/analytics/v1/merchant/metrics/disputes");
        assert_eq!(ReadEndpoint::UploadFile.path(""), "/_sandbox/files");
        assert_eq!(ReadEndpoint::Clock.path(""), "/_sandbox/clock");
    }

    #[test]
    fn no_endpoint_is_declared_twice_or_hidden_by_another() {
        for row in all() {
            assert_eq!(EndpointSpec::of(row.method, row.path), Some(row));
        }
    }

    #[test]
    fn an_id_stands_in_its_own_segment() {
        assert_eq!(Endpoint::CapturePayment.path("pay/1"), "/payments/pay%2F1/capture");
        assert_eq!(Endpoint::CreateRefund.path("pay_1"), "/refunds");
    }

    #[test]
    fn what_repeats_by_itself_has_pauses_and_nothing_else_has() {
        for spec in OPERATIONS {
            assert_eq!(spec.resolution == Resolution::Repeat, !spec.repeats_s.is_empty(), "{:?}", spec.endpoint);
            assert!(
                !spec.texts.may_exist.ends_with('.') && !spec.texts.if_refused.ends_with('.'),
                "{:?}",
                spec.endpoint
            );
        }
    }
}
