//! The export of the journal: asked for once, and told where it is.

use paydesk_core::features::export::ExportProgress;
use paydesk_core::{Action, Message};
use paydesk_test_core::desk::{Desk, problem};
use paydesk_test_core::export::export;

#[test]
fn an_export_is_asked_for_once_and_its_file_is_named() {
    let mut desk = Desk::ready(vec![]);
    desk.act(Action::ExportJournal);
    desk.act(Action::ExportJournal);
    assert_eq!(desk.exports, [desk.now]);
    desk.event(Message::JournalExported { export: export(0) });
    assert_eq!(desk.state.export, ExportProgress::Written(export(0)));
    let reported = "Journal exported (1,800 entries) to /data/exports/journal-20261121-100000.jsonl";
    assert_eq!(desk.toasts(), [reported]);
    desk.tick(60);
    desk.act(Action::ExportJournal);
    assert_eq!(desk.exports.len(), 2);
}

#[test]
fn what_is_damaged_in_an_export_is_counted() {
    let mut desk = Desk::ready(vec![]);
    desk.event(Message::JournalUnavailable { problem: problem("The journal is damaged") });
    desk.act(Action::ExportJournal);
    desk.event(Message::JournalExported { export: export(2) });
    assert!(desk.toasts()[0].contains("1,800 entries, 2 damaged parts, 2 recovered"));
    assert!(desk.journal_is_down(), "an export mends nothing");
}

#[test]
fn an_export_that_failed_says_why_and_can_be_asked_for_again() {
    let mut desk = Desk::ready(vec![]);
    desk.act(Action::ExportJournal);
    desk.event(Message::JournalNotExported { problem: problem("The disk is full") });
    assert_eq!(desk.toasts(), ["The disk is full. Free some space."]);
    assert!(!desk.journal_is_down());
    desk.act(Action::ExportJournal);
    assert_eq!(desk.exports.len(), 2);
}
