//! The raw answer of the service, on demand.

use std::sync::Arc;

use egui::{CornerRadius, Frame, Margin, ScrollArea, Ui};

use super::copyable::copy_button_ui;
use crate::icons::Icon;
use crate::tokens::{Text, size, space, tokens};
use paydesk_domain::service_text;
use paydesk_domain::text::visible_json;

/// Whether the raw answer is unfolded, and its text, written again only when the answer is another.
#[derive(Debug, Default)]
pub struct RawDraft {
    pub open: bool,
    text: String,
    of: Option<Arc<serde_json::Value>>,
}

impl RawDraft {
    /// `raw` as indented text.
    pub fn text(&mut self, raw: &Arc<serde_json::Value>) -> &str {
        if !self.of.as_ref().is_some_and(|of| Arc::ptr_eq(of, raw)) {
            // What was sent from here did not pass the door for what a service sends.
            let mut shown = serde_json::Value::clone(raw);
            service_text::mask(&mut shown);
            self.text = visible_json(&serde_json::to_string_pretty(&shown).unwrap_or_default());
            self.of = Some(Arc::clone(raw));
        }
        &self.text
    }
}

/// A collapsible code well.
#[derive(Debug, Clone, Copy)]
pub struct RawJson<'a> {
    /// `Raw JSON`.
    pub title: &'a str,
    pub text: &'a str,
    /// In points; more is scrolled.
    pub max_height: f32,
}

impl RawJson<'_> {
    /// Shows the title; below it the text, while `open`, which the title toggles.
    pub fn ui(self, ui: &mut Ui, open: &mut bool) {
        if self.title_ui(ui, *open).clicked() {
            *open = !*open;
        }
        if *open {
            self.well_ui(ui);
        }
    }

    fn title_ui(self, ui: &mut Ui, open: bool) -> egui::Response {
        let icon = if open { Icon::Down } else { Icon::Right };
        let response = super::Button::link(self.title).icon(icon).ui(ui);
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_role(egui::accesskit::Role::DisclosureTriangle);
            node.set_expanded(open);
        });
        response
    }

    fn well_ui(self, ui: &mut Ui) {
        let tokens = tokens(ui);
        let frame = Frame::new()
            .fill(tokens.sunken)
            .stroke(tokens.hairline())
            .corner_radius(CornerRadius::same(size::RADIUS))
            .inner_margin(Margin::same(space::M as i8));
        let shown = frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ScrollArea::both().id_salt(self.title).max_height(self.max_height).auto_shrink([false, true]).show(
                ui,
                |ui| {
                    let label = egui::Label::new(Text::Code.rich(self.text).color(tokens.text));
                    ui.add(label.wrap_mode(egui::TextWrapMode::Extend));
                },
            );
        });
        let corner = egui::Rect::from_min_size(
            shown.response.rect.right_top() + egui::vec2(-26.0, 4.0),
            egui::vec2(size::QUIET, size::QUIET),
        );
        let mut over = ui.new_child(egui::UiBuilder::new().max_rect(corner));
        over.painter().rect_filled(corner, size::RADIUS, tokens.sunken);
        copy_button_ui(&mut over, "Copy JSON", self.text);
    }
}
