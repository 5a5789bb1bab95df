//! One line of a list to choose from: in the popup of a filter, in the palette, in a search.

use egui::{Id, Response, Sense, Ui, UiBuilder, WidgetInfo, accesskit::Role, pos2, vec2};

use super::{kbd_ui, paint};
use crate::ui::icons::Icon;
use crate::ui::tokens::{Text, size, space, tokens};

/// Room for a shortcut at the right end.
const KEYS: f32 = 96.0;
const CHECK: f32 = 24.0;

/// A line to be shown with [`Choice::ui`]; builder.
#[must_use = "a choice is shown with `ui`"]
pub struct Choice<'a> {
    text: &'a str,
    chosen: bool,
    highlighted: bool,
    icon: Option<Icon>,
    keys: Option<&'a str>,
    id: Option<Id>,
}

impl<'a> Choice<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, chosen: false, highlighted: false, icon: None, keys: None, id: None }
    }

    /// It is the one that is set: shown in the accent, with a check mark.
    pub fn chosen(mut self, chosen: bool) -> Self {
        self.chosen = chosen;
        self
    }

    /// The keyboard stands on it, though another widget has it.
    pub fn highlighted(mut self, highlighted: bool) -> Self {
        self.highlighted = highlighted;
        self
    }

    /// Before the text.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    /// The shortcut that does the same, as [`kbd_ui`] takes it.
    pub fn keys(mut self, keys: Option<&'a str>) -> Self {
        self.keys = keys;
        self
    }

    /// A fixed id, so that arrow keys can lead here.
    pub fn id(mut self, id: Id) -> Self {
        self.id = Some(id);
        self
    }

    /// Shows it over the whole width; `clicked()` says whether it was taken.
    pub fn ui(self, ui: &mut Ui) -> Response {
        let (id, rect) = ui.allocate_space(vec2(ui.available_width(), size::ROW_COMPACT));
        let response = ui.interact(rect, self.id.unwrap_or(id), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::ListBoxOption, ui.is_enabled(), self.text));
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_selected(self.chosen || self.highlighted));
        if ui.is_rect_visible(rect) {
            self.draw(ui, rect, &response);
        }
        response
    }

    fn draw(&self, ui: &mut Ui, rect: egui::Rect, response: &Response) {
        let tokens = tokens(ui);
        if self.highlighted {
            ui.painter().rect_filled(rect, 4.0, tokens.selected_row);
        } else if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(rect, 4.0, tokens.hover);
        }
        let color = if self.chosen { tokens.accent.text } else { tokens.text };
        let mut left = rect.left() + space::S;
        if let Some(icon) = self.icon {
            let color = if self.chosen { color } else { tokens.subdued };
            icon.paint(ui.painter(), pos2(left + size::ICON / 2.0, rect.center().y), size::ICON, color);
            left += size::ICON + space::S;
        }
        let end = if self.keys.is_some() { KEYS } else { CHECK };
        let galley = paint::line(ui.painter(), self.text, Text::Body, color, rect.right() - end - left);
        paint::galley_at(ui.painter(), galley, left, rect.center().y, color);
        if let Some(keys) = self.keys {
            let mut room = rect.shrink2(vec2(space::S, 0.0));
            room.min.x = rect.right() - KEYS;
            let layout = egui::Layout::right_to_left(egui::Align::Center);
            kbd_ui(&mut ui.new_child(UiBuilder::new().max_rect(room).layout(layout)), keys);
        }
        if self.chosen {
            Icon::Check.paint(ui.painter(), pos2(rect.right() - 14.0, rect.center().y), size::ICON, color);
        }
        paint::inner_ring(ui, response, rect);
    }
}
