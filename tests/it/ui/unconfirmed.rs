//! What a payment that waits to be confirmed offers in its pane.

use paydesk::app::Action;
use paydesk::app::dialog::Confirmation;
use paydesk::app::features::payments::PaymentsAction;
use paydesk::app::features::payments::unconfirmed::UnconfirmedAction as Do;

use super::panels::{assert_shows, click, names, window};
use super::profiles::everywhere;
use crate::flows::desk::{Desk, pay_1};
use crate::flows::service::Pay;
use crate::flows::unconfirmed::{SECRET, made, waiting};

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
        &click(&mut window, "Copy the client secret")[0]
    else {
        panic!()
    };
    assert_eq!(
        click(&mut window, "I have it: wipe it here"),
        [Action::Payments(PaymentsAction::Unconfirmed(Do::LetSecretGo(id.clone())))]
    );
}

#[test]
fn a_test_card_is_chosen_in_a_dialog_that_names_the_amount_and_the_environment() {
    let mut desk_window = window(waiting());
    let asks = [Action::Payments(PaymentsAction::Unconfirmed(Do::AskTestCard(pay_1())))];
    assert_eq!(click(&mut desk_window, "Confirm with a test card…"), asks);
    everywhere(asked, |window| {
        assert_shows(window, &["45.10 EUR", "SANDBOX", "4242 4242 4242 4242", "Do not confirm"]);
    });
    let mut open = window(asked());
    let confirms = [Action::Confirm(Confirmation::TestCard(0))];
    assert_eq!(click(&mut open, "Confirm and charge 45.10 EUR"), confirms);
    let done = window(Desk::with_open(Pay::captured("pay_1", 4_510)));
    assert!(!names(&done).contains("Confirm with a test card"));
}
