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

use super::super::record_list::{RecordTable, made_text, operations_ui};
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
const PLACEHOLDER: &str = "Name, e-mail or id; Enter reads an id from the service";
/// Widest field, and the room for the button beside it, in points.
const FIELD: f32 = 420.0;
const READ: f32 = 172.0;
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
    let wanted = draft.list.wanted();
    let rows: Vec<&Known> = state.records.of(Family::Customer).filter(|known| matches(known, &wanted)).collect();
    find_ui(ui, state, draft, &rows, actions);
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
    if rows.is_empty() {
        let sentence = "No customer known here matches; Enter reads the id from the service";
        if empty_ui(ui, Icon::Search, sentence, Some("Show all customers")) {
            draft.list.search.clear();
        }
        return;
    }
    table_ui(ui, state, draft, &rows, actions);
}

/// One field for both: it looks through `rows`, those that are known here, and Enter reads one by its id from the
/// service, which has no list. What is part of a name or an address that is known here is no id.
fn find_ui(ui: &mut Ui, state: &State, draft: &mut CustomersDraft, rows: &[&Known], actions: &mut Vec<Action>) {
    let typed = draft.list.search.trim().to_owned();
    let can_be_id = State::can_be_customer_id(&typed);
    let read_words = "Read from the service";
    let mut entered = false;
    let mut reads = false;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let width = FIELD.min(ui.available_width() - READ);
        let field = TextField::bare("Search customers", &mut draft.list.search).placeholder(PLACEHOLDER);
        entered = field.icon(Icon::Search).clearable().width(width).ui(ui).submitted;
        let why_not = (!can_be_id).then_some("Type the id of a customer first");
        let reading = matches!(state.customers.search, Search::Reading(..));
        reads = Button::secondary(read_words).busy(reading).disabled(why_not).ui(ui).clicked();
    });
    ui.add_space(space::S);
    let wanted = draft.list.wanted();
    let is_a_name = rows.iter().any(|known| is_called(known, &wanted));
    let action = match rows {
        _ if reads => Some(CustomersAction::Find(typed)),
        _ if !entered || typed.is_empty() => None,
        [only] if is_a_name => Some(CustomersAction::Open(Some(only.record.id.clone()))),
        _ => (can_be_id && !is_a_name).then_some(CustomersAction::Find(typed)),
    };
    actions.extend(action.map(Action::Customers));
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
    known.record.id.to_lowercase().contains(wanted) || is_called(known, wanted)
}

/// Whether it is part of the name or the e-mail address.
fn is_called(known: &Known, wanted: &str) -> bool {
    let customer = known.customer();
    let texts = [customer.and_then(|customer| customer.name.as_deref()), customer.and_then(|it| it.email.as_deref())];
    texts.into_iter().flatten().any(|text| text.to_lowercase().contains(wanted))
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
