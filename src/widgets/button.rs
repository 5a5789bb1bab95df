//! Buttons: one filled main action a view, outlined others, dangerous ones never filled, links, and icons alone.

use std::sync::Arc;

use egui::{
    Color32, CornerRadius, Galley, Id, Rect, Response, Sense, Stroke, Ui, UiBuilder, Vec2, WidgetInfo, accesskit::Role,
    vec2,
};

use super::kept_clear::keep_clear_of_toasts;
use super::paint;
use crate::icons::Icon;
use crate::tokens::{Text, Tokens, size, space, tokens};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Primary,
    Secondary,
    Danger,
    Link,
    Icon,
    Quiet,
}

/// A button to be shown with [`Button::ui`]; builder.
#[must_use = "a button is shown with `ui`"]
pub struct Button<'a> {
    kind: Kind,
    label: &'a str,
    name: Option<&'a str>,
    icon: Option<Icon>,
    trailing: Option<Icon>,
    hint: Option<&'a str>,
    disabled: Option<&'a str>,
    busy: bool,
    mono: bool,
    width: Option<f32>,
    width_max: f32,
}

impl<'a> Button<'a> {
    /// The filled one: the action the state calls for, one a view.
    pub fn primary(label: &'a str) -> Self {
        Self::new(Kind::Primary, label)
    }

    /// Outlined.
    pub fn secondary(label: &'a str) -> Self {
        Self::new(Kind::Secondary, label)
    }

    /// Outlined, in the colour of danger: what destroys or cannot be taken back.
    pub fn danger(label: &'a str) -> Self {
        Self::new(Kind::Danger, label)
    }

    /// Text only, in the accent.
    pub fn link(label: &'a str) -> Self {
        Self::new(Kind::Link, label)
    }

    /// An outlined square with an icon; `name` is its tooltip and what screen readers say.
    pub fn icon_only(icon: Icon, name: &'a str) -> Self {
        Self { icon: Some(icon), hint: Some(name), ..Self::new(Kind::Icon, name) }
    }

    /// An icon without an outline, as small as a line of text: copy, close, clear.
    pub fn quiet_icon(icon: Icon, name: &'a str) -> Self {
        Self { icon: Some(icon), hint: Some(name), ..Self::new(Kind::Quiet, name) }
    }

    fn new(kind: Kind, label: &'a str) -> Self {
        Self {
            kind,
            label,
            name: None,
            icon: None,
            trailing: None,
            hint: None,
            disabled: None,
            busy: false,
            mono: false,
            width: None,
            width_max: f32::INFINITY,
        }
    }

    /// The label is an id, in the mono face.
    pub fn mono(mut self) -> Self {
        self.mono = true;
        self
    }

    /// An icon before the label.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    /// An icon after the label, such as the caret of a menu.
    pub fn trailing(mut self, icon: Icon) -> Self {
        self.trailing = Some(icon);
        self
    }

    /// What screen readers and tests find it by, where the label alone says too little.
    pub fn name(mut self, name: &'a str) -> Self {
        self.name = Some(name);
        self
    }

    /// A tooltip.
    pub fn hint(mut self, hint: &'a str) -> Self {
        self.hint = Some(hint);
        self
    }

    /// Cannot be used now, for this reason, shown under the pointer; `None` leaves it usable.
    pub fn disabled(mut self, reason: Option<&'a str>) -> Self {
        self.disabled = reason;
        self
    }

    /// Its work is under way: it shows so, keeps its size and takes no click.
    pub fn busy(mut self, busy: bool) -> Self {
        self.busy = busy;
        self
    }

    /// At least this wide.
    pub fn min_width(mut self, width: f32) -> Self {
        self.width = Some(width);
        self
    }

    /// At most this wide: a longer label is cut, and whole under the pointer.
    pub fn max_width(mut self, width: f32) -> Self {
        self.width_max = width;
        self
    }

