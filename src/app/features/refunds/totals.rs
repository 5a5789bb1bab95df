//! Sums of refunds, each in its own currency.

use std::collections::BTreeMap;

use crate::app::records::CachedRecord;
use crate::domain::money::Money;
use crate::domain::refund::RefundStatus;

/// What refunds in one currency come to. One that failed gave nothing back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrencyTotal {
    pub refunded: Money,
    /// Also what the service gave no status of, or one we do not know: it may have been given back.
    pub pending: Money,
}

/// The sums of `refunds`, by currency. One whose amount is not known is in none of them.
pub fn totals<'a>(refunds: impl Iterator<Item = &'a CachedRecord>) -> Vec<CurrencyTotal> {
    let mut sums: BTreeMap<String, CurrencyTotal> = BTreeMap::new();
    for known in refunds {
        let Some(amount) = known.amount() else { continue };
        let none = CurrencyTotal { refunded: amount.with_minor(0), pending: amount.with_minor(0) };
        let sum = sums.entry(amount.currency.code().to_owned()).or_insert(none);
        let counted = match known.refund().and_then(|refund| refund.status.as_ref()) {
            Some(RefundStatus::Failed) => continue,
            Some(RefundStatus::Succeeded) => &mut sum.refunded,
            Some(RefundStatus::Pending | RefundStatus::Review | RefundStatus::Unknown(_)) | None => &mut sum.pending,
        };
        counted.minor = counted.minor.saturating_add(amount.minor);
    }
    sums.into_values().collect()
}
