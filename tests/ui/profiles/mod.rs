//! Profiles on the screen: the list, the editor, the environment around everything, what is said of keys.

use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::message::SecretPlace;
use paydesk_core::problem::Problem;
use paydesk_core::{Action, Message};
use paydesk_domain::secret::SecretKind;
use paydesk_test_core::desk::{Desk, pay_1};
use paydesk_test_core::profiles::{ready, with_shop};
use paydesk_test_core::service::Pay;

use super::panels::{THEMES, Window, names, window_of};

mod editor;

pub mod environment;

mod keys;

mod list;

mod managed;

mod pictures;

mod service;

mod sign_in;

mod switching;

/// A desk at work with the profile “Shop”, the payment `pay_1` open.
pub fn at_shop(key: &str) -> (Desk, String) {
    let (mut desk, shop) = with_shop(key);
    desk.act(Action::SwitchProfile(shop.clone()));
    desk.service.payments = vec![Pay::authorized("pay_1", 12_840)];
    ready(&mut desk);
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    (desk, shop.to_string())
}

/// The keyring did not take the key of the current profile; its service is ready all the same.
pub fn held_for_this_session(desk: &mut Desk, id: &str) {
    let why = Problem { what: "The keyring is locked".to_owned(), what_to_do: "Unlock it".to_owned() };
    let place = SecretPlace::ThisSession(why);
    let kind = SecretKind::SecretKey;
    desk.event(Message::SecretStored { profile_id: id.to_owned().into(), kind, result: Ok(place.clone()) });
    let profile = desk.state.profiles.find(&id.into()).unwrap().profile();
    desk.event(Message::ServiceReady { profile, key_place: Some(place) });
    desk.serve();
}

/// Nothing that has a name reaches over the sides of the window.
#[track_caller]
pub fn assert_fits(window: &Window) {
    let width = window.ctx.content_rect().width();
    for node in window.root().children_recursive() {
        let Some(name) = node.accesskit_node().label().filter(|name| !name.is_empty()) else { continue };
        let Some(rect) = node.accesskit_node().bounding_box() else { continue };
        assert!(rect.x0 >= -0.5 && rect.x1 <= f64::from(width) + 0.5, "“{name}” reaches out: {rect:?} of {width}");
    }
}

/// The same desk in both themes and two sizes; `check` sees each.
pub fn everywhere(make: impl Fn() -> Desk, check: impl Fn(&mut Window)) {
    for theme in THEMES {
        for size in [super::panels::LARGE, super::panels::SMALL, [800.0, 520.0]] {
            let mut window = window_of(make(), theme, size);
            check(&mut window);
            assert_fits(&window);
        }
    }
}

/// The description of the widget with this name: why it is disabled, what its field says.
#[track_caller]
pub fn description(window: &Window, name: &str) -> String {
    let node = window.get_by(|node| node.label().as_deref() == Some(name) && node.description().is_some());
    node.accesskit_node().description().unwrap_or_default()
}

pub fn is_shown(window: &Window, name: &str) -> bool {
    names(window).lines().any(|line| line == name)
}
