//! The file of drafts and versions of evidence: durable, honest about damage and a full disk, safe between processes.

use std::path::Path;
use std::process::Command;

use chrono::{DateTime, Utc};
use paydesk_core::features::disputes::{
    CaseTemplate, DisputeHandling, DraftDocument, EvidenceDraft, NotContested, Template,
};
use paydesk_core::problem::Problem;
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::DisputeId;
use paydesk_store::records::DocumentsFile;

use super::{dir, unwritable_dir};

/// What a full disk leaves for drafts, in bytes.
const ROOM: u64 = 20 * 4096;
/// Tells a test that it runs in a child process, and where the file is.
const CHILD: &str = "PAYDESK_TEST_PAPERS";

fn case(id: &str, text: &str) -> DraftDocument {
    let at: DateTime<Utc> = "2026-11-21T10:00:00Z".parse().unwrap();
    let mut case = EvidenceDraft::new(&"embedded-sandbox".into(), DisputeId::new(id), at);
    case.edit(EvidenceField::UncategorizedText, text.to_owned());
    DraftDocument::Draft(case)
}

fn template(name: &str) -> DraftDocument {
    let (name, text) = (name.to_owned(), "Paid {amount}".to_owned());
    DraftDocument::Template(Template { name, text, ..Template::empty(EvidenceField::UncategorizedText) })
}

/// One of each kind.
pub fn documents() -> Vec<DraftDocument> {
    let requirements = Some(vec![vec![EvidenceField::Receipt.into(), EvidenceField::RefundPolicy.into()]]);
    vec![
        case("dsp_1", "Ada “Countess” wrote\ntwice"),
        template("Paid"),
        DraftDocument::Handling(DisputeHandling {
            assignee: Some("Grace".into()),
            not_contested: Some(NotContested { at: "2026-11-21T10:00:00Z".parse().unwrap(), by: "kim".into() }),
            ..DisputeHandling::new(&"embedded-sandbox".into(), DisputeId::new("dsp_1"))
        }),
        DraftDocument::CaseTemplate(CaseTemplate {
            profile_id: String::new(),
            name: "Fraud".into(),
            reason: "fraudulent".into(),
            product: None,
            fields: [(EvidenceField::Receipt.into(), String::new())].into(),
            files: Default::default(),
            removed: false,
        }),
        DraftDocument::Rule { reason: "duplicate".into(), days: 12 },
        DraftDocument::Requirements { row: "duplicate · any".into(), requirements },
        DraftDocument::Reason { reason: "10 4".into(), known: Some("fraudulent".into()) },
    ]
}

fn open(path: &Path) -> DocumentsFile {
    let opened = DocumentsFile::open(path);
    assert_eq!(opened.error.map(Problem::from), None);
    opened.file.unwrap()
}

pub fn keep(path: &Path, documents: &[DraftDocument]) {
    let file = open(path);
    documents.iter().for_each(|document| file.keep(document).unwrap());
}

/// What is stored, ordered by what it is stored under.
pub fn kept(path: &Path) -> Vec<DraftDocument> {
    let mut documents = DocumentsFile::open(path).records;
    documents.sort_by_key(|document| format!("{:?}", document.key()));
    documents
}

#[test]
fn every_kind_comes_back_as_it_was_kept_and_the_newest_replaces_the_older() {
    let dir = dir();
    let path = dir.path().join("evidence.sqlite");
    keep(&path, &documents());
    keep(
        &path,
        &[
            case("dsp_1", "the newest"),
            DraftDocument::Requirements { row: "duplicate · any".into(), requirements: None },
        ],
    );
    let kept = kept(&path);
    assert_eq!(kept.len(), documents().len());
    for document in [case("dsp_1", "the newest"), template("Paid")] {
        assert!(kept.contains(&document), "{kept:?}");
    }
    assert!(kept.contains(&DraftDocument::Requirements { row: "duplicate · any".into(), requirements: None }));
}

