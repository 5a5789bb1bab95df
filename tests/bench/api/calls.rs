//! Calls a second against the sandbox on loopback: the client with its checks, and a bare reqwest loop, in turns.

use std::sync::Arc;
use std::time::{Duration, Instant};

use paydesk_api::call::Call;
use paydesk_api::client::{ApiClient, TimeLimits};
use paydesk_api::resources::payments::calls::{ListPayments, PaymentListFilter, RetrievePayment};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::secret::ApiKey;
use paydesk_sandbox::{self as sandbox, RunningSandbox, SandboxConfig};
use serde_json::Value;
use tokio::runtime::Builder;
use tokio::task::JoinSet;

use super::median;

/// How long one measurement lasts, and how many there are of each kind; the first is not counted.
const SLICE: Duration = Duration::from_millis(700);
const SLICES: usize = 8;
const IN_FLIGHT: [usize; 3] = [1, 4, 16];
const GOAL: f64 = 1.3;

/// What is asked, in both ways.
#[derive(Clone)]
enum Ask {
    Retrieve(RetrievePayment),
    List(ListPayments),
}

struct Service {
    sandbox: RunningSandbox,
    client: ApiClient,
    bare: reqwest::Client,
}

pub fn measure() {
    let service_threads = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let client_threads = Builder::new_current_thread().enable_all().build().unwrap();
    let config = SandboxConfig { rate_limit: None, ..SandboxConfig::default() };
    let service = Arc::new(started(service_threads.block_on(sandbox::start(config)).unwrap()));
    let list = ListPayments { filter: PaymentListFilter::default(), limit: 100, ..ListPayments::default() };
    let page = client_threads
        .block_on(async { list.read(service.client.send(&list.request()).await, MinorUnits::Iso4217).unwrap() });
    let id: PaymentId = page.rows[0].payment_id.clone();
    println!("calls a second on loopback, medians of {} times {SLICE:?}", SLICES - 1);
    for (name, ask) in [("retrieve", Ask::Retrieve(RetrievePayment { payment_id: id })), ("list 100", Ask::List(list))]
    {
        for in_flight in IN_FLIGHT {
            let (mut ours, mut bare) = (Vec::new(), Vec::new());
            for slice in 0..SLICES {
                let one = client_threads.block_on(rate(&service, &ask, in_flight, true));
                let other = client_threads.block_on(rate(&service, &ask, in_flight, false));
                if slice > 0 {
                    ours.push(one);
                    bare.push(other);
                }
            }
            let (ours, bare) = (median(ours), median(bare));
            let verdict = if bare / ours <= GOAL { "met" } else { "MISSED" };
            println!(
                "  {name:9} {in_flight:2} in flight: client {ours:7.0}, bare {bare:7.0}, {:.2} × (goal {GOAL}: {verdict})",
                bare / ours
            );
        }
    }
}

fn started(sandbox: RunningSandbox) -> Service {
    let key = ApiKey::parse(&sandbox.credentials.api_key).unwrap();
    let client = ApiClient::new(&sandbox.base_url, &key, TimeLimits::default()).unwrap();
    let bare = reqwest::Client::builder().no_proxy().build().unwrap();
    Service { sandbox, client, bare }
}

async fn rate(service: &Arc<Service>, ask: &Ask, in_flight: usize, ours: bool) -> f64 {
    let (began, mut tasks) = (Instant::now(), JoinSet::new());
    for _ in 0..in_flight {
        let (service, ask) = (service.clone(), ask.clone());
        tasks.spawn(async move {
            let mut answered = 0_usize;
            while began.elapsed() < SLICE {
                if ours {
                    read(&service, &ask).await;
                } else {
                    read_bare(&service, &ask).await;
                }
                answered += 1;
            }
            answered
        });
    }
    tasks.join_all().await.into_iter().sum::<usize>() as f64 / began.elapsed().as_secs_f64()
}

async fn read(service: &Service, ask: &Ask) {
    match ask {
        Ask::Retrieve(call) => {
            drop(call.read(service.client.send(&call.request()).await, MinorUnits::Iso4217).unwrap())
        }
        Ask::List(call) => {
            assert_eq!(
                call.read(service.client.send(&call.request()).await, MinorUnits::Iso4217).unwrap().rows.len(),
                100
            );
        }
    }
}

/// The same request with nothing around it: sent, read whole, parsed.
async fn read_bare(service: &Service, ask: &Ask) {
    let base = &service.sandbox.base_url;
    let request = match ask {
        Ask::Retrieve(call) => service.bare.get(format!("{base}{}", call.request().path)),
        Ask::List(call) => {
            let request = call.request();
            service.bare.post(format!("{base}{}", request.path)).body(request.wire_body())
        }
    };
    let request = request.header("api-key", &service.sandbox.credentials.api_key);
    let response = request.header("content-type", "application/json").send().await.unwrap();
    let value: Value = serde_json::from_slice(&response.bytes().await.unwrap()).unwrap();
    assert!(value.is_object());
}
