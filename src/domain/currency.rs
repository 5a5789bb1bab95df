//! Currencies, and how a service counts amounts in them.
//!
//! The minor unit of a currency belongs to the service that an amount comes from or goes to: ISO 4217 counts ISK without
//! decimals, hyperswitch with two. So there are two types: a [`CurrencyCode`] is what stands in the JSON, a file or a
//! filter, and says nothing of decimals; a [`Currency`] is a code as one service counts it, and is made by the
//! [`MinorUnits`] of that service alone. This is the one place that asks ISO 4217.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use iso_currency::Currency as IsoCurrency;
use serde::{Deserialize, Serialize};

/// A code of ISO 4217, or one that it does not list, kept as it came.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub enum CurrencyCode {
    Listed(IsoCurrency),
    Other(Arc<str>),
}

impl CurrencyCode {
    /// Reads a code as the service sends it. One that ISO 4217 lists is read in small letters too.
    pub fn new(code: &str) -> Self {
        match IsoCurrency::from_code(&code.to_ascii_uppercase()) {
            Some(listed) => Self::Listed(listed),
            None => Self::Other(code.into()),
        }
    }

    pub fn as_str(&self) -> &str {
        match self {
            Self::Listed(listed) => listed.code(),
            Self::Other(code) => code,
        }
    }

    /// Whether ISO 4217 lists it.
    pub fn is_listed(&self) -> bool {
        matches!(self, Self::Listed(_))
    }

    fn iso_decimals(&self) -> Option<u8> {
        match self {
            Self::Listed(listed) => listed.exponent().and_then(|decimals| u8::try_from(decimals).ok()),
            Self::Other(_) => None,
        }
    }
}

impl From<CurrencyCode> for String {
    fn from(code: CurrencyCode) -> Self {
        code.as_str().to_owned()
    }
}

impl From<String> for CurrencyCode {
    fn from(code: String) -> Self {
        Self::new(&code)
    }
}

impl fmt::Display for CurrencyCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How a service counts amounts: the decimals of each currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
pub enum MinorUnits {
    /// Not known yet. A currency that ISO 4217 and hyperswitch count differently has no decimals here: its amounts are
    /// shown in minor units, and none can be typed.
    #[default]
    Undecided,
    /// As ISO 4217 says.
    Iso4217,
    /// As juspay/hyperswitch does.
    Hyperswitch,
}

/// Where hyperswitch counts otherwise than ISO 4217 (`number_of_digits_after_decimal_point` of its `Currency`).
const OF_HYPERSWITCH: [(&str, u8); 3] = [("IRR", 0), ("ISK", 2), ("MGA", 0)];
/// Currencies of hyperswitch that ISO 4217 lists no more, both with two decimals.
const ONLY_OF_HYPERSWITCH: [&str; 2] = ["ANG", "STD"];

impl MinorUnits {
    /// A currency as the service counts it.
    pub fn currency(self, code: &str) -> Currency {
        self.of(CurrencyCode::new(code))
    }

    /// A currency of a code that was read, as the service counts it.
    pub fn of(self, code: CurrencyCode) -> Currency {
        Currency { code, units: self }
    }

    /// Every currency that amounts can be typed in, in the order of their codes.
    pub fn currencies(self) -> Vec<Currency> {
        let listed = (0..1_000).filter_map(IsoCurrency::from_numeric).map(CurrencyCode::Listed);
        let others = ONLY_OF_HYPERSWITCH.into_iter().map(CurrencyCode::new);
        let mut all: Vec<Currency> = listed.chain(others).map(|code| self.of(code)).collect();
        all.retain(Currency::is_known);
        all.sort_by(|one, other| one.code().cmp(other.code()));
        all
    }

    /// The codes that ISO 4217 and hyperswitch count differently.
    pub fn disputed_codes() -> impl Iterator<Item = &'static str> {
        OF_HYPERSWITCH.into_iter().map(|(code, _)| code).chain(ONLY_OF_HYPERSWITCH)
    }

    /// This, or what an answer shows of it where it is not known.
    pub fn or(self, shown: Self) -> Self {
        if self == Self::Undecided { shown } else { self }
    }

    fn decimals(self, code: &CurrencyCode) -> Option<u8> {
        match self {
            Self::Iso4217 => code.iso_decimals(),
            Self::Hyperswitch => hyperswitch_decimals(code),
            Self::Undecided => code.iso_decimals().filter(|decimals| hyperswitch_decimals(code) == Some(*decimals)),
        }
    }
}

fn hyperswitch_decimals(code: &CurrencyCode) -> Option<u8> {
    let own = OF_HYPERSWITCH.iter().find(|(own, _)| *own == code.as_str()).map(|(_, decimals)| *decimals);
    let only = || ONLY_OF_HYPERSWITCH.contains(&code.as_str()).then_some(2);
    own.or_else(only).or_else(|| code.iso_decimals())
}

/// A currency as one service counts it. Two with the same code and other decimals are two currencies: their amounts are
/// never added or compared.
#[derive(Debug, Clone)]
pub struct Currency {
    code: CurrencyCode,
    units: MinorUnits,
}

