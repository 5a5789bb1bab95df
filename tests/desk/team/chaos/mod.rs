//! A team at work while everything fails: servers, desks and hubs are killed, and networks are cut, freeze and are slow.
//!
//! Simulated [desks](desk) do operations at one [service](service), ask for approvals and decide on them, take drafts over
//! from each other, write notes, copy their journals and follow their colleagues. Real hubs store webhooks and read the
//! payments of a [sandbox](payment_service). The [judge](judge) reads what the services recorded and the database, not the
//! desks. `PAYDESK_TEAM_CHAOS=50,120` runs 50 desks for 120 seconds; a third number is the seed.
//!
//! No clock is right: desks, hubs and the sandbox are hours ahead of the server or behind it, and in other time zones. Only
//! the server has the clock of this machine: its processes would not agree on another one.

mod desk;
mod disk;
mod draft_version;
mod fail_over;
mod faults;
mod hubs;
mod judge;
mod networks;
mod payment_service;
mod run;
mod service;
mod shown;
mod sizes;
mod work;
mod world;

use std::time::{Duration, Instant};

use faults::Faults;
use run::Run;
use sizes::Sizes;

use super::harness::{ServerOptions, Team, free_port};

/// Tables are tidied up all the time, as they are now and then on a server that is used.
const SETTINGS: &str = "max_connections = 300\ntimezone = 'Asia/Kolkata'\nautovacuum_naptime = 1\n\
    autovacuum_vacuum_threshold = 10\nautovacuum_vacuum_scale_factor = 0";

/// How many desks, for how long they are disturbed, and what the disturbances follow from.
fn size() -> (usize, Duration, u64) {
    let text = std::env::var("PAYDESK_TEAM_CHAOS").unwrap_or_else(|_| "8,6".to_owned());
    let numbers: Vec<u64> = text.split(',').map(|number| number.parse().unwrap()).collect();
    let [desks, seconds, ref rest @ ..] = numbers[..] else { panic!("PAYDESK_TEAM_CHAOS={text}") };
    (usize::try_from(desks).unwrap(), Duration::from_secs(seconds), rest.first().copied().unwrap_or(1))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_team_that_is_killed_cut_off_and_slow_sends_nothing_twice_and_loses_nothing_in_the_chaos() {
    let (desks, duration, seed) = size();
    let port = free_port();
    let settings = SETTINGS.to_owned();
    let options = ServerOptions { is_durable: true, port: Some(port), settings, ..ServerOptions::default() };
    let Some(mut team) = Team::start_with("a team in the chaos", &options).await else { return };
    let mut faults = Faults::new(port, desks, seed).await;
    let addresses = (0..desks).map(|number| faults.url_of(number, &team.server)).collect();
    let hub_urls = faults.urls_of_hubs(&team.server);
    let mut run = Run::start(&mut team, addresses, hub_urls, seed).await;
    faults.disturb(&mut run, &mut team.server, duration).await;
    let mut healed = Instant::now();
    if !run.has_done(&work::EACH_DONE) {
        // A short run does the rest of it undisturbed.
        run.until_sent(0).await;
        healed = Instant::now();
    }
    let reader = team.connect(run::READER).await.unwrap();
    let sizes = Sizes::of(&run, &team.server).await;
    let times = run.end(&reader, &team.server.superuser().await, healed).await;
    eprintln!("{desks} desks, {} s, seed {seed}: {times}; {sizes}", duration.as_secs());
}
