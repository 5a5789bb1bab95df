//! All operations that the journal records, newest first, with search, filters, check and export; one of them beside
//! the list with its steps.

use egui::Ui;
use strum::IntoEnumIterator as _;

use crate::customer_cell::{customer_or_id_ui, customer_text};
use crate::drafts::Drafts;
use crate::export_menu::ExportMenu;
use crate::list::{List, ListRows, ListState, above_foot_ui, foot_ui, row_height};
use crate::list_search::list_search_ui;
use crate::panels::split::{SplitPart, split_ui};
use crate::status::profile_name;
use crate::text;
use paydesk_core::features::operation_log::{
    CheckProgress, LoggedOperation, LoggedOperations, LoggedOutcome, OperationFilter, OperationLogAction,
    OperationPeriod,
};
use paydesk_core::features::table_exports::ExportList;
use paydesk_core::{Action, State, text as core_text};
use paydesk_domain::export::ExportKind;
use paydesk_domain::ids::OperationId;
use paydesk_domain::money::grouped_count;
use paydesk_domain::object_ref::ObjectRef;
use paydesk_domain::profile::ProfileId;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::table::{ColumnWidth, TableCell};
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{
    Button, FilterChange, FilterMenu, Notice, RawDraft, TableColumn, TextField, empty_ui, label_ui, loading_ui,
};

use super::detail::{detail_ui, outcome_chip};
use super::head::head_ui;

const SEARCH_WIDTH: f32 = 220.0;

/// What the window keeps of the tab.
#[derive(Debug, Default)]
pub struct AllDraft {
    pub(super) list: ListState<OperationId>,
    /// Whether the request of the open operation is unfolded.
    request: RawDraft,
}

/// What the columns show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OperationColumn {
    Time,
    Person,
    Operation,
    Object,
    Outcome,
    Profile,
}

const fn column(id: OperationColumn, title: &'static str, width: ColumnWidth) -> TableColumn<OperationColumn> {
    TableColumn::new(id, title, width)
}

const TIME: TableColumn<OperationColumn> = column(OperationColumn::Time, core_text::TIME, ColumnWidth::Exact(110.0));
const PERSON: TableColumn<OperationColumn> = column(OperationColumn::Person, text::PERSON, ColumnWidth::Exact(110.0));
const OPERATION: TableColumn<OperationColumn> =
    column(OperationColumn::Operation, core_text::OPERATION, ColumnWidth::Remainder { min: 160.0 });
const OBJECT: TableColumn<OperationColumn> = column(OperationColumn::Object, text::OBJECT, ColumnWidth::Exact(230.0));
const OUTCOME: TableColumn<OperationColumn> =
    column(OperationColumn::Outcome, text::OUTCOME, ColumnWidth::Exact(170.0));
const PROFILE: TableColumn<OperationColumn> =
    column(OperationColumn::Profile, core_text::PROFILE, ColumnWidth::Exact(160.0));
const WIDEST: [TableColumn<OperationColumn>; 6] = [TIME, PERSON, OPERATION, OBJECT, OUTCOME, PROFILE];
const WIDE: [TableColumn<OperationColumn>; 5] = [TIME, PERSON, OPERATION, OBJECT, OUTCOME];
const NARROW: [TableColumn<OperationColumn>; 4] = [TIME, PERSON, OPERATION, OUTCOME];
const NARROWEST: [TableColumn<OperationColumn>; 3] = [TIME, OPERATION, OUTCOME];

/// The widest set of columns that there is room for, in points.
fn fitting(width: f32) -> &'static [TableColumn<OperationColumn>] {
    match width {
        width if width >= 1_040.0 => &WIDEST,
        width if width >= 820.0 => &WIDE,
        width if width >= 590.0 => &NARROW,
        _ => &NARROWEST,
    }
}

/// The operations of all profiles, of which one is in front.
struct LoggedRows<'a> {
    log: &'a LoggedOperations,
    profile_id: &'a ProfileId,
}

impl ListRows for LoggedRows<'_> {
    type Key = OperationId;

    fn len(&self) -> usize {
        self.log.len()
    }

    fn key(&self, row: usize) -> Option<&OperationId> {
        self.log.row(row).map(|record| &record.operation_id)
    }

    fn object(&self, row: usize) -> Option<ObjectRef> {
        let record = self.log.row(row).filter(|record| record.profile_id == *self.profile_id)?;
        record.opens.as_ref().map(|(kind, id)| ObjectRef::new(*kind, id))
    }

    fn position(&self, key: &OperationId) -> Option<usize> {
        self.log.position(key)
    }

    fn revision(&self) -> u64 {
        self.log.revision()
    }

    fn questions(&self) -> u64 {
        self.log.questions()
    }
}

