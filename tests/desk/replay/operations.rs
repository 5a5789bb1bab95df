//! Operations of the desk at the replayed service, each judged by what was recorded: refunds, payouts, evidence and files.
//!
//! A second-factor code, a switch of the merchant and a token that has expired were never recorded.

use chrono::TimeDelta;
use paydesk_api::input::CreateRefundInput;
use paydesk_api::resources::disputes::calls::{SubmitEvidence, SubmitEvidenceInput};
use paydesk_api::resources::refunds::calls::CreateRefund;
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::disputes::{DisputesAction, EvidenceFileAction, EvidenceUpload};
use paydesk_core::features::payouts::{PayoutsAction, known_payout};
use paydesk_core::operations::wording::outcome_text;
use paydesk_core::operations::{ExecutionProof, OperationPlan, Outcome, Phase, Precondition, ResourceKind, Submission};
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::{DisputeId, OperationId, PaymentId, PayoutId, RefundId};
use paydesk_domain::payout::PayoutStatus;

use super::desk::Desk;
use super::server::ReplayServer;

/// The last operation, whatever it worked on.
fn last_phase(desk: &Desk) -> Phase {
    let operations = &desk.window.state.workspace.operations;
    let open = operations.open().iter().map(|operation| operation.phase.clone());
    open.chain(operations.ended().map(|operation| operation.phase.clone())).last().expect("nothing was sent")
}

fn ends(desk: &mut Desk) -> Outcome {
    desk.window.until("it has ended", |state| state.workspace.operations.open().is_empty());
    match last_phase(desk) {
        Phase::Ended(outcome) => outcome,
        other => panic!("{other:?}"),
    }
}

fn payout_status(desk: &Desk, id: &PayoutId) -> PayoutStatus {
    known_payout(&desk.window.state.workspace.records, id).expect("it is known").1.status.clone()
}

#[test]
fn a_payout_is_read_before_it_is_fulfilled_and_initiated_is_not_said_to_be_paid_out() {
    const ID: &str = "payout_h5uJO28SbLhLpXYJb9A4";
    let fulfil = format!("POST /payouts/{ID}/fulfill");
    let mut desk = Desk::at(ReplayServer::before_request(&fulfil));
    desk.window.act(Action::GoTo(Route::List(ResourceKind::Payout)));
    desk.window.until("the list is read", |state| state.workspace.record_lists.is_whole(ResourceKind::Payout));
    let payout_id = PayoutId::new(ID);
    assert_eq!(payout_status(&desk, &payout_id), PayoutStatus::RequiresFulfillment);
    desk.window.act(Action::Payouts(PayoutsAction::AskFulfil(payout_id)));
    desk.window.until("the dialog is there", |state| state.workspace.dialog.is_some());
    desk.window.act(Action::Confirm(Confirmation::FulfillPayout));
    desk.window.until("the service reported it", |state| {
        state.workspace.operations.open().iter().any(|operation| matches!(operation.phase, Phase::Unknown(_)))
            || state.workspace.operations.open().is_empty()
    });
    let operations = &desk.window.state.workspace.operations;
    let fulfilment = operations.ended().last().expect("it was answered");
    let Phase::Ended(outcome) = &fulfilment.phase else { panic!("{:?}", fulfilment.phase) };
    let said = outcome_text(fulfilment, outcome).1;
    assert!(!said.contains("paid out"), "it was begun, and has not arrived: {said}");
    let log = desk.server.log();
    let (read, sent) = (format!("GET /payouts/{ID}"), log.iter().position(|line| *line == fulfil).unwrap());
    assert!(log[..sent].contains(&read), "{log:?}");
    assert_eq!(desk.server.sent(&fulfil), 1);
    assert_eq!(desk.server.sent(&format!("PUT /payouts/{ID}")), 0, "nothing of it is set to prepare it");
}

