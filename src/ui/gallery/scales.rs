//! The scales of type, space and colour, each measured as it is drawn.

use egui::{Color32, Frame, Sense, Ui, vec2};

use super::text;
use paydesk_widgets::tokens::{Text, Tone, contrast, size, space, tokens};
use paydesk_widgets::{heading_ui, label_ui};

/// Height of a line that shows a length, in points.
const LINE: f32 = 24.0;
/// Width of a colour, in points.
const COLOUR: f32 = 220.0;

fn page_ui(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    Frame::new().inner_margin(space::XXL).show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(space::M, space::S);
        content(ui);
    });
}

/// Every kind of text with its size and the height of its line.
pub fn type_ui(ui: &mut Ui) {
    page_ui(ui, |ui| {
        for kind in Text::ALL {
            let color = tokens(ui).text;
            let line = label_ui(ui, kind, color, "Capture 1,284.10 EUR before Tue 24 Nov, 14:02").rect.height();
            let subdued = tokens(ui).subdued;
            label_ui(ui, Text::Caption, subdued, &text::measured(&format!("{kind:?}"), kind.font().size, line));
        }
    });
}

/// Every distance and height as a bar of its length.
pub fn space_ui(ui: &mut Ui) {
    page_ui(ui, |ui| {
        let subdued = tokens(ui).subdued;
        heading_ui(ui, Text::Group, subdued, "Distances");
        for (name, value) in space::ALL {
            bar_ui(ui, name, vec2(value, LINE - space::S), value);
        }
        ui.add_space(space::M);
        heading_ui(ui, Text::Group, subdued, text::SIZES);
        for (name, value) in size::HEIGHTS {
            bar_ui(ui, name, vec2(COLOUR / 2.0, value), value);
        }
    });
}

fn bar_ui(ui: &mut Ui, name: &str, length: egui::Vec2, value: f32) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(length, Sense::hover());
        ui.painter().rect_filled(rect, 2.0, tokens(ui).accent.text);
        label_ui(ui, Text::Small, tokens(ui).text, &text::points(name, value));
    });
}

/// Every tone on its ground and every text on every surface, with their contrast.
pub fn colours_ui(ui: &mut Ui) {
    page_ui(ui, |ui| {
        let tokens = tokens(ui);
        heading_ui(ui, Text::Group, tokens.subdued, "Tones");
        ui.horizontal_wrapped(|ui| {
            for tone in Tone::ALL {
                let colors = tokens.tone(tone);
                colour_ui(ui, (tone.word(), colors.text), ("its ground", colors.ground));
                colour_ui(ui, (tone.word(), colors.text), ("surface", tokens.surface));
            }
            colour_ui(ui, ("on accent", tokens.on_accent), ("accent", tokens.accent.text));
            colour_ui(ui, (text::ON_BANNER, tokens.on_banner), ("sandbox", tokens.sandbox_banner));
            colour_ui(ui, (text::ON_BANNER, tokens.on_banner), ("production", tokens.production_banner));
        });
        ui.add_space(space::M);
        heading_ui(ui, Text::Group, tokens.subdued, "Surfaces");
        ui.horizontal_wrapped(|ui| {
            for ground in
                [("bg", tokens.bg), ("surface", tokens.surface), ("sunken", tokens.sunken), ("hover", tokens.hover)]
            {
                colour_ui(ui, ("text", tokens.text), ground);
                colour_ui(ui, ("subdued", tokens.subdued), ground);
            }
        });
    });
}

fn colour_ui(ui: &mut Ui, text_color: (&str, Color32), ground: (&str, Color32)) {
    let ratio = contrast(text_color.1, ground.1);
    let (rect, _) = ui.allocate_exact_size(vec2(COLOUR, size::ROW), Sense::hover());
    ui.painter().rect(rect, size::RADIUS, ground.1, tokens(ui).hairline(), egui::StrokeKind::Inside);
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(rect.shrink2(vec2(space::S, space::S))));
    label_ui(&mut child, Text::Small, text_color.1, &text::contrast(text_color.0, ground.0, ratio));
}
