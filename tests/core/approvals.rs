//! Operations that need a second person in a team: asked for, decided on, and sent once they are approved.

use std::sync::Arc;

use paydesk_core::Action;
use paydesk_core::dialog::{Confirmation, Dialog};
use paydesk_core::effect::{ApprovalCommand, TeamEffect};
use paydesk_core::features::approvals::{ApprovalStatus, ApprovalsAction, may_decide, may_send};
use paydesk_core::features::home::HomeItem;
use paydesk_core::features::team::{ClaimAnswer, TeamReport};
use paydesk_core::operations::Outcome;
use paydesk_core::operations::journal::JournalStepName;
use paydesk_core::problem::Problem;
use paydesk_domain::approval::{ApprovalId, ApprovalStage, ApprovalVerdict};
use paydesk_domain::known::Known;
use paydesk_domain::team::{AwayRule, TeamRole};
use paydesk_test_core::approvals::{approvals, command, commanded, connected, decided_by, request, requested, shared};
use paydesk_test_core::desk::{Desk, capture, eur, problem};
use paydesk_test_core::service::start_time;
use paydesk_test_core::team::{answer, joined, report, session};
use serde_json::json;

use super::notifications::sent;

fn only(desk: &Desk) -> ApprovalId {
    let ids: Vec<ApprovalId> = desk.state.workspace.approvals.listed().map(|approval| approval.id()).collect();
    assert_eq!(ids.len(), 1);
    ids[0]
}

fn send(desk: &mut Desk) {
    let id = only(desk);
    desk.act(Action::Approvals(ApprovalsAction::Send(id)));
}

#[test]
fn what_a_rule_covers_is_asked_for_with_a_reason_and_nothing_is_sent() {
    let mut desk = connected(TeamRole::Operator);
    desk.confirm(capture(1_000));
    assert!(
        matches!(&desk.state.workspace.dialog, Some(Dialog::RequestApproval(_))),
        "{:?}",
        desk.state.workspace.dialog
    );
    assert!(desk.team.is_empty() && desk.writes.is_empty() && desk.nothing_open());
    request(&mut desk, "  Paid by bank as well ");
    let ApprovalCommand::Request(request) = commanded(&desk) else { panic!("{:?}", desk.team) };
    assert_eq!((&*request.operation.name, &request.operation.amount), ("capture_payment", &Some(eur(1_000))));
    assert_eq!((&*request.family, &*request.resource, &*request.reason), ("payment", "pay_1", "Paid by bank as well"));
    let id = request.id;
    report(&mut desk, TeamReport::ApprovalAnswered { id, result: Ok(()) });
    assert!(desk.toasts().iter().any(|toast| toast == "Approval requested"), "{:?}", desk.toasts());
    desk.pass(600);
    desk.assert_sent_times(0);
}

#[test]
fn what_no_rule_covers_is_sent_as_ever() {
    let mut desk = connected(TeamRole::Operator);
    desk.confirm(capture(500));
    assert!(matches!(desk.team.last(), Some(TeamEffect::Claim { .. })), "{:?}", desk.team);
}

#[test]
fn a_request_without_a_reason_or_with_what_looks_like_a_key_is_not_made() {
    let mut desk = connected(TeamRole::Operator);
    desk.confirm(capture(1_000));
    request(&mut desk, "  ");
    assert!(desk.team.is_empty());
    desk.ask(paydesk_domain::payment::PaymentAction::Capture);
    let intent = match capture(1_000) {
        paydesk_core::operations::Intent::Capture { amount, suffix, .. } => {
            paydesk_core::operations::Intent::Capture { amount, prefix: "4242424242424242".to_owned(), suffix }
        }
        other => other,
    };
    desk.act(Action::Confirm(Confirmation::Payment(intent)));
    request(&mut desk, "Paid twice");
    assert!(desk.team.is_empty(), "{:?}", desk.team);
    assert!(desk.toasts().iter().any(|toast| toast.contains("card number")), "{:?}", desk.toasts());
}

#[test]
fn what_was_approved_is_sent_once_by_who_asked_with_the_payment_read_again() {
    let mut desk = connected(TeamRole::Operator);
    let request = requested(&mut desk);
    approvals(&mut desk, vec![shared(&request, "anna", ApprovalStage::Open)]);
    send(&mut desk);
    assert!(desk.nothing_open(), "not before it is approved");
    approvals(&mut desk, vec![shared(&request, "anna", ApprovalStage::Approved(decided_by("bob")))]);
    let home = desk.state.workspace.home.entry(HomeItem::Approvals).unwrap();
    assert_eq!((home.waiting.count(), home.sums.text()), (Known::Exact(1), "10.00 EUR".to_owned()));
    desk.team.clear();
    send(&mut desk);
    answer(&mut desk, ClaimAnswer::Granted);
    desk.write();
    desk.serve();
    answer(&mut desk, ClaimAnswer::Granted);
    desk.write();
    desk.assert_sent_times(1);
    desk.reply_truly();
    desk.write_all();
    assert!(matches!(desk.outcome(), Outcome::Done { .. }));
    let used = ApprovalStage::Used {
        approved: decided_by("bob"),
        operation_id: "op_1".to_owned(),
        by: "anna".to_owned(),
        at: start_time(),
    };
    approvals(&mut desk, vec![shared(&request, "anna", used)]);
    assert_eq!(desk.state.workspace.approvals.listed().len(), 0, "what is over is under All");
    let id = request.id;
    desk.act(Action::Approvals(ApprovalsAction::Send(id)));
    assert!(desk.nothing_open());
}

