//! Data on disk: what survives, what is refused, and many callers at once.

use std::path::Path;

use paydesk_sandbox::{Sandbox, SandboxConfig, SandboxError, start};
use paydesk_test_sandbox::helpers::{Client, config, config_in, id};
use serde_json::json;

const GOOD: &str = "4242424242424242";

pub fn copy_dir(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

#[tokio::test]
async fn what_was_answered_is_there_after_a_kill_without_warning() {
    let dir = tempfile::tempdir().unwrap();
    let client = Client::with(SandboxConfig { payments: 30, ..config_in(&dir.path().join("a")) });
    let payment = client.pay(GOOD, json!({"capture_method": "manual"})).await;
    client.advance(100).await;
    client.post(&format!("/payments/{}/capture", id(&payment)), json!({"amount_to_capture": 300})).await.ok();
    // The files as they are at this moment: what another process finds after kill -9.
    copy_dir(&dir.path().join("a"), &dir.path().join("b"));

    let survivor = Client::with(config_in(&dir.path().join("b")));
    assert_eq!(survivor.credentials, client.credentials);
    assert_eq!(survivor.payment(id(&payment)).await, client.payment(id(&payment)).await);
    assert_eq!(survivor.ledger_of(id(&payment)).await, client.ledger_of(id(&payment)).await);
    assert_eq!(survivor.get("/_sandbox/clock").await.ok(), client.get("/_sandbox/clock").await.ok());
    let body = json!({"limit": 100});
    let lists =
        (survivor.post("/payments/list", body.clone()).await.ok(), client.post("/payments/list", body).await.ok());
    assert_eq!(lists.0, lists.1);
    survivor.advance(7 * 86_400).await;
    assert_eq!(survivor.payment(id(&payment)).await["amount_capturable"], 0, "the authorization outlived the restart");
}

/// The list of every status, as a client reads it.
async fn lists_by_status(client: &Client) -> Vec<serde_json::Value> {
    let mut lists = Vec::new();
    for status in ["succeeded", "failed", "processing", "requires_capture", "cancelled"] {
        lists.push(client.post("/payments/list", json!({"limit": 100, "status": status})).await.ok());
    }
    lists
}

#[tokio::test]
async fn lists_are_the_same_after_a_kill_also_of_payments_that_were_changed_or_came_since_the_index_was_stored() {
    let dir = tempfile::tempdir().unwrap();
    let client = Client::with(SandboxConfig { payments: 60, ..config_in(&dir.path().join("a")) });
    let payment = client.pay(GOOD, json!({"capture_method": "manual"})).await;
    let held = client.post("/payments/list", json!({"limit": 100, "status": "requires_capture"})).await.ok();
    for row in held["data"].as_array().unwrap() {
        client.post(&format!("/payments/{}/capture", row["payment_id"].as_str().unwrap()), json!({})).await;
    }
    assert_eq!(client.payment(id(&payment)).await["status"], "succeeded");
    copy_dir(&dir.path().join("a"), &dir.path().join("b"));

    let survivor = Client::with(config_in(&dir.path().join("b")));
    assert_eq!(lists_by_status(&survivor).await, lists_by_status(&client).await);
}

#[tokio::test]
async fn a_damaged_index_is_built_anew_from_the_payments() {
    let dir = tempfile::tempdir().unwrap();
    let lists = lists_by_status(&Client::with(SandboxConfig { payments: 60, ..config_in(dir.path()) })).await;
    for damage in ["substr(columns, 2)", "zeroblob(length(columns) - 25)", "randomblob(length(columns))", "x''"] {
        let db = rusqlite::Connection::open(dir.path().join("sandbox.sqlite3")).unwrap();
        let changed = db.execute(&format!("UPDATE payment_columns SET columns = {damage}"), []).unwrap();
        assert_eq!(changed, 1, "nothing was stored");
        db.close().unwrap();
        let running = start(config_in(dir.path())).await.unwrap();
        running.stop().await.unwrap();
        assert_eq!(lists_by_status(&Client::with(config_in(dir.path()))).await, lists, "{damage}");
    }
}

/// Captures run while others list what is to be captured: a row of another status would be index and rows apart.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_list_by_status_has_only_rows_of_that_status_while_payments_change() {
    let dir = tempfile::tempdir().unwrap();
    let client = std::sync::Arc::new(Client::with(SandboxConfig { payments: 0, ..config_in(dir.path()) }));
    let mut held = Vec::new();
    for _ in 0..40 {
        held.push(id(&client.pay(GOOD, json!({"capture_method": "manual"})).await).to_owned());
    }
    let captures = tokio::spawn({
        let (client, held) = (client.clone(), held.clone());
        async move {
            for id in held {
                client.post(&format!("/payments/{id}/capture"), json!({})).await.ok();
                assert_eq!(client.payment(&id).await["status"], "succeeded", "a read misses the write before it");
            }
        }
    });
    let mut readers = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let client = client.clone();
        readers.spawn(async move {
            let mut left = 40;
            while left > 0 {
                let list =
                    client.post("/payments/list", json!({"limit": 100, "status": "requires_capture"})).await.ok();
                let rows = list["data"].as_array().unwrap();
                assert!(rows.iter().all(|row| row["status"] == "requires_capture"), "{rows:?}");
                assert_eq!(list["total_count"], rows.len());
                assert!(rows.len() <= left, "a captured payment came back");
                left = rows.len();
            }
        });
    }
    captures.await.unwrap();
    readers.join_all().await;
}

