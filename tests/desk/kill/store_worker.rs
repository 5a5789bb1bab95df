//! The store at work on all of its files, in a process of its own that is watched: a list of jobs, one after the other.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use paydesk_core::Message;
use paydesk_core::effect::StoreJob;
use paydesk_core::features::disputes::DraftDocument;
use paydesk_core::features::webhooks::{Delivery, EventNote, NotedEvent};
use paydesk_core::operations::journal::{JournalEntry, JournalRefusal};
use paydesk_core::problem::Problem;
use paydesk_core::profiles::SavedProfiles;
use paydesk_core::records::Record;
use paydesk_core::settings::Settings;
use paydesk_domain::ids::EventId;
use paydesk_domain::note::Annotation;
use paydesk_domain::webhook::EventVerdict;
use paydesk_store::records::{DocumentsFile, NotesFile, RecordsFile};
use paydesk_store::webhook_events::WebhookEventsFile;
use paydesk_store::{DeliveryStored, Journal, Store, StoreFiles};
use paydesk_test_basics::waiting::{PATIENCE, step_until};
use paydesk_test_core::journal_entries::{confirmed, prepared, sending, unknown};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::faults::{self, Watch};

/// Says where the work is; without it the test has nothing to do.
const WORK: &str = "PAYDESK_STORE_WORK";

/// Operations of a run, each with all that is stored of it.
const OPERATIONS: usize = 3;

/// One thing that is to be stored.
#[derive(Debug, Clone)]
pub enum Kept {
    Opened(StoreJob),
    Entry(JournalEntry),
    Record(Record),
    Document(DraftDocument),
    Written(Annotation),
    Event(Delivery),
    Note(NotedEvent),
    /// Their text size reports the settings apart.
    Settings(u16),
    Profiles,
}

/// What became of a job, as the process told it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct JobResult {
    pub job: usize,
    /// Why it was not done.
    pub refused: Option<String>,
}

/// What a run works on. The ids of two runs differ.
pub fn jobs(run: &str) -> Vec<Kept> {
    let opens = [
        StoreJob::OpenJournal,
        StoreJob::OpenRecords,
        StoreJob::OpenDocuments,
        StoreJob::OpenNotes,
        StoreJob::OpenEvents,
    ];
    let mut jobs: Vec<Kept> = opens.into_iter().map(Kept::Opened).collect();
    for number in 0..OPERATIONS {
        let (id, payment) = (format!("op_{run}_{number}"), format!("pay_{run}_{number}"));
        jobs.push(Kept::Entry(prepared(&id, &payment)));
        jobs.push(Kept::Event(event(&id)));
        jobs.push(Kept::Entry(sending(&id, &payment)));
        jobs.push(Kept::Record(record(&id)));
        jobs.push(Kept::Entry(if number == 1 { unknown(&id, &payment) } else { confirmed(&id, &payment) }));
        jobs.push(Kept::Document(DraftDocument::Rule { reason: id.clone(), days: 7 }));
        jobs.push(Kept::Written(written(&id)));
        jobs.push(Kept::Note(noted(&id)));
        jobs.push(Kept::Settings(80 + number as u16));
        jobs.push(Kept::Profiles);
    }
    jobs
}

fn record(id: &str) -> Record {
    let at = "2026-11-21T10:00:00Z";
    let record = json!({"profile_id": "embedded-sandbox", "family": "refund", "id": id, "payment_id": "pay_1",
        "told": {"status": "pending"}, "made_at": at, "told_at": at});
    serde_json::from_value(record).unwrap()
}

fn written(id: &str) -> Annotation {
    let note = json!({"what": "note", "profile_id": "shop", "id": id, "subject": {"kind": "payment", "id": "pay_1"},
        "text": "Called back", "by": "anna", "at": "2026-11-21T10:00:00Z"});
    serde_json::from_value(note).unwrap()
}

fn event(id: &str) -> Delivery {
    Delivery {
        profile_id: "shop".into(),
        event_id: EventId::new(id),
        received_at: "2026-11-21T10:00:00Z".parse().unwrap(),
        headers: Vec::new(),
        body: "{\"amount\": 100}".repeat(40).into_bytes().as_slice().into(),
    }
}

fn noted(id: &str) -> NotedEvent {
    let at = "2026-11-21T10:00:01Z".parse().unwrap();
    let note = EventNote { verdict: EventVerdict::Older, reason: "older than what is known".to_owned(), at };
    NotedEvent { profile_id: "shop".into(), event_id: EventId::new(id), note }
}

// ----- the process