#[test]
fn a_payment_that_changed_since_it_was_approved_is_not_sent() {
    let mut desk = connected(TeamRole::Operator);
    let request = requested(&mut desk);
    approvals(&mut desk, vec![shared(&request, "anna", ApprovalStage::Approved(decided_by("bob")))]);
    desk.pass(60);
    desk.service.pay("pay_1").capture(400).unwrap();
    desk.team.clear();
    send(&mut desk);
    answer(&mut desk, ClaimAnswer::Granted);
    desk.write();
    desk.serve();
    desk.write_all();
    assert!(matches!(desk.outcome(), Outcome::NotSent { why } if why.contains("has since changed")));
    desk.assert_sent_times(0);
}

#[test]
fn an_approver_decides_on_what_others_asked_for_and_may_send_it() {
    let request = requested(&mut connected(TeamRole::Operator));
    let mut desk = connected(TeamRole::Approver);
    approvals(&mut desk, vec![shared(&request, "bob", ApprovalStage::Open)]);
    assert_eq!(desk.state.workspace.home.entry(HomeItem::Approvals).unwrap().waiting.count(), Known::Exact(1));
    let decide = |verdict| ApprovalsAction::Decide { id: request.id, verdict, note: " Checked ".to_owned() };
    desk.act(Action::Approvals(decide(ApprovalVerdict::Approved)));
    desk.act(Action::Approvals(decide(ApprovalVerdict::Refused)));
    let asked: Vec<&ApprovalCommand> = desk.team.iter().filter_map(command).collect();
    let [ApprovalCommand::Decide { verdict: ApprovalVerdict::Approved, note, .. }] = asked.as_slice() else {
        panic!("asked once: {asked:?}")
    };
    assert_eq!(note, "Checked");
    report(&mut desk, TeamReport::ApprovalAnswered { id: request.id, result: Ok(()) });
    approvals(&mut desk, vec![shared(&request, "bob", ApprovalStage::Approved(decided_by("anna")))]);
    desk.team.clear();
    send(&mut desk);
    assert!(matches!(desk.team.last(), Some(TeamEffect::Claim { step: JournalStepName::Prepared, .. })));
}

#[test]
fn nobody_decides_on_their_own_request_and_only_the_two_of_it_send_it() {
    let request = requested(&mut connected(TeamRole::Operator));
    let allowed = |role: TeamRole, by: &str, stage: ApprovalStage| {
        let mut desk = connected(role);
        approvals(&mut desk, vec![shared(&request, by, stage)]);
        let approval = desk.state.workspace.approvals.find(request.id).unwrap().clone();
        (may_decide(&approval, &desk.state.workspace.team), may_send(&approval, &desk.state.workspace.team))
    };
    assert_eq!(allowed(TeamRole::Approver, "anna", ApprovalStage::Open), (false, false), "one's own");
    assert_eq!(allowed(TeamRole::Operator, "bob", ApprovalStage::Open), (false, false), "another role");
    let approved = || ApprovalStage::Approved(decided_by("cleo"));
    assert_eq!(allowed(TeamRole::Approver, "bob", approved()), (false, false), "of two others");
    assert_eq!(allowed(TeamRole::Operator, "anna", approved()), (false, true));
    assert_eq!(allowed(TeamRole::Operator, "anna", ApprovalStage::Refused(decided_by("bob"))), (false, false));
}

#[test]
fn a_request_that_would_send_something_else_than_it_says_is_neither_shown_nor_sent() {
    let request = requested(&mut connected(TeamRole::Operator));
    for (pointer, value) in [
        ("/plan/request/body/amount_to_capture", json!(900_000)),
        ("/plan/request/path", json!("/payments/pay_2/capture")),
        ("/plan/money/minor", json!(2_000)),
        ("/plan/endpoint", json!("create_refund")),
        ("/target/resource", json!("pay_2")),
    ] {
        let mut forged = request.clone();
        *Arc::make_mut(&mut forged.plan)
            .pointer_mut(pointer)
            .unwrap_or_else(|| panic!("{pointer} in {}", request.plan)) = value;
        let mut desk = connected(TeamRole::Approver);
        approvals(&mut desk, vec![shared(&forged, "bob", ApprovalStage::Approved(decided_by("anna")))]);
        assert!(desk.state.workspace.approvals.listed().next().unwrap().submission().is_none(), "{pointer}");
        send(&mut desk);
        assert!(desk.nothing_open(), "{pointer}");
    }
}

