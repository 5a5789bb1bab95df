//! Requests a second over real connections: the sandbox served as `paydesk sandbox` serves it, asked by a bare HTTP
//! client on a thread of its own, each connection sending its next request when the last is answered.
//!
//! Client and sandbox share the machine, so the numbers are a lower bound of what the sandbox does alone.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use paydesk_sandbox::{RunningSandbox, start};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

use super::goals::Goals;
use super::shop::{Call, config};

/// How long one measurement lasts.
const SLICE: Duration = Duration::from_secs(1);
/// Measurements of each kind; the first is not counted.
const SLICES: usize = 6;
const CONNECTIONS: [usize; 2] = [1, 8];

/// Serves the sandbox in `dir` on `runtime` and prints how many requests a second it answers.
pub fn measure(runtime: &Runtime, dir: &Path, payments: u32, goals: &mut Goals) {
    let sandbox = runtime.block_on(start(config(dir, payments))).unwrap();
    let client = Builder::new_current_thread().enable_all().build().unwrap();
    println!("\nrequests a second on loopback, {payments} payments, medians of {} times {SLICE:?}", SLICES - 1);
    let list = vec![Call::post("/payments/list", &json!({"limit": 100}))];
    let kinds = [("retrieve", client.block_on(retrievals(&sandbox))), ("list 100", list)];
    // All kinds take turns.
    let mut rates: [[Vec<f64>; 2]; 2] = Default::default();
    for slice in 0..SLICES {
        for ((_, calls), rates) in kinds.iter().zip(&mut rates) {
            for (connections, rates) in CONNECTIONS.into_iter().zip(rates) {
                let rate = client.block_on(requests_a_second(&sandbox, calls, connections));
                if slice > 0 {
                    rates.push(rate);
                }
            }
        }
    }
    for ((name, _), rates) in kinds.iter().zip(rates) {
        let medians = rates.map(|mut rates| {
            rates.sort_unstable_by(f64::total_cmp);
            rates[rates.len() / 2]
        });
        for (connections, rate) in CONNECTIONS.into_iter().zip(medians) {
            println!("  {name:10} {connections:2} connections {rate:9.0}");
        }
        let [one, many] = CONNECTIONS;
        goals.at_least(format!("{name}, {many} connections to {one}"), medians[1] / medians[0], 1.8);
    }
    runtime.block_on(sandbox.stop()).unwrap();
}

/// The newest hundred payments, one call each.
async fn retrievals(sandbox: &RunningSandbox) -> Vec<Call> {
    let list = Call::post("/payments/list", &json!({"limit": 100}));
    let mut connection = connect(sandbox.addr).await;
    let page: Value = serde_json::from_slice(&ask(&mut connection, &list, &sandbox.credentials.api_key).await).unwrap();
    let rows = page["data"].as_array().unwrap().iter();
    rows.map(|row| Call::get(format!("/payments/{}", row["payment_id"].as_str().unwrap()))).collect()
}

async fn requests_a_second(sandbox: &RunningSandbox, calls: &[Call], connections: usize) -> f64 {
    let mut open = Vec::with_capacity(connections);
    for _ in 0..connections {
        open.push(connect(sandbox.addr).await);
    }
    let (key, mut tasks) = (sandbox.credentials.api_key.clone(), JoinSet::new());
    let began = Instant::now();
    for (place, mut connection) in open.into_iter().enumerate() {
        let (key, calls) = (key.clone(), calls.to_owned());
        tasks.spawn(async move {
            let mut answered = 0_usize;
            while began.elapsed() < SLICE {
                // Connections begin at different places of the list.
                ask(&mut connection, &calls[(place * 7 + answered) % calls.len()], &key).await;
                answered += 1;
            }
            answered
        });
    }
    let answered: usize = tasks.join_all().await.into_iter().sum();
    answered as f64 / began.elapsed().as_secs_f64()
}

async fn connect(address: SocketAddr) -> SendRequest<Body> {
    let stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let (sender, connection) = handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    sender
}

async fn ask(connection: &mut SendRequest<Body>, call: &Call, key: &str) -> Vec<u8> {
    connection.ready().await.unwrap();
    let response = connection.send_request(call.request(key)).await.unwrap();
    let status = response.status();
    let bytes = to_bytes(Body::new(response.into_body()), usize::MAX).await.unwrap();
    assert!(status.is_success(), "{status}: {}", String::from_utf8_lossy(&bytes));
    bytes.to_vec()
}
