//! Where a payer and a delivery are, as far as a service reports it within a payment. The specification shows none of
//! these fields in an answer: they are looked for where services of this kind have them.

use super::document::Raw;

/// Parts of an address that are compared, from the coarse to the fine.
const PARTS: [(&str, AddressPart); 5] = [
    ("country", AddressPart::Country),
    ("state", AddressPart::State),
    ("city", AddressPart::City),
    ("zip", AddressPart::PostalCode),
    ("line1", AddressPart::Line1),
];

/// A part of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressPart {
    Country,
    State,
    City,
    PostalCode,
    Line1,
}

/// The coarsest part in which billing and shipping address differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressDifference {
    pub part: AddressPart,
    pub billing: String,
    pub shipping: String,
}

/// Where the payer and the delivery are, as the service reports it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PayerPlaces {
    /// `None` where one of the two addresses is not known.
    pub addresses: Option<AddressMatch>,
    pub billing_country: Option<String>,
    /// Where the card was issued.
    pub card_country: Option<String>,
    /// Where the payer's network is.
    pub ip_country: Option<String>,
    pub ip_address: Option<String>,
}

/// Whether billing and shipping address are the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddressMatch {
    Same,
    Different(AddressDifference),
}

impl PayerPlaces {
    /// Of a payment as the service reports it.
    pub fn of(payment: &Raw) -> Self {
        let text = |paths: &[&[&str]]| paths.iter().find_map(|path| text_at(payment, path));
        Self {
            addresses: address_match(payment),
            billing_country: text(&[&["billing", "address", "country"]]),
            card_country: text(&[
                &["payment_method_data", "card", "card_issuing_country"],
                &["payment_method_data", "card", "country"],
                &["card", "country"],
            ]),
            ip_country: text(&[&["browser_info", "ip_country"], &["ip_country"]]),
            ip_address: text(&[&["browser_info", "ip_address"], &["ip_address"]]),
        }
    }

    /// The countries that are known, where not all of them are the same one.
    pub fn countries_differ(&self) -> bool {
        let known = [&self.billing_country, &self.card_country, &self.ip_country];
        let mut folded = known.into_iter().flatten().map(|country| country.to_lowercase());
        let first = folded.next();
        folded.any(|country| Some(country) != first)
    }
}

fn text_at(payment: &Raw, path: &[&str]) -> Option<String> {
    let found = path.iter().try_fold(&**payment, |value, name| value.get(name))?.as_str()?.trim();
    (!found.is_empty()).then(|| found.to_owned())
}

fn address_match(payment: &Raw) -> Option<AddressMatch> {
    let mut compared = false;
    for (name, part) in PARTS {
        let of = |whose: &str| text_at(payment, &[whose, "address", name]);
        let (Some(billing), Some(shipping)) = (of("billing"), of("shipping")) else { continue };
        compared = true;
        if folded(&billing) != folded(&shipping) {
            return Some(AddressMatch::Different(AddressDifference { part, billing, shipping }));
        }
    }
    compared.then_some(AddressMatch::Same)
}

/// Letters and digits in lower case: `12 High St.` is `12 high st`.
fn folded(text: &str) -> String {
    text.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
