//! Payouts: their statuses, and which fields each way of paying out takes (spec, *Payout* and *Payout statuses*).
//!
//! The table [`VARIANTS`] is the one place that knows the methods: the desk's forms and the sandbox both read it.

mod variants;

pub use self::variants::VARIANTS;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Longest `merchant_order_reference_id` of a payout (spec, *Limits*).
pub const ORDER_REFERENCE_MAX_CHARS: usize = 255;
/// Values of `payout_type`.
pub const PAYOUT_TYPES: [&str; 4] = ["card", "bank", "wallet", "bank_redirect"];
/// Values of `priority`.
pub const PRIORITIES: [&str; 6] = ["instant", "fast", "regular", "wire", "cross_border", "internal"];
/// Values of `entity_type`; each may also be written in lower case (spec, *Payout*), see [`is_entity_type`].
pub const ENTITY_TYPES: [&str; 6] = ["Individual", "Company", "NonProfit", "PublicSector", "NaturalPerson", "Personal"];

/// Whether a word names an entity type: as listed, in lower case, or in lower case with underscores (`non_profit`).
pub fn is_entity_type(word: &str) -> bool {
    let is_lower = !word.chars().any(char::is_uppercase);
    ENTITY_TYPES.iter().any(|known| *known == word || is_lower && known.to_lowercase() == word.replace('_', ""))
}

/// Status of a payout; a status this version does not know is kept verbatim.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub enum PayoutStatus {
    Success,
    Failed,
    Cancelled,
    Initiated,
    Expired,
    Reversed,
    Pending,
    Ineligible,
    RequiresCreation,
    RequiresConfirmation,
    RequiresPayoutMethodData,
    RequiresFulfillment,
    RequiresVendorAccountCreation,
    Unknown(Arc<str>),
}

impl PayoutStatus {
    /// All statuses with a name, in the order of the specification.
    pub const NAMED: [Self; 13] = [
        Self::Success,
        Self::Failed,
        Self::Cancelled,
        Self::Initiated,
        Self::Expired,
        Self::Reversed,
        Self::Pending,
        Self::Ineligible,
        Self::RequiresCreation,
        Self::RequiresConfirmation,
        Self::RequiresPayoutMethodData,
        Self::RequiresFulfillment,
        Self::RequiresVendorAccountCreation,
    ];

    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Success => "success",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Initiated => "initiated",
            Self::Expired => "expired",
            Self::Reversed => "reversed",
            Self::Pending => "pending",
            Self::Ineligible => "ineligible",
            Self::RequiresCreation => "requires_creation",
            Self::RequiresConfirmation => "requires_confirmation",
            Self::RequiresPayoutMethodData => "requires_payout_method_data",
            Self::RequiresFulfillment => "requires_fulfillment",
            Self::RequiresVendorAccountCreation => "requires_vendor_account_creation",
            Self::Unknown(word) => word,
        }
    }

    /// Reads the word of the API; never fails.
    pub fn from_word(word: &str) -> Self {
        Self::NAMED.into_iter().find(|status| status.as_str() == word).unwrap_or_else(|| Self::Unknown(word.into()))
    }
}

impl fmt::Display for PayoutStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<PayoutStatus> for String {
    fn from(status: PayoutStatus) -> Self {
        status.as_str().to_owned()
    }
}

impl From<String> for PayoutStatus {
    fn from(word: String) -> Self {
        Self::from_word(&word)
    }
}

/// The top-level keys of `payout_method_data`, exactly one of which is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PayoutFamily {
    Card,
    BankTransfer,
    Wallet,
    BankRedirect,
    Passthrough,
}

impl PayoutFamily {
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
        VARIANTS.iter().filter(move |variant| variant.family == self)
    }
}

/// One way of paying out.
#[derive(Debug)]
pub struct PayoutVariant {
    pub family: PayoutFamily,
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

/// A field of a variant; every value is a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PayoutField {
    pub name: &'static str,
    pub kind: FieldKind,
}

