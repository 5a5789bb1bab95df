//! The disk, the system or the directory refuses a call in the middle of the work: full, broken, no more open files,
//! read-only. The program says what happened, nothing leaves without an entry that is on the disk, and after a restart with
//! a sound disk it goes on.
//!
//! `PAYDESK_FAIL_STRIDE=1` lets every call fail, `n` one of so many; a plain `cargo test` some.

use std::path::Path;
use std::time::Instant;

use paydesk_api::operation::Endpoint;
use paydesk_test_basics::rng::Rng;
use strum::IntoEnumIterator as _;

use super::desk_worker::{Said, Word, Work};
use super::faults::{self, Fault, Record, Watch};
use super::power_loss::{Disk, Loss};
use super::restart::{World, has_left};
use super::rounds::{entries, journaled};
use super::store_worker::{self, Found, JobResult};
use super::stride;
use crate::proxy::tally::Tally;
use crate::samples::Sample;

/// In a plain `cargo test`, one call of so many, of the store and of Paydesk.
const STORE_STRIDE: usize = 211;
const DESK_STRIDE: usize = 83;
/// In a plain `cargo test`, one way to fail of so many for each endpoint of Paydesk.
const FAILINGS_ONE_IN: usize = 4;
/// Walks at one time: each waits for its processes most of the time.
const LANES: usize = 3;
/// SQLite's words where it could not make, open or sync a file, or not write to it, whatever the reason was.
const WHATEVER_IT_WAS: [&str; 6] =
    ["cannot be opened", "unable to open", "cannot be written to", "readonly", "reported an error", "disk I/O"];
/// Errors that a call can be refused with, and a word that the person reads then.
const ERRORS: [(i32, &str, &[&str]); 4] = [
    (28, "ENOSPC", &["full", "No space left", "no space"]),
    (5, "EIO", &["reported an error", "I/O error", "Input/output error", "disk I/O"]),
    (24, "EMFILE", &["cannot be opened", "unable to open", "open files"]),
    (30, "EROFS", &["cannot be written to", "readonly", "read-only", "Read-only", "reported an error", "disk I/O"]),
];

/// A way to fail of each error: the call fails once, or everything from it on.
#[derive(Clone, Copy)]
struct Failing {
    make: fn(u64, i32) -> Fault,
    errno: i32,
    name: &'static str,
    text: &'static [&'static str],
}

impl Failing {
    fn all() -> impl Iterator<Item = Self> {
        let makes: [fn(u64, i32) -> Fault; 2] = [Fault::FailOnce, Fault::FailFrom];
        let with = |make| ERRORS.iter().map(move |(errno, name, text)| Self { make, errno: *errno, name, text });
        makes.into_iter().flat_map(with)
    }

    fn at(self, number: usize) -> Fault {
        (self.make)(number as u64, self.errno)
    }
}

/// Whether the log shows fewer than `number` calls: there is nothing left to fail.
fn is_beyond(log: &[Record], number: u64) -> bool {
    log.iter().all(|record| record.number < number)
}

/// Whether a text reports the error.
fn names(text: &[&str], why: &str) -> bool {
    text.iter().chain(&WHATEVER_IT_WAS).any(|word| why.contains(word))
}

// ----- the store

/// One run of the store in which a call fails, and one after it with a sound disk.
fn store_run(library: &Path, fault: Fault, text: &[&str], tally: &mut Tally) -> bool {
    let (data, logs) = (faults::fast_dir(), tempfile::tempdir().unwrap());
    let watch = |fault, log| Watch { dir: data.path(), log, fault };
    let log = logs.path().join("log");
    let (output, results) = store_worker::run(library, &watch(fault, &log), "one");
    let (stderr, jobs) = (String::from_utf8_lossy(&output.stderr), store_worker::jobs("one"));
    assert!(output.status.success() && results.len() == jobs.len(), "{fault:?}: {stderr}");
    for JobResult { job, refused } in &results {
        let Some(why) = refused else { continue };
        assert!(!why.contains("error in Paydesk"), "{fault:?}, job {job}: {why}");
        tally.count("refused jobs");
        tally.count(if names(text, why) { "named" } else { "followed from it" });
    }
    let first = results.iter().find_map(|result| result.refused.as_deref());
    let is_reported = |why: &str| names(text, why) || why == "the event was not kept";
    assert!(first.is_none_or(is_reported), "{fault:?}: {first:?}");
    let done: Vec<usize> = results.iter().filter(|result| result.refused.is_none()).map(|result| result.job).collect();
    // Opening makes what is missing.
    let image = faults::fast_dir();
    Disk::of(data.path()).restore(image.path(), Loss::Nothing, &mut Rng::seeded(0));
    let found = Found::open(image.path()).unwrap_or_else(|violation| panic!("{fault:?}: {violation}"));
    found.check(&jobs, &done, jobs.len()).unwrap_or_else(|violation| panic!("{fault:?}: {violation}"));
    let (output, again) = store_worker::run(library, &watch(Fault::None, &logs.path().join("again")), "two");
    let all_done = again.len() == jobs.len() && again.iter().all(|result| result.refused.is_none());
    assert!(output.status.success() && all_done, "{fault:?}: {again:?}");
    let (Fault::FailOnce(at, _) | Fault::FailFrom(at, _)) = fault else { return false };
    first.is_none() && is_beyond(&faults::read_log(&log), at)
}

