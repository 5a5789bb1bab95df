//! A desk that works with a team: its membership, its session, what the database reports.

use paydesk_core::effect::TeamEffect;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::team::{ClaimAnswer, TeamReport, TeamSession};
use paydesk_core::operations::ResourceKind;
use paydesk_core::operations::journal::JournalStepName;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::team::{AwayRule, TeamMembership, TeamRole};

use crate::desk::Desk;
use crate::profiles::{input, keep, ready, save};
use crate::service::Pay;

pub fn membership(when_away: AwayRule) -> TeamMembership {
    TeamMembership {
        address: "postgresql://anna@db.example.com/paydesk".to_owned(),
        profile: "Shop".to_owned(),
        ca_file: None,
        desk_id: "6f9c0e0e-0000-4000-8000-000000000001".to_owned(),
        when_away,
        is_new: false,
        rules: Vec::new(),
    }
}

pub fn report(desk: &mut Desk, report: TeamReport) {
    let profile_id = desk.state.profiles.current.clone();
    desk.event(Message::Team { profile_id, report });
}

pub fn session(role: TeamRole) -> TeamReport {
    let session = TeamSession { person: "anna".to_owned(), role, latency_ms: 2 };
    TeamReport::Connected { session, own_claims: Vec::new() }
}

/// A desk on a profile of a team, whose database has not answered yet, with a payment open.
pub fn joined(rule: AwayRule) -> Desk {
    joined_with(rule, vec![Pay::authorized("pay_1", 1_000)])
}

/// The same with these payments, of which `pay_1` is open.
pub fn joined_with(rule: AwayRule, payments: Vec<Pay>) -> Desk {
    joined_at(Desk::ready(payments), rule)
}

/// The same of the service that this desk has.
pub fn joined_at(mut desk: Desk, rule: AwayRule) -> Desk {
    save(&mut desk, input("Shop"), Some("snd_shop"));
    desk.state.profiles.saved[0].team = Some(Box::new(membership(rule)));
    keep(&mut desk);
    ready(&mut desk);
    desk.act(Action::GoTo(Route::List(ResourceKind::Payment)));
    desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new("pay_1"))));
    desk.serve();
    assert!(matches!(desk.team.as_slice(), [TeamEffect::Connect { .. }]), "{:?}", desk.team);
    desk.team.clear();
    desk
}

/// The claim that was asked for last.
#[track_caller]
pub fn asked(desk: &Desk) -> (OperationId, JournalStepName) {
    match desk.team.last() {
        Some(TeamEffect::Claim { step, claim, .. }) => (claim.operation_id.clone(), *step),
        other => panic!("no claim was asked for: {other:?}"),
    }
}

pub fn answer(desk: &mut Desk, answer: ClaimAnswer) {
    let (operation_id, step) = asked(desk);
    report(desk, TeamReport::ClaimAnswered { operation_id, step, answer });
}
