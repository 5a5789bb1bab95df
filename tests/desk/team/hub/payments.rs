//! The hub that leads reads the payments of the service for the whole team. The judge compares the database with what the
//! service itself says.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;

use chrono::{TimeDelta, Utc};
use paydesk_api::call::{Call as _, Method};
use paydesk_api::client::{ApiClient, TimeLimits};
use paydesk_api::resources::payments::calls::RetrievePayment;
use paydesk_core::scheduled_exports::parse_exports;
use paydesk_domain::address::ServiceAddress;
use paydesk_domain::dispute_report::ReportPeriod;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::profile::Environment;
use paydesk_domain::secret::{ApiKey, WebhookSecret};
use paydesk_domain::team::AwayRule;
use paydesk_domain::zone::Zone;
use paydesk_hub::{Hub, HubConfig, HubExports, HubPlace, HubService};
use paydesk_index::payment_columns::{PaymentTexts, StoredPayment};
use paydesk_sandbox::{SandboxConfig, SandboxShapes};
use paydesk_team::{TeamConnection, TeamLimits, TeamProfileId, TeamRole};
use paydesk_test_basics::waiting::step_until;
use paydesk_test_desk::Service;
use serde_json::{Value, json};

use super::running::{HubStart, RunningHub, SECRET, USER, hub_command};
use crate::team::harness::{Team, password_of};
use crate::team::two_desks::{Office, PROFILE};

/// A service, and a team whose profile is of it.
struct Shop {
    service: Service,
    team: Team,
    profile: TeamProfileId,
    reader: TeamConnection,
}

impl Shop {
    fn open(test: &str, config: SandboxConfig) -> Option<Self> {
        let service = Service::with(config);
        let team = service.threads.block_on(Team::start(test))?;
        let (profile, reader) = service.threads.block_on(async {
            let owner = team.owner().await;
            let profile = owner.add_profile(PROFILE, Environment::Sandbox, &service.running.base_url).await.unwrap();
            for (user, role) in [(USER, TeamRole::Hub), ("cleo", TeamRole::Reader)] {
                team.join(user, role).await;
                owner.set_member(profile, user, role).await.unwrap();
            }
            (profile, team.connect("cleo").await.unwrap())
        });
        Some(Self { service, team, profile, reader })
    }

    fn hub(&self) -> RunningHub {
        RunningHub::start_with(&HubStart::reading(&self.team.server.url(USER), PROFILE, &self.service))
    }

    /// Sends the webhooks of the service to a hub.
    fn register(&self, hub: &RunningHub) {
        let registered = json!({"url": format!("http://{}/hooks", hub.address), "secret": SECRET});
        self.service.ask(Method::Post, "/_sandbox/webhooks", Some(registered));
    }

    fn in_database(&self) -> BTreeMap<PaymentId, StoredPayment> {
        let mut all = BTreeMap::new();
        let take = |payment: StoredPayment| drop(all.insert(payment.row.payment_id.clone(), timeless(payment)));
        self.service.threads.block_on(self.reader.copy_payments(self.profile, None, u64::MAX, take)).unwrap();
        all
    }

    /// Waits until the database has all payments with all details as the service shows them.
    fn until_equal(&self) {
        let expected = self.at_service();
        step_until("the database has what the service has", || (self.in_database() == expected).then_some(()));
    }

    /// Every payment as a read of it shows it.
    fn at_service(&self) -> BTreeMap<PaymentId, StoredPayment> {
        let read = async |payment_id: PaymentId| {
            let call = RetrievePayment { payment_id };
            let payment = call.read(self.service.direct.send(&call.request()).await, MinorUnits::Iso4217).unwrap();
            timeless(StoredPayment::read(&payment, Default::default()))
        };
        let ids = self.listed().into_iter().map(|row| PaymentId::new(row["payment_id"].as_str().unwrap()));
        self.service.threads.block_on(async {
            let mut all = BTreeMap::new();
            for payment_id in ids {
                all.insert(payment_id.clone(), read(payment_id).await);
            }
            all
        })
    }

