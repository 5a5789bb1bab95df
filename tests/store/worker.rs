//! The store's thread: what is asked never blocks, what is owed is answered, in order.

use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use paydesk_core::Message;
use paydesk_core::effect::{SharedKeep, StoreJob};
use paydesk_core::operations::journal::{JournalRefusal, JournalStepName};
use paydesk_core::settings::Settings;
use paydesk_domain::ids::{EventId, OperationId};
use paydesk_store::settings::load;
use paydesk_store::{Journal, Store, StoreFiles};
use paydesk_test_basics::waiting::{PATIENCE, step_until};

use super::{confirmed, prepared, sending};

pub fn files(dir: &Path) -> StoreFiles {
    StoreFiles::in_dir(dir)
}

/// A store whose events arrive here; `room` is how many it may report before it has to wait.
pub fn store(dir: &Path, room: usize, queue_max: usize) -> (Store, Receiver<Message>) {
    let (sender, events): (SyncSender<Message>, _) = sync_channel(room);
    let sink = Box::new(move |event| drop(sender.send(event)));
    let store = Store::start_with_queue(files(dir), sink, queue_max);
    (store.unwrap(), events)
}

/// Fills a queue of one of a store that waits with its first report: one job is under way and one waits, for good.
fn fill(store: &Store) {
    let mut taken = 0;
    step_until("the queue is full", || {
        taken += usize::from(store.submit(StoreJob::OpenJournal).is_none());
        (taken == 2).then_some(())
    });
}

pub fn next(events: &Receiver<Message>) -> Message {
    step_until("the store reports", || events.try_recv().ok())
}

fn written(id: &str, step: JournalStepName) -> Message {
    Message::JournalWritten { operation_id: OperationId::new(id), step }
}

#[test]
fn entries_are_answered_in_the_order_they_were_given() {
    let dir = tempfile::tempdir().unwrap();
    let (store, events) = store(dir.path(), 100, 100);
    assert_eq!(store.submit(StoreJob::OpenJournal), None);
    for entry in [prepared("op_1", "pay_1"), sending("op_1", "pay_1"), confirmed("op_1", "pay_1")] {
        assert_eq!(store.submit(StoreJob::WriteJournal(entry)), None);
    }
    // The payment is free by the time the next one is looked at.
    assert_eq!(store.submit(StoreJob::WriteJournal(prepared("op_2", "pay_1"))), None);
    assert_eq!(next(&events), Message::JournalOpened { entries: Vec::new() });
    assert_eq!(next(&events), written("op_1", JournalStepName::Prepared));
    assert_eq!(next(&events), written("op_1", JournalStepName::Sending));
    assert_eq!(next(&events), written("op_1", JournalStepName::Confirmed));
    assert_eq!(next(&events), written("op_2", JournalStepName::Prepared));
}

#[test]
fn what_was_unfinished_is_reported_when_the_journal_is_opened() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("journal.sqlite");
    Journal::open(&path).unwrap().append(&prepared("op_1", "pay_1")).unwrap();
    let (store, events) = store(dir.path(), 100, 100);
    store.submit(StoreJob::OpenJournal);
    assert_eq!(next(&events), Message::JournalOpened { entries: vec![prepared("op_1", "pay_1")] });
}

#[test]
fn without_an_open_journal_every_entry_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("journal.sqlite"), "not a journal").unwrap();
    let (store, events) = store(dir.path(), 100, 100);
    store.submit(StoreJob::WriteJournal(prepared("op_1", "pay_1")));
    store.submit(StoreJob::OpenJournal);
    store.submit(StoreJob::WriteJournal(prepared("op_2", "pay_1")));
    assert!(matches!(next(&events), Message::JournalRefused { refusal: JournalRefusal::Failed(_), .. }));
    assert!(matches!(next(&events), Message::JournalUnavailable { .. }));
    assert!(matches!(next(&events), Message::JournalRefused { refusal: JournalRefusal::Failed(_), .. }));
}

