//! One export is made: pages of payments from the database, on their way into a file.

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::service::HubService;
use crate::state::HubState;
use paydesk_core::scheduled_exports::{ScheduledExport, ScheduledRows};
use paydesk_domain::export::{ExportKind, ExportManifest, details_missing};
use paydesk_index::payment_columns::StoredPayment;
use paydesk_index::payment_export;
use paydesk_store::table_file::{self, TableFault, TableProgress, TableWritten};
use paydesk_team::{DueExport, ExportedFile, TeamConnection, TeamError, TeamProfile};

use super::order::{self, FirstRows};
use super::pages::{ExportPages, NextPage, PAGE};
use super::rows::{self, NotExported, WantedRows};

/// Two pages wait to be written at most.
const PAGES_WAITING: usize = 2;
/// Payments that are put into another order than by age: as many as a desk has, whose view it is.
const SORTED_MAX: usize = 1_000_000;
/// Why an export is not made to its end.
pub const TAKEN: &str = "Another hub is now the leader";

/// What an export is made with.
pub struct Making {
    pub connection: Arc<TeamConnection>,
    pub profile: TeamProfile,
    pub dir: PathBuf,
    /// What disputes are read from, where the hub has the key.
    pub service: Option<HubService>,
    pub state: Arc<HubState>,
}

/// A file that is being written.
struct Writing {
    pages: mpsc::Sender<Vec<StoredPayment>>,
    progress: Arc<TableProgress>,
    written: JoinHandle<Result<TableWritten, TableFault>>,
}

impl Making {
    /// Makes an export, and writes down what became of it: `Err` within where it failed, for people.
    pub async fn make(
        &self,
        export: &ScheduledExport,
        due: &DueExport,
        attempt: i32,
        now: DateTime<Utc>,
    ) -> Result<Result<(), NotExported>, TeamError> {
        let made = match export.rows {
            ScheduledRows::DisputeReport => self.make_report(export, due, attempt, now).await?,
            ScheduledRows::View(_) | ScheduledRows::Query(_) => {
                match rows::wanted(&self.connection, self.profile.id, export, due.due_at).await? {
                    Ok(wanted) => self.make_file(export, due, attempt, wanted, now).await?,
                    Err(problem) => Err(problem),
                }
            }
        };
        let ended = made.as_ref().map_err(String::as_str);
        self.connection.end_export(self.profile.id, due, attempt, ended).await?;
        let counts = &self.state.metrics.exports;
        match &made {
            Ok(file) => {
                tracing::info!(file = file.name, payments = file.payments, "an export was written");
                counts.made();
            }
            Err(_) => counts.failed(),
        }
        Ok(made.map(|_| ()))
    }

    async fn make_file(
        &self,
        export: &ScheduledExport,
        due: &DueExport,
        attempt: i32,
        wanted: WantedRows,
        now: DateTime<Utc>,
    ) -> Result<Result<ExportedFile, NotExported>, TeamError> {
        let place = (&*self.connection, self.profile.id, &*self.state);
        let mut pages = ExportPages::new(place, &wanted.query, (due, attempt));
        let Some(first) = order::first_rows(&mut pages, wanted.order, SORTED_MAX).await? else {
            return Ok(Err(TAKEN.to_owned()));
        };
        let name = self.file_name(export, due);
        let manifest = self.manifest(export, &wanted, &first, now).await?;
        let writing = self.begin_file(&name, export, wanted.columns.clone(), manifest);
        let progress = writing.progress.clone();
        let filled = fill(&writing.pages, &first, &mut pages).await;
        if !matches!(filled, Ok(true)) {
            // What is there must not pass for all of it.
            progress.cancel();
        }
        drop(writing.pages);
        let written = writing.written.await;
        let is_whole = filled?;
        Ok(match written {
            _ if !is_whole => Err(TAKEN.to_owned()),
            Ok(Ok(TableWritten { rows, sha256, .. })) => Ok(ExportedFile { name, payments: rows, sha256 }),
            Ok(Err(fault)) => Err(fault.to_string()),
            Err(_) => Err("The file writer failed".to_owned()),
        })
    }

