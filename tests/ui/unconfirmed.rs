//! What a payment that waits to be confirmed, or whose status is not documented, offers in its pane.

use paydesk_core::Action;
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::payments::unconfirmed::UnconfirmedAction as Do;
use paydesk_core::operations::Intent;
use paydesk_core::route::Route;
use paydesk_core::state::review_status::ReviewStatusAction;
use paydesk_domain::payment::PaymentAction;
use paydesk_domain::profile::Environment;
use paydesk_test_core::desk::{Desk, pay_1};
use paydesk_test_core::service::Pay;
use paydesk_test_core::unconfirmed::{SECRET, made, waiting};

use super::panels::{assert_shows, click, names, window};
use super::profiles::{at_shop, everywhere};
use super::subscriptions::fill;

fn asked() -> Desk {
    let mut desk = waiting();
    desk.act(Action::Payments(PaymentsAction::Unconfirmed(Do::AskTestCard(pay_1()))));
    // A dialog takes no answer in its first moment.
    let later = desk.now + chrono::TimeDelta::seconds(5);
    desk.state.on_tick(later);
    desk
}

#[test]
fn the_client_secret_is_shown_hidden_with_what_it_is_for_and_can_be_copied_and_wiped() {
    everywhere(made, |window| {
        assert_shows(window, &["Client secret", "confirms the payment with it", "Client secret, hidden"]);
        assert!(!names(window).contains(SECRET));
    });
    let mut window = window(made());
    let Action::Payments(PaymentsAction::Unconfirmed(Do::CopySecret(id))) =
        &click(&mut window, "Copy client secret")[0]
    else {
        panic!()
    };
    assert_eq!(
        click(&mut window, "I've saved it, remove it"),
        [Action::Payments(PaymentsAction::Unconfirmed(Do::ForgetSecret(id.clone())))]
    );
}

#[test]
fn a_test_card_is_chosen_in_a_dialog_that_names_the_amount_and_the_environment() {
    let mut desk_window = window(waiting());
    let asks = [Action::Payments(PaymentsAction::Unconfirmed(Do::AskTestCard(pay_1())))];
    assert_eq!(click(&mut desk_window, "Confirm with a test card…"), asks);
    everywhere(asked, |window| {
        assert_shows(window, &["45.10 EUR", "SANDBOX", "4242 4242 4242 4242", "Back"]);
    });
    let mut open = window(asked());
    let confirms = [Action::Confirm(Confirmation::TestCard(0))];
    assert_eq!(click(&mut open, "Confirm and charge 45.10 EUR"), confirms);
    let done = window(Desk::with_open(Pay::captured("pay_1", 4_510)));
    assert!(!names(&done).contains("Confirm with a test card"));
}

#[test]
fn production_confirms_what_is_attached_and_never_asks_for_a_card() {
    let (mut desk, _) = at_shop("prd_key");
    desk.act(Action::AskUnlockProduction);
    desk.act(Action::Confirm(Confirmation::UnlockProduction));
    desk.service.payments = vec![Pay::with_status("pay_1", "requires_confirmation", 4_510)];
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.serve();
    let mut shown = window(desk);
    assert!(!names(&shown).contains("test card"));
    let asks = Action::Payments(PaymentsAction::Ask(pay_1(), PaymentAction::Confirm));
    assert_eq!(click(&mut shown, "Confirm 45.10 EUR…"), [asks]);
    let asked = || {
        let mut desk = Desk::with_open(Pay::with_status("pay_1", "requires_confirmation", 4_510));
        desk.ask(PaymentAction::Confirm);
        let later = desk.now + chrono::TimeDelta::seconds(5);
        desk.state.on_tick(later);
        desk
    };
    everywhere(asked, |window| {
        assert_shows(window, &["45.10 EUR", "SANDBOX", "Method", "authorized for later capture", "Back"]);
        assert!(!names(window).contains("Card number"));
    });
    let confirms = [Action::Confirm(Confirmation::Payment(Intent::Confirm))];
    assert_eq!(click(&mut window(asked()), "Confirm 45.10 EUR"), confirms);
}

