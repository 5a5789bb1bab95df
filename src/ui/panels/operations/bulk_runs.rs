//! The bulk runs: the one that is going on or ended last, or else those that ended before. A plan or a file in front
//! takes the whole panel.

use chrono::{DateTime, Utc};
use egui::{CentralPanel, Frame, Ui, vec2};

use crate::drafts::Drafts;
use crate::list::{List, ListRows, row_height};
use crate::panels::bulk::{BulkDraft, is_planning, planning_ui, run_ui};
use crate::text;
use paydesk_core::features::bulk::{BulkAction, BulkRun, ItemGroup, text as bulk_text};
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::table::ColumnWidth;
use paydesk_widgets::title::margin;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, TableColumn, empty_ui, heading_ui, label_ui};

use super::head::head_ui;

/// Draws the tab.
pub(super) fn bulk_runs_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin());
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let (bulk, draft) = (&state.workspace.bulk, drafts.of::<BulkDraft>());
        draft.is_planning = is_planning(bulk);
        if draft.is_planning {
            return planning_ui(ui, state, draft, actions);
        }
        head_ui(ui, state, actions, |ui, actions| {
            if Button::secondary(text::IMPORT_AS).icon(Icon::Attach).ui(ui).clicked() {
                actions.push(Action::Bulk(BulkAction::Import));
            }
        });
        draft.lists_ended = bulk.run().is_none();
        match bulk.run() {
            Some(run) => run_ui(ui, state, run, draft, actions),
            None => ended_ui(ui, state, bulk.ended(), draft, actions),
        }
    });
}

/// The runs that ended and were put away, the last first: each can be opened again.
fn ended_ui(ui: &mut Ui, state: &State, runs: &[BulkRun], draft: &mut BulkDraft, actions: &mut Vec<Action>) {
    if !runs.is_empty() {
        ui.add_space(space::S);
        heading_ui(ui, Text::Group, tokens(ui).subdued, "Finished");
        ui.add_space(space::XS);
        let height = (runs.len() as f32 + 1.0) * row_height(state) + space::S;
        ui.allocate_ui(vec2(ui.available_width(), height.min(ui.available_height())), |ui| {
            runs_ui(ui, state, runs, draft, actions);
        });
    }
    ui.add_space(space::L);
    let next = match runs.is_empty() {
        true => "No bulk runs. Select payments in a list, or import a file of IDs.",
        false => "To start another one, select payments in a list, or import a file of IDs",
    };
    if empty_ui(ui, Icon::List, next, Some("Go to payments")) {
        actions.push(Action::GoTo(Route::List(ResourceKind::Payment)));
    }
}

/// The runs by when they were confirmed.
struct EndedRuns<'a>(&'a [BulkRun]);

impl ListRows for EndedRuns<'_> {
    type Key = DateTime<Utc>;

    fn len(&self) -> usize {
        self.0.len()
    }

    fn key(&self, row: usize) -> Option<&DateTime<Utc>> {
        self.0.get(row).map(|run| &run.stored().confirmed_at)
    }

    fn position(&self, key: &DateTime<Utc>) -> Option<usize> {
        self.0.iter().position(|run| run.stored().confirmed_at == *key)
    }

    /// A run is put away in front of the others.
    fn revision(&self) -> u64 {
        let newest = self.key(0).and_then(|at| u64::try_from(at.timestamp_millis()).ok());
        newest.unwrap_or_default().wrapping_add(self.0.len() as u64)
    }

    fn questions(&self) -> u64 {
        0
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum EndedColumn {
    Result,
    Amount,
    Confirmed,
}

const ENDED: [TableColumn<EndedColumn>; 3] = [
    TableColumn::new(EndedColumn::Result, text::RESULT, ColumnWidth::Remainder { min: 240.0 }),
    TableColumn::new(EndedColumn::Amount, text::AMOUNT, ColumnWidth::Exact(320.0)).right(),
    TableColumn::new(EndedColumn::Confirmed, "Confirmed", ColumnWidth::Exact(130.0)),
];

fn runs_ui(ui: &mut Ui, state: &State, runs: &[BulkRun], draft: &mut BulkDraft, actions: &mut Vec<Action>) {
    let rows = EndedRuns(runs);
    let (height, columns) = (row_height(state), &ENDED);
    let list = List { name: "Earlier runs", columns, titles: &[], row_height: height, sort: None };
    let name = |row: usize| runs.get(row).map(|run| run_name(state, run)).unwrap_or_default();
    let output = list.ui(ui, &rows, None, &mut draft.ended, name, |cell| {
        let Some(run) = runs.get(cell.row) else { return };
        match cell.column {
            EndedColumn::Result => {
                let (icon, tone) = match run.count(ItemGroup::Done) == run.len() {
                    true => (Icon::Check, Tone::Positive),
                    false => (Icon::Warning, Tone::Attention),
                };
                drop(cell.ui(|ui| {
                    icon.ui(ui, 16.0, tokens(ui).tone(tone).text);
                    label_ui(ui, Text::Body, tokens(ui).text, &result_of(run))
                }));
            }
            EndedColumn::Amount => drop(cell.amount(&run.sums(|_| true).text())),
            EndedColumn::Confirmed => drop(cell.subdued(&confirmed(state, run))),
        }
    });
    actions.extend(output.opened.map(|row| Action::Bulk(BulkAction::OpenEnded(row))));
}

fn run_name(state: &State, run: &BulkRun) -> String {
    format!("{}, {}, {}", result_of(run), run.sums(|_| true).text(), confirmed(state, run))
}

fn result_of(run: &BulkRun) -> String {
    bulk_text::finished(run.kind(), (run.count(ItemGroup::Done), run.count(ItemGroup::Pending)), run.len())
}

fn confirmed(state: &State, run: &BulkRun) -> String {
    state.zone().short(run.stored().confirmed_at, state.now)
}
