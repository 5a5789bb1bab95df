//! The payouts panel by its labels: list and detail, the form with every variant, what is wrong with it, the dialog.

use egui::{Event as Input, Theme};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_api::resources::payouts::calls::{UpdatePayout, UpdatePayoutInput};
use paydesk_core::dialog::Confirmation;
use paydesk_core::effect::{ApiEffect, StoreJob};
use paydesk_core::features::payouts::input::{MethodChoice, PayoutFormValues as _};
use paydesk_core::features::payouts::status::status_meaning;
use paydesk_core::features::payouts::{PayoutsAction, known_payout};
use paydesk_core::operations::{OperationPlan, ResourceKind};
use paydesk_core::route::Route;
use paydesk_core::service_traits::{PaymentActionsChange, PaymentActionsTrait, TraitChange};
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::ids::{OperationId, PayoutId};
use paydesk_domain::payout::{PayoutStatus, PayoutVariant, VARIANTS};
use paydesk_test_core::desk::Desk;
use paydesk_test_core::payouts::{
    IBAN, TYPED, make_as_reported, po_1, reported, started_again, typed, with_automatic_payout, with_payout,
};
use paydesk_test_core::service::refused;
use paydesk_ui::form::MetadataDraft;
use paydesk_ui::panels::payouts::{PayoutFormDraft, PayoutsDraft};
use serde_json::{Value, json};

use super::kit;
use super::panels::{LARGE, SMALL, THEMES, Window, act, assert_hides, assert_shows, click, names, window, window_of};
use super::profiles::at_shop;
use paydesk_test_desk::vulkan::needs_vulkan;

fn open_form() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::GoTo(Route::List(ResourceKind::Payout)));
    desk.act(Action::OpenNew(ResourceKind::Payout));
    desk
}

fn named(name: &str) -> &'static PayoutVariant {
    VARIANTS.iter().find(|variant| variant.name == name).unwrap()
}

fn draft(window: &mut Window) -> &mut PayoutFormDraft {
    &mut window.state_mut().drafts.of::<PayoutsDraft>().form
}

fn label_of(name: &str) -> String {
    match name {
        "iban" => "IBAN".to_owned(),
        "bic" => "BIC".to_owned(),
        "ispb" => "ISPB".to_owned(),
        "emv" => "QR code (EMV)".to_owned(),
        "dpan" => "Device number (DPAN)".to_owned(),
        "psp_token" => "PSP token".to_owned(),
        "psp_customer_id" => "PSP customer ID".to_owned(),
        "email" => "Recipient's e-mail".to_owned(),
        name => {
            let text = name.replace('_', " ");
            text[..1].to_uppercase() + &text[1..]
        }
    }
}

/// The label on the screen, with the mark of what is required.
fn shown_label(variant: &PayoutVariant, name: &str) -> String {
    let required = variant.required.iter().any(|field| field.name == name);
    if required { format!("{}, required", label_of(name)) } else { label_of(name) }
}

/// Pastes into the field with this label, as a person would.
fn fill(window: &mut Window, label: &str, text: &str) {
    window.get_by(|node| node.label().as_deref() == Some(label) && is_field(node)).focus();
    window.run_steps(2);
    window.event(Input::Paste(text.to_owned()));
    window.run_steps(2);
}

fn is_field(node: &egui_kittest::kittest::AccessKitNode<'_>) -> bool {
    use egui::accesskit::Role;
    matches!(node.role(), Role::TextInput | Role::PasswordInput | Role::MultilineTextInput)
}

/// A filled form for `variant`, all but the fields of the method typed.
fn filled(window: &mut Window, variant: &'static PayoutVariant) {
    draft(window).choose_method(MethodChoice::Variant(variant));
    window.run_steps(2);
    fill(window, "Amount, required", "1 234,50");
    fill(window, "Currency, required", "eur");
    fill(window, "Name", "Ada Lovelace");
    for field in variant.fields() {
        fill(window, &shown_label(variant, field.name), typed(field.name));
    }
    if variant.name.is_empty() && variant.label.starts_with("Token") {
        "bank".clone_into(draft(window).text("payout_type"));
        window.run_steps(2);
    }
}

/// The body that was submitted last, as it leaves.
fn submitted(actions: &[Action]) -> Value {
    match actions {
        [Action::SendForm(input)] => {
            let plan = input
                .as_ref()
                .clone()
                .plan(&OperationId::new("op_of_the_form"), paydesk_test_core::service::start_time())
                .unwrap();
            serde_json::from_str(&plan.request.wire_body()).unwrap()
        }
        other => panic!("not submitted: {other:?}"),
    }
}

