//! Exports that hubs make by themselves, at times that the tests set.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_core::scheduled_exports::parse_exports;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::secret::WebhookSecret;
use paydesk_domain::shared::SharedKey;
use paydesk_hub::{Hub, HubConfig, HubExports, HubPlace};
use paydesk_index::payment_columns::StoredPayment;
use paydesk_team::{
    DueExport, ExportAttempt, ExportTurn, ExportedFile, NewSyncPlace, RecordWrite, TeamConnection, TeamLimits, TeamRole,
};
use paydesk_test_basics::waiting::PATIENCE;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinSet;

use super::running::{SECRET, USER};
use crate::team::harness::{Team, password_of};

const PAYMENTS: i64 = 2_500;

fn time(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// Every second one succeeded, one a minute before the first of November.
fn payment(number: i64) -> StoredPayment {
    let row = PaymentRow {
        payment_id: PaymentId::new(format!("pay_{number:05}")),
        status: if number % 2 == 0 { PaymentStatus::Succeeded } else { PaymentStatus::Failed },
        amount: Money::new(1_000 + number, Currency::iso4217("EUR")),
        created: Some(time("2026-11-01T00:00:00Z") - TimeDelta::minutes(number)),
        capturable_minor: None,
        received_minor: None,
        customer_id: None,
        payment_method: Some("card".to_owned()),
        unified_code: None,
        unified_message: None,
    };
    let at = time("2026-11-01T00:00:00Z");
    // The details of the newest were not read yet.
    StoredPayment { detailed_at: (number > 0).then_some(at), ..StoredPayment::listed(row, at) }
}

/// Puts all payments as a hub that has read the list to its end.
async fn fill(team: &Team) {
    let hub = team.join(USER, TeamRole::Hub).await;
    let epoch = hub.begin_payment_sync(team.profile).await.unwrap().epoch;
    let payments: Vec<StoredPayment> = (0..PAYMENTS).map(payment).collect();
    let place = NewSyncPlace { place: json!({}), is_whole: true, as_of: Some(time("2026-11-01T00:00:00Z")) };
    hub.put_payments(team.profile, epoch, &payments, &place).await.unwrap();
}

/// The time that hubs go by; before they have looked at it, no time has passed for them.
#[derive(Clone, Default)]
struct SetClock(Arc<AtomicI64>);

impl SetClock {
    fn at(text: &str) -> Self {
        let clock = Self::default();
        clock.set(text);
        clock
    }

    fn set(&self, text: &str) {
        self.0.store(time(text).timestamp(), Ordering::Relaxed);
    }
}

/// A hub within the test, which exports into a directory of its own.
fn spawn(hubs: &mut JoinSet<()>, team: &Team, file: &Value, clock: &SetClock) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let now = clock.0.clone();
    let shift = move |_| DateTime::from_timestamp(now.load(Ordering::Relaxed), 0).unwrap();
    let exports = parse_exports(&file.to_string()).unwrap();
    let exports = Some(HubExports { dir: dir.path().to_owned(), exports, clock: Arc::new(shift) });
    let place = HubPlace {
        address: team.server.address(USER),
        password: Some(password_of(USER)),
        profile: "Shop".to_owned(),
        limits: TeamLimits::default(),
        name: format!("test {}", hubs.len()),
    };
    let (secret, listen) = (WebhookSecret::parse(SECRET).unwrap(), "127.0.0.1:0".parse().unwrap());
    let config = HubConfig { place, secret, listen, service: None, exports, keep_events: None };
    hubs.spawn(async move {
        Hub::start(config).await.unwrap().run(std::future::pending()).await.unwrap();
    });
    dir
}

/// Leaves the database to the hubs for a moment.
async fn look_again_soon() {
    tokio::time::sleep(Duration::from_millis(20)).await;
}

