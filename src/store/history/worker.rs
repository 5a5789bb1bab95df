//! The thread of the cache: it does the jobs of all profiles one after the other. Asking never blocks.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::files::profile_file_name;
use crate::worker::MessageSink;
use paydesk_core::Message;
use paydesk_core::effect::HistoryJob;
use paydesk_core::failure::{HistoryError, HistoryFault};
use paydesk_core::features::history::{FirstPayments, HistoryReport, OpenedHistory};
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::{ColumnOrder, KnownPayments};

use super::columns_file::{self, ColumnsOf};
use super::database::{HistoryDatabase, delete};

/// Jobs that may wait. The core waits for the answer to what it gave, so these are few.
const QUEUE_MAX: usize = 256;

/// About two screens of payments, shown before everything is read.
const FIRST_ROWS: usize = 100;

/// The handle of the thread. When it is dropped, the thread ends after the jobs it was given.
pub struct HistoryStore {
    jobs: SyncSender<HistoryJob>,
    ended: Receiver<()>,
    dir: PathBuf,
}

impl HistoryStore {
    /// Starts the thread; the files are in `dir`, which is made when it is needed.
    pub fn start(dir: PathBuf, sink: MessageSink) -> Result<Self, std::io::Error> {
        let (jobs, inbox) = sync_channel(QUEUE_MAX);
        let worker = HistoryWorker { dir: dir.clone(), open: HashMap::new() };
        let (end, ended) = sync_channel(1);
        std::thread::Builder::new().name("paydesk-history".to_owned()).spawn(move || {
            worker.run(&inbox, &sink);
            let _ = end.send(());
        })?;
        Ok(Self { jobs, ended, dir })
    }

    /// Lets the thread finish what it was given, and returns whether it did so `within` the time.
    pub fn finish(self, within: Duration) -> bool {
        drop(self.jobs);
        self.ended.recv_timeout(within).is_ok()
    }

    /// Hands a job over and returns at once; what is owed is given back here where it was not taken.
    pub fn submit(&self, job: HistoryJob) -> Option<Message> {
        let (job, fault) = match self.jobs.try_send(job) {
            Ok(()) => return None,
            Err(TrySendError::Full(job)) => (job, HistoryFault::Busy),
            Err(TrySendError::Disconnected(job)) => (job, HistoryFault::Stopped),
        };
        Some(not_done(&job, HistoryError { path: self.dir.clone(), fault }))
    }
}

/// What is reported of a job that was not done.
fn not_done(job: &HistoryJob, error: HistoryError) -> Message {
    let problem = error.into();
    match job {
        HistoryJob::Open { profile_id, .. } => report(profile_id, HistoryReport::Opened(Err(problem))),
        HistoryJob::Keep { profile_id, .. } => report(profile_id, HistoryReport::Kept(Some(problem))),
        HistoryJob::Sort { profile_id, nth, .. } => {
            report(profile_id, HistoryReport::Sorted { nth: *nth, order: None })
        }
        HistoryJob::Count { profile_id, nth, .. } => {
            report(profile_id, HistoryReport::Counted { nth: *nth, counts: None })
        }
        HistoryJob::WriteColumns { profile_id, .. } | HistoryJob::Forget { profile_id } => {
            report(profile_id, HistoryReport::NotStored(problem))
        }
    }
}

fn report(profile_id: &ProfileId, report: HistoryReport) -> Message {
    Message::History { profile_id: profile_id.clone(), report }
}

struct HistoryWorker {
    dir: PathBuf,
    open: HashMap<ProfileId, HistoryDatabase>,
}

impl HistoryWorker {
    fn run(mut self, inbox: &Receiver<HistoryJob>, sink: &MessageSink) {
        while let Ok(job) = inbox.recv() {
            let done = catch_unwind(AssertUnwindSafe(|| self.work(&job, sink))).unwrap_or_else(|_| {
                tracing::error!("a job of the payment history panicked");
                self.open.clear();
                Err(HistoryFault::Stopped)
            });
            let path = self.dir.clone();
            let message = done.unwrap_or_else(|fault| Some(not_done(&job, HistoryError { path, fault })));
            message.into_iter().for_each(sink);
        }
    }

