//! Payments that a team's hub reads for all: copied from the team's database, followed, and searched there where they are
//! older than what is stored here.

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_core::effect::{HistoryJob, TeamEffect, TeamPaymentsRequest};
use paydesk_core::features::history::{
    HistoryAction, HistoryPhase, HistoryReport, OlderStage, TeamPaymentsReport, TeamPaymentsState, text,
};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::team::TeamReport;
use paydesk_core::read::Read;
use paydesk_core::{Action, Message};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::team::{AwayRule, TeamRole};
use paydesk_index::payment_columns::StoredPayment;
use paydesk_test_core::desk::{Desk, problem};
use paydesk_test_core::team::{joined, report, session};
use paydesk_test_core::team_payments::{Outside, history, payment, search, with_older};

/// A desk whose cache is open and empty, with a team whose hub reads.
fn desk_of(outside: &mut Outside) -> Desk {
    let mut desk = joined(AwayRule::Stop);
    outside.settle(&mut desk);
    desk.reads.clear();
    report(&mut desk, session(TeamRole::Operator));
    outside.tell(&mut desk);
    desk
}

fn progress(desk: &Desk) -> String {
    let view = desk.state.view();
    text::progress(history(desk), false, view.zone, view.now)
}

fn lists_asked(desk: &Desk) -> usize {
    desk.reads.iter().filter(|(_, read)| matches!(read, Read::Payments(list) if list.limit == 100)).count()
}

fn known(desk: &Desk, number: i64) -> Option<StoredPayment> {
    let row = history(desk).columns().find(&PaymentId::new(format!("pay_{number:06}")))?;
    history(desk).columns().payment(row)
}

#[test]
fn what_the_hub_has_read_is_copied_in_parts_and_stored_and_the_service_is_not_asked() {
    let mut outside = Outside::with(23_400);
    let mut desk = desk_of(&mut outside);
    assert!(text::progress(history(&desk), false, desk.state.view().zone, desk.now).starts_with("Copying payments"));
    outside.settle(&mut desk);
    assert_eq!((outside.copies(), history(&desk).columns().len()), (3, 23_400));
    assert_eq!(outside.cache.keys().copied().collect::<Vec<_>>(), (1..=23_400).collect::<Vec<u32>>());
    assert_eq!(lists_asked(&desk), 0, "the hub reads");
    let as_of = (desk.now - TimeDelta::seconds(4)).format("%H:%M").to_string();
    assert_eq!(progress(&desk), format!("23,400 payments · read by your team's hub · Updated {as_of}"));
    assert!(history(&desk).knows_all());
    desk.pass(300);
    assert_eq!(lists_asked(&desk), 0);
}

#[test]
fn the_next_part_is_asked_for_while_one_is_stored_and_no_more_than_that() {
    let mut outside = Outside::with(60_000);
    let mut desk = desk_of(&mut outside);
    desk.history.clear();
    for _ in 0..4 {
        let Some(TeamEffect::Payments { request, .. }) = desk.team.pop() else { continue };
        let answer = outside.answer(request);
        report(&mut desk, TeamReport::Payments(answer));
    }
    let kept = desk.history.iter().filter(|job| matches!(job, HistoryJob::Keep { .. })).count();
    assert_eq!((kept, desk.team.len()), (2, 0), "the disk has two parts to store: nothing more is asked for");
}

#[test]
fn what_was_cut_off_goes_on_where_it_was_and_what_was_copied_is_there_meanwhile() {
    let mut outside = Outside::with(30_000);
    let mut desk = desk_of(&mut outside);
    while outside.copies() < 1 || !desk.history.is_empty() && outside.copies() < 2 {
        outside.work(&mut desk);
    }
    report(&mut desk, TeamReport::Away { problem: problem("the database went away") });
    desk.team.clear();
    outside.settle(&mut desk);
    let copied = history(&desk).columns().len();
    assert!((10_000..30_000).contains(&copied), "{copied}");
    assert_eq!(history(&desk).phase(), HistoryPhase::Open);
    assert_eq!(lists_asked(&desk), 0, "the hub has read a moment ago");
    report(&mut desk, session(TeamRole::Operator));
    outside.asked.clear();
    outside.tell(&mut desk);
    outside.settle(&mut desk);
    assert_eq!(history(&desk).columns().len(), 30_000);
    let TeamPaymentsRequest::Copy { before: Some(_), .. } = &outside.asked[0] else { panic!("{:?}", outside.asked[0]) };
    assert_eq!(outside.cache.keys().copied().collect::<Vec<_>>(), (1..=30_000).collect::<Vec<u32>>());
}

