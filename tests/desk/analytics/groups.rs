//! Questions grouped by two fields have more groups than a chart shows: the largest are shown, and the rest is their sum.

use paydesk_core::features::analytics::{
    AnalyticsAction, Board, BucketSize, CardContent, CardId, Dimension, DrillDown, NoRows, Pane, ValueUnit,
};
use paydesk_domain::analytics::Subject;
use paydesk_test_desk::shop::Shop;
use serde_json::{Value, json};

const CURRENCIES: [&str; 9] = ["AUD", "CAD", "CHF", "CZK", "EUR", "GBP", "JPY", "SEK", "USD"];
const STATUSES: [&str; 8] = [
    "succeeded",
    "failed",
    "processing",
    "cancelled",
    "requires_action",
    "requires_capture",
    "requires_confirmation",
    "requires_payment_method",
];

/// So many payments of a group, each of 100 units: every group has another size, and the last in order is the largest.
fn size(currency: usize, status: usize) -> i64 {
    (currency * STATUSES.len() + status) as i64 + 1
}

/// The answer grouped by both fields.
fn by_both() -> Value {
    let row = |(currency, status): (usize, usize)| {
        let count = size(currency, status);
        json!({"currency": CURRENCIES[currency], "status": STATUSES[status], "time_bucket": "2026-11-20T00:00:00Z",
               "payment_count": count, "payment_processed_amount": count * 100})
    };
    let all = (0..CURRENCIES.len()).flat_map(|currency| (0..STATUSES.len()).map(move |status| (currency, status)));
    json!({"queryData": all.map(row).collect::<Vec<_>>(), "metaData": []})
}

async fn explored(granularity: Option<BucketSize>) -> Shop {
    let mut shop = Shop::seeded(10, "UTC").await;
    shop.show(Board::Query).await;
    shop.ask(AnalyticsAction::SetSubject(Subject::Payments));
    shop.ask(AnalyticsAction::SetCompare(false));
    shop.ask(AnalyticsAction::SetGranularity(granularity));
    shop.ask(AnalyticsAction::SetGroupBy(vec![Dimension::Currency, Dimension::Status]));
    shop.answer_card(CardId::CustomQuery, by_both());
    shop
}

/// What the values of all series of a pane add up to.
fn drawn(pane: &Pane) -> i64 {
    pane.series.iter().flat_map(|series| &series.values).flatten().map(|value| value.least()).sum()
}

fn all() -> i64 {
    (1..=(CURRENCIES.len() * STATUSES.len()) as i64).sum()
}

fn counts(content: &CardContent) -> (usize, &Pane) {
    let at = content.panes.iter().position(|pane| pane.unit == ValueUnit::Count).unwrap();
    (at, &content.panes[at])
}

fn assert_amounts_are_whole(content: &CardContent) {
    for (currency, code) in CURRENCIES.iter().enumerate() {
        let of_code = |pane: &&Pane| matches!(&pane.unit, ValueUnit::Money(currency) if currency.code() == *code);
        let pane = content.panes.iter().find(of_code).unwrap();
        let expected: i64 = (0..STATUSES.len()).map(|status| size(currency, status) * 100).sum();
        assert_eq!(drawn(pane), expected, "{code}");
    }
}

#[tokio::test]
async fn bars_of_many_groups_are_the_largest_and_the_rest_and_add_up_to_the_whole() {
    let shop = explored(None).await;
    let content = shop.picture(CardId::CustomQuery);
    let (at, pane) = counts(content);
    assert_eq!((drawn(pane), pane.series[0].total.unwrap().least()), (all(), all()));
    assert_amounts_are_whole(content);
    let last = pane.slots.len() - 1;
    assert_eq!((last, pane.slots[last].label.as_str()), (23, "Other (49)"));
    let smallest: i64 = (1..=49).sum();
    assert_eq!(pane.series[0].values[last].unwrap().least(), smallest, "the rest are the smallest");
    assert!(content.notes.iter().any(|note| note.starts_with("Other is the sum of the 49 smallest")));
    assert_eq!(content.drill(at, 0, last), Err(NoRows::SeveralGroups), "no list is filtered by that");
    assert!(matches!(content.drill(at, 0, 0), Ok(DrillDown::Payments(_))));
}

#[tokio::test]
async fn series_of_many_groups_over_time_add_up_to_the_whole() {
    let shop = explored(Some(BucketSize::Day)).await;
    let content = shop.picture(CardId::CustomQuery);
    let (at, pane) = counts(content);
    assert_eq!(drawn(pane), all());
    assert_amounts_are_whole(content);
    let last = pane.series.len() - 1;
    let rest = &pane.series[last];
    assert_eq!((last, rest.name.as_str(), rest.merged), (59, "Other (13)", 13));
    assert_eq!(rest.total.unwrap().least(), (1..=13).sum::<i64>());
    assert_eq!(content.drill_total(at, last), Err(NoRows::SeveralGroups));
}

#[tokio::test]
async fn another_subject_is_grouped_by_its_status_too() {
    let mut shop = explored(None).await;
    let both = shop.state.workspace.analytics.question().group_by.clone();
    shop.ask(AnalyticsAction::SetSubject(Subject::Disputes));
    let of_disputes = [Dimension::Currency, Dimension::DisputeStatus];
    assert_eq!(shop.state.workspace.analytics.question().group_by, of_disputes);
    shop.ask(AnalyticsAction::SetSubject(Subject::Payments));
    assert_eq!(shop.state.workspace.analytics.question().group_by, both);
    shop.ask(AnalyticsAction::SetSubject(Subject::Disputes));
    shop.ask(AnalyticsAction::SetGroupBy(vec![Dimension::DisputeStage]));
    shop.ask(AnalyticsAction::SetSubject(Subject::Payments));
    assert_eq!(shop.state.workspace.analytics.question().group_by, both, "those of payments are kept");
    shop.ask(AnalyticsAction::SetSubject(Subject::Disputes));
    let of_disputes = [Dimension::DisputeStage];
    assert_eq!(shop.state.workspace.analytics.question().group_by, of_disputes, "and those of disputes");
}

#[tokio::test]
async fn a_saved_board_that_is_opened_is_grouped_as_it_was_saved_whatever_was_asked_before() {
    let mut shop = explored(None).await;
    shop.ask(AnalyticsAction::SaveBoard("Mine".to_owned()));
    shop.ask(AnalyticsAction::SetSubject(Subject::Disputes));
    shop.ask(AnalyticsAction::SetGroupBy(vec![Dimension::DisputeStage]));
    shop.ask(AnalyticsAction::OpenBoard("Mine".to_owned()));
    shop.ask(AnalyticsAction::SetSubject(Subject::Disputes));
    let of_disputes = [Dimension::Currency, Dimension::DisputeStatus];
    assert_eq!(shop.state.workspace.analytics.question().group_by, of_disputes);
}
