//! What the shop sells and what it costs in each currency. Integers only.

use crate::rng::SeedRng;

/// Goods by how often they are bought: price in US cents.
const GOODS: [(u64, (&str, i64)); 16] = [
    (16, ("Espresso beans, 1 kg", 2_890)),
    (14, ("Filter beans, 500 g", 1_650)),
    (12, ("Paper filters, 100", 790)),
    (9, ("Pour-over kettle", 7_900)),
    (7, ("Hand grinder", 12_900)),
    (7, ("Porcelain dripper", 3_490)),
    (6, ("Travel press", 3_250)),
    (6, ("Descaler", 1_290)),
    (5, ("Enamel mug", 1_890)),
    (4, ("Milk pitcher", 2_450)),
    (4, ("Scale with timer", 5_990)),
    (3, ("Burr grinder", 24_900)),
    (3, ("Tasting course, one evening", 8_500)),
    (2, ("Espresso machine", 129_900)),
    (1, ("Café set: machine, grinder, course", 184_500)),
    (1, ("Roaster, 2 kg drum", 412_000)),
];

/// What a customer bought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    pub description: String,
    /// In the currency's lowest unit.
    pub amount_minor: i64,
}

/// An order of one to four different things.
pub fn order(rng: &mut SeedRng, currency: &str) -> Order {
    let (name, mut cents) = rng.weighted(&GOODS);
    let others = rng.weighted(&[(55, 0), (28, 1), (12, 2), (5, 3)]);
    for _ in 0..others {
        cents += rng.weighted(&GOODS).1;
    }
    let shipping = rng.weighted(&[(40, 0), (45, 490), (15, 990)]);
    let description = match others {
        0 => name.to_owned(),
        1 => format!("{name} and 1 more item"),
        more => format!("{name} and {more} more items"),
    };
    Order { description, amount_minor: converted(cents + shipping, currency) }
}

/// US cents in another currency's lowest unit, rounded to what shops there charge.
fn converted(cents: i64, currency: &str) -> i64 {
    let rounded = |amount: i64, to: i64| (amount + to / 2) / to * to;
    match currency {
        "EUR" => rounded(cents * 93 / 100, 5),
        "GBP" => rounded(cents * 79 / 100, 5),
        "JPY" => rounded(cents * 151 / 100, 10).max(10),
        "KWD" => rounded(cents * 307 / 100, 50),
        _ => cents,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_fit_the_decimals_of_their_currency() {
        assert_eq!(converted(2_890, "USD"), 2_890);
        assert_eq!(converted(2_890, "JPY"), 4_360);
        assert_eq!(converted(2_890, "KWD"), 8_850);
        assert_eq!(converted(2_890, "EUR"), 2_685);
    }
}