#[tokio::test]
async fn a_stopped_sandbox_goes_on_where_it_was_with_revoked_keys_and_switches() {
    let dir = tempfile::tempdir().unwrap();
    let config = || SandboxConfig { payments: 10, ..config_in(dir.path()) };
    let running = start(config()).await.unwrap();
    let first = running.credentials.clone();
    running.stop().await.unwrap();
    {
        let client = Client::with(config());
        assert_eq!(client.credentials, first);
        assert_eq!(client.get("/payments/list").await.ok()["total_count"], 10);
        client.post("/_sandbox/settings", json!({"approve_captures_manual": true})).await.ok();
        client.post("/_sandbox/api_keys/key_publishable/revoke", json!({})).await.ok();
    }
    let client = Client::with(config());
    assert_eq!(client.get("/_sandbox/settings").await.ok()["approve_captures_manual"], true);
    let key = client.credentials.publishable_key.clone();
    let answer = client.bytes(axum::http::Method::GET, "/health", Some(&key), Vec::new()).await;
    assert_eq!(answer.error().2, "AU_02");
}

fn refusal(config: &SandboxConfig) -> SandboxError {
    match Sandbox::open(config) {
        Ok(_) => panic!("the sandbox opened"),
        Err(error) => error,
    }
}

#[test]
fn data_of_a_newer_version_is_refused_and_not_changed() {
    let dir = tempfile::tempdir().unwrap();
    drop(Sandbox::open(&config_in(dir.path())).unwrap());
    let file = dir.path().join("sandbox.sqlite3");
    let db = rusqlite::Connection::open(&file).unwrap();
    db.pragma_update(None, "user_version", 99).unwrap();
    db.close().unwrap();
    let error = refusal(&config_in(dir.path()));
    assert!(matches!(error, SandboxError::NewerData { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("newer version"), "{error}");
}

#[test]
fn a_file_of_another_program_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("sandbox.sqlite3"), "this is a diary, not a database, and it is long enough")
        .unwrap();
    let error = refusal(&config_in(dir.path()));
    assert!(matches!(error, SandboxError::NotOurData { .. }), "{error}");

    let dir = tempfile::tempdir().unwrap();
    let db = rusqlite::Connection::open(dir.path().join("sandbox.sqlite3")).unwrap();
    db.execute_batch("CREATE TABLE diary (day TEXT)").unwrap();
    db.close().unwrap();
    let error = refusal(&config_in(dir.path()));
    assert!(matches!(error, SandboxError::NotOurData { .. }), "{error}");
}

