//! Where a payout goes: the object below `payout_method_data`, by the table of its variants
//! ([API reference](crate::resources::payouts::reference#method-data)).
//!
//! All of it leaves as the secret part of a request, account numbers as well as cards; no rule repeats what was typed.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::call::{SecretPart, secret_json};
use crate::calls::fields::BodyFields;
use crate::input::{self, Checks, InputError, Rule};
use paydesk_domain::payout::{AccountDigest, FieldKind, PAYOUT_TYPES, PayoutField, PayoutMethodKind, PayoutVariant};
use paydesk_domain::secret::SecretText;

/// The field that distinguishes bank transfers.
const DISCRIMINATOR: &str = "payout_method_type";
/// Where the data is in a body.
const DATA: &str = "payout_method_data";
/// Where the account is that the money comes from.
const SOURCE: &str = "source_bank_data";

/// How a payout is to go: exactly one of the three ways of the specification.
#[derive(Debug, Clone, PartialEq)]
pub enum PayoutMethod {
    /// `payout_method_data`.
    Data(Destination),
    /// `payout_token`: the reference of a stored method, used instead of data.
    Token(String),
    /// `payout_method_id`: a saved method.
    Saved(String),
}

/// One variant with its fields. `Debug` shows none of the values.
#[derive(Debug, Clone, PartialEq)]
pub struct Destination {
    pub variant: &'static PayoutVariant,
    /// By the name of the field; one that is empty counts as not given.
    pub values: BTreeMap<&'static str, SecretText>,
}

impl PayoutMethod {
    /// Every broken rule.
    pub fn check(&self) -> Vec<InputError> {
        let mut checks = Checks::default();
        match self {
            Self::Data(destination) => checks.extend(destination.check(DATA)),
            Self::Token(reference) => checks.add(input::required("payout_token", reference)),
            Self::Saved(reference) => checks.add(input::required("payout_method_id", reference)),
        }
        checks.into_errors()
    }

    /// Adds what may be stored of it to a body.
    pub fn write(&self, fields: BodyFields) -> BodyFields {
        match self {
            Self::Data(_) => fields,
            Self::Token(reference) => fields.text("payout_token", reference),
            Self::Saved(reference) => fields.text("payout_method_id", reference),
        }
    }

    /// The account that it goes to.
    pub fn account(&self) -> Option<AccountDigest> {
        match self {
            Self::Data(destination) => destination.account(),
            Self::Token(reference) => AccountDigest::of("token", [("reference", reference.as_str())]),
            Self::Saved(reference) => AccountDigest::of("saved", [("reference", reference.as_str())]),
        }
    }

    /// The rest, to be laid into the body.
    pub fn secret(&self) -> Option<SecretPart> {
        match self {
            Self::Data(destination) => Some(SecretPart::of_json(&[DATA], destination.to_json(true))),
            Self::Token(_) | Self::Saved(_) => None,
        }
    }
}

impl Destination {
    /// A variant of which nothing is filled in yet.
    pub fn new(variant: &'static PayoutVariant) -> Self {
        Self { variant, values: BTreeMap::new() }
    }

    /// Fills in a field; the check refuses a name that the variant does not have.
    pub fn with(mut self, name: &'static str, text: impl Into<String>) -> Self {
        self.values.insert(name, SecretText::moved(text.into()));
        self
    }

    /// Every broken rule, in the order of the table; `field` is where the data is in the body.
    pub fn check(&self, field: &str) -> Vec<InputError> {
        let place = self.keys().iter().fold(field.to_owned(), |place, key| format!("{place}.{key}"));
        self.check_fields(&place)
    }

    /// The rules of `source_bank_data`, which has the shape of a bank transfer.
    pub fn check_source(&self) -> Vec<InputError> {
        match self.variant.kind {
            PayoutMethodKind::BankTransfer => self.check_fields(SOURCE),
            PayoutMethodKind::Card
            | PayoutMethodKind::Wallet
            | PayoutMethodKind::BankRedirect
            | PayoutMethodKind::Passthrough => {
                vec![InputError::new(SOURCE, "the shape of a bank transfer")]
            }
        }
    }

    fn check_fields(&self, place: &str) -> Vec<InputError> {
        let mut checks = Checks::default();
        for field in self.variant.fields() {
            let (name, text) = (format!("{place}.{}", field.name), self.value(field.name));
            if self.variant.required.contains(field) {
                checks.add(input::required(&name, text));
            }
            checks.add_given(&name, text, |name, text| match field.kind.fault(text) {
                Some(_) if text.trim().is_empty() => Ok(()),
                Some(rule) if field.kind.is_form_documented() => Err(InputError::new(name, rule)),
                Some(rule) => Err(InputError::warning(name, rule)),
                None => Ok(()),
            });
        }
        for name in self.values.keys().filter(|name| self.variant.fields().all(|field| field.name != **name)) {
            checks.forbid(true, &format!("{place}.{name}"), Rule::is("not part of this method"));
        }
        checks.into_errors()
    }

