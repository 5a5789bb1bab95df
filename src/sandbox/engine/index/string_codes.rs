//! Words as numbers, so that columns are narrow and comparing is cheap.

use std::collections::HashMap;

/// Short codes for recurring values: currencies and payment methods. 0 is no word.
#[derive(Debug, Default)]
pub struct StringCodes(HashMap<String, u16>);

impl StringCodes {
    /// The code of a word; a new word gets a new one.
    pub fn intern(&mut self, word: &str) -> u16 {
        if let Some(code) = self.code(word) {
            return code;
        }
        let code = u16::try_from(self.0.len() + 1).unwrap_or(u16::MAX);
        self.0.insert(word.to_owned(), code);
        code
    }

    pub fn code(&self, word: &str) -> Option<u16> {
        self.0.get(word).copied()
    }

    /// The codes of a [list](StringCodes::list) that was stored.
    pub fn of_list(values: &[String]) -> Self {
        let codes =
            values.iter().enumerate().skip(1).filter_map(|(place, value)| Some((value, place.try_into().ok()?)));
        Self(codes.map(|(value, code)| (value.clone(), code)).collect())
    }

    /// The values by their codes; the one at 0 is empty.
    pub fn list(&self) -> Vec<&str> {
        let mut values = vec![""; self.0.len() + 1];
        for (word, code) in &self.0 {
            if let Some(place) = values.get_mut(usize::from(*code)) {
                *place = word;
            }
        }
        values
    }
}
