//! From a number to its rows: the list counts exactly what was shown.

use paydesk::app::Action;
use paydesk::app::features::analytics::{
    AnalyticsAction, Board, CardContent, CardId, CardValue, DrillDown, NoRows, RangeChoice, ValueUnit,
};
use paydesk::app::features::disputes::{DisputeLocalFilterPart, DisputesAction, InboxAction};
use paydesk::app::features::payments::PaymentsAction;
use paydesk::app::operations::ResourceKind;
use paydesk::app::route::Route;
use paydesk::domain::analytics::Dimension;
use paydesk::domain::money::Money;

use super::shop::Shop;

/// How many rows the list that was opened has, and the sum of their amounts.
fn listed(shop: &Shop) -> (i64, i64) {
    let amounts: Vec<Money> = match shop.state.workspace.route {
        Route::List(ResourceKind::Payment) => {
            assert!(shop.state.workspace.payments.complete);
            let rows =
                (0..shop.state.workspace.payments.len()).map(|row| shop.state.workspace.payments.row(row).unwrap());
            rows.map(|row| row.payment.amount.clone()).collect()
        }
        Route::List(ResourceKind::Dispute) => {
            assert!(shop.state.workspace.disputes.inbox.reading.complete);
            let rows =
                (0..shop.state.workspace.disputes.len()).map(|row| shop.state.workspace.disputes.row(row).unwrap());
            rows.map(|row| row.dispute.amount.clone()).collect()
        }
        other => panic!("{other:?} is no list"),
    };
    (amounts.len() as i64, amounts.iter().map(|amount| amount.minor).sum())
}

/// Opens the rows of a number, and compares.
async fn follow(shop: &mut Shop, what: &str, unit: &ValueUnit, value: CardValue, drill: DrillDown) {
    shop.act(drill.into());
    shop.serve().await;
    if shop.state.workspace.route == Route::List(ResourceKind::Payment) {
        shop.act(Action::Payments(PaymentsAction::LoadAll));
        shop.serve().await;
    }
    let (count, sum) = listed(shop);
    match unit {
        ValueUnit::Count => assert_eq!(count, value.number, "{what}"),
        ValueUnit::Money(_) => assert_eq!(sum, value.number, "{what}"),
        ValueUnit::Rate => assert_eq!(Some(count), value.of, "{what}"),
    }
}

/// Every number of a picture that has rows; how many there were.
async fn follow_all(shop: &mut Shop, id: CardId, picture: &CardContent) -> usize {
    let mut followed = 0;
    for (pane_at, pane) in picture.panes.iter().enumerate() {
        for (series_at, series) in pane.series.iter().enumerate() {
            for (slot_at, slot) in pane.slots.iter().enumerate() {
                let Some(value) = series.values[slot_at] else { continue };
                let Ok(drill) = picture.drill(pane_at, series_at, slot_at) else { continue };
                let what = format!("{id:?} {} {} {}", pane.title, series.name, slot.full_label);
                follow(shop, &what, &pane.unit, value, drill).await;
                followed += 1;
            }
            if let (Some(total), Ok(drill)) = (series.total, picture.drill_total(pane_at, series_at)) {
                follow(shop, &format!("{id:?} total of {}", series.name), &pane.unit, total, drill).await;
            }
        }
    }
    followed
}

#[tokio::test]
async fn every_number_of_the_dispute_board_opens_the_rows_it_counts() {
    for zone in ["Europe/Berlin", "Asia/Kathmandu"] {
        let mut shop = Shop::seeded(1_500, zone).await;
        shop.show(Board::Disputes).await;
        shop.ask(AnalyticsAction::SetRange(RangeChoice::LastDays(90)));
        shop.serve().await;
        for id in Board::Disputes.cards() {
            let picture = shop.picture(*id).clone();
            let followed = follow_all(&mut shop, *id, &picture).await;
            let unlisted = [CardId::DisputesByStage, CardId::DisputesByProfile].contains(id);
            assert_eq!(followed == 0, unlisted, "{zone} {id:?}: {followed}");
        }
    }
}

#[tokio::test]
async fn every_number_of_the_payment_board_opens_the_rows_it_counts() {
    for zone in ["America/Sao_Paulo", "Asia/Kathmandu"] {
        let mut shop = Shop::seeded(600, zone).await;
        shop.show(Board::Payments).await;
        shop.ask(AnalyticsAction::SetRange(RangeChoice::LastDays(7)));
        shop.serve().await;
        for id in Board::Payments.cards() {
            let picture = shop.picture(*id).clone();
            assert!(follow_all(&mut shop, *id, &picture).await > 0, "{id:?}");
        }
    }
}

#[tokio::test]
async fn filters_of_the_board_are_filters_of_the_list() {
    let mut shop = Shop::seeded(600, "Europe/Berlin").await;
    shop.show(Board::Payments).await;
    let text = |text: &[&str]| text.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    shop.ask(AnalyticsAction::SetFilter(Dimension::Currency, text(&["EUR", "JPY"])));
    shop.ask(AnalyticsAction::SetFilter(Dimension::Status, text(&["failed", "succeeded"])));
    shop.serve().await;
    for id in [CardId::PaymentTotals, CardId::PaymentsByStatus, CardId::SuccessOverTime, CardId::DeclineMix] {
        let picture = shop.picture(id).clone();
        assert!(follow_all(&mut shop, id, &picture).await > 0, "{id:?}");
    }
}

#[tokio::test]
async fn what_the_list_does_not_carry_has_no_rows_and_says_so() {
    let mut shop = Shop::seeded(1_500, "UTC").await;
    shop.show(Board::Disputes).await;
    let no_rows = shop.picture(CardId::DisputesByStage).drill(0, 0, 0).unwrap_err();
    assert_eq!(no_rows, NoRows::NotInList(Dimension::DisputeStage));
    assert!(no_rows.why().contains("dispute_stage"));
}

#[tokio::test]
async fn each_part_of_what_the_inbox_is_filtered_by_can_be_removed() {
    let mut shop = Shop::seeded(1_500, "Europe/Berlin").await;
    shop.show(Board::Disputes).await;
    let picture = shop.picture(CardId::OpenDisputes).clone();
    let drill = picture.drill(1, 1, 0).unwrap();
    shop.act(drill.into());
    let parts: Vec<DisputeLocalFilterPart> = shop
        .state
        .workspace
        .disputes
        .inbox
        .local_filter
        .parts(shop.state.zone())
        .into_iter()
        .map(|(part, _)| part)
        .collect();
    assert_eq!(parts, [DisputeLocalFilterPart::Status, DisputeLocalFilterPart::Currency, DisputeLocalFilterPart::Due]);
    let mut before = listed(&shop).0;
    for part in parts {
        shop.act(Action::Disputes(DisputesAction::Inbox(InboxAction::RemoveLocalFilter(part))));
        assert!(listed(&shop).0 >= before);
        before = listed(&shop).0;
    }
    assert!(!shop.state.workspace.disputes.inbox.local_filter.is_active());
    assert_eq!(before as usize, shop.state.workspace.disputes.loaded());
}