    /// Shows it; `clicked()` says whether it was used, by pointer or keyboard.
    pub fn ui(self, ui: &mut Ui) -> Response {
        let text = self.text(ui);
        // The room is taken before what cannot be used gets a `Ui` of its own, which knows nothing of the next line.
        let (id, rect) = ui.allocate_space(self.size(text.as_ref().map_or(0.0, |text| text.size().x)));
        let whole = text.as_ref().is_some_and(|text| text.elided).then_some(self.label);
        let Some(reason) = self.disabled.filter(|_| !self.busy) else {
            if matches!(self.kind, Kind::Primary | Kind::Danger) {
                keep_clear_of_toasts(ui, rect);
            }
            let response = self.draw(ui, (id, rect), text);
            // What follows has the same ids after a button that can be used and after one that cannot.
            ui.skip_ahead_auto_ids(1);
            let hover = hover_text(whole, self.hint);
            return if hover.is_empty() { response } else { response.on_hover_text(hover) };
        };
        let mut disabled = ui.new_child(UiBuilder::new().scope_id(id.with("disabled")).max_rect(rect).disabled());
        let response = self.draw(&mut disabled, (id, rect), text);
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(reason));
        response.on_disabled_hover_text(hover_text(whole, Some(reason)))
    }

    /// The label, unless it is an icon alone.
    fn text(&self, ui: &Ui) -> Option<Arc<Galley>> {
        let kind = match self.kind {
            _ if self.mono => Text::Mono,
            Kind::Primary => Text::Strong,
            Kind::Secondary | Kind::Danger | Kind::Link | Kind::Icon | Kind::Quiet => Text::Body,
        };
        let room = (paint::width_limit(ui).min(self.width_max) - self.extra_width()).max(24.0);
        (!self.is_icon()).then(|| paint::line(ui.painter(), self.label, kind, Color32::PLACEHOLDER, room))
    }

    fn draw(&self, ui: &mut Ui, (id, rect): (Id, Rect), galley: Option<Arc<Galley>>) -> Response {
        let tokens = tokens(ui);
        let sense = if self.busy { Sense::hover() } else { Sense::click() };
        let response = ui.interact(rect, id, sense);
        let name = self.name.unwrap_or(self.label);
        response.widget_info(|| WidgetInfo::labeled(self.role(), ui.is_enabled() && !self.busy, name));
        if !ui.is_rect_visible(rect) {
            paint::bring_into_view(ui, &response);
            return response;
        }
        let look = self.look(tokens, &response);
        paint::ground(ui.painter(), rect, look.corners, look.fill, look.stroke);
        self.draw_content(ui, rect, galley, &look);
        if self.kind == Kind::Link && response.hovered() {
            let y = rect.center().y + 8.0;
            ui.painter().hline(rect.x_range().shrink(self.padding()), y, Stroke::new(1.0, look.text));
        }
        paint::focus_ring(ui, &response, rect, look.corners);
        response
    }

    fn draw_content(&self, ui: &Ui, rect: Rect, galley: Option<Arc<Galley>>, look: &Look) {
        let painter = ui.painter();
        if self.busy {
            let mut track = rect.shrink2(egui::vec2(space::S, 0.0));
            track.min.y = rect.bottom() - 4.0;
            track.max.y = rect.bottom() - 2.0;
            paint::moving_line(ui, track, look.text);
        }
        let Some(galley) = galley else {
            if let Some(icon) = self.icon {
                icon.paint(painter, rect.center(), size::ICON, look.icon);
            }
            return;
        };
        let content = self.size_of_content(galley.size().x);
        let mut x = rect.left() + self.padding().max((rect.width() - content) / 2.0);
        let y = rect.center().y;
        if let Some(icon) = self.icon {
            icon.paint(painter, egui::pos2(x + size::ICON / 2.0, y), size::ICON, look.icon);
            x += size::ICON + self.icon_gap();
        }
        x = paint::galley_at(painter, galley, x, y, look.text).right();
        if let Some(icon) = self.trailing {
            icon.paint(painter, egui::pos2(x + space::XS + 7.0, y), 14.0, look.icon);
        }
    }

    fn role(&self) -> Role {
        if self.kind == Kind::Link { Role::Link } else { Role::Button }
    }

    fn is_icon(&self) -> bool {
        matches!(self.kind, Kind::Icon | Kind::Quiet)
    }

    fn padding(&self) -> f32 {
        match self.kind {
            Kind::Primary | Kind::Secondary | Kind::Danger => space::M,
            Kind::Link | Kind::Icon | Kind::Quiet => 0.0,
        }
    }

    fn icon_gap(&self) -> f32 {
        if self.kind == Kind::Link { space::XS } else { space::S }
    }

    fn size_of_content(&self, text: f32) -> f32 {
        let icon = if self.icon.is_some() { size::ICON + self.icon_gap() } else { 0.0 };
        let trailing = if self.trailing.is_some() { space::XS + 14.0 } else { 0.0 };
        icon + text + trailing
    }

    fn extra_width(&self) -> f32 {
        self.size_of_content(0.0) + 2.0 * self.padding()
    }

    fn size(&self, text: f32) -> Vec2 {
        match self.kind {
            Kind::Icon => vec2(size::CONTROL + space::XS, size::CONTROL),
            Kind::Quiet => vec2(size::QUIET, size::QUIET),
            Kind::Primary | Kind::Secondary | Kind::Danger | Kind::Link => {
                let width = (text + self.extra_width()).ceil();
                vec2(width.max(self.width.unwrap_or(0.0)), size::CONTROL)
            }
        }
    }

    fn look(&self, tokens: &Tokens, response: &Response) -> Look {
        let corners = CornerRadius::same(size::RADIUS);
        if !response.enabled() {
            let (fill, stroke) = self.disabled_ground(tokens);
            return Look { fill, stroke, text: tokens.disabled, icon: tokens.disabled, corners };
        }
        let pressed = response.is_pointer_button_down_on();
        let hovered = response.hovered() && !self.busy;
        let pick = |rest, hover, press| {
            if pressed {
                press
            } else if hovered {
                hover
            } else {
                rest
            }
        };
        let quiet_ground = pick(Color32::TRANSPARENT, tokens.hover, tokens.pressed);
        let outline = Stroke::new(1.0, if hovered { tokens.subdued } else { tokens.border_strong });
        let (fill, stroke, text, icon) = match self.kind {
            Kind::Primary => {
                let fill = pick(tokens.accent.text, tokens.accent_hover, tokens.accent_pressed);
                (fill, Stroke::NONE, tokens.on_accent, tokens.on_accent)
            }
            Kind::Secondary | Kind::Icon => {
                (pick(tokens.surface, tokens.hover, tokens.pressed), outline, tokens.text, tokens.text)
            }
            Kind::Danger => {
                let fill = pick(tokens.surface, tokens.danger.ground, tokens.danger.ground);
                let edge = if hovered { tokens.danger.text } else { tokens.border_strong };
                (fill, Stroke::new(1.0, edge), tokens.danger.text, tokens.danger.text)
            }
            Kind::Link => (Color32::TRANSPARENT, Stroke::NONE, tokens.accent.text, tokens.accent.text),
            Kind::Quiet => {
                (quiet_ground, Stroke::NONE, tokens.subdued, if hovered { tokens.text } else { tokens.subdued })
            }
        };
        let fade = if self.busy { 0.85 } else { 1.0 };
        let [text, icon] = [text, icon].map(|color| color.gamma_multiply(fade));
        Look { fill, stroke, text, icon, corners }
    }

    /// Flat, with an edge that is only a hairline.
    fn disabled_ground(&self, tokens: &Tokens) -> (Color32, Stroke) {
        match self.kind {
            Kind::Primary => (tokens.hover, tokens.hairline()),
            Kind::Secondary | Kind::Danger | Kind::Icon => (Color32::TRANSPARENT, tokens.hairline()),
            Kind::Link | Kind::Quiet => (Color32::TRANSPARENT, Stroke::NONE),
        }
    }
}

/// What is under the pointer: a label that is cut, and what there is to say.
fn hover_text(whole: Option<&str>, more: Option<&str>) -> String {
    [whole, more].into_iter().flatten().collect::<Vec<&str>>().join("\n")
}

struct Look {
    fill: Color32,
    stroke: Stroke,
    text: Color32,
    icon: Color32,
    corners: CornerRadius,
}
