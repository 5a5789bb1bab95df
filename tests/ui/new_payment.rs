//! The form for a new payment: exactly what was filled in leaves; a card can be chosen with a sandbox alone.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Theme};
use egui_kittest::kittest::Queryable as _;
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::Action;
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::forms::Billing;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::payments::create::PaymentMethod;
use paydesk_core::operations::ResourceKind;
use paydesk_domain::ids::BusinessProfileId;
use paydesk_domain::profile::{Environment, Profile};
use paydesk_domain::test_cards::TEST_CARDS;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::new_payment::{sending, with_id};
use paydesk_test_core::service::{Pay, refused};
use paydesk_ui::form::AddressDraft;
use paydesk_ui::panels::payments::NewPaymentDraft;
use serde_json::{Value, json};

use super::kit;
use super::panels::{
    LARGE, QUAD_HD, SMALL, Window, assert_hides, assert_shows, click, names, press, window, window_of,
};
use super::profiles::everywhere;
use super::subscriptions::{fill, submissions};
use paydesk_test_desk::vulkan::needs_vulkan;

const WITHOUT: &str = "Test card: Without a card: it is charged later";

fn desk(environment: Environment) -> Desk {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 1_000)]);
    desk.state.workspace.profile = Some(Profile { environment, ..with_id() });
    desk
}

fn with_form() -> Desk {
    let mut desk = desk(Environment::Sandbox);
    desk.act(Action::OpenNew(ResourceKind::Payment));
    desk
}

fn card(index: usize) -> String {
    format!("{} · {}", TEST_CARDS[index].grouped(), TEST_CARDS[index].text())
}

/// Clicks what may have to be scrolled to.
fn reach(window: &mut Window, name: &str) {
    window.get_by(|node| node.label().as_deref() == Some(name)).click_accesskit();
    window.run_steps(3);
}

fn body(actions: &[Action]) -> Value {
    let [submission] = &submissions(actions)[..] else { panic!("{actions:?}") };
    submission.request.body.clone().unwrap()
}

#[test]
fn an_equal_payment_leaves_only_once_it_is_said_to_be_another() {
    let (mut desk, _) = sending(None);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    desk.state.workspace.profile = Some(Profile { environment: Environment::Sandbox, ..with_id() });
    desk.act(Action::OpenNew(ResourceKind::Payment));
    let mut window = window(desk);
    fill(&mut window, "Currency, required", "EUR");
    fill(&mut window, "Amount, required", "44.00");
    assert_hides(&window, &["This looks like a duplicate payment"]);
    fill(&mut window, "Amount, required", "45.00");
    assert_shows(&window, &["This looks like a duplicate payment", "its outcome is still unknown"]);
    assert_shows(&window, &["Confirm that this is a separate payment, or close the form"]);
    let create = "Create payment of 45.00 EUR";
    assert_eq!(submissions(&click(&mut window, create)), []);
    reach(&mut window, "This is a separate payment: create it anyway");
    assert_eq!(body(&click(&mut window, create))["amount"], 4_500);
}

#[test]
fn the_title_row_and_the_keyboard_open_the_form() {
    let mut window = window(desk(Environment::Sandbox));
    assert_eq!(click(&mut window, "New payment…"), [Action::OpenNew(ResourceKind::Payment)]);
    let actions = press(&mut window, Modifiers::COMMAND, Key::N);
    assert!(actions.contains(&Action::OpenNew(ResourceKind::Payment)), "{actions:?}");
    let mut without_id = desk(Environment::Sandbox);
    without_id.state.workspace.profile.as_mut().unwrap().business_profile_id = None::<BusinessProfileId>;
    let mut window = window_of(without_id, Theme::Light, LARGE);
    assert_shows(&window, &["This needs a profile ID"]);
    assert_eq!(click(&mut window, "New payment…"), []);
}

#[test]
fn a_test_card_that_is_picked_while_the_method_is_to_be_specified_later_makes_it_card() {
    let mut window = window(with_form());
    assert_shows(&window, &["Payment method: Specify later"]);
    reach(&mut window, WITHOUT);
    reach(&mut window, &card(0));
    assert_shows(&window, &["Payment method: Card"]);
}