/// Sends a text as evidence of a dispute, as was recorded.
fn submit(desk: &mut Desk, dispute_id: &DisputeId) {
    let input = SubmitEvidenceInput::new(dispute_id.clone()).with(EvidenceField::UncategorizedText, "more");
    let plan = OperationPlan::of(&SubmitEvidence::new(input).unwrap());
    let id = OperationId::new("op_evidence");
    desk.window.act(Action::Submit(Box::new(Submission { id, plan, precondition: Precondition::Nothing })));
}

fn with_disputes(note: &str) -> Desk {
    let mut desk = Desk::at(ReplayServer::before_note(note));
    desk.window.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    desk.window.until("the disputes are read", |state| state.workspace.disputes.inbox.reading.complete);
    desk
}

#[test]
fn evidence_is_done_by_its_answer_and_read_back_by_the_id_of_its_dispute() {
    let mut desk = with_disputes("evidence a second time");
    let dispute_id = DisputeId::new("dp_QuTvEZYM0f53eIndA73k");
    desk.window.act(Action::Disputes(DisputesAction::Open(Some(dispute_id.clone()))));
    submit(&mut desk, &dispute_id);
    let outcome = ends(&mut desk);
    assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
    assert_eq!(desk.server.sent("POST /disputes/evidence"), 1);
    let server = &desk.server;
    desk.window.until("it is read back", |_| server.sent("GET /disputes/evidence/dp_QuTvEZYM0f53eIndA73k") >= 1);
    let disputes = &desk.window.state.workspace.disputes;
    assert!(disputes.file_at_service(&dispute_id, EvidenceField::Receipt).is_none(), "the service lists no file");
}

