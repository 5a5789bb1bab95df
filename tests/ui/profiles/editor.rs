//! The editor: what is typed is judged at its field, kept while the editor is open, and wiped with it.

use egui::accesskit::Role;
use egui::{Event as Input, Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::connection_test::{Access, Capability, ProfileTest};
use paydesk_core::features::profiles::ConnectionTest;
use paydesk_core::operations::ResourceKind;
use paydesk_core::profiles::{ProfileInput, SavedProfile};
use paydesk_core::route::Route;
use paydesk_core::{Action, Message, State};
use paydesk_domain::profile::Environment;
use paydesk_domain::secret::SecretText;
use paydesk_test_core::desk::{Desk, capture, problem};
use paydesk_test_core::profiles::{input, save, with_shop};

use super::super::panels::{Window, assert_hides, assert_shows, click, click_role, names, press, window};
use super::{at_shop, description, everywhere};

fn adding() -> Desk {
    let mut desk = Desk::ready(vec![]);
    desk.act(Action::EditProfile(None));
    desk
}

fn editing(id: &str, mut desk: Desk) -> Desk {
    desk.act(Action::EditProfile(Some(id.to_owned().into())));
    desk
}

/// Types into the field with this name, in place of what it holds.
fn fill(window: &mut Window, field: &str, text: &str) {
    let role = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        matches!(node.role(), Role::TextInput | Role::PasswordInput) && node.label().as_deref() == Some(field)
    };
    window.get_by(role).focus();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.run_steps(2);
    if field.starts_with("Secret key") || field == "Proxy password" {
        window.event(Input::Paste(text.to_owned()));
    } else {
        window.event(Input::Text(text.to_owned()));
    }
    window.run_steps(2);
}

/// The name of what has the keyboard.
fn focused(window: &Window) -> String {
    window.get_by(|node| node.is_focused()).accesskit_node().label().unwrap_or_default()
}

/// As the loop of the window does.
fn act(window: &mut Window, action: Action) {
    window.state_mut().state.on_action(action);
    window.run_steps(3);
}

fn tick(window: &mut Window) {
    let later = window.state().state.now + chrono::TimeDelta::seconds(1);
    window.state_mut().state.on_tick(later);
}

fn live(state: &mut State) -> SavedProfile {
    let saved =
        input("Live").saved(|| "profile_live".to_owned().into(), Environment::Production, &state.profiles.saved);
    state.profiles.saved.push(saved.unwrap());
    state.profiles.saved.last().cloned().unwrap()
}

#[test]
fn an_empty_form_says_what_goes_where_and_blames_nobody_yet() {
    everywhere(adding, |window| {
        let shown =
            ["Add a profile", "Name", "Address", "Secret key", "in the system keyring", "snd_… and dev_… are SANDBOX"];
        assert_shows(window, &shown);
        assert_shows(window, &["Merchant ID", "Needed to create payments", "Proxy", "Read-only", "as set in Settings"]);
        assert_hides(window, &["Give the profile a name", "Active"]);
        for answer in ["Add profile", "Test connection", "Cancel"] {
            let rect = window.get_by(|node| node.label().as_deref() == Some(answer)).rect();
            assert!(window.ctx.content_rect().contains_rect(rect), "{answer} is always in sight");
        }
    });
}

#[test]
fn everything_that_is_wrong_is_reported_at_once_when_it_is_saved() {
    everywhere(adding, |window| {
        let saved = click_role(window, Role::Button, "Add profile");
        let expected = Action::SaveProfile { input: Box::default(), key: None };
        assert_eq!(saved.first(), Some(&expected));
        act(window, expected);
        assert_eq!(description(window, "Name, required"), "Give the profile a name");
        assert_eq!(description(window, "Address, required"), "Enter the service's address, starting with https://");
        assert_eq!(description(window, "Secret key, required"), "Enter the secret key of the service");
        assert_eq!(focused(window), "Name, required", "the first of them has the keyboard");
    });
}

#[test]
fn what_is_wrong_with_a_field_is_reported_once_it_was_left_and_no_longer_than_it_is_true() {
    let mut window = window(adding());
    for (field, text, problem) in [
        ("Name, required", "Embedded sandbox", "Another profile has this name"),
        ("Address, required", "http://api.example.com", "plain http is only for a sandbox on this computer"),
        ("Address, required", "api.example.com", "is not the address of a service"),
        ("Proxy", "http://me:pw@proxy:3128", "Enter the password in its own field"),
    ] {
        fill(&mut window, field, text);
        press(&mut window, Modifiers::NONE, Key::Tab);
        assert!(description(&window, field).contains(problem), "{field}: {}", description(&window, field));
    }
    fill(&mut window, "Address, required", "https://api.example.com");
    assert!(!description(&window, "Address, required").contains("not the address"));
}

