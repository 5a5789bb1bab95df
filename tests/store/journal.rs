//! The journal: durable, chained, honest about damage.

use std::path::Path;
use std::process::{Command, Output};

use paydesk_core::operations::journal::{
    JournalCheck, JournalEntry, JournalPage, JournalRefusal, JournalStep, Recorded, ResolvedBy,
};
use paydesk_core::operations::{OperationPlan, PayoutPrecondition, Precondition};
use paydesk_core::problem::Problem;
use paydesk_domain::ids::OperationId;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::payout::PayoutStatus;
use paydesk_store::Journal;
use paydesk_store::journal::check;
use paydesk_test_core::journal_files::{filled, half_written, tampered};
use rusqlite::Connection;
use serde_json::{Map, Value, json};

use super::{confirmed, dir, entry, prepared, sending, unwritable_dir};

/// What a full disk leaves for entries, in bytes.
const ROOM: u64 = 10 * 4096;

/// Tells a test that it runs in a child process, and where the journal is.
const CHILD: &str = "PAYDESK_TEST_JOURNAL";

#[test]
fn entries_of_unfinished_operations_come_back_as_they_were_written_oldest_first() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    let open = filled(&path);
    let journal = Journal::open(&path).unwrap();
    assert_eq!(journal.unfinished().unwrap(), open);
}

#[test]
fn entries_of_one_commit_are_chained_and_one_that_has_no_place_leaves_the_others_as_they_are() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    let mut journal = Journal::open(&path).unwrap();
    let entries = [
        prepared("op_1", "pay_1"),
        prepared("op_2", "pay_1"),
        prepared("op_3", "pay_3"),
        sending("op_1", "pay_1"),
        sending("op_9", "pay_9"),
        confirmed("op_1", "pay_1"),
        prepared("op_4", "pay_1"),
    ];
    let results = journal.append_all(&entries.iter().collect::<Vec<_>>());
    let refused = |at: usize| results[at].clone().unwrap_err();
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 5);
    assert_eq!((refused(1), refused(4)), (JournalRefusal::AlreadyOpen, JournalRefusal::NotOpen));
    drop(journal);
    assert_eq!(check(&path).unwrap(), JournalCheck { entries: 5, fault: None });
    let unfinished = Journal::open(&path).unwrap().unfinished().unwrap();
    assert_eq!(unfinished, [entries[2].clone(), entries[6].clone()]);
}

#[test]
fn what_ended_among_the_last_entries_is_told_of_and_nothing_before_them() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    let mut journal = Journal::open(&path).unwrap();
    let of = |id: &str| [prepared(id, "pay_1"), sending(id, "pay_1"), confirmed(id, "pay_1")];
    let first = of("op_first");
    journal.append_all(&first.iter().collect::<Vec<_>>());
    assert_eq!(journal.ended_last().unwrap(), first);
    for number in 0..100 {
        journal.append_all(&of(&format!("op_{number}")).iter().collect::<Vec<_>>());
    }
    journal.append(&prepared("op_open", "pay_1")).unwrap();
    let ended = journal.ended_last().unwrap();
    assert!(ended.ends_with(&of("op_99")), "that is open, or out of order");
    assert!(ended.len() >= 199 && !ended.contains(&first[0]), "{} entries", ended.len());
    assert_eq!(ended.len() % 3, 0, "an operation is told of with all its entries");
}

#[test]
fn a_disk_that_takes_a_part_of_many_entries_takes_none_of_them() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    let name = "journal::a_disk_that_takes_a_part_of_many_entries_takes_none_of_them";
    if let Some(path) = std::env::var_os(CHILD) {
        let mut journal = Journal::open(Path::new(&path)).unwrap();
        let entries: Vec<_> =
            (0..1_000).map(|number| prepared(&format!("op_{number}"), &format!("pay_{number}"))).collect();
        let results = journal.append_all(&entries.iter().collect::<Vec<_>>());
        assert!(results.iter().all(|result| matches!(result, Err(JournalRefusal::Failed(_)))), "{results:?}");
        return;
    }
    let child = on_a_small_disk(&path, name);
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
    assert_eq!(Journal::open(&path).unwrap().unfinished().unwrap(), []);
    assert_eq!(check(&path).unwrap(), JournalCheck { entries: 0, fault: None });
}

