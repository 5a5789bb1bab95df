//! The form of a new payment and what it sends.

use paydesk_api::resources::payments::calls::CreatePayment;
use paydesk_core::features::forms::FormSession;
use paydesk_core::features::payments::create::{
    Billing, CreatePaymentInput, MethodData, MethodInput, PaymentMethod, generated_payment_id,
};
use paydesk_core::features::payments::test_card;
use paydesk_core::operations::{OperationPlan, Precondition, ResourceKind, Submission};
use paydesk_core::{Action, State};
use paydesk_domain::ids::{BusinessProfileId, PaymentId};
use paydesk_domain::profile::Profile;
use paydesk_domain::test_cards::TEST_CARDS;

use crate::desk::{Desk, eur, profile};

/// A profile that knows its id at the service.
pub fn with_id() -> Profile {
    Profile { business_profile_id: Some(BusinessProfileId::new("pro_test")), ..profile() }
}

pub fn form(state: &State) -> &FormSession {
    state.form(ResourceKind::Payment).expect("the form is in front")
}

/// What the form that is open would send.
pub fn plan(state: &State, card: Option<usize>) -> OperationPlan {
    let operation_id = form(state).operation_id.clone();
    let id = generated_payment_id(&operation_id);
    let mut input = CreatePaymentInput::new(eur(4_500), BusinessProfileId::new("pro_test"), id);
    if let Some(card) = card {
        let data = test_card(&state.view(), &TEST_CARDS[card], "Ada Lovelace").expect("a sandbox is at work");
        let data = Some(MethodData::Card(data));
        input.confirm = true;
        input.details.method = Some(MethodInput { method: PaymentMethod::Card, method_type: "credit".into(), data });
        input.details.billing = Some(Billing::example());
    }
    OperationPlan::of(&CreatePayment::new(operation_id, input, state.now).unwrap())
}

pub fn submit(desk: &mut Desk, card: Option<usize>) {
    let (id, plan) = (form(&desk.state).operation_id.clone(), plan(&desk.state, card));
    desk.act(Action::Submit(Box::new(Submission { id, plan, precondition: Precondition::Nothing })));
}

/// A desk whose form is on its way; the id of the payment.
pub fn sending(card: Option<usize>) -> (Desk, PaymentId) {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::OpenNew(ResourceKind::Payment));
    submit(&mut desk, card);
    desk.write_all();
    desk.assert_sent_times(1);
    let id = PaymentId::new(&*desk.operation().plan.target.resource);
    (desk, id)
}
