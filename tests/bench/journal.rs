//! What the journal costs: one durable entry beside a bare SQLite insert that is as durable, and opening a long one.
//!
//! Entry and bare insert are measured in turns, in the same directory: what is left of the ratio is the chain, the list
//! of open operations and the entry as JSON. Every time is that of a whole commit with FULL sync.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use paydesk_api::operation::Target;
use paydesk_core::operations::journal::{Description, JournalEntry, JournalStep, Recorded};
use paydesk_core::operations::{Intent, PaymentPrecondition, Precondition, ResourceKind};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::profile::Environment;
use paydesk_store::Journal;
use rusqlite::Connection;

/// Captures written for the first table; three entries each.
const COMMITS: usize = 400;
/// Captures in the long journal.
const LONG: usize = 10_000;
/// Of these, one in so many is still open.
const OPEN_EVERY: usize = 100;
const OPENINGS: usize = 7;

/// The three entries of a capture that went well.
fn capture(number: usize) -> [JournalEntry; 3] {
    let payment_id = PaymentId::new(format!("pay_{number:020}"));
    let money = |minor| Money::new(minor, Currency::iso4217("EUR"));
    let at = "2026-11-21T09:59:58Z".parse().unwrap();
    let precondition = PaymentPrecondition {
        payment_id: payment_id.clone(),
        status: PaymentStatus::RequiresCapture,
        amount: money(12_840),
        received_minor: Some(0),
        capturable_minor: Some(12_840),
        refunded_minor: None,
        capture_method: None,
        modified_at: None,
        known_review: false,
        at,
    };
    let intent = Intent::Capture { amount: money(12_840), prefix: String::new(), suffix: String::new() };
    let plan = intent.plan(&payment_id, &precondition).unwrap();
    let (environment, operator) = (Environment::Sandbox, "grace".to_owned());
    let description = Description { environment, operator, plan, precondition: Precondition::Payment(precondition) };
    let steps = [
        JournalStep::Prepared(Recorded::Known(Box::new(description))),
        JournalStep::Sending { attempt: 1 },
        JournalStep::Confirmed { status: "succeeded".to_owned() },
    ];
    steps.map(|step| JournalEntry {
        operation_id: OperationId::new(format!("op_{number:032}")),
        profile_id: "embedded-sandbox".into(),
        target: Target::new(ResourceKind::Payment, payment_id.as_str()),
        at,
        step,
        is_alone: false,
    })
}

/// A table of texts in a file that is written as the journal is.
fn bare(path: &Path) -> Connection {
    let connection = Connection::open(path).unwrap();
    connection.query_row("PRAGMA journal_mode = TRUNCATE", [], |_| Ok(())).unwrap();
    connection.pragma_update(None, "synchronous", "FULL").unwrap();
    connection.pragma_update(None, "fullfsync", true).unwrap();
    connection.execute_batch("CREATE TABLE entries (seq INTEGER PRIMARY KEY, payload TEXT NOT NULL) STRICT").unwrap();
    connection
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let began = Instant::now();
    let result = work();
    (began.elapsed(), result)
}

struct Times(Vec<Duration>);

impl Times {
    /// The time that `share` of all are not above, in milliseconds.
    fn at(&mut self, share: f64) -> f64 {
        self.0.sort();
        let index = (self.0.len() as f64 * share) as usize;
        self.0[index.min(self.0.len() - 1)].as_secs_f64() * 1e3
    }

    fn line(&mut self, name: &str) {
        println!("  {name}  median {:.3} ms, p99 {:.3} ms ({} commits)", self.at(0.5), self.at(0.99), self.0.len());
    }
}

fn commits(dir: &Path) {
    let mut journal = Journal::open(&dir.join("journal.sqlite")).unwrap();
    let bare = bare(&dir.join("bare.sqlite"));
    let (mut entries, mut inserts) = (Times(Vec::new()), Times(Vec::new()));
    let (mut prepared, mut bytes) = (Times(Vec::new()), 0);
    for number in 0..COMMITS {
        for entry in capture(number) {
            let payload = serde_json::to_string(&entry).unwrap();
            let (entry_took, _) = timed(|| journal.append(&entry).unwrap());
            let insert = || bare.execute("INSERT INTO entries (payload) VALUES (?1)", [&payload]).unwrap();
            let (insert_took, _) = timed(insert);
            entries.0.push(entry_took);
            inserts.0.push(insert_took);
            if matches!(entry.step, JournalStep::Prepared(_)) {
                prepared.0.push(entry_took);
                bytes = payload.len();
            }
        }
    }
    println!("one durable entry, beside a bare insert of the same text in the same run:");
    entries.line("entry of the journal       ");
    prepared.line("of these, `prepared`       ");
    inserts.line("bare SQLite, FULL sync     ");
    println!("  ratio of medians             {:.2}", entries.at(0.5) / inserts.at(0.5));
    println!("  a `prepared` capture has     {bytes} bytes");
}

/// Memory, where the platform has a place for files there: making a long journal on a disk takes minutes.
fn quick_dir() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    if memory.is_dir() { memory } else { std::env::temp_dir() }
}

fn make_long(path: &Path) {
    let quick = tempfile::tempdir_in(quick_dir()).unwrap();
    let made = quick.path().join("journal.sqlite");
    let mut journal = Journal::open(&made).unwrap();
    for number in 0..LONG {
        let steps = if number % OPEN_EVERY == 0 { 2 } else { 3 };
        for entry in &capture(number)[..steps] {
            journal.append(entry).unwrap();
        }
    }
    drop(journal);
    std::fs::copy(&made, path).unwrap();
}

fn openings(dir: &Path) {
    let path = dir.join("long.sqlite");
    make_long(&path);
    let mut opened = Times(Vec::new());
    let mut unfinished = 0;
    for _ in 0..OPENINGS {
        let (took, entries) = timed(|| Journal::open(&path).unwrap().unfinished().unwrap().len());
        opened.0.push(took);
        unfinished = entries;
    }
    let size = std::fs::metadata(&path).unwrap().len() as f64 / 1e6;
    let (entries, median) = (LONG * 3 - LONG / OPEN_EVERY, opened.at(0.5));
    println!("opening, verifying and reading the unfinished of {LONG} operations ({entries} entries, {size:.1} MB):");
    println!("  median of {OPENINGS}                  {median:.0} ms ({unfinished} unfinished entries)");
    println!("  an entry                     {:.1} µs", median * 1e3 / entries as f64);
}

fn main() {
    let dir = tempfile::tempdir().unwrap();
    commits(dir.path());
    openings(dir.path());
}
