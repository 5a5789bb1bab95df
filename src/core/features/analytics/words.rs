//! What dimensions, groups and series are called where people read: on the boards and in workbooks. A CSV has the codes
//! of the API.

use paydesk_domain::analytics::Dimension;
use paydesk_domain::dispute::{DisputeStage, DisputeStatus};
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::text::visible;

use super::card_content::{AxisSlot, DimensionValues, Pane, ValueSeries, ValueUnit};
use super::text;

/// `a`, `a and b`, `a, b and c`.
pub fn list(parts: &[String]) -> String {
    match parts {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        parts => parts.join(""),
    }
}

pub fn dimension(dimension: Dimension) -> &'static str {
    match dimension {
        Dimension::DisputeStatus | Dimension::Status => text::STATUS,
        Dimension::DisputeStage => text::STAGE,
        Dimension::Currency => text::CURRENCY,
        Dimension::ProfileId => text::PROFILE,
    }
}

/// A word of a dimension as it is called everywhere in Paydesk.
pub fn word(dimension: Dimension, word: &str) -> String {
    match dimension {
        Dimension::DisputeStatus => DisputeStatus::from_word(word).label().into_owned(),
        Dimension::Status => PaymentStatus::from_word(word).label().into_owned(),
        Dimension::DisputeStage => DisputeStage::from_word(word).label().into_owned(),
        Dimension::Currency | Dimension::ProfileId => visible(word, 40),
    }
}

/// The values that a dimension is filtered by: `Status: Won, Lost`.
pub fn filter((of, values): &(Dimension, Vec<String>)) -> String {
    let named: Vec<String> = values.iter().map(|found| word(*of, found)).collect();
    format!("{}: {}", dimension(*of), named.join(", "))
}

/// All values of a group: `EUR · Won`; nothing where there are none.
pub fn group(values: &DimensionValues) -> String {
    let text = |(dimension, found): &(Dimension, Option<String>)| match found {
        Some(found) => word(*dimension, found),
        None => text::no(self::dimension(*dimension).to_lowercase()),
    };
    values.iter().map(text).collect::<Vec<_>>().join(" · ")
}

/// What a category is called.
pub fn category(slot: &AxisSlot) -> String {
    if slot.dimension_values.is_empty() { slot.label.clone() } else { group(&slot.dimension_values) }
}

/// Whether all series of a pane count the same.
pub fn one_measure(pane: &Pane) -> bool {
    pane.series.iter().all(|series| series.measure == pane.series[0].measure)
}

/// What tells a series apart from others of its measure, beside the currency of its pane; nothing where rows are not told
/// apart.
pub fn series_group(pane: &Pane, series: &ValueSeries) -> String {
    let of_pane = matches!(pane.unit, ValueUnit::Money(_)).then_some(Dimension::Currency);
    let others = series.dimension_values.iter().filter(|(dimension, _)| Some(*dimension) != of_pane);
    group(&others.cloned().collect())
}

/// What a series is called beside the others of its pane.
pub fn series(pane: &Pane, series: &ValueSeries) -> String {
    if series.merged > 0 {
        return series.name.clone();
    }
    let measure = series.measure.map_or(series.name.as_str(), |measure| measure.name());
    let group = series_group(pane, series);
    match (group.is_empty(), one_measure(pane)) {
        (true, _) => measure.to_owned(),
        (false, true) => group,
        (false, false) => format!("{measure} · {group}"),
    }
}