fn filling_in() -> Desk {
    let mut desk = waiting();
    desk.act(Action::Payments(PaymentsAction::Unconfirmed(Do::FillIn(pay_1()))));
    desk
}

#[test]
fn any_method_can_be_filled_in_to_confirm_and_the_form_names_the_payment_and_the_amount() {
    let asks = [Action::Payments(PaymentsAction::Unconfirmed(Do::FillIn(pay_1())))];
    assert_eq!(click(&mut window(waiting()), "Confirm with a payment method…"), asks);
    everywhere(filling_in, |window| {
        assert_shows(window, &["Confirm payment", "pay_1", "45.10 EUR", "SANDBOX", "As attached to the payment"]);
        assert_shows(window, &["Return URL", "Add billing address", "Customer's browser", "Confirm 45.10 EUR"]);
    });
    let mut open = window(filling_in());
    click(&mut open, "Payment method: As attached to the payment");
    assert_shows(&open, &["Card", "Bank transfer", "Wallet", "Pay later", "Bank redirect", "Crypto", "UPI"]);
    click(&mut open, "Wallet");
    let sent = |actions: Vec<Action>| actions.iter().any(|action| matches!(action, Action::SendForm(_)));
    fill(&mut open, "Wallet", "device_wallet");
    assert!(!sent(click(&mut open, "Confirm 45.10 EUR")), "return URL and billing address are missing");
    assert_shows(&open, &["This is required"]);
}

#[test]
fn the_form_that_confirms_asks_for_no_card_in_production() {
    let mut open = window(filling_in());
    open.state_mut().state.workspace.profile.as_mut().unwrap().environment = Environment::Production;
    open.run_steps(3);
    assert_shows(&open, &["In production, card data is never entered in Paydesk", "Confirm 45.10 EUR"]);
    for absent in ["Test card", "4242", "Card number", "Name on card"] {
        assert!(!names(&open).contains(absent), "{absent}");
    }
}

#[test]
fn a_status_that_is_not_documented_is_decided_on_after_a_warning() {
    let pay = || Pay { status: "in_review".into(), ..Pay::in_review("pay_1", 12_840) };
    let mut shown = window(Desk::with_open(pay()));
    assert_shows(&shown, &["does not list the status “in_review”", "Approve 128.40 EUR…", "Cancel payment…"]);
    let name = Action::ReviewStatus(ReviewStatusAction::Name("in_review".into()));
    assert_eq!(click(&mut shown, "Use this status for manual review"), std::slice::from_ref(&name));
    for action in [PaymentAction::Approve, PaymentAction::Cancel] {
        let asked = || {
            let mut desk = Desk::with_open(pay());
            desk.ask(action);
            let later = desk.now + chrono::TimeDelta::seconds(5);
            desk.state.on_tick(later);
            desk
        };
        everywhere(asked, |window| assert_shows(window, &["It may not be manual review"]));
    }
    let mut named = Desk::with_open(pay());
    named.act(name);
    let shown = window(named);
    assert_shows(&shown, &["In review", "approve it to authorize the payment for later capture", "(estimated)"]);
    assert!(!names(&shown).contains("to capture the payment"));
}

#[test]
fn the_settings_say_how_the_name_of_manual_review_is_known_and_change_and_forget_it() {
    let mut desk = Desk::ready(vec![]);
    desk.act(Action::GoTo(Route::Settings));
    desk.act(Action::ReviewStatus(ReviewStatusAction::Name("in_review".into())));
    let mut shown = super::panels::window_of(desk, egui::Theme::Light, [1440.0, 2_000.0]);
    assert_shows(&shown, &["Manual review status", "in_review", "Set by you", "Default: requires_merchant_action"]);
    let forgets = [Action::ReviewStatus(ReviewStatusAction::Forget)];
    assert_eq!(click(&mut shown, "Forget manual review status"), forgets);
    shown.state_mut().drafts.review_status = "on_hold".into();
    shown.run_steps(2);
    let names_it = [Action::ReviewStatus(ReviewStatusAction::Name("on_hold".into()))];
    assert_eq!(click(&mut shown, "Use this status"), names_it);
}
