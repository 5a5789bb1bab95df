//! A new payment: made once, shown, refused with its text kept, lost and found out by reading; cards kept nowhere.

use paydesk_api::freshness::NotFresh;
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::Action;
use paydesk_core::command::{Command, CommandEffect};
use paydesk_core::features::payments::create::generated_payment_id;
use paydesk_core::features::payments::{PaymentsAction, new_payment_refusal, same_payment_under_way, test_card};
use paydesk_core::operations::journal::JournalStepName;
use paydesk_core::operations::wording::overtaken_text;
use paydesk_core::operations::{ExecutionProof, Outcome, ResolutionFinding, ResourceKind};
use paydesk_core::route::Route;
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::money::Money;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::profile::{Environment, Profile};
use paydesk_domain::test_cards::TEST_CARDS;
use paydesk_test_core::desk::{Desk, profile};
use paydesk_test_core::new_payment::{form, sending, submit, with_id};
use paydesk_test_core::service::{Pay, answered, refused};
use serde_json::{Value, json};

/// The payment as the service holds it, made by the operation of Paydesk.
fn made(desk: &Desk, status: &str) -> Value {
    let mut body = desk.sent[0].request.body.clone().unwrap();
    body["status"] = json!(status);
    body["created"] = json!("2026-11-18T09:00:00Z");
    body
}

#[test]
fn clicked_twice_it_is_one_payment_and_opens_in_the_place_of_its_form() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::GoTo(Route::List(ResourceKind::Customer)));
    desk.act(Action::OpenNew(ResourceKind::Payment));
    assert_eq!(desk.state.workspace.route, Route::List(ResourceKind::Payment));
    submit(&mut desk, None);
    submit(&mut desk, None);
    desk.write_all();
    desk.assert_sent_times(1);
    let body = made(&desk, "requires_payment_method");
    assert_eq!((&body["confirm"], body["payment_method_data"].is_null()), (&json!(false), true));
    let id = PaymentId::new(body["payment_id"].as_str().unwrap());
    let pages = desk.pages().len();
    desk.reply(answered(200, body.clone()));
    assert_eq!(
        (desk.state.workspace.payments.open.as_ref(), desk.state.form(ResourceKind::Payment)),
        (Some(&id), None)
    );
    assert_eq!(desk.pages().len(), pages + 1, "the list is read anew");
    desk.answer_payment(answered(200, body));
    let (_, shown) = desk.state.workspace.payments.open_detail().unwrap();
    assert_eq!(shown.value().unwrap().status, PaymentStatus::RequiresPaymentMethod);
    assert!(desk.toasts().iter().any(|text| text.contains("Payment created")), "{:?}", desk.toasts());
}

#[test]
fn a_created_payment_is_in_the_list_at_once() {
    let (mut desk, id) = sending(None);
    assert_eq!(desk.state.workspace.payments.len(), 0);
    desk.reply(answered(200, made(&desk, "requires_payment_method")));
    let shown = desk.state.workspace.payments.row(0).map(|row| &row.payment.payment_id);
    assert_eq!(shown, Some(&id));
}

#[test]
fn a_declined_payment_exists_and_is_shown_with_its_reason() {
    let (mut desk, id) = sending(Some(1));
    let mut body = made(&desk, "failed");
    body["unified_code"] = json!("UE_1007");
    body["unified_message"] = json!("Declined by the issuer");
    desk.reply(answered(200, body));
    assert!(matches!(desk.outcome(), Outcome::Declined { code: Some(code), .. } if code == "UE_1007"));
    assert_eq!(
        (desk.state.workspace.payments.open.as_ref(), desk.state.form(ResourceKind::Payment)),
        (Some(&id), None)
    );
}

