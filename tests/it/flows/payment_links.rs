//! Payment links: made, refused, lost.

use paydesk::api::outcome::{Attempt, Loss};
use paydesk::app::features::payment_links::{CreatePaymentLink, CreatePaymentLinkInput, PaymentLinksAction};
use paydesk::app::operations::{Family, Finding, Plan, Seen, Submission};
use paydesk::app::{Action, Event};
use serde_json::json;

use super::desk::{Desk, eur};
use super::service::{answered, refused};

fn submit(desk: &mut Desk) {
    desk.act(Action::PaymentLinks(PaymentLinksAction::OpenForm));
    let id = desk.state.payment_links.form.as_ref().unwrap().operation_id.clone();
    let input = CreatePaymentLinkInput { description: "A chair".into(), ..CreatePaymentLinkInput::new(eur(4_500)) };
    let plan = Plan::of(&CreatePaymentLink::new(id.clone(), input, desk.state.now).unwrap());
    for _ in 0..2 {
        desk.act(Action::Submit(Box::new(Submission { id: id.clone(), plan: plan.clone(), seen: Seen::Nothing })));
    }
    desk.write_all();
}

#[test]
fn a_link_that_was_made_is_opened_and_known_after_a_restart() {
    let mut desk = Desk::ready(Vec::new());
    submit(&mut desk);
    assert_eq!(desk.sends.len(), 1, "clicked twice it is one link");
    desk.reply(answered(
        200,
        json!({"payment_link_id": "plink_1", "payment_id": "pay_9", "link": "https://pay.example.com/1",
            "amount": 4_500, "currency": "EUR", "status": "active"}),
    ));
    assert_eq!((desk.state.payment_links.open.as_deref(), &desk.state.payment_links.form), (Some("plink_1"), &None));
    let records = desk.state.records.of(Family::PaymentLink).map(|known| known.record.clone()).collect();
    let mut desk = Desk::ready(Vec::new());
    desk.event(Event::RecordsOpened { records, problem: None });
    let known = desk.state.records.find(Family::PaymentLink, "plink_1").unwrap();
    assert_eq!(known.payment_link().unwrap().link.as_deref(), Some("https://pay.example.com/1"));
    assert_eq!((known.amount(), known.record.payment_id.as_ref().unwrap().as_str()), (Some(eur(4_500)), "pay_9"));
}

#[test]
fn refused_the_form_stays_with_the_words_of_the_service() {
    for (code, message) in [("IR_06", "expiry: is in the past"), ("IR_17", "customer: not found")] {
        let mut desk = Desk::ready(Vec::new());
        submit(&mut desk);
        desk.reply(refused(400, code, message));
        let refusal = desk.state.payment_links.form.as_ref().unwrap().refusal.clone().unwrap();
        assert!(refusal.contains(message), "{refusal}");
        assert_eq!(desk.state.records.of(Family::PaymentLink).len(), 0);
    }
}

#[test]
fn an_answer_that_was_lost_is_parked_because_nothing_can_be_asked() {
    let mut desk = Desk::ready(Vec::new());
    submit(&mut desk);
    desk.reply(Attempt::Lost(Loss::TimedOut));
    assert!(desk.state.payment_links.form.is_none());
    assert!(desk.is_unknown());
    desk.pass(300);
    assert_eq!(*desk.finding(), Finding::Parked);
    assert_eq!(desk.sent.len(), 1, "it is not sent again by itself");
}
