//! The banner on top that says by colour and word which money is being moved, and the buttons that are on it.

use egui::{Align, Color32, Frame, Layout, Margin, Response, Sense, Stroke, Ui, WidgetInfo, vec2};
use egui::{accesskit::Role, pos2};

use super::paint;
use crate::icons::Icon;
use crate::reading_order::from_right_ui;
use crate::tokens::{Text, size, space, tokens};

/// Height of a button on the banner.
const BUTTON: f32 = 22.0;
const CARET: f32 = 12.0;

/// The banner; shown in a panel without a frame of its own.
#[derive(Debug, Clone, Copy)]
pub struct EnvBanner<'a> {
    pub production: bool,
    /// `SANDBOX` or `PRODUCTION`.
    pub word: &'a str,
    /// The name of the profile and what is special about it.
    pub text: &'a str,
}

impl EnvBanner<'_> {
    /// Shows it over the whole width; `right` is laid out from the right edge, in the banner's own text colour.
    pub fn ui<R>(self, ui: &mut Ui, right: impl FnOnce(&mut Ui) -> R) -> R {
        let text = self.text;
        self.ui_with(ui, |ui| drop(banner_text_ui(ui, text)), right)
    }

    /// As [`Self::ui`], with `left` after the word, in the place of the text, which then is for screen readers.
    pub fn ui_with<R>(self, ui: &mut Ui, left: impl FnOnce(&mut Ui), right: impl FnOnce(&mut Ui) -> R) -> R {
        let tokens = tokens(ui);
        let fill = if self.production { tokens.production_banner } else { tokens.sandbox_banner };
        Frame::new()
            .fill(fill)
            .inner_margin(Margin::symmetric(space::L as i8, 0))
            .show(ui, |ui| {
                ui.set_height(size::BANNER);
                ui.visuals_mut().override_text_color = Some(tokens.on_banner);
                let accessible_text = format!("{} {}", self.word, self.text);
                ui.response().widget_info(|| WidgetInfo::labeled(Role::Banner, true, &accessible_text));
                from_right_ui(ui, |ui| {
                    ui.spacing_mut().item_spacing.x = space::S;
                    let result = right(ui);
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        ui.add(egui::Label::new(Text::SmallStrong.rich(self.word)).selectable(false));
                        left(ui);
                    });
                    result
                })
                .inner
            })
            .inner
    }
}

/// Words on the banner, cut where there is no room.
pub fn banner_text_ui(ui: &mut Ui, text: &str) -> Response {
    ui.add(egui::Label::new(Text::Small.rich(text)).selectable(false).truncate())
}

/// A button on the banner, to be shown with [`BannerButton::ui`]; builder.
#[must_use = "a button is shown with `ui`"]
#[derive(Debug, Clone, Copy)]
pub struct BannerButton<'a> {
    label: &'a str,
    name: &'a str,
    outlined: bool,
    caret: bool,
    hint: Option<&'a str>,
    max_width: f32,
}

impl<'a> BannerButton<'a> {
    /// With an edge, so that it is seen to be one.
    pub fn outlined(label: &'a str) -> Self {
        Self { label, name: label, outlined: true, caret: false, hint: None, max_width: f32::INFINITY }
    }

    /// Opens a list: text with a caret.
    pub fn menu(label: &'a str) -> Self {
        Self { caret: true, outlined: false, ..Self::outlined(label) }
    }

    /// What screen readers and tests find it by.
    pub fn name(mut self, name: &'a str) -> Self {
        self.name = name;
        self
    }

    pub fn hint(mut self, hint: &'a str) -> Self {
        self.hint = Some(hint);
        self
    }

    /// A longer label is cut.
    pub fn max_width(mut self, width: f32) -> Self {
        self.max_width = width;
        self
    }

    /// The room it takes.
    pub fn width(&self, ui: &Ui) -> f32 {
        (self.galley(ui).size().x + self.around()).ceil()
    }

    pub fn ui(self, ui: &mut Ui) -> Response {
        let galley = self.galley(ui);
        let elided = galley.elided;
        let width = (galley.size().x + self.around()).ceil();
        let (rect, response) = ui.allocate_exact_size(vec2(width, BUTTON), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), self.name));
        let tokens = tokens(ui);
        let over = response.hovered() || response.is_pointer_button_down_on();
        let fill = if over { tokens.banner_hover } else { Color32::TRANSPARENT };
        let edge = if self.outlined { Stroke::new(1.0, tokens.on_banner) } else { Stroke::NONE };
        paint::ground(ui.painter(), rect, 4.0, fill, edge);
        let text = paint::galley_at(ui.painter(), galley, rect.left() + space::S, rect.center().y, tokens.on_banner);
        if self.caret {
            let at = pos2(text.right() + space::XS + CARET / 2.0, rect.center().y);
            Icon::Down.paint(ui.painter(), at, CARET, tokens.on_banner);
        }
        if response.has_focus() {
            paint::ring(ui.painter(), rect.shrink(2.0), 4, tokens.on_banner);
        }
        match self.hint.or(elided.then_some(self.label)) {
            Some(hint) => response.on_hover_text(hint),
            None => response,
        }
    }

    fn galley(&self, ui: &Ui) -> std::sync::Arc<egui::Galley> {
        let room = (self.max_width.min(ui.available_width()) - self.around()).max(24.0);
        paint::line(ui.painter(), self.label, Text::Small, Color32::PLACEHOLDER, room)
    }

    fn around(&self) -> f32 {
        2.0 * space::S + if self.caret { space::XS + CARET } else { 0.0 }
    }
}
