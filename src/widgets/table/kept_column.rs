//! The first column of a table that is scrolled sideways: it stays at the left edge, and the others go on behind it.

use egui::{Rect, Ui, UiBuilder, vec2};

use crate::tokens::{space, tokens};

/// Where the first column is kept.
pub(super) struct KeptColumn {
    /// How far the table is scrolled sideways, in points: where it is not, every column is in its place.
    scrolled: f32,
    /// What can be seen of the table.
    sight: Rect,
    /// Where the first column ends, once its title was drawn.
    right: f32,
}

impl KeptColumn {
    pub(super) fn new(ui: &Ui, scrolled: f32) -> Self {
        Self { scrolled, sight: ui.clip_rect(), right: f32::NEG_INFINITY }
    }

    fn is_kept(&self, column: usize) -> bool {
        column == 0 && self.scrolled > 0.0
    }

    /// What can be seen of the other columns beside it.
    fn beside(&self, sight: Rect) -> Rect {
        if self.scrolled > 0.0 { sight.with_min_x(sight.left().max(self.right + space::M / 2.0)) } else { sight }
    }

    /// A title in the cell of its column.
    pub(super) fn cell_ui(&mut self, ui: &mut Ui, column: usize, title: impl FnOnce(&mut Ui)) {
        if !self.is_kept(column) {
            let sight = self.beside(ui.clip_rect());
            ui.set_clip_rect(sight);
            return title(ui);
        }
        let rect = ui.max_rect().translate(vec2(self.scrolled, 0.0));
        self.right = rect.right();
        // What is in the cell itself would make its column wider.
        let mut kept = ui.new_child(UiBuilder::new().max_rect(rect).layout(*ui.layout()));
        kept.set_clip_rect(self.sight);
        title(&mut kept);
    }

    /// A cell of a row, whose columns come from the left.
    pub(super) fn in_row(&self, ui: &mut Ui, column: usize, rect: Rect, cell: impl FnOnce(&mut Ui, Rect)) {
        if !self.is_kept(column) {
            return cell(ui, rect);
        }
        let rect = rect.translate(vec2(self.scrolled, 0.0));
        cell(ui, rect);
        let edge = rect.right() + space::M / 2.0;
        ui.painter().vline(edge, rect.y_range(), tokens(ui).hairline());
        let sight = self.beside(ui.clip_rect());
        ui.set_clip_rect(sight);
    }
}
