//! After a bad hour: all operations that were certainly not executed are sent again by one decision.

use paydesk_core::Action;
use paydesk_core::dialog::{Confirmation, Dialog};
use paydesk_core::operations::{Phase, ResolutionFinding};
use paydesk_domain::ids::OperationId;
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::outage::{MINOR, after_outage, lose};
use paydesk_test_core::profiles::{input, keep, ready, save};
use paydesk_test_core::service::{Pay, refused};

/// Operations that are checked or sent at one time.
const AT_ONCE: usize = 5;

fn offered(desk: &mut Desk) -> Vec<OperationId> {
    desk.act(Action::AskSendAllAgain);
    match &desk.state.workspace.dialog {
        Some(Dialog::SendAllAgain { operation_ids, .. }) => operation_ids.clone(),
        other => panic!("{other:?}"),
    }
}

fn not_executed(desk: &Desk) -> usize {
    let is_it =
        |phase: &Phase| matches!(phase, Phase::Unknown(unknown) if unknown.finding == ResolutionFinding::NotExecuted);
    desk.state.open_operations().filter(|operation| is_it(&operation.phase)).count()
}

/// Answers what leaves, as it leaves; the most that were on their way at once.
fn answer_all(desk: &mut Desk) -> usize {
    let mut most = 0;
    for _ in 0..100 {
        desk.serve();
        desk.write_all();
        most = most.max(desk.sends.len());
        if desk.sends.is_empty() {
            return most;
        }
        desk.reply_truly();
        desk.write_all();
    }
    panic!("it goes on");
}

#[test]
fn all_that_were_not_executed_are_sent_by_one_decision_a_few_at_a_time_and_each_once() {
    let mut desk = after_outage(12);
    assert_eq!((not_executed(&desk), desk.sent.len()), (12, 12));
    assert_eq!(offered(&mut desk).len(), 12);
    desk.act(Action::Confirm(Confirmation::SendAllAgain));
    assert_eq!(desk.state.workspace.sending_again.progress(), Some((12 - AT_ONCE, 12)));
    assert!(answer_all(&mut desk) <= AT_ONCE);
    assert_eq!((desk.sent.len(), desk.state.open_operations().count()), (24, 0));
    assert_eq!(desk.state.workspace.sending_again.progress(), None);
    assert!(desk.service.payments.iter().all(|pay| pay.received == MINOR), "{:?}", desk.service.payments);
}

#[test]
fn what_was_captured_elsewhere_meanwhile_is_left_out_by_the_last_check() {
    let mut desk = after_outage(3);
    offered(&mut desk);
    desk.service.pay("pay_2").capture(MINOR).unwrap();
    desk.act(Action::Confirm(Confirmation::SendAllAgain));
    answer_all(&mut desk);
    assert_eq!(desk.sent.len(), 3 + 2);
    assert!(desk.service.payments.iter().all(|pay| pay.received == MINOR), "{:?}", desk.service.payments);
}

/// Part of a payment has no guard at the service: its amount is typed each time.
#[test]
fn what_asks_for_its_amount_is_sent_alone() {
    let mut desk = Desk::ready((1..=3).map(|number| Pay::authorized(&format!("pay_{number}"), MINOR)).collect());
    lose(&mut desk, 1, MINOR);
    lose(&mut desk, 2, 400);
    lose(&mut desk, 3, MINOR);
    desk.pass(900);
    assert_eq!((not_executed(&desk), offered(&mut desk).len()), (3, 2));
}

#[test]
fn nothing_is_offered_before_no_copy_can_arrive() {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", MINOR), Pay::authorized("pay_2", MINOR)]);
    lose(&mut desk, 1, MINOR);
    lose(&mut desk, 2, MINOR);
    desk.act(Action::AskSendAllAgain);
    assert_eq!(desk.state.workspace.dialog, None);
}

#[test]
fn what_was_stopped_or_left_with_its_profile_stays_as_it_is() {
    let stops: [fn(&mut Desk); 3] = [
        |desk| desk.act(Action::StopSendingAgain),
        |desk| {
            save(desk, input("Shop"), Some("dev_shop_key"));
            keep(desk);
            desk.act(Action::SwitchProfile(ProfileId::embedded()));
            ready(desk);
        },
        |desk| desk.service.reads_get = Some(refused(401, "AU_02", "This key was revoked")),
    ];
    for stop in stops {
        let mut desk = after_outage(12);
        offered(&mut desk);
        desk.act(Action::Confirm(Confirmation::SendAllAgain));
        stop(&mut desk);
        answer_all(&mut desk);
        desk.pass(60);
        assert_eq!(desk.state.workspace.sending_again.progress(), None);
        assert!(desk.sent.len() <= 12 + AT_ONCE, "{}", desk.sent.len());
        let open = desk.state.open_operations().count();
        assert!(open >= 12 - AT_ONCE, "{open}");
    }
}