/// Starts this test binary again as the store at work in a directory that is watched.
pub fn run(library: &Path, watch: &Watch<'_>, run: &str) -> (Output, Vec<JobResult>) {
    let name = "kill::store_worker::the_store_that_is_watched_works";
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", name, "--ignored", "--nocapture", "--test-threads=1"]);
    command.env(WORK, format!("{}\n{run}", watch.dir.display()));
    watch.put_before(library, &mut command);
    let output = command.output().unwrap();
    let results = output.stdout.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok());
    let results = results.collect();
    (output, results)
}

#[test]
#[ignore = "started by the tests that watch it"]
fn the_store_that_is_watched_works() {
    let Ok(work) = std::env::var(WORK) else { return };
    let (dir, run) = work.split_once('\n').unwrap();
    let dir = PathBuf::from(dir);
    faults::begin(&dir);
    let (sender, messages): (SyncSender<Message>, _) = sync_channel(100);
    let store = Store::start(StoreFiles::in_dir(&dir), Box::new(move |message| drop(sender.send(message)))).unwrap();
    println!();
    for (job, kept) in jobs(run).into_iter().enumerate() {
        let refused = work_on(&store, &messages, kept);
        if refused.is_none() {
            faults::note_done(&dir, &job.to_string());
        }
        println!("{}", serde_json::to_string(&JobResult { job, refused }).unwrap());
        std::io::stdout().flush().unwrap();
    }
    faults::end(&dir);
    assert!(store.finish(PATIENCE));
}

/// Does it, and returns why it was not done, if so.
fn work_on(store: &Store, messages: &Receiver<Message>, kept: Kept) -> Option<String> {
    let job = match kept {
        Kept::Opened(job) => job,
        Kept::Entry(entry) => StoreJob::WriteJournal(entry),
        Kept::Record(record) => StoreJob::KeepRecords(vec![record]),
        Kept::Document(document) => StoreJob::save_document(document),
        Kept::Written(annotation) => StoreJob::SaveNote { revision: 1, annotation: Box::new(annotation) },
        Kept::Note(note) => StoreJob::NoteEvents(vec![note]),
        Kept::Settings(text_percent) => StoreJob::SaveSettings(Settings { text_percent, ..Settings::default() }),
        Kept::Profiles => StoreJob::SaveProfiles(SavedProfiles::default()),
        Kept::Event(delivery) => return keep_event(store, messages, delivery),
    };
    let not_taken = store.submit(job);
    until_done(store, messages, not_taken)
}

fn keep_event(store: &Store, messages: &Receiver<Message>, delivery: Delivery) -> Option<String> {
    let (answer, stored) = sync_channel(1);
    assert!(store.keep_events().keep(
        delivery,
        Box::new(move |stored| {
            let _ = answer.send(stored);
        })
    ));
    let stored = step_until("the event is kept or refused", || stored.try_recv().ok());
    until_done(store, messages, None);
    (stored == DeliveryStored::Failed).then(|| "the event was not kept".to_owned())
}

/// What is reported until a job that reads only has its answer: then all before it are done.
fn until_done(store: &Store, messages: &Receiver<Message>, mut first: Option<Message>) -> Option<String> {
    let before = EventId::new("none");
    store.submit(StoreJob::ReadOlderEvents { profile_id: "shop".into(), before, most: 1 });
    let mut refused = None;
    loop {
        let message = first.take().unwrap_or_else(|| step_until("the store tells", || messages.try_recv().ok()));
        if matches!(message, Message::OlderEventsRead { .. }) {
            return refused;
        }
        refused = refused.or(problem_of(message));
    }
}

fn problem_of(message: Message) -> Option<String> {
    let problem: Option<Problem> = match message {
        Message::JournalUnavailable { problem } | Message::JournalMissing { problem } => Some(problem),
        Message::JournalRefused { refusal: JournalRefusal::Failed(problem), .. } => Some(problem),
        Message::JournalRefused { refusal, .. } => return Some(format!("not written: {refusal:?}")),
        Message::RecordNotStored { problem }
        | Message::EventsNotNoted { problem }
        | Message::SettingsNotSaved { problem } => Some(problem),
        Message::RecordsOpened { problem, .. }
        | Message::DocumentsOpened { problem, .. }
        | Message::DocumentSaved { problem, .. }
        | Message::NotesOpened { problem, .. }
        | Message::NoteSaved { problem, .. }
        | Message::EventsOpened { problem, .. } => problem,
        _ => None,
    };
    problem.map(|problem| format!("{}. {}", problem.what, problem.what_to_do))
}

// ----- what is there afterwards

/// What is in the files, by what reports one thing from another.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Found {
    pub entries: Vec<String>,
    pub records: Vec<String>,
    pub documents: Vec<String>,
    pub written: Vec<String>,
    pub events: Vec<String>,
    pub notes: Vec<String>,
    pub text_percent: u16,
}

