//! A desk of a team whose rule covers bulk runs, and requests for one.

use paydesk_core::Action;
use paydesk_core::effect::{ApprovalCommand, TeamEffect};
use paydesk_core::features::approvals::ApprovalsAction;
use paydesk_core::features::bulk::{BulkAction, BulkKind};
use paydesk_core::features::team::TeamReport;
use paydesk_core::route::Route;
use paydesk_domain::approval::{ApprovalItem, ApprovalRequest, ApprovalRule, ApprovalStage, TeamApproval};
use paydesk_domain::team::{AwayRule, TeamRole};

use crate::approvals::{captures_above, shared};
use crate::desk::{Desk, eur};
use crate::service::Pay;
use crate::team::{joined_with, report, session};

/// A run that was asked for.
#[derive(Clone)]
pub struct Requested {
    pub request: ApprovalRequest,
    pub items: Vec<ApprovalItem>,
}

pub fn rules() -> Vec<ApprovalRule> {
    vec![captures_above(eur(1_500))]
}

pub fn reported(desk: &mut Desk, approvals: Vec<TeamApproval>) {
    report(desk, TeamReport::Approvals { rules: rules(), approvals });
}

/// Anna's desk with three payments of 10.00 EUR, where captures above 15.00 EUR need approval.
pub fn connected(role: TeamRole) -> Desk {
    let payments = (1..4).map(|number| Pay::authorized(&format!("pay_{number}"), 1_000)).collect();
    let mut desk = joined_with(AwayRule::Alone, payments);
    report(&mut desk, session(role));
    reported(&mut desk, Vec::new());
    desk.team.clear();
    desk
}

pub fn plan(desk: &mut Desk, payments: &[u32]) {
    let targets = payments.iter().map(|number| format!("pay_{number}")).collect();
    desk.act(Action::Bulk(BulkAction::Plan { kind: BulkKind::Capture, targets }));
    assert_eq!(desk.state.workspace.bulk.plan().unwrap().items.len(), payments.len());
}

pub fn ask(desk: &mut Desk, why: &str) {
    desk.act(Action::Bulk(BulkAction::RequestApproval { reason: String::new(), why: why.to_owned() }));
}

pub fn commanded(desk: &Desk) -> Option<&ApprovalCommand> {
    desk.team.iter().rev().find_map(|effect| match effect {
        TeamEffect::Approval { command, .. } => Some(command),
        _ => None,
    })
}

/// The request for captures of all three.
pub fn requested(desk: &mut Desk) -> Requested {
    plan(desk, &[1, 2, 3]);
    ask(desk, " Shipped today ");
    let Some(ApprovalCommand::RequestRun { request, items }) = commanded(desk) else { panic!("{:?}", desk.team) };
    let requested = Requested { request: (**request).clone(), items: items.to_vec() };
    let id = requested.request.id;
    report(desk, TeamReport::ApprovalAnswered { id, result: Ok(()) });
    requested
}

/// A desk that has the request before it, with its items.
pub fn opened(role: TeamRole, requested: &Requested, by: &str, stage: ApprovalStage) -> Desk {
    let mut desk = connected(role);
    open(&mut desk, requested, shared(&requested.request, by, stage));
    desk
}

pub fn open(desk: &mut Desk, requested: &Requested, approval: TeamApproval) {
    let id = requested.request.id;
    reported(desk, vec![approval]);
    desk.act(Action::GoTo(Route::Approvals));
    desk.act(Action::Approvals(ApprovalsAction::Open(Some(id))));
    assert!(matches!(desk.team.last(), Some(TeamEffect::ReadApprovalItems { .. })), "{:?}", desk.team);
    report(desk, TeamReport::ApprovalItems { id, result: Ok(requested.items.clone()) });
}
