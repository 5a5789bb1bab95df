//! Tables: columns as wide as their share of the page, or wider where their numbers need it; rows that do not fit are
//! counted in the last one.

use paydesk_domain::report_page::{ReportCell, ReportColumn, ReportTable};

use super::colors::{GRID, INK, SUBDUED};
use super::drawing::Point;
use super::lines::TextStyle;
use super::report_setter::{Align, LEFT, RIGHT, ReportSetter};

/// From the top of a table to its first row: title and titles of columns.
pub const ABOVE_ROWS: f32 = 55.0;
/// Free between two columns.
const GUTTER: f32 = 14.0;
/// Free behind units, in addition.
const UNIT_GUTTER: f32 = 14.0;
/// Between an amount and its currency.
const UNIT_GAP: f32 = 6.0;
/// Most width of a currency or another unit.
const UNIT_MAX: f32 = 90.0;
/// A column of texts is shortened to its share of the page, and no further than this.
const TEXT_MIN: f32 = 120.0;
/// Sizes of cells, of which the first is taken at which all numbers fit.
const SIZES: [f32; 6] = [15.0, 14.0, 13.0, 12.0, 11.0, 10.0];

const TITLE: TextStyle = TextStyle::strong(17.0, INK);
const COLUMN_TITLE: TextStyle = TextStyle::strong(13.0, SUBDUED);
const CELL: TextStyle = TextStyle::regular(15.0, INK);
const STRONG_CELL: TextStyle = TextStyle::strong(15.0, INK);
const REMARK: TextStyle = TextStyle::regular(15.0, SUBDUED);
const UNIT: TextStyle = TextStyle::regular(13.0, SUBDUED);

/// Returns how high a table with so many rows is.
pub fn height(rows: usize, row_height: f32) -> f32 {
    ABOVE_ROWS + row_height * rows as f32
}

/// Draws `shown` rows of a table; if it has more, the last of them says how many.
pub fn draw(setter: &mut ReportSetter<'_>, table: &ReportTable, top: f32, shown: usize, row_height: f32) {
    let rows = if shown < table.rows.len() { &table.rows[..shown.saturating_sub(1)] } else { &table.rows };
    setter.text_within(&table.title, TITLE, Point::new(LEFT, top + 16.0), Align::Left, RIGHT - LEFT);
    let size_max = row_height * 0.6;
    let (columns, size) = fitting_columns(setter, table, size_max);
    for (column, place) in table.columns.iter().zip(&columns) {
        let style = COLUMN_TITLE.of_size(COLUMN_TITLE.size.min(size));
        draw_in(setter, &column.title, style, place, top + 44.0);
    }
    let first = top + ABOVE_ROWS;
    setter.rule(LEFT, RIGHT, first - 1.0, 1.0, GRID);
    for (index, row) in rows.iter().enumerate() {
        let row_top = first + row_height * index as f32;
        draw_row(setter, row, &columns, size, baseline(row_top, row_height, size));
        setter.rule(LEFT, RIGHT, row_top + row_height - 1.0, 1.0, GRID);
    }
    if rows.len() < table.rows.len() {
        let row_top = first + row_height * rows.len() as f32;
        let more = format!("and {} more", table.rows.len() - rows.len());
        let at = Point::new(LEFT, baseline(row_top, row_height, size));
        setter.text(&more, REMARK.of_size(size), at, Align::Left);
        setter.rule(LEFT, RIGHT, row_top + row_height - 1.0, 1.0, GRID);
    }
}

/// Capitals are 0.7 of the size high: their middle is that of the row.
fn baseline(row_top: f32, row_height: f32, size: f32) -> f32 {
    row_top + row_height / 2.0 + 0.35 * size
}

/// Where a column is.
#[derive(Debug, Clone, Copy)]
struct ColumnPlace {
    left: f32,
    /// Of its texts; units are right of it.
    right: f32,
    is_right: bool,
    /// Where the next column begins.
    next: f32,
}

impl ColumnPlace {
    fn room(self) -> f32 {
        self.right - self.left
    }
}

fn draw_in(setter: &mut ReportSetter<'_>, text: &str, style: TextStyle, place: &ColumnPlace, baseline: f32) {
    let (x, align) = if place.is_right { (place.right, Align::Right) } else { (place.left, Align::Left) };
    setter.text_within(text, style, Point::new(x, baseline), align, place.room());
}

fn draw_row(setter: &mut ReportSetter<'_>, row: &[ReportCell], columns: &[ColumnPlace], size: f32, baseline: f32) {
    for (index, (cell, place)) in row.iter().zip(columns).enumerate() {
        let style = if cell.is_strong { STRONG_CELL } else { CELL }.of_size(size);
        let is_remark = cell.text.is_empty() && !cell.unit.is_empty();
        let (text, style) = if is_remark { (&cell.unit, REMARK.of_size(size)) } else { (&cell.text, style) };
        let width = style.width(text, setter.typefaces);
        if is_remark || width > place.room() {
            let room = run_on_to(row, columns, index) - place.left;
            if width.min(room) > place.room() || is_remark {
                setter.text_within(text, style, Point::new(place.left, baseline), Align::Left, room);
                continue;
            }
        }
        draw_in(setter, text, style, place, baseline);
        let text_right = if place.is_right { place.right } else { place.left + width.min(place.room()) };
        let unit_at = Point::new(text_right + UNIT_GAP, baseline);
        let unit_room = place.next - GUTTER - unit_at.x;
        setter.text_within(&cell.unit, UNIT.of_size(UNIT.size.min(size)), unit_at, Align::Left, unit_room);
    }
}

