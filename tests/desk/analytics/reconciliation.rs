//! The service's counts beside the lists, and cards that are asked again by themselves.

use chrono::TimeDelta;
use paydesk_core::features::analytics::{AnalyticsAction, Board, CardId, Comparison, RangeChoice};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::read::Read;
use paydesk_core::remote::Remote;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::analytics::Dimension;
use paydesk_test_core::webhooks::event;
use paydesk_test_desk::shop::Shop;
use serde_json::{Value, json};

fn dispute(id: usize, status: &str) -> Value {
    json!({"dispute_id": format!("dsp_{id}"), "payment_id": "pay_1", "amount": 100, "currency": "EUR",
        "status": status, "reason": "fraudulent", "created": "2026-11-20T10:00:00Z"})
}

/// A dispute board whose service counts three won and five open ones, beside a list of these.
fn board(rows: &[Value], shop: &mut Shop) {
    shop.show_without_answers(Board::Disputes);
    shop.answer_lists(json!({"count": rows.len(), "total_count": rows.len(), "has_more": false, "data": rows}));
    shop.tick(TimeDelta::minutes(5));
    let counts = json!({"queryData": [{"dispute_status_metric": {"won": 3, "dispute_opened": 5}}],
        "metaData": [{"dispute_status_metric_overall": 8}]});
    shop.answer_card(CardId::DisputesByStatus, counts);
}

fn rows(won: usize, open: usize) -> Vec<Value> {
    (0..won).map(|id| dispute(id, "won")).chain((won..won + open).map(|id| dispute(id, "dispute_opened"))).collect()
}

#[tokio::test]
async fn a_count_that_differs_from_the_list_is_reported_with_both_times() {
    let mut shop = Shop::seeded(0, "Europe/Berlin").await;
    board(&rows(5, 5), &mut shop);
    for id in [CardId::DisputesByStatus, CardId::DisputeTotals, CardId::DisputesOverTime, CardId::DisputeReasons] {
        let text = shop.state.workspace.analytics.difference(id).expect("the difference is told");
        assert_eq!(
            text,
            "In this period the service counts 8, and the list has 10 (won 3 vs 5). The list was read at 11:00, the \
             numbers at 11:05."
        );
    }
    for id in [CardId::DisputesByStage, CardId::WinRateOverTime, CardId::OpenDisputes] {
        assert_eq!(shop.state.workspace.analytics.difference(id), None, "{id:?}");
    }
    let csv = shop.state.workspace.analytics.csv(CardId::DisputesByStatus, &shop.state.view()).unwrap();
    assert!(csv.contains("In this period the service counts 8, and the list has 10"), "{csv}");
}

#[tokio::test]
async fn equal_sums_of_other_statuses_differ_too_and_what_agrees_is_not_spoken_of() {
    let mut shop = Shop::seeded(0, "UTC").await;
    board(&rows(4, 4), &mut shop);
    let text = shop.state.workspace.analytics.difference(CardId::DisputesByStatus).unwrap();
    assert!(text.contains("dispute_opened 5 vs 4, won 3 vs 4"), "{text}");
    let mut shop = Shop::seeded(0, "UTC").await;
    let mut agreeing = rows(3, 5);
    agreeing.push(json!({"dispute_id": "dsp_old", "payment_id": "pay_1", "amount": 1, "currency": "EUR",
        "status": "won", "reason": "fraudulent", "created": "2026-01-02T10:00:00Z"}));
    board(&agreeing, &mut shop);
    assert_eq!(
        shop.state.workspace.analytics.difference(CardId::DisputesByStatus),
        None,
        "one outside the range counts nowhere"
    );
}

#[tokio::test]
async fn a_list_that_is_filtered_otherwise_is_not_compared() {
    let mut shop = Shop::seeded(1_500, "UTC").await;
    shop.show(Board::Disputes).await;
    for id in Board::Disputes.cards() {
        assert_eq!(shop.state.workspace.analytics.difference(*id), None, "{id:?}: the sandbox agrees with itself");
    }
    for (dimension, word) in [(Dimension::ProfileId, "pro_1"), (Dimension::DisputeStage, "dispute")] {
        shop.ask(AnalyticsAction::SetFilter(dimension, vec![word.into()]));
        shop.serve().await;
        assert_eq!(shop.state.workspace.analytics.difference(CardId::DisputesByStatus), None, "{dimension:?}");
        shop.ask(AnalyticsAction::ClearFilters);
    }
}

