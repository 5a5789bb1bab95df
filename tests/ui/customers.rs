//! Customers: found by id, made and changed by a form, and the page of one.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use paydesk_core::Action;
use paydesk_core::features::customers::CustomersAction as Do;
use paydesk_core::features::payments::{PaymentsAction, PaymentsFilter};
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_test_core::customers::{act, answer_customer, answer_theirs};
use paydesk_test_core::desk::Desk;
use paydesk_test_core::service::{answered, refused};
use serde_json::json;

use super::panels::{LARGE, SMALL, Window, assert_shows, click, names, pictures_of, press, window};
use super::profiles::everywhere;
use super::subscriptions::{fill, submissions};

fn desk() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::GoTo(Route::List(ResourceKind::Customer)));
    desk
}

fn with_one() -> Desk {
    let mut desk = desk();
    act(&mut desk, Do::Find("cus_1".into()));
    let reported = json!({"customer_id": "cus_1", "name": "Ada Lovelace", "email": "ada@example.com", "phone": "7700900",
        "phone_country_code": "+44", "address": {"city": "London", "country": "GB"}, "metadata": {"tier": "gold"}});
    answer_customer(&mut desk, answered(200, reported));
    desk
}

fn with_form() -> Desk {
    let mut desk = desk();
    desk.act(Action::OpenNew(ResourceKind::Customer));
    desk
}

#[test]
fn an_empty_list_finds_one_by_its_id() {
    let mut window = window(desk());
    assert_shows(&window, &["Customers appear here once"]);
    fill(&mut window, "Search customers", "cus_7");
    assert_eq!(click(&mut window, "Load from the service"), [Action::Customers(Do::Find("cus_7".into()))]);
}

#[test]
fn one_field_looks_through_what_is_known_and_enter_reads_an_id_from_the_service() {
    let enter = |text: &str| {
        let mut desk = with_one();
        desk.act(Action::ShowRecord(ResourceKind::Customer, None));
        let mut window = window(desk);
        fill(&mut window, "Search customers", text);
        let shown = names(&window).contains("Ada Lovelace");
        (shown, press(&mut window, Modifiers::NONE, Key::Enter))
    };
    let finds = |id: &str| vec![Action::Customers(Do::Find(id.into()))];
    assert_eq!(enter("cus_7"), (false, finds("cus_7")));
    assert_eq!(enter("cus_1"), (true, finds("cus_1")), "it is read anew");
    let opens = vec![Action::ShowRecord(ResourceKind::Customer, Some("cus_1".into()))];
    assert_eq!(enter("lovelace"), (true, opens.clone()), "a name is no id");
    assert_eq!(enter("ada@example"), (true, opens));
    assert_eq!(enter("no id at all"), (false, Vec::new()));
    assert_eq!(enter(""), (true, Vec::new()));
}

#[test]
fn one_that_is_not_there_is_said_at_its_page() {
    let make = || {
        let mut desk = desk();
        desk.act(Action::OpenRecord(ResourceKind::Customer, "cus_8".into()));
        answer_customer(&mut desk, refused(404, "IR_05", "not found"));
        desk
    };
    everywhere(make, |window| assert_shows(window, &["The service has no customer cus_8"]));
}

#[test]
fn a_form_that_is_filled_in_submits_exactly_that_and_shows_what_is_wrong() {
    let desk = with_form();
    let mut window = window(desk);
    fill(&mut window, "Name", "Ada");
    fill(&mut window, "Customer ID", "no such/id");
    window.get_by_label("Add metadata").click_accesskit();
    window.run_steps(3);
    fill(&mut window, "Metadata value 1", "gold");
    assert_eq!(submissions(&click(&mut window, "Create customer")), []);
    assert_shows(&window, &["Usually 1 to 64 letters", "Name: This is required", "1 field needs attention"]);
    fill(&mut window, "Customer ID", "cus_9");
    fill(&mut window, "Country", "GB");
    fill(&mut window, "Metadata name 1", "tier");
    let actions = click(&mut window, "Create customer");
    let [submission] = &submissions(&actions)[..] else { panic!("{actions:?}") };
    let body = submission.request.body.clone().unwrap();
    assert_eq!((&body["customer_id"], &body["name"]), (&json!("cus_9"), &json!("Ada")));
    assert_eq!((&body["address"], &body["metadata"]["tier"]), (&json!({"country": "GB"}), &json!("gold")));
}

#[test]
fn what_is_only_unusual_is_said_and_sent_all_the_same() {
    let mut window = window(with_form());
    window.get_by_label("Add metadata").click_accesskit();
    window.run_steps(3);
    for (field, text) in
        [("Customer ID", "no such/id"), ("Phone", "call me"), ("Country", "GBR"), ("Metadata name 1", &"n".repeat(41))]
    {
        fill(&mut window, field, text);
    }
    fill(&mut window, "Name", "Ada");
    let texts =
        ["Usually 1 to 64 letters", "Usually a telephone number: the service may refuse this", "Usually a two-letter"];
    assert_shows(&window, &texts);
    assert_shows(&window, &["The service may refuse 4 fields: see above", "Name: Usually at most 40 characters"]);
    let actions = click(&mut window, "Create customer");
    let [submission] = &submissions(&actions)[..] else { panic!("{actions:?}") };
    let body = submission.request.body.clone().unwrap();
    assert_eq!((&body["customer_id"], &body["phone"]), (&json!("no such/id"), &json!("call me")));
}

