//! From a number to its rows: the list counts exactly what was shown.

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_core::command::{Command, CommandEffect};
use paydesk_core::features::analytics::{
    AnalyticsAction, Board, CardContent, CardId, CardValue, DrillDown, NoRows, RangeChoice, ValueUnit,
};
use paydesk_core::features::disputes::{DisputeLocalFilter, DisputeLocalFilterPart, DisputesAction, InboxAction};
use paydesk_core::features::payments::{CreatedRange, PaymentsAction};
use paydesk_core::operations::ResourceKind;
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::analytics::Dimension;
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_test_desk::shop::{Shop, answered};
use paydesk_test_sandbox::helpers::START;
use serde_json::{Value, json};

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
        ValueUnit::Count => assert_eq!(count, value.least(), "{what}"),
        ValueUnit::Money(_) => assert_eq!(sum, value.least(), "{what}"),
        ValueUnit::Rate => assert_eq!(Some(count), value.of, "{what}"),
    }
}

/// Every number of a picture that has rows; how many there were.
pub(super) async fn follow_all(shop: &mut Shop, id: CardId, picture: &CardContent) -> usize {
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
            if *id == CardId::DisputeRate {
                // Its cases are payments, its rows the disputes of these: see `dispute_rate`.
                continue;
            }
            let is_other = matches!(id, CardId::EvidenceResults | CardId::DecidedOverTime | CardId::LargestOpen);
            if is_other || id.counts_known_payments() {
                // Nothing was submitted from here, no day of decision and no details are known, and a line of the largest
                // leads to its dispute: see `evidence_results`, and `decisions`, `disputed_groups` and `largest_open` of the core.
                continue;
            }
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

/// A page of failed payments, the newest first, one a minute, out of so many.
fn failed_page(offset: u32, total: u32) -> Value {
    let newest: DateTime<Utc> = START.parse().unwrap();
    let row = |at: u32| {
        let created = (newest - TimeDelta::minutes(i64::from(at))).to_rfc3339();
        json!({"payment_id": format!("pay_{at}"), "status": "failed", "amount": 100, "currency": "EUR",
            "created": created, "unified_code": "UE_1001"})
    };
    let data: Vec<Value> = (offset..(offset + 100).min(total)).map(row).collect();
    json!({"count": data.len(), "total_count": total, "data": data})
}

#[tokio::test]
async fn a_card_of_more_declines_than_are_read_says_how_many_it_counts_and_opens_exactly_those() {
    let mut shop = Shop::seeded(50, "UTC").await;
    shop.show_without_answers(Board::Payments);
    let mut pages = 0;
    while let Some(at) =
        shop.reads.iter().position(|(_, read)| matches!(read, Read::Payments(page) if page.filter.status.is_some()))
    {
        let (request_id, read) = shop.reads.remove(at);
        let answer = read.answer(answered(failed_page(pages * 100, 7_000)), MinorUnits::Iso4217);
        shop.event(Message::ReadAnswered { request_id, answer, rate: None });
        pages += 1;
    }
    let picture = shop.picture(CardId::DeclineMix);
    let counted = picture.panes[0].series[0].total.unwrap().least();
    assert_eq!((counted, pages), (5_000, 50));
    assert!(picture.notes[0].contains("5,000 newest of 7,000"), "said first: {:?}", picture.notes);
    let Ok(DrillDown::Payments(filter)) = picture.drill(0, 0, 0) else { panic!("it has rows") };
    let CreatedRange::Between { from, .. } = filter.created else { panic!("{:?}", filter.created) };
    let newest: DateTime<Utc> = START.parse().unwrap();
    assert_eq!(from, newest - TimeDelta::minutes(4_999), "the oldest that is counted");
}

#[tokio::test]
async fn due_in_the_next_7_days_reaches_beyond_the_weekend() {
    let mut shop = Shop::seeded(1_500, "Europe/Berlin").await;
    shop.show(Board::Disputes).await;
    let Ok(DrillDown::Disputes(filter)) = shop.picture(CardId::OpenDisputes).drill_total(0, 1) else { panic!() };
    let due = filter.due.unwrap();
    assert_eq!(due.from, Some(shop.state.now));
    assert_eq!(due.before, Some(shop.state.now + TimeDelta::days(7)), "the START is a Saturday");
}

/// The board of disputes, where a number was clicked.
async fn drilled() -> (Shop, DisputeLocalFilter) {
    let mut shop = Shop::seeded(1_500, "Europe/Berlin").await;
    let own = DisputeLocalFilter { without_deadline: true, ..DisputeLocalFilter::default() };
    shop.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    shop.serve().await;
    shop.act(Action::Disputes(DisputesAction::Inbox(InboxAction::SetLocalFilter(own.clone()))));
    shop.show(Board::Disputes).await;
    let drill = shop.picture(CardId::OpenDisputes).drill(1, 1, 0).unwrap();
    shop.act(drill.into());
    shop.serve().await;
    assert_eq!(shop.state.workspace.route, Route::List(ResourceKind::Dispute));
    assert_ne!(shop.state.workspace.disputes.inbox.local_filter, own);
    (shop, own)
}

#[tokio::test]
async fn what_a_number_filtered_by_does_not_stay_in_the_inbox_once_it_is_left() {
    for leave in [Action::GoTo(Route::Home), Action::GoBack, Action::GoTo(Route::List(ResourceKind::Dispute))] {
        let (mut shop, own) = drilled().await;
        shop.act(leave.clone());
        shop.serve().await;
        shop.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
        shop.serve().await;
        assert_eq!(shop.state.workspace.disputes.inbox.local_filter, own, "{leave:?}: what was filtered by before");
    }
}

#[tokio::test]
async fn back_returns_from_the_rows_to_the_board_and_from_an_open_dispute_to_its_rows() {
    let back = |shop: &Shop| match Command::Back.effect(&shop.state) {
        Some(CommandEffect::Act(action)) => Some(action),
        _ => None,
    };
    let (mut shop, _) = drilled().await;
    let first = shop.state.workspace.disputes.row(0).unwrap().dispute.dispute_id.clone();
    shop.act(Action::Disputes(DisputesAction::Open(Some(first))));
    shop.act(back(&shop).unwrap());
    assert_eq!(shop.state.workspace.disputes.open.id, None);
    shop.act(back(&shop).unwrap());
    assert_eq!((shop.state.workspace.route, shop.state.workspace.analytics.board), (Route::Analytics, Board::Disputes));
    assert_eq!(back(&shop), None, "there is no further way back");
    shop.ask(AnalyticsAction::Show(Board::Payments));
    shop.serve().await;
    let drill = shop.picture(CardId::PaymentsByStatus).drill(0, 0, 0).unwrap();
    shop.act(drill.into());
    assert_eq!(shop.state.workspace.route, Route::List(ResourceKind::Payment));
    shop.act(back(&shop).unwrap());
    assert_eq!((shop.state.workspace.route, shop.state.workspace.analytics.board), (Route::Analytics, Board::Payments));
}
