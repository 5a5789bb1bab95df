//! 1,000 captures in one bulk run under 600 calls a minute, against the real sandbox: how long they take, beside a bare
//! loop that only captures, without a journal, a check before each, or a window.
//!
//! Goal: at most 1.01 × the bare loop; none refused for the limit, none captured twice (the sandbox's ledger says so). Both
//! begin with a whole minute's calls, in the same run. It takes four minutes, most of them waiting.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

use std::collections::HashMap;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use paydesk_api::client::TimeLimits;
use paydesk_core::features::bulk::{BulkAction, BulkKind, BulkRun, ItemGroup};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::managed::ManagedPolicy;
use paydesk_core::profiles::SavedProfiles;
use paydesk_core::settings::{HistorySettings, Settings};
use paydesk_core::state::Start;
use paydesk_core::{Action, State};
use paydesk_domain::profile::{Profile, ProfileId};
use paydesk_domain::secret::ApiKey;
use paydesk_domain::zone::Zone;
use paydesk_runtime::{NetworkRules, NotificationService, Runtime, RuntimeConfig, ServiceStarter, StartedService};
use paydesk_sandbox::{self as sandbox, CredentialOverrides, DataLocation, RunningSandbox, SandboxConfig};
use paydesk_store::DataDirs;
use paydesk_vault::Vault;
use serde_json::{Value, json};

const COUNT: usize = 1_000;
const LIMIT: u32 = 600;
const GOAL: f64 = 1.01;
const KEY: &str = "snd_bench";
/// How often the loop of the desk turns while nothing arrives.
const TURN: Duration = Duration::from_millis(1);
/// Longer than this is a failure.
const PATIENCE: Duration = Duration::from_secs(300);

async fn sandbox(dir: &std::path::Path, rate_limit: Option<u32>) -> RunningSandbox {
    let (api_key, profile_id) = (Some(KEY.to_owned()), Some("pro_bench".to_owned()));
    let credentials = CredentialOverrides { api_key, profile_id, ..CredentialOverrides::default() };
    let data = DataLocation::Dir(dir.to_owned());
    sandbox::start(SandboxConfig { payments: 0, rate_limit, credentials, data, ..SandboxConfig::default() })
        .await
        .expect("a sandbox")
}

async fn get(client: &reqwest::Client, url: String) -> Value {
    let answer = client.get(url).header("api-key", KEY).send().await.expect("an answer");
    serde_json::from_str(&answer.text().await.expect("a body")).expect("JSON")
}

async fn post(client: &reqwest::Client, url: String, body: Value) -> reqwest::Response {
    client.post(url).header("api-key", KEY).body(body.to_string()).send().await.expect("an answer")
}

fn header(response: &reqwest::Response, name: &str) -> i64 {
    response.headers()[name].to_str().unwrap().parse().unwrap()
}

/// Authorized payments: half for the bare loop, half for the desk.
async fn authorize(client: &reqwest::Client, base: &str) {
    let address = json!({"line1": "12 Wharf Lane", "city": "Bristol", "state": "Avon", "zip": "BS1 4RW", "country": "GB",
        "first_name": "Ada", "last_name": "Lovelace"});
    let billing = json!({"address": address, "phone": {"number": "7700900123", "country_code": "+44"}});
    let card = json!({"card_number": "4242424242424242", "card_exp_month": "03", "card_exp_year": "2040",
        "card_cvc": "737"});
    for number in 0..2 * COUNT {
        let id = if number < COUNT { format!("bare_{number}") } else { format!("desk_{}", number - COUNT) };
        let body = json!({"payment_id": id, "amount": 1_000 + number, "currency": "EUR", "profile_id": "pro_bench",
            "confirm": true, "capture_method": "manual", "payment_method": "card", "payment_method_type": "credit",
            "payment_method_data": {"card": card}, "billing": billing});
        let answer = post(client, format!("{base}/payments"), body).await;
        assert!(answer.status().is_success(), "{}", answer.text().await.unwrap());
    }
}

