//! A team at work: its simulated desks and its hubs, from their start to the judgement.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use paydesk::team::{TeamAddress, TeamConnection, TeamRole};

use super::desk::{Machine, Running};
use super::hubs::Hubs;
use super::judge;
use super::world::World;
use crate::team::harness::Team;
use crate::team::hub::running::USER;
use crate::waiting::PATIENCE;

/// Who reads the database for the judge.
pub const READER: &str = "cleo";

/// See the module.
pub struct Run {
    pub world: Arc<World>,
    pub desks: Vec<Running>,
    /// Desks that are not running.
    pub off: Vec<Arc<Machine>>,
    pub hubs: Hubs,
    /// Of the next program that is started.
    seed: u64,
}

/// The login of a desk's person; every two desks have one.
pub fn person(desk: usize) -> String {
    format!("person-{}", desk / 2)
}

impl Run {
    /// With one desk for each address.
    pub async fn start(team: &Team, addresses: Vec<String>, hub_url: String, seed: u64) -> Self {
        let world = Arc::new(World::new(team.profile));
        team.join(READER, TeamRole::Reader).await;
        team.join(USER, TeamRole::Hub).await;
        let hubs = tokio::task::block_in_place(|| Hubs::start(hub_url, &world));
        let mut run = Self { world, desks: Vec::new(), off: Vec::new(), hubs, seed: seed << 32 };
        for (number, address) in addresses.iter().enumerate() {
            let person = person(number);
            let (_, id) = team.desk(&person, TeamRole::Operator).await;
            let address = TeamAddress::parse(address).unwrap();
            // Hours behind and ahead.
            let clock = TimeDelta::minutes(i64::try_from(number).unwrap() * 437 % 1_440 - 720);
            let (disk, world) = (Mutex::default(), run.world.clone());
            run.off.push(Arc::new(Machine { number, id, person, address, clock, disk, world }));
        }
        while !run.off.is_empty() {
            run.start_desk(0);
        }
        run
    }

    pub fn start_desk(&mut self, which: usize) {
        self.seed += 1;
        self.desks.push(self.off.remove(which).start(self.seed));
    }

    pub async fn kill_desk(&mut self, which: usize) {
        self.world.count("desks killed");
        self.off.push(self.desks.swap_remove(which).kill().await);
    }

    /// Waits until so many operations were sent.
    pub async fn until_sent(&self, count: usize) {
        let began = Instant::now();
        while self.world.counted("operations sent") < count {
            assert!(
                began.elapsed() < PATIENCE,
                "waited in vain until {count} operations were sent: {}",
                self.world.tally()
            );
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Nothing is disturbed any more since `healed`: all come to rest, and are judged. What it took.
    pub async fn end(mut self, reader: &TeamConnection, healed: Instant) -> String {
        while !self.off.is_empty() {
            self.start_desk(0);
        }
        self.world.calm_down();
        let same = async {
            judge::until_all_show_the_same(reader, &self.world, &self.desks).await;
            healed.elapsed()
        };
        let (same, ()) = tokio::join!(same, self.hubs.end());
        judge::until_all_is_settled(reader, &self.world, &self.desks).await;
        let settled = healed.elapsed();
        let mut machines = Vec::new();
        for desk in self.desks {
            machines.push(desk.kill().await);
        }
        judge::judge(reader, &self.world, &machines).await;
        // Whether a desk was killed between sending and settling is chance in a short run.
        for what in ["operations sent", "notes written", "notes of all written", "webhooks"] {
            assert!(self.world.counted(what) > 0, "{what}: none: {}", self.world.tally());
        }
        format!(
            "all desks show the same {:.1} s after the last healing (goal: 5 s), all is settled after {:.1} s; {}",
            same.as_secs_f64(),
            settled.as_secs_f64(),
            self.world.tally()
        )
    }
}
