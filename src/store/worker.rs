//! The thread of the store: it owns the journal and writes the settings, one job after the other.
//!
//! Asking never blocks. The queue is bounded; a journal entry that finds it full is refused aloud, never dropped.
//! Settings wait in one place for the newest, so that dragging a window edge is one write and not a hundred.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::app::Event;
use crate::app::effect::ExportFile;
use crate::app::event::{JournalRefusal, Problem};
use crate::app::features::disputes::Paper;
use crate::app::features::events::{Delivery, KeptEvent, NotedEvent};
use crate::app::operations::journal::JournalEntry;
use crate::app::profiles::SavedProfiles;
use crate::app::records::Record;
use crate::app::settings::Settings;
use crate::domain::ids::EventId;

use super::events::{EventsFile, OpenedEvents, Stored};
use super::exports;
use super::records::{self, KeptFile, Opened, PapersFile, RecordsFile};
use super::{Journal, ledger, settings};

/// Directory of exports, beside the journal.
const EXPORTS: &str = "exports";
/// Jobs that may wait: minutes of the busiest desk.
const QUEUE_MAX: usize = 4096;

/// Most events kept in one commit.
const EVENTS_A_COMMIT: usize = 256;
/// Most events told of at once.
const EVENTS_AT_ONCE: usize = 32;
/// Deliveries that may wait for their commit; beyond, the sender is told to come again.
const DELIVERIES_MAX: usize = 1024;

/// Takes what the store reports; called on the store's thread, which it may hold up.
pub type EventSink = Box<dyn Fn(Event) + Send>;

enum Job {
    OpenJournal,
    Write(Box<JournalEntry>),
    ExportJournal(DateTime<Utc>),
    SaveExports(Vec<ExportFile>, DateTime<Utc>),
    OpenRecords,
    KeepRecord(Box<Record>),
    OpenPapers,
    KeepPaper(u64, Box<Paper>),
    KeepRecords(Vec<Record>),
    OpenEvents,
    /// Look at the line of deliveries.
    KeepEvents,
    NoteEvents(Vec<NotedEvent>),
    ExportEvents(String, DateTime<Utc>),
    /// The events of a profile before this one, so many at most.
    ReadOlderEvents(String, EventId, u32),
    /// Look at the slot for settings and profiles.
    Save,
}

/// The files of the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreFiles {
    pub journal: PathBuf,
    pub settings: PathBuf,
    pub profiles: PathBuf,
    pub records: PathBuf,
    pub papers: PathBuf,
    pub events: PathBuf,
}

/// Called with what became of a delivery, on the store's thread, once that is true on disk.
pub type Answer = Box<dyn FnOnce(Stored) + Send>;

/// Where deliveries are handed in, from any thread; asking never blocks.
#[derive(Clone)]
pub struct KeepEvents {
    line: SyncSender<(Delivery, Answer)>,
    jobs: SyncSender<Job>,
}

impl KeepEvents {
    /// Keeps a delivery; whether there is room for it to wait. Those that wait together are kept in one commit.
    pub fn keep(&self, delivery: Delivery, answer: Answer) -> bool {
        let taken = self.line.try_send((delivery, answer)).is_ok();
        // A full queue is as good: the line is looked at after every job.
        let _ = self.jobs.try_send(Job::KeepEvents);
        taken
    }
}

/// What waits to be saved.
#[derive(Default)]
struct Newest {
    settings: Option<Settings>,
    profiles: Option<SavedProfiles>,
}

/// The handle of the thread. When it is dropped, the thread ends after the jobs it was given.
pub struct Store {
    jobs: SyncSender<Job>,
    deliveries: SyncSender<(Delivery, Answer)>,
    newest: Arc<Mutex<Newest>>,
    /// Nothing more is waited for: others may hold the way to the jobs.
    ending: Arc<AtomicBool>,
    ended: Receiver<()>,
}

impl Store {
    /// Starts the thread. Nothing is read or written before a job asks for it.
    pub fn start(files: StoreFiles, sink: EventSink) -> Result<Self, std::io::Error> {
        Self::start_with_queue(files, sink, QUEUE_MAX)
    }

