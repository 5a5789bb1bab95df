//! A card as plain data, built when an answer arrives and only drawn afterwards.
//!
//! ```text
//! Picture ── panes: Vec<Pane>            one unit each: counts, money of ONE currency, or rates. Never mixed.
//!   │          ├── slots: Vec<Slot>      the x axis: buckets of time, or categories (one slot: a single sum)
//!   │          └── series: Vec<Series>   one value a slot; `None` is a gap, a covered slot without rows is a zero
//!   │                ├── values          exact integers, in the unit of the pane
//!   │                ├── before          the same of the equal period before, slot by slot; empty where not compared
//!   │                └── total, total_before, change
//!   ├── figures: Vec<Figure>             the numbers of a card that is not over time, with their texts, by group
//!   ├── totals: Vec<Total>               `metaData` beside the sum of the rows; a difference is never hidden
//!   └── notes: Vec<String>               what a person must know of the numbers, one sentence each
//! ```
//!
//! What leads to the rows behind a number is asked of [`super::drill_down`]: `picture.drill(pane, series, slot)`; its table
//! of [`super::table`]. Texts of a value are made by [`CardValue::text`], on hover only.

use std::collections::BTreeSet;

use paydesk_domain::analytics::{Dimension, Metric, Subject};
use paydesk_domain::dispute_report::OpenDisputeRow;
use paydesk_domain::known::Known;
use paydesk_domain::money::Currency;
use paydesk_domain::number_text::{count_text, percent, percent_number};
pub use paydesk_domain::value_unit::ValueUnit;
use paydesk_domain::zone::Zone;

use super::drill_down_target::DrillDown;
use super::grid::{Coverage, TimeBucket};
use super::measure::{Measure, MeasureKind};
use super::range::Span;
use super::text;

/// Words of dimensions that rows agree in; `None` for rows without a value there.
pub type DimensionValues = Vec<(Dimension, Option<String>)>;

/// One number, and whether there may be more: it is written by [`CardValue::text`] alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CardValue {
    number: i64,
    /// How many cases a rate is of.
    pub of: Option<i64>,
    /// Not all records were read: there may be more.
    is_part: bool,
}

/// How a total moved against the period before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TotalChange {
    /// Nothing to compare with: not asked for, not here, or nothing there.
    #[default]
    None,
    /// By so much in the unit of the pane (millionths for rates), and in millionths of what was there before: `None`
    /// for rates, and where nothing was there before.
    By { difference: i64, relative: Option<i64> },
}

/// A place on the x axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AxisSlot {
    /// Short, for an axis.
    pub label: String,
    /// Whole, for hover and tables.
    pub full_label: String,
    /// What it covers; `None` for a category, which covers the range.
    pub span: Option<Span>,
    pub cover: Coverage,
    /// The time before that it is compared with, written out; empty where there is none.
    pub label_before: String,
    /// What its rows agree in.
    pub dimension_values: DimensionValues,
    /// How many groups it is the sum of; 0 of one.
    pub merged: usize,
}

impl From<&TimeBucket> for AxisSlot {
    fn from(bucket: &TimeBucket) -> Self {
        let (label, full_label) = (bucket.label.clone(), bucket.full_label.clone());
        let (label_before, dimension_values, merged) = (String::new(), Vec::new(), 0);
        Self { label, full_label, span: Some(bucket.span), cover: bucket.cover, label_before, dimension_values, merged }
    }
}

/// One line or one colour of bars.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueSeries {
    pub name: String,
    /// What the numbers say, for hover.
    pub definition: &'static str,
    /// `None` for what is counted here.
    pub measure: Option<Measure>,
    pub dimension_values: DimensionValues,
    /// As many as slots.
    pub values: Vec<Option<CardValue>>,
    /// As many as slots, or none at all.
    pub before: Vec<Option<CardValue>>,
    pub total: Option<CardValue>,
    pub total_before: Option<CardValue>,
    pub change: TotalChange,
    /// The rows of what is counted here.
    pub here: Option<LocalRows>,
    /// How many groups it is the sum of; 0 of one.
    pub merged: usize,
}

/// What leads to rows that were counted here: slot by slot, and for the total.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LocalRows {
    pub slots: Vec<Option<DrillDown>>,
    pub all: Option<DrillDown>,
}

/// What can share an axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pane {
    pub unit: ValueUnit,
    /// `Count`, `EUR`, `Rate`: what is at the axis.
    pub title: String,
    /// Whether slots are time.
    pub over_time: bool,
    pub slots: Vec<AxisSlot>,
    pub series: Vec<ValueSeries>,
}

