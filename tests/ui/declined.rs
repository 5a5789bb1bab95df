//! A declined payment: why, as text for a ticket, and the way to the earlier payment.

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use paydesk_core::Action;
use paydesk_core::features::payments::{PaymentsAction, PaymentsFilter};
use paydesk_domain::ids::CustomerId;
use paydesk_test_core::desk::{Desk, pay_1};
use paydesk_test_core::new_payment::with_id;
use paydesk_test_core::people::know;
use paydesk_test_core::service::Pay;
use paydesk_test_core::webhooks::{arrive, at, event};
use serde_json::json;

use super::panels::{Window, act, click, names, window};

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

/// A declined payment of a guest.
fn of_a_guest(code: &str, message: &str) -> Window {
    let mut desk = Desk::with_open(Pay::with_status("pay_1", "processing", 121_260));
    desk.state.workspace.profile = Some(with_id());
    know(&mut desk, &[]);
    let card = json!({"card": {"last4": "4242", "brand": "visa", "card_number": "4242424242424242"}});
    let reported = json!({"payment_id": "pay_1", "status": "failed", "amount": 121_260, "currency": "EUR",
        "email": "ada@example.com", "description": "Two kettles", "capture_method": "manual",
        "merchant_order_reference_id": "order 7", "payment_method_data": card, "unified_code": code,
        "unified_message": message, "modified_at": at(1)});
    arrive(&mut desk, [event("evt_1", "payment", reported, 1)]);
    window(desk)
}

/// Begins another try.
fn try_again(window: &mut Window) {
    let asked = click(window, "Try again…");
    assert_eq!(asked, [Action::TryPaymentAgain(pay_1())]);
    act(window, Action::TryPaymentAgain(pay_1()));
}

fn text_in(window: &Window, field: &str) -> String {
    let is = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        matches!(node.role(), Role::TextInput | Role::MultilineTextInput) && node.label().as_deref() == Some(field)
    };
    let found = window.query_all_by(is).next().unwrap_or_else(|| panic!("no field “{field}”: {}", names(window)));
    found.value().unwrap_or_default()
}

#[test]
fn try_again_fills_in_a_new_payment_from_the_declined_one_without_its_card() {
    let mut window = of_a_guest("UE_3002", "Payment could not be processed, try again");
    try_again(&mut window);
    for (field, text) in [
        ("Amount, required", "1212.60"),
        ("Currency, required", "EUR"),
        ("Description", "Two kettles"),
        ("E-mail", "ada@example.com"),
        ("Your order reference", "order 7"),
    ] {
        assert_eq!(text_in(&window, field), text, "{field}");
    }
    let shown = names(&window);
    assert!(shown.contains("Filled in from pay_1, which was declined. How it was paid is not copied."), "{shown}");
    assert!(shown.contains("Try again") && !shown.contains("4242"), "no card data: {shown}");
}

#[test]
fn a_decline_that_asks_for_authentication_is_tried_again_with_it_also_under_a_legacy_code() {
    for code in ["UE_2002", "UE_2000"] {
        let mut window = of_a_guest(code, "Additional authentication required");
        assert!(names(&window).contains("Retry with 3DS authentication"), "{code}");
        try_again(&mut window);
        assert!(names(&window).contains("Try again with 3-D Secure"), "{code}");
    }
    let blocked = of_a_guest("UE_2000", "Payment blocked");
    assert!(!names(&blocked).contains("Retry with 3DS authentication"));
}

#[test]
fn a_possible_duplicate_of_a_guest_leads_to_the_payments_of_the_same_e_mail_address() {
    let mut reported = of_a_guest("UE_1018", "Payment may already have been processed");
    let theirs = Action::SearchPayments("email:ada@example.com".to_owned());
    assert_eq!(click(&mut reported, "Show the customer's payments"), std::slice::from_ref(&theirs));
    assert_eq!(click(&mut reported, "ada@example.com"), [theirs], "as its e-mail address does");
}

#[test]
fn where_the_earlier_payment_is_to_be_checked_one_click_leads_to_the_customer_s_payments() {
    let mut reported = declined("UE_1018");
    let theirs =
        Action::Payments(PaymentsAction::ShowOnly(Box::new(PaymentsFilter::of_customer(CustomerId::new("cus_1")))));
    assert_eq!(click(&mut reported, "Show the customer's payments"), [theirs]);
    assert!(!names(&declined("UE_1007")).contains("Show the customer's payments"));
}
