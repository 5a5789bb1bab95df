//! The run: how far it is, with a row for each operation.

use egui::{Align, Layout, Ui, vec2};
use strum::IntoEnumIterator as _;

use crate::customer_cell::customer_or_id_ui;
use crate::list::{List, ListRows, ListState, above_foot_ui, foot_ui, row_height, sums_ui};
use crate::open_operation::finding_line;
use paydesk_core::features::bulk::{BulkAction, BulkItem, BulkRun, ItemGroup, ItemState, RunPhase, text as bulk_text};
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::ids::OperationId;
use paydesk_domain::known::known_of_listed;
use paydesk_domain::money::grouped_count;
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::object_ref::ObjectRef;
use paydesk_domain::text::{visible, visible_id};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::reading_order::line_from_right_ui;
use paydesk_widgets::table::{ColumnWidth, TableCell};
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, Chip, Meter, Notice, TableColumn, heading_ui, label_ui, segmented_ui};

use super::text;

/// What the window keeps of a run.
#[derive(Debug, Default)]
pub(super) struct RunDraft {
    pub(super) list: ListState<OperationId>,
    group: Option<ItemGroup>,
    rows: RunRows,
}

/// The rows of a group, looked for again when a state has changed.
#[derive(Debug, Default)]
struct RunRows {
    of: Option<(u64, Option<ItemGroup>, usize)>,
    rows: Vec<u32>,
    /// What they come to.
    sums: MoneySums,
}

impl RunRows {
    fn follow(&mut self, run: &BulkRun, group: Option<ItemGroup>) {
        let of = Some((run.revision(), group, run.len()));
        if self.of == of {
            return;
        }
        self.of = of;
        let states = run.items().enumerate();
        let wanted = states.filter(|(_, (_, state))| group.is_none_or(|group| state.group() == group));
        self.rows = wanted.filter_map(|(row, _)| u32::try_from(row).ok()).collect();
        self.sums = run.sums(|of| group.is_none_or(|group| of == group));
    }
}

struct ShownRows<'a>(&'a BulkRun, &'a RunRows, Option<ItemGroup>);

impl ShownRows<'_> {
    fn index(&self, row: usize) -> Option<usize> {
        self.1.rows.get(row).map(|index| *index as usize)
    }
}

impl ListRows for ShownRows<'_> {
    type Key = OperationId;

    fn len(&self) -> usize {
        self.1.rows.len()
    }

    fn key(&self, row: usize) -> Option<&OperationId> {
        self.0.item(self.index(row)?).map(|(item, _)| &item.operation_id)
    }

    fn object(&self, row: usize) -> Option<ObjectRef> {
        let (item, _) = self.0.item(self.index(row)?)?;
        Some(ObjectRef::new(self.0.kind().subject(), &*item.target))
    }

    fn position(&self, key: &OperationId) -> Option<usize> {
        (0..self.len()).find(|row| self.key(*row) == Some(key))
    }

    fn revision(&self) -> u64 {
        self.0.revision()
    }

    fn questions(&self) -> u64 {
        self.2.map_or(0, |group| group as u64 + 1)
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum RunColumn {
    Customer,
    Amount,
    Result,
    Detail,
}

const COLUMNS: [TableColumn<RunColumn>; 4] = [
    TableColumn::new(RunColumn::Customer, text::CUSTOMER, ColumnWidth::Exact(230.0)),
    TableColumn::new(RunColumn::Amount, text::AMOUNT, ColumnWidth::Exact(120.0)).right(),
    TableColumn::new(RunColumn::Result, text::RESULT, ColumnWidth::Exact(230.0)),
    TableColumn::new(RunColumn::Detail, text::DETAIL, ColumnWidth::Remainder { min: 140.0 }),
];

/// `412 of 1,000 done · 8,240.00 EUR`
fn progress(all: usize, (done, sums): (usize, &str), (pending, pending_sums): (usize, &str)) -> String {
    let done = format!("{} of {} done", grouped_count(done as u64), grouped_count(all as u64));
    let pending = (pending > 0).then(|| format!("{} pending", grouped_count(pending as u64)));
    let pending_sums = pending.as_ref().map(|_| pending_sums.to_owned());
    let parts = [Some(done), Some(sums.to_owned()), pending, pending_sums].into_iter().flatten();
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// Draws the run.
pub(super) fn run_ui(ui: &mut Ui, state: &State, run: &BulkRun, draft: &mut RunDraft, actions: &mut Vec<Action>) {
    line_from_right_ui(ui, vec2(ui.available_width(), size::CONTROL), |ui| {
        buttons_ui(ui, state, run, actions);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            heading_ui(ui, Text::Title, tokens(ui).text, &bulk_text::title(run.kind(), run.len()));
        });
    });
    ui.add_space(space::S);
    let done = run.count(ItemGroup::Done);
    let pending = (run.count(ItemGroup::Pending), run.sums(|group| group == ItemGroup::Pending).text());
    let progress = progress(run.len(), (done, &run.done_sums().text()), (pending.0, &pending.1));
    let fraction = done as f32 / run.len().max(1) as f32;
    Meter { name: "Progress", text: &progress, fraction, tone: tone(run) }.ui(ui);
    ui.add_space(space::S);
    if let RunPhase::Paused(reason) = run.phase() {
        Notice::new(Tone::Attention, &text::paused(reason)).ui(ui);
        ui.add_space(space::S);
    }
    unknown_ui(ui, run, actions);
    groups_ui(ui, run, draft);
    ui.add_space(space::S);
    draft.rows.follow(run, draft.group);
    above_foot_ui(ui, |ui| table_ui(ui, state, run, draft, actions));
    foot_ui(ui, |ui| {
        let count = bulk_text::count(run.kind().subject(), draft.rows.rows.len());
        label_ui(ui, Text::Caption, tokens(ui).subdued, &count);
        sums_ui(ui, &known_of_listed(draft.rows.sums.clone(), true));
    });
}

