//! Analytics: questions as the client asks them, answers as it reads them, and what is refused.

use chrono::{DateTime, Utc};
use paydesk_api::call::{Call, Method};
use paydesk_api::resources::analytics::calls::{DisputeMetrics, PaymentMetrics, QueryInput};
use paydesk_domain::analytics::{Dimension, Granularity, Metric, MetricValue, Rate, Report, Subject};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::operation::CallKind;
use paydesk_sandbox::SandboxConfig;
use paydesk_test_sandbox::helpers::{config, fixture, payment_with};
use serde_json::json;

use super::service::Service;

fn query(subject: Subject) -> QueryInput {
    let time = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
    QueryInput::all(subject, time("2026-11-01T00:00:00Z"), time("2026-11-30T23:59:59.999Z"))
}

fn values(values: &[&str]) -> Vec<String> {
    values.iter().map(|word| (*word).to_owned()).collect()
}

fn grouped_disputes() -> QueryInput {
    QueryInput {
        group_by: Subject::Disputes.dimensions().to_vec(),
        filters: vec![
            (Dimension::DisputeStatus, values(&["dispute_opened", "lost"])),
            (Dimension::Currency, values(&["USD", "EUR"])),
        ],
        granularity: Some(Granularity::Day),
        ..query(Subject::Disputes)
    }
}

fn grouped_payments() -> QueryInput {
    QueryInput {
        group_by: vec![Dimension::Currency],
        filters: vec![(Dimension::Status, values(&["succeeded", "failed", "requires_capture"]))],
        delta: true,
        ..query(Subject::Payments)
    }
}

fn disputes(query: QueryInput) -> DisputeMetrics {
    DisputeMetrics::new(query).unwrap()
}

fn payments(query: QueryInput) -> PaymentMetrics {
    PaymentMetrics::new(query).unwrap()
}

/// What a report reports a metric in a row, as a whole number.
fn whole(report: &Report, row: usize, metric: Metric) -> i64 {
    match report.rows[row].value(metric).unwrap() {
        MetricValue::Count(number) | MetricValue::Amount { minor: number, .. } => *number,
        other => panic!("{other:?}"),
    }
}

#[test]
fn questions_are_sent_as_typed_and_are_reads() {
    for (request, name) in [
        (disputes(query(Subject::Disputes)).request(), "dispute_metrics_query"),
        (disputes(grouped_disputes()).request(), "dispute_metrics_grouped_query"),
        (payments(grouped_payments()).request(), "payment_metrics_query"),
    ] {
        assert_eq!((request.method, request.kind), (Method::Post, CallKind::Read));
        assert_eq!(request.body, Some(fixture(name)), "{name}");
    }
}

#[test]
fn disputes_without_groups_are_a_map_by_status() {
    let report = disputes(query(Subject::Disputes)).decode(fixture("dispute_metrics"), MinorUnits::Iso4217).unwrap();
    let by_status = vec![
        (DisputeStatus::DisputeOpened, 1),
        (DisputeStatus::Challenged, 1),
        (DisputeStatus::Won, 0),
        (DisputeStatus::Lost, 1),
    ];
    assert_eq!(report.rows[0].value(Metric::DisputeStatusMetric), Some(&MetricValue::ByStatus(by_status)));
    assert_eq!(whole(&report, 0, Metric::TotalAmountDisputed), 1600);
    assert_eq!(report.rows[0].value(Metric::TotalAmountDisputed).unwrap().money(), None, "of any currency");
    assert_eq!(report.overall(Metric::DisputeStatusMetric), Some(&MetricValue::Count(3)));
    assert_eq!((report.unreadable, report.delta), (vec![], vec![]));
    assert_eq!(*report.raw, fixture("dispute_metrics"));
}

#[test]
fn disputes_in_groups_have_numbers_and_money_of_the_row_s_currency() {
    let report = disputes(grouped_disputes()).decode(fixture("dispute_metrics_grouped"), MinorUnits::Iso4217).unwrap();
    let row = &report.rows[1];
    assert_eq!(row.bucket, "2026-11-21T00:00:00Z".parse().ok());
    let groups = Subject::Disputes.dimensions().iter().map(|dimension| row.group(*dimension).unwrap());
    assert_eq!(groups.collect::<Vec<_>>(), ["lost", "dispute", "USD", "pro_test"]);
    assert_eq!(whole(&report, 1, Metric::DisputeStatusMetric), 1);
    assert_eq!(row.value(Metric::TotalDisputeLostAmount).unwrap().money().unwrap().to_string(), "2.00 USD");
    assert_eq!(report.overall(Metric::TotalAmountDisputed).unwrap().money(), None, "two currencies were let through");
    assert_eq!(report.unreadable, []);
}

