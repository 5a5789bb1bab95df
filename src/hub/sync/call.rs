//! One request to the service, and what it brought.

use paydesk_api::call::{Call, Request};
use paydesk_api::client::ApiClient;
use paydesk_api::error::CallError;
use paydesk_api::outcome::Attempt;
use paydesk_api::rate_limit::RateHeaders;
use paydesk_api::resources::payments::calls::{ListPayments, RetrievePayment};
use paydesk_api::resources::payments::wire::PaymentPage;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payment::Payment;

use super::plan::AskedRead;

/// What is asked.
pub enum SyncCall {
    List(ListPayments),
    Retrieve(RetrievePayment),
}

/// What came of it.
pub enum SyncAnswer {
    Page(Box<PaymentPage>),
    Payment(Box<Payment>),
}

/// A request that has ended.
pub struct EndedCall {
    pub asked: AskedRead,
    pub result: Result<SyncAnswer, CallError>,
    pub rate: RateHeaders,
}

/// Asks once.
pub async fn ask(client: ApiClient, asked: AskedRead, call: SyncCall) -> EndedCall {
    let (attempt, response) = client.exchange(&request(&call)).await;
    let rate = attempt.rate().copied().unwrap_or_default();
    // Each answer shows how its service counts amounts.
    let units = response.units;
    EndedCall { asked, result: read(&call, attempt, units), rate }
}

fn request(call: &SyncCall) -> Request {
    match call {
        SyncCall::List(list) => list.request(),
        SyncCall::Retrieve(retrieve) => retrieve.request(),
    }
}

fn read(call: &SyncCall, attempt: Attempt, units: MinorUnits) -> Result<SyncAnswer, CallError> {
    match call {
        SyncCall::List(list) => list.read(attempt, units).map(|page| SyncAnswer::Page(Box::new(page))),
        SyncCall::Retrieve(retrieve) => {
            retrieve.read(attempt, units).map(|payment| SyncAnswer::Payment(Box::new(payment)))
        }
    }
}