    /// With the profile, the export, and the day on which it was due: the same again for the same time.
    pub(super) fn file_name(&self, export: &ScheduledExport, due: &DueExport) -> String {
        let is_fit = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        let fit = |c: char| if is_fit(c) { c } else { '-' };
        let profile: String = self.profile.name.chars().take(64).map(fit).collect();
        let day = export.times.zone.date(due.due_at);
        format!("{profile}-{}-{day}.{}", export.name, export.extension())
    }

    async fn manifest(
        &self,
        export: &ScheduledExport,
        wanted: &WantedRows,
        first: &FirstRows,
        now: DateTime<Utc>,
    ) -> Result<ExportManifest, TeamError> {
        let known = self.connection.payment_state(self.profile.id).await?;
        let incomplete =
            (!known.is_whole).then(|| "not all payments of the service are in the database yet".to_owned());
        let is_view = wanted.view.is_some();
        Ok(ExportManifest {
            what: ExportKind::Payments.word().to_owned(),
            profile: self.profile.name.clone(),
            query: if is_view { String::new() } else { wanted.text.clone() },
            query_time_zone: export.times.zone.to_string(),
            view: wanted.view.as_ref().map(|view| (view.name.clone(), view.query.clone())),
            as_of: known.as_of,
            incomplete,
            unordered: first.is_unordered().then(|| unordered_text(SORTED_MAX)),
            made_at: now,
        })
    }

    fn begin_file(
        &self,
        name: &str,
        export: &ScheduledExport,
        columns: Vec<usize>,
        manifest: ExportManifest,
    ) -> Writing {
        let (pages, mut waiting) = mpsc::channel::<Vec<StoredPayment>>(PAGES_WAITING);
        let progress = Arc::<TableProgress>::default();
        let (path, style, seen) = (self.dir.join(name), export.style, progress.clone());
        let written = tokio::task::spawn_blocking(move || {
            let titles: Vec<&str> =
                columns.iter().filter_map(|number| payment_export::COLUMNS.get(*number).copied()).collect();
            let (undetailed, needs_details) = (Cell::new(0), payment_export::needs_details(&columns));
            let count = |payment: &StoredPayment| {
                undetailed.set(undetailed.get() + usize::from(needs_details && payment.detailed_at.is_none()));
            };
            let rows = std::iter::from_fn(|| waiting.blocking_recv()).flatten().inspect(count);
            let rows = rows.map(|payment| payment_export::pick(payment_export::row(payment), &columns));
            let (what, complete) = (manifest.what.clone(), || with_missing(manifest, undetailed.get()));
            table_file::write_then(&path, style, (&what, &titles), rows, &seen, complete)
        });
        Writing { pages, progress, written }
    }
}

/// With how many of its payments lack details, where nothing else is missing.
fn with_missing(manifest: ExportManifest, undetailed: usize) -> ExportManifest {
    let details = (undetailed > 0).then(|| details_missing(undetailed));
    ExportManifest { incomplete: manifest.incomplete.clone().or(details), ..manifest }
}

fn unordered_text(most: usize) -> String {
    format!("there are more than {most} payments: they are listed by age, the newest first")
}

/// Hands all rows on; whether that was all.
async fn fill(
    sender: &mpsc::Sender<Vec<StoredPayment>>,
    first: &FirstRows,
    pages: &mut ExportPages<'_>,
) -> Result<bool, TeamError> {
    for payments in first.pages(PAGE as usize) {
        // Err where the file cannot be written: its writer says why.
        if sender.send(payments).await.is_err() {
            return Ok(true);
        }
        if !pages.hold().await? {
            return Ok(false);
        }
    }
    loop {
        match pages.next().await? {
            NextPage::Payments(payments) => {
                if sender.send(payments).await.is_err() {
                    return Ok(true);
                }
            }
            NextPage::End => return Ok(true),
            NextPage::Taken => return Ok(false),
        }
    }
}
