//! Approvals: the list, the open request as each person sees it, and the dialog that asks for one.

use egui::Theme;
use paydesk_core::Action;
use paydesk_core::features::approvals::{ApprovalFilter, ApprovalsAction as Do};
use paydesk_core::features::team::TeamReport;
use paydesk_core::route::Route;
use paydesk_domain::approval::{ApprovalId, ApprovalStage, ApprovalVerdict, TeamApproval};
use paydesk_domain::team::{AwayRule, TeamRole};
use paydesk_test_core::approvals::{approvals, connected, decided_by, requested, shared};
use paydesk_test_core::desk::{Desk, capture, problem};
use paydesk_test_core::service::start_time;
use paydesk_test_core::team::{joined, report, session};
use paydesk_test_core::{bulk_approvals, payout_accounts};

use super::panels::{LARGE, SMALL, assert_hides, assert_shows, click, pictures_of, window_of};

/// Requests of bob in each status, seen by anna.
fn requests() -> Vec<TeamApproval> {
    let request = requested(&mut connected(TeamRole::Operator));
    let stages = [
        ApprovalStage::Open,
        ApprovalStage::Approved(decided_by("anna")),
        ApprovalStage::Refused(decided_by("anna")),
        ApprovalStage::Withdrawn { at: start_time() },
        ApprovalStage::Used {
            approved: decided_by("anna"),
            operation_id: "op_1".to_owned(),
            by: "bob".to_owned(),
            at: start_time(),
        },
    ];
    let with_id = |(nth, stage): (usize, ApprovalStage)| {
        let mut approval = shared(&request, "bob", stage);
        approval.request.id = ApprovalId(nth as u128 + 1);
        approval
    };
    stages.into_iter().enumerate().map(with_id).collect()
}

pub fn listed(role: TeamRole, filter: ApprovalFilter) -> Desk {
    let mut desk = connected(role);
    approvals(&mut desk, requests());
    desk.act(Action::GoTo(Route::Approvals));
    desk.act(Action::Approvals(Do::Filter(filter)));
    desk
}

pub fn opened(role: TeamRole, nth: u128) -> Desk {
    let mut desk = listed(role, ApprovalFilter::All);
    desk.act(Action::Approvals(Do::Open(Some(ApprovalId(nth)))));
    desk
}

fn asking() -> Desk {
    let mut desk = connected(TeamRole::Operator);
    desk.confirm(capture(1_000));
    desk
}

/// A run of three captures that bob asked for, open before anna.
pub fn run(role: TeamRole, stage: ApprovalStage) -> Desk {
    let requested = bulk_approvals::requested(&mut bulk_approvals::connected(TeamRole::Operator));
    bulk_approvals::opened(role, &requested, "bob", stage)
}

fn run_not_read() -> Desk {
    let mut desk = run(TeamRole::Approver, ApprovalStage::Open);
    let id = desk.state.workspace.approvals.open().unwrap().id();
    report(&mut desk, TeamReport::ApprovalItems { id, result: Err(problem("The database does not answer")) });
    desk
}

fn plan_to_ask() -> Desk {
    let mut desk = bulk_approvals::connected(TeamRole::Operator);
    bulk_approvals::plan(&mut desk, &[1, 2, 3]);
    desk
}

fn empty() -> Desk {
    let mut desk = connected(TeamRole::Operator);
    desk.act(Action::GoTo(Route::Approvals));
    desk
}

fn unread() -> Desk {
    let mut desk = joined(AwayRule::Stop);
    report(&mut desk, session(TeamRole::Operator));
    desk.act(Action::GoTo(Route::Approvals));
    desk
}

#[test]
fn what_waits_is_listed_and_all_of_it_where_that_is_asked_for() {
    let window = window_of(listed(TeamRole::Approver, ApprovalFilter::Open), Theme::Light, LARGE);
    assert_shows(&window, &["Capture 10.00 EUR", "bob", "Pending approval", "Approved", "2 of 5 requests"]);
    assert_hides(&window, &["Rejected", "Withdrawn"]);
    let window = window_of(listed(TeamRole::Approver, ApprovalFilter::All), Theme::Light, LARGE);
    assert_shows(&window, &["Rejected", "Withdrawn", "Sent", "5 of 5 requests"]);
}

