//! The first payout to an account: refused by the team's database, and asked for at once.

use paydesk_core::Action;
use paydesk_core::dialog::{Confirmation, Dialog};
use paydesk_core::effect::{ApprovalCommand, TeamEffect};
use paydesk_core::features::approvals::text;
use paydesk_core::features::team::ClaimAnswer;
use paydesk_core::operations::Outcome;
use paydesk_test_core::desk::problem;
use paydesk_test_core::payout_accounts::{NUMBER, connected, payout};
use paydesk_test_core::team::answer;

#[test]
fn the_first_payout_to_an_account_is_asked_for_as_soon_as_the_database_says_that_it_is_the_first() {
    let mut desk = connected();
    desk.submit("op_1", payout("r_1", NUMBER));
    let Some(TeamEffect::Claim { claim, .. }) = desk.team.last() else { panic!("{:?}", desk.team) };
    assert!(claim.account.is_some());
    assert!(!format!("{:?}", desk.team).contains("0532013000"), "no number leaves for the database");
    answer(&mut desk, ClaimAnswer::NeedsApproval);
    assert!(matches!(desk.outcome(), Outcome::NotSent { why } if why.contains("has not paid this account before")));
    let Some(Dialog::RequestApproval(dialog)) = &desk.state.workspace.dialog else {
        panic!("{:?}", desk.state.workspace.dialog)
    };
    assert!(text::rule(&dialog.rule, "Create payout").contains("an account your team has not paid before"));
    desk.act(Action::Confirm(Confirmation::RequestApproval("A new supplier".to_owned())));
    let Some(TeamEffect::Approval { command: ApprovalCommand::Request(request), .. }) = desk.team.last() else {
        panic!("{:?}", desk.team)
    };
    assert!(request.account.is_some() && !request.plan.to_string().contains("0532013000"));
    desk.submit("op_2", payout("r_2", NUMBER));
    assert!(
        matches!(&desk.state.workspace.dialog, Some(Dialog::RequestApproval(_))),
        "another payout to it: asked for before it is sent"
    );
    desk.act(Action::DismissDialog);
    desk.submit("op_3", payout("r_3", "NL91ABNA0417164300"));
    assert!(matches!(desk.team.last(), Some(TeamEffect::Claim { .. })), "another account: the database says");
}

#[test]
fn without_the_database_nobody_knows_which_account_was_paid_before() {
    let mut desk = connected();
    desk.submit("op_1", payout("r_1", NUMBER));
    answer(&mut desk, ClaimAnswer::Away(problem("away")));
    assert!(matches!(desk.outcome(), Outcome::NotSent { why } if why.contains("second person")));
    desk.assert_sent_times(0);
}
