//! Two environments that cannot be confused.

use egui::epaint::Shape;
use egui::{Key, Modifiers, Theme};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::Action;
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::profiles::ProfileInput;
use paydesk_domain::payment::PaymentAction;
use paydesk_test_core::desk::{Desk, pay_1};
use paydesk_test_core::profiles::{input, keep, ready, save};
use paydesk_widgets::tokens::Tokens;

use super::super::panels::{THEMES, Window, assert_hides, assert_shows, click, press, window, window_of};
use super::{at_shop, description, everywhere};

/// The payment of a production profile that may be changed.
pub fn unlocked() -> Desk {
    let (mut desk, _) = at_shop("prd_key");
    desk.act(Action::AskUnlockProduction);
    desk.act(Action::Confirm(Confirmation::UnlockProduction));
    desk
}

/// Whether a frame in the colour of production is around the window.
fn is_framed(window: &Window, theme: Theme) -> bool {
    let color = Tokens::of(theme).production_banner;
    let whole = window.ctx.content_rect();
    window.output().shapes.iter().any(
        |clipped| matches!(&clipped.shape, Shape::Rect(rect) if rect.stroke.color == color && rect.rect == whole && rect.stroke.width >= 2.0),
    )
}

#[test]
fn production_is_read_only_until_it_is_unlocked_and_every_button_says_so() {
    everywhere(
        || at_shop("prd_key").0,
        |window| {
            assert_shows(window, &["PRODUCTION Shop", "read-only"]);
            assert_hides(window, &["SANDBOX", "nothing here moves real money"]);
            for name in ["Capture 128.40 EUR…", "Cancel payment…"] {
                assert!(window.get_by(|node| node.label().as_deref() == Some(name)).accesskit_node().is_disabled());
                assert_eq!(description(window, name), "PRODUCTION is read-only until you unlock it");
            }
            assert_eq!(press(window, Modifiers::NONE, Key::C), [], "its key does nothing either");
            assert_eq!(click(window, "Unlock production…"), [Action::AskUnlockProduction]);
        },
    );
}

#[test]
fn unlocked_production_says_so_and_can_be_locked_again() {
    everywhere(unlocked, |window| {
        assert_shows(window, &["PRODUCTION Shop", "unlocked"]);
        assert_hides(window, &["read-only"]);
        let capture = [Action::Payments(PaymentsAction::Ask(pay_1(), PaymentAction::Capture))];
        assert_eq!(click(window, "Capture 128.40 EUR…"), capture);
        assert_eq!(click(window, "Lock production"), [Action::LockProduction]);
    });
}

#[test]
fn production_is_unlocked_by_its_typed_word_only() {
    everywhere(
        || {
            let (mut desk, _) = at_shop("prd_key");
            desk.act(Action::AskUnlockProduction);
            desk.tick(1);
            desk
        },
        |window| {
            assert_shows(window, &["Shop", "https://shop.example.com", "PRODUCTION", "move real money"]);
            assert_eq!(click(window, "Unlock production"), []);
            window.event(egui::Event::Text("sandbox".to_owned()));
            window.run_steps(2);
            assert_eq!(click(window, "Unlock production"), []);
            window.state_mut().drafts.typed_word = " Production".to_owned();
            window.run_steps(2);
            assert_eq!(press(window, Modifiers::NONE, Key::Enter), [], "Enter confirms nothing");
            assert_eq!(click(window, "Unlock production"), [Action::Confirm(Confirmation::UnlockProduction)]);
            assert_eq!(click(window, "Stay read-only"), [Action::DismissDialog]);
        },
    );
}

#[test]
fn a_frame_of_its_colour_stands_around_production_also_under_a_dialog() {
    for theme in THEMES {
        let size = super::super::panels::LARGE;
        assert!(is_framed(&window_of(at_shop("prd_key").0, theme, size), theme));
        let mut desk = unlocked();
        desk.ask(PaymentAction::Capture);
        assert!(is_framed(&window_of(desk, theme, size), theme));
        assert!(!is_framed(&window_of(at_shop("snd_key").0, theme, size), theme));
    }
}

#[test]
fn production_is_named_before_its_service_is_there() {
    let mut desk = Desk::ready(vec![]);
    save(&mut desk, input("Live"), Some("prd_key"));
    let window = window(desk);
    assert_shows(&window, &["PRODUCTION Live", "Connecting"]);
    assert_hides(&window, &["SANDBOX", "Unlock"]);
}

#[test]
fn a_profile_that_its_settings_make_read_only_cannot_be_unlocked() {
    for (key, word) in [("prd_key", "PRODUCTION Live"), ("snd_key", "SANDBOX Live")] {
        let mut desk = Desk::ready(vec![]);
        save(&mut desk, ProfileInput { read_only: true, ..input("Live") }, Some(key));
        keep(&mut desk);
        ready(&mut desk);
        let window = window(desk);
        assert_shows(&window, &[word, "read-only"]);
        assert_hides(&window, &["Unlock"]);
    }
}
