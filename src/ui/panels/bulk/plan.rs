//! The plan: what would be done, what is left out and why. Nothing is sent before it is confirmed here.

use chrono::{DateTime, TimeDelta, Utc};
use egui::Ui;

use crate::form::submits_at_once;
use crate::list::{List, ListRows, ListState, row_height};
use paydesk_core::features::approvals::TEXT_MAX_CHARS;
use paydesk_core::features::approvals::text::REASON_MISSING;
use paydesk_core::features::bulk::{BulkAction, BulkItem, BulkKind, BulkPlan, Excluded, text as bulk_text};
use paydesk_core::{Action, State};
use paydesk_domain::ids::OperationId;
use paydesk_domain::money::grouped_count;
use paydesk_domain::object_ref::ObjectRef;
use paydesk_domain::text::{visible, visible_id};
use paydesk_widgets::dialog::CONFIRM_AFTER;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::at_least_high_ui;
use paydesk_widgets::table::{ColumnWidth, TableCell};
use paydesk_widgets::title::title_ui;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Notice, TableColumn, TextField, facts_ui, label_ui, segmented_ui};

use super::text;

const REASON_WIDTH: f32 = 420.0;
const REASON_CHARS: usize = 255;
const WHY_ROWS: usize = 2;
/// Room for what is asked for and some rows, in points; where there is less, all of it scrolls.
const ASKING_MIN_HEIGHT: f32 = 650.0;

/// What the window keeps of a plan.
#[derive(Debug, Default)]
pub(super) struct BulkPlanDraft {
    /// The first operation of the plan that this is of: another plan begins anew.
    of: Option<OperationId>,
    reason: String,
    /// Why it should be approved.
    why: String,
    typed: String,
    shows_excluded: bool,
    opened_at: Option<DateTime<Utc>>,
    pub(super) list: ListState<usize>,
    /// The rows, from 0.
    rows: Vec<usize>,
}

/// The rows of what is included, or of what is excluded.
struct PlanRows<'a> {
    plan: &'a BulkPlan,
    rows: &'a [usize],
    shows_excluded: bool,
}

impl<'a> PlanRows<'a> {
    fn of(plan: &'a BulkPlan, rows: &'a mut Vec<usize>, shows_excluded: bool) -> Self {
        let len = if shows_excluded { plan.excluded.len() } else { plan.items.len() };
        if rows.len() != len {
            *rows = (0..len).collect();
        }
        Self { plan, rows, shows_excluded }
    }
}

