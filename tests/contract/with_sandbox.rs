//! The real client and the real sandbox over loopback: every endpoint Paydesk calls, every documented error, and
//! every way in which the sandbox can be reported to go wrong.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_api::call::{Call, Method, Request};
use paydesk_api::client::ApiClient;
use paydesk_api::error::CallError;
use paydesk_api::operation::{AnswerStatus, Expectation, OperationCall as _};
use paydesk_api::outcome::{Attempt, Observation, Verdict, observe, verdict};
use paydesk_api::proof::Asked;
use paydesk_api::resources::health::calls::Health;
use paydesk_api::resources::payments::calls::{
    ApprovePayment, CancelPayment, CapturePayment, ListPayments, PAGE_MAX, PaymentListFilter, RetrievePayment,
};
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::money::{CurrencyCode, MinorUnits, Money};
use paydesk_domain::payment::{Payment, PaymentRow, PaymentStatus};
use paydesk_domain::secret::ApiKey;
use paydesk_sandbox::SandboxConfig;
use paydesk_test_basics::waiting::PATIENCE;
use paydesk_test_sandbox::helpers;
use serde_json::{Value, json};

use super::service::{Service, refusal};
use super::{KEY, client_with, limits};

const VISA: &str = "4242424242424242";

const REVIEW: &str = "4000000000009235";

const INSUFFICIENT: &str = "4000000000009995";

impl Service {
    async fn pay(&self, card: &str, extra: Value) -> Payment {
        let body = self.raw(Method::Post, "/payments", Some(helpers::payment_with(card, extra))).await;
        self.payment(&PaymentId::new(helpers::id(&body))).await
    }

    async fn held(&self) -> Payment {
        self.pay(VISA, json!({"capture_method": "manual"})).await
    }

    async fn payment(&self, payment_id: &PaymentId) -> Payment {
        self.read(RetrievePayment { payment_id: payment_id.clone() }).await.unwrap()
    }

    /// What the operation on `payment` looks like, and the payment afterwards.
    async fn operate(&self, payment: &Payment, request: Request) -> (Observation, Attempt, Payment) {
        let attempt = self.client.send(&request).await;
        let observation = observe(&attempt, &expectation(payment));
        (observation, attempt, self.payment(&payment.payment_id).await)
    }

    async fn list(&self, filter: PaymentListFilter, offset: u32) -> (Vec<PaymentRow>, u64) {
        let page =
            self.read(ListPayments { filter, limit: PAGE_MAX, offset, ..ListPayments::default() }).await.unwrap();
        assert_eq!(page.unreadable, []);
        (page.rows, page.total_count.unwrap())
    }

    /// Whether `effect` is in the ledger; one that is to come is waited for.
    async fn happens(&self, payment: &Payment, effect: &str, is_to_come: bool) -> bool {
        let began = std::time::Instant::now();
        loop {
            let happened = self.effects(payment).await.iter().any(|known| known == effect);
            if happened || !is_to_come || began.elapsed() > PATIENCE {
                return happened;
            }
        }
    }

    async fn effects(&self, payment: &Payment) -> Vec<String> {
        let ledger = self.raw(Method::Get, "/_sandbox/ledger", None).await;
        let rows = ledger["data"].as_array().unwrap().iter();
        let ours = rows.filter(|row| row["payment_id"] == payment.payment_id.as_str());
        ours.map(|row| format!("{} {}", row["effect"].as_str().unwrap(), row["amount"])).collect()
    }
}

fn expectation(payment: &Payment) -> Expectation {
    let named = Expectation::new(AnswerStatus::Payment).naming("payment_id", payment.payment_id.as_str());
    named.over(&payment.amount)
}

fn capture(payment: &Payment, minor: i64) -> Request {
    CapturePayment::new(payment.payment_id.clone(), minor).request()
}

fn cancel(payment: &Payment) -> Request {
    let reason = Some("requested_by_customer".to_owned());
    CancelPayment { payment_id: payment.payment_id.clone(), cancellation_reason: reason }.request()
}

fn approve(payment: &Payment) -> Request {
    ApprovePayment { payment_id: payment.payment_id.clone() }.request()
}

fn amounts(payment: &Payment) -> (i64, i64) {
    (payment.amount_received.as_ref().unwrap().minor, payment.amount_capturable.as_ref().unwrap().minor)
}

