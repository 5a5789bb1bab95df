//! The list of the payment links made from here.

use egui::Ui;

use crate::app::features::payment_links::PaymentLinksAction;
use crate::app::operations::Family;
use crate::app::records::Known;
use crate::app::{Action, State};
use crate::domain::text::visible;
use crate::ui::icons::Icon;
use crate::ui::status::{StatusLook, not_told, payment_link_standing};
use crate::ui::tokens::space;
use crate::ui::widgets::table::{Cell, ColumnWidth};
use crate::ui::widgets::{Button, Chip, Column, empty_ui};

use super::super::record_list::{
    RecordTable, amount_text, currency_text, made_text, nothing_found_ui, operations_ui, search_ui,
};
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
    Column::new(Col::Status, "Status", ColumnWidth::Exact(132.0)),
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
    operations_ui(ui, state, Family::PaymentLink, actions);
    if state.records.of(Family::PaymentLink).len() == 0 {
        let sentence =
            "No payment link was made from here yet. Those made elsewhere are not shown: the service has no list";
        let action = reason.is_none().then_some("New payment link…");
        if empty_ui(ui, Icon::PaymentLink, sentence, action) {
            actions.push(Action::PaymentLinks(PaymentLinksAction::OpenForm));
        }
        return;
    }
    search_ui(ui, "payment links", "Description, id or status", &mut draft.list);
    ui.add_space(space::S);
    let wanted = draft.list.wanted();
    let rows: Vec<&Known> =
        state.records.of(Family::PaymentLink).filter(|known| matches(state, known, &wanted)).collect();
    if rows.is_empty() {
        nothing_found_ui(ui, "payment link", &mut draft.list);
        return;
    }
    table_ui(ui, state, draft, &rows, actions);
}

/// What the customer pays for, or else the id.
pub fn description(known: &Known) -> String {
    let sent = known.record.sent.as_deref().and_then(|sent| sent.get("description")?.as_str());
    visible(sent.filter(|text| !text.is_empty()).unwrap_or(&known.record.id), 80)
}

/// How the link stands now, by its payment as it was told last and by its time.
pub fn look(state: &State, known: &Known) -> StatusLook {
    known.link_standing(state.now).map_or_else(not_told, |standing| payment_link_standing(&standing))
}

fn matches(state: &State, known: &Known, wanted: &str) -> bool {
    let has = |text: &str| text.to_lowercase().contains(wanted);
    has(&description(known))
        || has(&known.record.id)
        || has(&look(state, known).word)
        || known.record.payment_id.as_ref().is_some_and(|id| has(id.as_str()))
}

fn table_ui(ui: &mut Ui, state: &State, draft: &mut PaymentLinksDraft, rows: &[&Known], actions: &mut Vec<Action>) {
    let columns = if ui.available_width() < WIDE_MIN { &COLUMNS[..NARROW] } else { &COLUMNS[..] };
    let table = RecordTable { name: "Payment links table", columns, open: state.payment_links.open.as_deref() };
    let name = |known: &&Known| row_name(state, known);
    let open = table.ui(ui, state, &mut draft.list, rows, name, |cell, known| cell_ui(cell, state, known));
    actions.extend(open.map(|id| Action::PaymentLinks(PaymentLinksAction::Open(Some(id.to_owned())))));
}

fn cell_ui(cell: &mut Cell<'_, Col>, state: &State, known: &Known) {
    match cell.column {
        Col::Description => drop(cell.text(&description(known))),
        Col::Amount => drop(cell.amount(&amount_text(known))),
        Col::Currency => drop(cell.currency(&currency_text(known))),
        Col::Status => {
            let look = look(state, known);
            cell.chip(Chip::new(look.icon, &look.word, look.tone));
        }
        Col::Expires => {
            let expiry = known.payment_link().and_then(|link| link.expiry);
            cell.subdued(&expiry.map(|at| state.zone().short(at, state.now)).unwrap_or_default());
        }
        Col::Created => drop(cell.subdued(&made_text(state, known))),
    }
}

fn row_name(state: &State, known: &Known) -> String {
    let amount = known.amount().map(|amount| amount.to_string()).unwrap_or_default();
    format!("{}, {amount}, {}", description(known), look(state, known).word)
}
