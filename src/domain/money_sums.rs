//! Sums of amounts, one per currency: amounts of two currencies are never added, nor those of one code that two services
//! count differently.

use std::collections::BTreeMap;

use super::money::{Currency, CurrencyCode, Money};

/// One sum per currency, in the order of their codes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MoneySums {
    by_currency: BTreeMap<Currency, Option<i64>>,
}

impl MoneySums {
    pub fn add(&mut self, money: &Money) {
        match self.by_currency.get_mut(&money.currency) {
            Some(sum) => *sum = sum.and_then(|sum| sum.checked_add(money.minor)),
            None => drop(self.by_currency.insert(money.currency.clone(), Some(money.minor))),
        }
    }

    /// A sum that is too large to be counted is left out.
    pub fn amounts(&self) -> impl Iterator<Item = Money> {
        self.by_currency.iter().filter_map(|(currency, sum)| Some(Money::new((*sum)?, currency.clone())))
    }

    /// The sum of minor units under a code, where there is one; `Some(None)` where it is too large to be counted.
    pub fn of_code(&self, code: &CurrencyCode) -> Option<Option<i64>> {
        let mut of_code = self.by_currency.iter().filter(|(currency, _)| currency.currency_code() == code);
        let first = *of_code.next()?.1;
        Some(of_code.fold(first, |sum, (_, more)| sum?.checked_add((*more)?)))
    }

    /// The sum in a currency, where there is one; `Some(None)` where it is too large to be counted.
    pub fn of(&self, currency: &Currency) -> Option<Option<i64>> {
        self.by_currency.get(currency).copied()
    }

    /// The currencies that there is an amount of, those too whose sum is too large.
    pub fn currencies(&self) -> impl Iterator<Item = &Currency> {
        self.by_currency.keys()
    }

    pub fn is_empty(&self) -> bool {
        self.by_currency.is_empty()
    }

    /// `1,203.40 EUR · 310,000 JPY`.
    pub fn text(&self) -> String {
        let amounts: Vec<String> = self.amounts().map(|money| money.to_string()).collect();
        amounts.join(" · ")
    }
}

impl FromIterator<Money> for MoneySums {
    fn from_iter<T: IntoIterator<Item = Money>>(amounts: T) -> Self {
        amounts.into_iter().fold(Self::default(), |mut sums, money| {
            sums.add(&money);
            sums
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::MinorUnits;

    #[test]
    fn amounts_are_summed_within_their_currency_alone() {
        let money = |minor, code| Money::new(minor, Currency::iso4217(code));
        let sums: MoneySums =
            [money(310_000, "JPY"), money(120_000, "EUR"), money(340, "EUR"), money(i64::MAX, "USD"), money(1, "USD")]
                .into_iter()
                .collect();
        assert_eq!(sums.text(), "1,203.40 EUR · 310,000 JPY", "a sum beyond all numbers is not shown");
    }

    #[test]
    fn amounts_of_one_code_that_two_services_count_differently_are_not_added() {
        let of = |units: MinorUnits| Money::new(500_000, units.currency("ISK"));
        let sums: MoneySums = [of(MinorUnits::Iso4217), of(MinorUnits::Hyperswitch)].into_iter().collect();
        assert_eq!(sums.text(), "500,000 ISK · 5,000.00 ISK");
    }
}
