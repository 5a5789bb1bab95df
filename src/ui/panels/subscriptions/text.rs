//! The texts of the form that confirms a subscription.

use crate::domain::money::Money;

pub const CONFIRM_TITLE: &str = "Confirm the subscription";

/// The button; `amount` is the first payment, where the service reported it.
pub fn confirm(amount: Option<&Money>) -> String {
    amount.map_or_else(|| "Confirm subscription".to_owned(), |amount| format!("Confirm and charge {amount}"))
}

/// What the confirmation leads to.
pub fn after_confirmation(amount: Option<&Money>) -> String {
    let charged = amount.map_or_else(|| "the price of the plan".to_owned(), ToString::to_string);
    format!(
        "Confirming charges {charged} now, then each period of the plan. The customer may have to authenticate first (3DS)"
    )
}