#[test]
fn without_the_database_nothing_that_a_rule_covers_leaves_also_where_a_desk_goes_on_alone() {
    let mut desk = joined(AwayRule::Alone);
    report(&mut desk, session(TeamRole::Operator));
    approvals(&mut desk, Vec::new());
    let saved = |desk: &Desk| desk.state.profiles.saved[0].team.as_ref().unwrap().rules.len();
    assert_eq!(saved(&desk), 1, "known after a restart as well");
    report(&mut desk, TeamReport::Away { problem: problem("away") });
    desk.team.clear();
    desk.confirm(capture(1_000));
    assert!(desk.team.is_empty() && desk.nothing_open() && desk.state.workspace.dialog.is_none());
    assert!(desk.toasts().iter().any(|toast| toast.contains("second person")), "{:?}", desk.toasts());
    desk.confirm(capture(400));
    assert!(!desk.nothing_open(), "what no rule covers goes on");
}

#[test]
fn a_claim_that_is_not_answered_does_not_let_pass_what_a_rule_covers() {
    let mut desk = joined(AwayRule::Alone);
    report(&mut desk, session(TeamRole::Operator));
    desk.confirm(capture(1_000));
    // The rule is set just now.
    approvals(&mut desk, Vec::new());
    answer(&mut desk, ClaimAnswer::Away(problem("away")));
    assert!(matches!(desk.outcome(), Outcome::NotSent { why } if why.contains("second person")));
    desk.assert_sent_times(0);
}

#[test]
fn what_the_database_does_not_do_is_said_and_can_be_asked_again() {
    let mut desk = connected(TeamRole::Operator);
    desk.confirm(capture(1_000));
    request(&mut desk, "Paid twice");
    let id = commanded(&desk).id();
    let refusal = Problem { what: "The database is away".to_owned(), what_to_do: "Try again".to_owned() };
    report(&mut desk, TeamReport::ApprovalAnswered { id, result: Err(refusal) });
    let said = "Approval was not requested: The database is away. Try again.";
    assert!(desk.toasts().iter().any(|toast| toast == said), "{:?}", desk.toasts());
    assert!(desk.nothing_open());
    desk.confirm(capture(1_000));
    assert!(matches!(&desk.state.workspace.dialog, Some(Dialog::RequestApproval(_))));
}

#[test]
fn who_asked_may_withdraw_until_something_is_sent() {
    let mut desk = connected(TeamRole::Operator);
    let request = requested(&mut desk);
    approvals(&mut desk, vec![shared(&request, "anna", ApprovalStage::Approved(decided_by("bob")))]);
    desk.act(Action::Approvals(ApprovalsAction::Withdraw(request.id)));
    assert!(matches!(commanded(&desk), ApprovalCommand::Withdraw { id } if *id == request.id));
    report(&mut desk, TeamReport::ApprovalAnswered { id: request.id, result: Ok(()) });
    approvals(&mut desk, vec![shared(&request, "anna", ApprovalStage::Withdrawn { at: start_time() })]);
    let approval = desk.state.workspace.approvals.find(request.id).unwrap();
    assert_eq!(approval.status(), ApprovalStatus::Withdrawn);
}

#[test]
fn an_approver_is_notified_of_a_request_and_who_asked_of_the_decision_once_each() {
    let request = requested(&mut connected(TeamRole::Operator));
    let titles = |desk: &mut Desk| -> Vec<String> {
        sent(desk).into_iter().map(|(title, body)| format!("{title}: {}", body.lines().next().unwrap())).collect()
    };
    let mut desk = connected(TeamRole::Approver);
    approvals(&mut desk, vec![shared(&request, "bob", ApprovalStage::Open)]);
    approvals(&mut desk, vec![shared(&request, "bob", ApprovalStage::Open)]);
    assert_eq!(titles(&mut desk), ["Pending approval: Capture 10.00 EUR: by bob"]);
    let mut desk = connected(TeamRole::Operator);
    approvals(&mut desk, vec![shared(&request, "anna", ApprovalStage::Open)]);
    assert_eq!(titles(&mut desk), [""; 0], "nothing that this person could do");
    approvals(&mut desk, vec![shared(&request, "anna", ApprovalStage::Approved(decided_by("bob")))]);
    assert_eq!(titles(&mut desk), ["Approved: Capture 10.00 EUR: by bob"]);
}
