//! Our one table: a wrapper around `egui_extras::TableBuilder`, so that it can be replaced in one place.
//!
//! Draws only the rows that can be seen, whatever their number; formats nothing: cells are `&str` prepared by the
//! caller. Keeps no selection and does not sort: it reports what was asked. Row backgrounds reach [`BLEED`] points
//! beyond the cells on both sides, so that text stays on the line of the panel's title.

mod cell;
mod header;
mod kept_column;
mod marks;
mod row;
mod scroll;

use std::ops::Range;

use egui::{Id, PopupAnchor, Rangef, Rect, ScrollArea, Ui, UiBuilder, accesskit::Role, vec2};
use egui_extras::TableBuilder;

use super::paint;
use super::scroll::set_lane;
use crate::tokens::{size, space, tokens};
pub use cell::TableCell;
use kept_column::KeptColumn;
pub use marks::{MarkChange, RowMarks};

/// How much room the marks of rows take, in points.
pub const MARKS_WIDTH: f32 = marks::WIDTH + space::M;
use scroll::TableScroll;

/// How far the ground of a row reaches into the margin of its panel, in points.
pub const BLEED: f32 = 8.0;

const HEADER: f32 = 32.0;

/// How high a table is that shows so many compact rows at once, in points.
pub fn height_of(rows: usize) -> f32 {
    HEADER + size::ROW_COMPACT * rows as f32
}

/// Where the text of a column is; its title is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnAlign {
    Left,
    Right,
}

/// How wide a column is, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ColumnWidth {
    Exact(f32),
    /// To begin with; can be dragged, never below `min`.
    Resizable {
        initial: f32,
        min: f32,
    },
    /// What the others leave, never below `min`.
    Remainder {
        min: f32,
    },
}

impl ColumnWidth {
    /// What it takes before it was ever drawn, or dragged; a remainder at its narrowest.
    fn initial(self) -> f32 {
        match self {
            Self::Exact(width) | Self::Resizable { initial: width, .. } | Self::Remainder { min: width } => width,
        }
    }
}

/// One column; `C` is what the caller distinguishes columns by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TableColumn<C> {
    pub id: C,
    pub title: &'static str,
    /// What a screen reader calls it where nothing stands above it.
    pub name: &'static str,
    pub width: ColumnWidth,
    pub align: ColumnAlign,
    pub sortable: bool,
}

impl<C> TableColumn<C> {
    /// Left-aligned, not sortable.
    pub const fn new(id: C, title: &'static str, width: ColumnWidth) -> Self {
        Self { id, title, name: "", width, align: ColumnAlign::Left, sortable: false }
    }

    /// Has no title to be seen, and this name for screen readers.
    pub const fn named(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    pub const fn right(mut self) -> Self {
        self.align = ColumnAlign::Right;
        self
    }

    pub const fn sortable(mut self) -> Self {
        self.sortable = true;
        self
    }
}

/// The order rows are in, or are asked to be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableSort<C> {
    pub column: C,
    pub ascending: bool,
}

/// What happened in this frame.
#[derive(Debug, Clone, PartialEq)]
pub struct TableOutput<C> {
    /// This row was clicked, or reached with the arrow keys.
    pub selected: Option<usize>,
    /// This row was clicked, or Space was pressed on it.
    pub clicked: Option<usize>,
    /// This row has the keyboard.
    pub focused: Option<usize>,
    /// This row was double-clicked, or Enter was pressed on it.
    pub opened: Option<usize>,
    /// The rows are asked to be in this order.
    pub sort: Option<TableSort<C>>,
    /// Rows are to be marked, or not any more.
    pub marked: Option<MarkChange>,
    /// The rows that were drawn: near the end it is time for the next page.
    pub visible: Range<usize>,
    /// How wide columns are, once the edge of one was dragged.
    pub widths: Option<Vec<f32>>,
    /// The menu of a row was asked for.
    pub menu: Option<RowMenuRequest>,
}

/// The menu of a row was asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RowMenuRequest {
    pub row: usize,
    /// At the pointer, or below the row that has the keyboard.
    pub anchor: PopupAnchor,
}

/// The widths of resizable columns, in points: as they were asked for, and as they were drawn.
#[derive(Clone, Default)]
struct ResizableWidths {
    asked: Vec<f32>,
    drawn: Vec<f32>,
}

impl ResizableWidths {
    /// Those of the last frame.
    fn of(ui: &Ui, id: Id) -> Self {
        ui.data(|data| data.get_temp(id.with("widths"))).unwrap_or_default()
    }
}

impl<C> Default for TableOutput<C> {
    fn default() -> Self {
        Self {
            selected: None,
            clicked: None,
            focused: None,
            opened: None,
            sort: None,
            marked: None,
            visible: 0..0,
            widths: None,
            menu: None,
        }
    }
}

