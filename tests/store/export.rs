//! The export of a journal: everything that can be read, honest about the rest, and the journal as it was.

use paydesk_test_basics::repository;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use paydesk_core::message::JournalExport;
use paydesk_core::problem::Problem;
use paydesk_store::Journal;
use paydesk_store::journal::{export_into, export_to};
use paydesk_test_core::journal_files::{filled, half_written, tampered};
use rusqlite::Connection;
use serde_json::Value;

use super::{dir, prepared, unwritable_dir};

fn at() -> DateTime<Utc> {
    "2026-11-21T10:00:00Z".parse().unwrap()
}

/// The lines of an export.
fn lines(export: &JournalExport) -> Vec<Value> {
    let text = std::fs::read_to_string(&export.path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Exports the journal at `path` and sees to it that it stays as it is.
#[track_caller]
fn exported(path: &Path) -> (JournalExport, Vec<Value>) {
    let state = || {
        let bytes = |path: &Path| std::fs::read(path).ok();
        let modified = std::fs::metadata(path).unwrap().modified().unwrap();
        (bytes(path), bytes(&path.with_extension("sqlite-journal")), modified)
    };
    let before = state();
    let export = export_into(path, &path.with_file_name("exports"), at()).unwrap();
    assert!(state() == before, "the journal was touched");
    let lines = lines(&export);
    (export, lines)
}

fn entries(lines: &[Value]) -> Vec<&Value> {
    lines.iter().filter(|line| line.get("entry").is_some()).collect()
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect()
}

#[test]
fn a_whole_journal_is_exported_entry_by_entry() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    filled(&path);
    let (export, lines) = exported(&path);
    assert_eq!(export.path, dir.path().join("exports/journal-20261121-100000.jsonl").to_string_lossy());
    assert_eq!((export.entries, export.damaged, export.salvaged, export.whole), (6, 0, 0, true));
    assert_eq!(lines[0]["file_version"], 2);
    assert_eq!(lines[0]["problem"], Value::Null);
    let entries = entries(&lines);
    assert_eq!(entries.len(), 6);
    assert!(entries.iter().all(|entry| entry["verified"] == true && entry["chained"] == true));
    assert_eq!(entries[0]["family"], "payment");
    assert_eq!(entries[0]["payload"].as_str().unwrap(), serde_json::to_string(&prepared("op_1", "pay_1")).unwrap());
    assert_eq!(lines.last().unwrap()["whole"], true);
}

#[cfg(unix)]
#[test]
fn an_export_is_for_this_user_only_and_nothing_is_left_beside_it() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    filled(&path);
    let (export, _) = exported(&path);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(Path::new(&export.path)), 0o600);
    assert_eq!(mode(&dir.path().join("exports")), 0o700);
    assert_eq!(std::fs::read_dir(dir.path().join("exports")).unwrap().count(), 1);
}

#[test]
fn a_second_export_never_replaces_the_first() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    filled(&path);
    let (first, _) = exported(&path);
    let (second, _) = exported(&path);
    assert_eq!(second.path, dir.path().join("exports/journal-20261121-100000-2.jsonl").to_string_lossy());
    assert_ne!(first.path, second.path);
    let named = dir.path().join("here.jsonl");
    export_to(&path, &named, at()).unwrap();
    let problem = export_to(&path, &named, at()).unwrap_err();
    assert!(Problem::from(problem.clone()).what.starts_with("The journal could not be exported"), "{problem:?}");
}

#[test]
fn a_changed_entry_is_marked_and_everything_else_is_there() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    filled(&path);
    tampered(&path, "UPDATE entries SET payload = replace(payload, '400', '900') WHERE seq = 1");
    let (export, lines) = exported(&path);
    assert_eq!((export.entries, export.damaged, export.whole), (6, 1, false));
    assert_eq!(lines[0]["problem"], "entry 1 was changed after it was written");
    let verified: Vec<bool> = entries(&lines).iter().map(|entry| entry["verified"] == true).collect();
    assert_eq!(verified, [false, true, true, true, true, true]);
    assert_eq!(numbers(&lines.last().unwrap()["not_verified"]), [1]);
}

#[test]
fn a_missing_entry_is_a_break_of_the_chain() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    filled(&path);
    tampered(&path, "DELETE FROM entries WHERE seq = 3");
    let (export, lines) = exported(&path);
    assert_eq!((export.entries, export.damaged), (5, 1));
    let last = lines.iter().find(|line| line.get("breaks_before").is_some()).unwrap();
    assert_eq!((numbers(&last["breaks_before"]), numbers(&last["not_verified"])), (vec![4], vec![]));
    tampered(&path, "DELETE FROM entries WHERE seq = 6");
    let (_, lines) = exported(&path);
    assert!(lines[0]["problem"].as_str().unwrap().contains("entry 4"), "{}", lines[0]);
}

#[test]
fn entries_missing_at_the_end_are_reported() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    filled(&path);
    tampered(&path, "DELETE FROM entries WHERE seq > 4");
    let (export, lines) = exported(&path);
    assert_eq!(lines[0]["problem"], "it is damaged: entries are missing after entry 4");
    assert_eq!((export.entries, export.whole), (4, false));
}