impl Found {
    /// Opens everything in `dir` as the program does; `Err` says what was not whole.
    pub fn open(dir: &Path) -> Result<Self, String> {
        let files = StoreFiles::in_dir(dir);
        let failed = |problem: Option<Problem>| problem.map_or(Ok(()), |problem| Err(problem.what));
        let mut found = Self { text_percent: 100, ..Self::default() };
        if files.journal.exists() {
            found.entries = entries(&files.journal)?;
        }
        let records = RecordsFile::open(&files.records);
        failed(records.error.map(Problem::from))?;
        found.records = records.records.into_iter().map(|record| record.id).collect();
        let documents = DocumentsFile::open(&files.documents);
        failed(documents.error.map(Problem::from))?;
        found.documents = documents.records.iter().map(|document| document.key().2.to_owned()).collect();
        let written = NotesFile::open(&files.notes);
        failed(written.error.map(Problem::from))?;
        found.written = written.records.iter().map(Annotation::key).collect();
        let events = WebhookEventsFile::open(&files.events);
        failed(events.error.map(Problem::from))?;
        let noted = events.events.iter().filter(|event| event.note.is_some());
        found.notes = noted.map(|event| event.delivery.event_id.to_string()).collect();
        found.events = events.events.iter().map(|event| event.delivery.event_id.to_string()).collect();
        let settings = paydesk_store::settings::load(&files.settings);
        failed(settings.error.map(Problem::from))?;
        found.text_percent = settings.value.text_percent;
        Ok(found)
    }

    /// Says what is missing of what was said to be done, and what is there that nobody asked for.
    pub fn check(&self, jobs: &[Kept], done: &[usize], asked: usize) -> Result<(), String> {
        let mut last_settings = (100, Vec::new());
        for (number, job) in jobs[..asked].iter().enumerate() {
            let is_done = done.contains(&number);
            let is_there = match job {
                Kept::Opened(_) | Kept::Profiles => continue,
                Kept::Settings(percent) if is_done => {
                    last_settings = (*percent, Vec::new());
                    continue;
                }
                Kept::Settings(percent) => {
                    last_settings.1.push(*percent);
                    continue;
                }
                Kept::Entry(entry) => self.entries.contains(&name(entry)),
                Kept::Record(record) => self.records.contains(&record.id),
                Kept::Document(document) => self.documents.iter().any(|id| id == document.key().2),
                Kept::Written(annotation) => self.written.contains(&annotation.key()),
                Kept::Event(event) => self.events.iter().any(|id| id == event.event_id.as_str()),
                // Of an event that was not kept, nothing is noted.
                Kept::Note(note) if !self.events.iter().any(|id| id == note.event_id.as_str()) => continue,
                Kept::Note(note) => self.notes.iter().any(|id| id == note.event_id.as_str()),
            };
            if is_done && !is_there {
                return Err(format!("job {number} was said to be done and is gone: {job:?}"));
            }
        }
        let (settings, perhaps) = last_settings;
        if self.text_percent != settings && !perhaps.contains(&self.text_percent) {
            return Err(format!("the settings are {}, not {settings}", self.text_percent));
        }
        self.check_order(jobs, asked)
    }

    /// What is there was asked for, in this order.
    fn check_order(&self, jobs: &[Kept], asked: usize) -> Result<(), String> {
        let wanted: BTreeMap<String, usize> = jobs[..asked]
            .iter()
            .enumerate()
            .filter_map(|(number, job)| match job {
                Kept::Entry(entry) => Some((name(entry), number)),
                _ => None,
            })
            .collect();
        let places: Option<Vec<usize>> = self.entries.iter().map(|entry| wanted.get(entry).copied()).collect();
        match places {
            Some(places) if places.is_sorted() => Ok(()),
            _ => Err(format!("these entries were not asked for so: {:?}", self.entries)),
        }
    }
}

/// The entries of a journal that the program opens without complaint.
pub fn entries(journal: &Path) -> Result<Vec<String>, String> {
    drop(Journal::open(journal).map_err(|problem| Problem::from(problem.clone()).what)?);
    let connection = rusqlite::Connection::open(journal).unwrap();
    let mut statement = connection.prepare("SELECT operation_id, step FROM entries ORDER BY seq").unwrap();
    let row = |row: &rusqlite::Row<'_>| Ok(format!("{} {}", row.get::<_, String>(0)?, row.get::<_, String>(1)?));
    Ok(statement.query_map([], row).unwrap().map(Result::unwrap).collect())
}

fn name(entry: &JournalEntry) -> String {
    format!("{} {}", entry.operation_id.as_str(), <&str>::from(entry.step.name()))
}