#[test]
fn a_full_queue_refuses_an_entry_aloud_and_never_blocks() {
    let dir = tempfile::tempdir().unwrap();
    // No room for reports: the store waits with the first one, and jobs pile up behind it.
    let (store, events) = store(dir.path(), 0, 2);
    store.submit(StoreJob::OpenJournal);
    let journal = dir.path().join("journal.sqlite");
    step_until("the store has taken the first job", || journal.exists().then_some(()));
    let mut given = 0;
    let refused = step_until("the queue is full", || {
        given += 1;
        store.submit(StoreJob::WriteJournal(prepared(&format!("op_{given}"), &format!("pay_{given}"))))
    });
    let Message::JournalRefused { operation_id, step, refusal: JournalRefusal::Failed(problem) } = refused else {
        panic!("{refused:?}");
    };
    assert_eq!((operation_id.as_str(), step), (format!("op_{given}").as_str(), JournalStepName::Prepared));
    assert!(problem.what.contains("Too many entries"), "{problem:?}");
    assert!(matches!(store.submit(StoreJob::OpenJournal), Some(Message::JournalUnavailable { .. })));

    assert_eq!(next(&events), Message::JournalOpened { entries: Vec::new() });
    for number in 1..given {
        assert_eq!(next(&events), written(&format!("op_{number}"), JournalStepName::Prepared));
    }
    drop(events);
    assert!(store.finish(PATIENCE));
    let kept = Journal::open(&journal).unwrap().unfinished().unwrap();
    assert_eq!(kept.len(), given - 1, "a refused entry was written, or a taken one lost");
}

/// What is notified of a job that is not done, in words.
fn text(event: Message) -> String {
    let problem = match event {
        Message::RecordNotStored { problem } | Message::EventsNotNoted { problem } | Message::Noticed { problem } => {
            problem
        }
        Message::RecordsOpened { problem, .. }
        | Message::DocumentsOpened { problem, .. }
        | Message::DocumentSaved { problem, .. }
        | Message::NotesOpened { problem, .. }
        | Message::SharingOpened { problem, .. }
        | Message::SharedKept { problem, .. }
        | Message::EventsOpened { problem, .. } => problem.unwrap(),
        Message::EventsExported { result } => result.unwrap_err(),
        Message::OlderEventsRead { result, .. } => result.unwrap_err(),
        Message::ExportsSaved { mut problems, .. } => problems.remove(0),
        other => panic!("{other:?} speaks of the journal"),
    };
    format!("{}. {}", problem.what, problem.what_to_do)
}

#[test]
fn what_a_full_queue_says_of_a_job_that_is_not_the_journal_s_leaves_the_desk_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let (store, _events) = store(dir.path(), 0, 1);
    fill(&store);
    let at = "2026-11-21T10:00:00Z".parse().unwrap();
    let refused = [
        store.submit(StoreJob::OpenRecords),
        store.submit(StoreJob::KeepRecords(Vec::new())),
        store.submit(StoreJob::OpenDocuments),
        store.submit(StoreJob::OpenNotes),
        store.submit(StoreJob::OpenEvents),
        store.submit(StoreJob::OpenSharing),
        store.submit(StoreJob::KeepShared(Box::new(SharedKeep::new("shop".into())))),
        store.submit(StoreJob::ForgetSharing { profile_id: "shop".into() }),
        store.submit(StoreJob::NoteEvents(Vec::new())),
        store.submit(StoreJob::ExportEvents { profile_id: "shop".into(), at }),
        store.submit(StoreJob::ReadOlderEvents { profile_id: "shop".into(), before: EventId::new("evt_1"), most: 10 }),
        store.submit(StoreJob::SaveExports { files: Vec::new(), at }),
        store.submit(StoreJob::SaveEvidence { document: Box::default(), at }),
    ];
    for refused in refused {
        let text = text(refused.expect("the queue is full"));
        assert!(!text.contains("journal") && !text.contains("read-only"), "{text}");
    }
}

