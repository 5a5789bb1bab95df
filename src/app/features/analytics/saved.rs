//! Boards that are saved under a name, in the settings file.
#![expect(clippy::disallowed_types, reason = "what serde derives for a flattened field names floats")]

use serde::{Deserialize, Serialize};

use super::boards::Board;
use super::question::Question;
use super::text;

/// Most boards that are saved, and the longest name.
const BOARDS_MAX: usize = 50;
pub(super) const NAME_MAX_CHARS: usize = 60;

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
    let mut bounded: Vec<SavedBoard> = Vec::new();
    for board in boards {
        let name = bounded_name(&board.name);
        if !name.is_empty() && bounded.len() < BOARDS_MAX && bounded.iter().all(|other| other.name != name) {
            bounded.push(SavedBoard { name, question: board.question.sound(), ..board });
        }
    }
    bounded
}

pub(super) fn bounded_name(name: &str) -> String {
    name.trim().chars().take(NAME_MAX_CHARS).collect::<String>().trim_end().to_owned()
}

/// Why a board cannot be saved beside `boards` under this name; `renamed` is the one that has it already.
pub fn board_name_problem(boards: &[SavedBoard], name: &str, renamed: Option<&str>) -> Option<&'static str> {
    let name = bounded_name(name);
    let taken = boards.iter().any(|board| board.name == name && Some(name.as_str()) != renamed);
    match name.is_empty() {
        true => Some(text::TYPE_NAME),
        false if taken => Some(text::BOARD_WITH_THIS_NAME_EXISTS),
        false if renamed.is_none() && boards.len() >= BOARDS_MAX => Some(text::YOU_HAVE_50_SAVED_BOARDS),
        false => None,
    }
}
