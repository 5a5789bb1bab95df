//! Payouts through core, runtime and the real sandbox: every variant made and shown masked, one fulfilled, all of it
//! there again in another run.

use paydesk_api::resources::payouts::calls::{
    CreatePayout, CreatePayoutInput, Destination, PayoutMethod, UpdatePayout, UpdatePayoutInput,
};
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payouts::{PayoutsAction, known_payout};
use paydesk_core::operations::{OperationPlan, Precondition, ResourceKind, Submission};
use paydesk_core::{Action, State};
use paydesk_domain::ids::PayoutId;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::payout::{Payout, PayoutStatus, PayoutVariant, VARIANTS, masked};
use paydesk_sandbox::SandboxConfig;
use paydesk_test_core::payouts::typed;
use paydesk_test_desk::{RuntimeHarness, Service};

fn variant(name: &str) -> &'static PayoutVariant {
    VARIANTS.iter().find(|variant| variant.name == name).unwrap()
}

fn destination(variant: &'static PayoutVariant) -> Destination {
    let fields = variant.fields();
    fields.fold(Destination::new(variant), |destination, field| destination.with(field.name, typed(field.name)))
}

/// Fills in the form for `to` and waits for the payout that comes of it.
fn make(desk: &mut RuntimeHarness, to: impl Into<Option<Destination>>, minor: i64) -> Payout {
    let to = to.into();
    desk.act(Action::ShowRecord(ResourceKind::Payout, None));
    desk.act(Action::OpenNew(ResourceKind::Payout));
    let id = desk.state.form(ResourceKind::Payout).unwrap().operation_id.clone();
    let mut input = CreatePayoutInput::new(Money::new(minor, Currency::iso4217("EUR")), id.as_str());
    if let Some(to) = to {
        input.payout_type = to.variant.kind.payout_type().unwrap_or("bank").to_owned();
        input.method = Some(PayoutMethod::Data(to));
    }
    input.customer.contact.name = "Ada Lovelace".to_owned();
    let plan = OperationPlan::of(&CreatePayout::new(id.clone(), input).unwrap());
    desk.act(Action::Submit(Box::new(Submission { id, plan, precondition: Precondition::Nothing })));
    desk.until("the payout is made and opened", |state| state.workspace.opened.get(ResourceKind::Payout).is_some());
    assert!(desk.state.form(ResourceKind::Payout).is_none());
    opened(&desk.state).clone()
}

fn opened(state: &State) -> &Payout {
    let id = PayoutId::new(state.workspace.opened.get(ResourceKind::Payout).unwrap());
    known_payout(&state.workspace.records, &id).unwrap().1
}

#[test]
fn every_variant_is_made_shown_masked_and_known_in_another_run_without_a_number_on_the_disk() {
    let service = Service::with(SandboxConfig::default());
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    for variant in &VARIANTS {
        let payout = make(&mut desk, destination(variant), 12_500);
        assert_eq!(payout.status, PayoutStatus::RequiresFulfillment, "{}", variant.label);
        for field in variant.fields().filter(|field| field.kind.is_masked()) {
            let shown = masked(typed(field.name));
            let found = payout.method.iter().find(|(name, _)| name.ends_with(&format!(".{}", field.name)));
            let found = found.unwrap_or_else(|| panic!("{}: {} in {:?}", variant.label, field.name, payout.method));
            assert_eq!(found.1, shown, "{}: {}", variant.label, field.name);
        }
    }
    desk.close();
    let mut desk = RuntimeHarness::open(&service, data.path());
    desk.until("all are known", |state| state.workspace.records.of(ResourceKind::Payout).len() == VARIANTS.len());
    desk.close();
    for entry in std::fs::read_dir(data.path()).unwrap().flatten().filter(|entry| entry.path().is_file()) {
        let bytes = std::fs::read(entry.path()).unwrap();
        for number in ["4242424242424242", "DE89370400440532013000", "66374958", "021000021", "key-123456789"] {
            let found = bytes.windows(number.len()).any(|window| window == number.as_bytes());
            assert!(!found, "{number} in {:?}", entry.path());
        }
    }
}

#[test]
fn a_payout_is_fulfilled_once_and_ends_as_its_account_says() {
    let service = Service::with(SandboxConfig::default());
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    for (iban, end) in [
        ("DE89370400440532013000", PayoutStatus::Success),
        ("DE67370400440532010001", PayoutStatus::Pending),
        ("DE40370400440532010002", PayoutStatus::Failed),
        ("DE83370400440532010004", PayoutStatus::Ineligible),
    ] {
        let to = Destination::new(variant("sepa")).with("iban", iban).with("bic", "COBADEFF");
        let payout = make(&mut desk, to, 12_500);
        let id = payout.payout_id;
        desk.act(Action::Payouts(PayoutsAction::AskFulfil(id.clone())));
        desk.act(Action::Confirm(Confirmation::FulfillPayout));
        desk.act(Action::Confirm(Confirmation::FulfillPayout));
        desk.until("it stands as its account says", |state| {
            known_payout(&state.workspace.records, &id).unwrap().1.status == end
        });
        let attempts = opened(&desk.state).attempts.len();
        assert!(attempts > 0 || end == PayoutStatus::Ineligible, "{end}: {attempts} attempts");
        desk.until("nothing is under way", |state| state.workspace.operations.open().is_empty());
        desk.act(Action::Payouts(PayoutsAction::AskFulfil(id)));
        assert!(desk.state.workspace.dialog.is_none(), "what was fulfilled is not offered again");
    }
    desk.close();
}

#[test]
fn a_payout_without_a_method_gets_one_later_and_is_fulfilled_then() {
    let service = Service::with(SandboxConfig::default());
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    let payout = make(&mut desk, None, 12_500);
    assert_eq!(payout.status, PayoutStatus::RequiresPayoutMethodData);
    let payout_id = payout.payout_id.clone();
    desk.act(Action::Payouts(PayoutsAction::Edit(payout_id.clone())));
    let id = desk.state.form(ResourceKind::Payout).unwrap().operation_id.clone();
    let to = Destination::new(variant("sepa")).with("iban", "DE89370400440532013000").with("bic", "COBADEFF");
    let mut input = UpdatePayoutInput::of(&payout);
    (input.payout_type, input.method) = ("bank".to_owned(), Some(PayoutMethod::Data(to)));
    let plan = OperationPlan::of(&UpdatePayout::new(input).unwrap());
    desk.act(Action::Submit(Box::new(Submission { id, plan, precondition: Precondition::Nothing })));
    desk.until("it is complete", |state| {
        known_payout(&state.workspace.records, &payout_id).unwrap().1.status == PayoutStatus::RequiresFulfillment
    });
    desk.until("nothing is under way", |state| state.workspace.operations.open().is_empty());
    desk.act(Action::Payouts(PayoutsAction::AskFulfil(payout_id.clone())));
    desk.act(Action::Confirm(Confirmation::FulfillPayout));
    desk.until("it is paid out", |state| {
        known_payout(&state.workspace.records, &payout_id).unwrap().1.status == PayoutStatus::Success
    });
    desk.close();
    for entry in std::fs::read_dir(data.path()).unwrap().flatten().filter(|entry| entry.path().is_file()) {
        let bytes = std::fs::read(entry.path()).unwrap();
        assert!(!bytes.windows(22).any(|window| window == b"DE89370400440532013000"), "in {:?}", entry.path());
    }
}
