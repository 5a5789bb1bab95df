//! A team at work: its simulated desks and its hubs, from their start to the judgement.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use paydesk_domain::profile::Environment;
use paydesk_team::{RuleLimit, TeamAddress, TeamConnection, TeamRole};
use paydesk_test_basics::waiting::PATIENCE;

use super::desk::{Machine, Running};
use super::hubs::Hubs;
use super::judge;
use super::payment_service::PaymentService;
use super::work::{ABOVE, EACH_DONE, OPERATION, is_approver};
use super::world::World;
use crate::team::approvals::eur;
use crate::team::harness::Team;
use crate::team::hub::running::USER;

/// Who reads the database for the judge.
pub const READER: &str = "cleo";
/// Its service is the one whose payments the hubs read.
pub const PROFILE: &str = "Chaos";

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
    pub async fn start(team: &mut Team, addresses: Vec<String>, hub_urls: [String; 2], seed: u64) -> Self {
        let payments = PaymentService::start().await;
        let owner = team.owner().await;
        team.profile = owner.add_profile(PROFILE, Environment::Sandbox, payments.base_url()).await.unwrap();
        owner.set_rule(team.profile, OPERATION, &RuleLimit::Amount(eur(ABOVE))).await.unwrap();
        judge::drafts::keep_versions(&team.server.superuser().await).await;
        let world = Arc::new(World::new(team.profile, payments, addresses.len()));
        team.join(READER, TeamRole::Reader).await;
        team.join(USER, TeamRole::Hub).await;
        let hubs = Hubs::start(hub_urls, &world).await;
        let mut run = Self { world, desks: Vec::new(), off: Vec::new(), hubs, seed: seed << 32 };
        for (number, address) in addresses.iter().enumerate() {
            run.add_machine(team, number, address).await;
        }
        while !run.off.is_empty() {
            run.start_desk(0);
        }
        run
    }

    async fn add_machine(&mut self, team: &Team, number: usize, address: &str) {
        let person = person(number);
        let role = if is_approver(&person) { TeamRole::Approver } else { TeamRole::Operator };
        let (_, id) = team.desk(&person, role).await;
        let address = TeamAddress::parse(address).unwrap();
        // Hours behind and ahead.
        let clock = TimeDelta::minutes(i64::try_from(number).unwrap() * 437 % 1_440 - 720);
        let (disk, shown, world) = (Mutex::default(), Mutex::default(), self.world.clone());
        self.off.push(Arc::new(Machine { number, id, person, address, clock, disk, shown, world }));
    }

    pub fn start_desk(&mut self, which: usize) {
        self.seed += 1;
        self.desks.push(self.off.remove(which).start(self.seed));
    }

    pub async fn kill_desk(&mut self, which: usize) {
        self.world.count("desks killed");
        self.off.push(self.desks.swap_remove(which).kill().await);
    }

    /// Whether each of these was counted.
    pub fn has_done(&self, each: &[&str]) -> bool {
        each.iter().all(|what| self.world.counted(what) > 0)
    }

    /// Waits until so many operations were sent, and everything was done once.
    pub async fn until_sent(&self, count: usize) {
        let began = Instant::now();
        while self.world.counted("operations sent") < count || !self.has_done(&EACH_DONE) {
            let tally = || format!("waited in vain until {count} operations were sent: {}", self.world.tally());
            assert!(began.elapsed() < PATIENCE, "{}", tally());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Nothing is disturbed any more since `healed`: all come to rest, and are judged. What it took.
    pub async fn end(mut self, reader: &TeamConnection, superuser: &tokio_postgres::Client, healed: Instant) -> String {
        while !self.off.is_empty() {
            self.start_desk(0);
        }
        self.world.calm_down();
        let same = async {
            judge::until_all_have_caught_up(reader, &self.world, &self.desks).await;
            healed.elapsed()
        };
        let (same, ()) = tokio::join!(same, self.hubs.end());
        judge::until_all_is_settled(reader, &self.world, &self.desks).await;
        let settled = healed.elapsed();
        let of_service = judge::payments::until_all_are_read(reader, &self.world).await;
        let read = healed.elapsed();
        judge::until_all_show_the_same(reader, &self.world, &self.desks).await;
        let times = format!(
            "all desks have caught up {:.1} s after the last healing (goal: 5 s), all is settled after {:.1} s and all \
             payments are read after {:.1} s",
            same.as_secs_f64(),
            settled.as_secs_f64(),
            read.as_secs_f64()
        );
        // Also where the judge finds something.
        eprintln!("{times}; {}", self.world.tally());
        let mut machines = Vec::new();
        for desk in self.desks {
            machines.push(desk.kill().await);
        }
        judge::judge(reader, superuser, &self.world, &machines, &of_service).await;
        times
    }
}
