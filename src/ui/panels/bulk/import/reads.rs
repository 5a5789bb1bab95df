//! Payments are being read before a plan is shown.

use egui::Ui;

use paydesk_core::Action;
use paydesk_core::features::bulk::{BulkAction, PlanReads};
use paydesk_widgets::title::title_ui;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Meter, label_ui};

use super::text;

/// Draws how far that came.
pub fn reads_ui(ui: &mut Ui, reads: &PlanReads, title: &str, actions: &mut Vec<Action>) {
    title_ui(ui, title, |ui| {
        if Button::secondary("Show plan now").ui(ui).clicked() {
            actions.push(Action::Bulk(BulkAction::PlanNow));
        }
        ui.add_space(space::S);
        if Button::secondary(text::CANCEL).ui(ui).clicked() {
            actions.push(Action::Bulk(BulkAction::Discard));
        }
    });
    ui.add_space(space::M);
    let color = tokens(ui).text;
    let (done, all) = (reads.done(), reads.all());
    let progress = text::payments_read(done, all);
    let fraction = done as f32 / all.max(1) as f32;
    Meter { name: "Payments read", text: &progress, fraction, tone: Tone::Accent }.ui(ui);
    ui.add_space(space::M);
    label_ui(
        ui,
        Text::Body,
        color,
        "Some payment details are missing: Paydesk loads them, then shows the plan. Nothing is \
        sent.",
    );
}
