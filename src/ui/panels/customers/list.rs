//! The customers known here, and the search for one at the service.

use egui::Ui;

use crate::app::features::customers::{CustomersAction, Search};
use crate::app::operations::Family;
use crate::app::records::Known;
use crate::app::{Action, State};
use crate::domain::text::visible;
use crate::ui::icons::Icon;
use crate::ui::tokens::{Tone, space};
use crate::ui::widgets::table::{Cell, ColumnWidth};
use crate::ui::widgets::{Button, Column, Notice, TextField, empty_ui};

use super::super::record_list::{RecordTable, made_text, nothing_found_ui, operations_ui, search_ui};
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
    operations_ui(ui, state, Family::Customer, actions);
    if state.records.of(Family::Customer).len() == 0 {
        let sentence =
            "No customer is known here yet. Type an id above to read one from the service, which has no list";
        let action = reason.is_none().then_some("New customer…");
        if empty_ui(ui, Icon::Customer, sentence, action) {
            actions.push(Action::Customers(CustomersAction::OpenForm));
        }
        return;
    }
    search_ui(ui, "customers", "Name, e-mail or id", &mut draft.list);
    ui.add_space(space::S);
    let wanted = draft.list.wanted();
    let rows: Vec<&Known> = state.records.of(Family::Customer).filter(|known| matches(known, &wanted)).collect();
    if rows.is_empty() {
        nothing_found_ui(ui, "customer", &mut draft.list);
        return;
    }
    table_ui(ui, state, draft, &rows, actions);
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

fn table_ui(ui: &mut Ui, state: &State, draft: &mut CustomersDraft, rows: &[&Known], actions: &mut Vec<Action>) {
    let columns = if ui.available_width() < WIDE_MIN { &COLUMNS[..NARROW] } else { &COLUMNS[..] };
    let table = RecordTable { name: "Customers table", columns, open: state.customers.open.as_deref() };
    let words = |known: &&Known| format!("{}, {}", name(known), email(known));
    let open = table.ui(ui, state, &mut draft.list, rows, words, |cell, known| cell_ui(cell, state, known));
    actions.extend(open.map(|id| Action::Customers(CustomersAction::Open(Some(id.to_owned())))));
}

fn cell_ui(cell: &mut Cell<'_, Col>, state: &State, known: &Known) {
    match cell.column {
        Col::Name => drop(cell.text(&name(known))),
        Col::Email => drop(cell.text(&email(known))),
        Col::Id => drop(cell.subdued(&visible(&known.record.id, 64))),
        Col::Created => drop(cell.subdued(&made_text(state, known))),
    }
}
