//! Files that released versions wrote, each with everything it held: `tests/fixtures/stores_VERSION/`. Those of a new
//! version are written by this test with `PAYDESK_WRITE_STORES=tests/fixtures/stores_VERSION`, and never changed after.

use paydesk_test_basics::repository;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use paydesk_core::features::webhooks::EventNote;
use paydesk_core::problem::Problem;
use paydesk_core::profiles::SavedProfiles;
use paydesk_core::settings::Settings;
use paydesk_index::payment_columns::StoredPayment;
use paydesk_platform::file_versions::{FoundVersion, SANDBOX};
use paydesk_sandbox::{self as sandbox, DataLocation, Sandbox, SandboxConfig};
use paydesk_store::records::{NotesFile, RecordsFile};
use paydesk_store::settings::{load, load_profiles, save, save_profiles};
use paydesk_store::webhook_events::WebhookEventsFile;
use paydesk_store::{Journal, StoreFiles, history, journal as journal_file};
use serde_json::json;

use super::{bulk_runs, dir, documents, history as payments, notes, records, settings, webhook_events};

/// Where the files of today are written, for a release.
const WRITE: &str = "PAYDESK_WRITE_STORES";

fn profiles() -> SavedProfiles {
    let profile = json!({
        "id": "profile_1", "name": "Acme", "base_url": "https://api.example.com", "environment": "production",
        "merchant_id": "mer_1", "business_profile_id": null, "time_zone": "Asia/Tokyo", "read_only": true,
        "proxy": "http://proxy.example.com:3128", "webhook_port": 8601,
    });
    let sandbox = json!({"id": "profile_2", "name": "Test", "base_url": "http://127.0.0.1:8600"});
    serde_json::from_value(json!({"profiles": [profile, sandbox]})).unwrap()
}

fn sandbox_in(dir: &Path) -> SandboxConfig {
    SandboxConfig { data: DataLocation::Dir(dir.join("sandbox")), payments: 3, ..SandboxConfig::default() }
}

fn refund() -> paydesk_core::records::Record {
    records::record("ref_1", json!({"status": "pending", "amount": 500}))
}

/// One file of each store.
fn write_all(dir: &Path) {
    let files = StoreFiles::in_dir(dir);
    paydesk_test_core::journal_files::filled(&files.journal);
    records::keep(&files.records, &[refund()]);
    documents::keep(&files.documents, &documents::documents());
    let annotations = NotesFile::open(&files.notes).file.unwrap();
    annotations.keep_all(&[notes::note("a", "one"), notes::tag("vip", false)]).unwrap();
    let events = WebhookEventsFile::open(&files.events).file.unwrap();
    events.keep(&[webhook_events::delivery("shop", "evt_1", b"{\"a\": 1}\n")]);
    events.note(&[webhook_events::noted("evt_1", "older")]).unwrap();
    payments::kept(&files.history);
    bulk_runs::save(dir, &bulk_runs::run("embedded-sandbox"));
    save(&files.settings, &settings::chosen()).unwrap();
    save_profiles(&files.profiles, &profiles()).unwrap();
    drop(Sandbox::open(&sandbox_in(dir)).unwrap());
    std::fs::remove_file(dir.join("sandbox/sandbox.lock")).unwrap();
}

/// Every store holds what [`write_all`] wrote; `chosen` are the settings that the version knew.
fn check_all(dir: &Path, chosen: Settings) {
    let files = StoreFiles::in_dir(dir);
    let opened = Journal::open(&files.journal).unwrap();
    let unfinished = opened.unfinished().unwrap();
    assert_eq!(unfinished.iter().map(|entry| entry.operation_id.as_str()).collect::<Vec<_>>(), ["op_1"; 3]);
    drop(opened);
    assert_eq!(journal_file::check(&files.journal).map(|check| (check.entries, check.fault)), Ok((6, None)));

    let stored = RecordsFile::open(&files.records);
    assert_eq!((stored.records, stored.error.map(Problem::from)), (vec![refund()], None));
    let mut expected = documents::documents();
    expected.sort_by_key(|document| format!("{:?}", document.key()));
    assert_eq!(documents::kept(&files.documents), expected);
    let mut found = NotesFile::open(&files.notes).records;
    found.sort_by_key(paydesk_domain::note::Annotation::key);
    assert_eq!(found, [notes::note("a", "one"), notes::tag("vip", false)]);

    let events = WebhookEventsFile::open(&files.events).events;
    let note: Option<EventNote> = Some(webhook_events::noted("evt_1", "older").note);
    assert_eq!((events.len(), &events[0].note), (1, &note));
    assert_eq!(events[0].delivery, webhook_events::delivery("shop", "evt_1", b"{\"a\": 1}\n"));

    let columns = history::read_history(&files.history, &payments::shop()).map(|opened| opened.columns);
    let columns = columns.map_err(|fault| format!("{fault:?}")).unwrap();
    // The brand and the country of a card are stored since 0.2.0.
    let without_brand = |mut payments: Vec<StoredPayment>| {
        payments.iter_mut().for_each(|payment| {
            payment.texts.brand.clear();
            payment.texts.card_country.clear();
        });
        payments
    };
    assert_eq!(without_brand(payments::all(&columns)), without_brand(payments::expected(1..=5)));
    let (runs, problem) = bulk_runs::found(dir);
    assert_eq!((runs.len(), &runs[0].run, problem), (1, &bulk_runs::run("embedded-sandbox"), None));

    let loaded = load(&files.settings);
    assert_eq!((loaded.value.clone(), loaded.error), (chosen, None));
    let loaded = load_profiles(&files.profiles, &mut loaded.value.clone());
    assert_eq!((loaded.value, loaded.error), (profiles(), None));

    drop(Sandbox::open(&sandbox_in(dir)).unwrap());
    let database = rusqlite::Connection::open(dir.join("sandbox").join(sandbox::FILE_NAME)).unwrap();
    assert_eq!(SANDBOX.of(&database), Ok(FoundVersion::Current));
    assert_eq!(database.query_row("SELECT count(*) FROM payment", [], |row| row.get::<_, i64>(0)), Ok(3));
}

