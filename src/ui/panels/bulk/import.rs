//! A file of ids and amounts: chosen, looked at, and turned into a plan.

use egui::Ui;
use strum::IntoEnumIterator as _;

use crate::app::features::bulk::{
    AmountColumn, BulkAction, BulkKind, ImportColumns, ImportState, ImportTable, text as bulk_text,
};
use crate::app::{Action, State};
use crate::domain::text::visible;
use crate::ui::icons::Icon;
use crate::ui::list::row_height;
use crate::ui::tokens::{Text, Tone, space, tokens};
use crate::ui::widgets::table::{ColumnWidth, TableCell};
use crate::ui::widgets::title::title_ui;
use crate::ui::widgets::{
    Button, FilterChange, FilterMenu, Notice, Table, TableColumn, TextField, check_ui, label_ui, loading_ui,
    segmented_ui, text_width,
};

use super::text;

const PATH_WIDTH: f32 = 420.0;
/// Rows and columns that are shown of the file.
const ROWS_SHOWN: usize = 200;
const COLUMNS_SHOWN: usize = 12;
/// Columns are as wide as their longest cell among the first rows, within these bounds, in points.
const COLUMN_WIDTHS: std::ops::RangeInclusive<f32> = 110.0..=420.0;
const ROWS_MEASURED: usize = 20;
/// Longest text of a cell that is shown, in characters.
const CELL_CHARS: usize = 80;

/// What the window keeps of an import.
#[derive(Debug, Default)]
pub(super) struct ImportDraft {
    path: String,
    kind: Option<BulkKind>,
    /// What was guessed of the file of this name, or chosen since.
    columns: Option<(String, ImportColumns)>,
    /// Whether the amounts are asked for, of what that was found out: it takes a look at every cell.
    asks: Option<((String, usize, BulkKind, ImportColumns), bool)>,
}

impl ImportDraft {
    fn asks_for_amounts(&mut self, table: &ImportTable) -> bool {
        let (kind, columns) = (kind_of(self), columns_of(table, self));
        let of = (table.name.clone(), table.rows.len(), kind, columns);
        match &self.asks {
            Some((known, asks)) if *known == of => *asks,
            _ => self.asks.insert((of, table.asks_for_amounts(kind, columns))).1,
        }
    }
}

/// Draws the page.
pub(super) fn import_ui(
    ui: &mut Ui,
    state: &State,
    import: &ImportState,
    draft: &mut ImportDraft,
    actions: &mut Vec<Action>,
) {
    title_ui(ui, text::IMPORT, |ui| {
        if let ImportState::Read(table) = import {
            check_button_ui(ui, table, draft, actions);
            ui.add_space(space::S);
        }
        if Button::secondary(text::BACK).ui(ui).clicked() {
            actions.push(Action::Bulk(BulkAction::LeaveImport));
        }
    });
    ui.add_space(space::S);
    match import {
        ImportState::Closed => {}
        ImportState::Reading => loading_ui(ui, text::READING_FILE, 8, row_height(state)),
        ImportState::Choosing(problem) => {
            if let Some(problem) = problem {
                Notice::new(Tone::Danger, &problem.what_to_do).title(&problem.what).ui(ui);
                ui.add_space(space::S);
            }
            choose_ui(ui, draft, actions);
        }
        ImportState::Read(table) => table_ui(ui, state, table, draft, actions),
    }
}

fn choose_ui(ui: &mut Ui, draft: &mut ImportDraft, actions: &mut Vec<Action>) {
    let mut read = |path| actions.push(Action::Bulk(BulkAction::ReadFile(path)));
    label_ui(ui, Text::Body, tokens(ui).text, text::WHAT_FILE);
    ui.add_space(space::M);
    if Button::primary(text::CHOOSE_FILE).icon(Icon::Attach).ui(ui).clicked() {
        read(None);
    }
    ui.add_space(space::M);
    let field = TextField::labelled(text::FILE_PATH, &mut draft.path).hint(text::FILE_PATH_HINT).width(PATH_WIDTH);
    let shown = field.ui(ui);
    ui.add_space(space::S);
    let missing = draft.path.trim().is_empty().then_some(text::NO_PATH);
    if Button::secondary(text::READ_FILE).disabled(missing).ui(ui).clicked() || shown.submitted && missing.is_none() {
        read(Some(draft.path.trim().to_owned()));
    }
    let dropped = ui.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
    if let Some(path) = dropped {
        read(Some(path.to_string_lossy().into_owned()));
    }
}

/// What is done with the rows; a capture to begin with.
fn kind_of(draft: &ImportDraft) -> BulkKind {
    draft.kind.unwrap_or(BulkKind::Capture)
}

fn columns_of(table: &ImportTable, draft: &ImportDraft) -> ImportColumns {
    let known = draft.columns.as_ref().filter(|(name, _)| *name == table.name).map(|(_, columns)| *columns);
    known.unwrap_or_else(|| table.guess(kind_of(draft)))
}

fn check_button_ui(ui: &mut Ui, table: &ImportTable, draft: &mut ImportDraft, actions: &mut Vec<Action>) {
    let (kind, columns) = (kind_of(draft), columns_of(table, draft));
    let rows = table.data(columns.has_titles).len();
    let asked = draft.asks_for_amounts(table).then(bulk_text::choose_amounts);
    let refusal = if rows == 0 { Some(text::NO_ROWS) } else { asked.as_deref() };
    if Button::primary(&text::check_rows(rows)).hint(text::CHECK_HINT).disabled(refusal).ui(ui).clicked() {
        let amount = if kind.takes_amounts() { columns.amount } else { AmountColumn::InFull };
        actions.push(Action::Bulk(BulkAction::PlanFile { kind, columns: ImportColumns { amount, ..columns } }));
    }
}

