//! Card data on its way out
//! ([API reference](crate::resources::payments::reference#methods) and
//! [subscriptions](crate::resources::subscriptions::reference)).
//!
//! It is wiped when dropped, never printed, and leaves only as the secret part of a request.

use chrono::{DateTime, Datelike, Utc};
use serde::Serialize;

use crate::call::secret_json;
use crate::input::{self, CardData, Checked, Checks, InputError, Rule};
use paydesk_domain::secret::SecretText;

/// Which fields of a card an endpoint takes beside number, expiry and code.
#[derive(Debug, PartialEq, Eq)]
pub struct CardShape {
    pub holder_required: bool,
    /// Whether there are `card_network` and `nick_name`.
    pub network: bool,
}

/// The card of a payment.
pub const PAYMENT_CARD: CardShape = CardShape { holder_required: false, network: false };

/// The card in the confirmation of a subscription.
pub const SUBSCRIPTION_CARD: CardShape = CardShape { holder_required: true, network: true };

impl CardData {
    /// Every broken rule of `shape` at the time `now`; `field` is where the card is. No rule repeats what was typed.
    pub fn check(&self, field: &str, shape: &CardShape, now: DateTime<Utc>) -> Vec<InputError> {
        let at = |name: &str| format!("{field}.{name}");
        let mut checks = Checks::default();
        let number = self.compact_number();
        checks.add(input::required(&at("card_number"), number.expose()));
        let is_unusual = !number.is_empty() && input::digits("", number.expose(), 12, 19).is_err();
        checks.warn(is_unusual, &at("card_number"), "12 to 19 digits");
        let month = self.check_month(&at("card_exp_month"));
        let year = self.check_year(&at("card_exp_year"), month.is_ok(), now);
        checks.add(month);
        checks.add(year);
        checks.add(input::digits(&at("card_cvc"), self.cvc.expose(), 3, 4));
        if shape.holder_required {
            checks.add(input::required(&at("card_holder_name"), self.holder_name.expose()));
        }
        for (name, text) in [("card_network", &self.network), ("nick_name", &self.nick_name)] {
            checks.forbid(!shape.network && !text.is_empty(), &at(name), Rule::is("not part of this card"));
        }
        checks.into_errors()
    }

    fn check_month(&self, field: &str) -> Checked {
        let month = self.exp_month.expose();
        let fits = input::digits(field, month, 2, 2).is_ok() && ("01"..="12").contains(&month);
        if fits { Ok(()) } else { Err(InputError::new(field, "two digits from 01 to 12")) }
    }

    /// A card is good to the end of its month.
    fn check_year(&self, field: &str, month_is_sound: bool, now: DateTime<Utc>) -> Checked {
        input::digits(field, self.exp_year.expose(), 4, 4)?;
        let number = |text: &SecretText| text.expose().parse::<u32>().unwrap_or_default();
        let (year, month) = (number(&self.exp_year), number(&self.exp_month));
        let this_year = now.year().unsigned_abs();
        let is_past = year < this_year || month_is_sound && year == this_year && month < now.month();
        if is_past { Err(InputError::new(field, "in the future: the card has expired")) } else { Ok(()) }
    }

    /// The number without blanks and hyphens.
    fn compact_number(&self) -> SecretText {
        let typed = self.number.expose();
        // As much room as can be needed: growing would leave copies behind.
        let mut compact = String::with_capacity(typed.len());
        compact.extend(typed.chars().filter(|c| !matches!(c, ' ' | '-')));
        SecretText::moved(compact)
    }

    /// The card as JSON, to be laid into a request as its secret part.
    pub fn to_json(&self) -> SecretText {
        let number = self.compact_number();
        secret_json(&CardJson {
            card_number: number.expose(),
            card_exp_month: self.exp_month.expose(),
            card_exp_year: self.exp_year.expose(),
            card_cvc: self.cvc.expose(),
            card_holder_name: self.holder_name.expose(),
            card_network: &self.network,
            nick_name: &self.nick_name,
        })
    }
}

