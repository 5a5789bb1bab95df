//! The list of the vouchers made from here.

use egui::Ui;
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::{RecordColumn as Col, RecordRow};
use paydesk_core::{Action, State};

use super::VouchersDraft;
use crate::list::{ListColumn, ListRows as _};
use crate::record_list::{
    RecordTable, amount, amount_text, column, currency, none_known_ui, nothing_found_ui, operations_ui, search_ui,
};
use paydesk_widgets::Button;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::title::title_ui;
use paydesk_widgets::tokens::space;

const COLUMNS: [ListColumn<Col>; 4] = [
    column(Col::Title, "Description", [80.0, 170.0, 480.0]),
    amount(100.0),
    currency(),
    column(Col::Status, "Status", [132.0, 132.0, 170.0]),
];

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, draft: &mut VouchersDraft, actions: &mut Vec<Action>) {
    let reason = state.read_only_reason();
    title_ui(ui, "Vouchers", |ui| {
        if Button::primary("New voucher…").icon(Icon::Add).disabled(reason.as_deref()).ui(ui).clicked() {
            actions.push(Action::OpenNew(ResourceKind::Voucher));
        }
    });
    ui.add_space(space::M);
    operations_ui(ui, state, ResourceKind::Voucher, actions);
    if state.workspace.records.of(ResourceKind::Voucher).len() == 0 {
        let action = reason.is_none().then_some("New voucher…");
        if none_known_ui(ui, state, "vouchers", super::ICON, "No voucher was made from here yet", action) {
            actions.push(Action::OpenNew(ResourceKind::Voucher));
        }
        return;
    }
    search_ui(ui, "vouchers", "Description, ID or status", &mut draft.list);
    ui.add_space(space::S);
    if draft.list.follow(state, ResourceKind::Voucher).is_empty() {
        nothing_found_ui(ui, "voucher", &mut draft.list);
        return;
    }
    let open = state.workspace.opened.get(ResourceKind::Voucher);
    let kind = ResourceKind::Voucher;
    let table = RecordTable { kind, name: "Vouchers table", columns: &COLUMNS, open, is_selectable: false };
    let shows = table.ui(ui, state, &mut draft.list, row_name, |_, _| ());
    actions.extend(shows);
}

fn row_name(row: &RecordRow) -> String {
    format!("{}, {}, {}", row.title, amount_text(row, ""), row.status.label())
}