fn create(window: &mut Window) -> Vec<Action> {
    let name = names(window)
        .lines()
        .find(|line| line.starts_with("Create payout of") || *line == "Create payout")
        .unwrap()
        .to_owned();
    click(window, &name)
}

#[test]
fn an_empty_list_says_why_and_how_to_make_the_first() {
    for theme in THEMES {
        let mut desk = Desk::ready(Vec::new());
        desk.act(Action::GoTo(Route::List(ResourceKind::Payout)));
        let mut window = window_of(desk, theme, SMALL);
        assert_shows(&window, &["Payouts", "Payouts appear here when"]);
        assert_eq!(click(&mut window, "Create first payout"), [Action::OpenNew(ResourceKind::Payout)]);
        assert_eq!(click(&mut window, "New payout…"), [Action::OpenNew(ResourceKind::Payout)]);
    }
}

#[test]
fn list_and_detail_tell_of_a_payout_and_offer_what_its_status_allows() {
    for status in PayoutStatus::NAMED.iter().map(PayoutStatus::as_str).chain(["on_hold"]) {
        for size in [LARGE, SMALL] {
            let mut desk = with_payout(status);
            // A declined one leaves its form open.
            desk.act(Action::LeaveForm(ResourceKind::Payout));
            desk.act(Action::ShowRecord(ResourceKind::Payout, Some("po_1".into())));
            let mut window = window_of(desk, Theme::Light, size);
            let status_meaning = status_meaning(&PayoutStatus::from_word(status));
            assert_shows(
                &window,
                &["Grace Hopper", "125.00", "EUR", &status_meaning.meaning, status_meaning.next, "Attempt 1"],
            );
            assert_shows(&window, &["******************3000", "COBADEFF", "Invoice 7"]);
            let fulfil = names(&window).lines().any(|line| line.starts_with("Fulfil ") && line.ends_with('…'));
            assert_eq!(fulfil, status == "requires_fulfillment", "{status}");
            let edit = Action::Payouts(PayoutsAction::Edit(po_1()));
            assert_eq!(click(&mut window, "Edit…"), [edit]);
            let refresh = Action::Payouts(PayoutsAction::Refresh(po_1()));
            assert_eq!(click(&mut window, "Check status"), [refresh]);
            assert_eq!(click(&mut window, "Close pane"), [Action::ShowRecord(ResourceKind::Payout, None)]);
        }
    }
}

#[test]
fn the_search_finds_by_recipient_id_and_status_and_says_so_when_nothing_is_found() {
    let mut desk = with_payout("pending");
    desk.act(Action::ShowRecord(ResourceKind::Payout, None));
    let mut window = window(desk);
    for (wanted, found) in [("grace", true), ("PO_1", true), ("pending", true), ("invoice 7", true), ("ada", false)] {
        window.state_mut().drafts.of::<PayoutsDraft>().list.search = wanted.to_owned();
        window.run_steps(2);
        let shown = names(&window).contains("Grace Hopper, 125.00");
        assert_eq!(shown, found, "{wanted}");
    }
    assert_shows(&window, &["No payout matches the search"]);
    click(&mut window, "Show all payouts");
    assert_shows(&window, &["Grace Hopper"]);
}

#[test]
fn a_payout_link_is_opened_only_as_a_web_address_with_its_host_beside() {
    let shown = |link: &str| {
        let mut desk = Desk::ready(Vec::new());
        let mut payout = reported("po_1", "requires_payout_method_data");
        payout["payout_link"] = json!({"payout_link_id": "pl_1", "link": link});
        make_as_reported(&mut desk, payout);
        window(desk)
    };
    let good = shown("https://pay.example/payout/pl_1");
    assert_shows(&good, &["https://pay.example/payout/pl_1", "Open in browser", "at pay.example"]);
    // The end of a host says whose it is, however long the beginning.
    let long = format!("{}.evil.example", vec!["pay-example-com"; 14].join("."));
    assert_shows(&shown(&format!("https://{long}:8443/pl_1")), &["Open in browser", &format!("at {long}:8443")]);
    for link in ["javascript:alert(1)", "http://pay.example/payout/pl_1", "https://pay.example@evil.example/pl_1"] {
        let bad = shown(link);
        assert_shows(&bad, &[link, "does not start with https://"]);
        assert_hides(&bad, &["Open in browser"]);
    }
}