/// What a service could say: a key, a card number, an IBAN, a client secret, and 6 MB of it.
const SECRETS: [&str; 4] = ["snd_cAnArY0123", "4242 4242 4242 4242", "DE89 3704 0044 0532 0130 00", "secret_ZZtop"];

#[test]
fn words_of_the_service_are_scrubbed_and_bounded_before_they_are_written_for_ever() {
    let message = format!("no key {} card {} to {} pay_1_{} ", SECRETS[0], SECRETS[1], SECRETS[2], SECRETS[3]);
    let message = message + &"é".repeat(3_000_000);
    let text = || message.clone();
    let steps = [
        JournalStep::Unknown {
            attempt: 1,
            why: text(),
            own_id: false,
            contradicted: false,
            answer: None,
            changed: false,
            refused: false,
            withdrawn: false,
            refusal: None,
        },
        JournalStep::Confirmed { status: text() },
        JournalStep::Declined { code: text(), message: text() },
        JournalStep::Rejected { code: text(), message: text() },
        JournalStep::NotSent { why: text() },
        JournalStep::Resolved { by: ResolvedBy::Read, finding: text(), done_in: None, ended: None },
    ];
    for step in steps {
        let dir = dir();
        let path = dir.path().join("journal.sqlite");
        let mut journal = Journal::open(&path).unwrap();
        let name = step.name();
        let step = [prepared("op_1", "pay_1"), sending("op_1", "pay_1"), entry("op_1", "pay_1", step)];
        step.iter().for_each(|entry| journal.append(entry).unwrap());
        drop(journal);
        let payload: String = Connection::open(&path)
            .unwrap()
            .query_row("SELECT payload FROM entries ORDER BY seq DESC LIMIT 1", [], |row| row.get(0))
            .unwrap();
        assert!(SECRETS.iter().all(|secret| !payload.contains(secret)), "{name:?}: {payload}");
        assert!(payload.contains("card ************4242") && payload.contains("… (cut: 6000"), "{name:?}: {payload}");
        let texts = payload.matches("(cut: ").count();
        assert!(payload.len() <= texts * 4_096 + 300, "{name:?}: {} bytes in {texts} texts", payload.len());
        Journal::open(&path).unwrap();
    }
}

#[test]
fn a_status_that_nobody_knows_is_scrubbed_in_what_was_seen() {
    let dir = dir();
    let mut journal = Journal::open(&dir.path().join("journal.sqlite")).unwrap();
    let mut entry = prepared("op_1", "pay_1");
    let JournalStep::Prepared(Recorded::Known(known)) = &mut entry.step else { panic!("{entry:?}") };
    let Precondition::Payment(precondition) = &mut known.precondition else { panic!("{known:?}") };
    precondition.status = PaymentStatus::from_word("held for 4242424242424242");
    journal.append(&entry).unwrap();
    let kept = serde_json::to_string(&journal.unfinished().unwrap()).unwrap();
    assert!(kept.contains("held for ************4242") && !kept.contains("42424242"), "{kept}");
}

/// A fulfilment that saw these texts, in a request that carries them too.
fn prepared_with_texts(description: &str, metadata: Value) -> JournalEntry {
    let mut entry = prepared("op_1", "po_1");
    let JournalStep::Prepared(Recorded::Known(known)) = &mut entry.step else { panic!("{entry:?}") };
    known.plan.request.body = Some(json!({"description": description, "metadata": metadata, "payout_id": "po_1"}));
    known.precondition = Precondition::Payout(PayoutPrecondition {
        status: PayoutStatus::RequiresFulfillment,
        amount: known.plan.money.clone().unwrap(),
        description: Some(description.to_owned()),
        metadata: Some(metadata),
        recipient: Vec::new(),
        at: entry.at,
    });
    entry
}

