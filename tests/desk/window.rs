//! The real binary in a real window under Xvfb, driven as a person would: by what a screen reader finds.
//!
//! Built with the feature `inspection` only. Needs Xvfb; without it the test says so and is skipped, unless
//! `PAYDESK_REQUIRE_SYSTEM=1` asks for all parts.
#![cfg(feature = "inspection")]

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use egui::accesskit::{self, NodeId};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, pos2};
use egui_inspection::protocol::{Request, Response, read_handshake, read_message, write_message};
use paydesk_test_basics::waiting::{PATIENCE, step_until};

use super::display::Display;

/// The running desk and the connection to its accessibility tree.
struct RealDesk {
    process: Child,
    stream: TcpStream,
}

impl Drop for RealDesk {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// One widget as a screen reader finds it.
#[derive(Debug)]
struct Widget {
    name: String,
    center: Pos2,
    is_label: bool,
    disabled: bool,
}

impl RealDesk {
    fn start(display: &Display, data_dir: &std::path::Path, renderer: &str) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let process = Command::new(env!("CARGO_BIN_EXE_paydesk"))
            .args(["--renderer", renderer, "--data-dir"])
            .arg(data_dir)
            .env("DISPLAY", &display.name)
            .env_remove("WAYLAND_DISPLAY")
            .env("PAYDESK_NO_NOTIFICATIONS", "1")
            .env("EGUI_INSPECTION", format!("127.0.0.1:{port}"))
            .spawn()
            .unwrap();
        let began = Instant::now();
        let mut stream = loop {
            match TcpStream::connect(("127.0.0.1", port)) {
                Ok(stream) => break stream,
                Err(error) => assert!(began.elapsed() < PATIENCE, "the desk does not answer: {error}"),
            }
            std::thread::sleep(Duration::from_millis(50));
        };
        read_handshake(&mut stream).unwrap();
        Self { process, stream }
    }

    fn request(&mut self, request: &Request) -> Response {
        write_message(&mut self.stream, request).unwrap();
        match read_message(&mut self.stream).unwrap() {
            Response::Error { message } => panic!("the desk refused {request:?}: {message}"),
            response => response,
        }
    }

    fn widgets(&mut self) -> Vec<Widget> {
        match self.request(&Request::GetTree) {
            Response::Tree { accesskit: Some(update), .. } => widgets(&update),
            _ => Vec::new(),
        }
    }

    fn shows(&mut self, text: &str) -> bool {
        self.widgets().iter().any(|widget| widget.name.contains(text))
    }

    /// Waits until a name on the screen contains `text`.
    fn wait(&mut self, text: &str) {
        self.wait_until(text, |widgets| widgets.iter().any(|widget| widget.name.contains(text)));
    }

