//! Parts that several requests have in common, each with the rules of its fields.
//!
//! A text that is empty counts as not given. `check` returns every broken rule, in the order of the fields, and
//! takes the name under which the part stands in the body.

mod address;
mod browser;
mod card;
mod contact;
mod embedded;
mod metadata;
mod order;
mod words;

pub use self::address::{
    Address, AddressShape, Billing, BillingShape, CUSTOMER_ADDRESS, PAYMENT_BILLING, Phone, SUBSCRIPTION_BILLING,
};
pub use self::browser::BrowserInfo;
pub use self::card::{CardData, CardShape, PAYMENT_CARD, SUBSCRIPTION_CARD};
pub use self::contact::Contact;
pub use self::embedded::{is_object, within};
pub use self::metadata::{
    OPERATION_ID, check_metadata, check_own_metadata, metadata_json, own_metadata_json, remaining_metadata_json,
};
pub use self::order::OrderDetail;
pub use self::words::{AuthenticationType, SetupFutureUsage};
