//! What holds whatever shapes the service answers in: the same calls of the real client against the sandbox in the
//! shapes of the specification and in those of hyperswitch.

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_api::call::{Call as _, Method};
use paydesk_api::client::ApiClient;
use paydesk_api::endpoints::ReadEndpoint;
use paydesk_api::error::CallError;
use paydesk_api::key_access::AccessRead;
use paydesk_api::outcome::Observation;
use paydesk_api::resources::analytics::calls::{PaymentMetrics, QueryInput};
use paydesk_api::resources::health::calls::Health;
use paydesk_api::resources::payments::calls::{
    CancelPayment, CapturePayment, FilterWords, ListForm, ListMethod, ListPayments, PaymentListFilter, RetrievePayment,
};
use paydesk_api::resources::sign_in::calls::{EndSecondFactor, SignIn, SignedInMerchant, VerifySecondFactor};
use paydesk_domain::analytics::{
    Dimension, Granularity, GranularitySpelling, Metric, QueryBody, QueryForm, StatusWords, Subject,
};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payment::{Payment, PaymentStatus};
use paydesk_domain::secret::SecretText;
use paydesk_sandbox::{SandboxConfig, SandboxShapes};
use paydesk_test_sandbox::helpers::{config, payment_with};
use serde_json::{Value, json};

use super::service::Service;

const VISA: &str = "4242424242424242";

const BOTH: [SandboxShapes; 2] = [SandboxShapes::Spec, SandboxShapes::Hyperswitch];

async fn service(shapes: SandboxShapes) -> Service {
    Service::with(SandboxConfig { shapes: Some(shapes), ..config() }).await
}

impl Service {
    async fn paid(&self, extra: Value) -> Payment {
        let body = self.raw(Method::Post, "/payments", Some(payment_with(VISA, extra))).await;
        let payment_id = PaymentId::new(body["payment_id"].as_str().unwrap());
        self.read(RetrievePayment { payment_id }).await.unwrap()
    }
}

#[tokio::test]
async fn a_payment_is_read_with_its_status_its_amount_and_its_card() {
    for shapes in BOTH {
        let service = service(shapes).await;
        service.read(Health).await.unwrap();
        let payment = service.paid(json!({"metadata": {"order_id": "7"}})).await;
        assert_eq!(payment.status, PaymentStatus::Succeeded, "{shapes:?}");
        assert_eq!(payment.amount.to_string(), "10.00 USD", "{shapes:?}");
        assert_eq!(payment.amount_received.unwrap().to_string(), "10.00 USD", "{shapes:?}");
        assert_eq!(payment.card.unwrap().last4.as_deref(), Some("4242"), "{shapes:?}");
        assert_eq!(payment.metadata, [("order_id".to_owned(), "7".to_owned())], "{shapes:?}");
    }
}

#[tokio::test]
async fn a_capture_and_a_cancellation_are_confirmed_by_their_answers() {
    for shapes in BOTH {
        let service = service(shapes).await;
        let held = service.paid(json!({"capture_method": "manual"})).await;
        assert_eq!(held.status, PaymentStatus::RequiresCapture, "{shapes:?}");
        let capture = CapturePayment::new(held.payment_id, 1000);
        assert_eq!(service.operate_call(&capture).await.0, Observation::Complete, "{shapes:?}");
        let payment_id = service.paid(json!({"capture_method": "manual"})).await.payment_id;
        let cancel = CancelPayment { payment_id, cancellation_reason: None };
        assert_eq!(service.operate_call(&cancel).await.0, Observation::Complete, "{shapes:?}");
    }
}

#[tokio::test]
async fn a_payment_that_is_not_there_is_not_found_and_a_second_capture_is_refused() {
    for shapes in BOTH {
        let service = service(shapes).await;
        let unknown = service.read(RetrievePayment { payment_id: PaymentId::new("pay_none") }).await.unwrap_err();
        assert!(unknown.is_not_found(), "{shapes:?}: {unknown:?}");
        let capture = CapturePayment::new(service.paid(json!({})).await.payment_id, 1000);
        // 409 in the specification, 400 there.
        let observation = service.operate_call(&capture).await.0;
        assert!(matches!(observation, Observation::Conflict | Observation::Refused), "{shapes:?}: {observation:?}");
    }
}

