//! What fields for text have in common: the label above, the box, and the line below it that is always there.

use std::sync::Arc;

use egui::{
    Align2, Color32, Galley, Id, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo,
    accesskit::{Invalid, Role},
    epaint::RectShape,
    pos2, vec2,
};

use super::text;
use super::{Button, paint};
use crate::icons::Icon;
use crate::tokens::{Text, Tokens, size, space, tokens};

const LABEL: f32 = 20.0;
const MESSAGE: f32 = 20.0;
/// Room of a quiet button at the right end of the box.
pub(super) const BUTTON: f32 = size::QUIET;

/// The texts around a field.
#[derive(Clone, Copy)]
pub(super) struct FieldTexts<'a> {
    /// What is above it.
    pub label: &'a str,
    /// What a screen reader says, where the label alone says too little.
    pub name: Option<&'a str>,
    /// Nothing can be sent without it: marked beside the label, and said with the name.
    pub required: bool,
    /// Shows the label above and the messages below.
    pub labelled: bool,
    pub error: Option<&'a str>,
    /// What is not as usual; shown where nothing is wrong.
    pub warning: Option<&'a str>,
    pub hint: Option<&'a str>,
    /// Characters used, of so many.
    pub counter: Option<(usize, usize)>,
}

impl FieldTexts<'_> {
    /// Takes the room for a box of `height`: everything, and the box alone. The label is drawn.
    pub fn allocate(&self, ui: &mut Ui, width: Option<f32>, height: f32) -> (Rect, Rect) {
        let width = width.unwrap_or(f32::INFINITY).min(ui.available_width()).max(60.0);
        let message = self.message_height(ui, width);
        let around = if self.labelled { LABEL + message } else { 0.0 };
        let (outer, _) = ui.allocate_exact_size(vec2(width, height + around), Sense::hover());
        let mut rect = outer;
        if self.labelled {
            rect.min.y += LABEL;
            rect.max.y -= message;
            let label = pos2(outer.left(), outer.top() + LABEL / 2.0 - 2.0);
            let color = tokens(ui).subdued;
            let drawn = paint::text_at(ui.painter(), label, Align2::LEFT_CENTER, self.label, Text::Small, color);
            if self.required {
                let at = pos2(drawn.right() + space::XS, label.y);
                paint::text_at(ui.painter(), at, Align2::LEFT_CENTER, "*", Text::SmallStrong, tokens(ui).danger.text);
            }
        }
        (outer, rect)
    }

    /// The box, with the edge its state calls for.
    pub fn ground(&self, tokens: &Tokens, rect: Rect, response: &Response) -> Shape {
        let stroke = if response.has_focus() {
            Stroke::new(2.0, if self.error.is_some() { tokens.danger.text } else { tokens.focus })
        } else if self.error.is_some() {
            Stroke::new(1.0, tokens.danger.text)
        } else {
            Stroke::new(1.0, edge(tokens, response))
        };
        let fill = if response.enabled() { tokens.surface } else { tokens.sunken };
        RectShape::new(rect, size::RADIUS, fill, stroke, StrokeKind::Inside).into()
    }

    /// What a screen reader says it is.
    pub fn accessible_text(&self) -> String {
        let name = self.name.unwrap_or(self.label);
        if self.required { text::required(name) } else { name.to_owned() }
    }

    fn spoken_message(&self) -> Option<&str> {
        self.error.or(self.warning).or(self.hint)
    }

    /// What a screen reader says.
    pub fn describe(&self, ui: &Ui, id: Id) {
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_label(self.accessible_text());
            if self.required {
                node.set_required();
            }
            if let Some(message) = self.spoken_message() {
                node.set_description(message);
            }
            if self.error.is_some() {
                node.set_invalid(Invalid::True);
            }
        });
    }

    /// Hint, error and counter: below a labelled field, under the pointer of a bare one.
    pub fn messages(&self, ui: &mut Ui, outer: Rect, response: &Response) {
        if self.labelled {
            self.message_line(ui, outer, response, tokens(ui));
        } else if let Some(message) = self.error.or(self.warning) {
            response.clone().on_hover_text(message);
        }
    }

    /// One line, or as many as a long text needs: one that is cut cannot be acted upon.
    fn message_height(&self, ui: &Ui, width: f32) -> f32 {
        let lines = self.message(ui, width - self.counter_width(ui)).map_or(0.0, |(galley, _)| galley.size().y);
        lines + MESSAGE - paint::line(ui.painter(), "", Text::Caption, Color32::PLACEHOLDER, width).size().y.min(lines)
    }

    fn message(&self, ui: &Ui, width: f32) -> Option<(Arc<Galley>, Color32)> {
        let tokens = tokens(ui);
        let wrapped = |text, color| Some((paint::wrapped(ui.painter(), text, Text::Caption, color, width), color));
        match (self.error, self.warning, self.hint) {
            (Some(error), _, _) => wrapped(error, tokens.danger.text),
            (None, Some(warning), _) => wrapped(warning, tokens.attention.text),
            (None, None, Some(hint)) => wrapped(hint, tokens.subdued),
            (None, None, None) => None,
        }
    }

    fn counter_text(&self) -> Option<String> {
        self.counter.map(|(used, limit)| format!("{used}/{limit}"))
    }

    fn counter_width(&self, ui: &Ui) -> f32 {
        let width = |text: String| paint::text_width(ui, Text::Caption, &text) + space::S;
        self.counter_text().map_or(0.0, width)
    }

    fn message_line(&self, ui: &Ui, outer: Rect, response: &Response, tokens: &Tokens) {
        let width = outer.width() - self.counter_width(ui);
        let top = outer.bottom() - self.message_height(ui, outer.width());
        let middle = top + MESSAGE / 2.0 + 1.0;
        if let (Some(text), Some((used, limit))) = (self.counter_text(), self.counter) {
            let color = if used > limit { tokens.danger.text } else { tokens.subdued };
            let at = pos2(outer.right(), middle);
            paint::text_at(ui.painter(), at, Align2::RIGHT_CENTER, &text, Text::Caption, color);
        }
        let Some((galley, color)) = self.message(ui, width) else { return };
        let rows = galley.rows.len().max(1) as f32;
        let y = middle + galley.size().y * (rows - 1.0) / (2.0 * rows);
        let rect = paint::galley_at(ui.painter(), galley, outer.left(), y, color);
        let message = self.spoken_message().unwrap_or_default();
        let line = ui.interact(rect, response.id.with("message"), Sense::hover());
        line.widget_info(|| WidgetInfo::labeled(Role::Label, true, message));
    }
}

