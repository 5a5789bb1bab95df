//! Writes tables that a person wants into new files, each on a thread of its own: a large one takes seconds, and neither
//! the journal nor the cache waits for it. One that is cancelled leaves nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use paydesk_core::Message;
use paydesk_core::effect::{TableExport, TableJob};
use paydesk_core::failure::TableNotWritten;
use paydesk_core::features::table_exports::{ExportedTable, TableExportReport};
use paydesk_domain::export::ExportStyle;

use super::table_file::{self, TableFault, TableProgress, TableWritten};

/// How often it is reported how far a table is.
const REPORT: Duration = Duration::from_millis(100);
/// How many rows are written between two looks at the clock.
const ROWS_A_LOOK: usize = 4_096;
/// Most exports of one name in the same second.
const SAME_SECOND_MAX: u32 = 100;

/// Takes what is reported, from any thread.
type SharedSink = Arc<dyn Fn(Message) + Send + Sync>;

/// The handle of all that is being written.
pub struct TableExporter {
    dir: PathBuf,
    sink: SharedSink,
    running: Mutex<Vec<RunningTable>>,
}

struct RunningTable {
    number: u64,
    progress: Arc<TableProgress>,
    ended: Receiver<()>,
}

impl TableExporter {
    /// The files go into `dir`, which is made when it is needed. What a Paydesk that was killed left there of unfinished
    /// ones is deleted.
    pub fn new(dir: PathBuf, sink: SharedSink) -> Self {
        table_file::remove_unfinished(&dir);
        Self { dir, sink, running: Mutex::default() }
    }

    /// Starts to write, or to give up, and returns at once.
    pub fn execute(&self, job: TableJob) {
        match job {
            TableJob::Write(export) => self.write(*export),
            TableJob::Cancel { number } => {
                let running = self.running();
                running.iter().filter(|running| running.number == number).for_each(|it| it.progress.cancel());
            }
        }
    }

    fn running(&self) -> MutexGuard<'_, Vec<RunningTable>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, export: TableExport) {
        let (number, kind) = (export.number, export.rows.kind());
        let progress = Arc::<TableProgress>::default();
        let (end, ended) = sync_channel(1);
        let work = TableWork { dir: self.dir.clone(), sink: self.sink.clone(), progress: progress.clone(), end };
        let thread = std::thread::Builder::new().name("paydesk-export".to_owned());
        if let Err(error) = thread.spawn(move || work.run(&export)) {
            let failed = TableNotWritten { kind, why: error.to_string() };
            let report = TableExportReport::Failed(failed.into());
            return (self.sink)(Message::TableExport { number, report });
        }
        let mut running = self.running();
        running.retain(|other| other.ended.try_recv().is_err());
        running.push(RunningTable { number, progress, ended });
    }

    /// Gives up what is being written, and returns whether nothing of it was left `within` the time.
    pub fn finish(self, within: Duration) -> bool {
        let until = Instant::now() + within;
        let running = self.running.into_inner().unwrap_or_else(PoisonError::into_inner);
        running.iter().for_each(|running| running.progress.cancel());
        running.iter().all(|running| {
            let left = until.saturating_duration_since(Instant::now());
            // A thread that has ended has closed its side.
            !matches!(running.ended.recv_timeout(left), Err(std::sync::mpsc::RecvTimeoutError::Timeout))
        })
    }
}

/// What a thread has.
struct TableWork {
    dir: PathBuf,
    sink: SharedSink,
    progress: Arc<TableProgress>,
    end: SyncSender<()>,
}

impl TableWork {
    fn run(self, export: &TableExport) {
        let (number, kind) = (export.number, export.rows.kind());
        let failed = |why: String| TableExportReport::Failed(TableNotWritten { kind, why }.into());
        let report = match catch_unwind(AssertUnwindSafe(|| self.write(export))) {
            Ok(Ok(table)) => TableExportReport::Written(table),
            Ok(Err(TableFault::Cancelled)) => TableExportReport::Cancelled,
            Ok(Err(fault)) => failed(fault.to_string()),
            Err(_) => {
                tracing::error!("an export panicked");
                failed("an internal error occurred".to_owned())
            }
        };
        // All files are closed and in their place: who waits for the end need not wait for the window.
        let _ = self.end.try_send(());
        (self.sink)(Message::TableExport { number, report });
    }

    fn write(&self, export: &TableExport) -> Result<ExportedTable, TableFault> {
        let io = |error: std::io::Error| TableFault::Io { path: self.dir.clone(), fault: error.into() };
        paydesk_platform::private_files::create_dir(&self.dir).map_err(io)?;
        let path = new_path(&self.dir, export);
        let mut reported_at = Instant::now();
        let rows = export.rows.rows(export.manifest.made_at).enumerate().map(|(written, row)| {
            if written % ROWS_A_LOOK == 0 && reported_at.elapsed() >= REPORT {
                reported_at = Instant::now();
                let report = TableExportReport::Rows(written as u64);
                (self.sink)(Message::TableExport { number: export.number, report });
            }
            row
        });
        let columns = export.rows.columns();
        let style = ExportStyle::for_person(export.format, export.csv, export.zone);
        let written = table_file::write(&path, style, &columns, rows, &self.progress, &export.manifest)?;
        let TableWritten { rows, incomplete, .. } = written;
        Ok(ExportedTable { path: path.display().to_string(), rows, incomplete })
    }
}

/// A name in `dir` that no file has: `refunds-20261123-120000.csv`.
fn new_path(dir: &Path, export: &TableExport) -> PathBuf {
    let (word, extension) = (export.rows.kind().word(), export.format.extension());
    let time = export.manifest.made_at.format("%Y%m%d-%H%M%S");
    let name = |number: u32| match number {
        1 => dir.join(format!("{word}-{time}.{extension}")),
        number => dir.join(format!("{word}-{time}-{number}.{extension}")),
    };
    (1..SAME_SECOND_MAX).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(SAME_SECOND_MAX))
}