fn page(limit: u32, after: Option<PaymentId>, form: ListForm) -> ListPayments {
    ListPayments { limit, after, form, ..ListPayments::default() }
}

#[tokio::test]
async fn payments_are_listed_by_query_and_go_on_after_a_payment() {
    for shapes in BOTH {
        let service = service(shapes).await;
        for _ in 0..3 {
            service.paid(json!({})).await;
        }
        let form = ListForm { method: ListMethod::Get, ..ListForm::default() };
        let all = service.read(page(100, None, form.clone())).await.unwrap();
        let first = service.read(page(2, None, form.clone())).await.unwrap();
        assert_eq!((all.rows.len(), &first.rows[..]), (3, &all.rows[..2]), "{shapes:?}");
        assert_eq!((first.limit, first.last_id.as_ref()), (2, Some(&all.rows[1].payment_id)), "{shapes:?}");
        // The specification has no query of a list; ours goes on by offset.
        if shapes == SandboxShapes::Hyperswitch {
            let second = service.read(page(2, first.last_id, form)).await.unwrap();
            assert_eq!(second.rows, all.rows[2..]);
            assert_eq!(second.rows[0].payment_method.as_deref(), Some("card"));
        }
    }
}

#[tokio::test]
async fn payments_are_listed_by_body_in_the_form_that_the_service_takes() {
    let service = service(SandboxShapes::Hyperswitch).await;
    let held = service.paid(json!({"capture_method": "manual"})).await.payment_id;
    service.paid(json!({})).await;
    let documented = ListForm::default();
    let refused = service.read(page(10, None, documented.clone())).await.unwrap_err();
    assert!(refused.wants_login(), "{refused:?}");
    service.raw(Method::Post, "/_sandbox/settings", Some(json!({"login_endpoints_take_keys": true}))).await;
    let too_long = service.read(page(100, None, documented.clone())).await.unwrap_err();
    assert!(too_long.what().contains("limit"), "{too_long:?}");
    let form = ListForm { page_max: 50, words: FilterWords::Lists, ..documented };
    let filter = PaymentListFilter { to_capture: true, ..PaymentListFilter::default() };
    let list = ListPayments { filter, limit: 100, form, ..ListPayments::default() };
    let found = service.read(list).await.unwrap();
    assert_eq!((found.rows.len(), found.total_count, &found.rows[0].payment_id), (1, Some(1), &held));
}

/// The client of a person who is signed in to the dashboard, with a code or without.
async fn signed_in(service: &Service, code: Option<&str>) -> Result<ApiClient, CallError> {
    let (email, password) = ("desk@shop.example".to_owned(), SecretText::new("Secret-123456!"));
    let first = service.read(SignIn { email, password }).await?;
    let client = service.client.clone().with_sign_in(Some(&first.token)).unwrap();
    if let Some(code) = code {
        let verify = VerifySecondFactor { code: SecretText::new(code) };
        verify.read(client.send(&verify.request()).await, MinorUnits::Hyperswitch)?;
    }
    let last = EndSecondFactor { skip: code.is_none() };
    let last = last.read(client.send(&last.request()).await, MinorUnits::Hyperswitch)?;
    Ok(client.with_sign_in(Some(&last.token)).unwrap())
}

#[tokio::test]
async fn the_right_code_of_the_second_factor_signs_in_and_a_wrong_one_is_refused() {
    let service = service(SandboxShapes::Hyperswitch).await;
    let client = signed_in(&service, Some("123456")).await.unwrap();
    assert!(SignedInMerchant.read(client.send(&SignedInMerchant.request()).await, MinorUnits::Hyperswitch).is_ok());
    let refused = signed_in(&service, Some("654321")).await.err().unwrap();
    assert_eq!(refused.code().as_deref(), Some("UR_37 · HTTP 401"));
}

