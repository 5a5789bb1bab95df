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

/// A grid with a height for each cell. Each stands in the column that is shortest so far, the first of equal ones, so that none is
/// stretched and little stays empty.
pub fn grid_of_ui(ui: &mut Ui, width: f32, heights: &[f32], mut cell: impl FnMut(&mut Ui, usize)) {
    let (room, count) = (ui.available_width(), heights.len());
    let (places, total) = places_of(heights, columns_in(room, width, count));
    let wide = cell_width(room, width, count);
    let (rect, _) = ui.allocate_exact_size(vec2(room, total.max(0.0)), Sense::hover());
    let by_keyboard = focused_in(ui, rect).is_some() || ui.input(|input| input.key_pressed(Key::Tab));
    // What is not drawn takes no id: those of the others are the same wherever the board is scrolled to.
    let mut grid = ui.new_child(UiBuilder::new().max_rect(rect));
    for (index, (column, top)) in places.into_iter().enumerate() {
        let corner = pos2(rect.left() + (wide + GAP) * column as f32, rect.top() + top);
        let place = Rect::from_min_size(corner, vec2(wide, heights[index]));
        if by_keyboard || grid.is_rect_visible(place) {
            let id = grid.unique_id().with(("cell", index));
            let builder = UiBuilder::new().max_rect(place).layout(Layout::top_down(egui::Align::Min)).scope_id(id);
            grid.scope_builder(builder, |ui| cell(ui, index));
            follow_focus(&grid, index, place);
        }
    }
}

/// The column of each cell and where it begins below the top, and how high all of them are.
fn places_of(heights: &[f32], columns: usize) -> (Vec<(usize, f32)>, f32) {
    let mut bottoms = vec![0.0_f32; columns];
    let places = heights.iter().map(|height| {
        let lowest = bottoms.iter().copied().fold(f32::INFINITY, f32::min);
        let column = bottoms.iter().position(|bottom| *bottom <= lowest).unwrap_or_default();
        (column, std::mem::replace(&mut bottoms[column], lowest + height + GAP))
    });
    let places: Vec<(usize, f32)> = places.collect();
    let total = bottoms.into_iter().fold(0.0, f32::max) - GAP;
    (places, total)
}

/// How many columns of at least `width` points there are, so that the rows are as equally long as they can be: eight
/// cells where six fit stand in two rows of four.
fn columns_in(room: f32, width: f32, count: usize) -> usize {
    let fitting = ((room + GAP) / (width + GAP)).floor().max(1.0) as usize;
    let rows = count.div_ceil(fitting).max(1);
    count.div_ceil(rows).max(1)
}

/// How wide a cell of [`grid_of_ui`] is in so much room, in points.
pub fn cell_width(room: f32, width: f32, count: usize) -> f32 {
    let columns = columns_in(room, width, count) as f32;
    ((room - GAP * (columns - 1.0)) / columns).floor()
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
    use super::{GAP, cell_width, columns_in, places_of};

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
    fn a_cell_stands_in_the_shortest_column_and_the_first_of_equal_ones() {
        let (places, total) = places_of(&[100.0, 200.0, 50.0, 60.0, 30.0], 2);
        let below = |heights: f32, gaps: f32| heights + gaps * GAP;
        assert_eq!(
            places,
            [(0, 0.0), (1, 0.0), (0, below(100.0, 1.0)), (0, below(150.0, 2.0)), (1, below(200.0, 1.0))]
        );
        assert_eq!(total, below(230.0, 1.0));
        assert_eq!(places_of(&[100.0; 3], 2).0, [(0, 0.0), (1, 0.0), (0, below(100.0, 1.0))]);
    }

    #[test]
    fn the_columns_fill_the_room() {
        for (count, room) in [(5, 1_176.0), (5, 2_296.0), (3, 904.0), (4, 904.0), (1, 500.0), (7, 1_400.0)] {
            let columns = columns_in(room, 360.0, count) as f32;
            let left = room - columns * (cell_width(room, 360.0, count) + GAP) + GAP;
            assert!((0.0..columns).contains(&left), "{count} in {room}: {left}");
        }
    }
}