/// What is to be done about items whose outcome is not known is offered elsewhere.
fn unknown_ui(ui: &mut Ui, run: &BulkRun, actions: &mut Vec<Action>) {
    let count = run.count(ItemGroup::Unknown);
    let what = match count {
        0 => return,
        1 => "1 outcome is still unknown".to_owned(),
        count => format!("{} outcomes are still unknown", grouped_count(count as u64)),
    };
    Notice::new(Tone::Attention, &what).ui_with(ui, |ui| {
        if Button::link(text::OPEN_OPERATIONS).ui(ui).clicked() {
            actions.push(Action::GoTo(Route::OpenOperations));
        }
    });
    ui.add_space(space::S);
}

/// What an item says: as long as its operation waits to be settled, what the open operations say of it.
fn words(state: &State, item: &BulkItem, of_item: &ItemState) -> (&'static str, String) {
    let (word, detail) = (of_item.word(), of_item.detail());
    let waits = matches!(of_item, ItemState::Unknown | ItemState::Prepared);
    let operation = waits.then(|| state.workspace.operations.find(&item.operation_id)).flatten();
    match operation.filter(|operation| operation.is_open()) {
        Some(operation) => (operation.word(), finding_line(state, operation).unwrap_or(detail)),
        None => (word, detail),
    }
}

fn tone(run: &BulkRun) -> Tone {
    let troubled = [ItemGroup::NotSent, ItemGroup::Failed, ItemGroup::Unknown];
    let troubled = troubled.into_iter().any(|group| run.count(group) > 0);
    match (troubled, run.phase()) {
        (true, _) | (_, RunPhase::Paused(_)) => Tone::Attention,
        (false, RunPhase::Ended) => Tone::Positive,
        (false, RunPhase::Saving | RunPhase::Running) => Tone::Accent,
    }
}

/// From the right edge.
fn buttons_ui(ui: &mut Ui, state: &State, run: &BulkRun, actions: &mut Vec<Action>) {
    let mut act = |action| actions.push(Action::Bulk(action));
    let report = Button::secondary("Save report").icon(Icon::Export).hint("Saves all results and exclusions as CSV");
    if run.is_over() {
        if Button::secondary(text::CLOSE).hint("It stays listed here until Paydesk is closed").ui(ui).clicked() {
            act(BulkAction::Close);
        }
        ui.add_space(space::S);
        let reason = state.read_only_reason();
        let label = format!("Retry {}…", bulk_text::count(run.kind().subject(), run.retryable()));
        let retry = Button::secondary(&label)
            .icon(Icon::Refresh)
            .hint("Plans only items that were definitely not sent. Unknown outcomes stay as they are.");
        if run.retryable() > 0 && retry.disabled(reason.as_deref()).ui(ui).clicked() {
            act(BulkAction::PlanNotDone);
        }
        // The first that the keyboard comes to, so that Enter neither closes nor sends anything.
        if report.ui(ui).clicked() {
            act(BulkAction::SaveReport);
        }
        return;
    }
    if Button::danger(text::STOP).hint("Finishes what is in progress, then stops").ui(ui).clicked() {
        act(BulkAction::Stop);
    }
    ui.add_space(space::S);
    match run.phase() {
        RunPhase::Saving => drop(Button::secondary(text::PAUSE).disabled(Some("Writing the plan to disk…")).ui(ui)),
        RunPhase::Running => {
            if Button::secondary(text::PAUSE).icon(Icon::Pause).ui(ui).clicked() {
                act(BulkAction::Pause);
            }
        }
        RunPhase::Paused(_) => {
            let reason = state.read_only_reason();
            let resume = Button::primary(text::RESUME).icon(Icon::Play).disabled(reason.as_deref());
            if resume.ui(ui).clicked() {
                act(BulkAction::Resume);
            }
        }
        RunPhase::Ended => {}
    }
    ui.add_space(space::S);
    if report.ui(ui).clicked() {
        act(BulkAction::SaveReport);
    }
}