#[test]
fn each_variant_shows_its_own_fields_alone_and_is_sent_as_typed() {
    for variant in &VARIANTS {
        let mut window = window(open_form());
        filled(&mut window, variant);
        let shown = names(&window);
        for (name, _) in &TYPED[..28] {
            let has = variant.fields().any(|field| field.name == *name);
            let label = label_of(name);
            let is_shown = shown.lines().any(|line| line == label || line == format!("{label}, required"));
            assert_eq!(is_shown, has, "{}: {name}", variant.label);
        }
        let body = submitted(&create(&mut window));
        assert_eq!((&body["amount"], &body["currency"]), (&json!(123_450), &json!("EUR")), "{}", variant.label);
        assert_eq!(body["payout_method_data"].as_object().unwrap().len(), 1);
        assert_eq!(body["payout_method_data"].as_object().unwrap().keys().next().unwrap(), variant.kind.key());
        let text = body["payout_method_data"].to_string();
        for field in variant.fields() {
            let compact = |text: &str| text.replace(' ', "");
            assert!(
                compact(&text).contains(&compact(typed(field.name))),
                "{}: {} in {text}",
                variant.label,
                field.name
            );
        }
        let wiped = draft(&mut window);
        for field in variant.fields().filter(|field| field.kind.is_masked()) {
            assert_eq!(wiped.get_secret(&format!("method.{}", field.name)), "", "{}", field.name);
        }
    }
}

#[test]
fn what_is_wrong_is_reported_all_at_once_by_field_and_rule_and_nothing_is_sent() {
    let mut window = window(open_form());
    let sepa = VARIANTS.iter().find(|variant| variant.name == "sepa").unwrap();
    draft(&mut window).choose_method(MethodChoice::Variant(sepa));
    window.run_steps(2);
    assert_hides(&window, &["Is required"]);
    fill(&mut window, "Amount, required", "1.234");
    fill(&mut window, "Currency, required", "EUR");
    fill(&mut window, "IBAN, required", "DE88 3704 0044 0532 0130 00");
    fill(&mut window, "BIC, required", "COBADEFF");
    fill(&mut window, "Bank country code", "UK");
    fill(&mut window, "E-mail", "grace");
    assert_eq!(create(&mut window), []);
    assert_shows(
        &window,
        &[
            "4 fields need attention",
            "EUR has 2 decimals: choose the amount below",
            "Must be a valid IBAN; a character may be mistyped or swapped",
            "Must be a two-letter country code",
            "Must be an e-mail address, such as name@shop.example",
        ],
    );
    let focused = window.get_by(|node| node.is_focused() && is_field(node));
    assert_eq!(
        focused.accesskit_node().label().as_deref(),
        Some("Amount, required"),
        "the first one gets the keyboard"
    );
}

#[test]
fn a_field_tells_what_is_wrong_once_it_is_left() {
    let mut window = window(open_form());
    let ach = VARIANTS.iter().find(|variant| variant.name == "ach").unwrap();
    draft(&mut window).choose_method(MethodChoice::Variant(ach));
    window.run_steps(2);
    fill(&mut window, "Bank routing number, required", "021000022");
    assert_hides(&window, &["routing number whose check digit"]);
    window.key_press(egui::Key::Tab);
    window.run_steps(3);
    assert_shows(&window, &["Must be a valid routing number"]);
}

#[test]
fn an_iban_says_its_bank_s_country_and_is_kept_without_spaces() {
    let mut window = window(open_form());
    draft(&mut window).choose_method(MethodChoice::Variant(named("sepa")));
    window.run_steps(2);
    fill(&mut window, "IBAN, required", "DE89 3704 0044 0532 0130 0");
    assert_hides(&window, &["Bank in"]);
    window.event(egui::Event::Text(" 0".to_owned()));
    window.run_steps(3);
    assert_eq!(draft(&mut window).get_secret("method.iban"), IBAN);
    assert_shows(&window, &["Bank in Germany"]);
}

#[test]
fn another_method_wipes_the_numbers_of_the_one_before() {
    let mut window = window(open_form());
    draft(&mut window).choose_method(MethodChoice::Variant(named("sepa")));
    window.run_steps(2);
    fill(&mut window, "IBAN, required", IBAN);
    assert_eq!(draft(&mut window).get_secret("method.iban"), IBAN);
    draft(&mut window).choose_method(MethodChoice::Variant(named("open_banking")));
    assert_eq!(draft(&mut window).get_secret("method.iban"), "");
}

