//! A service that refuses the documented form of queries and some documented groups: boards show the same figures as
//! with the specification, what cannot be had says so, and what was learned is asked at once the next time.

use chrono::TimeDelta;
use paydesk_core::features::analytics::{AnalyticsAction, Board, CardId, ValueUnit};
use paydesk_core::read::Read;
use paydesk_core::service_traits::{AnalyticsChange, AnalyticsTrait, AnalyticsTraits, QueryPart, TraitChange, TraitId};
use paydesk_core::settings::Settings;
use paydesk_core::{Action, State};
use paydesk_domain::analytics::{Dimension, GranularitySpelling, QueryBody, QueryForm, Subject};
use paydesk_sandbox::{SandboxConfig, SandboxShapes};
use paydesk_test_desk::shop::Shop;
use paydesk_test_sandbox::helpers::{Client, config};
use serde_json::json;

/// The same payments and disputes in either shape.
async fn shop(shapes: &str) -> Shop {
    let config = SandboxConfig { payments: 600, seed: 7, shapes: Some(SandboxShapes::Hyperswitch), ..config() };
    let client = Client::with(config);
    client.post("/_sandbox/settings", json!({"login_endpoints_take_keys": true, "shapes": shapes})).await.ok();
    Shop::over(client, "UTC", Settings { time_zone: "UTC".parse().ok(), ..Settings::default() }).await
}

/// Sums of a card by what they are of, but for rates and for statuses that only one of the services names.
fn totals(shop: &Shop, id: CardId) -> Vec<(String, Option<i64>)> {
    let content = shop.card(id).remote.value().unwrap_or_else(|| panic!("{id:?} has no picture"));
    let panes = content.panes.iter().filter(|pane| pane.unit != ValueUnit::Rate);
    let series = panes.flat_map(|pane| {
        pane.series
            .iter()
            .map(|series| (format!("{} {}", pane.title, series.name), series.total.map(|total| total.least())))
    });
    series.collect()
}

async fn refused(shop: &Shop) -> usize {
    let log = shop.client.get("/_sandbox/log").await.ok();
    let rows = log["data"].as_array().unwrap();
    rows.iter().filter(|row| row["path"].as_str().unwrap().contains("analytics") && row["status"] == 400).count()
}

fn knows_nothing(state: &State) -> bool {
    state.view().traits.analytics == AnalyticsTraits::default()
}

/// Shows the board of payments before any other: nothing is asked about disputes.
async fn show_payments(shop: &mut Shop) {
    shop.ask(AnalyticsAction::Show(Board::Payments));
    shop.serve().await;
}

#[tokio::test]
async fn the_board_of_payments_shows_the_same_figures_in_both_shapes() {
    let (mut usual, mut other) = (shop("spec").await, shop("hyperswitch").await);
    for shop in [&mut usual, &mut other] {
        show_payments(shop).await;
    }
    for id in [CardId::PaymentTotals, CardId::PaymentsOverTime, CardId::ProcessedOverTime] {
        assert_eq!(other.card(id).remote.error(), None, "{id:?}");
        let [usual, other] = [&usual, &other].map(|shop| totals(shop, id));
        assert!(usual.iter().any(|(_, total)| total.is_some_and(|total| total > 0)), "{id:?}: {usual:?}");
        assert_eq!(other, usual, "{id:?}");
    }
}

#[tokio::test]
async fn a_card_that_the_service_fails_at_says_so_and_the_others_are_reported() {
    let mut shop = shop("hyperswitch").await;
    shop.show(Board::Disputes).await;
    // A query that the service failed at is repeated three times.
    for _ in 0..4 {
        shop.tick(TimeDelta::seconds(31));
        shop.serve().await;
    }
    for id in [CardId::DisputeTotals, CardId::DisputesByCurrency] {
        let error = shop.card(id).remote.error().and_then(|error| error.code());
        assert_eq!(error.as_deref(), Some("HE_00 · HTTP 500"), "{id:?}: that service fails at disputes by currency");
    }
    for id in [CardId::DisputesByStatus, CardId::WinRateOverTime] {
        assert!(shop.card(id).remote.value().is_some(), "{id:?}");
    }
}

#[tokio::test]
async fn the_form_of_queries_is_learned_and_asked_at_once_the_next_time() {
    let mut shop = shop("hyperswitch").await;
    show_payments(&mut shop).await;
    let traits = &shop.state.view().traits.analytics;
    assert_eq!(traits.form(Subject::Payments).body, QueryBody::List);
    assert_eq!(traits.form(Subject::Payments).spelling, GranularitySpelling::Joined);
    for group in [Dimension::Currency, Dimension::Status] {
        assert!(!traits.refuses(Subject::Payments, QueryPart::GroupBy(group)), "{group:?}");
    }
    let before = refused(&shop).await;
    shop.show(Board::Payments).await;
    shop.ask(AnalyticsAction::Refresh);
    shop.serve().await;
    assert_eq!(refused(&shop).await, before, "a query that is known to be refused was sent again");
}

