//! Approval by a second person: what of a team's operations needs it, what was asked for, and what was decided.
//!
//! The database of the team keeps and enforces it ([`crate::team`]); here is what is known of it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::document::Raw;
use super::money::Money;

/// Identifies a request for approval, made by who asks: a UUID as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ApprovalId(pub u128);

/// An operation as rules and approvals see it. Amount and count are of what leaves with it; where a rule is about one of
/// them that is missing, the operation needs approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedOperation {
    /// Such as `refund`; 1 to 50 characters.
    pub name: String,
    pub amount: Option<Money>,
    /// Of items, for bulk operations.
    pub count: Option<i64>,
}

/// From where on an operation needs approval.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleLimit {
    /// Above this amount, in its currency.
    Amount(Money),
    /// Above so many items.
    Count(i64),
}

/// A rule of a profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalRule {
    pub operation: String,
    pub above: RuleLimit,
    pub set_by: String,
    pub set_at: DateTime<Utc>,
}

impl ApprovalRule {
    /// Whether an operation needs approval by this rule, as the database decides it: also where the rule is about an
    /// amount or a count that is not given.
    pub fn covers(&self, operation: &SharedOperation) -> bool {
        self.is_about(&operation.name, operation.amount.as_ref(), operation.count)
    }

    /// The same of its name, amount and count.
    pub fn is_about(&self, name: &str, amount: Option<&Money>, count: Option<i64>) -> bool {
        if self.operation != name {
            return false;
        }
        match (&self.above, amount, count) {
            (RuleLimit::Count(above), _, count) => count.is_none_or(|count| count > *above),
            (RuleLimit::Amount(_), None, _) => true,
            (RuleLimit::Amount(above), Some(amount), _) => {
                amount.currency == above.currency && amount.minor > above.minor
            }
        }
    }
}

/// What somebody asks approval for.
#[derive(Debug, Clone, PartialEq)]
pub struct ApprovalRequest {
    /// Made by who asks, so that it may be repeated when the answer was lost.
    pub id: ApprovalId,
    pub operation: SharedOperation,
    /// What it is about, as a claim names it.
    pub family: String,
    pub resource: String,
    /// Everything that the other person needs to see; opaque here.
    pub plan: Raw,
    pub reason: String,
}

/// What the second person says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApprovalVerdict {
    Approved,
    Refused,
}

/// Where a request is in its life.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApprovalStage {
    Open,
    Approved(ApprovalDecision),
    Refused(ApprovalDecision),
    Withdrawn {
        at: DateTime<Utc>,
    },
    /// Used up by one operation.
    Used {
        approved: ApprovalDecision,
        operation_id: String,
        by: String,
        at: DateTime<Utc>,
    },
}

/// Who decided, when, and what was noted with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovalDecision {
    pub by: String,
    pub at: DateTime<Utc>,
    pub note: String,
}

/// A request as the team sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct TeamApproval {
    pub request: ApprovalRequest,
    pub requested_by: String,
    pub requested_at: DateTime<Utc>,
    pub stage: ApprovalStage,
    /// The number of its last change among all of the profile.
    pub change: i64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::money::Currency;

    fn rule(above: RuleLimit) -> ApprovalRule {
        let set_at = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
        ApprovalRule { operation: "create_refund".to_owned(), above, set_by: "ada".to_owned(), set_at }
    }

    fn refund(minor: i64, currency: &str) -> SharedOperation {
        let amount = Some(Money::new(minor, Currency::from_code(currency)));
        SharedOperation { name: "create_refund".to_owned(), amount, count: Some(1) }
    }

    #[test]
    fn an_amount_is_covered_above_the_limit_in_its_currency_alone() {
        let rule = rule(RuleLimit::Amount(Money::new(10_000, Currency::from_code("EUR"))));
        let covered = |minor, currency| rule.covers(&refund(minor, currency));
        assert_eq!([covered(10_000, "EUR"), covered(10_001, "EUR"), covered(90_000, "USD")], [false, true, false]);
        assert!(rule.covers(&SharedOperation { amount: None, ..refund(1, "EUR") }), "an amount that is not given");
        assert!(!rule.covers(&SharedOperation { name: "capture_payment".to_owned(), ..refund(90_000, "EUR") }));
    }

    #[test]
    fn a_count_of_nothing_covers_every_one() {
        assert!(rule(RuleLimit::Count(0)).covers(&refund(1, "EUR")));
        assert!(!rule(RuleLimit::Count(20)).covers(&SharedOperation { count: Some(20), ..refund(1, "EUR") }));
        assert!(rule(RuleLimit::Count(20)).covers(&SharedOperation { count: None, ..refund(1, "EUR") }));
    }
}
