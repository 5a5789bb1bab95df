//! The team's copies of journals: what is written here is copied in its order and once, and the list of all operations has what
//! colleagues did.

use paydesk_core::effect::{Effect, JournalCopyRequest, StoreJob, TeamEffect};
use paydesk_core::features::journal_copy::{JournalCopyReport, StoredEntries};
use paydesk_core::features::operation_log::{LoggedSteps, OperationFilter, OperationLogAction};
use paydesk_core::features::team::{ClaimAnswer, TeamReport};
use paydesk_core::route::Route;
use paydesk_core::{Action, Message, State};
use paydesk_domain::ids::OperationId;
use paydesk_domain::journal_copy::{ColleagueEntry, CopyPage, CopyPlace};
use paydesk_domain::profile::ProfileId;
use paydesk_domain::team::{AwayRule, TeamRole};
use paydesk_test_core::desk::{Desk, capture, problem};
use paydesk_test_core::journal_copy::{connected, copied, of_colleague, reports};
use paydesk_test_core::operation_log::serve_journal;
use paydesk_test_core::team::{answer, joined, report, session};

fn asked(desk: &mut Desk) -> Vec<JournalCopyRequest> {
    let requests = desk.team.extract_if(.., |effect| matches!(effect, TeamEffect::Journal { .. }));
    let request = |effect| if let TeamEffect::Journal { request, .. } = effect { Some(request) } else { None };
    requests.filter_map(request).collect()
}

/// The store answers what it was asked for the copy, from a journal with these entries of the profile.
fn serve_entries(desk: &mut Desk, journal: &[(i64, &str)]) {
    let is_read = |effect: &mut Effect| matches!(effect, Effect::Store(StoreJob::ReadEntriesOf { .. }));
    let reads: Vec<Effect> = desk.other.extract_if(.., is_read).collect();
    for read in reads {
        let Effect::Store(StoreJob::ReadEntriesOf { profile_id, after, most }) = read else { continue };
        let entries = journal.iter().filter(|(number, _)| *number > after).take(most as usize);
        let entries: Vec<(i64, String)> = entries.map(|(number, text)| (*number, (*text).to_owned())).collect();
        let last = entries.last().map_or(after, |(number, _)| *number);
        let result = Ok(StoredEntries { entries, last, has_more: false });
        desk.event(Message::EntriesRead { profile_id, result });
    }
}

#[test]
fn what_the_team_lacks_is_copied_in_order_and_what_is_written_later_follows() {
    let mut desk = connected(TeamRole::Operator);
    assert_eq!(asked(&mut desk), [JournalCopyRequest::FindEnd]);
    reports(&mut desk, JournalCopyReport::End(Some(copied(2, "{\"b\":1}"))));
    let journal = [(1, "{\"a\":1}"), (2, "{\"b\":1}"), (4, "{\"c\":1}"), (5, "{\"d\":1}")];
    serve_entries(&mut desk, &journal);
    serve_entries(&mut desk, &journal);
    let request = JournalCopyRequest::Copy(vec![copied(4, "{\"c\":1}"), copied(5, "{\"d\":1}")]);
    assert_eq!(asked(&mut desk), [request], "nothing is copied twice");
    assert!(!desk.state.workspace.journal_copy.is_complete());
    reports(&mut desk, JournalCopyReport::Copied);
    assert!(desk.state.workspace.journal_copy.is_complete());
    // An operation writes its first entry.
    desk.confirm(capture(1_000));
    answer(&mut desk, ClaimAnswer::Granted);
    desk.write();
    serve_entries(&mut desk, &[(5, "{\"d\":1}"), (6, "{\"e\":1}")]);
    assert_eq!(asked(&mut desk), [JournalCopyRequest::Copy(vec![copied(6, "{\"e\":1}")])]);
}

#[test]
fn after_an_answer_that_was_lost_the_end_of_the_copy_is_looked_up_again() {
    let mut desk = connected(TeamRole::Operator);
    asked(&mut desk);
    reports(&mut desk, JournalCopyReport::End(None));
    serve_entries(&mut desk, &[(1, "{}")]);
    assert_eq!(asked(&mut desk), [JournalCopyRequest::Copy(vec![copied(1, "{}")])]);
    reports(&mut desk, JournalCopyReport::NotCopied(None));
    report(&mut desk, TeamReport::Away { problem: problem("No answer") });
    report(&mut desk, session(TeamRole::Operator));
    assert_eq!(asked(&mut desk), [JournalCopyRequest::FindEnd]);
    reports(&mut desk, JournalCopyReport::End(Some(copied(1, "{}"))));
    serve_entries(&mut desk, &[(1, "{}")]);
    serve_entries(&mut desk, &[(1, "{}")]);
    assert!(asked(&mut desk).is_empty() && desk.state.workspace.journal_copy.is_complete());
}

#[test]
fn a_journal_that_was_started_anew_follows_the_one_that_was_copied() {
    let mut desk = connected(TeamRole::Operator);
    asked(&mut desk);
    reports(&mut desk, JournalCopyReport::End(Some(copied(900, "{\"old\":1}"))));
    let journal = [(1, "{\"a\":1}")];
    serve_entries(&mut desk, &journal);
    serve_entries(&mut desk, &journal);
    assert_eq!(asked(&mut desk), [JournalCopyRequest::Copy(vec![copied(1, "{\"a\":1}")])]);
}

