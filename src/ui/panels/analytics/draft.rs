//! What only the window knows of the boards: what was prepared, how each chart is looked at, what is being typed.

use std::collections::{BTreeMap, BTreeSet};

use egui::Ui;

use super::finding::Finding;
use super::findings::{FindingsKey, findings};
use super::prepare::Prepared;
use super::screenshot::Screenshot;
use crate::board_image::BoardImageError;
use crate::form::FormFieldsDraft;
use paydesk_core::State;
use paydesk_core::features::analytics::{Board, CardContent, CardId, DisputeGoals};
use paydesk_domain::number_text::percent_number;
use paydesk_widgets::board_card::CardView;

/// Window state of the boards: prepared plots, how each chart is looked at, the texts of the question.
#[derive(Default)]
pub struct AnalyticsDraft {
    pub(super) prepared: BTreeMap<CardId, Prepared>,
    /// By the title of the chart.
    pub(super) views: BTreeMap<String, CardView>,
    /// Which of several numbers a card shows, by its title.
    pub(super) chosen: BTreeMap<CardId, String>,
    /// The custom range, while it is being typed.
    pub(super) days: Option<CustomRangeDraft>,
    pub(super) json_open: bool,
    /// The card whose query is looked at.
    pub(super) query_of: Option<CardId>,
    /// A code of a currency or the id of a profile, typed into a filter.
    pub(super) typed: String,
    /// Why what was clicked last leads to no rows.
    pub(super) why_not: Option<(CardId, String)>,
    /// Until when that is said, in seconds since the start.
    why_not_until: Option<f64>,
    /// The kept board that was opened, and its name as it is being changed.
    pub(super) open_board: Option<String>,
    pub(super) board_name: String,
    pub(super) new_board_name: String,
    /// The picture that is being taken, and why the last one was not.
    pub(super) screenshot: Option<Screenshot>,
    pub(super) not_taken: Option<BoardImageError>,
    /// How far the board is to be scrolled in the next frame.
    pub(super) scroll_to: Option<f32>,
    /// What the board opens with.
    pub(super) findings: Vec<Finding>,
    findings_key: Option<FindingsKey>,
    /// Whether what the board does not open with is unfolded.
    pub(super) shows_more: bool,
    /// The goals of the dispute rate, while they are being typed.
    pub(super) goals: Option<GoalsDraft>,
    board: Board,
}

/// Goals as they are typed.
#[derive(Debug, Default)]
pub(super) struct GoalsDraft {
    pub by_count: String,
    pub by_amount: String,
}

impl GoalsDraft {
    pub fn of(goals: DisputeGoals) -> Self {
        let typed = |goal: Option<i64>| {
            goal.map(|goal| percent_number(goal, 4).trim_end_matches('0').trim_end_matches('.').to_owned())
        };
        Self {
            by_count: typed(goals.by_count).unwrap_or_default(),
            by_amount: typed(goals.by_amount).unwrap_or_default(),
        }
    }
}

/// Two days, both included.
#[derive(Debug, Default)]
pub(super) struct CustomRangeDraft {
    pub from: String,
    pub to: String,
    pub entry: FormFieldsDraft,
}

impl std::fmt::Debug for AnalyticsDraft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnalyticsDraft").field("days", &self.days).finish_non_exhaustive()
    }
}

impl AnalyticsDraft {
    /// A picture of the board or of a card is being taken.
    pub fn takes_picture(&self) -> bool {
        self.screenshot.is_some()
    }

    /// Why there are no rows is said for a while.
    pub fn forget_why_not(&mut self, ui: &Ui) {
        const SAID_S: f64 = 8.0;
        let now = ui.input(|input| input.time);
        match (self.why_not.is_some(), self.why_not_until) {
            (true, None) => {
                self.why_not_until = Some(now + SAID_S);
                ui.ctx().request_repaint_after_secs(SAID_S as f32);
            }
            (true, Some(until)) if now < until => {}
            (true, Some(_)) | (false, _) => (self.why_not, self.why_not_until) = (None, None),
        }
    }

    fn follow_findings(&mut self, state: &State) {
        let key = Some(FindingsKey::of(state));
        if self.findings_key != key {
            self.findings = findings(state);
            self.findings_key = key;
        }
    }

    /// Prepares what was made again since the last frame. To be called once a frame.
    pub(super) fn follow(&mut self, state: &State) {
        let board = state.workspace.analytics.board;
        if std::mem::replace(&mut self.board, board) != board {
            self.days = None;
            self.typed.clear();
            self.why_not = None;
            self.screenshot = None;
            self.query_of = None;
            let stored = &state.settings.boards;
            let shows = |name: &String| stored.iter().any(|stored| stored.name == *name && stored.board == board);
            self.open_board = self.open_board.take().filter(shows);
        }
        for id in board.cards() {
            let Some(card) = state.workspace.analytics.card(*id) else {
                self.prepared.remove(id);
                continue;
            };
            let Some(picture) = card.remote.value() else {
                self.prepared.remove(id);
                continue;
            };
            let goals = state.settings.dispute_goals(&state.workspace.profile_id);
            let (undecided, of_version) = undecided_slots(state, *id, picture);
            let version = (card.version, of_version);
            let is_current = |prepared: &Prepared| prepared.version == version && prepared.goals == goals;
            if !self.prepared.get(id).is_some_and(is_current) {
                self.prepared.insert(*id, Prepared::new(*id, picture, version, goals, undecided));
            }
        }
        self.follow_findings(state);
    }
}

/// The slots of a card whose disputes are not decided enough, and the version of the card that says so: of amounts and rates
/// alone, the one that counts the same disputes by status.
fn undecided_slots<'a>(state: &'a State, id: CardId, picture: &'a CardContent) -> (&'a BTreeSet<usize>, u64) {
    let is_without_counts = matches!(id, CardId::DisputedOverTime | CardId::WinRateOverTime);
    let by_status = state.workspace.analytics.card(CardId::DisputesOverTime).filter(|_| is_without_counts);
    let counted = by_status.and_then(|card| Some((card.remote.value()?, card.version)));
    let slots = |content: &CardContent| content.panes.first().map(|pane| pane.slots.clone());
    let is_same = |(content, _): &(&CardContent, u64)| slots(content) == slots(picture);
    counted
        .filter(is_same)
        .map_or((&picture.undecided_slots, 0), |(content, version)| (&content.undecided_slots, version))
}