fn plan_of(entry: &JournalEntry) -> &OperationPlan {
    let JournalStep::Prepared(Recorded::Known(known)) = &entry.step else { panic!("{entry:?}") };
    &known.plan
}

#[test]
fn texts_of_a_payout_are_scrubbed_and_bounded_and_what_was_cut_is_not_taken_for_what_was_confirmed() {
    let secrets = format!("{} {} {} pay_1_{}", SECRETS[0], SECRETS[1], SECRETS[2], SECRETS[3]);
    let long = "é".repeat(3_000_000);
    let many: Map<String, Value> = (0..100_000).map(|n| (format!("n{n}"), json!(n))).collect();
    for (description, metadata) in [
        (long.as_str(), json!({"operation_id": "op_made"})),
        (secrets.as_str(), json!({"operation_id": "op_made"})),
        ("Invoice 7", json!({"operation_id": "op_made", "to": secrets.clone()})),
        ("Invoice 7", json!({"operation_id": "op_made", "to": {"within": [secrets.clone()]}})),
        ("Invoice 7", json!({"operation_id": "op_made", "card": 4_242_424_242_424_242_u64})),
        ("Invoice 7", json!({"operation_id": "op_made", secrets.clone(): "a name"})),
        ("Invoice 7", json!({"operation_id": "op_made", "note": long.clone()})),
        ("Invoice 7", json!({"operation_id": "op_made", "many": many})),
    ] {
        let dir = dir();
        let path = dir.path().join("journal.sqlite");
        let mut journal = Journal::open(&path).unwrap();
        let entry = prepared_with_texts(description, metadata);
        assert!(plan_of(&entry).is_whole());
        journal.append(&entry).unwrap();
        let kept = journal.unfinished().unwrap();
        let payload = serde_json::to_string(&kept).unwrap();
        assert!(SECRETS.iter().all(|secret| !payload.contains(secret)), "{payload}");
        assert!(!payload.contains("4242424242424242") && payload.len() < 20_000, "{} bytes", payload.len());
        assert!(payload.contains("op_made"), "what it is recognised by is kept: {payload}");
        assert!(plan_of(&kept[0]).not_stored().is_some_and(|why| why.contains("only in part")), "{payload}");
    }
}

/// An operation that was prepared with this request.
fn prepared_with_body(body: Value) -> JournalEntry {
    let mut entry = prepared("op_made", "pay_1");
    let JournalStep::Prepared(Recorded::Known(known)) = &mut entry.step else { panic!() };
    known.plan.request.body = Some(body);
    entry
}

fn kept(entry: &JournalEntry) -> (JournalEntry, String) {
    let dir = dir();
    let mut journal = Journal::open(&dir.path().join("journal.sqlite")).unwrap();
    journal.append(entry).unwrap();
    let kept = journal.unfinished().unwrap().remove(0);
    let payload = serde_json::to_string(&kept).unwrap();
    (kept, payload)
}

#[test]
fn what_a_person_types_anywhere_in_a_request_is_scrubbed_and_what_was_scrubbed_is_not_sent_again() {
    for secret in SECRETS {
        let text = format!("see pay_1_{secret} there");
        for body in [
            json!({"refund_id": "ref_1", "payment_id": "pay_1", "amount": 500, "reason": text}),
            json!({"cancellation_reason": text}),
            json!({"customer_id": "cus_1", "name": text}),
            json!({"customer_id": "cus_1", "email": text, "phone": "1"}),
            json!({"customer_id": "cus_1", "phone": text}),
            json!({"customer_id": "cus_1", "address": {"line1": text}}),
            json!({"dispute_id": "dsp_1", "uncategorized_text": text}),
            json!({"dispute_id": "dsp_1", "customer_communication": text}),
            json!({"amount": 1, "order_details": [{"name": text, "quantity": 1}]}),
            json!({"amount": 1, "payment_link_config": {"seller_name": text}}),
            json!({"name": text}),
            json!({"amount": 1, "merchant_order_reference_id": text}),
            json!({"amount": 1, "customer": {"id": "cus_1", "name": text}}),
        ] {
            let entry = prepared_with_body(body.clone());
            let (kept, payload) = kept(&entry);
            assert!(!payload.contains(secret), "{payload}");
            assert!(plan_of(&kept).not_stored().is_some_and(|why| why.contains("only in part")), "{payload}");
            assert_eq!(plan_of(&entry).request.body, Some(body), "what is sent is what was typed");
        }
    }
}

