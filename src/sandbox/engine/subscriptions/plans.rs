//! The catalogue: a few plans of the seeded shop, each with its prices. Fixed, and the same for every seed.

use serde::Serialize;

/// A price of a plan, as `GET /_sandbox/plans` answers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SubscriptionPlan {
    pub plan_id: &'static str,
    pub item_price_id: &'static str,
    pub name: &'static str,
    /// In the lowest unit of the currency.
    pub amount: i64,
    pub currency: &'static str,
    pub interval: &'static str,
}

/// Every price; a plan with several currencies has one for each.
pub const PLANS: [SubscriptionPlan; 8] = [
    plan("plan_beans_monthly", "price_beans_monthly_usd", "Beans of the month", 2_400, "USD", "month"),
    plan("plan_beans_monthly", "price_beans_monthly_eur", "Beans of the month", 2_200, "EUR", "month"),
    plan("plan_beans_monthly", "price_beans_monthly_jpy", "Beans of the month", 3_600, "JPY", "month"),
    plan("plan_beans_weekly", "price_beans_weekly_usd", "Beans every week", 900, "USD", "week"),
    plan("plan_office_monthly", "price_office_monthly_usd", "Office, 5 kg a month", 12_900, "USD", "month"),
    plan("plan_office_monthly", "price_office_monthly_kwd", "Office, 5 kg a month", 39_500, "KWD", "month"),
    plan("plan_club_yearly", "price_club_yearly_gbp", "Tasting club", 18_000, "GBP", "year"),
    plan("plan_club_yearly", "price_club_yearly_usd", "Tasting club", 22_800, "USD", "year"),
];

const fn plan(
    plan_id: &'static str,
    item_price_id: &'static str,
    name: &'static str,
    amount: i64,
    currency: &'static str,
    interval: &'static str,
) -> SubscriptionPlan {
    SubscriptionPlan { plan_id, item_price_id, name, amount, currency, interval }
}

/// The price of this id.
pub fn by_price(item_price_id: &str) -> Option<&'static SubscriptionPlan> {
    PLANS.iter().find(|plan| plan.item_price_id == item_price_id)
}

/// Whether there is a plan of this id.
pub fn is_plan(plan_id: &str) -> bool {
    PLANS.iter().any(|plan| plan.plan_id == plan_id)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use paydesk_domain::money::Currency;

    #[test]
    fn prices_have_ids_of_their_own_and_known_currencies() {
        assert_eq!(PLANS.iter().map(|plan| plan.item_price_id).collect::<BTreeSet<_>>().len(), PLANS.len());
        assert!(PLANS.iter().all(|plan| Currency::iso4217(plan.currency).is_known() && plan.amount > 0));
    }
}