#[test]
fn a_pasted_key_is_checked_at_once_and_tells_the_environment() {
    let mut window = window(adding());
    for (pasted, problem) in [
        ("pk_snd_x", "A publishable key (pk_…) belongs in a browser"),
        ("admin_x", "An admin key (admin_…) only creates API keys"),
        ("Bearer snd_x", "paste only what follows them"),
        ("“snd_x”", "There are quotes around this secret key"),
        ("snd_a\nsnd_b", "There is a line break in this secret key"),
        ("x", "One character is not the whole secret key"),
    ] {
        fill(&mut window, "Secret key, required", pasted);
        assert!(
            description(&window, "Secret key, required").contains(problem),
            "{}",
            description(&window, "Secret key, required")
        );
        assert_shows(&window, &["The environment is read from the key"]);
    }
    fill(&mut window, "Secret key, required", " prd_live\n");
    assert_shows(&window, &["PRODUCTION", "read-only until you unlock it"]);
    fill(&mut window, "Address, required", "https://localhost");
    press(&mut window, Modifiers::NONE, Key::Tab);
    assert_shows(&window, &["Production keys are not sent to addresses on this computer"]);
    assert!(!names(&window).contains("prd_live"), "a key is nowhere in words");
}

#[test]
fn an_address_is_shown_as_it_will_be_asked_and_a_look_alike_by_its_real_name() {
    let mut window = window(adding());
    fill(&mut window, "Address, required", "HTTPS://API.Example.com:443/v1/");
    assert_eq!(description(&window, "Address, required"), "Used as https://api.example.com/v1");
    assert_hides(&window, &["real name"]);
    fill(&mut window, "Address, required", "https://аpi.example.com");
    assert_shows(&window, &["Its real name is xn--pi-6kc.example.com", "check that it is the right one"]);
    fill(&mut window, "Address, required", "https://xn--pi-6kc.example.com");
    assert_hides(&window, &["real name"]);
}

#[test]
fn a_new_address_with_an_open_operation_is_refused_in_a_sentence_of_its_own() {
    let (mut desk, id) = at_shop("snd_key");
    desk.confirm(capture(12_840));
    desk.write();
    desk.write();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write();
    let mut window = window(editing(&id, desk));
    fill(&mut window, "Address, required", "https://other.example.com");
    press(&mut window, Modifiers::NONE, Key::Tab);
    let expected = "1 open operation sent to the old address must be resolved first";
    assert_eq!(description(&window, "Address, required"), expected);
}

#[test]
fn a_sandbox_key_for_a_host_of_production_has_to_be_confirmed() {
    let mut desk = adding();
    live(&mut desk.state);
    let mut window = window(desk);
    let check = "Use this sandbox key anyway";
    fill(&mut window, "Name, required", "Test");
    fill(&mut window, "Address, required", "https://live.example.com");
    assert_hides(&window, &[check]);
    fill(&mut window, "Secret key, required", "snd_x");
    assert_shows(&window, &["Another profile uses PRODUCTION at this host", check]);
    click(&mut window, check);
    assert!(window.state().drafts.profile.input.sandbox_on_production_host);
    fill(&mut window, "Address, required", "https://live.example.com/v2");
    assert!(!window.state().drafts.profile.input.sandbox_on_production_host, "it was said of another address");
    fill(&mut window, "Secret key, required", "prd_x");
    assert_hides(&window, &[check]);
}

