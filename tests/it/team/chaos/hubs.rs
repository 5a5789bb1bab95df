//! Two hubs as processes of their own, and the service that sends webhooks to them until each is answered.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;

use super::world::World;
use crate::proxy::rng::Rng;
use crate::team::hub::running::{RunningHub, deliver, exchange};

const SENDERS: usize = 3;

/// See the module.
pub struct Hubs {
    url: String,
    running: [RunningHub; 2],
    tasks: JoinSet<()>,
}

impl Hubs {
    pub fn start(url: String, world: &Arc<World>) -> Self {
        let running = [0, 0].map(|port| RunningHub::start(&url, "Shop", port));
        let addresses = running.each_ref().map(|hub| hub.address);
        let (mut tasks, next) = (JoinSet::new(), Arc::<AtomicUsize>::default());
        for sender in 0..SENDERS {
            let rng = Rng::seeded(1_000 + sender as u64);
            tasks.spawn(send(addresses, next.clone(), world.clone(), rng));
        }
        tasks.spawn(watch_lead(addresses, world.clone()));
        Self { url, running, tasks }
    }

    /// Kills one and starts it again; its database has to be there.
    pub fn kill(&mut self, which: usize) {
        let port = self.running[which].address.port();
        self.running[which].kill();
        self.running[which] = RunningHub::start(&self.url, "Shop", port);
    }

    /// Once all that was sent is answered.
    pub async fn end(&mut self) {
        while let Some(ended) = self.tasks.join_next().await {
            ended.unwrap();
        }
    }
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
        tokio::time::sleep(Duration::from_millis(rng.below(150))).await;
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
