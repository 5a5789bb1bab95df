//! What can be done to the payments that are selected.

use std::hash::Hash;

use egui::Ui;

use crate::app::features::bulk::{BulkAction, BulkKind, ITEMS_MAX, text as bulk_text};
use crate::app::features::payments::PaymentsPart;
use crate::app::{Action, State};
use crate::ui::list::{ListRows, Marks};
use crate::ui::tokens::{Text, space, tokens};
use crate::ui::widgets::table::MarkChange;
use crate::ui::widgets::{Button, label_ui};

use super::text;

/// Draws the line above the list, once a row is selected. `id` is that of a payment by its key in the list.
pub(super) fn selection_ui<R: ListRows<Key: Eq + Hash>>(
    ui: &mut Ui,
    state: &State,
    rows: &R,
    marks: &mut Marks<R::Key>,
    id: &mut dyn FnMut(&R::Key) -> String,
    actions: &mut Vec<Action>,
) {
    if marks.is_empty() {
        return;
    }
    let mut asked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::XS);
        label_ui(ui, Text::Strong, tokens(ui).text, &text::selected(marks.len()));
        let refusal = refusal(state, marks.len());
        for kind in kinds(state) {
            if Button::secondary(bulk_text::button(*kind)).disabled(refusal.as_deref()).ui(ui).clicked() {
                asked = Some(*kind);
            }
        }
        if marks.len() < rows.len() && Button::link(text::SELECT_ALL).name(text::SELECT_ALL).ui(ui).clicked() {
            marks.change(rows, MarkChange::All);
        }
        if Button::link(text::CLEAR_SELECTION).ui(ui).clicked() {
            marks.clear();
        }
    });
    ui.add_space(space::S);
    if let Some(kind) = asked {
        let targets = marks.in_order(rows).iter().map(id).collect();
        actions.push(Action::Bulk(BulkAction::Plan { kind, targets }));
    }
}

/// What is usual in the view that is shown.
fn kinds(state: &State) -> &'static [BulkKind] {
    match state.workspace.payments.part(&state.view()) {
        Some(PaymentsPart::ToCapture) => &[BulkKind::Capture, BulkKind::Cancel],
        Some(PaymentsPart::InReview) => &[BulkKind::Approve, BulkKind::Cancel],
        _ => &BulkKind::OF_PAYMENTS,
    }
}

fn refusal(state: &State, selected: usize) -> Option<String> {
    let too_many = (selected > ITEMS_MAX).then(|| text::too_many_selected(ITEMS_MAX));
    let busy = || state.workspace.bulk.busy().map(str::to_owned);
    state.read_only_reason().or(too_many).or_else(busy)
}