#[test]
fn what_is_typed_is_handed_over_whole() {
    let mut window = window(adding());
    fill(&mut window, "Name, required", "Shop");
    fill(&mut window, "Address, required", "https://shop.example.com");
    fill(&mut window, "Secret key, required", "snd_key");
    fill(&mut window, "Merchant ID", "mer_1");
    fill(&mut window, "Profile ID", "pro_1");
    fill(&mut window, "Proxy", "http://proxy:3128");
    fill(&mut window, "Find a time zone", "berlin");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_shows(&window, &["Europe/Berlin", "Use the one in Settings (UTC)"]);
    click(&mut window, "Read-only: Paydesk changes nothing at the service");
    let input = ProfileInput {
        name: "Shop".into(),
        base_url: "https://shop.example.com".into(),
        merchant_id: "mer_1".into(),
        business_profile_id: "pro_1".into(),
        time_zone: "Europe/Berlin".parse().ok(),
        read_only: true,
        proxy: "http://proxy:3128".into(),
        ..ProfileInput::default()
    };
    let (input, key) = (Box::new(input), Some(SecretText::new("snd_key")));
    let test = Action::TestProfile { input: input.clone(), key: key.clone() };
    assert_eq!(click(&mut window, "Test connection"), [test]);
    assert_eq!(click_role(&mut window, Role::Button, "Add profile"), [Action::SaveProfile { input, key }]);
}

#[test]
fn the_password_of_a_proxy_is_entered_where_its_address_names_a_user() {
    let mut window = window(adding());
    fill(&mut window, "Name, required", "Shop");
    fill(&mut window, "Address, required", "https://shop.example.com");
    fill(&mut window, "Secret key, required", "snd_key");
    fill(&mut window, "Proxy", "http://proxy:3128");
    assert_hides(&window, &["Proxy password"]);
    fill(&mut window, "Proxy", "http://desk@proxy:3128");
    assert_shows(&window, &["Proxy password"]);
    fill(&mut window, "Proxy password", "topsecret");
    assert!(!names(&window).contains("topsecret"), "it is not shown");
    let saved = click_role(&mut window, Role::Button, "Add profile");
    let [Action::SaveProfile { input, key: Some(_) }] = &saved[..] else { panic!("{saved:?}") };
    assert_eq!(input.proxy_password, SecretText::new("topsecret"));
    assert_eq!(input.proxy, "http://desk@proxy:3128");
}

#[test]
fn the_keyboard_goes_through_the_form_and_enter_saves() {
    let mut window = window(adding());
    assert_eq!(focused(&window), "Name, required", "the first field has the keyboard");
    for text in ["Shop", "https://shop.example.com"] {
        window.event(Input::Text(text.to_owned()));
        window.run_steps(2);
        press(&mut window, Modifiers::NONE, Key::Tab);
    }
    assert_eq!(focused(&window), "Secret key, required");
    window.event(Input::Paste("snd_key\n".to_owned()));
    window.run_steps(2);
    let mut order = Vec::new();
    for _ in 0..10 {
        press(&mut window, Modifiers::NONE, Key::Tab);
        order.push(focused(&window));
    }
    let read_only = "Read-only: Paydesk changes nothing at the service";
    let expected = ["Show secret key while held", "Clear secret key", "Merchant ID", "Profile ID", "Find a time zone"];
    assert_eq!(order[..5], expected);
    assert_eq!(order[5..8], ["Proxy", "Receive webhooks on this computer while Paydesk is running", read_only]);
    fill(&mut window, "Name, required", "Shop");
    let saved = press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(matches!(&saved[..], [Action::SaveProfile { input, key: Some(_) }] if input.name == "Shop"), "{saved:?}");
}

#[test]
fn esc_leaves_a_form_that_was_not_changed_and_leads_to_the_way_out_of_one_that_was() {
    let mut window = window(adding());
    assert_eq!(press(&mut window, Modifiers::NONE, Key::Escape), [Action::CloseProfileEditor]);
    fill(&mut window, "Name, required", "Shop");
    assert_eq!(press(&mut window, Modifiers::NONE, Key::Escape), []);
    window.run_steps(1);
    assert_eq!(
        press(&mut window, Modifiers::NONE, Key::Enter),
        [Action::CloseProfileEditor],
        "Cancel has the keyboard"
    );
}

#[test]
fn nothing_typed_is_lost_when_the_panel_is_left_and_all_of_it_when_the_editor_is_closed() {
    let mut window = window(adding());
    fill(&mut window, "Name, required", "Shop");
    fill(&mut window, "Secret key, required", "snd_key");
    act(&mut window, Action::GoTo(Route::List(ResourceKind::Payment)));
    tick(&mut window);
    act(&mut window, Action::EditProfile(None));
    let draft = &window.state().drafts.profile;
    assert_eq!((draft.input.name.as_str(), draft.key.text()), ("Shop", "snd_key"));
    assert_eq!(click(&mut window, "Cancel"), [Action::CloseProfileEditor]);
    act(&mut window, Action::CloseProfileEditor);
    tick(&mut window);
    act(&mut window, Action::EditProfile(None));
    let draft = &window.state().drafts.profile;
    assert!(draft.input.name.is_empty() && draft.key.is_empty());
}

