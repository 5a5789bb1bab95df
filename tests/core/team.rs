//! Operations of a profile that a team works on together: one at a time on one target, over all desks.

use paydesk_api::operation::Target;
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::effect::TeamEffect;
use paydesk_core::features::team::{ClaimAnswer, OpenClaim, TeamLink, TeamReport, TeamSession};
use paydesk_core::operations::journal::JournalStepName;
use paydesk_core::operations::{Outcome, ResourceKind};
use paydesk_core::records::Record;
use paydesk_core::{Action, Message};
use paydesk_domain::ids::OperationId;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::team::{AwayRule, ClaimHolder, TeamRole};
use paydesk_test_core::desk::{Desk, capture, problem};
use paydesk_test_core::profiles::ready;
use paydesk_test_core::refunds;
use paydesk_test_core::team::{answer, asked, joined, report, session};

fn connected() -> Desk {
    let mut desk = joined(AwayRule::Stop);
    report(&mut desk, session(TeamRole::Operator));
    desk.team.clear();
    desk
}

fn bob() -> ClaimHolder {
    ClaimHolder { person: "bob".to_owned(), description: "Capture 4.00 EUR".to_owned(), age_s: 130 }
}

#[test]
fn nothing_is_written_or_sent_before_the_team_allows_it_and_the_target_is_free_once_the_end_is_on_disk() {
    let mut desk = connected();
    desk.confirm(capture(1_000));
    let TeamEffect::Claim { claim, .. } = &desk.team[0] else { panic!("{:?}", desk.team) };
    assert_eq!(claim.target, Target::new(ResourceKind::Payment, "pay_1"));
    assert_eq!(claim.description, "Capture 10.00 EUR");
    assert!(desk.writes.is_empty(), "not in the journal before the team allows it");
    answer(&mut desk, ClaimAnswer::Granted);
    desk.write();
    desk.serve();
    assert_eq!(asked(&desk).1, JournalStepName::Sending);
    assert!(desk.writes.is_empty() && desk.sends.is_empty());
    answer(&mut desk, ClaimAnswer::Granted);
    desk.write();
    desk.assert_sent_times(1);
    desk.reply_truly();
    assert!(!desk.team.iter().any(|effect| matches!(effect, TeamEffect::Release { .. })), "not before it is on disk");
    desk.write_all();
    assert!(matches!(desk.team.last(), Some(TeamEffect::Release { ending: JournalStepName::Confirmed, .. })));
}

#[test]
fn what_a_colleague_has_open_is_not_begun_and_the_message_says_who_has_it() {
    let mut desk = connected();
    desk.confirm(capture(1_000));
    answer(&mut desk, ClaimAnswer::Held(bob()));
    assert!(matches!(desk.outcome(), Outcome::NotSent { why } if why.contains("bob") && why.contains("2 min ago")));
    assert!(desk.writes.is_empty(), "nothing was prepared");
    assert!(desk.toasts()[0].contains("bob began “Capture 4.00 EUR” 2 min ago"), "{:?}", desk.toasts());
    desk.pass(600);
    desk.assert_sent_times(0);
}

#[test]
fn what_the_team_takes_away_before_it_leaves_is_not_sent_and_the_journal_says_so() {
    let mut desk = connected();
    desk.confirm(capture(1_000));
    answer(&mut desk, ClaimAnswer::Granted);
    desk.write();
    desk.serve();
    answer(&mut desk, ClaimAnswer::Held(bob()));
    assert!(matches!(desk.outcome(), Outcome::NotSent { why } if why.contains("bob")));
    desk.write_all();
    assert_eq!(desk.disk.last().unwrap().step.name(), JournalStepName::NotSent);
    assert!(matches!(desk.team.last(), Some(TeamEffect::Release { .. })));
    desk.pass(600);
    desk.assert_sent_times(0);
}

#[test]
fn a_repeat_that_the_team_does_not_allow_leaves_the_first_attempt_as_unknown_as_it_was() {
    let mut desk = connected();
    desk.confirm(capture(1_000));
    for _ in 0..2 {
        answer(&mut desk, ClaimAnswer::Granted);
        desk.write();
        desk.serve();
    }
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write();
    desk.pass(200);
    desk.send_again();
    desk.serve();
    assert_eq!(asked(&desk).1, JournalStepName::Sending);
    answer(&mut desk, ClaimAnswer::Away(problem("no answer in 5 s")));
    desk.assert_sent_times(1);
    desk.assert_says_unknown();
    assert!(
        !desk.team.iter().any(|effect| matches!(effect, TeamEffect::Release { .. })),
        "an unknown outcome keeps it"
    );
}