#[test]
fn a_draft_survives_a_process_that_is_killed_right_after_it_was_kept() {
    if let Some(path) = std::env::var_os(CHILD) {
        let file = DocumentsFile::open(Path::new(&path)).file.unwrap();
        file.keep(&case("dsp_1", "typed before the crash")).unwrap();
        // No destructors, no flushing, nothing.
        std::process::abort();
    }
    let dir = dir();
    let path = dir.path().join("evidence.sqlite");
    let name = "documents::a_draft_survives_a_process_that_is_killed_right_after_it_was_kept";
    let this = std::env::current_exe().unwrap();
    let child = Command::new(this).args(["--exact", name]).env(CHILD, &path).output().unwrap();
    assert!(!child.status.success(), "the child was to be killed");
    assert_eq!(kept(&path), [case("dsp_1", "typed before the crash")]);
}

#[test]
fn a_write_cut_off_by_a_crash_leaves_the_draft_before_it() {
    let dir = dir();
    let (path, crashed) = (dir.path().join("evidence.sqlite"), dir.path().join("crashed.sqlite"));
    let before: Vec<DraftDocument> = (0..6).map(|number| case(&format!("dsp_{number}"), "before")).collect();
    keep(&path, &before);
    let connection = rusqlite::Connection::open(&path).unwrap();
    // Two pages of cache: changes reach the file before the commit.
    connection.execute_batch("PRAGMA journal_mode = TRUNCATE; PRAGMA cache_size = 2; BEGIN IMMEDIATE").unwrap();
    connection.execute("UPDATE records SET payload = 'torn' || zeroblob(9000)", []).unwrap();
    connection.cache_flush().unwrap();
    std::fs::copy(&path, &crashed).unwrap();
    std::fs::copy(path.with_extension("sqlite-journal"), crashed.with_extension("sqlite-journal")).unwrap();
    drop(connection);
    assert_eq!(kept(&crashed), before);
}

#[test]
fn a_damaged_file_is_set_aside_reported_and_new_drafts_are_kept() {
    let dir = dir();
    let path = dir.path().join("evidence.sqlite");
    keep(&path, &documents());
    let mut bytes = std::fs::read(&path).unwrap();
    let end = bytes.len().min(3_000);
    bytes[..end].fill(0x5A);
    std::fs::write(&path, &bytes).unwrap();
    let opened = DocumentsFile::open(&path);
    let problem = opened.error.map(Problem::from).unwrap();
    assert!(problem.what.contains("drafts and versions of evidence"), "{problem:?}");
    assert!(problem.what_to_do.contains("evidence.damaged-1.sqlite"), "{problem:?}");
    assert_eq!(std::fs::read(dir.path().join("evidence.damaged-1.sqlite")).unwrap(), bytes, "kept as it is");
    opened.file.unwrap().keep(&template("Paid")).unwrap();
    assert_eq!(kept(&path), [template("Paid")]);
}

#[test]
fn the_file_of_records_is_not_taken_for_it() {
    let dir = dir();
    let path = dir.path().join("evidence.sqlite");
    drop(paydesk_store::records::RecordsFile::open(&path));
    assert!(DocumentsFile::open(&path).error.map(Problem::from).unwrap().what.contains("is not a file of drafts"));
}