/// A table to be shown with [`Table::ui`]; builder.
#[must_use = "a table is shown with `ui`"]
pub struct Table<'a, C> {
    name: &'a str,
    columns: &'a [TableColumn<C>],
    titles: &'a [String],
    rows: usize,
    row_height: f32,
    selected: Option<usize>,
    sort: Option<TableSort<C>>,
    scroll_to: Option<usize>,
    focus: Option<usize>,
    marks: Option<RowMarks<'a>>,
    keeps_first_column: bool,
}

/// The widget of a row of the table with this name, to be drawn in `ui`.
pub fn row_widget(ui: &Ui, name: &str, row: usize) -> Id {
    row::row_id(table_id(ui, name), row)
}

fn table_id(ui: &Ui, name: &str) -> Id {
    ui.scope_id().with(("paydesk.table", name))
}

impl<'a, C: Copy + PartialEq> Table<'a, C> {
    /// `name` is for screen readers and must be unique in its panel: `Payments`.
    pub fn new(name: &'a str, columns: &'a [TableColumn<C>], rows: usize) -> Self {
        Self {
            name,
            columns,
            titles: &[],
            rows,
            row_height: size::ROW_COMPACT,
            selected: None,
            sort: None,
            scroll_to: None,
            focus: None,
            marks: None,
            keeps_first_column: false,
        }
    }

    /// The first column stays in sight while the others are scrolled sideways. Not for a table whose rows are marked.
    pub fn keeps_first_column(mut self) -> Self {
        self.keeps_first_column = true;
        self
    }

    /// Titles that are known only while the program runs, in the order of the columns, instead of theirs.
    pub fn titles(mut self, titles: &'a [String]) -> Self {
        self.titles = titles;
        self
    }

    /// [`size::ROW_COMPACT`] or [`size::ROW`].
    pub fn row_height(mut self, height: f32) -> Self {
        self.row_height = height;
        self
    }

    pub fn selected(mut self, row: Option<usize>) -> Self {
        self.selected = row;
        self
    }

    /// The order the rows are in.
    pub fn sort(mut self, sort: Option<TableSort<C>>) -> Self {
        self.sort = sort;
        self
    }

    /// Brings a row into view in this frame: pass it once after the selection was moved from elsewhere.
    pub fn scroll_to(mut self, row: Option<usize>) -> Self {
        self.scroll_to = row;
        self
    }

    /// Brings a row into view and gives it the keyboard: pass it once after a shortcut moved through the rows.
    pub fn focus(mut self, row: Option<usize>) -> Self {
        self.focus = row;
        self
    }

    /// Rows can be marked, and which are.
    pub fn marks(mut self, marks: Option<RowMarks<'a>>) -> Self {
        self.marks = marks;
        self
    }