#[test]
fn without_a_card_exactly_what_was_filled_in_leaves_and_nothing_is_charged() {
    let mut window = window(with_form());
    assert_eq!(submissions(&click(&mut window, "Create payment")), []);
    assert_shows(&window, &["This is required"]);
    fill(&mut window, "Amount, required", "45,99");
    fill(&mut window, "Currency, required", "EUR");
    fill(&mut window, "Description", "Pour-over kettle");
    fill(&mut window, "Payment ID", "order 1001");
    fill(&mut window, "Statement descriptor", "1001");
    assert_eq!(submissions(&click(&mut window, "Create payment of 45.99 EUR")), []);
    assert_shows(&window, &["Must be 1 to 64 letters, digits, “_” and “-”", "at least one letter"]);
    fill(&mut window, "Payment ID", "order-1001");
    fill(&mut window, "Statement descriptor", "NORDLICHT 1001");
    fill(&mut window, "Your order reference", "PO 1001");
    fill(&mut window, "E-mail", "ada@mail.example");
    window.get_by_label("Add metadata").click_accesskit();
    window.run_steps(3);
    fill(&mut window, "Metadata name 1", "channel");
    fill(&mut window, "Metadata value 1", "desk");
    reach(&mut window, "Manual");
    let sent = body(&click(&mut window, "Create payment of 45.99 EUR"));
    let expected = json!({
        "amount": 4_599, "currency": "EUR", "profile_id": "pro_test", "payment_id": "order-1001", "confirm": false,
        "email": "ada@mail.example", "description": "Pour-over kettle", "capture_method": "manual",
        "merchant_order_reference_id": "PO 1001", "statement_descriptor_name": "NORDLICHT 1001",
        "metadata": {"channel": "desk", "operation_id": "op_of_the_form"},
    });
    assert_eq!(sent, expected);
}

#[test]
fn a_test_card_is_charged_with_its_address_and_its_number_is_no_part_of_what_is_kept() {
    let mut window = window(with_form());
    fill(&mut window, "Amount, required", "45.99");
    fill(&mut window, "Currency, required", "EUR");
    click(&mut window, WITHOUT);
    click(&mut window, &card(1));
    assert_shows(&window, &["A card payment needs a billing address", "Address line 1, billing address, required"]);
    assert_eq!(submissions(&click(&mut window, "Create and charge 45.99 EUR")), []);
    reach(&mut window, "Fill in an example");
    let actions = click(&mut window, "Create and charge 45.99 EUR");
    let sent = body(&actions);
    assert_eq!((&sent["confirm"], &sent["payment_method"]), (&json!(true), &json!("card")));
    assert_eq!(sent["billing"]["address"]["country"], "GB");
    let [submission] = &submissions(&actions)[..] else { panic!("{actions:?}") };
    assert!(submission.with_secret);
    let kept = format!("{} {submission:?}", serde_json::to_string(submission).unwrap());
    assert!(!kept.contains(TEST_CARDS[1].number) && !kept.contains("card_cvc"), "{kept}");
    assert!(submission.request.wire_body().contains(TEST_CARDS[1].number));
}

#[test]
fn what_was_chosen_for_a_test_card_is_not_sent_once_the_method_is_specified_later() {
    for (method, later) in [("Card", "Specify later"), ("Card", "Bank transfer")] {
        let mut window = window(with_form());
        fill(&mut window, "Amount, required", "45.99");
        fill(&mut window, "Currency, required", "EUR");
        click(&mut window, WITHOUT);
        click(&mut window, &card(1));
        reach(&mut window, "Fill in an example");
        fill(&mut window, "Name on card", "Ada Lovelace");
        reach(&mut window, &format!("Payment method: {method}"));
        reach(&mut window, later);
        assert_hides(&window, &["4242", "Name on card", "Create and charge"]);
        let sent = body(&click(&mut window, "Create payment of 45.99 EUR"));
        assert_eq!(sent["confirm"], false, "{later}");
        let sent = sent.to_string();
        for hidden in ["Ada Lovelace", "payment_method_data"] {
            assert!(!sent.contains(hidden), "{later}: {hidden} in {sent}");
        }
        reach(&mut window, &format!("Payment method: {later}"));
        reach(&mut window, "Specify later");
        assert_shows(&window, &[WITHOUT]);
    }
}

#[test]
fn in_production_there_is_no_card_to_choose_and_none_leaves() {
    everywhere(
        || {
            let mut desk = desk(Environment::Production);
            desk.act(Action::OpenNew(ResourceKind::Payment));
            desk
        },
        |window| {
            assert_shows(window, &["in production, card data is never entered in Paydesk"]);
            assert_hides(window, &["Test card", "4242", "Name on card", "Fill in an example"]);
        },
    );
    // A card that was chosen with a sandbox does not come along.
    let mut window = window(with_form());
    click(&mut window, WITHOUT);
    click(&mut window, &card(0));
    window.state_mut().state.workspace.profile.as_mut().unwrap().environment = Environment::Production;
    window.run_steps(2);
    assert_hides(&window, &["4242"]);
    assert_shows(&window, &["Create payment"]);
}