/// The names of the API.
#[derive(Serialize)]
struct CardJson<'a> {
    card_number: &'a str,
    card_exp_month: &'a str,
    card_exp_year: &'a str,
    card_cvc: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    card_holder_name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    card_network: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    nick_name: &'a str,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(number: &str, month: &str, year: &str, cvc: &str) -> CardData {
        CardData {
            number: SecretText::new(number),
            exp_month: SecretText::new(month),
            exp_year: SecretText::new(year),
            cvc: SecretText::new(cvc),
            ..CardData::default()
        }
    }

    fn broken(card: &CardData, shape: &CardShape) -> Vec<String> {
        let now = "2026-11-21T10:00:00Z".parse().unwrap();
        let errors = card.check("card", shape, now);
        errors.into_iter().map(|error| error.field.trim_start_matches("card.").to_owned()).collect()
    }

    #[test]
    fn a_number_has_12_to_19_digits_and_may_be_typed_in_groups() {
        let (shortest, longest) = ("4".repeat(12), "4".repeat(19));
        for good in [&shortest, &longest, "4242 4242 4242 4242", "4242-4242-4242-4242"] {
            assert!(broken(&card(good, "03", "2030", "737"), &PAYMENT_CARD).is_empty(), "{good}");
        }
        let (too_short, too_long) = ("4".repeat(11), "4".repeat(20));
        for bad in [&too_short, &too_long, "", "4242 4242 4242 424x", "４２４２４２４２４２４２"] {
            assert_eq!(broken(&card(bad, "03", "2030", "737"), &PAYMENT_CARD), ["card_number"], "{bad}");
        }
    }

    #[test]
    fn a_card_is_good_to_the_end_of_its_month_in_two_and_four_digits() {
        for (month, year) in [("11", "2026"), ("12", "2026"), ("01", "2027"), ("01", "9999")] {
            assert!(broken(&card("424242424242", month, year, "737"), &PAYMENT_CARD).is_empty(), "{month}/{year}");
        }
        for (month, year) in [("10", "2026"), ("12", "2025"), ("12", "0000"), ("12", "27"), ("12", "+202")] {
            assert_eq!(broken(&card("424242424242", month, year, "737"), &PAYMENT_CARD), ["card_exp_year"]);
        }
        for month in ["00", "13", "1", "001", "+1", ""] {
            assert_eq!(broken(&card("424242424242", month, "2026", "737"), &PAYMENT_CARD), ["card_exp_month"]);
        }
    }

    #[test]
    fn a_code_has_3_or_4_digits() {
        for (cvc, fits) in [("737", true), ("7373", true), ("73", false), ("73737", false), ("7a7", false)] {
            let broken = broken(&card("424242424242", "03", "2030", cvc), &PAYMENT_CARD);
            assert_eq!(broken.is_empty(), fits, "{cvc}");
        }
    }

    #[test]
    fn all_broken_rules_are_reported_at_once_in_the_order_of_the_fields() {
        let all = broken(&card("", "", "", ""), &SUBSCRIPTION_CARD);
        assert_eq!(all, ["card_number", "card_exp_month", "card_exp_year", "card_cvc", "card_holder_name"]);
    }

    #[test]
    fn network_and_nick_name_belong_to_subscriptions_only() {
        let mut card = card("424242424242", "03", "2030", "737");
        card.holder_name = SecretText::new("Ada Lovelace");
        (card.network, card.nick_name) = ("Visa".to_owned(), "Blue".to_owned());
        assert_eq!(broken(&card, &PAYMENT_CARD), ["card_network", "nick_name"]);
        assert!(broken(&card, &SUBSCRIPTION_CARD).is_empty());
    }

    #[test]
    fn neither_the_card_nor_its_errors_show_what_was_typed() {
        let typed = card("4242 4242 4242 4242 4242", "77", "1999", "99999");
        let errors = typed.check("card", &PAYMENT_CARD, "2026-11-21T10:00:00Z".parse().unwrap());
        let shown = format!("{typed:?} {errors:?}");
        assert!(!["4242", "77", "1999", "99999"].iter().any(|part| shown.contains(part)), "{shown}");
    }

    #[test]
    fn the_number_leaves_without_blanks_and_what_is_not_given_is_left_out() {
        let json = card("4242 4242-42424242", "03", "2030", "737").to_json();
        let expected =
            r#"{"card_number":"4242424242424242","card_exp_month":"03","card_exp_year":"2030","card_cvc":"737"}"#;
        assert_eq!(json.expose(), expected);
    }
}
