//! The customers known here, and the search for one at the service.

use std::borrow::Cow;

use egui::Ui;

use crate::app::features::customers::{CustomersAction, Search};
use crate::app::operations::{Family, Operation};
use crate::app::records::Known;
use crate::app::settings::Density;
use crate::app::{Action, State};
use crate::domain::text::visible;
use crate::ui::icons::Icon;
use crate::ui::panels::payments::open_operation_ui;
use crate::ui::tokens::{Tone, size, space};
use crate::ui::widgets::table::ColumnWidth;
use crate::ui::widgets::{Button, Column, Notice, Table, TextField, empty_ui};

use super::CustomersDraft;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Col {
    Name,
    Email,
    Id,
    Created,
}

const COLUMNS: [Column<Col>; 4] = [
    Column::new(Col::Name, "Name", ColumnWidth::Remainder { min: 120.0 }),
    Column::new(Col::Email, "E-mail", ColumnWidth::Resizable { initial: 210.0, min: 80.0 }),
    Column::new(Col::Id, "Id", ColumnWidth::Resizable { initial: 220.0, min: 80.0 }),
    Column::new(Col::Created, "Known since", ColumnWidth::Exact(110.0)),
];
/// In a narrow list: name and e-mail.
const NARROW: usize = 2;
/// Room that all columns take, in points.
const WIDE_MIN: f32 = 640.0;

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, draft: &mut CustomersDraft, actions: &mut Vec<Action>) {
    let reason = state.read_only_reason();
    super::super::title_ui(ui, "Customers", |ui| {
        if Button::primary("New customer…").icon(Icon::Add).disabled(reason.as_deref()).ui(ui).clicked() {
            actions.push(Action::Customers(CustomersAction::OpenForm));
        }
    });
    ui.add_space(space::M);
    find_ui(ui, state, draft, actions);
    let ours = |operation: &&Operation| {
        operation.profile_id == state.profiles.current && operation.plan.target.family == Family::Customer
    };
    for operation in state.operations.open().iter().filter(ours) {
        ui.push_id(operation.id.as_str(), |ui| open_operation_ui(ui, state, operation, actions));
        ui.add_space(space::S);
    }
    if state.records.of(Family::Customer).len() == 0 {
        let sentence =
            "No customer is known here yet. Type an id above to read one from the service, which has no list";
        let action = reason.is_none().then_some("New customer…");
        if empty_ui(ui, Icon::Customer, sentence, action) {
            actions.push(Action::Customers(CustomersAction::OpenForm));
        }
        return;
    }
    let search = TextField::bare("Search customers", &mut draft.search).placeholder("Name, e-mail or id");
    search.icon(Icon::Search).clearable().width(320.0_f32.min(ui.available_width())).ui(ui);
    ui.add_space(space::S);
    let wanted = draft.search.trim().to_lowercase();
    let rows: Vec<&Known> = state.records.of(Family::Customer).filter(|known| matches(known, &wanted)).collect();
    if rows.is_empty() {
        if empty_ui(ui, Icon::Search, "No customer matches the search", Some("Clear the search")) {
            draft.search.clear();
        }
        return;
    }
    table_ui(ui, state, &rows, actions);
}

/// One is read from the service by its id.
fn find_ui(ui: &mut Ui, state: &State, draft: &mut CustomersDraft, actions: &mut Vec<Action>) {
    let reading = matches!(state.customers.search, Search::Reading(..));
    let mut wanted = false;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let field = TextField::bare("Customer id", &mut draft.find).placeholder("Customer id, then Enter").mono();
        wanted |= field.icon(Icon::Customer).width(320.0_f32.min(ui.available_width() - 90.0)).ui(ui).submitted;
        wanted |= Button::secondary("Find").busy(reading).ui(ui).clicked();
    });
    if wanted && !draft.find.trim().is_empty() {
        actions.push(Action::Customers(CustomersAction::Find(draft.find.trim().to_owned())));
    }
    ui.add_space(space::S);
    if let Search::Failed(words) = &state.customers.search {
        Notice::new(Tone::Attention, &visible(words, 300)).icon(Icon::Unknown).ui(ui);
        ui.add_space(space::S);
    }
}

fn name(known: &Known) -> String {
    let name = known.customer().and_then(|customer| customer.name.as_deref()).filter(|name| !name.is_empty());
    visible(name.unwrap_or(&known.record.id), 60)
}

fn email(known: &Known) -> String {
    visible(known.customer().and_then(|customer| customer.email.as_deref()).unwrap_or_default(), 60)
}

fn matches(known: &Known, wanted: &str) -> bool {
    [&name(known), &email(known), &known.record.id].into_iter().any(|text| text.to_lowercase().contains(wanted))
}

fn table_ui(ui: &mut Ui, state: &State, rows: &[&Known], actions: &mut Vec<Action>) {
    let columns = if ui.available_width() < WIDE_MIN { &COLUMNS[..NARROW] } else { &COLUMNS[..] };
    let height = match state.settings.density {
        Density::Comfortable => size::ROW,
        Density::Compact => size::ROW_COMPACT,
    };
    let selected = rows.iter().position(|known| Some(&known.record.id) == state.customers.open.as_ref());
    let output = ui
        .push_id(columns.len(), |ui| {
            let table = Table::new("Customers table", columns, rows.len()).row_height(height).selected(selected);
            let words = |row: usize| {
                rows.get(row)
                    .map_or_else(Cow::default, |known| Cow::Owned(format!("{}, {}", name(known), email(known))))
            };
            table.ui(ui, words, |cell| {
                let Some(known) = rows.get(cell.row) else { return };
                match cell.column {
                    Col::Name => drop(cell.text(&name(known))),
                    Col::Email => drop(cell.text(&email(known))),
                    Col::Id => drop(cell.subdued(&visible(&known.record.id, 64))),
                    Col::Created => drop(cell.subdued(&state.zone().short(known.record.made_at, state.now))),
                }
            })
        })
        .inner;
    if let Some(known) = output.clicked.or(output.opened).and_then(|row| rows.get(row)) {
        actions.push(Action::Customers(CustomersAction::Open(Some(known.record.id.clone()))));
    }
}
