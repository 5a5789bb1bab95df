//! How the rate of each group of payments compares with that of all others of its card, or of its currency.

use super::card_content::{CardContent, CardValue, Pane, ValueUnit};
use super::significance::{Share, Significance, of_group, of_shares, share_of};

/// A group of payments: how many there are, how many are disputed, and how that compares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupRate {
    pub label: String,
    pub disputed: Option<CardValue>,
    pub payments: Option<CardValue>,
    pub rate: Option<CardValue>,
    /// `None` where not all payments of the period are known.
    pub difference: Option<GroupDifference>,
    /// Where its disputed payments are in the card: pane and slot.
    pub place: (usize, usize),
}

/// The rate of a group beside that of all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupDifference {
    pub significance: Significance,
    pub is_lower: bool,
}

impl CardContent {
    /// The groups of a card of payments: those of each pane of counts, with the rates in the pane behind it.
    pub fn group_rates(&self) -> Vec<GroupRate> {
        let of_rates = |pane: &&Pane| pane.unit == ValueUnit::Rate;
        let compared: usize = self.panes.iter().filter(of_rates).map(|pane| pane.slots.len()).sum();
        let pairs = self.panes.iter().enumerate().zip(self.panes.iter().skip(1));
        let counted = pairs.filter(|((_, counts), _)| counts.unit == ValueUnit::Count);
        let of_pair = |((at, counts), rates): ((usize, &Pane), &Pane)| {
            let group = |slot: usize| group_rate(counts, rates, (at, slot), compared);
            (0..counts.slots.len()).filter_map(group).collect::<Vec<_>>()
        };
        counted.flat_map(of_pair).collect()
    }
}

impl CardContent {
    /// Where the highest rate of a pane is, if it differs significantly from that of all others together. Half of the chance
    /// of a card is that of its totals.
    pub fn highest_rate(&self, pane: usize) -> Option<usize> {
        let values = &self.panes.get(pane)?.series.first()?.values;
        let shares = || values.iter().enumerate().filter_map(|(slot, value)| Some((slot, share_of((*value)?)?)));
        let higher = |one: (usize, Share), other: (usize, Share)| if one.1.is_below(other.1) { other } else { one };
        let (slot, highest) = shares().reduce(higher)?;
        let (hits, of) = shares().fold((0, 0), |sum, (_, share)| (sum.0 + share.hits, sum.1 + share.of));
        let others = Share { hits: hits - highest.hits, of: of - highest.of };
        let significance = of_shares(highest, others, 2 * shares().count());
        (significance == Significance::Significant).then_some(slot)
    }
}

fn group_rate(counts: &Pane, rates: &Pane, place: (usize, usize), compared: usize) -> Option<GroupRate> {
    let value = |pane: &Pane, series: usize| pane.series.get(series)?.values.get(place.1).copied().flatten();
    let rate = value(rates, 0);
    let shares = rate.and_then(share_of).zip(rates.series.first()?.total.and_then(share_of));
    Some(GroupRate {
        label: counts.slots.get(place.1)?.label.clone(),
        disputed: value(counts, 0),
        payments: value(counts, 1),
        rate,
        difference: shares.map(|(group, all)| GroupDifference::of(group, all, compared)),
        place,
    })
}

impl GroupDifference {
    fn of(group: Share, all: Share, compared: usize) -> Self {
        let others = Share { hits: all.hits - group.hits, of: all.of - group.of };
        Self { significance: of_group(group, others, compared), is_lower: group.is_below(others) }
    }
}
