//! The file of notes and tags: what was written is there again, the newest of each.

use paydesk_core::problem::Problem;
use paydesk_domain::note::Annotation;
use paydesk_store::records::{NotesFile, read_notes};
use serde_json::json;

use super::dir;

pub fn note(id: &str, text: &str) -> Annotation {
    let note = json!({"what": "note", "profile_id": "shop", "id": id, "text": text, "by": "anna",
        "subject": {"kind": "payment", "id": "pay_1", "payment_id": "pay_1"}, "at": "2026-11-21T10:00:00Z"});
    serde_json::from_value(note).unwrap()
}

pub fn tag(word: &str, is_removed: bool) -> Annotation {
    let tag = json!({"what": "tag", "profile_id": "shop", "word": word, "by": "anna", "is_removed": is_removed,
        "subject": {"kind": "customer", "id": "cus_1"}, "at": "2026-11-21T10:00:00Z"});
    serde_json::from_value(tag).unwrap()
}

#[test]
fn notes_and_tags_come_back_as_they_were_kept_and_the_newest_replaces_the_older() {
    let dir = dir();
    let path = dir.path().join("notes.sqlite");
    let opened = NotesFile::open(&path);
    assert_eq!(opened.error.map(Problem::from), None);
    let file = opened.file.unwrap();
    for annotation in [note("a", "one"), tag("vip", false), note("b", "two"), note("a", "three"), tag("vip", true)] {
        file.keep(&annotation).unwrap();
    }
    drop(file);
    let mut found = NotesFile::open(&path).records;
    found.sort_by_key(Annotation::key);
    assert_eq!(found, [note("a", "three"), note("b", "two"), tag("vip", true)]);
    let mut read = read_notes(&path).unwrap();
    read.sort_by_key(Annotation::key);
    assert_eq!(read, found);
}

#[test]
fn a_file_of_something_else_is_set_aside_and_said() {
    let dir = dir();
    let path = dir.path().join("notes.sqlite");
    drop(paydesk_store::records::RecordsFile::open(&path));
    let opened = NotesFile::open(&path);
    let problem = Problem::from(opened.error.unwrap());
    assert!(problem.what.contains("notes and tags") && problem.what_to_do.contains("damaged-1"), "{problem:?}");
    assert!(opened.file.is_some());
}

#[test]
fn of_a_damaged_file_nothing_is_lost_and_new_notes_are_kept() {
    let dir = dir();
    let path = dir.path().join("notes.sqlite");
    let damaged = "not a database, but long enough to be taken for one".repeat(90);
    std::fs::write(&path, &damaged).unwrap();
    let opened = NotesFile::open(&path);
    let problem = Problem::from(opened.error.unwrap());
    assert!(problem.what_to_do.contains("was not deleted"), "{problem:?}");
    assert_eq!(std::fs::read_to_string(dir.path().join("notes.damaged-1.sqlite")).unwrap(), damaged);
    opened.file.unwrap().keep(&note("a", "one")).unwrap();
    assert_eq!(NotesFile::open(&path).records, [note("a", "one")]);
}

#[test]
fn where_the_directory_takes_no_new_file_nothing_is_kept_until_it_does() {
    let dir = dir();
    let path = dir.path().join("notes.sqlite");
    let file = NotesFile::open(&path).file.unwrap();
    file.keep(&note("a", "one")).unwrap();
    // Before it writes, SQLite makes a file of this name.
    let in_the_way = dir.path().join("notes.sqlite-journal");
    std::fs::remove_file(&in_the_way).unwrap();
    std::fs::create_dir(&in_the_way).unwrap();
    let problem = Problem::from(file.keep(&note("b", "two")).unwrap_err());
    assert!(problem.what_to_do.contains("Save it again"), "{problem:?}");
    std::fs::remove_dir(&in_the_way).unwrap();
    file.keep(&note("b", "two")).unwrap();
    drop(file);
    assert_eq!(NotesFile::open(&path).records, [note("a", "one"), note("b", "two")]);
}
