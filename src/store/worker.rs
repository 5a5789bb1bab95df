//! The thread of the store: it does the jobs one after the other, and keeps the deliveries of webhooks between them.
//! Journal entries that wait one behind the other are written in one commit, which is durable before any is reported.
//!
//! Asking never blocks. The queue is bounded; a job that finds it full is refused aloud, never dropped. Of settings
//! only the newest counts: they wait in one place. What a job does is in [`super::jobs`], what is reported where it was
//! not done with the job itself.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use paydesk_core::Message;
use paydesk_core::effect::StoreJob;
use paydesk_core::failure::{StoreError, StoreFailure};
use paydesk_core::features::webhooks::{Delivery, StoredEvent};
use paydesk_core::operations::journal::JournalEntry;

use super::files::StoreFiles;
use super::jobs::OpenFiles;
use super::team_events::TeamEventsJob;
use super::webhook_events::DeliveryStored;

/// Jobs that may wait: minutes of the busiest use.
const QUEUE_MAX: usize = 4096;

/// Most journal entries written in one commit.
const ENTRIES_A_COMMIT: usize = 64;
/// Most events kept in one commit.
const EVENTS_A_COMMIT: usize = 256;
/// Most events reported at once.
const EVENTS_AT_ONCE: usize = 32;
/// Deliveries that may wait for their commit; beyond, the sender is told to come again.
const DELIVERIES_MAX: usize = 1024;
/// Jobs with events of teams that may wait: a profile has one at a time.
const TEAM_JOBS_MAX: usize = 16;

/// Takes what the store reports; called on the store's thread, which it may hold up.
pub type MessageSink = Box<dyn Fn(Message) + Send>;

/// What is in the queue.
enum Task {
    Job(Box<StoreJob>),
    /// Look at what waits beside the queue: deliveries, and jobs of which only the newest counts. Both are looked at
    /// after every task.
    Wake,
}

/// Called with what became of a delivery, on the store's thread, once that is true on disk.
pub type StoredCallback = Box<dyn FnOnce(DeliveryStored) + Send>;

/// Where deliveries are handed in, from any thread; asking never blocks.
#[derive(Clone)]
pub struct WebhookEventStore {
    line: SyncSender<(Delivery, StoredCallback)>,
    team: SyncSender<TeamEventsJob>,
    tasks: SyncSender<Task>,
}

impl WebhookEventStore {
    /// Keeps a delivery; whether there is room for it to wait. Those that wait together are stored in one commit.
    pub fn keep(&self, delivery: Delivery, answer: StoredCallback) -> bool {
        let taken = self.line.try_send((delivery, answer)).is_ok();
        // A full queue is as good: the line is looked at after every task.
        let _ = self.tasks.try_send(Task::Wake);
        taken
    }

    /// Does something with a team's events; whether there was room for it to wait.
    pub fn with_team(&self, job: TeamEventsJob) -> bool {
        let taken = self.team.try_send(job).is_ok();
        let _ = self.tasks.try_send(Task::Wake);
        taken
    }
}

/// Jobs of which only the newest of each kind counts.
type NewestJobs = Arc<Mutex<Vec<StoreJob>>>;

/// The handle of the thread. When it is dropped, the thread ends after the jobs it was given.
pub struct Store {
    tasks: SyncSender<Task>,
    deliveries: SyncSender<(Delivery, StoredCallback)>,
    team: SyncSender<TeamEventsJob>,
    newest: NewestJobs,
    /// Nothing more is waited for: others may hold the way to the queue.
    ending: Arc<AtomicBool>,
    ended: Receiver<()>,
}

impl Store {
    /// Starts the thread. Nothing is read or written before a job asks for it.
    pub fn start(files: StoreFiles, sink: MessageSink) -> Result<Self, std::io::Error> {
        Self::start_with_queue(files, sink, QUEUE_MAX)
    }