/// The edge of a control: to be seen as long as it can be used.
pub fn edge(tokens: &Tokens, response: &Response) -> Color32 {
    match (response.enabled(), response.hovered()) {
        (false, _) => tokens.border,
        (true, false) => tokens.border_strong,
        (true, true) => tokens.subdued,
    }
}

/// Opens what hangs below the box, at its right end. Not for the keyboard: the arrow down in the field does the same.
pub fn opener_ui(ui: &mut Ui, rect: Rect, icon: Icon, name: &str) -> Response {
    let center = pos2(rect.right() - space::XS - BUTTON / 2.0, rect.center().y);
    let rect = Rect::from_center_size(center, vec2(BUTTON, BUTTON));
    let response = ui.interact(rect, ui.scope_id().with(("opener", name)), Sense::CLICK);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    let color = if response.hovered() { tokens(ui).text } else { tokens(ui).subdued };
    icon.paint(ui.painter(), center, size::ICON, color);
    response
}

/// Where the buttons inside the box begin, if there are so many.
pub fn buttons_left(rect: Rect, count: usize) -> f32 {
    rect.right() - count as f32 * (BUTTON + space::XS)
}

/// A quiet button inside the box, the `nth` from its right end.
pub fn button_ui(ui: &mut Ui, rect: Rect, nth: usize, icon: Icon, name: &str) -> Response {
    let right = buttons_left(rect, nth) - space::XS;
    let center = pos2(right - BUTTON / 2.0, rect.center().y);
    let mut child = ui.new_child(UiBuilder::new().max_rect(Rect::from_center_size(center, vec2(BUTTON, BUTTON))));
    Button::quiet_icon(icon, name).ui(&mut child)
}
