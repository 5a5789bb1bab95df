//! What is said of keys, and of operations of profiles that are not at work.

use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::profiles::ProfileField;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::{Desk, capture, problem};
use paydesk_test_core::profiles::{ready, with_shop};
use paydesk_test_core::service::{Pay, refused};

use super::super::panels::{assert_hides, assert_shows, click, window};
use super::{at_shop, everywhere, held_for_this_session};

fn refuse(desk: &mut Desk, status: u16, code: &str, text: &str) {
    desk.act(Action::Payments(PaymentsAction::Refresh));
    let (request_id, read) = desk.pages().remove(0);
    desk.answer(request_id, &read, refused(status, code, text));
}

#[test]
fn a_key_held_for_this_session_is_reported_with_the_reason_and_can_be_given_again() {
    everywhere(
        || {
            let (mut desk, shop) = at_shop("snd_key");
            held_for_this_session(&mut desk, &shop);
            desk
        },
        |window| {
            assert_shows(
                window,
                &["The key of “Shop” is not saved: it is used until Paydesk is closed", "The keyring is locked"],
            );
            let id = window.state().state.profiles.current.clone();
            assert_eq!(click(window, "Save key…"), [Action::EditProfile(Some(id))]);
            let wanted = window.state_mut().drafts.profile.entry.wanted();
            assert_eq!(wanted.as_deref(), Some(ProfileField::Key.path()));
        },
    );
}

#[test]
fn a_profile_without_a_key_has_one_place_to_give_it() {
    everywhere(
        || {
            let (mut desk, shop) = with_shop("snd_key");
            desk.act(Action::SwitchProfile(shop.clone()));
            let problem = problem("There is no key for the profile “Shop”");
            desk.event(Message::ServiceFailed { profile_id: shop, problem, key_missing: true });
            desk
        },
        |window| {
            assert_shows(
                window,
                &["“Shop” has no key", "There is no key for the profile", "No key", "once the profile has a key"],
            );
            assert_hides(window, &["did not start"]);
            let id = window.state().state.profiles.current.clone();
            assert_eq!(click(window, "Enter key…"), [Action::EditProfile(Some(id))]);
            assert_eq!(click(window, "Reconnect"), [Action::RetryService]);
        },
    );
}

#[test]
fn a_refused_key_says_that_nothing_is_read_any_more_and_what_stays_listed() {
    everywhere(
        || {
            let (mut desk, _) = at_shop("snd_key");
            desk.confirm(capture(12_840));
            desk.write();
            desk.write();
            desk.reply(Attempt::Lost(LostAnswer::TimedOut));
            desk.write();
            refuse(&mut desk, 401, "AU_02", "API key revoked");
            desk
        },
        |window| {
            let shown = [
                "The key was refused: API key revoked (AU_02 · HTTP 401)",
                "nothing is read or sent until you replace the key",
                "1 open operation stays listed in Operations",
                "Locked",
            ];
            assert_shows(window, &shown);
            let id = window.state().state.profiles.current.clone();
            assert_eq!(click(window, "Replace key…"), [Action::EditProfile(Some(id))]);
            assert_eq!(click(window, "Reconnect"), [Action::RetryService]);
        },
    );
}

#[test]
fn a_missing_permission_is_reported_in_the_service_s_words() {
    let (mut desk, _) = at_shop("snd_key");
    desk.act(Action::Payments(PaymentsAction::Close));
    refuse(&mut desk, 403, "AU_03", "This key may not list payments");
    let window = window(desk);
    assert_shows(&window, &["This key may not list payments", "use another key"]);
    assert_hides(&window, &["Locked"]);
}

#[test]
fn an_operation_of_another_profile_is_listed_with_the_way_there() {
    everywhere(
        || {
            let (mut desk, _) = at_shop("prd_key");
            desk.act(Action::AskUnlockProduction);
            desk.act(Action::Confirm(Confirmation::UnlockProduction));
            desk.confirm(capture(12_840));
            desk.write();
            desk.write();
            desk.reply(Attempt::Lost(LostAnswer::TimedOut));
            desk.write();
            desk.act(Action::SwitchProfile(ProfileId::embedded()));
            ready(&mut desk);
            desk.act(Action::GoTo(Route::OpenOperations));
            desk
        },
        |window| {
            let shown = ["Capture 128.40 EUR", "PRODUCTION", "Belongs to the profile “Shop”", "outcome unknown"];
            assert_shows(window, &shown);
            assert_hides(window, &["Check now", "Send again", "failed"]);
            let shop = window.state().state.profiles.saved[0].id.clone();
            assert_eq!(click(window, "Switch to Shop"), [Action::SwitchProfile(shop)]);
        },
    );
}

#[test]
fn the_embedded_sandbox_has_no_key_to_replace() {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 1)]);
    refuse(&mut desk, 401, "AU_01", "Invalid API key");
    let mut window = window(desk);
    assert_hides(&window, &["Replace key…"]);
    assert_eq!(click(&mut window, "Reconnect"), [Action::RetryService]);
}
