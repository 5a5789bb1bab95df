//! The dispute rate: made from what other cards are answered, and checked with the sandbox's own lists.

use chrono::{DateTime, Utc};
use paydesk_core::Effect;
use paydesk_core::features::analytics::significance::{Share, share_of};
use paydesk_core::features::analytics::{
    AnalyticsAction, Board, BucketSize, CardContent, CardId, DisputeGoals, DrillDown, NotCountable, RangeChoice,
};
use paydesk_core::remote::Remote;
use paydesk_domain::analytics::Dimension;
use paydesk_test_desk::shop::Shop;
use serde_json::Value;

async fn shop() -> Shop {
    let mut shop = Shop::seeded(1_500, "Europe/Berlin").await;
    shop.show(Board::Disputes).await;
    shop
}

fn created(row: &Value) -> DateTime<Utc> {
    row["created"].as_str().unwrap().parse().unwrap()
}

/// The succeeded payments of the sandbox in the range of a card: how many, and what they are worth, in a currency.
async fn succeeded(shop: &Shop, content: &CardContent, currency: Option<&str>) -> (i64, i64) {
    let (mut count, mut sum, mut offset) = (0, 0, 0);
    loop {
        let body = serde_json::json!({"limit": 100, "offset": offset, "status": "succeeded"});
        let page = shop.client.post("/payments/list", body).await;
        let rows = page.json()["data"].as_array().unwrap().clone();
        for row in &rows {
            let is_in = (content.span.start..=content.span.end).contains(&created(row));
            if is_in && currency.is_none_or(|code| row["currency"] == code) {
                (count, sum) = (count + 1, sum + row["amount"].as_i64().unwrap());
            }
        }
        if rows.len() < 100 {
            return (count, sum);
        }
        offset += 100;
    }
}

#[tokio::test]
async fn disputes_are_counted_against_succeeded_payments_and_each_rate_opens_its_disputes() {
    let shop = shop().await;
    let content = shop.picture(CardId::DisputeRate).clone();
    let disputes = shop.state.workspace.disputes.all();
    let opened = |filter: &DrillDown| match filter {
        DrillDown::Disputes(filter) => disputes.iter().filter(|row| filter.shows(row)).count() as i64,
        other => panic!("a dispute rate opens disputes, not {other:?}"),
    };
    let total = content.panes[0].series[0].total.unwrap();
    let share = share_of(total).unwrap();
    assert_eq!(share.of, succeeded(&shop, &content, None).await.0);
    assert_eq!(share.hits, opened(&content.drill_total(0, 0).unwrap()));
    let buckets = content.panes[0].slots.len();
    assert!(buckets > 1);
    let hits = |slot: usize| {
        let value = content.panes[0].series[0].values[slot]?;
        assert_eq!(share_of(value).unwrap().hits, opened(&content.drill(0, 0, slot).unwrap()));
        Some(share_of(value).unwrap())
    };
    let all: Vec<Share> = (0..buckets).filter_map(hits).collect();
    assert_eq!(all.iter().map(|share| share.of).sum::<i64>(), share.of);
}

#[tokio::test]
async fn each_currency_has_a_rate_by_count_and_one_by_amount() {
    let shop = shop().await;
    let content = shop.picture(CardId::DisputeRate).clone();
    let pane = &content.panes[1];
    assert_eq!(pane.series.iter().map(|series| series.name.as_str()).collect::<Vec<_>>(), ["By count", "By amount"]);
    let slot = pane.slots.iter().position(|slot| slot.label == "EUR").unwrap();
    let (count, sum) = succeeded(&shop, &content, Some("EUR")).await;
    let by_count = share_of(pane.series[0].values[slot].unwrap()).unwrap();
    assert_eq!(by_count.of, count);
    let disputed: i64 = {
        let Ok(DrillDown::Disputes(filter)) = content.drill(1, 1, slot) else { panic!() };
        let rows = shop.state.workspace.disputes.all().iter().filter(|row| filter.shows(row));
        rows.map(|row| row.dispute.amount.minor).sum()
    };
    let by_amount = pane.series[1].values[slot].unwrap();
    assert_eq!(by_amount.least(), (disputed * 1_000_000 + sum / 2) / sum);
    assert_eq!(by_amount.of, None, "an amount is no number of cases");
}

#[tokio::test]
async fn it_has_the_buckets_of_the_disputes_whatever_payments_would_have() {
    let mut shop = shop().await;
    for (range, size) in [(28, BucketSize::Auto), (91, BucketSize::Auto), (91, BucketSize::Month)] {
        shop.ask(AnalyticsAction::SetRange(RangeChoice::LastDays(range)));
        shop.ask(AnalyticsAction::SetGranularity(Some(size)));
        shop.serve().await;
        let slots = |id: CardId| shop.picture(id).panes[0].slots.clone();
        assert_eq!(slots(CardId::DisputeRate), slots(CardId::DisputesOverTime), "{range} {size:?}");
    }
}

#[tokio::test]
async fn filters_that_payments_do_not_have_leave_no_rate_and_lifting_them_brings_it_back() {
    let mut shop = shop().await;
    let filter = |values: &[&str]| {
        AnalyticsAction::SetFilter(Dimension::DisputeStatus, values.iter().map(|word| (*word).to_owned()).collect())
    };
    shop.ask(filter(&["lost"]));
    shop.serve().await;
    let why = NotCountable::NotOfPayments(Dimension::DisputeStatus);
    assert_eq!(shop.card(CardId::DisputeRate).uncounted, Some(why));
    assert!(why.why().contains("Remove this filter"));
    shop.ask(filter(&[]));
    shop.serve().await;
    assert!(matches!(shop.card(CardId::DisputeRate).remote, Remote::Ready { .. }));
    assert_eq!(shop.card(CardId::DisputeRate).uncounted, None);
}

#[tokio::test]
async fn while_newer_answers_are_on_their_way_the_rate_stays_and_its_retry_asks_what_it_is_made_from() {
    let mut shop = shop().await;
    let before = shop.picture(CardId::DisputeRate).clone();
    shop.ask(AnalyticsAction::Retry(CardId::DisputeRate));
    assert!(shop.card(CardId::DisputeRate).remote.is_loading());
    assert_eq!(shop.picture(CardId::DisputeRate), &before);
    assert!(!shop.reads.is_empty());
    shop.serve().await;
    assert!(matches!(shop.card(CardId::DisputeRate).remote, Remote::Ready { .. }));
}

#[tokio::test]
async fn goals_are_kept_in_the_settings_and_never_beyond_all_payments() {
    let mut shop = shop().await;
    let goals = |by_count| DisputeGoals { by_count, by_amount: None };
    let set = |shop: &Shop| shop.state.settings.dispute_goals(&shop.state.workspace.profile_id);
    shop.ask(AnalyticsAction::SetGoals(goals(Some(9_000))));
    assert_eq!(set(&shop), goals(Some(9_000)));
    let is_saved = |effect: &Effect| matches!(effect, Effect::Store(_));
    assert!(shop.other.iter().any(is_saved), "{:?}", shop.other);
    shop.ask(AnalyticsAction::SetGoals(goals(None)));
    assert_eq!(set(&shop), goals(None));
    assert_eq!(goals(Some(2_000_000)).bounded(), goals(None));
}