/// A journal of many pages.
fn long(path: &Path, operations: usize) {
    let mut journal = Journal::open(path).unwrap();
    for number in 0..operations {
        journal.append(&prepared(&format!("op_{number}"), &format!("pay_{number}"))).unwrap();
    }
}

#[test]
fn a_destroyed_page_hides_its_own_entries_and_no_others() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    long(&path, 60);
    let mut bytes = std::fs::read(&path).unwrap();
    let needle = b"\"operation_id\":\"op_30\"";
    let at = bytes.windows(needle.len()).position(|window| window == needle).unwrap();
    // The head of the page, with the places of its rows; the rows themselves are still there.
    let page = at / 4096 * 4096;
    bytes[page..page + 8].fill(0xFF);
    std::fs::write(&path, &bytes).unwrap();
    assert!(Journal::open(&path).is_err());
    let (export, lines) = exported(&path);
    assert!(!export.whole && export.entries >= 50, "{export:?}");
    assert!(export.salvaged >= 1, "{export:?}");
    let payloads: Vec<&str> = lines.iter().filter_map(|line| line.get("payload")?.as_str()).collect();
    for number in 0..60 {
        let id = format!("\"operation_id\":\"op_{number}\"");
        assert_eq!(payloads.iter().filter(|payload| payload.contains(&id)).count(), 1, "operation {number}");
    }
    let salvaged = lines.iter().find(|line| line.get("found_at_byte").is_some()).unwrap();
    assert_eq!(salvaged["verified"], false);
}

#[test]
fn a_file_that_is_no_database_any_more_still_gives_what_stands_in_its_bytes() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    filled(&path);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[..100].fill(0);
    std::fs::write(&path, &bytes).unwrap();
    let (export, lines) = exported(&path);
    assert_eq!((export.entries, export.salvaged, export.whole), (0, 6, false));
    assert!(lines[0]["problem"].as_str().unwrap().contains("damaged"), "{}", lines[0]);
    std::fs::write(&path, "").unwrap();
    let (export, _) = exported(&path);
    assert_eq!((export.entries, export.salvaged, export.whole), (0, 0, false));
}

#[test]
fn every_flipped_bit_leaves_an_export() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    filled(&path);
    let good = std::fs::read(&path).unwrap();
    for byte in (0..good.len()).step_by(331) {
        let mut flipped = good.clone();
        flipped[byte] ^= 1 << (byte % 8);
        std::fs::write(&path, &flipped).unwrap();
        let to = dir.path().join(format!("{byte}.jsonl"));
        let export = export_to(&path, &to, at()).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), flipped);
        assert!(export.entries + export.salvaged >= 4, "byte {byte}: {export:?}");
        assert_eq!(lines(&export).len(), 2 + export.entries + export.salvaged);
    }
}

#[test]
fn journals_of_the_first_format_and_of_a_newer_paydesk_are_exported_as_they_are() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    let made = repository().join("tests/fixtures/journal_v1.sqlite");
    std::fs::copy(made, &path).unwrap();
    let (export, lines) = exported(&path);
    assert_eq!((export.entries, export.whole), (15, true));
    assert_eq!(lines[0]["file_version"], 1);
    assert_eq!(entries(&lines)[14]["resource"], "pay_sending");

    drop(Journal::open(&path).unwrap());
    let (export, lines) = exported(&path);
    assert_eq!((export.entries, export.whole), (15, true));
    assert_eq!((&lines[0]["file_version"], &entries(&lines)[14]["format"]), (&2.into(), &1.into()));

    Connection::open(&path).unwrap().pragma_update(None, "user_version", 9).unwrap();
    let (export, lines) = exported(&path);
    assert_eq!((export.entries, export.whole), (15, false));
    assert!(lines[0]["problem"].as_str().unwrap().contains("newer Paydesk"), "{}", lines[0]);
}

#[test]
fn what_a_crash_left_beside_the_journal_is_taken_into_account_and_left_there() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    filled(&path);
    let crashed = dir.path().join("crashed.sqlite");
    let beside = |path: &Path| -> PathBuf { path.with_extension("sqlite-journal") };
    let connection = half_written(&path);
    std::fs::copy(&path, &crashed).unwrap();
    std::fs::copy(beside(&path), beside(&crashed)).unwrap();
    drop(connection);
    let (export, _) = exported(&crashed);
    assert_eq!((export.entries, export.whole), (6, true));
    assert!(beside(&crashed).exists());
}

#[test]
fn an_export_that_cannot_be_written_says_why() {
    let dir = dir();
    let missing = export_into(&dir.path().join("journal.sqlite"), &dir.path().join("exports"), at()).unwrap_err();
    assert!(Problem::from(missing.clone()).what.contains("could not be exported"), "{missing:?}");
    if let Some(unwritable) = unwritable_dir(dir.path()) {
        let path = dir.path().join("journal.sqlite");
        filled(&path);
        let problem = export_into(&path, &unwritable.join("exports"), at()).unwrap_err();
        assert!(Problem::from(problem.clone()).what.contains("you are not allowed to"), "{problem:?}");
        assert!(Problem::from(problem.clone()).what_to_do.contains("is unchanged"), "{problem:?}");
    }
}
