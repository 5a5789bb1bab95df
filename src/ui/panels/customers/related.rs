//! What belongs to the open customer: payments and disputes of the service, and what is known here of refunds,
//! subscriptions, links and payouts. Each leads to its own pane.

use egui::Ui;

use crate::status::{StatusLook, dispute_status, not_reported, payment_mark, record_status, status_of_payment};
use paydesk_core::features::customers::{CustomersAction, FirstPage};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::CollectionEntry;
use paydesk_core::{Action, State};
use paydesk_domain::dispute::Dispute;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::payment::PaymentRow;
use paydesk_domain::text::{visible, visible_id};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Chip, Notice, heading_ui, label_ui};

use super::text;

/// Draws all of it.
pub fn related_records_ui(ui: &mut Ui, state: &State, id: &CustomerId, actions: &mut Vec<Action>) {
    payments_ui(ui, state, id, actions);
    disputes_ui(ui, state, id, actions);
    for (kind, entries) in state.workspace.records.of_customer(id) {
        title_ui(ui, &text::known(kind.plural()));
        for entry in entries {
            record_ui(ui, entry, actions);
        }
    }
}

fn payments_ui(ui: &mut Ui, state: &State, id: &CustomerId, actions: &mut Vec<Action>) {
    let Some(remote) = state.workspace.customers.payments.of(id) else { return };
    let newest = remote.value();
    title_ui(ui, &payments_title(newest));
    if let Some(error) = remote.error() {
        let text = text::payments_could_not_be_loaded(error.what(), error.what_to_do());
        if Notice::new(Tone::Attention, &visible(&text, 300)).icon(Icon::Unknown).action(text::RETRY).ui(ui) {
            actions.push(Action::Customers(CustomersAction::ReadPayments(id.clone())));
        }
    }
    let Some(newest) = newest else {
        if remote.is_loading() {
            label_ui(ui, Text::Small, tokens(ui).subdued, text::LOADING);
        }
        return;
    };
    for row in &newest.rows {
        let at = row.created.map(|at| state.zone().short(at, state.now)).unwrap_or_default();
        let line = RelatedLine { text: row.amount.to_string(), what: "payment", look: look_of_payment(state, row), at };
        if line.ui(ui, row.payment_id.as_str()) {
            actions.push(Action::Payments(PaymentsAction::Open(row.payment_id.clone())));
        }
    }
    if newest.unreadable > 0 {
        let text = text::could_not_be_read_list(newest.unreadable);
        Notice::new(Tone::Attention, &text).ui(ui);
    }
}

fn look_of_payment(state: &State, row: &PaymentRow) -> StatusLook {
    let row = &state.workspace.newest_row(row);
    let has_rest = row.capturable_minor.is_some_and(|minor| minor > 0);
    let mark = state.workspace.payments.mark_of_row(row).map(|mark| payment_mark(mark, has_rest));
    mark.unwrap_or_else(|| status_of_payment(state, &row.status))
}

/// `Payments, the newest 20 of 312`.
fn payments_title(newest: Option<&FirstPage>) -> String {
    let Some(newest) = newest else { return text::PAYMENTS.to_owned() };
    let shown = newest.rows.len();
    match newest.total {
        Some(0) => text::NO_PAYMENTS.to_owned(),
        Some(total) if total > shown as u64 => text::payments_newest_of(shown, total),
        _ if shown == 0 && newest.unreadable > 0 => text::PAYMENTS.to_owned(),
        _ if shown == 0 => text::NO_PAYMENTS.to_owned(),
        _ => text::payments(shown),
    }
}

fn disputes_ui(ui: &mut Ui, state: &State, id: &CustomerId, actions: &mut Vec<Action>) {
    let disputes: Vec<&Dispute> = state.workspace.customers.payments.disputes_of(id, &state.workspace.disputes);
    if disputes.is_empty() {
        return;
    }
    title_ui(ui, "Disputes of these payments");
    for dispute in disputes {
        let at = dispute.created.map(|at| state.zone().short(at, state.now)).unwrap_or_default();
        let text = dispute.amount.to_string();
        let line = RelatedLine { text, what: "dispute", look: dispute_status(&dispute.status), at };
        if line.ui(ui, dispute.dispute_id.as_str()) {
            actions.push(Action::OpenRecord(ResourceKind::Dispute, dispute.dispute_id.as_str().to_owned()));
        }
    }
}

fn record_ui(ui: &mut Ui, entry: &CollectionEntry, actions: &mut Vec<Action>) {
    let (known, record) = (&entry.known, &entry.known.record);
    let text = known.amount().map_or_else(|| visible_id(&record.id, 40), |amount| amount.to_string());
    let at = entry.row.created.clone();
    let look = record_status(&entry.row.status).unwrap_or_else(not_reported);
    let line = RelatedLine { text, what: record.kind.noun(), look, at };
    if line.ui(ui, &record.id) {
        actions.push(Action::OpenRecord(record.kind, record.id.clone()));
    }
}

fn title_ui(ui: &mut Ui, title: &str) {
    let subdued = tokens(ui).subdued;
    heading_ui(ui, Text::Group, subdued, title);
}

/// One thing on one line: its amount, its status, when it began.
struct RelatedLine<'a> {
    text: String,
    /// The kind of thing, for the name of the link.
    what: &'a str,
    look: StatusLook,
    at: String,
}

impl RelatedLine<'_> {
    /// Whether it was clicked.
    fn ui(&self, ui: &mut Ui, id: &str) -> bool {
        ui.push_id((self.what, id), |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = space::M;
                let name = text::open_of(self.what, visible_id(id, 64), &self.text);
                let clicked = Button::link(&self.text).name(&name).ui(ui).clicked();
                Chip::new(self.look.icon, &self.look.word, self.look.tone).ui(ui);
                label_ui(ui, Text::Small, tokens(ui).subdued, &self.at);
                clicked
            })
            .inner
        })
        .inner
    }
}