impl ListRows for PlanRows<'_> {
    type Key = usize;

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn key(&self, row: usize) -> Option<&usize> {
        self.rows.get(row)
    }

    fn object(&self, row: usize) -> Option<ObjectRef> {
        let id = match self.shows_excluded {
            true => self.plan.excluded.get(row).map(|excluded| &*excluded.target),
            false => self.plan.items.get(row).map(|item| &*item.target),
        };
        id.filter(|id| !id.is_empty()).map(|id| ObjectRef::new(self.plan.kind.subject(), id))
    }

    fn position(&self, key: &usize) -> Option<usize> {
        Some(*key).filter(|row| *row < self.len())
    }

    fn revision(&self) -> u64 {
        self.len() as u64
    }

    fn questions(&self) -> u64 {
        u64::from(self.shows_excluded)
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum PlanColumn {
    Id,
    Person,
    Amount,
    Extent,
    Status,
    Line,
    Why,
}

/// Beside a customer the ID is what has the least room.
const ITEM_ID: TableColumn<PlanColumn> = TableColumn::new(PlanColumn::Id, text::ID, ColumnWidth::Exact(190.0));
const ITEM_ID_ALONE: TableColumn<PlanColumn> =
    TableColumn::new(PlanColumn::Id, text::ID, ColumnWidth::Remainder { min: 170.0 });
const ITEM_LINE: TableColumn<PlanColumn> =
    TableColumn::new(PlanColumn::Line, text::LINE, ColumnWidth::Exact(50.0)).right();
const PERSON_WIDTH: ColumnWidth = ColumnWidth::Remainder { min: 150.0 };
const ITEM_CUSTOMER: TableColumn<PlanColumn> = TableColumn::new(PlanColumn::Person, text::CUSTOMER, PERSON_WIDTH);
const ITEM_RECIPIENT: TableColumn<PlanColumn> = TableColumn::new(PlanColumn::Person, text::RECIPIENT, PERSON_WIDTH);
const ITEM_AMOUNT: TableColumn<PlanColumn> =
    TableColumn::new(PlanColumn::Amount, text::AMOUNT, ColumnWidth::Exact(140.0)).right();
const ITEM_EXTENT: TableColumn<PlanColumn> =
    TableColumn::new(PlanColumn::Extent, "Full or partial", ColumnWidth::Exact(110.0));
const ITEM_STATUS: TableColumn<PlanColumn> =
    TableColumn::new(PlanColumn::Status, text::STATUS, ColumnWidth::Exact(160.0));

/// What is said of each item: its line where a file asks for it, who paid or is paid where that is known of any.
fn item_columns(plan: &BulkPlan) -> Vec<TableColumn<PlanColumn>> {
    let names_people = plan.items.iter().any(|item| item.person.is_some());
    let person = if plan.kind == BulkKind::Fulfil { ITEM_RECIPIENT } else { ITEM_CUSTOMER };
    [
        plan.file.is_some().then_some(ITEM_LINE),
        Some(if names_people { person } else { ITEM_ID_ALONE }),
        Some(ITEM_AMOUNT),
        plan.kind.takes_amounts().then_some(ITEM_EXTENT),
        Some(ITEM_STATUS),
        names_people.then_some(ITEM_ID),
    ]
    .into_iter()
    .flatten()
    .collect()
}

const EXCLUDED: [TableColumn<PlanColumn>; 3] = [
    TableColumn::new(PlanColumn::Id, text::ID, ColumnWidth::Exact(250.0)),
    TableColumn::new(PlanColumn::Line, text::LINE, ColumnWidth::Exact(50.0)),
    TableColumn::new(PlanColumn::Why, "Reason for exclusion", ColumnWidth::Remainder { min: 180.0 }),
];

/// Draws the plan.
pub(super) fn plan_ui(
    ui: &mut Ui,
    state: &State,
    plan: &BulkPlan,
    draft: &mut BulkPlanDraft,
    actions: &mut Vec<Action>,
) {
    let first = plan.items.first().map(|item| item.operation_id.clone());
    if draft.of != first {
        *draft = BulkPlanDraft {
            of: first,
            shows_excluded: plan.items.is_empty(),
            opened_at: Some(state.now),
            ..BulkPlanDraft::default()
        };
    }
    let needs_approval = state.bulk_needs_approval();
    let refusal = refusal(state, plan, draft, needs_approval.is_some());
    title_ui(ui, &text::plan_title(plan.kind), |ui| {
        next_ui(ui, state, plan, draft, (needs_approval.is_some(), refusal.as_deref()), actions);
        ui.add_space(space::S);
        if Button::secondary(text::BACK).ui(ui).clicked() {
            actions.push(Action::Bulk(BulkAction::Discard));
        }
    });
    ui.add_space(space::S);
    let height = if needs_approval.is_some() { ASKING_MIN_HEIGHT } else { 0.0 };
    at_least_high_ui(ui, text::PLAN, height, |ui| {
        below_title_ui(ui, state, plan, draft, needs_approval.as_deref(), actions);
    });
}

fn below_title_ui(
    ui: &mut Ui,
    state: &State,
    plan: &BulkPlan,
    draft: &mut BulkPlanDraft,
    needs_approval: Option<&str>,
    actions: &mut Vec<Action>,
) {
    if let Some(why) = needs_approval {
        Notice::new(Tone::Attention, why).icon(Icon::Shield).ui(ui);
        ui.add_space(space::S);
    } else if let Some(why) = state.workspace.bulk.busy() {
        Notice::new(Tone::Attention, why).ui(ui);
        ui.add_space(space::S);
    }
    if plan.items.is_empty() {
        Notice::new(Tone::Attention, text::NOTHING_LEFT).ui(ui);
        ui.add_space(space::S);
    } else {
        facts(ui, state, plan);
        fields_ui(ui, state, plan, draft, needs_approval.is_some());
    }
    ui.add_space(space::XS);
    let views = [format!("Included {}", count(plan.items.len())), format!("Excluded {}", count(plan.excluded.len()))];
    if let Some(picked) = segmented_ui(ui, "Rows of the plan", &views, usize::from(draft.shows_excluded)) {
        draft.shows_excluded = picked == 1;
    }
    if draft.shows_excluded && !plan.excluded.is_empty() {
        ui.add_space(space::S);
        if Button::link("Export excluded with reasons…").ui(ui).clicked() {
            actions.push(Action::Bulk(BulkAction::ExportLeftOut));
        }
    }
    ui.add_space(space::S);
    let rows = PlanRows::of(plan, &mut draft.rows, draft.shows_excluded);
    let list = &mut draft.list;
    let opened =
        if draft.shows_excluded { excluded_ui(ui, state, &rows, list) } else { items_ui(ui, state, &rows, list) };
    if let Some(object) = opened.and_then(|row| rows.object(row)) {
        actions.push(Action::open(&object));
    }
}

/// Begins it, or asks for its approval; with Ctrl+Enter, too.
fn next_ui(
    ui: &mut Ui,
    state: &State,
    plan: &BulkPlan,
    draft: &BulkPlanDraft,
    (needs_approval, refusal): (bool, Option<&str>),
    actions: &mut Vec<Action>,
) {
    let reason = draft.reason.clone();
    let (title, action) = match needs_approval {
        true => (text::REQUEST_APPROVAL.to_owned(), BulkAction::RequestApproval { reason, why: draft.why.clone() }),
        false => (bulk_text::title(plan.kind, plan.items.len()), BulkAction::Start { reason }),
    };
    let is_asked = state.workspace.approvals.under_way(plan.approval_id).is_some();
    let is_danger = plan.kind.is_danger() && !needs_approval;
    let next = if is_danger { Button::danger(&title) } else { Button::primary(&title) };
    let age = draft.opened_at.map_or(TimeDelta::zero(), |at| state.now - at).to_std().unwrap_or_default();
    let may_be_confirmed = refusal.is_none() && !is_asked && age >= CONFIRM_AFTER;
    let by_key = submits_at_once(ui) && may_be_confirmed;
    if next.disabled(refusal).busy(is_asked).ui(ui).clicked() || by_key {
        actions.push(Action::Bulk(action));
    }
}

fn facts(ui: &mut Ui, state: &State, plan: &BulkPlan) {
    facts_ui(ui, text::PLAN, |facts| {
        if let Some(file) = &plan.file {
            facts.text("File", &visible(file, 80));
        }
        facts.text(text::TOTAL, &plan.sums.text());
        if plan.kind.takes_amounts() {
            facts.text(text::IN_FULL, &format!("{} of {}", count(plan.in_full()), count(plan.items.len())));
        }
        facts.text("Estimated time", &text::estimated(&plan.estimate));
        for group in &plan.groups {
            facts.text(text::LEFT_OUT, &format!("{} · {}", count(group.count), group.title));
        }
        let own_reasons = plan.items.iter().filter(|item| item.reason.is_some()).count();
        if own_reasons > 0 {
            facts.text(
                text::REASON,
                &format!("From the file for {} of {}", count(own_reasons), count(plan.items.len())),
            );
        }
        let continued = state.workspace.bulk.continued().map(|run| run.stored());
        if let Some(run) = continued.filter(|run| !run.reason.is_empty()) {
            facts.text(text::REASON, &visible(&run.reason, REASON_CHARS));
        }
        if let Some(profile) = &state.workspace.profile {
            facts.text(text::ENVIRONMENT, &format!("{}, {}", profile.environment.word(), visible(&profile.name, 60)));
        }
    });
    ui.add_space(space::S);
    label_ui(ui, Text::Body, tokens(ui).text, text::after(plan.kind, &state.view().traits.payment_actions));
    ui.add_space(space::XS);
    label_ui(ui, Text::Caption, tokens(ui).subdued, "Nothing is sent until you confirm");
    ui.add_space(space::S);
}

fn fields_ui(ui: &mut Ui, state: &State, plan: &BulkPlan, draft: &mut BulkPlanDraft, needs_approval: bool) {
    // What is gone on with has its reason.
    if plan.kind.takes_reason() && state.workspace.bulk.continued().is_none() {
        let field = TextField::labelled(text::REASON, &mut draft.reason).hint(reason_hint(plan));
        field.max_chars(REASON_CHARS).width(REASON_WIDTH).ui(ui);
        ui.add_space(space::S);
    }
    if needs_approval {
        let field = TextField::labelled("Reason for approval", &mut draft.why).max_chars(TEXT_MAX_CHARS);
        field.rows(WHY_ROWS).width(REASON_WIDTH).ui(ui);
        ui.add_space(space::S);
    }
    if state.view().is_production() {
        let label = text::type_number_to_confirm(plan.items.len());
        TextField::labelled(&label, &mut draft.typed).width(REASON_WIDTH).ui(ui);
        ui.add_space(space::S);
    }
}

fn count(count: usize) -> String {
    grouped_count(count as u64)
}

fn reason_hint(plan: &BulkPlan) -> &'static str {
    if plan.items.iter().any(|item| item.reason.is_some()) {
        "Optional. Applies to payments without a reason in the file."
    } else {
        "Optional. Applies to every payment in this run."
    }
}

