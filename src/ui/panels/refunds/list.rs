//! The list of the refunds known here, the newest first, and above it what is under way.

use std::collections::BTreeSet;

use egui::Ui;

use crate::app::features::refunds::{CurrencyTotal, RefundsAction, totals};
use crate::app::operations::Family;
use crate::app::records::Known;
use crate::app::{Action, State};
use crate::domain::ids::PaymentId;
use crate::domain::text::visible;
use crate::ui::icons::Icon;
use crate::ui::status::{StatusLook, not_told, refund_status};
use crate::ui::tokens::{Text, space, tokens};
use crate::ui::widgets::table::{Cell, ColumnWidth};
use crate::ui::widgets::{Button, Chip, Column, FilterChange, FilterMenu, empty_ui, heading_ui, label_ui};

use super::super::record_list::{
    RecordTable, amount_text, currency_text, made_text, maker_text, nothing_found_ui, operations_ui, search_ui,
};
use super::draft::RefundsDraft;

/// What the columns tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tells {
    Payment,
    Amount,
    Currency,
    Status,
    Created,
    Reason,
    By,
}

const fn column(id: Tells, title: &'static str, width: ColumnWidth) -> Column<Tells> {
    Column::new(id, title, width)
}

const WIDE: [Column<Tells>; 7] = [
    column(Tells::Payment, "Payment", ColumnWidth::Remainder { min: 130.0 }),
    column(Tells::Amount, "Amount", ColumnWidth::Exact(110.0)).right(),
    column(Tells::Currency, "", ColumnWidth::Exact(40.0)),
    column(Tells::Status, "Status", ColumnWidth::Exact(130.0)),
    column(Tells::Created, "Created", ColumnWidth::Exact(120.0)),
    column(Tells::Reason, "Reason", ColumnWidth::Exact(180.0)),
    column(Tells::By, "By", ColumnWidth::Exact(90.0)),
];
/// Without reason and who made it.
const NARROW: usize = 5;
/// Room that all columns take, in points.
const WIDE_MIN: f32 = 860.0;

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, draft: &mut RefundsDraft, actions: &mut Vec<Action>) {
    super::super::title_ui(ui, "Refunds", |_| ());
    ui.add_space(space::M);
    operations_ui(ui, state, Family::Refund, actions);
    if state.records.of(Family::Refund).len() == 0 {
        let sentence = "No refund is known here yet. Open a payment that was captured to refund it; the service lists \
                        none, so those made elsewhere are not known";
        if empty_ui(ui, Icon::Refund, sentence, Some("Show payments")) {
            actions.push(Action::ShowAllPayments);
        }
        return;
    }
    filters_ui(ui, state, draft);
    ui.add_space(space::S);
    let wanted = draft.list.wanted();
    let of_status = |known: &&Known| draft.status.as_ref().is_none_or(|status| look(known).word == *status);
    let found = state.records.of(Family::Refund).filter(of_status).filter(|known| matches(known, &wanted));
    let found: Vec<&Known> = found.collect();
    if found.is_empty() {
        if nothing_found_ui(ui, "refund", &mut draft.list) {
            draft.status = None;
        }
        return;
    }
    totals_ui(ui, &found);
    table_ui(ui, state, draft, &found, actions);
}

fn filters_ui(ui: &mut Ui, state: &State, draft: &mut RefundsDraft) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        search_ui(ui, "refunds", "Payment, id, reason, status", &mut draft.list);
        let words: BTreeSet<String> = state
            .records
            .of(Family::Refund)
            .map(|known| look(known).word.into_owned())
            .chain(draft.status.clone())
            .collect();
        let words = Vec::from_iter(words);
        let chosen = words.iter().position(|word| Some(word) == draft.status.as_ref());
        match FilterMenu::new("Status", &words, chosen).ui(ui) {
            Some(FilterChange::Set(index)) => draft.status = words.get(index).cloned(),
            Some(FilterChange::Cleared) => draft.status = None,
            None => {}
        }
    });
}

