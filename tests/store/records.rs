//! The file of records: what is stored comes back, a damaged file is set aside, a newer one left alone.

use std::path::Path;

use chrono::{DateTime, Utc};
use paydesk_core::problem::Problem;
use paydesk_core::records::Record;
use paydesk_store::records::RecordsFile;
use serde_json::json;

pub fn record(id: &str, reported: serde_json::Value) -> Record {
    let at: DateTime<Utc> = "2026-11-21T10:00:00Z".parse().unwrap();
    serde_json::from_value(json!({
        "profile_id": "embedded-sandbox", "family": "refund", "id": id, "payment_id": "pay_1", "told": reported,
        "made_at": at, "told_at": at,
    }))
    .unwrap()
}

pub fn keep(path: &Path, records: &[Record]) {
    let opened = RecordsFile::open(path);
    assert_eq!(opened.error.map(Problem::from), None);
    let file = opened.file.unwrap();
    records.iter().for_each(|record| file.keep(record).unwrap());
}

#[test]
fn what_was_kept_comes_back_and_the_newest_of_a_thing_replaces_the_older() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("records.sqlite");
    let (first, second) = (record("ref_1", json!({"status": "pending"})), record("ref_2", json!({})));
    keep(&path, &[first, second.clone()]);
    let newer = record("ref_1", json!({"status": "succeeded"}));
    keep(&path, std::slice::from_ref(&newer));
    let mut records = RecordsFile::open(&path).records;
    records.sort_by(|one, other| one.id.cmp(&other.id));
    assert_eq!(records, [newer, second]);
}

#[test]
fn no_card_number_no_iban_and_no_key_is_written_and_ids_and_links_stay() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("records.sqlite");
    let reported = json!({
        "refund_id": "ref_4242424242424242", "reason": "back to 4242 4242 4242 4242", "amount": 4242424242424242_i64,
        "link": "https://pay.example.com/4242424242424242",
        "metadata": {"operation_id": "op_4000056655665556", "note": "DE89 3704 0044 0532 0130 00"},
    });
    let mut secret = record("ref_4242424242424242", reported);
    secret.sent = Some(std::sync::Arc::new(json!({"name": "Ada", "description": "with snd_secret0123"})));
    keep(&path, std::slice::from_ref(&secret));
    let bytes = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
    for written in ["ref_4242424242424242", "op_4000056655665556", "https://pay.example.com/4242424242424242", "Ada"] {
        assert!(bytes.contains(written), "{written}");
    }
    for hidden in ["4242 4242", "3704 0044", "snd_secret0123"] {
        assert!(!bytes.contains(hidden), "{hidden}");
    }
    let read = RecordsFile::open(&path).records.remove(0);
    assert_eq!(read.reported.unwrap()["reason"], "back to ************4242");
    assert_eq!(read.sent.unwrap()["description"], "with snd_(hidden)");
}

#[test]
fn a_damaged_file_is_set_aside_and_new_records_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("records.sqlite");
    std::fs::write(&path, "not a database, but long enough to be taken for one".repeat(90)).unwrap();
    let opened = RecordsFile::open(&path);
    let problem = opened.error.map(Problem::from).unwrap();
    assert!(problem.what_to_do.contains("records.damaged-1.sqlite"), "{problem:?}");
    assert!(dir.path().join("records.damaged-1.sqlite").exists());
    opened.file.unwrap().keep(&record("ref_1", json!({}))).unwrap();
    assert_eq!(RecordsFile::open(&path).records.len(), 1);
}

#[test]
fn a_file_that_was_not_finished_when_it_was_made_is_no_damaged_one() {
    for marks in ["", "PRAGMA application_id = 0x50645263"] {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("records.sqlite");
        rusqlite::Connection::open(&path).unwrap().execute_batch(marks).unwrap();
        keep(&path, &[record("ref_1", json!({}))]);
        assert_eq!(RecordsFile::open(&path).records.len(), 1, "{marks}");
    }
}

#[test]
fn a_newer_file_is_left_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("records.sqlite");
    keep(&path, &[record("ref_1", json!({}))]);
    rusqlite::Connection::open(&path).unwrap().pragma_update(None, "user_version", 7).unwrap();
    let before = std::fs::read(&path).unwrap();
    let opened = RecordsFile::open(&path);
    assert!(opened.file.is_none());
    assert!(opened.error.map(Problem::from).unwrap().what.contains("newer Paydesk"));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_row_of_a_newer_version_is_counted_and_stays() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("records.sqlite");
    keep(&path, &[record("ref_1", json!({}))]);
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute("INSERT INTO records VALUES ('p', 'refund', 'ref_9', '{\"of\": 2031}')", []).unwrap();
    drop(connection);
    let opened = RecordsFile::open(&path);
    assert_eq!(opened.records.len(), 1);
    assert!(opened.error.map(Problem::from).unwrap().what.starts_with("1 of the records"));
}