#[tokio::test]
async fn payments_are_compared_where_all_of_the_range_are_loaded() {
    let mut shop = Shop::seeded(300, "UTC").await;
    shop.act(Action::Payments(PaymentsAction::LoadAll));
    shop.serve().await;
    assert!(shop.state.workspace.payments.complete);
    shop.show_without_answers(Board::Payments);
    shop.answer_card(
        CardId::PaymentsByStatus,
        json!({"queryData": [{"status": "succeeded", "payment_count": 3}], "metaData": [{"payment_count_overall": 3}]}),
    );
    let text = shop.state.workspace.analytics.difference(CardId::PaymentTotals).expect("three are not all");
    assert!(text.starts_with("In this period the service counts 3, and the list has "), "{text}");
    shop.ask(AnalyticsAction::Refresh);
    shop.serve().await;
    assert_eq!(shop.state.workspace.analytics.difference(CardId::PaymentTotals), None);
}

fn metrics(shop: &Shop) -> usize {
    let is_metrics = |read: &&(_, Read)| matches!(read.1, Read::DisputeMetrics(_) | Read::PaymentMetrics(_));
    shop.reads.iter().filter(is_metrics).count()
}

#[tokio::test]
async fn an_event_asks_the_cards_it_made_stale_anew_once_and_nothing_is_seen_of_it() {
    let mut shop = Shop::seeded(300, "UTC").await;
    shop.show(Board::Disputes).await;
    let before = shop.picture(CardId::DisputeTotals).clone();
    let told = |second: i64| {
        let object = json!({"dispute_id": format!("dsp_{second}"), "payment_id": "pay_1", "amount": 100,
            "currency": "EUR", "status": "dispute_opened", "reason": "fraudulent", "created": "2026-11-21T10:00:00Z"});
        Message::WebhooksArrived { events: vec![event(&format!("evt_{second}"), "dispute", object, second)] }
    };
    for second in 0..5 {
        shop.event(told(second));
    }
    assert_eq!(metrics(&shop), 0, "events are gathered first");
    shop.tick(TimeDelta::seconds(2));
    assert!(metrics(&shop) > 0);
    let card = shop.card(CardId::DisputeTotals);
    assert!(card.quiet && card.remote.value() == Some(&before) && card.comparison == Comparison::Ready);
    assert!(card.shown_at.is_some());
    shop.serve().await;
    assert!(matches!(shop.card(CardId::DisputeTotals).remote, Remote::Ready { .. }));
    assert!(!shop.picture(CardId::DisputeTotals).before_caption.is_empty(), "the comparison was kept");
    shop.event(told(9));
    shop.tick(TimeDelta::seconds(3));
    assert_eq!(metrics(&shop), 0, "not again so soon");
    shop.tick(TimeDelta::seconds(20));
    assert!(metrics(&shop) > 0);
}

#[tokio::test]
async fn a_payment_event_asks_only_the_cards_that_payments_are_in_and_none_behind_another_panel() {
    let mut shop = Shop::seeded(300, "UTC").await;
    shop.show(Board::Disputes).await;
    let paid = json!({"payment_id": "pay_x", "status": "succeeded", "amount": 1_000, "currency": "EUR",
        "amount_received": 1_000, "created": "2026-11-21T10:00:00Z"});
    shop.event(Message::WebhooksArrived { events: vec![event("evt_1", "payment", paid.clone(), 1)] });
    shop.tick(TimeDelta::seconds(5));
    assert_eq!(metrics(&shop), 1, "the payments that the dispute rate is of");
    assert!(shop.reads.iter().any(|(_, read)| matches!(read, Read::PaymentMetrics(_))));
    shop.serve().await;
    shop.show(Board::Payments).await;
    shop.act(Action::GoTo(Route::List(ResourceKind::Payment)));
    shop.serve().await;
    shop.event(Message::WebhooksArrived { events: vec![event("evt_2", "payment", paid, 2)] });
    shop.tick(TimeDelta::seconds(30));
    assert_eq!(metrics(&shop), 0);
    shop.act(Action::GoTo(Route::Analytics));
    assert!(metrics(&shop) > 0, "looked at again, what is stale is asked");
}

#[tokio::test]
async fn a_board_that_is_opened_again_asks_what_is_older_than_a_minute() {
    let mut shop = Shop::seeded(300, "UTC").await;
    shop.show(Board::Payments).await;
    shop.ask(AnalyticsAction::SetRange(RangeChoice::LastDays(7)));
    shop.serve().await;
    let again = |shop: &mut Shop| {
        shop.act(Action::GoTo(Route::List(ResourceKind::Payment)));
        shop.act(Action::GoTo(Route::Analytics));
        metrics(shop)
    };
    shop.tick(TimeDelta::seconds(50));
    assert_eq!(again(&mut shop), 0);
    shop.tick(TimeDelta::seconds(20));
    assert!(again(&mut shop) > 0);
    assert!(shop.card(CardId::PaymentTotals).quiet);
}
