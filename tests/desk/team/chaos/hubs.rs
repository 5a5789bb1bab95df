//! Two hubs as processes of their own, and those who send webhooks to them until each is answered.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chrono::{DateTime, Utc};
use paydesk_test_basics::rng::Rng;
use tokio::task::JoinSet;

use super::run::PROFILE;
use super::world::World;
use crate::team::hub::elsewhere::Elsewhere;
use crate::team::hub::running::{HubStart, RunningHub, SECRET, deliver, exchange, log_lines};

const SENDERS: usize = 3;
/// Where their machines stand: nothing that a hub does may follow from it.
const PLACES: [Elsewhere; 2] =
    [Elsewhere { time_zone: "Pacific/Kiritimati", hours: 9 }, Elsewhere { time_zone: "Pacific/Pago_Pago", hours: -11 }];

/// See the module.
pub struct Hubs {
    urls: [String; 2],
    running: [RunningHub; 2],
    world: Arc<World>,
    tasks: JoinSet<()>,
}

impl Hubs {
    pub async fn start(urls: [String; 2], world: &Arc<World>) -> Self {
        let running = tokio::task::block_in_place(|| [0, 1].map(|which: usize| start(&urls[which], which, 0, world)));
        if Elsewhere::can_have_wrong_clock() {
            running.iter().zip(&PLACES).for_each(|(hub, place)| check_clock(hub, place));
        }
        let addresses = running.each_ref().map(|hub| hub.address);
        for address in addresses {
            world.payments.register(address, SECRET).await;
        }
        let (mut tasks, next) = (JoinSet::new(), Arc::<AtomicUsize>::default());
        for sender in 0..SENDERS {
            let rng = Rng::seeded(1_000 + sender as u64);
            tasks.spawn(send(addresses, next.clone(), world.clone(), rng));
        }
        tasks.spawn(watch_lead(addresses, world.clone()));
        tasks.spawn(watch_limit(world.clone()));
        Self { urls, running, world: world.clone(), tasks }
    }

    /// Kills one and starts it again; its database has to be there.
    pub fn kill(&mut self, which: usize) {
        let port = self.running[which].address.port();
        self.running[which].kill();
        self.running[which] = start(&self.urls[which], which, port, &self.world);
    }

    /// Once all that was sent is answered.
    pub async fn end(&mut self) {
        while let Some(ended) = self.tasks.join_next().await {
            ended.unwrap();
        }
    }

    /// The memory that both have.
    pub fn resident_kib(&self) -> u64 {
        self.running.iter().filter_map(RunningHub::resident_kib).sum()
    }
}

fn start(url: &str, which: usize, port: u16, world: &World) -> RunningHub {
    let args = vec![
        format!("--service-url={}", world.payments.base_url()),
        format!("--api-key-file={}", world.payments.key_file().display()),
    ];
    let elsewhere = Some(&PLACES[which]);
    RunningHub::start_with(&HubStart { url, profile: PROFILE, port, key: None, args, elsewhere })
}

/// The clock of a hub is as wrong as it was told to be.
fn check_clock(hub: &RunningHub, place: &Elsewhere) {
    let first = log_lines(&hub.log()).swap_remove(0);
    let at: DateTime<Utc> = first["timestamp"].as_str().unwrap().parse().unwrap();
    let ahead = (at - Utc::now()).as_seconds_f64() / 3_600.0;
    assert!((ahead - place.hours as f64).abs() < 1.0, "{ahead} hours ahead: {first}");
}

/// Sends webhooks, some of them more than once, until the world is calm and all are answered.
async fn send(addresses: [SocketAddr; 2], next: Arc<AtomicUsize>, world: Arc<World>, mut rng: Rng) {
    while !world.is_calm() {
        let id = format!("evt_{}", next.fetch_add(1, Ordering::SeqCst));
        let first = rng.index(2);
        for attempt in 0.. {
            let twice = rng.one_in(4);
            let (here, there) = (addresses[(first + attempt) % 2], addresses[(first + attempt + 1) % 2]);
            let other = async { if twice { deliver(there, &id).await } else { None } };
            let answers = <[_; 2]>::from(tokio::join!(deliver(here, &id), other));
            if answers == [Some(200); 2] {
                world.count("webhooks acknowledged twice");
            }
            if answers.contains(&Some(200)) {
                break;
            }
            world.count("webhooks sent again");
            tokio::time::sleep(Duration::from_millis(rng.below(100))).await;
        }
        world.count("webhooks");
        world.acknowledge(|all| _ = all.events.insert(id));
        tokio::time::sleep(Duration::from_millis(rng.below(world.pause_ms))).await;
    }
}

/// Two must never lead at once, and while they can, one does.
async fn watch_lead(addresses: [SocketAddr; 2], world: Arc<World>) {
    let leads = async |address| {
        let answer = exchange(address, b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await;
        answer.is_some_and(|(_, body)| body.contains("\"leader\":true"))
    };
    let mut last = None;
    while !world.is_calm() {
        let [first, second] = addresses;
        // Who leads before and after the other is asked leads meanwhile.
        let lead = [leads(first).await, leads(second).await, leads(first).await];
        if lead == [true; 3] {
            world.problem("both hubs lead".to_owned());
        }
        let leader = if lead[0] { Some(0) } else { lead[1].then_some(1) };
        if leader.is_some() && last.replace(leader) != Some(leader) {
            world.count("leads begun");
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Desks and hubs together never ask the service more often than it allows.
async fn watch_limit(world: Arc<World>) {
    while !world.is_calm() {
        let (above, missed) = world.payments.above_limit().await;
        world.count_many("requests above the limit", above);
        world.count_many("requests that were not looked at", missed);
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}
