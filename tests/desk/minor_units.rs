//! Amounts of a service that counts other currencies without decimals than ISO 4217 does: core, runtime and the sandbox in
//! the shapes of hyperswitch, from the service to the screen and the file and back.

use paydesk_api::call::Method;
use paydesk_core::features::payments::check_capture;
use paydesk_core::features::table_exports::{ExportList, TableExportAction};
use paydesk_core::service_traits::{AmountsChange, TraitChange};
use paydesk_core::{Action, State};
use paydesk_domain::export::ExportFormat;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payment::Payment;
use paydesk_domain::profile::ProfileId;
use paydesk_sandbox::{SandboxConfig, SandboxShapes};
use paydesk_test_desk::{RuntimeHarness, Service};
use paydesk_test_sandbox::helpers::payment_with;
use serde_json::json;

const GOOD: &str = "4242424242424242";

/// A service in these shapes with one payment each: 500000 ISK, 5000 MGA and 500000 ISK to capture, in minor units.
fn service(shapes: SandboxShapes) -> Service {
    let service = Service::with(SandboxConfig { payments: 0, shapes: Some(shapes), ..SandboxConfig::default() });
    for (id, amount, currency, capture) in
        [("isk", 500_000, "ISK", "automatic"), ("mga", 5_000, "MGA", "automatic"), ("held", 500_000, "ISK", "manual")]
    {
        let profile_id = &service.running.credentials.profile_id;
        let extra = json!({"payment_id": format!("pay_{id}"), "amount": amount, "currency": currency,
            "capture_method": capture, "profile_id": profile_id});
        service.ask(Method::Post, "/payments", Some(payment_with(GOOD, extra)));
    }
    service
}

fn desk(service: &Service) -> (RuntimeHarness, tempfile::TempDir) {
    let data = tempfile::tempdir().unwrap();
    (RuntimeHarness::open(service, data.path()), data)
}

/// What the list shows as amounts, with their codes, by id.
fn listed(state: &State) -> Vec<String> {
    let rows = state.workspace.payments.all();
    let mut shown: Vec<String> =
        rows.map(|row| format!("{} {} {}", row.id_text, row.amount_text, row.currency_text)).collect();
    shown.sort();
    shown
}

fn held(desk: &mut RuntimeHarness) -> Payment {
    desk.open_payment(&PaymentId::new("pay_held"))
}

#[test]
fn amounts_are_shown_as_the_service_counts_them_and_settings_say_how_that_was_learned() {
    let hyperswitch = service(SandboxShapes::Hyperswitch);
    let (desk, _data) = desk(&hyperswitch);
    assert_eq!(listed(&desk.state), ["pay_held 5,000.00 ISK", "pay_isk 5,000.00 ISK", "pay_mga 5,000 MGA"]);
    let rows = desk.state.view().traits.rows();
    let (value, source) = rows[0].known.clone().unwrap();
    assert!(value.starts_with("As in hyperswitch"), "{value}");
    assert!(source.from.ends_with(", Via: HyperSwitch"), "{}", source.from);
    desk.close();
}

#[test]
fn a_service_that_names_nothing_counts_as_iso_4217_does() {
    let documented = service(SandboxShapes::Spec);
    let (desk, _data) = desk(&documented);
    assert_eq!(listed(&desk.state), ["pay_held 500,000 ISK", "pay_isk 500,000 ISK", "pay_mga 50.00 MGA"]);
    assert_eq!(desk.state.units(), MinorUnits::Iso4217);
    desk.close();
}

#[test]
fn an_amount_that_is_typed_is_sent_in_the_minor_units_of_the_service() {
    let hyperswitch = service(SandboxShapes::Hyperswitch);
    let (mut desk, _data) = desk(&hyperswitch);
    let payment = held(&mut desk);
    let (amount, rest) = check_capture(&payment, "12.50", "", "").amount.unwrap();
    assert_eq!(
        (amount.minor, amount.to_string(), rest.to_string()),
        (1_250, "12.50 ISK".into(), "4,987.50 ISK".into())
    );
    desk.capture(&payment, amount.minor);
    desk.until("the capture is done", |state| state.workspace.operations.last_of(&payment.payment_id).is_some());
    assert_eq!(hyperswitch.ledger("capture", &payment.payment_id), [1_250]);
    desk.close();
}

#[test]
fn files_and_their_sums_say_what_the_screen_says() {
    let hyperswitch = service(SandboxShapes::Hyperswitch);
    let (mut desk, data) = desk(&hyperswitch);
    desk.act(Action::TableExport(TableExportAction::Start(ExportList::Payments, ExportFormat::Csv)));
    desk.until("the payments are exported", |state| state.table_exports.running().is_none());
    let dir = std::fs::read_dir(data.path().join("exports")).unwrap();
    let mut paths: Vec<_> = dir.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let [table, manifest] = &paths[..] else { panic!("{paths:?}") };
    let table = std::fs::read_to_string(table).unwrap();
    assert!(table.contains("5000.00,ISK") && table.contains("5000,MGA"), "{table}");
    let manifest = std::fs::read_to_string(manifest).unwrap();
    assert!(manifest.contains("\"ISK\":\"10000.00\"") || manifest.contains("\"ISK\": \"10000.00\""), "{manifest}");
    desk.close();
}

#[test]
fn a_person_can_say_how_amounts_are_counted_and_all_of_them_follow() {
    let hyperswitch = service(SandboxShapes::Hyperswitch);
    let (mut desk, _data) = desk(&hyperswitch);
    held(&mut desk);
    let chosen = |units| Action::ChangeTraits(TraitChange::Amounts(AmountsChange::Chosen(units)));
    desk.act(chosen(MinorUnits::Iso4217));
    desk.until("all is read again", |state| {
        listed(state) == ["pay_held 500,000 ISK", "pay_isk 500,000 ISK", "pay_mga 50.00 MGA"]
    });
    let detail = desk.state.workspace.payments.detail(&PaymentId::new("pay_held")).and_then(|detail| detail.value());
    assert_eq!(detail.map(|payment| payment.amount.to_string()).as_deref(), Some("500,000 ISK"));
    // Answers go on naming hyperswitch.
    assert_eq!(desk.state.units(), MinorUnits::Iso4217);
    desk.act(chosen(MinorUnits::Hyperswitch));
    desk.until("all is read again", |state| listed(state)[0] == "pay_held 5,000.00 ISK");
    desk.close();
}

#[test]
fn how_amounts_are_counted_stays_while_an_operation_is_open() {
    let hyperswitch = service(SandboxShapes::Hyperswitch);
    let (mut desk, _data) = desk(&hyperswitch);
    let payment = held(&mut desk);
    hyperswitch.fault("/payments/*/capture", "close_after");
    desk.capture(&payment, 1_250);
    desk.until("the outcome is unknown", |state| !state.workspace.operations.open().is_empty());
    desk.act(Action::ChangeTraits(TraitChange::Amounts(AmountsChange::Chosen(MinorUnits::Iso4217))));
    assert_eq!(desk.state.units(), MinorUnits::Hyperswitch);
    desk.close();
}

#[test]
fn what_is_known_of_one_profiles_amounts_says_nothing_of_anothers() {
    let hyperswitch = service(SandboxShapes::Hyperswitch);
    let (desk, _data) = desk(&hyperswitch);
    assert_eq!(desk.state.profiles.units(&desk.state.workspace.profile_id), MinorUnits::Hyperswitch);
    assert_eq!(desk.state.profiles.units(&ProfileId::from("another")), MinorUnits::Undecided);
    desk.close();
}