#[tokio::test]
async fn health_tells_whether_the_service_is_there_and_takes_the_key() {
    let service = Service::start().await;
    assert_eq!(service.read(Health).await, Ok(()));
    let stranger = client_with(&service.sandbox.base_url, limits());
    assert!(!service.sandbox.credentials.api_key.contains(KEY));
    let error = Health.read(stranger.send(&Health.request()).await, MinorUnits::Iso4217).unwrap_err();
    assert!(error.locks_profile() && error.code().unwrap() == "AU_01 · HTTP 401", "{error:?}");
    service.raw(Method::Post, "/_sandbox/api_keys/key_secret/revoke", Some(json!({}))).await;
    let error = service.read(Health).await.unwrap_err();
    assert!(error.locks_profile() && error.code().unwrap() == "AU_02 · HTTP 401", "{error:?}");
    service.sandbox.stop().await.unwrap();
    assert!(matches!(
        Health.read(service.client.send(&Health.request()).await, MinorUnits::Iso4217),
        Err(CallError::Unreachable(_))
    ));
}

#[tokio::test]
async fn a_payment_is_retrieved_as_it_was_made() {
    let service = Service::start().await;
    let extra = json!({"capture_method": "manual", "email": "ada@mail.example", "description": "Kettle",
                       "metadata": {"order_id": "7"}, "currency": "KWD", "amount": 12345});
    let payment = service.pay(VISA, extra).await;
    assert_eq!(payment.status, PaymentStatus::RequiresCapture);
    assert_eq!(payment.amount.to_string(), "12.345 KWD");
    assert_eq!(amounts(&payment), (0, 12345));
    assert_eq!(payment.card.as_ref().unwrap().last4.as_deref(), Some("4242"));
    assert_eq!(payment.metadata, [("order_id".to_owned(), "7".to_owned())]);
    let declined = service.pay(INSUFFICIENT, json!({})).await;
    assert_eq!(declined.status, PaymentStatus::Failed);
    assert_eq!(declined.error.unified_code.as_deref(), Some("UE_1001"));
    assert!(!declined.error.details.is_empty());
    let unknown = service.read(RetrievePayment { payment_id: PaymentId::new("pay_none") }).await.unwrap_err();
    assert!(unknown.is_not_found() && unknown.code().unwrap() == "IR_05 · HTTP 404", "{unknown:?}");
}

#[tokio::test]
async fn captures_cancellations_and_approvals_are_confirmed_by_their_answers() {
    let service = Service::start().await;
    let whole = service.held().await;
    let (observation, _, after) = service.operate(&whole, capture(&whole, 1000)).await;
    assert_eq!(
        (observation, &after.status, amounts(&after)),
        (Observation::Complete, &PaymentStatus::Succeeded, (1000, 0))
    );
    assert!(after.captured_at.is_some());

    let partial = service.held().await;
    let (observation, _, after) = service.operate(&partial, capture(&partial, 400)).await;
    assert_eq!((observation, amounts(&after)), (Observation::Complete, (400, 600)));
    let (observation, _, after) = service.operate(&partial, capture(&partial, 600)).await;
    assert_eq!((observation, amounts(&after)), (Observation::Complete, (1000, 0)));
    assert_eq!(service.effects(&partial).await, ["authorize 1000", "capture 400", "capture 600"]);

    let worded = service.held().await;
    let call = CapturePayment::new(worded.payment_id.clone(), 1000).with_descriptor("NORDLICHT", " 1001");
    let (observation, _, after) = service.operate(&worded, call.request()).await;
    assert_eq!((observation, after.statement_descriptor.as_deref()), (Observation::Complete, Some("NORDLICHT 1001")));

    let unwanted = service.held().await;
    let (observation, _, after) = service.operate(&unwanted, cancel(&unwanted)).await;
    assert_eq!((observation, after.status), (Observation::Complete, PaymentStatus::Cancelled));
    assert_eq!(after.cancellation_reason.as_deref(), Some("requested_by_customer"));
    let without_reason = CancelPayment { payment_id: service.held().await.payment_id, cancellation_reason: None };
    assert!(
        matches!(service.client.send(&without_reason.request()).await, Attempt::Answered(answer) if answer.is_success())
    );

    let reviewed = service.pay(REVIEW, json!({})).await;
    assert_eq!(reviewed.status, PaymentStatus::RequiresMerchantAction);
    let (observation, _, after) = service.operate(&reviewed, approve(&reviewed)).await;
    assert_eq!((observation, after.status), (Observation::Complete, PaymentStatus::Succeeded));
}

