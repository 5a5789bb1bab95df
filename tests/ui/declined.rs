//! A declined payment: why, as text for a ticket, and the way to the earlier payment.

use paydesk_core::Action;
use paydesk_core::features::payments::{PaymentsAction, PaymentsFilter};
use paydesk_domain::ids::CustomerId;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::service::Pay;
use paydesk_test_core::webhooks::{arrive, at, event};
use serde_json::json;

use super::panels::{Window, click, names, window};

fn declined(code: &str) -> Window {
    let mut desk = Desk::with_open(Pay::with_status("pay_1", "processing", 4_510));
    let reported = json!({"payment_id": "pay_1", "status": "failed", "amount": 4_510, "currency": "EUR",
        "customer_id": "cus_1", "unified_code": code, "unified_message": "Told", "error_code": "94",
        "error_message": "Duplicate transmission", "modified_at": at(1)});
    arrive(&mut desk, [event("evt_1", "payment", reported, 1)]);
    window(desk)
}

#[test]
fn a_decline_is_copied_with_its_codes_words_and_ids() {
    for button in ["Copy decline", "Copy failure"] {
        let mut window = declined("UE_1007");
        egui_kittest::kittest::Queryable::get_by_label(&window, button).click();
        let copied = (0..3).find_map(|_| {
            window.step();
            window.output().platform_output.commands.iter().find_map(|command| match command {
                egui::OutputCommand::CopyText(text) => Some(text.clone()),
                _ => None,
            })
        });
        let copied = copied.unwrap();
        for part in ["pay_1", "45.10 EUR", "cus_1", "UE_1007", "Told", "94", "Duplicate transmission"] {
            assert!(copied.contains(part), "{part}: {copied}");
        }
    }
}

#[test]
fn where_the_earlier_payment_is_to_be_checked_one_click_leads_to_the_customer_s_payments() {
    let mut reported = declined("UE_1018");
    let theirs =
        Action::Payments(PaymentsAction::ShowOnly(Box::new(PaymentsFilter::of_customer(CustomerId::new("cus_1")))));
    assert_eq!(click(&mut reported, "Show the customer's payments"), [theirs]);
    assert!(!names(&declined("UE_1007")).contains("Show the customer's payments"));
}
