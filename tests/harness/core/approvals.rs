//! A desk of a team whose rule asks for a second person, and requests for one.

use paydesk_core::Action;
use paydesk_core::dialog::Confirmation;
use paydesk_core::effect::{ApprovalCommand, TeamEffect};
use paydesk_core::features::team::TeamReport;
use paydesk_domain::approval::{
    ApprovalDecision, ApprovalRequest, ApprovalRule, ApprovalStage, RuleLimit, TeamApproval,
};
use paydesk_domain::money::Money;
use paydesk_domain::team::{AwayRule, TeamRole};

use crate::desk::{Desk, capture, eur};
use crate::service::start_time;
use crate::team::{joined, report, session};

/// Captures above so much need approval.
pub fn captures_above(amount: Money) -> ApprovalRule {
    ApprovalRule {
        operation: "capture_payment".to_owned(),
        above: RuleLimit::Amount(amount),
        set_by: "ada".to_owned(),
        set_at: start_time(),
    }
}

/// The team as the database reports it to anna.
pub fn approvals(desk: &mut Desk, approvals: Vec<TeamApproval>) {
    report(desk, TeamReport::Approvals { rules: vec![captures_above(eur(500))], approvals });
}

pub fn connected(role: TeamRole) -> Desk {
    let mut desk = joined(AwayRule::Stop);
    report(&mut desk, session(role));
    approvals(&mut desk, Vec::new());
    desk.team.clear();
    desk
}

pub fn request(desk: &mut Desk, reason: &str) {
    desk.act(Action::Confirm(Confirmation::RequestApproval(reason.to_owned())));
}

/// What was asked of the database last.
pub fn commanded(desk: &Desk) -> &ApprovalCommand {
    match desk.team.last() {
        Some(TeamEffect::Approval { command, .. }) => command,
        other => panic!("{other:?}"),
    }
}

/// The request for a capture of 10.00 EUR of `pay_1`.
pub fn requested(desk: &mut Desk) -> ApprovalRequest {
    desk.confirm(capture(1_000));
    request(desk, "  Paid by bank as well ");
    let ApprovalCommand::Request(request) = commanded(desk).clone() else { panic!("{:?}", desk.team) };
    report(desk, TeamReport::ApprovalAnswered { id: request.id, result: Ok(()) });
    *request
}

pub fn shared(request: &ApprovalRequest, by: &str, stage: ApprovalStage) -> TeamApproval {
    TeamApproval { request: request.clone(), requested_by: by.to_owned(), requested_at: start_time(), stage, change: 7 }
}

pub fn decided_by(person: &str) -> ApprovalDecision {
    ApprovalDecision { by: person.to_owned(), at: start_time(), note: "Checked with the bank".to_owned() }
}

pub fn command(effect: &TeamEffect) -> Option<&ApprovalCommand> {
    match effect {
        TeamEffect::Approval { command, .. } => Some(command),
        _ => None,
    }
}