#[tokio::test]
async fn every_documented_refusal_is_named_and_changes_nothing() {
    let service = Service::start().await;
    let held = service.held().await;
    let captured = service.held().await;
    service.operate(&captured, capture(&captured, 1000)).await;
    let cancelled = service.held().await;
    service.operate(&cancelled, cancel(&cancelled)).await;
    let failed = service.pay(INSUFFICIENT, json!({})).await;
    let expected = [
        (&held, capture(&held, 1001), 400, Observation::Refused),
        (&failed, capture(&failed, 1000), 400, Observation::Refused),
        (&captured, capture(&captured, 1000), 409, Observation::Conflict),
        (&cancelled, capture(&cancelled, 1000), 409, Observation::Conflict),
        (&captured, cancel(&captured), 400, Observation::Refused),
        (&cancelled, cancel(&cancelled), 400, Observation::Refused),
        (&held, approve(&held), 400, Observation::Refused),
        (&captured, approve(&captured), 400, Observation::Refused),
    ];
    for (payment, request, status, observation) in expected {
        let before = service.payment(&payment.payment_id).await;
        let (seen, attempt, after) = service.operate(payment, request.clone()).await;
        assert_eq!((refusal(&attempt), seen), ((status, "IR_04"), observation), "{request:?}");
        assert_eq!(after, before, "{request:?}");
    }
    let nobody = Payment { payment_id: PaymentId::new("pay_none"), ..held };
    for request in [capture(&nobody, 1), cancel(&nobody), approve(&nobody)] {
        let attempt = service.client.send(&request).await;
        assert_eq!(refusal(&attempt), (404, "IR_05"), "{request:?}");
        assert_eq!(observe(&attempt, &expectation(&nobody)), Observation::NotFound);
    }
}

#[tokio::test]
async fn a_refused_key_changes_nothing_and_locks_the_profile() {
    let service = Service::start().await;
    let held = service.held().await;
    let stranger = client_with(&service.sandbox.base_url, limits());
    let attempt = stranger.send(&capture(&held, 1000)).await;
    assert_eq!(refusal(&attempt), (401, "AU_01"));
    let observation = observe(&attempt, &expectation(&held));
    assert_eq!((observation, verdict(observation, false)), (Observation::KeyRefused, Verdict::RejectedKey));
    assert_eq!(service.effects(&held).await, ["authorize 1000"]);
}

#[tokio::test]
async fn the_rate_limit_refuses_before_execution_and_tells_when_to_come_back() {
    let service = Service::with(SandboxConfig { rate_limit: Some(3), ..helpers::config() }).await;
    let held = service.held().await;
    let first = service.client.send(&Health.request()).await;
    assert_eq!(first.rate().map(|rate| (rate.limit, rate.remaining)), Some((Some(3), Some(0))));
    let attempt = service.client.send(&capture(&held, 1000)).await;
    assert_eq!(refusal(&attempt), (429, "RL_01"));
    let observation = observe(&attempt, &expectation(&held));
    assert_eq!(verdict(observation, false), Verdict::WaitThenRepeat);
    let rate = attempt.rate().unwrap();
    assert!(rate.reset_unix_s.is_some() && rate.date_unix_s.is_some(), "{rate:?}");
    // A window of a minute; its end is rounded up to a whole second.
    assert!((1..=61).contains(&rate.wait().num_seconds()), "{rate:?}");
    assert_eq!(service.effects(&held).await, ["authorize 1000"]);
}