/// All rows, or those of a group that has any.
fn groups_ui(ui: &mut Ui, run: &BulkRun, draft: &mut RunDraft) {
    let filled = ItemGroup::iter().filter(|group| run.count(*group) > 0 || draft.group == Some(*group));
    let groups: Vec<Option<ItemGroup>> = [None].into_iter().chain(filled.map(Some)).collect();
    let label = |group: &Option<ItemGroup>| {
        group.map_or_else(
            || format!("All {}", grouped_count(run.len() as u64)),
            |group| text::group(group, run.count(group)),
        )
    };
    let labels: Vec<String> = groups.iter().map(label).collect();
    let chosen = groups.iter().position(|group| *group == draft.group).unwrap_or_default();
    if let Some(picked) = segmented_ui(ui, "Rows of the run", &labels, chosen) {
        draft.group = groups.get(picked).copied().flatten();
    }
}

fn table_ui(ui: &mut Ui, state: &State, run: &BulkRun, draft: &mut RunDraft, actions: &mut Vec<Action>) {
    let rows = ShownRows(run, &draft.rows, draft.group);
    let list = List {
        name: "Operations of this run",
        columns: &COLUMNS,
        titles: &[],
        row_height: row_height(state),
        sort: None,
    };
    let customer_text = |item: &BulkItem| state.workspace.customer_text(run.kind().subject(), &item.target);
    let name = |row: usize| {
        let item = rows.index(row).and_then(|index| run.item(index));
        let name = |(item, of_item)| {
            let (word, _) = words(state, item, of_item);
            let customer = customer_text(item);
            let customer = if customer.is_empty() { customer } else { format!("{customer}, ") };
            format!("{customer}{}, {}, {word}", visible_id(&item.target, 80), item.amount)
        };
        item.map(name).unwrap_or_default()
    };
    let output = list.ui(ui, &rows, None, &mut draft.list, name, |cell| {
        if let Some((item, of_item)) = rows.index(cell.row).and_then(|index| run.item(index)) {
            match cell.column {
                RunColumn::Customer => {
                    drop(customer_or_id_ui(cell, &customer_text(item), &visible_id(&item.target, 80)));
                }
                RunColumn::Amount => drop(cell.amount(&item.amount.to_string())),
                RunColumn::Result => result_ui(cell, of_item.group(), words(state, item, of_item).0),
                RunColumn::Detail => detail_ui(cell, &words(state, item, of_item).1),
            }
        }
    });
    let opened = output.opened.and_then(|row| rows.index(row)).and_then(|index| run.item(index));
    if let Some((item, _)) = opened {
        actions.push(Action::OpenRecord(run.kind().subject(), item.target.clone()));
    }
}

fn result_ui(cell: &mut TableCell<'_, RunColumn>, group: ItemGroup, word: &str) {
    let (icon, tone) = match group {
        ItemGroup::Waiting => (Icon::Clock, Tone::Neutral),
        ItemGroup::UnderWay => (Icon::Processing, Tone::Accent),
        ItemGroup::Done => (Icon::Success, Tone::Positive),
        ItemGroup::Pending => (Icon::Processing, Tone::Accent),
        ItemGroup::NotSent => (Icon::Warning, Tone::Attention),
        ItemGroup::Failed => (Icon::Failure, Tone::Danger),
        ItemGroup::Unknown => (Icon::Unknown, Tone::Attention),
        ItemGroup::Settled => (Icon::Info, Tone::Neutral),
    };
    cell.chip(Chip::new(icon, word, tone));
}

fn detail_ui(cell: &mut TableCell<'_, RunColumn>, detail: &str) {
    if !detail.is_empty() {
        let shown = visible(detail, 300);
        cell.subdued(&shown).on_hover_text(&*shown);
    }
}
