//! The list of the payment links made from here.

use std::borrow::Cow;

use egui::Ui;

use crate::app::features::payment_links::PaymentLinksAction;
use crate::app::operations::{Family, Operation};
use crate::app::records::Known;
use crate::app::settings::Density;
use crate::app::{Action, State};
use crate::domain::text::visible;
use crate::ui::icons::Icon;
use crate::ui::panels::payments::open_operation_ui;
use crate::ui::status::{StatusLook, not_told, payment_link_status};
use crate::ui::tokens::{size, space};
use crate::ui::widgets::table::ColumnWidth;
use crate::ui::widgets::{Button, Chip, Column, Table, TextField, empty_ui};

use super::PaymentLinksDraft;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Col {
    Description,
    Amount,
    Currency,
    Status,
    Expires,
    Created,
}

const COLUMNS: [Column<Col>; 6] = [
    Column::new(Col::Description, "For", ColumnWidth::Remainder { min: 110.0 }),
    Column::new(Col::Amount, "Amount", ColumnWidth::Exact(100.0)).right(),
    Column::new(Col::Currency, "", ColumnWidth::Exact(40.0)),
    Column::new(Col::Status, "Status", ColumnWidth::Exact(110.0)),
    Column::new(Col::Expires, "Expires", ColumnWidth::Exact(120.0)),
    Column::new(Col::Created, "Created", ColumnWidth::Exact(120.0)),
];
/// Without the times.
const NARROW: usize = 4;
/// Room that all columns take, in points.
const WIDE_MIN: f32 = 680.0;

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, draft: &mut PaymentLinksDraft, actions: &mut Vec<Action>) {
    let reason = state.read_only_reason();
    super::super::title_ui(ui, "Payment links", |ui| {
        if Button::primary("New payment link…").icon(Icon::Add).disabled(reason.as_deref()).ui(ui).clicked() {
            actions.push(Action::PaymentLinks(PaymentLinksAction::OpenForm));
        }
    });
    ui.add_space(space::M);
    let ours = |operation: &&Operation| {
        operation.profile_id == state.profiles.current && operation.plan.target.family == Family::PaymentLink
    };
    for operation in state.operations.open().iter().filter(ours) {
        ui.push_id(operation.id.as_str(), |ui| open_operation_ui(ui, state, operation, actions));
        ui.add_space(space::S);
    }
    if state.records.of(Family::PaymentLink).len() == 0 {
        let sentence =
            "No payment link was made from here yet. Those made elsewhere are not shown: the service has no list";
        let action = reason.is_none().then_some("New payment link…");
        if empty_ui(ui, Icon::PaymentLink, sentence, action) {
            actions.push(Action::PaymentLinks(PaymentLinksAction::OpenForm));
        }
        return;
    }
    let search = TextField::bare("Search payment links", &mut draft.search).placeholder("Description, id or status");
    search.icon(Icon::Search).clearable().width(320.0_f32.min(ui.available_width())).ui(ui);
    ui.add_space(space::S);
    let wanted = draft.search.trim().to_lowercase();
    let rows: Vec<&Known> =
        state.records.of(Family::PaymentLink).filter(|known| matches(state, known, &wanted)).collect();
    if rows.is_empty() {
        if empty_ui(ui, Icon::Search, "No payment link matches the search", Some("Clear the search")) {
            draft.search.clear();
        }
        return;
    }
    table_ui(ui, state, &rows, actions);
}

/// What the customer pays for, or else the id.
pub fn description(known: &Known) -> String {
    let sent = known.record.sent.as_deref().and_then(|sent| sent.get("description")?.as_str());
    visible(sent.filter(|text| !text.is_empty()).unwrap_or(&known.record.id), 80)
}

/// How the link stands now: whose time is over has expired, whatever was told when it was made.
pub fn look(state: &State, known: &Known) -> StatusLook {
    let Some(link) = known.payment_link() else { return not_told() };
    payment_link_status(link.status.as_ref(), link.expiry.is_some_and(|expiry| expiry <= state.now))
}

fn matches(state: &State, known: &Known, wanted: &str) -> bool {
    let has = |text: &str| text.to_lowercase().contains(wanted);
    has(&description(known)) || has(&known.record.id) || has(&look(state, known).word)
}

fn table_ui(ui: &mut Ui, state: &State, rows: &[&Known], actions: &mut Vec<Action>) {
    let columns = if ui.available_width() < WIDE_MIN { &COLUMNS[..NARROW] } else { &COLUMNS[..] };
    let height = match state.settings.density {
        Density::Comfortable => size::ROW,
        Density::Compact => size::ROW_COMPACT,
    };
    let selected = rows.iter().position(|known| Some(&known.record.id) == state.payment_links.open.as_ref());
    let output = ui
        .push_id(columns.len(), |ui| {
            let table = Table::new("Payment links table", columns, rows.len()).row_height(height).selected(selected);
            let name = |row: usize| rows.get(row).map_or_else(Cow::default, |known| Cow::Owned(row_name(state, known)));
            table.ui(ui, name, |cell| {
                let Some(known) = rows.get(cell.row) else { return };
                let (amount, zone) = (known.amount(), state.zone());
                match cell.column {
                    Col::Description => drop(cell.text(&description(known))),
                    Col::Amount => drop(cell.amount(&amount.map(|amount| amount.amount_text()).unwrap_or_default())),
                    Col::Currency => {
                        let code = amount.map(|amount| visible(amount.currency.code(), 12)).unwrap_or_default();
                        cell.currency(&code);
                    }
                    Col::Status => {
                        let look = look(state, known);
                        cell.chip(Chip::new(look.icon, &look.word, look.tone));
                    }
                    Col::Expires => {
                        let expiry = known.payment_link().and_then(|link| link.expiry);
                        cell.subdued(&expiry.map(|at| zone.short(at, state.now)).unwrap_or_default());
                    }
                    Col::Created => drop(cell.subdued(&zone.short(known.record.made_at, state.now))),
                }
            })
        })
        .inner;
    if let Some(known) = output.clicked.or(output.opened).and_then(|row| rows.get(row)) {
        actions.push(Action::PaymentLinks(PaymentLinksAction::Open(Some(known.record.id.clone()))));
    }
}

fn row_name(state: &State, known: &Known) -> String {
    let amount = known.amount().map(|amount| amount.to_string()).unwrap_or_default();
    format!("{}, {amount}, {}", description(known), look(state, known).word)
}