#[tokio::test]
async fn payments_are_filtered_by_the_words_that_the_service_has_for_statuses() {
    let (mut usual, mut other) = (shop("spec").await, shop("hyperswitch").await);
    for shop in [&mut usual, &mut other] {
        show_payments(shop).await;
        shop.ask(AnalyticsAction::SetFilter(Dimension::Status, vec!["succeeded".to_owned()]));
        shop.serve().await;
    }
    for id in [CardId::PaymentsOverTime, CardId::ProcessedOverTime] {
        let (usual, other) = (totals(&usual, id), totals(&other, id));
        assert!(usual.iter().any(|(_, total)| total.is_some_and(|total| total > 0)), "{id:?}: {usual:?}");
        assert_eq!(other, usual, "{id:?}");
    }
    other.ask(AnalyticsAction::SetFilter(Dimension::Status, vec!["requires_action".to_owned()]));
    other.serve().await;
    let (why, filter) = other.card(CardId::PaymentsOverTime).unreported().unwrap();
    assert_eq!((why.contains("no status “Requires action”"), filter), (true, Some(Dimension::Status)));
}

#[tokio::test]
async fn what_wants_a_login_is_counted_here_and_nothing_is_learned() {
    let mut shop = shop("hyperswitch").await;
    shop.client.post("/_sandbox/settings", json!({"login_endpoints_take_keys": false})).await.ok();
    shop.show(Board::Payments).await;
    let counted = |shop: &Shop| {
        let board = shop.state.workspace.analytics.refusal();
        board.map(|refusal| refusal.wants_login())
    };
    assert_eq!(counted(&shop), Some(true), "said once for the board");
    assert!(knows_nothing(&shop.state));
    for id in [CardId::PaymentTotals, CardId::PaymentsOverTime, CardId::SuccessOverTime] {
        assert!(shop.card(id).remote.value().is_some() && shop.card(id).remote.error().is_none(), "{id:?}");
    }
    shop.show_without_answers(Board::Disputes);
    let asked = |read: &Read| matches!(read, Read::PaymentMetrics(_) | Read::DisputeMetrics(_));
    assert!(!shop.reads.iter().any(|(_, read)| asked(read)), "the service said it for all");
    shop.serve().await;
    assert!(shop.card(CardId::DisputeTotals).remote.value().is_some());
    assert!(shop.card(CardId::DisputesByProfile).uncounted.is_some(), "rows do not tell their profile");
    shop.client.post("/_sandbox/settings", json!({"login_endpoints_take_keys": true})).await.ok();
    shop.ask(AnalyticsAction::Refresh);
    shop.serve().await;
    assert_eq!(counted(&shop), None, "the service reports again");
}

#[tokio::test]
async fn no_card_keeps_loading_where_the_period_before_is_refused_first() {
    let mut shop = shop("hyperswitch").await;
    shop.client.post("/_sandbox/settings", json!({"login_endpoints_take_keys": false})).await.ok();
    shop.show_without_answers(Board::Disputes);
    while let Some((request_id, read)) = shop.reads.pop() {
        shop.answer(request_id, read).await;
    }
    let loading = |id: &&CardId| shop.card(**id).remote.is_loading();
    let loading: Vec<&CardId> = Board::Disputes.cards().iter().filter(loading).collect();
    assert!(loading.is_empty(), "{loading:?}");
}

#[tokio::test]
async fn a_form_that_is_refused_later_gives_way_to_the_other_again() {
    let mut shop = shop("hyperswitch").await;
    let (subject, body) = (Subject::Disputes, QueryBody::Object);
    let learned = AnalyticsChange::Body { subject, body, from: "an answer of last year".to_owned() };
    shop.act(Action::ChangeTraits(TraitChange::Analytics(learned)));
    assert_eq!(shop.state.view().traits.analytics.form(subject).body, body);
    shop.show(Board::Disputes).await;
    assert_eq!(shop.card(CardId::DisputeTotals).remote.error(), None);
    assert_eq!(shop.state.view().traits.analytics.form(subject).body, QueryBody::List);
}

#[tokio::test]
async fn a_service_in_trouble_teaches_nothing_and_is_not_asked_without_end() {
    let mut shop = shop("hyperswitch").await;
    let fault = json!({"method": "POST", "path": "/analytics/v1/merchant/metrics/payments", "kind": "execute_and_400",
        "count": 10_000});
    shop.client.post("/_sandbox/faults", fault).await.ok();
    shop.show(Board::Payments).await;
    assert!(shop.state.workspace.analytics.refusal().is_some());
    assert_eq!(shop.card(CardId::PaymentTotals).remote.error(), None);
    let traits = &shop.state.view().traits.analytics;
    assert_eq!(traits.form(Subject::Payments), QueryForm::documented(Subject::Payments));
    assert_eq!(traits.refused_parts(Subject::Payments).count(), 0);
}

#[tokio::test]
async fn what_was_learned_is_forgotten_and_learned_again() {
    let mut shop = shop("hyperswitch").await;
    show_payments(&mut shop).await;
    let body = TraitId::Analytics(AnalyticsTrait::Body(Subject::Payments));
    shop.act(Action::ChangeTraits(TraitChange::Reset(body)));
    assert_eq!(shop.state.view().traits.analytics.form(Subject::Payments).body, QueryBody::Object);
    shop.ask(AnalyticsAction::Refresh);
    shop.serve().await;
    assert_eq!(shop.state.view().traits.analytics.form(Subject::Payments).body, QueryBody::List);
}
