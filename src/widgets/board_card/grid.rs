//! Cards side by side, as many as fit.

use egui::{Id, Key, Layout, Rect, Sense, Ui, UiBuilder, pos2, vec2};

use crate::tokens::space;

/// Between two cells, in points.
const GAP: f32 = space::M;

/// Shows `count` cells of `height` points in columns of at least `width` points. Cells out of view are not drawn,
/// unless the keyboard may go there: what gets it is brought into view.
pub fn grid_ui(ui: &mut Ui, count: usize, width: f32, height: f32, cell: impl FnMut(&mut Ui, usize)) {
    grid_of_ui(ui, width, &vec![height; count], cell);
}

/// A grid with a height for each cell. Each stands right below the one above it, so that none is stretched beside a higher one;
/// the cells of a last row that is not full share all of it, below all others.
pub fn grid_of_ui(ui: &mut Ui, width: f32, heights: &[f32], mut cell: impl FnMut(&mut Ui, usize)) {
    let (room, count) = (ui.available_width(), heights.len());
    let columns = columns_in(room, width, count);
    let (tops, total) = tops_of(heights, columns);
    let (rect, _) = ui.allocate_exact_size(vec2(room, total.max(0.0)), Sense::hover());
    let by_keyboard = focused_in(ui, rect).is_some() || ui.input(|input| input.key_pressed(Key::Tab));
    // What is not drawn takes no id: those of the others are the same wherever the board is scrolled to.
    let mut grid = ui.new_child(UiBuilder::new().max_rect(rect));
    for index in 0..count {
        let column = index % columns;
        let wide = cell_width(room, width, count, index);
        let corner = pos2(rect.left() + (wide + GAP) * column as f32, rect.top() + tops[index]);
        let place = Rect::from_min_size(corner, vec2(wide, heights[index]));
        if by_keyboard || grid.is_rect_visible(place) {
            let id = grid.unique_id().with(("cell", index));
            let builder = UiBuilder::new().max_rect(place).layout(Layout::top_down(egui::Align::Min)).scope_id(id);
            grid.scope_builder(builder, |ui| cell(ui, index));
            follow_focus(&grid, index, place);
        }
    }
}

/// Where each cell begins below the top, and how high all of them are.
fn tops_of(heights: &[f32], columns: usize) -> (Vec<f32>, f32) {
    let mut bottoms = vec![0.0_f32; columns];
    let last_row = heights.len() / columns * columns;
    let tops = heights.iter().enumerate().map(|(index, height)| {
        let lowest = bottoms.iter().copied().fold(0.0, f32::max);
        if index == last_row {
            bottoms.fill(lowest);
        }
        let bottom = &mut bottoms[index % columns];
        std::mem::replace(bottom, *bottom + height + GAP)
    });
    let tops: Vec<f32> = tops.collect();
    let total = bottoms.into_iter().fold(0.0, f32::max) - GAP;
    (tops, total)
}

/// How many columns of at least `width` points there are, so that the rows are as equally long as they can be: eight
/// cells where six fit stand in two rows of four.
fn columns_in(room: f32, width: f32, count: usize) -> usize {
    let fitting = ((room + GAP) / (width + GAP)).floor().max(1.0) as usize;
    let rows = count.div_ceil(fitting).max(1);
    count.div_ceil(rows).max(1)
}

/// How wide a cell of [`grid_of_ui`] is in so much room, in points. A last row that is not full leaves nothing empty.
pub fn cell_width(room: f32, width: f32, count: usize, index: usize) -> f32 {
    let columns = columns_in(room, width, count);
    let in_row = count.saturating_sub(index / columns * columns).clamp(1, columns) as f32;
    ((room - GAP * (in_row - 1.0)) / in_row).floor()
}

/// What has the keyboard, if that is a widget in `rect`.
fn focused_in(ui: &Ui, rect: Rect) -> Option<Id> {
    let focused = ui.memory(|memory| memory.focused())?;
    let place = ui.ctx().read_response(focused)?.rect;
    rect.contains(place.center()).then_some(focused)
}

/// Scrolls to a cell that has just got the keyboard, where a part of it is out of view: what comes next in it is seen.
fn follow_focus(ui: &Ui, index: usize, cell: Rect) {
    let key = ui.unique_id().with(("focus followed", index));
    let before = ui.data(|data| data.get_temp::<Option<Id>>(key)).flatten();
    let now = focused_in(ui, cell);
    if before != now {
        ui.data_mut(|data| data.insert_temp(key, now));
        if now.is_some() && !ui.clip_rect().contains_rect(cell) {
            ui.scroll_to_rect(cell, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{GAP, cell_width, columns_in, tops_of};

    #[test]
    fn rows_of_cells_are_as_equally_long_as_they_can_be() {
        for (count, fitting, columns) in [(8, 6, 4), (7, 6, 4), (6, 6, 6), (8, 3, 3), (1, 5, 1), (0, 5, 1), (9, 1, 1)] {
            assert_eq!(
                columns_in(fitting as f32 * (100.0 + GAP) - GAP, 100.0, count),
                columns,
                "{count} where {fitting} fit"
            );
        }
    }

    #[test]
    fn a_cell_stands_right_below_the_one_above_it_and_the_last_row_below_all() {
        let (tops, total) = tops_of(&[100.0, 200.0, 50.0, 60.0, 30.0], 2);
        assert_eq!(tops, [0.0, 0.0, 100.0 + GAP, 200.0 + GAP, 260.0 + 2.0 * GAP]);
        assert_eq!(total, 290.0 + 2.0 * GAP);
        assert_eq!(tops_of(&[100.0, 200.0], 2), (vec![0.0, 0.0], 200.0), "a last row that is full");
    }

    #[test]
    fn the_cells_of_every_row_fill_it() {
        for (count, room) in [(5, 1_176.0), (5, 2_296.0), (3, 904.0), (4, 904.0), (1, 500.0), (7, 1_400.0)] {
            let columns = columns_in(room, 360.0, count);
            for row in (0..count).step_by(columns) {
                let cells = row..(row + columns).min(count);
                let gaps = GAP * (cells.len() - 1) as f32;
                let taken: f32 = cells.clone().map(|cell| cell_width(room, 360.0, count, cell)).sum();
                assert!((room - gaps - taken) < cells.len() as f32, "{count} in {room}: {taken} of {cells:?}");
            }
        }
    }
}
