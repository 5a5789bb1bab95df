//! Texts about approvals, for people.

use crate::app::problem::Problem;
use crate::domain::approval::{ApprovalRule, RuleLimit};
use crate::domain::money::grouped_count;

use super::step::ApprovalStep;

pub use crate::app::text::{APPROVED, SENT, WITHDRAWN};

pub const WAITS_FOR_APPROVAL: &str = "Waits for approval";
pub const REFUSED: &str = "Refused";
pub const REASON_MISSING: &str = "Enter why it should be approved";
pub const REASON_TOO_LONG: &str = "Shorten the reason to 1,000 characters";
pub const LOOKS_SECRET: &str =
    "Not requested: a text of it looks like a card number or a key, which must not be shared. Remove it and try again";
pub const NOT_YOURS_TO_SEND: &str = "Only who asked for it or approved it can send it";
pub const OTHER_VERSION: &str =
    "It cannot be sent from here: it differs from what was approved, or another version of Paydesk wrote it";
pub const NOT_STORED: &str = "Its card or account numbers are stored nowhere: it can be sent only where it was requested, until Paydesk is closed";
pub const NEEDS_DATABASE: &str =
    "Not sent: it needs the approval of a second person, and the team’s database does not answer";
pub const REQUEST_SENT: &str = "Approval requested";
pub const REQUEST_APPROVED: &str = "Request approved";
pub const REQUEST_REFUSED: &str = "Request refused";
pub const REQUEST_WITHDRAWN: &str = "Request withdrawn";
/// What an operation that a rule covers is not sent for, to go after a comma.
pub const NEEDS_APPROVAL: &str = "a rule of the team asks for the approval of a second person first";

impl ApprovalStep {
    pub(super) fn done(self) -> &'static str {
        match self {
            Self::Request => REQUEST_SENT,
            Self::Approve => REQUEST_APPROVED,
            Self::Refuse => REQUEST_REFUSED,
            Self::Withdraw => REQUEST_WITHDRAWN,
        }
    }

    fn not_done(self) -> &'static str {
        match self {
            Self::Request => "Approval was not requested",
            Self::Approve => "The request was not approved",
            Self::Refuse => "The request was not refused",
            Self::Withdraw => "The request was not withdrawn",
        }
    }
}

pub fn not_done(step: ApprovalStep, problem: &Problem) -> String {
    format!("{}: {}. {}", step.not_done(), problem.what, problem.what_to_do)
}

pub fn not_in_bulk(covering: &ApprovalRule, operation: &str) -> String {
    let why = rule(covering, operation);
    format!("{why}. Only single operations can be approved: leave out what the rule covers, or confirm it one by one")
}

/// Why something needs approval, as a sentence: `Refunds above 100.00 EUR need the approval of a second person`.
pub fn rule(rule: &ApprovalRule, operation: &str) -> String {
    match &rule.above {
        RuleLimit::Amount(amount) => format!("{operation} above {amount} needs the approval of a second person"),
        RuleLimit::Count(0) => format!("{operation} always needs the approval of a second person"),
        RuleLimit::Count(count) => format!(
            "{operation} of more than {} at once needs the approval of a second person",
            grouped_count(count.unsigned_abs())
        ),
    }
}