#[test]
fn evidence_of_a_dispute_that_is_won_is_refused_in_the_services_words() {
    let mut desk = with_disputes("evidence for a won dispute");
    submit(&mut desk, &DisputeId::new("dp_tsT1PpGAGew1wcWLLMvm"));
    let outcome = ends(&mut desk);
    let Outcome::Rejected { code, message, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!((code.as_str(), message.as_str()), ("HE_03", "Dispute status validation failed"));
}

/// Refunds a part of a payment, as was recorded.
fn refund(desk: &mut Desk) {
    let payment = desk.window.open_payment(&PaymentId::new("pay_hl_0002_ok"));
    let (refund_id, amount) = (RefundId::new("ref_hl_0003"), payment.amount.with_minor(1_000));
    let mut input = CreateRefundInput::new(payment.payment_id.clone(), refund_id, amount);
    (input.reason, input.refund_type) = ("Customer returned product".to_owned(), "instant".to_owned());
    let id = OperationId::new("op_refund");
    let plan = OperationPlan::of(&CreateRefund::new(id.clone(), input).unwrap());
    desk.window.act(Action::Submit(Box::new(Submission { id, plan, precondition: Precondition::Nothing })));
}

#[test]
fn a_refund_is_done_by_its_answer() {
    let mut desk = Desk::at(ReplayServer::before_note("refund partial"));
    refund(&mut desk);
    let outcome = ends(&mut desk);
    assert!(matches!(&outcome, Outcome::Done { status, proof: ExecutionProof::Answer } if status == "succeeded"));
    assert_eq!(desk.server.sent("POST /refunds"), 1);
}

const PICTURE: &[u8] = b"\x89PNG\r\n\x1a\nreceipt";

/// What becomes of a file that is uploaded as the receipt of a dispute.
fn upload(desk: &mut Desk, name: &str, bytes: &[u8]) -> Option<EvidenceUpload> {
    let dispute_id = DisputeId::new("dp_QuTvEZYM0f53eIndA73k");
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    // The harness starts each service as the embedded sandbox, which takes files in its own way.
    desk.window.state.workspace.profile.as_mut().unwrap().embedded = false;
    desk.window.act(Action::Disputes(DisputesAction::Open(Some(dispute_id.clone()))));
    let path = path.to_str().unwrap().to_owned();
    let upload = EvidenceFileAction::Upload { dispute_id, field: EvidenceField::Receipt, path };
    desk.window.act(Action::Disputes(DisputesAction::File(upload)));
    desk.window.until("the upload ended", |state| {
        !matches!(state.workspace.disputes.upload, Some(EvidenceUpload::UnderWay(_)))
    });
    desk.window.state.workspace.disputes.upload.clone()
}

#[test]
fn a_file_is_uploaded_for_its_dispute_and_its_id_stands_in_the_field() {
    let mut desk = with_disputes("file with purpose and dispute");
    assert_eq!(upload(&mut desk, "receipt.png", PICTURE), None);
    assert_eq!(desk.server.sent("POST /files"), 1, "{:?}", desk.server.log());
    let drafts = &desk.window.state.workspace.drafts;
    let case = drafts.draft_or_new(&DisputeId::new("dp_QuTvEZYM0f53eIndA73k"), &desk.window.state.view());
    assert_eq!(case.text(EvidenceField::Receipt), "file_S9Bmn7q2VWKN72xqtodT");
}

#[test]
fn a_file_that_the_service_refuses_is_said_in_its_words_and_leaves_the_field_empty() {
    let mut desk = with_disputes("file of a wrong type");
    let Some(EvidenceUpload::Failed(_, problem)) = upload(&mut desk, "receipt.png", PICTURE) else {
        panic!("it was refused")
    };
    assert!(problem.what.contains("File validation failed"), "{problem:?}");
    assert_eq!(desk.server.sent("POST /files"), 1);
}

#[test]
fn a_file_is_judged_by_its_bytes_as_the_service_judges_it_and_not_by_its_name() {
    let mut desk = with_disputes("file with purpose and dispute");
    for (name, bytes) in
        [("receipt.png", &b"MZ\x90\0\x03"[..]), ("receipt.pdf", b"II*\0scan"), ("receipt.pdf", b"Dear Ada")]
    {
        let Some(EvidenceUpload::Failed(place, problem)) = upload(&mut desk, name, bytes) else { panic!("{name}") };
        assert_eq!(place.field, EvidenceField::Receipt);
        assert!(problem.what.contains("the service accepts only PDF, PNG and JPEG"), "{problem:?}");
    }
    assert_eq!(desk.server.sent("POST /files"), 0, "what the service refuses is not sent");
    assert_eq!(upload(&mut desk, "receipt.exe", PICTURE), None, "a picture is one, whatever it is called");
    assert_eq!(desk.server.sent("POST /files"), 1);
}

#[test]
fn a_refund_whose_answer_is_lost_is_found_by_its_id_and_made_once() {
    let mut desk = Desk::at(ReplayServer::before_note("refund same id partial 1"));
    desk.server.lose_next_answer();
    let payment = desk.window.open_payment(&PaymentId::new("pay_hl_0004_ok"));
    let input = CreateRefundInput::new(
        payment.payment_id.clone(),
        RefundId::new("ref_twice_partial"),
        payment.amount.with_minor(10_000),
    );
    let id = OperationId::new("op_x");
    let plan = OperationPlan::of(&CreateRefund::new(id.clone(), input).unwrap());
    desk.window.act(Action::Submit(Box::new(Submission { id, plan, precondition: Precondition::Nothing })));
    let is_unknown = |state: &State| {
        state.workspace.operations.open().iter().any(|operation| matches!(operation.phase, Phase::Unknown(_)))
    };
    desk.window.until("its answer is lost", is_unknown);
    // Paydesk asks again under the same id a while later, and the service answers that it has that refund.
    desk.window.ahead += TimeDelta::seconds(60);
    let outcome = ends(&mut desk);
    assert_eq!(outcome, Outcome::Done { status: "succeeded".to_owned(), proof: ExecutionProof::OurId });
    assert_eq!(desk.server.sent("POST /refunds"), 2);
    assert_eq!(desk.server.sent("GET /refunds/ref_twice_partial"), 1, "{:?}", desk.server.log());
}