#[test]
fn the_form_is_kept_when_it_is_left_and_closed_but_no_number_is() {
    let mut window = window(open_form());
    fill(&mut window, "Name", "Grace Hopper");
    act(&mut window, Action::GoTo(Route::OpenOperations));
    act(&mut window, Action::GoTo(Route::List(ResourceKind::Payout)));
    assert_eq!(draft(&mut window).get("customer.name"), "Grace Hopper");
    draft(&mut window).choose_method(MethodChoice::Variant(named("sepa")));
    window.run_steps(2);
    fill(&mut window, "IBAN, required", IBAN);
    act(&mut window, Action::GoTo(Route::OpenOperations));
    act(&mut window, Action::GoTo(Route::List(ResourceKind::Payout)));
    assert_eq!(draft(&mut window).get_secret("method.iban"), IBAN);
    assert_eq!(click(&mut window, "Close"), [Action::LeaveForm(ResourceKind::Payout)]);
    act(&mut window, Action::LeaveForm(ResourceKind::Payout));
    assert_eq!(draft(&mut window).get_secret("method.iban"), "", "wiped");
    act(&mut window, Action::OpenNew(ResourceKind::Payout));
    assert_eq!(draft(&mut window).get("customer.name"), "Grace Hopper");
}

#[test]
fn a_payout_that_looks_made_twice_is_sent_only_when_the_person_says_it_is_another() {
    let mut desk = with_payout("requires_fulfillment");
    desk.act(Action::OpenNew(ResourceKind::Payout));
    let mut window = window(desk);
    fill(&mut window, "Amount, required", "125");
    fill(&mut window, "Currency, required", "EUR");
    fill(&mut window, "Name", "grace hopper");
    assert_shows(&window, &["This looks like a duplicate payout", "Payout po_1", "the name grace hopper"]);
    assert_eq!(create(&mut window), []);
    click(&mut window, "This is a separate payout: create it anyway");
    assert_eq!(submitted(&create(&mut window))["amount"], 12_500);
}

#[test]
fn money_leaves_at_once_only_with_the_amount_typed_again() {
    let mut window = window(open_form());
    let phone = VARIANTS.iter().find(|variant| variant.name == "phone_wallet").unwrap();
    filled(&mut window, phone);
    draft(&mut window).check("auto_fulfill", true);
    window.run_steps(2);
    let name = "Create and pay out 1,234.50\u{a0}EUR";
    let name = names(&window).lines().find(|line| line.starts_with("Create and pay out")).unwrap_or(name).to_owned();
    assert_eq!(click(&mut window, &name), []);
    assert_shows(&window, &["Type the amount, or untick “Pay out immediately”"]);
    "1234.50".clone_into(draft(&mut window).text("auto_fulfill_amount"));
    window.run_steps(2);
    assert_eq!(submitted(&click(&mut window, &name))["auto_fulfill"], true);
}

#[test]
fn every_other_field_of_the_specification_leaves_where_it_belongs() {
    let mut window = window(open_form());
    for (path, text) in [
        ("amount", "10"),
        ("currency", "EUR"),
        ("merchant_order_reference_id", "po-7"),
        ("description", "Invoice 7"),
        ("customer.id", "supplier-1"),
        ("customer.email", "grace@mail.example"),
        ("customer.phone", "30123456"),
        ("customer.phone_country_code", "+49"),
        ("customer_id", "supplier-1"),
        ("name", "Grace"),
        ("payout_token", "tok_1"),
        ("payout_type", "bank"),
        ("priority", "fast"),
        ("entity_type", "Company"),
        ("business_country", "DE"),
        ("profile_id", "pro_1"),
        ("return_url", "https://shop.example/back"),
        ("session_expiry", "3600"),
        ("payout_link_config.logo", "https://shop.example/logo.png"),
        ("payout_link_config.enabled_payment_methods", "bank, card"),
    ] {
        text.clone_into(draft(&mut window).text(path));
    }
    for (name, text) in [
        ("ip_address", "203.0.113.7"),
        ("screen_width", "1920"),
        ("referer", "https://shop.example/"),
        ("java_enabled", "no"),
        ("java_script_enabled", "yes"),
    ] {
        text.clone_into(draft(&mut window).browser.texts.text(name));
    }
    for path in ["confirm", "recurring", "payout_link", "payout_link_config.test_mode"] {
        draft(&mut window).check(path, true);
    }
    let (text, billing) = (str::to_owned, &mut draft(&mut window).billing);
    (billing.address.city, billing.address.country) = (text("Kiel "), text("de"));
    (billing.phone.number, billing.email) = (text("30123456"), text("grace@mail.example"));
    let pair = |name: &str, value: &str| (text(name), text(value));
    draft(&mut window).metadata = MetadataDraft::of(&[pair("invoice", "7"), pair("cost centre", "north")]);
    draft(&mut window).choose_method(MethodChoice::Token);
    let source = VARIANTS.iter().find(|variant| variant.name == "open_banking").unwrap();
    draft(&mut window).choose_source(Some(source));
    draft(&mut window).unfolded.insert("Account the money comes from");
    window.run_steps(2);
    fill(&mut window, "Source IBAN, required", IBAN);
    fill(&mut window, "Source Account holder name, required", "Nordshop");
    let mut body = submitted(&create(&mut window));
    let operation = body["metadata"].as_object_mut().unwrap().remove("operation_id");
    assert!(operation.is_some());
    let expected = json!({"amount": 1000, "currency": "EUR", "merchant_order_reference_id": "po-7",
        "description": "Invoice 7", "payout_type": "bank", "customer_id": "supplier-1", "name": "Grace",
        "customer": {"id": "supplier-1", "email": "grace@mail.example", "phone": "30123456",
            "phone_country_code": "+49"},
        "billing": {"address": {"city": "Kiel", "country": "DE"}, "phone": {"number": "30123456"},
            "email": "grace@mail.example"},
        "confirm": true, "recurring": true, "auto_fulfill": false, "payout_link": true, "priority": "fast",
        "entity_type": "Company", "business_country": "DE", "profile_id": "pro_1",
        "return_url": "https://shop.example/back", "session_expiry": 3600,
        "payout_link_config": {"logo": "https://shop.example/logo.png", "enabled_payment_methods": ["bank", "card"],
            "test_mode": true},
        "browser_info": {"ip_address": "203.0.113.7", "referer": "https://shop.example/", "screen_width": 1920,
            "java_enabled": false, "java_script_enabled": true}, "payout_token": "tok_1",
        "metadata": {"invoice": "7", "cost centre": "north"},
        "source_bank_data": {"payout_method_type": "open_banking", "account_holder_name": "Nordshop", "iban": IBAN}});
    assert_eq!(body, expected);
}

