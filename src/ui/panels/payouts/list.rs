//! The list of the payouts known here, the newest first, and above it what is under way.

use std::borrow::Cow;

use egui::Ui;

use crate::app::features::payouts::PayoutsAction;
use crate::app::features::payouts::fulfil::recipient_words;
use crate::app::operations::Family;
use crate::app::records::Known;
use crate::app::settings::Density;
use crate::app::{Action, State};
use crate::domain::text::visible;
use crate::ui::icons::Icon;
use crate::ui::status::{StatusLook, not_told, payout_status};
use crate::ui::tokens::{size, space};
use crate::ui::widgets::table::{Cell, ColumnWidth};
use crate::ui::widgets::{Button, Chip, Column, Table, TextField, empty_ui};

use super::super::payments::open_operation_ui;
use super::draft::PayoutsDraft;

/// What the columns tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tells {
    Recipient,
    Amount,
    Currency,
    Status,
    Created,
    By,
}

const fn column(id: Tells, title: &'static str, width: ColumnWidth) -> Column<Tells> {
    Column::new(id, title, width)
}

const WIDE: [Column<Tells>; 6] = [
    column(Tells::Recipient, "Recipient", ColumnWidth::Remainder { min: 120.0 }),
    column(Tells::Amount, "Amount", ColumnWidth::Exact(110.0)).right(),
    column(Tells::Currency, "", ColumnWidth::Exact(40.0)),
    column(Tells::Status, "Status", ColumnWidth::Exact(190.0)),
    column(Tells::Created, "Created", ColumnWidth::Exact(120.0)),
    column(Tells::By, "By", ColumnWidth::Exact(90.0)),
];
/// Without who made it and when.
const NARROW: usize = 4;
/// Room that all columns take, in points.
const WIDE_MIN: f32 = 720.0;

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, draft: &mut PayoutsDraft, actions: &mut Vec<Action>) {
    let reason = state.read_only_reason();
    super::super::title_ui(ui, "Payouts", |ui| {
        let create = Button::primary("Create payout").icon(Icon::Add).disabled(reason.as_deref());
        if create.ui(ui).clicked() {
            actions.push(Action::Payouts(PayoutsAction::OpenForm));
        }
    });
    ui.add_space(space::M);
    for operation in state.payouts_under_way() {
        ui.push_id(operation.id.as_str(), |ui| open_operation_ui(ui, state, operation, actions));
        ui.add_space(space::S);
    }
    let count = state.records.of(Family::Payout).len();
    if count == 0 {
        let sentence =
            "No payout was made from here yet; the service lists none, so those made elsewhere are not known";
        let action = reason.is_none().then_some("Create the first");
        if empty_ui(ui, Icon::Payout, sentence, action) {
            actions.push(Action::Payouts(PayoutsAction::OpenForm));
        }
        return;
    }
    let search = TextField::bare("Search payouts", &mut draft.search).placeholder("Recipient, id, reference, status");
    search.icon(Icon::Search).clearable().width(320.0_f32.min(ui.available_width())).ui(ui);
    ui.add_space(space::S);
    let wanted = draft.search.trim().to_lowercase();
    let found: Vec<&Known> = state.records.of(Family::Payout).filter(|known| matches(known, &wanted)).collect();
    if found.is_empty() {
        if empty_ui(ui, Icon::Search, "No payout matches the search", Some("Clear the search")) {
            draft.search.clear();
        }
        return;
    }
    table_ui(ui, state, &found, actions);
}

fn matches(known: &Known, wanted: &str) -> bool {
    let has = |text: Option<&str>| text.is_some_and(|text| text.to_lowercase().contains(wanted));
    if wanted.is_empty() || has(Some(&known.record.id)) {
        return true;
    }
    let Some(payout) = known.payout() else { return false };
    has(Some(payout.status.as_str()))
        || has(Some(&recipient_words(&payout.customer)))
        || has(payout.customer.email.as_deref())
        || has(payout.customer.id.as_ref().map(|id| id.as_str()))
        || has(payout.merchant_order_reference_id.as_deref())
        || has(payout.description.as_deref())
}

fn table_ui(ui: &mut Ui, state: &State, found: &[&Known], actions: &mut Vec<Action>) {
    let columns = if ui.available_width() < WIDE_MIN { &WIDE[..NARROW] } else { &WIDE[..] };
    let height = match state.settings.density {
        Density::Comfortable => size::ROW,
        Density::Compact => size::ROW_COMPACT,
    };
    let open = state.payouts.open.as_deref();
    let selected = found.iter().position(|known| Some(known.record.id.as_str()) == open);
    let output = ui
        .push_id(columns.len(), |ui| {
            let table = Table::new("Payouts table", columns, found.len()).row_height(height).selected(selected);
            let name =
                |row: usize| found.get(row).map_or_else(Cow::default, |known| Cow::Owned(row_name(state, known)));
            table.ui(ui, name, |cell| {
                if let Some(known) = found.get(cell.row) {
                    cell_ui(cell, state, known);
                }
            })
        })
        .inner;
    if let Some(known) = output.clicked.or(output.opened).and_then(|row| found.get(row)) {
        actions.push(Action::Payouts(PayoutsAction::Open(Some(known.record.id.clone()))));
    }
}

fn row_name(state: &State, known: &Known) -> String {
    let amount = known.amount().map_or_else(|| "an amount that is not known".to_owned(), |amount| amount.to_string());
    format!(
        "{}, {amount}, {}, {}",
        recipient(known),
        look(known).word,
        state.zone().short(known.record.made_at, state.now)
    )
}

fn recipient(known: &Known) -> String {
    let words = known.payout().map(|payout| recipient_words(&payout.customer));
    visible(&words.unwrap_or_else(|| known.record.id.clone()), 60)
}

fn look(known: &Known) -> StatusLook {
    match known.payout() {
        Some(payout) => payout_status(&payout.status),
        None => not_told(),
    }
}

fn cell_ui(cell: &mut Cell<'_, Tells>, state: &State, known: &Known) {
    let amount = known.amount();
    match cell.column {
        Tells::Recipient => drop(cell.text(&recipient(known))),
        Tells::Amount => drop(cell.amount(&amount.map(|amount| amount.amount_text()).unwrap_or_default())),
        Tells::Currency => {
            let code = amount.map(|amount| visible(amount.currency.code(), 12)).unwrap_or_default();
            cell.currency(&code);
        }
        Tells::Status => {
            let look = look(known);
            cell.chip(Chip::new(look.icon, &look.word, look.tone));
        }
        Tells::Created => drop(cell.subdued(&state.zone().short(known.record.made_at, state.now))),
        Tells::By => {
            let by = known.record.made_by.as_ref().map(|maker| visible(&maker.operator, 20));
            cell.subdued(&by.unwrap_or_default());
        }
    }
}