fn table_ui(ui: &mut Ui, state: &State, table: &ImportTable, draft: &mut ImportDraft, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        label_ui(ui, Text::Strong, tokens(ui).text, &visible(&table.name, 80));
        if Button::link(text::OTHER_FILE).ui(ui).clicked() {
            actions.push(Action::Bulk(BulkAction::Import));
        }
    });
    ui.add_space(space::S);
    let kinds: Vec<BulkKind> = BulkKind::iter().collect();
    let labels: Vec<&str> = kinds.iter().map(|kind| bulk_text::verb(*kind)).collect();
    let chosen = kinds.iter().position(|kind| *kind == kind_of(draft)).unwrap_or_default();
    if let Some(picked) = segmented_ui(ui, text::OPERATION, &labels, chosen) {
        draft.kind = kinds.get(picked).copied();
        draft.columns = None;
    }
    ui.add_space(space::S);
    let mut columns = columns_of(table, draft);
    columns_ui(ui, table, kind_of(draft), &mut columns);
    draft.columns = Some((table.name.clone(), columns));
    ui.add_space(space::S);
    if draft.asks_for_amounts(table) {
        Notice::new(Tone::Attention, &bulk_text::choose_amounts()).ui(ui);
        ui.add_space(space::S);
    }
    preview_ui(ui, state, table, columns);
}

/// Which column holds what.
fn columns_ui(ui: &mut Ui, table: &ImportTable, kind: BulkKind, columns: &mut ImportColumns) {
    let names: Vec<String> =
        (0..table.width()).map(|column| visible(&table.column_name(column, columns.has_titles), 40)).collect();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::XS);
        label_ui(ui, Text::Body, tokens(ui).subdued, text::ID_COLUMN);
        if let Some(FilterChange::Set(picked)) =
            FilterMenu::new(text::ID_COLUMN, &names, Some(columns.id)).always_set().ui(ui)
        {
            columns.id = picked;
        }
        if kind.takes_amounts() {
            amount_ui(ui, &names, &mut columns.amount);
        }
        optional_ui(ui, text::CURRENCY_COLUMN, &names, &mut columns.currency);
        if check_ui(ui, columns.has_titles, text::HAS_TITLES).clicked() {
            columns.has_titles = !columns.has_titles;
        }
    });
}

/// The column of the amounts, or that there is none.
fn amount_ui(ui: &mut Ui, names: &[String], column: &mut AmountColumn) {
    let none = [bulk_text::NO_AMOUNT_COLUMN.to_owned()];
    let choices: Vec<&String> = none.iter().chain(names).collect();
    let chosen = match *column {
        AmountColumn::NotChosen => None,
        AmountColumn::InFull => Some(0),
        AmountColumn::Column(column) => Some(column + 1),
    };
    match FilterMenu::new(text::AMOUNT_COLUMN, &choices, chosen).ui(ui) {
        Some(FilterChange::Set(picked)) => {
            *column = picked.checked_sub(1).map_or(AmountColumn::InFull, AmountColumn::Column);
        }
        Some(FilterChange::Cleared) => *column = AmountColumn::NotChosen,
        None => {}
    }
}

fn optional_ui(ui: &mut Ui, name: &str, names: &[String], column: &mut Option<usize>) {
    match FilterMenu::new(name, names, *column).ui(ui) {
        Some(FilterChange::Set(picked)) => *column = Some(picked),
        Some(FilterChange::Cleared) => *column = None,
        None => {}
    }
}

/// The first rows, as they are in the file.
fn preview_ui(ui: &mut Ui, state: &State, table: &ImportTable, columns: ImportColumns) {
    let shown = table.width().min(COLUMNS_SHOWN);
    let titles: Vec<String> = (0..shown).map(|index| table.column_name(index, columns.has_titles)).collect();
    let rows = table.data(columns.has_titles);
    let column = |index: usize| {
        let cells = rows.iter().take(ROWS_MEASURED).filter_map(|row| row.cells.get(index));
        let texts = cells.chain(titles.get(index)).map(|text| text_width(ui, Text::Body, &visible(text, CELL_CHARS)));
        let width = texts.fold(0.0, f32::max) + space::L;
        TableColumn::new(index, "", ColumnWidth::Exact(width.clamp(*COLUMN_WIDTHS.start(), *COLUMN_WIDTHS.end())))
    };
    let shown_columns: Vec<TableColumn<usize>> = (0..shown).map(column).collect();
    let name = |row: usize| rows.get(row).map(|row| row.cells.join(", ")).unwrap_or_default();
    let preview = Table::new(text::FILE_TABLE, &shown_columns, rows.len().min(ROWS_SHOWN)).titles(&titles);
    preview.row_height(row_height(state)).ui(ui, name, |cell: &mut TableCell<'_, usize>| {
        let text = rows.get(cell.row).and_then(|row| row.cells.get(cell.column));
        cell.text(&visible(text.map_or("", String::as_str), CELL_CHARS));
    });
}
