//! All operations: what the journal records is read in pages, listed, searched, and checked.

use paydesk_core::effect::{Effect, StoreJob, TableExport, TableJob};
use paydesk_core::failure::JournalFault;
use paydesk_core::features::operation_log::{
    CheckProgress, LoggedOutcome, LoggedResolver, LoggedSteps, OperationFilter, OperationLogAction, OperationPeriod,
};
use paydesk_core::features::table_exports::{ExportList, TableExportAction, TableExportReport};
use paydesk_core::operations::ResourceKind;
use paydesk_core::operations::journal::{JournalCheck, JournalLine, JournalPage};
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::export::ExportFormat;
use paydesk_store::table_file::{TableProgress, write_table};
use paydesk_test_core::desk::{Desk, cancel, capture, problem};
use paydesk_test_core::operation_log::{run, serve_journal, with_history};
use paydesk_test_core::service::{Pay, refused};

fn act(desk: &mut Desk, action: OperationLogAction) {
    desk.act(Action::OperationLog(action));
}

fn shown(desk: &Desk) -> Vec<(String, LoggedOutcome)> {
    desk.state.operation_log.log().rows().map(|row| (row.title.clone(), row.outcome)).collect()
}

#[test]
fn every_operation_is_listed_with_who_confirmed_it_and_what_came_of_it() {
    let mut desk = with_history();
    assert_eq!(serve_journal(&mut desk), 0, "nothing is read before somebody looks");
    desk.act(Action::GoTo(Route::AllOperations));
    assert!(desk.state.operation_log.is_opening());
    assert!(serve_journal(&mut desk) >= 3, "it is read in pages");
    assert!(!desk.state.operation_log.is_opening());
    let log = desk.state.operation_log.log();
    let captured = log.rows().find(|row| row.title == "Capture 25.00 EUR").expect("the capture");
    assert_eq!((captured.outcome, &*captured.operator), (LoggedOutcome::Done, "kim"));
    assert_eq!(captured.opens, Some((ResourceKind::Payment, "pay_1".to_owned())));
    assert_eq!(log.rows().next().map(|row| &*row.title), Some("Cancel payment"), "the newest is on top");
    let number = desk.disk.len();
    act(&mut desk, OperationLogAction::Refresh);
    assert_eq!(serve_journal(&mut desk), 1, "only what came since is read");
    assert_eq!((desk.state.operation_log.log().total(), desk.disk.len()), (2, number));
}

#[test]
fn what_is_written_while_it_is_shown_comes_into_the_list() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 10_000));
    desk.act(Action::GoTo(Route::AllOperations));
    serve_journal(&mut desk);
    assert!(shown(&desk).is_empty());
    desk.confirm(capture(10_000));
    desk.write();
    serve_journal(&mut desk);
    assert_eq!(shown(&desk), [("Capture 100.00 EUR".to_owned(), LoggedOutcome::InProgress)]);
    run(&mut desk);
    serve_journal(&mut desk);
    assert_eq!(shown(&desk), [("Capture 100.00 EUR".to_owned(), LoggedOutcome::Done)]);
}

#[test]
fn filters_and_search_list_what_they_name() {
    let mut desk = with_history();
    desk.act(Action::GoTo(Route::AllOperations));
    serve_journal(&mut desk);
    let mut list = |filter: OperationFilter| {
        act(&mut desk, OperationLogAction::Filter(filter));
        shown(&desk).len()
    };
    let all = OperationFilter::default();
    assert_eq!(list(OperationFilter { outcome: Some(LoggedOutcome::Done), ..all.clone() }), 2);
    assert_eq!(
        list(OperationFilter { outcome: Some(LoggedOutcome::Resolved(LoggedResolver::Person)), ..all.clone() }),
        0
    );
    assert_eq!(list(OperationFilter { text: " CAPTURE 25".to_owned(), ..all.clone() }), 1);
    assert_eq!(list(OperationFilter { text: "pay_1".to_owned(), ..all.clone() }), 2);
    assert_eq!(list(OperationFilter { text: "pay_2".to_owned(), ..all.clone() }), 0);
    assert_eq!(list(OperationFilter { period: Some(OperationPeriod::Today), ..all.clone() }), 2);
    assert_eq!(list(OperationFilter { profile_id: Some("another".into()), ..all.clone() }), 0);
    let tomorrow = desk.now + chrono::TimeDelta::days(2);
    desk.tick_at(tomorrow);
    act(&mut desk, OperationLogAction::Filter(OperationFilter { period: Some(OperationPeriod::Today), ..all.clone() }));
    assert!(shown(&desk).is_empty());
    act(&mut desk, OperationLogAction::Filter(OperationFilter { period: Some(OperationPeriod::Last7Days), ..all }));
    assert_eq!(shown(&desk).len(), 2);
}

