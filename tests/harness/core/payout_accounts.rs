//! The first payout to an account, where a rule of the team asks for a second person.

use paydesk_api::resources::payouts::calls::{CreatePayout, CreatePayoutInput, Destination, PayoutMethod};
use paydesk_core::features::team::{ClaimAnswer, TeamReport};
use paydesk_core::operations::OperationPlan;
use paydesk_domain::approval::{ApprovalRule, RuleLimit};
use paydesk_domain::ids::OperationId;
use paydesk_domain::payout::VARIANTS;
use paydesk_domain::team::{AwayRule, TeamRole};

use crate::desk::{Desk, eur};
use crate::service::start_time;
use crate::team::{answer, joined, report, session};

pub const NUMBER: &str = "DE89370400440532013000";

pub fn first_to_account() -> ApprovalRule {
    ApprovalRule {
        operation: "create_payout".to_owned(),
        above: RuleLimit::FirstToAccount,
        set_by: "ada".to_owned(),
        set_at: start_time(),
    }
}

pub fn connected() -> Desk {
    let mut desk = joined(AwayRule::Alone);
    report(&mut desk, session(TeamRole::Operator));
    report(&mut desk, TeamReport::Approvals { rules: vec![first_to_account()], approvals: Vec::new() });
    desk.team.clear();
    desk
}

/// A payout to this account.
pub fn payout(reference: &str, iban: &str) -> OperationPlan {
    let sepa = VARIANTS.iter().find(|variant| variant.name == "sepa").unwrap();
    let to = Destination::new(sepa).with("iban", iban).with("bic", "COBADEFF");
    let input = CreatePayoutInput::new(eur(1_000), reference);
    let input = CreatePayoutInput { method: Some(PayoutMethod::Data(to)), ..input };
    OperationPlan::of(&CreatePayout::new(OperationId::new(reference), input).unwrap())
}

/// The dialog that asks for the approval of a first payout.
pub fn asked() -> Desk {
    let mut desk = connected();
    desk.submit("op_1", payout("r_1", NUMBER));
    answer(&mut desk, ClaimAnswer::NeedsApproval);
    desk
}
