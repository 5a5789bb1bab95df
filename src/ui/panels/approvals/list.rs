//! The requests of the team, newest first.

use egui::Ui;

use crate::back::title_of_rows_ui;
use crate::customer_cell::customer_or_id_ui;
use crate::list::{List, ListRows, above_foot_ui, foot_ui, row_height};
use paydesk_core::features::approvals::{Approval, ApprovalFilter, ApprovalStatus, Approvals, ApprovalsAction};
use paydesk_core::{Action, State};
use paydesk_domain::approval::ApprovalId;
use paydesk_domain::object_ref::ObjectRef;
use paydesk_domain::text::{visible, visible_id};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::table::{ColumnWidth, TableCell};
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Chip, TableColumn, empty_ui, label_ui, loading_ui, segmented_ui};

use super::draft::ApprovalsDraft;
use super::text;

/// Longest name of a person, in characters.
const NAME_CHARS: usize = 60;
/// Longest reason in a row, in characters.
const REASON_CHARS: usize = 200;

/// What the columns show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ApprovalColumn {
    Requested,
    By,
    Operation,
    Customer,
    Object,
    Reason,
    Status,
}

const fn column(id: ApprovalColumn, title: &'static str, width: ColumnWidth) -> TableColumn<ApprovalColumn> {
    TableColumn::new(id, title, width)
}

const REQUESTED: TableColumn<ApprovalColumn> =
    column(ApprovalColumn::Requested, text::REQUESTED, ColumnWidth::Exact(110.0));
const BY: TableColumn<ApprovalColumn> = column(ApprovalColumn::By, text::REQUESTED_BY, ColumnWidth::Exact(120.0));
const OPERATION: TableColumn<ApprovalColumn> =
    column(ApprovalColumn::Operation, text::OPERATION, ColumnWidth::Remainder { min: 170.0 });
const CUSTOMER: TableColumn<ApprovalColumn> =
    column(ApprovalColumn::Customer, text::CUSTOMER, ColumnWidth::Exact(150.0));
const OBJECT: TableColumn<ApprovalColumn> = column(ApprovalColumn::Object, text::OBJECT, ColumnWidth::Exact(230.0));
const REASON: TableColumn<ApprovalColumn> =
    column(ApprovalColumn::Reason, text::REASON, ColumnWidth::Remainder { min: 160.0 });
const STATUS: TableColumn<ApprovalColumn> = column(ApprovalColumn::Status, text::STATUS, ColumnWidth::Exact(170.0));
const WIDEST: [TableColumn<ApprovalColumn>; 7] = [REQUESTED, BY, OPERATION, CUSTOMER, OBJECT, REASON, STATUS];
const WIDE: [TableColumn<ApprovalColumn>; 6] = [REQUESTED, BY, OPERATION, CUSTOMER, REASON, STATUS];
const MEDIUM: [TableColumn<ApprovalColumn>; 5] = [REQUESTED, BY, OPERATION, CUSTOMER, STATUS];
const NARROW: [TableColumn<ApprovalColumn>; 4] = [BY, OPERATION, CUSTOMER, STATUS];
const NARROWEST: [TableColumn<ApprovalColumn>; 2] = [OPERATION, STATUS];

/// The widest set of columns that there is room for, in points.
fn fitting(width: f32) -> &'static [TableColumn<ApprovalColumn>] {
    match width {
        width if width >= 1_240.0 => &WIDEST,
        width if width >= 960.0 => &WIDE,
        width if width >= 770.0 => &MEDIUM,
        width if width >= 660.0 => &NARROW,
        _ => &NARROWEST,
    }
}

impl ListRows for Approvals {
    type Key = ApprovalId;

    fn len(&self) -> usize {
        self.listed().len()
    }

    fn key(&self, row: usize) -> Option<&ApprovalId> {
        self.row(row).map(|approval| &approval.shared.request.id)
    }

    fn object(&self, row: usize) -> Option<ObjectRef> {
        self.row(row).and_then(Approval::object)
    }

    fn position(&self, key: &ApprovalId) -> Option<usize> {
        self.listed().position(|approval| approval.id() == *key)
    }

    fn revision(&self) -> u64 {
        Self::revision(self)
    }