#[test]
fn a_newer_file_is_left_as_it_is_and_a_row_of_a_newer_version_is_counted_and_stays() {
    let dir = dir();
    let path = dir.path().join("evidence.sqlite");
    keep(&path, &documents());
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute("INSERT INTO records VALUES ('', 'stamp', 'x', '{\"of\": \"stamp\"}')", []).unwrap();
    let opened = DocumentsFile::open(&path);
    assert_eq!(opened.records.len(), documents().len());
    assert!(opened.error.map(Problem::from).unwrap().what.starts_with("1 of the drafts"));
    opened.file.unwrap().keep(&template("Other")).unwrap();
    let stamps: i64 =
        connection.query_row("SELECT count(*) FROM records WHERE family = 'stamp'", [], |row| row.get(0)).unwrap();
    assert_eq!(stamps, 1);
    connection.pragma_update(None, "user_version", 7).unwrap();
    drop(connection);
    let before = std::fs::read(&path).unwrap();
    let opened = DocumentsFile::open(&path);
    assert!(opened.file.is_none() && opened.error.map(Problem::from).unwrap().what.contains("newer Paydesk"));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_place_that_nobody_may_write_to_is_reported_and_nothing_is_lost_elsewhere() {
    let dir = dir();
    let Some(closed) = unwritable_dir(dir.path()) else { return };
    let opened = DocumentsFile::open(&closed.join("evidence.sqlite"));
    assert!(opened.file.is_none() && opened.records.is_empty());
    assert!(opened.error.map(Problem::from).unwrap().what_to_do.contains("until Paydesk is closed"));
}

#[test]
fn two_processes_that_write_at_once_lose_no_draft() {
    if let Some(path) = std::env::var_os(CHILD) {
        let file = DocumentsFile::open(Path::new(&path)).file.unwrap();
        (0..40).for_each(|number| file.keep(&case(&format!("dsp_other_{number}"), "theirs")).unwrap());
        return;
    }
    let dir = dir();
    let path = dir.path().join("evidence.sqlite");
    let file = open(&path);
    let name = "documents::two_processes_that_write_at_once_lose_no_draft";
    let this = std::env::current_exe().unwrap();
    let child = Command::new(this).args(["--exact", name]).env(CHILD, &path).spawn().unwrap();
    (0..40).for_each(|number| file.keep(&case(&format!("dsp_{number}"), "ours")).unwrap());
    assert!(child.wait_with_output().unwrap().status.success());
    assert_eq!(kept(&path).len(), 80);
}

#[test]
fn a_file_that_another_program_keeps_locked_refuses_a_draft_aloud_and_takes_it_later() {
    let dir = dir();
    let path = dir.path().join("evidence.sqlite");
    let file = open(&path);
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let problem = file.keep(&template("Paid")).unwrap_err();
    assert!(Problem::from(problem.clone()).what.contains("could not be written"), "{problem:?}");
    assert!(Problem::from(problem.clone()).what_to_do.contains("is saved with its next change"), "{problem:?}");
    other.execute_batch("ROLLBACK").unwrap();
    file.keep(&template("Paid")).unwrap();
    assert_eq!(kept(&path), [template("Paid")]);
}

#[cfg(unix)]
#[test]
fn a_full_disk_refuses_a_draft_aloud_and_leaves_what_was_kept_before() {
    let dir = dir();
    let path = dir.path().join("evidence.sqlite");
    let name = "documents::a_full_disk_refuses_a_draft_aloud_and_leaves_what_was_kept_before";
    if let Some(path) = std::env::var_os(CHILD) {
        let file = DocumentsFile::open(Path::new(&path)).file.unwrap();
        let texts = (0..10_000).map(|number| case(&format!("dsp_{number}"), &"x".repeat(400)));
        let problem = texts.map(|document| file.keep(&document)).find_map(Result::err).unwrap();
        assert!(Problem::from(problem.clone()).what_to_do.contains("Check the disk"), "{problem:?}");
        return;
    }
    drop(open(&path));
    let blocks = (std::fs::metadata(&path).unwrap().len() + ROOM) / 512;
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" --exact \"$1\"");
    let this = std::env::current_exe().unwrap();
    let child = Command::new("sh").args(["-c", &script]).arg(this).arg(name).env(CHILD, &path).output().unwrap();
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
    let count = kept(&path).len();
    assert!(count > 10, "{count} drafts in {ROOM} bytes");
    keep(&path, &[case("dsp_after", "room again")]);
    assert_eq!(kept(&path).len(), count + 1);
}
