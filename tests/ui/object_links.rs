//! What the panes of disputes, payouts and refunds name leads there: the customer, the payments of an e-mail address, the
//! payment.

use egui::Theme;
use egui::accesskit::Role;
use paydesk_core::Action;
use paydesk_core::features::disputes::DisputesAction;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_domain::ids::PaymentId;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::disputes::{dsp, inbox, mixed};
use paydesk_test_core::payouts::{make_as_reported, reported};
use paydesk_test_core::people::{know, paid_by};
use paydesk_test_core::refunds::{record, with_records};
use paydesk_test_core::service::answered;
use serde_json::json;

use super::live::LiveWindow;
use super::panels::{LARGE, Window, click_role, window_of};

const EMAIL: &str = "ada@example.com";

fn clicked(window: &mut Window, name: &str) -> Vec<Action> {
    click_role(window, Role::Link, name)
}

fn theirs() -> [Action; 1] {
    [Action::SearchPayments(format!("email:{EMAIL}"))]
}

fn customer(id: &str) -> [Action; 1] {
    [Action::OpenRecord(ResourceKind::Customer, id.to_owned())]
}

fn payment(id: &str) -> [Action; 1] {
    [Action::Payments(PaymentsAction::Open(PaymentId::new(id)))]
}

#[test]
fn a_refund_leads_to_its_customer_to_the_payments_of_the_e_mail_and_to_the_payment() {
    let mut desk = with_records(vec![record("ref_1", 1_000, "EUR", "succeeded")]);
    let payment_id =
        desk.state.workspace.records.find(ResourceKind::Refund, "ref_1").unwrap().record.payment_id.clone();
    let payment_id = payment_id.expect("of a payment").to_string();
    know(&mut desk, &[paid_by(&payment_id, "cus_1", "Ada Lovelace", EMAIL)]);
    desk.act(Action::OpenRecord(ResourceKind::Refund, "ref_1".to_owned()));
    desk.serve();
    let mut window = window_of(desk, Theme::Light, LARGE);
    assert_eq!(clicked(&mut window, "Ada Lovelace"), customer("cus_1"));
    assert_eq!(clicked(&mut window, EMAIL), theirs());
    assert_eq!(clicked(&mut window, &payment_id), payment(&payment_id));
}

#[test]
fn a_payout_leads_to_its_customer_and_to_the_payments_of_the_e_mail() {
    let mut desk = Desk::ready(Vec::new());
    let mut payout = reported("po_1", "success");
    payout["customer"] = json!({"id": "supplier-1", "name": "Grace Hopper", "email": EMAIL});
    make_as_reported(&mut desk, payout);
    know(&mut desk, &[]);
    desk.act(Action::OpenRecord(ResourceKind::Payout, "po_1".to_owned()));
    desk.serve();
    let mut window = window_of(desk, Theme::Light, [1440.0, 1_600.0]);
    assert_eq!(clicked(&mut window, "supplier-1"), customer("supplier-1"));
    assert_eq!(clicked(&mut window, EMAIL), theirs());
}

#[test]
fn a_dispute_leads_to_its_customer_to_the_payments_of_the_e_mail_and_to_the_payment() {
    let mut desk = inbox(mixed());
    know(&mut desk, &[]);
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_4")))));
    let is_asked = |read: &Read| matches!(read, Read::Payment(read) if read.payment_id.as_str() == "pay_4");
    let index = desk.reads.iter().position(|(_, read)| is_asked(read)).unwrap();
    let (request_id, read) = desk.reads.remove(index);
    let answer = answered(
        200,
        json!({
            "payment_id": "pay_4", "status": "succeeded", "amount": 4_510, "currency": "EUR", "amount_received": 4_510,
            "amount_capturable": 0, "created": "2026-11-17T14:02:11Z", "email": EMAIL, "customer_id": "cus_1",
        }),
    );
    desk.answer(request_id, &read, answer);
    let payment_id = desk.state.workspace.disputes.find(&dsp("dsp_4")).unwrap().dispute.payment_id.to_string();
    let mut window = window_of(desk, Theme::Light, [1440.0, 2_000.0]);
    assert_eq!(clicked(&mut window, "cus_1"), customer("cus_1"));
    assert_eq!(clicked(&mut window, EMAIL), theirs());
    assert_eq!(clicked(&mut window, &payment_id), payment(&payment_id));
}

#[test]
fn a_dispute_that_is_not_contested_says_who_decided_so_and_when() {
    let mut window = LiveWindow::new(inbox(mixed()));
    window.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_4")))));
    window.click(Role::Button, "Won't contest");
    let at = window.state().zone().short(window.state().now, window.state().now);
    assert!(window.shows(&format!("Not contested, decided by kim on {at}")));
    let mut desk = inbox(mixed());
    desk.state.operator = String::new();
    let mut window = LiveWindow::new(desk);
    window.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    window.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_4")))));
    window.click(Role::Button, "Won't contest");
    assert!(window.shows(&format!("Not contested, decided on {at}")), "nobody is named where no name is known");
}