#[test]
fn all_seven_methods_are_offered_in_both_environments_and_data_leaves_as_a_secret_part() {
    for environment in [Environment::Sandbox, Environment::Production] {
        let mut desk = desk(environment);
        if environment == Environment::Production {
            desk.act(Action::AskUnlockProduction);
            desk.act(Action::Confirm(Confirmation::UnlockProduction));
        }
        desk.act(Action::OpenNew(ResourceKind::Payment));
        let mut window = window(desk);
        click(&mut window, "Payment method: Specify later");
        let offered = ["Card", "Bank transfer", "Wallet", "Pay later", "Bank redirect", "Crypto", "UPI"];
        assert_shows(&window, &offered);
        click(&mut window, "Crypto");
        fill(&mut window, "Amount, required", "45.99");
        fill(&mut window, "Currency, required", "EUR");
        fill(&mut window, "Payment currency", "BTC");
        assert_eq!(submissions(&click(&mut window, "Create payment of 45.99 EUR")), [], "the address is missing");
        fill(&mut window, "Wallet address", "bc1q-canary");
        let draft = &mut window.state_mut().drafts.of::<NewPaymentDraft>().texts;
        draft.billing = AddressDraft { given: true, value: Billing::example() };
        window.run_steps(2);
        let actions = click(&mut window, "Create payment of 45.99 EUR");
        let sent = body(&actions);
        assert_eq!((&sent["payment_method"], &sent["confirm"]), (&json!("crypto"), &json!(false)));
        let [submission] = &submissions(&actions)[..] else { panic!("{actions:?}") };
        assert!(submission.with_secret && submission.request.wire_body().contains("bc1q-canary"));
        assert!(!format!("{submission:?}").contains("bc1q-canary"));
    }
}

#[test]
fn a_method_without_data_is_attached_or_charged_at_once_as_the_person_says() {
    let mut window = window(with_form());
    fill(&mut window, "Amount, required", "45.99");
    fill(&mut window, "Currency, required", "EUR");
    let method = &mut window.state_mut().drafts.of::<NewPaymentDraft>().texts.method;
    method.choose(Some(PaymentMethod::Upi));
    window.run_steps(2);
    assert_hides(&window, &["Test card"]);
    let sent = body(&click(&mut window, "Create payment of 45.99 EUR"));
    assert_eq!((&sent["payment_method"], &sent["confirm"]), (&json!("upi"), &json!(false)));
    assert!(sent.get("payment_method_data").is_none());
    window.state_mut().drafts.of::<NewPaymentDraft>().texts.method.charge = true;
    window.run_steps(2);
    let sent = body(&click(&mut window, "Create and charge 45.99 EUR"));
    assert_eq!(sent["confirm"], true);
}

#[test]
fn goods_are_rows_in_the_currency_of_the_payment_and_a_difference_is_a_hint() {
    let mut window = window(with_form());
    fill(&mut window, "Amount, required", "45.00");
    fill(&mut window, "Currency, required", "EUR");
    reach(&mut window, "Add item");
    assert_eq!(submissions(&click(&mut window, "Create payment of 45.00 EUR")), []);
    fill(&mut window, "Item 1, required", "Kettle");
    fill(&mut window, "Quantity 1, required", "2");
    fill(&mut window, "Amount 1, required", "20.00");
    assert_shows(&window, &["Goods total: 20.00 EUR, or 40.00 EUR if the amounts are per unit"]);
    reach(&mut window, "Add another item");
    fill(&mut window, "Item 2, required", "Filters");
    fill(&mut window, "Amount 2, required", "5");
    assert_hides(&window, &["Goods total"]);
    let sent = body(&click(&mut window, "Create payment of 45.00 EUR"));
    let expected = json!([
        {"name": "Kettle", "quantity": 2, "amount": 2_000, "currency": "EUR"},
        {"name": "Filters", "quantity": 1, "amount": 500, "currency": "EUR"},
    ]);
    assert_eq!(sent["order_details"], expected);
    reach(&mut window, "Remove item 1");
    let names = names(&window);
    assert!(names.contains("Item 1, required") && !names.contains("Item 2, required"), "{names}");
    assert_shows(&window, &["Goods total: 5.00 EUR. The service does not compare"]);
}