#[test]
fn without_the_database_a_profile_stops_and_says_why_or_goes_on_alone_by_its_rule() {
    let mut desk = joined(AwayRule::Stop);
    assert!(desk.state.read_only_reason().unwrap().contains("database"));
    report(&mut desk, TeamReport::Away { problem: problem("No answer from db.example.com") });
    assert!(desk.state.read_only_reason().unwrap().contains("No answer from db.example.com"));
    desk.confirm(capture(1_000));
    assert!(desk.team.is_empty() && desk.writes.is_empty());

    let mut desk = joined(AwayRule::Alone);
    report(&mut desk, TeamReport::Away { problem: problem("No answer from db.example.com") });
    assert_eq!(desk.state.read_only_reason(), None);
    desk.confirm(capture(1_000));
    let (operation_id, _) = asked(&desk);
    answer(&mut desk, ClaimAnswer::Away(problem("No answer from db.example.com")));
    assert!(desk.state.workspace.team.is_alone(&operation_id), "it is marked");
    desk.write();
    desk.serve();
    desk.write();
    desk.assert_sent_times(1);
    assert_eq!(asked(&desk).1, JournalStepName::Prepared, "what goes on alone is not asked for again");
    desk.reply_truly();
    desk.write_all();
    let is_released =
        matches!(desk.team.last(), Some(TeamEffect::Release { operation_id: id, .. }) if *id == operation_id);
    assert!(is_released, "a claim whose answer was lost does not stay");
    assert!(!desk.state.workspace.team.is_alone(&operation_id));
}

#[test]
fn a_database_that_went_away_between_two_steps_sends_nothing_where_the_rule_is_to_stop() {
    let mut desk = connected();
    desk.confirm(capture(1_000));
    answer(&mut desk, ClaimAnswer::Away(problem("Connection closed")));
    assert!(matches!(desk.outcome(), Outcome::NotSent { why } if why.contains("Connection closed")));
    desk.assert_sent_times(0);
}

#[test]
fn a_reader_of_the_team_changes_nothing() {
    let mut desk = joined(AwayRule::Alone);
    report(&mut desk, session(TeamRole::Reader));
    assert!(desk.state.read_only_reason().unwrap().contains("you are a reader in this team"));
    report(&mut desk, session(TeamRole::Operator));
    assert_eq!(desk.state.read_only_reason(), None);
}

#[test]
fn what_ended_while_the_database_was_away_is_released_when_it_is_back() {
    let mut desk = joined(AwayRule::Stop);
    let ended = OperationId::new("op_from_an_earlier_run");
    let session = TeamSession { person: "anna".to_owned(), role: TeamRole::Operator, latency_ms: 2 };
    report(&mut desk, TeamReport::Connected { session, own_claims: vec![ended.clone()] });
    assert!(
        desk.team
            .iter()
            .any(|effect| matches!(effect, TeamEffect::Release { operation_id, .. } if *operation_id == ended)),
        "{:?}",
        desk.team
    );
}

#[test]
fn what_colleagues_have_open_is_known_while_the_database_answers() {
    let mut desk = connected();
    let target = Target::new(ResourceKind::Payment, "pay_1");
    report(&mut desk, TeamReport::Claims(vec![OpenClaim { target: target.clone(), holder: bob() }]));
    assert_eq!(desk.state.workspace.team.holder_of(&target), Some(&bob()));
    report(&mut desk, TeamReport::Away { problem: problem("Connection closed") });
    assert_eq!(desk.state.workspace.team.holder_of(&target), None);
}

#[test]
fn another_profile_leaves_the_database_of_the_team() {
    let mut desk = connected();
    desk.act(Action::SwitchProfile(ProfileId::embedded()));
    assert!(matches!(desk.team.last(), Some(TeamEffect::Disconnect { .. })));
    let shop = desk.state.profiles.saved[0].id.clone();
    desk.act(Action::SwitchProfile(shop));
    assert_eq!(*desk.state.workspace.team.link(), TeamLink::NotJoined);
    ready(&mut desk);
    assert_eq!(*desk.state.workspace.team.link(), TeamLink::Connecting);
}

#[test]
fn the_status_of_a_refund_is_asked_by_the_desk_that_made_it_alone() {
    let mut maker = refunds::captured();
    refunds::ask(&mut maker);
    refunds::confirm(&mut maker, 6_000);
    let pending = refunds::refunded(&maker, "pending");
    maker.reply(pending);
    maker.write_all();
    let made = maker.state.workspace.records.of(ResourceKind::Refund).next().expect("a refund").record.clone();
    let checks_of = |desk: &mut Desk| {
        let record = Record { profile_id: desk.state.profiles.current.clone(), made_at: desk.now, ..made.clone() };
        desk.event(Message::RecordsOpened { records: vec![record], problem: None });
        desk.pass(20);
        desk.state.open_operations().filter(|open| open.plan.is_status_check()).count()
    };
    assert_eq!(checks_of(&mut refunds::captured()), 1, "without a team, also one of an earlier run");
    assert_eq!(checks_of(&mut connected()), 0);
}