#[test]
fn an_open_operation_shows_its_steps_and_its_request() {
    let mut desk = with_history();
    desk.act(Action::GoTo(Route::AllOperations));
    serve_journal(&mut desk);
    let id = desk.state.operation_log.log().rows().last().map(|row| row.operation_id.clone()).expect("the capture");
    act(&mut desk, OperationLogAction::Open(Some(id.clone())));
    let open = desk.state.operation_log.open.as_ref().expect("it is open");
    assert_eq!((&open.operation_id, &open.steps), (&id, &LoggedSteps::Reading));
    serve_journal(&mut desk);
    let Some(LoggedSteps::Read { steps, request }) = desk.state.operation_log.open.as_ref().map(|open| &open.steps)
    else {
        panic!("its steps were not read");
    };
    let titles: Vec<&str> = steps.iter().map(|step| step.title).collect();
    assert_eq!(titles, ["Recorded", "Sent", "Confirmed by the service"]);
    assert_eq!(steps[1].detail, "Attempt 1");
    let request = request.as_ref().expect("what was sent");
    assert_eq!(request.line, "POST /payments/pay_1/capture");
    let amount = request.body.as_ref().and_then(|body| body.get("amount_to_capture").cloned());
    assert_eq!(amount, Some(2_500.into()));
    act(&mut desk, OperationLogAction::Open(None));
    assert_eq!(desk.state.operation_log.open, None);
}

#[test]
fn a_check_names_the_first_entry_that_is_not_as_it_was_written() {
    let mut desk = with_history();
    act(&mut desk, OperationLogAction::Verify);
    act(&mut desk, OperationLogAction::Verify);
    let checks = desk.other.iter().filter(|effect| matches!(effect, Effect::Store(StoreJob::CheckJournal)));
    assert_eq!(checks.count(), 1, "one check at a time");
    desk.event(Message::JournalChecked { result: Ok(JournalCheck { entries: 1_234, fault: None }) });
    let whole = "Verified: all 1,234 journal entries are unaltered".to_owned();
    assert_eq!(desk.state.operation_log.check_text(), Some((true, whole)));
    let fault = Some(JournalFault::Changed { seq: 8 });
    desk.event(Message::JournalChecked { result: Ok(JournalCheck { entries: 7, fault }) });
    let broken = "Journal entry 8 has been altered: entry 8 was changed after it was written".to_owned();
    assert_eq!(desk.state.operation_log.check_text(), Some((false, broken)));
    desk.event(Message::JournalChecked { result: Err(problem("The disk is gone")) });
    assert_eq!(desk.state.operation_log.check, CheckProgress::Failed(problem("The disk is gone")));
}

#[test]
fn a_journal_that_cannot_be_read_says_why_and_is_read_again() {
    let mut desk = with_history();
    desk.act(Action::GoTo(Route::AllOperations));
    desk.other.clear();
    desk.event(Message::JournalRead { result: Err(problem("The journal could not be read")) });
    assert_eq!(desk.state.operation_log.problem, Some(problem("The journal could not be read")));
    act(&mut desk, OperationLogAction::Refresh);
    serve_journal(&mut desk);
    assert_eq!((desk.state.operation_log.problem.as_ref(), desk.state.operation_log.log().total()), (None, 2));
}

/// The export that is asked for, with its file in this format.
fn exported(desk: &mut Desk, format: ExportFormat) -> (TableExport, String) {
    desk.act(Action::TableExport(TableExportAction::Start(ExportList::Operations, format)));
    let export = desk.tables.drain(..).find_map(|job| match job {
        TableJob::Write(export) => Some(*export),
        TableJob::Cancel { .. } => None,
    });
    let export = export.expect("an export");
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("table");
    let rows = export.rows.rows(export.manifest.made_at);
    write_table(&path, format, &export.rows.columns(), rows, &TableProgress::default()).unwrap();
    (export, std::fs::read_to_string(path).unwrap())
}

