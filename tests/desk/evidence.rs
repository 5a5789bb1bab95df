//! Evidence with the real runtime, the real store and the real sandbox: attach a file, submit, start again, add more,
//! submit again, see it won.

use std::path::Path;

use paydesk_api::call::Method;
use paydesk_core::features::disputes::{
    DisputeTableRow, DisputesAction, DraftSaveState, EvidenceDraft, EvidenceDraftAction, EvidenceFileAction, Product,
    SubmissionAction, open_submission,
};
use paydesk_core::features::payments::Pages;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::DisputeId;
use paydesk_test_core::dispute_views::{draft_of, results_of};
use paydesk_test_desk::{RuntimeHarness, Service};
use serde_json::{Value, json};

fn act(desk: &mut RuntimeHarness, action: DisputesAction) {
    desk.act(Action::Disputes(action));
}

fn desk_at_inbox(service: &Service, data: &Path) -> RuntimeHarness {
    let mut desk = RuntimeHarness::open(service, data);
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    desk.until("the inbox is read", |state| {
        state.workspace.disputes.inbox.reading.complete && state.workspace.disputes.inbox.reading.pages == Pages::Idle
    });
    desk
}

fn case(state: &State, id: &DisputeId) -> EvidenceDraft {
    draft_of(state, id)
}

fn submit(desk: &mut RuntimeHarness, id: &DisputeId, versions: usize) {
    act(desk, DisputesAction::Submission(SubmissionAction::Review(id.clone())));
    act(desk, DisputesAction::Submission(SubmissionAction::Submit));
    desk.until("the evidence is submitted", |state| case(state, id).versions.len() == versions);
    desk.until("the submission has ended", |state| open_submission(&state.view(), id).is_none());
}

/// What the sandbox holds, which the service itself does not tell.
fn held(service: &Service, id: &DisputeId) -> Value {
    service.ask(Method::Get, &format!("/_sandbox/disputes/{id}"), None)
}

#[test]
fn evidence_with_a_file_is_submitted_kept_over_a_restart_added_to_and_won() {
    let (service, dir) = (Service::start(), tempfile::tempdir().unwrap());
    let mut desk = desk_at_inbox(&service, dir.path());
    let waits = |state: &State| {
        let open =
            state.workspace.disputes.all().iter().filter(|row| row.dispute.status == DisputeStatus::DisputeOpened);
        open.filter(|row| row.reason() == "fraudulent").map(|row| row.dispute.dispute_id.clone()).next_back()
    };
    let id = waits(&desk.state).expect("a dispute waits for evidence");
    act(&mut desk, DisputesAction::Open(Some(id.clone())));
    act(&mut desk, DisputesAction::Draft(EvidenceDraftAction::SetProduct(id.clone(), Some(Product::Physical))));

    let file = dir.path().join("signature.pdf");
    std::fs::write(&file, "%PDF-1.4 <</Type /Page>>").unwrap();
    let path = file.to_string_lossy().into_owned();
    act(
        &mut desk,
        DisputesAction::File(EvidenceFileAction::Upload {
            dispute_id: id.clone(),
            field: EvidenceField::CustomerSignature,
            path,
        }),
    );
    desk.until("the file is uploaded", |state| !case(state, &id).text(EvidenceField::CustomerSignature).is_empty());
    let file_id = case(&desk.state, &id).text(EvidenceField::CustomerSignature).to_owned();
    assert_eq!(case(&desk.state, &id).files[&file_id].pages, Some(1));

    let name = "Ada “Countess” Lovelace".to_owned();
    act(
        &mut desk,
        DisputesAction::Draft(EvidenceDraftAction::Edit {
            dispute_id: id.clone(),
            field: EvidenceField::CustomerName,
            text: name,
        }),
    );
    submit(&mut desk, &id, 1);
    assert_eq!(held(&service, &id)["evidence"]["customer_signature"], json!(file_id));
    let text = "2026-11-18".to_owned();
    act(
        &mut desk,
        DisputesAction::Draft(EvidenceDraftAction::Edit {
            dispute_id: id.clone(),
            field: EvidenceField::ShippingDate,
            text,
        }),
    );
    let saved = |state: &State| matches!(state.workspace.drafts.entry(&id).unwrap().saved(), DraftSaveState::At(_));
    desk.until("the draft is on disk", saved);
    let before = case(&desk.state, &id);
    desk.close();

    let mut desk = desk_at_inbox(&service, dir.path());
    let (left, found) =
        (EvidenceDraft { last_read: None, ..before }, EvidenceDraft { last_read: None, ..case(&desk.state, &id) });
    assert_eq!(found, left, "as it was left");
    act(&mut desk, DisputesAction::Open(Some(id.clone())));
    submit(&mut desk, &id, 2);
    let evidence = held(&service, &id)["evidence"].clone();
    assert_eq!(evidence["customer_name"], "Ada “Countess” Lovelace", "what was not touched stays");
    assert_eq!(evidence["shipping_date"], "2026-11-18");
    assert_eq!(case(&desk.state, &id).versions[1].fields.len(), 1, "only the difference left");

    service.ask(Method::Post, "/_sandbox/clock", Some(json!({"advance_seconds": 30})));
    act(&mut desk, DisputesAction::RefreshOpen);
    desk.until("it is won", |state| state.workspace.disputes.find(&id).unwrap().dispute.status == DisputeStatus::Won);
    assert_eq!(results_of(&desk.state, "fraudulent").won, 1);
    desk.close();
}