#[test]
fn refused_the_form_stays_for_another_operation_and_no_payment_is_looked_for() {
    let (mut desk, id) = sending(None);
    let first = form(&desk.state).operation_id.clone();
    desk.reply(refused(400, "IR_04", "description: at most 255 characters"));
    assert!(form(&desk.state).refusal.is_none(), "a copy may have been executed: it is looked for first");
    desk.pass(29);
    let looked_into = desk.state.workspace.operations.refusal_looked_into(&first).unwrap();
    assert!(looked_into.contains("description: at most 255 characters (IR_04)"), "{looked_into}");
    assert!(form(&desk.state).refusal.is_none(), "another worker of the service may not show it yet");
    desk.pass(1);
    assert_eq!(desk.state.workspace.operations.refusal_looked_into(&first), None);
    let form = form(&desk.state);
    assert!(form.refusal.as_ref().unwrap().contains("at most 255 characters"), "{form:?}");
    assert_ne!(form.operation_id, first);
    assert_ne!(generated_payment_id(&form.operation_id), id);
    assert!(desk.payment_reads.len() == 2 && desk.state.workspace.payments.detail(&id).is_none());
    assert!(
        desk.state.toasts.shown().iter().all(|toast| toast.payment_id(&desk.state.workspace.profile_id).is_none()),
        "nothing can be opened"
    );
}

#[test]
fn a_lost_answer_is_found_out_by_reading_and_compared_to_the_operation() {
    let (mut desk, id) = sending(None);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    assert!(
        desk.state.workspace.forms.session(ResourceKind::Payment).is_none()
            && desk.state.workspace.payments.open.is_none()
    );
    desk.assert_says_unknown();
    desk.tick(2);
    desk.answer_payment(answered(200, made(&desk, "requires_payment_method")));
    assert!(
        matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::OurId | ExecutionProof::Effect, .. }),
        "{:?}",
        desk.outcome()
    );
    assert_eq!(desk.state.workspace.payments.open, None, "nobody waits for it any more: the toast opens it");
    assert!(
        desk.state.toasts.shown().iter().any(|toast| toast.payment_id(&desk.state.workspace.profile_id) == Some(&id))
    );
}

#[test]
fn a_lost_answer_with_another_amount_or_operation_under_the_id_is_not_called_ours() {
    for (field, value) in
        [("amount", json!(9_999)), ("currency", json!("USD")), ("metadata", json!({"operation_id": "x"}))]
    {
        let (mut desk, _) = sending(None);
        desk.reply(Attempt::Lost(LostAnswer::TimedOut));
        desk.tick(2);
        let mut body = made(&desk, "succeeded");
        body[field] = value;
        desk.answer_payment(answered(200, body));
        if field != "metadata" {
            // It names our operation: neither ours as asked nor somebody else's.
            assert!(matches!(desk.finding(), ResolutionFinding::Unclear(_)), "{field}: {:?}", desk.finding());
            continue;
        }
        let Outcome::Overtaken(reason) = desk.outcome() else { panic!("{field}: {:?}", desk.outcome()) };
        let finding = overtaken_text(reason);
        assert!(finding.contains("Choose another ID"), "{finding}");
    }
}

#[test]
fn an_id_of_somebody_else_is_said_at_the_form_which_keeps_its_place() {
    for status in [400, 409] {
        let (mut desk, id) = sending(None);
        let first = form(&desk.state).operation_id.clone();
        desk.reply(refused(status, "HE_01", "Payment with that payment_id already exists"));
        assert_eq!(form(&desk.state).operation_id, first, "what has the id is read first");
        let mut body = made(&desk, "succeeded");
        body["metadata"] = json!({"operation_id": "op_of_another_till"});
        body["amount"] = json!(999);
        desk.answer_payment(answered(200, body));
        let form = form(&desk.state);
        let refusal = form.refusal.clone().unwrap();
        let text = format!("A different payment of 9.99 EUR already has the ID {}. Choose another ID.", id.as_str());
        assert!(refusal.contains(&text), "{refusal}");
        assert_ne!(form.operation_id, first);
        desk.assert_sent_times(1);
    }
}

#[test]
fn a_refusal_that_cannot_be_looked_into_stays_unknown_and_leaves_the_form() {
    let (mut desk, _) = sending(None);
    desk.reply(refused(409, "HE_01", "Already exists"));
    desk.service.reads_get = Some(Attempt::Lost(LostAnswer::TimedOut));
    desk.pass(60);
    assert!(matches!(desk.finding(), ResolutionFinding::ReadFailed(_)), "{:?}", desk.finding());
    assert_eq!(desk.state.workspace.forms.session(ResourceKind::Payment), None);
    desk.assert_sent_times(1);
}