/// What is listed comes to, each currency by itself.
fn totals_ui(ui: &mut Ui, found: &[&Known]) {
    let words: Vec<String> = totals(found.iter().copied()).iter().filter_map(total_words).collect();
    if words.is_empty() {
        return;
    }
    let words = format!("Listed: {}", words.join(" · "));
    label_ui(ui, Text::Small, tokens(ui).subdued, &visible(&words, 300));
    ui.add_space(space::S);
}

fn total_words(total: &CurrencyTotal) -> Option<String> {
    let parts = [(&total.refunded, "refunded"), (&total.pending, "pending")];
    let parts = parts.into_iter().filter(|(amount, _)| amount.minor > 0);
    let parts: Vec<String> = parts.map(|(amount, word)| format!("{amount} {word}")).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn matches(known: &Known, wanted: &str) -> bool {
    let has = |text: Option<&str>| text.is_some_and(|text| text.to_lowercase().contains(wanted));
    let record = &known.record;
    wanted.is_empty()
        || has(Some(&record.id))
        || has(record.payment_id.as_ref().map(|id| id.as_str()))
        || has(Some(&reason(known)))
        || has(Some(&look(known).word))
}

fn table_ui(ui: &mut Ui, state: &State, draft: &mut RefundsDraft, found: &[&Known], actions: &mut Vec<Action>) {
    let columns = if ui.available_width() < WIDE_MIN { &WIDE[..NARROW] } else { &WIDE[..] };
    let table = RecordTable { name: "Refunds table", columns, open: state.refunds.open.as_deref() };
    let name = |known: &&Known| row_name(state, known);
    let open = table.ui(ui, state, &mut draft.list, found, name, |cell, known| cell_ui(cell, state, known));
    actions.extend(open.map(|id| Action::Refunds(RefundsAction::Open(Some(id.to_owned())))));
}

fn row_name(state: &State, known: &Known) -> String {
    let made = made_text(state, known);
    format!("{} of {}, {}, {made}", amount_words(known), payment(known), look(known).word)
}

fn amount_words(known: &Known) -> String {
    known.amount().map_or_else(|| "An amount that is not known".to_owned(), |amount| amount.to_string())
}

fn payment(known: &Known) -> String {
    let id = known.record.payment_id.as_ref().map(|id| id.as_str());
    visible(id.unwrap_or("not told"), 64)
}

fn reason(known: &Known) -> String {
    let told = known.refund().and_then(|refund| refund.reason.as_deref());
    let sent = known.record.sent.as_deref().and_then(|sent| sent.get("reason")?.as_str());
    visible(told.or(sent).unwrap_or_default(), 80)
}

fn look(known: &Known) -> StatusLook {
    known.refund().and_then(|refund| refund.status.as_ref()).map_or_else(not_told, refund_status)
}

fn cell_ui(cell: &mut Cell<'_, Tells>, state: &State, known: &Known) {
    match cell.column {
        Tells::Payment => drop(cell.text(&payment(known))),
        Tells::Amount => drop(cell.amount(&amount_text(known))),
        Tells::Currency => drop(cell.currency(&currency_text(known))),
        Tells::Status => {
            let look = look(known);
            cell.chip(Chip::new(look.icon, &look.word, look.tone));
        }
        Tells::Created => drop(cell.subdued(&made_text(state, known))),
        Tells::Reason => drop(cell.text(&reason(known))),
        Tells::By => drop(cell.subdued(&maker_text(known))),
    }
}

/// Draws the refunds known of a payment, each leading to its own pane.
pub fn refunds_of_payment_ui(ui: &mut Ui, state: &State, payment_id: &PaymentId, actions: &mut Vec<Action>) {
    let of_payment = state.records.of_payment(payment_id).filter(|known| known.record.family == Family::Refund);
    let refunds: Vec<&Known> = of_payment.collect();
    if refunds.is_empty() {
        return;
    }
    let subdued = tokens(ui).subdued;
    heading_ui(ui, Text::Group, subdued, "Refunds known here");
    for known in refunds {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            if Button::link(&amount_words(known))
                .name(&format!("Open refund of {}", amount_words(known)))
                .ui(ui)
                .clicked()
            {
                actions.push(Action::OpenRecord(Family::Refund, known.record.id.clone()));
            }
            let look = look(known);
            Chip::new(look.icon, &look.word, look.tone).ui(ui);
        });
    }
}
