//! How the numbers of a card changed, in every currency and by every measure: a board opens with the largest of them.

use super::numbers;
use super::text;
use super::wording;
use paydesk_core::features::analytics::significance::{Significance, share_of};
use paydesk_core::features::analytics::{
    CardContent, CardValue, DrillDown, Measure, MeasureKind, Pane, TotalChange, ValueUnit,
};

/// A number of a group, now and before.
pub struct NumberChange {
    measure: Measure,
    /// `KWD`.
    pub group: String,
    /// `4,112.100 KWD`.
    pub now: String,
    /// `+457.1%`, `−5.32 points`; `none before`.
    pub change: String,
    /// `The success rate in EUR fell significantly: 60.00%, down from 90.00%`; to be shown where it is.
    pub statement: String,
    pub significance: Significance,
    /// How many times the smaller number the larger one is, in millionths.
    pub size: i128,
    is_rise: bool,
    pub rows: Option<DrillDown>,
}

impl NumberChange {
    /// The changes of these measures in each group, the largest first. Groups without a number before, and sums of several,
    /// are left out.
    pub fn of_card(content: &CardContent, measures: &[Measure]) -> Vec<Self> {
        let mut changes = Vec::new();
        for (at, pane) in content.panes.iter().enumerate().filter(|(_, pane)| !pane.over_time) {
            for (index, series) in pane.series.iter().enumerate() {
                let Some(measure) = series.measure.filter(|measure| measures.contains(measure)) else { continue };
                let slots = 0..pane.slots.len();
                changes.extend(slots.filter_map(|slot| Self::of_slot(content, (at, index, slot), measure)));
            }
        }
        changes.sort_by_key(|change| std::cmp::Reverse(change.size));
        changes
    }

    fn of_slot(content: &CardContent, (at, index, slot): (usize, usize, usize), measure: Measure) -> Option<Self> {
        let pane = &content.panes[at];
        let series = &pane.series[index];
        let value = |values: &[Option<CardValue>]| values.get(slot).copied().flatten();
        let (now, before) = (value(&series.values)?, value(&series.before)?);
        let group = group(pane, slot)?;
        let (number, was) = (now.exact()?, before.exact()?);
        if number == was {
            return None;
        }
        let change = match pane.unit {
            ValueUnit::Count | ValueUnit::Money(_) if was == 0 => "none before".to_owned(),
            _ => TotalChange::between(&pane.unit, Some(now), Some(before)).text(&pane.unit),
        };
        let written = |value: CardValue| CardValue::without_cases(value).text(&pane.unit);
        let is_rise = number > was;
        let (now_text, before_text) = (written(now), written(before));
        Some(Self {
            statement: text::number_changed(measure, &group, (&now_text, &before_text), &change, is_rise),
            measure,
            group,
            now: now_text,
            change,
            significance: content.significance(at, index, Some(slot)),
            size: size(now, before),
            is_rise,
            rows: content.drill(at, index, slot).ok(),
        })
    }

    pub fn is_significant(&self) -> bool {
        self.significance == Significance::Significant
    }

    /// Whether there are enough cases to say anything of it.
    pub fn is_tested(&self) -> bool {
        matches!(self.significance, Significance::Significant | Significance::NotSignificant)
    }

    /// Whether it is the number of its records that is tested, not the sum of their amounts.
    pub fn is_amount(&self) -> bool {
        self.measure.kind() == MeasureKind::Amount
    }

    /// Whether it is for the better, where it is significant and one way is better.
    pub fn is_better(&self) -> Option<bool> {
        numbers::better(self.measure).map(|is_rise| is_rise == self.is_rise).filter(|_| self.is_significant())
    }

    /// `KWD success rate`.
    pub fn name(&self) -> String {
        format!("{} {}", self.group, self.measure.name().to_lowercase())
    }

    /// `KWD success rate −5.32 points`.
    pub fn text(&self) -> String {
        format!("{} {}", self.name(), self.change)
    }

    /// `KWD +457.1%`.
    pub fn group_text(&self) -> String {
        format!("{} {}", self.group, self.change)
    }
}

/// The currency of a pane or the group of a slot; `None` of a sum of several.
fn group(pane: &Pane, slot: usize) -> Option<String> {
    let slot = pane.slots.get(slot).filter(|slot| slot.merged == 0)?;
    match &pane.unit {
        ValueUnit::Money(currency) => Some(currency.code().to_owned()),
        ValueUnit::Count | ValueUnit::Rate => {
            Some(wording::group(&slot.dimension_values)).filter(|name| !name.is_empty())
        }
    }
}

/// How many times the smaller number the larger one is, in millionths; a share by what is in it or what is not, whichever
/// changed more. One more case on each side leaves a size where there was none.
pub fn size(now: CardValue, before: CardValue) -> i128 {
    let ratio = |(a, of_a): (i64, i64), (b, of_b): (i64, i64)| {
        let (one, other) = ((i128::from(a) + 1) * (i128::from(of_b) + 1), (i128::from(b) + 1) * (i128::from(of_a) + 1));
        one.max(other) * 1_000_000 / one.min(other).max(1)
    };
    match share_of(now).zip(share_of(before)) {
        Some((now, before)) => {
            let hits = ratio((now.hits, now.of), (before.hits, before.of));
            hits.max(ratio((now.of - now.hits, now.of), (before.of - before.hits, before.of)))
        }
        None => ratio((now.least(), 0), (before.least(), 0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(now: i64, before: i64) -> i128 {
        size(CardValue::count(now), CardValue::count(before))
    }

    fn rates(now: (i64, i64), before: (i64, i64)) -> i128 {
        size(CardValue::rate(now.0, now.1).unwrap(), CardValue::rate(before.0, before.1).unwrap())
    }

    #[test]
    fn a_fall_to_a_half_is_as_large_as_a_rise_to_twice_as_many() {
        assert_eq!(counts(99, 199), counts(199, 99));
        assert!(counts(300, 100) > counts(50, 100) && counts(10, 100) > counts(300, 100));
        assert!(counts(7, 0) > counts(20, 10), "of none before there is a size");
    }

    #[test]
    fn a_share_is_as_large_a_change_as_what_it_leaves() {
        assert_eq!(rates((900, 1_000), (800, 1_000)), rates((100, 1_000), (200, 1_000)));
        assert!(rates((600, 1_000), (900, 1_000)) > rates((890, 1_000), (900, 1_000)));
        assert!(
            rates((99, 100), (100, 100)) < rates((85, 100), (95, 100)),
            "one failure more is not the largest change"
        );
    }
}
