//! The gallery: every widget of the kit in every state, and the scales of type, space and colour, as pictures in both
//! themes.

use std::time::Duration;

use egui::{Id, Key, Theme};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable;
use paydesk_ui::gallery::{Gallery, GalleryPage, WidgetsPage, widgets_ui};
use paydesk_widgets::dialog::paragraph_ui;
use paydesk_widgets::tokens::{Text, tokens};
use paydesk_widgets::{Button, ConfirmDialog, TextField, check_ui, label_ui, segmented_ui};

use super::kit;
use paydesk_test_desk::vulkan::needs_vulkan;

fn draw(theme: Theme, name: &str) {
    let Some(()) = needs_vulkan("the picture of all widgets") else { return };
    let mut page = WidgetsPage::default();
    let mut harness =
        kit::builder::<()>(theme, [1440.0, 900.0]).build_ui(|ui| kit::full_window(ui, |ui| widgets_ui(ui, &mut page)));
    harness.run();
    harness.get_by_label("Currency").click();
    harness.run();
    kit::exhibit(&mut harness, name);
}

fn draw_dialog(theme: Theme, name: &str) {
    let Some(()) = needs_vulkan("the picture of a dialog") else { return };
    let mut amount = "128.40".to_owned();
    let mut harness = kit::builder::<()>(theme, [640.0, 400.0]).build_ui(|ui| {
        ui.painter().rect_filled(ui.ctx().content_rect(), 0.0, tokens(ui).surface);
        label_ui(ui, Text::Heading, tokens(ui).text, "Payments");
        let dialog = ConfirmDialog::new("Capture payment", "Capture 128.40 EUR").cancel("Keep it authorised");
        dialog.show(ui.ctx(), Id::unique("dialog"), Duration::from_secs(1), |ui| {
            paragraph_ui(ui, "The money is taken from the customer's card now. What is not captured is released.");
            TextField::labelled("Amount", &mut amount).suffix("EUR").hint("128.40 EUR can be captured").ui(ui);
        });
    });
    harness.run();
    kit::widget_snapshot(&mut harness, name);
}

#[test]
fn all_widgets_in_all_states_in_light() {
    draw(Theme::Light, "widgets-light");
}

#[test]
fn all_widgets_in_all_states_in_dark() {
    draw(Theme::Dark, "widgets-dark");
}

#[test]
fn a_dialog_in_light() {
    draw_dialog(Theme::Light, "dialog-light");
}

#[test]
fn a_dialog_in_dark() {
    draw_dialog(Theme::Dark, "dialog-dark");
}

/// Draws one page of the gallery as `paydesk --gallery` shows it.
fn draw_page(theme: Theme, page: GalleryPage, name: &str) -> SnapshotResults {
    let mut gallery = Gallery::at(page);
    let mut harness =
        kit::builder::<()>(theme, [1000.0, 720.0]).build_ui(|ui| kit::full_window(ui, |ui| gallery.ui(ui)));
    harness.run();
    kit::snapshot(&mut harness, name);
    harness.take_snapshot_results()
}

fn draw_scales(theme: Theme, suffix: &str) {
    let Some(()) = needs_vulkan("the pictures of the gallery") else { return };
    let mut results = SnapshotResults::new();
    let pages = [(GalleryPage::Type, "type"), (GalleryPage::Space, "space"), (GalleryPage::Colours, "colours")];
    for (page, name) in pages {
        results.extend(draw_page(theme, page, &format!("gallery-{name}-{suffix}")));
    }
}

#[test]
fn the_scales_of_type_space_and_colour_in_light() {
    draw_scales(Theme::Light, "light");
}

#[test]
fn the_scales_of_type_space_and_colour_in_dark() {
    draw_scales(Theme::Dark, "dark");
}

/// A control with the keyboard in it.
const CONTROLS: [&str; 6] = ["primary", "secondary", "danger", "check", "segmented", "field"];

fn control_ui(ui: &mut egui::Ui, name: &str) {
    ui.painter().rect_filled(ui.ctx().content_rect(), 0.0, tokens(ui).surface);
    match name {
        "primary" => drop(Button::primary("Capture 128.40 EUR").ui(ui)),
        "secondary" => drop(Button::secondary("Refresh").ui(ui)),
        "danger" => drop(Button::danger("Cancel payment…").ui(ui)),
        "check" => drop(check_ui(ui, true, "Single use")),
        "segmented" => drop(segmented_ui(ui, "Capture", &["Automatic", "Manual"], 0)),
        _ => drop(TextField::labelled("Amount", &mut "128.40".to_owned()).suffix("EUR").ui(ui)),
    }
}

fn draw_focus(theme: Theme, suffix: &str) {
    let Some(()) = needs_vulkan("the pictures of the focus rings") else { return };
    let mut results = SnapshotResults::new();
    for name in CONTROLS {
        let mut harness = kit::builder::<()>(theme, [260.0, 88.0]).build_ui(|ui| control_ui(ui, name));
        harness.run();
        let calm = harness.render().expect("drawn");
        harness.key_press(Key::Tab);
        harness.run();
        assert_ne!(calm, harness.render().expect("drawn"), "the keyboard is not seen in “{name}”");
        kit::widget_snapshot(&mut harness, &format!("focus-{name}-{suffix}"));
        results.extend(harness.take_snapshot_results());
    }
}

#[test]
fn the_keyboard_is_seen_in_every_kind_of_control_in_light() {
    draw_focus(Theme::Light, "light");
}

#[test]
fn the_keyboard_is_seen_in_every_kind_of_control_in_dark() {
    draw_focus(Theme::Dark, "dark");
}
