//! A team at work while everything fails: servers, desks and hubs are killed, and the network is cut and freezes.
//!
//! Simulated [desks](desk) do operations at one [service](service), write notes, copy their journals and follow their
//! colleagues, each with a clock of its own; real hubs store webhooks. The [judge](judge) reads what the service recorded
//! and the database, not the desks. `PAYDESK_TEAM_CHAOS=50,120` runs 50 desks for 120 seconds; a third number is the seed.

mod desk;
mod disk;
mod fail_over;
mod faults;
mod hubs;
mod judge;
mod run;
mod service;
mod work;
mod world;

use std::time::{Duration, Instant};

use super::harness::{ServerOptions, Team, free_port};
use faults::Faults;
use run::Run;

/// How many desks, for how long they are disturbed, and what the disturbances follow from.
fn size() -> (usize, Duration, u64) {
    let text = std::env::var("PAYDESK_TEAM_CHAOS").unwrap_or_else(|_| "8,6".to_owned());
    let numbers: Vec<u64> = text.split(',').map(|number| number.parse().unwrap()).collect();
    let [desks, seconds, ref rest @ ..] = numbers[..] else { panic!("PAYDESK_TEAM_CHAOS={text}") };
    (usize::try_from(desks).unwrap(), Duration::from_secs(seconds), rest.first().copied().unwrap_or(1))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_team_that_is_killed_cut_and_frozen_sends_nothing_twice_and_loses_nothing_in_the_chaos() {
    let (desks, duration, seed) = size();
    let port = free_port();
    let settings = "max_connections = 300".to_owned();
    let options = ServerOptions { is_durable: true, port: Some(port), settings, ..ServerOptions::default() };
    let Some(mut team) = Team::start_with("a team in the chaos", &options).await else { return };
    let mut faults = Faults::new(port, desks, seed).await;
    let addresses = (0..desks).map(|number| faults.url_of(number, &team.server)).collect();
    let mut run = Run::start(&team, addresses, team.server.url(super::hub::running::USER), seed).await;
    faults.disturb(&mut run, &mut team.server, duration).await;
    let healed = Instant::now();
    let reader = team.connect(run::READER).await.unwrap();
    let times = run.end(&reader, healed).await;
    eprintln!("{desks} desks, {} s, seed {seed}: {times}", duration.as_secs());
}
