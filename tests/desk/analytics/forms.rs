//! Both forms of an answer, read from fixtures typed by hand, and what is said of numbers that do not agree.

use paydesk_core::features::analytics::{
    AnalyticsAction, Board, BucketSize, CardId, CardValue, Coverage, Measure, MeasureKind, QueryPlan, Question,
    RangeChoice, ValueUnit,
};
use paydesk_core::read::Read;
use paydesk_domain::analytics::{Dimension, Granularity, Subject};
use paydesk_test_desk::shop::Shop;
use paydesk_test_sandbox::helpers::fixture;
use serde_json::{Value as Json, json};
use strum::IntoEnumIterator as _;

/// A dispute board of which one card was answered with this, and nothing else was.
async fn answered(id: CardId, body: Json) -> Shop {
    let mut shop = Shop::seeded(0, "Europe/Berlin").await;
    shop.show_without_answers(Board::Disputes);
    shop.ask(AnalyticsAction::SetGranularity(Some(BucketSize::Day)));
    shop.answer_card(id, body);
    shop
}

#[tokio::test]
async fn a_map_by_status_is_read_whatever_statuses_it_has_and_its_difference_is_said() {
    let shop = answered(CardId::DisputesByStatus, fixture("dispute_statuses")).await;
    let picture = shop.picture(CardId::DisputesByStatus);
    let pane = &picture.panes[0];
    let labels: Vec<&str> = pane.slots.iter().map(|slot| slot.label.as_str()).collect();
    assert_eq!(labels, ["dispute_opened", "challenged", "won", "lost", "dispute_accepted"]);
    assert_eq!(pane.series[0].values, [4, 2, 3, 1, 2].map(|count| Some(CardValue::count(count))));
    assert_eq!((picture.totals[0].reported, picture.totals[0].of_rows), (Some(15), Some(12)));
    assert_eq!(picture.totals[0].difference, Some(3));
    let difference = "The service's total (disputes) is 15, but its rows add up to 12: they differ by 3";
    assert_eq!(picture.notes[0], difference);
}

#[tokio::test]
async fn numbers_of_groups_are_read_exactly_and_never_added_across_currencies() {
    let shop = answered(CardId::DisputeTotals, fixture("dispute_totals")).await;
    let picture = shop.picture(CardId::DisputeTotals);
    let titles: Vec<&str> = picture.panes.iter().map(|pane| pane.title.as_str()).collect();
    assert_eq!(titles, ["Count", "EUR", "JPY", "Rate"]);
    let text = |group: &str, name: &str| {
        let figure = picture.figures.iter().find(|figure| figure.group == group && figure.name == name);
        figure.map(|figure| figure.text.clone()).unwrap_or_default()
    };
    assert_eq!(text("EUR", "Disputes"), "6");
    assert_eq!(text("EUR", "Disputed amount"), "900,719,925,474,111.31 EUR");
    assert_eq!(text("EUR", "Lost amount"), "5.00 EUR");
    assert_eq!(text("EUR", "Win rate"), "75.00% of 4");
    assert_eq!(text("JPY", "Disputed amount"), "1,200 JPY");
    assert_eq!(text("JPY", "Win rate"), "–", "no case is decided, so there is no rate");
    let amount = &picture.totals[1];
    assert_eq!((amount.reported, amount.of_rows), (Some(90_071_992_547_412_334), Some(90_071_992_547_412_331)));
    assert_eq!((amount.difference, amount.currency.clone()), (Some(3), None));
    assert!(picture.notes[0].ends_with("which is not an amount of money"), "{:?}", picture.notes);
}

#[tokio::test]
async fn an_empty_answer_is_empty_and_a_sum_without_a_currency_is_left_out() {
    let shop = answered(CardId::DisputeTotals, json!({"queryData": [], "metaData": []})).await;
    assert!(shop.picture(CardId::DisputeTotals).empty);
    let body =
        json!({"queryData": [{"dispute_status": "won", "dispute_status_metric": 1, "total_amount_disputed": 7}]});
    let shop = answered(CardId::DisputeTotals, body).await;
    let picture = shop.picture(CardId::DisputeTotals);
    assert!(picture.panes.iter().all(|pane| !matches!(pane.unit, ValueUnit::Money(_))));
    assert!(picture.notes.iter().any(|note| note.contains("1 sum without a currency")), "{:?}", picture.notes);
}

