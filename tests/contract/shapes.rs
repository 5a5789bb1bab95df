//! The client reads the shapes that were typed by hand from the specification. The sandbox's own tests hold its
//! answers to the same files, so that the two cannot drift together.

use paydesk_api::call::Call as _;
use paydesk_api::error::{ApiError, CallError};
use paydesk_api::operation::{AnswerStatus, Expectation};
use paydesk_api::outcome::{Attempt, Body, HttpAnswer, Observation, observe};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_api::resources::payments::calls::{ListPayments, PaymentListFilter, RetrievePayment};
use paydesk_api::resources::payments::wire::merge_partial;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{Currency, MinorUnits, Money};
use paydesk_domain::payment::{CaptureMethod, CardSummary, Pair, Payment, PaymentStatus};
use paydesk_test_sandbox::helpers::fixture;
use serde_json::{Value, json};

use super::bad_server::{BadServer, answer};
use super::{capture, client};

fn eur(minor: i64) -> Money {
    Money::new(minor, Currency::iso4217("EUR"))
}

fn decoded(body: Value) -> Payment {
    let payment_id = PaymentId::new(body["payment_id"].as_str().unwrap());
    RetrievePayment { payment_id }.decode(body, MinorUnits::Iso4217).unwrap()
}

fn pairs(texts: &[(&str, &str)]) -> Vec<Pair> {
    texts.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn a_payment_is_read_field_by_field() {
    let payment = decoded(fixture("payment"));
    assert_eq!(payment.payment_id.as_str(), "order-1001_a");
    assert_eq!(payment.status, PaymentStatus::RequiresCapture);
    assert_eq!(payment.amount, eur(4599));
    assert_eq!(payment.amount_received, Some(eur(0)));
    assert_eq!(payment.amount_capturable, Some(eur(4599)));
    assert_eq!(payment.merchant_id.as_ref().unwrap().as_str(), "mer_test");
    assert_eq!(payment.profile_id.as_ref().unwrap().as_str(), "pro_test");
    assert_eq!(payment.capture_method, Some(CaptureMethod::Manual));
    assert_eq!(payment.payment_method.as_deref(), Some("card"));
    let text = |text: &str| Some(text.to_owned());
    let card = CardSummary { last4: text("4242"), brand: text("Visa"), exp_month: text("03"), exp_year: text("2030") };
    assert_eq!(payment.card, Some(card));
    assert_eq!(payment.email, text("ada@mail.example"));
    assert_eq!(payment.description, text("Pour-over kettle and 1 more item"));
    assert_eq!(payment.statement_descriptor, text("NORDLICHT 1001 KETTLE"));
    assert_eq!(payment.metadata, pairs(&[("order_id", "1001"), ("channel", "web"), ("operation_id", "op-1001")]));
    assert_eq!(payment.created, Some("2026-11-21T10:00:00Z".parse().unwrap()));
    assert_eq!(payment.modified_at, payment.created);
    assert_eq!(*payment.raw, fixture("payment"));
}

#[test]
fn a_declined_payment_is_read_with_all_the_words_about_it() {
    let payment = decoded(fixture("payment_failed"));
    assert_eq!(payment.status, PaymentStatus::Failed);
    let error = payment.error;
    assert_eq!(error.unified_code.as_deref(), Some("UE_1001"));
    assert_eq!(error.unified_message.as_deref(), Some("Insufficient funds"));
    assert_eq!(error.error_code.as_deref(), Some("PE_02"));
    assert_eq!(error.error_message.as_deref(), Some("Not sufficient funds"));
    let details = pairs(&[
        ("unified_details.category", "card_or_issuer_declined"),
        ("unified_details.message", "Insufficient funds"),
        ("issuer_details.code", "51"),
        ("issuer_details.message", "Not sufficient funds"),
        ("issuer_details.network_details.name", "Visa"),
        ("connector_details.code", "PE_02"),
        ("connector_details.message", "Not sufficient funds"),
        ("connector_details.reason", "The issuer refused the authorization"),
    ]);
    assert_eq!(error.details, details);
}

#[test]
fn a_client_secret_is_not_kept() {
    let mut body = fixture("payment");
    body["client_secret"] = json!("order-1001_a_secret_xyz");
    let payment = decoded(body);
    assert!(!format!("{payment:?}").contains("secret_xyz"));
}

#[test]
fn a_page_of_the_list_is_read_row_by_row() {
    let list = ListPayments { filter: PaymentListFilter::default(), limit: 2, ..ListPayments::default() };
    let page = list.decode(fixture("payment_list"), MinorUnits::Iso4217).unwrap();
    assert_eq!(page.total_count, Some(3));
    assert_eq!(page.unreadable, []);
    let rows: Vec<_> = page.rows.iter().map(|row| (row.payment_id.as_str(), row.status.as_str())).collect();
    assert_eq!(rows, [("third", "failed"), ("second", "succeeded")]);
    let third = &page.rows[0];
    assert_eq!(third.amount, Money::new(1000, Currency::iso4217("USD")));
    assert_eq!(third.created, Some("2026-11-21T10:00:02Z".parse().unwrap()));
    assert_eq!(third.unified_code.as_deref(), Some("UE_1001"));
    assert_eq!(third.unified_message.as_deref(), Some("Insufficient funds"));
    assert_eq!(page.rows[1].unified_code, None);
}

#[test]
fn the_partial_answers_confirm_and_are_laid_over_the_payment() {
    let before = decoded(fixture("payment"));
    let expected = Expectation::new(AnswerStatus::Payment).naming("payment_id", "order-1001_a").over(&eur(4599));
    let at = Some("2026-11-21T10:00:00Z".parse().unwrap());
    let merged = |name: &str| {
        let body = fixture(name);
        let answer = HttpAnswer { status: 200, body: Body::Json(body.clone()), rate: RateHeaders::default() };
        assert_eq!(observe(&Attempt::Answered(answer), &expected), Observation::Complete, "{name}");
        let after = merge_partial(&before, &body).unwrap();
        assert_eq!((&after.card, &after.metadata), (&before.card, &before.metadata), "{name}");
        after
    };
    let captured = merged("payment_capture");
    assert_eq!((captured.status, captured.captured_at), (PaymentStatus::Succeeded, at));
    assert_eq!((captured.amount_received, captured.amount_capturable), (Some(eur(4599)), Some(eur(0))));
    let cancelled = merged("payment_cancel");
    assert_eq!((cancelled.status, cancelled.cancelled_at), (PaymentStatus::Cancelled, at));
    assert_eq!(cancelled.cancellation_reason.as_deref(), Some("out_of_stock"));
    let approved = merged("payment_approve");
    assert_eq!((approved.status, approved.captured_at), (PaymentStatus::Succeeded, at));
}

#[tokio::test]
async fn every_error_of_the_specification_keeps_its_type_code_and_words() {
    for error in fixture("errors").as_array().unwrap() {
        let status = error["status"].as_u64().and_then(|status| u16::try_from(status).ok()).unwrap();
        let server = BadServer::answering(answer(status, "", &error["body"].to_string())).await;
        let attempt = client(&server.base_url).send(&capture()).await;
        let text = |name: &str| error["body"]["error"][name].as_str().unwrap().to_owned();
        let response = ApiError { kind: text("type"), code: text("code"), message: text("message") };
        assert_eq!(attempt.service_error(), Some(&response));
        let read =
            RetrievePayment { payment_id: PaymentId::new("pay_1") }.read(attempt, MinorUnits::Iso4217).unwrap_err();
        assert_eq!(read, CallError::Service { status, error: response });
        assert_eq!(read.what(), text("message"));
        assert_eq!(read.code(), Some(format!("{} · HTTP {status}", text("code"))));
    }
}

#[test]
fn what_the_desk_acts_upon_must_be_there_and_the_error_says_where_it_is_not() {
    let wrong = [
        ("payment_id", json!(null), "the response has nothing at payment_id, where a string was expected"),
        ("status", json!(7), "the response has the number 7 at status, where a string was expected"),
        (
            "amount",
            json!("4599"),
            "the response has the text “4599” at amount, where a whole number of 0 or more was expected",
        ),
        (
            "amount",
            json!(45.99),
            "the response has the number 45.99 at amount, where a whole number of 0 or more was expected",
        ),
        ("currency", json!(null), "the response has nothing at currency, where a string was expected"),
        (
            "amount_received",
            json!(-1),
            "the response has the number -1 at amount_received, where a whole number of 0 or more was expected",
        ),
        (
            "payment_id",
            json!("other"),
            "the response has the text “other” at payment_id, where the requested ID was expected",
        ),
    ];
    for (field, value, response) in wrong {
        let mut body = fixture("payment");
        body[field] = value;
        let error = RetrievePayment { payment_id: PaymentId::new("order-1001_a") }
            .decode(body, MinorUnits::Iso4217)
            .unwrap_err();
        assert_eq!(error.to_string(), response);
    }
}

#[test]
fn a_row_that_cannot_be_read_does_not_spoil_the_others() {
    let list = ListPayments { filter: PaymentListFilter::default(), limit: 2, ..ListPayments::default() };
    let mut body = fixture("payment_list");
    body["data"][0]["amount"] = json!(null);
    let page = list.decode(body, MinorUnits::Iso4217).unwrap();
    assert_eq!(page.rows.len(), 1);
    assert_eq!(page.unreadable[0].path, "data[0].amount");
    assert_eq!(list.decode(json!({"rows": []}), MinorUnits::Iso4217).unwrap_err().path, "data");
}