#[test]
fn nothing_under_the_id_lets_the_desk_send_the_same_bytes_again_unless_a_card_was_in_them() {
    let (mut desk, _) = sending(None);
    desk.reply(Attempt::Lost(LostAnswer::ConnectionLost));
    desk.pass(30);
    assert!(desk.sent.len() > 1, "404 IR_05 under an id of ours: a second copy has no second effect");
    assert!(desk.sent.iter().all(|sent| sent.request == desk.sent[0].request));

    let (mut desk, _) = sending(Some(0));
    desk.reply(Attempt::Lost(LostAnswer::ConnectionLost));
    desk.pass(90);
    desk.assert_sent_times(1);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecutedYet);
    desk.pass(60);
    desk.assert_sent_times(1);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecuted);
    desk.send_again();
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(2);
    assert_eq!(desk.sent[0].request, desk.sent[1].request, "a person did, with the same id and body");
}

#[test]
fn a_card_is_in_no_entry_of_the_journal_and_cannot_be_sent_after_a_restart() {
    let (mut desk, _) = sending(Some(0));
    desk.reply(Attempt::Lost(LostAnswer::ConnectionLost));
    desk.write_all();
    for entry in &desk.disk {
        let kept = format!("{} {entry:?}", serde_json::to_string(entry).unwrap());
        assert!(!kept.contains("4242424242424242") && !kept.contains("card_cvc"), "{kept}");
    }
    assert!(desk.disk.iter().any(|entry| entry.step.name() == JournalStepName::Unknown));
    assert!(!format!("{:?}", desk.state).contains("4242424242424242"));
    let text = serde_json::to_string(&desk.disk).unwrap();
    desk.disk = serde_json::from_str(&text).unwrap();
    let mut desk = desk.restarted();
    desk.pass(600);
    desk.assert_sent_times(1);
    assert!(!desk.operation().may_be_sent_again(desk.now), "its card was not kept");
}

#[test]
fn a_form_that_was_left_keeps_its_operation_and_opens_nothing() {
    let (mut desk, id) = sending(None);
    let operation_id = form(&desk.state).operation_id.clone();
    desk.act(Action::Payments(PaymentsAction::CloseForm));
    assert_eq!(desk.state.form(ResourceKind::Payment), None);
    desk.act(Action::OpenNew(ResourceKind::Payment));
    assert_eq!(form(&desk.state).operation_id, operation_id, "opened again it is the same operation");
    desk.act(Action::Payments(PaymentsAction::ShowToCapture));
    assert_eq!(desk.state.form(ResourceKind::Payment), None, "the list was asked for");
    desk.reply(answered(200, made(&desk, "requires_payment_method")));
    assert_eq!(
        (
            desk.state.workspace.payments.open.as_ref(),
            desk.state.workspace.forms.session(ResourceKind::Payment).as_ref()
        ),
        (None, None)
    );
    assert!(
        desk.state.toasts.shown().iter().any(|toast| toast.payment_id(&desk.state.workspace.profile_id) == Some(&id))
    );
}

#[test]
fn in_front_of_the_list_the_keys_of_the_list_do_nothing_and_escape_closes_the_form() {
    let mut desk = Desk::with_open(paydesk_test_core::service::Pay::authorized("pay_1", 1_000));
    desk.state.workspace.profile = Some(with_id());
    assert!(matches!(
        Command::Capture.effect(&desk.state),
        Some(CommandEffect::Act(Action::Payments(PaymentsAction::Ask(..))))
    ));
    assert_eq!(
        Command::New(ResourceKind::Payment).effect(&desk.state),
        Some(CommandEffect::Act(Action::OpenNew(ResourceKind::Payment)))
    );
    desk.act(Action::OpenNew(ResourceKind::Payment));
    for command in [Command::Capture, Command::CancelPayment, Command::NextRow, Command::OpenRow, Command::Search] {
        assert_eq!(command.effect(&desk.state), None, "{command:?}");
    }
    assert_eq!(
        Command::ClosePane.effect(&desk.state),
        Some(CommandEffect::Act(Action::Payments(PaymentsAction::CloseForm)))
    );
    desk.act(Action::Payments(PaymentsAction::CloseForm));
    assert_eq!(
        Command::ClosePane.effect(&desk.state),
        Some(CommandEffect::Act(Action::Payments(PaymentsAction::Close)))
    );
}

