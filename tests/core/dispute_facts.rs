//! The facts beside the evidence: each can be inserted, and where goods went to is reported from wherever it is known.

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_api::outcome::Attempt;
use paydesk_api::resources::payments::calls::CreatePayment;
use paydesk_core::features::disputes::{DisputesAction, EvidenceDraftAction, Fact, FactGroup, InboxAction};
use paydesk_core::features::history::{HistoryReport, OpenedHistory, ReadPlace};
use paydesk_core::features::payments::create::{Billing, CreatePaymentInput, generated_payment_id};
use paydesk_core::operations::{OperationPlan, Precondition, ResourceKind, Submission};
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::{BusinessProfileId, CustomerId, PaymentId};
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::{KnownPayments, StoredPayment};
use paydesk_test_core::customers::answer_customer;
use paydesk_test_core::desk::{Desk, eur};
use paydesk_test_core::dispute_views::{draft_of, facts_of};
use paydesk_test_core::disputes::{dispute, dsp, inbox, mixed};
use paydesk_test_core::new_payment::form;
use paydesk_test_core::service::answered;
use serde_json::{Value, json};

fn payment(customer_id: &Value) -> Attempt {
    answered(
        200,
        json!({
            "payment_id": "pay_1", "status": "succeeded", "amount": 4_510, "currency": "EUR", "amount_received": 4_510,
            "amount_capturable": 0, "created": "2026-11-17T14:02:11Z", "customer_id": customer_id,
            "statement_descriptor": "TEA HOUSE", "phone": "7700900123",
        }),
    )
}

/// `dsp_1` is open, and its payment was read.
fn opened(customer_id: &Value) -> Desk {
    let mut desk = inbox(mixed());
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_1")))));
    desk.answer_payment(payment(customer_id));
    desk
}

fn facts(desk: &Desk) -> Vec<Fact> {
    let row = desk.state.workspace.disputes.open_row().expect("a dispute is open");
    facts_of(&desk.state, &row.dispute)
}

fn addresses(desk: &Desk) -> Vec<(String, Option<&'static str>)> {
    let shipping = facts(desk).into_iter().filter(|fact| fact.group == FactGroup::Shipping);
    shipping.map(|fact| (fact.text, fact.source)).collect()
}

#[test]
fn what_has_no_field_of_its_own_goes_into_the_statement_with_its_name() {
    let mut desk = opened(&json!("cus_1"));
    for label in ["Amount", "Created", "Descriptor", "Phone", "Customer ID"] {
        let fact = facts(&desk).into_iter().find(|fact| fact.label == label).unwrap_or_else(|| panic!("no {label}"));
        let (field, text) = fact.insertion();
        assert_eq!((field, &text), (EvidenceField::UncategorizedText, &format!("{label}: {}", fact.text)));
        desk.act(Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::Insert {
            dispute_id: dsp("dsp_1"),
            field,
            text,
        })));
    }
    let statement = draft_of(&desk.state, &dsp("dsp_1")).text(EvidenceField::UncategorizedText).to_owned();
    assert!(statement.starts_with("Amount: 45.10 EUR\nCreated: ") && statement.contains("\nDescriptor: TEA HOUSE\n"));
    assert!(statement.ends_with("\nPhone: 7700900123\nCustomer ID: cus_1"), "{statement}");
}

#[test]
fn the_address_of_the_customer_s_record_is_a_fact_of_the_shipping_and_says_so() {
    let mut desk = opened(&json!("cus_1"));
    assert_eq!(addresses(&desk), []);
    let address = json!({"line1": "12 Wharf Lane", "city": "Bristol", "zip": "BS1 4RW", "country": "GB"});
    answer_customer(&mut desk, answered(200, json!({"customer_id": "cus_1", "name": "Ada", "address": address})));
    let known = "12 Wharf Lane\nBS1 4RW Bristol\nGB".to_owned();
    assert_eq!(addresses(&desk), [(known, Some("from the customer's record"))]);
}

