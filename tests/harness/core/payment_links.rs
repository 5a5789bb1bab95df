//! A payment link that is made.

use paydesk_api::input::CreatePaymentLinkInput;
use paydesk_api::resources::payment_links::calls::CreatePaymentLink;
use paydesk_core::Action;
use paydesk_core::operations::{OperationPlan, Precondition, ResourceKind, Submission};
use paydesk_core::records::kinds::payment_link::LinkState;

use crate::desk::{Desk, eur};

pub fn submit(desk: &mut Desk) {
    desk.act(Action::OpenNew(ResourceKind::PaymentLink));
    let id = desk.state.form(ResourceKind::PaymentLink).unwrap().operation_id.clone();
    let input = CreatePaymentLinkInput { description: "A chair".into(), ..CreatePaymentLinkInput::new(eur(4_500)) };
    let plan = OperationPlan::of(&CreatePaymentLink::new(id.clone(), input, desk.state.now).unwrap());
    for _ in 0..2 {
        desk.act(Action::Submit(Box::new(Submission {
            id: id.clone(),
            plan: plan.clone(),
            precondition: Precondition::Nothing,
        })));
    }
    desk.write_all();
}

pub fn state(desk: &Desk) -> LinkState {
    let known = desk.state.workspace.records.find(ResourceKind::PaymentLink, "plink_1").unwrap();
    known.link_state(desk.state.now).unwrap()
}
