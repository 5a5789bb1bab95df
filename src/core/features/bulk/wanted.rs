//! What a person asks for of one object, by hand or in a file, before it is checked.

use paydesk_domain::money::{
    AmountError, Currency, DecimalMark, MinorUnits, Money, is_currency_sign, is_sign_of, parse_amount_with, readings,
};
use paydesk_domain::scrub::scrubbed;
use paydesk_domain::text::visible;

use super::exclusion::Exclusion;
use super::kind::BulkKind;
use super::text;

/// Longest reason of one object, in characters.
const REASON_CHARS: usize = 255;
/// Longest part of a cell that is repeated, in characters.
const SHOWN_CHARS: usize = 40;

/// All that is asked for at once.
#[derive(Debug)]
pub(super) struct WantedRun {
    pub(super) kind: BulkKind,
    pub(super) items: Vec<WantedItem>,
    /// The name of the file that asks for it.
    pub(super) file: Option<String>,
}

/// One object that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedItem {
    pub target: String,
    pub amount: WantedAmount,
    pub currency: WantedCurrency,
    pub line: Option<u32>,
    /// Of this one alone, instead of that of all.
    pub reason: Option<String>,
    /// Why it is left out whatever is known of the object: its line is hidden or damaged.
    pub refused: Option<Exclusion>,
    /// A person wants it although the same was done before.
    pub is_repeat_meant: bool,
}

/// How much of an object is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WantedAmount {
    /// All that is there.
    InFull,
    /// As a file says it.
    Text {
        text: String,
        mark: DecimalMark,
        /// What other amounts of the file have before their decimals.
        seen: MarksSeen,
    },
    /// What a file says is no amount, and why where more is known.
    NoNumber {
        text: String,
        message: String,
    },
    /// The file has amounts, and none for this one.
    Missing,
    Exact(Money),
}

/// The marks before decimals that amounts of one file have which can be read in one way only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MarksSeen {
    pub comma: bool,
    pub point: bool,
}

/// In which currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WantedCurrency {
    OfObject,
    /// As a file says it, which may be nothing.
    Named(String),
    /// That of the object, if this sign stands for it.
    Sign(String),
}

impl WantedCurrency {
    /// What a code or a sign in a file stands for.
    pub fn of_text(text: String) -> Self {
        if is_currency_sign(text.trim()) { Self::Sign(text.trim().to_owned()) } else { Self::Named(text) }
    }
}

impl WantedItem {
    /// All that is there, chosen by hand.
    pub fn whole(target: impl Into<String>) -> Self {
        let (amount, currency) = (WantedAmount::InFull, WantedCurrency::OfObject);
        Self {
            target: target.into(),
            amount,
            currency,
            line: None,
            reason: None,
            refused: None,
            is_repeat_meant: false,
        }
    }

    /// The amount of an object in `currency`; `None` where it is all that is there.
    pub(super) fn read(&self, currency: &Currency) -> Result<Option<Money>, Exclusion> {
        if self.currency_of(Some(currency), currency.units())? != *currency {
            return Err(Exclusion::OtherCurrency { of: currency.currency_code().clone() });
        }
        self.amount_of(currency)
    }

    /// Each amount in `currency` that it may mean.
    pub(super) fn readings_in(&self, currency: &Currency, units: MinorUnits) -> Vec<Money> {
        let amount = self.amount_in(Some(currency), units).filter(|amount| amount.currency == *currency);
        match (&self.amount, amount) {
            (WantedAmount::Text { text, .. }, None) => readings(text, currency),
            (_, amount) => amount.into_iter().collect(),
        }
    }

    /// Whether what a file says may be `amount` in minor units, as a whole number and not with just the decimals of its
    /// currency, and nobody said that it is meant as it is read.
    pub(super) fn may_be_in_cents(&self, amount: &Money) -> bool {
        let WantedAmount::Text { text, .. } = &self.amount else { return false };
        let exponent = amount.currency.exponent().unwrap_or(0);
        let decimals = text.trim().rsplit_once(['.', ',']).map_or(0, |(_, decimals)| decimals.len());
        let is_whole = 10_i64.checked_pow(exponent).is_some_and(|unit| amount.minor % unit == 0);
        exponent > 0 && is_whole && decimals != exponent as usize && !self.is_repeat_meant
    }

    /// The amount that it names, where `object` is the currency of what it is of; one that it names itself is counted as
    /// the service counts it.
    pub(super) fn amount_in(&self, object: Option<&Currency>, units: MinorUnits) -> Option<Money> {
        self.currency_of(object, units).and_then(|currency| self.amount_of(&currency)).ok().flatten()
    }

