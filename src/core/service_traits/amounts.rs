//! How the service counts amounts: the decimals of its currencies.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::entry::{AnyTraitRow, TraitSource};
use paydesk_domain::money::MinorUnits;

/// What is known of the amounts of one service.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AmountsTraits {
    #[serde(rename = "minor_units", skip_serializing_if = "Option::is_none", deserialize_with = "readable_or_none")]
    known: Option<KnownUnits>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct KnownUnits {
    units: MinorUnits,
    /// A person chose it: no answer changes it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_chosen: bool,
    source: TraitSource,
}

/// Names the trait of the group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AmountsTrait;

/// What is learned of the group, or chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AmountsChange {
    /// An answer shows it.
    Learned { units: MinorUnits, from: String },
    /// A person chose it.
    Chosen(MinorUnits),
}

/// What is known already stays where a later version wrote something else: the answer shows it again.
fn readable_or_none<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<KnownUnits>, D::Error> {
    Ok(serde_json::from_value(serde_json::Value::deserialize(deserializer)?).ok())
}

fn text(units: MinorUnits) -> &'static str {
    match units {
        MinorUnits::Undecided => "Not known yet. IRR, ISK and MGA are shown in minor units.",
        MinorUnits::Iso4217 => "As in ISO 4217: IRR and MGA have two decimals, ISK has none",
        MinorUnits::Hyperswitch => "As in hyperswitch: IRR and MGA have no decimals, ISK has two",
    }
}

impl AmountsTraits {
    /// Nothing is known.
    pub const USUAL: Self = Self { known: None };

    /// How the service counts amounts.
    pub fn units(&self) -> MinorUnits {
        self.known.as_ref().map_or(MinorUnits::Undecided, |known| known.units)
    }

    /// Whether a person chose it.
    pub fn is_chosen(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.is_chosen)
    }

    /// What was learned is forgotten; what a person chose could not be learned again, and stays.
    pub(super) fn forget_learned(&mut self) {
        self.known = self.known.take().filter(|known| known.is_chosen);
    }

    /// The trait, with what is known of it. That a service counts as ISO 4217 does is the usual.
    pub(super) fn row(&self) -> AnyTraitRow<'_, AmountsTrait> {
        let is_usual = |known: &&KnownUnits| known.units == MinorUnits::Iso4217 && !known.is_chosen;
        let usual = self.known.as_ref().filter(is_usual).map_or(MinorUnits::Undecided, |known| known.units);
        let known = self.known.as_ref().filter(|known| !is_usual(known));
        AnyTraitRow {
            id: AmountsTrait,
            name: "Amounts: currency decimals".to_owned(),
            usual: text(usual),
            known: known.map(|known| (text(known.units).to_owned(), &known.source)),
        }
    }

    pub(super) fn change(&mut self, change: AmountsChange, now: DateTime<Utc>) {
        let (units, is_chosen, from) = match change {
            AmountsChange::Learned { .. } if self.is_chosen() => return,
            AmountsChange::Learned { units, from } => (units, false, from),
            AmountsChange::Chosen(units) => (units, true, "Chosen in Settings".to_owned()),
        };
        if self.units() != units || self.is_chosen() != is_chosen {
            self.known = Some(KnownUnits { units, is_chosen, source: TraitSource::learned(&from, now) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl AmountsChange {
        /// A change for the trait of the group.
        pub(in super::super) fn samples() -> Vec<Self> {
            vec![Self::Learned { units: MinorUnits::Hyperswitch, from: "via".to_owned() }]
        }
    }

    #[test]
    fn what_a_person_chose_is_changed_by_no_answer() {
        let mut traits = AmountsTraits::default();
        let learned = |units| AmountsChange::Learned { units, from: "200".to_owned() };
        for units in [MinorUnits::Iso4217, MinorUnits::Hyperswitch] {
            traits.change(learned(units), DateTime::UNIX_EPOCH);
            assert_eq!((traits.units(), traits.is_chosen()), (units, false));
        }
        traits.change(AmountsChange::Chosen(MinorUnits::Iso4217), DateTime::UNIX_EPOCH);
        traits.change(learned(MinorUnits::Hyperswitch), DateTime::UNIX_EPOCH);
        assert_eq!((traits.units(), traits.is_chosen()), (MinorUnits::Iso4217, true));
    }

    #[test]
    fn what_a_later_version_wrote_is_not_known_here() {
        for written in
            [r#"{"minor_units": {"units": "of_a_later_version", "source": {}}}"#, r#"{"minor_units": 7}"#, "{}"]
        {
            assert_eq!(serde_json::from_str::<AmountsTraits>(written).unwrap(), AmountsTraits::default());
        }
    }
}
