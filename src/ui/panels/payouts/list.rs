//! The list of the payouts known here, the newest first, and above it what is under way.

use egui::Ui;

use crate::app::features::payouts::PayoutsAction;
use crate::app::features::payouts::fulfil::recipient_words;
use crate::app::operations::Family;
use crate::app::records::Known;
use crate::app::{Action, State};
use crate::domain::payout::PayoutStatus;
use crate::domain::text::visible;
use crate::ui::icons::Icon;
use crate::ui::status::{StatusLook, not_told, payout_status};
use crate::ui::tokens::space;
use crate::ui::widgets::table::{Cell, ColumnWidth};
use crate::ui::widgets::{Button, Chip, Column, empty_ui};

use super::super::payments::open_operation_ui;
use super::super::record_list::{
    RecordTable, amount_text, currency_text, made_text, maker_text, nothing_found_ui, search_ui,
};
use super::asking::asking_ui;
use super::draft::PayoutsDraft;

/// What the columns tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tells {
    Recipient,
    Amount,
    Currency,
    Status,
    /// What can be done with it from here.
    Next,
    Created,
    By,
}

const fn column(id: Tells, title: &'static str, width: ColumnWidth) -> Column<Tells> {
    Column::new(id, title, width)
}

const WIDE: [Column<Tells>; 7] = [
    column(Tells::Recipient, "Recipient", ColumnWidth::Remainder { min: 90.0 }),
    column(Tells::Amount, "Amount", ColumnWidth::Exact(100.0)).right(),
    column(Tells::Currency, "", ColumnWidth::Exact(40.0)),
    column(Tells::Status, "Status", ColumnWidth::Exact(190.0)),
    column(Tells::Next, "", ColumnWidth::Exact(60.0)),
    column(Tells::Created, "Created", ColumnWidth::Exact(120.0)),
    column(Tells::By, "By", ColumnWidth::Exact(90.0)),
];
/// Without who made it and when.
const NARROW: usize = 5;
/// Beside an open payout in a small window, which has the button itself.
const TINY: [Column<Tells>; 4] = [
    column(Tells::Recipient, "Recipient", ColumnWidth::Remainder { min: 60.0 }),
    column(Tells::Amount, "Amount", ColumnWidth::Exact(80.0)).right(),
    column(Tells::Currency, "", ColumnWidth::Exact(34.0)),
    column(Tells::Status, "Status", ColumnWidth::Exact(166.0)),
];
/// Room that the columns take, in points.
const WIDE_MIN: f32 = 780.0;
const NARROW_MIN: f32 = 560.0;

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
    asking_ui(ui, state, actions);
    search_ui(ui, "payouts", "Recipient, id, reference, status", &mut draft.list);
    ui.add_space(space::S);
    let wanted = draft.list.wanted();
    let found: Vec<&Known> = state.records.of(Family::Payout).filter(|known| matches(known, &wanted)).collect();
    if found.is_empty() {
        nothing_found_ui(ui, "payout", &mut draft.list);
        return;
    }
    table_ui(ui, state, draft, &found, actions);
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

fn table_ui(ui: &mut Ui, state: &State, draft: &mut PayoutsDraft, found: &[&Known], actions: &mut Vec<Action>) {
    let columns = match ui.available_width() {
        width if width >= WIDE_MIN => &WIDE[..],
        width if width >= NARROW_MIN => &WIDE[..NARROW],
        _ => &TINY,
    };
    let table = RecordTable { name: "Payouts table", columns, open: state.payouts.open.as_deref() };
    let mut asked = None;
    let name = |known: &&Known| row_name(state, known);
    let open = table.ui(ui, state, &mut draft.list, found, name, |cell, known| {
        asked = cell_ui(cell, state, known).or(asked.take());
    });
    actions.extend(open.map(|id| PayoutsAction::Open(Some(id.to_owned()))).map(Action::Payouts));
    actions.extend(asked.map(Action::Payouts));
}

fn row_name(state: &State, known: &Known) -> String {
    let amount = known.amount().map_or_else(|| "an amount that is not known".to_owned(), |amount| amount.to_string());
    format!("{}, {amount}, {}, {}", recipient(known), look(known).word, made_text(state, known))
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

/// Draws a cell; gives what its button asks for.
fn cell_ui(cell: &mut Cell<'_, Tells>, state: &State, known: &Known) -> Option<PayoutsAction> {
    match cell.column {
        Tells::Recipient => drop(cell.text(&recipient(known))),
        Tells::Amount => drop(cell.amount(&amount_text(known))),
        Tells::Currency => drop(cell.currency(&currency_text(known))),
        Tells::Status => {
            let look = look(known);
            cell.chip(Chip::new(look.icon, &look.word, look.tone));
        }
        Tells::Next => return next_ui(cell, state, known),
        Tells::Created => drop(cell.subdued(&made_text(state, known))),
        Tells::By => drop(cell.subdued(&maker_text(known))),
    }
    None
}

/// A payout that waits for it can be fulfilled from its row.
fn next_ui(cell: &mut Cell<'_, Tells>, state: &State, known: &Known) -> Option<PayoutsAction> {
    let payout = known.payout().filter(|payout| payout.status == PayoutStatus::RequiresFulfillment)?;
    let why_not = state.why_not_fulfil(payout);
    let name = format!("Fulfil {} to {}", payout.amount, recipient(known));
    let button = Button::link("Fulfil…").name(&name).disabled(why_not.as_deref());
    cell.ui(|ui| button.ui(ui)).clicked().then(|| PayoutsAction::AskFulfil(payout.payout_id.clone()))
}