#[test]
fn a_reader_copies_nothing_and_a_copy_that_differs_is_said_once() {
    let mut desk = connected(TeamRole::Reader);
    assert!(asked(&mut desk).is_empty());
    let mut desk = connected(TeamRole::Operator);
    asked(&mut desk);
    reports(&mut desk, JournalCopyReport::End(None));
    serve_entries(&mut desk, &[(1, "{}")]);
    asked(&mut desk);
    reports(
        &mut desk,
        JournalCopyReport::NotCopied(Some(problem("The journal is not copied to the team: it differs"))),
    );
    assert_eq!(desk.state.problems.len(), 1);
    desk.confirm(capture(1_000));
    answer(&mut desk, ClaimAnswer::Granted);
    desk.write();
    assert!(asked(&mut desk).is_empty());
}

fn people(state: &State) -> Vec<&str> {
    state.operation_log.log().rows().map(|record| record.person.as_str()).collect()
}

#[test]
fn the_audit_lists_what_colleagues_did_by_pages_the_newest_first_with_who_did_it() {
    let mut desk = connected(TeamRole::Operator);
    desk.confirm(capture(1_000));
    answer(&mut desk, ClaimAnswer::Granted);
    desk.write();
    asked(&mut desk);
    desk.act(Action::GoTo(Route::AllOperations));
    serve_journal(&mut desk);
    let first = JournalCopyRequest::ReadColleagues(CopyPage::Before(None));
    assert_eq!(asked(&mut desk), [first]);
    let (older, newer) = (of_colleague(1, 1), of_colleague(2, 20));
    // A page ends in the middle of an operation: without its beginning it is not listed yet.
    let mut page: Vec<ColleagueEntry> = newer.iter().rev().cloned().collect();
    page.push(older[2].clone());
    let asked_for = CopyPage::Before(None);
    reports(&mut desk, JournalCopyReport::Colleagues { page: asked_for, entries: page, has_more: true });
    assert_eq!(people(&desk.state), ["bob2", "kim"]);
    assert!(desk.state.operation_log.has_older());
    desk.act(Action::OperationLog(OperationLogAction::ReadOlder));
    let before = CopyPage::Before(Some(older[2].place.clone()));
    assert_eq!(asked(&mut desk), [JournalCopyRequest::ReadColleagues(before.clone())]);
    let rest = older[..2].iter().rev().cloned().collect();
    reports(&mut desk, JournalCopyReport::Colleagues { page: before, entries: rest, has_more: false });
    assert_eq!(people(&desk.state), ["bob2", "bob1", "kim"]);
    assert!(!desk.state.operation_log.has_older());
    let log = desk.state.operation_log.log();
    assert_eq!(log.people(), ["bob1", "bob2", "kim"]);
    assert!(log.rows().all(|record| record.profile_id == desk.state.profiles.current));
    assert_eq!(log.row(0).unwrap().detail, "Status: succeeded");

    let filter = OperationFilter { person: Some("bob1".to_owned()), ..OperationFilter::default() };
    desk.act(Action::OperationLog(OperationLogAction::Filter(filter)));
    assert_eq!(people(&desk.state), ["bob1"]);
    let id = desk.state.operation_log.log().row(0).unwrap().operation_id.clone();
    desk.act(Action::OperationLog(OperationLogAction::Open(Some(id))));
    let LoggedSteps::Read { steps, .. } = &desk.state.operation_log.open.as_ref().unwrap().steps else {
        panic!("not read")
    };
    assert_eq!(steps.len(), 3, "the steps of a colleague are in the copy");
}

#[test]
fn what_colleagues_did_since_is_read_when_they_end_something() {
    let mut desk = connected(TeamRole::Reader);
    desk.act(Action::GoTo(Route::AllOperations));
    asked(&mut desk);
    let entries = of_colleague(1, 1);
    let newest = entries[2].place.clone();
    let page: Vec<ColleagueEntry> = entries.into_iter().rev().collect();
    reports(&mut desk, JournalCopyReport::Colleagues { page: CopyPage::Before(None), entries: page, has_more: false });
    report(&mut desk, TeamReport::Claims(Vec::new()));
    // Somewhat earlier: what was received before may be committed later.
    let received_at = newest.received_at - chrono::TimeDelta::seconds(10);
    let from = CopyPlace { received_at, desk_id: String::new(), number: 0 };
    let after = JournalCopyRequest::ReadColleagues(CopyPage::After(from));
    assert_eq!(asked(&mut desk), std::slice::from_ref(&after));
    report(&mut desk, TeamReport::Claims(Vec::new()));
    assert!(asked(&mut desk).is_empty(), "one at a time");
    report(&mut desk, TeamReport::Away { problem: problem("No answer") });
    report(&mut desk, session(TeamRole::Reader));
    assert_eq!(asked(&mut desk), [after], "what was asked before is not answered any more");
    assert_eq!(people(&desk.state), ["bob1"]);
    desk.state.operation_log.log().find(&OperationId::new("op_1")).unwrap();
    assert_ne!(desk.state.profiles.current, ProfileId::embedded());
}

#[test]
fn an_operation_that_went_on_alone_says_so_in_the_journal_and_in_the_audit() {
    let mut desk = joined(AwayRule::Alone);
    report(&mut desk, TeamReport::Away { problem: problem("No answer") });
    desk.confirm(capture(1_000));
    answer(&mut desk, ClaimAnswer::Away(problem("No answer")));
    desk.write();
    desk.serve();
    desk.write();
    desk.reply_truly();
    desk.write_all();
    let alone: Vec<bool> = desk.disk.iter().map(|entry| entry.is_alone).collect();
    assert_eq!(alone, [true, true, false]);
    desk.act(Action::GoTo(Route::AllOperations));
    serve_journal(&mut desk);
    let record = desk.state.operation_log.log().row(0).unwrap();
    assert!(record.is_alone && record.alone_text().contains("without the team"));
    let filter = OperationFilter { text: "without the team".to_owned(), ..OperationFilter::default() };
    desk.act(Action::OperationLog(OperationLogAction::Filter(filter)));
    assert_eq!(desk.state.operation_log.log().len(), 1);
}
