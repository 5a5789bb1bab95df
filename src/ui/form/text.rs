//! The texts of form.

use std::fmt::Display;

pub use paydesk_core::text::{CURRENCY, E_MAIL, IP_ADDRESS, NAME, PHONE, TIME_ZONE};

pub use crate::text::{
    AT_ONCE, CLOSE, DEFAULT, ITS_USER_AGENT, METHOD_TYPE, OUTCOME_UNKNOWN, PHONE_COUNTRY_CODE, SUCH_AS_44,
    SUCH_AS_203_0_113, VALUE, WITHOUT_COUNTRY_CODE,
};

// Address

pub fn add_address(title: impl Display) -> String {
    format!("Add {title} address")
}

pub fn address(title: impl Display) -> String {
    format!("{title} address")
}

// Amount

pub fn has_decimals_choose_amount_below(code: impl Display, decimals: impl Display, example: impl Display) -> String {
    format!("{code} has {decimals} decimals: choose the amount below, or type it with {decimals}, such as {example}")
}

pub fn is(name: impl Display, money: impl Display) -> String {
    format!("{name} is {money}")
}

// Browser

pub const IN_PIXELS: &str = "In pixels";

// Date

pub fn open_calendar(to_lowercase: impl Display) -> String {
    format!("Open calendar: {to_lowercase}")
}

pub fn calendar(label: impl Display) -> String {
    format!("{label}: calendar")
}

pub fn it_has_passed(name: impl Display) -> String {
    format!("{name}: in the past")
}

// Fold

/// A group of fields that is folded, with something entered in it.
pub fn filled_in(title: impl Display) -> String {
    format!("{title} · filled in")
}

// Instrument

pub const AT_PROVIDER: &str = "At the provider";

// Metadata

pub fn metadata(word: impl Display, at: impl Display) -> String {
    format!("Metadata {word} {at}")
}

pub fn remove_metadata(at: impl Display) -> String {
    format!("Remove metadata {at}")
}

pub fn at_most(limit: impl Display) -> String {
    format!("At most {limit}")
}

pub fn of(used: impl Display, limit: impl Display) -> String {
    format!("{used} of {limit}")
}

pub fn pairs(used: impl Display) -> String {
    format!("{used} pairs")
}

// Named type

pub fn other(label: impl Display) -> String {
    format!("{label}, other")
}

// Page

pub fn fields_need_attention(count: impl Display) -> String {
    format!("{count} fields need attention")
}

pub fn press_enter_to_leave(close: impl Display) -> String {
    format!("{close}: press Enter to leave")
}

pub fn service_may_refuse_fields_see(count: impl Display) -> String {
    format!("The service may refuse {count} fields: see above")
}

// Pickers

pub fn choices(label: impl Display) -> String {
    format!("{label} choices")
}