    /// A currency that is named, and is none, is never that of the object.
    fn currency_of(&self, object: Option<&Currency>, units: MinorUnits) -> Result<Currency, Exclusion> {
        match (&self.currency, object) {
            (WantedCurrency::OfObject, Some(object)) => Ok(object.clone()),
            (WantedCurrency::OfObject | WantedCurrency::Sign(_), None) => Err(Exclusion::Unknown),
            (WantedCurrency::Sign(sign), Some(object)) if is_sign_of(sign, object.code()) => Ok(object.clone()),
            (WantedCurrency::Sign(sign), Some(_)) => Err(Exclusion::NoCurrency { text: sign.clone() }),
            (WantedCurrency::Named(text), object) => {
                let named = units.currency(&text.trim().to_uppercase());
                let is_one = named.is_known() || object.is_some_and(|object| object.code() == named.code());
                if is_one { Ok(named) } else { Err(Exclusion::NoCurrency { text: visible(text, SHOWN_CHARS) }) }
            }
        }
    }

    fn amount_of(&self, currency: &Currency) -> Result<Option<Money>, Exclusion> {
        let malformed =
            |text: &str, message: String| Exclusion::Malformed { text: visible(text, SHOWN_CHARS), message };
        match &self.amount {
            WantedAmount::InFull => Ok(None),
            WantedAmount::Missing => Err(Exclusion::NoAmount),
            WantedAmount::NoNumber { text, message } => Err(malformed(text, message.clone())),
            WantedAmount::Exact(amount) => Ok(Some(amount.clone())),
            WantedAmount::Text { text, mark, seen } => match parse_amount_with(text, currency, *mark) {
                Ok(amount) if *mark == DecimalMark::Any && seen.deny(text, &amount) => {
                    Err(Exclusion::Ambiguous { text: visible(text, SHOWN_CHARS) })
                }
                Ok(amount) => Ok(Some(amount)),
                Err(AmountError::Ambiguous(text)) => Err(Exclusion::Ambiguous { text: visible(&text, SHOWN_CHARS) }),
                Err(error @ (AmountError::NotANumber(_) | AmountError::TooManyDecimals { .. })) => {
                    // The other mark before too many decimals is no reason to ask for another writing.
                    let by_itself = parse_amount_with(text, currency, DecimalMark::Any).err();
                    let message = match (error, by_itself) {
                        (AmountError::TooManyDecimals { allowed, .. }, _)
                        | (_, Some(AmountError::TooManyDecimals { allowed, .. })) => {
                            text::too_many_decimals(&visible(text, SHOWN_CHARS), currency, allowed)
                        }
                        (_, _) => text::no_amount(text, currency),
                    };
                    Err(malformed(text, message))
                }
                Err(AmountError::Empty) => Err(Exclusion::NoAmount),
                Err(error @ (AmountError::TooLarge | AmountError::NoDecimals(_))) => {
                    Err(malformed(text, error.to_string()))
                }
            },
        }
    }

    /// Its own reason, where the operation takes one.
    pub(super) fn own_reason(&self, kind: BulkKind) -> Result<Option<String>, Exclusion> {
        let Some(reason) = self.reason.as_deref().map(str::trim).filter(|_| kind.takes_reason()) else {
            return Ok(None);
        };
        if reason.chars().count() > REASON_CHARS {
            return Err(Exclusion::BadReason { message: text::reason_too_long(REASON_CHARS) });
        }
        if scrubbed(reason) != reason {
            return Err(Exclusion::BadReason { message: "The reason looks like a card number or a key".to_owned() });
        }
        Ok(Some(reason.to_owned()).filter(|reason| !reason.is_empty()))
    }
}

impl MarksSeen {
    /// Whether a text whose only mark stands before three digits is another amount, or none, by a mark that was seen. In a
    /// currency of three decimals it may be both, until an amount shows that this mark stands before decimals. In one
    /// without decimals a point may be that of a program that writes three for all currencies, until a comma stands before
    /// decimals.
    fn deny(self, text: &str, amount: &Money) -> bool {
        let mut parts = text.split([',', '.']);
        // Nobody writes `0.500` for 500.
        let may_be_group =
            parts.next().is_some_and(|first| !first.trim_start_matches(|c: char| !c.is_ascii_digit()).starts_with('0'));
        let behind = parts.next().map(|part| part.chars().take_while(char::is_ascii_digit).count());
        let is_open = may_be_group && behind == Some(3) && parts.next().is_none();
        let differs = |mark| parse_amount_with(text, &amount.currency, mark).ok().as_ref() != Some(amount);
        let is_seen = if text.contains('.') { self.point } else { self.comma };
        let may_be_both = match amount.currency.exponent() {
            Some(3) => !is_seen,
            Some(0) => text.contains('.') && !self.comma,
            _ => false,
        };
        is_open
            && (may_be_both
                || (self.comma && differs(DecimalMark::Comma))
                || (self.point && differs(DecimalMark::Point)))
    }
}