#[test]
fn what_changes_follows_and_is_stored() {
    let mut outside = Outside::with(50);
    let mut desk = desk_of(&mut outside);
    outside.settle(&mut desk);
    outside.changed = 9;
    outside.tell(&mut desk);
    let Some(TeamEffect::Payments { request: TeamPaymentsRequest::Changes { after: 7 }, .. }) = desk.team.pop() else {
        panic!("{:?}", desk.team)
    };
    let payments = vec![payment(3, "cancelled"), payment(-1, "processing")];
    report(&mut desk, TeamReport::Payments(TeamPaymentsReport::Changed { payments, upto: 9, is_more: false }));
    desk.tick(1);
    outside.settle(&mut desk);
    assert_eq!(known(&desk, 3).unwrap().row.status, PaymentStatus::Cancelled);
    assert_eq!(history(&desk).columns().len(), 51);
    assert_eq!(outside.place.team.as_ref().unwrap().changed, 9);
    assert_eq!(outside.cache.len(), 51);
    outside.asked.clear();
    outside.changed = 12;
    outside.tell(&mut desk);
    outside.settle(&mut desk);
    assert!(
        matches!(outside.asked[..], [TeamPaymentsRequest::Changes { after: 9 }, TeamPaymentsRequest::State]),
        "{:?}",
        outside.asked
    );
}

#[test]
fn a_part_of_the_changes_that_is_exactly_full_is_not_asked_for_again_and_again() {
    let mut outside = Outside::with(50);
    let mut desk = desk_of(&mut outside);
    outside.settle(&mut desk);
    outside.changed = 8;
    outside.tell(&mut desk);
    desk.team.clear();
    let payments = vec![payment(3, "cancelled")];
    report(&mut desk, TeamReport::Payments(TeamPaymentsReport::Changed { payments, upto: 8, is_more: true }));
    outside.asked.clear();
    outside.settle(&mut desk);
    assert!(
        matches!(outside.asked[..], [TeamPaymentsRequest::Changes { after: 8 }, TeamPaymentsRequest::State]),
        "{:?}",
        outside.asked
    );
}

#[test]
fn what_this_desk_has_just_read_is_not_made_older_by_the_team_and_the_service_decides() {
    let mut outside = Outside::with(50);
    let mut desk = desk_of(&mut outside);
    outside.settle(&mut desk);
    // The desk captures pay_1, which the hub read before.
    desk.service.payments[0].status = "succeeded".to_owned();
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.serve();
    let mut stale = payment(0, "requires_capture");
    stale.row.payment_id = PaymentId::new("pay_1");
    stale.row.amount = Money::new(1_000, Currency::iso4217("EUR"));
    let asked = desk.reads.len();
    outside.changed = 8;
    outside.tell(&mut desk);
    desk.team.clear();
    let changed = TeamPaymentsReport::Changed { payments: vec![stale], upto: 8, is_more: false };
    report(&mut desk, TeamReport::Payments(changed));
    let status = |desk: &Desk| {
        let row = history(desk).columns().find(&PaymentId::new("pay_1")).unwrap();
        history(desk).columns().payment(row).unwrap().row.status
    };
    assert_eq!(status(&desk), PaymentStatus::Succeeded);
    let reads = &desk.reads[asked..];
    assert!(
        reads.iter().any(|(_, read)| matches!(read, Read::Payment(read) if read.payment_id.as_str() == "pay_1")),
        "{reads:?}"
    );
    desk.serve();
    assert_eq!(status(&desk), PaymentStatus::Succeeded);
}

