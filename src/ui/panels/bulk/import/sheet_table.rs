//! The first lines of the sheet as they are, and beside them what Paydesk understood.

use egui::{Rect, ScrollArea, Sense, Ui, UiBuilder, pos2, vec2};

use paydesk_core::Action;
use paydesk_core::features::bulk::{
    BulkAction, ColumnRole, Import, ImportChange, ImportGap, LineFate, UnderstoodLine, text as bulk_text,
};
use paydesk_domain::money::Money;
use paydesk_domain::sheet::{SheetCell, SheetLine};
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::table::{ColumnAlign, ColumnWidth, TableCell};
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Table, TableColumn, label_ui, text_width};

use super::role_chip::role_chip_ui;
use super::text;

const ROW: f32 = 32.0;
const CHIPS: f32 = 34.0;
/// Lines that are shown at first, and at once when all are.
const LINES_SHOWN: usize = 10;
const LINES_AT_ONCE: usize = 14;
/// Columns are as wide as their longest cell among the first lines, within these bounds, in points.
const COLUMN_WIDTHS: std::ops::RangeInclusive<f32> = 76.0..=230.0;
const REASON_WIDTH_MIN: f32 = 92.0;
const LINES_MEASURED: usize = 30;
const CELL_CHARS: usize = 80;
const NUMBER_WIDTH: f32 = 36.0;
const RESULT_WIDTH: f32 = 190.0;
const CUSTOMER_WIDTH: f32 = 110.0;
/// Of the room that is left, in points.
const CUSTOMER_MORE_MAX: f32 = 150.0;
const AMOUNT_WIDTH: f32 = 96.0;
const CURRENCY_WIDTH: f32 = 40.0;
/// What stands beside the columns of the file: line numbers, and what was understood.
const BESIDE_FILE: f32 = NUMBER_WIDTH + CUSTOMER_WIDTH + AMOUNT_WIDTH + CURRENCY_WIDTH + RESULT_WIDTH + 4.0 * space::M;

#[derive(Debug, Clone, Copy, PartialEq)]
enum SheetColumn {
    Number,
    /// Of the file, from 0.
    File(usize),
    Customer,
    Amount,
    Currency,
    Result,
}

/// What is drawn, and how wide.
struct Layout {
    columns: Vec<TableColumn<SheetColumn>>,
    titles: Vec<String>,
    hidden: Vec<String>,
    empty: Vec<String>,
    /// Columns without a role for which there is no room.
    left_out: Vec<String>,
}

impl Layout {
    fn width(&self) -> f32 {
        self.columns.iter().map(column_width).sum::<f32>() + space::M * self.columns.len().saturating_sub(1) as f32
    }
}

/// Draws the lines; whether a person asks for all of them, or for fewer.
pub(super) fn sheet_ui(ui: &mut Ui, import: &Import, shows_all: bool, actions: &mut Vec<Action>) -> bool {
    let layout = layout(ui, import);
    let all = import.understood().lines.len();
    let shown = if shows_all { all } else { all.min(LINES_SHOWN) };
    let rows = shown.min(LINES_AT_ONCE);
    let (available, height) = (ui.available_width(), CHIPS + ROW + rows as f32 * ROW + space::S);
    let width = layout.width().max(available);
    let mut lines_ui = |ui: &mut Ui| {
        ui.set_width(width);
        chips_ui(ui, import, &layout, height, actions);
        ui.allocate_ui(vec2(width, height - CHIPS), |ui| table_ui(ui, import, &layout, shown));
    };
    // The table has margins of its own, which widen nothing around it.
    let (rect, _) = ui.allocate_exact_size(vec2(available, height + space::M), Sense::hover());
    let mut lines = ui.new_child(UiBuilder::new().max_rect(rect));
    if width > available {
        ScrollArea::horizontal().id_salt("sheet").auto_shrink([false, false]).show(&mut lines, lines_ui);
    } else {
        lines_ui(&mut lines);
    }
    ui.add_space(space::XS);
    caption_ui(ui, &layout, (shown, all), shows_all)
}

