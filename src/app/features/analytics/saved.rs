//! Boards that are kept under a name, in the settings file.
#![expect(clippy::disallowed_types, reason = "what serde derives for a flattened field names floats")]

use serde::{Deserialize, Serialize};

use crate::app::features::toasts::ToastKind;
use crate::app::state::State;
use crate::domain::text::visible;

use super::boards::Board;
use super::question::Question;

/// Most boards that are kept, and the longest name.
const BOARDS_MAX: usize = 50;
const NAME_MAX_CHARS: usize = 60;

/// A question with its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedBoard {
    pub name: String,
    /// Which board asks it.
    #[serde(default = "own_question")]
    pub board: Board,
    #[serde(flatten)]
    pub question: Question,
}

fn own_question() -> Board {
    Board::Query
}

/// What a file holds, brought back inside the bounds.
pub fn bounded(boards: Vec<SavedBoard>) -> Vec<SavedBoard> {
    let mut kept: Vec<SavedBoard> = Vec::new();
    for board in boards {
        let name = bounded_name(&board.name);
        if !name.is_empty() && kept.len() < BOARDS_MAX && kept.iter().all(|other| other.name != name) {
            kept.push(SavedBoard { name, question: board.question.sound(), ..board });
        }
    }
    kept
}

fn bounded_name(name: &str) -> String {
    name.trim().chars().take(NAME_MAX_CHARS).collect::<String>().trim_end().to_owned()
}

impl State {
    /// Why a board cannot be kept under this name; `renamed` is the one that has it already.
    pub fn board_name_problem(&self, name: &str, renamed: Option<&str>) -> Option<&'static str> {
        let name = bounded_name(name);
        let taken = self.settings.boards.iter().any(|board| board.name == name && Some(name.as_str()) != renamed);
        match name.is_empty() {
            true => Some("Type a name"),
            false if taken => Some("There is a board of this name"),
            false if renamed.is_none() && self.settings.boards.len() >= BOARDS_MAX => {
                Some("50 boards are kept: remove one first")
            }
            false => None,
        }
    }

    /// Keeps what the board that is shown asks.
    pub(super) fn save_board(&mut self, name: &str) {
        if self.board_name_problem(name, None).is_some() {
            return;
        }
        let (name, board, question) =
            (bounded_name(name), self.workspace.analytics.board, self.workspace.analytics.question().clone());
        let told = format!("“{}” is kept", visible(&name, NAME_MAX_CHARS));
        self.toasts.show(self.now, ToastKind::Positive, told, None);
        let boards = self.settings.boards.iter().cloned().chain([SavedBoard { name, board, question }]).collect();
        self.change_settings(crate::app::settings::SettingsChange::Boards(boards));
    }

    /// Replaces what a board asks by what is shown now.
    pub(super) fn replace_board(&mut self, name: &str) {
        let (shown, question) = (self.workspace.analytics.board, self.workspace.analytics.question().clone());
        let told = format!("“{}” is kept as it is shown now", visible(name, NAME_MAX_CHARS));
        self.toasts.show(self.now, ToastKind::Positive, told, None);
        let mut boards = self.settings.boards.clone();
        boards
            .iter_mut()
            .filter(|board| board.name == name)
            .for_each(|board| (board.board, board.question) = (shown, question.clone()));
        self.change_settings(crate::app::settings::SettingsChange::Boards(boards));
    }

    /// Shows a board that was kept, and asks it.
    pub(super) fn open_board(&mut self, name: &str) {
        let Some(board) = self.settings.boards.iter().find(|board| board.name == name) else { return };
        let question = board.question.clone();
        self.workspace.analytics.board = board.board;
        *self.workspace.analytics.question_mut() = question;
        self.workspace.route = crate::app::route::Route::Analytics;
        self.ask_board();
    }

    pub(super) fn rename_board(&mut self, from: &str, to: &str) {
        if self.board_name_problem(to, Some(from)).is_some() {
            return;
        }
        let to = bounded_name(to);
        let mut boards = self.settings.boards.clone();
        boards.iter_mut().filter(|board| board.name == from).for_each(|board| board.name.clone_from(&to));
        self.change_settings(crate::app::settings::SettingsChange::Boards(boards));
    }

    pub(super) fn remove_board(&mut self, name: &str) {
        let mut boards = self.settings.boards.clone();
        boards.retain(|board| board.name != name);
        self.change_settings(crate::app::settings::SettingsChange::Boards(boards));
    }
}
