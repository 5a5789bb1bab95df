//! Fills in a form as a person would: ticks, chooses, and pastes something good into every field it finds, then sends.

use std::collections::BTreeSet;

use egui::Theme;
use egui::accesskit::Role;
use egui_kittest::kittest::{AccessKitNode, By, NodeT as _, Queryable as _};
use paydesk_api::request::Request;
use paydesk_core::Action;
use paydesk_core::operations::OperationPlan;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::payouts::TYPED;

use crate::panels::{Window, names, window_of};
use crate::subscriptions::{fill, submissions};

/// High enough for the longest form.
const SIZE: [f32; 2] = [1440.0, 3_600.0];

/// A window with a form in it.
pub struct Robot {
    window: Window,
    /// Fields that something was typed into.
    typed: BTreeSet<String>,
}

impl Robot {
    pub fn at(desk: Desk) -> Self {
        Self { window: window_of(desk, Theme::Light, SIZE), typed: BTreeSet::new() }
    }

    /// Clicks the widget of this name, wherever it is.
    pub fn press(mut self, name: &str) -> Self {
        self.window.state_mut().actions.clear();
        let is_it = |node: &AccessKitNode<'_>| node.label().as_deref() == Some(name) && !is_text(node);
        let Some(node) = self.window.query_by(is_it) else {
            panic!("no “{name}” in\n{}", names(&self.window));
        };
        node.click_accesskit();
        self.window.run_steps(3);
        self
    }

    /// Opens the drop-down that now shows `field: …`, and takes an option of it.
    pub fn choose(mut self, field: &str, option: &str) -> Self {
        let begins = format!("{field}: ");
        let is_it =
            |node: &AccessKitNode<'_>| node.label().is_some_and(|label| label.starts_with(&begins)) && !is_text(node);
        let Some(node) = self.window.query_by(is_it) else {
            panic!("nothing to choose for “{field}” in\n{}", names(&self.window));
        };
        node.click_accesskit();
        self.window.run_steps(3);
        self.press(option)
    }

    /// Types into one field.
    pub fn write(mut self, label: &str, text: &str) -> Self {
        fill(&mut self.window, label, text);
        self.typed.insert(label.to_owned());
        self
    }

    /// Types something good into every field that nothing was typed into.
    pub fn write_everywhere(mut self) -> Self {
        for label in self.fields() {
            if self.typed.insert(label.clone()) {
                let text = sample(&label);
                fill(&mut self.window, &label, &text);
            }
        }
        self
    }

    fn fields(&self) -> Vec<String> {
        let nodes = self.window.root().children_recursive();
        let named = nodes.filter_map(|node| {
            let node = node.accesskit_node();
            node.label().filter(|label| is_field(&node) && !node.is_disabled() && !label.starts_with("Search"))
        });
        named.collect()
    }

    /// What the button sends whose name begins so.
    pub fn send(&mut self, button: &str) -> Vec<Action> {
        self.window.state_mut().actions.clear();
        let is_it = |node: &AccessKitNode<'_>| {
            node.role() == Role::Button && node.label().is_some_and(|label| label.starts_with(button))
        };
        let Some(node) = self.window.query_all(By::new().predicate(is_it)).last() else {
            panic!("no button “{button}” in\n{}", names(&self.window));
        };
        node.click_accesskit();
        self.window.run_steps(3);
        std::mem::take(&mut self.window.state_mut().actions)
    }

    /// What leaves once a dialog is confirmed with the button whose name begins so.
    pub fn operation(mut self, button: &str) -> Request {
        let actions = self.send(button);
        let state = &mut self.window.state_mut().state;
        for action in actions {
            state.on_action(action);
        }
        let open = state.workspace.operations.open().last().map(|operation| operation.plan.request.clone());
        open.unwrap_or_else(|| panic!("nothing is sent:\n{}", names(&self.window)))
    }

    /// The call that the form sends with the button whose name begins so.
    pub fn call(mut self, button: &str) -> OperationPlan {
        let plans = submissions(&self.send(button));
        let names = names(&self.window);
        let says = names.split_once("attention").map_or(&*names, |(_, says)| says);
        let [plan] = &plans[..] else { panic!("nothing is sent: {says}") };
        plan.clone()
    }
}

fn is_text(node: &AccessKitNode<'_>) -> bool {
    matches!(node.role(), Role::Label | Role::Heading | Role::Dialog | Role::AlertDialog)
}

fn is_field(node: &AccessKitNode<'_>) -> bool {
    matches!(node.role(), Role::TextInput | Role::PasswordInput | Role::MultilineTextInput)
}

/// What is good in a field of this name.
fn sample(label: &str) -> String {
    let label = label.replace(", required", "");
    let (name, _) = label.split_once(", ").unwrap_or((&label, ""));
    let name = name.trim_start_matches("Source ");
    let of_method = |(field, _): &&(&str, &str)| field.replace('_', " ").eq_ignore_ascii_case(name);
    let text = match name {
        "Amount" => "10",
        "Currency" => "EUR",
        "Country" | "Business country" => "GB",
        "E-mail" | "E-mail for the receipt" | "Recipient's e-mail" | "email" => "ada@mail.example",
        "Phone country code" | "phone_country_code" => "+44",
        "Phone" | "phone" => "7700900123",
        "IP address" => "203.0.113.7",
        "Return URL" | "Logo" | "Referer" => "https://shop.example/back",
        "Time zone" | "Screen width" | "Screen height" | "Colour depth" | "Valid for" => "60",
        "Last day" => "2027-01-31",
        "Accepted at" => "2026-11-17 10:30",
        "Method data" | "Document details" | "Client secret" => r#"{"token":"t"}"#,
        "Name" | "name" => "Ada Lovelace",
        "QR code (EMV)" => "00020126580014br",
        "Device number (DPAN)" => "4242424242424242",
        name if name.starts_with("Metadata name") => name,
        name if name.starts_with("Quantity") => "2",
        name if name.starts_with("Amount of") || name.starts_with("Amount ") => "10",
        _ => TYPED.iter().find(of_method).map_or("Text-1", |(_, text)| text),
    };
    text.to_owned()
}
