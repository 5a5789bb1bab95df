//! Cards are asked each on its own: a few at a time, none holding up another, and no stale answer is shown.

use chrono::{DateTime, Utc};
use paydesk_api::error::CallError;
use paydesk_api::outcome::LostAnswer;
use paydesk_core::features::analytics::{AnalyticsAction, Board, CardId, Comparison, RangeChoice};
use paydesk_core::read::{Read, ReadAnswer};
use paydesk_core::remote::Remote;
use paydesk_core::{Action, Message};
use paydesk_domain::zone::Zone;
use paydesk_test_desk::shop::Shop;

fn is_metrics(read: &Read) -> bool {
    matches!(read, Read::DisputeMetrics(_) | Read::PaymentMetrics(_))
}

fn under_way(shop: &Shop) -> usize {
    shop.reads.iter().filter(|(_, read)| is_metrics(read)).count()
}

#[tokio::test]
async fn a_few_queries_are_under_way_at_once_and_all_are_answered() {
    let mut shop = Shop::seeded(300, "UTC").await;
    shop.show_without_answers(Board::Disputes);
    let mut asked = 0;
    while !shop.reads.is_empty() {
        assert!(under_way(&shop) <= 4);
        let (request_id, read) = shop.reads.remove(0);
        asked += usize::from(is_metrics(&read));
        shop.answer(request_id, read).await;
    }
    assert_eq!(asked, 17, "nine queries, and as many comparisons but for the amounts by status");
    for id in Board::Disputes.cards() {
        assert!(matches!(shop.card(*id).remote, Remote::Ready { .. }), "{id:?}");
    }
}

#[tokio::test]
async fn a_slow_query_holds_no_other_card() {
    let mut shop = Shop::seeded(300, "UTC").await;
    shop.show_without_answers(Board::Payments);
    let (request_id, read) = shop.reads.remove(0);
    shop.answer(request_id, read).await;
    let slow = shop.reads.iter().position(|(_, read)| matches!(read, Read::PaymentMetrics(_)));
    let slow = shop.reads.remove(slow.expect("the board that is shown is asked before the one that was"));
    shop.serve().await;
    assert!(shop.card(CardId::PaymentTotals).remote.is_loading());
    for id in [CardId::PaymentsOverTime, CardId::SuccessOverTime, CardId::PaymentsByStatus, CardId::DeclineMix] {
        assert!(matches!(shop.card(id).remote, Remote::Ready { .. }), "{id:?}");
    }
    shop.answer(slow.0, slow.1).await;
    assert_eq!(shop.card(CardId::PaymentTotals).comparison, Comparison::Ready);
    assert!(!shop.picture(CardId::PaymentTotals).figures.is_empty());
}

#[tokio::test]
async fn an_answer_to_an_earlier_question_is_not_shown_and_the_old_picture_stays_meanwhile() {
    let mut shop = Shop::seeded(300, "UTC").await;
    shop.show(Board::Payments).await;
    let month = shop.picture(CardId::PaymentTotals).clone();
    shop.ask(AnalyticsAction::SetRange(RangeChoice::LastDays(7)));
    let stale: Vec<_> = shop.reads.clone();
    shop.ask(AnalyticsAction::SetRange(RangeChoice::LastDays(90)));
    assert!(stale.iter().all(|(request_id, _)| shop.reads.iter().all(|(other, _)| other != request_id)), "given up");
    for (request_id, read) in stale {
        shop.answer(request_id, read).await;
        assert_eq!(shop.card(CardId::PaymentTotals).remote.value(), Some(&month));
        assert!(shop.card(CardId::PaymentTotals).remote.is_loading());
    }
    shop.serve().await;
    let quarter = shop.picture(CardId::PaymentTotals);
    assert!(quarter.caption.starts_with("24 Aug – 21 Nov 2026"), "{}", quarter.caption);
}

