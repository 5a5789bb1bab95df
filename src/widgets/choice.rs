//! One line of a list to choose from: in the popup of a filter, in the palette, in a search.

use std::sync::Arc;

use egui::{Galley, Id, Response, Sense, Ui, UiBuilder, WidgetInfo, accesskit::Role, pos2, vec2};

use super::{kbd_ui, paint};
use crate::icons::Icon;
use crate::tokens::{Text, Tone, size, space, tokens};

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
    note: Option<(&'a str, Tone)>,
    id: Option<Id>,
    sense: Sense,
    refusal: Option<&'a str>,
    role: Role,
}

impl<'a> Choice<'a> {
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            chosen: false,
            highlighted: false,
            icon: None,
            keys: None,
            note: None,
            id: None,
            sense: Sense::click(),
            refusal: None,
            role: Role::ListBoxOption,
        }
    }

    /// It is the one that is set: shown in the accent, with a check mark.
    pub fn chosen(mut self, chosen: bool) -> Self {
        self.chosen = chosen;
        self
    }

    /// The keyboard is on it, though another widget has it.
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

    /// A word at the right end, in a tone.
    pub fn note(mut self, word: &'a str, tone: Tone) -> Self {
        self.note = Some((word, tone));
        self
    }

    /// A fixed id, so that arrow keys can lead here.
    pub fn id(mut self, id: Id) -> Self {
        self.id = Some(id);
        self
    }

    /// Cannot be taken now, for this reason, which stands below it; `None` leaves it usable.
    pub fn disabled(mut self, reason: Option<&'a str>) -> Self {
        self.refusal = reason;
        self
    }

    /// A command of a menu.
    pub fn in_menu(mut self) -> Self {
        self.role = Role::MenuItem;
        self
    }

    /// Never takes the keyboard: it stays with the field that the list belongs to.
    pub fn for_the_pointer(mut self) -> Self {
        self.sense = Sense::CLICK;
        self
    }

    /// Shows it over the whole width; `clicked()` says whether it was taken.
    pub fn ui(self, ui: &mut Ui) -> Response {
        let width = ui.available_width();
        let reason = self.refusal.map(|reason| reason_galley(ui, reason, width - 2.0 * space::S));
        let below = reason.as_ref().map_or(0.0, |reason| reason.size().y + space::XS);
        let (id, whole) = ui.allocate_space(vec2(width, size::ROW_COMPACT + below));
        let response = ui.interact(whole, self.id.unwrap_or(id), self.sense);
        response.widget_info(|| WidgetInfo::labeled(self.role, ui.is_enabled() && self.refusal.is_none(), self.text));
        ui.ctx().accesskit_node_builder(response.id, |node| {
            if self.role == Role::ListBoxOption {
                node.set_selected(self.chosen || self.highlighted);
            }
            if let Some(word) = self.refusal.or(self.note.map(|(word, _)| word)) {
                node.set_description(word);
            }
        });
        if ui.is_rect_visible(whole) {
            let rect = whole.with_max_y(whole.top() + size::ROW_COMPACT);
            self.draw(ui, rect, &response);
            if let Some(reason) = reason {
                let color = tokens(ui).subdued;
                ui.painter().galley(pos2(whole.left() + space::S, rect.bottom() - space::XS), reason, color);
            }
        }
        response
    }

    fn draw(&self, ui: &mut Ui, rect: egui::Rect, response: &Response) {
        let tokens = tokens(ui);
        if self.highlighted {
            ui.painter().rect_filled(rect, 4.0, tokens.selected_row);
        } else if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(response.rect, 4.0, tokens.hover);
        }
        let color = match (self.chosen, self.refusal) {
            (true, _) => tokens.accent.text,
            (false, Some(_)) => tokens.subdued,
            (false, None) => tokens.text,
        };
        let mut left = rect.left() + space::S;
        if let Some(icon) = self.icon {
            let color = if self.chosen { color } else { tokens.subdued };
            icon.paint(ui.painter(), pos2(left + size::ICON / 2.0, rect.center().y), size::ICON, color);
            left += size::ICON + space::S;
        }
        let mut end = rect.right() - if self.keys.is_some() { KEYS } else { CHECK };
        if let Some((word, tone)) = self.note {
            let color = tokens.tone(tone).text;
            let galley = paint::line(ui.painter(), word, Text::Group, color, 120.0);
            end -= galley.size().x + space::S;
            paint::galley_at(ui.painter(), galley, end, rect.center().y, color);
            end -= space::S;
        }
        let galley = paint::line(ui.painter(), self.text, Text::Body, color, end - left);
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
        paint::inner_ring(ui, response, response.rect);
    }
}

/// Why a line cannot be taken, in as many lines as it needs.
fn reason_galley(ui: &Ui, reason: &str, width: f32) -> Arc<Galley> {
    ui.painter().layout(reason.to_owned(), Text::Caption.font(), tokens(ui).subdued, width)
}