fn caption_ui(ui: &mut Ui, layout: &Layout, (shown, all): (usize, usize), shows_all: bool) -> bool {
    let subdued = tokens(ui).subdued;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        label_ui(ui, Text::Small, subdued, &text::shown(shown, all));
        let change = if shows_all { "Show fewer" } else { "Show all" };
        let is_asked = all > LINES_SHOWN && Button::link(change).ui(ui).clicked();
        let note = |columns: &[String], words: fn(&[String]) -> String| (!columns.is_empty()).then(|| words(columns));
        let notes = [
            note(&layout.hidden, text::hidden_columns),
            note(&layout.empty, text::empty_columns),
            note(&layout.left_out, text::columns_left_out),
        ];
        for note in notes.into_iter().flatten() {
            label_ui(ui, Text::Small, subdued, &note);
        }
        is_asked
    })
    .inner
}

fn layout(ui: &Ui, import: &Import) -> Layout {
    let (data, kind) = (import.data(), import.interpretation().kind());
    let width = import.sheet().map_or(0, |sheet| sheet.width());
    let name = |column: usize| visible(&import.column_name(column), 40);
    let is_filled = |column: &usize| data.iter().any(|line| !line.cell(*column).is_empty());
    let is_hidden = |column: &usize| {
        import.is_hidden(*column)
            && import.interpretation().role(*column) == ColumnRole::Undecided
            && !is_open(import, *column)
    };
    let titled = |column: &usize| import.header().is_some_and(|line| !line.cell(*column).is_empty());
    let mut columns =
        vec![TableColumn::new(SheetColumn::Number, "", ColumnWidth::Exact(NUMBER_WIDTH)).right().named(text::LINE)];
    let mut titles = vec![import.header().map(|line| line.number.to_string()).unwrap_or_default()];
    let candidates: Vec<usize> = (0..width).filter(|column| is_filled(column) && !is_hidden(column)).collect();
    let mut shown: Vec<TableColumn<SheetColumn>> =
        candidates.iter().map(|column| file_column(ui, import, *column)).collect();
    let fits = columns_that_fit(ui, import, &candidates, &mut shown);
    let widths = shown;
    let mut left_out = Vec::new();
    for ((column, shown), fits) in candidates.into_iter().zip(widths).zip(fits) {
        if fits {
            columns.push(shown);
            titles.push(name(column));
        } else {
            left_out.push(name(column));
        }
    }
    let of_file: f32 = columns.iter().skip(1).map(|shown| column_width(shown) + space::M).sum();
    let left = (ui.available_width() - BESIDE_FILE - of_file).clamp(0.0, CUSTOMER_MORE_MAX);
    let of_result = [
        (SheetColumn::Customer, CUSTOMER_WIDTH + left, text::CUSTOMER),
        (SheetColumn::Amount, AMOUNT_WIDTH, text::moved(kind)),
        (SheetColumn::Currency, CURRENCY_WIDTH, ""),
    ];
    let names_people = import.understood().names_people;
    for (id, width, title) in of_result.into_iter().filter(|(id, ..)| *id != SheetColumn::Customer || names_people) {
        let column = TableColumn::new(id, title, ColumnWidth::Exact(width));
        columns.push(if id == SheetColumn::Amount { column.right() } else { column });
        titles.push(title.to_owned());
    }
    columns.push(TableColumn::new(SheetColumn::Result, text::RESULT, ColumnWidth::Remainder { min: RESULT_WIDTH }));
    titles.push(text::RESULT.to_owned());
    let names = |is: &dyn Fn(&usize) -> bool| (0..width).filter(|column| is(column)).map(name).collect();
    let empty = |column: &usize| !is_filled(column) && titled(column) && !is_hidden(column);
    Layout { columns, titles, hidden: names(&is_hidden), empty: names(&empty), left_out }
}

/// Which columns of the file are drawn, so that what was understood stays in sight: those that have a role or want one, and
/// of the others as many as there is room for, in their order. Where there is none, reasons are cut.
fn columns_that_fit(
    ui: &Ui,
    import: &Import,
    candidates: &[usize],
    shown: &mut [TableColumn<SheetColumn>],
) -> Vec<bool> {
    let interpretation = import.interpretation();
    let is_needed = |column: usize| {
        !matches!(interpretation.role(column), ColumnRole::Ignored | ColumnRole::Undecided) || is_open(import, column)
    };
    let needed = candidates.iter().zip(&*shown).filter(|(column, _)| is_needed(**column));
    let mut room =
        ui.available_width() - BESIDE_FILE - needed.map(|(_, shown)| column_width(shown) + space::M).sum::<f32>();
    for (column, shown) in candidates.iter().zip(&mut *shown) {
        if room < 0.0 && interpretation.role(*column) == ColumnRole::Reason {
            room += column_width(shown) - REASON_WIDTH_MIN;
            shown.width = ColumnWidth::Exact(REASON_WIDTH_MIN);
        }
    }
    let fits = |(column, shown): (&usize, &TableColumn<SheetColumn>)| {
        room -= if is_needed(*column) { 0.0 } else { column_width(shown) + space::M };
        is_needed(*column) || room >= 0.0
    };
    candidates.iter().zip(&*shown).map(fits).collect()
}

