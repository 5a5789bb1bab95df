//! Saves, opens and renames boards. They are in the settings, which are asked to change.

use crate::context::Context;
use crate::context::request::FeatureRequest;
use crate::features::toasts::ToastKind;
use crate::route::Route;
use crate::settings::SettingsChange;
use paydesk_domain::saved_name::{SAVED_NAME_MAX_CHARS, bounded_name};
use paydesk_domain::text::visible;

use super::Analytics;
use super::saved::{SavedBoard, board_name_problem};
use super::text;

impl Analytics {
    /// Saves what the board that is shown asks.
    pub(super) fn save_board(&self, name: &str, cx: &mut Context<'_>) {
        if board_name_problem(&cx.settings.boards, name, None).is_some() {
            return;
        }
        let name = bounded_name(name);
        cx.toast(ToastKind::Positive, text::was_saved(visible(&name, SAVED_NAME_MAX_CHARS)), None);
        let saved = SavedBoard { name, board: self.board, question: self.question().clone() };
        change_boards(cx, |boards| boards.push(saved));
    }

    /// Replaces what a board asks by what is shown now.
    pub(super) fn replace_board(&self, name: &str, cx: &mut Context<'_>) {
        let text = text::was_updated(visible(name, SAVED_NAME_MAX_CHARS));
        cx.toast(ToastKind::Positive, text, None);
        change_boards(cx, |boards| {
            for board in boards.iter_mut().filter(|board| board.name == name) {
                (board.board, board.question) = (self.board, self.question().clone());
            }
        });
    }

    /// Shows a saved board, and asks it.
    pub(super) fn open_board(&mut self, name: &str, cx: &mut Context<'_>) {
        let Some(saved) = cx.settings.boards.iter().find(|board| board.name == name) else { return };
        self.board = saved.board;
        *self.question_mut() = saved.question.clone();
        self.groups_left = None;
        self.ask_board(cx);
        cx.request(FeatureRequest::Show(Route::Analytics));
    }
}

pub(super) fn rename_board(from: &str, to: &str, cx: &mut Context<'_>) {
    if board_name_problem(&cx.settings.boards, to, Some(from)).is_none() {
        let to = bounded_name(to);
        change_boards(cx, |boards| {
            boards.iter_mut().filter(|board| board.name == from).for_each(|board| board.name.clone_from(&to));
        });
    }
}

pub(super) fn remove_board(name: &str, cx: &mut Context<'_>) {
    change_boards(cx, |boards| boards.retain(|board| board.name != name));
}

fn change_boards(cx: &mut Context<'_>, change: impl FnOnce(&mut Vec<SavedBoard>)) {
    let mut boards = cx.settings.boards.clone();
    change(&mut boards);
    cx.request(FeatureRequest::ChangeSettings(SettingsChange::Boards(boards)));
}