/// Waits until a whole minute's calls are left.
async fn fresh_minute(client: &reqwest::Client, base: &str) {
    let answer = client.get(format!("{base}/health")).header("api-key", KEY).send().await.unwrap();
    let reset = DateTime::from_timestamp(header(&answer, "x-ratelimit-reset"), 0).unwrap();
    let wait = (reset - Utc::now()).to_std().unwrap_or_default() + Duration::from_millis(50);
    tokio::time::sleep(wait).await;
}

/// Captures one after the other, and waits where no call is left.
async fn bare(client: &reqwest::Client, base: &str) -> Duration {
    let began = Instant::now();
    for number in 0..COUNT {
        let body = json!({"amount_to_capture": 1_000 + number});
        let answer = post(client, format!("{base}/payments/bare_{number}/capture"), body).await;
        assert!(answer.status().is_success(), "{}", answer.status());
        if header(&answer, "x-ratelimit-remaining") == 0 && number + 1 < COUNT {
            let reset = DateTime::from_timestamp(header(&answer, "x-ratelimit-reset"), 0).unwrap();
            tokio::time::sleep((reset - Utc::now()).to_std().unwrap_or_default()).await;
        }
    }
    began.elapsed()
}

/// The core on the real runtime, without its window.
struct Desk {
    state: State,
    runtime: Runtime,
}

impl Desk {
    fn open(base_url: String, dir: &std::path::Path) -> Self {
        let starter: ServiceStarter = Arc::new(move || {
            let profile = Profile::embedded_sandbox(base_url.clone());
            let key = ApiKey::parse(KEY).unwrap();
            let started = StartedService { profile, key, admin_key: None, webhook_secret: None, keep: Box::new(()) };
            Box::pin(async move { Ok(started) })
        });
        let config = RuntimeConfig {
            embedded: starter.into(),
            vault: Arc::new(Vault::start()),
            files: DataDirs::resolve(Some(dir)).unwrap().store_files(),
            limits: TimeLimits::default(),
            network: NetworkRules::default(),
            notifications: NotificationService::Off,
        };
        let runtime = Runtime::new(config, Arc::new(|_| ())).unwrap();
        let mut settings = Settings::default();
        let off = HistorySettings { is_off: true, ..HistorySettings::default() };
        settings.histories.insert(ProfileId::embedded(), off);
        let mut state = State::new(Start {
            now: Utc::now(),
            seed: 1,
            settings,
            profiles: SavedProfiles::default(),
            policy: ManagedPolicy::default(),
            local_zone: Zone::default(),
            operator: "bench".into(),
        });
        runtime.execute(state.on_start());
        Self { state, runtime }
    }

    fn act(&mut self, action: Action) {
        let effects = self.state.on_action(action);
        self.runtime.execute(effects);
    }

    fn until(&mut self, what: &str, mut holds: impl FnMut(&mut Self) -> bool) {
        let began = Instant::now();
        while !holds(self) {
            assert!(began.elapsed() < PATIENCE, "waited in vain until {what}");
            let effects = self.state.on_tick(Utc::now());
            self.runtime.execute(effects);
            let mut idle = true;
            while let Some(message) = self.runtime.try_recv() {
                let effects = self.state.on_message(message);
                self.runtime.execute(effects);
                idle = false;
            }
            if idle {
                std::thread::sleep(TURN);
            }
        }
    }

    fn run(&self) -> Option<&BulkRun> {
        self.state.workspace.bulk.run()
    }