#[test]
fn what_belongs_to_a_payout_link_is_not_sent_without_one() {
    let mut window = window(open_form());
    fill(&mut window, "Amount, required", "10");
    fill(&mut window, "Currency, required", "EUR");
    draft(&mut window).check("payout_link", true);
    for (path, text) in [("session_expiry", "3600"), ("payout_link_config.merchant_name", "Nordshop")] {
        text.clone_into(draft(&mut window).text(path));
    }
    draft(&mut window).check("payout_link", false);
    window.run_steps(2);
    let body = submitted(&create(&mut window)).to_string();
    assert!(!body.contains("session_expiry") && !body.contains("Nordshop"), "{body}");
}

#[test]
fn a_folded_group_says_that_something_is_filled_in() {
    let mut window = window(open_form());
    assert_hides(&window, &["filled in"]);
    "ada".clone_into(draft(&mut window).browser.texts.text("user_agent"));
    window.run_steps(2);
    assert_shows(&window, &["Recipient's browser · filled in"]);
    draft(&mut window).browser.is_open = true;
    window.run_steps(2);
    assert_hides(&window, &["filled in"]);
}

#[test]
fn an_answer_to_a_question_that_is_not_asked_any_more_is_forgotten() {
    let mut window = window(open_form());
    fill(&mut window, "Amount, required", "10");
    fill(&mut window, "Currency, required", "EUR");
    draft(&mut window).check("auto_fulfill", true);
    "10".clone_into(draft(&mut window).text("auto_fulfill_amount"));
    window.run_steps(2);
    assert_eq!(draft(&mut window).get("auto_fulfill_amount"), "10");
    draft(&mut window).check("auto_fulfill", false);
    draft(&mut window).check("another", true);
    window.run_steps(2);
    assert_eq!(draft(&mut window).get("auto_fulfill_amount"), "", "it is asked for again");
    assert!(!draft(&mut window).is_checked("another"), "no payout looks like this one");
}

#[test]
fn the_dialog_names_amount_recipient_and_place_and_confirms_exactly_that() {
    let mut desk = with_payout("requires_fulfillment");
    desk.act(Action::Payouts(PayoutsAction::AskFulfil(po_1())));
    desk.tick(1);
    let mut window = window(desk);
    assert_shows(
        &window,
        &[
            "Fulfil payout",
            "po_1",
            "125.00 EUR",
            "Grace Hopper",
            "SEPA credit transfer, ******************3000",
            "SANDBOX",
        ],
    );
    let name = names(&window).lines().find(|line| line.starts_with("Pay out ")).unwrap().to_owned();
    assert_eq!(click(&mut window, &name), [Action::Confirm(Confirmation::FulfillPayout)]);
    assert_eq!(click(&mut window, "Back"), [Action::DismissDialog]);
}

