//! How many of the payments of each time are disputed so far, and from when on most of their disputes are still to come.

use chrono::TimeDelta;
use paydesk_core::Action;
use paydesk_core::features::analytics::{
    AnalyticsAction, Board, BucketSize, CardContent, CardId, CardValue, DrillDown, RangeChoice,
};
use paydesk_core::route::Route;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::disputed_groups::serve;
use paydesk_test_core::disputes::dispute;
use paydesk_test_core::known_boards::knowing;
use paydesk_test_core::service::start_time;

/// Ten payments a day for six weeks. One of each of the given days is disputed, so many days after it was made.
fn board(disputed: &[i64], after: i64) -> Desk {
    let payments = (1..=42).flat_map(|day| std::iter::repeat_n((day, "succeeded", 1_000, "EUR"), 10));
    let mut desk = knowing(payments.chain([(3, "failed", 1_000, "EUR")]));
    for day in disputed {
        let mut made = dispute(&format!("dsp_{day}"), "dispute_opened", "fraudulent", 24);
        made["payment_id"] = format!("pay_{}", (day - 1) * 10).into();
        made["created"] = (start_time() - TimeDelta::days(day - after)).to_rfc3339().into();
        desk.service.disputes.push(made);
    }
    desk.act(Action::GoTo(Route::Analytics));
    desk.act(Action::Analytics(AnalyticsAction::Show(Board::Disputes)));
    desk.act(Action::Analytics(AnalyticsAction::SetRange(RangeChoice::FullDays(28))));
    desk.act(Action::Analytics(AnalyticsAction::SetGranularity(Some(BucketSize::Week))));
    serve(&mut desk);
    desk.tick(6);
    desk
}

fn content(desk: &Desk) -> &CardContent {
    desk.state.workspace.analytics.card(CardId::DisputedByTime).unwrap().remote.value().unwrap()
}

#[test]
fn disputes_are_counted_at_the_time_of_their_payments() {
    let desk = board(&(20..=34).collect::<Vec<_>>(), 9);
    let content = content(&desk);
    let series = &content.panes[0].series[0];
    let week = |disputed: i64| CardValue::rate(disputed, 70);
    assert_eq!(series.values, [week(7), week(2), week(0), week(0)], "days 28–22, 21–15, 14–8 and 7–1");
    assert_eq!(series.total, CardValue::rate(9, 280));
    let Ok(DrillDown::Search(rows)) = content.drill(0, 0, 0) else { panic!("it has rows") };
    assert!(rows.contains("disputed:yes") && rows.contains("status:succeeded"), "{rows}");
}

#[test]
fn times_of_which_most_disputes_may_still_come_are_marked() {
    let desk = board(&(20..=34).collect::<Vec<_>>(), 9);
    let open: Vec<usize> = content(&desk).undecided_slots.iter().copied().collect();
    assert_eq!(open, [2, 3], "the week before the last ended less than nine days ago");
    let note = "80% of 15 disputes were opened within 9 days of the payment: later payments are still being disputed";
    assert_eq!(content(&desk).notes, [note]);
}

#[test]
fn with_few_disputes_nothing_is_called_known_to_its_end() {
    let desk = board(&[20, 21, 22], 9);
    assert_eq!(content(&desk).undecided_slots.len(), 4);
    assert_eq!(content(&desk).notes, ["Too few disputes to say after how many days most are opened"]);
}
