//! Rows that are laid out from the right and read from the left: Tab and screen readers go through them as eyes do.
//!
//! egui leads Tab, and tells screen readers, in the order in which widgets are drawn. From the right, that is backwards.

use egui::accesskit::NodeId;
use egui::{Align, Context, FocusDirection, Id, InnerResponse, Key, LayerId, Layout, Modifiers, Ui, Vec2, WidgetRect};

/// The rows of a pass, each as the widgets that Tab reaches in it, as they are read.
#[derive(Debug, Clone, Default)]
struct ReadRows(Vec<ReadRow>);

#[derive(Debug, Clone)]
struct ReadRow {
    layer_id: LayerId,
    ids: Vec<Id>,
}

/// Lays out from the right over the rest of a line.
pub fn from_right_ui<R>(ui: &mut Ui, content: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| in_reading_order(ui, content))
}

/// Lays out from the right in a line of this size, in points.
pub fn line_from_right_ui<R>(ui: &mut Ui, size: Vec2, content: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
    let layout = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| in_reading_order(ui, content))
}

/// What is drawn from the right in `ui` is read from the left.
pub fn in_reading_order<R>(ui: &mut Ui, content: impl FnOnce(&mut Ui) -> R) -> R {
    let layer_id = ui.layer_id();
    let before = widgets_before(ui);
    let result = content(ui);
    let drawn = ui.ctx().viewport(|viewport| {
        let drawn = viewport.this_pass.widgets.get_layer(layer_id).skip(before);
        drawn.copied().collect::<Vec<WidgetRect>>()
    });
    say_in_reading_order(ui, &drawn);
    let mut row: Vec<WidgetRect> = drawn.into_iter().filter(is_reached).collect();
    row.sort_by(|a, b| a.rect.left().total_cmp(&b.rect.left()));
    let ids: Vec<Id> = row.into_iter().map(|widget| widget.id).collect();
    begin_at_left(ui, &ids);
    if ids.len() > 1 {
        ui.data_mut(|data| data.get_temp_mut_or_default::<ReadRows>(rows_id()).0.push(ReadRow { layer_id, ids }));
    }
    result
}

/// Screen readers go through what is in `ui` from the left.
fn say_in_reading_order(ui: &Ui, drawn: &[WidgetRect]) {
    let left = |id: &NodeId| {
        let widget = drawn.iter().find(|widget| widget.id.accesskit_id() == *id);
        widget.map_or(f32::INFINITY, |widget| widget.rect.left())
    };
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        let mut children = node.children().to_vec();
        children.sort_by(|a, b| left(a).total_cmp(&left(b)));
        node.set_children(children);
    });
}

/// How many widgets are drawn so far in the layer of `ui`.
fn widgets_before(ui: &Ui) -> usize {
    ui.ctx().viewport(|viewport| viewport.this_pass.widgets.get_layer(ui.layer_id()).count())
}

/// Whether Tab reaches a widget.
fn is_reached(widget: &WidgetRect) -> bool {
    widget.enabled && widget.sense.is_focusable()
}

/// Tab has just come from before the row, where egui gives the keyboard to what is drawn first.
fn begin_at_left(ui: &Ui, ids: &[Id]) {
    let by_tab = ui.input(|input| input.key_pressed(Key::Tab) && input.modifiers == Modifiers::NONE);
    let Some(first) = ids.first().filter(|_| by_tab) else { return };
    let is_inside = ids.iter().any(|id| ui.memory(|memory| memory.has_focus(*id)));
    let was_inside = ids.iter().any(|id| ui.memory(|memory| memory.had_focus_last_frame(*id)));
    if is_inside && !was_inside {
        ui.memory_mut(|memory| memory.request_focus(*first));
    }
}

fn rows_id() -> Id {
    Id::unique("rows in reading order")
}

/// Leads Tab through the rows of the last pass as they are read. To be called in every frame before anything is drawn.
pub fn follow_tab(ctx: &Context) {
    let ReadRows(rows) = ctx.data_mut(|data| data.remove_temp::<ReadRows>(rows_id())).unwrap_or_default();
    let Some(direction) = tab_direction(ctx) else { return };
    let Some(focused) = ctx.memory(|memory| memory.focused()) else { return };
    let Some(layer_id) = layer_of(ctx, focused) else { return };
    let drawn: Vec<Id> = ctx.viewport(|viewport| {
        let widgets = viewport.prev_pass.widgets.get_layer(layer_id);
        widgets.filter(|widget| is_reached(widget)).map(|widget| widget.id).collect()
    });
    let rows = rows.iter().filter(|row| row.layer_id == layer_id).map(|row| &row.ids[..]);
    let read = read_order(&drawn, rows);
    if next(&drawn, focused, direction) == next(&read, focused, direction) {
        return;
    }
    match next(&read, focused, direction) {
        Some(id) => ctx.memory_mut(|memory| {
            memory.move_focus(FocusDirection::None);
            memory.request_focus(id);
        }),
        // egui goes on from the end of what is drawn.
        None => {
            let end = if direction == FocusDirection::Previous { drawn.first() } else { drawn.last() };
            end.into_iter().for_each(|id| ctx.memory_mut(|memory| memory.request_focus(*id)));
        }
    }
}

fn tab_direction(ctx: &Context) -> Option<FocusDirection> {
    let pressed = |modifiers| ctx.input(|input| input.key_pressed(Key::Tab) && input.modifiers == modifiers);
    if pressed(Modifiers::NONE) {
        Some(FocusDirection::Next)
    } else if pressed(Modifiers::SHIFT) {
        Some(FocusDirection::Previous)
    } else {
        None
    }
}

fn layer_of(ctx: &Context, id: Id) -> Option<LayerId> {
    ctx.viewport(|viewport| viewport.prev_pass.widgets.get(id).map(|widget| widget.layer_id))
}

/// What was drawn, with the widgets of each row in the places of that row as they are read.
fn read_order<'a>(drawn: &[Id], rows: impl Iterator<Item = &'a [Id]>) -> Vec<Id> {
    let mut read = drawn.to_vec();
    for ids in rows {
        let places: Vec<usize> = (0..read.len()).filter(|place| ids.contains(&read[*place])).collect();
        for (place, id) in places.iter().zip(ids.iter().filter(|id| drawn.contains(id))) {
            read[*place] = *id;
        }
    }
    read
}

fn next(order: &[Id], from: Id, direction: FocusDirection) -> Option<Id> {
    let at = order.iter().position(|id| *id == from)?;
    let to = if direction == FocusDirection::Previous { at.checked_sub(1)? } else { at + 1 };
    order.get(to).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(names: &str) -> Vec<Id> {
        names.chars().map(Id::unique).collect()
    }

    #[test]
    fn rows_are_read_as_they_stand_and_the_rest_as_it_was_drawn() {
        let (drawn, row, gone) = (ids("aCBAde"), ids("ABC"), ids("xy"));
        assert_eq!(read_order(&drawn, [&row[..], &gone[..]].into_iter()), ids("aABCde"));
        let read = ids("aABCde");
        assert_eq!(next(&read, Id::unique('C'), FocusDirection::Next), Some(Id::unique('d')));
        assert_eq!(next(&read, Id::unique('A'), FocusDirection::Previous), Some(Id::unique('a')));
        assert_eq!(next(&read, Id::unique('a'), FocusDirection::Previous), None);
    }
}
