//! A journal of the first version: opened with everything it holds, or left as it is.

use paydesk_test_basics::repository;
use std::path::{Path, PathBuf};
use std::process::Command;

use paydesk_api::operation::{Endpoint, Target};
use paydesk_core::operations::journal::{JournalCheck, JournalRefusal, restore};
use paydesk_core::operations::{Operation, Phase};
use paydesk_core::problem::Problem;
use paydesk_domain::operation::ResourceKind;
use paydesk_store::Journal;
use rusqlite::Connection;
use serde_json::json;

use super::{attempt, confirmed, dir, format_1, of, prepared};

/// Tells a test that it runs in a child process, and where the journal is.
const CHILD: &str = "PAYDESK_TEST_JOURNAL_1";

/// A copy of a journal that the last Paydesk of the first format wrote.
fn fixture(dir: &Path) -> PathBuf {
    let path = dir.join("journal.sqlite");
    let made = repository().join("tests/fixtures/journal_v1.sqlite");
    std::fs::copy(made, &path).unwrap();
    path
}

fn version(path: &Path) -> i64 {
    let connection = Connection::open(path).unwrap();
    connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
}

/// Number, text and hash of every row.
fn rows(path: &Path) -> Vec<(i64, String, Vec<u8>)> {
    let connection = Connection::open(path).unwrap();
    let mut statement = connection.prepare("SELECT seq, payload, hash FROM entries ORDER BY seq").unwrap();
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    statement.query_map([], row).unwrap().map(Result::unwrap).collect()
}

fn number(path: &Path, sql: &str) -> i64 {
    Connection::open(path).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn a_journal_of_the_first_format_opens_with_its_unfinished_operations() {
    let dir = dir();
    let journal = Journal::open(&fixture(dir.path())).unwrap();
    let restored = restore(&journal.unfinished().unwrap());
    assert_eq!(restored.foreign, []);
    let message = |operation: &Operation| {
        let unknown = matches!(operation.phase, Phase::Unknown(_));
        let id = operation.id.as_str().to_owned();
        (id, operation.plan.endpoint, operation.plan.target.resource.clone(), operation.attempts, unknown)
    };
    let found: Vec<_> = restored.open.iter().map(message).collect();
    let text = str::to_owned;
    assert_eq!(
        found,
        [
            (text("op_lost"), Endpoint::CapturePayment, text("pay_lost"), 2, true),
            (text("op_waiting"), Endpoint::CancelPayment, text("pay_waiting"), 0, false),
            (text("op_sending"), Endpoint::ApprovePayment, text("pay_sending"), 1, true),
        ]
    );
    assert_eq!(restored.open[0].plan.title(), "Capture 4.00 EUR");
}

#[test]
fn before_the_migration_a_copy_is_saved_that_the_last_paydesk_can_open() {
    let dir = dir();
    let path = fixture(dir.path());
    let before = rows(&path);
    drop(Journal::open(&path).unwrap());
    let copy = dir.path().join("journal.before-version-2.sqlite");
    assert_eq!((version(&copy), rows(&copy)), (1, before));
    assert_eq!(paydesk_store::journal::check(&copy).unwrap(), JournalCheck { entries: 15, fault: None });
    std::fs::remove_file(&copy).unwrap();
    drop(Journal::open(&path).unwrap());
    assert!(!copy.exists(), "a journal of today needs none");
}

#[test]
fn rows_of_the_first_format_keep_their_words_and_hashes_and_new_ones_are_chained_behind_them() {
    let dir = dir();
    let path = fixture(dir.path());
    let before = rows(&path);
    let mut journal = Journal::open(&path).unwrap();
    assert_eq!((version(&path), rows(&path)), (2, before.clone()));
    assert_eq!(number(&path, "SELECT count(*) FROM entries WHERE format = 1"), 15);

    assert_eq!(journal.append(&prepared("op_new", "pay_lost")), Err(JournalRefusal::AlreadyOpen));
    assert_eq!(journal.append(&attempt("op_lost", "pay_lost", 2)), Err(JournalRefusal::WrittenAlready));
    assert_eq!(journal.append(&prepared("op_done", "pay_new")), Err(JournalRefusal::WrittenAlready));
    journal.append(&attempt("op_lost", "pay_lost", 3)).unwrap();
    journal.append(&confirmed("op_lost", "pay_lost")).unwrap();
    journal.append(&prepared("op_new", "pay_done")).unwrap();
    drop(journal);

    let after = rows(&path);
    assert_eq!((after.len(), &after[..15]), (18, &before[..]));
    assert_eq!(number(&path, "SELECT min(seq) FROM entries WHERE format = 2"), 16);
    assert_eq!(number(&path, "SELECT count(*) FROM sqlite_schema WHERE name = 'entries_1'"), 0);
    let again = Journal::open(&path).unwrap();
    assert_eq!(restore(&again.unfinished().unwrap()).open.len(), 3);
}

#[test]
fn a_row_of_the_first_format_that_is_changed_after_the_migration_is_noticed() {
    for sql in [
        "UPDATE entries SET payload = replace(payload, '400', '900') WHERE seq = 4",
        "UPDATE entries SET family = 'refund' WHERE seq = 4",
        "UPDATE entries SET resource = 'pay_9' WHERE seq = 4",
        "UPDATE entries SET format = 2 WHERE seq = 4",
    ] {
        let dir = dir();
        let path = fixture(dir.path());
        drop(Journal::open(&path).unwrap());
        paydesk_test_core::journal_files::tampered(&path, sql);
        let problem = Journal::open(&path).expect_err(sql);
        assert!(Problem::from(problem.clone()).what.contains("entry 4 was changed"), "{sql}: {problem:?}");
    }
}

#[test]
fn a_damaged_journal_of_the_first_format_is_left_as_it_is() {
    for sql in [
        "UPDATE entries SET payload = replace(payload, '400', '900') WHERE seq = 4",
        "UPDATE entries SET payment_id = 'pay_9' WHERE seq = 4",
        "DELETE FROM entries WHERE seq = 15",
        "ALTER TABLE head RENAME TO heads",
    ] {
        let dir = dir();
        let path = fixture(dir.path());
        paydesk_test_core::journal_files::tampered(&path, sql);
        let before = std::fs::read(&path).unwrap();
        let problem = Journal::open(&path).expect_err(sql);
        assert!(Problem::from(problem.clone()).what_to_do.contains("read-only"), "{sql}: {problem:?}");
        assert_eq!(std::fs::read(&path).unwrap(), before, "{sql}");
    }
}

#[test]
fn no_flipped_bit_of_a_journal_of_the_first_format_changes_what_it_says() {
    let dir = dir();
    let path = fixture(dir.path());
    let good = std::fs::read(&path).unwrap();
    let open = Journal::open(&path).unwrap().unfinished().unwrap();
    for byte in (0..good.len()).step_by(149) {
        let mut flipped = good.clone();
        flipped[byte] ^= 1 << (byte % 8);
        std::fs::write(&path, &flipped).unwrap();
        match Journal::open(&path).and_then(|journal| journal.unfinished()) {
            Ok(unfinished) => assert_eq!(unfinished, open, "byte {byte} changed what is unfinished"),
            Err(_) => assert_eq!(std::fs::read(&path).unwrap(), flipped, "a damaged file was modified"),
        }
    }
}

#[test]
fn what_was_filed_under_a_payment_for_want_of_a_family_is_filed_under_its_own() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    let step = json!({"step": "prepared", "plan": {"endpoint": "of another desk"}});
    format_1::write(&path, &[format_1::of_family("op_1", "refund", "pay_1", step)]);
    let mut journal = Journal::open(&path).unwrap();
    journal.append(&prepared("op_2", "pay_1")).unwrap();
    let refund = of(Target::new(ResourceKind::Refund, "pay_1"), prepared("op_3", "pay_1"));
    assert_eq!(journal.append(&refund), Err(JournalRefusal::AlreadyOpen));
    assert_eq!(Journal::open(&path).unwrap().unfinished().unwrap().len(), 2);
}

