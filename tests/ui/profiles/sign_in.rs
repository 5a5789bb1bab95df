//! Signing in to the dashboard, on the screen.

use egui::accesskit::Role;
use egui::{Event as Input, Theme};
use egui_kittest::kittest::Queryable as _;
use paydesk_core::features::profiles::SignInAction;
use paydesk_core::message::{SecretPlace, SignInReached};
use paydesk_core::{Action, Message};
use paydesk_domain::secret::{SecretText, SignInToken};
use paydesk_test_core::desk::{Desk, problem};

use super::super::panels::{Window, act, assert_hides, assert_shows, click, window, window_of};
use super::{assert_fits, at_shop};

/// Room for the whole editor.
const TALL: [f32; 2] = [1440.0, 1600.0];

fn editing() -> (Desk, String) {
    let (mut desk, shop) = at_shop("snd_key");
    desk.act(Action::EditProfile(Some(shop.clone().into())));
    (desk, shop)
}

fn fill(window: &mut Window, field: &str, text: &str) {
    let role = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        matches!(node.role(), Role::TextInput | Role::PasswordInput) && node.label().as_deref() == Some(field)
    };
    window.get_by(role).focus();
    window.run_steps(2);
    window.event(Input::Text(text.to_owned()));
    window.run_steps(2);
}

/// The service answers the first step so.
fn answer(window: &mut Window, shop: &str, number: u64, result: Result<SignInReached, paydesk_core::problem::Problem>) {
    let message = Message::SignInAnswered { number, profile_id: shop.into(), result };
    window.state_mut().state.on_message(message);
    window.run_steps(4);
}

#[test]
fn a_person_signs_in_step_by_step() {
    let (desk, shop) = editing();
    let mut window = window_of(desk, Theme::Light, TALL);
    assert_shows(&window, &["Dashboard sign-in, optional", "Everything else works with the key"]);
    assert_eq!(click(&mut window, "Sign in"), [], "nothing is entered yet");
    fill(&mut window, "E-mail", "ada@shop.example");
    fill(&mut window, "Password", "topsecret");
    let begun = click(&mut window, "Sign in");
    let (email, password) = ("ada@shop.example".to_owned(), SecretText::new("topsecret"));
    assert_eq!(begun, [Action::SignIn(SignInAction::Begin { email, password })]);
    assert!(window.state().drafts.profile.sign_in.password.is_empty(), "it is wiped at once");
    act(&mut window, begun.into_iter().next().unwrap());
    let number = 1;
    answer(&mut window, &shop, number, Err(problem("Incorrect email or password")));
    assert_shows(&window, &["You are not signed in", "Incorrect email or password"]);
    fill(&mut window, "Password", "topsecret");
    let begun = click(&mut window, "Sign in");
    act(&mut window, begun.into_iter().next().unwrap());
    let token = SignInToken::parse("ey.topsecret").unwrap();
    answer(&mut window, &shop, number + 1, Ok(SignInReached::SecondFactor(token)));
    assert_shows(&window, &["Second factor", "6 digits", "Skip"]);
    fill(&mut window, "Second factor", "123456");
    let code = SecretText::new("123456");
    assert_eq!(click(&mut window, "Continue"), [Action::SignIn(SignInAction::Code(code.clone()))]);
    act(&mut window, Action::SignIn(SignInAction::Code(code)));
    answer(&mut window, &shop, number + 2, Ok(SignInReached::SignedIn(SecretPlace::Keyring)));
    assert_shows(&window, &["You are signed in"]);
    assert_hides(&window, &["Password", "Second factor"]);
    assert_eq!(click(&mut window, "Sign out"), [Action::SignIn(SignInAction::SignOut)]);
    assert_fits(&window);
}

#[test]
fn only_a_saved_profile_is_signed_in_with() {
    let mut desk = Desk::ready(vec![]);
    desk.act(Action::EditProfile(None));
    assert_hides(&window(desk), &["Dashboard sign-in"]);
    let (desk, _) = editing();
    let mut window = window_of(desk, Theme::Dark, TALL);
    fill(&mut window, "E-mail", "ada@shop.example");
    fill(&mut window, "Password", "topsecret");
    fill(&mut window, "Merchant ID", "mer_other");
    assert_eq!(click(&mut window, "Sign in"), [], "what is typed is not saved");
}