    /// The same with room for `queue_max` waiting jobs.
    pub fn start_with_queue(files: StoreFiles, sink: EventSink, queue_max: usize) -> Result<Self, std::io::Error> {
        let (jobs, inbox) = sync_channel(queue_max);
        let (end, ended) = sync_channel(1);
        let (deliveries, line) = sync_channel(DELIVERIES_MAX);
        let newest = Arc::new(Mutex::new(Newest::default()));
        let ending = Arc::<AtomicBool>::default();
        let (journal, records, papers, events) = (None, None, None, None);
        let events_tried = false;
        let worker = Worker { journal, records, papers, events, events_tried, line, files, newest: newest.clone() };
        let is_ending = ending.clone();
        std::thread::Builder::new().name("paydesk-store".to_owned()).spawn(move || {
            worker.run(&inbox, &sink, &is_ending);
            let _ = end.send(());
        })?;
        Ok(Self { jobs, deliveries, newest, ending, ended })
    }

    /// Where the receiver of webhooks hands deliveries in.
    pub fn keep_events(&self) -> KeepEvents {
        KeepEvents { line: self.deliveries.clone(), jobs: self.jobs.clone() }
    }

    /// Keeps several records in one step: `RecordNotKept` follows where that fails.
    pub fn keep_records(&self, records: Vec<Record>) -> Option<Event> {
        let refused = self.jobs.try_send(Job::KeepRecords(records)).err()?;
        Some(Event::RecordNotKept { problem: not_taken(&refused) })
    }

    /// Reads the webhook events: `EventsOpened` follows, here where the queue is full.
    pub fn open_events(&self) -> Option<Event> {
        let refused = self.jobs.try_send(Job::OpenEvents).err()?;
        Some(Event::EventsOpened { events: Vec::new(), on_disk: BTreeMap::new(), problem: Some(not_taken(&refused)) })
    }

    /// Writes down what became of events: `EventsNotNoted` follows where that fails.
    pub fn note_events(&self, notes: Vec<NotedEvent>) -> Option<Event> {
        let refused = self.jobs.try_send(Job::NoteEvents(notes)).err()?;
        Some(Event::EventsNotNoted { problem: not_taken(&refused) })
    }

    /// Exports the events of a profile: `EventsExported` follows, here where the queue is full.
    pub fn export_events(&self, profile_id: String, at: DateTime<Utc>) -> Option<Event> {
        let refused = self.jobs.try_send(Job::ExportEvents(profile_id, at)).err()?;
        Some(Event::EventsExported { result: Err(not_taken(&refused)) })
    }

    /// Reads older events of a profile: `OlderEventsRead` follows, here where the queue is full.
    pub fn read_older_events(&self, profile_id: String, before: EventId, most: u32) -> Option<Event> {
        let job = Job::ReadOlderEvents(profile_id.clone(), before, most);
        let refused = self.jobs.try_send(job).err()?;
        Some(Event::OlderEventsRead { profile_id, result: Err(not_taken(&refused)) })
    }

    /// Opens the journal: `JournalOpened` or `JournalUnavailable` follows, here where the queue is full.
    pub fn open_journal(&self) -> Option<Event> {
        let refused = self.jobs.try_send(Job::OpenJournal).err()?;
        Some(Event::JournalUnavailable { problem: not_taken(&refused) })
    }

    /// Writes an entry: `JournalWritten` or `JournalRefused` follows, here where the queue is full.
    pub fn write(&self, entry: JournalEntry) -> Option<Event> {
        let (operation_id, step) = (entry.operation_id.clone(), entry.step.name());
        let refused = self.jobs.try_send(Job::Write(Box::new(entry))).err()?;
        let refusal = JournalRefusal::Failed(not_taken(&refused));
        Some(Event::JournalRefused { operation_id, step, refusal })
    }

    /// Exports the journal, whatever state it is in, into the directory `exports` beside it: `JournalExported` or
    /// `JournalNotExported` follows, here where the queue is full.
    pub fn export_journal(&self, at: DateTime<Utc>) -> Option<Event> {
        let refused = self.jobs.try_send(Job::ExportJournal(at)).err()?;
        Some(Event::JournalNotExported { problem: not_taken(&refused) })
    }

    /// Writes files into the same directory: `ExportsSaved` follows, here where the queue is full.
    pub fn save_exports(&self, files: Vec<ExportFile>, at: DateTime<Utc>) -> Option<Event> {
        let refused = self.jobs.try_send(Job::SaveExports(files, at)).err()?;
        Some(Event::ExportsSaved { paths: Vec::new(), problems: vec![not_taken(&refused)] })
    }

    /// Reads the records: `RecordsOpened` follows, here where the queue is full.
    pub fn open_records(&self) -> Option<Event> {
        let refused = self.jobs.try_send(Job::OpenRecords).err()?;
        Some(Event::RecordsOpened { records: Vec::new(), problem: Some(not_taken(&refused)) })
    }

