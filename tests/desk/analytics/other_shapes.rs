//! A service that refuses the documented form of queries and some documented groups: boards show the same figures as
//! with the specification, what cannot be had says so, and what was learned is asked at once the next time.

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

fn notes(shop: &Shop, id: CardId) -> String {
    shop.card(id).remote.value().map(|content| content.notes.join("\n")).unwrap_or_default()
}

async fn refused(shop: &Shop) -> usize {
    let log = shop.client.get("/_sandbox/log").await.ok();
    let rows = log["data"].as_array().unwrap();
    rows.iter().filter(|row| row["path"].as_str().unwrap().contains("analytics") && row["status"] == 400).count()
}

fn knows_nothing(state: &State) -> bool {
    state.view().traits.analytics == AnalyticsTraits::default()
}

#[tokio::test]
async fn boards_show_the_same_figures_in_both_shapes() {
    let (mut usual, mut other) = (shop("spec").await, shop("hyperswitch").await);
    let same = [
        (Board::Payments, &[CardId::PaymentTotals, CardId::PaymentsOverTime, CardId::ProcessedOverTime][..], ""),
        (Board::Disputes, &[CardId::DisputeTotals, CardId::DisputesByStage][..], "Count"),
    ];
    for (board, cards, of) in same {
        for shop in [&mut usual, &mut other] {
            shop.show(board).await;
        }
        for id in cards {
            assert_eq!(other.card(*id).remote.error(), None, "{id:?}");
            let [usual, other] = [&usual, &other]
                .map(|shop| totals(shop, *id).into_iter().filter(|(name, _)| name.starts_with(of)).collect::<Vec<_>>());
            assert!(usual.iter().any(|(_, total)| total.is_some_and(|total| total > 0)), "{id:?}: {usual:?}");
            assert_eq!(other, usual, "{id:?}");
        }
    }
}

#[tokio::test]
async fn the_sum_of_won_disputes_that_the_service_calls_disputed_passes_for_no_disputed_amount() {
    let (mut usual, mut other) = (shop("spec").await, shop("hyperswitch").await);
    for shop in [&mut usual, &mut other] {
        shop.show(Board::Disputes).await;
    }
    let of = |shop: &Shop, words: &str| -> Vec<Option<i64>> {
        let all = totals(shop, CardId::DisputeTotals).into_iter();
        all.filter(|(name, _)| name.contains(words)).map(|(_, total)| total).collect()
    };
    assert_eq!(of(&usual, "Disputes"), of(&other, "Disputes"), "as many are counted");
    assert!(of(&usual, "Disputed amount").iter().any(|sum| sum.is_some_and(|minor| minor > 0)));
    assert!(of(&other, "Disputed amount").iter().all(Option::is_none), "{:?}", of(&other, "Disputed amount"));
}

#[tokio::test]
async fn the_form_and_the_groups_are_learned_and_asked_at_once_the_next_time() {
    let mut shop = shop("hyperswitch").await;
    for board in [Board::Payments, Board::Disputes] {
        shop.show(board).await;
    }
    let traits = &shop.state.view().traits.analytics;
    assert_eq!(traits.form(Subject::Payments).body, QueryBody::List);
    assert_eq!(traits.form(Subject::Disputes).body, QueryBody::List);
    for subject in [Subject::Payments, Subject::Disputes] {
        assert_eq!(traits.form(subject).spelling, GranularitySpelling::Joined, "{subject:?}");
    }
    for group in [Dimension::DisputeStatus, Dimension::ProfileId] {
        assert!(traits.refuses(Subject::Disputes, QueryPart::GroupBy(group)), "{group:?}");
    }
    for (subject, group) in [
        (Subject::Payments, Dimension::Currency),
        (Subject::Payments, Dimension::Status),
        (Subject::Disputes, Dimension::Currency),
        (Subject::Disputes, Dimension::DisputeStage),
    ] {
        assert!(!traits.refuses(subject, QueryPart::GroupBy(group)), "{group:?}");
    }
    let before = refused(&shop).await;
    for board in [Board::Payments, Board::Disputes] {
        shop.show(board).await;
        shop.ask(AnalyticsAction::Refresh);
        shop.serve().await;
    }
    assert_eq!(refused(&shop).await, before, "a query that is known to be refused was sent again");
}

#[tokio::test]
async fn what_the_service_does_not_report_says_so_and_is_not_none() {
    let mut shop = shop("hyperswitch").await;
    shop.show(Board::Disputes).await;
    let profile = shop.card(CardId::DisputesByProfile);
    assert_eq!(profile.refused.as_deref(), Some("This service does not report disputes by profile"));
    assert!(profile.remote.value().is_none());
    let by_status = shop.card(CardId::DisputesByStatus).remote.value().unwrap();
    assert!(!by_status.empty && by_status.unreported.is_empty(), "{:?}", by_status.notes);
    assert!(notes(&shop, CardId::DisputesOverTime).contains("does not group disputes by status"));
    let won = shop.card(CardId::WinRateOverTime).remote.value().unwrap();
    assert!(!won.empty && won.unreported.is_empty(), "{:?}", won.notes);
    shop.ask(AnalyticsAction::SetFilter(Dimension::DisputeStatus, vec!["won".to_owned()]));
    shop.serve().await;
    let filtered = shop.card(CardId::DisputesByStage);
    let expected = ("This service does not report disputes by status", Some(Dimension::DisputeStatus));
    assert_eq!(filtered.unreported(), Some(expected));
}

#[tokio::test]
async fn payments_are_filtered_by_the_words_that_the_service_has_for_statuses() {
    let (mut usual, mut other) = (shop("spec").await, shop("hyperswitch").await);
    for shop in [&mut usual, &mut other] {
        shop.show(Board::Payments).await;
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
    assert_eq!((why.contains("none of their statuses is Requires action"), filter), (true, Some(Dimension::Status)));
}

#[tokio::test]
async fn what_wants_a_login_is_counted_here_and_nothing_is_learned() {
    let mut shop = shop("hyperswitch").await;
    shop.client.post("/_sandbox/settings", json!({"login_endpoints_take_keys": false})).await.ok();
    shop.show(Board::Payments).await;
    let counted = |shop: &Shop| {
        let board = shop.state.workspace.analytics.counted_board(&shop.state.workspace.history);
        board.map(|board| board.refusal.wants_login())
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
    assert!(shop.state.workspace.analytics.counted_board(&shop.state.workspace.history).is_some());
    assert_eq!(shop.card(CardId::PaymentTotals).remote.error(), None);
    let traits = &shop.state.view().traits.analytics;
    assert_eq!(traits.form(Subject::Payments), QueryForm::documented(Subject::Payments));
    assert_eq!(traits.refused_parts(Subject::Payments).count(), 0);
}

#[tokio::test]
async fn what_was_learned_is_forgotten_and_learned_again() {
    let mut shop = shop("hyperswitch").await;
    shop.show(Board::Payments).await;
    let body = TraitId::Analytics(AnalyticsTrait::Body(Subject::Payments));
    shop.act(Action::ChangeTraits(TraitChange::Reset(body)));
    assert_eq!(shop.state.view().traits.analytics.form(Subject::Payments).body, QueryBody::Object);
    shop.ask(AnalyticsAction::Refresh);
    shop.serve().await;
    assert_eq!(shop.state.view().traits.analytics.form(Subject::Payments).body, QueryBody::List);
}