#[test]
fn ids_amounts_and_harmless_texts_of_a_request_are_kept_as_they_were_typed() {
    let evidence = "They have it. ".repeat(4_000);
    for body in [
        json!({"refund_id": "4242424242424242", "payment_id": "pay_1", "amount": 4_242_424_242_424_242_i64,
            "reason": "Order 4242424242424241 came twice, see +49 30 901820"}),
        json!({"dispute_id": "dsp_1", "uncategorized_text": evidence}),
        json!({"customer_id": "cus_1", "name": "Zoë Müller", "email": "zoe@example.com"}),
    ] {
        let (kept, _) = kept(&prepared_with_body(body.clone()));
        assert_eq!(plan_of(&kept).request.body, Some(body));
        assert!(plan_of(&kept).is_whole());
    }
}

#[test]
fn texts_of_a_payout_that_are_short_and_harmless_are_kept_as_they_were_confirmed() {
    let pairs = (0..50)
        .map(|n| (format!("{:0>40}", format!("name_{n}")), json!("v".repeat(500))))
        .chain([("operation_id".to_owned(), json!("op_6ba7b810-9dad-11d1-80b4-00c04fd430c8"))]);
    let dir = dir();
    let mut journal = Journal::open(&dir.path().join("journal.sqlite")).unwrap();
    let entry = prepared_with_texts("Rechnung 2026-11-21 für Grace", Value::Object(pairs.collect()));
    journal.append(&entry).unwrap();
    assert_eq!(journal.unfinished().unwrap(), [entry]);
}

#[test]
fn an_entry_survives_a_process_that_is_killed_right_after_writing_it() {
    if let Some(path) = std::env::var_os(CHILD) {
        let mut journal = Journal::open(Path::new(&path)).unwrap();
        journal.append(&prepared("op_1", "pay_1")).unwrap();
        journal.append(&sending("op_1", "pay_1")).unwrap();
        // No destructors, no flushing, nothing.
        std::process::abort();
    }
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    let name = "journal::an_entry_survives_a_process_that_is_killed_right_after_writing_it";
    let this = std::env::current_exe().unwrap();
    let child = Command::new(this).args(["--exact", name]).env(CHILD, &path).output().unwrap();
    assert!(!child.status.success(), "the child was to be killed");
    let journal = Journal::open(&path).unwrap();
    assert_eq!(journal.unfinished().unwrap(), [prepared("op_1", "pay_1"), sending("op_1", "pay_1")]);
}

#[test]
fn a_transaction_cut_off_by_a_crash_is_undone_when_the_journal_is_opened() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    let open = filled(&path);
    let crashed = dir.path().join("crashed.sqlite");
    let connection = half_written(&path);
    std::fs::copy(&path, &crashed).unwrap();
    assert!(Journal::open(&crashed).is_err(), "nothing of the transaction reached the file");
    std::fs::copy(path.with_extension("sqlite-journal"), crashed.with_extension("sqlite-journal")).unwrap();
    drop(connection);
    assert_eq!(Journal::open(&crashed).unwrap().unfinished().unwrap(), open);
}

