//! What a board opens with: the sentences of [`dispute_findings()`] and [`payment_findings()`], and what they were made from.

use super::dispute_findings::{self, dispute_findings};
use super::finding::Finding;
use super::payment_findings::{self, payment_findings};
use paydesk_core::State;
use paydesk_core::features::analytics::{Board, Card, CardId, DisputeGoals};

/// What the sentences were made from.
#[derive(Debug, Clone, PartialEq)]
pub struct FindingsKey {
    board: Board,
    /// The number of what is in each card, and whether newer could not be had.
    cards: Vec<(u64, bool)>,
    goals: DisputeGoals,
    is_compared: bool,
    /// The changes of the list of disputes, and whether every payment is known.
    lists: (u64, bool),
}

impl FindingsKey {
    pub fn of(state: &State) -> Self {
        let analytics = &state.workspace.analytics;
        let cards: &[CardId] = match analytics.board {
            Board::Disputes => &dispute_findings::CARDS,
            Board::Payments => &payment_findings::CARDS,
            Board::Query => &[],
        };
        let version = |id: &CardId| {
            let is_without_newer = |card: &Card| card.remote.error().is_some() || card.refused.is_some();
            analytics.card(*id).map_or((0, false), |card| (card.version, is_without_newer(card)))
        };
        Self {
            board: analytics.board,
            cards: cards.iter().map(version).collect(),
            goals: state.settings.dispute_goals(&state.workspace.profile_id),
            is_compared: analytics.question().compare,
            lists: (state.workspace.disputes.changes(), state.workspace.history.knows_all()),
        }
    }
}

/// The sentences of the board that is shown, what matters most first; a question of one's own has none.
pub fn findings(state: &State) -> Vec<Finding> {
    match state.workspace.analytics.board {
        Board::Disputes => dispute_findings(state),
        Board::Payments => payment_findings(state),
        Board::Query => Vec::new(),
    }
}