#[test]
fn whatever_call_of_the_store_fails_it_says_so_keeps_what_it_said_was_kept_and_goes_on_afterwards() {
    let Some(library) = faults::library("calls of the store that fail") else { return };
    let (begun, step) = (Instant::now(), stride("PAYDESK_FAIL_STRIDE", STORE_STRIDE));
    let line = std::sync::Mutex::new(Failing::all().enumerate());
    let run = || {
        let next = || line.lock().unwrap().next();
        let mut tally = Tally::default();
        while let Some((index, failing)) = next() {
            for number in (1 + 11 * index % step..).step_by(step) {
                if store_run(library, failing.at(number), failing.text, &mut tally) {
                    break;
                }
                tally.count(failing.name);
                tally.count("runs");
            }
        }
        tally
    };
    let tally = in_lanes(run);
    eprintln!("store: {:.1} s: {tally}", begun.elapsed().as_secs_f32());
    tally.assert_met("named", 10);
}

fn in_lanes(run: impl Fn() -> Tally + Sync) -> Tally {
    let mut total = Tally::default();
    std::thread::scope(|scope| {
        let lanes: Vec<_> = (0..LANES).map(|_| scope.spawn(&run)).collect();
        lanes.into_iter().for_each(|lane| total.merge(&lane.join().expect("a rule was broken")));
    });
    total
}

// ----- Paydesk

/// One run of Paydesk in which a call fails, and one after it with a sound disk; whether there was no such call.
fn desk_run(library: &Path, world: &mut World, sample: &Sample, fault: Fault, text: &[&str]) -> bool {
    let (data, logs) = (faults::fast_dir(), tempfile::tempdir().unwrap());
    let watch = Watch { dir: data.path(), log: &logs.path().join("log"), fault };
    let (service, samples) = (world.service(), vec![sample.clone()]);
    let from_the_start = sample.number.is_multiple_of(3);
    let (output, said) = Work { service, data: data.path().to_owned(), samples, from_the_start }.run(library, &watch);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !stderr.contains("panicked"), "{fault:?}, {sample:?}: {stderr}");
    let [said] = said.as_slice() else { panic!("{fault:?}, {sample:?}: {said:?}") };
    world.threads.block_on(world.proxy.quiet());
    let log = faults::read_log(watch.log);
    check_said(world, data.path(), sample, said, &log, text);
    world.take_up(data.path(), sample, &log);
    let (Fault::FailOnce(at, _) | Fault::FailFrom(at, _)) = fault else { return false };
    said.word == Word::Done && is_beyond(&log, at)
}

/// What Paydesk said is true, and it says why it sends nothing any more.
fn check_said(world: &mut World, data: &Path, sample: &Sample, said: &Said, log: &[Record], text: &[&str]) {
    let (happened, left, now) = (world.effects(sample), has_left(log, sample), &world.now);
    match said.word {
        Word::Done => assert_eq!(happened, 1, "{now}: {said:?}, {sample:?}"),
        Word::NotSent | Word::NotBegun => {
            assert!(happened == 0 && !left, "{now}: {said:?}, {sample:?}");
            let why = said.read_only.as_deref().unwrap_or_default();
            assert!(why.starts_with("Read-only") && names(text, why), "{now}: {said:?}");
            world.tally.count("not sent, and said why");
        }
        Word::Unknown | Word::Other(_) => panic!("{now}: {said:?}, {sample:?}"),
    }
    if left && data.join("journal.sqlite").exists() {
        let journaled = journaled(&entries(data));
        assert!(
            journaled.get(&sample.operation_id()).is_some_and(|journaled| journaled.sent),
            "{}: left unwritten",
            world.now
        );
    }
    world.tally.count(format!("{:?}", said.word));
    world.tally.add("read-only", u64::from(said.read_only.is_some()));
}

#[test]
fn whatever_call_fails_nothing_leaves_without_its_entry_and_the_desk_goes_on_after_a_restart() {
    let Some(library) = faults::library("calls of the desk that fail") else { return };
    let (begun, step) = (Instant::now(), stride("PAYDESK_FAIL_STRIDE", DESK_STRIDE));
    let line = std::sync::Mutex::new(Endpoint::iter().enumerate());
    let run = || {
        let next = || line.lock().unwrap().next();
        let mut tally = Tally::default();
        while let Some((index, endpoint)) = next() {
            let mut world = World::new(index as u64);
            let is_taken = |nth: usize| step < DESK_STRIDE || (nth + index).is_multiple_of(FAILINGS_ONE_IN);
            for (nth, failing) in Failing::all().enumerate().filter(|(nth, _)| is_taken(*nth)) {
                for number in (1 + (index + 7 * nth) % step..).step_by(step) {
                    let (sample, fault) = (world.sample(endpoint), failing.at(number));
                    world.now = format!("{endpoint:?}, {}, {fault:?}", failing.name);
                    if desk_run(library, &mut world, &sample, fault, failing.text) {
                        break;
                    }
                    world.tally.count(failing.name);
                    world.tally.count("runs");
                }
            }
            eprintln!("{endpoint:?}: {}", world.tally);
            tally.merge(&world.tally);
        }
        tally
    };
    let tally = in_lanes(run);
    eprintln!("desk: {:.1} s: {tally}", begun.elapsed().as_secs_f32());
    tally.assert_met("not sent, and said why", 10);
}