/// Each fault, what the client calls it, and whether the capture happened nevertheless.
const FAULTS: [(&str, Observation, bool); 28] = [
    ("status_422", Observation::Refused, false),
    ("status_429", Observation::RateLimited, false),
    ("status_500", Observation::ServerError, false),
    ("status_502", Observation::ServerError, false),
    ("status_503", Observation::ServerError, false),
    ("close_before", Observation::ConnectionLost, false),
    ("close_after", Observation::ConnectionLost, true),
    ("execute_and_never_answer", Observation::TimedOut, true),
    ("delay", Observation::Complete, true),
    ("cut_body", Observation::BrokenBody, true),
    ("html", Observation::BrokenBody, false),
    ("redirect", Observation::Redirect, false),
    ("wrong_id", Observation::OtherEcho, true),
    ("execute_and_400", Observation::Refused, true),
    ("execute_and_409", Observation::Conflict, true),
    ("empty_object", Observation::OtherEcho, false),
    ("execute_empty_object", Observation::OtherEcho, true),
    ("success_false", Observation::OtherEcho, false),
    ("execute_success_false", Observation::OtherEcho, true),
    ("error_in_200", Observation::OtherEcho, false),
    ("execute_error_in_200", Observation::OtherEcho, true),
    ("other_answer", Observation::OtherEcho, false),
    ("execute_other_answer", Observation::OtherEcho, true),
    ("deliver_twice", Observation::Conflict, true),
    ("execute_late", Observation::ServerError, true),
    ("stale_read", Observation::Complete, true),
    ("cached_read", Observation::Complete, true),
    ("cached_read_unmarked", Observation::Complete, true),
];

#[tokio::test]
async fn no_fault_leads_to_a_claim_that_is_not_true() {
    let service = Service::start().await;
    let short = super::TimeLimits { operation: std::time::Duration::from_secs(2), ..limits() };
    let key = ApiKey::parse(&service.sandbox.credentials.api_key).unwrap();
    let impatient = ApiClient::new(&service.sandbox.base_url, &key, short).unwrap();
    for (kind, observation, executed) in FAULTS {
        let held = service.held().await;
        let fault = json!({"method": "POST", "path": "/payments/*/capture", "kind": kind, "count": 1,
                           "delay_ms": if kind == "delay" { 20 } else { 0 }, "bytes": 25});
        service.raw(Method::Post, "/_sandbox/faults", Some(fault)).await;
        let client = if observation == Observation::TimedOut { &impatient } else { &service.client };
        let attempt = client.send(&capture(&held, 1000)).await;
        let expected = Expectation { statuses: AnswerStatus::Capture, ..expectation(&held) };
        let amount = Money::new(1000, MinorUnits::Iso4217.currency("EUR"));
        let asked = Asked { money: Some(&amount), ..Asked::from(&expected) };
        assert_eq!(observe(&attempt, asked), observation, "{kind}: {attempt:?}");
        // What was executed and not answered may be executed after the client has given up.
        let happened = service.happens(&held, "capture 1000", executed).await;
        assert_eq!(happened, executed, "{kind}");
        match verdict(observation, false) {
            Verdict::Confirmed => assert!(happened, "{kind} was called done"),
            Verdict::Unknown | Verdict::Reconcile => {}
            claim => assert!(!happened, "{kind} was called {claim:?}"),
        }
    }
}

#[tokio::test]
async fn every_fault_of_the_sandbox_is_tried_here() {
    use strum::VariantNames as _;
    let tried: BTreeSet<&str> = FAULTS.iter().map(|(kind, ..)| *kind).collect();
    assert_eq!(tried, paydesk_sandbox::faults::FaultKind::VARIANTS.iter().copied().collect());
}

/// All rows of a seeded sandbox, read page by page.
async fn all_rows(service: &Service) -> Vec<PaymentRow> {
    let (mut rows, total) = service.list(PaymentListFilter::default(), 0).await;
    while (rows.len() as u64) < total {
        let offset = u32::try_from(rows.len()).unwrap();
        let (more, same_total) = service.list(PaymentListFilter::default(), offset).await;
        assert_eq!((more.is_empty(), same_total), (false, total));
        rows.extend(more);
    }
    rows
}

fn created(row: &PaymentRow) -> DateTime<Utc> {
    row.created.unwrap()
}

