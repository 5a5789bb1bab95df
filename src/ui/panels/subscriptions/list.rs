//! The list of subscriptions made here.

use egui::Ui;

use crate::back::title_of_rows_ui;
use crate::list::{ListColumn, ListRows as _};
use crate::open_operation::open_operations_ui;
use crate::record_list::{
    RecordTable, amount, column, currency, export_ui, filters_ui, none_known_ui, nothing_found_ui,
};
use paydesk_core::features::subscriptions::{new_subscription_refusal, open_subscription_operations};
use paydesk_core::operations::{Operation, ResourceKind};
use paydesk_core::records::{RecordColumn as Col, RecordRow};
use paydesk_core::{Action, State};
use paydesk_domain::export::ExportKind;
use paydesk_widgets::Button;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::space;

use super::SubscriptionsDraft;
use super::text;

const COLUMNS: [ListColumn<Col>; 8] = [
    column(Col::Id, text::SUBSCRIPTION, [80.0, 190.0, 280.0]).mono().rank(2),
    column(Col::Status, text::STATUS, [104.0, 104.0, 140.0]),
    column(Col::Customer, text::CUSTOMER, [90.0, 150.0, 280.0]).measured(),
    column(Col::Note, text::PLAN, [90.0, 170.0, 300.0]).rank(3),
    amount(90.0),
    currency(),
    column(Col::Created, text::CREATED, [96.0, 96.0, 150.0]).rank(4),
    column(Col::By, text::BY, [80.0, 80.0, 220.0]).rank(5),
];

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, draft: &mut SubscriptionsDraft, actions: &mut Vec<Action>) {
    let refusal = new_subscription_refusal(&state.view());
    title_of_rows_ui(ui, state, text::SUBSCRIPTIONS, actions, |ui, actions| {
        if Button::primary(text::NEW_SUBSCRIPTION_FORM).icon(Icon::Add).disabled(refusal.as_deref()).ui(ui).clicked() {
            actions.push(Action::OpenNew(ResourceKind::Subscription));
        }
        export_ui(ui, state, ExportKind::Subscriptions, &mut draft.list, actions);
    });
    ui.add_space(space::M);
    operations_ui(ui, state, actions);
    if state.workspace.records.of(ResourceKind::Subscription).len() == 0 {
        let sentence = "Subscriptions appear here when you create them in Paydesk or a webhook event reports \
            them. Others may exist at the service.";
        let offer = refusal.is_none().then_some(text::NEW_SUBSCRIPTION_FORM);
        if none_known_ui(ui, state, "subscriptions", Icon::Subscription, sentence, offer) {
            actions.push(Action::OpenNew(ResourceKind::Subscription));
        }
        return;
    }
    filters_ui(ui, "subscriptions", "ID, customer, plan or status", &mut draft.list);
    ui.add_space(space::S);
    if draft.list.follow(state, ResourceKind::Subscription).is_empty() {
        nothing_found_ui(ui, "subscription", &mut draft.list);
        return;
    }
    let open = state.workspace.opened.get(ResourceKind::Subscription);
    let table = RecordTable {
        kind: ResourceKind::Subscription,
        name: "Subscriptions table",
        columns: &COLUMNS,
        open,
        is_selectable: false,
    };
    let shows = table.ui(ui, state, &mut draft.list, row_name, |_, _| ());
    actions.extend(shows);
}

fn row_name(row: &RecordRow) -> String {
    format!("{}, {}, {}, {} {}", row.id, row.status.label(), row.customer, row.amount, row.currency)
}

/// Those under way whose subscription has no record yet; the others stand in their pane.
fn operations_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let recorded = |operation: &&Operation| {
        state.workspace.records.find(ResourceKind::Subscription, &operation.plan.target.resource).is_none()
            || state.workspace.opened.get(ResourceKind::Subscription) != Some(&operation.plan.target.resource)
    };
    open_operations_ui(ui, state, open_subscription_operations(&state.view()).filter(recorded), actions);
}
