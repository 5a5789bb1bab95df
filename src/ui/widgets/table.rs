//! The one table of the desk: our door to `egui_extras::TableBuilder`. Only the rows in view are drawn.
//!
//! Texts are prepared by the caller; drawing formats nothing.

use std::ops::Range;

use egui::accesskit::Role;
use egui::{Align, Align2, Color32, FontId, Layout, Pos2, Rect, RichText, Sense, Stroke, Ui, vec2};
use egui_extras::{Column as ExtraColumn, TableBuilder, TableRow};

use crate::ui::icons::Icon;
use crate::ui::tokens::{self, SPACE_S, TEXT_CELL, tokens};

const HEADER_HEIGHT: f32 = 32.0;

/// One column.
#[derive(Debug, Clone, Copy)]
pub struct Column<'a> {
    pub title: &'a str,
    /// Width in points; the last column takes what is left.
    pub width: f32,
    pub align_right: bool,
    /// Whether a click on the title sorts.
    pub sortable: bool,
}

/// The table, drawn with [`Table::show`].
pub struct Table<'a> {
    pub id: &'a str,
    pub columns: &'a [Column<'a>],
    pub rows: usize,
    pub row_height: f32,
    /// The column the rows are ordered by, and whether downwards.
    pub sort: Option<(usize, bool)>,
    /// The row that is open.
    pub selected: Option<usize>,
    /// The row the keyboard is on.
    pub cursor: Option<usize>,
    pub scroll_to: Option<usize>,
}

/// What was done in this frame.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct TableResponse {
    pub clicked: Option<usize>,
    pub sort_by: Option<usize>,
    /// The rows that were drawn.
    pub visible: Range<usize>,
}

impl Table<'_> {
    /// Draws the table. `name` says a row to a screen reader, `cell` draws one cell.
    pub fn show(
        self,
        ui: &mut Ui,
        name: impl Fn(usize) -> String,
        mut cell: impl FnMut(&mut Ui, usize, usize),
    ) -> TableResponse {
        let mut response = TableResponse::default();
        ui.spacing_mut().item_spacing = vec2(SPACE_S, 0.0);
        let mut builder = TableBuilder::new(ui)
            .id_salt(self.id)
            .striped(false)
            .sense(Sense::click())
            .auto_shrink([false, false])
            .cell_layout(Layout::left_to_right(Align::Center));
        let last = self.columns.len().saturating_sub(1);
        for (index, column) in self.columns.iter().enumerate() {
            builder = builder.column(if index == last {
                ExtraColumn::remainder().at_least(column.width.min(60.0)).clip(true)
            } else {
                ExtraColumn::exact(column.width).clip(true)
            });
        }
        if let Some(row) = self.scroll_to {
            builder = builder.scroll_to_row(row, None).animate_scrolling(false);
        }
        let mut first_drawn = usize::MAX;
        let mut end_drawn = 0;
        builder
            .header(HEADER_HEIGHT, |mut header| {
                for (index, column) in self.columns.iter().enumerate() {
                    header.col(|ui| {
                        if header_ui(ui, column, self.sort.filter(|(sorted, _)| *sorted == index).map(|(_, down)| down))
                        {
                            response.sort_by = Some(index);
                        }
                    });
                }
            })
            .body(|body| {
                body.rows(self.row_height, self.rows, |mut row| {
                    let index = row.index();
                    first_drawn = first_drawn.min(index);
                    end_drawn = end_drawn.max(index + 1);
                    row.set_selected(self.selected == Some(index));
                    self.row_ui(&mut row, &mut cell);
                    let row_response = row.response();
                    let selected = self.selected == Some(index);
                    row_response.widget_info(|| egui::WidgetInfo::selected(Role::Row, true, selected, name(index)));
                    if row_response.clicked() {
                        response.clicked = Some(index);
                    }
                });
            });
        response.visible = first_drawn.min(end_drawn)..end_drawn;
        response
    }

    fn row_ui(&self, row: &mut TableRow<'_, '_>, cell: &mut impl FnMut(&mut Ui, usize, usize)) {
        let index = row.index();
        for (column_index, column) in self.columns.iter().enumerate() {
            row.col(|ui| {
                if column_index == 0 && self.cursor == Some(index) {
                    let color = tokens(ui).accent.color;
                    let mark = Rect::from_min_size(
                        ui.max_rect().left_top() - vec2(4.0, -4.0),
                        vec2(3.0, self.row_height - 8.0),
                    );
                    ui.painter().rect_filled(mark, 1.5, color);
                }
                if column.align_right {
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| cell(ui, index, column_index));
                } else {
                    cell(ui, index, column_index);
                }
            });
        }
    }
}

/// Draws a title; tells whether it was clicked. `sorted` is `Some(downwards)` for the column of the order.
fn header_ui(ui: &mut Ui, column: &Column<'_>, sorted: Option<bool>) -> bool {
    let tokens = tokens(ui);
    let rect = ui.max_rect();
    let sense = if column.sortable { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, ui.scope_id().with((column.title, "header")), sense);
    let color = if response.hovered() && column.sortable { tokens.text } else { tokens.subdued };
    let font = tokens::semibold(TEXT_CELL);
    let (anchor, at) = if column.align_right {
        (Align2::RIGHT_CENTER, rect.right_center())
    } else {
        (Align2::LEFT_CENTER, rect.left_center())
    };
    let text = ui.painter().text(at, anchor, column.title, font, color);
    if let Some(down) = sorted {
        let icon = if down { Icon::ArrowDown } else { Icon::ArrowUp };
        let (anchor, at) = if column.align_right {
            (Align2::RIGHT_CENTER, text.left_center() - vec2(3.0, 0.0))
        } else {
            (Align2::LEFT_CENTER, text.right_center() + vec2(3.0, 0.0))
        };
        ui.painter().text(at, anchor, icon.glyph(), tokens::icon(12.0), tokens.accent.color);
    }
    ui.painter().hline(rect.x_range().expand(SPACE_S), rect.bottom(), Stroke::new(1.0, tokens.border));
    let order = match sorted {
        Some(true) => ", sorted downwards",
        Some(false) => ", sorted upwards",
        None => "",
    };
    let role = if column.sortable { Role::Button } else { Role::ColumnHeader };
    response.widget_info(|| egui::WidgetInfo::labeled(role, true, format!("{}{order}", column.title)));
    super::button::focus_ring(ui, &response);
    response.clicked()
}

/// Paints one line of text into the cell, cut where it does not fit. The row, not the cell, is what a screen reader says.
pub fn text_cell(ui: &mut Ui, text: &str, font: FontId, color: Color32) {
    let rect = ui.max_rect();
    let right = ui.layout().prefer_right_to_left();
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width());
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let x = if right { rect.right() - galley.size().x } else { rect.left() };
    let at = Pos2::new(x, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, color);
}

/// A heading for what stands above a table.
pub fn title_ui(ui: &mut Ui, text: &str) {
    let color = tokens(ui).text;
    ui.label(RichText::new(text).font(tokens::semibold(tokens::TEXT_TITLE)).color(color));
}