#[test]
fn a_desk_reads_by_itself_once_no_hub_has_read_for_ten_minutes_or_where_there_never_was_one() {
    let mut outside = Outside::with(50);
    let mut desk = desk_of(&mut outside);
    outside.settle(&mut desk);
    desk.tick(500);
    assert_eq!(lists_asked(&desk), 0);
    desk.tick(150);
    assert!(lists_asked(&desk) > 0);

    let mut outside = Outside::default();
    let mut desk = joined(AwayRule::Stop);
    outside.settle(&mut desk);
    assert_eq!(lists_asked(&desk), 0, "whether a hub reads is not known yet");
    report(&mut desk, session(TeamRole::Operator));
    let state = TeamPaymentsState { read_ago_s: None, is_whole: false, ..outside.state() };
    report(&mut desk, TeamReport::Payments(TeamPaymentsReport::State(state)));
    assert!(lists_asked(&desk) > 0);
    assert!(!desk.team.iter().any(|effect| matches!(effect, TeamEffect::Payments { .. })));
}

#[test]
fn payments_that_were_removed_from_the_database_are_deleted_here_and_nothing_is_copied_anew() {
    let mut outside = Outside::with(50);
    let mut desk = desk_of(&mut outside);
    outside.settle(&mut desk);
    assert_eq!(history(&desk).columns().len(), 50);
    outside.asked.clear();
    // The newest 20 stay.
    outside.payments.truncate(20);
    outside.kept_since = outside.payments[19].row.created;
    outside.changed += 1;
    outside.tell(&mut desk);
    outside.settle(&mut desk);
    assert_eq!((history(&desk).columns().len(), outside.cache.len()), (20, 20));
    assert_eq!(outside.copies(), 0, "{:?}", outside.asked);
    outside.tell(&mut desk);
    assert!(!outside.work(&mut desk), "once");
    // Of a desk that comes later the same.
    let mut desk = desk_of(&mut outside);
    outside.settle(&mut desk);
    assert_eq!(history(&desk).columns().len(), 20);
}

#[test]
fn a_database_that_was_restored_from_an_older_copy_is_copied_anew() {
    let mut outside = Outside::with(50);
    let mut desk = desk_of(&mut outside);
    outside.settle(&mut desk);
    outside.changed = 5;
    outside.asked.clear();
    outside.tell(&mut desk);
    outside.settle(&mut desk);
    assert!(matches!(outside.asked[0], TeamPaymentsRequest::Copy { before: None, .. }), "{:?}", outside.asked);
    assert_eq!((history(&desk).columns().len(), outside.cache.len()), (50, 50));
}

#[test]
fn what_cannot_be_stored_is_said_and_tried_again_later() {
    let mut outside = Outside::with(50);
    let mut desk = desk_of(&mut outside);
    while !desk.history.iter().any(|job| matches!(job, HistoryJob::Keep { .. })) {
        assert!(outside.work(&mut desk));
    }
    desk.history.retain(|job| !matches!(job, HistoryJob::Keep { .. }));
    let profile_id = desk.state.profiles.current.clone();
    desk.event(Message::History { profile_id, report: HistoryReport::Kept(Some(problem("the disk is full"))) });
    outside.settle(&mut desk);
    assert_eq!(history(&desk).problem().unwrap().what, "the disk is full");
    assert_eq!((history(&desk).columns().len(), history(&desk).phase()), (0, HistoryPhase::Open));
    desk.tick(301);
    outside.settle(&mut desk);
    assert_eq!(history(&desk).columns().len(), 50);
}

#[test]
fn what_is_deleted_while_it_is_copied_is_copied_anew_and_nothing_is_stored_once_it_is_off() {
    let mut outside = Outside::with(30_000);
    let mut desk = desk_of(&mut outside);
    while outside.copies() < 2 {
        outside.work(&mut desk);
    }
    desk.act(Action::History(HistoryAction::Forget));
    outside.settle(&mut desk);
    assert_eq!(history(&desk).columns().len(), 30_000);
    assert_eq!(outside.cache.keys().copied().collect::<Vec<_>>(), (1..=30_000).collect::<Vec<u32>>());

    let mut outside = Outside::with(30_000);
    let mut desk = desk_of(&mut outside);
    while outside.copies() < 2 {
        outside.work(&mut desk);
    }
    desk.act(Action::History(HistoryAction::TurnOff));
    outside.settle(&mut desk);
    assert_eq!((outside.cache.len(), history(&desk).phase()), (0, HistoryPhase::Off));
}

