//! What happens to a team: its server, its desks and its hubs are killed, and its network is cut and freezes.

use std::time::{Duration, Instant};

use super::run::{Run, person};
use crate::proxy::rng::Rng;
use crate::team::harness::Postgres;
use crate::team::relay::{FreezingRelay, Relay};

/// Desks that share a network.
const ON_A_NETWORK: usize = 5;
/// Longest time that a desk is off or a network is broken. A statement is given up after 6 seconds.
const LONGEST_MS: u64 = 9_000;

/// The network of some desks.
struct Network {
    cut: Relay,
    frozen: FreezingRelay,
    is_broken: bool,
}

impl Network {
    async fn to(port: u16) -> Self {
        let cut = Relay::to(port).await;
        let frozen = FreezingRelay::to(cut.port).await;
        Self { cut, frozen, is_broken: false }
    }

    fn heal(&mut self) {
        self.cut.heal();
        self.frozen.thaw();
        self.is_broken = false;
    }
}

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
    /// Half of the desks are behind networks that may fail.
    pub async fn new(port: u16, desks: usize, seed: u64) -> Self {
        let mut networks = Vec::new();
        for _ in 0..(desks / 2).div_ceil(ON_A_NETWORK).max(2) {
            networks.push(Network::to(port).await);
        }
        Self { networks, rng: Rng::seeded(seed), mendings: Vec::new() }
    }

    /// Where the desk of this number finds its database.
    pub fn url_of(&self, desk: usize, server: &Postgres) -> String {
        if desk % 2 == 1 {
            return server.url(&person(desk));
        }
        let network = &self.networks[desk / 2 % self.networks.len()];
        format!("postgresql://{}@127.0.0.1:{}/postgres?sslmode=disable", person(desk), network.frozen.port)
    }

    /// Disturbs a run for a time, and mends everything.
    pub async fn disturb(&mut self, run: &mut Run, server: &mut Postgres, duration: Duration) {
        let until = Instant::now() + duration;
        // One network is gone for the last third: its desks have come to wait long before they connect again.
        let mut left_alone = Some(until - duration / 3);
        // One of each first, however short the time is.
        let mut number = 0;
        while Instant::now() < until {
            if left_alone.take_if(|from| *from <= Instant::now()).is_some() {
                self.lose_network(run, until);
            }
            tokio::time::sleep(Duration::from_millis(50 + self.rng.below(300))).await;
            let what = if number < 5 { number } else { self.rng.below(20) };
            self.happen(what, run, server).await;
            self.mend(run, Instant::now());
            number += 1;
        }
        self.mend(run, Instant::now() + Duration::from_millis(LONGEST_MS));
        for what in ["servers killed", "desks killed", "hubs killed", "networks cut", "networks frozen"] {
            assert!(run.world.counted(what) > 0, "{what}: none in {duration:?}");
        }
    }

    async fn happen(&mut self, what: u64, run: &mut Run, server: &mut Postgres) {
        match what {
            0 => {
                run.world.count("servers killed");
                tokio::task::block_in_place(|| server.kill_and_start_again());
            }
            1 | 5 => self.break_network(run, true),
            2 | 6 => self.break_network(run, false),
            3 => {
                run.world.count("hubs killed");
                let which = self.rng.index(2);
                tokio::task::block_in_place(|| run.hubs.kill(which));
            }
            _ => {
                if run.desks.len() > run.off.len() {
                    run.kill_desk(self.rng.index(run.desks.len())).await;
                    self.later(Mending::Desk);
                }
            }
        }
    }

    fn break_network(&mut self, run: &Run, by_cutting: bool) {
        let first = self.rng.index(self.networks.len());
        let all = (first..self.networks.len()).chain(0..first);
        let Some(which) = all.into_iter().find(|which| !self.networks[*which].is_broken) else { return };
        let network = &mut self.networks[which];
        network.is_broken = true;
        if by_cutting {
            network.cut.cut();
        } else {
            network.frozen.freeze();
        }
        run.world.count(if by_cutting { "networks cut" } else { "networks frozen" });
        self.later(Mending::Network(which));
    }

    fn lose_network(&mut self, run: &Run, until: Instant) {
        run.world.count("networks cut");
        self.networks[0].cut.cut();
        self.networks[0].is_broken = true;
        // Nothing that was to mend it before does.
        self.mendings.retain(|(_, mending)| !matches!(mending, Mending::Network(0)));
        self.mendings.push((until, Mending::Network(0)));
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
