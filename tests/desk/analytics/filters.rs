//! Every filter of a board holds on every card: its numbers are filtered, or it says that they cannot be.

use paydesk_core::features::analytics::{
    AnalyticsAction, Board, CardId, Measure, NotCountable, RangeChoice, ValueUnit,
};
use paydesk_core::features::disputes::DisputeTableRow;
use paydesk_domain::analytics::Dimension;
use paydesk_domain::dispute::{DisputeStage, DisputeStatus};
use paydesk_test_desk::shop::Shop;
use serde_json::json;

async fn disputes(filters: &[(Dimension, &[&str])]) -> Shop {
    let mut shop = Shop::seeded(1_500, "Europe/Berlin").await;
    shop.show(Board::Disputes).await;
    shop.ask(AnalyticsAction::SetRange(RangeChoice::LastDays(90)));
    for (dimension, text) in filters {
        let text = text.iter().map(|word| (*word).to_owned()).collect();
        shop.ask(AnalyticsAction::SetFilter(*dimension, text));
    }
    shop.serve().await;
    shop
}

/// The disputes that a card counts, whatever their currency.
fn counted(shop: &Shop, id: CardId) -> i64 {
    let pane = shop.picture(id).panes.iter().find(|pane| pane.unit == ValueUnit::Count).unwrap();
    pane.series[0].total.unwrap().least()
}

fn listed(shop: &Shop, wanted: impl Fn(&DisputeTableRow) -> bool) -> i64 {
    shop.state.workspace.disputes.all().iter().filter(|row| wanted(row)).count() as i64
}

const LOCAL: [CardId; 3] = [CardId::OpenDisputes, CardId::DisputeAges, CardId::DisputeReasons];

#[tokio::test]
async fn every_filter_holds_on_every_card_or_the_card_says_that_it_cannot() {
    let filters: [(Dimension, &[&str]); 6] = [
        (Dimension::DisputeStatus, &["lost"]),
        (Dimension::DisputeStatus, &["challenged"]),
        (Dimension::DisputeStatus, &["won", "lost"]),
        (Dimension::DisputeStage, &["pre_arbitration"]),
        (Dimension::Currency, &["EUR"]),
        (Dimension::ProfileId, &["pro_other"]),
    ];
    for filter in filters {
        let shop = disputes(&[filter]).await;
        for id in Board::Disputes.cards() {
            let card = shop.card(*id);
            let says_so = card.uncounted.is_some() || card.refused.is_some();
            assert_eq!(
                card.remote.value().is_none(),
                says_so,
                "{filter:?} {id:?}: a number beside the reason for none"
            );
            match &card.plan {
                Some(plan) if *id == CardId::SucceededOverTime => {
                    let asked = &plan.query.filters;
                    let wanted = plan.question.filters.iter().all(|filter| asked.contains(filter));
                    assert!(wanted && !asked.is_empty(), "{id:?}: {asked:?}");
                }
                Some(plan) => {
                    assert_eq!(plan.query.filters, shop.state.workspace.analytics.question().filters, "{id:?}")
                }
                None => assert_eq!(card.remote.value().map_or(1, |picture| picture.filters.len()), 1, "{id:?}"),
            }
        }
    }
}

#[tokio::test]
async fn what_is_counted_in_the_list_is_of_the_statuses_that_are_filtered_for() {
    let shop = disputes(&[(Dimension::DisputeStatus, &["challenged", "won"])]).await;
    let challenged = listed(&shop, |row| row.dispute.status == DisputeStatus::Challenged);
    assert!(challenged > 0 && challenged < listed(&shop, |row| row.dispute.status.takes_evidence()));
    for id in [CardId::OpenDisputes, CardId::DisputeAges] {
        assert_eq!(counted(&shop, id), challenged, "{id:?}");
    }
    let shop = disputes(&[(Dimension::DisputeStatus, &["lost"])]).await;
    for id in [CardId::OpenDisputes, CardId::DisputeAges] {
        assert_eq!(shop.card(id).uncounted, Some(NotCountable::NoneOpen), "{id:?}");
    }
    assert!(counted(&shop, CardId::DisputeReasons) > 0);
    assert_eq!(counted(&shop, CardId::DisputeReasons), counted(&shop, CardId::DisputesByStatus));
}

