//! Methods of payment and payout as people call them, with the value of the API beside them where it is
//! another.
//!
//! A word that is not listed is shown as it came: the service has more of them than any list.

use super::payment::{CardSummary, Payment};

/// The values of the API that are read by people, as they are called. Letter case alone makes no other word.
const NAMES: [(&str, &str); 35] = [
    ("card", "Card"),
    ("credit", "Credit card"),
    ("debit", "Debit card"),
    ("bank", "Bank transfer"),
    ("bank_transfer", "Bank transfer"),
    ("bank_debit", "Bank debit"),
    ("bank_redirect", "Bank redirect"),
    ("bank_link", "Bank link"),
    ("ach", "ACH transfer"),
    ("sepa", "SEPA credit transfer"),
    ("bacs", "Bacs transfer"),
    ("instant_account", "Instant payment, by account"),
    ("instant_key", "Instant payment, by key"),
    ("instant_emv", "Instant payment, by QR code"),
    ("open_banking", "Open banking"),
    ("open_banking_uk", "Open banking, United Kingdom"),
    ("interbank_e_transfer", "Interbank e-transfer"),
    ("interac", "Interac e-transfer"),
    ("wallet", "Wallet"),
    ("web_wallet", "Web wallet"),
    ("phone_wallet", "Phone wallet"),
    ("device_wallet_1_decrypted", "Device wallet, by device card number"),
    ("device_wallet_2_decrypted", "Device wallet, by account number"),
    ("passthrough", "Method saved at another processor"),
    ("pay_later", "Pay later"),
    ("crypto", "Crypto"),
    ("crypto_currency", "Cryptocurrency"),
    ("upi", "UPI"),
    ("upi_collect", "UPI, by request"),
    ("upi_intent", "UPI, by app"),
    ("voucher", "Voucher"),
    ("gift_card", "Gift card"),
    ("mobile_payment", "Mobile payment"),
    ("network_token", "Network token"),
    ("reward", "Reward"),
];

/// What a debit of a bank account is called: the same names as of a transfer stand for it.
const DEBITS: [(&str, &str); 3] = [("sepa", "SEPA Direct Debit"), ("ach", "ACH debit"), ("bacs", "Bacs Direct Debit")];

/// What `word` is called: `SEPA credit transfer`.
pub fn method_name(word: &str) -> Option<&'static str> {
    NAMES.iter().find(|(known, _)| *known == word).map(|(_, name)| *name)
}

/// How a method is read: `Bank transfer`. One that is not known stays as it came.
pub fn method_text(word: &str) -> String {
    method_name(word).map_or_else(|| word.to_owned(), str::to_owned)
}

/// How the type of a method is read, with the word that goes into requests and reports: `SEPA credit transfer (sepa)`.
/// `method` distinguishes a debit from a transfer.
pub fn method_type_text(word: &str, method: Option<&str>) -> String {
    let debit = DEBITS.iter().filter(|_| method == Some("bank_debit")).find(|(known, _)| *known == word);
    let name = debit.map(|(_, name)| *name).or_else(|| method_name(word));
    name.map_or_else(|| word.to_owned(), |name| format!("{name} ({word})"))
}

/// What a payment is paid with: the card, or else its method. `None` where the service reports neither.
pub fn paid_with(payment: &Payment) -> Option<String> {
    let method = payment.payment_method.as_deref();
    let card = payment.card.as_ref().map(CardSummary::text).filter(|text| !text.is_empty());
    let kind = payment.payment_method_type.as_deref().map(|word| method_type_text(word, method));
    card.or(kind).or_else(|| method.map(method_text))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::payout::{PAYOUT_TYPES, VARIANTS};

    #[test]
    fn a_method_is_read_in_words_and_one_nobody_knows_stays_as_it_came() {
        assert_eq!(method_text("bank_transfer"), "Bank transfer");
        assert_eq!(method_type_text("sepa", Some("bank_transfer")), "SEPA credit transfer (sepa)");
        assert_eq!(method_type_text("sepa", Some("bank_debit")), "SEPA Direct Debit (sepa)");
        assert_eq!(method_type_text("moon_pay", None), "moon_pay");
        assert_eq!(method_text("moon_pay"), "moon_pay");
    }

    #[test]
    fn no_word_is_listed_twice_and_every_method_of_a_payout_is_listed() {
        let keys: BTreeSet<&str> = NAMES.iter().map(|(word, _)| *word).collect();
        assert_eq!(keys.len(), NAMES.len());
        let named = VARIANTS.iter().map(|variant| variant.name).filter(|name| !name.is_empty());
        for word in named.chain(PAYOUT_TYPES) {
            assert!(method_name(word).is_some(), "{word}");
        }
        for variant in VARIANTS.iter().filter(|variant| !variant.name.is_empty()) {
            assert_eq!(method_name(variant.name), Some(variant.label), "one method has one name");
        }
    }
}
