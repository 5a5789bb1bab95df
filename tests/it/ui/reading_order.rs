//! Tab goes through every line as it is read: from the left, also where a line is laid out from the right.

use egui::{Key, Modifiers, Rect, Theme};
use egui_kittest::kittest::NodeT as _;
use paydesk::app::Action;
use paydesk::app::features::payments::PaymentsAction;
use paydesk::app::operations::ResourceKind;
use paydesk::app::panels::PANELS;
use paydesk::app::route::Route;

use super::panels::{LARGE, Window, window_of};
use crate::flows::desk::{Desk, pay_1};
use crate::flows::payments_list::many;
use crate::flows::service::Pay;

/// More than what Tab leads to in any of the windows here.
const STEPS: usize = 150;
/// Widgets whose middles differ by less stand in one line, in points.
const ONE_LINE: f32 = 6.0;

struct Stop {
    name: String,
    rect: Rect,
}

impl Stop {
    fn is_beside(&self, other: &Self) -> bool {
        (self.rect.center().y - other.rect.center().y).abs() < ONE_LINE
    }
}

fn focused(window: &Window) -> Option<Stop> {
    let node = window.root().children_recursive().into_iter().find(|node| node.accesskit_node().is_focused())?;
    let name = format!("{:?} “{}”", node.accesskit_node().role(), node.accesskit_node().label().unwrap_or_default());
    Some(Stop { name, rect: node.rect() })
}

/// Everything that Tab leads to, until it comes round.
fn walk(window: &mut Window, modifiers: Modifiers) -> Vec<Stop> {
    let mut stops: Vec<Stop> = Vec::new();
    for _ in 0..STEPS {
        window.key_press_modifiers(modifiers, Key::Tab);
        window.run_steps(2);
        let Some(stop) = focused(window) else { continue };
        if stops.iter().any(|seen| seen.rect == stop.rect && seen.name == stop.name) {
            break;
        }
        stops.push(stop);
    }
    stops
}

/// Where Tab goes against the way a line is read.
fn backwards(stops: &[Stop]) -> Vec<String> {
    let pairs = stops.windows(2).filter(|pair| pair[0].is_beside(&pair[1]));
    let wrong = pairs.filter(|pair| pair[0].rect.left() > pair[1].rect.left());
    wrong.map(|pair| format!("{} before {}", pair[0].name, pair[1].name)).collect()
}

/// How often Tab goes on in the line it is in; there must be no place where it goes backwards.
fn steps_in_order(mut window: Window, what: &str) -> usize {
    let stops = walk(&mut window, Modifiers::NONE);
    assert_eq!(backwards(&stops), [""; 0], "{what}");
    let mut back = walk(&mut window, Modifiers::SHIFT);
    back.reverse();
    assert_eq!(backwards(&back), [""; 0], "{what}, with Shift");
    stops.windows(2).filter(|pair| pair[0].is_beside(&pair[1])).count()
}

#[test]
fn tab_goes_through_the_header_of_every_panel_as_it_is_read() {
    let mut panels_with_lines = 0;
    for panel in PANELS {
        let mut desk = Desk::ready(many(20));
        desk.act(Action::GoTo(panel.route));
        desk.serve();
        let steps = steps_in_order(window_of(desk, Theme::Light, LARGE), panel.title);
        panels_with_lines += usize::from(steps > 0);
    }
    assert!(panels_with_lines >= 8, "lines with several widgets are in {panels_with_lines} panels only");
}

#[test]
fn tab_goes_through_the_head_of_an_open_payment_as_it_is_read() {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 12_840)]);
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    assert!(steps_in_order(window_of(desk, Theme::Light, LARGE), "a payment") > 0);
}

#[test]
fn screen_readers_are_told_a_header_as_it_is_read() {
    let mut desk = Desk::ready(many(20));
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    desk.serve();
    let window = window_of(desk, Theme::Light, LARGE);
    let nodes = window.root().children_recursive().into_iter();
    let names: Vec<Option<String>> = nodes.map(|node| node.accesskit_node().label()).collect();
    let named = |name: &str| names.iter().position(|label| label.as_deref() == Some(name));
    let places = ["Export…", "Library", "Refresh"].map(|name| named(name).unwrap_or_else(|| panic!("no {name}")));
    assert!(places.is_sorted(), "{places:?}");
}