    fn questions(&self) -> u64 {
        Self::questions(self)
    }
}

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, draft: &mut ApprovalsDraft, actions: &mut Vec<Action>) {
    let approvals = &state.workspace.approvals;
    title_of_rows_ui(ui, state, text::APPROVALS, actions, |_, _| ());
    ui.add_space(space::S);
    if !approvals.is_read() {
        return loading_ui(ui, "Loading the team's approvals…", 8, row_height(state));
    }
    filter_ui(ui, approvals, actions);
    ui.add_space(space::S);
    if approvals.listed().len() == 0 {
        let nothing = match (approvals.rules().is_empty(), approvals.total()) {
            (true, 0) => {
                "Nothing needs approval in this profile. An admin of the team sets rules with “paydesk team rule”."
            }
            (false, 0) => "No requests yet. Operations that need a second person appear here.",
            (_, _) => "No pending approvals. Operations that need a second person appear here.",
        };
        empty_ui(ui, Icon::Shield, nothing, None);
        return;
    }
    above_foot_ui(ui, |ui| table_ui(ui, state, draft, actions));
    let count = text::count(approvals.listed().len(), approvals.total());
    foot_ui(ui, |ui| drop(label_ui(ui, Text::Caption, tokens(ui).subdued, &count)));
}

fn filter_ui(ui: &mut Ui, approvals: &Approvals, actions: &mut Vec<Action>) {
    let filters = [ApprovalFilter::Open, ApprovalFilter::All];
    let chosen = filters.iter().position(|filter| *filter == approvals.filter).unwrap_or_default();
    if let Some(picked) = segmented_ui(ui, text::LISTED, &[text::OPEN, text::ALL], chosen) {
        actions.push(Action::Approvals(ApprovalsAction::Filter(filters[picked])));
    }
}

fn table_ui(ui: &mut Ui, state: &State, draft: &mut ApprovalsDraft, actions: &mut Vec<Action>) {
    let approvals = &state.workspace.approvals;
    let columns = fitting(ui.available_width());
    let list = List { name: "Approvals table", columns, row_height: row_height(state), sort: None, titles: &[] };
    let open = approvals.open().map(|approval| &approval.shared.request.id);
    let name = |row: usize| approvals.row(row).map(|approval| row_name(state, approval)).unwrap_or_default();
    let output = list.ui(ui, approvals, open, &mut draft.list, name, |cell| {
        if let Some(approval) = approvals.row(cell.row) {
            cell_ui(cell, state, approval);
        }
    });
    if let Some(approval) = output.opened.and_then(|row| approvals.row(row)) {
        actions.push(Action::Approvals(ApprovalsAction::Open(Some(approval.id()))));
    }
}

/// What a screen reader says of a row.
fn row_name(state: &State, approval: &Approval) -> String {
    let (customer, by) = (customer_text(state, approval), person(&approval.shared.requested_by));
    let parts = [&*approval.title, &customer, &by, approval.status().label()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// The customer whom a request concerns; empty where that is not known here, and of a bulk run.
pub fn customer_text(state: &State, approval: &Approval) -> String {
    let target = approval.target.as_ref().filter(|_| approval.run.is_none());
    target.map(|target| state.workspace.customer_text(target.kind, &target.resource)).unwrap_or_default()
}

/// A name that somebody chose at the database.
pub fn person(name: &str) -> String {
    visible(name, NAME_CHARS)
}

fn cell_ui(cell: &mut TableCell<'_, ApprovalColumn>, state: &State, approval: &Approval) {
    match cell.column {
        ApprovalColumn::Requested => {
            let at = approval.requested_at();
            drop(cell.time(&state.zone().short(at, state.now), Some(at), state.zone()));
        }
        ApprovalColumn::By => drop(cell.text(&person(&approval.shared.requested_by))),
        ApprovalColumn::Operation => drop(cell.text(&approval.title)),
        ApprovalColumn::Customer if approval.run.is_some() => {}
        ApprovalColumn::Customer => {
            let id = visible_id(&approval.shared.request.resource, 64);
            drop(customer_or_id_ui(cell, &customer_text(state, approval), &id));
        }
        ApprovalColumn::Object => drop(cell.mono(&visible_id(&approval.shared.request.resource, 64))),
        ApprovalColumn::Reason => drop(cell.subdued(&visible(&approval.shared.request.reason, REASON_CHARS))),
        ApprovalColumn::Status => drop(cell.chip(chip(approval.status()))),
    }
}

/// The status as a chip.
pub fn chip(status: ApprovalStatus) -> Chip<'static> {
    let (icon, tone) = match status {
        ApprovalStatus::Requested => (Icon::Clock, Tone::Attention),
        ApprovalStatus::Approved => (Icon::Check, Tone::Info),
        ApprovalStatus::Sent => (Icon::Send, Tone::Positive),
        ApprovalStatus::Refused => (Icon::Prohibited, Tone::Danger),
        ApprovalStatus::Withdrawn => (Icon::Undo, Tone::Neutral),
    };
    Chip::new(icon, status.label(), tone)
}