    fn listed(&self) -> Vec<Value> {
        let mut rows = Vec::new();
        loop {
            let page = json!({"limit": 100, "offset": rows.len()});
            let page = self.service.ask(Method::Post, "/payments/list", Some(page));
            match page["data"].as_array().unwrap() {
                data if data.is_empty() => return rows,
                data => rows.extend(data.iter().cloned()),
            }
        }
    }

    /// The statuses with which the service answered, by what was asked.
    fn requests(&self) -> Vec<(String, u64)> {
        let log = self.service.ask(Method::Get, "/_sandbox/log", None);
        let rows = log["data"].as_array().unwrap().iter();
        rows.map(|row| (row["path"].as_str().unwrap().to_owned(), row["status"].as_u64().unwrap())).collect()
    }

    fn capture(&self, payment_id: &PaymentId) {
        self.service.ask(Method::Post, &format!("/payments/{payment_id}/capture"), Some(json!({})));
    }
}

/// Without when it was seen, and without the brand of the card, which the database of a team has no column for.
fn timeless(payment: StoredPayment) -> StoredPayment {
    let texts = PaymentTexts { brand: String::new(), ..payment.texts };
    StoredPayment { texts, seen_at: None, detailed_at: None, ..payment }
}

fn unlimited(payments: u32) -> SandboxConfig {
    SandboxConfig { payments, rate_limit: None, ..SandboxConfig::default() }
}

#[test]
fn a_hub_keeps_to_the_requests_a_minute_that_it_is_given_where_the_service_states_no_limit() {
    let Some(shop) = Shop::open("requests a minute", unlimited(450)) else { return };
    let (url, began) = (shop.team.server.url(USER), Instant::now());
    let mut start = HubStart::reading(&url, PROFILE, &shop.service);
    start.args.push("--requests-a-minute=120".to_owned());
    let _hub = RunningHub::start_with(&start);
    let sent = || shop.requests().iter().filter(|(path, _)| path.starts_with("/payments")).count();
    let sent = step_until("thirty requests left", || Some(sent()).filter(|sent| *sent >= 30));
    let seconds = began.elapsed().as_secs_f64();
    println!("{sent} requests in {seconds:.1} s");
    // A sixth of the limit at once, then three quarters of it a minute.
    assert!(sent as f64 <= 120.0 / 6.0 + seconds * 120.0 / 80.0 + 1.0, "{sent} requests in {seconds:.1} s");
}

#[test]
fn the_database_has_what_the_service_has_and_a_change_within_a_second_of_its_webhook() {
    let Some(shop) = Shop::open("payments of a team", unlimited(450)) else { return };
    let hub = shop.hub();
    let began = Instant::now();
    step_until("the list was read", || (hub.gauge("sync_complete") == Some(1)).then_some(()));
    shop.until_equal();
    println!("450 payments with all details after {:.1} s", began.elapsed().as_secs_f64());
    assert_eq!((hub.gauge("payments"), hub.gauge("service_payments")), (Some(450), Some(450)));
    assert!(hub.metric("payments_read_total") >= 900 && hub.gauge("sync_age_seconds").is_some());
    shop.register(&hub);
    let (captured, refunded) = (shop.service.authorized(), shop.succeeded());
    let stored = hub.metric("stored_total");
    shop.capture(&captured);
    step_until("the webhook is stored", || (hub.metric("stored_total") > stored).then_some(()));
    let since = Instant::now();
    step_until("the payment is stored", || {
        (shop.in_database()[&captured].row.status.as_str() == "succeeded").then_some(())
    });
    println!(
        "a captured payment is in the database {:.2} s after its webhook (goal: 1 s)",
        since.elapsed().as_secs_f64()
    );
    shop.until_equal();
    let refund = json!({"payment_id": refunded.as_str(), "amount": 1});
    shop.service.ask(Method::Post, "/refunds", Some(refund));
    shop.service.ask(Method::Post, "/_sandbox/clock", Some(json!({"advance_seconds": 600})));
    step_until("the refund is known", || shop.in_database()[&refunded].refunded.then_some(()));
    assert_eq!(hub.metric("sync_errors_total{kind=\"database\"}"), 0);
}

impl Shop {
    fn succeeded(&self) -> PaymentId {
        let page = self.service.ask(Method::Post, "/payments/list", Some(json!({"status": "succeeded", "limit": 1})));
        PaymentId::new(page["data"][0]["payment_id"].as_str().unwrap())
    }
}

