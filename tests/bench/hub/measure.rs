//! Webhooks a second that one hub stores: from the wire to the commit in PostgreSQL, one connection a webhook, as
//! services send them.
//!
//! The real program, a PostgreSQL of its own that survives a power cut (`fsync = on`), and the senders share this machine.
//! Goal: 2,000 webhooks a second, each stored exactly once.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use paydesk_domain::webhook::sign;
use paydesk_team::TeamRole;
use serde_json::json;

use super::team::harness::{ServerOptions, Team, password_of};

const SECRET: &str = "whsec_bench";
/// Senders at a time.
const SENDERS: usize = 64;
const EVENTS: usize = 20_000;
/// Sent before, so that caches are filled as they are on a server that has run for a while.
const WARM_UP: usize = 1_000;
/// The goal, in webhooks a second.
const A_SECOND: u32 = 2_000;

struct Hub {
    child: Child,
    address: SocketAddr,
}

impl Hub {
    fn start(url: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_paydesk"));
        command.args(["hub", "--database-url", url, "--profile", "Shop", "--listen", "127.0.0.1:0"]);
        command.env("PAYDESK_WEBHOOK_SECRET", SECRET).env("PGPASSWORD", password_of("hub").expose());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").expect("an address").parse().unwrap();
        Self { child, address }
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A whole signed request about a payment.
fn request(number: usize) -> Vec<u8> {
    let card = json!({"card_network": "Visa", "card_exp_month": "12", "card_exp_year": "29",
        "card_holder_name": "Ada Example", "last4": "4242"});
    let object = json!({"payment_id": format!("pay_{number}"), "status": "succeeded", "amount": 1250,
        "currency": "EUR", "amount_received": 1250, "amount_capturable": 0, "payment_method": "card", "card": card,
        "capture_method": "automatic", "customer_id": format!("cus_{number}"), "email": "ada@example.com",
        "description": "An order", "metadata": {"order_id": number.to_string()}, "created": "2026-11-21T10:00:00Z"});
    let body = json!({"merchant_id": "mer_1", "event_id": format!("evt_{number}"), "event_type": "payment_succeeded",
        "content": {"type": "payment_details", "object": object}, "timestamp": "2026-11-21T10:00:00Z"})
    .to_string();
    let signature = sign(SECRET, body.as_bytes());
    format!(
        "POST /hooks HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n\
         x-webhook-signature-512: {signature}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

fn send(address: SocketAddr, request: &[u8]) -> Duration {
    let began = Instant::now();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    began.elapsed()
}

/// Sends all as fast as it goes; how long all took, and each.
fn deliver(address: SocketAddr, requests: Vec<Vec<u8>>) -> (Duration, Vec<Duration>) {
    let (requests, next) = (Arc::new(requests), Arc::new(AtomicUsize::new(0)));
    let began = Instant::now();
    let senders: Vec<_> = (0..SENDERS)
        .map(|_| {
            let (requests, next) = (requests.clone(), next.clone());
            std::thread::spawn(move || {
                let mut times = Vec::new();
                while let Some(request) = requests.get(next.fetch_add(1, Ordering::Relaxed)) {
                    times.push(send(address, request));
                }
                times
            })
        })
        .collect();
    let times = senders.into_iter().flat_map(|sender| sender.join().unwrap()).collect();
    (began.elapsed(), times)
}

pub fn run() {
    let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let options = ServerOptions { is_durable: true, ..ServerOptions::default() };
    let Some(team) = threads.block_on(Team::start_with("webhooks a second", &options)) else {
        return;
    };
    threads.block_on(team.join("hub", TeamRole::Hub));
    let hub = Hub::start(&team.server.url("hub"));
    deliver(hub.address, (0..WARM_UP).map(request).collect());
    let (all, mut times) = deliver(hub.address, (WARM_UP..WARM_UP + EVENTS).map(request).collect());
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    let stored: i64 = threads.block_on(async {
        let superuser = team.server.superuser().await;
        superuser.query_one("SELECT count(*) FROM paydesk.event", &[]).await.unwrap().get(0)
    });
    println!("{EVENTS} webhooks, {SENDERS} senders, one connection each, stored in PostgreSQL with fsync:");
    println!("  answered after, in ms: {:.1} median, {:.1} for 99%, {:.1} longest", at(0.5), at(0.99), at(1.0));
    assert_eq!(stored, (WARM_UP + EVENTS) as i64, "stored exactly once each");
    println!("  stored by one hub            {:>7.0} a second (goal: {A_SECOND})", EVENTS as f64 / all.as_secs_f64());
}