#[test]
fn of_many_settings_the_newest_is_kept_even_when_the_queue_is_full() {
    let dir = tempfile::tempdir().unwrap();
    let (store, events) = store(dir.path(), 0, 1);
    fill(&store);
    for percent in 80..=150 {
        store.submit(StoreJob::SaveSettings(Settings { text_percent: percent, ..Settings::default() }));
    }
    drop(events);
    assert!(store.finish(PATIENCE));
    assert_eq!(load(&dir.path().join("settings.json")).value.text_percent, 150);
}

#[test]
fn settings_that_cannot_be_saved_are_reported() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(dir.path().join("settings.json").join("in the way")).unwrap();
    let (store, events) = store(dir.path(), 100, 100);
    store.submit(StoreJob::SaveSettings(Settings::default()));
    assert!(matches!(next(&events), Message::SettingsNotSaved { .. }));
}

#[test]
fn entries_given_before_the_end_are_written_though_nobody_listens() {
    let dir = tempfile::tempdir().unwrap();
    let (store, events) = store(dir.path(), 100, 100);
    drop(events);
    store.submit(StoreJob::OpenJournal);
    for number in 0..20 {
        store.submit(StoreJob::WriteJournal(prepared(&format!("op_{number}"), &format!("pay_{number}"))));
    }
    assert!(store.finish(PATIENCE));
    let kept = Journal::open(&dir.path().join("journal.sqlite")).unwrap().unfinished().unwrap();
    assert_eq!(kept.len(), 20);
}

#[test]
fn a_journal_is_exported_whole_or_damaged_in_turn_with_the_entries() {
    let dir = tempfile::tempdir().unwrap();
    let at = "2026-11-21T10:00:00Z".parse().unwrap();
    let (store_, events) = store(dir.path(), 100, 100);
    store_.submit(StoreJob::OpenJournal);
    store_.submit(StoreJob::WriteJournal(prepared("op_1", "pay_1")));
    assert_eq!(store_.submit(StoreJob::ExportJournal { at }), None);
    store_.submit(StoreJob::WriteJournal(sending("op_1", "pay_1")));
    assert_eq!(next(&events), Message::JournalOpened { entries: Vec::new() });
    assert_eq!(next(&events), written("op_1", JournalStepName::Prepared));
    let Message::JournalExported { export } = next(&events) else { panic!("no export") };
    assert!(export.whole && export.entries == 1, "{export:?}");
    assert!(export.path.starts_with(&*dir.path().join("exports").to_string_lossy()), "{export:?}");
    assert_eq!(next(&events), written("op_1", JournalStepName::Sending));
    assert!(store_.finish(PATIENCE));

    std::fs::write(dir.path().join("journal.sqlite"), "no journal any more").unwrap();
    let (store, events) = store(dir.path(), 100, 100);
    store.submit(StoreJob::OpenJournal);
    store.submit(StoreJob::ExportJournal { at });
    assert!(matches!(next(&events), Message::JournalUnavailable { .. }));
    assert!(matches!(next(&events), Message::JournalExported { export } if !export.whole));
}

/// Does one job of a store of its own, as at a start.
fn at_a_start(dir: &Path, job: StoreJob) -> Message {
    let (store, events) = store(dir, 100, 100);
    store.submit(job);
    let message = next(&events);
    assert!(store.finish(PATIENCE));
    message
}

#[test]
fn a_journal_that_is_gone_is_not_made_new_before_a_person_asks_for_it() {
    for sibling in ["records.sqlite", "evidence.sqlite", "events.sqlite", "notes.sqlite", "journal.sqlite-journal"] {
        let dir = tempfile::tempdir().unwrap();
        let journal = dir.path().join("journal.sqlite");
        std::fs::write(dir.path().join(sibling), "x").unwrap();
        let Message::JournalMissing { problem } = at_a_start(dir.path(), StoreJob::OpenJournal) else {
            panic!("{sibling}: the journal was made new");
        };
        assert!(!journal.exists(), "{sibling}");
        assert!(problem.what_to_do.contains(sibling) && problem.what.contains("journal.sqlite"), "{problem:?}");
        assert!(matches!(at_a_start(dir.path(), StoreJob::OpenJournal), Message::JournalMissing { .. }));
        let started = at_a_start(dir.path(), StoreJob::StartNewJournal);
        assert_eq!(started, Message::JournalOpened { entries: Vec::new() }, "{sibling}");
        assert!(journal.exists());
        assert!(matches!(at_a_start(dir.path(), StoreJob::OpenJournal), Message::JournalOpened { .. }));
    }
}

