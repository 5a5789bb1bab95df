//! The operations of the journal, newest first, with search, filters, check and export.

use egui::Ui;
use strum::IntoEnumIterator as _;

use crate::export_menu::ExportMenu;
use crate::list::{List, ListRows, above_foot_ui, foot_ui, row_height};
use paydesk_core::features::audit::{
    Audit, AuditAction, AuditFilter, AuditOutcome, AuditPeriod, AuditRecord, CheckProgress,
};
use paydesk_core::features::table_exports::ExportList;
use paydesk_core::{Action, State};
use paydesk_domain::export::ExportKind;
use paydesk_domain::ids::OperationId;
use paydesk_domain::money::grouped_count;
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::table::{ColumnWidth, TableCell};
use paydesk_widgets::title::title_ui;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{
    Button, Chip, FilterChange, FilterMenu, Notice, TableColumn, TextField, empty_ui, label_ui, loading_ui,
};

use super::draft::AuditDraft;
use super::text;

/// Longest name of a profile, in characters.
const PROFILE_CHARS: usize = 40;
const SEARCH_WIDTH: f32 = 220.0;

/// What the columns show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AuditColumn {
    Time,
    Person,
    Operation,
    Object,
    Outcome,
    Profile,
}

const fn column(id: AuditColumn, title: &'static str, width: ColumnWidth) -> TableColumn<AuditColumn> {
    TableColumn::new(id, title, width)
}

const TIME: TableColumn<AuditColumn> = column(AuditColumn::Time, text::TIME, ColumnWidth::Exact(110.0));
const PERSON: TableColumn<AuditColumn> = column(AuditColumn::Person, text::PERSON, ColumnWidth::Exact(110.0));
const OPERATION: TableColumn<AuditColumn> =
    column(AuditColumn::Operation, text::OPERATION, ColumnWidth::Remainder { min: 160.0 });
const OBJECT: TableColumn<AuditColumn> = column(AuditColumn::Object, text::OBJECT, ColumnWidth::Exact(230.0));
const OUTCOME: TableColumn<AuditColumn> = column(AuditColumn::Outcome, text::OUTCOME, ColumnWidth::Exact(170.0));
const PROFILE: TableColumn<AuditColumn> = column(AuditColumn::Profile, text::PROFILE, ColumnWidth::Exact(160.0));
const WIDEST: [TableColumn<AuditColumn>; 6] = [TIME, PERSON, OPERATION, OBJECT, OUTCOME, PROFILE];
const WIDE: [TableColumn<AuditColumn>; 5] = [TIME, PERSON, OPERATION, OBJECT, OUTCOME];
const NARROW: [TableColumn<AuditColumn>; 4] = [TIME, PERSON, OPERATION, OUTCOME];
const NARROWEST: [TableColumn<AuditColumn>; 3] = [TIME, OPERATION, OUTCOME];

/// The widest set of columns that there is room for, in points.
fn fitting(width: f32) -> &'static [TableColumn<AuditColumn>] {
    match width {
        width if width >= 1_040.0 => &WIDEST,
        width if width >= 820.0 => &WIDE,
        width if width >= 590.0 => &NARROW,
        _ => &NARROWEST,
    }
}

impl ListRows for Audit {
    type Key = OperationId;

    fn len(&self) -> usize {
        self.log().len()
    }

    fn key(&self, row: usize) -> Option<&OperationId> {
        self.log().row(row).map(|record| &record.operation_id)
    }

    fn position(&self, key: &OperationId) -> Option<usize> {
        self.log().position(key)
    }

    fn revision(&self) -> u64 {
        self.log().revision()
    }

    fn questions(&self) -> u64 {
        self.log().questions()
    }
}

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, draft: &mut AuditDraft, actions: &mut Vec<Action>) {
    title_ui(ui, text::AUDIT, |ui| buttons_ui(ui, state, actions));
    ui.add_space(space::S);
    check_ui(ui, state);
    if let Some(problem) = &state.audit.problem {
        Notice::new(Tone::Danger, &problem.what_to_do).title(&problem.what).ui(ui);
        ui.add_space(space::S);
    }
    let log = state.audit.log();
    if log.total() == 0 {
        match state.audit.is_opening() {
            true => loading_ui(ui, text::READING, 8, row_height(state)),
            false if state.audit.problem.is_none() => drop(empty_ui(ui, Icon::Document, text::NO_OPERATIONS, None)),
            false => {}
        }
        return;
    }
    filters_ui(ui, state, actions);
    ui.add_space(space::S);
    if log.is_empty() {
        if empty_ui(ui, Icon::Search, text::NO_MATCH, Some(text::SHOW_ALL)) {
            filter(actions, AuditFilter::default());
        }
        return;
    }
    above_foot_ui(ui, |ui| table_ui(ui, state, draft, actions));
    foot_ui(ui, |ui| {
        label_ui(ui, Text::Caption, tokens(ui).subdued, &count_text(state));
        if state.audit.has_older() && Button::link(text::READ_OLDER).ui(ui).clicked() {
            act(actions, AuditAction::ReadOlder);
        }
    });
}

fn act(actions: &mut Vec<Action>, action: AuditAction) {
    actions.push(Action::Audit(action));
}

fn filter(actions: &mut Vec<Action>, filter: AuditFilter) {
    act(actions, AuditAction::Filter(filter));
}

/// From the right edge.
fn buttons_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    ExportMenu::new(ExportKind::Operations, state.audit.log().len()).ui(ui, state, ExportList::Operations, actions);
    let running = state.audit.check == CheckProgress::Running;
    let verify = Button::secondary(text::VERIFY).icon(Icon::Shield).hint(text::VERIFY_HINT).busy(running);
    if verify.ui(ui).clicked() {
        act(actions, AuditAction::Verify);
    }
}