fn refusal(state: &State, plan: &BulkPlan, draft: &BulkPlanDraft, needs_approval: bool) -> Option<String> {
    let nothing = plan.items.is_empty().then(|| text::NOTHING_LEFT.to_owned());
    // What waits for approval is begun later.
    let busy = || state.workspace.bulk.busy().filter(|_| !needs_approval).map(str::to_owned);
    let typed = || draft.typed.trim().replace(',', "") == plan.items.len().to_string();
    let untyped = || (state.view().is_production() && !typed()).then(|| "Type the number to confirm".to_owned());
    let unsaid = || (needs_approval && draft.why.trim().is_empty()).then(|| REASON_MISSING.to_owned());
    nothing.or_else(|| state.read_only_reason()).or_else(busy).or_else(unsaid).or_else(untyped)
}

/// Returns the row to be opened.
fn items_ui(ui: &mut Ui, state: &State, rows: &PlanRows<'_>, list: &mut ListState<usize>) -> Option<usize> {
    let plan = rows.plan;
    let has_extent = plan.kind.takes_amounts();
    let name = |row: usize| plan.items.get(row).map(|item| item_name(item, has_extent)).unwrap_or_default();
    let columns = item_columns(plan);
    let table = shown_list("Planned operations", &columns, state);
    let output = table.ui(ui, rows, None, list, name, |cell: &mut TableCell<'_, PlanColumn>| {
        let Some(item) = plan.items.get(cell.row) else { return };
        match cell.column {
            PlanColumn::Id => drop(cell.mono(&visible_id(&item.target, 80))),
            PlanColumn::Amount => drop(cell.amount(&item.amount.to_string())),
            PlanColumn::Extent => drop(cell.subdued(text::extent(item.whole))),
            PlanColumn::Status => drop(cell.subdued(&item.status_label(plan.kind))),
            PlanColumn::Person => drop(cell.text(&visible(item.person.as_deref().unwrap_or_default(), 80))),
            PlanColumn::Line => drop(cell.subdued(&item.line.map(|line| line.to_string()).unwrap_or_default())),
            PlanColumn::Why => {}
        }
    });
    output.opened
}

