//! The items of a bulk run that waits for approval: what is decided on is all of them.

use egui::{Rect, Ui, UiBuilder};

use crate::customer_cell::customer_or_id_ui;
use paydesk_core::features::approvals::{Approval, ApprovalsAction, RunItems};
use paydesk_core::features::bulk::{BulkItem, BulkKind};
use paydesk_core::{Action, State};
use paydesk_domain::text::{visible, visible_id};
use paydesk_widgets::table::{BLEED, ColumnWidth, TableCell, height_of};
use paydesk_widgets::tokens::{Tone, size, space};
use paydesk_widgets::{Button, Notice, Table, TableColumn, loading_ui};

use super::text;

/// Most rows seen at once.
const ROWS: usize = 12;
/// Longest reason of one item that is shown, in characters.
const REASON_CHARS: usize = 255;
const CUSTOMER_CHARS: usize = 80;

#[derive(Debug, Clone, Copy, PartialEq)]
enum ItemColumn {
    Customer,
    Status,
    Amount,
}

const COLUMNS: [TableColumn<ItemColumn>; 3] = [
    TableColumn::new(ItemColumn::Customer, text::CUSTOMER, ColumnWidth::Remainder { min: 100.0 }),
    TableColumn::new(ItemColumn::Status, text::STATUS, ColumnWidth::Exact(110.0)),
    TableColumn::new(ItemColumn::Amount, text::AMOUNT, ColumnWidth::Exact(100.0)).right(),
];

/// Draws the items of a run, or why they are not there; nothing for another request.
pub(super) fn items_ui(ui: &mut Ui, state: &State, approval: &Approval, actions: &mut Vec<Action>) {
    let id = approval.id();
    if approval.run.is_none() {
        return;
    }
    match state.workspace.approvals.run_items(id) {
        None | Some(RunItems::Reading) => loading_ui(ui, "Loading items…", 4, size::ROW_COMPACT),
        Some(RunItems::Read(run)) => table_ui(ui, state, run.kind, &run.items),
        Some(RunItems::Differ) => drop(Notice::new(Tone::Danger, text::UNREADABLE).ui(ui)),
        Some(RunItems::NotRead(problem)) => {
            Notice::new(Tone::Danger, &problem.what_to_do).title(&problem.what).ui(ui);
            if Button::secondary("Reload items").ui(ui).clicked() {
                actions.push(Action::Approvals(ApprovalsAction::ReadItems(id)));
            }
        }
    }
    ui.add_space(space::S);
}

fn table_ui(ui: &mut Ui, state: &State, kind: BulkKind, items: &[BulkItem]) {
    let name = |row: usize| items.get(row).map(|item| item_name(state, kind, item)).unwrap_or_default();
    let size = egui::vec2(ui.available_width(), height_of(items.len().min(ROWS)));
    let room = Rect::from_min_size(ui.cursor().min, size);
    // The grounds of its rows stay within the pane.
    let mut inside = ui.new_child(UiBuilder::new().max_rect(room.shrink2(egui::vec2(BLEED, 0.0))));
    let table = Table::new("Items of the bulk run", &COLUMNS, items.len());
    table.ui(&mut inside, name, |cell: &mut TableCell<'_, ItemColumn>| {
        let Some(item) = items.get(cell.row) else { return };
        match cell.column {
            ItemColumn::Customer => {
                let (customer, id) = (customer_text(state, kind, item), visible_id(&item.target, 80));
                let shown = customer_or_id_ui(cell, &customer, &id);
                if let Some(reason) = &item.reason {
                    shown.on_hover_text(visible(reason, REASON_CHARS));
                }
            }
            ItemColumn::Status => drop(cell.subdued(&item.status_label(kind))),
            ItemColumn::Amount => drop(cell.amount(&item.amount.to_string())),
        }
    });
    ui.advance_cursor_after_rect(room);
}

/// Whom an item concerns; empty where that is not known here. The items of a request come without it.
fn customer_text(state: &State, kind: BulkKind, item: &BulkItem) -> String {
    let known = item.person.as_ref().map(|person| visible(person, CUSTOMER_CHARS));
    known.unwrap_or_else(|| state.workspace.customer_text(kind.subject(), &item.target))
}

fn item_name(state: &State, kind: BulkKind, item: &BulkItem) -> String {
    let reason = item.reason.as_ref().map(|reason| visible(reason, REASON_CHARS)).unwrap_or_default();
    let parts = [customer_text(state, kind, item), visible_id(&item.target, 80), item.amount.to_string(), reason];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}