#[test]
fn rates_are_exact_and_what_has_none_says_so() {
    let report = payments(grouped_payments()).decode(fixture("payment_metrics"), MinorUnits::Iso4217).unwrap();
    let rate = |millionths: i64| Some(MetricValue::Rate(Rate { millionths }));
    assert_eq!(report.rows[0].value(Metric::PaymentSuccessRate), Some(&MetricValue::Nothing));
    assert_eq!(report.rows[1].value(Metric::PaymentSuccessRate), rate(666_667).as_ref());
    assert_eq!(report.rows[0].value(Metric::PaymentProcessedAmount).unwrap().money().unwrap().to_string(), "0.000 KWD");
    assert_eq!(report.overall(Metric::PaymentSuccessRate), rate(666_667).as_ref());
    assert_eq!(report.delta(Metric::PaymentCount), Some(&MetricValue::Count(4)));
    assert_eq!(report.delta(Metric::PaymentSuccessRate), Some(&MetricValue::Nothing));
    assert_eq!(report.unreadable, []);
}

async fn ask<C: Call<Output = Report>>(service: &Service, call: C) -> Report {
    let report = service.read(call).await.unwrap();
    assert_eq!(report.unreadable, []);
    report
}

#[tokio::test]
async fn rows_of_a_seeded_sandbox_add_up_to_their_totals() {
    let service = Service::with(SandboxConfig { payments: 2_000, seed: 7, ..config() }).await;
    let whole_year = |query: QueryInput| QueryInput { start: "2026-01-01T00:00:00Z".parse().unwrap(), ..query };
    for granularity in [None, Some(Granularity::Hour), Some(Granularity::Day), Some(Granularity::Week)] {
        let group_by = vec![Dimension::Currency];
        let asked = QueryInput { group_by, granularity, ..whole_year(query(Subject::Disputes)) };
        let report = ask(&service, disputes(asked)).await;
        let sum: i64 = (0..report.rows.len()).map(|row| whole(&report, row, Metric::TotalAmountDisputed)).sum();
        assert!(sum > 0 && report.rows.iter().all(|row| row.bucket.is_some() == granularity.is_some()));
        let total = MetricValue::Amount { minor: sum, currency: None };
        assert_eq!(report.overall(Metric::TotalAmountDisputed), Some(&total), "{granularity:?}");
        assert!(report.rows.iter().all(|row| row.value(Metric::TotalAmountDisputed).unwrap().money().is_some()));
    }
    let one = vec![(Dimension::Currency, values(&["USD"]))];
    let report = ask(&service, payments(QueryInput { filters: one, ..whole_year(query(Subject::Payments)) })).await;
    let processed = report.overall(Metric::PaymentProcessedAmount).unwrap().money().unwrap();
    assert!(processed.minor > 0 && processed.currency.code() == "USD");
    assert_eq!(report.rows[0].value(Metric::PaymentProcessedAmount).unwrap().money(), Some(processed));
    let by_status = QueryInput { group_by: vec![Dimension::Status], ..whole_year(query(Subject::Payments)) };
    let report = ask(&service, payments(by_status)).await;
    let count: i64 = (0..report.rows.len()).map(|row| whole(&report, row, Metric::PaymentCount)).sum();
    assert_eq!(report.overall(Metric::PaymentCount), Some(&MetricValue::Count(count)));
}

#[tokio::test]
async fn a_shop_without_payments_has_no_rate_and_a_difference_may_be_negative() {
    let service = Service::of_merchant().await;
    let report = ask(&service, payments(query(Subject::Payments))).await;
    assert_eq!(report.rows[0].value(Metric::PaymentSuccessRate), Some(&MetricValue::Nothing));
    assert_eq!(whole(&report, 0, Metric::PaymentCount), 0);
    service.raw(Method::Post, "/payments", Some(payment_with("4242424242424242", json!({})))).await;
    let after = QueryInput {
        start: "2026-11-21T10:00:01Z".parse().unwrap(),
        end: "2026-11-21T10:00:02Z".parse().unwrap(),
        delta: true,
        ..query(Subject::Payments)
    };
    let report = ask(&service, payments(after)).await;
    assert_eq!(report.delta(Metric::PaymentCount), Some(&MetricValue::Count(-1)));
    let minus = MetricValue::Amount { minor: -1000, currency: None };
    assert_eq!(report.delta(Metric::PaymentProcessedAmount), Some(&minus));
}

#[tokio::test]
async fn a_word_the_service_does_not_know_is_refused_and_not_ignored() {
    let service = Service::of_merchant().await;
    let odd = |subject: Subject, dimension: Dimension| QueryInput {
        filters: vec![(dimension, values(&["sleeping"]))],
        ..query(subject)
    };
    let error = service.read(disputes(odd(Subject::Disputes, Dimension::DisputeStatus))).await.unwrap_err();
    assert_eq!(error.code().as_deref(), Some("IR_04 · HTTP 400"));
    let error = service.read(payments(odd(Subject::Payments, Dimension::Status))).await.unwrap_err();
    assert_eq!(error.code().as_deref(), Some("IR_04 · HTTP 400"));
}
