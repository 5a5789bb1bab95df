//! Open operations: at most one of a target in a profile, each attempt written down once, and a last word.

use paydesk_api::operation::Target;
use paydesk_core::operations::journal::{JournalEntry, JournalRefusal, JournalStep};
use paydesk_domain::operation::ResourceKind;
use paydesk_store::Journal;

use super::{attempt, confirmed, dir, entry, final_steps, of, prepared, sending, unknown};

#[test]
fn every_final_step_frees_the_payment_for_another_operation() {
    let dir = dir();
    let mut journal = Journal::open(&dir.path().join("journal.sqlite")).unwrap();
    for (number, step) in final_steps().into_iter().enumerate() {
        let id = format!("op_{number}");
        journal.append(&prepared(&id, "pay_1")).unwrap();
        journal.append(&sending(&id, "pay_1")).unwrap();
        assert_eq!(journal.unfinished().unwrap().len(), 2);
        journal.append(&entry(&id, "pay_1", step)).unwrap();
        assert_eq!(journal.unfinished().unwrap(), []);
    }
}

#[test]
fn a_second_operation_on_a_payment_is_refused_even_from_another_process() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    let (mut first, mut second) = (Journal::open(&path).unwrap(), Journal::open(&path).unwrap());
    first.append(&prepared("op_1", "pay_1")).unwrap();
    assert_eq!(second.append(&prepared("op_2", "pay_1")), Err(JournalRefusal::AlreadyOpen));
    assert_eq!(first.append(&prepared("op_3", "pay_1")), Err(JournalRefusal::AlreadyOpen));
    second.append(&prepared("op_4", "pay_2")).unwrap();
    let other_profile = JournalEntry { profile_id: "shop".into(), ..prepared("op_5", "pay_1") };
    second.append(&other_profile).unwrap();

    first.append(&sending("op_1", "pay_1")).unwrap();
    first.append(&confirmed("op_1", "pay_1")).unwrap();
    second.append(&prepared("op_6", "pay_1")).unwrap();
    assert!(Journal::open(&path).is_ok(), "two writers left a chain that does not hold");
}

#[test]
fn an_operation_that_is_not_open_is_not_sent() {
    let dir = dir();
    let mut journal = Journal::open(&dir.path().join("journal.sqlite")).unwrap();
    assert_eq!(journal.append(&sending("op_1", "pay_1")), Err(JournalRefusal::NotOpen));
    journal.append(&prepared("op_1", "pay_1")).unwrap();
    assert_eq!(journal.append(&sending("op_2", "pay_1")), Err(JournalRefusal::NotOpen));
    assert_eq!(journal.append(&sending("op_1", "pay_2")), Err(JournalRefusal::NotOpen));
    journal.append(&sending("op_1", "pay_1")).unwrap();
    journal.append(&confirmed("op_1", "pay_1")).unwrap();
    assert_eq!(journal.append(&attempt("op_1", "pay_1", 2)), Err(JournalRefusal::NotOpen));
    assert_eq!(journal.append(&prepared("op_1", "pay_1")), Err(JournalRefusal::WrittenAlready), "an id is used once");
    assert_eq!(journal.append(&prepared("op_1", "pay_9")), Err(JournalRefusal::WrittenAlready), "wherever it is used");
}

#[test]
fn an_attempt_is_written_down_once_and_numbers_only_rise() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    let (mut first, mut second) = (Journal::open(&path).unwrap(), Journal::open(&path).unwrap());
    first.append(&prepared("op_1", "pay_1")).unwrap();
    first.append(&attempt("op_1", "pay_1", 1)).unwrap();
    assert_eq!(second.append(&attempt("op_1", "pay_1", 1)), Err(JournalRefusal::WrittenAlready));
    first.append(&unknown("op_1", "pay_1")).unwrap();
    second.append(&attempt("op_1", "pay_1", 2)).unwrap();
    for number in 0..=2 {
        assert_eq!(first.append(&attempt("op_1", "pay_1", number)), Err(JournalRefusal::WrittenAlready));
    }
    let mut later = Journal::open(&path).unwrap();
    assert_eq!(later.append(&attempt("op_1", "pay_1", 2)), Err(JournalRefusal::WrittenAlready));
    later.append(&attempt("op_1", "pay_1", 3)).unwrap();
    assert_eq!(later.unfinished().unwrap().len(), 5);
}

#[test]
fn nothing_is_added_to_an_operation_that_has_its_last_word_or_was_never_prepared() {
    let after = || {
        final_steps().into_iter().chain([JournalStep::Unknown {
            attempt: 1,
            why: "lost".to_owned(),
            own_id: false,
            contradicted: false,
            answer: None,
            changed: false,
            refused: false,
            withdrawn: false,
            refusal: None,
        }])
    };
    for last in final_steps() {
        let dir = dir();
        let path = dir.path().join("journal.sqlite");
        let mut journal = Journal::open(&path).unwrap();
        for step in after() {
            assert_eq!(journal.append(&entry("op_1", "pay_1", step)), Err(JournalRefusal::NotOpen));
        }
        journal.append(&prepared("op_1", "pay_1")).unwrap();
        journal.append(&sending("op_1", "pay_1")).unwrap();
        journal.append(&entry("op_1", "pay_1", last)).unwrap();
        // Another operation on the same payment is not closed by what is said of the first.
        journal.append(&prepared("op_2", "pay_1")).unwrap();
        for step in after() {
            assert_eq!(journal.append(&entry("op_1", "pay_1", step)), Err(JournalRefusal::NotOpen));
        }
        assert_eq!(Journal::open(&path).unwrap().unfinished().unwrap(), [prepared("op_2", "pay_1")]);
    }
}

#[test]
fn things_of_different_families_with_the_same_id_do_not_block_each_other() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    let mut journal = Journal::open(&path).unwrap();
    let refund = |id: &str| of(Target::new(ResourceKind::Refund, "pay_1"), prepared(id, "pay_1"));
    journal.append(&prepared("op_1", "pay_1")).unwrap();
    journal.append(&refund("op_2")).unwrap();
    assert_eq!(journal.append(&refund("op_3")), Err(JournalRefusal::AlreadyOpen));
    assert_eq!(journal.append(&prepared("op_4", "pay_1")), Err(JournalRefusal::AlreadyOpen));
    journal.append(&confirmed("op_1", "pay_1")).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    assert_eq!(Journal::open(&path).unwrap().unfinished().unwrap(), [refund("op_2")]);
}

#[test]
fn a_refused_entry_leaves_nothing_behind() {
    let dir = dir();
    let path = dir.path().join("journal.sqlite");
    let mut journal = Journal::open(&path).unwrap();
    journal.append(&prepared("op_1", "pay_1")).unwrap();
    journal.append(&prepared("op_2", "pay_1")).unwrap_err();
    assert_eq!(journal.unfinished().unwrap(), [prepared("op_1", "pay_1")]);
    assert_eq!(Journal::open(&path).unwrap().unfinished().unwrap(), [prepared("op_1", "pay_1")]);
}
