//! The keys of the review: while it is open they scroll it, and lead to no other dispute.

use egui::{Align, Key, Modifiers, Ui, vec2};

use crate::drafts::Drafts;
use crate::panels::disputes::draft::DisputesDraft;
use paydesk_core::State;
use paydesk_core::command::CursorMove;

/// How far an arrow key scrolls, in points.
const STEP: f32 = 48.0;
/// The part of a page that the next one shows again, in points.
const SHOWN_AGAIN: f32 = 32.0;

/// Draws `content` of a scroll area, which is moved as the keys said.
pub fn scrolled_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, content: impl FnOnce(&mut Ui, &mut Drafts)) {
    let moves = std::mem::take(&mut drafts.of::<DisputesDraft>().review_moves);
    if moves.contains(&CursorMove::First) {
        ui.scroll_to_cursor(Some(Align::TOP));
    }
    let down = pages(ui, state) * (ui.clip_rect().height() - SHOWN_AGAIN) + steps(&moves) * STEP;
    if down != 0.0 {
        ui.scroll_with_delta(vec2(0.0, -down));
    }
    content(ui, drafts);
    if moves.contains(&CursorMove::Last) {
        ui.scroll_to_cursor(Some(Align::BOTTOM));
    }
}

/// So many steps down.
fn steps(moves: &[CursorMove]) -> f32 {
    let rows = |step: &CursorMove| match step {
        CursorMove::Rows(rows) => *rows,
        CursorMove::First | CursorMove::Last => 0,
    };
    moves.iter().map(rows).sum::<isize>() as f32
}

/// So many pages down: by Page Down, and by Space, which a button that has the keyboard keeps for itself.
fn pages(ui: &Ui, state: &State) -> f32 {
    let focused = ui.memory(|memory| memory.focused());
    let is_elsewhere = focused.is_some() && state.settings.requests_open;
    if state.workspace.dialog.is_some()
        || egui::Popup::is_any_open(ui.ctx())
        || is_elsewhere
        || ui.ctx().text_edit_focused()
    {
        return 0.0;
    }
    ui.input_mut(|input| {
        let mut count = |modifiers, key| input.count_and_consume_key(modifiers, key) as f32;
        let pages = count(Modifiers::NONE, Key::PageDown) - count(Modifiers::NONE, Key::PageUp);
        let spaces = if focused.is_none() {
            let back = count(Modifiers::SHIFT, Key::Space);
            count(Modifiers::NONE, Key::Space) - back
        } else {
            0.0
        };
        pages + spaces
    })
}