#[test]
fn the_dialog_warns_of_a_payout_that_the_service_fulfils_itself() {
    let warning = "Created with automatic fulfilment, so there is no need to fulfil it";
    for (mut desk, warns) in [(with_automatic_payout(), true), (with_payout("requires_fulfillment"), false)] {
        desk.act(Action::Payouts(PayoutsAction::AskFulfil(po_1())));
        desk.tick(1);
        assert_eq!(names(&window(desk)).contains(warning), warns);
    }
}

#[test]
fn in_production_the_amount_is_typed_and_cards_are_not() {
    let (mut desk, _) = at_shop("prd_key");
    desk.act(Action::AskUnlockProduction);
    desk.act(Action::Confirm(Confirmation::UnlockProduction));
    desk.act(Action::GoTo(Route::List(ResourceKind::Payout)));
    desk.act(Action::OpenNew(ResourceKind::Payout));
    let mut window_ = window(desk);
    click(&mut window_, "Method: Specify later");
    assert_shows(&window_, &["SEPA", "Web wallet"]);
    assert_hides(&window_, &["Device wallet"]);
    let mut desk = production_payout();
    desk.act(Action::Payouts(PayoutsAction::AskFulfil(po_1())));
    desk.tick(1);
    let mut window = window(desk);
    assert_shows(&window, &["PRODUCTION", "to confirm"]);
    let name = names(&window).lines().find(|line| line.starts_with("Pay out ")).unwrap().to_owned();
    assert_eq!(click(&mut window, &name), []);
    window.state_mut().drafts.retyped_amount = "124".to_owned();
    window.run_steps(2);
    assert_eq!(click(&mut window, &name), []);
    window.state_mut().drafts.retyped_amount = "125".to_owned();
    window.run_steps(2);
    assert_eq!(click(&mut window, &name), [Action::Confirm(Confirmation::FulfillPayout)]);
}

fn production_payout() -> Desk {
    let (mut desk, _) = at_shop("prd_key");
    desk.act(Action::AskUnlockProduction);
    desk.act(Action::Confirm(Confirmation::UnlockProduction));
    paydesk_test_core::payouts::make(&mut desk, "requires_fulfillment");
    desk
}

#[test]
fn the_change_of_a_payout_begins_with_what_is_there_and_sends_all_of_it() {
    let mut desk = with_payout("failed");
    desk.act(Action::Payouts(PayoutsAction::Edit(po_1())));
    let mut window = window(desk);
    assert_shows(&window, &["Edit payout po_1"]);
    assert_eq!(draft(&mut window).metadata.rows(), [("invoice".to_owned(), "7".to_owned())]);
    "Invoice 8".clone_into(draft(&mut window).text("description"));
    window.run_steps(2);
    let body = submitted(&click(&mut window, "Save payout"));
    assert_eq!(body, json!({"description": "Invoice 8", "metadata": {"invoice": "7", "operation_id": "op_made"}}));
    click(&mut window, "Add metadata");
    fill(&mut window, "Metadata value 2", "of no name");
    assert_eq!(click(&mut window, "Save payout"), []);
    assert_shows(&window, &["1 field needs attention", "Name: This is required"]);
    window.run_steps(2);
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    assert!(window.state().actions.is_empty(), "something would be lost: {:?}", window.state().actions);
    assert!(window.get_by_label("Cancel").is_focused());
}

#[test]
fn a_payout_that_the_service_no_longer_changes_offers_no_edit_and_its_form_says_why() {
    let id = PaymentActionsTrait::PayoutsEditedBeforeFulfilment;
    let learned =
        Action::ChangeTraits(TraitChange::PaymentActions(PaymentActionsChange { id, from: "Via".to_owned() }));
    for (status, offered) in [("requires_fulfillment", false), ("requires_confirmation", true)] {
        let mut desk = with_payout(status);
        desk.act(Action::Payouts(PayoutsAction::Edit(po_1())));
        desk.act(learned.clone());
        let mut window_ = window(desk);
        "Invoice 8".clone_into(draft(&mut window_).text("description"));
        window_.run_steps(2);
        assert_eq!(click(&mut window_, "Save payout").is_empty(), !offered, "{status}");
        let mut desk = with_payout(status);
        desk.act(learned.clone());
        desk.act(Action::ShowRecord(ResourceKind::Payout, Some("po_1".into())));
        assert_eq!(names(&window(desk)).contains("Edit…"), offered, "{status}");
    }
}