fn stored_since(desk: &Desk) -> DateTime<Utc> {
    history(desk).stored_down_to().unwrap().created.unwrap()
}

#[test]
fn copying_ends_with_the_days_that_are_kept_here() {
    let (desk, outside) = with_older();
    let count = history(&desk).columns().len();
    assert!((718..=722).contains(&count), "{count}");
    assert_eq!(outside.cache.len(), count);
    let all = format!("{count} of 2,000 payments on this computer");
    assert!(progress(&desk).starts_with(&all), "{}", progress(&desk));
    assert!(!history(&desk).knows_all());
}

#[test]
fn older_payments_are_searched_in_the_database_once_nothing_is_typed_for_a_moment() {
    let (mut desk, mut outside) = with_older();
    for typed in ["s", "st", "status:succeeded"] {
        search(&mut desk, typed);
        outside.settle(&mut desk);
    }
    assert_eq!(outside.searches(), 0);
    assert!(matches!(history(&desk).search().older().stage(), OlderStage::Waiting(_)));
    let here = history(&desk).search().len();
    desk.tick(1);
    outside.settle(&mut desk);
    assert_eq!(outside.searches(), 1);
    desk.tick(1);
    let found = history(&desk).search();
    assert_eq!((found.len(), found.older().found()), (here + 200, 200), "one list");
    let last = history(&desk).found(found.len() - 1).unwrap();
    assert!(history(&desk).is_older(&last) && last.row.created.unwrap() < stored_since(&desk));
    assert!(!history(&desk).is_older(&history(&desk).found(0).unwrap()));
    assert_eq!(found.facets().statuses, [(PaymentStatus::Succeeded, 2_000)], "counts are over all of them");
    assert_eq!(text::older(found.older()).unwrap(), "200 of them older, from your team's database so far");

    desk.act(Action::History(HistoryAction::SearchOlder));
    outside.settle(&mut desk);
    desk.tick(1);
    assert_eq!(history(&desk).search().len(), here + 400);
    search(&mut desk, "");
    desk.tick(1);
    assert_eq!(history(&desk).search().older().stage(), &OlderStage::Idle);
}

#[test]
fn what_is_answered_to_an_earlier_question_is_not_taken_and_a_failure_is_said() {
    let (mut desk, outside) = with_older();
    search(&mut desk, "status:succeeded");
    desk.tick(1);
    let asked: Vec<TeamPaymentsRequest> = desk
        .team
        .drain(..)
        .filter_map(|effect| match effect {
            TeamEffect::Payments { request, .. } => Some(request),
            _ => None,
        })
        .collect();
    search(&mut desk, "status:failed");
    let known = history(&desk).columns().len();
    for request in asked {
        report(&mut desk, TeamReport::Payments(outside.answer(request)));
    }
    assert_eq!((history(&desk).columns().len(), history(&desk).search().facets().statuses.len()), (known, 1));
    desk.tick(1);
    let nth = history(&desk).search().questions();
    let failed = TeamPaymentsReport::Failed { nth: Some(nth), problem: problem("the database is away") };
    report(&mut desk, TeamReport::Payments(failed));
    let older = history(&desk).search().older();
    assert_eq!(text::older(older).unwrap(), "Older payments were not searched: the database is away");
    desk.team.clear();
    desk.act(Action::History(HistoryAction::SearchOlder));
    assert!(matches!(&desk.team[..], [TeamEffect::Payments { request: TeamPaymentsRequest::Search { .. }, .. }]));
}

#[test]
fn nothing_older_is_searched_where_everything_is_here() {
    let mut outside = Outside::with(500);
    let mut desk = desk_of(&mut outside);
    outside.settle(&mut desk);
    search(&mut desk, "status:succeeded");
    desk.tick(5);
    outside.settle(&mut desk);
    assert_eq!(outside.searches(), 0);
    assert_eq!(text::older(history(&desk).search().older()), None);
}
