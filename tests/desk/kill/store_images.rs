//! The power is lost at every write and every sync of the store: what it said was stored is there when it comes back, in
//! all of its files, and nothing is damaged.
//!
//! One run is recorded. At each of its calls the disk is made as it may look after a loss of power, and opened.
//! `PAYDESK_KILL_STRIDE=1` takes every call, `n` one of so many; a plain `cargo test` takes some.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use paydesk_store::Journal;
use paydesk_test_basics::rng::Rng;
use strum::IntoEnumIterator as _;

use super::faults::{self, Fault, Record, Watch, What};
use super::power_loss::{Disk, Loss};
use super::store_worker::{self, Found, jobs};
use super::stride;

/// In a plain `cargo test`, one call of so many.
const STRIDE: usize = 12;
/// Of the writer whose syncs are chosen, one call of so many.
const REPLAY_STRIDE: usize = 3;
/// Says where the writer without syncs is to work.
const REPLAY: &str = "PAYDESK_REPLAY_WORK";

/// A recorded run: the disk before it, and what was done.
struct Recording {
    before: Disk,
    log: Vec<Record>,
}

/// What was walked, and what was wrong.
#[derive(Debug, Default)]
struct Walk {
    calls: usize,
    images: usize,
    by_loss: BTreeMap<String, usize>,
    violations: Vec<String>,
}

impl Recording {
    /// Checks the disk after every so manieth call; `check` is told what was done and what is being done, and opens it.
    fn walk(&self, stride: usize, check: impl Fn(&Path, &[usize]) -> Result<(), String>) -> Walk {
        let (mut disk, mut done, mut walk) = (self.before.clone(), Vec::new(), Walk::default());
        for (index, record) in self.log.iter().enumerate() {
            disk.follow(record);
            if let What::Done(job) = &record.what {
                done.push(job.parse().unwrap());
            }
            if record.number == 0 || !walk.calls.is_multiple_of(stride) {
                walk.calls += usize::from(record.number > 0);
                continue;
            }
            walk.calls += 1;
            for loss in Loss::iter().filter(|loss| *loss == Loss::Nothing || disk.has_pending()) {
                let image = faults::fast_dir();
                disk.restore(image.path(), loss, &mut Rng::seeded(index as u64));
                walk.images += 1;
                *walk.by_loss.entry(format!("{loss:?}")).or_default() += 1;
                if let Err(violation) = check(image.path(), &done) {
                    walk.violations.push(format!("call {}, {loss:?} lost: {violation}", record.number));
                }
            }
        }
        walk
    }
}

#[test]
fn whenever_the_power_is_lost_everything_that_was_said_to_be_kept_is_there_afterwards() {
    let Some(library) = faults::library("the loss of power") else { return };
    let begun = Instant::now();
    let (data, logs) = (faults::fast_dir(), tempfile::tempdir().unwrap());
    let log = logs.path().join("log");
    let before = Disk::of(data.path());
    let watch = Watch { dir: data.path(), log: &log, fault: Fault::None };
    let (output, results) = store_worker::run(library, &watch, "one");
    assert!(output.status.success(), "{output:?}");
    let jobs = jobs("one");
    assert!(results.len() == jobs.len() && results.iter().all(|result| result.refused.is_none()), "{results:?}");
    let recording = Recording { before, log: faults::read_log(&log) };
    let walk = recording.walk(stride("PAYDESK_KILL_STRIDE", STRIDE), |image, done| {
        // One job is under way beyond what was done.
        Found::open(image)?.check(&jobs, done, (done.len() + 1).min(jobs.len()))
    });
    eprintln!("{} calls, {} images in {:.1?}: {:?}", walk.calls, walk.images, begun.elapsed(), walk.by_loss);
    assert!(walk.violations.is_empty(), "{:#?}", walk.violations);
    assert!(walk.calls > 400 && Loss::iter().all(|loss| walk.by_loss.contains_key(&format!("{loss:?}"))), "{walk:?}");
}