#[tokio::test]
async fn a_day_without_rows_is_zero_and_a_rate_of_nothing_is_a_gap() {
    let row = |hour: &str, status: &str, count: i64| json!({"time_bucket": hour, "dispute_status": status, "dispute_status_metric": count});
    // 22:30 UTC is half past midnight in Berlin.
    let rows = [
        row("2026-11-19T22:00:00Z", "won", 1),
        row("2026-11-19T23:00:00Z", "lost", 1),
        row("2026-11-20T22:00:00Z", "won", 1),
        row("1999-01-01T00:00:00Z", "won", 5),
    ];
    let body = json!({"queryData": rows, "metaData": [{"dispute_status_metric_overall": 8}]});
    let shop = answered(CardId::WinRateOverTime, body.clone()).await;
    let picture = shop.picture(CardId::WinRateOverTime);
    let values = &picture.panes[0].series[0].values;
    let last: Vec<Option<CardValue>> = values[values.len() - 3..].to_vec();
    assert_eq!(last, [CardValue::rate(1, 1), CardValue::rate(1, 2), None]);
    assert_eq!(picture.panes[0].slots.last().unwrap().cover, Coverage::Running);
    assert!(picture.notes.iter().any(|note| note.starts_with("1 row is outside")), "{:?}", picture.notes);
    let shop = answered(CardId::DisputesOverTime, body).await;
    let won =
        shop.picture(CardId::DisputesOverTime).panes[0].series.iter().find(|series| series.name == "won").unwrap();
    assert_eq!(won.values[won.values.len() - 4..], [0, 1, 1, 0].map(|count| Some(CardValue::count(count))));
}

#[tokio::test]
async fn a_metric_that_is_not_in_the_answer_is_no_zero() {
    let row = |day: &str| json!({"time_bucket": format!("2026-11-{day}T00:00:00Z"), "dispute_status": "won"});
    let mut counted = row("20");
    counted["dispute_status_metric"] = json!(3);
    let mut without = row("19");
    without["dispute_status_metric"] = serde_json::Value::Null;
    let body = json!({"queryData": [row("18"), without, counted], "metaData": [{"dispute_status_metric_overall": 3}]});
    let shop = answered(CardId::DisputesOverTime, body).await;
    let picture = shop.picture(CardId::DisputesOverTime);
    let values = &picture.panes[0].series.iter().find(|series| series.name == "won").unwrap().values;
    let count = |number| Some(CardValue::count(number));
    assert_eq!(values[values.len() - 5..], [count(0), None, None, count(3), count(0)]);
    assert_eq!(picture.unreported, [Measure::Disputes]);
    let expected = "Not reported by the service: disputes, for some rows";
    assert!(picture.notes.iter().any(|note| note == expected), "{:?}", picture.notes);
}

#[tokio::test]
async fn a_metric_that_no_row_has_gives_no_total_and_no_difference() {
    let row = json!({"dispute_status": "lost", "currency": "EUR", "dispute_status_metric": 2});
    let body = json!({"queryData": [row], "metaData": [{"total_amount_disputed_overall": 700}]});
    let shop = answered(CardId::DisputeTotals, body).await;
    let picture = shop.picture(CardId::DisputeTotals);
    assert_eq!(picture.unreported, [Measure::DisputedAmount, Measure::LostAmount]);
    assert!(picture.totals.iter().all(|total| total.kind != MeasureKind::Amount || total.of_rows.is_none()));
    assert!(picture.notes.iter().any(|note| note == "Not reported by the service: lost amount"), "{:?}", picture.notes);
    assert!(!picture.notes.iter().any(|note| note.contains("they differ")), "{:?}", picture.notes);
    let body = json!({"queryData": [{"dispute_status": "lost", "currency": "EUR", "total_amount_disputed": 700}]});
    let shop = answered(CardId::DisputeTotals, body).await;
    let picture = shop.picture(CardId::DisputeTotals);
    let series = picture.panes.iter().flat_map(|pane| &pane.series);
    let known = series.filter(|series| series.measure != Some(Measure::DisputedAmount));
    assert!(known.flat_map(|series| &series.values).all(Option::is_none), "{:?}", picture.panes);
    assert_eq!(picture.unreported, [Measure::Disputes, Measure::LostAmount, Measure::WinRate, Measure::Decided]);
}

fn plan(zone: &str, range: RangeChoice, granularity: BucketSize) -> QueryPlan {
    let question = Question {
        range,
        granularity: Some(granularity),
        measures: vec![Measure::Payments],
        group_by: vec![Dimension::Currency],
        ..Question::new(Subject::Payments)
    };
    QueryPlan::new(question, "2026-11-21T10:00:00Z".parse().unwrap(), zone.parse().unwrap())
}

fn days(from: &str, to: &str) -> RangeChoice {
    RangeChoice::Days { from: from.parse().unwrap(), to: to.parse().unwrap() }
}

/// The lengths of the buckets in hours, and what the service is asked for.
fn hours(plan: &QueryPlan) -> (Vec<i64>, Granularity) {
    let grid = plan.grid.as_ref().unwrap();
    let hours = grid.buckets.iter().map(|bucket| (bucket.span.after() - bucket.span.start).num_hours());
    (hours.collect(), grid.asked)
}