/// Waits until the export that was tried last is as wanted.
async fn until_tried(reader: &TeamConnection, team: &Team, name: &str, wanted: impl Fn(&ExportAttempt) -> bool) {
    let until = tokio::time::Instant::now() + PATIENCE;
    loop {
        let last = reader.export_attempts(team.profile, name, 1).await.unwrap();
        if last.first().is_some_and(&wanted) {
            return;
        }
        assert!(tokio::time::Instant::now() < until, "{last:?}");
        look_again_soon().await;
    }
}

/// Waits until an export was made for the time at which it was due.
async fn until_made(reader: &TeamConnection, team: &Team, name: &str, due_at: &str) {
    let due_at = time(due_at);
    until_tried(reader, team, name, |last| last.export.due_at == due_at && last.file.is_some()).await;
}

/// Waits until the exports of the file were seen by a hub.
async fn until_seen(team: &Team, count: i64) {
    let superuser = team.server.superuser().await;
    let sql = "SELECT count(DISTINCT name) FROM paydesk.scheduled_export";
    while superuser.query_one(sql, &[]).await.unwrap().get::<_, i64>(0) < count {
        look_again_soon().await;
    }
}

fn files(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.collect();
    names.sort();
    names
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_export_is_made_once_when_it_is_due_and_once_for_all_times_that_were_missed() {
    let Some(team) = Team::start("exports of hubs").await else { return };
    fill(&team).await;
    let (anna, desk) = team.desk("anna", TeamRole::Operator).await;
    let view =
        json!({"name": "Failed ones", "query": "status:failed", "columns": [{"key": "amount"}, {"key": "status"}]});
    let key = SharedKey::new("view", "Failed ones");
    let write = RecordWrite { key, expected: None, body: view, is_deleted: false };
    anna.put_record(team.profile, desk, &write).await.unwrap();
    let file = json!({"exports": [
        {"name": "all", "at": "06:00", "zone": "Europe/Vienna"},
        {"name": "failed", "view": "Failed ones", "at": "06:00", "every": "monday", "format": "jsonl"},
    ]});
    let (mut hubs, clock) = (JoinSet::new(), SetClock::at("2026-11-24T04:59:58Z"));
    let dirs = [spawn(&mut hubs, &team, &file, &clock), spawn(&mut hubs, &team, &file, &clock)];
    until_seen(&team, 2).await;
    let all = || dirs.iter().flat_map(|dir| files(dir.path())).collect::<Vec<_>>();
    assert_eq!(all(), Vec::<String>::new(), "what was due before is not made");
    clock.set("2026-11-24T05:00:00Z");
    until_made(&anna, &team, "all", "2026-11-24T05:00:00Z").await;
    assert_eq!(all(), ["Shop-all-2026-11-24.csv", "Shop-all-2026-11-24.csv.manifest.json"]);
    let dir = dirs.iter().find(|dir| !files(dir.path()).is_empty()).unwrap().path();
    let path = dir.join("Shop-all-2026-11-24.csv");
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("payment_id,status,amount,currency"), "{}", lines[0]);
    let ids: Vec<String> = lines[1..].iter().map(|line| line.split(',').next().unwrap().to_owned()).collect();
    assert_eq!(ids, (0..PAYMENTS).map(|number| format!("pay_{number:05}")).collect::<Vec<_>>(), "the newest first");
    let manifest = std::fs::read_to_string(dir.join("Shop-all-2026-11-24.csv.manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!((&manifest["rows"], &manifest["complete"]), (&json!(PAYMENTS), &json!(false)));
    assert_eq!(manifest["incomplete_because"], "the details of 1 payment are not loaded yet");
    // Nobody was there for a week.
    clock.set("2026-12-01T12:00:00Z");
    until_made(&anna, &team, "failed", "2026-11-30T06:00:00Z").await;
    until_made(&anna, &team, "all", "2026-12-01T05:00:00Z").await;
    assert_eq!(anna.export_attempts(team.profile, "all", 9).await.unwrap().len(), 2);
    let (made, _): (Vec<_>, Vec<_>) = all().into_iter().partition(|name| !name.ends_with(".manifest.json"));
    assert_eq!(made, ["Shop-all-2026-11-24.csv", "Shop-all-2026-12-01.csv", "Shop-failed-2026-11-30.jsonl"]);
    let failed = dirs.iter().map(|dir| dir.path().join("Shop-failed-2026-11-30.jsonl")).find(|path| path.exists());
    let failed = std::fs::read_to_string(failed.unwrap()).unwrap();
    assert_eq!(failed.lines().count() as i64, PAYMENTS / 2);
    assert_eq!(failed.lines().next(), Some(r#"{"amount":"10.01","currency":"EUR","status":"failed"}"#));
    let names = dirs.iter().map(|dir| dir.path().join("Shop-failed-2026-11-30.jsonl.manifest.json"));
    let manifest = std::fs::read_to_string(names.into_iter().find(|path| path.exists()).unwrap()).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["complete"], json!(true), "the payment without details is none of these");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_of_a_view_has_the_order_of_the_view() {
    let Some(team) = Team::start("the order of exports").await else { return };
    fill(&team).await;
    let (anna, desk) = team.desk("anna", TeamRole::Operator).await;
    for (name, sort) in [
        ("Large", json!({"key": "amount", "descending": true})),
        ("Old", json!({"key": "created", "descending": false})),
    ] {
        let body = json!({"name": name, "query": "status:failed", "sort": sort, "columns": [{"key": "payment_id"}]});
        let write = RecordWrite { key: SharedKey::new("view", name), expected: None, body, is_deleted: false };
        anna.put_record(team.profile, desk, &write).await.unwrap();
    }
    let file = json!({"exports": [
        {"name": "large", "view": "Large", "at": "06:00"},
        {"name": "old", "view": "Old", "at": "06:00"},
    ]});
    let (mut hubs, clock) = (JoinSet::new(), SetClock::at("2026-11-24T05:59:58Z"));
    let dir = spawn(&mut hubs, &team, &file, &clock);
    until_seen(&team, 2).await;
    clock.set("2026-11-24T06:00:00Z");
    // The later a payment of these is, the larger is its number of minutes and its amount.
    let expected: Vec<String> =
        (0..PAYMENTS).rev().filter(|number| number % 2 == 1).map(|number| format!("pay_{number:05}")).collect();
    for name in ["large", "old"] {
        until_made(&anna, &team, name, "2026-11-24T06:00:00Z").await;
        let path = dir.path().join(format!("Shop-{name}-2026-11-24.csv"));
        let text = std::fs::read_to_string(&path).unwrap();
        let ids: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(ids, expected, "{name}");
        let manifest =
            std::fs::read_to_string(dir.path().join(format!("Shop-{name}-2026-11-24.csv.manifest.json"))).unwrap();
        let manifest: Value = serde_json::from_str(&manifest).unwrap();
        assert_eq!((&manifest["rows"], &manifest["unordered_because"]), (&json!(PAYMENTS / 2), &Value::Null));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_that_failed_says_why_and_is_tried_again() {
    let Some(team) = Team::start("exports that fail").await else { return };
    fill(&team).await;
    let (anna, desk) = team.desk("anna", TeamRole::Operator).await;
    let file = json!({"exports": [
        {"name": "mine", "view": "Mine", "at": "06:00"},
        {"name": "all", "query": "status:succeeded", "at": "06:00", "format": "xlsx"},
    ]});
    let (mut hubs, clock) = (JoinSet::new(), SetClock::at("2026-11-24T05:59:00Z"));
    let dir = spawn(&mut hubs, &team, &file, &clock);
    until_seen(&team, 2).await;
    let in_the_way = dir.path().join("Shop-all-2026-11-24.xlsx");
    std::fs::create_dir(&in_the_way).unwrap();
    clock.set("2026-11-24T06:00:00Z");
    let failed = |last: &ExportAttempt, why: &str| last.problem.as_ref().is_some_and(|text| text.contains(why));
    until_tried(&anna, &team, "mine", |last| failed(last, "“Mine”")).await;
    until_tried(&anna, &team, "all", |last| failed(last, "written")).await;
    std::fs::remove_dir(&in_the_way).unwrap();
    let body = json!({"name": "Mine", "query": "status:succeeded"});
    let write = RecordWrite { key: SharedKey::new("view", "Mine"), expected: None, body, is_deleted: false };
    anna.put_record(team.profile, desk, &write).await.unwrap();
    clock.set("2026-11-24T06:02:00Z");
    for name in ["mine", "all"] {
        until_tried(&anna, &team, name, |last| last.problem.is_none() && last.file.is_some()).await;
    }
    let attempts = &anna.export_attempts(team.profile, "all", 9).await.unwrap()[..];
    // A hub that lost the lead for a moment tries once more at once.
    assert!(attempts.len() == 1 && attempts[0].attempts >= 2, "{attempts:?}");
    assert_eq!(attempts[0].file.as_ref().unwrap().payments as i64, PAYMENTS / 2);
    assert!(in_the_way.is_file() && dir.path().join("Shop-mine-2026-11-24.csv").is_file());
}

#[tokio::test]
async fn of_two_hubs_one_makes_an_export_and_the_other_where_that_one_was_killed() {
    let Some(team) = Team::start("attempts at exports").await else { return };
    let (hub, reader) = (team.join(USER, TeamRole::Hub).await, team.join("cleo", TeamRole::Reader).await);
    let profile = team.profile;
    let due = |text: &str| DueExport { name: "all".to_owned(), due_at: time(text) };
    let (first, second, lease) = (due("2026-11-24T06:00:00Z"), due("2026-11-25T06:00:00Z"), Duration::from_secs(60));
    let begin =
        async |due: &DueExport, now: &str, lease| hub.begin_export(profile, due, time(now), lease).await.unwrap();
    assert_eq!(begin(&first, "2026-11-24T07:00:00Z", lease).await, ExportTurn::NothingToMake, "seen after it was due");
    assert_eq!(begin(&second, "2026-11-25T06:00:00Z", Duration::ZERO).await, ExportTurn::Begun { attempt: 1 });
    // That hub was killed.
    assert_eq!(begin(&second, "2026-11-25T06:01:00Z", lease).await, ExportTurn::Begun { attempt: 2 });
    assert_eq!(begin(&second, "2026-11-25T06:01:00Z", lease).await, ExportTurn::Held);
    let made = ExportedFile { name: "all.csv".to_owned(), payments: 7, sha256: "00".to_owned() };
    assert_eq!(hub.renew_export(profile, &second, 1, lease).await, Ok(false), "it counts no more");
    hub.end_export(profile, &second, 1, Ok(&made)).await.unwrap();
    assert_eq!(reader.export_attempts(profile, "all", 9).await.unwrap()[0].file, None);
    assert_eq!(hub.renew_export(profile, &second, 2, lease).await, Ok(true));
    hub.end_export(profile, &second, 2, Err("no room")).await.unwrap();
    assert_eq!(begin(&second, "2026-11-25T06:02:00Z", lease).await, ExportTurn::Begun { attempt: 3 });
    hub.end_export(profile, &second, 3, Ok(&made)).await.unwrap();
    assert_eq!(begin(&second, "2026-11-25T06:03:00Z", lease).await, ExportTurn::NothingToMake);
    assert_eq!(begin(&first, "2026-11-25T06:03:00Z", lease).await, ExportTurn::NothingToMake);
    let last = reader.export_attempts(profile, "all", 9).await.unwrap();
    assert_eq!((last.len(), last[0].attempts, &last[0].file, &last[0].problem), (1, 3, &Some(made), &None));
    for role in TeamRole::ALL.into_iter().filter(|role| *role != TeamRole::Hub) {
        let person = team.join(&format!("{}-person", role.name()), role).await;
        assert!(person.begin_export(profile, &first, Utc::now(), lease).await.is_err(), "{role:?}");
    }
}
