//! Marks of rows: a box before each, and the keys and clicks that set them.

use egui::{
    Event, Key, Modifiers, Rect, Response, Sense, Ui, WidgetInfo,
    accesskit::{Role, Toggled},
    vec2,
};

use crate::check::CheckState;
use crate::{check, paint, text};

/// How wide the column of the boxes is, in points.
pub(super) const WIDTH: f32 = 18.0;
const BOX: f32 = 14.0;

/// Which rows are marked.
#[derive(Clone, Copy)]
pub struct RowMarks<'m> {
    pub is_marked: &'m dyn Fn(usize) -> bool,
    /// How many are.
    pub count: usize,
}

/// Tells the name of a row; asked only where somebody listens.
pub(super) type RowName<'n> = dyn Fn(usize, &mut dyn FnMut(&str)) + 'n;

/// What a person asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkChange {
    /// Marks a row, or takes the mark away.
    Toggle(usize),
    /// Marks all rows from the one that was changed last to this one.
    To(usize),
    /// Marks the rows that Shift and an arrow lead through, from the first of these to the second.
    Both(usize, usize),
    All,
    Clear,
}

/// What keys and clicks on a row ask for: Ctrl and a click, or Space, change its mark; Shift and a click mark all rows up
/// to it; Shift and an arrow the next; Ctrl+A all.
pub(super) fn asked(ui: &Ui, row: usize, rows: usize, response: &Response) -> Option<MarkChange> {
    let modifiers = ui.input(|input| input.modifiers);
    if response.clicked() && modifiers.shift {
        return Some(MarkChange::To(row));
    }
    if response.clicked() && modifiers.command {
        return Some(MarkChange::Toggle(row));
    }
    if !response.has_focus() {
        return None;
    }
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    // A key that is held down may come more than once in a frame.
    let times = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::SHIFT, key));
    let spaced = ui.input(|input| input.key_pressed(Key::Space)) && response.clicked();
    if spaced {
        ui.input_mut(|input| input.events.retain(|event| !is_space(event)));
        Some(MarkChange::Toggle(row))
    } else if pressed(Modifiers::COMMAND, Key::A) {
        Some(MarkChange::All)
    } else {
        let to = row.saturating_add(times(Key::ArrowDown)).min(rows.saturating_sub(1));
        let to = to.saturating_sub(times(Key::ArrowUp));
        (to != row).then_some(MarkChange::Both(row, to))
    }
}

fn is_space(event: &Event) -> bool {
    matches!(event, Event::Key { key: Key::Space, .. })
}

/// The box above the column: marks all rows, or none. With a dash where some are marked.
pub(super) fn header_ui(ui: &mut Ui, rows: usize, RowMarks { is_marked, count }: RowMarks<'_>) -> Option<MarkChange> {
    // All of many rows are not looked at in every frame: the first and the last stand for them.
    let all = rows > 0 && count >= rows && is_marked(0) && is_marked(rows - 1);
    let state = match (all, count) {
        (true, _) => CheckState::On,
        (false, 0) => CheckState::Off,
        (false, _) => CheckState::Mixed,
    };
    let response = box_ui(ui, ui.max_rect(), || "Select all".to_owned(), state, true);
    response.clicked().then_some(if all { MarkChange::Clear } else { MarkChange::All })
}

/// The box of a row; it is no stop of the Tab key, as the row has keys for it.
pub(super) fn row_ui(ui: &Ui, whole: Rect, row: usize, row_name: &RowName<'_>, marked: bool) -> Option<MarkChange> {
    let shift = ui.input(|input| input.modifiers.shift);
    let name = || {
        let mut text = String::new();
        row_name(row, &mut |name| text = text::mark_row(name));
        text
    };
    let state = if marked { CheckState::On } else { CheckState::Off };
    let response = box_ui(ui, whole, name, state, false);
    response.clicked().then_some(if shift { MarkChange::To(row) } else { MarkChange::Toggle(row) })
}

/// `name` is asked only where somebody listens.
fn box_ui(ui: &Ui, whole: Rect, name: impl Fn() -> String, state: CheckState, takes_keyboard: bool) -> Response {
    let sense = if takes_keyboard { Sense::click() } else { Sense::CLICK };
    let id = ui.scope_id().with("mark");
    let response = ui.interact(whole, id, sense);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, state == CheckState::On, name()));
    if state == CheckState::Mixed {
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_toggled(Toggled::Mixed));
    }
    let rect = Rect::from_center_size(whole.center(), vec2(BOX, BOX));
    check::paint_box(ui, rect, state, response.hovered());
    paint::inner_ring(ui, &response, rect.expand(2.0));
    response
}