#[test]
fn a_profile_without_its_id_or_in_production_makes_none_with_a_card() {
    let mut desk = Desk::ready(Vec::new());
    desk.state.workspace.profile = Some(Profile { business_profile_id: None, ..profile() });
    assert!(new_payment_refusal(&desk.state.view()).unwrap().contains("profile ID"));
    assert_eq!(Command::New(ResourceKind::Payment).effect(&desk.state), None);
    desk.state.workspace.profile = Some(with_id());
    assert_eq!(new_payment_refusal(&desk.state.view()), None);
    desk.state.workspace.profile = Some(Profile { environment: Environment::Production, ..profile() });
    assert!(TEST_CARDS.iter().all(|card| test_card(&desk.state.view(), card, "Ada").is_none()));
    assert!(!desk.state.view().takes_cards());
}

#[test]
fn a_refusal_of_a_payment_that_the_list_has_does_not_stand_although_a_read_says_there_is_none() {
    for is_listed in [false, true] {
        let (mut desk, id) = sending(Some(0));
        desk.reply(refused(400, "IR_04", "the service says no"));
        desk.write_all();
        let listed = Pay::captured(id.as_str(), 4_500);
        desk.service.listed_as = Some(if is_listed { vec![listed] } else { Vec::new() });
        desk.pass(600);
        assert_eq!(desk.state.workspace.operations.open().len(), usize::from(is_listed));
    }
}

/// A payment that was created while its answer was lost, and is read from a copy that says there is none.
fn lost_and_read_from_a_copy() -> (Desk, PaymentId) {
    let (mut desk, id) = sending(Some(0));
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    (desk, id)
}

#[test]
fn an_equal_payment_is_warned_of_while_the_outcome_of_the_first_is_not_known() {
    let (desk, _) = lost_and_read_from_a_copy();
    let amount = desk.operation().plan.money.clone().unwrap();
    let twin = |amount: &Money, own: &OperationId| same_payment_under_way(&desk.state.view(), amount, own);
    let (own, another) = (desk.operation().id.clone(), OperationId::new("another"));
    assert_eq!(twin(&amount, &another), desk.operation().last_sent_at);
    assert_eq!(twin(&amount.with_minor(amount.minor + 1), &another), None);
    assert_eq!(twin(&amount, &own), None);
}

#[test]
fn a_payment_that_a_list_has_shown_is_never_said_not_to_have_been_made() {
    let (mut desk, id) = lost_and_read_from_a_copy();
    desk.service.listed_as = Some(vec![Pay::captured(id.as_str(), 4_500)]);
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.serve();
    // From now on the list is a copy, too.
    desk.service.listed_as = Some(Vec::new());
    desk.pass(600);
    assert_eq!(*desk.finding(), ResolutionFinding::NotFresh(NotFresh::Contradicted));
    assert!(!desk.operation().may_be_sent_again(desk.now));
}

#[test]
fn without_a_look_at_the_list_a_lost_payment_is_not_said_not_to_have_been_made() {
    let (mut desk, id) = lost_and_read_from_a_copy();
    desk.service.listed_as = Some(vec![Pay::captured(id.as_str(), 4_500)]);
    desk.pass(600);
    assert_eq!(*desk.finding(), ResolutionFinding::NotFresh(NotFresh::Contradicted));
}

#[test]
fn that_its_id_is_taken_when_it_is_sent_again_shows_that_it_may_have_been_made() {
    let (mut desk, _) = sending(None);
    desk.reply(Attempt::Lost(LostAnswer::ConnectionLost));
    desk.service.listed_as = Some(Vec::new());
    desk.pass(30);
    assert_eq!(desk.sent.len(), 2, "by itself, under the same id");
    desk.reply(refused(409, "HE_01", "a payment with this id exists"));
    desk.write_all();
    desk.pass(600);
    assert_eq!(*desk.finding(), ResolutionFinding::NotFresh(NotFresh::Contradicted));
}