#[test]
fn what_is_no_email_address_is_not_sent() {
    let mut window = window(with_form());
    fill(&mut window, "E-mail", "not-an-email");
    fill(&mut window, "Name", "Ada");
    assert_shows(&window, &["Must be an e-mail address, such as name@shop.example"]);
    assert_eq!(submissions(&click(&mut window, "Create customer")), []);
}

#[test]
fn a_change_sends_only_what_was_changed() {
    let mut desk = with_one();
    act(&mut desk, Do::Edit(CustomerId::new("cus_1")));
    let mut window = window(desk);
    fill(&mut window, "Name", "Ada King");
    let actions = click(&mut window, "Save changes");
    let [submission] = &submissions(&actions)[..] else { panic!("{actions:?}") };
    assert_eq!(submission.request.body, Some(json!({"name": "Ada King"})));
}

#[test]
fn what_is_not_text_in_the_metadata_stays_what_it_is() {
    let mut desk = desk();
    act(&mut desk, Do::Find("cus_1".into()));
    let metadata = json!({"visits": 3, "gift": true, "size": {"shoe": 42}, "tier": "gold"});
    answer_customer(&mut desk, answered(200, json!({"customer_id": "cus_1", "metadata": metadata})));
    act(&mut desk, Do::Edit(CustomerId::new("cus_1")));
    let mut window = window(desk);
    assert_shows(&window, &["4 pairs"]);
    assert_eq!(submissions(&click(&mut window, "Save changes")), []);
    assert_shows(&window, &["Nothing has changed yet"]);
    click(&mut window, "Add metadata");
    fill(&mut window, "Metadata name 5", "note = two");
    let actions = click(&mut window, "Save changes");
    let [submission] = &submissions(&actions)[..] else { panic!("{actions:?}") };
    let sent = json!({"metadata": {"visits": 3, "gift": true, "size": {"shoe": 42}, "tier": "gold", "note": "two"}});
    assert_eq!(submission.request.body, Some(sent));
}

#[test]
fn the_page_shows_what_is_known_and_leads_to_the_payments() {
    everywhere(with_one, |window| {
        assert_shows(window, &["Ada Lovelace", "ada@example.com", "+44 7700900", "London", "gold"]);
    });
    let mut window = window(with_one());
    let filter =
        Action::Payments(PaymentsAction::ShowOnly(Box::new(PaymentsFilter::of_customer(CustomerId::new("cus_1")))));
    assert_eq!(click(&mut window, "Show the customer's payments"), [filter]);
    let edit = Action::Customers(Do::Edit(CustomerId::new("cus_1")));
    assert_eq!(click(&mut window, "Edit…"), [edit]);
    assert_eq!(press(&mut window, Modifiers::NONE, Key::Escape), [Action::ShowRecord(ResourceKind::Customer, None)]);
}

#[test]
fn the_page_joins_what_belongs_to_the_customer_and_each_leads_to_its_pane() {
    let mut desk = with_one();
    answer_theirs(&mut desk);
    let mut window = window(desk);
    assert_shows(&window, &["Payments, the newest 2 of 31"]);
    let opened = click(&mut window, "Open payment pay_2 of 128.40 EUR");
    assert_eq!(opened, [Action::Payments(PaymentsAction::Open(PaymentId::new("pay_2")))]);
}

#[test]
fn pictures_in_light_and_dark() {
    pictures_of("customers", || {
        let mut joined = with_one();
        answer_theirs(&mut joined);
        vec![("customers", joined, LARGE), ("customer-form", with_form(), SMALL)]
    });
}

#[test]
fn from_the_page_of_a_customer_what_is_begun_has_the_id_filled_in_and_it_can_be_typed_over() {
    let page = window(with_one());
    assert_shows(&page, &["New subscription…", "New payment link…", "New payout…"]);
    let mut page = page;
    let expected = Action::OpenNewFor(ResourceKind::Payout, CustomerId::new("cus_1"));
    assert_eq!(click(&mut page, "New payout…"), [expected]);
    for kind in [ResourceKind::PaymentLink, ResourceKind::Payout, ResourceKind::Subscription] {
        let mut desk = with_one();
        desk.act(Action::OpenNewFor(kind, CustomerId::new("cus_1")));
        let mut form = window(desk);
        let field = if kind == ResourceKind::Subscription { "Customer ID, required" } else { "Customer ID" };
        assert_eq!(value_of(&form, field), "cus_1", "{kind:?}");
        fill(&mut form, field, "cus_2");
        form.run_steps(2);
        assert_eq!(value_of(&form, field), "cus_2", "{kind:?}");
    }
}

#[test]
fn a_customer_is_found_by_name_and_taken_with_enter() {
    let mut desk = with_one();
    desk.act(Action::OpenNew(ResourceKind::PaymentLink));
    let mut form = window(desk);
    fill(&mut form, "Customer ID", "lovel");
    form.run_steps(2);
    assert_shows(&form, &["Ada Lovelace · ada@example.com · cus_1"]);
    press(&mut form, egui::Modifiers::NONE, egui::Key::Enter);
    assert_eq!(value_of(&form, "Customer ID"), "cus_1");
    fill(&mut form, "Customer ID", "cus_elsewhere");
    press(&mut form, egui::Modifiers::NONE, egui::Key::Tab);
    assert_eq!(value_of(&form, "Customer ID"), "cus_elsewhere", "the service may know more");
}

fn value_of(window: &Window, field: &str) -> String {
    let is_it = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.role() == egui::accesskit::Role::TextInput && node.label().as_deref() == Some(field)
    };
    window.get_by(is_it).value().unwrap_or_default()
}
