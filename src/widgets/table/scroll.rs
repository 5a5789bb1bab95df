//! How far a table is scrolled, in f64.
//!
//! A scroll area counts points in f32: of a million rows it could not reach the last ones to the pixel. A long table gives
//! its scroll area [`MOST_POINTS`] only, and draws there the rows that belong to where it really is. What the area is
//! moved by is added to that place; its bar moves in proportion.
//!
//! A scroll area shows what the wheel moves in the frame after. A table moves before its rows are drawn.

use egui::scroll_area::ScrollAreaOutput;
use egui::{Id, Rect, Ui};

/// Most points of rows that a scroll area is given: up to here f32 counts sixteenths of a point.
const MOST_POINTS: f64 = 1_048_576.0;
/// So many rows from either end are as far from the end of the area: what the wheel moves in one frame never ends there
/// before the rows do.
const END_ROWS: usize = 100;

/// What is kept from frame to frame, in points.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    top: f64,
    view: f64,
    /// Where the rows are in the window, once they were drawn.
    area: Option<Rect>,
    /// The scroll area moved the rows: it may do so again by itself.
    was_moved: bool,
    is_long: bool,
    /// The bar was pressed in the frame before: it may have moved until it was released.
    is_bar_pressed: bool,
}

/// Which rows are drawn where in this frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableScroll {
    id: Id,
    rows: usize,
    row_height: f64,
    place: Place,
    /// The first row in view, and where the scroll area has it.
    first: usize,
    first_in_area: usize,
    /// Where the scroll area is put; `None` where it is left as it is.
    offset: Option<f32>,
}

impl TableScroll {
    /// `view` is the height for rows before the table was ever drawn; `reveal` the row that is brought into view.
    pub(super) fn new(ui: &Ui, id: Id, (rows, row_height): (usize, f32), view: f32, reveal: Option<usize>) -> Self {
        let id = id.with("scroll");
        let known: Option<Place> = ui.data(|data| data.get_temp(id));
        let before = known.unwrap_or(Place { view: f64::from(view), ..Place::default() });
        let asked = ui.data_mut(|data| data.remove_temp(reveal_id(id)));
        let mut scroll = Self {
            id,
            rows,
            row_height: f64::from(row_height),
            place: Place { is_long: rows as f64 * f64::from(row_height) > MOST_POINTS, ..before },
            first: 0,
            first_in_area: 0,
            offset: None,
        };
        if reveal.is_none() && asked.is_none() {
            scroll.follow_wheel(ui);
        }
        if scroll.place.is_long {
            scroll.reveal(reveal.or(asked));
            scroll.put();
        } else if before.is_long {
            scroll.offset = Some(scroll.place.top as f32);
        }
        scroll
    }

    /// Whether the rows are more than a scroll area counts exactly.
    pub(super) fn is_long(&self) -> bool {
        self.place.is_long
    }

    pub(super) fn offset(&self) -> Option<f32> {
        self.offset
    }

    /// How many rows the scroll area has room for.
    pub(super) fn rows_in_area(&self) -> usize {
        if self.is_long() { (MOST_POINTS / self.row_height) as usize } else { self.rows }
    }

    /// The row that is drawn at a place of the area.
    pub(super) fn row(&self, in_area: usize) -> usize {
        (self.first + in_area).saturating_sub(self.first_in_area).min(self.rows.saturating_sub(1))
    }

    /// Brings a row into view in the next frame.
    pub(super) fn reveal_next(&self, ui: &Ui, row: usize) {
        ui.data_mut(|data| data.insert_temp(reveal_id(self.id), row));
        ui.ctx().request_repaint();
    }

    /// Keeps where the scroll area was moved to in this frame.
    pub(super) fn end(mut self, ui: &Ui, area: &ScrollAreaOutput<()>) {
        let moved_to = f64::from(area.state.clamped_offset().y);
        let expected = self.offset.map_or(self.place.top, f64::from);
        self.place.was_moved = moved_to != expected;
        self.place.area = Some(area.inner_rect);
        self.place.view = f64::from(area.inner_rect.height());
        let was_pressed = std::mem::replace(&mut self.place.is_bar_pressed, is_bar_pressed(ui, area));
        match self.offset.filter(|_| self.is_long()).map(f64::from) {
            None => self.place.top = moved_to,
            Some(offset) if moved_to == offset => {}
            Some(_) if was_pressed || self.place.is_bar_pressed => {
                let most = self.rows_in_area() as f64 * self.row_height - self.place.view;
                self.place.top = moved_to / most * self.most();
            }
            Some(offset) => self.place.top += moved_to - offset,
        }
        ui.data_mut(|data| data.insert_temp(self.id, self.place));
    }

    /// The last place there is.
    fn most(&self) -> f64 {
        (self.rows as f64 * self.row_height - self.place.view).max(0.0)
    }

    /// Moves the rows by what the wheel asks for; the ends are left to the scroll area.
    fn follow_wheel(&mut self, ui: &Ui) {
        let is_over = |area: &Rect| ui.is_enabled() && ui.rect_contains_pointer(*area);
        if self.place.was_moved || !self.place.area.as_ref().is_some_and(is_over) {
            return;
        }
        let by = ui.input(|input| f64::from(input.smooth_scroll_delta().y));
        let top = self.place.top - by;
        if by != 0.0 && (0.0..=self.most()).contains(&top) {
            self.place.top = top;
            self.offset = Some(top as f32);
            ui.input_mut(|input| input.smooth_scroll_delta.y = 0.0);
        }
    }

    fn reveal(&mut self, row: Option<usize>) {
        if let Some(row) = row.map(|row| row as f64 * self.row_height) {
            let least = row + self.row_height - self.place.view;
            self.place.top = self.place.top.clamp(least.min(row), row);
        }
    }

    /// Finds the rows in view, and where in the area they are drawn: as far along as they are among all rows.
    fn put(&mut self) {
        self.place.top = self.place.top.clamp(0.0, self.most());
        self.first = (self.place.top / self.row_height) as usize;
        let last = ((self.most() / self.row_height) as usize).max(1);
        let last_in_area = self.rows_in_area().saturating_sub(self.rows - last);
        let along = (self.first as f64 / last as f64 * last_in_area as f64).round() as usize;
        let from_end = last.saturating_sub(self.first).min(END_ROWS);
        self.first_in_area = along.max(self.first.min(END_ROWS)).min(last_in_area.saturating_sub(from_end));
        let within = self.place.top - self.first as f64 * self.row_height;
        self.offset = Some((self.first_in_area as f64 * self.row_height + within) as f32);
    }
}

fn reveal_id(scroll: Id) -> Id {
    scroll.with("reveal")
}

/// Whether the bar beside the rows is dragged, or was clicked.
fn is_bar_pressed(ui: &Ui, area: &ScrollAreaOutput<()>) -> bool {
    let rows = area.inner_rect;
    ui.input(|input| {
        let origin = input.pointer.press_origin();
        origin.is_some_and(|pos| pos.x >= rows.right() && rows.y_range().contains(pos.y))
    })
}
