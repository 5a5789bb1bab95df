//! Bulk runs that a rule of the team covers: asked for as a whole, decided on with all items in view, and begun by one of
//! the two people.

use std::sync::Arc;

use paydesk_core::dialog::{Dialog, HelpPage};
use paydesk_core::effect::{ApprovalCommand, StoreJob, TeamEffect};
use paydesk_core::features::approvals::{ApprovalsAction, RunItems};
use paydesk_core::features::bulk::{BulkAction, FoundRun, StoredRun};
use paydesk_core::features::home::HomeItem;
use paydesk_core::features::team::{ClaimAnswer, TeamReport};
use paydesk_core::operations::Outcome;
use paydesk_core::problem::Problem;
use paydesk_core::route::Route;
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::approval::{ApprovalRule, ApprovalStage, ApprovalVerdict, RuleLimit, RunTotal};
use paydesk_domain::known::Known;
use paydesk_domain::money::Money;
use paydesk_domain::team::TeamRole;
use paydesk_test_core::approvals::{captures_above, decided_by, shared};
use paydesk_test_core::bulk_approvals::{Requested, ask, commanded, connected, opened, plan, reported, requested};
use paydesk_test_core::desk::{Desk, capture, eur, problem};
use paydesk_test_core::team::{answer, report};
use serde_json::json;

fn send(desk: &mut Desk, requested: &Requested) {
    desk.act(Action::Approvals(ApprovalsAction::Send(requested.request.id)));
}

fn saved(desk: &Desk) -> StoredRun {
    let run = |effect: &Effect| match effect {
        Effect::Store(StoreJob::SaveBulkRun(run)) => Some((**run).clone()),
        _ => None,
    };
    desk.other.iter().rev().find_map(run).expect("a run to be saved")
}

fn begin(desk: &mut Desk) {
    let profile_id = desk.state.profiles.current.clone();
    desk.event(Message::BulkRunSaved { profile_id, problem: None });
    desk.serve();
}

#[test]
fn a_run_that_a_rule_covers_is_asked_for_as_a_whole_and_nothing_is_sent() {
    let mut desk = connected(TeamRole::Operator);
    plan(&mut desk, &[1, 2, 3]);
    assert!(matches!(desk.team.last(), Some(TeamEffect::ReadRunTotals { .. })));
    let why = desk.state.bulk_needs_approval().unwrap();
    assert!(why.contains("above 15.00 EUR") && why.contains("each amount and to their sum"), "{why}");
    desk.act(Action::Bulk(BulkAction::Start { reason: String::new() }));
    assert!(desk.state.workspace.bulk.run().is_none(), "not without approval");
    ask(&mut desk, "  ");
    assert!(commanded(&desk).is_none());
    ask(&mut desk, " Shipped today ");
    ask(&mut desk, " Shipped today ");
    let Some(ApprovalCommand::RequestRun { request, items }) = commanded(&desk) else { panic!("{:?}", desk.team) };
    assert_eq!((&*request.operation.name, request.operation.count), ("capture_payment", Some(3)));
    assert_eq!((&*request.family, &*request.reason), ("bulk", "Shipped today"));
    let named: Vec<(&str, &str, Option<Money>)> =
        items.iter().map(|item| (&*item.family, &*item.resource, item.amount.clone())).collect();
    assert_eq!(named.len(), 3);
    assert!(named.contains(&("payment", "pay_2", Some(eur(1_000)))), "{named:?}");
    assert_eq!(
        desk.team.iter().filter(|effect| matches!(effect, TeamEffect::Approval { .. })).count(),
        1,
        "asked once"
    );
    let id = request.id;
    report(&mut desk, TeamReport::ApprovalAnswered { id, result: Ok(()) });
    assert!(desk.state.workspace.bulk.plan().is_none(), "it is begun from its approval");
    assert_eq!(desk.state.workspace.route, Route::Approvals);
    desk.assert_sent_times(0);
}

#[test]
fn a_request_that_is_not_made_leaves_the_plan_and_one_whose_answer_was_lost_takes_it_away() {
    let mut desk = connected(TeamRole::Operator);
    plan(&mut desk, &[1, 2]);
    ask(&mut desk, "Shipped today");
    let Some(ApprovalCommand::RequestRun { request, .. }) = commanded(&desk).cloned() else { panic!() };
    let refusal = Problem { what: "The database is away".to_owned(), what_to_do: "Try again".to_owned() };
    report(&mut desk, TeamReport::ApprovalAnswered { id: request.id, result: Err(refusal) });
    assert!(desk.state.workspace.bulk.plan().is_some());
    ask(&mut desk, "Shipped today");
    assert!(commanded(&desk).is_some_and(|command| command.id() == request.id), "the same request again");
    reported(&mut desk, vec![shared(&request, "anna", ApprovalStage::Open)]);
    assert!(desk.state.workspace.bulk.plan().is_none());
}