/// Draws the tab.
pub(super) fn all_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let draft = drafts.of::<AllDraft>();
    let opened = state.operation_log.open.as_ref();
    let open = opened.and_then(|opened| Some((opened, state.operation_log.log().find(&opened.operation_id)?)));
    let name = "All operations";
    let resized = split_ui(ui, state, name, open.is_some(), &mut |ui, part| match (part, open) {
        (SplitPart::Detail, Some(open)) => detail_ui(ui, state, open, &mut draft.request, actions),
        (SplitPart::List, _) | (SplitPart::Detail, None) => list_ui(ui, state, draft, actions),
    });
    actions.extend(resized);
}

fn list_ui(ui: &mut Ui, state: &State, draft: &mut AllDraft, actions: &mut Vec<Action>) {
    head_ui(ui, state, actions, |ui, actions| buttons_ui(ui, state, actions));
    check_ui(ui, state);
    if let Some(problem) = &state.operation_log.problem {
        Notice::new(Tone::Danger, &problem.what_to_do).title(&problem.what).ui(ui);
        ui.add_space(space::S);
    }
    let log = state.operation_log.log();
    if log.total() == 0 {
        match state.operation_log.is_opening() {
            true => loading_ui(ui, text::READING_THE_JOURNAL, 8, row_height(state)),
            false if state.operation_log.problem.is_none() => {
                let next =
                    "No operations yet. Captures, refunds, payouts and other changes appear here with their outcome.";
                empty_ui(ui, Icon::Document, next, None);
            }
            false => {}
        }
        return;
    }
    filters_ui(ui, state, actions);
    ui.add_space(space::S);
    if log.is_empty() {
        if empty_ui(ui, Icon::Search, "No operation matches these filters", Some(text::SHOW_ALL_OPERATIONS)) {
            filter(actions, OperationFilter::default());
        }
        return;
    }
    above_foot_ui(ui, |ui| table_ui(ui, state, draft, actions));
    foot_ui(ui, |ui| {
        label_ui(ui, Text::Caption, tokens(ui).subdued, &count_text(state));
        if state.operation_log.has_older() && Button::link("Load colleagues' older operations").ui(ui).clicked() {
            act(actions, OperationLogAction::ReadOlder);
        }
    });
}

fn act(actions: &mut Vec<Action>, action: OperationLogAction) {
    actions.push(Action::OperationLog(action));
}

fn filter(actions: &mut Vec<Action>, filter: OperationFilter) {
    act(actions, OperationLogAction::Filter(filter));
}

/// From the right edge.
fn buttons_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    ExportMenu::new(ExportKind::Operations, state.operation_log.log().len()).ui(
        ui,
        state,
        ExportList::Operations,
        actions,
    );
    let running = state.operation_log.check == CheckProgress::Running;
    let verify = Button::secondary(text::VERIFY)
        .icon(Icon::Shield)
        .hint("Checks that no journal entry was changed or removed")
        .busy(running);
    if verify.ui(ui).clicked() {
        act(actions, OperationLogAction::Verify);
    }
}

/// What the last check found.
fn check_ui(ui: &mut Ui, state: &State) {
    if let CheckProgress::Failed(problem) = &state.operation_log.check {
        Notice::new(Tone::Danger, &problem.what_to_do).title(&problem.what).ui(ui);
        ui.add_space(space::S);
    }
    if let Some((whole, found)) = state.operation_log.check_text() {
        Notice::new(if whole { Tone::Positive } else { Tone::Danger }, &found).ui(ui);
        ui.add_space(space::S);
    }
}

