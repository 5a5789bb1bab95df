//! What the payments of a report are told apart by, read without making their texts.

use chrono::{DateTime, Utc};

use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::PaymentStatus;

use super::chunk::millis;
use super::columns::KnownPayments;

/// What a payment is grouped by. What its details say is `None` until they are read, and where they do not say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentGroups<'a> {
    pub status: &'a PaymentStatus,
    /// In the lowest unit of the currency.
    pub minor: i64,
    pub currency: &'a CurrencyCode,
    /// As the API writes it: `card`.
    pub method: Option<&'a str>,
    /// The brand of the card: `Visa`.
    pub brand: Option<&'a str>,
    /// Where the card was issued, as the service writes it: `DE`.
    pub card_country: Option<&'a str>,
}

impl KnownPayments {
    /// What the payment in a row is grouped by.
    pub fn groups(&self, row: usize) -> Option<PaymentGroups<'_>> {
        let (chunk, place) = self.at(row)?;
        let of = self.dictionaries();
        Some(PaymentGroups {
            status: of.statuses.get(chunk.status.get(place))?,
            minor: chunk.amount[place],
            currency: of.currencies.get(chunk.currency.get(place))?,
            method: of.methods.get(chunk.method.get(place)).map(String::as_str),
            brand: of.brands.get(chunk.brand.get(place)).map(String::as_str),
            card_country: of.card_countries.get(chunk.card_country.get(place)).map(String::as_str),
        })
    }

    /// The rows of the payments that were created from the first moment to the last, the newest first.
    pub fn created_between(&self, from: DateTime<Utc>, to: DateTime<Utc>) -> &[u32] {
        let (from, to) = (millis(Some(from)), millis(Some(to)));
        let newest = self.newest();
        let first = newest.partition_point(|row| self.created_millis(*row as usize) > to);
        let last = newest.partition_point(|row| self.created_millis(*row as usize) >= from);
        newest.get(first..last).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payment_columns::samples::{SampleRng, payment};

    #[test]
    fn groups_are_those_of_the_payment_and_rows_those_of_the_time() {
        let (mut columns, mut rng) = (KnownPayments::default(), SampleRng(3));
        for number in 0..500 {
            columns.put(&payment(number, &mut rng));
        }
        columns.order_new();
        let filled = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        for row in 0..500 {
            let (known, groups) = (columns.payment(row).unwrap(), columns.groups(row).unwrap());
            assert_eq!((groups.status, groups.minor), (&known.row.status, known.row.amount.minor));
            assert_eq!(groups.currency, known.row.amount.currency.currency_code());
            assert_eq!(groups.method.map(str::to_owned), known.row.payment_method);
            assert_eq!(groups.brand.map(str::to_owned), filled(&known.texts.brand));
            assert_eq!(groups.card_country.map(str::to_owned), filled(&known.texts.card_country));
        }
        let mut times: Vec<_> = (0..500).filter_map(|row| columns.created(row)).collect();
        times.sort();
        let (from, to) = (times[100], times[300]);
        let found = columns.created_between(from, to);
        let expected = times.iter().filter(|at| (from..=to).contains(at)).count();
        assert_eq!(found.len(), expected);
        assert!(found.iter().all(|row| (from..=to).contains(&columns.created(*row as usize).unwrap())));
    }
}
