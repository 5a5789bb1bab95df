//! The customers known here, and the search for one at the service.

use egui::Ui;

use crate::back::title_of_rows_ui;
use crate::list::{ListColumn, ListRows as _};
use crate::list_search::list_search_ui;
use crate::record_list::{
    RecordTable, column, export_ui, is_whole, none_known_ui, operations_ui, read_again_ui, reading_ui,
};
use paydesk_core::features::customers::{CustomerSearch, CustomersAction, can_be_customer_id};
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::{CachedRecord, RecordColumn as Col, RecordRow};
use paydesk_core::{Action, State};
use paydesk_domain::export::ExportKind;
use paydesk_domain::search_text::plain;
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Tone, space};
use paydesk_widgets::{Button, Notice, TextField, empty_ui};

use super::CustomersDraft;
use super::text;

const COLUMNS: [ListColumn<Col>; 5] = [
    column(Col::Title, text::NAME, [90.0, 150.0, 360.0]),
    column(Col::Note, text::E_MAIL, [90.0, 210.0, 420.0]).rank(1),
    column(Col::By, text::SOURCE, [70.0, 136.0, 240.0]).rank(3),
    column(Col::Created, "Known since", [110.0, 110.0, 150.0]).rank(2),
    column(Col::PlainId, text::ID, [90.0, 210.0, 300.0]).mono().rank(4),
];
/// Widest field, and the room for the button beside it, in points.
const FIELD: f32 = 420.0;
const READ: f32 = 172.0;

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, draft: &mut CustomersDraft, actions: &mut Vec<Action>) {
    let reason = state.read_only_reason();
    title_of_rows_ui(ui, state, text::CUSTOMERS, actions, |ui, actions| {
        if Button::primary(text::NEW_CUSTOMER_FORM).icon(Icon::Add).disabled(reason.as_deref()).ui(ui).clicked() {
            actions.push(Action::OpenNew(ResourceKind::Customer));
        }
        export_ui(ui, state, ExportKind::Customers, &mut draft.list, actions);
        read_again_ui(ui, state, ResourceKind::Customer, actions);
    });
    reading_ui(ui, state, ResourceKind::Customer, text::CUSTOMERS, actions);
    ui.add_space(space::M);
    find_ui(ui, state, draft, actions);
    operations_ui(ui, state, ResourceKind::Customer, actions);
    if state.workspace.records.of(ResourceKind::Customer).len() == 0 {
        let sentence = if is_whole(state, ResourceKind::Customer) {
            "No customers yet. People who pay, and recipients of payouts, appear here."
        } else {
            "Customers appear here once a payment, payout or subscription names them. Others may \
                exist at the service: enter an ID above to load one."
        };
        let action = reason.is_none().then_some(text::NEW_CUSTOMER_FORM);
        if none_known_ui(ui, state, "customers", Icon::Customer, sentence, action) {
            actions.push(Action::OpenNew(ResourceKind::Customer));
        }
        return;
    }
    if draft.list.follow(state, ResourceKind::Customer).is_empty() {
        let sentence = "No match in Paydesk. Press Enter to load the ID from the service.";
        if empty_ui(ui, Icon::Search, sentence, Some("Show all customers")) {
            draft.list.search.clear();
        }
        return;
    }
    let open = state.workspace.opened.get(ResourceKind::Customer);
    let table = RecordTable {
        kind: ResourceKind::Customer,
        name: "Customers table",
        columns: &COLUMNS,
        open,
        is_selectable: false,
    };
    let shows = table.ui(ui, state, &mut draft.list, row_name, |_, _| ());
    actions.extend(shows);
}

fn row_name(row: &RecordRow) -> String {
    format!("{}, {}", row.title, row.note)
}

/// One field for both: it looks through those that are known here, and Enter reads one by its id from the service, which
/// need not have a list.
fn find_ui(ui: &mut Ui, state: &State, draft: &mut CustomersDraft, actions: &mut Vec<Action>) {
    let typed = draft.list.search.trim().to_owned();
    let can_be_id = can_be_customer_id(&typed);
    let read_label = text::LOAD_FROM_SERVICE;
    let mut entered = false;
    let mut reads = false;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let width = FIELD.min(ui.available_width() - READ);
        let field = TextField::bare("Search customers", &mut draft.list.search)
            .placeholder("Name, e-mail or ID; Enter loads an ID from the service");
        entered = list_search_ui(ui, field.icon(Icon::Search).clearable().width(width)).submitted;
        let why_not = (!can_be_id).then_some("Enter a customer ID first");
        let reading = matches!(state.workspace.customers.search, CustomerSearch::Reading(..));
        reads = Button::secondary(read_label).busy(reading).disabled(why_not).ui(ui).clicked();
    });
    ui.add_space(space::S);
    if reads {
        actions.push(Action::Customers(CustomersAction::Find(typed)));
    } else if entered && !typed.is_empty() {
        actions.extend(entered_action(state, draft, typed, can_be_id));
    }
    if let CustomerSearch::Failed(text) = &state.workspace.customers.search {
        Notice::new(Tone::Attention, &visible(text, 300)).icon(Icon::Unknown).ui(ui);
        ui.add_space(space::S);
    }
}

/// What Enter asks for. What is part of a name or an address that is known here is no id.
fn entered_action(state: &State, draft: &mut CustomersDraft, typed: String, can_be_id: bool) -> Option<Action> {
    let wanted = plain(draft.list.search.trim());
    let entries = draft.list.follow(state, ResourceKind::Customer).entries();
    let is_a_name = entries.iter().any(|entry| is_called(&entry.known, &wanted));
    match entries {
        [only] if is_a_name => Some(Action::ShowRecord(ResourceKind::Customer, Some(only.known.record.id.clone()))),
        _ => (can_be_id && !is_a_name).then_some(Action::Customers(CustomersAction::Find(typed))),
    }
}

/// Whether it is part of the name or the e-mail address.
fn is_called(known: &CachedRecord, wanted: &str) -> bool {
    let customer = known.read_or_named_customer();
    let texts = [customer.and_then(|customer| customer.name.as_deref()), customer.and_then(|it| it.email.as_deref())];
    texts.into_iter().flatten().any(|text| plain(text).contains(wanted))
}