#[tokio::test]
async fn the_list_is_newest_first_and_every_filter_keeps_exactly_what_fits() {
    let service = Service::with(SandboxConfig { payments: 350, ..helpers::config() }).await;
    let rows = all_rows(&service).await;
    assert!(rows.len() >= 350);
    assert!(rows.is_sorted_by_key(|row| std::cmp::Reverse(created(row))));
    assert_eq!(rows.iter().map(|row| &row.payment_id).collect::<BTreeSet<_>>().len(), rows.len());

    let some = created(&rows[rows.len() / 3]);
    let earlier = created(&rows[rows.len() / 2]);
    let none = PaymentListFilter::default;
    let usd = || Some(CurrencyCode::new("USD"));
    let mut filters: Vec<PaymentListFilter> =
        PaymentStatus::FILTERABLE.map(|status| PaymentListFilter { status: Some(status), ..none() }).into();
    filters.extend(
        ["USD", "EUR", "GBP", "JPY", "KWD", "CHF"]
            .map(|code| PaymentListFilter { currency: Some(CurrencyCode::new(code)), ..none() }),
    );
    filters.push(PaymentListFilter { created_gte: Some(some), ..none() });
    filters.push(PaymentListFilter { created_lte: Some(some), ..none() });
    filters.push(PaymentListFilter { created_gte: Some(some + TimeDelta::milliseconds(1)), ..none() });
    filters.push(PaymentListFilter { created_gte: Some(earlier), created_lte: Some(some), ..none() });
    filters.push(PaymentListFilter { created_gte: Some(some), created_lte: Some(earlier), ..none() });
    filters.push(PaymentListFilter {
        status: Some(PaymentStatus::Succeeded),
        currency: usd(),
        created_gte: Some(earlier),
        ..none()
    });
    for filter in filters {
        let fits = |row: &&PaymentRow| {
            filter.status.as_ref().is_none_or(|status| row.status == *status)
                && filter.currency.as_ref().is_none_or(|code| row.amount.currency.currency_code() == code)
                && filter.created_gte.is_none_or(|from| created(row) >= from)
                && filter.created_lte.is_none_or(|to| created(row) <= to)
        };
        let expected: Vec<&PaymentRow> = rows.iter().filter(fits).collect();
        let (found, total) = service.list(filter.clone(), 0).await;
        assert_eq!(total, expected.len() as u64, "{filter:?}");
        assert_eq!(found.iter().collect::<Vec<_>>(), expected[..expected.len().min(100)], "{filter:?}");
    }
}

#[tokio::test]
async fn the_list_of_one_customer_has_that_customer_s_payments() {
    let service = Service::with(SandboxConfig { payments: 60, ..helpers::config() }).await;
    let mut of_customer: Vec<(CustomerId, PaymentId)> = Vec::new();
    for row in all_rows(&service).await {
        let payment = service.payment(&row.payment_id).await;
        of_customer.extend(payment.customer_id.map(|customer| (customer, row.payment_id)));
    }
    let customers: BTreeSet<&CustomerId> = of_customer.iter().map(|(customer, _)| customer).collect();
    assert!(!customers.is_empty());
    for customer in customers {
        let filter = PaymentListFilter { customer_id: Some(customer.clone()), ..PaymentListFilter::default() };
        let found: Vec<PaymentId> = service.list(filter, 0).await.0.into_iter().map(|row| row.payment_id).collect();
        let theirs = of_customer.iter().filter(|(other, _)| other == customer).map(|(_, id)| id);
        assert_eq!(found.iter().collect::<Vec<_>>(), theirs.collect::<Vec<_>>());
    }
    let stranger = PaymentListFilter { customer_id: Some(CustomerId::new("cus_none")), ..PaymentListFilter::default() };
    assert_eq!(service.list(stranger, 0).await, (Vec::new(), 0));
}

#[tokio::test]
async fn every_payment_of_a_seeded_sandbox_is_read_and_agrees_with_its_row() {
    let service = Service::with(SandboxConfig { payments: 120, seed: 7, ..helpers::config() }).await;
    for row in all_rows(&service).await {
        let payment = service.payment(&row.payment_id).await;
        assert_eq!((&payment.status, &payment.amount, payment.created), (&row.status, &row.amount, row.created));
        assert_eq!(
            (&payment.error.unified_code, &payment.error.unified_message),
            (&row.unified_code, &row.unified_message)
        );
        assert!(!matches!(payment.status, PaymentStatus::Unknown(_)), "{payment:?}");
        assert!(payment.currency().is_known());
    }
}

#[tokio::test]
async fn a_filter_the_service_does_not_know_is_refused_and_not_ignored() {
    let service = Service::start().await;
    let filter = PaymentListFilter { status: Some(PaymentStatus::RequiresAction), ..PaymentListFilter::default() };
    let error = service.read(ListPayments { filter, limit: 10, ..ListPayments::default() }).await.unwrap_err();
    assert_eq!(error.code().unwrap(), "IR_04 · HTTP 400");
}
