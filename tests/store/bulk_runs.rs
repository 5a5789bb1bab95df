//! Bulk runs on disk: what was confirmed, and how far the journal says it came.

use paydesk_core::Message;
use paydesk_core::effect::StoreJob;
use paydesk_core::features::bulk::{BulkItem, BulkKind, FoundRun, StoredRun};
use paydesk_core::operations::journal::JournalStepName;
use paydesk_domain::ids::OperationId;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::profile::ProfileId;

use super::worker::{files, next, store};
use super::{confirmed, prepared, sending};

fn item(number: usize) -> BulkItem {
    BulkItem {
        target: format!("pay_{number}"),
        operation_id: OperationId::new(format!("op_{number}")),
        amount: Money::new(100, Currency::iso4217("EUR")),
        whole: true,
        seen_minor: 100,
        seen_status: "requires_capture".to_owned(),
        seen_received: Some(0),
        seen_capturable: Some(100),
        seen_refunded: None,
        created: None,
        line: Some(7),
        reason: None,
        person: None,
    }
}

pub fn run(profile: &str) -> StoredRun {
    StoredRun {
        profile_id: ProfileId::new(profile),
        kind: BulkKind::Capture,
        confirmed_at: "2026-11-21T10:00:00Z".parse().unwrap(),
        reason: String::new(),
        items: (1..=3).map(item).collect(),
        excluded: Vec::new(),
        is_stopped: false,
        left_out: Vec::new(),
        id: None,
        not_begun: Vec::new(),
        is_approved: false,
    }
}

/// What is found once the journal holds `entries`.
pub fn found(dir: &std::path::Path) -> (Vec<FoundRun>, Option<String>) {
    let (store, events) = store(dir, 100, 100);
    store.submit(StoreJob::OpenJournal);
    store.submit(StoreJob::OpenBulkRuns);
    loop {
        if let Message::BulkRunsOpened { runs, problem } = next(&events) {
            return (runs, problem.map(|problem| problem.what));
        }
    }
}

pub fn save(dir: &std::path::Path, run: &StoredRun) -> Message {
    let (store, events) = store(dir, 100, 100);
    store.submit(StoreJob::SaveBulkRun(Box::new(run.clone())));
    next(&events)
}

#[test]
fn a_run_is_found_again_with_the_last_step_of_each_operation() {
    let dir = tempfile::tempdir().unwrap();
    let stored = run("embedded-sandbox");
    let saved = Message::BulkRunSaved { profile_id: stored.profile_id.clone(), problem: None };
    assert_eq!(save(dir.path(), &stored), saved);
    {
        let (store, events) = store(dir.path(), 100, 100);
        store.submit(StoreJob::OpenJournal);
        let entries = [prepared("op_1", "pay_1"), sending("op_1", "pay_1"), confirmed("op_1", "pay_1")];
        for entry in entries.into_iter().chain([prepared("op_2", "pay_2"), prepared("op_other", "pay_9")]) {
            store.submit(StoreJob::WriteJournal(entry));
        }
        (0..6).for_each(|_| drop(next(&events)));
    }
    let (runs, problem) = found(dir.path());
    assert_eq!((runs.len(), problem), (1, None));
    assert_eq!(runs[0].run, stored);
    let mut steps: Vec<(&str, JournalStepName)> =
        runs[0].steps.iter().map(|(id, step)| (id.as_str(), step.name())).collect();
    steps.sort_unstable_by_key(|(id, _)| *id);
    assert_eq!(steps, [("op_1", JournalStepName::Confirmed), ("op_2", JournalStepName::Prepared)]);
}

#[test]
fn each_profile_has_one_run_and_a_removed_one_is_gone() {
    let dir = tempfile::tempdir().unwrap();
    // A name that is no name of a file leads nowhere else.
    let profiles = ["embedded-sandbox", "../../profile"];
    for profile in profiles {
        save(dir.path(), &run(profile));
        save(dir.path(), &StoredRun { is_stopped: true, ..run(profile) });
    }
    let (runs, _) = found(dir.path());
    assert_eq!(runs.len(), 2);
    assert!(runs.iter().all(|found| found.run.is_stopped), "the newest of each");
    let written: Vec<_> = std::fs::read_dir(&files(dir.path()).bulk).unwrap().collect();
    assert_eq!(written.len(), 2);
    {
        let (store, _events) = store(dir.path(), 100, 100);
        for profile in profiles {
            store.submit(StoreJob::RemoveBulkRun { profile_id: ProfileId::new(profile) });
        }
        assert!(store.finish(paydesk_test_basics::waiting::PATIENCE));
    }
    assert_eq!(found(dir.path()), (Vec::new(), None));
}

#[test]
fn a_damaged_run_is_set_aside_and_said() {
    let dir = tempfile::tempdir().unwrap();
    save(dir.path(), &run("embedded-sandbox"));
    let file = files(dir.path()).bulk.join("embedded-sandbox.json");
    std::fs::write(&file, "{\"profile_id\": ").unwrap();
    let (runs, problem) = found(dir.path());
    assert!(runs.is_empty());
    assert!(problem.is_some_and(|what| what.contains("damaged")));
    assert!(!file.exists(), "the next start does not find it");
    assert_eq!(found(dir.path()), (Vec::new(), None));
}

#[cfg(unix)]
#[test]
fn only_its_owner_may_read_a_run() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    save(dir.path(), &run("embedded-sandbox"));
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let bulk = files(dir.path()).bulk;
    assert_eq!((mode(&bulk), mode(&bulk.join("embedded-sandbox.json"))), (0o700, 0o600));
}
