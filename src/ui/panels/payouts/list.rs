//! The list of the payouts known here, the newest first, and above it what is under way.

use egui::Ui;

use crate::back::title_of_rows_ui;
use crate::list::{ListColumn, ListRows as _};
use crate::open_operation::open_operations_ui;
use crate::record_list::{
    RecordTable, amount, amount_text, column, currency, export_ui, filters_ui, is_whole, none_known_ui,
    nothing_found_ui, read_again_ui, reading_ui,
};
use crate::selection::{SelectedRows, selection_ui};
use paydesk_core::features::bulk::BulkKind;
use paydesk_core::features::payouts::{PayoutsAction, payouts_under_way, why_not_fulfil};
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::{CachedRecord, RecordColumn as Col, RecordRow};
use paydesk_core::{Action, State};
use paydesk_domain::export::ExportKind;
use paydesk_domain::payout::PayoutStatus;
use paydesk_domain::text::visible;
use paydesk_widgets::Button;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::table::TableCell;
use paydesk_widgets::tokens::space;

use super::draft::PayoutsDraft;
use super::refresh::refresh_ui;
use super::text;

const COLUMNS: [ListColumn<Col>; 7] = [
    column(Col::Title, text::RECIPIENT, [60.0, 150.0, 420.0]),
    amount(100.0),
    currency(),
    column(Col::Status, text::STATUS, [166.0, 190.0, 220.0]),
    ListColumn::exact(Col::Next, "", 60.0).named(text::NEXT_STEP).unsorted().rank(1),
    column(Col::Created, text::CREATED, [120.0, 120.0, 170.0]).rank(2),
    column(Col::By, text::BY, [90.0, 90.0, 220.0]).rank(3),
];
/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, draft: &mut PayoutsDraft, actions: &mut Vec<Action>) {
    let reason = state.read_only_reason();
    title_of_rows_ui(ui, state, text::PAYOUTS, actions, |ui, actions| {
        let create = Button::primary("New payout…").icon(Icon::Add).disabled(reason.as_deref());
        if create.ui(ui).clicked() {
            actions.push(Action::OpenNew(ResourceKind::Payout));
        }
        export_ui(ui, state, ExportKind::Payouts, &mut draft.list, actions);
        read_again_ui(ui, state, ResourceKind::Payout, actions);
    });
    reading_ui(ui, state, ResourceKind::Payout, text::PAYOUTS, actions);
    ui.add_space(space::M);
    open_operations_ui(ui, state, payouts_under_way(&state.view()), actions);
    if state.workspace.records.of(ResourceKind::Payout).len() == 0 {
        let is_whole = is_whole(state, ResourceKind::Payout);
        let sentence = if is_whole {
            "No payouts yet. Money you send to recipients appears here."
        } else {
            "Payouts appear here when you create them in Paydesk or a webhook event reports them. \
            Others may exist at the service."
        };
        let action = reason.is_none().then_some("Create first payout");
        if none_known_ui(ui, state, "payouts", Icon::Payout, sentence, action) {
            actions.push(Action::OpenNew(ResourceKind::Payout));
        }
        return;
    }
    refresh_ui(ui, state, &mut draft.stale_payouts, actions);
    filters_ui(ui, "payouts", "Recipient, ID, reference, status", &mut draft.list);
    ui.add_space(space::S);
    if draft.list.follow(state, ResourceKind::Payout).is_empty() {
        nothing_found_ui(ui, "payout", &mut draft.list);
        return;
    }
    table_ui(ui, state, draft, actions);
}

fn table_ui(ui: &mut Ui, state: &State, draft: &mut PayoutsDraft, actions: &mut Vec<Action>) {
    let table = RecordTable {
        kind: ResourceKind::Payout,
        name: "Payouts table",
        columns: &COLUMNS,
        open: state.workspace.opened.get(ResourceKind::Payout),
        is_selectable: true,
    };
    let records = &state.workspace.records;
    let selected = SelectedRows {
        id: &String::clone,
        amount: &|id: &String| records.find(ResourceKind::Payout, id).and_then(|known| known.amount()),
        allows: &|id: &String, _| {
            let payout = records.find(ResourceKind::Payout, id).and_then(|known| known.payout());
            payout.is_some_and(|payout| payout.status == PayoutStatus::RequiresFulfillment)
        },
        revision: records.revision(ResourceKind::Payout),
    };
    selection_ui(ui, state, &[BulkKind::Fulfil], draft.list.selection(), selected, actions);
    let mut asked = None;
    let shows = table.ui(ui, state, &mut draft.list, row_name, |cell, known| {
        asked = next_ui(cell, state, known).or(asked.take());
    });
    actions.extend(shows);
    actions.extend(asked.map(Action::Payouts));
}

fn row_name(row: &RecordRow) -> String {
    let amount = amount_text(row, "unknown amount");
    format!("{}, {amount}, {}, {}", row.title, row.status.label(), row.created)
}

/// A payout that waits for it can be fulfilled from its row.
fn next_ui(cell: &mut TableCell<'_, Col>, state: &State, known: &CachedRecord) -> Option<PayoutsAction> {
    let payout = known.payout().filter(|payout| payout.status == PayoutStatus::RequiresFulfillment)?;
    let why_not = why_not_fulfil(&state.view(), payout);
    let recipient = visible(&known.recipient().unwrap_or_default(), 60);
    let name = text::fulfil_to(&payout.amount, &recipient);
    let button = Button::link(text::FULFIL).name(&name).disabled(why_not.as_deref());
    cell.ui(|ui| button.ui(ui)).clicked().then(|| PayoutsAction::AskFulfil(payout.payout_id.clone()))
}