#[test]
fn no_flipped_bit_changes_what_the_journal_says() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    let open = filled(&path);
    let good = std::fs::read(&path).unwrap();
    let flipped_path = dir.path().join("flipped.sqlite");
    let (mut noticed, mut tried) = (0, 0);
    // Every 37th byte meets every page and every kind of place; the bit goes round.
    for byte in (0..good.len()).step_by(37) {
        let mut flipped = good.clone();
        flipped[byte] ^= 1 << (byte % 8);
        std::fs::write(&flipped_path, &flipped).unwrap();
        tried += 1;
        match Journal::open(&flipped_path).and_then(|journal| journal.unfinished()) {
            Ok(unfinished) => assert_eq!(unfinished, open, "byte {byte} changed what is unfinished"),
            Err(problem) => {
                noticed += 1;
                assert!(Problem::from(problem.clone()).what_to_do.contains("read-only"), "{problem:?}");
                assert_eq!(std::fs::read(&flipped_path).unwrap(), flipped, "a damaged file was modified");
            }
        }
    }
    assert!(noticed > tried / 20, "{noticed} of {tried} flips noticed");
}

#[test]
fn a_changed_entry_is_named_and_the_file_left_as_it_is() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    filled(&path);
    let mut bytes = std::fs::read(&path).unwrap();
    let at = bytes.windows(12).position(|bytes| bytes == b"\"succeeded\"}").unwrap();
    bytes[at + 1] = b'S';
    std::fs::write(&path, &bytes).unwrap();
    let problem = Journal::open(&path).unwrap_err();
    assert_eq!(
        Problem::from(problem.clone()).what,
        "The journal of operations is damaged: entry 6 was changed after it was written"
    );
    assert!(Problem::from(problem.clone()).what_to_do.contains(path.to_str().unwrap()));
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
}

#[test]
fn a_flipped_bit_in_the_definition_of_a_table_is_noticed() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    filled(&path);
    let good = std::fs::read(&path).unwrap();
    // With a column of another name the question for open operations would be answered with all of them.
    for name in ["operation_id TEXT NOT NULL UNIQUE", "payload TEXT", "BEFORE DELETE", "WHERE step = 'prepared'"] {
        let at = good.windows(name.len()).position(|bytes| bytes == name.as_bytes()).unwrap();
        let mut flipped = good.clone();
        flipped[at] ^= 1;
        std::fs::write(&path, &flipped).unwrap();
        assert!(Journal::open(&path).is_err(), "{name}");
        assert_eq!(std::fs::read(&path).unwrap(), flipped);
    }
}

#[test]
fn removed_reordered_or_replaced_entries_are_noticed() {
    for sql in [
        "DELETE FROM entries WHERE seq = 6",
        "DELETE FROM entries WHERE seq = 3",
        "DELETE FROM entries WHERE seq > 3",
        "DELETE FROM entries",
        "UPDATE entries SET seq = 60 WHERE seq = 6",
        "DELETE FROM entries WHERE seq = 1; UPDATE entries SET seq = seq - 1",
        "UPDATE entries SET seq = 100 WHERE seq = 2; UPDATE entries SET seq = 2 WHERE seq = 3; UPDATE entries SET seq = 3 WHERE seq = 100",
        "UPDATE entries SET operation_id = 'op_9' WHERE seq = 3",
        "UPDATE entries SET family = 'refund' WHERE seq = 3",
        "UPDATE entries SET format = 1 WHERE seq = 3",
        "UPDATE entries SET format = 3 WHERE seq = 3",
        "UPDATE entries SET payload = replace(payload, '400', '900') WHERE seq = 1",
        "DELETE FROM head",
    ] {
        let dir = dir();
        let path = dir.path().join("journal.sqlite");
        filled(&path);
        tampered(&path, sql);
        let before = std::fs::read(&path).unwrap();
        let problem = Journal::open(&path).expect_err(sql);
        assert!(
            !Problem::from(problem.clone()).what.contains("tables"),
            "{sql}: noticed for another reason: {problem:?}"
        );
        assert_eq!(std::fs::read(&path).unwrap(), before, "{sql}");
    }
}

