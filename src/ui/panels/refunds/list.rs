//! The list of the refunds known here, the newest first, and above it what is under way.

use egui::Ui;

use crate::back::title_of_rows_ui;
use crate::list::{ListColumn, ListRows as _};
use crate::record_list::{
    RecordTable, amount, amount_text, column, currency, export_ui, filters_ui, is_whole, none_known_ui,
    nothing_found_ui, operations_ui, read_again_ui, reading_ui,
};
use crate::status::{StatusLook, status_look};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::{CachedRecord, RecordColumn as Col, RecordRow};
use paydesk_core::{Action, State};
use paydesk_domain::export::ExportKind;
use paydesk_domain::ids::PaymentId;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, Chip, heading_ui};

use super::draft::RefundsDraft;
use super::text;

const COLUMNS: [ListColumn<Col>; 8] = [
    column(Col::Customer, text::CUSTOMER, [80.0, 150.0, 280.0]).measured(),
    amount(110.0),
    currency(),
    column(Col::Status, text::STATUS, [130.0, 130.0, 170.0]),
    column(Col::Created, text::CREATED, [120.0, 120.0, 170.0]).rank(2),
    column(Col::Note, text::REASON, [120.0, 180.0, 420.0]).rank(3),
    column(Col::By, text::BY, [90.0, 90.0, 220.0]).rank(4),
    column(Col::TitleId, text::PAYMENT, [80.0, 196.0, 280.0]).mono().rank(5),
];

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, draft: &mut RefundsDraft, actions: &mut Vec<Action>) {
    title_of_rows_ui(ui, state, text::REFUNDS, actions, |ui, actions| {
        export_ui(ui, state, ExportKind::Refunds, &mut draft.list, actions);
        read_again_ui(ui, state, ResourceKind::Refund, actions);
    });
    reading_ui(ui, state, ResourceKind::Refund, text::REFUNDS, actions);
    ui.add_space(space::M);
    operations_ui(ui, state, ResourceKind::Refund, actions);
    if state.workspace.records.of(ResourceKind::Refund).len() == 0 {
        let sentence = match state.workspace.records.refunds_are_in_payments {
            _ if is_whole(state, ResourceKind::Refund) => "No refunds yet. Open a captured payment to refund it.",
            true => {
                "Refunds appear here when you create them in Paydesk or open their payment. Others may \
                exist at the service."
            }
            false => {
                "Refunds appear here when you create them in Paydesk or a webhook event reports them. \
                Others may exist at the service."
            }
        };
        if none_known_ui(ui, state, "refunds", Icon::Refund, sentence, Some("Show payments")) {
            actions.push(Action::Payments(PaymentsAction::ShowAll));
        }
        return;
    }
    draft.list.follow(state, ResourceKind::Refund);
    filters_ui(ui, "refunds", "Customer, payment, ID, reason, status", &mut draft.list);
    ui.add_space(space::S);
    if draft.list.follow(state, ResourceKind::Refund).is_empty() {
        nothing_found_ui(ui, "refund", &mut draft.list);
        return;
    }
    let open = state.workspace.opened.get(ResourceKind::Refund);
    let table = RecordTable {
        kind: ResourceKind::Refund,
        name: "Refunds table",
        columns: &COLUMNS,
        open,
        is_selectable: false,
    };
    let shows = table.ui(ui, state, &mut draft.list, row_name, |_, _| ());
    actions.extend(shows);
}

fn row_name(row: &RecordRow) -> String {
    let amount = amount_text(row, text::AMOUNT_THAT_IS_NOT_KNOWN);
    let payment = if row.is_anonymous() { "" } else { &row.title };
    text::of(&amount, &row.customer, row.status.label(), &row.created, payment)
}

fn amount_of(known: &CachedRecord) -> String {
    known.amount().map_or_else(|| text::AMOUNT_THAT_IS_NOT_KNOWN.to_owned(), |amount| amount.to_string())
}

fn look(known: &CachedRecord) -> StatusLook {
    status_look(known.refund().and_then(|refund| refund.status.as_ref()))
}

/// Draws the refunds known of a payment, each leading to its own pane.
pub fn refunds_of_payment_ui(ui: &mut Ui, state: &State, payment_id: &PaymentId, actions: &mut Vec<Action>) {
    let of_payment =
        state.workspace.records.of_payment(payment_id).filter(|known| known.record.kind == ResourceKind::Refund);
    let refunds: Vec<&CachedRecord> = of_payment.collect();
    if refunds.is_empty() {
        return;
    }
    let subdued = tokens(ui).subdued;
    heading_ui(ui, Text::Group, subdued, "Known refunds");
    for known in refunds {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            if Button::link(&amount_of(known)).name(&text::open_refund_of(amount_of(known))).ui(ui).clicked() {
                actions.push(Action::OpenRecord(ResourceKind::Refund, known.record.id.clone()));
            }
            let look = look(known);
            Chip::new(look.icon, &look.word, look.tone).ui(ui);
        });
    }
}