/// One number with its values, for a tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// What it is of: `EUR`, `won`, or nothing for all.
    pub group: String,
    pub name: String,
    pub definition: &'static str,
    pub unit: ValueUnit,
    pub value: Option<CardValue>,
    pub before: Option<CardValue>,
    pub change: TotalChange,
    /// `9,204.00 EUR`, `66.7% of 12`, `–`.
    pub text: String,
    /// `before 8,100.00 EUR`; empty where not compared.
    pub before_text: String,
    /// `+13.6%`, `+2.1 points`, `unchanged`; empty where there is nothing to compare.
    pub change_text: String,
    /// Where it is: pane, series, slot, for its rows.
    pub place: (usize, usize, usize),
}

/// A total of `metaData` beside the sum of the rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Total {
    pub metric: Metric,
    pub kind: MeasureKind,
    /// As the service reported it; `None`: it reported none.
    pub reported: Option<i64>,
    /// The sum of the rows; for a rate, the one made of their counts.
    pub of_rows: Option<i64>,
    /// Of which currency; `None` for counts and rates, and for a sum that runs over several and is no amount of money.
    pub currency: Option<Currency>,
    /// Told less of rows; anything but zero is displayed.
    pub difference: Option<i64>,
}

/// The content of one card: figures, series and the tables behind them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CardContent {
    pub subject: Subject,
    /// `23 Oct – 21 Nov 2026 · Europe/Berlin`.
    pub caption: String,
    /// `against 23 Sep – 22 Oct 2026`; empty where not compared.
    pub before_caption: String,
    pub span: Span,
    /// How long the period has been, and the one before, in minutes.
    pub minutes: (i64, i64),
    pub zone: Zone,
    /// The filters of the question, for the rows behind a number.
    pub filters: Vec<(Dimension, Vec<String>)>,
    pub panes: Vec<Pane>,
    pub figures: Vec<Figure>,
    pub totals: Vec<Total>,
    pub notes: Vec<String>,
    /// What a person can ask for in *Explore* so that more is compared: a board asks what it asks.
    pub advice: Option<String>,
    /// The disputes that a card lists one by one.
    pub disputes: Vec<OpenDisputeRow>,
    /// The slots of time whose disputes are not decided to so much that their outcome says something.
    pub undecided_slots: BTreeSet<usize>,
    /// Measures that have no number with these groups and filters, and why.
    pub left_out: Vec<(Measure, String)>,
    /// Measures of which the service did not report a value somewhere: what is not there is not zero.
    pub unreported: Vec<Measure>,
    /// Nothing to show: no rows, or only zeroes.
    pub empty: bool,
    /// Counted before all records of the period were read: numbers are at least, and rates are not known.
    pub is_part: bool,
    /// Whether the period before was counted before all its records were read.
    pub is_before_part: bool,
}

impl Pane {
    /// How many groups are shown as one sum; 0 where each is shown.
    pub fn merged(&self) -> usize {
        let (slots, series) =
            (self.slots.iter().map(|slot| slot.merged), self.series.iter().map(|series| series.merged));
        slots.chain(series).max().unwrap_or_default()
    }
}

impl CardValue {
    pub fn count(number: i64) -> Self {
        Self { number, of: None, is_part: false }
    }

    /// A rate in millionths, of nobody knows how many cases.
    pub fn rate_alone(millionths: i64) -> Self {
        Self::count(millionths)
    }

    /// So many of so many, in millionths, rounded; `None` of no cases.
    pub fn rate(hits: i64, of: i64) -> Option<Self> {
        let millionths = (i128::from(hits) * 1_000_000 + i128::from(of) / 2).checked_div(i128::from(of))?;
        Some(Self { number: i64::try_from(millionths).ok()?, of: Some(of), is_part: false })
    }

    pub fn without_cases(self) -> Self {
        Self { of: None, ..self }
    }

    /// The value counted in a part of the records. A rate of a part, and none of it, say nothing of the whole.
    pub fn in_part(self, unit: &ValueUnit) -> Option<Self> {
        let says_something = *unit != ValueUnit::Rate && self.number != 0;
        says_something.then_some(Self { is_part: true, ..self })
    }

    /// As far as it is known.
    pub fn known(self) -> Known<i64> {
        Known::Exact(self.number).at_least_if(self.is_part)
    }

    /// The number, where it is known exactly.
    pub fn exact(self) -> Option<i64> {
        self.known().if_exact()
    }

    /// As much as is known of it: for lengths and orders, never for a text.
    pub fn least(self) -> i64 {
        self.number
    }

    pub fn is_part(self) -> bool {
        self.is_part
    }

    /// The value for people, as far as it is known; a rate never without its count.
    pub fn text(self, unit: &ValueUnit) -> String {
        let of = self.of.filter(|_| *unit == ValueUnit::Rate);
        let of = of.map(|of| text::of(count_text(of))).unwrap_or_default();
        format!("{}{of}", unit.known_text(self.known()))
    }
}

