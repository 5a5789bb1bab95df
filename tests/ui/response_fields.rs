//! Every field of the objects that the specification describes, against what their details show: an answer with all of them is
//! opened, and each is looked for on the screen. Left out are `client_secret`, which is shown once and by a button, and `payout_link_id`, which
//! says nothing beside the link.

use egui::Theme;
use paydesk_core::Action;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_domain::secret::SecretText;
use paydesk_test_core::desk::{Desk, pay_1};
use paydesk_test_core::payouts::make_as_reported;
use paydesk_test_core::service::{Pay, answered};
use paydesk_test_core::subscriptions;
use serde_json::{Value, json};

use super::panels::{names, window_of};

/// A field with its value in the answer and the text that is looked for on the screen.
type Shown = (&'static str, Value, &'static str);

/// The body of fields at their paths.
fn body(fields: &[Shown]) -> Value {
    let mut body = json!({});
    for (path, value, _) in fields {
        let place = path.split('.').fold(&mut body, |at, name| match name.strip_suffix("[]") {
            Some(list) => {
                if at[list].is_null() {
                    at[list] = json!([{}]);
                }
                &mut at[list][0]
            }
            None => &mut at[name],
        });
        *place = value.clone();
    }
    body
}

#[track_caller]
fn assert_shown(desk: Desk, fields: &[Shown]) {
    let window = window_of(desk, Theme::Light, [1440.0, 4_000.0]);
    let names = names(&window).replace('\u{a0}', " ");
    let missing: Vec<&str> =
        fields.iter().filter(|(_, _, text)| !names.contains(text)).map(|(path, ..)| *path).collect();
    println!("{} of {} fields are shown", fields.len() - missing.len(), fields.len());
    assert!(missing.is_empty(), "not shown: {missing:?} in\n{names}");
}

#[test]
fn the_details_of_a_payout_show_every_field_of_the_specification() {
    let fields: Vec<Shown> = vec![
        ("payout_id", json!("po_1"), "po_1"),
        ("merchant_id", json!("mer_7"), "mer_7"),
        ("merchant_order_reference_id", json!("ref-1"), "ref-1"),
        ("amount", json!(12_500), "125.00"),
        ("currency", json!("EUR"), "EUR"),
        ("payout_type", json!("bank"), "Bank"),
        ("payout_method_data.bank.iban", json!("******************3000"), "******************3000"),
        ("billing.address.city", json!("Kiel"), "Kiel"),
        ("auto_fulfill", json!(false), "Automatic payout"),
        ("customer_id", json!("supplier-1"), "supplier-1"),
        ("customer.id", json!("supplier-1"), "supplier-1"),
        ("customer.name", json!("Grace Hopper"), "Grace Hopper"),
        ("customer.email", json!("grace@mail.example"), "grace@mail.example"),
        ("customer.phone", json!("30123456"), "30123456"),
        ("customer.phone_country_code", json!("+49"), "+49"),
        ("return_url", json!("https://shop.example/done"), "https://shop.example/done"),
        ("business_country", json!("SE"), "SE"),
        ("description", json!("Invoice 7"), "Invoice 7"),
        ("entity_type", json!("Company"), "Company"),
        ("recurring", json!(true), "Recurring"),
        ("metadata.invoice", json!("inv-7"), "inv-7"),
        ("merchant_connector_id", json!("mca_7"), "mca_7"),
        ("status", json!("failed"), "Failed"),
        ("error_message", json!("Closed account"), "Closed account"),
        ("error_code", json!("R02"), "R02"),
        ("profile_id", json!("pro_7"), "pro_7"),
        ("created", json!("2026-11-18T20:00:00Z"), "18 Nov 2026"),
        ("connector_transaction_id", json!("txn_7"), "txn_7"),
        ("priority", json!("fast"), "fast"),
        ("attempts[].attempt_id", json!("att_7"), "att_7"),
        ("attempts[].status", json!("failed"), "Attempt 1"),
        ("attempts[].amount", json!(12_500), "125.00"),
        ("attempts[].currency", json!("EUR"), "EUR"),
        ("attempts[].connector", json!("sandbox"), "by sandbox"),
        ("attempts[].connector_transaction_id", json!("txn_attempt"), "txn_attempt"),
        ("payout_link.link", json!("https://pay.example/po/1"), "https://pay.example/po/1"),
        ("unified_code", json!("UE_1016"), "UE_1016"),
        ("unified_message", json!("Account cannot be used"), "Account cannot be used"),
        ("payout_method_id", json!("pm_7"), "pm_7"),
    ];
    let mut desk = Desk::ready(Vec::new());
    make_as_reported(&mut desk, body(&fields));
    desk.act(Action::LeaveForm(ResourceKind::Payout));
    desk.act(Action::ShowRecord(ResourceKind::Payout, Some("po_1".into())));
    assert_shown(desk, &fields);
}

