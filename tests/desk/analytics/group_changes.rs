//! Groups of disputes against the period before: sorted by how much they changed.

use paydesk_core::features::analytics::{AnalyticsAction, Board, CardId, DrillDown, GroupChange};
use paydesk_test_desk::shop::Shop;

const CARDS: [CardId; 4] =
    [CardId::DisputeReasons, CardId::DisputesByCurrency, CardId::DisputesByStage, CardId::DisputesByProfile];

async fn shop() -> Shop {
    let mut shop = Shop::seeded(1_500, "Europe/Berlin").await;
    shop.show(Board::Disputes).await;
    shop
}

#[tokio::test]
async fn every_way_to_tell_disputes_apart_has_all_of_them_now_and_before_the_largest_change_first() {
    let shop = shop().await;
    let totals = shop.picture(CardId::DisputeTotals);
    let all =
        (totals.panes[0].series[0].total.unwrap().least(), totals.panes[0].series[0].total_before.unwrap().least());
    for id in CARDS {
        let groups = shop.picture(id).group_changes();
        let sum = |number: fn(&GroupChange) -> i64| groups.iter().map(number).sum::<i64>();
        assert_eq!((sum(|group| group.now.least()), sum(|group| group.before.unwrap())), all, "{id:?}");
        let sizes: Vec<i64> = groups.iter().map(|group| group.difference().unwrap().abs()).collect();
        assert!(sizes.is_sorted_by(|a, b| a >= b), "{id:?}: {sizes:?}");
        assert!(groups.iter().all(|group| group.now.least() > 0 || group.before > Some(0)), "{id:?}");
    }
}

#[tokio::test]
async fn the_disputes_of_a_reason_are_counted_in_the_list_in_both_periods() {
    let shop = shop().await;
    let content = shop.picture(CardId::DisputeReasons);
    let groups = content.group_changes();
    assert!(groups.len() > 2 && groups.iter().any(|group| group.before != Some(0)));
    for group in groups {
        let (pane, series, slot) = group.place;
        let Ok(DrillDown::Disputes(filter)) = content.drill(pane, series, slot) else { panic!("{}", group.label) };
        let rows = || shop.state.workspace.disputes.all().iter().filter(|row| filter.shows(row));
        assert_eq!(rows().count() as i64, group.now.least(), "{}", group.label);
        for (currency, amount) in &group.amounts {
            let of_currency = rows().filter(|row| row.dispute.amount.currency == *currency);
            assert_eq!(of_currency.map(|row| row.dispute.amount.minor).sum::<i64>(), amount.least(), "{}", group.label);
        }
    }
}

#[tokio::test]
async fn without_a_comparison_there_is_no_change() {
    let mut shop = shop().await;
    shop.ask(AnalyticsAction::SetCompare(false));
    shop.serve().await;
    for id in CARDS {
        let groups = shop.picture(id).group_changes();
        assert!(groups.iter().all(|group| group.difference().is_none()), "{id:?}");
    }
}
