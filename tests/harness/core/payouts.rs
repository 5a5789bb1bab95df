//! Payouts in every status, the form of a new one, and what is typed in it.

use chrono::TimeDelta;
use paydesk_api::resources::payouts::calls::{CreatePayout, CreatePayoutInput, Destination, PayoutMethod};
use paydesk_core::effect::StoreJob;
use paydesk_core::features::payouts::known_payout;
use paydesk_core::operations::{OperationPlan, Precondition, ResourceKind, Submission};
use paydesk_core::records::Record;
use paydesk_core::route::Route;
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::ids::{OperationId, PayoutId};
use paydesk_domain::payout::{PayoutStatus, VARIANTS};
use serde_json::{Value, json};

use crate::desk::{Desk, eur};
use crate::service::answered;

pub const IBAN: &str = "DE89370400440532013000";

pub fn po_1() -> PayoutId {
    PayoutId::new("po_1")
}

/// A payout of 125.00 EUR to Grace's account.
pub fn input(reference: &str) -> CreatePayoutInput {
    let sepa = VARIANTS.iter().find(|variant| variant.name == "sepa").unwrap();
    let to = Destination::new(sepa).with("iban", IBAN).with("bic", "COBADEFF");
    let mut input = CreatePayoutInput::new(eur(12_500), reference);
    (input.payout_type, input.method) = ("bank".into(), Some(PayoutMethod::Data(to)));
    (input.customer.id, input.customer.contact.name) = ("supplier-1".into(), "Grace Hopper".into());
    input
}

pub fn reported(id: &str, status: &str) -> Value {
    json!({"payout_id": id, "status": status, "amount": 12_500, "currency": "EUR", "payout_type": "bank",
        "merchant_order_reference_id": "ref-1", "customer": {"id": "supplier-1", "name": "Grace Hopper"},
        "description": "Invoice 7", "metadata": {"invoice": "7", "operation_id": "op_made"}, "created": "2026-11-18T20:00:00Z",
        "payout_method_data": {"bank": {"payout_method_type": "sepa", "iban": "******************3000",
            "bic": "COBADEFF"}},
        "attempts": [{"attempt_id": "att_1", "status": status, "amount": 12_500, "currency": "EUR",
            "connector": "sandbox"}]})
}

pub fn form_id(desk: &Desk) -> OperationId {
    desk.state.form(ResourceKind::Payout).expect("a form is open").operation_id.clone()
}

/// Fills in the open form and submits it.
pub fn submit(desk: &mut Desk, input: CreatePayoutInput) {
    let id = form_id(desk);
    let plan = OperationPlan::of(&CreatePayout::new(id.clone(), input).unwrap());
    desk.act(Action::Submit(Box::new(Submission { id, plan, precondition: Precondition::Nothing })));
}

/// Paydesk made `po_1`, whose status this is.
pub fn with_payout(status: &str) -> Desk {
    let mut desk = Desk::ready(Vec::new());
    make(&mut desk, status);
    desk
}

/// The same of one that the service fulfils by itself, and that says all the same that it waits for it.
pub fn with_automatic_payout() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    let mut reported = reported("po_1", "requires_fulfillment");
    reported["auto_fulfill"] = true.into();
    make_as_reported(&mut desk, reported);
    desk
}

/// Makes `po_1`, which is so.
pub fn make(desk: &mut Desk, status: &str) {
    make_as_reported(desk, reported("po_1", status));
}

/// The same, as the service reports it.
pub fn make_as_reported(desk: &mut Desk, reported: Value) {
    send(desk);
    desk.reply(answered(200, reported));
    desk.write_all();
    desk.act(Action::GoTo(Route::List(ResourceKind::Payout)));
}

pub fn send(desk: &mut Desk) {
    desk.act(Action::OpenNew(ResourceKind::Payout));
    submit(desk, input("ref-1"));
    desk.write_all();
}

pub fn status(desk: &Desk) -> PayoutStatus {
    known_payout(&desk.state.workspace.records, &po_1()).unwrap().1.status.clone()
}

pub fn kept(desk: &Desk) -> Vec<Record> {
    let records = |effect: &Effect| match effect {
        Effect::Store(StoreJob::KeepRecords(records)) => records.clone(),
        _ => Vec::new(),
    };
    desk.other.iter().flat_map(records).collect()
}

/// A desk that was closed with these payouts known, and is started again an hour later.
pub fn started_again(statuses: &[&str]) -> Desk {
    let mut records = Vec::new();
    for (number, status) in statuses.iter().enumerate() {
        let mut desk = Desk::ready(Vec::new());
        make_as_reported(&mut desk, reported(&format!("po_{number}"), status));
        records.extend(kept(&desk).into_iter().filter(|record| record.kind == ResourceKind::Payout));
    }
    for record in &mut records {
        record.reported_at -= TimeDelta::hours(1);
    }
    let mut desk = Desk::ready(Vec::new());
    desk.event(Message::RecordsOpened { records, problem: None });
    desk
}

/// What is typed where the variants ask for it: good by every rule.
pub const TYPED: [(&str, &str); 30] = [
    ("card_number", "4242 4242 4242 4242"),
    ("expiry_month", "03"),
    ("expiry_year", "2030"),
    ("card_holder_name", "Ada Lovelace"),
    ("card_network", "AmericanExpress"),
    ("bank_account_number", "66374958"),
    ("bank_routing_number", "021000021"),
    ("bank_sort_code", "20-00-00"),
    ("bank_name", "Nordbank"),
    ("bank_country_code", "DE"),
    ("bank_city", "Kiel"),
    ("account_holder_name", "Ada Lovelace"),
    ("iban", "DE89 3704 0044 0532 0130 00"),
    ("bic", "COBADEFF"),
    ("bank_branch", "0001"),
    ("tax_id", "00000000191"),
    ("ispb", "12345678"),
    ("instant_key", "key-123456789"),
    ("emv", "00020126580014br"),
    ("bank_number", "370400440"),
    ("dpan", "4242424242424242"),
    ("application_primary_account_number", "4242424242424242"),
    ("email", "ada@analytical.example"),
    ("telephone_number", "+44 7700 900123"),
    ("wallet_account_id", "wallet-123456789"),
    ("psp_token", "token-123456789"),
    ("psp_customer_id", "psp_cus_1"),
    ("token_type", "ach"),
    ("payout_type", "bank"),
    ("reference", "po-7"),
];

pub fn typed(name: &str) -> &'static str {
    TYPED.iter().find(|(field, _)| *field == name).unwrap_or_else(|| panic!("nothing to type for {name}")).1
}