#[test]
fn a_service_that_takes_the_list_in_another_form_is_read_as_well() {
    let config = SandboxConfig { shapes: Some(SandboxShapes::Hyperswitch), ..unlimited(230) };
    let Some(shop) = Shop::open("payments of another service", config) else { return };
    let hub = shop.hub();
    step_until("the list was read", || (hub.gauge("sync_complete") == Some(1)).then_some(()));
    let without = || shop.service.threads.block_on(shop.reader.payments_without_details(shop.profile, 10)).unwrap();
    step_until("all details were read", || without().is_empty().then_some(()));
    let log = shop.service.ask(Method::Get, "/_sandbox/log", None);
    assert!(shop.in_database().len() >= 230 && hub.metric("sync_errors_total{kind=\"service\"}") == 0, "{log}");
}

#[test]
fn another_hub_goes_on_where_one_that_was_killed_had_read_to() {
    // Slow enough to be in the middle for a while.
    let config = SandboxConfig { rate_limit: Some(600), ..unlimited(12_000) };
    let Some(shop) = Shop::open("a leader is killed while it reads", config) else { return };
    let mut first = shop.hub();
    step_until("some pages were read", || (first.gauge("payments") > Some(3_000)).then_some(()));
    let second = shop.hub();
    first.kill();
    let at_kill = shop.service.threads.block_on(shop.reader.payment_state(shop.profile)).unwrap();
    assert!(!at_kill.is_whole && at_kill.total < 12_000, "{at_kill:?}");
    step_until("the second reads", || (second.gauge("payments") > Some(at_kill.total)).then_some(()));
    let read = second.metric("payments_read_total");
    let known = second.gauge("payments").unwrap();
    // The newest are read once more; not what came before.
    let place = at_kill.place;
    assert!(
        read < known - at_kill.total + 2_000,
        "{read} of {known} after {}: {place} {}",
        at_kill.total,
        second.log()
    );
    let refused = shop.requests().into_iter().filter(|(_, status)| *status == 429).count();
    assert_eq!(refused, 0, "never above the limit");
}

#[test]
fn beside_desks_a_hub_stays_below_the_limit_of_the_service() {
    let config = SandboxConfig { rate_limit: Some(120), ..unlimited(2_000) };
    let Some(mut office) = Office::open_of("a hub beside desks", config) else { return };
    let mut anna = office.desk("anna", TeamRole::Operator, AwayRule::Alone);
    office.add_member(USER, TeamRole::Hub);
    let hub = RunningHub::start_with(&HubStart::reading(&office.team.server.url(USER), PROFILE, &office.service));
    let id = office.service.authorized();
    step_until("the hub has read", || (hub.metric("sync_requests_total") >= 15).then_some(()));
    let payment = anna.open_payment(&id);
    anna.capture(&payment, payment.capturable_minor());
    anna.until("it is captured", |state| state.workspace.operations.open().is_empty());
    assert_eq!(office.captures(&id), 1);
    let log = office.service.ask(Method::Get, "/_sandbox/log", None);
    let statuses: Vec<u64> = log["data"].as_array().unwrap().iter().filter_map(|row| row["status"].as_u64()).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 0, "{} requests", statuses.len());
}

#[test]
fn what_the_database_lost_the_hub_reads_again_and_a_service_that_is_away_is_tried_again() {
    let Some(mut shop) = Shop::open("faults around a hub that reads", unlimited(300)) else { return };
    shop.service.fault("/payments/list", "status_500");
    let hub = shop.hub();
    step_until("a read failed", || (hub.metric("sync_errors_total{kind=\"service\"}") > 0).then_some(()));
    shop.team.server.kill_and_start_again();
    shop.reader = shop.service.threads.block_on(shop.team.connect("cleo")).unwrap();
    shop.until_equal();
    assert_eq!(hub.health(), (200, true));
}

