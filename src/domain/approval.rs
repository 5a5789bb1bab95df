//! Approval by a second person: what of a team's operations needs it, what was asked for, and what was decided.
//!
//! The database of the team keeps and enforces it (`paydesk-team`); here is what is known of it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::document::Raw;
use super::money::{MinorUnits, Money};
use super::money_sums::MoneySums;
use super::payout::AccountDigest;

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

/// What a claim's family is for the approval of a bulk run, whose id is the resource.
pub const BULK_FAMILY: &str = "bulk";

/// One item of a bulk run, as its approval names it.
#[derive(Debug, Clone, PartialEq)]
pub struct ApprovalItem {
    /// What it is about, as its claim names it.
    pub family: String,
    pub resource: String,
    /// What moves, where something does.
    pub amount: Option<Money>,
    /// Everything else that is needed to do it; opaque here.
    pub body: Raw,
}

/// What this person began in bulk runs of the last 24 hours without approval, of one operation in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunTotal {
    pub operation: String,
    pub count: i64,
    /// Where something moved.
    pub amount: Option<Money>,
}

/// From where on an operation needs approval.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleLimit {
    /// Above this amount, in its currency.
    Amount(Money),
    /// Above so many items.
    Count(i64),
    /// To an account that the team has not paid before: the database knows which.
    FirstToAccount,
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
    /// The rule with its amount as the service counts it: the database knows minor units.
    pub fn counted_as(mut self, units: MinorUnits) -> Self {
        if let RuleLimit::Amount(above) = &mut self.above {
            *above = above.counted_as(units);
        }
        self
    }

    /// Whether an operation needs approval by this rule, as the database decides it: also where the rule is about an
    /// amount or a count that is not given. Which accounts were paid before is not known here.
    pub fn covers(&self, operation: &SharedOperation) -> bool {
        self.is_about(&operation.name, operation.amount.as_ref(), operation.count)
    }

    /// Whether a bulk run of so many items needs approval, as the database decides it item by item: where one amount, their
    /// sum or their number is above the limit, together with what this person began in runs of the last 24 hours.
    pub fn covers_run(&self, (name, count): (&str, i64), sums: Option<&MoneySums>, earlier: &[RunTotal]) -> bool {
        if self.operation != name {
            return false;
        }
        let earlier = earlier.iter().filter(|total| total.operation == name);
        let above = match &self.above {
            RuleLimit::FirstToAccount => return false,
            RuleLimit::Count(above) => {
                return earlier.fold(count, |sum, total| sum.saturating_add(total.count)) > *above;
            }
            RuleLimit::Amount(above) => above,
        };
        let Some(sums) = sums else { return true };
        let amounts = earlier.filter_map(|total| total.amount.as_ref());
        let before = amounts.filter(|amount| is_in(amount, above)).map(|amount| amount.minor);
        let before = before.fold(0, i64::saturating_add);
        match sums.of_code(above.currency.currency_code()) {
            None => false,
            // Too large to be counted.
            Some(None) => true,
            // No amount is above the limit where their sum is not.
            Some(Some(sum)) => sum.saturating_add(before) > above.minor,
        }
    }

    /// Whether the rule is about this name, amount and count.
    pub fn is_about(&self, name: &str, amount: Option<&Money>, count: Option<i64>) -> bool {
        if self.operation != name {
            return false;
        }
        match (&self.above, amount, count) {
            (RuleLimit::FirstToAccount, _, _) => false,
            (RuleLimit::Count(above), _, count) => count.is_none_or(|count| count > *above),
            (RuleLimit::Amount(_), None, _) => true,
            (RuleLimit::Amount(above), Some(amount), _) => is_in(amount, above) && amount.minor > above.minor,
        }
    }
}

/// Whether an amount is in the currency of a limit. Both are minor units of one service, whatever is known of their decimals.
fn is_in(amount: &Money, above: &Money) -> bool {
    amount.currency.currency_code() == above.currency.currency_code()
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
    /// The account that money goes to: it is approved for this one alone.
    pub account: Option<AccountDigest>,
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
    use crate::money::Currency;

    fn rule(above: RuleLimit) -> ApprovalRule {
        let set_at = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
        ApprovalRule { operation: "create_refund".to_owned(), above, set_by: "ada".to_owned(), set_at }
    }

    fn refund(minor: i64, currency: &str) -> SharedOperation {
        let amount = Some(Money::new(minor, Currency::iso4217(currency)));
        SharedOperation { name: "create_refund".to_owned(), amount, count: Some(1) }
    }

    #[test]
    fn an_amount_is_covered_above_the_limit_in_its_currency_alone() {
        let rule = rule(RuleLimit::Amount(Money::new(10_000, Currency::iso4217("EUR"))));
        let covered = |minor, currency| rule.covers(&refund(minor, currency));
        assert_eq!([covered(10_000, "EUR"), covered(10_001, "EUR"), covered(90_000, "USD")], [false, true, false]);
        assert!(rule.covers(&SharedOperation { amount: None, ..refund(1, "EUR") }), "an amount that is not given");
        assert!(!rule.covers(&SharedOperation { name: "capture_payment".to_owned(), ..refund(90_000, "EUR") }));
    }

    #[test]
    fn a_bulk_run_is_covered_by_one_amount_by_their_sum_and_by_their_number_with_the_runs_before() {
        let eur = |minor| Money::new(minor, Currency::iso4217("EUR"));
        let sums = |amounts: &[i64]| -> MoneySums { amounts.iter().map(|minor| eur(*minor)).collect() };
        let covers = |above: RuleLimit, amounts: &[i64], earlier: &[RunTotal]| {
            rule(above).covers_run(("create_refund", amounts.len() as i64), Some(&sums(amounts)), earlier)
        };
        let total = |operation: &str, count, minor| RunTotal {
            operation: operation.to_owned(),
            count,
            amount: Some(eur(minor)),
        };
        let limit = || RuleLimit::Amount(eur(10_000));
        assert!(covers(limit(), &[10_001], &[]) && covers(limit(), &[6_000, 4_001], &[]));
        assert!(!covers(limit(), &[6_000, 4_000], &[]));
        assert!(covers(limit(), &[6_000, 4_000], &[total("create_refund", 1, 1)]), "with the run before");
        assert!(!covers(limit(), &[6_000, 4_000], &[total("capture_payment", 1, 1)]));
        assert!(covers(limit(), &[i64::MAX, 1], &[]), "a sum beyond all numbers");
        assert!(rule(limit()).covers_run(("create_refund", 1), None, &[]), "an amount that is not given");
        assert!(!covers(RuleLimit::Count(2), &[1, 1], &[]) && covers(RuleLimit::Count(2), &[1, 1, 1], &[]));
        assert!(covers(RuleLimit::Count(2), &[1, 1], &[total("create_refund", 1, 1)]));
    }

    #[test]
    fn a_count_of_nothing_covers_every_one() {
        assert!(rule(RuleLimit::Count(0)).covers(&refund(1, "EUR")));
        assert!(!rule(RuleLimit::Count(20)).covers(&SharedOperation { count: Some(20), ..refund(1, "EUR") }));
        assert!(rule(RuleLimit::Count(20)).covers(&SharedOperation { count: None, ..refund(1, "EUR") }));
    }
}
