//! Parts that several requests have in common, each with the rules of its fields.
//!
//! A text that is empty counts as not given. `check` returns every broken rule, in the order of the fields, and
//! takes the name under which the part is in the body.

mod address;
mod browser;
mod card;
mod contact;
mod embedded;
mod metadata;
mod order;

pub use self::card::{CardShape, PAYMENT_CARD, SUBSCRIPTION_CARD};
pub use self::embedded::{is_object, within};
pub use self::metadata::{
    check_metadata, check_user_metadata, check_usual_metadata, check_usual_user_metadata, metadata_json,
    remaining_metadata_json, user_metadata_json,
};
