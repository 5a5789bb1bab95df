//! Texts about approvals, for people.

use crate::problem::Problem;
use paydesk_domain::approval::{ApprovalRule, RuleLimit};
use paydesk_domain::money::grouped_count;

use super::step::ApprovalStep;

pub use crate::text::{APPROVED, SENT, WITHDRAWN};

pub const REASON_MISSING: &str = "Enter a reason for approval";
pub const REASON_TOO_LONG: &str = "Shorten the reason to 1,000 characters";
pub const LOOKS_SECRET: &str = "Not requested: a field seems to contain a card number or a key, which must not be shared. Remove it and try again.";
pub const OTHER_VERSION: &str =
    "It cannot be sent from this computer: it differs from what was approved, or another version of Paydesk created it";
pub const NOT_STORED: &str = "Its card or account numbers are not stored. Send it from the computer where it was \
    requested, before Paydesk is closed there.";
pub const NEEDS_DATABASE: &str =
    "Not sent: it needs a second person's approval, and the team's database is not responding";
/// What an operation that a rule covers is not sent for, to go after a comma.
pub const NEEDS_APPROVAL: &str = "a team rule requires a second person's approval first: amounts for the same item within 24 hours are added together";
const RUNS_ADDED_UP: &str = "Your bulk runs in the last 24 hours are added together";
/// What a rule about amounts means for one operation.
pub const OBJECT_ADDED_UP: &str = "Amounts for the same item within 24 hours are added together";

impl ApprovalStep {
    pub(super) fn done(self) -> &'static str {
        match self {
            Self::Request => "Approval requested",
            Self::Approve => "Request approved",
            Self::Refuse => "Request rejected",
            Self::Withdraw => "Request withdrawn",
        }
    }

    fn not_done(self) -> &'static str {
        match self {
            Self::Request => "Approval was not requested",
            Self::Approve => "The request was not approved",
            Self::Refuse => "The request was not rejected",
            Self::Withdraw => "The request was not withdrawn",
        }
    }
}

pub fn not_done(step: ApprovalStep, problem: &Problem) -> String {
    format!("{}: {}", step.not_done(), problem.text())
}

/// What a rule about bulk runs means, as sentences.
pub fn rule_of_run(covering: &ApprovalRule, operation: &str) -> String {
    let why = rule(covering, operation);
    match &covering.above {
        RuleLimit::Amount(_) => {
            format!("{why}. In a bulk run, this applies to each amount and to their sum. {RUNS_ADDED_UP}.")
        }
        RuleLimit::Count(0) | RuleLimit::FirstToAccount => why,
        RuleLimit::Count(_) => format!("{why}. {RUNS_ADDED_UP}."),
    }
}

/// Why something needs approval, as a sentence: `Refunds above 100.00 EUR need the approval of a second person`.
pub fn rule(rule: &ApprovalRule, operation: &str) -> String {
    match &rule.above {
        RuleLimit::Amount(amount) => format!("“{operation}” needs a second person's approval above {amount}"),
        RuleLimit::FirstToAccount => {
            format!("“{operation}” needs a second person's approval for an account your team has not paid before")
        }
        RuleLimit::Count(0) => format!("“{operation}” always needs a second person's approval"),
        RuleLimit::Count(count) => format!(
            "“{operation}” needs a second person's approval for more than {} at once",
            grouped_count(count.unsigned_abs())
        ),
    }
}