    /// Shows it in all the room there is. `row_name` is what screen readers and tests find a row by
    /// (`pay_123, 128.40 EUR, requires capture`); `cell` draws one cell. Both are called for visible rows only.
    pub fn ui<N: AsRef<str>>(
        self,
        ui: &mut Ui,
        row_name: impl Fn(usize) -> N,
        mut cell: impl FnMut(&mut TableCell<'_, C>),
    ) -> TableOutput<C> {
        let id = table_id(ui, self.name);
        let builder = UiBuilder::new().accessibility_role(Role::Grid).accessibility_label(self.name);
        ui.scope_builder(builder, |ui| {
            ui.spacing_mut().item_spacing = vec2(space::M, 0.0);
            // The edge of a resizable column shows only under the pointer.
            ui.visuals_mut().widgets.noninteractive.bg_stroke = egui::Stroke::NONE;
            let reported: &marks::RowName<'_> = &|row, reported| reported(row_name(row).as_ref());
            let content = ui.available_rect_before_wrap();
            if self.needed_width(ui, id) <= content.width() {
                return self.place(ui, id, (content, 0.0), reported, &mut cell);
            }
            let with_bleed = content.expand2(vec2(BLEED, 0.0));
            ui.scope_builder(UiBuilder::new().max_rect(with_bleed), |ui| {
                self.wider_than_its_panel(ui, id, reported, &mut cell)
            })
            .inner
        })
        .inner
    }

    /// Columns that do not fit are reached by scrolling sideways, never cut off.
    fn wider_than_its_panel(
        &self,
        ui: &mut Ui,
        id: Id,
        row_name: &marks::RowName<'_>,
        cell: &mut dyn FnMut(&mut TableCell<'_, C>),
    ) -> TableOutput<C> {
        let scroll = ScrollArea::horizontal().id_salt((self.name, "sideways")).auto_shrink([false, false]);
        scroll
            .show_viewport(ui, |ui, viewport| {
                let mut content = ui.available_rect_before_wrap();
                content.min.x += BLEED;
                content.set_width(self.needed_width(ui, id));
                self.place(ui, id, (content, viewport.left()), row_name, cell)
            })
            .inner
    }

    /// How wide the table must be for its columns as they are, in points.
    fn needed_width(&self, ui: &Ui, id: Id) -> f32 {
        let drawn = ResizableWidths::of(ui, id).drawn;
        let are_outdated = drawn.is_empty() || self.asks_for_other_widths(ui, id);
        let resizable: f32 = if are_outdated { self.resizable_widths().iter().sum() } else { drawn.iter().sum() };
        let fixed = |column: &TableColumn<C>| match column.width {
            ColumnWidth::Exact(width) | ColumnWidth::Remainder { min: width } => Some(width),
            ColumnWidth::Resizable { .. } => None,
        };
        resizable + self.columns.iter().filter_map(fixed).sum::<f32>() + self.gaps()
    }

    /// How wide resizable columns are to be, in points.
    fn resizable_widths(&self) -> Vec<f32> {
        let is_resizable = |column: &&TableColumn<C>| matches!(column.width, ColumnWidth::Resizable { .. });
        self.columns.iter().filter(is_resizable).map(|column| column.width.initial()).collect()
    }

    /// Whether other widths are asked for than before, and not because a person dragged an edge to them: those that were
    /// drawn no longer count.
    fn asks_for_other_widths(&self, ui: &Ui, id: Id) -> bool {
        let (ResizableWidths { asked, drawn }, now) = (ResizableWidths::of(ui, id), self.resizable_widths());
        let is_drawn = drawn.len() == now.len() && drawn.iter().zip(&now).all(|(drawn, now)| (drawn - now).abs() < 1.0);
        asked != now && !is_drawn
    }

    fn remember_widths(&self, ui: &Ui, id: Id, drawn: &[f32]) {
        let resizable = |(column, drawn): (&TableColumn<C>, &f32)| match column.width {
            ColumnWidth::Exact(_) | ColumnWidth::Remainder { .. } => None,
            ColumnWidth::Resizable { .. } => Some(*drawn),
        };
        let drawn = drawn.get(usize::from(self.marks.is_some())..).unwrap_or_default();
        let drawn = self.columns.iter().zip(drawn).filter_map(resizable).collect();
        let widths = ResizableWidths { asked: self.resizable_widths(), drawn };
        ui.data_mut(|data| data.insert_temp(id.with("widths"), widths));
    }

    /// The widths, where a person just let go of an edge and one is not what it was.
    fn dragged(&self, ui: &Ui, drawn: &[f32]) -> Option<Vec<f32>> {
        let is_other = |(column, drawn): (&TableColumn<C>, &f32)| match column.width {
            ColumnWidth::Resizable { initial, .. } => (initial - drawn).abs() >= 1.0,
            ColumnWidth::Exact(_) | ColumnWidth::Remainder { .. } => false,
        };
        let drawn = drawn.get(usize::from(self.marks.is_some())..).unwrap_or_default();
        let is_released = ui.input(|input| input.pointer.any_released());
        (is_released && self.columns.iter().zip(drawn).any(is_other)).then(|| drawn.to_vec())
    }

    fn gaps(&self) -> f32 {
        let marks = if self.marks.is_some() { MARKS_WIDTH } else { 0.0 };
        marks + space::M * self.columns.len().saturating_sub(1) as f32
    }

    /// Puts the table into `content`, which is scrolled sideways by so many points, and the scroll bar beside it, into the
    /// margin.
    fn place(
        &self,
        ui: &mut Ui,
        id: Id,
        (content, scrolled): (Rect, f32),
        row_name: &marks::RowName<'_>,
        cell: &mut dyn FnMut(&mut TableCell<'_, C>),
    ) -> TableOutput<C> {
        let mut with_lane = content;
        with_lane.max.x += BLEED;
        ui.scope_builder(UiBuilder::new().max_rect(with_lane), |ui| {
            set_lane(ui, BLEED);
            self.draw(ui, id, (content.x_range(), scrolled), row_name, cell)
        })
        .inner
    }

    /// The columns, where a person left them or as wide as they are now to be.
    fn builder<'u>(&self, ui: &'u mut Ui, id: Id) -> TableBuilder<'u> {
        let has_other_widths = self.asks_for_other_widths(ui, id);
        let mut builder = TableBuilder::new(ui)
            .id_salt(self.name)
            .cell_layout(egui::Layout::left_to_right(egui::Align::Center))
            .auto_shrink([false, false])
            .min_scrolled_height(0.0)
            .animate_scrolling(false);
        if has_other_widths {
            builder.reset();
        }
        if self.marks.is_some() {
            builder = builder.column(egui_extras::Column::exact(marks::WIDTH));
        }
        for column in self.columns {
            builder = builder.column(to_extras(column.width));
        }
        builder
    }

    fn draw(
        &self,
        ui: &mut Ui,
        id: Id,
        (x_range, scrolled): (Rangef, f32),
        row_name: &marks::RowName<'_>,
        cell: &mut dyn FnMut(&mut TableCell<'_, C>),
    ) -> TableOutput<C> {
        let mut output = TableOutput::default();
        let mut kept = KeptColumn::new(ui, if self.keeps_first_column { scrolled } else { 0.0 });
        let mut rows = row::TableRows::new(ui, id, self.rows, self.selected, x_range);
        rows.can_be_marked = self.marks.is_some();
        let ctx = ui.ctx().clone();
        let reveal = self.scroll_to.or(self.focus);
        let view = ui.available_height() - HEADER;
        let scroll = TableScroll::new(ui, id, (self.rows, self.row_height), view, reveal);
        rows.long = scroll.is_long().then_some(scroll);
        let mut builder = self.builder(ui, id);
        if let Some(row) = self.focus {
            rows.focus(&ctx, row);
        }
        if let Some(row) = reveal.filter(|_| !scroll.is_long()) {
            builder = builder.scroll_to_row(row, None);
        }
        if let Some(offset) = scroll.offset() {
            builder = builder.vertical_scroll_offset(offset);
        }
        let mut table = builder.header(HEADER, |mut header| {
            if let Some(marks) = self.marks {
                header.col(|ui| output.marked = marks::header_ui(ui, self.rows, marks));
            }
            for (index, column) in self.columns.iter().enumerate() {
                let title = self.titles.get(index).map_or(column.title, String::as_str);
                header.col(|ui| {
                    if ui.is_sizing_pass() {
                        // The cells below are not the library's: it measures the header alone.
                        ui.expand_to_include_rect(ui.max_rect());
                    }
                    kept.cell_ui(ui, index, |ui| {
                        output.sort = header::title_ui(ui, column, title, self.sort).or(output.sort);
                    });
                });
            }
        });
        let line = table.ui_mut().cursor().top();
        paint::hline(table.ui_mut(), x_range.expand(BLEED), line);
        let area = table.body(|mut body| {
            rows.clip = body.ui_mut().clip_rect();
            let widths = body.widths().to_vec();
            self.remember_widths(body.ui_mut(), id, &widths);
            output.widths = self.dragged(body.ui_mut(), &widths);
            body.rows(self.row_height, scroll.rows_in_area(), |mut row| {
                let index = scroll.row(row.index());
                // The whole row is in one cell of the library's: a `Ui` for each cell was half of what a table costs.
                row.col(|ui| {
                    rows.begin(ui, index, row_name, &mut output);
                    self.row_ui(ui, (index, row_name), (&widths, &kept), cell, &mut output);
                });
            });
        });
        scroll.end(ui, &area);
        rows.end(ui, &output.visible);
        output
    }

    /// The mark and the cells of a row, as wide as their columns.
    fn row_ui(
        &self,
        ui: &mut Ui,
        (index, row_name): (usize, &marks::RowName<'_>),
        (widths, kept): (&[f32], &KeptColumn),
        cell: &mut dyn FnMut(&mut TableCell<'_, C>),
        output: &mut TableOutput<C>,
    ) {
        let whole = ui.max_rect();
        let (mut left, mut widths) = (whole.left(), widths.iter().copied());
        let mut next = || {
            let x_range = Rangef::new(left, left + widths.next().unwrap_or_default());
            left = x_range.max + space::M;
            Rect::from_x_y_ranges(x_range, whole.y_range())
        };
        if let Some(RowMarks { is_marked, .. }) = self.marks {
            let marked = is_marked(index);
            output.marked = marks::row_ui(ui, next(), index, row_name, marked).or(output.marked);
        }
        let selected = self.selected == Some(index);
        for (at, column) in self.columns.iter().enumerate() {
            let rect = next();
            kept.in_row(ui, at, rect, |ui, rect| cell(&mut TableCell::new(ui, rect, index, column, selected)));
        }
    }
}

fn to_extras(width: ColumnWidth) -> egui_extras::Column {
    match width {
        ColumnWidth::Exact(width) => egui_extras::Column::exact(width),
        ColumnWidth::Resizable { initial, min } => {
            egui_extras::Column::initial(initial).at_least(min).clip(true).resizable(true)
        }
        ColumnWidth::Remainder { min } => egui_extras::Column::remainder().at_least(min).clip(true),
    }
}

/// The ground of a row in its state; most have none.
fn ground(ui: &Ui, selected: bool, hovered: bool) -> Option<egui::Color32> {
    let tokens = tokens(ui);
    match (selected, hovered) {
        (true, _) => Some(tokens.selected_row),
        (false, true) => Some(tokens.hover),
        (false, false) => None,
    }
}