#[test]
fn entries_cannot_be_changed_or_deleted_in_passing() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    filled(&path);
    let connection = Connection::open(&path).unwrap();
    for sql in ["UPDATE entries SET at = 'now'", "DELETE FROM entries"] {
        let error = connection.execute(sql, []).unwrap_err();
        assert!(error.to_string().contains("only ever added to"), "{error}");
    }
}

#[test]
fn the_list_of_open_operations_is_made_anew_from_a_chain_that_holds() {
    for sql in [
        "DELETE FROM open_operations",
        "INSERT INTO open_operations VALUES ('embedded-sandbox', 'payment', 'pay_2', 'op_2', 1)",
        "UPDATE open_operations SET resource = 'pay_7'",
        "UPDATE open_operations SET family = 'refund'",
        "UPDATE open_operations SET attempts = 0",
    ] {
        let dir = dir();
        let path = dir.path().join("journal.sqlite");
        let open = filled(&path);
        Connection::open(&path).unwrap().execute_batch(sql).unwrap();
        let mut journal = Journal::open(&path).unwrap();
        assert_eq!(journal.unfinished().unwrap(), open, "{sql}");
        assert_eq!(journal.append(&prepared("op_3", "pay_1")), Err(JournalRefusal::AlreadyOpen), "{sql}");
        assert_eq!(journal.append(&sending("op_1", "pay_1")), Err(JournalRefusal::WrittenAlready), "{sql}");
        journal.append(&prepared("op_4", "pay_2")).unwrap();
    }
}

#[test]
fn nothing_is_added_behind_an_entry_that_was_damaged_while_the_journal_was_open() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    filled(&path);
    let mut journal = Journal::open(&path).unwrap();
    tampered(&path, "UPDATE entries SET payload = replace(payload, 'succeeded', 'cancelled') WHERE seq = 6");
    let refusal = journal.append(&prepared("op_3", "pay_3")).unwrap_err();
    assert!(matches!(refusal, JournalRefusal::Failed(problem) if problem.what.contains("entry 6 was changed")));
}

#[test]
fn a_journal_of_a_newer_paydesk_is_left_alone() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    filled(&path);
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 3).unwrap();
    let before = std::fs::read(&path).unwrap();
    let problem = Journal::open(&path).unwrap_err();
    assert!(Problem::from(problem.clone()).what.contains("written by a newer Paydesk"), "{problem:?}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_file_that_is_no_journal_is_left_alone() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    for content in ["", "not a database", "SQLite format 3\0"] {
        std::fs::write(&path, content).unwrap();
        let problem = Journal::open(&path).unwrap_err();
        assert!(Problem::from(problem.clone()).what_to_do.contains(path.to_str().unwrap()), "{problem:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
    }
    std::fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE recipes (name)").unwrap();
    let problem = Journal::open(&path).unwrap_err();
    assert!(Problem::from(problem.clone()).what.contains("not a Paydesk journal"), "{problem:?}");
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    assert!(Journal::open(&path).is_err());
}

#[test]
fn where_nothing_can_be_written_there_is_no_journal_and_the_person_is_told() {
    let dir = dir();
    let missing = Journal::open(&dir.path().join("gone").join("journal.sqlite")).unwrap_err();
    assert!(
        Problem::from(missing.clone()).what.contains("the file or a directory in its path is missing"),
        "{missing:?}"
    );
    if let Some(unwritable) = unwritable_dir(dir.path()) {
        let problem = Journal::open(&unwritable.join("journal.sqlite")).unwrap_err();
        assert!(Problem::from(problem.clone()).what.contains("you are not allowed to"), "{problem:?}");
        assert!(Problem::from(problem.clone()).what_to_do.contains("read-only"), "{problem:?}");
    }
}

#[test]
fn another_program_that_keeps_the_file_locked_is_named() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    let mut journal = Journal::open(&path).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let refusal = journal.append(&prepared("op_1", "pay_1")).unwrap_err();
    assert!(
        matches!(&refusal, JournalRefusal::Failed(problem) if problem.what.contains("has locked it")),
        "{refusal:?}"
    );
    other.execute_batch("ROLLBACK").unwrap();
    journal.append(&prepared("op_1", "pay_1")).unwrap();
}