#[tokio::test]
async fn a_signed_in_person_filters_the_list_at_the_service_and_gets_the_total() {
    let service = service(SandboxShapes::Hyperswitch).await;
    let held = service.paid(json!({"capture_method": "manual"})).await;
    service.paid(json!({})).await;
    let client = signed_in(&service, None).await.unwrap();
    let filter = PaymentListFilter { status: Some(PaymentStatus::RequiresCapture), ..PaymentListFilter::default() };
    let list = ListPayments { filter, limit: 100, form: ListForm::default().signed_in(), ..ListPayments::default() };
    let answered = async |list: &ListPayments| list.read(client.send(&list.request()).await, MinorUnits::Hyperswitch);
    let found = answered(&list).await.unwrap();
    assert_eq!((found.rows.len(), found.total_count, &found.rows[0].payment_id), (1, Some(1), &held.payment_id));
    let created = found.rows[0].created.unwrap();
    for (created_gte, count) in [(created - TimeDelta::hours(1), 1), (created + TimeDelta::hours(1), 0)] {
        let filter = PaymentListFilter { created_gte: Some(created_gte), ..list.filter.clone() };
        let found = answered(&ListPayments { filter, ..list.clone() }).await.unwrap();
        assert_eq!((found.rows.len(), found.total_count), (count, Some(count as u64)));
    }
    let with_key = list.read(service.client.send(&list.request()).await, MinorUnits::Hyperswitch);
    assert!(with_key.is_err(), "nothing leaves with the key instead");
}

#[tokio::test]
async fn analytics_are_answered_in_the_form_that_the_service_takes() {
    for shapes in BOTH {
        let service = service(shapes).await;
        service.raw(Method::Post, "/_sandbox/settings", Some(json!({"login_endpoints_take_keys": true}))).await;
        service.paid(json!({})).await;
        service.paid(json!({"amount": 500})).await;
        let clock = service.raw(Method::Get, "/_sandbox/clock", None).await;
        let now: DateTime<Utc> = clock["now"].as_str().unwrap().parse().unwrap();
        let all = QueryInput::all(Subject::Payments, now - TimeDelta::days(1), now + TimeDelta::days(1));
        let by_day = QueryInput { granularity: Some(Granularity::Day), group_by: vec![Dimension::Currency], ..all };
        let documented = service.read(PaymentMetrics::new(by_day.clone()).unwrap()).await;
        let (spelling, statuses) = (GranularitySpelling::Joined, StatusWords::Attempts);
        let form = QueryForm { body: QueryBody::List, spelling, statuses };
        let filters = vec![(Dimension::Status, vec!["succeeded".to_owned()])];
        let other = service.read(PaymentMetrics::new(QueryInput { form, filters, ..by_day }).unwrap()).await;
        let (report, refused) = match shapes {
            SandboxShapes::Spec => (documented.unwrap(), None),
            SandboxShapes::Hyperswitch => (other.unwrap(), Some(documented.unwrap_err())),
        };
        assert!(refused.is_none_or(|error| error.what().contains("array")), "{shapes:?}");
        let sums = report.rows.iter().filter_map(|row| row.value(Metric::PaymentProcessedAmount)?.money());
        assert_eq!(sums.map(|sum| sum.minor).sum::<i64>(), 1_500, "{shapes:?}");
        assert!(report.rows.iter().all(|row| row.bucket.is_some()), "{shapes:?}");
    }
}

#[tokio::test]
async fn what_a_key_may_do_is_found_out_by_reads_that_both_answer() {
    for shapes in BOTH {
        let service = service(shapes).await;
        for read in [AccessRead::Health, AccessRead::PaymentsByQuery, AccessRead::Disputes] {
            let answer = read.read(service.client.send(&read.request()).await);
            assert_eq!(answer, Ok(()), "{shapes:?}: {read:?}");
        }
        // A payout that is not there: only a service that reads payouts says so.
        let absent = AccessRead::Beyond(ReadEndpoint::RetrievePayout);
        let answer = absent.read(service.client.send(&absent.request()).await);
        assert_eq!(answer.is_ok(), shapes == SandboxShapes::Hyperswitch, "{shapes:?}: {answer:?}");
    }
}