/// What may stand in a field, and how much of it may be shown again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// Names and other words that may be shown.
    Text,
    /// 12 to 19 digits.
    CardNumber,
    /// `01` to `12`.
    Month,
    /// Two or four digits.
    Year,
    /// A card network's name in CamelCase.
    Network,
    /// An account's number or key: where the money goes.
    Account,
    Iban,
    /// A routing number, a sort code, a tax number, a token: kept secret, but no destination.
    Secret,
    /// 8 or 11 letters and digits.
    Bic,
    /// Two letters of ISO 3166-1.
    Country,
    Email,
    Phone,
}

impl FieldKind {
    /// Why `text` cannot stand in the field, as the end of “… must be”; `None` when it can. Never repeats the text.
    pub fn fault(self, text: &str) -> Option<&'static str> {
        let digits = |min, max| (min..=max).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        let (fits, rule) = match self {
            Self::Text | Self::Account | Self::Secret => (text.chars().count() <= 512, "at most 512 characters long"),
            Self::CardNumber => (is_card_number(text), "a card number of 12 to 19 digits"),
            Self::Month => (digits(2, 2) && ("01"..="12").contains(&text), "two digits from 01 to 12"),
            Self::Year => (digits(2, 2) || digits(4, 4), "a year of two or four digits"),
            Self::Network => (is_camel_case(text), "a card network's name in CamelCase"),
            Self::Iban => (is_iban(text), "an IBAN: two letters, two digits, then up to 30 letters and digits"),
            Self::Bic => (matches!(text.len(), 8 | 11) && is_alphanumeric(text), "8 or 11 letters and digits"),
            Self::Country => (is_country(text), "a two-letter ISO 3166-1 code"),
            Self::Email => (is_email(text), "an e-mail address"),
            Self::Phone => (is_phone(text), "a telephone number"),
        };
        (!fits).then_some(rule)
    }

    /// Whether an answer may show only a part of the value.
    pub fn is_masked(self) -> bool {
        matches!(self, Self::CardNumber | Self::Account | Self::Iban | Self::Secret)
    }

    /// Whether the value says where the money goes.
    pub fn is_destination(self) -> bool {
        matches!(self, Self::CardNumber | Self::Account | Self::Iban | Self::Email | Self::Phone)
    }

    /// The value as it may be shown.
    pub fn shown(self, text: &str) -> String {
        if self.is_masked() { masked(text) } else { text.to_owned() }
    }
}

/// Stars and the last four characters; of eight and fewer nothing but stars.
pub fn masked(text: &str) -> String {
    let text: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let shown_from = if text.len() > 8 { text.len() - 4 } else { text.len() };
    text.iter().enumerate().map(|(i, c)| if i < shown_from { '*' } else { *c }).collect()
}

fn is_alphanumeric(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn is_card_number(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (12..=19).contains(&digits) && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b' ' | b'-'))
}

fn is_camel_case(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_uppercase()) && is_alphanumeric(text)
}

/// The form only: check digits are the bank's affair, and the sandbox's test numbers have none.
fn is_iban(text: &str) -> bool {
    let text = text.replace(' ', "");
    let bytes = text.as_bytes();
    (5..=34).contains(&bytes.len())
        && is_alphanumeric(&text)
        && bytes[..2].iter().all(u8::is_ascii_alphabetic)
        && bytes[2..4].iter().all(u8::is_ascii_digit)
}

/// Two letters; whether the country exists is the service's affair.
pub fn is_country(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_email(text: &str) -> bool {
    text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && !host.is_empty())
        && !text.contains(char::is_whitespace)
}

fn is_phone(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b' ' | b'-' | b'(' | b')'))
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
    fn masking_leaves_four_characters_of_long_values_and_none_of_short_ones() {
        assert_eq!(masked("DE89 3704 0044 0532 0130 00"), "******************3000");
        assert_eq!(masked("20-20-15"), "******");
        assert_eq!(masked("12345678"), "********");
        assert_eq!(masked(""), "");
    }

    #[test]
    fn entity_types_are_taken_as_listed_and_in_lower_case() {
        assert!(["NonProfit", "nonprofit", "non_profit", "individual"].iter().all(|word| is_entity_type(word)));
        assert!(!["INDIVIDUAL", "Non_Profit", "club", ""].iter().any(|word| is_entity_type(word)));
    }
}