#[test]
fn what_is_listed_is_exported_with_what_it_is_narrowed_to() {
    let mut desk = with_history();
    desk.act(Action::GoTo(Route::AllOperations));
    serve_journal(&mut desk);
    let filter = OperationFilter {
        text: "capture".to_owned(),
        outcome: Some(LoggedOutcome::Done),
        ..OperationFilter::default()
    };
    act(&mut desk, OperationLogAction::Filter(filter));
    let (export, text) = exported(&mut desk, ExportFormat::Csv);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[0].contains("operation_id,recorded_at,operator,profile,"), "{}", lines[0]);
    assert!(lines[0].ends_with(",detail,person,team") && lines[1].ends_with(",kim,"), "{text}");
    assert!(lines[1].contains(",kim,embedded-sandbox,"), "{}", lines[1]);
    assert!(lines[1].contains("Capture 25.00 EUR,payment,pay_1,25.00,EUR,Done,"), "{}", lines[1]);
    let manifest = export.manifest;
    assert_eq!((&*manifest.what, &*manifest.query), ("operations", "outcome: Done · search: “capture”"));
    assert_eq!(manifest.incomplete, None);
}

#[test]
fn an_export_says_that_entries_of_the_journal_are_missing() {
    let mut desk = with_history();
    desk.act(Action::GoTo(Route::AllOperations));
    desk.other.clear();
    let line = |(at, entry): (usize, &_)| JournalLine {
        number: at as i64 + 1,
        entry: (at > 0).then(|| Box::new(Clone::clone(entry))),
    };
    let lines: Vec<JournalLine> = desk.disk.iter().enumerate().map(line).collect();
    let last = lines.len() as i64;
    desk.event(Message::JournalRead { result: Ok(JournalPage { lines, last, more: true }) });
    let (export, _) = exported(&mut desk, ExportFormat::Jsonl);
    let reading = "not all pages are loaded: the journal is still being read";
    assert_eq!(export.manifest.incomplete.as_deref(), Some(reading));
    desk.act(Action::TableExport(TableExportAction::Cancel));
    desk.event(Message::TableExport { number: export.number, report: TableExportReport::Cancelled });
    desk.event(Message::JournalRead { result: Ok(JournalPage { lines: Vec::new(), last, more: false }) });
    let (export, _) = exported(&mut desk, ExportFormat::Jsonl);
    assert_eq!(export.manifest.incomplete.as_deref(), Some("1 journal entry cannot be read"));
}

/// The outcomes of all operations, as the list, the steps of the newest and Recent activity call them.
fn called(desk: &mut Desk) -> [String; 3] {
    let recent = desk.state.ended_operations().next().map(|operation| operation.word()).unwrap_or_default().to_owned();
    desk.act(Action::GoTo(Route::AllOperations));
    serve_journal(desk);
    let row = desk.state.operation_log.log().rows().next().expect("an operation");
    let (listed, id) = (row.outcome.label().to_owned(), row.operation_id.clone());
    act(desk, OperationLogAction::Open(Some(id)));
    serve_journal(desk);
    let Some(LoggedSteps::Read { steps, .. }) = desk.state.operation_log.open.as_ref().map(|open| &open.steps) else {
        panic!("its steps were not read");
    };
    [listed, steps.last().map(|step| step.title).unwrap_or_default().to_owned(), recent]
}

#[test]
fn what_another_change_superseded_is_not_called_confirmed() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.service.pay("pay_1").cancel().unwrap();
    desk.reply(refused(409, "IR_04", "This payment is already cancelled"));
    desk.pass(130);
    desk.write_all();
    assert_eq!(called(&mut desk), ["Superseded"; 3]);
}

#[test]
fn what_was_refused_because_it_was_done_already_is_not_called_confirmed() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), cancel());
    desk.service.pay("pay_1").cancel().unwrap();
    desk.reply(refused(400, "IR_04", "This payment is already cancelled"));
    desk.pass(130);
    desk.write_all();
    assert_eq!(called(&mut desk), ["Already done"; 3]);
}
