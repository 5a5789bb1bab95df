//! Sums of refunds, each in its own currency.

use std::collections::BTreeMap;

use crate::records::CachedRecord;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::refund::RefundStatus;

/// What refunds in one currency come to, by status. Failed ones gave nothing back and are in none of the sums.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrencyTotal {
    pub refunded: Money,
    pub pending: Money,
    pub in_review: Money,
    /// Of those whose status the service did not report, or reported in a word that is not in the specification.
    pub status_unknown: Money,
}

impl CurrencyTotal {
    fn of_nothing(currency: &Currency) -> Self {
        let nothing = Money::new(0, currency.clone());
        let [refunded, pending, in_review, status_unknown] = std::array::from_fn(|_| nothing.clone());
        Self { refunded, pending, in_review, status_unknown }
    }

    fn add(&mut self, status: Option<&RefundStatus>, minor: i64) {
        let sum = match status {
            Some(RefundStatus::Failed) => return,
            Some(RefundStatus::Succeeded) => &mut self.refunded,
            Some(RefundStatus::Pending) => &mut self.pending,
            Some(RefundStatus::Review) => &mut self.in_review,
            Some(RefundStatus::Unknown(_)) | None => &mut self.status_unknown,
        };
        sum.minor = sum.minor.saturating_add(minor);
    }
}

/// Returns the sums of `refunds`, by currency. One whose amount is not known is in none of them.
pub fn totals<'a>(refunds: impl Iterator<Item = &'a CachedRecord>) -> Vec<CurrencyTotal> {
    let mut totals: BTreeMap<String, CurrencyTotal> = BTreeMap::new();
    for known in refunds {
        let Some(amount) = known.amount() else { continue };
        let code = amount.currency.code().to_owned();
        let total = totals.entry(code).or_insert_with(|| CurrencyTotal::of_nothing(&amount.currency));
        total.add(known.refund().and_then(|refund| refund.status.as_ref()), amount.minor);
    }
    totals.into_values().collect()
}
