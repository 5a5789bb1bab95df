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
use crate::ui::tokens::{size, space};
use crate::ui::widgets::table::ColumnWidth;
use crate::ui::widgets::{Button, Chip, Column, Table, TextField, empty_ui};

use super::SubscriptionsDraft;
use super::form::new_refusal;
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
            created: state.zone().short(record.made_at, state.now),
            by: record.made_by.as_ref().map(|by| visible(&by.operator, 40)).unwrap_or_default(),
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

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, draft: &mut SubscriptionsDraft, actions: &mut Vec<Action>) {
    let refusal = new_refusal(state);
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
    TextField::bare("Search subscriptions", &mut draft.search)
        .icon(Icon::Search)
        .placeholder("Id, customer, plan or status")
        .clearable()
        .width(280.0)
        .ui(ui);
    ui.add_space(space::S);
    let wanted = draft.search.trim().to_lowercase();
    let rows = state.records.of(Family::Subscription).map(|known| Row::of(state, known));
    let rows: Vec<Row<'_>> = rows.filter(|row| row.matches(&wanted)).collect();
    if rows.is_empty() {
        if empty_ui(ui, Icon::Search, "No subscription matches this search", Some("Clear the search")) {
            draft.search.clear();
        }
        return;
    }
    table_ui(ui, state, &rows, actions);
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

fn table_ui(ui: &mut Ui, state: &State, rows: &[Row<'_>], actions: &mut Vec<Action>) {
    let columns: &[Column<Col>] = match ui.available_width() {
        width if width >= 920.0 => &WIDE,
        width if width >= 600.0 => &MIDDLE,
        _ => &NARROW,
    };
    let open = state.subscriptions.open.as_deref();
    let selected = rows.iter().position(|row| Some(row.known.record.id.as_str()) == open);
    let output = ui
        .push_id(columns.len(), |ui| {
            let table = Table::new("Subscriptions table", columns, rows.len()).row_height(size::ROW).selected(selected);
            let name = |index: usize| rows.get(index).map(Row::name).unwrap_or_default();
            table.ui(ui, name, |cell| {
                let Some(row) = rows.get(cell.row) else { return };
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
            })
        })
        .inner;
    if let Some(row) = output.clicked.or(output.opened).and_then(|index| rows.get(index)) {
        actions.push(Action::Subscriptions(SubscriptionsAction::Open(Some(row.known.record.id.clone()))));
    }
}
