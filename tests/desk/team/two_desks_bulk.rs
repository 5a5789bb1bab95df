//! A bulk run that a rule covers, over two desks: asked for at one, decided on at the other, begun at both at once and sent
//! once each. The judge reads the sandbox's ledger and the database.

use paydesk_core::features::approvals::{ApprovalsAction, RunItems};
use paydesk_core::features::bulk::{BulkAction, BulkKind, ItemGroup};
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::team::{AwayRule, TeamRole};
use paydesk_team::{ApprovalId, ApprovalStage, ApprovalVerdict, RuleLimit};
use paydesk_test_desk::RuntimeHarness;

use super::two_desks::Office;

const PAYMENTS: usize = 4;

fn over(state: &State) -> bool {
    state.workspace.bulk.run().is_some_and(|run| run.is_over())
}

fn done(desk: &RuntimeHarness) -> usize {
    desk.state.workspace.bulk.run().map_or(0, |run| run.count(ItemGroup::Done))
}

/// Anna asks for approval of a run, with bob as the approver; the payments of it, and the request once both have it.
fn requested(office: &mut Office) -> ([RuntimeHarness; 2], Vec<PaymentId>, ApprovalId) {
    let mut anna = office.desk("anna", TeamRole::Operator, AwayRule::Stop);
    let mut bob = office.desk("bob", TeamRole::Approver, AwayRule::Stop);
    let ids: Vec<PaymentId> = office.service.all_authorized().into_iter().take(PAYMENTS).collect();
    for desk in [&mut anna, &mut bob] {
        desk.act(Action::GoTo(Route::List(ResourceKind::Payment)));
        let ids = ids.clone();
        desk.until("the payments are listed", move |state| {
            ids.iter().all(|id| state.workspace.payments.listed(id).is_some())
        });
    }
    let above = RuleLimit::Count(PAYMENTS as i64 - 1);
    office.as_owner(async |owner, profile| owner.set_rule(profile, "capture_payment", &above).await.unwrap());
    for desk in [&mut anna, &mut bob] {
        desk.until("the rule is known", |state| state.workspace.approvals.rules().len() == 1);
    }
    let targets = ids.iter().map(|id| id.as_str().to_owned()).collect();
    anna.act(Action::Bulk(BulkAction::Plan { kind: BulkKind::Capture, targets }));
    let plan = anna.state.workspace.bulk.plan().unwrap();
    assert!(anna.state.bulk_needs_approval().is_some(), "{:?} {:?}", plan.excluded, plan.items.len());
    let why = "Shipped today".to_owned();
    anna.act(Action::Bulk(BulkAction::RequestApproval { reason: String::new(), why }));
    let listed = |state: &State| state.workspace.approvals.listed().next().map(|approval| approval.id());
    for desk in [&mut anna, &mut bob] {
        desk.until("the request is listed", |state| listed(state).is_some());
    }
    let id = listed(&bob.state).unwrap();
    ([anna, bob], ids, id)
}

fn has_read_items(state: &State, id: ApprovalId) -> bool {
    matches!(state.workspace.approvals.run_items(id), Some(RunItems::Read(_)))
}

#[test]
fn a_run_that_a_rule_covers_is_sent_once_after_another_person_approved_all_of_it() {
    let Some(mut office) = Office::open("approval of a bulk run") else { return };
    let ([mut anna, mut bob], ids, id) = requested(&mut office);
    for desk in [&mut anna, &mut bob] {
        desk.act(Action::Approvals(ApprovalsAction::Open(Some(id))));
        desk.until("its items are read", |state| has_read_items(state, id));
    }
    let decide = ApprovalsAction::Decide { id, verdict: ApprovalVerdict::Approved, note: String::new() };
    bob.act(Action::Approvals(decide));
    for desk in [&mut anna, &mut bob] {
        desk.until("it is approved", |state| {
            state.workspace.approvals.find(id).is_some_and(|it| matches!(it.shared.stage, ApprovalStage::Approved(_)))
        });
        assert!(ids.iter().all(|id| office.captures(id) == 0), "approving sends nothing");
    }
    // Both at once.
    anna.act(Action::Approvals(ApprovalsAction::Send(id)));
    bob.act(Action::Approvals(ApprovalsAction::Send(id)));
    for desk in [&mut anna, &mut bob] {
        desk.until("its run is over", over);
    }
    assert!(ids.iter().all(|id| office.captures(id) == 1));
    assert_eq!(done(&anna) + done(&bob), PAYMENTS, "one of them sent all of it");
    let used = office.as_owner(async |owner, profile| owner.approval(profile, id).await.unwrap().unwrap());
    assert!(matches!(used.stage, ApprovalStage::Used { .. }), "{used:?}");
}

#[test]
fn items_that_the_database_refuses_to_show_are_said_to_be_so_and_the_session_goes_on() {
    let Some(mut office) = Office::open("items that are refused") else { return };
    let ([_anna, mut bob], _, id) = requested(&mut office);
    let superuser = office.service.threads.block_on(office.team.server.superuser());
    let run = |sql: &str| office.service.threads.block_on(superuser.batch_execute(sql)).unwrap();
    run("CREATE POLICY refused ON paydesk.approval_item AS RESTRICTIVE FOR SELECT \
         USING (paydesk.refuse('role_missing', 'admin') IS NULL)");
    bob.act(Action::Approvals(ApprovalsAction::Open(Some(id))));
    bob.until("it is said that they are refused", |state| {
        assert!(state.workspace.team.is_connected());
        matches!(state.workspace.approvals.run_items(id), Some(RunItems::NotRead(why)) if why.what.contains("admin"))
    });
    run("DROP POLICY refused ON paydesk.approval_item");
    bob.act(Action::Approvals(ApprovalsAction::ReadItems(id)));
    bob.until("its items are read", |state| {
        assert!(state.workspace.team.is_connected(), "the same session");
        has_read_items(state, id)
    });
}