    /// Starts the thread with room for `queue_max` waiting jobs.
    pub fn start_with_queue(files: StoreFiles, sink: MessageSink, queue_max: usize) -> Result<Self, std::io::Error> {
        let (tasks, inbox) = sync_channel(queue_max);
        let (end, ended) = sync_channel(1);
        let (deliveries, line) = sync_channel(DELIVERIES_MAX);
        let (team, team_line) = sync_channel(TEAM_JOBS_MAX);
        let newest = NewestJobs::default();
        let ending = Arc::<AtomicBool>::default();
        let worker = Worker { files: OpenFiles::new(files), line, team_line, newest: newest.clone() };
        let is_ending = ending.clone();
        std::thread::Builder::new().name("paydesk-store".to_owned()).spawn(move || {
            worker.run(&inbox, &sink, &is_ending);
            let _ = end.send(());
        })?;
        Ok(Self { tasks, deliveries, team, newest, ending, ended })
    }

    /// Where the receiver of webhooks hands deliveries in.
    pub fn keep_events(&self) -> WebhookEventStore {
        WebhookEventStore { line: self.deliveries.clone(), team: self.team.clone(), tasks: self.tasks.clone() }
    }

    /// Hands a job over and returns at once. The event that is owed follows; it is given back here where the job was
    /// not taken.
    pub fn submit(&self, job: StoreJob) -> Option<Message> {
        let task = if job.only_the_newest_counts() {
            put_newest(&self.newest, job);
            Task::Wake
        } else {
            Task::Job(Box::new(job))
        };
        match self.tasks.try_send(task) {
            // A full queue is as good for what waits beside it.
            Ok(()) | Err(TrySendError::Full(Task::Wake)) => None,
            Err(TrySendError::Full(Task::Job(job))) => Some(job.failed(StoreFailure::QueueFull)),
            Err(TrySendError::Disconnected(Task::Job(job))) => Some(job.failed(StoreFailure::Stopped)),
            Err(TrySendError::Disconnected(Task::Wake)) => {
                lock(&self.newest).pop().map(|job| job.failed(StoreFailure::Stopped))
            }
        }
    }

    /// Lets the thread finish what it was given, and returns whether it did so `within` the time.
    pub fn finish(self, within: Duration) -> bool {
        self.ending.store(true, Ordering::Release);
        // Wakes it; one with a full queue is awake.
        let _ = self.tasks.try_send(Task::Wake);
        drop(self.tasks);
        self.ended.recv_timeout(within).is_ok()
    }
}

struct Worker {
    files: OpenFiles,
    /// Deliveries that wait for their commit.
    line: Receiver<(Delivery, StoredCallback)>,
    team_line: Receiver<TeamEventsJob>,
    newest: NewestJobs,
}

impl Worker {
    fn run(mut self, inbox: &Receiver<Task>, sink: &MessageSink, ending: &AtomicBool) {
        let next = || if ending.load(Ordering::Acquire) { inbox.try_recv().ok() } else { inbox.recv().ok() };
        let mut following = None;
        while let Some(task) = following.take().or_else(next) {
            match task {
                Task::Job(job) if is_entry(&job) => {
                    let jobs;
                    (jobs, following) = entries_of(*job, inbox);
                    self.write_entries(&jobs).into_iter().for_each(sink);
                }
                Task::Job(job) => self.answer(&job).into_iter().for_each(sink),
                Task::Wake => {}
            }
            let kept = AssertUnwindSafe(|| {
                self.keep_deliveries(sink);
                self.do_team_jobs(sink);
            });
            if catch_unwind(kept).is_err() {
                tracing::error!("the store panicked while storing webhook events; no more are stored");
                self.files.close_events();
            }
            self.do_newest(sink);
        }
        self.keep_deliveries(sink);
        self.do_team_jobs(sink);
        self.do_newest(sink);
    }

