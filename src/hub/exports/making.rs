//! One export is made: pages of payments from the database, on their way into a file.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::app::scheduled_exports::ScheduledExport;
use crate::domain::export::{ExportKind, ExportManifest, payments};
use crate::domain::payment_columns::StoredPayment;
use crate::hub::state::HubState;
use crate::store::table_file::{self, TableFault, TableProgress, TableWritten};
use crate::team::{DueExport, ExportedFile, TeamConnection, TeamError, TeamProfile};

use super::rows::{self, NotExported, WantedRows};

/// So long nobody else begins the same.
pub const LEASE: Duration = Duration::from_secs(60);
/// When it is made longer.
const RENEW_AFTER: Duration = Duration::from_secs(20);
/// Payments of one page; two pages wait to be written at most.
const PAGE: u32 = 1_000;
const PAGES_WAITING: usize = 2;

/// What an export is made with.
pub struct Making {
    pub connection: Arc<TeamConnection>,
    pub profile: TeamProfile,
    pub dir: PathBuf,
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
        let made = match rows::wanted(&self.connection, self.profile.id, export, due.due_at).await? {
            Ok(wanted) => self.make_file(export, due, attempt, wanted, now).await?,
            Err(problem) => Err(problem),
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
        let name = self.file_name(export, due);
        let manifest = self.manifest(&wanted, now).await?;
        let writing = self.begin_file(&name, export, wanted.columns.clone(), manifest);
        let progress = writing.progress.clone();
        let filled = self.fill(&writing.pages, &wanted, due, attempt).await;
        if !matches!(filled, Ok(true)) {
            // What is there must not pass for all of it.
            progress.cancel();
        }
        drop(writing.pages);
        let written = writing.written.await;
        let is_whole = filled?;
        Ok(match written {
            _ if !is_whole => Err("Another hub leads now".to_owned()),
            Ok(Ok(TableWritten { rows, sha256, .. })) => Ok(ExportedFile { name, payments: rows, sha256 }),
            Ok(Err(fault)) => Err(fault.to_string()),
            Err(_) => Err("The part that writes files failed".to_owned()),
        })
    }

    /// With the profile, the export, and the day on which it was due: the same again for the same time.
    fn file_name(&self, export: &ScheduledExport, due: &DueExport) -> String {
        let is_fit = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        let fit = |c: char| if is_fit(c) { c } else { '-' };
        let profile: String = self.profile.name.chars().take(64).map(fit).collect();
        let day = export.times.zone.date(due.due_at);
        format!("{profile}-{}-{day}.{}", export.name, export.format.extension())
    }

    async fn manifest(&self, wanted: &WantedRows, now: DateTime<Utc>) -> Result<ExportManifest, TeamError> {
        let known = self.connection.payment_state(self.profile.id).await?;
        let incomplete =
            (!known.is_whole).then(|| "not all payments of the service are in the database yet".to_owned());
        let is_view = wanted.view.is_some();
        Ok(ExportManifest {
            what: ExportKind::Payments.word().to_owned(),
            profile: self.profile.name.clone(),
            query: if is_view { String::new() } else { wanted.text.clone() },
            view: wanted.view.as_ref().map(|view| (view.name.clone(), view.query.clone())),
            as_of: known.as_of,
            incomplete,
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
        let (path, format, seen) = (self.dir.join(name), export.format, progress.clone());
        let written = tokio::task::spawn_blocking(move || {
            let titles: Vec<&str> =
                columns.iter().filter_map(|number| payments::COLUMNS.get(*number).copied()).collect();
            let rows = std::iter::from_fn(|| waiting.blocking_recv()).flatten();
            let rows = rows.map(|payment| payments::pick(payments::row(payment), &columns));
            table_file::write(&path, format, &titles, rows, &seen, &manifest)
        });
        Writing { pages, progress, written }
    }

    /// Hands all pages on; whether that was all.
    async fn fill(
        &self,
        pages: &mpsc::Sender<Vec<StoredPayment>>,
        wanted: &WantedRows,
        due: &DueExport,
        attempt: i32,
    ) -> Result<bool, TeamError> {
        let (profile, mut before, mut renewed) = (self.profile.id, None, Instant::now());
        loop {
            if !self.state.is_leading() {
                return Ok(false);
            }
            if renewed.elapsed() >= RENEW_AFTER {
                if !self.connection.renew_export(profile, due, attempt, LEASE).await? {
                    return Ok(false);
                }
                renewed = Instant::now();
            }
            let found = self.connection.search_payments(profile, &wanted.query, before.as_ref(), PAGE).await?;
            // Err where the file cannot be written: its writer says why.
            if pages.send(found.payments).await.is_err() {
                return Ok(true);
            }
            match found.next {
                Some(next) => before = Some(next),
                None => return Ok(true),
            }
        }
    }
}