    /// The account that it names: by its IBAN alone, where it has one.
    fn account(&self) -> Option<AccountDigest> {
        let fields = || self.variant.fields().filter(|field| !self.value(field.name).trim().is_empty());
        let has_iban = fields().any(|field| field.kind == FieldKind::Iban);
        let (kind, identifies): (&str, fn(FieldKind) -> bool) = match has_iban {
            true => ("iban", |kind| kind == FieldKind::Iban),
            false => (self.variant.label, FieldKind::identifies_account),
        };
        let texts = fields().filter(|field| identifies(field.kind)).map(|field| (field.name, self.value(field.name)));
        AccountDigest::of(kind, texts)
    }

    /// The text of a field; empty where there is none.
    pub fn value(&self, name: &str) -> &str {
        self.values.get(name).map_or("", SecretText::expose)
    }

    /// The account the money comes from, to be laid into the body.
    pub fn source_secret(&self) -> SecretPart {
        SecretPart::of_json(&[SOURCE], self.to_json(false))
    }

    /// The keys of the objects around the fields, from the outside in.
    fn keys(&self) -> Vec<&'static str> {
        let kind = self.variant.kind.key();
        match self.variant.kind {
            PayoutMethodKind::Card | PayoutMethodKind::BankTransfer | PayoutMethodKind::Passthrough => vec![kind],
            PayoutMethodKind::Wallet | PayoutMethodKind::BankRedirect => vec![kind, self.variant.name],
        }
    }

    fn to_json(&self, with_keys: bool) -> SecretText {
        let keys = if with_keys { self.keys() } else { Vec::new() };
        secret_json(&Nested { keys: &keys, destination: self })
    }

    /// Name and text of every field that is given, as they leave.
    fn entries(&self) -> impl Iterator<Item = (&'static str, Exposed)> {
        let is_bank = self.variant.kind == PayoutMethodKind::BankTransfer;
        let kind = is_bank.then(|| (DISCRIMINATOR, Exposed(SecretText::new(self.variant.name))));
        let given = self.variant.fields().filter(|field| !self.value(field.name).is_empty());
        kind.into_iter().chain(given.map(|field| (field.name, self.compact(field))))
    }

    /// Numbers are typed in groups and leave without blanks.
    fn compact(&self, field: &PayoutField) -> Exposed {
        let typed = self.value(field.name);
        let gap: fn(char) -> bool = match field.kind {
            FieldKind::CardNumber => |c| matches!(c, ' ' | '-'),
            FieldKind::Iban => |c| c == ' ',
            FieldKind::Text
            | FieldKind::Month
            | FieldKind::Year
            | FieldKind::Network
            | FieldKind::Account
            | FieldKind::Secret
            | FieldKind::Bic
            | FieldKind::Country
            | FieldKind::Email
            | FieldKind::Phone => |_| false,
        };
        // As much room as can be needed: growing would leave copies behind.
        let mut compact = String::with_capacity(typed.len());
        compact.extend(typed.chars().filter(|c| !gap(*c)));
        Exposed(SecretText::moved(compact))
    }
}

/// `payout_type` is one of four values, and the one of the method where that has one
/// ([API reference](crate::resources::payouts::reference#create)).
pub fn check_type(payout_type: &str, method: Option<&PayoutMethod>) -> Vec<InputError> {
    let mut checks = Checks::default();
    checks.add_given("payout_type", payout_type, |field, word| input::one_of(field, word, &PAYOUT_TYPES));
    let wanted = match method {
        Some(PayoutMethod::Data(destination)) => destination.variant.kind.payout_type(),
        Some(PayoutMethod::Token(_) | PayoutMethod::Saved(_)) | None => None,
    };
    if let Some(wanted) = wanted.filter(|wanted| PAYOUT_TYPES.contains(&payout_type) && *wanted != payout_type) {
        checks.forbid(true, "payout_type", format!("{wanted} with this method"));
    }
    checks.into_errors()
}

/// A text that is written where it is asked for only.
struct Exposed(SecretText);

impl Serialize for Exposed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.expose())
    }
}

/// The fields within the objects that `keys` name.
struct Nested<'a> {
    keys: &'a [&'static str],
    destination: &'a Destination,
}

impl Serialize for Nested<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.keys.split_first() {
            Some((key, keys)) => serializer.collect_map([(key, Nested { keys, destination: self.destination })]),
            None => serializer.collect_map(self.destination.entries()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::payout::VARIANTS;

    fn variant(kind: PayoutMethodKind, name: &str) -> &'static PayoutVariant {
        kind.variants().find(|variant| variant.name == name).unwrap()
    }

