//! How far a number is known: exactly, at least so much, or not at all.
//!
//! Counts and sums of what the service has are carried as [`Known`] from where they are counted to where they are drawn,
//! so that a part of a list cannot pass for the whole of it.

use super::money::{grouped_count, short_count};
use super::money_sums::MoneySums;

/// What stands in the place of a number that is not known.
pub const NOT_KNOWN: &str = "–";

/// A value, and how far it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Known<T> {
    Exact(T),
    /// There may be more.
    AtLeast(T),
    #[default]
    Unknown,
}

/// A number or a sum of what a list shows: at least that, unless it shows all there are.
pub fn known_of_listed<T>(value: T, is_all: bool) -> Known<T> {
    Known::Exact(value).at_least_if(!is_all)
}

impl<T> Known<T> {
    /// Exact where there is a value.
    pub fn exact(value: Option<T>) -> Self {
        value.map_or(Self::Unknown, Self::Exact)
    }

    /// At least this much, where `is_partial`.
    pub fn at_least_if(self, is_partial: bool) -> Self {
        match self {
            Self::Exact(value) if is_partial => Self::AtLeast(value),
            Self::Exact(_) | Self::AtLeast(_) | Self::Unknown => self,
        }
    }

    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Known<U> {
        match self {
            Self::Exact(value) => Known::Exact(change(value)),
            Self::AtLeast(value) => Known::AtLeast(change(value)),
            Self::Unknown => Known::Unknown,
        }
    }

    /// What is known of it, be it all or a part.
    pub fn known(&self) -> Option<&T> {
        match self {
            Self::Exact(value) | Self::AtLeast(value) => Some(value),
            Self::Unknown => None,
        }
    }

    /// The value, where it is known exactly.
    pub fn if_exact(self) -> Option<T> {
        match self {
            Self::Exact(value) => Some(value),
            Self::AtLeast(_) | Self::Unknown => None,
        }
    }

    pub fn is_exact(&self) -> bool {
        matches!(self, Self::Exact(_))
    }
}

impl<T: Ord> Known<T> {
    /// The better of two answers to the same question: the exact one, or else the larger.
    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Exact(value), _) => Self::Exact(value),
            (_, Self::Exact(value)) => Self::Exact(value),
            (Self::AtLeast(one), Self::AtLeast(other)) => Self::AtLeast(one.max(other)),
            (Self::AtLeast(value), Self::Unknown) | (Self::Unknown, Self::AtLeast(value)) => Self::AtLeast(value),
            (Self::Unknown, Self::Unknown) => Self::Unknown,
        }
    }
}

impl Known<u64> {
    /// Both together: at least what is known of either, where the other is not known.
    pub fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unknown, Self::Unknown) => Self::Unknown,
            (one, other) => {
                let part = |known: Self| known.known().copied().unwrap_or_default();
                Self::Exact(part(one).saturating_add(part(other))).at_least_if(!(one.is_exact() && other.is_exact()))
            }
        }
    }

    /// Whether there certainly are none.
    pub fn is_none(self) -> bool {
        self == Self::Exact(0)
    }

    /// Whether there certainly are some.
    pub fn is_some(self) -> bool {
        self.known().is_some_and(|count| *count > 0)
    }

    /// Whether there is a number to show.
    pub fn is_shown(self) -> bool {
        self.is_exact() || self.is_some()
    }

    /// As it is shown: `35`, `35+` where there may be more, `–` where none is known and there may be some.
    pub fn text(self) -> String {
        self.written(grouped_count)
    }

    /// The text where there is little room: `1.2M`.
    pub fn short_text(self) -> String {
        self.written(short_count)
    }

    /// As it is read out: `35`, `at least 35`, `unknown`.
    pub fn spoken(self) -> String {
        match self {
            Self::Exact(count) => grouped_count(count),
            Self::AtLeast(count) if count > 0 => format!("at least {}", grouped_count(count)),
            Self::AtLeast(_) | Self::Unknown => "unknown".to_owned(),
        }
    }

    fn written(self, number: fn(u64) -> String) -> String {
        match self {
            Self::Exact(count) => number(count),
            Self::AtLeast(count) if count > 0 => number(count) + "+",
            Self::AtLeast(_) | Self::Unknown => NOT_KNOWN.to_owned(),
        }
    }
}

impl Known<MoneySums> {
    /// The amounts as they are shown; the first begins with `at least` where there may be more. Empty where none is known.
    pub fn amounts(&self) -> Vec<String> {
        let sums = self.known().into_iter().flat_map(MoneySums::amounts);
        let mut amounts: Vec<String> = sums.map(|money| money.to_string()).collect();
        if let (Some(first), false) = (amounts.first_mut(), self.is_exact()) {
            *first = format!("at least {first}");
        }
        amounts
    }

    /// `1,203.40 EUR · 310,000 JPY`; empty where none is known.
    pub fn text(&self) -> String {
        self.amounts().join(" · ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::{Currency, Money};

    #[test]
    fn a_number_is_shown_as_far_as_it_is_known() {
        for (count, text, spoken) in [
            (Known::Exact(1_204), "1,204", "1,204"),
            (Known::Exact(0), "0", "0"),
            (Known::AtLeast(35), "35+", "at least 35"),
            (Known::AtLeast(0), "–", "unknown"),
            (Known::Unknown, "–", "unknown"),
        ] {
            assert_eq!((count.text().as_str(), count.spoken().as_str()), (text, spoken));
        }
        assert_eq!(Known::AtLeast(1_250_000).short_text(), "1.2M+");
    }

    #[test]
    fn a_sum_is_exact_only_where_all_its_parts_are() {
        for (one, other, sum) in [
            (Known::Exact(2), Known::Exact(3), Known::Exact(5)),
            (Known::Exact(2), Known::AtLeast(3), Known::AtLeast(5)),
            (Known::Exact(2), Known::Unknown, Known::AtLeast(2)),
            (Known::Unknown, Known::AtLeast(3), Known::AtLeast(3)),
            (Known::Unknown, Known::Unknown, Known::Unknown),
        ] {
            assert_eq!((one.plus(other), other.plus(one)), (sum, sum));
        }
    }

    #[test]
    fn of_two_answers_the_exact_one_counts_and_else_the_larger() {
        assert_eq!(Known::AtLeast(9).or(Known::Exact(4)), Known::Exact(4));
        assert_eq!(Known::AtLeast(2).or(Known::AtLeast(4)), Known::AtLeast(4));
        assert_eq!(Known::<u64>::Unknown.or(Known::Unknown), Known::Unknown);
        assert_eq!(Known::Exact(7).at_least_if(true), Known::AtLeast(7));
        assert_eq!(Known::<u64>::Unknown.at_least_if(false), Known::Unknown);
    }

    #[test]
    fn a_sum_of_money_says_where_there_may_be_more() {
        let sums: MoneySums = [Money::new(120_340, Currency::iso4217("EUR"))].into_iter().collect();
        assert_eq!(Known::Exact(sums.clone()).text(), "1,203.40 EUR");
        assert_eq!(Known::AtLeast(sums).text(), "at least 1,203.40 EUR");
        assert_eq!(Known::<MoneySums>::Unknown.text(), "");
    }
}
