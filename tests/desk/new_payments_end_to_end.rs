//! Payments made from Paydesk through core, runtime, journal and the real sandbox: without a card, with test cards, with
//! an id that is taken, with an answer that is lost; and no card number on the disk.

use paydesk_api::call::Method;
use paydesk_api::input::Billing;
use paydesk_api::resources::payments::calls::CreatePayment;
use paydesk_core::features::payments::create::{
    AuthenticationType, CreatePaymentInput, MethodData, MethodInput, PaymentMethod, generated_payment_id,
};
use paydesk_core::features::payments::test_card;
use paydesk_core::operations::{OperationPlan, Outcome, Phase, Precondition, ResourceKind, Submission};
use paydesk_core::{Action, State};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::payment::{CaptureMethod, Payment, PaymentStatus};
use paydesk_domain::test_cards::TEST_CARDS;
use paydesk_sandbox::SandboxConfig;
use paydesk_test_desk::{RuntimeHarness, Service};
use serde_json::json;

fn card(number: &str) -> usize {
    TEST_CARDS.iter().position(|card| card.number == number).unwrap()
}

/// Fills in the form, changes what is to be sent, and sends it; the payment's id.
pub fn send(desk: &mut RuntimeHarness, card: Option<usize>, change: impl FnOnce(&mut CreatePaymentInput)) -> PaymentId {
    desk.act(Action::OpenNew(ResourceKind::Payment));
    let id = desk.state.form(ResourceKind::Payment).unwrap().operation_id.clone();
    let amount = Money::new(4_599, Currency::iso4217("EUR"));
    let profile_id = desk.state.view().business_profile_id().unwrap().clone();
    let mut input = CreatePaymentInput::new(amount, profile_id, generated_payment_id(&id));
    if let Some(card) = card {
        let data = test_card(&desk.state.view(), &TEST_CARDS[card], "Ada Lovelace").map(MethodData::Card);
        input.confirm = true;
        input.details.method = Some(MethodInput { method: PaymentMethod::Card, method_type: "credit".into(), data });
        input.details.billing = Some(Billing::example());
    }
    change(&mut input);
    let payment_id = input.payment_id.clone();
    let plan = OperationPlan::of(&CreatePayment::new(id.clone(), input, desk.state.now).unwrap());
    desk.act(Action::Submit(Box::new(Submission { id, plan, precondition: Precondition::Nothing })));
    payment_id
}

fn shown<'a>(state: &'a State, id: &PaymentId) -> Option<&'a Payment> {
    let (open, remote) = state.workspace.payments.open_detail()?;
    remote.value().filter(|_| open == id)
}

/// Sends it and waits until the payment is in the place of its form.
fn make(desk: &mut RuntimeHarness, card: Option<usize>, change: impl FnOnce(&mut CreatePaymentInput)) -> Payment {
    let id = send(desk, card, change);
    desk.until("the payment is shown", |state| shown(state, &id).is_some());
    assert_eq!(desk.state.workspace.forms.session(ResourceKind::Payment), None);
    shown(&desk.state, &id).unwrap().clone()
}

fn manual(input: &mut CreatePaymentInput) {
    input.details.capture_method = Some(CaptureMethod::Manual);
}

fn with_three_ds(input: &mut CreatePaymentInput) {
    input.details.authentication_type = Some(AuthenticationType::ThreeDs);
    input.details.return_url = "https://shop.example/back".to_owned();
}

#[test]
fn a_payment_is_made_without_a_card_and_with_each_kind_of_test_card_and_no_number_is_kept() {
    let service = Service::with(SandboxConfig::default());
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    let payment = make(&mut desk, None, |input| input.details.description = "Kettle".into());
    assert_eq!(
        (payment.status, payment.description.as_deref()),
        (PaymentStatus::RequiresPaymentMethod, Some("Kettle"))
    );
    let good = card("4242424242424242");
    assert_eq!(make(&mut desk, Some(good), |_| ()).status, PaymentStatus::Succeeded);
    let held = make(&mut desk, Some(good), manual);
    assert_eq!((held.capturable_minor(), held.status), (4_599, PaymentStatus::RequiresCapture));
    let declined = make(&mut desk, Some(card("4000000000000002")), |_| ());
    assert_eq!((declined.error.unified_code.as_deref(), declined.status), (Some("UE_1007"), PaymentStatus::Failed));
    let text = desk.state.toasts.shown().iter().map(|toast| toast.text.clone()).next_back().unwrap();
    assert!(text.contains("Declined by the issuer (UE_1007)"), "{text}");
    let asks = make(&mut desk, Some(card("4000003800000446")), |_| ());
    assert_eq!(asks.status, PaymentStatus::RequiresAction);
    assert_eq!(make(&mut desk, Some(good), with_three_ds).status, PaymentStatus::RequiresAction);
    assert_eq!(make(&mut desk, Some(card("4000000000009235")), |_| ()).status, PaymentStatus::RequiresMerchantAction);
    assert!(!format!("{:?}", desk.state).contains("4242424242424242"));
    desk.close();
    let found = paydesk_test_basics::left_behind::found_below(
        data.path(),
        &["4242424242424242", "4000000000000002", "Ada Lovelace\",\"card"],
    );
    assert!(found.is_empty(), "left behind: {found:?}");
}

#[test]
fn an_id_that_is_taken_is_said_at_the_form_and_the_other_payment_stays_as_it_was() {
    let service = Service::with(SandboxConfig::default());
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    let body = json!({"payment_id": "taken", "amount": 999, "currency": "EUR",
        "profile_id": service.running.credentials.profile_id});
    service.ask(Method::Post, "/payments", Some(body));
    send(&mut desk, None, |input| input.payment_id = PaymentId::new("taken"));
    let refusal = |state: &State| state.form(ResourceKind::Payment).and_then(|form| form.refusal.clone());
    desk.until("the form says it", |state| refusal(state).is_some());
    let text = refusal(&desk.state).unwrap();
    assert_eq!(
        text,
        "Create payment of 45.99 EUR: A different payment of 9.99 EUR already has the ID taken. Choose another ID."
    );
    assert_eq!(service.ask(Method::Get, "/payments/taken", None)["amount"], 999);
    desk.close();
}

#[test]
fn a_payment_whose_answer_is_lost_is_found_by_its_id_and_made_once() {
    let service = Service::with(SandboxConfig::default());
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    for kind in ["close_after", "cut_body", "wrong_id", "status_503", "close_before"] {
        service.fault("/payments", kind);
        let id = send(&mut desk, None, |_| ());
        let ended = |state: &State| {
            let operation = state.workspace.operations.last_of(&id)?;
            Some(matches!(&operation.phase, Phase::Ended(Outcome::Done { .. })))
        };
        desk.until(kind, |state| ended(state).is_some());
        assert_eq!(ended(&desk.state), Some(true), "{kind}");
        assert_eq!(service.ask(Method::Get, &format!("/payments/{}", id.as_str()), None)["amount"], 4_599, "{kind}");
    }
    desk.close();
}