    /// Plans the captures of all that are listed.
    fn plan(&mut self) {
        self.until("the desk is ready", |desk| desk.state.read_only_reason().is_none());
        self.act(Action::Payments(PaymentsAction::ShowToCapture));
        self.until("all are listed", |desk| {
            let loaded = desk.state.workspace.payments.loaded();
            if loaded < COUNT {
                desk.act(Action::Payments(PaymentsAction::LoadAll));
            }
            loaded >= COUNT
        });
        let targets = (0..COUNT).map(|number| format!("desk_{number}")).collect();
        self.act(Action::Bulk(BulkAction::Plan { kind: BulkKind::Capture, targets }));
        let plan = self.state.workspace.bulk.plan().expect("a plan");
        assert_eq!((plan.items.len(), plan.excluded.len()), (COUNT, 0));
    }

    fn capture(&mut self) -> Duration {
        let began = Instant::now();
        self.act(Action::Bulk(BulkAction::Start { reason: String::new() }));
        self.until("the run is over", |desk| desk.run().is_some_and(BulkRun::is_over));
        let took = began.elapsed();
        let run = self.run().expect("a run");
        let groups = [ItemGroup::Done, ItemGroup::NotSent, ItemGroup::Failed, ItemGroup::Unknown];
        let counts = groups.map(|group| run.count(group));
        assert_eq!(counts, [COUNT, 0, 0, 0], "done, not sent, failed, unknown");
        took
    }
}

/// How often each payment was captured, and how many calls were refused for the limit.
async fn judge(client: &reqwest::Client, base: &str) -> (HashMap<String, usize>, usize) {
    let (mut captured, mut after) = (HashMap::new(), 0);
    loop {
        let page = get(client, format!("{base}/_sandbox/ledger?after={after}")).await;
        let rows = page["data"].as_array().unwrap().clone();
        let Some(last) = rows.last() else { break };
        after = last["seq"].as_i64().unwrap();
        for row in rows.iter().filter(|row| row["effect"] == "capture") {
            *captured.entry(row["payment_id"].as_str().unwrap().to_owned()).or_default() += 1;
        }
    }
    let log = get(client, format!("{base}/_sandbox/log")).await;
    let refused = log["data"].as_array().into_iter().flatten().filter(|call| call["status"] == 429).count();
    (captured, refused)
}

fn main() -> ExitCode {
    rustls::crypto::ring::default_provider().install_default().expect("the first provider");
    let dir = tempfile::tempdir().unwrap();
    let threads = tokio::runtime::Runtime::new().unwrap();
    let client = reqwest::Client::new();
    let (shop, data) = (dir.path().join("sandbox"), dir.path().join("desk"));
    threads.block_on(async {
        let sandbox = sandbox(&shop, None).await;
        authorize(&client, &sandbox.base_url).await;
        sandbox.stop().await.expect("a clean stop");
    });
    let sandbox = threads.block_on(sandbox(&shop, Some(LIMIT)));
    let base = sandbox.base_url.clone();
    let bare = threads.block_on(async {
        fresh_minute(&client, &base).await;
        bare(&client, &base).await
    });
    let mut desk = Desk::open(base.clone(), &data);
    threads.block_on(fresh_minute(&client, &base));
    desk.plan();
    threads.block_on(fresh_minute(&client, &base));
    let took = desk.capture();
    desk.runtime.shutdown(PATIENCE);
    threads.block_on(fresh_minute(&client, &base));
    let (captured, refused) = threads.block_on(judge(&client, &base));
    let twice = captured.values().filter(|count| **count > 1).count();
    assert_eq!((captured.len(), twice, refused), (2 * COUNT, 0, 0), "captured, twice, refused for the limit");
    let ratio = took.as_secs_f64() / bare.as_secs_f64();
    println!("{COUNT} captures under {LIMIT} calls a minute, none refused for it, none twice:");
    println!("  bare loop   {:.2} s", bare.as_secs_f64());
    println!("  bulk run    {:.2} s", took.as_secs_f64());
    let met = ratio <= GOAL;
    println!("  ratio       {ratio:.4} (goal: at most {GOAL}) {}", if met { "met" } else { "MISSED" });
    if met { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
