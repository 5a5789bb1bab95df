//! Both boards against a seeded sandbox: every card has a picture, and its numbers are those of the lists.

use paydesk_core::features::analytics::{
    AnalyticsAction, Board, CardContent, CardId, Comparison, RangeChoice, ValueUnit,
};
use paydesk_test_desk::shop::Shop;

fn sum(picture: &CardContent, unit: &ValueUnit) -> i64 {
    let panes = picture.panes.iter().filter(|pane| pane.unit == *unit);
    panes.flat_map(|pane| &pane.series).filter_map(|series| series.total).map(|total| total.least()).sum()
}

#[tokio::test]
async fn every_card_of_both_boards_has_a_picture_without_a_difference() {
    for zone in ["UTC", "Europe/Berlin", "Asia/Kathmandu"] {
        let mut shop = Shop::seeded(3_000, zone).await;
        for board in [Board::Disputes, Board::Payments] {
            shop.show(board).await;
            for id in board.cards() {
                let picture = shop.picture(*id);
                // Nothing was submitted from here, and no details of payments and no days of decision are known.
                let is_empty =
                    matches!(id, CardId::EvidenceResults | CardId::DecidedOverTime) || id.counts_known_payments();
                assert_eq!(picture.empty, is_empty, "{zone} {id:?}: {picture:?}");
                assert!(picture.caption.ends_with(zone), "{}", picture.caption);
                let card = shop.card(*id);
                if card.plan.is_none() {
                    continue;
                }
                let is_compared = *id != CardId::DisputedByStatus;
                assert_eq!(card.comparison == Comparison::Ready, is_compared, "{id:?}: {:?}", card.comparison);
                assert!(
                    picture.totals.iter().all(|total| total.difference.is_none_or(|by| by == 0)),
                    "{id:?} {picture:?}"
                );
                assert!(picture.notes.iter().all(|note| !note.contains("differ")), "{zone} {id:?} {:?}", picture.notes);
                assert!(
                    picture.notes.iter().all(|note| !note.contains("left out")),
                    "{zone} {id:?} {:?}",
                    picture.notes
                );
            }
        }
    }
}

#[tokio::test]
async fn cards_of_one_range_agree_with_each_other() {
    let mut shop = Shop::seeded(3_000, "Europe/Berlin").await;
    shop.show(Board::Payments).await;
    shop.ask(AnalyticsAction::SetRange(RangeChoice::LastDays(90)));
    shop.serve().await;
    let by_currency = sum(shop.picture(CardId::PaymentTotals), &ValueUnit::Count);
    assert!(by_currency > 1_000);
    for id in [CardId::PaymentsOverTime, CardId::PaymentsByStatus] {
        assert_eq!(sum(shop.picture(id), &ValueUnit::Count), by_currency, "{id:?}");
    }
}

#[tokio::test]
async fn another_board_has_the_range_of_the_one_before() {
    let mut shop = Shop::seeded(300, "UTC").await;
    shop.show(Board::Disputes).await;
    shop.ask(AnalyticsAction::SetRange(RangeChoice::LastDays(91)));
    shop.serve().await;
    for board in [Board::Payments, Board::Query, Board::Disputes] {
        shop.show(board).await;
        assert_eq!(shop.state.workspace.analytics.question().range, RangeChoice::LastDays(91), "{board:?}");
    }
    let days = shop.picture(CardId::DisputeTotals).span;
    assert_eq!((days.end - days.start).num_days(), 90, "its numbers are of that range");
}