    /// Does a job; what is reported of it.
    fn answer(&mut self, job: &StoreJob) -> Option<Message> {
        guarded(job, || self.files.work(job))
    }

    /// Writes journal entries in one commit; what is reported of each.
    fn write_entries(&mut self, jobs: &[StoreJob]) -> Vec<Message> {
        let entries: Vec<&JournalEntry> = jobs.iter().filter_map(entry_of).collect();
        let failed = |failure: &StoreFailure| jobs.iter().map(|job| job.failed(failure.clone())).collect();
        match catch_unwind(AssertUnwindSafe(|| self.files.write_all(&entries))) {
            Ok(Ok(messages)) => messages,
            Ok(Err(error)) => failed(&StoreFailure::Refused(error)),
            Err(_) => {
                tracing::error!("the store panicked while writing journal entries");
                failed(&StoreFailure::Panicked)
            }
        }
    }

    fn do_newest(&mut self, sink: &MessageSink) {
        let jobs = std::mem::take(&mut *lock(&self.newest));
        jobs.iter().filter_map(|job| self.answer(job)).for_each(sink);
    }

    /// Keeps the deliveries that wait, many in one commit, and only then says so.
    fn keep_deliveries(&mut self, sink: &MessageSink) {
        if !self.files.takes_deliveries() {
            return;
        }
        // What comes while these are written waits for the next commit: journal entries have their turn between.
        let (deliveries, answers): (Vec<Delivery>, Vec<StoredCallback>) =
            self.line.try_iter().take(EVENTS_A_COMMIT).unzip();
        if deliveries.is_empty() {
            return;
        }
        let stored = self.files.keep_deliveries(&deliveries);
        let (mut new, mut repeated) = (Vec::new(), Vec::new());
        // Who sent one waits for no other to be read.
        answers.into_iter().zip(&stored).for_each(|(answer, stored)| answer(*stored));
        for (delivery, stored) in deliveries.into_iter().zip(stored) {
            match stored {
                DeliveryStored::New => new.push(delivery),
                DeliveryStored::Duplicate => {
                    let (profile_id, event_id) = (delivery.profile_id, delivery.event_id);
                    repeated.push(Message::WebhookRepeated { profile_id, event_id });
                }
                DeliveryStored::Failed | DeliveryStored::DifferentBody => {}
            }
        }
        report_new(new, sink);
        repeated.into_iter().for_each(sink);
    }

    /// What the team's part of the store is asked; events of a team go to the core as those of the receiver do.
    fn do_team_jobs(&self, sink: &MessageSink) {
        if !self.files.takes_deliveries() {
            return;
        }
        while let Ok(job) = self.team_line.try_recv() {
            match job {
                TeamEventsJob::Position(place, answer) => answer(self.files.team_position(&place)),
                TeamEventsJob::Keep(page, answer) => {
                    let are_new = self.files.keep_of_team(&page);
                    answer(are_new.is_ok());
                    let new = page.deliveries.into_iter().zip(are_new.unwrap_or_default());
                    report_new(new.filter(|(_, is_new)| *is_new).map(|(delivery, _)| delivery).collect(), sink);
                }
            }
        }
    }
}

/// A few at a time: a frame stops between them when it has spent its share.
fn report_new(mut new: Vec<Delivery>, sink: &MessageSink) {
    while !new.is_empty() {
        let rest = new.split_off(new.len().min(EVENTS_AT_ONCE));
        let some = std::mem::replace(&mut new, rest).into_iter();
        sink(Message::WebhooksArrived { events: some.map(|new| StoredEvent::read(new, 1, None)).collect() });
    }
}

fn entry_of(job: &StoreJob) -> Option<&JournalEntry> {
    if let StoreJob::WriteJournal(entry) = job { Some(entry) } else { None }
}

fn is_entry(job: &StoreJob) -> bool {
    entry_of(job).is_some()
}