// ----- what the test would miss otherwise

/// Writes the entries of a journal once more, with another way to sync.
fn replay(library: &Path, synchronous: &str) -> Walk {
    let (data, logs) = (faults::fast_dir(), tempfile::tempdir().unwrap());
    let (source, log) = (logs.path().join("source.sqlite"), logs.path().join("log"));
    let mut journal = Journal::open(&source).unwrap();
    for job in jobs("one") {
        if let store_worker::Kept::Entry(entry) = job {
            journal.append(&entry).unwrap();
        }
    }
    drop(journal);
    let target = data.path().join("journal.sqlite");
    drop(Journal::open(&target).unwrap());
    let before = Disk::of(data.path());
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    let name = "kill::store_images::the_writer_whose_syncs_are_chosen_works";
    command.args(["--exact", name, "--ignored", "--nocapture", "--test-threads=1"]);
    command.env(REPLAY, format!("{}\n{}\n{synchronous}", data.path().display(), source.display()));
    Watch { dir: data.path(), log: &log, fault: Fault::None }.put_before(library, &mut command);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let recording = Recording { before, log: faults::read_log(&log) };
    recording.walk(REPLAY_STRIDE, |image, done| {
        let entries = store_worker::entries(&image.join("journal.sqlite"))?;
        if entries.len() < done.len() { Err(format!("{} of {} entries", entries.len(), done.len())) } else { Ok(()) }
    })
}

#[test]
#[ignore = "started by the test below"]
fn the_writer_whose_syncs_are_chosen_works() {
    let Ok(work) = std::env::var(REPLAY) else { return };
    let lines: Vec<&str> = work.lines().collect();
    let [dir, source, synchronous] = lines[..] else { panic!("work in three lines") };
    let dir = Path::new(dir);
    faults::begin(dir);
    let connection = rusqlite::Connection::open(dir.join("journal.sqlite")).unwrap();
    connection.query_row("PRAGMA journal_mode = TRUNCATE", [], |_| Ok(())).unwrap();
    connection.pragma_update(None, "synchronous", synchronous).unwrap();
    let rows = rows(Path::new(source));
    for (seq, row) in (1..).zip(rows) {
        // As an entry is added by the program.
        connection.execute_batch("BEGIN IMMEDIATE").unwrap();
        let insert = "INSERT INTO entries VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
        connection.execute(insert, rusqlite::params_from_iter(&row)).unwrap();
        connection.execute("UPDATE head SET seq = ?1, hash = ?2", (&row[0], &row[10])).unwrap();
        connection.execute_batch("COMMIT").unwrap();
        faults::note_done(dir, &i32::to_string(&seq));
    }
}

/// Every column of every entry.
fn rows(journal: &Path) -> Vec<Vec<rusqlite::types::Value>> {
    let connection = rusqlite::Connection::open(journal).unwrap();
    let mut statement = connection.prepare("SELECT * FROM entries ORDER BY seq").unwrap();
    let columns = statement.column_count();
    let rows = statement.query_map([], |row| (0..columns).map(|column| row.get(column)).collect()).unwrap();
    rows.map(Result::unwrap).collect()
}

#[test]
fn a_journal_that_is_not_synced_is_found_out_by_the_loss_of_power() {
    let Some(library) = faults::library("the loss of power without syncs") else { return };
    let full = replay(library, "FULL");
    assert!(full.violations.is_empty(), "{:#?}", full.violations);
    let off = replay(library, "OFF");
    let (lost, damaged): (Vec<_>, Vec<_>) =
        off.violations.iter().partition(|violation| violation.ends_with(" entries"));
    eprintln!(
        "FULL: {} images; OFF: {} images, {} lost entries, {} damaged",
        full.images,
        off.images,
        lost.len(),
        damaged.len()
    );
    assert!(lost.len() > 10 && damaged.len() > 10, "{off:#?}");
}