#[test]
fn a_hub_without_a_key_only_receives_and_one_for_another_service_does_not_start() {
    let Some(shop) = Shop::open("services of hubs", unlimited(10)) else { return };
    let url = shop.team.server.url(USER);
    let hub = RunningHub::start(&url, PROFILE, 0);
    step_until("it leads", || hub.health().1.then_some(()));
    assert!(hub.log().contains("payments are not read"), "{}", hub.log());
    assert_eq!((hub.metric("sync_requests_total"), hub.gauge("payments")), (0, None));
    let key = shop.service.running.credentials.api_key.clone();
    let run = |service: Option<&str>, key: Option<&str>| {
        let mut command = hub_command(&url, PROFILE);
        command.args(["--listen", "127.0.0.1:0"]).env("PGPASSWORD", password_of(USER).expose());
        command.env("PAYDESK_WEBHOOK_SECRET", SECRET);
        command.args(service.map(|url| format!("--service-url={url}")));
        command.envs(key.map(|key| ("PAYDESK_API_KEY", key)));
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let base_url = &*shop.service.running.base_url;
    for (service, key, code, said) in [
        (Some(base_url), None, 2, "--api-key-file"),
        (None, Some(&*key), 2, "--service-url"),
        (Some(base_url), Some("whsec_1"), 2, "key"),
        (Some("http://pay.example.com"), Some(&*key), 2, "https://"),
        (Some("https://pay.example.com"), Some(&*key), 1, "https://pay.example.com"),
        (Some("https://pay.example.com"), Some("prd_0123456789abcdef"), 1, "https://pay.example.com"),
    ] {
        let (found, text) = run(service, key);
        assert!(found == Some(code) && text.contains(said), "{service:?} {found:?} {text}");
        assert!(key.is_none_or(|key| !text.contains(key)), "{text}");
    }
}

#[test]
fn a_hub_makes_the_report_of_the_last_week_once_everything_is_in_the_database() {
    let Some(shop) = Shop::open("reports of hubs", unlimited(300)) else { return };
    let running = &shop.service.running;
    let key = ApiKey::parse(&running.credentials.api_key).unwrap();
    let service = HubService {
        client: ApiClient::new(&running.base_url, &key, TimeLimits::default()).unwrap(),
        address: ServiceAddress::parse(&running.base_url, Some(Environment::Sandbox)).unwrap(),
        environment: Environment::Sandbox,
        per_minute: None,
    };
    let dir = tempfile::tempdir().unwrap();
    let file = json!({"exports": [{"name": "disputes", "report": "disputes", "at": "06:00", "every": "monday"}]});
    // Some hours before it is due this week, and an hour later with each look.
    let monday = ReportPeriod::LastWeek.last_before(Utc::now(), Zone::default()).to.and_hms_opt(23, 59, 0).unwrap();
    let (began, looks) = (monday.and_utc(), AtomicI64::new(0));
    let clock = move |_| began + TimeDelta::hours(looks.fetch_add(1, Ordering::Relaxed).min(8));
    let exports = HubExports {
        dir: dir.path().to_owned(),
        exports: parse_exports(&file.to_string()).unwrap(),
        clock: Arc::new(clock),
    };
    let place = HubPlace {
        address: shop.team.server.address(USER),
        password: Some(password_of(USER)),
        profile: PROFILE.to_owned(),
        limits: TeamLimits::default(),
        name: "reports".to_owned(),
    };
    let (secret, listen) = (WebhookSecret::parse(SECRET).unwrap(), "127.0.0.1:0".parse().unwrap());
    let config = HubConfig { place, secret, listen, service: Some(service), exports: Some(exports), keep_events: None };
    let hub = shop.service.threads.spawn(async move {
        Hub::start(config).await.unwrap().run(std::future::pending()).await.unwrap();
    });
    let report = step_until("the report was made", || {
        let last = shop.service.threads.block_on(shop.reader.export_attempts(shop.profile, "disputes", 1)).unwrap();
        last.first().and_then(|attempt| attempt.file.clone())
    });
    hub.abort();
    assert!(report.name.starts_with(PROFILE) && report.name.ends_with(".pdf"), "{report:?}");
    let bytes = std::fs::read(dir.path().join(&report.name)).unwrap();
    assert!(bytes.starts_with(b"%PDF-") && bytes.len() > 10_000, "{} bytes", bytes.len());
    assert!(report.payments > 0, "{report:?}");
}