/// The first dispute of the inbox that needs evidence.
fn first_opened(state: &State) -> DisputeId {
    let is_opened = |row: &&DisputeTableRow| row.dispute.status == DisputeStatus::DisputeOpened;
    state.workspace.disputes.all().iter().find(is_opened).unwrap().dispute.dispute_id.clone()
}

#[test]
fn an_unknown_file_and_a_file_that_is_none_are_reported_at_their_field() {
    let (service, dir) = (Service::start(), tempfile::tempdir().unwrap());
    let mut desk = desk_at_inbox(&service, dir.path());
    let id = first_opened(&desk.state);
    act(&mut desk, DisputesAction::Open(Some(id.clone())));
    act(
        &mut desk,
        DisputesAction::Draft(EvidenceDraftAction::Edit {
            dispute_id: id.clone(),
            field: EvidenceField::Receipt,
            text: "file_nowhere".into(),
        }),
    );
    act(&mut desk, DisputesAction::Submission(SubmissionAction::Review(id.clone())));
    act(&mut desk, DisputesAction::Submission(SubmissionAction::Submit));
    desk.until("it is refused", |state| case(state, &id).refusal.is_some());
    assert_eq!(case(&desk.state, &id).refusal.unwrap().field, Some(EvidenceField::Receipt.into()));
    assert_eq!(case(&desk.state, &id).pending(EvidenceField::Receipt), Some("file_nowhere"), "the draft stays");
    let path = dir.path().join("nowhere.pdf").to_string_lossy().into_owned();
    act(
        &mut desk,
        DisputesAction::File(EvidenceFileAction::Upload {
            dispute_id: id.clone(),
            field: EvidenceField::Receipt,
            path,
        }),
    );
    desk.until("it is told", |state| format!("{:?}", state.workspace.disputes.upload).contains("it does not exist"));
    desk.close();
}

#[test]
fn evidence_whose_answer_is_lost_stays_listed_as_sent_when_the_bank_decides_first_and_over_a_restart() {
    let (service, dir) = (Service::start(), tempfile::tempdir().unwrap());
    let mut desk = desk_at_inbox(&service, dir.path());
    let id = first_opened(&desk.state);
    act(&mut desk, DisputesAction::Open(Some(id.clone())));
    let text = "winning_evidence: it was delivered".to_owned();
    let (dispute_id, field) = (id.clone(), EvidenceField::UncategorizedText);
    act(&mut desk, DisputesAction::Draft(EvidenceDraftAction::Edit { dispute_id, field, text: text.clone() }));
    service.fault("/disputes/evidence", "close_after");
    act(&mut desk, DisputesAction::Submission(SubmissionAction::Review(id.clone())));
    act(&mut desk, DisputesAction::Submission(SubmissionAction::Submit));
    desk.until("the answer is lost", |state| {
        open_submission(&state.view(), &id).is_some_and(|operation| operation.is_lost())
    });
    assert_eq!(held(&service, &id)["evidence"]["uncategorized_text"], json!(text), "the service has it");
    service.ask(Method::Post, "/_sandbox/clock", Some(json!({"advance_seconds": 30})));
    let operation = open_submission(&desk.state.view(), &id).unwrap().id.clone();
    desk.act(Action::CheckOperationNow(operation));
    desk.until("it is settled", |state| open_submission(&state.view(), &id).is_none());
    act(&mut desk, DisputesAction::RefreshOpen);
    desk.until("the dispute is decided", |state| {
        !state.workspace.disputes.find(&id).unwrap().dispute.status.takes_evidence()
    });
    let sent = case(&desk.state, &id);
    assert_eq!((sent.unconfirmed.len(), sent.versions.len(), sent.never_sent().len()), (1, 0, 0));
    assert!(sent.unconfirmed[0].body.contains(&text), "byte for byte: {}", sent.unconfirmed[0].body);
    desk.close();
    let desk = desk_at_inbox(&service, dir.path());
    assert_eq!(case(&desk.state, &id).unconfirmed, sent.unconfirmed);
    desk.close();
}