#[test]
fn refused_the_text_stays_also_when_the_form_is_left() {
    let mut desk = with_form();
    paydesk_test_core::new_payment::submit(&mut desk, None);
    desk.write_all();
    let mut window = window_of(desk_refused(desk), Theme::Light, LARGE);
    assert_shows(&window, &["Not accepted", "description is too long", "Correct it, then send it again"]);
    fill(&mut window, "Description", "Kettle");
    // Left and opened again, nothing is lost.
    window.state_mut().state.on_action(Action::Payments(PaymentsAction::CloseForm));
    window.run_steps(2);
    assert_hides(&window, &["Not accepted"]);
    window.state_mut().state.on_action(Action::OpenNew(ResourceKind::Payment));
    window.run_steps(2);
    assert_shows(&window, &["Kettle"]);
}

fn desk_refused(mut desk: Desk) -> Desk {
    desk.reply(refused(400, "IR_04", "description is too long"));
    desk.write_all();
    // It is refused once a read shows that there is no such payment, whichever worker of the service answers.
    desk.pass(30);
    desk
}

#[test]
fn a_refusal_that_is_looked_into_is_said_at_the_form_as_an_outcome_that_is_not_known() {
    let mut desk = with_form();
    paydesk_test_core::new_payment::submit(&mut desk, None);
    desk.write_all();
    desk.reply(refused(400, "IR_04", "description is too long"));
    desk.pass(5);
    let window = window_of(desk, Theme::Light, LARGE);
    assert_shows(&window, &["Outcome unknown", "description is too long (IR_04)", "in half a minute"]);
    assert_hides(&window, &["Not accepted"]);
}

#[test]
fn everything_is_named_and_fits_everywhere_and_escape_closes() {
    everywhere(with_form, |window| {
        assert_shows(window, &["Amount, required", "Currency, required", "Payment ID", WITHOUT, "Return URL"]);
    });
    let mut window = window(with_form());
    assert_eq!(press(&mut window, Modifiers::NONE, Key::Escape), [Action::Payments(PaymentsAction::CloseForm)]);
}

#[test]
fn in_a_wide_window_the_two_parts_of_a_long_form_are_side_by_side() {
    let top_left_of = |window: &Window, name: &str| window.get_by_label(name).rect().min;
    let narrow = window_of(with_form(), Theme::Light, LARGE);
    assert_eq!(top_left_of(&narrow, "Amount, required").x, top_left_of(&narrow, "Statement descriptor").x);
    let wide = window_of(with_form(), Theme::Light, QUAD_HD);
    assert!(top_left_of(&wide, "Amount, required").x + 640.0 < top_left_of(&wide, "Statement descriptor").x);
    assert!(top_left_of(&wide, "Statement descriptor").y < top_left_of(&wide, "Return URL").y);
}

fn pictures(theme: Theme, name: &str) {
    if needs_vulkan("pictures of a new payment").is_none() {
        return;
    }
    let mut results = egui_kittest::SnapshotResults::new();
    let mut window: Window = window_of(with_form(), theme, SMALL);
    fill(&mut window, "Amount, required", "45,99");
    fill(&mut window, "Currency, required", "EUR");
    click(&mut window, WITHOUT);
    click(&mut window, &card(1));
    kit::snapshot(&mut window, &format!("new-payment-{name}"));
    results.extend_harness(&mut window);
}

#[test]
fn pictures_in_light() {
    pictures(Theme::Light, "light");
}

#[test]
fn pictures_in_dark() {
    pictures(Theme::Dark, "dark");
}

#[test]
fn the_test_cards_stand_whole_above_or_below_their_button_in_a_small_window() {
    let mut window = window_of(with_form(), Theme::Light, SMALL);
    let button = window.get_by(|node| node.label().as_deref() == Some(WITHOUT)).rect();
    click(&mut window, WITHOUT);
    window.run_steps(2);
    let at = |window: &Window, index: usize| {
        let text = card(index);
        window.get_by(|node| node.role() == Role::ListBoxOption && node.label().as_deref() == Some(&*text)).rect()
    };
    let (first, last) = (0, TEST_CARDS.len() - 1);
    assert!(at(&window, first).top() > 0.0 && at(&window, first).bottom() < button.top(), "it stands above the button");
    assert!(at(&window, last).bottom() > button.top(), "there are more than fit");
    for _ in &TEST_CARDS {
        window.key_press(Key::ArrowDown);
        window.run_steps(2);
    }
    window.run_steps(10);
    let shown = at(&window, last);
    assert!(
        shown.top() > 0.0 && shown.bottom() < button.top(),
        "keys bring the last into sight: {shown:?}, {button:?}"
    );
}
