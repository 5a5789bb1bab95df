//! Bands of amounts of one currency, with round borders, so that each holds about as many payments as the others.

use paydesk_domain::money::Money;

/// Most bands of a currency.
const BANDS: usize = 5;
/// With fewer payments a band of them says little.
const PAYMENTS_MIN: usize = 20;

/// Where the bands of a currency begin, in its lowest unit, in ascending order; the first band begins below the first of
/// these.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AmountBands(Vec<i64>);

impl AmountBands {
    /// The bands for these amounts: about as many of them in each, with borders rounded down to 1, 2 or 5 and zeros. A border
    /// that would leave less than half of that below it, or above the last one, is left out.
    pub fn of(mut amounts: Vec<i64>) -> Self {
        amounts.sort_unstable();
        let bands = (amounts.len() / PAYMENTS_MIN).clamp(1, BANDS);
        let enough = amounts.len() / (2 * bands);
        let below = |border: i64| amounts.partition_point(|minor| *minor < border);
        let mut borders: Vec<i64> = Vec::new();
        let at = |part: usize| amounts.get(amounts.len() * part / bands).copied();
        for border in (1..bands).filter_map(at).filter_map(round_below) {
            let last = borders.last().map_or(0, |last| below(*last));
            if below(border) >= last + enough && amounts.len() - below(border) >= enough {
                borders.push(border);
            }
        }
        Self(borders)
    }

    /// The number of the band that an amount is in, from 0.
    pub fn place(&self, minor: i64) -> usize {
        self.0.partition_point(|border| *border <= minor)
    }

    /// The first and the last amount of a band, where it has one.
    pub fn ends(&self, place: usize) -> (Option<i64>, Option<i64>) {
        let first = place.checked_sub(1).and_then(|before| self.0.get(before)).copied();
        (first, self.0.get(place).map(|next| next - 1))
    }

    /// `Under 20.00 EUR`, `20.00–49.99 EUR`, `500.00 EUR or more`. `zero` has the currency.
    pub fn label(&self, place: usize, zero: &Money) -> String {
        let money = |minor: i64| zero.with_minor(minor);
        match self.ends(place) {
            (None, None) => format!("All amounts in {}", zero.currency),
            (None, Some(last)) => format!("Under {}", money(last + 1)),
            (Some(first), None) => format!("{} or more", money(first)),
            (Some(first), Some(last)) => format!("{}–{}", money(first).amount_text(), money(last)),
        }
    }
}

/// The largest of 1, 2 and 5 with zeros behind that is not above an amount; `None` of nothing.
fn round_below(minor: i64) -> Option<i64> {
    let power = 10_i64.checked_pow(minor.checked_ilog10()?)?;
    let leading = minor / power;
    Some(power * [5, 2, 1].into_iter().find(|step| *step <= leading)?)
}

#[cfg(test)]
mod tests {
    use paydesk_domain::money::MinorUnits;

    use super::*;

    fn labels(amounts: Vec<i64>, code: &str) -> Vec<String> {
        let bands = AmountBands::of(amounts);
        let zero = Money::new(0, MinorUnits::Iso4217.currency(code));
        (0..=bands.0.len()).map(|place| bands.label(place, &zero)).collect()
    }

    #[test]
    fn bands_have_round_borders_in_the_decimals_of_their_currency() {
        let amounts: Vec<i64> = (1..=1_000).map(|number| number * number / 10).collect();
        let eur =
            ["Under 20.00 EUR", "20.00–99.99 EUR", "100.00–199.99 EUR", "200.00–499.99 EUR", "500.00 EUR or more"];
        assert_eq!(labels(amounts.clone(), "EUR"), eur);
        assert_eq!(labels(amounts.clone(), "JPY")[1], "2,000–9,999 JPY");
        assert_eq!(labels(amounts, "KWD")[0], "Under 2.000 KWD");
        assert_eq!(labels(vec![1_000; 9], "EUR"), ["All amounts in EUR"]);
        assert_eq!(labels(Vec::new(), "EUR"), ["All amounts in EUR"]);
        assert_eq!(labels(vec![0, 0, 0, 0, 700], "EUR"), ["All amounts in EUR"], "too few");
        let few: Vec<i64> = (0..40).map(|number| 1_000 + number * 100).collect();
        assert_eq!(labels(few, "EUR"), ["Under 20.00 EUR", "20.00 EUR or more"], "two bands of 40");
        let one_below = [vec![900], vec![1_500; 59]].concat();
        assert_eq!(labels(one_below, "EUR"), ["All amounts in EUR"], "no band of a single payment");
    }

    #[test]
    fn every_amount_is_in_one_band_and_within_its_ends() {
        let amounts: Vec<i64> = (0..400).map(|number| (number * 7_919) % 100_003 - 50).collect();
        let bands = AmountBands::of(amounts.clone());
        assert!(bands.0.len() > 2, "{bands:?}");
        for minor in amounts {
            let (first, last) = bands.ends(bands.place(minor));
            assert!(first.is_none_or(|first| first <= minor) && last.is_none_or(|last| minor <= last), "{minor}");
        }
        assert_eq!(bands.place(i64::MAX), bands.0.len());
        assert_eq!(round_below(i64::MAX), Some(5_000_000_000_000_000_000));
    }
}
