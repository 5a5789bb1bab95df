//! The texts of form.

use std::fmt::Display;

pub use paydesk_core::text::{CURRENCY, E_MAIL, NAME, PHONE};

pub use crate::text::{
    AT_ONCE, CLOSE, DEFAULT, OUTCOME_UNKNOWN as OUTCOME_NOT_KNOWN_YET, PHONE_COUNTRY_CODE, SUCH_AS_44, VALUE,
    WITHOUT_COUNTRY_CODE,
};

// Address

pub const FIRST_NAME: &str = "First name";
pub const LAST_NAME: &str = "Last name";
pub const ADDRESS_LINE_1: &str = "Address line 1";
pub const ADDRESS_LINE_2: &str = "Address line 2";
pub const ADDRESS_LINE_3: &str = "Address line 3";
pub const POSTCODE: &str = "Postcode";
pub const CITY: &str = "City";
pub const STATE_OR_REGION: &str = "State or region";
pub const COUNTRY: &str = "Country";

pub fn add_address(title: impl Display) -> String {
    format!("Add {title} address")
}

pub fn address(title: impl Display) -> String {
    format!("{title} address")
}

// Amount

pub const SUCH_AS_12_50: &str = "Such as 12.50 or 1 234,50";
pub const AMBIGUOUS_AMOUNT_CHOOSE_ONE: &str = "Ambiguous amount: choose one";
pub const DID_YOU_MEAN: &str = "Did you mean";

pub fn has_decimals_choose_amount_below(code: impl Display, decimals: impl Display, example: impl Display) -> String {
    format!("{code} has {decimals} decimals: choose the amount below, or type it with {decimals}, such as {example}")
}

pub fn is(name: impl Display, money: impl Display) -> String {
    format!("{name} is {money}")
}

// Date

pub const MO: &str = "Mo";
pub const TU: &str = "Tu";
pub const WE: &str = "We";
pub const TH: &str = "Th";
pub const FR: &str = "Fr";
pub const SA: &str = "Sa";
pub const SU: &str = "Su";
pub const PREVIOUS_MONTH: &str = "Previous month";
pub const NEXT_MONTH: &str = "Next month";

pub fn open_calendar(to_lowercase: impl Display) -> String {
    format!("Open calendar: {to_lowercase}")
}

pub fn calendar(label: impl Display) -> String {
    format!("{label}: calendar")
}

pub fn it_has_passed(name: impl Display) -> String {
    format!("{name}: it has passed")
}

// Drop down

// Fields

pub const REQUIRED: &str = ", required";

// Metadata

pub const ADD_METADATA: &str = "Add metadata";
pub const ONE_PAIR: &str = "1 pair";

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

// Page

pub const YOUR_ENTRIES_STAY: &str = "Your entries stay in this form";
pub const NOT_ACCEPTED: &str = "Not accepted";
pub const ONE_FIELD_NEEDS_ATTENTION: &str = "1 field needs attention";
pub const SERVICE_MAY_REFUSE_ONE_FIELD: &str = "The service may refuse one field: see above";

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

pub const CODE_OR_NAME_SUCH: &str = "Code or name, such as EUR";
pub const SHOW_CURRENCIES: &str = "Show currencies";
pub const CODE_OR_NAME_SUCH_AS_DE: &str = "Code or name, such as DE";
pub const SHOW_COUNTRIES: &str = "Show countries";
pub const NOT_IN_LIST_YOUR_TEXT: &str = "Not in the list; your text is used";

pub fn choices(label: impl Display) -> String {
    format!("{label} choices")
}
