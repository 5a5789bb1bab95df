//! What went wrong, by code and endpoint.

use egui::Ui;

use crate::app::features::requests::{CallFilter, Group, RequestsAction, RequestsView};
use crate::app::{Action, State};
use crate::domain::money::grouped_count;
use crate::domain::text::visible;
use crate::ui::icons::Icon;
use crate::ui::tokens::size;
use crate::ui::widgets::table::{ColumnWidth, TableCell};
use crate::ui::widgets::{Column, Table, empty_ui};

/// What the columns tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ColumnId {
    Code,
    Endpoint,
    Count,
    Last,
    Why,
}

const COLUMNS: [Column<ColumnId>; 5] = [
    Column::new(ColumnId::Code, "Code", ColumnWidth::Exact(130.0)),
    Column::new(ColumnId::Endpoint, "Endpoint", ColumnWidth::Exact(260.0)),
    Column::new(ColumnId::Count, "Calls", ColumnWidth::Exact(52.0)).right(),
    Column::new(ColumnId::Last, "Latest", ColumnWidth::Exact(92.0)),
    Column::new(ColumnId::Why, "In the words of the latest", ColumnWidth::Remainder { min: 180.0 }),
];

/// Draws the groups; one leads to its calls.
pub(super) fn errors_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let groups = state.workspace.requests.log().groups();
    if groups.is_empty() {
        empty_ui(ui, Icon::Success, "Nothing went wrong in the calls that are kept", None);
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

fn endpoint(group: &Group) -> String {
    format!("{} {}", group.key.method, group.key.pattern)
}

fn row_name(group: &Group) -> String {
    let times =
        if group.count == 1 { "once".to_owned() } else { format!("{} times", grouped_count(group.count as u64)) };
    format!("{} of {}, {times}", visible(&group.key.code, 60), endpoint(group))
}

fn cell_ui(cell: &mut TableCell<'_, ColumnId>, group: &Group) {
    match cell.column {
        ColumnId::Code => drop(cell.text(&visible(&group.key.code, 60))),
        ColumnId::Endpoint => drop(cell.mono(&endpoint(group)).on_hover_text(group.name)),
        ColumnId::Count => drop(cell.text(&grouped_count(group.count as u64))),
        ColumnId::Last => drop(cell.subdued(&group.last_text)),
        ColumnId::Why => drop(cell.subdued(&group.why)),
    }
}
