//! The nouns of the business, pure: no clock, no network, no window, no storage.
//!
//! Rules that Paydesk and the sandbox share (descriptor lengths, metadata limits, the pattern of a
//! payment id, the exponent of a currency) are written here once.
//! Nothing here reads the time or asks the outside for anything.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod address;
pub mod analytics;
pub mod api_key;
pub mod approval;
pub mod authorization;
pub mod bank;
pub mod country;
pub mod csv;
pub mod csv_style;
mod currency;
pub mod customer;
pub mod database_address;
pub mod deadline;
pub mod decline;
pub mod descriptor;
pub mod digit;
pub mod dispute;
pub mod dispute_report;
pub mod document;
pub mod evidence;
pub mod exact_test;
pub mod export;
pub mod ids;
pub mod invisible;
pub mod journal_copy;
pub mod known;
pub mod metadata;
pub mod method;
pub mod money;
pub mod money_sums;
pub mod note;
pub mod number_text;
pub mod object_ref;
mod open_enum;
pub mod open_item;
pub mod operation;
pub mod payer_places;
pub mod payment;
pub mod payment_link;
pub mod payment_mark;
pub mod payout;
pub mod person;
pub mod problem;
pub mod profile;
pub mod refund;
pub mod report_page;
pub mod review;
pub mod review_assignment;
pub mod saved_name;
pub mod scrub;
pub mod search_text;
pub mod secret;
pub mod service_text;
pub mod service_time;
pub mod shared;
pub mod sheet;
pub mod status_counts;
pub mod subscription;
pub mod team;
pub mod test_cards;
pub mod text;
pub mod typed_path;
pub mod value_unit;
pub mod waiting;
pub mod webhook;
pub mod zone;

use serde::{Deserialize, Serialize};

/// The kinds of resources that the service has.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::EnumIter,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ResourceKind {
    Payment,
    Refund,
    Payout,
    Dispute,
    Customer,
    PaymentLink,
    Subscription,
    ApiKey,
}

/// What a kind is called, for people.
struct ResourceNames {
    noun: &'static str,
    target: &'static str,
    plural: &'static str,
}

const fn names(noun: &'static str, target: &'static str, plural: &'static str) -> ResourceNames {
    ResourceNames { noun, target, plural }
}

impl ResourceKind {
    /// What stands within a sentence, before the id of what an operation works on, and as the heading of several.
    const fn names(self) -> ResourceNames {
        match self {
            Self::Payment => names("payment", "Payment", "Payments"),
            Self::Refund => names("refund", "Payment to refund", "Refunds"),
            Self::Payout => names("payout", "Payout", "Payouts"),
            Self::Dispute => names("dispute", "Dispute", "Disputes"),
            Self::Customer => names("customer", "Customer", "Customers"),
            Self::PaymentLink => names("payment link", "Payment link", "Payment links"),
            Self::Subscription => names("subscription", "Subscription", "Subscriptions"),
            Self::ApiKey => names("API key", "API key", "API keys"),
        }
    }

    /// Before the id of what an operation works on.
    pub fn title(self) -> &'static str {
        self.names().target
    }

    /// As the heading of several.
    pub fn plural(self) -> &'static str {
        self.names().plural
    }

    /// Within a sentence.
    pub fn noun(self) -> &'static str {
        self.names().noun
    }
}
