//! What happens to a team: its server, its desks and its hubs are killed, and its networks are cut, freeze and are slow.

use std::time::{Duration, Instant};

use paydesk_test_basics::rng::Rng;

use super::networks::{Network, NetworkFault};
use super::run::{Run, person};
use super::sizes::Sizes;
use crate::team::harness::Postgres;
use crate::team::hub::running::USER;

/// Desks that share a network.
const ON_A_NETWORK: usize = 5;
/// The network of the first hub; those of desks come behind it.
const OF_HUB: usize = 0;
/// One of each kind of fault comes first, however short the time is.
const KINDS: u64 = 6;
/// Longest time that a desk is off or a network is broken. A statement is given up after 6 seconds.
const LONGEST_MS: u64 = 9_000;
/// Longest time that a network is gone at the end.
const GONE_LONGEST: Duration = Duration::from_secs(120);
/// For each so many desks there is more time between faults: all of them have to come back.
const DESKS_OF_PACE: usize = 12;
/// Between looks at how much memory and disk it takes.
const SIZES_EVERY: Duration = Duration::from_secs(120);

/// What is mended later.
enum Mending {
    Network(usize),
    /// The desk that is off for the longest time.
    Desk,
}

/// See the module.
pub struct Faults {
    networks: Vec<Network>,
    rng: Rng,
    mendings: Vec<(Instant, Mending)>,
}

impl Faults {
    /// Half of the desks and one of the two hubs are behind networks that may fail.
    pub async fn new(port: u16, desks: usize, seed: u64) -> Self {
        let mut networks = Vec::new();
        for _ in 0..1 + (desks / 2).div_ceil(ON_A_NETWORK).max(2) {
            networks.push(Network::to(port).await);
        }
        Self { networks, rng: Rng::seeded(seed), mendings: Vec::new() }
    }

    /// Where the desk of this number finds its database.
    pub fn url_of(&self, desk: usize, server: &Postgres) -> String {
        if desk % 2 == 1 {
            return server.url(&person(desk));
        }
        let of_desks = &self.networks[OF_HUB + 1..];
        of_desks[desk / 2 % of_desks.len()].url(&person(desk))
    }

    /// Where the hubs find it.
    pub fn urls_of_hubs(&self, server: &Postgres) -> [String; 2] {
        [self.networks[OF_HUB].url(USER), server.url(USER)]
    }

    /// Disturbs a run for a time, and mends everything.
    pub async fn disturb(&mut self, run: &mut Run, server: &mut Postgres, duration: Duration) {
        let began = Instant::now();
        let until = began + duration;
        // One network is gone at the end: its desks have come to wait long before they connect again.
        let mut left_alone = Some(until - (duration / 3).min(GONE_LONGEST));
        let pace = u32::try_from((run.desks.len() / DESKS_OF_PACE).max(1)).unwrap();
        let mut sizes_at = began;
        let mut number = 0;
        while Instant::now() < until || number < KINDS {
            // Whatever went wrong, it does not get better.
            assert_eq!(*run.world.problems.lock().unwrap(), Vec::<String>::new());
            if left_alone.take_if(|from| *from <= Instant::now()).is_some() {
                self.lose_network(run, until);
            }
            if sizes_at <= Instant::now() {
                sizes_at += SIZES_EVERY;
                let sizes = Sizes::of(run, server).await;
                eprintln!("after {} s: {sizes}; {}", began.elapsed().as_secs(), run.world.tally());
            }
            tokio::time::sleep(Duration::from_millis(50 + self.rng.below(300)) * pace).await;
            let what = if number < KINDS { number } else { self.rng.below(20) };
            self.happen(what, run, server).await;
            self.mend(run, Instant::now());
            number += 1;
        }
        self.mend(run, Instant::now() + Duration::from_millis(LONGEST_MS));
        for what in
            ["servers killed", "desks killed", "hubs killed", "networks cut", "networks frozen", "networks slow"]
        {
            assert!(run.world.counted(what) > 0, "{what}: none in {duration:?}");
        }
    }

    async fn happen(&mut self, what: u64, run: &mut Run, server: &mut Postgres) {
        match what {
            0 => {
                run.world.count("servers killed");
                tokio::task::block_in_place(|| server.kill_and_start_again());
            }
            1 | 6 => self.break_network(run, NetworkFault::Cut),
            2 | 7 => self.break_network(run, NetworkFault::Frozen),
            3 => self.kill_hub(run),
            4 | 8 => self.break_network(run, NetworkFault::Slow),
            _ => {
                if run.desks.len() > run.off.len() {
                    run.kill_desk(self.rng.index(run.desks.len())).await;
                    self.later(Mending::Desk);
                }
            }
        }
    }

    fn kill_hub(&mut self, run: &mut Run) {
        run.world.count("hubs killed");
        let which = self.rng.index(2);
        // It is waited for until it can store.
        if which == 0 {
            self.networks[OF_HUB].heal();
        }
        tokio::task::block_in_place(|| run.hubs.kill(which));
    }

    fn break_network(&mut self, run: &Run, fault: NetworkFault) {
        let first = self.rng.index(self.networks.len());
        let mut all = (first..self.networks.len()).chain(0..first);
        // Where all are broken, one is broken in another way.
        let which = all.find(|which| !self.networks[*which].is_broken).unwrap_or(first);
        self.networks[which].heal();
        self.networks[which].break_by(fault, &mut self.rng);
        run.world.count(fault.counted_as());
        if which == OF_HUB {
            run.world.count("of these, networks of a hub");
        }
        self.later(Mending::Network(which));
    }

    fn lose_network(&mut self, run: &Run, until: Instant) {
        let lost = OF_HUB + 1;
        run.world.count(NetworkFault::Cut.counted_as());
        self.networks[lost].break_by(NetworkFault::Cut, &mut self.rng);
        // Nothing that was to mend it before does.
        self.mendings.retain(|(_, mending)| !matches!(mending, Mending::Network(which) if *which == lost));
        self.mendings.push((until, Mending::Network(lost)));
    }

    /// Mostly soon: slow rather than gone.
    fn later(&mut self, mending: Mending) {
        let longest = if self.rng.one_in(3) { LONGEST_MS } else { LONGEST_MS / 10 };
        self.mendings.push((Instant::now() + Duration::from_millis(self.rng.below(longest)), mending));
    }

    fn mend(&mut self, run: &mut Run, now: Instant) {
        for (_, mending) in self.mendings.extract_if(.., |(at, _)| *at <= now) {
            match mending {
                Mending::Network(which) => self.networks[which].heal(),
                Mending::Desk => run.start_desk(0),
            }
        }
    }
}
