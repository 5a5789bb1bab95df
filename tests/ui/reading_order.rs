//! Tab goes through every line as it is read: from the left, also where a line is laid out from the right.

use egui::{Key, Modifiers, Rect, Theme};
use egui_kittest::Node;
use egui_kittest::kittest::NodeT as _;
use paydesk_core::Action;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::panels::PANELS;
use paydesk_core::route::Route;
use paydesk_test_core::desk::{Desk, pay_1};
use paydesk_test_core::payments_list::many;
use paydesk_test_core::service::Pay;

use super::panels::{LARGE, Window, window_of};

/// More than what Tab leads to in any of the windows here.
const STEPS: usize = 150;

/// Widgets whose middles differ by less stand in one line, in points.
const ONE_LINE: f32 = 6.0;

struct Stop {
    name: String,
    rect: Rect,
    /// Where the stop before it is now: a board may have scrolled.
    before: Option<(String, Rect)>,
}

impl Stop {
    /// The stop before it, if it stands in the same line.
    fn beside(&self) -> Option<&(String, Rect)> {
        let is_in_line = |(_, rect): &&(String, Rect)| (self.rect.center().y - rect.center().y).abs() < ONE_LINE;
        self.before.as_ref().filter(is_in_line)
    }
}

fn name(node: &Node<'_>) -> String {
    format!("{:?} “{}”", node.accesskit_node().role(), node.accesskit_node().label().unwrap_or_default())
}

/// Everything that Tab leads to, until it comes round.
fn walk(window: &mut Window, modifiers: Modifiers) -> Vec<Stop> {
    let (mut stops, mut ids) = (Vec::new(), Vec::new());
    for _ in 0..STEPS {
        window.key_press_modifiers(modifiers, Key::Tab);
        window.run_steps(2);
        let root = window.root();
        let Some(node) = root.children_recursive().find(|node| node.accesskit_node().is_focused()) else { continue };
        let id = node.accesskit_node().id();
        if ids.contains(&id) {
            break;
        }
        let before = ids.last().and_then(|before| {
            let node = root.children_recursive().find(|node| node.accesskit_node().id() == *before)?;
            Some((name(&node), node.rect()))
        });
        ids.push(id);
        stops.push(Stop { name: name(&node), rect: node.rect(), before });
    }
    stops
}

/// How often Tab goes on in the line it is in; there must be no place where it goes against the way a line is read.
fn steps_in_order(mut window: Window, what: &str) -> usize {
    let mut steps = 0;
    for (modifiers, way) in [(Modifiers::NONE, 1.0), (Modifiers::SHIFT, -1.0)] {
        for stop in walk(&mut window, modifiers) {
            let Some((before, rect)) = stop.beside() else { continue };
            steps += 1;
            let is_read = (stop.rect.left() - rect.left()) * way >= 0.0;
            assert!(is_read, "{what}: {} after {before}, {modifiers:?}", stop.name);
        }
    }
    steps
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
    assert!(panels_with_lines >= 5, "lines with several widgets are in {panels_with_lines} panels only");
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
    let root = window.root();
    let names: Vec<Option<String>> = root.children_recursive().map(|node| node.accesskit_node().label()).collect();
    let named = |name: &str| names.iter().position(|label| label.as_deref() == Some(name));
    let places = ["Export…", "Library", "Refresh"].map(|name| named(name).unwrap_or_else(|| panic!("no {name}")));
    assert!(places.is_sorted(), "{places:?}");
}