#[test]
fn buckets_are_local_days_through_clock_changes() {
    let change = |zone: &str, from: &str, to: &str| hours(&plan(zone, days(from, to), BucketSize::Day));
    assert_eq!(change("UTC", "2026-03-28", "2026-03-30"), (vec![24, 24, 24], Granularity::Day));
    assert_eq!(change("Europe/Berlin", "2026-03-28", "2026-03-30"), (vec![24, 23, 24], Granularity::Hour));
    assert_eq!(change("Europe/Berlin", "2026-10-24", "2026-10-26"), (vec![24, 25, 24], Granularity::Hour));
    assert_eq!(change("America/Sao_Paulo", "2018-11-03", "2018-11-05"), (vec![24, 23, 24], Granularity::Hour));
    let week = plan("Europe/Berlin", days("2026-10-19", "2026-11-01"), BucketSize::Week);
    assert_eq!(hours(&week), (vec![7 * 24 + 1, 7 * 24], Granularity::Hour));
    let hour = plan("Europe/Berlin", days("2026-10-25", "2026-10-25"), BucketSize::Hour);
    assert_eq!(hours(&hour).0.len(), 25);
}

#[test]
fn buckets_of_any_zone_follow_one_another_and_fill_the_range() {
    for zone in ["UTC", "Europe/Berlin", "America/Sao_Paulo", "Asia/Kathmandu", "Pacific/Apia", "Australia/Lord_Howe"] {
        for granularity in BucketSize::iter() {
            for range in
                [days("2026-03-23", "2026-04-05"), days("2026-10-20", "2026-11-05"), days("2026-04-05", "2026-04-05")]
            {
                let plan = plan(zone, range, granularity);
                let buckets = &plan.grid.as_ref().unwrap().buckets;
                assert_eq!(buckets[0].span.start, plan.span().start, "{zone}");
                assert_eq!(buckets.last().unwrap().span.end, plan.span().end, "{zone}");
                for pair in buckets.windows(2) {
                    assert_eq!(pair[0].span.after(), pair[1].span.start, "{zone}");
                    assert!(pair[0].span.start < pair[1].span.start, "{zone}");
                }
            }
        }
    }
}

#[test]
fn where_midnight_is_inside_an_hour_the_border_moves_to_its_nearer_end() {
    let plan = plan("Asia/Kathmandu", days("2026-11-18", "2026-11-20"), BucketSize::Day);
    let grid = plan.grid.unwrap();
    assert_eq!(grid.moved_minutes, 15);
    let starts: Vec<String> = grid.buckets.iter().map(|bucket| bucket.span.start.to_rfc3339()).collect();
    assert_eq!(starts, ["2026-11-17T18:15:00+00:00", "2026-11-18T18:00:00+00:00", "2026-11-19T18:00:00+00:00"]);
    assert_eq!(grid.place("2026-11-17T18:00:00Z".parse().unwrap()), Some(0), "the service's own bucket begins earlier");
    assert_eq!(grid.place("2026-11-17T17:00:00Z".parse().unwrap()), None);
    assert_eq!(grid.place("2026-11-18T18:00:00Z".parse().unwrap()), Some(1));
    assert_eq!(grid.place("2026-11-20T18:00:00Z".parse().unwrap()), Some(2));
    assert_eq!(grid.place("2026-11-20T19:00:00Z".parse().unwrap()), None);
}

#[test]
fn the_period_before_has_as_many_buckets_and_is_asked_without_delta() {
    for (zone, range) in [("Europe/Berlin", days("2026-03-23", "2026-04-05")), ("UTC", RangeChoice::ThisMonth)] {
        for granularity in [BucketSize::Day, BucketSize::Week, BucketSize::Month] {
            let plan = plan(zone, range, granularity);
            let (now, before) = (plan.grid.as_ref().unwrap(), plan.grid_before.as_ref().unwrap());
            assert_eq!(now.buckets.len(), before.buckets.len(), "{zone}");
            assert!(before.buckets.last().unwrap().span.after() <= plan.span().start);
            let query = plan.query_before();
            assert!(!query.delta && !plan.query.delta);
            assert_eq!(
                (query.start, query.end),
                (before.buckets[0].span.start, before.buckets.last().unwrap().span.end)
            );
        }
    }
}

#[test]
fn long_ranges_have_coarser_buckets_and_the_json_is_the_one_that_is_sent() {
    let plan = plan("UTC", days("2024-01-01", "2026-11-20"), BucketSize::Hour);
    assert_eq!((plan.grid.as_ref().unwrap().buckets.len(), plan.grid.as_ref().unwrap().asked), (151, Granularity::Day));
    let (path, json) = plan.sent().unwrap();
    assert_eq!(path, "POST /analytics/v1/merchant/metrics/payments");
    let Ok(Read::PaymentMetrics(call)) = plan.read(plan.query.clone()) else { panic!() };
    let sent = paydesk_api::call::Call::request(&call).body.unwrap();
    assert_eq!(serde_json::from_str::<Json>(&json).unwrap(), sent);
    assert_eq!(
        sent["timeRange"],
        json!({"startTime": "2024-01-01T00:00:00.000Z", "endTime": "2026-11-20T23:59:59.999Z"})
    );
}
