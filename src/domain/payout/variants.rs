//! The table of payout methods (API reference).
//!
//! The specification writes provider names with neutral words; the keys below `wallet` and `bank_redirect` are ours.
//! Bank-link fields have the names of the discriminated form, which is the one used in requests.

use super::{FieldKind, PayoutField, PayoutMethodKind, PayoutVariant};

const fn field(name: &'static str, kind: FieldKind) -> PayoutField {
    PayoutField { name, kind }
}

const HOLDER: PayoutField = field("card_holder_name", FieldKind::Text);
const MONTH: PayoutField = field("expiry_month", FieldKind::Month);
const YEAR: PayoutField = field("expiry_year", FieldKind::Year);
const NETWORK: PayoutField = field("card_network", FieldKind::Network);
const ACCOUNT: PayoutField = field("bank_account_number", FieldKind::Account);
const IBAN: PayoutField = field("iban", FieldKind::Iban);
const EMAIL: PayoutField = field("email", FieldKind::Email);
const PHONE: PayoutField = field("telephone_number", FieldKind::Phone);
const ACCOUNT_HOLDER: PayoutField = field("account_holder_name", FieldKind::Text);
const BANK_COUNTRY: PayoutField = field("bank_country_code", FieldKind::Country);
/// What ach, bacs and sepa take besides.
const BANK: &[PayoutField] =
    &[field("bank_name", FieldKind::Text), BANK_COUNTRY, field("bank_city", FieldKind::Text), ACCOUNT_HOLDER];

/// Every variant of `payout_method_data`.
pub const VARIANTS: [PayoutVariant; 16] = [
    PayoutVariant {
        kind: PayoutMethodKind::Card,
        name: "",
        label: "Card",
        required: &[field("card_number", FieldKind::CardNumber), MONTH, YEAR, HOLDER],
        optional: &[NETWORK],
    },
    bank("ach", "ACH transfer", &[ACCOUNT, field("bank_routing_number", FieldKind::Secret)], BANK),
    bank("bacs", "Bacs transfer", &[ACCOUNT, field("bank_sort_code", FieldKind::Secret)], BANK),
    bank("sepa", "SEPA credit transfer", &[IBAN, field("bic", FieldKind::Bic)], BANK),
    bank(
        "instant_account",
        "Instant payment, by account",
        &[ACCOUNT],
        &[
            field("bank_name", FieldKind::Text),
            field("bank_branch", FieldKind::Text),
            field("tax_id", FieldKind::Secret),
            field("ispb", FieldKind::Text),
        ],
    ),
    bank("instant_key", "Instant payment, by key", &[field("instant_key", FieldKind::Account)], &[]),
    bank("instant_emv", "Instant payment, by QR code", &[field("emv", FieldKind::Account)], &[]),
    bank("bank_link", "Bank link", &[IBAN, BANK_COUNTRY, ACCOUNT, field("bank_number", FieldKind::Secret)], &[]),
    bank("open_banking", "Open banking", &[ACCOUNT_HOLDER, IBAN], &[]),
    PayoutVariant {
        kind: PayoutMethodKind::Wallet,
        name: "device_wallet_1_decrypted",
        label: "Device wallet, by device card number",
        required: &[field("dpan", FieldKind::CardNumber), MONTH, YEAR, HOLDER],
        optional: &[NETWORK],
    },
    PayoutVariant {
        kind: PayoutMethodKind::Wallet,
        name: "device_wallet_2_decrypted",
        label: "Device wallet, by account number",
        required: &[field("application_primary_account_number", FieldKind::CardNumber), MONTH, YEAR, HOLDER],
        optional: &[NETWORK],
    },
    PayoutVariant {
        kind: PayoutMethodKind::Wallet,
        name: "web_wallet",
        label: "Web wallet",
        required: &[EMAIL, PHONE, field("wallet_account_id", FieldKind::Account)],
        optional: &[],
    },
    PayoutVariant {
        kind: PayoutMethodKind::Wallet,
        name: "phone_wallet",
        label: "Phone wallet",
        required: &[PHONE],
        optional: &[],
    },
    PayoutVariant {
        kind: PayoutMethodKind::BankRedirect,
        name: "interbank_e_transfer",
        label: "Interbank e-transfer",
        required: &[EMAIL],
        optional: &[],
    },
    PayoutVariant {
        kind: PayoutMethodKind::BankRedirect,
        name: "open_banking_uk",
        label: "Open banking, United Kingdom",
        required: &[ACCOUNT_HOLDER, IBAN],
        optional: &[],
    },
    PayoutVariant {
        kind: PayoutMethodKind::Passthrough,
        name: "",
        label: "Method saved at another processor",
        required: &[
            field("psp_token", FieldKind::Account),
            field("psp_customer_id", FieldKind::Text),
            field("token_type", FieldKind::Text),
        ],
        optional: &[],
    },
];

const fn bank(
    name: &'static str,
    label: &'static str,
    required: &'static [PayoutField],
    optional: &'static [PayoutField],
) -> PayoutVariant {
    PayoutVariant { kind: PayoutMethodKind::BankTransfer, name, label, required, optional }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_variant_and_no_field_is_listed_twice_and_every_one_has_something_required() {
        let names: BTreeSet<_> = VARIANTS.iter().map(|variant| (variant.kind.key(), variant.name)).collect();
        assert_eq!(names.len(), VARIANTS.len());
        for variant in &VARIANTS {
            let fields: BTreeSet<_> = variant.fields().map(|field| field.name).collect();
            assert_eq!(fields.len(), variant.fields().count(), "{variant:?}");
            assert!(!variant.required.is_empty());
        }
    }

    #[test]
    fn every_variant_says_where_the_money_goes() {
        assert!(VARIANTS.iter().all(|variant| variant.required.iter().any(|field| field.kind.is_destination())));
    }
}