#[test]
fn a_directory_that_cannot_be_written_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "in the way").unwrap();
    let error = refusal(&config_in(&file.join("data")));
    assert!(matches!(error, SandboxError::NotWritable { .. }), "{error}");
    assert!(error.to_string().contains(&file.display().to_string()), "{error}");
}

#[test]
fn two_sandboxes_cannot_share_a_directory() {
    let dir = tempfile::tempdir().unwrap();
    let first = Sandbox::open(&config_in(dir.path())).unwrap();
    let error = refusal(&config_in(dir.path()));
    assert!(matches!(error, SandboxError::DataInUse { .. }), "{error}");
    drop(first);
    assert!(Sandbox::open(&config_in(dir.path())).is_ok());
}

#[tokio::test]
async fn a_taken_port_and_an_open_address_are_refused() {
    let first = start(config()).await.unwrap();
    let taken = start(SandboxConfig { listen: first.addr, ..config() }).await.err().unwrap();
    assert!(matches!(taken, SandboxError::AddressInUse(_)), "{taken}");
    assert!(taken.to_string().contains("port"), "{taken}");
    let open = SandboxConfig { listen: "0.0.0.0:0".parse().unwrap(), ..config() };
    let refused = start(open.clone()).await.err().unwrap();
    assert!(matches!(refused, SandboxError::NotLoopback(_)), "{refused}");
    start(SandboxConfig { allow_remote: true, ..open }).await.unwrap().stop().await.unwrap();
    first.stop().await.unwrap();
}

#[test]
fn a_fixed_key_must_have_the_prefix_of_its_kind() {
    let mut config = config();
    config.credentials.api_key = Some("prd_live".to_owned());
    let error = refusal(&config);
    assert!(matches!(error, SandboxError::Credential { .. }), "{error}");
    assert!(!error.to_string().contains("prd_live"), "a key stands in an error text: {error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_64_captures_at_once_exactly_one_happens() {
    let client = Client::new();
    client.pay(GOOD, json!({"payment_id": "held", "capture_method": "manual"})).await;
    let captures: Vec<_> = (0..64)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { client.post("/payments/held/capture", json!({})).await.status.as_u16() })
        })
        .collect();
    let mut statuses = Vec::new();
    for capture in captures {
        statuses.push(capture.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses[0], 200);
    assert!(statuses[1..].iter().all(|status| *status == 409), "{statuses:?}");
    let captured: Vec<_> =
        client.ledger_of("held").await.into_iter().filter(|(effect, _)| effect == "capture").collect();
    assert_eq!(captured, [("capture".to_owned(), 1000)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_64_partial_captures_at_once_only_as_many_happen_as_the_amount_allows() {
    let client = Client::new();
    client.pay(GOOD, json!({"payment_id": "held", "capture_method": "manual"})).await;
    let captures: Vec<_> = (0..64)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move {
                client.post("/payments/held/capture", json!({"amount_to_capture": 300})).await.status.as_u16()
            })
        })
        .collect();
    let mut done = 0;
    for capture in captures {
        done += usize::from(capture.await.unwrap() == 200);
    }
    assert_eq!(done, 3);
    let payment = client.payment("held").await;
    assert_eq!((&payment["amount_received"], &payment["amount_capturable"]), (&json!(900), &json!(100)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_64_creations_with_one_id_exactly_one_happens() {
    let client = Client::new();
    let body = paydesk_test_sandbox::helpers::payment_with(GOOD, json!({"payment_id": "once"}));
    let creations: Vec<_> = (0..64)
        .map(|_| {
            let (client, body) = (client.clone(), body.clone());
            tokio::spawn(async move { client.post("/payments", body).await })
        })
        .collect();
    let mut done = 0;
    for creation in creations {
        let answer = creation.await.unwrap();
        if answer.status.is_success() {
            done += 1;
        } else {
            answer.refused(409, "HE_01", "once");
        }
    }
    assert_eq!(done, 1);
    assert_eq!(client.ledger_of("once").await.len(), 2);
}
