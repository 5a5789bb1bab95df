//! How each group of a card moved against the period before, the largest change first.

use paydesk_domain::money::Currency;

use super::card_content::{CardContent, CardValue, DimensionValues, Pane, ValueUnit};
use super::significance::Significance;

/// A group of records: how many there are, how many there were, and what they are worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupChange {
    /// As it is written where the group is of no dimension.
    pub label: String,
    pub values: DimensionValues,
    pub now: CardValue,
    /// `None` where nothing is compared, or not all is known.
    pub before: Option<i64>,
    pub significance: Significance,
    /// One a currency that has some, in the lowest unit.
    pub amounts: Vec<(Currency, CardValue)>,
    /// Where the group is in its card: pane, series and slot, for its rows.
    pub place: (usize, usize, usize),
}

impl GroupChange {
    /// How many more there are; `None` where nothing is compared.
    pub fn difference(&self) -> Option<i64> {
        self.now.exact().zip(self.before).and_then(|(now, before)| now.checked_sub(before))
    }

    fn size(&self) -> u64 {
        self.difference().map_or(0, i64::unsigned_abs)
    }
}

impl CardContent {
    /// The groups that the records of the card are counted by, without those that never had any; the largest change
    /// first.
    pub fn group_changes(&self) -> Vec<GroupChange> {
        let counts = self.panes.iter().position(|pane| pane.unit == ValueUnit::Count && !pane.over_time);
        let Some(at) = counts else { return Vec::new() };
        let slots = 0..self.panes[at].slots.len();
        let mut groups: Vec<GroupChange> = slots.filter_map(|slot| self.group_change(at, slot)).collect();
        groups.sort_by(|a, b| {
            (b.size(), b.now.least()).cmp(&(a.size(), a.now.least())).then_with(|| a.label.cmp(&b.label))
        });
        groups
    }

    fn group_change(&self, at: usize, slot: usize) -> Option<GroupChange> {
        let pane = &self.panes[at];
        let (series, axis_slot) = pane.series.first().zip(pane.slots.get(slot))?;
        let value = |values: &[Option<CardValue>]| values.get(slot).copied().flatten();
        let now = value(&series.values)?;
        let before = value(&series.before).and_then(CardValue::exact);
        // The sum of several groups is no group.
        if axis_slot.merged > 0 || now.least() == 0 && before.unwrap_or_default() == 0 {
            return None;
        }
        let amounts = self.panes.iter().filter_map(|other| amount(other, &axis_slot.label));
        Some(GroupChange {
            label: axis_slot.label.clone(),
            values: axis_slot.dimension_values.clone(),
            now,
            before,
            significance: self.significance(at, 0, Some(slot)),
            amounts: amounts.collect(),
            place: (at, 0, slot),
        })
    }
}

/// What a group is worth in the currency of a pane. Groups that are currencies have no slot there: all of it is theirs.
fn amount(pane: &Pane, group: &str) -> Option<(Currency, CardValue)> {
    let ValueUnit::Money(currency) = &pane.unit else { return None };
    let series = pane.series.first()?;
    let value = match pane.slots.iter().position(|slot| slot.label == group) {
        Some(slot) => series.values.get(slot).copied().flatten(),
        None => series.total.filter(|_| currency.code() == group),
    };
    Some((currency.clone(), value?)).filter(|(_, amount)| amount.least() != 0)
}