#[test]
fn a_refused_change_says_once_what_to_do() {
    let mut desk = with_payout("requires_fulfillment");
    desk.act(Action::Payouts(PayoutsAction::Edit(po_1())));
    let id = paydesk_test_core::payouts::form_id(&desk);
    let (_, payout) = known_payout(&desk.state.workspace.records, &po_1()).unwrap();
    let input = UpdatePayoutInput { description: Some("Invoice 8".into()), ..UpdatePayoutInput::of(payout) };
    desk.submit(id.as_str(), OperationPlan::of(&UpdatePayout::new(input).unwrap()));
    desk.reply(refused(422, "IR_06", "Payout po_1 cannot be updated for status requires_fulfillment"));
    desk.pass(60);
    let window = window(desk);
    assert_shows(&window, &["cannot be updated for status", "Check the payout again"]);
    assert_hides(&window, &["Correct it"]);
}

#[test]
fn a_payout_that_waits_for_its_method_gets_it_by_the_fields_of_the_creation() {
    let mut shown = window(with_payout("requires_payout_method_data"));
    let asks = [Action::Payouts(PayoutsAction::Edit(po_1()))];
    assert_eq!(click(&mut shown, "Add payout method…"), asks);
    let mut desk = with_payout("requires_payout_method_data");
    desk.act(asks[0].clone());
    let mut window = window(desk);
    let sepa = named("sepa");
    draft(&mut window).choose_method(MethodChoice::Variant(sepa));
    window.run_steps(2);
    assert_eq!(click(&mut window, "Save payout method"), [], "the account is not there yet");
    for field in sepa.fields() {
        fill(&mut window, &shown_label(sepa, field.name), typed(field.name));
    }
    let body = submitted(&click(&mut window, "Save payout method"));
    assert_eq!(body["payout_type"], "bank");
    assert_eq!(body["payout_method_data"]["bank_transfer"]["iban"], typed("iban").replace(' ', ""));
    let mut complete = with_payout("requires_fulfillment");
    complete.act(Action::Payouts(PayoutsAction::Edit(po_1())));
    let shown = names(&super::panels::window(complete));
    assert!(!shown.contains("Where the money goes"), "{shown}");
}

#[test]
fn a_read_only_desk_says_why_and_offers_nothing() {
    let (mut desk, _) = at_shop("prd_key");
    desk.act(Action::GoTo(Route::List(ResourceKind::Payout)));
    let mut window = window(desk);
    assert_eq!(click(&mut window, "New payout…"), []);
    assert_hides(&window, &["Create first payout"]);
}

fn pictures(theme: Theme, name: &str) {
    if needs_vulkan("pictures of payouts").is_none() {
        return;
    }
    let mut results = egui_kittest::SnapshotResults::new();
    let mut window = window_of(with_payout("requires_fulfillment"), theme, LARGE);
    kit::snapshot(&mut window, &format!("payouts-{name}"));
    results.extend_harness(&mut window);
    let mut window = window_of(open_form(), theme, LARGE);
    let sepa = VARIANTS.iter().find(|variant| variant.name == "sepa").unwrap();
    filled(&mut window, sepa);
    draft(&mut window).secret("method.iban").clear();
    fill(&mut window, "IBAN, required", "DE88370400440532013000");
    create(&mut window);
    kit::snapshot(&mut window, &format!("payout-form-{name}"));
    results.extend_harness(&mut window);
}

#[test]
fn pictures_of_payouts_in_light() {
    pictures(Theme::Light, "light");
}

#[test]
fn pictures_of_payouts_in_dark() {
    pictures(Theme::Dark, "dark");
}

#[test]
fn enter_sends_and_esc_leaves_or_asks_where_something_would_be_lost() {
    let mut window = window(open_form());
    fill(&mut window, "Amount, required", "");
    window.state_mut().actions.clear();
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    let left: Vec<Action> = std::mem::take(&mut window.state_mut().actions);
    assert!(left.contains(&Action::LeaveForm(ResourceKind::Payout)), "{left:?}");
    draft(&mut window).choose_method(MethodChoice::Variant(named("sepa")));
    window.run_steps(2);
    fill(&mut window, "IBAN, required", IBAN);
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    assert!(window.state().actions.is_empty(), "{:?}", window.state().actions);
    assert!(window.get_by_label("Close").is_focused(), "the number would be wiped");
    assert_shows(&window, &["except account numbers: press Enter to leave"]);
    window.get_by_label("Method: SEPA credit transfer").focus();
    window.run_steps(2);
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    assert!(window.state().actions.is_empty(), "neither from a button: {:?}", window.state().actions);
    assert!(window.get_by_label("Close").is_focused());
    fill(&mut window, "Amount, required", "5");
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
    assert_shows(&window, &["need attention", "This is required"]);
}