#[test]
fn an_approver_decides_and_another_person_cannot() {
    let mut window = window_of(opened(TeamRole::Approver, 1), Theme::Light, LARGE);
    assert_shows(&window, &["Paid by bank as well", "Note, optional", "POST /payments/pay_1/capture"]);
    let decided = click(&mut window, "Approve");
    let [Action::Approvals(Do::Decide { verdict: ApprovalVerdict::Approved, .. })] = decided.as_slice() else {
        panic!("{decided:?}")
    };
    let window = window_of(opened(TeamRole::Operator, 1), Theme::Light, LARGE);
    assert_shows(&window, &["Only an approver can decide. Nothing has been sent."]);
    assert_hides(&window, &["Note, optional", "Send now"]);
}

#[test]
fn what_was_approved_is_sent_from_its_pane() {
    let mut window = window_of(opened(TeamRole::Approver, 2), Theme::Light, LARGE);
    assert_shows(&window, &["Approved by", "Checked with the bank"]);
    let sent = click(&mut window, "Send now");
    assert!(matches!(sent.as_slice(), [Action::Approvals(Do::Send(_))]), "{sent:?}");
}

#[test]
fn a_bulk_run_is_decided_on_with_all_its_items_in_view() {
    let mut window = window_of(run(TeamRole::Approver, ApprovalStage::Open), Theme::Light, LARGE);
    assert_shows(&window, &["Capture 3 payments", "Total", "30.00 EUR", "Shipped today", "pay_2, 10.00 EUR"]);
    let decided = click(&mut window, "Approve");
    assert!(matches!(decided.as_slice(), [Action::Approvals(Do::Decide { .. })]), "{decided:?}");
    let mut window =
        window_of(run(TeamRole::Approver, ApprovalStage::Approved(decided_by("anna"))), Theme::Light, LARGE);
    let sent = click(&mut window, "Send now");
    assert!(matches!(sent.as_slice(), [Action::Approvals(Do::Send(_))]), "{sent:?}");
}

#[test]
fn items_that_could_not_be_read_are_read_again_and_cannot_be_approved() {
    let mut window = window_of(run_not_read(), Theme::Light, LARGE);
    assert_eq!(click(&mut window, "Approve"), [], "what nobody saw");
    let read = click(&mut window, "Reload items");
    assert!(matches!(read.as_slice(), [Action::Approvals(Do::ReadItems(_))]), "{read:?}");
}

#[test]
fn approval_of_a_plan_is_asked_for_where_it_is_confirmed() {
    let mut window = window_of(plan_to_ask(), Theme::Light, LARGE);
    assert_shows(&window, &["Reason for approval"]);
    assert_hides(&window, &["Capture 3 payments"]);
    assert_eq!(click(&mut window, "Request approval"), [], "not without a reason");
}

#[test]
fn the_dialog_says_why_the_first_payout_to_an_account_needs_a_second_person() {
    let window = window_of(payout_accounts::asked(), Theme::Light, LARGE);
    assert_shows(&window, &["for an account your team has not paid before"]);
}

#[test]
fn without_a_team_there_is_no_entry_in_the_sidebar() {
    assert_hides(&window_of(Desk::ready(Vec::new()), Theme::Light, LARGE), &["Approvals"]);
    assert_shows(&window_of(empty(), Theme::Light, LARGE), &["Approvals", "No requests yet"]);
}

#[test]
fn pictures() {
    pictures_of("approvals", || {
        vec![
            ("approvals", listed(TeamRole::Approver, ApprovalFilter::All), LARGE),
            ("approvals-open", opened(TeamRole::Approver, 1), LARGE),
            ("approvals-open-small", opened(TeamRole::Approver, 2), SMALL),
            ("approvals-small", listed(TeamRole::Operator, ApprovalFilter::All), SMALL),
            ("approvals-empty", empty(), SMALL),
            ("approvals-unread", unread(), SMALL),
            ("approvals-ask", asking(), LARGE),
            ("approvals-run", run(TeamRole::Approver, ApprovalStage::Open), LARGE),
            ("approvals-run-not-read", run_not_read(), SMALL),
            ("approvals-run-ask", plan_to_ask(), LARGE),
            ("approvals-ask-first-payout", payout_accounts::asked(), LARGE),
        ]
    });
}
