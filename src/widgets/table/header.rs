//! The title of a column: text, and where it can be sorted a button with an arrow.

use egui::{
    Rect, Sense, Ui, WidgetInfo,
    accesskit::{Role, SortDirection},
    pos2, vec2,
};

use super::{ColumnAlign, TableColumn, TableSort, paint};
use crate::icons::Icon;
use crate::tokens::{Text, space, tokens};

const ARROW: f32 = 12.0;

/// The order asked for, if the title was used.
pub(super) fn title_ui<C: Copy + PartialEq>(
    ui: &mut Ui,
    column: &TableColumn<C>,
    title: &str,
    sort: Option<TableSort<C>>,
) -> Option<TableSort<C>> {
    let tokens = tokens(ui);
    let cell = ui.max_rect();
    let sorted = sort.filter(|sort| sort.column == column.id);
    let arrow = if sorted.is_some() { ARROW + space::XS } else { 0.0 };
    let color = if sorted.is_some() { tokens.text } else { tokens.subdued };
    let galley = paint::line(ui.painter(), title, Text::SmallStrong, color, cell.width() - arrow);
    let width = galley.size().x + arrow;
    let left = match column.align {
        ColumnAlign::Left => cell.left(),
        ColumnAlign::Right => cell.right() - width,
    };
    let rect = Rect::from_min_size(pos2(left, cell.center().y - 11.0), vec2(width, 22.0));
    let sense = if column.sortable { Sense::click() } else { Sense::hover() };
    let response = ui.allocate_rect(rect, sense);
    let name = if title.is_empty() { column.name } else { title };
    response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, true, name));
    if let Some(sorted) = sorted {
        let direction = if sorted.ascending { SortDirection::Ascending } else { SortDirection::Descending };
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_sort_direction(direction));
    }
    let (text_left, arrow_x) = match column.align {
        ColumnAlign::Left => (rect.left(), rect.right() - ARROW / 2.0),
        ColumnAlign::Right => (rect.left() + arrow, rect.left() + ARROW / 2.0),
    };
    let color = if column.sortable && response.hovered() { tokens.text } else { color };
    paint::galley_over(ui.painter(), galley, text_left, rect.center().y, color);
    if let Some(sorted) = sorted {
        let icon = if sorted.ascending { Icon::SortUp } else { Icon::SortDown };
        icon.paint(ui.painter(), pos2(arrow_x, rect.center().y), ARROW, tokens.text);
    }
    paint::inner_ring(ui, &response, rect);
    response
        .clicked()
        .then(|| TableSort { column: column.id, ascending: sorted.is_none_or(|sorted| !sorted.ascending) })
}
