//! Which evidence went with winning, of the decided disputes of one reason: counts with intervals, in the order in which a
//! missing piece is proposed. Nothing is said before enough are decided; what may be chance says so.

use std::cmp::{Ordering, Reverse};

use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::exact_test::{ChanceOf, Share, shares_differ};

use super::evidence_draft::EvidenceDraft;
use super::results::{DecidedResults, FieldEffect};
use super::text;

/// Fewest decided disputes of a reason of which anything is said.
pub const DECIDED_MIN: usize = 30;
/// Chance alone makes a difference that is called significant less often than once in so many.
const ONCE_IN: u64 = 20;

/// A field of the evidence in won and lost disputes of a reason.
#[derive(Debug, Clone, PartialEq)]
pub struct WinningField {
    pub field: EvidenceField,
    pub effect: FieldEffect,
    pub certainty: Certainty,
}

/// How sure it is that a field goes with winning, or with losing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Corrected for all fields that are compared.
    Significant,
    MayBeChance,
    /// Every dispute had it, or none.
    NothingToCompare,
}

impl Certainty {
    pub fn text(self) -> &'static str {
        match self {
            Self::Significant => "Significant",
            Self::MayBeChance => "May be chance",
            Self::NothingToCompare => "Nothing to compare with",
        }
    }
}

impl WinningField {
    /// Whether more were won with it than without.
    pub fn helps(&self) -> bool {
        let ((with, of_with), (without, of_without)) = (self.effect.with, self.effect.without);
        of_with > 0 && of_without > 0 && with * of_without > without * of_with
    }

    /// `With it 12 of 14 won (60–96%), without 6 of 20 (15–52%)`.
    pub fn text(&self) -> String {
        let (with, without) = (self.effect.with, self.effect.without);
        text::won_with_intervals(counted(with), counted(without))
    }
}

/// A count and the interval of its share: `12 of 14 (60–96%)`.
fn counted((won, of): (usize, usize)) -> String {
    let whole = |millionths: i64| (millionths + 5_000) / 10_000;
    match share((won, of)).interval() {
        Some((low, high)) => text::of_with_interval(won, of, whole(low), whole(high)),
        None => text::of(won, of),
    }
}

fn share((won, of): (usize, usize)) -> Share {
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    Share { hits: count(won), of: count(of) }
}

impl DecidedResults {
    pub fn decided(&self) -> usize {
        self.won + self.lost
    }

    /// Every field that was there at least once, those that went with winning most surely first; none before enough
    /// disputes are decided.
    pub fn ranking(&self) -> Vec<WinningField> {
        if self.decided() < DECIDED_MIN {
            return Vec::new();
        }
        let effects: Vec<_> = self.fields.iter().map(|presence| (presence.field, self.compared(presence))).collect();
        let mut chances: Vec<Option<ChanceOf>> = effects.iter().map(|(_, effect)| chance(effect)).collect();
        let among = chances.len();
        ChanceOf::correct(&mut chances.iter_mut().flatten().collect::<Vec<_>>(), among);
        let field = |((field, effect), chance): ((EvidenceField, FieldEffect), Option<ChanceOf>)| {
            let certainty = match chance {
                Some(chance) if chance.is_rarer_than(ONCE_IN) => Certainty::Significant,
                Some(_) => Certainty::MayBeChance,
                None => Certainty::NothingToCompare,
            };
            WinningField { field, effect, certainty }
        };
        let mut ranking: Vec<WinningField> = effects.into_iter().zip(chances).map(field).collect();
        ranking.sort_by(|one, other| {
            let key = |field: &WinningField| (Reverse(field.helps()), field.certainty);
            key(one).cmp(&key(other)).then_with(|| gain(&other.effect, &one.effect))
        });
        ranking
    }

    /// The missing field of a draft that went with winning most surely.
    pub fn next_missing(&self, draft: &EvidenceDraft) -> Option<WinningField> {
        self.ranking().into_iter().find(|winning| winning.helps() && !draft.is_filled(winning.field))
    }
}

/// How likely chance alone makes the difference between with and without; `None` where one of them never was.
fn chance(effect: &FieldEffect) -> Option<ChanceOf> {
    let is_compared = effect.with.1 > 0 && effect.without.1 > 0;
    is_compared.then(|| shares_differ(share(effect.with), share(effect.without))).flatten()
}

/// Which of two fields has the larger difference between with and without.
fn gain(one: &FieldEffect, other: &FieldEffect) -> Ordering {
    let parts = |effect: &FieldEffect| {
        let ((with, of_with), (without, of_without)) = (effect.with, effect.without);
        let wide = |count: usize| i128::try_from(count).unwrap_or(i128::MAX);
        let below = wide(of_with) * wide(of_without);
        (wide(with) * wide(of_without) - wide(without) * wide(of_with), below.max(1))
    };
    let ((one, one_below), (other, other_below)) = (parts(one), parts(other));
    (one * other_below).cmp(&(other * one_below))
}

#[cfg(test)]
mod tests {
    use paydesk_domain::ids::DisputeId;

    use super::super::results::FieldPresence;
    use super::*;

    /// Won and lost disputes, and of fields how many of each had them.
    fn results(won: usize, lost: usize, fields: &[(EvidenceField, usize, usize)]) -> DecidedResults {
        let fields = fields.iter().map(|(field, won, lost)| FieldPresence { field: *field, won: *won, lost: *lost });
        DecidedResults { won, lost, fields: fields.collect() }
    }

    #[test]
    fn what_went_with_winning_is_ranked_with_intervals_and_says_how_sure_it_is() {
        let results = results(
            18,
            16,
            &[
                (EvidenceField::CustomerName, 18, 16),
                (EvidenceField::CustomerSignature, 14, 1),
                (EvidenceField::Receipt, 10, 7),
                (EvidenceField::RefundPolicy, 2, 9),
            ],
        );
        let ranking = results.ranking();
        let said: Vec<_> = ranking.iter().map(|winning| (winning.field, winning.certainty, winning.helps())).collect();
        assert_eq!(
            said,
            [
                (EvidenceField::CustomerSignature, Certainty::Significant, true),
                (EvidenceField::Receipt, Certainty::MayBeChance, true),
                (EvidenceField::RefundPolicy, Certainty::Significant, false),
                (EvidenceField::CustomerName, Certainty::NothingToCompare, false),
            ]
        );
        assert_eq!(ranking[0].text(), "Won 14 of 15 (70–99%) with it, 4 of 19 (9–43%) without");
        let mut draft = EvidenceDraft::new(&"p".into(), DisputeId::new("dsp_1"), chrono::DateTime::UNIX_EPOCH);
        let next = |draft: &EvidenceDraft| results.next_missing(draft).map(|winning| winning.field);
        assert_eq!(next(&draft), Some(EvidenceField::CustomerSignature));
        draft.edit(EvidenceField::CustomerSignature, "file_1".into());
        assert_eq!(next(&draft), Some(EvidenceField::Receipt));
        draft.edit(EvidenceField::Receipt, "file_2".into());
        assert_eq!(next(&draft), None, "what went with losing is never proposed");
    }

    #[test]
    fn nothing_is_said_before_thirty_are_decided() {
        let field = [(EvidenceField::CustomerSignature, 14, 0)];
        assert_eq!(results(14, 15, &field).ranking(), []);
        assert_eq!(results(14, 16, &field).ranking().len(), 1);
    }
}