fn column_width(column: &TableColumn<SheetColumn>) -> f32 {
    match column.width {
        ColumnWidth::Exact(width) | ColumnWidth::Remainder { min: width } => width,
        ColumnWidth::Resizable { initial, .. } => initial,
    }
}

fn file_column(ui: &Ui, import: &Import, column: usize) -> TableColumn<SheetColumn> {
    let cells = || import.data().iter().take(LINES_MEASURED).map(|line| line.cell(column));
    let title = import.column_name(column);
    let kind = |text: &str| text_width(ui, Text::Mono, &visible(text, CELL_CHARS));
    let widest = cells().map(|cell| kind(cell.stored())).fold(text_width(ui, Text::SmallStrong, &title), f32::max);
    let width = (widest + space::XS).clamp(*COLUMN_WIDTHS.start(), *COLUMN_WIDTHS.end());
    // The chip above it is not cut.
    let width = if import.interpretation().role(column) == ColumnRole::Id { width.max(110.0) } else { width.max(92.0) };
    let shown = TableColumn::new(SheetColumn::File(column), "", ColumnWidth::Exact(width));
    if is_right(import, column) { shown.right() } else { shown }
}

/// Whether its cells are numbers, which stand at the right.
fn is_right(import: &Import, column: usize) -> bool {
    let is_number = |cell: &SheetCell| match cell {
        SheetCell::Number(_) | SheetCell::Formatted { .. } | SheetCell::Rewritten(_) => true,
        SheetCell::Text(text) | SheetCell::PartlyStruck(text) => {
            text.trim().starts_with(|c: char| c.is_ascii_digit() || c == '-')
        }
        SheetCell::Empty
        | SheetCell::Date(_)
        | SheetCell::Flag(_)
        | SheetCell::Error(_)
        | SheetCell::Doubtful { .. } => false,
    };
    let role = import.interpretation().role(column);
    let cells = || import.data().iter().take(LINES_MEASURED).map(|line| line.cell(column));
    let numbers = cells().filter(|cell| is_number(cell)).count();
    role == ColumnRole::Amount || (role != ColumnRole::Id && 2 * numbers > cells().count())
}

/// Whether a person has to say what a column is for.
fn is_open(import: &Import, column: usize) -> bool {
    match import.gap() {
        Some(ImportGap::NoAmounts(columns)) => columns.contains(&column),
        Some(ImportGap::NoId) => {
            let like = |sheet| import.interpretation().columns_like_amounts(sheet);
            import.interpretation().kind().moves_money()
                && import.interpretation().column_of(ColumnRole::Amount).is_none()
                && import.sheet().is_some_and(|sheet| like(sheet).contains(&column))
        }
        Some(ImportGap::NoCurrencies(of) | ImportGap::OtherUnit(of) | ImportGap::UnitColumn(of, _)) => *of == column,
        Some(
            ImportGap::UnitLine(..)
            | ImportGap::UnitSheet(_)
            | ImportGap::UnitFile(_)
            | ImportGap::OtherOperationLine(..)
            | ImportGap::OtherOperationSheet(_)
            | ImportGap::OtherOperationFile(_)
            | ImportGap::NoLines
            | ImportGap::Damaged(_)
            | ImportGap::Unread(_)
            | ImportGap::NothingLeft,
        )
        | None => false,
    }
}

