//! Groups of name–value rows, aligned in two columns.

use egui::{Align, Label, Layout, RichText, Ui, vec2};

use crate::ui::tokens::{self, SPACE_S, TEXT_BODY, TEXT_CAPTION, TEXT_CELL, tokens};

use super::copyable::copyable_ui;

/// Width of the names, in points.
const NAME_WIDTH: f32 = 128.0;
const ROW_HEIGHT: f32 = 26.0;

/// How a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value<'a> {
    Text(&'a str),
    /// An id: monospaced, with a button to copy it.
    Id(&'a str),
}

/// Draws a group with its title and rows; nothing at all when there are no rows.
pub fn facts_ui(ui: &mut Ui, title: &str, rows: &[(&str, Value<'_>)]) {
    if rows.is_empty() {
        return;
    }
    group_title_ui(ui, title);
    for (name, value) in rows {
        fact_ui(ui, name, *value);
    }
}

/// The title of a group: small, bold, subdued.
pub fn group_title_ui(ui: &mut Ui, title: &str) {
    let color = tokens(ui).subdued;
    ui.add_space(SPACE_S);
    ui.label(RichText::new(title).font(tokens::semibold(TEXT_CAPTION)).color(color));
}

/// Draws one name with its value.
pub fn fact_ui(ui: &mut Ui, name: &str, value: Value<'_>) {
    let tokens = tokens(ui);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing = vec2(SPACE_S, 0.0);
        let layout = Layout::left_to_right(Align::Min);
        ui.allocate_ui_with_layout(vec2(NAME_WIDTH, ROW_HEIGHT), layout, |ui| {
            ui.set_width(NAME_WIDTH);
            ui.add_space(0.0);
            let name = RichText::new(name).font(tokens::regular(TEXT_CELL)).color(tokens.subdued);
            ui.add(Label::new(name).wrap());
        });
        ui.vertical(|ui| {
            ui.set_min_height(ROW_HEIGHT);
            ui.spacing_mut().interact_size.y = 18.0;
            match value {
                Value::Text(text) => {
                    let text = RichText::new(text).font(tokens::regular(TEXT_BODY)).color(tokens.text);
                    ui.add(Label::new(text).selectable(true).wrap());
                }
                Value::Id(id) => {
                    copyable_ui(ui, id, &name.to_lowercase());
                }
            }
        });
    });
}
