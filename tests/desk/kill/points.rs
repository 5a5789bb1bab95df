//! A desk that is killed at every write and every sync of its files, one after the other, with every operation there is;
//! and one whose machine loses power there. Whatever is left on the disk, nothing is lost, sent twice or said wrongly.
//!
//! `PAYDESK_KILL_STRIDE=1` takes every call, `n` one of so many; a plain `cargo test` takes some.

use std::path::Path;
use std::time::Instant;

use paydesk_api::operation::Endpoint;
use strum::IntoEnumIterator as _;

use super::desk_worker::{Word, Work};
use super::faults::{self, Fault, Watch};
use super::power_loss::{Disk, Loss};
use super::restart::{World, has_left};
use super::stride;
use crate::proxy::tally::Tally;

/// In a plain `cargo test`, one call of so many.
const STRIDE: usize = 25;
/// Walks at one time: each waits for its processes most of the time.
const LANES: usize = 3;

/// What is left of the run of this round, which is killed at call `number`.
fn end_of(round: usize, number: usize) -> (Fault, Loss) {
    let losses: Vec<Loss> = Loss::iter().collect();
    // Every second one is only killed.
    let loss = if round.is_multiple_of(2) { Loss::Nothing } else { losses[1 + round / 2 % (losses.len() - 1)] };
    let at = number as u64;
    (if round % 4 < 2 { Fault::KillBefore(at) } else { Fault::KillHalfWay(at) }, loss)
}

/// Kills a desk at call after call while it sends an operation of this endpoint; `None`: while it opens its files.
fn walk(library: &Path, world: &mut World, endpoint: Option<Endpoint>, first: usize, step: usize) -> usize {
    let mut data = faults::fast_dir();
    for (rounds, number) in (first..).step_by(step).enumerate() {
        if endpoint.is_none() {
            data = faults::fast_dir();
        }
        let sample = world.sample(endpoint.unwrap_or(Endpoint::CapturePayment));
        let (fault, loss) = end_of(rounds, number);
        let (logs, mut disk) = (tempfile::tempdir().unwrap(), Disk::of(data.path()));
        let watch = Watch { dir: data.path(), log: &logs.path().join("log"), fault };
        let (service, from_the_start) = (world.service(), endpoint.is_none());
        let work = Work { service, data: data.path().to_owned(), samples: vec![sample.clone()], from_the_start };
        let (output, said) = work.run(library, &watch);
        let log = faults::read_log(watch.log);
        if output.status.success() {
            assert!(said.iter().all(|said| said.word == Word::Done) && said.len() == 1, "{said:?}");
            assert!(has_left(&log, &sample), "what was done has left, and the log shows it: {sample:?}");
            world.take_up(data.path(), &sample, &log);
            return rounds;
        }
        assert!(output.status.code().is_none(), "{}", String::from_utf8_lossy(&output.stderr));
        // What the dead had sent has reached the service now, or never will.
        world.threads.block_on(world.proxy.quiet());
        if loss != Loss::Nothing {
            log.iter().for_each(|record| disk.follow(record));
            let image = faults::fast_dir();
            disk.restore(image.path(), loss, &mut world.rng);
            data = image;
        }
        world.tally.count(format!("{loss:?} lost"));
        world.now = format!("{endpoint:?}, {fault:?}, {loss:?} lost");
        world.take_up(data.path(), &sample, &log);
    }
    0
}

#[test]
fn killed_at_any_write_or_sync_of_its_files_the_desk_loses_nothing_and_sends_nothing_twice() {
    let Some(library) = faults::library("kills at every write") else { return };
    let (begun, step) = (Instant::now(), stride("PAYDESK_KILL_STRIDE", STRIDE));
    let mut walks: Vec<Option<Endpoint>> = Endpoint::iter().map(Some).collect();
    walks.push(None);
    let line = std::sync::Mutex::new(walks.into_iter().enumerate());
    let run = || {
        let (mut tally, mut points) = (Tally::default(), 0);
        let next = || line.lock().unwrap().next();
        while let Some((index, endpoint)) = next() {
            let mut world = World::new(index as u64);
            let walked = walk(library, &mut world, endpoint, 1 + index % step, step);
            let name = endpoint.map_or("the start", |endpoint| endpoint.into());
            eprintln!("{name}: {walked} calls: {}", world.tally);
            tally.merge(&world.tally);
            points += walked;
        }
        (tally, points)
    };
    let lanes = std::thread::scope(|scope| {
        let lanes: Vec<_> = (0..LANES).map(|_| scope.spawn(run)).collect();
        lanes.into_iter().map(|lane| lane.join().expect("a rule was broken")).collect::<Vec<_>>()
    });
    let (mut tally, mut points) = (Tally::default(), 0);
    for (more, walked) in lanes {
        tally.merge(&more);
        points += walked;
    }
    eprintln!("{points} kills in {:.1} s: {tally}", begun.elapsed().as_secs_f32());
    for what in ["left: nothing", "left: never sent", "left: sent, or about to be", "left: an end", "effects"] {
        tally.assert_met(what, 1);
    }
}