    /// Does a job; what is known before it is done goes to `sink`.
    fn work(&mut self, job: &HistoryJob, sink: &MessageSink) -> Result<Option<Message>, HistoryFault> {
        match job {
            HistoryJob::Open { profile_id, keep_since } => {
                self.open.remove(profile_id);
                let first = |first| sink(report(profile_id, HistoryReport::First(Box::new(first))));
                let (database, opened) = open_history_with_first(&self.dir, profile_id, *keep_since, first)?;
                self.open.insert(profile_id.clone(), database);
                Ok(Some(report(profile_id, HistoryReport::Opened(Ok(Box::new(opened))))))
            }
            HistoryJob::Keep { profile_id, payments, place } => {
                self.database(profile_id)?.keep(payments, place)?;
                Ok(Some(report(profile_id, HistoryReport::Kept(None))))
            }
            HistoryJob::WriteColumns { profile_id, columns } => {
                let path = columns_path(&self.dir, profile_id);
                let database = self.database(profile_id)?;
                let of = ColumnsOf { made: database.made.clone(), changed: database.changed };
                columns_file::write(&path, &of, columns)?;
                Ok(None)
            }
            HistoryJob::Sort { profile_id, nth, key, columns } => {
                let order = Some(ColumnOrder::new(columns, *key));
                Ok(Some(report(profile_id, HistoryReport::Sorted { nth: *nth, order })))
            }
            HistoryJob::Count { profile_id, nth, input } => {
                let counts = Some(input.count());
                Ok(Some(report(profile_id, HistoryReport::Counted { nth: *nth, counts })))
            }
            HistoryJob::Forget { profile_id } => {
                self.open.remove(profile_id);
                delete(&columns_path(&self.dir, profile_id))?;
                delete(&database_path(&self.dir, profile_id))?;
                Ok(None)
            }
        }
    }

    /// The database of a profile, made where everything of it was forgotten.
    fn database(&mut self, profile_id: &ProfileId) -> Result<&mut HistoryDatabase, HistoryFault> {
        match self.open.entry(profile_id.clone()) {
            std::collections::hash_map::Entry::Occupied(open) => Ok(open.into_mut()),
            std::collections::hash_map::Entry::Vacant(place) => {
                paydesk_platform::private_files::create_dir(&self.dir)?;
                Ok(place.insert(HistoryDatabase::open(&database_path(&self.dir, profile_id))?))
            }
        }
    }
}

/// Opens what is stored of a profile: the columns of the file beside the database with what was stored since, or all
/// of the database. A database whose rows cannot be read is deleted.
pub fn open_history(
    dir: &Path,
    profile_id: &ProfileId,
    keep_since: Option<DateTime<Utc>>,
) -> Result<(HistoryDatabase, OpenedHistory), HistoryFault> {
    open_history_with_first(dir, profile_id, keep_since, |_| ())
}

/// Opens the history, and hands the newest payments to `first` before everything is read.
fn open_history_with_first(
    dir: &Path,
    profile_id: &ProfileId,
    keep_since: Option<DateTime<Utc>>,
    first: impl FnOnce(FirstPayments),
) -> Result<(HistoryDatabase, OpenedHistory), HistoryFault> {
    paydesk_platform::private_files::create_dir(dir)?;
    let path = database_path(dir, profile_id);
    let mut database = HistoryDatabase::open(&path)?;
    match load(&mut database, &columns_path(dir, profile_id), keep_since, first) {
        Ok(opened) => Ok((database, opened)),
        Err(fault) => {
            tracing::warn!(?fault, "the payment history cannot be read and is deleted");
            drop(database);
            delete(&path)?;
            let made =
                OpenedHistory { columns: KnownPayments::default(), place: Default::default(), is_written: false };
            Ok((HistoryDatabase::open(&path)?, made))
        }
    }
}

/// Reads what is stored of a profile without changing it, also while another process writes it.
pub fn read_history(dir: &Path, profile_id: &ProfileId) -> Result<OpenedHistory, HistoryFault> {
    let database = HistoryDatabase::open_to_read(&database_path(dir, profile_id))?;
    read(&database, &columns_path(dir, profile_id))
}

fn load(
    database: &mut HistoryDatabase,
    columns_path: &Path,
    keep_since: Option<DateTime<Utc>>,
    first: impl FnOnce(FirstPayments),
) -> Result<OpenedHistory, HistoryFault> {
    let has_forgotten = keep_since.map_or(Ok(false), |since| database.forget_before(since))?;
    if has_forgotten {
        delete(columns_path)?;
    }
    let newest = newest(database)?;
    if !newest.columns.is_empty() {
        first(newest);
    }
    read(database, columns_path)
}

fn newest(database: &HistoryDatabase) -> Result<FirstPayments, HistoryFault> {
    let mut columns = KnownPayments::default();
    database.read_newest(FIRST_ROWS, |number, payment| {
        columns.push(&payment, number);
    })?;
    columns.order_new();
    Ok(FirstPayments { columns })
}

fn read(database: &HistoryDatabase, columns_path: &Path) -> Result<OpenedHistory, HistoryFault> {
    let (mut columns, changed) =
        columns_file::read(columns_path, &database.made).filter(|_| database.is_masked).unwrap_or_default();
    database.read(changed, |number, payment| match columns.find(&payment.row.payment_id) {
        Some(_) => drop(columns.put(&payment)),
        None => drop(columns.push(&payment, number)),
    })?;
    columns.order_new();
    let is_written = !columns.is_empty() && changed == database.changed;
    Ok(OpenedHistory { columns, place: database.place()?, is_written })
}

fn database_path(dir: &Path, profile_id: &ProfileId) -> PathBuf {
    dir.join(format!("{}.sqlite", profile_file_name(profile_id)))
}

fn columns_path(dir: &Path, profile_id: &ProfileId) -> PathBuf {
    dir.join(format!("{}.columns", profile_file_name(profile_id)))
}
