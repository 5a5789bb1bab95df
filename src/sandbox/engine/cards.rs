//! The test cards and what each does. Card numbers are never stored; what is stored is brand, last four digits and
//! expiry.

use chrono::{DateTime, Datelike, TimeDelta, Utc};

use super::fields::FieldReader;
use super::refusal::{Refusal, quoted};
use crate::storage::payments::{CardOnFile, ChargeOutcome, LaterEvent};
use paydesk_domain::decline;

/// A card number and what charging it does.
type CardRule = (&'static str, fn() -> ChargeOutcome);

/// The published test cards that do something else than succeed.
const TEST_CARDS: [CardRule; 12] = [
    ("4000000000000002", || decline("UE_1007")),
    ("4000000000009995", || decline("UE_1001")),
    ("4000000000000069", || decline("UE_1002")),
    ("4000000000000127", || decline("UE_1004")),
    ("4000000000009987", || decline("UE_1006")),
    ("4000000000000119", || decline("UE_3002")),
    ("4100000000000019", || decline("UE_2003")),
    ("4000003800000446", || ChargeOutcome::Challenge),
    ("4000000000009235", || ChargeOutcome::Review),
    (PROCESSING_CARD, || ChargeOutcome::ProcessThenApprove),
    (PROCESSING_DECLINED_CARD, || ChargeOutcome::ProcessThenDecline("UE_3003".to_owned())),
    ("4000000000000259", || ChargeOutcome::Approve),
];

/// `processing`, then `succeeded` (our number).
pub const PROCESSING_CARD: &str = "4000000000005050";
/// `processing`, then `failed` with UE_3003 (our number).
pub const PROCESSING_DECLINED_CARD: &str = "4000000000005068";

/// How long after the payment the cardholder of the dispute card disputes it (our number).
pub const DISPUTE_AFTER: TimeDelta = TimeDelta::seconds(5);

const LATER_EVENTS: [(&str, LaterEvent); 3] = [
    ("4000000000000259", LaterEvent::DisputeFraudulent),
    ("4000000000005126", LaterEvent::RefundsFailLater),
    ("4000000000007726", LaterEvent::RefundsStayPending),
];

fn decline(code: &str) -> ChargeOutcome {
    ChargeOutcome::Decline(code.to_owned())
}

/// What the card with this number does; any Luhn-valid number that is not listed succeeds.
pub fn outcome_of(number: &str) -> ChargeOutcome {
    match TEST_CARDS.iter().find(|(listed, _)| *listed == number) {
        Some((_, outcome)) => outcome(),
        None if is_luhn_valid(number) => ChargeOutcome::Approve,
        None => decline("UE_1003"),
    }
}

/// What the card does after the payment, if anything.
pub fn later_event_of(number: &str) -> Option<LaterEvent> {
    LATER_EVENTS.iter().find(|(listed, _)| *listed == number).map(|(_, event)| *event)
}

/// Reads `metadata.sandbox_outcome`: a unified code, or one of our keywords.
pub fn outcome_of_word(word: &str) -> Result<ChargeOutcome, Refusal> {
    match word {
        "succeeded" => Ok(ChargeOutcome::Approve),
        "requires_action" => Ok(ChargeOutcome::Challenge),
        "requires_merchant_action" => Ok(ChargeOutcome::Review),
        "processing" => Ok(ChargeOutcome::ProcessThenApprove),
        code if decline::message(code).is_some() => Ok(decline(code)),
        other => Err(Refusal::invalid(
            "metadata.sandbox_outcome",
            format!(
                "must be a unified code (UE_…), succeeded, requires_action, requires_merchant_action or processing, \
                 not {}",
                quoted(other)
            ),
        )),
    }
}

/// Whether the check digit is right (ISO/IEC 7812-1, Luhn).
pub fn is_luhn_valid(number: &str) -> bool {
    let sum: u32 = number
        .bytes()
        .rev()
        .enumerate()
        .map(|(i, byte)| match (i % 2, u32::from(byte.wrapping_sub(b'0'))) {
            (0, digit) => digit,
            (_, digit) if digit < 5 => digit * 2,
            (_, digit) => digit * 2 - 9,
        })
        .sum();
    sum.is_multiple_of(10)
}

/// A card as a request gave it, checked (API reference).
#[derive(Debug, Clone)]
pub struct CardInput {
    pub on_file: CardOnFile,
    pub outcome: ChargeOutcome,
    pub later_event: Option<LaterEvent>,
}

impl CardInput {
    /// Reads and checks a card; `now` decides whether it has expired.
    pub fn read(card: &FieldReader, now: DateTime<Utc>) -> Result<Self, Refusal> {
        card.secret_text("card_number")?;
        card.secret_text("card_cvc")?;
        let number = card.required_text("card_number")?.replace([' ', '-'], "");
        let digits =
            |text: &str, min, max| (min..=max).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(&number, 12, 19) {
            return Err(Refusal::invalid(&card.name_of("card_number"), "must have 12 to 19 digits"));
        }
        let (exp_month, exp_year) = read_expiry(card, now)?;
        if !digits(card.required_text("card_cvc")?, 3, 4) {
            return Err(Refusal::invalid(&card.name_of("card_cvc"), "must have 3 or 4 digits"));
        }
        card.text("card_holder_name")?;
        let last4 = number.chars().skip(number.len() - 4).collect();
        let on_file = CardOnFile { last4, brand: brand_of(&number).to_owned(), exp_month, exp_year };
        Ok(Self { on_file, outcome: outcome_of(&number), later_event: later_event_of(&number) })
    }
}

fn read_expiry(card: &FieldReader, now: DateTime<Utc>) -> Result<(String, String), Refusal> {
    let number = |field: &str, chars: usize, rule: &str| {
        let text = card.required_text(field)?;
        let value = text.parse::<i32>().ok().filter(|_| text.len() == chars && !text.starts_with(['+', '-']));
        value.map(|value| (value, text.to_owned())).ok_or_else(|| Refusal::invalid(&card.name_of(field), rule))
    };
    let month_rule = "must be two digits from 01 to 12";
    let (month, month_text) = number("card_exp_month", 2, month_rule)?;
    if !(1..=12).contains(&month) {
        return Err(Refusal::invalid(&card.name_of("card_exp_month"), month_rule));
    }
    let (year, year_text) = number("card_exp_year", 4, "must be four digits")?;
    if (year, month) < (now.year(), now.month() as i32) {
        let rule = format!("must be in the future: the card expired in {month_text}/{year_text}");
        return Err(Refusal::invalid(&card.name_of("card_exp_year"), rule));
    }
    Ok((month_text, year_text))
}

/// The network a number belongs to, by its first digits.
fn brand_of(number: &str) -> &'static str {
    let first = |digits: usize| number.get(..digits).and_then(|text| text.parse::<u32>().ok()).unwrap_or(0);
    match (first(1), first(2), first(4)) {
        (4, _, _) => "Visa",
        (_, 51..=55, _) | (_, _, 2221..=2720) => "Mastercard",
        (_, 34 | 37, _) => "American Express",
        (_, 65, _) | (_, _, 6011) => "Discover",
        (_, 35, _) => "JCB",
        (_, 30 | 36 | 38 | 39, _) => "Diners Club",
        (_, 62, _) => "UnionPay",
        _ => "Unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::test_cards;

    #[test]
    fn every_listed_card_is_luhn_valid_and_does_what_it_is_listed_for() {
        assert!(TEST_CARDS.iter().all(|(number, _)| is_luhn_valid(number)));
        assert!(LATER_EVENTS.iter().all(|(number, _)| is_luhn_valid(number)));
        assert_eq!(outcome_of("4242424242424242"), ChargeOutcome::Approve);
        assert_eq!(outcome_of("4000000000000002"), decline("UE_1007"));
        assert_eq!(outcome_of("4242424242424241"), decline("UE_1003"));
        assert_eq!(later_event_of("4000000000005126"), Some(LaterEvent::RefundsFailLater));
    }

    #[test]
    fn the_cards_that_the_desk_offers_are_these_and_do_what_it_says() {
        let offered = |number: &str| test_cards::TEST_CARDS.iter().find(|card| card.number == number);
        for (number, outcome) in TEST_CARDS {
            let text = offered(number).unwrap_or_else(|| panic!("{number} is not offered")).text();
            match outcome() {
                ChargeOutcome::Decline(code) | ChargeOutcome::ProcessThenDecline(code) => {
                    assert!(text.contains("eclined") && text.contains(&code), "{number}: {text}");
                }
                ChargeOutcome::Approve
                | ChargeOutcome::Challenge
                | ChargeOutcome::Review
                | ChargeOutcome::ProcessThenApprove => {
                    assert!(!text.contains("eclined"), "{number}: {text}");
                }
            }
        }
        assert!(LATER_EVENTS.iter().all(|(number, _)| offered(number).is_some()));
        assert!(test_cards::TEST_CARDS.iter().all(|card| is_luhn_valid(card.number)));
    }

    #[test]
    fn brands_are_distinguished_from_the_first_digits() {
        assert_eq!(brand_of("5555555555554444"), "Mastercard");
        assert_eq!(brand_of("378282246310005"), "American Express");
        assert_eq!(brand_of("4111111111111111"), "Visa");
    }
}