/// The roles above the columns, and the rule between the sheet, `height` points high, and what was understood of it.
fn chips_ui(ui: &mut Ui, import: &Import, layout: &Layout, height: f32, actions: &mut Vec<Action>) {
    let row = Rect::from_min_size(ui.cursor().min, vec2(layout.width(), CHIPS));
    ui.allocate_rect(row, Sense::hover());
    let (mut left, mut has_rule) = (row.left(), false);
    for column in &layout.columns {
        let width = column_width(column);
        let cell = Rect::from_min_size(pos2(left, row.top()), vec2(width, CHIPS));
        left += width + space::M;
        if !matches!(column.id, SheetColumn::Number | SheetColumn::File(_)) && !has_rule {
            has_rule = true;
            let rule = cell.left() - space::M / 2.0;
            ui.painter().vline(rule, row.top()..=row.top() + height, tokens(ui).hairline());
        }
        if let SheetColumn::File(index) = column.id {
            let name = text::role_of(&visible(&import.column_name(index), 40));
            let role = import.interpretation().role(index);
            let is_right = column.align == ColumnAlign::Right;
            let kind = import.interpretation().kind();
            if let Some(role) = role_chip_ui(ui, cell, &name, kind, (role, is_open(import, index), is_right)) {
                actions.push(Action::Bulk(BulkAction::ChangeImport(import.id(), ImportChange::Role(index, role))));
            }
        }
    }
}

fn table_ui(ui: &mut Ui, import: &Import, layout: &Layout, shown: usize) {
    let understood = &import.understood().lines;
    let name = |row: usize| understood.get(row).map(line_name).unwrap_or_default();
    let table = Table::new("Lines of the file", &layout.columns, shown).titles(&layout.titles).row_height(ROW);
    table.ui(ui, name, |cell: &mut TableCell<'_, SheetColumn>| {
        let known = understood.get(cell.row);
        let Some((line, known)) = known.and_then(|known| Some((import.line(known.number)?, known))) else { return };
        match cell.column {
            SheetColumn::Number => drop(cell.subdued(&line.number.to_string())),
            SheetColumn::File(column) => file_cell(cell, import, line, column),
            SheetColumn::Customer => {
                drop(cell.text(&known.customer.as_deref().map(|name| visible(name, CELL_CHARS)).unwrap_or_default()));
            }
            SheetColumn::Amount => amount_cell(cell, known),
            SheetColumn::Currency => {
                drop(cell.currency(known.amount.as_ref().map_or("", |amount| amount.currency.code())));
            }
            SheetColumn::Result => result_cell(cell, known),
        }
    });
}

/// `Line 4, pay_123, 20.00 EUR, Ready`
fn line_name(line: &UnderstoodLine) -> String {
    let amount = line.amount.as_ref().map(Money::to_string);
    let parts = [Some(text::line(line.number)), Some(visible(&line.target, CELL_CHARS)), amount, Some(result(line))];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn result(line: &UnderstoodLine) -> String {
    match &line.fate {
        LineFate::Ready => match &line.refunded_before {
            Some(before) => text::ready_after(before),
            None => text::READY.to_owned(),
        },
        LineFate::ToRead => text::TO_READ.to_owned(),
        LineFate::NotImported(why) => bulk_text::exclusion(why),
    }
}

fn file_cell(cell: &mut TableCell<'_, SheetColumn>, import: &Import, line: &SheetLine, column: usize) {
    let role = import.interpretation().role(column);
    let stored = line.cell(column);
    match role {
        ColumnRole::Id | ColumnRole::Amount | ColumnRole::Currency if stored.is_empty() => {
            cell.toned(Icon::Warning, "empty", Tone::Attention);
        }
        ColumnRole::Id | ColumnRole::Amount => drop(cell.mono(&visible(stored.stored(), CELL_CHARS))),
        ColumnRole::Currency | ColumnRole::Reason => drop(cell.text(&visible(stored.stored(), CELL_CHARS))),
        ColumnRole::Ignored | ColumnRole::Undecided => drop(cell.subdued(&visible(stored.stored(), CELL_CHARS))),
    }
}

fn amount_cell(cell: &mut TableCell<'_, SheetColumn>, line: &UnderstoodLine) {
    let amount = line.amount.as_ref().map(Money::amount_text).unwrap_or_default();
    match line.fate {
        LineFate::Ready | LineFate::ToRead => drop(cell.amount(&amount)),
        LineFate::NotImported(_) => drop(cell.subdued(&amount)),
    }
}

fn result_cell(cell: &mut TableCell<'_, SheetColumn>, line: &UnderstoodLine) {
    let (icon, tone) = match &line.fate {
        LineFate::Ready if line.refunded_before.is_some() => (Icon::Warning, Tone::Attention),
        LineFate::Ready => (Icon::Success, Tone::Positive),
        LineFate::ToRead => (Icon::Clock, Tone::Neutral),
        LineFate::NotImported(_) => (Icon::Prohibited, Tone::Attention),
    };
    cell.toned(icon, &result(line), tone);
}