#[test]
fn methods_types_and_words_are_chosen_from_their_lists() {
    let mut window = window(open_form());
    for (button, choice, shown) in [
        ("Method: Specify later", "SEPA credit transfer", "IBAN, required"),
        ("Method: SEPA credit transfer", "Saved method, by ID", "Payout method ID"),
        ("Payout type: Default", "bank", "Payout type: bank"),
    ] {
        click(&mut window, button);
        window
            .get_by(|node| {
                node.role() == egui::accesskit::Role::ListBoxOption && node.label().as_deref() == Some(choice)
            })
            .click();
        window.run_steps(2);
        assert_shows(&window, &[shown]);
    }
    assert_eq!(draft(&mut window).method, MethodChoice::Saved);
    assert_eq!(draft(&mut window).get("payout_type"), "bank");
}

#[test]
fn payouts_without_news_since_the_start_are_reported_with_their_time_and_asked_for_by_one_button() {
    let mut desk = started_again(&["pending", "pending", "success"]);
    desk.act(Action::GoTo(Route::List(ResourceKind::Payout)));
    let mut list = window(desk);
    assert_shows(&list, &["2 payouts are shown as of", "overwrite changes from elsewhere"]);
    let asks = Action::Payouts(PayoutsAction::RefreshAll);
    assert_eq!(click(&mut list, "Check 2 payouts"), std::slice::from_ref(&asks));

    let mut desk = started_again(&["pending"]);
    desk.act(Action::OpenRecord(ResourceKind::Payout, "po_0".into()));
    desk.act(asks);
    let mut asking = window(desk);
    assert_shows(&asking, &["Checking payout status: 1 of 1", "Status as of"]);
    assert_eq!(click(&mut asking, "Stop checking"), [Action::Payouts(PayoutsAction::StopRefreshing)]);
    let ask = Action::Payouts(PayoutsAction::Refresh(PayoutId::new("po_0")));
    assert_eq!(click(&mut asking, "Check status now"), [ask]);

    let mut ended = started_again(&["success"]);
    ended.act(Action::GoTo(Route::List(ResourceKind::Payout)));
    assert_hides(&window(ended), &["shown as of"]);
}

/// What the form sends is refused with this message.
fn refuse(window: &mut Window, message: &str) {
    let [send] = <[Action; 1]>::try_from(create(window)).unwrap();
    let state = &mut window.state_mut().state;
    let mut effects = state.on_action(send);
    while let Some(effect) = effects.pop() {
        effects.extend(match effect {
            Effect::Store(StoreJob::WriteJournal(entry)) => {
                let (operation_id, step) = (entry.operation_id.clone(), entry.step.name());
                state.on_message(Message::JournalWritten { operation_id, step })
            }
            Effect::Api(ApiEffect::SendOperation { operation_id, attempt, .. }) => {
                let result = refused(400, "IR_04", message);
                state.on_message(Message::OperationAnswered { operation_id, attempt, result })
            }
            _ => Vec::new(),
        });
    }
    window.run_steps(3);
}

const WANTS_PRIORITY: &str = "Choose a priority: this payout's processor needs one";

#[test]
fn a_priority_that_the_processor_wants_is_asked_for_and_what_was_typed_is_kept() {
    let mut window = window(open_form());
    fill(&mut window, "Amount, required", "10");
    fill(&mut window, "Currency, required", "EUR");
    fill(&mut window, "Name", "Grace Hopper");
    refuse(&mut window, "Missing required param: priority");
    assert_shows(&window, &[WANTS_PRIORITY, "Priority"]);
    let kept = ["amount", "currency", "customer.name"].map(|path| draft(&mut window).get(path).to_owned());
    assert_eq!(kept, ["10", "EUR", "Grace Hopper"]);
    assert_eq!(create(&mut window), [], "it is not sent without one");
    "regular".clone_into(draft(&mut window).text("priority"));
    window.run_steps(2);
    assert_hides(&window, &[WANTS_PRIORITY]);
    let body = submitted(&create(&mut window));
    assert_eq!((&body["priority"], &body["amount"]), (&json!("regular"), &json!(1_000)));
}

#[test]
fn no_priority_is_asked_for_where_something_else_was_refused() {
    let mut window = window(open_form());
    fill(&mut window, "Amount, required", "10");
    fill(&mut window, "Currency, required", "EUR");
    refuse(&mut window, "No eligible connector was found for the current payment method configuration");
    assert_shows(&window, &["No eligible connector was found"]);
    assert_hides(&window, &[WANTS_PRIORITY]);
}