#[test]
fn two_desks_that_open_a_journal_of_the_first_format_at_once_both_find_it_whole() {
    for _ in 0..30 {
        let dir = dir();
        let path = fixture(dir.path());
        let open = || Journal::open(&path).map(|journal| journal.unfinished().unwrap().len());
        let found = std::thread::scope(|scope| {
            let threads = [scope.spawn(open), scope.spawn(open)];
            threads.map(|thread| thread.join().unwrap())
        });
        assert_eq!(found, [Ok(8), Ok(8)]);
    }
}

#[cfg(unix)]
#[test]
fn a_migration_that_ends_anywhere_leaves_the_one_format_or_the_other() {
    let name = "migration::a_migration_that_ends_anywhere_leaves_the_one_format_or_the_other";
    if let Some(path) = std::env::var_os(CHILD) {
        match Journal::open(Path::new(&path)) {
            Ok(_) => return,
            Err(problem) => assert!(Problem::from(problem.clone()).what.contains("disk"), "{problem:?}"),
        }
        std::process::exit(3);
    }
    let dir = dir();
    let made = dir.path().join("made.sqlite");
    let entries: Vec<_> = (0..150)
        .flat_map(|number| {
            let (id, payment_id) = (format!("op_{number}"), format!("pay_{number}"));
            [format_1::prepared(&id, &payment_id), format_1::sending(&id, &payment_id)]
        })
        .collect();
    format_1::write(&made, &entries);
    let blocks = std::fs::metadata(&made).unwrap().len() / 512;
    let path = dir.path().join("journal.sqlite");
    let rollback = path.with_extension("sqlite-journal");
    let (mut cut_off, mut refused, mut done) = (0, 0, 0);
    // A limit on the size of files ends it at another write each time: by an error, or with the process.
    for limit in (8..blocks * 5 / 2).step_by(56) {
        for trap in ["trap '' XFSZ;", ""] {
            let _ = std::fs::remove_file(&rollback);
            std::fs::copy(&made, &path).unwrap();
            let script = format!("{trap} ulimit -c 0; ulimit -f {limit}; exec \"$0\" --exact \"$1\"");
            let mut child = Command::new("sh");
            child.args(["-c", &script]).arg(std::env::current_exe().unwrap()).arg(name).env(CHILD, &path);
            let output = child.output().unwrap();
            // Whoever opens the file undoes what was not committed.
            let version_after = version(&path);
            match output.status.code() {
                Some(0) => {
                    done += 1;
                    assert_eq!(version_after, 2);
                }
                Some(3) => {
                    refused += 1;
                    assert_eq!(version_after, 1);
                }
                None => cut_off += 1,
                other => panic!("{other:?}: {}", String::from_utf8_lossy(&output.stdout)),
            }
            let journal = Journal::open(&path).unwrap_or_else(|problem| panic!("limit {limit}: {problem:?}"));
            assert_eq!(journal.unfinished().unwrap().len(), 300, "limit {limit}");
            assert_eq!((version(&path), rows(&path).len()), (2, 300));
        }
    }
    assert!(cut_off > 3 && refused > 3 && done > 1, "cut off {cut_off}, refused {refused}, done {done} times");
}