fn shown_list<'a>(name: &'a str, columns: &'a [TableColumn<PlanColumn>], state: &State) -> List<'a, PlanColumn> {
    List { name, columns, titles: &[], row_height: row_height(state), sort: None }
}

fn item_name(item: &BulkItem, has_extent: bool) -> String {
    let person = item.person.as_deref().map(|person| format!("{}, ", visible(person, 80))).unwrap_or_default();
    let name = format!("{person}{}, {}", visible_id(&item.target, 80), item.amount);
    if has_extent { format!("{name}, {}", text::extent(item.whole)) } else { name }
}

/// Returns the row to be opened.
fn excluded_ui(ui: &mut Ui, state: &State, rows: &PlanRows<'_>, list: &mut ListState<usize>) -> Option<usize> {
    let plan = rows.plan;
    let name = |row: usize| plan.excluded.get(row).map(excluded_name).unwrap_or_default();
    let table = shown_list("Excluded items", &EXCLUDED, state);
    let output = table.ui(ui, rows, None, list, name, |cell: &mut TableCell<'_, PlanColumn>| {
        let Some(excluded) = plan.excluded.get(cell.row) else { return };
        match cell.column {
            PlanColumn::Id => drop(cell.mono(&visible_id(&excluded.target, 80))),
            PlanColumn::Line => drop(cell.subdued(&excluded.line.map(|line| line.to_string()).unwrap_or_default())),
            PlanColumn::Why => drop(cell.text(&bulk_text::exclusion(&excluded.exclusion))),
            PlanColumn::Person | PlanColumn::Amount | PlanColumn::Extent | PlanColumn::Status => {}
        }
    });
    output.opened
}

fn excluded_name(excluded: &Excluded) -> String {
    format!("{}, {}", visible_id(&excluded.target, 80), bulk_text::exclusion(&excluded.exclusion))
}