#[test]
fn where_no_journal_can_be_made_no_other_file_is_and_the_next_start_misses_none() {
    let dir = tempfile::tempdir().unwrap();
    let later = dir.path().join("later");
    let files = StoreFiles { journal: later.join("journal.sqlite"), ..files(dir.path()) };
    let opens = [
        StoreJob::OpenJournal,
        StoreJob::OpenRecords,
        StoreJob::OpenDocuments,
        StoreJob::OpenNotes,
        StoreJob::OpenEvents,
    ];
    let start = || {
        let (sender, events): (SyncSender<Message>, _) = sync_channel(100);
        let store = Store::start(files.clone(), Box::new(move |event| drop(sender.send(event)))).unwrap();
        opens.iter().for_each(|job| assert_eq!(store.submit(job.clone()), None));
        let reported: Vec<Message> = opens.iter().map(|_| next(&events)).collect();
        assert!(store.finish(PATIENCE));
        reported
    };
    let mut reported = start();
    assert!(matches!(reported.remove(0), Message::JournalUnavailable { .. }));
    assert!(reported.into_iter().all(|reported| text(reported).contains("journal of operations could not be created")));
    std::fs::create_dir(&later).unwrap();
    assert_eq!(start().remove(0), Message::JournalOpened { entries: Vec::new() });
    assert!(files.records.exists() && files.documents.exists() && files.notes.exists() && files.events.exists());
}

#[test]
fn a_journal_that_was_put_back_is_found_with_what_was_unfinished() {
    let dir = tempfile::tempdir().unwrap();
    let (journal, aside) = (dir.path().join("journal.sqlite"), dir.path().join("aside"));
    Journal::open(&journal).unwrap().append(&prepared("op_1", "pay_1")).unwrap();
    std::fs::write(dir.path().join("records.sqlite"), "x").unwrap();
    std::fs::rename(&journal, &aside).unwrap();
    let (store, events) = store(dir.path(), 100, 100);
    store.submit(StoreJob::OpenJournal);
    assert!(matches!(next(&events), Message::JournalMissing { .. }));
    store.submit(StoreJob::WriteJournal(prepared("op_2", "pay_2")));
    assert!(matches!(next(&events), Message::JournalRefused { refusal: JournalRefusal::Failed(_), .. }));
    std::fs::rename(&aside, &journal).unwrap();
    store.submit(StoreJob::OpenJournal);
    assert_eq!(next(&events), Message::JournalOpened { entries: vec![prepared("op_1", "pay_1")] });
}

#[test]
fn the_first_start_makes_the_journal_without_a_question_also_after_a_profile_was_connected() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("settings.json"), "{}").unwrap();
    let profiles = r#"{"profiles": [{"id": "shop", "name": "Shop", "environment": "sandbox",
        "base_url": "https://pay.example"}]}"#;
    std::fs::write(dir.path().join("profiles.json"), profiles).unwrap();
    let (store, events) = store(dir.path(), 100, 100);
    for job in [StoreJob::OpenJournal, StoreJob::OpenRecords, StoreJob::OpenDocuments, StoreJob::OpenEvents] {
        store.submit(job);
    }
    assert_eq!(next(&events), Message::JournalOpened { entries: Vec::new() });
    drop(store);
    assert!(matches!(at_a_start(dir.path(), StoreJob::OpenJournal), Message::JournalOpened { .. }));
}