/// An entry with those that wait right behind it, and the task after them where it was taken from the queue.
fn entries_of(first: StoreJob, inbox: &Receiver<Task>) -> (Vec<StoreJob>, Option<Task>) {
    let mut jobs = vec![first];
    while jobs.len() < ENTRIES_A_COMMIT {
        match inbox.try_recv() {
            Ok(Task::Job(job)) if is_entry(&job) => jobs.push(*job),
            // What it is for is looked at once these are written.
            Ok(Task::Wake) => {}
            Ok(task) => return (jobs, Some(task)),
            Err(_) => break,
        }
    }
    (jobs, None)
}

/// Does `work` of a job, and makes an event of whatever comes of it.
fn guarded(job: &StoreJob, work: impl FnOnce() -> Result<Option<Message>, StoreError>) -> Option<Message> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(event)) => event,
        Ok(Err(error)) => Some(job.failed(StoreFailure::Refused(error))),
        Err(_) => {
            tracing::error!("a job of the store panicked");
            Some(job.failed(StoreFailure::Panicked))
        }
    }
}

/// Puts a job in the place of an older one of its kind.
fn put_newest(newest: &NewestJobs, job: StoreJob) {
    let mut newest = lock(newest);
    newest.retain(|older| older.kind() != job.kind());
    newest.push(job);
}

/// A panic leaves only plain data behind the lock.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_core::settings::Settings;
    use paydesk_domain::ids::EventId;
    use paydesk_domain::profile::ProfileId;

    /// A job of every kind that does not open the journal or write to it.
    fn jobs_beside_the_journal() -> Vec<StoreJob> {
        let at = chrono::DateTime::UNIX_EPOCH;
        let (profile_id, before) = (ProfileId::new("shop"), EventId::new("evt_1"));
        vec![
            StoreJob::ExportJournal { at },
            StoreJob::OpenRecords,
            StoreJob::KeepRecords(Vec::new()),
            StoreJob::OpenDocuments,
            StoreJob::OpenNotes,
            StoreJob::OpenEvents,
            StoreJob::OpenSharing,
            StoreJob::NoteEvents(Vec::new()),
            StoreJob::ExportEvents { profile_id: profile_id.clone(), at },
            StoreJob::ReadOlderEvents { profile_id, before, most: 1 },
            StoreJob::SaveExports { files: Vec::new(), at },
            StoreJob::SaveEvidence { document: Box::default(), at },
            StoreJob::SaveSettings(Default::default()),
            StoreJob::SaveProfiles(Default::default()),
        ]
    }

    fn open_files(dir: &std::path::Path) -> OpenFiles {
        OpenFiles::new(StoreFiles::in_dir(dir))
    }

    #[test]
    fn a_job_that_panics_says_so_of_itself_and_leaves_the_journal_open() {
        let dir = tempfile::tempdir().unwrap();
        let mut files = open_files(dir.path());
        files.work(&StoreJob::OpenJournal).unwrap();
        for job in jobs_beside_the_journal() {
            let reported = guarded(&job, || {
                let _touched = &mut files;
                panic!("halfway")
            });
            let reported = reported.expect("a failure is told");
            let opens = matches!(reported, Message::JournalUnavailable { .. } | Message::JournalRefused { .. });
            let text = format!("{reported:?}");
            assert!(!opens && !text.contains("read-only") && text.contains("error in Paydesk"), "{text}");
            assert!(files.has_journal());
        }
    }

    #[test]
    fn of_jobs_of_which_the_newest_counts_one_of_each_kind_waits() {
        let newest = NewestJobs::default();
        let percent = |text_percent| StoreJob::SaveSettings(Settings { text_percent, ..Settings::default() });
        for job in [percent(80), StoreJob::SaveProfiles(Default::default()), percent(120)] {
            put_newest(&newest, job);
        }
        assert_eq!(*lock(&newest), [StoreJob::SaveProfiles(Default::default()), percent(120)]);
    }
}