#[test]
fn rules_look_at_each_amount_at_the_sum_and_at_what_was_begun_before() {
    let mut desk = connected(TeamRole::Operator);
    let covered = |desk: &mut Desk, payments: &[u32]| {
        plan(desk, payments);
        desk.state.bulk_needs_approval().is_some()
    };
    assert!(!covered(&mut desk, &[1]) && covered(&mut desk, &[1, 2]));
    let total = RunTotal { operation: "capture_payment".to_owned(), count: 1, amount: Some(eur(600)) };
    report(&mut desk, TeamReport::RunTotals(vec![total]));
    assert!(covered(&mut desk, &[1]), "the second part of a run that was split");
    let by_count = ApprovalRule { above: RuleLimit::Count(2), ..captures_above(eur(0)) };
    report(&mut desk, TeamReport::Approvals { rules: vec![by_count], approvals: Vec::new() });
    assert!(!covered(&mut desk, &[1]) && covered(&mut desk, &[1, 2]));
}

#[test]
fn what_was_approved_is_begun_with_operations_of_its_own_and_every_claim_names_the_run() {
    let requested = requested(&mut connected(TeamRole::Operator));
    for (role, by, decided) in [(TeamRole::Operator, "anna", "bob"), (TeamRole::Approver, "bob", "anna")] {
        let mut desk = opened(role, &requested, by, ApprovalStage::Approved(decided_by(decided)));
        let home = desk.state.workspace.home.entry(HomeItem::Approvals).unwrap();
        assert_eq!((home.waiting.count(), home.sums.text()), (Known::Exact(1), "30.00 EUR".to_owned()));
        // Another desk makes other ids.
        plan(&mut desk, &[1]);
        desk.act(Action::Bulk(BulkAction::Discard));
        send(&mut desk, &requested);
        assert_eq!(desk.state.workspace.route, Route::BulkRuns);
        let stored = saved(&desk);
        assert!(stored.is_approved);
        assert_eq!(stored.id.as_ref().map(|id| id.as_str()), Some(&*requested.request.resource));
        let planned: Vec<&str> =
            requested.items.iter().filter_map(|item| item.body.get("operation_id")?.as_str()).collect();
        assert!(stored.items.iter().all(|item| !planned.contains(&item.operation_id.as_str())), "of this desk alone");
        desk.team.clear();
        begin(&mut desk);
        let claims: Vec<_> = desk
            .team
            .iter()
            .filter_map(|effect| match effect {
                TeamEffect::Claim { claim, .. } => Some((claim.run.clone(), claim.count)),
                _ => None,
            })
            .collect();
        assert_eq!(claims.len(), 3, "{:?}", desk.team);
        assert!(claims.iter().all(|(run, count)| *run == stored.id && *count == 3));
        send(&mut desk, &requested);
        assert!(desk.toasts().iter().any(|toast| toast.contains("not finished")), "{:?}", desk.toasts());
    }
}

#[test]
fn a_run_goes_on_with_its_approval_after_a_restart() {
    let requested = requested(&mut connected(TeamRole::Operator));
    let mut desk = opened(TeamRole::Operator, &requested, "anna", ApprovalStage::Approved(decided_by("bob")));
    send(&mut desk, &requested);
    let stored: StoredRun = serde_json::from_str(&serde_json::to_string(&saved(&desk)).unwrap()).unwrap();
    let mut desk = connected(TeamRole::Operator);
    let run = StoredRun { profile_id: desk.state.profiles.current.clone(), ..stored.clone() };
    desk.event(Message::BulkRunsOpened { runs: vec![FoundRun { run, steps: Vec::new() }], problem: None });
    desk.act(Action::Bulk(BulkAction::Resume));
    desk.serve();
    let Some(TeamEffect::Claim { claim, .. }) = desk.team.last() else { panic!("{:?}", desk.team) };
    assert_eq!(claim.run, stored.id);
}

#[test]
fn an_item_that_the_database_refuses_is_not_sent_and_none_is_while_it_is_away() {
    let requested = requested(&mut connected(TeamRole::Operator));
    for refusal in [ClaimAnswer::NeedsApproval, ClaimAnswer::Away(problem("away"))] {
        let mut desk = opened(TeamRole::Operator, &requested, "anna", ApprovalStage::Approved(decided_by("bob")));
        send(&mut desk, &requested);
        begin(&mut desk);
        answer(&mut desk, refusal);
        assert!(
            matches!(desk.outcome(), Outcome::NotSent { why } if why.contains("second person")),
            "{:?}",
            desk.outcome()
        );
        desk.assert_sent_times(0);
    }
}

