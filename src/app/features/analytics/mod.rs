//! Analytics: boards of cards, each a question to the service or to the lists that are here.
//!
//! [`range`] and [`grid`] say which days and buckets, [`question`] what is asked, [`refresh`] asks, [`build`] makes the
//! [`card_content`] that is drawn. [`boards`] lists the cards of each board, [`local`] makes those that no metric tells
//! from the lists known here, [`drill_down`] leads from a number to its rows, [`table`] and [`mod@file`] write it down,
//! [`saved`] keeps boards. [`refresh_policy`] asks anew by itself, [`reconciliation`] compares the service's counts
//! with the lists.
#![deny(clippy::disallowed_types, clippy::float_arithmetic)] // Money is never a float.

pub mod boards;
mod build;
pub mod card_content;
mod checks;
mod declines;
pub mod drill_down;
mod file;
pub mod grid;
mod local;
pub mod measure;
pub mod question;
pub mod range;
mod reconciliation;
pub mod refresh;
mod refresh_policy;
pub mod saved;
pub mod table;
mod tally;

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use crate::api::error::CallError;
use crate::app::features::payments::Pages;
use crate::app::route::Route;
use crate::app::state::State;
use crate::domain::analytics::Subject;

pub use crate::api::calls::analytics::Granularity;
pub use crate::domain::analytics::Dimension;
pub use boards::{Board, CardId, CardSource, ChartStyle, LocalCard};
pub use card_content::{CardContent, Figure, Pane, Slot, Total, TotalChange, Value, ValueSeries, ValueUnit};
pub use drill_down::{DrillDown, NoRows};
pub use grid::{Coverage, TimeBucket};
pub use local::NotCountable;
pub use measure::{Measure, MeasureKind};
pub use question::{QueryPlan, Question};
pub use range::{Period, RangeChoice, Span};
pub use refresh::{Card, Comparison};
pub use saved::SavedBoard;
pub use table::CardTable;

/// What the panel shows.
#[derive(Debug)]
pub struct Analytics {
    pub board: Board,
    /// What each board asks. Of the two fixed boards only range, granularity, filters and comparison are theirs.
    disputes: Question,
    payments: Question,
    query: Question,
    cards: BTreeMap<CardId, Card>,
    queue: refresh::QueryQueue,
    declines: declines::Declines,
    /// The dispute list as it was counted last.
    counted: Option<Counted>,
    refresh_policy: refresh_policy::RefreshPolicy,
    reconciliation: reconciliation::ListReconciliation,
}

/// What the person does in the panel. Changes are of the board that is shown.
#[derive(Debug, Clone, PartialEq)]
pub enum AnalyticsAction {
    Show(Board),
    SetRange(RangeChoice),
    /// Length of the buckets; without any, the own question asks for one sum.
    SetGranularity(Option<Granularity>),
    /// Replaces the words a dimension is filtered by; none lift the filter.
    SetFilter(Dimension, Vec<String>),
    ClearFilters,
    SetCompare(bool),
    /// Of the own question.
    SetSubject(Subject),
    SetMeasures(Vec<Measure>),
    SetGroupBy(Vec<Dimension>),
    /// Asks all cards of the board anew.
    Refresh,
    /// Asks one card anew.
    Retry(CardId),
    /// Opens the list with the rows behind a number.
    ShowRows(DrillDown),
    /// Writes the table of a card into a file.
    ExportTable(CardId),
    /// Writes the tables of all cards of the board, a file each.
    ExportTables,
    /// Writes the board, or the card of this title, into a file, as PNG.
    ExportPicture {
        card: Option<String>,
        bytes: Arc<[u8]>,
    },
    /// Keeps what the board asks under a name.
    SaveBoard(String),
    /// Replaces what a kept board asks by what is shown.
    ReplaceBoard(String),
    OpenBoard(String),
    RenameBoard {
        from: String,
        to: String,
    },
    RemoveBoard(String),
}

impl Default for Analytics {
    fn default() -> Self {
        let board = |subject| Question { granularity: Some(Granularity::Day), ..Question::new(subject) };
        Self {
            board: Board::default(),
            disputes: board(Subject::Disputes),
            payments: board(Subject::Payments),
            query: Question::new(Subject::Payments),
            cards: BTreeMap::new(),
            queue: refresh::QueryQueue::default(),
            declines: declines::Declines::default(),
            counted: None,
            refresh_policy: refresh_policy::RefreshPolicy::default(),
            reconciliation: reconciliation::ListReconciliation::default(),
        }
    }
}

impl Analytics {
    /// What the board that is shown asks.
    pub fn question(&self) -> &Question {
        match self.board {
            Board::Disputes => &self.disputes,
            Board::Payments => &self.payments,
            Board::Query => &self.query,
        }
    }

    fn question_mut(&mut self) -> &mut Question {
        match self.board {
            Board::Disputes => &mut self.disputes,
            Board::Payments => &mut self.payments,
            Board::Query => &mut self.query,
        }
    }

    /// A card, once it was asked or counted.
    pub fn card(&self, id: CardId) -> Option<&Card> {
        self.cards.get(&id)
    }

    pub(in crate::app) fn reads_dropped(&mut self, error: &CallError) {
        self.declines = declines::Declines::default();
        refresh::reads_dropped(&mut self.cards, &mut self.queue, error);
    }

    pub(in crate::app) fn clock_jumped(&mut self, by: TimeDelta) {
        self.cards.values_mut().for_each(|card| card.clock_jumped(by));
        self.refresh_policy.clock_jumped(by);
    }
}