fn filters_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let chosen = &state.operation_log.filter;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        // Of no profile, as is what it looks through: the core has it, and the window no other.
        let mut typed = chosen.text.clone();
        let search = TextField::bare("Search operations", &mut typed).placeholder("ID, person or result");
        if list_search_ui(ui, search.icon(Icon::Search).clearable().max_chars(200).width(SEARCH_WIDTH)).changed {
            filter(actions, OperationFilter { text: typed, ..chosen.clone() });
        }
        if let Some(outcome) =
            menu_ui(ui, text::OUTCOME, &LoggedOutcome::ALL, chosen.outcome, |outcome| outcome.label())
        {
            filter(actions, OperationFilter { outcome, ..chosen.clone() });
        }
        let periods: Vec<OperationPeriod> = OperationPeriod::iter().collect();
        if let Some(period) = menu_ui(ui, core_text::RANGE, &periods, chosen.period, |period| period.label()) {
            filter(actions, OperationFilter { period, ..chosen.clone() });
        }
        let people = state.operation_log.log().people();
        if people.len() > 1 {
            let place = people.iter().position(|person| Some(person) == chosen.person.as_ref());
            let changed = FilterMenu::new(text::PERSON, people, place).ui(ui);
            if let Some(person) = changed.map(|change| chosen_of(change, people)) {
                filter(actions, OperationFilter { person, ..chosen.clone() });
            }
        }
        let ids: Vec<_> = state.profiles.all_ids().collect();
        if ids.len() > 1 {
            let names: Vec<String> = ids.iter().map(|id| profile_name(state, id)).collect();
            let place = ids.iter().position(|id| Some(id) == chosen.profile_id.as_ref());
            let changed = FilterMenu::new(core_text::PROFILE, &names, place).ui(ui);
            if let Some(profile_id) = changed.map(|change| chosen_of(change, &ids)) {
                filter(actions, OperationFilter { profile_id, ..chosen.clone() });
            }
        }
    });
}

/// A menu of these choices; what was chosen in it, if that changed.
fn menu_ui<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    choices: &[T],
    chosen: Option<T>,
    label: impl Fn(T) -> &'static str,
) -> Option<Option<T>> {
    let labels: Vec<&str> = choices.iter().map(|choice| label(*choice)).collect();
    let place = choices.iter().position(|choice| Some(*choice) == chosen);
    FilterMenu::new(name, &labels, place).ui(ui).map(|change| chosen_of(change, choices))
}

fn chosen_of<T: Clone>(change: FilterChange, choices: &[T]) -> Option<T> {
    match change {
        FilterChange::Set(index) => choices.get(index).cloned(),
        FilterChange::Cleared => None,
    }
}

fn table_ui(ui: &mut Ui, state: &State, draft: &mut AllDraft, actions: &mut Vec<Action>) {
    let log = state.operation_log.log();
    let rows = LoggedRows { log, profile_id: &state.profiles.current };
    let columns = fitting(ui.available_width());
    let list = List { name: "Operations table", columns, row_height: row_height(state), sort: None, titles: &[] };
    let open = state.operation_log.open.as_ref().map(|open| &open.operation_id);
    let name = |row: usize| log.row(row).map(|record| row_name(state, record)).unwrap_or_default();
    let output = list.ui(ui, &rows, open, &mut draft.list, name, |cell| {
        if let Some(record) = log.row(cell.row) {
            cell_ui(cell, state, record);
        }
    });
    if let Some(record) = output.opened.and_then(|row| log.row(row)) {
        act(actions, OperationLogAction::Open(Some(record.operation_id.clone())));
    }
}

fn row_name(state: &State, record: &LoggedOperation) -> String {
    let customer = customer_text(state, record);
    let parts = [&*record.time_text, &record.title, &customer, &record.object_text, record.outcome.label()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

fn cell_ui(cell: &mut TableCell<'_, OperationColumn>, state: &State, record: &LoggedOperation) {
    match cell.column {
        OperationColumn::Time => drop(cell.time(&record.time_text, Some(record.recorded_at), state.zone())),
        OperationColumn::Person => drop(cell.text(&record.person)),
        OperationColumn::Operation => drop(cell.text(&record.title)),
        OperationColumn::Object => drop(customer_or_id_ui(cell, &customer_text(state, record), &record.object_text)),
        OperationColumn::Outcome => drop(cell.chip(outcome_chip(record.outcome))),
        OperationColumn::Profile => drop(cell.subdued(&profile_name(state, &record.profile_id))),
    }
}

/// How many are listed, and what is not.
fn count_text(state: &State) -> String {
    let log = state.operation_log.log();
    let count = |count: usize| grouped_count(count as u64);
    let mut line = format!("{} of {} operations", count(log.len()), count(log.total()));
    if log.unreadable > 0 {
        let (entries, are) = if log.unreadable == 1 { ("entry", "is") } else { ("entries", "are") };
        let unreadable = count(log.unreadable);
        line = format!("{line} · {unreadable} {entries} from another Paydesk version {are} not shown");
    }
    line
}