impl Currency {
    /// As ISO 4217 counts it: for what no service is asked about.
    pub fn iso4217(code: &str) -> Self {
        MinorUnits::Iso4217.currency(code)
    }

    pub fn code(&self) -> &str {
        self.code.as_str()
    }

    /// What stands in the JSON.
    pub fn currency_code(&self) -> &CurrencyCode {
        &self.code
    }

    /// How the service that it is of counts: for what else that service says.
    pub fn units(&self) -> MinorUnits {
        self.units
    }

    /// Digits after the decimal mark, where the service's are known.
    pub fn exponent(&self) -> Option<u32> {
        self.units.decimals(&self.code).map(u32::from)
    }

    /// Whether its decimals are known: without them amounts are shown in minor units, and none can be typed.
    pub fn is_known(&self) -> bool {
        self.exponent().is_some()
    }

    /// What it is called in English: `Euro`. Nothing of a code that ISO 4217 does not list.
    pub fn name(&self) -> Option<&str> {
        match &self.code {
            CurrencyCode::Listed(listed) => Some(listed.name()),
            CurrencyCode::Other(_) => None,
        }
    }
}

impl PartialEq for Currency {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code && (self.units == other.units || self.exponent() == other.exponent())
    }
}

impl Eq for Currency {}

impl Ord for Currency {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.code(), self.exponent()).cmp(&(other.code(), other.exponent()))
    }
}

impl PartialOrd for Currency {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Currency {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.code.hash(state);
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimals(units: MinorUnits, code: &str) -> Option<u32> {
        units.currency(code).exponent()
    }

    #[test]
    fn each_service_has_its_own_decimals_where_they_differ() {
        for (code, iso, hyperswitch) in [
            ("EUR", Some(2), Some(2)),
            ("JPY", Some(0), Some(0)),
            ("KWD", Some(3), Some(3)),
            ("CLF", Some(4), Some(4)),
            ("ISK", Some(0), Some(2)),
            ("MGA", Some(2), Some(0)),
            ("IRR", Some(2), Some(0)),
            ("STD", None, Some(2)),
            ("XQQ", None, None),
        ] {
            assert_eq!(decimals(MinorUnits::Iso4217, code), iso, "{code}");
            assert_eq!(decimals(MinorUnits::Hyperswitch, code), hyperswitch, "{code}");
            let agreed = iso.filter(|_| iso == hyperswitch);
            assert_eq!(decimals(MinorUnits::Undecided, code), agreed, "{code}");
        }
    }

    /// As its `number_of_digits_after_decimal_point` says of all its currencies.
    #[test]
    fn hyperswitch_counts_every_one_of_its_currencies_as_its_source_says() {
        let none = "BIF CLP DJF GNF IRR JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF";
        let three = "BHD IQD JOD KWD LYD OMR TND";
        let two = "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF \
            CHF CNY COP CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HRK \
            HTG HUF IDR ILS INR ISK JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MRU MUR MVR \
            MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP \
            SLE SLL SOS SRD SSP STD STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR \
            ZMW ZWL";
        for (codes, expected) in [(none, 0), (two, 2), (three, 3), ("CLF", 4)] {
            for code in codes.split_whitespace() {
                assert_eq!(decimals(MinorUnits::Hyperswitch, code), Some(expected), "{code}");
            }
        }
    }

    #[test]
    fn one_code_with_other_decimals_is_another_currency() {
        let of = |units: MinorUnits, code| units.currency(code);
        assert_ne!(of(MinorUnits::Iso4217, "ISK"), of(MinorUnits::Hyperswitch, "ISK"));
        assert_ne!(of(MinorUnits::Undecided, "ISK"), of(MinorUnits::Iso4217, "ISK"));
        assert_eq!(of(MinorUnits::Iso4217, "EUR"), of(MinorUnits::Undecided, "EUR"));
        assert_ne!(of(MinorUnits::Iso4217, "EUR"), of(MinorUnits::Iso4217, "USD"));
    }

    #[test]
    fn what_is_known_is_not_changed_by_what_an_answer_shows() {
        assert_eq!(MinorUnits::Undecided.or(MinorUnits::Hyperswitch), MinorUnits::Hyperswitch);
        assert_eq!(MinorUnits::Iso4217.or(MinorUnits::Hyperswitch), MinorUnits::Iso4217);
    }

    #[test]
    fn amounts_can_be_typed_in_all_currencies_whose_decimals_are_known() {
        let codes = |units: MinorUnits| -> Vec<String> {
            units.currencies().iter().map(|currency| currency.code().to_owned()).collect()
        };
        let has = |units, code: &str| codes(units).iter().any(|known| known == code);
        assert!(has(MinorUnits::Iso4217, "ISK") && has(MinorUnits::Hyperswitch, "ISK"));
        assert!(!has(MinorUnits::Undecided, "ISK") && has(MinorUnits::Undecided, "EUR"));
        assert!(has(MinorUnits::Hyperswitch, "STD") && !has(MinorUnits::Iso4217, "STD"));
    }
}
