//! What the evidence had in it when disputes were won and lost here, by reason. A count of what happened, no advice:
//! only disputes with evidence submitted from here are in it.

use strum::IntoEnumIterator as _;

use paydesk_domain::evidence::EvidenceField;

use super::rows::DisputeTableRow;
use super::text;

/// Decided disputes of one reason.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DecidedResults {
    pub won: usize,
    pub lost: usize,
    /// Fields that were there at least once, in the order of the specification.
    pub fields: Vec<FieldPresence>,
}

/// In how many disputes a field was there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldPresence {
    pub field: EvidenceField,
    pub won: usize,
    pub lost: usize,
}

/// Fewest decided disputes with a field, and without it: fewer say nothing about the field.
const EFFECT_MIN: usize = 5;

/// How disputes of one reason ended with a field in their evidence, and without it: won, and of how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldEffect {
    pub with: (usize, usize),
    pub without: (usize, usize),
}

impl FieldEffect {
    /// `Won 12 of 14 with it, 3 of 9 without`.
    pub fn text(&self) -> String {
        let ((with, of_with), (without, of_without)) = (self.with, self.without);
        text::won_with_and_without(with, of_with, without, of_without)
    }
}

impl DecidedResults {
    /// How a field went with the result; `None` where too few disputes were decided with it, or without it.
    pub fn effect(&self, field: EvidenceField) -> Option<FieldEffect> {
        let effect = self.compared(self.fields.iter().find(|presence| presence.field == field)?);
        (effect.with.1 >= EFFECT_MIN && effect.without.1 >= EFFECT_MIN).then_some(effect)
    }

    /// How it went with a field and without it, however few disputes that is of.
    pub fn compared(&self, presence: &FieldPresence) -> FieldEffect {
        let with = (presence.won, presence.won + presence.lost);
        let without = (self.won - presence.won, self.won + self.lost - with.1);
        FieldEffect { with, without }
    }

    /// Of those of these disputes that are decided, with evidence submitted from here. Pure: any set of disputes can be
    /// counted.
    pub fn count<'a>(rows: impl Iterator<Item = &'a DisputeTableRow>) -> Self {
        let decided: Vec<(&[EvidenceField], bool)> = rows.filter_map(DisputeTableRow::result).collect();
        let count = |is_won: bool, field: EvidenceField| {
            decided.iter().filter(|(fields, won)| *won == is_won && fields.contains(&field)).count()
        };
        let presence =
            |field: EvidenceField| FieldPresence { field, won: count(true, field), lost: count(false, field) };
        let won = decided.iter().filter(|(_, won)| *won).count();
        let fields = EvidenceField::iter().map(presence);
        let fields = fields.filter(|presence| presence.won + presence.lost > 0).collect();
        Self { won, lost: decided.len() - won, fields }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decided disputes with a receipt, all but one won, and without one, one of them won.
    fn some(with: usize, without: usize) -> DecidedResults {
        let presence = |field, won, lost| FieldPresence { field, won, lost };
        let (won, lost) = (with, without);
        DecidedResults {
            won,
            lost,
            fields: vec![
                presence(EvidenceField::CustomerName, won, lost),
                presence(EvidenceField::Receipt, with - 1, 1),
            ],
        }
    }

    #[test]
    fn a_field_says_how_it_went_with_the_result_once_enough_disputes_were_decided_with_it_and_without() {
        let effect = some(5, 6).effect(EvidenceField::Receipt).unwrap();
        assert_eq!((effect.with, effect.without), ((4, 5), (1, 6)));
        assert_eq!(effect.text(), "Won 4 of 5 with it, 1 of 6 without");
        assert_eq!(some(4, 6).effect(EvidenceField::Receipt), None);
        assert_eq!(some(5, 4).effect(EvidenceField::Receipt), None);
        assert_eq!(some(9, 9).effect(EvidenceField::CustomerName), None, "no dispute is without it");
        assert_eq!(some(9, 9).effect(EvidenceField::RefundPolicy), None);
    }
}
