//! Boards that are saved under a name, in the settings file.
#![expect(clippy::disallowed_types, reason = "what serde derives for a flattened field names floats")]

use serde::{Deserialize, Serialize};

use paydesk_domain::saved_name::{SavedNameFault, bounded_name, saved_name_fault};

use super::boards::Board;
use super::question::Question;
use super::text;

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
        if saved_name_fault(bounded.iter().map(|other| &*other.name), &name, None).is_none() {
            bounded.push(SavedBoard { name, question: board.question.sound(), ..board });
        }
    }
    bounded
}

/// Why a board cannot be saved beside `boards` under this name; `renamed` is the one that has it already.
pub fn board_name_problem(boards: &[SavedBoard], name: &str, renamed: Option<&str>) -> Option<&'static str> {
    let fault = saved_name_fault(boards.iter().map(|board| &*board.name), name, renamed)?;
    Some(match fault {
        SavedNameFault::Empty => text::TYPE_NAME,
        SavedNameFault::Taken => "A board with this name already exists",
        SavedNameFault::TooMany => "You have 50 saved boards, the maximum. Delete one first.",
    })
}
