//! Disputes without the service: what somebody worked on is there after a restart, to be gone on with, and nothing of
//! it is sent or counted before the list is here again.

use paydesk_core::features::disputes::{
    DisputesAction, DraftDocument, EvidenceDraft, EvidenceDraftAction, InboxAction, SubmissionAction,
};
use paydesk_core::features::payments::Pages;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::evidence::EvidenceField;
use paydesk_test_core::desk::{Desk, problem, profile, service_failed};
use paydesk_test_core::dispute_views::{draft_of, hindrance_of};
use paydesk_test_core::disputes::{dispute, dsp, edit, inbox, kept, mixed, open};
use paydesk_test_core::disputes_offline::{started_offline, worked_on};
use serde_json::json;

use super::disputes::shown;

/// The service is there again, and the list is read.
pub fn read_again(desk: &mut Desk) {
    desk.service.reads_get = None;
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh)));
    desk.serve();
}

fn blocker(desk: &Desk, id: &str) -> String {
    hindrance_of(&desk.state, desk.state.workspace.disputes.find(&dsp(id)).unwrap()).unwrap_or_default()
}

#[test]
fn after_an_offline_start_what_was_worked_on_is_there_as_it_was_read_and_can_be_gone_on_with() {
    let mut desk = started_offline(&["dsp_1", "dsp_4"]);
    assert!(
        matches!(desk.state.workspace.disputes.inbox.reading.pages, Pages::Failed(_)),
        "{:?}",
        desk.state.workspace.disputes.inbox.reading.pages
    );
    assert_eq!(shown(&desk), ["dsp_4", "dsp_1"], "by the time that is left, and no other");
    let row = desk.state.workspace.disputes.row(1).unwrap();
    assert!(row.as_read.is_some() && row.reasons_text.starts_with("as of "), "{}", row.reasons_text);
    open(&mut desk, "dsp_1");
    assert_eq!(draft_of(&desk.state, &dsp("dsp_1")).text(EvidenceField::CustomerName), "Ada");
    edit(&mut desk, EvidenceField::Receipt, "file_1");
    desk.pass(1);
    let Some((_, DraftDocument::Draft(case))) = kept(&desk).pop() else { panic!("no draft is written") };
    assert_eq!((case.text(EvidenceField::Receipt), case.text(EvidenceField::CustomerName)), ("file_1", "Ada"));
    assert!(case.last_read.is_some(), "it would be there after another restart");
    assert_eq!(desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap().counts.filled, 2, "the row follows");
}

#[test]
fn nothing_is_submitted_of_it_or_counted_before_it_was_read_again() {
    let mut desk = started_offline(&["dsp_1"]);
    open(&mut desk, "dsp_1");
    assert!(blocker(&desk, "dsp_1").starts_with("Not connected: the dispute is shown as of "));
    desk.act(Action::Disputes(DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1")))));
    assert_eq!(desk.state.workspace.disputes.review, None);
    desk.act(Action::Disputes(DisputesAction::Submission(SubmissionAction::Submit)));
    assert_eq!(desk.sent, []);
    assert_eq!(
        (desk.state.workspace.disputes.all().len(), desk.state.workspace.disputes.loaded()),
        (0, 0),
        "no number counts it"
    );
    read_again(&mut desk);
    assert_eq!((shown(&desk).len(), desk.state.workspace.disputes.offline().len()), (6, 0));
    assert_eq!(desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap().as_read, None);
    assert_eq!(blocker(&desk, "dsp_1"), "");
}

#[test]
fn it_is_there_too_where_the_service_was_never_ready_and_while_the_list_is_read_for_the_first_time() {
    let documents = worked_on(&["dsp_1"]);
    let mut desk = Desk::started(Vec::new());
    desk.event(Message::JournalOpened { entries: Vec::new() });
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    desk.event(service_failed(problem("The sandbox could not be started")));
    desk.event(Message::DocumentsOpened { documents: documents.clone(), problem: None });
    assert_eq!(shown(&desk), ["dsp_1"]);
    assert!(!blocker(&desk, "dsp_1").is_empty());

    let mut desk = Desk::started(Vec::new());
    desk.event(Message::JournalOpened { entries: Vec::new() });
    desk.event(Message::DocumentsOpened { documents, problem: None });
    desk.event(Message::ServiceReady { profile: profile(), key_place: None });
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    assert_eq!(
        (desk.state.workspace.disputes.inbox.reading.pages == Pages::Loading, shown(&desk)),
        (true, vec!["dsp_1".to_owned()])
    );
}

#[test]
fn a_filter_holds_for_what_is_kept_and_what_was_decided_meanwhile_is_kept_as_decided() {
    let mut desk = started_offline(&["dsp_1", "dsp_2"]);
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::FilterStatus(Some(DisputeStatus::Challenged)))));
    desk.serve();
    assert_eq!(shown(&desk), ["dsp_2"]);
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::ClearFilters)));
    desk.service.disputes[1]["status"] = json!("won");
    read_again(&mut desk);
    desk.pass(1);
    let documents: Vec<DraftDocument> = kept(&desk).into_iter().map(|(_, document)| document).collect();
    let reported = |document: &DraftDocument| match document {
        DraftDocument::Draft(case) if case.dispute_id == dsp("dsp_2") => case.last_read.clone(),
        _ => None,
    };
    assert_eq!(documents.iter().filter_map(reported).next_back().unwrap().reported["status"], "won");
    let before = documents.len();
    read_again(&mut desk);
    desk.pass(1);
    assert_eq!(kept(&desk).len(), before, "what says nothing new is not written again");
}

