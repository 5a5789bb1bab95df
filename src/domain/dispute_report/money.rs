//! Sums of money, each in its own currency.

use std::collections::BTreeMap;

use super::counts::Counts;
use super::facts::{DisputeFacts, DisputeResult, ReportDispute};
use super::period::ReportSpan;
use crate::money::Money;

/// What is counted of a currency; amounts in its lowest unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrencyMoney {
    /// Zero, in the currency.
    pub zero: Money,
    pub opened: i64,
    pub disputed: i64,
    pub won: i64,
    pub lost: i64,
    pub open: i64,
    pub open_amount: i64,
}

impl CurrencyMoney {
    fn new(amount: &Money) -> Self {
        let zero = amount.with_minor(0);
        Self { zero, opened: 0, disputed: 0, won: 0, lost: 0, open: 0, open_amount: 0 }
    }

    pub fn money(&self, minor: i64) -> Money {
        self.zero.with_minor(minor)
    }
}

/// Sums per currency; those of the most disputes first. Won and lost are by the day of decision where all of these are known, else of the
/// disputes that were opened in the period.
pub fn by_currency(facts: &DisputeFacts<'_>, span: &ReportSpan, counts: &Counts) -> Vec<CurrencyMoney> {
    let bounds = span.bounds(facts.zone);
    let mut sums: BTreeMap<&str, CurrencyMoney> = BTreeMap::new();
    for dispute in facts.disputes {
        let is_opened = bounds.contains(&dispute.opened);
        let is_decided = match counts.knows_decisions {
            true => dispute.decided_at.is_some_and(|at| bounds.contains(&at)),
            false => is_opened,
        };
        if !(is_opened || is_decided || dispute.is_open()) {
            continue;
        }
        let minor = dispute.amount.minor;
        let sum = sums.entry(dispute.amount.currency.code()).or_insert_with(|| CurrencyMoney::new(&dispute.amount));
        if is_opened {
            sum.opened += 1;
            sum.disputed = sum.disputed.saturating_add(minor);
        }
        match dispute.result() {
            DisputeResult::Won if is_decided => sum.won = sum.won.saturating_add(minor),
            DisputeResult::Lost if is_decided => sum.lost = sum.lost.saturating_add(minor),
            DisputeResult::Open => {
                sum.open += 1;
                sum.open_amount = sum.open_amount.saturating_add(minor);
            }
            DisputeResult::Won | DisputeResult::Lost => {}
        }
    }
    let mut sums: Vec<CurrencyMoney> = sums.into_values().collect();
    sums.sort_by_key(|sum| std::cmp::Reverse((sum.opened, sum.open)));
    sums
}

/// What was decided in the period, of currencies in which anything was.
pub fn results_by_currency(facts: &DisputeFacts<'_>, span: &ReportSpan, counts: &Counts) -> Vec<CurrencyMoney> {
    let sums = by_currency(facts, span, counts);
    sums.into_iter().filter(|sum| sum.won > 0 || sum.lost > 0).collect()
}

/// What is open in each currency, the one with the most disputes first.
pub fn open_money(open: &[&ReportDispute]) -> Vec<(Money, usize)> {
    let mut sums: BTreeMap<&str, (Money, usize)> = BTreeMap::new();
    for dispute in open {
        let (sum, count) =
            sums.entry(dispute.amount.currency.code()).or_insert_with(|| (dispute.amount.with_minor(0), 0));
        (sum.minor, *count) = (sum.minor.saturating_add(dispute.amount.minor), *count + 1);
    }
    let mut sums: Vec<(Money, usize)> = sums.into_values().collect();
    sums.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    sums
}
