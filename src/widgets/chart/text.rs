//! The texts of chart.

pub use crate::text::TOTAL;

use std::fmt::Display;

pub fn few_cases(text: impl Display) -> String {
    format!("{text}, few cases")
}

// Keys

pub fn chart(title: impl Display) -> String {
    format!("{title}, chart")
}

// Legend

/// Of what values are of that may be higher: `Disputes, at least`.
pub fn at_least(unit: impl Display) -> String {
    format!("{unit}, at least")
}

pub fn show(series: impl Display) -> String {
    format!("Show {series}")
}

// Tooltip

pub const FEW_CASES: &str = "Fewer than 10 cases";

// Wording

pub const LINES: &str = "Lines";

pub fn of_from_to(what: impl Display, join: impl Display, first: impl Display, last: impl Display) -> String {
    format!("{what} of {join} from {first} to {last}")
}

pub fn highest(range: impl Display, text: impl Display, bucket: impl Display) -> String {
    format!("{range}; highest {text}, {bucket}")
}

pub fn no_value_yet(range: impl Display) -> String {
    format!("{range}; no value yet")
}