#[test]
fn the_details_of_a_subscription_show_every_field_of_the_specification() {
    let fields: Vec<Shown> = vec![
        ("id", json!("sub_1"), "sub_1"),
        ("status", json!("active"), "Active"),
        ("profile_id", json!("pro_7"), "pro_7"),
        ("merchant_id", json!("mer_7"), "mer_7"),
        ("customer_id", json!("cus_7"), "cus_7"),
        ("item_price_id", json!("price_7"), "price_7"),
        ("plan_id", json!("plan_7"), "plan_7"),
        ("merchant_reference_id", json!("abo-1"), "abo-1"),
        ("coupon_code", json!("TEN"), "TEN"),
        ("payment.payment_id", json!("pay_7"), "pay_7"),
        ("payment.status", json!("succeeded"), "Succeeded"),
        ("payment.amount", json!(2_400), "24.00"),
        ("payment.currency", json!("USD"), "USD"),
        ("payment.payment_method_type", json!("credit"), "Credit"),
        ("invoice.id", json!("inv_7"), "inv_7"),
        ("invoice.subscription_id", json!("sub_1"), "Subscription"),
        ("invoice.amount", json!(2_400), "24.00"),
        ("invoice.currency", json!("USD"), "USD"),
        ("invoice.status", json!("invoice_paid"), "Paid"),
    ];
    let mut desk = subscriptions::desk();
    desk.act(Action::GoTo(Route::List(ResourceKind::Subscription)));
    desk.act(Action::OpenNew(ResourceKind::Subscription));
    subscriptions::submit(&mut desk, subscriptions::create());
    desk.reply(answered(200, body(&fields)));
    desk.write_all();
    desk.act(Action::ShowRecord(ResourceKind::Subscription, Some("sub_1".into())));
    assert_shown(desk, &fields);
}

#[test]
fn the_details_of_a_payment_show_every_field_of_the_specification() {
    let fields: Vec<Shown> = vec![
        ("payment_id", json!("pay_1"), "pay_1"),
        ("merchant_id", json!("mer_7"), "mer_7"),
        ("status", json!("failed"), "Failed"),
        ("amount", json!(4_599), "45.99"),
        ("amount_received", json!(0), "0.00"),
        ("amount_capturable", json!(0), "0.00"),
        ("currency", json!("EUR"), "EUR"),
        ("capture_method", json!("manual"), "Manual"),
        ("payment_method", json!("card"), "Card"),
        ("payment_method_data.card.last4", json!("4242"), "4242"),
        ("payment_method_data.card.brand", json!("Visa"), "Visa"),
        ("payment_method_data.card.exp_month", json!("12"), "12/2030"),
        ("payment_method_data.card.exp_year", json!("2030"), "12/2030"),
        ("customer_id", json!("cus_7"), "cus_7"),
        ("email", json!("ada@mail.example"), "ada@mail.example"),
        ("description", json!("Pour-over kettle"), "Pour-over kettle"),
        ("statement_descriptor", json!("NORDLICHT 7"), "NORDLICHT 7"),
        ("metadata.channel", json!("web-7"), "web-7"),
        ("created", json!("2026-11-18T08:00:00Z"), "18 Nov 2026, 08:00"),
        ("modified_at", json!("2026-11-18T08:01:00Z"), "18 Nov 2026, 08:01"),
        ("profile_id", json!("pro_7"), "pro_7"),
        ("captured_at", json!("2026-11-18T08:02:00Z"), "18 Nov 2026, 08:02"),
        ("cancellation_reason", json!("out_of_stock"), "out_of_stock"),
        ("cancelled_at", json!("2026-11-18T08:03:00Z"), "18 Nov 2026, 08:03"),
        ("unified_code", json!("UE_1001"), "UE_1001"),
        ("unified_message", json!("Insufficient funds"), "Insufficient funds"),
        ("error_code", json!("51"), "51"),
        ("error_message", json!("Do not honour"), "Do not honour"),
        ("error_details.unified_details.category", json!("ISSUER_7"), "ISSUER_7"),
        ("error_details.unified_details.message", json!("Unified words"), "Unified words"),
        ("error_details.issuer_details.code", json!("I7"), "I7"),
        ("error_details.issuer_details.message", json!("Issuer words"), "Issuer words"),
        ("error_details.issuer_details.network_details.name", json!("VisaNet"), "VisaNet"),
        ("error_details.connector_details.code", json!("C7"), "C7"),
        ("error_details.connector_details.message", json!("Connector words"), "Connector words"),
        ("error_details.connector_details.reason", json!("Connector reason"), "Connector reason"),
    ];
    let mut desk = Desk::with_open(Pay::with_status("pay_1", "failed", 4_599));
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.answer_payment(answered(200, body(&fields)));
    assert_shown(desk, &fields);
}

#[test]
fn the_client_secret_of_a_payout_is_offered_once_and_wiped_by_the_person() {
    let mut desk = Desk::ready(Vec::new());
    make_as_reported(&mut desk, paydesk_test_core::payouts::reported("po_1", "requires_fulfillment"));
    let operation_id = desk.state.workspace.operations.ended().next().unwrap().id.clone();
    let value = SecretText::new("payout_secret_canary");
    desk.event(paydesk_core::Message::ClientSecret { operation_id, value });
    desk.act(Action::ShowRecord(ResourceKind::Payout, Some("po_1".into())));
    let held = |desk: &Desk| {
        let id = paydesk_test_core::payouts::po_1();
        desk.state.workspace.payouts.client_secret(&desk.state.view(), &id).is_some()
    };
    assert!(held(&desk));
    let forget = paydesk_core::features::payouts::PayoutsAction::ForgetSecret(paydesk_test_core::payouts::po_1());
    desk.act(Action::Payouts(forget));
    assert!(!held(&desk));
}