#[tokio::test]
async fn a_card_that_failed_says_why_keeps_its_picture_and_is_asked_again_alone() {
    let mut shop = Shop::seeded(300, "UTC").await;
    shop.show(Board::Payments).await;
    shop.ask(AnalyticsAction::Retry(CardId::PaymentsByStatus));
    let (request_id, _) = shop.reads.remove(0);
    let lost = CallError::Lost(LostAnswer::ConnectionLost);
    let answer = |error: &CallError| ReadAnswer::Metrics(Box::new(Err(error.clone())));
    shop.event(Message::ReadAnswered { request_id, answer: answer(&lost), rate: None });
    let card = shop.card(CardId::PaymentsByStatus);
    let failed = card.remote.error().is_some() || card.remote.is_loading();
    assert!(failed && card.remote.value().is_some());
    assert!(matches!(shop.card(CardId::PaymentTotals).remote, Remote::Ready { .. }));
    shop.reads.clear();
    shop.ask(AnalyticsAction::Retry(CardId::PaymentsByStatus));
    assert_eq!(under_way(&shop), 2, "now and before");
    shop.serve().await;
    assert!(matches!(shop.card(CardId::PaymentsByStatus).remote, Remote::Ready { .. }));
}

#[tokio::test]
async fn a_comparison_that_failed_leaves_the_numbers_and_is_distinguished() {
    let mut shop = Shop::seeded(300, "UTC").await;
    shop.show_without_answers(Board::Payments);
    let body = serde_json::json!({"queryData": [{"status": "succeeded", "payment_count": 3}]});
    shop.answer_card(CardId::PaymentsByStatus, body);
    let card = shop.card(CardId::PaymentsByStatus);
    assert_eq!(card.comparison, Comparison::Loading);
    assert!(matches!(card.remote, Remote::Ready { .. }), "the numbers do not wait for the comparison");
    assert_eq!(shop.picture(CardId::PaymentsByStatus).before_caption, "");
}

#[tokio::test]
async fn another_zone_asks_for_other_days() {
    let mut shop = Shop::seeded(300, "UTC").await;
    shop.show(Board::Payments).await;
    let utc = shop.picture(CardId::PaymentsOverTime).span;
    shop.act(Action::SetZone(Some("Asia/Kathmandu".parse::<Zone>().unwrap())));
    shop.serve().await;
    let kathmandu = shop.picture(CardId::PaymentsOverTime);
    assert_eq!((utc.start - kathmandu.span.start).num_minutes(), 5 * 60 + 45);
    assert!(kathmandu.notes.iter().any(|note| note.contains("15 minutes earlier or later")), "{:?}", kathmandu.notes);
}

#[tokio::test]
async fn while_the_profile_is_locked_nothing_is_asked() {
    let mut shop = Shop::seeded(0, "UTC").await;
    shop.state.workspace.profile = None;
    shop.show_without_answers(Board::Payments);
    assert_eq!(shop.reads.len(), 0);
    assert!(shop.state.workspace.analytics.card(CardId::PaymentTotals).is_none());
}

#[tokio::test]
async fn after_midnight_the_board_is_asked_for_the_new_day_and_its_caption_is_always_that_of_its_numbers() {
    let mut shop = Shop::seeded(300, "Europe/Berlin").await;
    shop.show(Board::Disputes).await;
    let shown = |shop: &Shop| {
        let analytics = &shop.state.workspace.analytics;
        let caption = analytics.shown_period(shop.state.now, shop.state.zone()).label();
        (caption, shop.picture(CardId::DisputeTotals).caption.clone())
    };
    let (before, _) = shown(&shop);
    assert!(before.ends_with("21 Nov 2026"), "{before}");
    let midnight: DateTime<Utc> = "2026-11-21T23:00:00Z".parse().unwrap();
    shop.tick(midnight - shop.state.now);
    let (caption, numbers) = shown(&shop);
    assert!(numbers.starts_with(&caption), "while the new day is read: {caption} over {numbers}");
    assert!(caption.ends_with("21 Nov 2026"));
    shop.serve().await;
    let (caption, numbers) = shown(&shop);
    assert!(numbers.starts_with(&caption) && caption.ends_with("22 Nov 2026"), "{caption} over {numbers}");
}
