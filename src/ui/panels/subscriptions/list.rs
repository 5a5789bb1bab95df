//! The list of subscriptions made here.

use egui::Ui;

use crate::app::features::subscriptions::SubscriptionsAction;
use crate::app::operations::{Family, Operation};
use crate::app::records::Known;
use crate::app::{Action, State};
use crate::domain::text::visible;
use crate::ui::icons::Icon;
use crate::ui::panels::payments::open_operation_ui;
use crate::ui::status::StatusLook;
use crate::ui::tokens::space;
use crate::ui::widgets::table::{Cell, ColumnWidth};
use crate::ui::widgets::{Button, Chip, Column, empty_ui};

use super::super::record_list::{RecordTable, made_text, maker_text, nothing_found_ui, search_ui};
use super::SubscriptionsDraft;
use super::status::subscription_status;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Col {
    Id,
    Status,
    Customer,
    Plan,
    Amount,
    Currency,
    Created,
    By,
}

const fn id(min: f32) -> Column<Col> {
    Column::new(Col::Id, "Subscription", ColumnWidth::Remainder { min })
}
const STATUS: Column<Col> = Column::new(Col::Status, "Status", ColumnWidth::Exact(104.0));
const AMOUNT: Column<Col> = Column::new(Col::Amount, "Amount", ColumnWidth::Exact(90.0)).right();
const CURRENCY: Column<Col> = Column::new(Col::Currency, "", ColumnWidth::Exact(36.0));
const CREATED: Column<Col> = Column::new(Col::Created, "Created", ColumnWidth::Exact(96.0));

const WIDE: [Column<Col>; 8] = [
    id(140.0),
    STATUS,
    Column::new(Col::Customer, "Customer", ColumnWidth::Resizable { initial: 150.0, min: 80.0 }),
    Column::new(Col::Plan, "Plan", ColumnWidth::Resizable { initial: 170.0, min: 80.0 }),
    AMOUNT,
    CURRENCY,
    CREATED,
    Column::new(Col::By, "By", ColumnWidth::Exact(80.0)),
];
const MIDDLE: [Column<Col>; 6] = [
    id(110.0),
    STATUS,
    Column::new(Col::Customer, "Customer", ColumnWidth::Resizable { initial: 120.0, min: 80.0 }),
    AMOUNT,
    CURRENCY,
    CREATED,
];
const NARROW: [Column<Col>; 4] = [id(80.0), STATUS, AMOUNT, CURRENCY];

/// One row, in words.
struct Row<'a> {
    known: &'a Known,
    id: String,
    look: StatusLook,
    customer: String,
    plan: String,
    amount: String,
    currency: String,
    created: String,
    by: String,
}

impl<'a> Row<'a> {
    fn of(state: &State, known: &'a Known) -> Self {
        let (record, subscription) = (&known.record, known.subscription());
        let unknown =
            || subscription_status(&crate::domain::subscription::SubscriptionStatus::Unknown("not told".into()));
        let amount = subscription.and_then(|it| it.payment.as_ref()).map(|payment| &payment.amount);
        let plan = subscription.and_then(|it| it.plan_id.as_deref().or(it.item_price_id.as_deref()));
        Self {
            known,
            id: visible(&record.id, 80),
            look: subscription.map_or_else(unknown, |it| subscription_status(&it.status)),
            customer: record.customer_id.as_ref().map(|id| visible(id.as_str(), 80)).unwrap_or_default(),
            plan: plan.map(|plan| visible(plan, 80)).unwrap_or_default(),
            amount: amount.map(|amount| amount.amount_text()).unwrap_or_default(),
            currency: amount.map(|amount| visible(amount.currency.code(), 12)).unwrap_or_default(),
            created: made_text(state, known),
            by: maker_text(known),
        }
    }

    fn matches(&self, wanted: &str) -> bool {
        let status = self.look.word.to_lowercase();
        let of_text = |text: &String| text.to_lowercase().contains(wanted);
        [&self.id, &self.customer, &self.plan, &self.by].into_iter().any(of_text) || status.contains(wanted)
    }

    fn name(&self) -> String {
        format!("{}, {}, {}, {} {}", self.id, self.look.word, self.customer, self.amount, self.currency)
    }
}

impl AsRef<Known> for Row<'_> {
    fn as_ref(&self) -> &Known {
        self.known
    }
}

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, draft: &mut SubscriptionsDraft, actions: &mut Vec<Action>) {
    let refusal = state.new_subscription_refusal();
    super::super::title_ui(ui, "Subscriptions", |ui| {
        if Button::primary("New subscription…").icon(Icon::Add).disabled(refusal.as_deref()).ui(ui).clicked() {
            actions.push(Action::Subscriptions(SubscriptionsAction::OpenForm));
        }
    });
    ui.add_space(space::M);
    operations_ui(ui, state, actions);
    if state.records.of(Family::Subscription).len() == 0 {
        let sentence =
            "No subscription was made from here yet. Those made elsewhere are not shown: the service has no list";
        let offer = refusal.is_none().then_some("New subscription…");
        if empty_ui(ui, Icon::Subscription, sentence, offer) {
            actions.push(Action::Subscriptions(SubscriptionsAction::OpenForm));
        }
        return;
    }
    search_ui(ui, "subscriptions", "Id, customer, plan or status", &mut draft.list);
    ui.add_space(space::S);
    let wanted = draft.list.wanted();
    let rows = state.records.of(Family::Subscription).map(|known| Row::of(state, known));
    let rows: Vec<Row<'_>> = rows.filter(|row| row.matches(&wanted)).collect();
    if rows.is_empty() {
        nothing_found_ui(ui, "subscription", &mut draft.list);
        return;
    }
    table_ui(ui, state, draft, &rows, actions);
}

/// Those under way whose subscription has no record yet; the others stand in their pane.
fn operations_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let recorded = |operation: &&Operation| {
        state.records.find(Family::Subscription, &operation.plan.target.resource).is_none()
            || state.subscriptions.open.as_deref() != Some(&operation.plan.target.resource)
    };
    for operation in state.open_subscription_operations().filter(recorded) {
        ui.push_id(operation.id.as_str(), |ui| open_operation_ui(ui, state, operation, actions));
        ui.add_space(space::S);
    }
}

fn table_ui(ui: &mut Ui, state: &State, draft: &mut SubscriptionsDraft, rows: &[Row<'_>], actions: &mut Vec<Action>) {
    let columns: &[Column<Col>] = match ui.available_width() {
        width if width >= 920.0 => &WIDE,
        width if width >= 600.0 => &MIDDLE,
        _ => &NARROW,
    };
    let table = RecordTable { name: "Subscriptions table", columns, open: state.subscriptions.open.as_deref() };
    let open = table.ui(ui, state, &mut draft.list, rows, Row::name, cell_ui);
    actions.extend(open.map(|id| Action::Subscriptions(SubscriptionsAction::Open(Some(id.to_owned())))));
}

fn cell_ui(cell: &mut Cell<'_, Col>, row: &Row<'_>) {
    match cell.column {
        Col::Id => drop(cell.mono(&row.id)),
        Col::Status => drop(cell.chip(Chip::new(row.look.icon, &row.look.word, row.look.tone))),
        Col::Customer => drop(cell.mono(&row.customer)),
        Col::Plan => drop(cell.text(&row.plan)),
        Col::Amount => drop(cell.amount(&row.amount)),
        Col::Currency => drop(cell.currency(&row.currency)),
        Col::Created => drop(cell.subdued(&row.created)),
        Col::By => drop(cell.subdued(&row.by)),
    }
}
