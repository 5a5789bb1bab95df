//! All that Paydesk reads from the service, as plain data: what is asked, and what came back.
//!
//! When a read leaves, and when it is tried again, is the business of the core.

use paydesk_api::call::{Call as _, Request};
use paydesk_api::error::CallError;
use paydesk_api::outcome::Attempt;
use paydesk_api::record_reads::{ListRecords, RecordPage, RetrieveRecord};
use paydesk_api::resources::analytics::calls::{DisputeMetrics, PaymentMetrics};
use paydesk_api::resources::customers::calls::RetrieveCustomer;
use paydesk_api::resources::disputes::calls::ListDisputes;
use paydesk_api::resources::disputes::evidence::RetrieveEvidence;
use paydesk_api::resources::disputes::retrieve::RetrieveDispute;
use paydesk_api::resources::disputes::wire::DisputePage;
use paydesk_api::resources::health::calls::Health;
use paydesk_api::resources::payments::calls::{ListPayments, RetrievePayment};
use paydesk_api::resources::payments::wire::PaymentPage;
use paydesk_api::resources::payouts::calls::ProbePayout;
use paydesk_api::resources::service_counts::calls::{AddUpAmounts, CountByStatus, ReportedSums};
use paydesk_api::resources::sign_in::calls::CountPayments;
use paydesk_domain::analytics::Report;
use paydesk_domain::customer::Customer;
use paydesk_domain::dispute::Dispute;
use paydesk_domain::document::Raw;
use paydesk_domain::evidence::EvidenceFile;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payment::Payment;
use paydesk_domain::payout::PayoutUpdate;
use paydesk_domain::status_counts::StatusCounts;

/// Names one read; a newer one never has a smaller number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u64);

/// All the reads Paydesk makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Read {
    Health(Health),
    Payments(ListPayments),
    Payment(RetrievePayment),
    Customer(RetrieveCustomer),
    Disputes(ListDisputes),
    /// The only documented way to learn the status of a payout.
    Payout(ProbePayout),
    /// Beyond the specification, as the next.
    Records(ListRecords),
    Record(RetrieveRecord),
    Dispute(RetrieveDispute),
    Evidence(RetrieveEvidence),
    DisputeMetrics(DisputeMetrics),
    PaymentMetrics(PaymentMetrics),
    /// For a person who is signed in to the dashboard.
    PaymentCount(CountPayments),
    /// What the service counts, to be compared with what is known here.
    StatusCounts(CountByStatus),
    AddedUp(AddUpAmounts),
}

/// What a read brought.
#[derive(Debug, Clone, PartialEq)]
pub enum ReadAnswer {
    Health(Result<(), CallError>),
    Payments(Result<PaymentPage, CallError>),
    Payment(Box<Result<Payment, CallError>>),
    Customer(Box<Result<Customer, CallError>>),
    Disputes(Result<DisputePage, CallError>),
    Payout(Box<Result<PayoutUpdate, CallError>>),
    Records(Result<RecordPage, CallError>),
    Record(Result<Raw, CallError>),
    Dispute(Box<Result<Dispute, CallError>>),
    Evidence(Result<Vec<EvidenceFile>, CallError>),
    /// Of disputes or of payments.
    Metrics(Box<Result<Report, CallError>>),
    PaymentCount(Result<u64, CallError>),
    StatusCounts(Result<StatusCounts, CallError>),
    /// In minor units, of whatever currencies; `None` where the service knows of nothing to sum up.
    AddedUp(Result<ReportedSums, CallError>),
}

impl Read {
    /// The request it makes.
    pub fn request(&self) -> Request {
        match self {
            Self::Health(call) => call.request(),
            Self::Payments(call) => call.request(),
            Self::Payment(call) => call.request(),
            Self::Customer(call) => call.request(),
            Self::Disputes(call) => call.request(),
            Self::Payout(call) => call.request(),
            Self::Records(call) => call.request(),
            Self::Record(call) => call.request(),
            Self::Dispute(call) => call.request(),
            Self::Evidence(call) => call.request(),
            Self::DisputeMetrics(call) => call.request(),
            Self::PaymentMetrics(call) => call.request(),
            Self::PaymentCount(call) => call.request(),
            Self::StatusCounts(call) => call.request(),
            Self::AddedUp(call) => call.request(),
        }
    }

    /// Whether it leaves with the token of a dashboard sign-in, where there is one.
    pub fn takes_sign_in(&self) -> bool {
        self.request().key.takes_sign_in()
    }

    /// Whether the service takes it for a change: the only way of reading a payout sets its texts to what they are.
    pub fn changes_something(&self) -> bool {
        matches!(self, Self::Payout(_))
    }

    /// What one attempt brought, of a service that counts amounts so.
    pub fn answer(&self, attempt: Attempt, units: MinorUnits) -> ReadAnswer {
        match self {
            Self::Health(call) => ReadAnswer::Health(call.read(attempt, units)),
            Self::Payments(call) => ReadAnswer::Payments(call.read(attempt, units)),
            Self::Payment(call) => ReadAnswer::Payment(Box::new(call.read(attempt, units))),
            Self::Customer(call) => ReadAnswer::Customer(Box::new(call.read(attempt, units))),
            Self::Disputes(call) => ReadAnswer::Disputes(call.read(attempt, units)),
            Self::Payout(call) => ReadAnswer::Payout(Box::new(call.read(attempt, units))),
            Self::Records(call) => ReadAnswer::Records(call.read(attempt, units)),
            Self::Record(call) => ReadAnswer::Record(call.read(attempt, units)),
            Self::Dispute(call) => ReadAnswer::Dispute(Box::new(call.read(attempt, units))),
            Self::Evidence(call) => ReadAnswer::Evidence(call.read(attempt, units)),
            Self::DisputeMetrics(call) => ReadAnswer::Metrics(Box::new(call.read(attempt, units))),
            Self::PaymentMetrics(call) => ReadAnswer::Metrics(Box::new(call.read(attempt, units))),
            Self::PaymentCount(call) => ReadAnswer::PaymentCount(call.read(attempt, units)),
            Self::StatusCounts(call) => ReadAnswer::StatusCounts(call.read(attempt, units)),
            Self::AddedUp(call) => ReadAnswer::AddedUp(call.read(attempt, units)),
        }
    }
}

impl ReadAnswer {
    pub fn error(&self) -> Option<&CallError> {
        match self {
            Self::Health(result) => result.as_ref().err(),
            Self::Payments(result) => result.as_ref().err(),
            Self::Payment(result) => result.as_ref().as_ref().err(),
            Self::Customer(result) => result.as_ref().as_ref().err(),
            Self::Disputes(result) => result.as_ref().err(),
            Self::Payout(result) => result.as_ref().as_ref().err(),
            Self::Records(result) => result.as_ref().err(),
            Self::Record(result) => result.as_ref().err(),
            Self::Dispute(result) => result.as_ref().as_ref().err(),
            Self::Evidence(result) => result.as_ref().err(),
            Self::Metrics(result) => result.as_ref().as_ref().err(),
            Self::PaymentCount(result) => result.as_ref().err(),
            Self::StatusCounts(result) => result.as_ref().err(),
            Self::AddedUp(result) => result.as_ref().err(),
        }
    }
}
