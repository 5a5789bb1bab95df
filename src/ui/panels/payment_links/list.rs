//! The list of payment links.

use egui::Ui;

use crate::back::title_of_rows_ui;
use crate::list::{ListColumn, ListRows as _};
use crate::record_list::{
    RecordTable, amount, amount_text, column, currency, export_ui, filters_ui, is_whole, none_known_ui,
    nothing_found_ui, operations_ui, read_again_ui, reading_ui,
};
use crate::status::{StatusLook, status_look};
use paydesk_core::operations::ResourceKind;
use paydesk_core::panels::payment_links::new_payment_link_refusal;
use paydesk_core::records::{CachedRecord, RecordColumn as Col, RecordRow};
use paydesk_core::{Action, State};
use paydesk_domain::export::ExportKind;
use paydesk_widgets::Button;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::space;

use super::PaymentLinksDraft;
use super::text;

pub const ICON: Icon = Icon::Own { glyph: '\u{E2E2}', name: text::PAYMENT_LINK };

const COLUMNS: [ListColumn<Col>; 7] = [
    column(Col::Title, text::DESCRIPTION, [80.0, 170.0, 480.0]),
    column(Col::Customer, text::CUSTOMER, [90.0, 150.0, 260.0]).rank(2).where_filled(),
    amount(100.0),
    currency(),
    column(Col::Status, text::STATUS, [132.0, 132.0, 170.0]),
    column(Col::Expires, text::EXPIRES, [120.0, 120.0, 170.0]),
    column(Col::Created, text::CREATED, [120.0, 120.0, 170.0]).rank(1),
];

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, draft: &mut PaymentLinksDraft, actions: &mut Vec<Action>) {
    let refusal = new_payment_link_refusal(&state.view());
    title_of_rows_ui(ui, state, text::PAYMENT_LINKS, actions, |ui, actions| {
        if Button::primary(text::NEW_PAYMENT_LINK_FORM).icon(Icon::Add).disabled(refusal.as_deref()).ui(ui).clicked() {
            actions.push(Action::OpenNew(ResourceKind::PaymentLink));
        }
        export_ui(ui, state, ExportKind::PaymentLinks, &mut draft.list, actions);
        read_again_ui(ui, state, ResourceKind::PaymentLink, actions);
    });
    reading_ui(ui, state, ResourceKind::PaymentLink, text::PAYMENT_LINKS, actions);
    ui.add_space(space::M);
    operations_ui(ui, state, ResourceKind::PaymentLink, actions);
    if state.workspace.records.of(ResourceKind::PaymentLink).len() == 0 {
        let is_whole = is_whole(state, ResourceKind::PaymentLink);
        let sentence = if is_whole {
            "No payment links yet. Pages where your customers pay appear here."
        } else {
            "Payment links appear here when you create them in Paydesk or a webhook event reports \
            them. Others may exist at the service."
        };
        let action = refusal.is_none().then_some(text::NEW_PAYMENT_LINK_FORM);
        if none_known_ui(ui, state, text::PAYMENT_LINKS_TEXT, ICON, sentence, action) {
            actions.push(Action::OpenNew(ResourceKind::PaymentLink));
        }
        return;
    }
    filters_ui(ui, text::PAYMENT_LINKS_TEXT, "Description, customer, ID or status", &mut draft.list);
    ui.add_space(space::S);
    if draft.list.follow(state, ResourceKind::PaymentLink).is_empty() {
        nothing_found_ui(ui, "payment link", &mut draft.list);
        return;
    }
    let open = state.workspace.opened.get(ResourceKind::PaymentLink);
    let table = RecordTable {
        kind: ResourceKind::PaymentLink,
        name: "Payment links table",
        columns: &COLUMNS,
        open,
        is_selectable: false,
    };
    let shows = table.ui(ui, state, &mut draft.list, row_name, |_, _| ());
    actions.extend(shows);
}

fn row_name(row: &RecordRow) -> String {
    format!("{}, {}, {}", row.title, amount_text(row, ""), row.status.label())
}

/// The status of the link now, by its payment as it was reported last and by its time.
pub fn look(state: &State, known: &CachedRecord) -> StatusLook {
    status_look(known.link_state(state.now).as_ref())
}