#[test]
fn a_document_of_before_has_no_dispute_and_gets_it_with_the_next_list() {
    let old = json!({
        "of": "case", "profile_id": profile().id, "dispute_id": "dsp_1",
        "fields": {"customer_name": {"text": "Ada"}}, "changed_at": "2026-11-20T10:00:00Z",
    });
    let old: DraftDocument = serde_json::from_value(old).unwrap();
    let DraftDocument::Draft(EvidenceDraft { last_read: None, .. }) = &old else { panic!("{old:?}") };
    let mut desk = Desk::started(Vec::new());
    desk.event(Message::JournalOpened { entries: Vec::new() });
    desk.event(Message::DocumentsOpened { documents: vec![old], problem: None });
    desk.event(Message::ServiceReady { profile: profile(), key_place: None });
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    assert_eq!(shown(&desk), Vec::<String>::new());
    desk.service.disputes = vec![dispute("dsp_1", "dispute_opened", "fraudulent", 24)];
    desk.serve();
    desk.pass(1);
    let Some((_, DraftDocument::Draft(case))) = kept(&desk).pop() else { panic!("it is not kept") };
    assert_eq!(case.last_read.unwrap().reported["dispute_id"], "dsp_1");
}

/// Parts of a document that a newer version wrote: fields that this one does not know, wherever a field can be named.
fn of_a_newer_version() -> serde_json::Value {
    json!({
        "of": "case", "profile_id": profile().id, "dispute_id": "dsp_1", "changed_at": "2026-11-20T10:00:00Z",
        "fields": {"customer_name": {"text": "Ada", "clear": false}, "drone_footage": {"text": "file_9", "clear": false}},
        "versions": [{
            "operation_id": "op_1", "at": "2026-11-20T09:00:00Z", "operator": "kim", "body": "{}",
            "fields": {"receipt": "file_1", "drone_footage": "file_8"},
        }],
        "refusal": {"at": "2026-11-20T10:00:00Z", "code": "IR_04", "message": "no", "field": "drone_footage"},
    })
}

#[test]
fn a_draft_with_a_field_of_another_version_is_gone_on_with_and_keeps_that_field() {
    let draft = of_a_newer_version();
    let template = json!({"of": "template", "name": "Footage", "field": "drone_footage", "text": "file_9"});
    let read = |json: &serde_json::Value| serde_json::from_value::<DraftDocument>(json.clone()).unwrap();
    assert_eq!(serde_json::to_value(read(&template)).unwrap()["field"], "drone_footage");
    let mut desk = inbox(mixed());
    desk.event(Message::DocumentsOpened { documents: vec![read(&draft), read(&template)], problem: None });
    open(&mut desk, "dsp_1");
    let before = draft_of(&desk.state, &dsp("dsp_1"));
    assert_eq!(before.text(EvidenceField::CustomerName), "Ada");
    assert_eq!(before.at_service(EvidenceField::Receipt), Some("file_1"));
    let changes: Vec<EvidenceField> = before.changes().into_iter().map(|change| change.field).collect();
    assert_eq!(changes, [EvidenceField::CustomerName], "what is not known is not sent");
    desk.act(Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::UseTemplate(dsp("dsp_1"), "Footage".into()))));
    assert_eq!(draft_of(&desk.state, &dsp("dsp_1")), before, "and a template for it goes nowhere");

    edit(&mut desk, EvidenceField::CustomerName, "Ada King");
    desk.pass(1);
    let (_, document) = kept(&desk).pop().expect("it is written");
    let mut expected = draft;
    expected["fields"]["customer_name"]["text"] = json!("Ada King");
    let written = serde_json::to_value(document).unwrap();
    for part in ["fields", "versions", "refusal"] {
        assert_eq!(written[part], expected[part], "{part}");
    }
}
