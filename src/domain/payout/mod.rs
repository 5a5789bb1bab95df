//! Payouts: their statuses, and which fields each way of paying out takes
//! (API reference).
//!
//! The table [`VARIANTS`] is the one place that knows the methods: Paydesk's forms and the sandbox both read it.

mod account;
mod field;
mod record;
mod variants;

pub use self::account::AccountDigest;
pub use self::field::{FieldKind, PayoutField, is_country, masked};
pub use self::record::{Payout, PayoutAttempt, PayoutCustomer, PayoutLink, PayoutUpdate};
pub use self::variants::VARIANTS;

use std::borrow::Cow;

use super::open_enum::open_enum;
use super::text::visible;

/// Longest `merchant_order_reference_id` of a payout (limits).
pub const ORDER_REFERENCE_MAX_CHARS: usize = 255;
/// Values of `payout_type`.
pub const PAYOUT_TYPES: [&str; 4] = ["card", "bank", "wallet", "bank_redirect"];
/// Values of `priority`.
pub const PRIORITIES: [&str; 6] = ["instant", "fast", "regular", "wire", "cross_border", "internal"];
/// Values of `entity_type`; each may also be written in lower case
/// (API reference), see [`is_entity_type`].
pub const ENTITY_TYPES: [&str; 6] = ["Individual", "Company", "NonProfit", "PublicSector", "NaturalPerson", "Personal"];

/// Whether a word names an entity type: as listed, in lower case, or in lower case with underscores (`non_profit`).
pub fn is_entity_type(word: &str) -> bool {
    let is_lower = !word.chars().any(char::is_uppercase);
    ENTITY_TYPES.iter().any(|known| *known == word || is_lower && known.to_lowercase() == word.replace('_', ""))
}

open_enum! {
    /// Status of a payout; a status this version does not know is stored verbatim.
    pub enum PayoutStatus {
        Success = "success",
        Failed = "failed",
        Cancelled = "cancelled",
        Initiated = "initiated",
        Expired = "expired",
        Reversed = "reversed",
        Pending = "pending",
        Ineligible = "ineligible",
        RequiresCreation = "requires_creation",
        RequiresConfirmation = "requires_confirmation",
        RequiresPayoutMethodData = "requires_payout_method_data",
        RequiresFulfillment = "requires_fulfillment",
        RequiresVendorAccountCreation = "requires_vendor_account_creation",
    }
}

impl PayoutStatus {
    /// The word it is shown with; one that is not known stays as it came.
    pub fn label(&self) -> Cow<'static, str> {
        match self {
            Self::Success => Cow::Borrowed("Succeeded"),
            Self::Failed => Cow::Borrowed("Failed"),
            Self::Cancelled => Cow::Borrowed("Cancelled"),
            Self::Initiated => Cow::Borrowed("Initiated"),
            Self::Expired => Cow::Borrowed("Expired"),
            Self::Reversed => Cow::Borrowed("Reversed"),
            Self::Pending => Cow::Borrowed("Pending"),
            Self::Ineligible => Cow::Borrowed("Ineligible"),
            Self::RequiresCreation => Cow::Borrowed("Requires creation"),
            Self::RequiresConfirmation => Cow::Borrowed("Requires confirmation"),
            Self::RequiresPayoutMethodData => Cow::Borrowed("Requires method data"),
            Self::RequiresFulfillment => Cow::Borrowed("Requires fulfilment"),
            Self::RequiresVendorAccountCreation => Cow::Borrowed("Requires vendor account"),
            Self::Unknown(word) => Cow::Owned(visible(word, 30)),
        }
    }
}

/// The top-level keys of `payout_method_data`, exactly one of which is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PayoutMethodKind {
    Card,
    BankTransfer,
    Wallet,
    BankRedirect,
    Passthrough,
}

impl PayoutMethodKind {
    pub const ALL: [Self; 5] = [Self::Card, Self::BankTransfer, Self::Wallet, Self::BankRedirect, Self::Passthrough];

    /// The key within `payout_method_data`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::BankTransfer => "bank_transfer",
            Self::Wallet => "wallet",
            Self::BankRedirect => "bank_redirect",
            Self::Passthrough => "passthrough",
        }
    }

    /// The key of the masked form in answers: bank transfers stand under `bank`.
    pub fn answer_key(self) -> &'static str {
        match self {
            Self::BankTransfer => "bank",
            Self::Card | Self::Wallet | Self::BankRedirect | Self::Passthrough => self.key(),
        }
    }

    /// The `payout_type` that goes with it; `None` where any does.
    pub fn payout_type(self) -> Option<&'static str> {
        match self {
            Self::BankTransfer => Some("bank"),
            Self::Card | Self::Wallet | Self::BankRedirect => Some(self.key()),
            Self::Passthrough => None,
        }
    }

    pub fn variants(self) -> impl Iterator<Item = &'static PayoutVariant> {
        VARIANTS.iter().filter(move |variant| variant.kind == self)
    }
}

/// One way of paying out.
#[derive(Debug, PartialEq, Eq)]
pub struct PayoutVariant {
    pub kind: PayoutMethodKind,
    /// `payout_method_type` of a bank transfer, the key of the object below `wallet` and `bank_redirect`, and empty
    /// where the family has one variant only.
    pub name: &'static str,
    /// For people.
    pub label: &'static str,
    pub required: &'static [PayoutField],
    pub optional: &'static [PayoutField],
}

impl PayoutVariant {
    /// All fields, the required ones first.
    pub fn fields(&self) -> impl Iterator<Item = &'static PayoutField> {
        self.required.iter().chain(self.optional)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_status_keeps_the_word_of_the_api_and_others_stay_verbatim() {
        for status in PayoutStatus::NAMED {
            assert_eq!(PayoutStatus::from_word(status.as_str()), status);
        }
        assert_eq!(PayoutStatus::from_word("on_hold").as_str(), "on_hold");
    }

    #[test]
    fn entity_types_are_taken_as_listed_and_in_lower_case() {
        assert!(["NonProfit", "nonprofit", "non_profit", "individual"].iter().all(|word| is_entity_type(word)));
        assert!(!["INDIVIDUAL", "Non_Profit", "club", ""].iter().any(|word| is_entity_type(word)));
    }
}