/// How far to the right a text may reach: over the empty cells behind it.
fn run_on_to(row: &[ReportCell], columns: &[ColumnPlace], index: usize) -> f32 {
    let is_empty = |at: &usize| row.get(*at).is_none_or(|cell| cell.text.is_empty() && cell.unit.is_empty());
    let last = (index + 1..columns.len()).take_while(is_empty).last();
    columns[last.unwrap_or(index)].next - GUTTER
}

/// The places of columns, and the size of their cells: the largest one at which all numbers fit.
fn fitting_columns(setter: &ReportSetter<'_>, table: &ReportTable, size_max: f32) -> (Vec<ColumnPlace>, f32) {
    // What is free behind the last column is outside of the page.
    let all = RIGHT - LEFT + GUTTER;
    let sizes: Vec<f32> = SIZES.into_iter().map(|size| size.min(size_max)).collect();
    let needs = |size: f32| -> Vec<ColumnNeed> {
        let columns = table.columns.iter().enumerate();
        columns.map(|(index, column)| ColumnNeed::of(setter, table, index, column, size)).collect()
    };
    let fits = |size: &f32| needs(*size).iter().map(ColumnNeed::least).sum::<f32>() <= all;
    let smallest = sizes.last().copied().unwrap_or(size_max);
    let size = sizes.into_iter().find(fits).unwrap_or(smallest);
    let needs = needs(size);
    let mut left = LEFT;
    let place = |((need, width), column): ((&ColumnNeed, f32), &ReportColumn)| {
        let next = left + width;
        let unit = need.unit.min((width - GUTTER) / 2.0).max(0.0);
        let place = ColumnPlace { left, right: next - GUTTER - unit, is_right: column.is_right, next };
        left = next;
        place
    };
    (needs.iter().zip(widths(&needs, all)).zip(&table.columns).map(place).collect(), size)
}

/// How much room a column needs and would have.
#[derive(Debug, Clone, Copy)]
struct ColumnNeed {
    /// Its share of the width.
    share: f32,
    /// With its widest text, its units and the gutter.
    whole: f32,
    /// Of these, the widest unit with what is before it.
    unit: f32,
    is_right: bool,
}

impl ColumnNeed {
    fn of(setter: &ReportSetter<'_>, table: &ReportTable, index: usize, column: &ReportColumn, size: f32) -> Self {
        let typefaces = setter.typefaces;
        let shares: f32 = table.columns.iter().map(|column| column.width as f32).sum();
        let share = if shares > 0.0 { column.width as f32 / shares } else { 1.0 / table.columns.len() as f32 };
        let cells = || table.rows.iter().filter_map(|row| row.get(index)).filter(|cell| !cell.text.is_empty());
        let unit_style = UNIT.of_size(UNIT.size.min(size));
        let units = cells().filter(|cell| !cell.unit.is_empty());
        let units = units.map(|cell| UNIT_GAP + unit_style.width(&cell.unit, typefaces).min(UNIT_MAX));
        let unit = units.fold(0.0, f32::max);
        let is_last = index + 1 == table.columns.len();
        let unit = if unit > 0.0 && !is_last { unit + UNIT_GUTTER } else { unit };
        let title = COLUMN_TITLE.of_size(COLUMN_TITLE.size.min(size)).width(&column.title, typefaces);
        let texts = cells().map(|cell| {
            let style = if cell.is_strong { STRONG_CELL } else { CELL };
            style.of_size(size).width(&cell.text, typefaces)
        });
        let whole = texts.fold(title, f32::max) + unit + GUTTER;
        Self { share: share * (RIGHT - LEFT + GUTTER), whole: whole.ceil(), unit, is_right: column.is_right }
    }

    /// What it cannot do without: texts can be shortened, numbers cannot.
    fn least(&self) -> f32 {
        if self.is_right { self.whole } else { self.whole.min(self.share.max(TEXT_MIN)) }
    }
}

/// Divides the width among columns: by their shares if each has enough, else what each needs first.
fn widths(needs: &[ColumnNeed], all: f32) -> Vec<f32> {
    if needs.iter().all(|need| need.least() <= need.share) {
        return needs.iter().map(|need| need.share).collect();
    }
    let least: f32 = needs.iter().map(ColumnNeed::least).sum();
    if least <= all {
        return needs.iter().map(|need| need.least() + need.share * (all - least) / all).collect();
    }
    // Even the smallest letters are too wide: the widest columns give way until the others have what they need.
    let mut sorted: Vec<f32> = needs.iter().map(ColumnNeed::least).collect();
    sorted.sort_by(f32::total_cmp);
    let (mut left, mut limit) = (all, 0.0);
    for (index, need) in sorted.iter().enumerate() {
        limit = left / (sorted.len() - index) as f32;
        if *need > limit {
            break;
        }
        left -= need;
    }
    needs.iter().map(|need| need.least().min(limit)).collect()
}