fn copied(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in from.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copied(&path, &target);
        } else {
            std::fs::copy(&path, target).unwrap();
        }
    }
}

/// The folders of files of released versions, the oldest first.
fn released() -> Vec<PathBuf> {
    let fixtures = repository().join("tests/fixtures");
    let mut found: Vec<PathBuf> = fixtures.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.file_name().unwrap().to_string_lossy().starts_with("stores_"));
    found.sort();
    found
}

#[test]
fn files_of_this_version_hold_what_was_written() {
    if let Some(dir) = std::env::var_os(WRITE) {
        let dir = repository().join(dir);
        std::fs::create_dir(&dir).expect("files of a released version are never changed");
        return write_all(&dir);
    }
    let dir = dir();
    write_all(dir.path());
    check_all(dir.path(), settings::chosen());
}

#[test]
fn files_of_every_released_version_open_with_all_that_they_hold() {
    let released = released();
    assert!(!released.is_empty());
    for version in released {
        let dir = dir();
        copied(&version, dir.path());
        // What 0.1.0 did not know.
        let (request_limits, profile_goals) = (BTreeMap::new(), BTreeMap::new());
        check_all(dir.path(), Settings { request_limits, profile_goals, csv: None, ..settings::chosen() });
    }
}

#[test]
fn settings_without_a_version_are_copied_before_they_are_written_over_and_newer_ones_are_not_touched() {
    let dir = dir();
    let path = dir.path().join("settings.json");
    let old = r#"{"theme": "dark", "something": "of the past"}"#;
    std::fs::write(&path, old).unwrap();
    for _ in 0..2 {
        save(&path, &settings::chosen()).unwrap();
        let copy = dir.path().join("settings.before-version-1.json");
        assert_eq!(std::fs::read_to_string(copy).unwrap(), old, "the copy is of the old file, once");
    }
    assert_eq!(load(&path).value, settings::chosen());

    let newer = "{\n  \"version\": 2,\n  \"theme\": \"dark\"\n}\n";
    std::fs::write(&path, newer).unwrap();
    for error in [load(&path).error.unwrap(), save(&path, &settings::chosen()).unwrap_err()] {
        let problem = Problem::from(error);
        assert!(problem.what.contains("written by a newer Paydesk (file version 2"), "{problem:?}");
        assert!(problem.what_to_do.contains("Use the newer Paydesk"), "{problem:?}");
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), newer);
}

#[test]
fn sandbox_data_of_an_older_version_is_copied_before_it_is_converted() {
    let dir = dir();
    drop(Sandbox::open(&sandbox_in(dir.path())).unwrap());
    let path = dir.path().join("sandbox").join(sandbox::FILE_NAME);
    // What the last step added is taken away again.
    let database = rusqlite::Connection::open(&path).unwrap();
    let undo = "DROP TRIGGER payment_is_changed; DROP TABLE payment_columns; DROP TABLE payment_changed; \
                PRAGMA user_version = 4";
    database.execute_batch(undo).unwrap();
    database.close().unwrap();
    drop(Sandbox::open(&sandbox_in(dir.path())).unwrap());
    assert_eq!(SANDBOX.at(&path), FoundVersion::Current);
    let copy = rusqlite::Connection::open(path.with_file_name("sandbox.before-version-5.sqlite3")).unwrap();
    assert_eq!(SANDBOX.of(&copy), Ok(FoundVersion::Older(4)));
    assert_eq!(copy.query_row("SELECT count(*) FROM payment", [], |row| row.get::<_, i64>(0)), Ok(3));
}