impl State {
    pub(in crate::app) fn on_analytics(&mut self, action: AnalyticsAction) {
        match action {
            AnalyticsAction::Show(board) => {
                self.workspace.analytics.board = board;
                self.show_analytics();
            }
            AnalyticsAction::SetRange(range) => self.change_question(|question| question.range = range),
            AnalyticsAction::SetGranularity(granularity) => {
                self.change_question(|question| question.granularity = granularity);
            }
            AnalyticsAction::SetFilter(dimension, words) => {
                self.change_question(|question| question.set_filter(dimension, words));
            }
            AnalyticsAction::ClearFilters => self.change_question(|question| question.filters.clear()),
            AnalyticsAction::SetCompare(compare) => self.change_question(|question| question.compare = compare),
            AnalyticsAction::SetSubject(subject) => self.change_question(|question| {
                if question.subject != subject {
                    let (range, compare, granularity) = (question.range, question.compare, question.granularity);
                    *question = Question { range, compare, granularity, ..Question::new(subject) };
                }
            }),
            AnalyticsAction::SetMeasures(measures) => self.change_question(|question| question.measures = measures),
            AnalyticsAction::SetGroupBy(dimensions) => self.change_question(|question| question.group_by = dimensions),
            AnalyticsAction::Refresh => self.ask_board(),
            AnalyticsAction::Retry(id) => self.ask_cards(&[id]),
            AnalyticsAction::ShowRows(drill) => self.show_rows(drill),
            AnalyticsAction::ExportTable(id) => self.export_card(id),
            AnalyticsAction::ExportTables => self.export_board(),
            AnalyticsAction::ExportPicture { card, bytes } => self.export_picture(bytes, card.as_deref()),
            AnalyticsAction::SaveBoard(name) => self.save_board(&name),
            AnalyticsAction::ReplaceBoard(name) => self.replace_board(&name),
            AnalyticsAction::OpenBoard(name) => self.open_board(&name),
            AnalyticsAction::RenameBoard { from, to } => self.rename_board(&from, &to),
            AnalyticsAction::RemoveBoard(name) => self.remove_board(&name),
        }
    }

    /// Shows the board, and asks what was not asked yet, and what is old or stale by now.
    pub(in crate::app) fn show_analytics(&mut self) {
        self.workspace.route = Route::Analytics;
        self.ask_old_cards();
        self.count_shown_disputes();
        self.compare_analytics_with_lists();
    }

    /// The service is there: the board that is shown is asked.
    pub(in crate::app) fn begin_analytics(&mut self) {
        if self.workspace.route == Route::Analytics {
            self.ask_board();
        }
    }

    /// The zone was changed: days are others.
    pub(in crate::app) fn ask_analytics_again(&mut self) {
        let shown = self.workspace.analytics.board.cards();
        self.workspace.analytics.cards.retain(|id, _| shown.contains(id));
        self.workspace.analytics.counted = None;
        self.begin_analytics();
    }

    fn ask_board(&mut self) {
        self.ask_cards(self.workspace.analytics.board.cards());
    }

    fn change_question(&mut self, change: impl FnOnce(&mut Question)) {
        let mut question = self.workspace.analytics.question().clone();
        change(&mut question);
        let fixed = self.workspace.analytics.board != Board::Query;
        question.granularity = question.granularity.or(fixed.then_some(Granularity::Day));
        let question = question.sound();
        if question == *self.workspace.analytics.question() {
            return;
        }
        *self.workspace.analytics.question_mut() = question;
        self.ask_board();
        self.workspace.analytics.counted = None;
        self.count_shown_disputes();
    }
}

/// What the dispute list was when it was counted.
#[derive(Debug, Clone, PartialEq)]
struct Counted {
    pages: Pages,
    read_at: Option<DateTime<Utc>>,
    complete: bool,
    changes: u64,
}

impl State {
    /// Counts the dispute list anew where it is shown and has changed; while it is being read, the picture stays.
    pub(in crate::app) fn count_shown_disputes(&mut self) {
        if self.workspace.route != Route::Analytics || self.workspace.analytics.board != Board::Disputes {
            return;
        }
        let list = &self.workspace.disputes;
        let counted = Counted {
            pages: list.pages.clone(),
            read_at: list.read_at,
            complete: list.complete,
            changes: list.changes(),
        };
        if self.workspace.analytics.counted.as_ref() == Some(&counted) {
            return;
        }
        self.workspace.analytics.counted = Some(counted);
        for id in self.workspace.analytics.board.cards() {
            if let Some(card) = id.counted_here() {
                self.count_card(*id, card);
            }
        }
    }

    fn count_card(&mut self, id: CardId, counted: LocalCard) {
        let scope =
            local::CountScope { question: &self.workspace.analytics.disputes, now: self.now, zone: self.zone() };
        let (list, card) = (&self.workspace.disputes, self.workspace.analytics.cards.entry(id).or_default());
        match (&list.pages, list.read_at) {
            (Pages::Failed(error), _) => card.remote.fail(error.clone()),
            (Pages::Idle, Some(read_at)) if list.complete => {
                card.count(local::picture(counted, list, scope), read_at);
            }
            (Pages::NotAsked | Pages::Loading | Pages::Idle, _) if card.remote.is_loading() => {}
            (Pages::NotAsked | Pages::Loading | Pages::Idle, _) => card.remote.start_loading(),
        }
    }
}