    /// Keeps a record: `RecordNotKept` follows where that fails.
    pub fn keep_record(&self, record: Box<Record>) -> Option<Event> {
        let refused = self.jobs.try_send(Job::KeepRecord(record)).err()?;
        Some(Event::RecordNotKept { problem: not_taken(&refused) })
    }

    /// Reads what is kept for disputes: `PapersOpened` follows, here where the queue is full.
    pub fn open_papers(&self) -> Option<Event> {
        let refused = self.jobs.try_send(Job::OpenPapers).err()?;
        Some(Event::PapersOpened { papers: Vec::new(), problem: Some(not_taken(&refused)) })
    }

    /// Keeps a draft: `PaperKept` follows, here where the queue is full.
    pub fn keep_paper(&self, revision: u64, paper: Box<Paper>) -> Option<Event> {
        let key = key_of(&paper);
        let refused = self.jobs.try_send(Job::KeepPaper(revision, paper)).err()?;
        Some(Event::PaperKept { key, revision, problem: Some(not_taken(&refused)) })
    }

    /// Keeps the settings; of several that wait, the newest is written.
    pub fn save_settings(&self, settings: Settings) {
        lock(&self.newest).settings = Some(settings);
        // A full queue is as good: the slot is looked at after every job.
        let _ = self.jobs.try_send(Job::Save);
    }

    /// The same for the profiles.
    pub fn save_profiles(&self, profiles: SavedProfiles) {
        lock(&self.newest).profiles = Some(profiles);
        let _ = self.jobs.try_send(Job::Save);
    }

    /// Lets the thread finish what it was given, and tells whether it did so `within` the time.
    pub fn finish(self, within: Duration) -> bool {
        self.ending.store(true, Ordering::Release);
        // Wakes it; one with a full queue is awake.
        let _ = self.jobs.try_send(Job::Save);
        drop(self.jobs);
        self.ended.recv_timeout(within).is_ok()
    }
}

struct Worker {
    journal: Option<Journal>,
    records: Option<RecordsFile>,
    papers: Option<PapersFile>,
    events: Option<EventsFile>,
    /// Whether it was opened, or could not be: until then deliveries wait.
    events_tried: bool,
    /// Deliveries that wait for their commit.
    line: Receiver<(Delivery, Answer)>,
    files: StoreFiles,
    newest: Arc<Mutex<Newest>>,
}

impl Worker {
    fn run(mut self, inbox: &Receiver<Job>, sink: &EventSink, ending: &AtomicBool) {
        let next = || if ending.load(Ordering::Acquire) { inbox.try_recv().ok() } else { inbox.recv().ok() };
        while let Some(job) = next() {
            let owed = owed_after_panic(&job);
            let event = catch_unwind(AssertUnwindSafe(|| self.work(job))).unwrap_or_else(|_| {
                tracing::error!("the store panicked; the journal is closed");
                self.journal = None;
                owed
            });
            event.into_iter().for_each(sink);
            if catch_unwind(AssertUnwindSafe(|| self.keep_deliveries(sink))).is_err() {
                tracing::error!("the store panicked over webhook events; none is kept any more");
                self.events = None;
            }
            self.save_newest().into_iter().for_each(sink);
        }
        self.keep_deliveries(sink);
        self.save_newest().into_iter().for_each(sink);
    }

    fn work(&mut self, job: Job) -> Option<Event> {
        match job {
            Job::OpenJournal => Some(self.open_journal()),
            Job::Write(entry) => Some(self.write(&entry)),
            Job::ExportJournal(at) => Some(self.export_journal(at)),
            Job::SaveExports(files, at) => Some(self.save_exports(&files, at)),
            Job::OpenRecords => Some(self.open_records()),
            Job::KeepRecord(record) => self.keep_record(&record),
            Job::OpenPapers => Some(self.open_papers()),
            Job::KeepPaper(revision, paper) => Some(self.keep_paper(revision, &paper)),
            Job::KeepRecords(records) => self.keep_records(&records),
            Job::OpenEvents => Some(self.open_events()),
            Job::NoteEvents(notes) => self.note_events(&notes),
            Job::ExportEvents(profile_id, at) => Some(self.export_events(&profile_id, at)),
            Job::ReadOlderEvents(profile_id, before, most) => Some(self.read_older_events(profile_id, &before, most)),
            Job::KeepEvents | Job::Save => None,
        }
    }

