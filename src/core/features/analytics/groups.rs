//! Which groups of an answer are shown by themselves: the largest. The others are shown as their sum, so that what is
//! shown always adds up to the whole.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use paydesk_domain::analytics::Dimension;
use paydesk_domain::dispute::{DisputeStage, DisputeStatus};
use paydesk_domain::payment::PaymentStatus;

use super::card_content::DimensionValues;
use super::measure::Measure;
use super::question::QueryPlan;
use super::tally::{Tally, TallyKey, UnitKey, dimensions};

/// Most series of a pane over time: a chart draws fewer, tables and files have them all.
pub(super) const SERIES_MAX: usize = 60;
/// Most categories: each is a bar.
pub(super) const CATEGORIES_MAX: usize = 24;

/// The values of a group in the order of its dimensions.
type Words = Vec<Option<String>>;

/// Rows that agree in their values, or the sum of several such groups.
pub(super) struct Group(Vec<Words>);

/// The groups of a unit in both periods.
pub(super) struct Groups {
    /// In the order they are shown, each with its size.
    found: Vec<(Words, i128)>,
}

impl Group {
    /// How many groups it is the sum of; 0 of one.
    pub(super) fn merged(&self) -> usize {
        if self.0.len() > 1 { self.0.len() } else { 0 }
    }

    /// Where its numbers of a measure are.
    pub(super) fn keys(&self, unit: &UnitKey, measure: Measure) -> Vec<TallyKey> {
        self.0.iter().map(|words| (unit.clone(), measure, words.clone())).collect()
    }

    /// What its rows agree in; nothing where it is the sum of several.
    pub(super) fn values(&self, dimensions: &[Dimension]) -> DimensionValues {
        match self.0.as_slice() {
            [words] => dimensions.iter().copied().zip(words.iter().cloned()).collect(),
            _ => DimensionValues::new(),
        }
    }
}

impl Groups {
    pub(super) fn of(plan: &QueryPlan, unit: &UnitKey, now: &Tally, then: Option<&Tally>) -> Self {
        let mut sizes: BTreeMap<Words, i128> = BTreeMap::new();
        for (key, sums) in std::iter::once(now).chain(then).flat_map(|tally| &tally.sums) {
            if key.0 == *unit {
                *sizes.entry(key.2.clone()).or_default() +=
                    sums.values().map(|sum| sum.size(key.1.kind())).sum::<i128>();
            }
        }
        let mut found: Vec<(Words, i128)> = sizes.into_iter().collect();
        let dimensions = dimensions(plan, unit);
        if found.is_empty() && dimensions.is_empty() {
            found.push((Words::new(), 0));
        }
        found.sort_by_key(|(words, _)| {
            let ranks = dimensions.iter().zip(words).map(|(dimension, word)| rank(*dimension, word.as_deref()));
            ranks.collect::<Vec<usize>>()
        });
        Self { found }
    }

    /// At most so many: where there are more, the largest, and last the sum of the rest.
    pub(super) fn shown(self, most: usize) -> Vec<Group> {
        if self.found.len() <= most {
            return self.found.into_iter().map(|(words, _)| Group(vec![words])).collect();
        }
        let mut largest: Vec<usize> = (0..self.found.len()).collect();
        largest.sort_by_key(|index| Reverse(self.found[*index].1));
        largest.truncate(most.saturating_sub(1));
        let mut rest = Vec::new();
        let mut shown = Vec::new();
        for (index, (words, _)) in self.found.into_iter().enumerate() {
            if largest.contains(&index) {
                shown.push(Group(vec![words]));
            } else {
                rest.push(words);
            }
        }
        shown.push(Group(rest));
        shown
    }
}

/// Statuses and stages stand in the order of the specification, then those of other services; the rest by name, what
/// has none last.
fn rank(dimension: Dimension, word: Option<&str>) -> usize {
    let Some(word) = word else { return usize::MAX };
    let place = |at: Option<usize>| at.unwrap_or(usize::MAX - 1);
    match dimension {
        Dimension::DisputeStatus => place(DisputeStatus::words().position(|known| known == word)),
        Dimension::DisputeStage => place(DisputeStage::words().position(|known| known == word)),
        Dimension::Status => place(PaymentStatus::words().position(|known| known == word)),
        Dimension::Currency | Dimension::ProfileId => 0,
    }
}
