//! Lists as files: of every panel, with the rows that its filters find, in the order that is shown.
//!
//! [`lists`] takes the rows of a list as they are now, and says why they need not be all there are; [`tables`] declares
//! the columns. Who writes them reports how far it is. One export at a time: a list of which not all pages are loaded is
//! loaded first. A file is there whole or not at all, also when it is cancelled or the window is closed.

mod asked;
mod lists;
mod rows;
mod tables;
pub mod text;
mod wording;

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::Context;
use crate::context::fact::FeatureFact;
use crate::effect::{TableExport, TableJob};
use paydesk_domain::export::{ExportFormat, ExportKind, ExportManifest};
use paydesk_domain::profile::ProfileId;

use super::toasts::{ToastKind, folder_of};

pub use asked::{ExportList, ExportedTable, TableExportAction, TableExportReport};
pub use lists::records_missing;
pub use rows::{ExportRows, ListedEvent, ListedPayments, PaymentRows};
pub use tables::{TableRow, columns, dispute_row, event_row, record_row};

pub(crate) use lists::ExportLists;
use lists::{ListKey, ListRead};

/// An export that ends sooner is not seen running: nothing flashes.
const SHOWN_AFTER: TimeDelta = TimeDelta::milliseconds(400);

/// How far an export is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportPhase {
    /// The rest of its list is loaded: so many rows are there, and so many match where the service says so.
    Loading {
        loaded: u64,
        of: Option<u64>,
    },
    Writing {
        rows: u64,
        of: u64,
    },
    Cancelling,
}

/// The export that is under way.
#[derive(Debug)]
pub struct RunningExport {
    number: u64,
    kind: ExportKind,
    format: ExportFormat,
    phase: ExportPhase,
    started_at: DateTime<Utc>,
    /// The list that is loaded first.
    waits_for: Option<(ProfileId, ExportList, ListKey)>,
    /// The rest of the list is loaded for this export alone.
    loads_for_itself: bool,
}

impl RunningExport {
    pub fn kind(&self) -> ExportKind {
        self.kind
    }

    pub fn phase(&self) -> ExportPhase {
        self.phase
    }

    /// From when on it is shown.
    pub fn shown_at(&self) -> DateTime<Utc> {
        self.started_at + SHOWN_AFTER
    }
}

/// The export that runs, if one does.
#[derive(Debug, Default)]
pub struct TableExports {
    running: Option<RunningExport>,
    last_number: u64,
}

impl TableExports {
    pub fn running(&self) -> Option<&RunningExport> {
        self.running.as_ref()
    }

    /// Whether a file is being written, which is lost when the program ends.
    pub fn is_writing(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.waits_for.is_none())
    }

    /// When the one under way is shown.
    pub fn next_due(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.running.as_ref().map(RunningExport::shown_at).filter(|at| *at > now)
    }

    pub(crate) fn handle(&mut self, action: TableExportAction, lists: &mut ExportLists<'_>, cx: &mut Context<'_>) {
        match action {
            TableExportAction::Start(list, format) => self.start(list, format, lists, cx),
            TableExportAction::Cancel => self.cancel(lists, cx),
        }
    }

    fn start(&mut self, list: ExportList, format: ExportFormat, lists: &mut ExportLists<'_>, cx: &mut Context<'_>) {
        if self.running.is_some() {
            return;
        }
        self.last_number += 1;
        let running = RunningExport {
            number: self.last_number,
            kind: list.kind(),
            format,
            phase: ExportPhase::Loading { loaded: 0, of: None },
            started_at: cx.now,
            waits_for: Some((cx.profile_id.clone(), list.clone(), lists.key(&list))),
            loads_for_itself: !lists.loads_all(&list),
        };
        self.running = Some(running);
        self.follow(lists, cx);
    }

    /// Takes in what is known now.
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, lists: &mut ExportLists<'_>, cx: &mut Context<'_>) {
        if *fact == FeatureFact::Settled {
            self.follow(lists, cx);
        }
    }

    /// A list that is loaded first may be whole now, or be another one.
    fn follow(&mut self, lists: &mut ExportLists<'_>, cx: &mut Context<'_>) {
        let Some(running) = &mut self.running else { return };
        let Some((profile_id, list, key)) = &running.waits_for else { return };
        if *profile_id != *cx.profile_id || *key != lists.key(list) {
            let kind = running.kind;
            self.running = None;
            return cx.toast(ToastKind::Attention, text::list_left(kind), None);
        }
        match lists.read(list, cx) {
            ListRead::Loading { loaded, of } => running.phase = ExportPhase::Loading { loaded, of },
            ListRead::Ready(rows, manifest) => self.write(rows, *manifest, cx),
        }
    }

    fn write(&mut self, rows: ExportRows, manifest: ExportManifest, cx: &mut Context<'_>) {
        let Some(running) = &mut self.running else { return };
        if rows.is_empty() {
            let kind = running.kind;
            self.running = None;
            return cx.toast(ToastKind::Attention, text::nothing_to_export(kind), None);
        }
        running.waits_for = None;
        running.phase = ExportPhase::Writing { rows: 0, of: rows.len() as u64 };
        let (number, format, csv, zone) = (running.number, running.format, cx.csv, cx.view.zone);
        let export = TableExport { number, format, csv, zone, rows, manifest };
        cx.outbox.push(TableJob::Write(Box::new(export)));
    }

    fn cancel(&mut self, lists: &mut ExportLists<'_>, cx: &mut Context<'_>) {
        let Some(running) = &mut self.running else { return };
        if let Some((_, list, _)) = &running.waits_for {
            if running.loads_for_itself {
                lists.stop_loading(list);
            }
            let kind = running.kind;
            self.running = None;
            return cx.toast(ToastKind::Neutral, text::cancelled(kind), None);
        }
        if running.phase != ExportPhase::Cancelling {
            running.phase = ExportPhase::Cancelling;
            cx.outbox.push(TableJob::Cancel { number: running.number });
        }
    }

    /// The window is being closed: nothing is left of a file that is not whole.
    pub(crate) fn exiting(&mut self, cx: &mut Context<'_>) {
        if let Some(running) = self.running.take().filter(|running| running.waits_for.is_none()) {
            cx.outbox.push(TableJob::Cancel { number: running.number });
        }
    }

    pub(crate) fn reported(&mut self, number: u64, report: TableExportReport, cx: &mut Context<'_>) {
        let Some(running) = self.running.as_mut().filter(|running| running.number == number) else { return };
        let kind = running.kind;
        if let TableExportReport::Rows(written) = report {
            if let ExportPhase::Writing { rows, .. } = &mut running.phase {
                *rows = written;
            }
            return;
        }
        self.running = None;
        match report {
            TableExportReport::Written(table) => {
                let said = match &table.incomplete {
                    Some(why) => (ToastKind::Attention, text::exported_incomplete(kind, &table, why)),
                    None => (ToastKind::Positive, text::exported(kind, &table)),
                };
                cx.toasts.show_saved(cx.view.now, said, folder_of(&table.path));
            }
            TableExportReport::Failed(problem) => {
                cx.toast(ToastKind::Danger, problem.text(), None);
            }
            TableExportReport::Cancelled | TableExportReport::Rows(_) => {
                cx.toast(ToastKind::Neutral, text::cancelled(kind), None);
            }
        }
    }
}
