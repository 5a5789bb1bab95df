//! What went wrong, by code and endpoint.

use egui::Ui;

use paydesk_core::features::requests::{CallFilter, FailureGroup, RequestsAction, RequestsView};
use paydesk_core::{Action, State};
use paydesk_domain::money::grouped_count;
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::table::{ColumnWidth, TableCell};
use paydesk_widgets::tokens::size;
use paydesk_widgets::{Table, TableColumn, empty_ui};

use super::text;

/// What the columns show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ErrorColumn {
    Code,
    Endpoint,
    Count,
    Last,
    Why,
}

const COLUMNS: [TableColumn<ErrorColumn>; 5] = [
    TableColumn::new(ErrorColumn::Code, text::CODE, ColumnWidth::Exact(130.0)),
    TableColumn::new(ErrorColumn::Endpoint, text::ENDPOINT, ColumnWidth::Exact(260.0)),
    TableColumn::new(ErrorColumn::Count, text::CALLS, ColumnWidth::Exact(52.0)).right(),
    TableColumn::new(ErrorColumn::Last, "Latest", ColumnWidth::Exact(92.0)),
    TableColumn::new(ErrorColumn::Why, "Latest message", ColumnWidth::Remainder { min: 180.0 }),
];

/// Draws the groups; one leads to its calls.
pub(super) fn errors_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let groups = state.workspace.requests.log().groups();
    if groups.is_empty() {
        empty_ui(ui, Icon::Success, "No errors in the recorded requests", None);
        return;
    }
    let table = Table::new("Errors table", &COLUMNS, groups.len()).row_height(size::ROW_COMPACT);
    let name = |row: usize| groups.get(row).map(row_name).unwrap_or_default();
    let output = table.ui(ui, name, |cell| {
        if let Some(group) = groups.get(cell.row) {
            cell_ui(cell, group);
        }
    });
    if let Some(group) = output.clicked.or(output.opened).and_then(|row| groups.get(row)) {
        let filter = CallFilter { group: Some(group.key.clone()), ..CallFilter::default() };
        actions.push(Action::Requests(RequestsAction::Filter(filter)));
        actions.push(Action::Requests(RequestsAction::Show(RequestsView::Calls)));
    }
}

fn endpoint(group: &FailureGroup) -> String {
    format!("{} {}", group.key.method, group.key.pattern)
}

fn row_name(group: &FailureGroup) -> String {
    let times = if group.count == 1 { "once".to_owned() } else { text::times(grouped_count(group.count as u64)) };
    text::of(visible(&group.key.code, 60), endpoint(group), &times)
}

fn cell_ui(cell: &mut TableCell<'_, ErrorColumn>, group: &FailureGroup) {
    match cell.column {
        ErrorColumn::Code => drop(cell.text(&visible(&group.key.code, 60))),
        ErrorColumn::Endpoint => drop(cell.mono(&endpoint(group)).on_hover_text(group.name)),
        ErrorColumn::Count => drop(cell.text(&grouped_count(group.count as u64))),
        ErrorColumn::Last => drop(cell.subdued(&group.last_text)),
        ErrorColumn::Why => drop(cell.subdued(&group.why)),
    }
}
