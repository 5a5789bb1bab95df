//! Typed amounts: what is read has the digits that were typed, and is read again from what is written of it.
use paydesk_domain::money::{Currency, parse_amount, readings};

const CURRENCIES: [&str; 6] = ["EUR", "JPY", "KWD", "CLF", "USD", "QQQ"];

/// Panics where something does not hold.
pub fn check(data: &[u8]) {
    let [which, text @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let currency = Currency::iso4217(CURRENCIES[usize::from(*which) % CURRENCIES.len()]);
    match parse_amount(text, &currency) {
        Ok(money) => {
            assert!(money.minor >= 0, "{text:?}: {money:?}");
            assert_eq!(parse_amount(&money.input_text(), &currency), Ok(money.clone()), "{text:?}");
            assert_eq!(significant(&money.minor.to_string()), significant(text), "{text:?}: {money:?}");
        }
        Err(error) => {
            assert!(error.to_string().len() <= 1_000, "{error}");
            for money in readings(text, &currency) {
                assert_eq!(significant(&money.minor.to_string()), significant(text), "{text:?}: {money:?}");
            }
        }
    }
}

/// The digits of a number without zeros at its ends, which depend on where the decimal mark is.
fn significant(text: &str) -> String {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').to_owned()
}
