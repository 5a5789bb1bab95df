//! Operations of the desk at the replayed service, each judged by what was recorded: payouts and evidence.

use paydesk_api::resources::disputes::calls::{SubmitEvidence, SubmitEvidenceInput};
use paydesk_core::Action;
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::disputes::DisputesAction;
use paydesk_core::features::payouts::{PayoutsAction, known_payout};
use paydesk_core::operations::wording::outcome_text;
use paydesk_core::operations::{OperationPlan, Outcome, Phase, Precondition, ResourceKind, Submission};
use paydesk_core::route::Route;
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::{DisputeId, OperationId, PayoutId};
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
    let said = outcome_text(&fulfilment.plan, outcome).1;
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
    assert!(desk.server.sent("GET /disputes/evidence/dp_QuTvEZYM0f53eIndA73k") >= 1, "{:?}", desk.server.log());
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
