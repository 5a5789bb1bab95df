//! Values that many payments share: each payment has a number, the value is stored once.

use std::collections::HashMap;
use std::hash::Hash;

use paydesk_domain::money::{CurrencyCode, MinorUnits};
use paydesk_domain::payment::PaymentStatus;

/// The number of what is not there.
pub const NONE: u16 = u16::MAX;
/// Most values of one dictionary; a service that sends more has them all shown as the last one.
const VALUES_MAX: usize = u16::MAX as usize - 1;

/// Values by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dictionary<T: Eq + Hash> {
    values: Vec<T>,
    numbers: HashMap<T, u16>,
}

impl<T: Eq + Hash> Default for Dictionary<T> {
    fn default() -> Self {
        Self { values: Vec::new(), numbers: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Dictionary<T> {
    /// The number of a value, which is put in where it is new.
    pub fn number(&mut self, value: &T) -> u16 {
        if let Some(number) = self.numbers.get(value) {
            return *number;
        }
        let next = self.values.len().min(VALUES_MAX - 1);
        let number = u16::try_from(next).unwrap_or(NONE);
        if next == self.values.len() {
            self.values.push(value.clone());
            self.numbers.insert(value.clone(), number);
        }
        number
    }

    pub fn get(&self, number: u16) -> Option<&T> {
        self.values.get(usize::from(number))
    }

    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// A table by number: which values `is_wanted`, and at the end whether what is not there is.
    pub fn table(&self, is_wanted: impl Fn(&T) -> bool) -> Vec<bool> {
        self.values.iter().map(is_wanted).collect()
    }

    /// For each number its place in the order of `key`.
    pub fn ranks<K: Ord>(&self, key: impl Fn(&T) -> K) -> Vec<u16> {
        let mut numbers: Vec<u16> = (0..self.values.len()).map(|number| number as u16).collect();
        numbers.sort_by_key(|number| self.get(*number).map(&key));
        let mut ranks = vec![0; numbers.len()];
        numbers.iter().enumerate().for_each(|(rank, number)| ranks[usize::from(*number)] = rank as u16);
        ranks
    }
}

/// The dictionaries of all columns, and how the service counts the amounts in them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Dictionaries {
    pub units: MinorUnits,
    pub statuses: Dictionary<PaymentStatus>,
    pub currencies: Dictionary<CurrencyCode>,
    pub methods: Dictionary<String>,
    pub method_types: Dictionary<String>,
    pub brands: Dictionary<String>,
    pub card_countries: Dictionary<String>,
    pub codes: Dictionary<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_keeps_its_number_and_too_many_share_the_last() {
        let mut dictionary = Dictionary::default();
        let numbers: Vec<u16> = ["b", "a", "b"].iter().map(|value| dictionary.number(&(*value).to_owned())).collect();
        assert_eq!((numbers, dictionary.ranks(Clone::clone)), (vec![0, 1, 0], vec![1, 0]));
        (0..VALUES_MAX + 10).for_each(|value| {
            dictionary.number(&value.to_string());
        });
        assert_eq!(dictionary.number(&"one more".to_owned()), (VALUES_MAX - 1) as u16);
        assert_eq!(dictionary.get(NONE), None);
    }
}
