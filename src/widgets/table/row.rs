//! A row as one thing: its ground, its name, pointer and keyboard. Its cells are drawn on top by others.

use std::ops::Range;

use egui::{
    EventFilter, FocusDirection, Id, Key, Modifiers, PopupAnchor, Rangef, Rect, Response, Sense, Ui, WidgetInfo,
    accesskit::Role, style::ScrollAnimation,
};

use super::marks::RowName;
use super::scroll::TableScroll;
use super::{BLEED, MarkChange, RowMenuRequest, TableOutput, ground, marks, paint};
use crate::tokens::size;

/// What the rows of a table share during one frame.
pub(super) struct TableRows {
    id: Id,
    count: usize,
    selected: Option<usize>,
    x_range: Rangef,
    /// The row the Tab key reaches: one stop for the whole table, arrows from there.
    stop: usize,
    page: usize,
    pub(super) clip: Rect,
    /// How far it is scrolled, where it has more rows than a scroll area counts exactly.
    pub(super) long: Option<TableScroll>,
    pub(super) can_be_marked: bool,
}

impl TableRows {
    pub(super) fn new(ui: &Ui, id: Id, count: usize, selected: Option<usize>, x_range: Rangef) -> Self {
        let visible: Range<usize> = ui.data(|data| data.get_temp(id)).unwrap_or(0..0);
        let cursor: Option<usize> = ui.data(|data| data.get_temp(cursor_id(id)));
        let focused = ui.memory(|memory| memory.focused());
        let cursor = cursor.filter(|row| focused == Some(row_id(id, *row)));
        let stop = cursor.or(selected.filter(|row| visible.contains(row))).unwrap_or(visible.start);
        let page = visible.len().saturating_sub(2).max(1);
        Self { id, count, selected, x_range, stop, page, clip: Rect::NOTHING, long: None, can_be_marked: false }
    }

    /// Called in a row before anything of it is drawn; what is drawn then may take the whole row.
    pub(super) fn begin<C>(&mut self, ui: &mut Ui, index: usize, name: &RowName<'_>, output: &mut TableOutput<C>) {
        let visible = &mut output.visible;
        let start = if visible.end == 0 { index } else { visible.start };
        *visible = start..index + 1;
        let rect = Rect::from_x_y_ranges(self.x_range.expand(BLEED), ui.max_rect().y_range());
        ui.set_clip_rect(self.clip.intersect(rect.expand(1.0)));
        let sense = if index == self.stop { Sense::click() } else { Sense::CLICK };
        let selected = self.selected == Some(index);
        let response = ui.interact(rect, row_id(self.id, index), sense);
        response.widget_info(|| {
            let mut info = WidgetInfo::new(Role::Row);
            name(index, &mut |name| info.label = Some(name.to_owned()));
            info
        });
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_selected(selected);
            node.set_row_index(index);
        });
        if let Some(ground) = ground(ui, selected, response.hovered()) {
            ui.painter().rect_filled(rect, size::RADIUS, ground);
        }
        paint::inner_ring(ui, &response, rect);
        self.report(ui, index, &response, output);
    }

    fn report<C>(&mut self, ui: &Ui, index: usize, response: &Response, output: &mut TableOutput<C>) {
        let entered = response.has_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let marked = self.can_be_marked.then(|| marks::asked(ui, index, self.count, response)).flatten();
        if marked.is_some() {
            output.marked = marked;
            if let Some(MarkChange::Both(_, next)) = marked {
                output.focused = Some(next);
                return self.go(ui, response.rect, index, next);
            }
        } else if response.clicked() {
            output.selected = Some(index);
            output.clicked = Some(index);
        }
        if let Some(anchor) = self.menu_asked(ui, response) {
            output.menu = Some(RowMenuRequest { row: index, anchor });
            self.remember(ui, index);
        }
        if marked.is_none() && response.double_clicked() || entered {
            output.opened = Some(index);
        }
        if response.has_focus() {
            output.focused = Some(index);
            self.remember(ui, index);
            if let Some(next) = self.step(ui, index) {
                output.selected = Some(next);
                output.focused = Some(next);
                self.go(ui, response.rect, index, next);
            }
        }
    }

    /// Where the menu of the row was asked for, by the right button or by a key. A cell or the box of the mark may be what
    /// is under the pointer.
    fn menu_asked(&self, ui: &Ui, response: &Response) -> Option<PopupAnchor> {
        let at = ui.input(|input| input.pointer.interact_pos().filter(|_| input.pointer.secondary_clicked()));
        if let Some(at) = at.filter(|_| response.contains_pointer()) {
            return Some(PopupAnchor::Position(at));
        }
        let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
        let is_asked =
            response.has_focus() && (pressed(Modifiers::SHIFT, Key::F10) || pressed(Modifiers::NONE, Key::Menu));
        is_asked.then(|| PopupAnchor::ParentRect(response.rect.intersect(self.clip)))
    }

    /// The row an arrow key leads to.
    fn step(&self, ui: &Ui, index: usize) -> Option<usize> {
        let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(row_id(self.id, index), filter));
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let last = self.count.saturating_sub(1);
        let next = if pressed(Key::ArrowDown) {
            index + 1
        } else if pressed(Key::ArrowUp) {
            index.saturating_sub(1)
        } else if pressed(Key::PageDown) {
            index + self.page
        } else if pressed(Key::PageUp) {
            index.saturating_sub(self.page)
        } else if pressed(Key::Home) {
            0
        } else if pressed(Key::End) {
            last
        } else {
            return None;
        };
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        Some(next.min(last)).filter(|next| *next != index)
    }

    fn go(&mut self, ui: &Ui, rect: Rect, from: usize, to: usize) {
        match &self.long {
            Some(scroll) => scroll.reveal_next(ui, to),
            None => {
                let distance = (to as f32 - from as f32) * rect.height();
                let target = rect.translate(egui::vec2(0.0, distance));
                ui.scroll_to_rect_animation(target, None, ScrollAnimation::none());
            }
        }
        // Before the row is drawn further down in this frame: a row that is no stop would give the keyboard away.
        self.stop = to;
        ui.memory_mut(|memory| memory.request_focus(row_id(self.id, to)));
        self.remember(ui, to);
        ui.ctx().request_repaint();
    }

    /// Gives a row the keyboard, whether it is drawn in this frame or in the next.
    pub(super) fn focus(&mut self, ctx: &egui::Context, row: usize) {
        self.stop = row;
        ctx.memory_mut(|memory| memory.request_focus(row_id(self.id, row)));
        ctx.data_mut(|data| data.insert_temp(cursor_id(self.id), row));
        ctx.request_repaint();
    }

    fn remember(&self, ui: &Ui, row: usize) {
        ui.data_mut(|data| data.insert_temp(cursor_id(self.id), row));
    }

    /// Keeps what was drawn for the next frame.
    pub(super) fn end(&self, ui: &Ui, visible: &Range<usize>) {
        ui.data_mut(|data| data.insert_temp(self.id, visible.clone()));
    }
}

pub(super) fn row_id(table: Id, row: usize) -> Id {
    table.with(("row", row))
}

fn cursor_id(table: Id) -> Id {
    table.with("cursor")
}