    fn sepa() -> Destination {
        let bank = Destination::new(variant(PayoutMethodKind::BankTransfer, "sepa"));
        bank.with("iban", "DE89 3704 0044 0532 0130 00").with("bic", "COBADEFF")
    }

    fn broken(destination: &Destination) -> Vec<String> {
        destination.check(DATA).into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn every_required_field_of_every_variant_is_asked_for_in_the_order_of_the_table() {
        for variant in &VARIANTS {
            let empty = Destination::new(variant);
            let place = format!("{DATA}.{}", empty.keys().join("."));
            let required: Vec<String> =
                variant.required.iter().map(|field| format!("{place}.{}", field.name)).collect();
            assert_eq!(broken(&empty), required);
            let blank = variant.required.iter().fold(empty, |blank, field| blank.with(field.name, "  "));
            assert_eq!(broken(&blank), required, "blanks are nothing");
        }
    }

    #[test]
    fn what_is_given_has_the_form_of_its_field_and_no_error_repeats_it() {
        let bad = sepa().with("iban", "89370400440532013000").with("bic", "COBA").with("bank_country_code", "DEU");
        let errors = bad.check(DATA);
        let fields: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
        let place = |name: &str| format!("{DATA}.bank_transfer.{name}");
        assert_eq!(fields, [place("iban"), place("bic"), place("bank_country_code")]);
        let shown = format!("{bad:?} {errors:?}");
        assert!(!["893704", "COBA", "DEU"].iter().any(|part| shown.contains(part)), "{shown}");
    }

    #[test]
    fn a_field_of_another_variant_is_refused() {
        assert_eq!(broken(&sepa().with("emv", "0002")), ["payout_method_data.bank_transfer.emv"]);
    }

    #[test]
    fn numbers_leave_without_blanks_below_exactly_one_key() {
        let json = sepa().to_json(true);
        let expected =
            r#"{"bank_transfer":{"payout_method_type":"sepa","iban":"DE89370400440532013000","bic":"COBADEFF"}}"#;
        assert_eq!(json.expose(), expected);
        let wallet = Destination::new(variant(PayoutMethodKind::Wallet, "device_wallet_1_decrypted"));
        let json = wallet.with("dpan", "4242-4242 42424242").with("expiry_month", "03").to_json(true);
        let expected = r#"{"wallet":{"device_wallet_1_decrypted":{"dpan":"4242424242424242","expiry_month":"03"}}}"#;
        assert_eq!(json.expose(), expected);
    }

    #[test]
    fn a_source_has_the_shape_of_a_bank_transfer_without_a_key_around_it() {
        assert_eq!(sepa().check_source(), []);
        assert!(sepa().to_json(false).expose().starts_with(r#"{"payout_method_type":"sepa","#));
        let missing = Destination::new(variant(PayoutMethodKind::BankTransfer, "sepa")).check_source();
        assert_eq!(missing[0].field, "source_bank_data.iban");
        let phone = Destination::new(variant(PayoutMethodKind::Wallet, "phone_wallet")).with("telephone_number", "+44");
        assert_eq!(phone.check_source()[0].to_string(), "source_bank_data: the shape of a bank transfer");
    }

    #[test]
    fn the_type_goes_with_the_method() {
        let check = |word: &str, method: Option<&PayoutMethod>| {
            check_type(word, method).into_iter().map(|error| error.rule.to_string()).collect::<Vec<_>>()
        };
        let bank = PayoutMethod::Data(sepa());
        assert!(check("bank", Some(&bank)).is_empty() && check("", Some(&bank)).is_empty());
        assert_eq!(check("card", Some(&bank)), ["bank with this method"]);
        assert_eq!(check("pigeon", Some(&bank)), ["one of card, bank, wallet, bank_redirect"]);
        let token = PayoutMethod::Token("tok".to_owned());
        assert!(check("wallet", Some(&token)).is_empty() && check("wallet", None).is_empty());
        let passthrough = PayoutMethod::Data(Destination::new(variant(PayoutMethodKind::Passthrough, "")));
        assert!(PAYOUT_TYPES.iter().all(|word| check(word, Some(&passthrough)).is_empty()));
    }

    #[test]
    fn a_reference_says_something() {
        let fields = |method: PayoutMethod| method.check().into_iter().map(|error| error.field).collect::<Vec<_>>();
        assert_eq!(fields(PayoutMethod::Token(String::new())), ["payout_token"]);
        assert_eq!(fields(PayoutMethod::Saved(" ".to_owned())), ["payout_method_id"]);
        assert!(fields(PayoutMethod::Saved("pm_1".to_owned())).is_empty());
    }
}
