//! Sums of refunds, each in its own currency.

use std::collections::BTreeMap;

use crate::records::{CachedRecord, RefundTotals};
use paydesk_domain::money::{Currency, Money};

/// What refunds in one currency come to, counted as [`RefundTotals::count`] does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrencyTotal {
    pub refunded: Money,
    pub pending: Money,
}

/// The sums of `refunds`, by currency. One whose amount is not known is in none of them.
pub fn totals<'a>(refunds: impl Iterator<Item = &'a CachedRecord>) -> Vec<CurrencyTotal> {
    let mut sums: BTreeMap<String, (Currency, RefundTotals)> = BTreeMap::new();
    for known in refunds {
        let Some(amount) = known.amount() else { continue };
        let none = || (amount.currency.clone(), RefundTotals::default());
        let (_, sum) = sums.entry(amount.currency.code().to_owned()).or_insert_with(none);
        sum.count(known.refund().and_then(|refund| refund.status.as_ref()), amount.minor);
    }
    let total = |(currency, sum): (Currency, RefundTotals)| CurrencyTotal {
        refunded: Money::new(sum.done_minor, currency.clone()),
        pending: Money::new(sum.pending_minor, currency),
    };
    sums.into_values().map(total).collect()
}
