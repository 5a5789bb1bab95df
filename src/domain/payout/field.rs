//! What may be in the fields of payout methods, and how much of it may be shown again.

use crate::person::is_email;

/// A field of a variant; every value is a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PayoutField {
    pub name: &'static str,
    pub kind: FieldKind,
}

/// What may be in a field, and how much of it may be shown again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// Names and other texts that may be shown.
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
            Self::Country => (is_country(text), "a two-letter country code (ISO 3166-1), such as DE"),
            Self::Email => (is_email(text), "an e-mail address"),
            Self::Phone => (is_phone(text), "a telephone number"),
        };
        (!fits).then_some(rule)
    }

    /// Whether the documentation or a standard says what the field looks like; of the others only the usual form is
    /// known.
    pub fn is_form_documented(self) -> bool {
        match self {
            Self::Network | Self::Iban | Self::Bic | Self::Country | Self::Email => true,
            Self::Text | Self::CardNumber | Self::Month | Self::Year | Self::Account => false,
            Self::Secret | Self::Phone => false,
        }
    }

    /// Whether an answer may show only a part of the value.
    pub fn is_masked(self) -> bool {
        matches!(self, Self::CardNumber | Self::Account | Self::Iban | Self::Secret)
    }

    /// Whether the value, with others of its kind, tells an account from every other.
    pub fn identifies_account(self) -> bool {
        self.is_destination() || self == Self::Secret
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

fn is_phone(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b' ' | b'-' | b'(' | b')'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masking_leaves_four_characters_of_long_values_and_none_of_short_ones() {
        assert_eq!(masked("DE89 3704 0044 0532 0130 00"), "******************3000");
        assert_eq!(masked("20-20-15"), "******");
        assert_eq!(masked("12345678"), "********");
        assert_eq!(masked(""), "");
    }
}