    /// Keeps the deliveries that wait, many in one commit, and only then says so.
    fn keep_deliveries(&mut self, sink: &EventSink) {
        if !self.events_tried {
            return;
        }
        // What comes while these are written waits for the next commit: journal entries have their turn between.
        let (deliveries, answers): (Vec<Delivery>, Vec<Answer>) = self.line.try_iter().take(EVENTS_A_COMMIT).unzip();
        if deliveries.is_empty() {
            return;
        }
        let stored = match &self.events {
            Some(file) => file.keep(&deliveries),
            None => vec![Stored::Failed; deliveries.len()],
        };
        let (mut new, mut repeated) = (Vec::new(), Vec::new());
        // Who sent one waits for no other to be read.
        answers.into_iter().zip(&stored).for_each(|(answer, stored)| answer(*stored));
        for (delivery, stored) in deliveries.into_iter().zip(stored) {
            match stored {
                Stored::New => new.push(delivery),
                Stored::Duplicate => {
                    let (profile_id, event_id) = (delivery.profile_id, delivery.event_id);
                    repeated.push(Event::WebhookRepeated { profile_id, event_id });
                }
                Stored::Failed => {}
            }
        }
        // A few at a time: a frame stops between them when it has spent its share.
        while !new.is_empty() {
            let rest = new.split_off(new.len().min(EVENTS_AT_ONCE));
            let some = std::mem::replace(&mut new, rest).into_iter();
            sink(Event::WebhooksArrived { events: some.map(|new| KeptEvent::read(new, 1, None)).collect() });
        }
        repeated.into_iter().for_each(sink);
    }

    fn open_events(&mut self) -> Event {
        self.events = None;
        let OpenedEvents { file, events, problem } = EventsFile::open(&self.files.events);
        (self.events, self.events_tried) = (file, true);
        let on_disk = self.events.as_ref().map(EventsFile::counts).unwrap_or_default();
        Event::EventsOpened { events, on_disk, problem }
    }

    fn note_events(&self, notes: &[NotedEvent]) -> Option<Event> {
        let noted = self.events.as_ref().map_or_else(|| Err(events_not_open()), |file| file.note(notes));
        noted.err().map(|problem| Event::EventsNotNoted { problem })
    }

    fn read_older_events(&self, profile_id: String, before: &EventId, most: u32) -> Event {
        let file = self.events.as_ref().ok_or_else(events_not_open);
        let result = file.and_then(|file| file.older(&profile_id, before, most));
        Event::OlderEventsRead { profile_id, result }
    }

    fn export_events(&self, profile_id: &str, at: DateTime<Utc>) -> Event {
        let dir = self.files.events.with_file_name(EXPORTS);
        let file = self.events.as_ref().ok_or_else(events_not_open);
        Event::EventsExported { result: file.and_then(|file| file.export(profile_id, &dir, at)) }
    }

    fn keep_records(&self, kept: &[Record]) -> Option<Event> {
        let kept = match &self.records {
            Some(file) => file.keep_all(kept),
            None => Err(records::not_kept::<Record>("the file of records is not open", &self.files.records)),
        };
        kept.err().map(|problem| Event::RecordNotKept { problem })
    }

    fn open_journal(&mut self) -> Event {
        let journal = self.journal.take().map_or_else(|| Journal::open(&self.files.journal), Ok);
        match journal.and_then(|journal| Ok((journal.unfinished()?, journal))) {
            Ok((unfinished, journal)) => {
                self.journal = Some(journal);
                Event::JournalOpened { unfinished }
            }
            Err(problem) => Event::JournalUnavailable { problem },
        }
    }

    fn export_journal(&self, at: DateTime<Utc>) -> Event {
        match ledger::export_into(&self.files.journal, &self.files.journal.with_file_name(EXPORTS), at) {
            Ok(export) => Event::JournalExported { export },
            Err(problem) => Event::JournalNotExported { problem },
        }
    }

    fn save_exports(&self, files: &[ExportFile], at: DateTime<Utc>) -> Event {
        let (paths, problems) = exports::save(&self.files.journal.with_file_name(EXPORTS), files, at);
        Event::ExportsSaved { paths: paths.iter().map(|path| path.display().to_string()).collect(), problems }
    }

    fn open_records(&mut self) -> Event {
        self.records = None;
        let Opened { file, records, problem } = RecordsFile::open(&self.files.records);
        self.records = file;
        Event::RecordsOpened { records, problem }
    }

    fn open_papers(&mut self) -> Event {
        self.papers = None;
        let Opened { file, records: papers, problem } = PapersFile::open(&self.files.papers);
        self.papers = file;
        Event::PapersOpened { papers, problem }
    }

