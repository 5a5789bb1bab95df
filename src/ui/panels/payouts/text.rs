//! The texts of payouts.

pub use crate::text::{
    ACCOUNT, ATTEMPTS, BANK_REDIRECT, BEGINS_WITH_HTTPS, BILLING, BY, CANCEL, CARD, CHANGED, CHECK_STATUS, CLOSE,
    CLOSE_PANE, CREATED_BY, CREATED_SERVICE_REPORTED_NO_DETAILS, DEFAULT, DESCRIPTION, DISCARDS_WHAT_WAS_ENTERED, EDIT,
    IN_CAMEL_CASE, LAST_READ, MERCHANT, MESSAGE, METADATA, METHOD, METHODS_OFFERED, OPEN_CUSTOMER, PAYOUTS,
    PHONE_COUNTRY_CODE, RAW_JSON, RECIPIENT, RETURN_URL, SPECIFY_LATER, SUCH_AS_44, THEME, TYPE, UNIFIED_CODE, WALLET,
    WHY_IT_FAILED, WITHOUT_COUNTRY_CODE, YOUR_REFERENCE,
};
pub use paydesk_core::text::{AMOUNT, CREATED, CUSTOMER, CUSTOMER_ID, E_MAIL, NAME, PHONE, PROFILE, STATUS};

use std::fmt::Display;

// Detail

pub const PAYOUT: &str = "Payout";

pub fn error_service_reported_cannot(error: impl Display) -> String {
    format!("The error the service reported cannot be read: {error}")
}

pub fn fulfil(amount: impl Display) -> String {
    format!("Fulfil {amount}…")
}

// Facts

pub const WHERE_MONEY_GOES: &str = "Where the money goes";
pub const PRIORITY: &str = "Priority";
pub const ENTITY_TYPE: &str = "Entity type";
pub const BUSINESS_COUNTRY: &str = "Business country";
pub const YES: &str = "Yes";
pub const NO: &str = "No";

pub fn timeline(zone: impl Display) -> String {
    format!("Timeline ({zone})")
}

pub fn attempt(number: impl Display) -> String {
    format!("Attempt {number}")
}

pub fn by(name: impl Display) -> String {
    format!(" by {name}")
}

// Fields

/// Of the column that has no title to be seen.
pub const NEXT_STEP: &str = "Next step";
pub const IDENTITY: &str = "Tax ID and identity document of the recipient";
pub const IBAN: &str = "IBAN";
pub const ISPB: &str = "ISPB";

pub fn source(label: impl Display) -> String {
    format!("Source {label}")
}

pub fn bank_in(country: impl Display) -> String {
    format!("Bank in {country}")
}

// Form

pub const ACCOUNT_MONEY_COMES_FROM: &str = "Account the money comes from";

pub fn create_and_pay_out(amount: impl Display) -> String {
    format!("Create and pay out {amount}")
}

pub fn create_payout_of(amount: impl Display) -> String {
    format!("Create payout of {amount}")
}

pub fn type_to_pay_out_immediately(amount: impl Display) -> String {
    format!("Type {amount} to pay out immediately")
}

pub fn payout_of(id: impl Display, at: impl Display) -> String {
    format!("Payout {id} from {at}")
}

pub fn payout_sent_at_still_waiting(at: impl Display) -> String {
    format!("A payout sent on {at}, still waiting for a response,")
}

pub fn has_same_amount_and_goes(which: impl Display, by: impl Display) -> String {
    format!("{which} has the same amount and goes to {by}")
}

// List

pub const FULFIL: &str = "Fulfil…";

pub fn fulfil_to(amount: impl Display, recipient: impl Display) -> String {
    format!("Fulfil payout of {amount} to {recipient}")
}

// Refresh

pub const SERVICE_HAS_NO_CALL: &str = "Checking a payout's status also updates it: the description and metadata \
    shown here are sent and overwrite changes from elsewhere";

pub fn checking_payout_status_of(nth: impl Display, of: impl Display) -> String {
    format!("Checking payout status: {nth} of {of}")
}

pub fn one_payout_is_shown(oldest: impl Display) -> String {
    format!("1 payout is shown as of {oldest}")
}

pub fn payouts_are_shown(count: impl Display, oldest: impl Display) -> String {
    format!("{count} payouts are shown as of {oldest} or later")
}

pub fn check_payouts(count: impl Display) -> String {
    format!("Check {count} payouts")
}

pub fn have_changed_since(may: impl Display, asking_sends: impl Display) -> String {
    format!("{may} have changed since. {asking_sends}.")
}

pub fn status_as_of(reported_at: impl Display) -> String {
    format!("Status as of {reported_at}")
}

// Update

pub fn edit_payout(payout_id: impl Display) -> String {
    format!("Edit payout {payout_id}")
}