#[test]
fn a_key_is_wiped_once_it_is_handed_over_and_kept_in_the_form_while_something_is_wrong() {
    let mut window = window(adding());
    fill(&mut window, "Name, required", "Shop");
    fill(&mut window, "Secret key, required", "snd_key");
    let saved = click_role(&mut window, Role::Button, "Add profile");
    act(&mut window, saved[0].clone());
    assert!(!window.state().drafts.profile.key.is_empty(), "the address is missing");
    fill(&mut window, "Address, required", "https://shop.example.com");
    let saved = click_role(&mut window, Role::Button, "Add profile");
    act(&mut window, saved[0].clone());
    assert!(window.state().drafts.profile.key.is_empty() && window.state().state.profiles.editor.is_none());
}

#[test]
fn the_key_that_is_kept_stays_unless_another_is_given() {
    let (desk, shop) = with_shop("snd_key");
    let mut window = window(editing(shop.as_str(), desk));
    assert_shows(&window, &["Edit “Shop”", "SANDBOX", "Paste a key only to replace it"]);
    let saved = click(&mut window, "Save");
    assert!(
        matches!(&saved[..], [Action::SaveProfile { input, key: None }] if input.id.as_ref() == Some(&shop.clone()))
    );
    fill(&mut window, "Secret key", "prd_key");
    assert!(description(&window, "Secret key").contains("add another profile for this key"));
}

#[test]
fn the_way_to_the_key_leads_into_its_field() {
    let (mut desk, shop) = at_shop("snd_key");
    super::held_for_this_session(&mut desk, &shop);
    let mut window = window(desk);
    let pushed = click(&mut window, "Save key…");
    act(&mut window, pushed[0].clone());
    assert_eq!(focused(&window), "Secret key");
    assert_shows(&window, &["Paste it again to save it in the keyring"]);
}

/// A service that answers all but analytics.
pub fn answered(environment: Environment, analytics: Access) -> ProfileTest {
    let access = |of| if of == Capability::Analytics { analytics.clone() } else { Access::Allowed };
    let access = Capability::all().map(|of| (of, access(of))).collect();
    ProfileTest { environment, answered_in_ms: 42, access, early_end: None }
}

#[test]
fn how_a_try_went_is_reported_with_what_to_do() {
    let tried = |test: ConnectionTest| {
        let mut desk = adding();
        desk.state.profiles.editor.as_mut().unwrap().test = test;
        desk
    };
    everywhere(
        || tried(ConnectionTest::Trying { number: 1 }),
        |window| assert_shows(window, &["Checking the permissions"]),
    );
    let answered = |environment| ConnectionTest::Answered(answered(environment, Access::WantsLogin));
    everywhere(
        || tried(answered(Environment::Sandbox)),
        |window| {
            assert_shows(
                window,
                &[
                    "The key works: the service responded in 42 ms",
                    "SANDBOX key",
                    "Paydesk counts them from the payments and disputes it has read",
                ],
            )
        },
    );
    everywhere(
        || tried(answered(Environment::Production)),
        |window| assert_shows(window, &["PRODUCTION key", "move real money"]),
    );
    let nothing = |environment| ProfileTest { access: Vec::new(), ..self::answered(environment, Access::NotAsked) };
    everywhere(
        || tried(ConnectionTest::Answered(nothing(Environment::Sandbox))),
        |window| {
            assert_shows(window, &["nothing that needs the key could be read", "Payments", "Not tested"]);
            assert_hides(window, &["The key works"]);
        },
    );
    everywhere(
        || tried(ConnectionTest::Failed(problem("the API key is not valid (AU_01)"))),
        |window| {
            assert_shows(window, &["Connection failed", "The API key is not valid (AU_01)", "Free some space"]);
            fill(window, "Name, required", "Shop");
            assert_shows(window, &["Changed since the test: test again"]);
        },
    );
}

#[test]
fn a_try_under_way_cannot_be_asked_for_again() {
    let mut desk = adding();
    save(&mut desk, input("x"), None);
    desk.state.profiles.editor.as_mut().unwrap().test = ConnectionTest::Trying { number: 1 };
    desk.event(Message::ProfileTested { number: 2, profile_id: None, result: Err(problem("late")), rate: None });
    assert_eq!(click(&mut window(desk), "Test connection"), []);
}
