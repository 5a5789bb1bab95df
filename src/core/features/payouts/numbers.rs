//! The numbers that money is sent to, checked before anything leaves: what the shape of a field alone does not show.
//!
//! The service's own rules stand in the call; these are the banks' and the cards'. Errors have the same shape, and never
//! repeat a number.

use chrono::NaiveDate;

use paydesk_api::input::{InputError, Rule};
use paydesk_api::resources::payouts::calls::Destination;
use paydesk_domain::bank;
use paydesk_domain::payout::{FieldKind, PayoutField, PayoutMethodKind, PayoutVariant};
use paydesk_domain::profile::Environment;

/// What is wrong with the numbers of `destination`, which is at `place` of a body. Fields that are empty are
/// another rule's.
pub fn check_numbers(
    destination: &Destination,
    place: &str,
    environment: Environment,
    today: NaiveDate,
) -> Vec<InputError> {
    let given = destination.variant.fields().filter(|field| !destination.value(field.name).trim().is_empty());
    let mut errors: Vec<InputError> = Vec::new();
    if takes_card(destination.variant) && environment == Environment::Production {
        let rule = Rule::sentence("Choose another method: card numbers work only in the sandbox");
        return vec![InputError::new(place, rule)];
    }
    for field in given {
        let fault = fault_of(destination, field, today);
        let error = fault.map(|rule| InputError::new(format!("{place}.{}", field.name), rule));
        // Whether a card that has expired is still paid to is its bank's affair.
        let is_expiry = field.kind == FieldKind::Year;
        errors.extend(error.map(|error| if is_expiry { error.into_warning() } else { error }));
    }
    let (bic, iban) = (destination.value("bic").trim(), destination.value("iban").trim());
    if errors.is_empty() && bank::bic_of_other_country(bic, iban) {
        errors.push(InputError::new(format!("{place}.bic"), "a BIC from the country of the IBAN"));
    }
    errors
}

/// Whether a card's number is typed for it.
pub fn takes_card(variant: &PayoutVariant) -> bool {
    variant.required.iter().any(|field| field.kind == FieldKind::CardNumber)
}

/// Where the fields of a method stand within a body.
pub fn place_of(variant: &PayoutVariant) -> String {
    let (kind, name) = (variant.kind, variant.name);
    match kind {
        PayoutMethodKind::Card | PayoutMethodKind::BankTransfer | PayoutMethodKind::Passthrough => {
            format!("payout_method_data.{}", kind.key())
        }
        PayoutMethodKind::Wallet | PayoutMethodKind::BankRedirect => {
            format!("payout_method_data.{}.{name}", kind.key())
        }
    }
}

fn fault_of(destination: &Destination, field: &PayoutField, today: NaiveDate) -> Option<String> {
    let text = destination.value(field.name).trim();
    let rule: Option<&str> = match (field.kind, destination.variant.name, field.name) {
        (FieldKind::Iban, _, _) => return bank::iban_fault(text),
        (FieldKind::Bic, _, _) => bank::bic_fault(text),
        (FieldKind::Country, _, _) => bank::country_fault(text),
        (FieldKind::CardNumber, _, _) => bank::card_fault(text),
        (FieldKind::Year, _, _) => bank::expiry_fault(destination.value("expiry_month"), text, today),
        (_, "ach", "bank_routing_number") => bank::aba_fault(text),
        (_, "ach", "bank_account_number") => bank::us_account_fault(text),
        (_, "bacs", "bank_sort_code") => bank::sort_code_fault(text),
        (_, "bacs", "bank_account_number") => bank::uk_account_fault(text),
        (_, _, _) => None,
    };
    rule.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::payout::VARIANTS;

    fn named(name: &str) -> Destination {
        Destination::new(VARIANTS.iter().find(|variant| variant.name == name).unwrap())
    }

    fn broken(destination: &Destination) -> Vec<String> {
        let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        let place = place_of(destination.variant);
        let errors = check_numbers(destination, &place, Environment::Sandbox, today);
        errors.into_iter().map(|error| error.to_string()).collect()
    }

    #[test]
    fn bank_numbers_are_reported_by_field_and_rule() {
        let sepa = named("sepa").with("iban", "DE89 3704 0044 0532 0130 00").with("bic", "COBADEFF");
        assert_eq!(broken(&sepa), [""; 0]);
        let bad = named("sepa").with("iban", "DE88370400440532013000").with("bic", "COBAZZFF");
        let bad = broken(&bad.with("bank_country_code", "UK"));
        assert!(bad[0].starts_with("payout_method_data.bank_transfer.iban: a valid IBAN"), "{bad:?}");
        assert!(bad[1].starts_with("payout_method_data.bank_transfer.bic: a BIC with"), "{bad:?}");
        assert!(bad[2].contains("bank_country_code: a two-letter country code"), "{bad:?}");
        let abroad = broken(&named("sepa").with("iban", "DE89370400440532013000").with("bic", "BNPAFRPP"));
        assert_eq!(abroad, ["payout_method_data.bank_transfer.bic: a BIC from the country of the IBAN"]);
        let ach = named("ach").with("bank_account_number", "000123456789").with("bank_routing_number", "201000021");
        assert!(broken(&ach)[0].contains("bank_routing_number: a valid routing number"));
        let bacs = named("bacs").with("bank_account_number", "66374958").with("bank_sort_code", "20-00");
        assert!(broken(&bacs)[0].contains("bank_sort_code: a sort code of six digits"));
        assert_eq!(broken(&named("sepa")), [""; 0], "what is missing is another rule's");
    }

    #[test]
    fn cards_are_checked_in_the_sandbox_and_not_taken_in_production() {
        let card = named("device_wallet_1_decrypted").with("dpan", "4242424242424241");
        let card = card.with("expiry_month", "10").with("expiry_year", "2026");
        let errors = broken(&card);
        assert!(errors[0].contains("wallet.device_wallet_1_decrypted.dpan: a valid card number"), "{errors:?}");
        assert!(errors[1].contains("expiry_year: an expiry date in the future"), "{errors:?}");
        let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        for variant in &VARIANTS {
            let refused = check_numbers(&Destination::new(variant), "here", Environment::Production, today);
            assert_eq!(!refused.is_empty(), takes_card(variant), "{}", variant.label);
        }
    }
}
