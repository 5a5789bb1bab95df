//! Jobs of the store that were not done: each is reported in its own words, and only the journal's make Paydesk read-only.

use paydesk_core::effect::{SharedKeep, StoreJob, StoreJobKind};
use paydesk_core::failure::{IoFault, IoFaultKind, StoreError, StoreFailure};
use paydesk_core::features::bulk::{BulkKind, StoredRun};
use paydesk_core::features::disputes::DraftDocument;
use paydesk_core::features::operation_log::OperationLogAction;
use paydesk_core::problem::Problem;
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::ids::{EventId, OperationId, PaymentId};
use paydesk_domain::note::{Annotation, NoteSubject, ObjectTag};
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::{Desk, capture};
use paydesk_test_core::journal_entries::prepared;
use paydesk_test_core::service::Pay;
use strum::IntoEnumIterator as _;

fn failures() -> [StoreFailure; 4] {
    let refused =
        StoreError::JournalNotExported(IoFault { kind: IoFaultKind::DiskFull, system: "No space".to_owned() });
    [StoreFailure::QueueFull, StoreFailure::Stopped, StoreFailure::Panicked, StoreFailure::Refused(refused)]
}

/// Every job but those that open the journal or write to it.
fn jobs_beside_the_journal() -> Vec<StoreJob> {
    let at = "2026-11-21T10:00:00Z".parse().unwrap();
    let (profile_id, before) = (ProfileId::embedded(), EventId::new("evt_1"));
    vec![
        StoreJob::ExportJournal { at },
        StoreJob::ReadJournal { after: 0, most: 1 },
        StoreJob::ReadEntriesOf { profile_id: ProfileId::embedded(), after: 0, most: 1 },
        StoreJob::ReadOperation { operation_id: OperationId::new("op_1") },
        StoreJob::CheckJournal,
        StoreJob::OpenRecords,
        StoreJob::KeepRecords(Vec::new()),
        StoreJob::OpenDocuments,
        StoreJob::save_document(DraftDocument::Rule { reason: "Fraud".to_owned(), days: 7 }),
        StoreJob::OpenNotes,
        StoreJob::SaveNote { revision: 1, annotation: Box::new(vip()) },
        StoreJob::OpenEvents,
        StoreJob::NoteEvents(Vec::new()),
        StoreJob::ExportEvents { profile_id: profile_id.clone(), at },
        StoreJob::ReadOlderEvents { profile_id, before, most: 1 },
        StoreJob::SaveExports { files: Vec::new(), at },
        StoreJob::SaveEvidence { document: Box::default(), at },
        StoreJob::OpenSharing,
        StoreJob::KeepShared(Box::new(SharedKeep::new(ProfileId::embedded()))),
        StoreJob::ForgetSharing { profile_id: ProfileId::embedded() },
        StoreJob::OpenBulkRuns,
        StoreJob::SaveBulkRun(Box::new(run())),
        StoreJob::RemoveBulkRun { profile_id: ProfileId::embedded() },
        StoreJob::SaveSettings(Default::default()),
        StoreJob::SaveProfiles(Default::default()),
    ]
}

fn run() -> StoredRun {
    StoredRun {
        profile_id: ProfileId::embedded(),
        kind: BulkKind::Capture,
        confirmed_at: "2026-11-21T10:00:00Z".parse().unwrap(),
        reason: String::new(),
        items: Vec::new(),
        excluded: Vec::new(),
        is_stopped: false,
        left_out: Vec::new(),
        id: None,
        not_begun: Vec::new(),
        is_approved: false,
    }
}

fn vip() -> Annotation {
    let subject = NoteSubject::payment(&PaymentId::new("pay_1"));
    let at = "2026-11-21T10:00:00Z".parse().unwrap();
    let (profile_id, by) = (ProfileId::embedded(), "anna".to_owned());
    Annotation::Tag(ObjectTag { profile_id, subject, word: "vip".to_owned(), by, at, is_removed: false })
}

fn jobs_of_the_journal() -> [StoreJob; 3] {
    [StoreJob::OpenJournal, StoreJob::StartNewJournal, StoreJob::WriteJournal(prepared("op_1", "pay_1"))]
}

#[test]
fn every_kind_of_job_is_looked_at_here() {
    let jobs = jobs_beside_the_journal().into_iter().chain(jobs_of_the_journal());
    let kinds: Vec<StoreJobKind> = jobs.map(|job| job.kind()).collect();
    for kind in StoreJobKind::iter() {
        assert!(kinds.contains(&kind), "{kind:?}");
    }
}

/// Everything that is reported to the person.
fn reported(desk: &Desk) -> String {
    let operation_log = &desk.state.operation_log;
    format!(
        "{:?} {:?} {:?} {:?} {:?}",
        desk.state.problems, desk.state.toasts, operation_log.problem, operation_log.open, operation_log.check
    )
}

#[test]
fn a_job_that_is_not_the_journal_s_is_reported_in_its_own_words_and_the_desk_goes_on() {
    for job in jobs_beside_the_journal() {
        for why in failures() {
            let mut desk = Desk::ready(Vec::new());
            desk.act(Action::OperationLog(OperationLogAction::Open(Some(OperationId::new("op_1")))));
            let before = reported(&desk);
            desk.event(job.failed(why.clone()));
            let now = reported(&desk);
            assert_eq!(desk.state.read_only_reason(), None, "{job:?} {why:?}");
            assert_ne!(now, before, "nothing is told of {job:?} {why:?}");
            assert!(!now.contains("read-only") && !now.contains("journal of operations"), "{job:?} {why:?}: {now}");
        }
    }
}

#[test]
fn a_journal_that_is_not_opened_or_written_makes_the_desk_read_only() {
    for job in jobs_of_the_journal() {
        for why in failures() {
            let mut desk = Desk::ready(Vec::new());
            desk.event(job.failed(why.clone()));
            let reason = desk.state.read_only_reason().unwrap_or_default();
            assert!(reason.contains("operations cannot be written to the journal"), "{job:?} {why:?}: {reason}");
        }
    }
}

#[test]
fn while_the_journal_is_missing_nothing_is_sent_until_a_person_decides() {
    let decisions =
        [(Action::FindJournal, StoreJob::OpenJournal), (Action::StartNewJournal, StoreJob::StartNewJournal)];
    for (decision, job) in decisions {
        let mut desk = Desk::with_open(Pay::authorized("pay_1", 1_000));
        let problem = Problem { what: "The journal is missing".to_owned(), what_to_do: "Decide".to_owned() };
        desk.event(Message::JournalMissing { problem: problem.clone() });
        assert_eq!(desk.state.journal_problem(), Some(&problem));
        desk.confirm(capture(1_000));
        assert!(desk.writes.is_empty() && desk.sent.is_empty(), "it was sent without a journal");
        assert!(desk.state.read_only_reason().unwrap().contains("The journal is missing"));
        let effects = desk.state.on_action(decision.clone());
        assert_eq!(effects, [Effect::Store(job)]);
        assert!(desk.state.read_only_reason().is_some(), "it is not open yet");
        assert_eq!(desk.state.on_action(decision), [], "asked twice");
        desk.event(Message::JournalOpened { entries: Vec::new() });
        assert_eq!(desk.state.read_only_reason(), None);
        desk.confirm(capture(1_000));
        assert_eq!(desk.writes.len(), 1);
    }
}

#[test]
fn a_journal_that_is_there_is_never_made_new() {
    let mut desk = Desk::ready(Vec::new());
    assert_eq!(desk.state.on_action(Action::StartNewJournal), []);
}