#[test]
fn nobody_approves_or_begins_a_run_whose_items_are_not_read_or_not_what_the_request_says() {
    let requested = requested(&mut connected(TeamRole::Operator));
    let decide = |desk: &mut Desk| {
        let (id, note) = (requested.request.id, String::new());
        desk.team.clear();
        desk.act(Action::Approvals(ApprovalsAction::Decide { id, verdict: ApprovalVerdict::Approved, note }));
        commanded(desk).is_some()
    };
    let mut desk = connected(TeamRole::Approver);
    reported(&mut desk, vec![shared(&requested.request, "bob", ApprovalStage::Open)]);
    assert!(!decide(&mut desk), "not read");
    assert!(decide(&mut opened(TeamRole::Approver, &requested, "bob", ApprovalStage::Open)));
    type Forge = fn(&mut Requested);
    let forgeries: [(&str, Forge); 7] = [
        ("an amount", |run| run.items[0].amount = Some(eur(9_000))),
        ("an amount inside", |run| {
            *Arc::make_mut(&mut run.items[0].body).pointer_mut("/amount/minor").unwrap() = json!(9)
        }),
        ("an object", |run| run.items[0].resource = "pay_9".to_owned()),
        ("a family", |run| run.items[0].family = "payout".to_owned()),
        ("one less", |run| drop(run.items.pop())),
        ("a sum", |run| *Arc::make_mut(&mut run.request.plan).pointer_mut("/sums/0/minor").unwrap() = json!(1)),
        ("an operation", |run| *Arc::make_mut(&mut run.request.plan).pointer_mut("/kind").unwrap() = json!("refund")),
    ];
    for (what, forge) in forgeries {
        let mut forged = requested.clone();
        forge(&mut forged);
        let mut desk = connected(TeamRole::Approver);
        let stage = ApprovalStage::Open;
        reported(&mut desk, vec![shared(&forged.request, "bob", stage)]);
        let id = forged.request.id;
        desk.act(Action::Approvals(ApprovalsAction::Open(Some(id))));
        report(&mut desk, TeamReport::ApprovalItems { id, result: Ok(forged.items.clone()) });
        let items = desk.state.workspace.approvals.run_items(id);
        let is_readable = desk.state.workspace.approvals.find(id).unwrap().is_readable();
        assert!(!is_readable || items == Some(&RunItems::Differ), "{what}: {items:?}");
        assert!(!is_readable || !decide(&mut desk), "{what}");
        reported(&mut desk, vec![shared(&forged.request, "bob", ApprovalStage::Approved(decided_by("anna")))]);
        send(&mut desk, &forged);
        assert!(desk.state.workspace.bulk.run().is_none(), "{what}");
    }
}

#[test]
fn items_that_could_not_be_read_are_read_again() {
    let requested = requested(&mut connected(TeamRole::Operator));
    let mut desk = opened(TeamRole::Approver, &requested, "bob", ApprovalStage::Open);
    let id = requested.request.id;
    report(&mut desk, TeamReport::ApprovalItems { id, result: Err(problem("away")) });
    assert_eq!(desk.state.workspace.approvals.run_items(id), Some(&RunItems::NotRead(problem("away"))));
    desk.team.clear();
    desk.act(Action::Approvals(ApprovalsAction::ReadItems(id)));
    assert!(matches!(desk.team.last(), Some(TeamEffect::ReadApprovalItems { .. })));
    // The session that was asked is gone.
    reported(&mut desk, vec![shared(&requested.request, "bob", ApprovalStage::Open)]);
    assert!(matches!(desk.team.last(), Some(TeamEffect::ReadApprovalItems { .. })) && desk.team.len() == 2);
}

#[test]
fn an_operation_that_is_covered_with_what_was_sent_before_is_asked_for_at_once() {
    let mut desk = connected(TeamRole::Operator);
    desk.confirm(capture(400));
    answer(&mut desk, ClaimAnswer::NeedsApproval);
    assert!(matches!(desk.outcome(), Outcome::NotSent { why } if why.ends_with("are added together")));
    let Some(Dialog::RequestApproval(dialog)) = &desk.state.workspace.dialog else {
        panic!("{:?}", desk.state.workspace.dialog)
    };
    assert_eq!(dialog.submission.plan.money, Some(eur(400)));
    desk.act(Action::DismissDialog);
    desk.confirm(capture(400));
    assert!(
        matches!(&desk.state.workspace.dialog, Some(Dialog::RequestApproval(_))),
        "confirmed again, it is asked for again"
    );
}

#[test]
fn an_operation_that_the_database_refuses_while_another_dialog_is_open_is_asked_for_when_it_is_confirmed_again() {
    let mut desk = connected(TeamRole::Operator);
    desk.confirm(capture(400));
    desk.act(Action::ShowHelp(HelpPage::Glossary));
    let open = desk.state.workspace.dialog.clone();
    assert!(open.is_some());
    answer(&mut desk, ClaimAnswer::NeedsApproval);
    assert_eq!(desk.state.workspace.dialog, open, "what a person is about to do stays");
    assert!(matches!(desk.outcome(), Outcome::NotSent { why } if why.contains("Confirm it again")));
    desk.act(Action::DismissDialog);
    desk.confirm(capture(400));
    assert!(matches!(&desk.state.workspace.dialog, Some(Dialog::RequestApproval(_))));
}
