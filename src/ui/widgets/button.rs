//! Buttons: one filled button a view, for what the state calls for; destructive ones are never filled.

use egui::accesskit::Role;
use egui::{Button as EguiButton, Color32, Response, RichText, Stroke, Ui, vec2};

use crate::ui::icons::Icon;
use crate::ui::tokens::{self, CONTROL_HEIGHT, ICON, TEXT_BODY, Tokens, tokens};

use super::named;

/// How much a button asks to be pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Emphasis {
    /// Filled with the accent: the one main action.
    Primary,
    Secondary,
    /// Outlined in the danger colour.
    Danger,
    /// Text alone.
    Link,
}

/// A button, drawn with [`Button::show`].
pub struct Button<'a> {
    text: &'a str,
    name: Option<&'a str>,
    emphasis: Emphasis,
    icon: Option<Icon>,
    disabled_because: Option<&'a str>,
    tooltip: Option<&'a str>,
}

impl<'a> Button<'a> {
    pub fn new(text: &'a str, emphasis: Emphasis) -> Self {
        Self { text, name: None, emphasis, icon: None, disabled_because: None, tooltip: None }
    }

    /// A button of an icon alone; its name is said and shown on hover.
    pub fn icon_only(icon: Icon, name: &'a str) -> Self {
        Self { icon: Some(icon), name: Some(name), tooltip: Some(name), ..Self::new("", Emphasis::Secondary) }
    }

    pub fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    /// Another name than the text, for screen readers.
    pub fn name(mut self, name: &'a str) -> Self {
        self.name = Some(name);
        self
    }

    pub fn tooltip(mut self, tooltip: &'a str) -> Self {
        self.tooltip = Some(tooltip);
        self
    }

    /// Cannot be pressed; the reason is shown on hover.
    pub fn disabled_because(mut self, reason: Option<&'a str>) -> Self {
        self.disabled_because = reason;
        self
    }

    /// Without a frame, for icons inside other things.
    pub fn quiet(mut self) -> Self {
        self.emphasis = Emphasis::Link;
        self
    }

    /// Draws it.
    pub fn show(self, ui: &mut Ui) -> Response {
        let tokens = tokens(ui);
        let color = self.text_color(tokens);
        let font = match self.emphasis {
            Emphasis::Primary => tokens::semibold(TEXT_BODY),
            Emphasis::Secondary | Emphasis::Danger | Emphasis::Link => tokens::regular(TEXT_BODY),
        };
        let text = RichText::new(self.text).font(font).color(color);
        let button = match self.icon {
            Some(icon) if self.text.is_empty() => EguiButton::new(icon.text(ICON).color(color)),
            Some(icon) => EguiButton::new((icon.text(ICON).color(color), text)),
            None => EguiButton::new(text),
        };
        let button = match self.emphasis {
            Emphasis::Primary => button.fill(tokens.accent.color).stroke(Stroke::new(1.0, tokens.accent.color)),
            Emphasis::Secondary | Emphasis::Danger => button,
            Emphasis::Link => button.frame_when_inactive(false),
        };
        let width = if self.text.is_empty() { CONTROL_HEIGHT } else { 0.0 };
        let height = if self.emphasis == Emphasis::Link { 24.0 } else { CONTROL_HEIGHT };
        let button = button.min_size(vec2(width.min(height), height)).gap(6.0).wrap_mode(egui::TextWrapMode::Extend);
        let padding = ui.spacing().button_padding.x;
        ui.spacing_mut().button_padding.x = match (self.text.is_empty(), self.emphasis) {
            (true, _) => 6.0,
            (false, Emphasis::Link) => 4.0,
            (false, _) => 12.0,
        };
        let response = ui.add_enabled(self.disabled_because.is_none(), button);
        ui.spacing_mut().button_padding.x = padding;
        focus_ring(ui, &response);
        let response = named(response, Role::Button, self.name.unwrap_or(self.text));
        match (self.disabled_because, self.tooltip) {
            (Some(reason), _) => response.on_disabled_hover_text(reason),
            (None, Some(tooltip)) => response.on_hover_text(tooltip),
            (None, None) => response,
        }
    }

    fn text_color(&self, tokens: &Tokens) -> Color32 {
        match self.emphasis {
            Emphasis::Primary => tokens.on_accent,
            Emphasis::Secondary => tokens.text,
            Emphasis::Danger => tokens.danger.color,
            Emphasis::Link if self.text.is_empty() => tokens.subdued,
            Emphasis::Link => tokens.accent.color,
        }
    }
}

/// Shows where the keyboard is.
pub fn focus_ring(ui: &Ui, response: &Response) {
    if response.has_focus() {
        let stroke = Stroke::new(2.0, tokens(ui).accent.color);
        let rect = response.rect.expand(2.0);
        ui.painter().rect_stroke(rect, f32::from(tokens::RADIUS) + 2.0, stroke, egui::StrokeKind::Outside);
    }
}