#[cfg(unix)]
/// Runs the test `name` again as a process whose files may grow to some pages more than an empty journal has; the signal
/// that would end it is off.
fn on_a_small_disk(path: &Path, name: &str) -> Output {
    let empty = path.with_file_name("empty.sqlite");
    drop(Journal::open(&empty).unwrap());
    let blocks = (std::fs::metadata(&empty).unwrap().len() + ROOM) / 512;
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" --exact \"$1\"");
    let this = std::env::current_exe().unwrap();
    Command::new("sh").args(["-c", &script]).arg(this).arg(name).env(CHILD, path).output().unwrap()
}

#[test]
fn a_disk_that_takes_no_more_refuses_an_entry_and_leaves_a_journal_that_holds() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    let name = "journal::a_disk_that_takes_no_more_refuses_an_entry_and_leaves_a_journal_that_holds";
    if let Some(path) = std::env::var_os(CHILD) {
        let mut journal = Journal::open(Path::new(&path)).unwrap();
        let entries = (0..10_000).map(|number| prepared(&format!("op_{number}"), &format!("pay_{number}")));
        let refusal = entries.map(|entry| journal.append(&entry)).find_map(Result::err).unwrap();
        assert!(matches!(&refusal, JournalRefusal::Failed(problem) if problem.what.contains("disk")), "{refusal:?}");
        return;
    }
    let child = on_a_small_disk(&path, name);
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
    let mut journal = Journal::open(&path).unwrap();
    let kept = journal.unfinished().unwrap().len();
    assert!(kept > 20, "{kept} entries in {ROOM} bytes");
    journal.append(&prepared("op_after", "pay_after")).unwrap();
}

#[test]
fn the_journal_is_read_in_pages_and_by_operation() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    let open = filled(&path);
    let journal = Journal::open(&path).unwrap();
    let first = journal.page(0, 4).unwrap();
    let numbers = |page: &JournalPage| page.lines.iter().map(|line| line.number).collect::<Vec<_>>();
    assert_eq!((numbers(&first), first.last, first.more), (vec![1, 2, 3, 4], 4, true));
    let rest = journal.page(first.last, 4).unwrap();
    assert_eq!((numbers(&rest), rest.last, rest.more), (vec![5, 6], 6, false));
    let nothing = journal.page(rest.last, 4).unwrap();
    assert_eq!((numbers(&nothing), nothing.last, nothing.more), (vec![], 6, false));
    let entries: Vec<_> = first.lines.iter().filter_map(|line| line.entry.as_deref().cloned()).collect();
    assert_eq!(entries[..3], open);
    assert_eq!(journal.operation(&OperationId::new("op_1")).unwrap(), open);
    assert_eq!(journal.operation(&OperationId::new("op_3")).unwrap(), []);
}

#[test]
fn a_check_names_the_first_entry_that_was_changed_removed_or_moved_and_changes_nothing() {
    for (sql, first_broken) in [
        ("UPDATE entries SET at = '2020-01-01T00:00:00Z' WHERE seq = 1", 1),
        ("UPDATE entries SET payload = replace(payload, 'op_2', 'op_3') WHERE seq = 4", 4),
        ("DELETE FROM entries WHERE seq = 3", 3),
        ("DELETE FROM entries WHERE seq > 4", 5),
        ("UPDATE entries SET seq = 60 WHERE seq = 6", 6),
    ] {
        let dir = dir();
        let path = dir.path().join("journal.sqlite");
        filled(&path);
        assert_eq!(check(&path).unwrap(), JournalCheck { entries: 6, fault: None });
        tampered(&path, sql);
        let before = std::fs::read(&path).unwrap();
        assert_eq!(check(&path).unwrap().first_broken(), Some(first_broken), "{sql}");
        assert!(std::fs::read(&path).unwrap() == before, "the journal was touched");
    }
}