    fn keep_paper(&self, revision: u64, paper: &Paper) -> Event {
        let kept = self.papers.as_ref().map_or_else(
            || Err(records::not_kept::<Paper>("the file is not open", &self.files.papers)),
            |file: &KeptFile<Paper>| file.keep(paper),
        );
        Event::PaperKept { key: key_of(paper), revision, problem: kept.err() }
    }

    fn keep_record(&self, record: &Record) -> Option<Event> {
        let kept = match &self.records {
            Some(file) => file.keep(record),
            None => Err(records::not_kept::<Record>("the file of records is not open", &self.files.records)),
        };
        kept.err().map(|problem| Event::RecordNotKept { problem })
    }

    fn write(&mut self, entry: &JournalEntry) -> Event {
        let (operation_id, step) = (entry.operation_id.clone(), entry.step.name());
        let written = match &mut self.journal {
            Some(journal) => journal.append(entry),
            None => Err(JournalRefusal::Failed(not_open())),
        };
        match written {
            Ok(()) => Event::JournalWritten { operation_id, step },
            Err(refusal) => Event::JournalRefused { operation_id, step, refusal },
        }
    }

    fn save_newest(&self) -> Vec<Event> {
        let Newest { settings, profiles } = std::mem::take(&mut *lock(&self.newest));
        let settings = settings.and_then(|settings| settings::save(&self.files.settings, &settings).err());
        let profiles = profiles.and_then(|profiles| settings::save_profiles(&self.files.profiles, &profiles).err());
        settings.into_iter().chain(profiles).map(|problem| Event::SettingsNotSaved { problem }).collect()
    }
}

/// A panic leaves only plain data behind the lock.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn owed_after_panic(job: &Job) -> Option<Event> {
    let problem = Problem {
        what: "The journal of operations stopped working because of a fault in the desk".to_owned(),
        what_to_do: "The desk is read-only. Start it again, and report what you did".to_owned(),
    };
    match job {
        Job::OpenJournal => Some(Event::JournalUnavailable { problem }),
        Job::Write(entry) => Some(Event::JournalRefused {
            operation_id: entry.operation_id.clone(),
            step: entry.step.name(),
            refusal: JournalRefusal::Failed(problem),
        }),
        Job::ExportJournal(_) => Some(Event::JournalNotExported { problem }),
        Job::SaveExports(..) => Some(Event::ExportsSaved { paths: Vec::new(), problems: vec![problem] }),
        Job::OpenRecords => Some(Event::RecordsOpened { records: Vec::new(), problem: Some(problem) }),
        Job::KeepRecord(_) => Some(Event::RecordNotKept { problem }),
        Job::OpenPapers => Some(Event::PapersOpened { papers: Vec::new(), problem: Some(problem) }),
        Job::KeepPaper(revision, paper) => {
            Some(Event::PaperKept { key: key_of(paper), revision: *revision, problem: Some(problem) })
        }
        Job::KeepRecords(_) => Some(Event::RecordNotKept { problem }),
        Job::OpenEvents => {
            Some(Event::EventsOpened { events: Vec::new(), on_disk: BTreeMap::new(), problem: Some(problem) })
        }
        Job::NoteEvents(_) => Some(Event::EventsNotNoted { problem }),
        Job::ExportEvents(..) => Some(Event::EventsExported { result: Err(problem) }),
        Job::ReadOlderEvents(profile_id, ..) => {
            Some(Event::OlderEventsRead { profile_id: profile_id.clone(), result: Err(problem) })
        }
        Job::KeepEvents | Job::Save => None,
    }
}

fn events_not_open() -> Problem {
    Problem {
        what: "The file of webhook events is not open".to_owned(),
        what_to_do: "Start the desk again; it says then what is wrong with it".to_owned(),
    }
}

fn key_of(paper: &Paper) -> (String, String, String) {
    let (profile_id, kind, id) = paper.key();
    (profile_id.to_owned(), kind.to_owned(), id.to_owned())
}

fn not_open() -> Problem {
    Problem {
        what: "The journal of operations is not open".to_owned(),
        what_to_do: "The desk is read-only. Start it again".to_owned(),
    }
}

fn not_taken(refused: &TrySendError<Job>) -> Problem {
    let what = match refused {
        TrySendError::Full(_) => "Too many entries wait to be written to the journal of operations",
        TrySendError::Disconnected(_) => "The journal of operations stopped working because of a fault in the desk",
    };
    Problem {
        what: what.to_owned(),
        what_to_do: "The desk is read-only. Check whether the disk answers, then start it again".to_owned(),
    }
}