#[tokio::test]
async fn a_list_without_profile_and_stage_counts_nothing_by_them_until_the_filter_is_lifted() {
    for (dimension, word, said) in
        [(Dimension::ProfileId, "pro_1", "no profile"), (Dimension::DisputeStage, "pre_arbitration", "no stage")]
    {
        let mut shop = disputes(&[(dimension, &[word])]).await;
        for id in LOCAL {
            let why = shop.card(id).uncounted.unwrap_or_else(|| panic!("{id:?} counts what it cannot filter"));
            assert_eq!(why, NotCountable::NotInList(dimension));
            assert!(why.why().contains(said), "{}", why.why());
            assert_eq!(
                shop.state.workspace.analytics.csv(id, &shop.state.view()),
                None,
                "{id:?}: nothing to write either"
            );
        }
        shop.ask(AnalyticsAction::SetFilter(dimension, Vec::new()));
        shop.serve().await;
        for id in LOCAL {
            assert!(shop.card(id).uncounted.is_none() && counted(&shop, id) > 0, "{id:?}");
        }
    }
}

#[tokio::test]
async fn a_stage_that_the_rows_carry_filters_them() {
    let mut shop = Shop::seeded(0, "UTC").await;
    shop.show_without_answers(Board::Disputes);
    shop.ask(AnalyticsAction::SetFilter(Dimension::DisputeStage, vec!["pre_arbitration".into()]));
    let row = |id: usize, stage: &str| {
        json!({"dispute_id": format!("dp_{id}"), "payment_id": "pay_1", "amount": 100, "currency": "EUR",
            "status": "dispute_opened", "reason": "fraudulent", "created": "2026-11-20T10:00:00Z", "dispute_stage": stage})
    };
    let rows = [row(1, "dispute"), row(2, "pre_arbitration"), row(3, "pre_dispute")];
    shop.answer_lists(json!({"count": 3, "total_count": 3, "data": rows}));
    assert_eq!(shop.state.workspace.disputes.all().len(), 3);
    for id in LOCAL {
        assert_eq!(counted(&shop, id), 1, "{id:?}");
    }
    let drill = shop.picture(CardId::OpenDisputes).drill_total(0, 0).unwrap();
    shop.act(drill.into());
    assert_eq!(shop.state.workspace.disputes.len(), 1);
    let shown = shop.state.workspace.disputes.row(0).unwrap().dispute.stage.clone();
    assert_eq!(shown, Some(DisputeStage::PreArbitration));
}

#[tokio::test]
async fn declines_are_of_the_filters_too() {
    let mut shop = Shop::seeded(600, "UTC").await;
    shop.show(Board::Payments).await;
    assert!(counted(&shop, CardId::DeclineMix) > 0);
    shop.ask(AnalyticsAction::SetFilter(Dimension::Status, vec!["succeeded".into()]));
    shop.serve().await;
    assert_eq!(shop.card(CardId::DeclineMix).uncounted, Some(NotCountable::NoneDeclined));
    assert!(shop.card(CardId::DeclineMix).remote.value().is_none());
    shop.ask(AnalyticsAction::SetFilter(Dimension::Status, vec!["failed".into()]));
    shop.serve().await;
    assert_eq!(counted(&shop, CardId::DeclineMix), counted(&shop, CardId::PaymentsByStatus));
}

#[tokio::test]
async fn a_rate_that_the_filter_leaves_without_a_meaning_says_why() {
    let shop = disputes(&[(Dimension::DisputeStatus, &["lost"])]).await;
    let left_out = &shop.picture(CardId::DisputeTotals).left_out;
    let names: Vec<Measure> = left_out.iter().map(|(measure, _)| *measure).collect();
    assert_eq!(names, [Measure::WinRate, Measure::Decided]);
    assert!(left_out[0].1.contains("needs both Won and Lost"), "{left_out:?}");
    let refused = shop.card(CardId::WinRateOverTime).refused.as_deref().unwrap();
    assert!(refused.starts_with("Win rate needs both Won and Lost"), "{refused}");
    let (_, _, filter) = shop.card(CardId::WinRateOverTime).meaningless().unwrap();
    assert_eq!(filter, Some(Dimension::DisputeStatus), "what is to be lifted");
}
