//! A service that answers what its documentation shows and refuses everything else: boards still have their numbers, say
//! how they were come by, and do not ask again what was refused.

use paydesk_core::features::analytics::{AnalyticsAction, Board, CardId, ValueUnit};
use paydesk_core::service_traits::{AnalyticsTrait, QueryPart, TraitChange, TraitId};
use paydesk_core::{Action, State};
use paydesk_domain::analytics::{Dimension, Granularity, Subject};
use paydesk_test_desk::shop::Shop;
use serde_json::json;

const HOURS: QueryPart = QueryPart::Granularity(Granularity::Hour);

async fn shop(documented_only: bool) -> Shop {
    let shop = Shop::seeded(600, "Europe/Berlin").await;
    let settings = json!({ "analytics_documented_only": documented_only });
    shop.client.post("/_sandbox/settings", settings).await.ok();
    shop
}

fn totals(shop: &Shop, id: CardId) -> Vec<(String, String)> {
    let content = shop.card(id).remote.value().unwrap_or_else(|| panic!("{id:?} has no picture"));
    let series = content.panes.iter().filter(|pane| pane.unit != ValueUnit::Rate).flat_map(|pane| {
        pane.series.iter().map(|series| {
            (format!("{} {}", pane.title, series.name), format!("{:?}", series.total.map(|total| total.least())))
        })
    });
    series.collect()
}

fn notes(shop: &Shop, id: CardId) -> String {
    shop.card(id).remote.value().map(|content| content.notes.join("\n")).unwrap_or_default()
}

fn refuses(state: &State, part: QueryPart) -> bool {
    state.view().traits.analytics.refuses(Subject::Payments, part)
}

/// How many queries were refused by the sandbox.
async fn refused(shop: &Shop) -> usize {
    let log = shop.client.get("/_sandbox/log").await.ok();
    let rows = log["data"].as_array().unwrap();
    rows.iter().filter(|row| row["path"].as_str().unwrap().contains("analytics") && row["status"] == 400).count()
}

#[tokio::test]
async fn every_card_has_the_same_numbers_where_groups_and_hours_are_refused() {
    let (mut usual, mut strict) = (shop(false).await, shop(true).await);
    for shop in [&mut usual, &mut strict] {
        shop.show(Board::Payments).await;
    }
    for id in [CardId::PaymentTotals, CardId::PaymentsOverTime, CardId::ProcessedOverTime, CardId::PaymentsByStatus] {
        assert_eq!(strict.card(id).remote.error(), None, "{id:?}");
        let (usual, strict) = (totals(&usual, id), totals(&strict, id));
        assert!(!usual.is_empty(), "{id:?}");
        if id == CardId::PaymentTotals || id == CardId::PaymentsByStatus {
            assert_eq!(strict, usual, "{id:?}");
        }
    }
    strict.show(Board::Disputes).await;
    for id in Board::Disputes.cards() {
        assert_eq!(strict.card(*id).remote.error(), None, "{id:?}");
    }
    assert!(notes(&strict, CardId::DisputesOverTime).contains("does not report by hour: shown by day"));
}

#[tokio::test]
async fn a_card_says_how_its_numbers_were_come_by_and_shows_the_service_s_own_rate() {
    let mut shop = shop(true).await;
    shop.show(Board::Payments).await;
    let said = notes(&shop, CardId::PaymentTotals);
    assert!(said.contains("does not group payments by currency: one query for each of"), "{said}");
    assert!(said.contains("The success rate is the service's own"), "{said}");
    assert!(notes(&shop, CardId::PaymentsOverTime).contains("does not report by hour: shown by day"));
    assert!(notes(&shop, CardId::PaymentsByStatus).contains("one query for each of the documented statuses"));
    let rates = |id: CardId| {
        let content = shop.card(id).remote.value().unwrap();
        let panes = content.panes.iter().filter(|pane| pane.unit == ValueUnit::Rate);
        panes.flat_map(|pane| &pane.series).flat_map(|series| series.values.clone()).flatten().collect::<Vec<_>>()
    };
    for id in [CardId::PaymentTotals, CardId::SuccessOverTime] {
        assert!(!rates(id).is_empty(), "{id:?}");
        assert!(rates(id).iter().all(|rate| rate.of.is_none()), "no count stands behind the service's own rate");
    }
}

#[tokio::test]
async fn where_groups_are_answered_the_service_s_own_rate_stands_beside_the_counted_one() {
    let mut shop = shop(false).await;
    shop.show(Board::Payments).await;
    let said = notes(&shop, CardId::PaymentTotals);
    assert!(said.contains("The service's own success rate is") && !said.contains("does not group"), "{said}");
}

#[tokio::test]
async fn what_was_refused_is_remembered_for_the_profile_and_asked_again_only_after_a_reset() {
    let mut shop = shop(true).await;
    shop.show(Board::Payments).await;
    for part in [HOURS, QueryPart::GroupBy(Dimension::Currency), QueryPart::GroupBy(Dimension::Status)] {
        assert!(refuses(&shop.state, part), "{part:?}");
    }
    let before = refused(&shop).await;
    assert!(before > 0);
    shop.ask(AnalyticsAction::Refresh);
    shop.serve().await;
    assert_eq!(refused(&shop).await, before, "a query that is known to be refused was sent again");
    shop.client.post("/_sandbox/settings", json!({"analytics_documented_only": false})).await.ok();
    let group = TraitId::Analytics(AnalyticsTrait::Query(Subject::Payments, QueryPart::GroupBy(Dimension::Status)));
    shop.act(Action::ChangeTraits(TraitChange::Reset(group)));
    shop.ask(AnalyticsAction::Refresh);
    shop.serve().await;
    assert!(!notes(&shop, CardId::PaymentsByStatus).contains("does not group payments by status"));
}

#[tokio::test]
async fn where_every_query_is_refused_the_board_is_counted_here_and_nothing_is_learned_from_it() {
    let mut shop = shop(false).await;
    let fault = json!({"method": "POST", "path": "/analytics/v1/merchant/metrics/payments", "kind": "execute_and_400",
        "count": 1_000});
    shop.client.post("/_sandbox/faults", fault).await.ok();
    shop.show(Board::Payments).await;
    assert!(shop.state.workspace.analytics.refusal().is_some());
    assert_eq!(shop.card(CardId::PaymentTotals).remote.error(), None);
    for part in [HOURS, QueryPart::GroupBy(Dimension::Currency), QueryPart::GroupBy(Dimension::Status)] {
        assert!(!refuses(&shop.state, part), "{part:?}");
    }
}