#[test]
fn the_address_that_a_payment_was_made_with_from_here_is_known_where_the_service_does_not_tell_it() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::OpenNew(ResourceKind::Payment));
    let id = form(&desk.state).operation_id.clone();
    let payment_id = generated_payment_id(&id);
    let mut input = CreatePaymentInput::new(eur(4_510), BusinessProfileId::new("pro_test"), payment_id.clone());
    input.details.shipping = Some(Billing::example());
    let plan = OperationPlan::of(&CreatePayment::new(id.clone(), input, desk.state.now).unwrap());
    desk.act(Action::Submit(Box::new(Submission { id, plan, precondition: Precondition::Nothing })));
    desk.write_all();
    let reported = json!({
        "payment_id": payment_id.as_str(), "status": "succeeded", "amount": 4_510, "currency": "EUR",
        "amount_received": 4_510, "amount_capturable": 0, "created": "2026-11-17T14:02:11Z",
    });
    desk.reply(answered(200, reported.clone()));
    desk.write_all();
    let mut disputed = dispute("dsp_1", "dispute_opened", "fraudulent", 1);
    disputed["payment_id"] = json!(payment_id.as_str());
    desk.service.disputes = vec![disputed];
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh)));
    let wanted = |desk: &Desk| desk.reads.iter().position(|(_, read)| format!("{read:?}").starts_with("Disputes("));
    while let Some(index) = wanted(&desk) {
        let (request_id, read) = desk.reads.remove(index);
        let page = json!({"data": desk.service.disputes, "count": 1, "total_count": 1});
        desk.answer(request_id, &read, answered(200, page));
    }
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_1")))));
    desk.answer_payment(answered(200, reported));
    let sent = "Ada Lovelace\n12 Wharf Lane\nBS1 4RW Bristol\nAvon, GB".to_owned();
    assert_eq!(addresses(&desk), [(sent, Some("as sent with the payment"))]);
}

fn fact(desk: &Desk, label: &str) -> Option<String> {
    facts(desk).into_iter().find(|fact| fact.label == label).map(|fact| fact.text)
}

#[test]
fn the_card_and_whether_a_part_is_disputed_are_facts() {
    let mut desk = inbox(mixed());
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_1")))));
    desk.answer_payment(answered(
        200,
        json!({
            "payment_id": "pay_1", "status": "succeeded", "amount": 10_000, "currency": "EUR", "amount_received": 10_000,
            "amount_capturable": 0, "created": "2026-11-17T14:02:11Z",
            "payment_method_data": {"card": {"last4": "4242", "brand": "visa", "exp_month": "12", "exp_year": "2030"}},
        }),
    ));
    assert_eq!(fact(&desk, "Card").as_deref(), Some("visa ···· 4242, 12/2030"));
    assert_eq!(fact(&desk, "Amount disputed").as_deref(), Some("45.10 EUR of 100.00 EUR (partial dispute)"));
    let whole = opened(&json!(null));
    assert_eq!(fact(&whole, "Amount disputed").as_deref(), Some("45.10 EUR, the whole payment"));
    assert_eq!(fact(&whole, "Card"), None);
}

/// A payment of the history of this machine.
fn earlier(id: &str, customer_id: &str, days_before: i64, status: PaymentStatus) -> StoredPayment {
    let disputed: DateTime<Utc> = "2026-11-17T14:02:11Z".parse().unwrap();
    let row = PaymentRow {
        payment_id: PaymentId::new(id),
        status,
        amount: eur(2_000),
        created: Some(disputed - TimeDelta::days(days_before)),
        capturable_minor: None,
        received_minor: None,
        customer_id: Some(CustomerId::new(customer_id)),
        payment_method: None,
        unified_code: None,
        unified_message: None,
    };
    StoredPayment::listed(row, disputed)
}

#[test]
fn earlier_payments_of_the_customer_are_a_fact_where_they_are_undisputed_and_old_enough() {
    let mut desk = opened(&json!("cus_1"));
    let known = |desk: &Desk| desk.state.workspace.disputes.earlier_payments(&desk.state.view());
    assert_eq!(known(&desk), None);
    let mut columns = KnownPayments::default();
    let succeeded = || PaymentStatus::Succeeded;
    columns.put(&earlier("pay_new", "cus_1", 119, succeeded()));
    columns.put(&earlier("pay_near", "cus_1", 120, succeeded()));
    columns.put(&earlier("pay_far", "cus_1", 365, succeeded()));
    columns.put(&earlier("pay_old", "cus_1", 366, succeeded()));
    columns.put(&earlier("pay_other", "cus_2", 200, succeeded()));
    columns.put(&earlier("pay_failed", "cus_1", 200, PaymentStatus::Failed));
    columns.put(&StoredPayment { disputed: true, ..earlier("pay_disputed", "cus_1", 200, succeeded()) });
    // The inbox has a dispute of it.
    columns.put(&earlier("pay_4", "cus_1", 200, succeeded()));
    columns.order_new();
    let opened = OpenedHistory { columns, place: ReadPlace::default(), is_written: false };
    let report = HistoryReport::Opened(Ok(Box::new(opened)));
    desk.event(Message::History { profile_id: ProfileId::embedded(), report });
    let fact = known(&desk).expect("two are known");
    assert_eq!(fact.text, "2026-07-20 · 20.00 EUR · pay_near\n2025-11-17 · 20.00 EUR · pay_far");
    assert_eq!(fact.insertion().0, EvidenceField::UncategorizedText);
    assert!(fact.source.unwrap().starts_with("Undisputed, 120–365 days earlier"));
}