    fn wait_until(&mut self, what: &str, predicate: impl Fn(&[Widget]) -> bool) {
        let began = Instant::now();
        loop {
            let widgets = self.widgets();
            if predicate(&widgets) {
                return;
            }
            let names: Vec<&str> = widgets.iter().map(|widget| widget.name.as_str()).collect();
            assert!(began.elapsed() < PATIENCE, "“{what}” did not appear; the screen shows {names:#?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Clicks the widget with this name.
    fn click(&mut self, name: &str) {
        self.click_where(name, |widget| widget == name);
    }

    /// Clicks the first widget that can be pressed and whose name fits; a label only where nothing else does.
    fn click_where(&mut self, what: &str, fits: impl Fn(&str) -> bool) {
        let usable = |widget: &&Widget| !widget.disabled && fits(&widget.name);
        self.wait_until(what, |widgets| widgets.iter().any(|widget| usable(&widget)));
        let widgets = self.widgets();
        let hits: Vec<&Widget> = widgets.iter().filter(usable).collect();
        let hit = hits.iter().find(|widget| !widget.is_label).or(hits.first()).unwrap();
        let (pos, modifiers, button) = (hit.center, Modifiers::NONE, PointerButton::Primary);
        self.apply(vec![Event::PointerMoved(pos)]);
        self.apply(vec![Event::PointerButton { pos, button, pressed: true, modifiers }]);
        self.apply(vec![Event::PointerButton { pos, button, pressed: false, modifiers }]);
    }

    /// Replaces the text of a field.
    fn type_into(&mut self, field: &str, text: &str) {
        self.click(field);
        self.key(Key::A, Modifiers::COMMAND);
        self.apply(vec![Event::Text(text.to_owned())]);
    }

    fn key(&mut self, key: Key, modifiers: Modifiers) {
        for pressed in [true, false] {
            self.apply(vec![Event::Key { key, physical_key: None, pressed, repeat: false, modifiers }]);
        }
    }

    /// Width and height of the picture of the window, in pixels.
    fn picture_size(&mut self) -> [u32; 2] {
        match self.request(&Request::GetScreenshot { pixels_per_point: None }) {
            Response::Screenshot(png) => png.size,
            other => panic!("no picture: {other:?}"),
        }
    }

    fn apply(&mut self, events: Vec<Event>) {
        self.request(&Request::ApplyEvents { events });
    }
}

fn widgets(update: &accesskit::TreeUpdate) -> Vec<Widget> {
    let find = |id: NodeId| update.nodes.iter().find(|(known, _)| *known == id).map(|(_, node)| node);
    let children = |node: &accesskit::Node| node.children().to_vec();
    let below: std::collections::HashSet<NodeId> = update.nodes.iter().flat_map(|(_, node)| children(node)).collect();
    let mut open: Vec<(NodeId, f64, f64)> =
        update.nodes.iter().filter(|(id, _)| !below.contains(id)).map(|(id, _)| (*id, 0.0, 0.0)).collect();
    let mut found = Vec::new();
    while let Some((id, x, y)) = open.pop() {
        let Some(node) = find(id) else { continue };
        let (x, y) = node.transform().map_or((x, y), |t| (x + t.as_coeffs()[4], y + t.as_coeffs()[5]));
        let labels = node.labelled_by().iter().filter_map(|id| find(*id)?.value());
        let name = node.label().map(str::to_owned).unwrap_or_else(|| labels.collect::<Vec<_>>().join(" "));
        let name = if name.is_empty() { node.value().unwrap_or_default().to_owned() } else { name };
        if let Some(bounds) = node.bounds().filter(|_| !name.is_empty()) {
            let center = pos2((x + (bounds.x0 + bounds.x1) / 2.0) as f32, (y + (bounds.y0 + bounds.y1) / 2.0) as f32);
            let is_label = matches!(node.role(), accesskit::Role::Label | accesskit::Role::TextRun);
            found.push(Widget { name, center, is_label, disabled: node.is_disabled() });
        }
        open.extend(children(node).into_iter().map(|child| (child, x, y)));
    }
    found
}

#[test]
fn a_person_captures_a_part_of_a_payment_in_the_real_window() {
    capture_a_part_of_a_payment("glow");
}

#[test]
fn a_person_captures_a_part_of_a_payment_in_the_window_that_the_processor_paints() {
    capture_a_part_of_a_payment("cpu");
}

fn capture_a_part_of_a_payment(renderer: &str) {
    let Some(display) = Display::needed("the real window") else { return };
    let data = tempfile::tempdir().unwrap();
    let mut desk = RealDesk::start(&display, data.path(), renderer);
    desk.wait("Connected");
    desk.click("To capture");
    desk.wait("Status: To capture");
    // Its name begins with the amount; that of its box does not.
    let is_row = |name: &str| name.starts_with(|first: char| first.is_ascii_digit()) && name.contains(", pay_");
    desk.click_where("a row", |name| is_row(name) && name.contains(", Requires capture, "));
    desk.click_where("the capture button", |name| name.starts_with("Capture ") && name.ends_with('…'));
    desk.wait("Back");
    desk.type_into("Amount to capture, required", "1");
    let confirm =
        |name: &str| ["Capture 1 ", "Capture 1.00 ", "Capture 1.000 "].iter().any(|text| name.starts_with(text));
    // The confirming button takes no click in its first moments.
    while desk.shows("Back") {
        desk.click_where("the confirming button", confirm);
    }
    desk.wait(" captured");
    desk.wait("Partially captured");
}

#[test]
fn the_window_that_the_processor_paints_is_resized_and_says_what_draws_it() {
    let Some(display) = Display::needed("the real window") else { return };
    let data = tempfile::tempdir().unwrap();
    let mut desk = RealDesk::start(&display, data.path(), "cpu");
    desk.wait("Connected");
    desk.request(&Request::Resize { width: 1000, height: 640 });
    step_until("the window has its new size", || (desk.picture_size() == [1000, 640]).then_some(()));
    desk.click("Help");
    desk.wait("About Paydesk");
    // The dialog takes the height of its content.
    desk.request(&Request::Settle { max_steps: 60 });
    desk.click("About Paydesk");
    desk.wait("CPU: chosen with --renderer");
}
