//! Sums of amounts, one per currency: amounts of two currencies are never added.

use std::collections::BTreeMap;

use super::money::{Currency, Money};

/// One sum per currency, in the order of their codes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MoneySums {
    by_code: BTreeMap<String, (Currency, Option<i64>)>,
}

impl MoneySums {
    pub fn add(&mut self, money: &Money) {
        let code = money.currency.code();
        match self.by_code.get_mut(code) {
            Some((_, sum)) => *sum = sum.and_then(|sum| sum.checked_add(money.minor)),
            None => drop(self.by_code.insert(code.to_owned(), (money.currency.clone(), Some(money.minor)))),
        }
    }

    /// A sum that is too large to be counted is left out.
    pub fn amounts(&self) -> impl Iterator<Item = Money> {
        self.by_code.values().filter_map(|(currency, sum)| Some(Money::new((*sum)?, currency.clone())))
    }

    /// The sum in a currency, where there is one; `Some(None)` where it is too large to be counted.
    pub fn of(&self, currency: &Currency) -> Option<Option<i64>> {
        self.by_code.get(currency.code()).map(|(_, sum)| *sum)
    }

    pub fn is_empty(&self) -> bool {
        self.by_code.is_empty()
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

    #[test]
    fn amounts_are_summed_within_their_currency_alone() {
        let money = |minor, code| Money::new(minor, Currency::from_code(code));
        let sums: MoneySums =
            [money(310_000, "JPY"), money(120_000, "EUR"), money(340, "EUR"), money(i64::MAX, "USD"), money(1, "USD")]
                .into_iter()
                .collect();
        assert_eq!(sums.text(), "1,203.40 EUR · 310,000 JPY", "a sum beyond all numbers is not shown");
    }
}