/// What the last check found.
fn check_ui(ui: &mut Ui, state: &State) {
    if let CheckProgress::Failed(problem) = &state.audit.check {
        Notice::new(Tone::Danger, &problem.what_to_do).title(&problem.what).ui(ui);
        ui.add_space(space::S);
    }
    if let Some((whole, found)) = state.audit.check_text() {
        Notice::new(if whole { Tone::Positive } else { Tone::Danger }, &found).ui(ui);
        ui.add_space(space::S);
    }
}

fn filters_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let chosen = &state.audit.filter;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        // Of no profile, as is what it looks through: the core has it, and the window no other.
        let mut typed = chosen.text.clone();
        let search = TextField::bare(text::SEARCH_AUDIT, &mut typed).placeholder(text::SEARCH_HINT);
        if search.icon(Icon::Search).clearable().max_chars(200).width(SEARCH_WIDTH).ui(ui).changed {
            filter(actions, AuditFilter { text: typed, ..chosen.clone() });
        }
        if let Some(outcome) = menu_ui(ui, text::OUTCOME, &AuditOutcome::ALL, chosen.outcome, |outcome| outcome.label())
        {
            filter(actions, AuditFilter { outcome, ..chosen.clone() });
        }
        let periods: Vec<AuditPeriod> = AuditPeriod::iter().collect();
        if let Some(period) = menu_ui(ui, text::PERIOD, &periods, chosen.period, |period| period.label()) {
            filter(actions, AuditFilter { period, ..chosen.clone() });
        }
        let people = state.audit.log().people();
        if people.len() > 1 {
            let place = people.iter().position(|person| Some(person) == chosen.person.as_ref());
            let changed = FilterMenu::new(text::PERSON, people, place).ui(ui);
            if let Some(person) = changed.map(|change| chosen_of(change, people)) {
                filter(actions, AuditFilter { person, ..chosen.clone() });
            }
        }
        let ids: Vec<_> = state.profiles.all_ids().collect();
        if ids.len() > 1 {
            let names: Vec<String> = ids.iter().map(|id| profile_name(state, id)).collect();
            let place = ids.iter().position(|id| Some(id) == chosen.profile_id.as_ref());
            let changed = FilterMenu::new(text::PROFILE, &names, place).ui(ui);
            if let Some(profile_id) = changed.map(|change| chosen_of(change, &ids)) {
                filter(actions, AuditFilter { profile_id, ..chosen.clone() });
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

pub fn profile_name(state: &State, id: &paydesk_domain::profile::ProfileId) -> String {
    let name = state.profiles.name_of(id);
    name.map_or_else(|| text::REMOVED_PROFILE.to_owned(), |name| visible(&name, PROFILE_CHARS))
}

fn table_ui(ui: &mut Ui, state: &State, draft: &mut AuditDraft, actions: &mut Vec<Action>) {
    let log = state.audit.log();
    let columns = fitting(ui.available_width());
    let list = List { name: text::AUDIT_TABLE, columns, row_height: row_height(state), sort: None, titles: &[] };
    let open = state.audit.open.as_ref().map(|open| &open.operation_id);
    let name = |row: usize| log.row(row).map(row_name).unwrap_or_default();
    let output = list.ui(ui, &state.audit, open, &mut draft.list, name, |cell| {
        if let Some(record) = log.row(cell.row) {
            cell_ui(cell, state, record);
        }
    });
    if let Some(record) = output.opened.and_then(|row| log.row(row)) {
        act(actions, AuditAction::Open(Some(record.operation_id.clone())));
    }
}

fn row_name(record: &AuditRecord) -> String {
    let parts = [&*record.time_text, &record.title, &record.object_text, record.outcome.label()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

fn cell_ui(cell: &mut TableCell<'_, AuditColumn>, state: &State, record: &AuditRecord) {
    match cell.column {
        AuditColumn::Time => drop(cell.time(&record.time_text, Some(record.recorded_at), state.zone())),
        AuditColumn::Person => drop(cell.text(&record.person)),
        AuditColumn::Operation => drop(cell.text(&record.title)),
        AuditColumn::Object => drop(cell.mono(&record.object_text)),
        AuditColumn::Outcome => drop(cell.chip(chip(record.outcome))),
        AuditColumn::Profile => drop(cell.subdued(&profile_name(state, &record.profile_id))),
    }
}

/// The outcome as a chip.
pub fn chip(outcome: AuditOutcome) -> Chip<'static> {
    let (icon, tone) = match outcome {
        AuditOutcome::InProgress => (Icon::Processing, Tone::Info),
        AuditOutcome::Unknown => (Icon::Unknown, Tone::Attention),
        AuditOutcome::Done => (Icon::Success, Tone::Positive),
        AuditOutcome::Declined | AuditOutcome::Rejected => (Icon::Failure, Tone::Danger),
        AuditOutcome::NotSent => (Icon::Prohibited, Tone::Neutral),
        AuditOutcome::Resolved(_) => (Icon::Check, Tone::Neutral),
    };
    Chip::new(icon, outcome.label(), tone)
}

/// How many are listed, and what is not.
fn count_text(state: &State) -> String {
    let log = state.audit.log();
    let count = |count: usize| grouped_count(count as u64);
    let mut line = text::found(&count(log.len()), &count(log.total()));
    if log.unreadable > 0 {
        line = format!("{line} · {}", text::unreadable(&count(log.unreadable)));
    }
    line
}