impl TotalChange {
    /// From `before` to `now`; rates differ in points.
    pub fn between(unit: &ValueUnit, now: Option<CardValue>, before: Option<CardValue>) -> Self {
        let exact = |value: Option<CardValue>| value.and_then(CardValue::exact);
        let Some((now, before)) = exact(now).zip(exact(before)) else { return Self::None };
        let Some(difference) = now.checked_sub(before) else { return Self::None };
        let relative = match unit {
            ValueUnit::Rate => None,
            ValueUnit::Count | ValueUnit::Money(_) if before == 0 => None,
            ValueUnit::Count | ValueUnit::Money(_) => {
                let (scaled, base) = (i128::from(difference) * 1_000_000, i128::from(before.unsigned_abs()));
                let half = if scaled < 0 { -base / 2 } else { base / 2 };
                i64::try_from((scaled + half) / base).ok()
            }
        };
        Self::By { difference, relative }
    }

    pub fn text(self, unit: &ValueUnit) -> String {
        match self {
            Self::None => String::new(),
            Self::By { difference: 0, .. } => "unchanged".to_owned(),
            Self::By { difference, relative: None } => {
                let sign = if difference > 0 { "+" } else { "" };
                format!("{sign}{}", size_text(unit, difference))
            }
            Self::By { relative: Some(relative), .. } => {
                let sign = if relative > 0 { "+" } else { "" };
                format!("{sign}{}", percent(relative, 1))
            }
        }
    }

    /// The change without its sign, beside a mark that says which way it goes.
    pub fn size_text(self, unit: &ValueUnit) -> String {
        match self {
            Self::None | Self::By { difference: 0, .. } => self.text(unit),
            Self::By { difference, relative: None } => size_text(unit, difference.saturating_abs()),
            Self::By { relative: Some(relative), .. } => percent(relative.saturating_abs(), 1),
        }
    }
}

/// A difference: rates differ in points.
fn size_text(unit: &ValueUnit, difference: i64) -> String {
    match unit {
        ValueUnit::Count | ValueUnit::Money(_) => unit.text(difference),
        ValueUnit::Rate => text::points(percent_number(difference, 2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_rounded_and_carry_their_count() {
        assert_eq!(CardValue::rate(2, 3).unwrap().text(&ValueUnit::Rate), "66.67% of 3");
        assert_eq!(CardValue::rate(1_040, 1_040).unwrap().text(&ValueUnit::Rate), "100.00% of 1,040");
        assert_eq!(CardValue::rate(0, 0), None);
        assert_eq!(CardValue::rate(i64::MAX, i64::MAX).and_then(CardValue::exact), Some(1_000_000));
    }

    #[test]
    fn a_part_of_the_records_gives_a_least_number_and_no_rate_no_zero_and_no_change() {
        let part = |unit: &ValueUnit, value: CardValue| value.in_part(unit).map(|value| value.text(unit));
        let euro = ValueUnit::Money(Currency::iso4217("EUR"));
        assert_eq!(part(&ValueUnit::Count, CardValue::count(1_204)).as_deref(), Some("1,204+"));
        assert_eq!(part(&euro, CardValue::count(920_400)).as_deref(), Some("at least 9,204.00 EUR"));
        assert_eq!(part(&ValueUnit::Count, CardValue::count(0)), None);
        assert_eq!(part(&ValueUnit::Rate, CardValue::rate(2, 3).unwrap()), None);
        let least = CardValue::count(113).in_part(&ValueUnit::Count);
        assert_eq!(TotalChange::between(&ValueUnit::Count, least, Some(CardValue::count(100))), TotalChange::None);
    }

    #[test]
    fn changes_are_reported_with_their_sign_and_against_nothing_in_the_unit() {
        let change = |unit: &ValueUnit, now: i64, before: i64| {
            TotalChange::between(unit, Some(CardValue::count(now)), Some(CardValue::count(before))).text(unit)
        };
        let yen = ValueUnit::Money(Currency::iso4217("JPY"));
        assert_eq!(change(&ValueUnit::Count, 113, 100), "+13.0%");
        assert_eq!(change(&ValueUnit::Count, 1, 3), "−66.7%");
        assert_eq!(change(&ValueUnit::Count, 3, 3), "unchanged");
        assert_eq!(change(&yen, 1_200, 0), "+1,200 JPY");
        assert_eq!(change(&ValueUnit::Rate, 700_000, 725_000), "−2.50 points");
        assert_eq!(TotalChange::between(&ValueUnit::Count, Some(CardValue::count(1)), None), TotalChange::None);
    }
}
