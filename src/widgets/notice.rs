//! A tinted line: the most important fact about an object, or an error where the data would be.

use egui::{
    Align, CornerRadius, Frame, Layout, Margin, Ui, WidgetInfo,
    accesskit::{Live, Role},
};

use super::Button;
use super::kept_clear::keep_clear_of_toasts;
use crate::icons::Icon;
use crate::reading_order::line_from_right_ui;
use crate::tokens::{Text, Tone, size, space, tokens};

/// A notice to be shown with [`Notice::ui`]; builder.
#[must_use = "a notice is shown with `ui`"]
pub struct Notice<'a> {
    tone: Tone,
    icon: Icon,
    title: Option<&'a str>,
    text: &'a str,
    action: Option<&'a str>,
    busy: bool,
    live: bool,
}

impl<'a> Notice<'a> {
    pub fn new(tone: Tone, text: &'a str) -> Self {
        Self { tone, icon: icon_of(tone), title: None, text, action: None, busy: false, live: false }
    }

    /// Another icon than that of its tone.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icon = icon;
        self
    }

    /// A SemiBold line above the text.
    pub fn title(mut self, title: &'a str) -> Self {
        self.title = Some(title);
        self
    }

    /// A button after the text.
    pub fn action(mut self, label: &'a str) -> Self {
        self.action = Some(label);
        self
    }

    /// Screen readers say it when it comes: it reports what just happened.
    pub fn live(mut self) -> Self {
        self.live = true;
        self
    }

    /// The action is under way.
    pub fn busy(mut self, busy: bool) -> Self {
        self.busy = busy;
        self
    }

    /// Shows it over the whole width; true where its action was used.
    pub fn ui(self, ui: &mut Ui) -> bool {
        let (action, busy) = (self.action, self.busy);
        self.ui_with(ui, |ui| {
            action.is_some_and(|label| {
                ui.add_space(space::XS);
                Button::secondary(label).busy(busy).ui(ui).clicked()
            })
        })
    }

    /// Shows it with `body` under its text, in the place of an action.
    pub fn ui_with<R>(self, ui: &mut Ui, body: impl FnOnce(&mut Ui) -> R) -> R {
        let colors = tokens(ui).tone(self.tone);
        let frame = Frame::new().fill(colors.ground).corner_radius(CornerRadius::same(size::RADIUS));
        let frame = frame.inner_margin(Margin::symmetric(12, 10));
        let shown = frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            let accessible_text =
                self.title.map_or_else(|| self.text.to_owned(), |title| format!("{title}. {}", self.text));
            ui.response().widget_info(|| WidgetInfo::labeled(Role::Note, true, &accessible_text));
            if self.live {
                ui.ctx().accesskit_node_builder(ui.response().id, |node| node.set_live(Live::Polite));
            }
            self.content(ui, body)
        });
        keep_clear_of_toasts(ui, shown.response.rect);
        shown.inner
    }

    /// Shows title and text in one line, with `buttons` at its right end, from the right. What is cut is under the pointer.
    pub fn line_ui<R>(self, ui: &mut Ui, buttons: impl FnOnce(&mut Ui) -> R) -> R {
        let colors = tokens(ui).tone(self.tone);
        let text = self.title.map_or_else(|| self.text.to_owned(), |title| format!("{title}. {}", self.text));
        let frame = Frame::new().fill(colors.ground).corner_radius(CornerRadius::same(size::RADIUS));
        let frame = frame.inner_margin(Margin { left: 12, right: 8, top: 4, bottom: 4 });
        let shown = frame.show(ui, |ui| {
            ui.response().widget_info(|| WidgetInfo::labeled(Role::Note, true, &text));
            let row = egui::vec2(ui.available_width(), size::CONTROL);
            let shown = line_from_right_ui(ui, row, |ui| {
                ui.spacing_mut().item_spacing.x = space::S;
                let result = buttons(ui);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    self.icon.ui(ui, size::ICON_LARGE, colors.text);
                    let label = egui::Label::new(Text::Body.rich(&*text).color(colors.text)).truncate();
                    ui.add(label);
                });
                result
            });
            shown.inner
        });
        keep_clear_of_toasts(ui, shown.response.rect);
        shown.inner
    }

    fn content<R>(&self, ui: &mut Ui, body: impl FnOnce(&mut Ui) -> R) -> R {
        let color = tokens(ui).tone(self.tone).text;
        ui.with_layout(Layout::left_to_right(Align::TOP), |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let (icon_rect, _) = ui.allocate_exact_size(egui::vec2(size::ICON_LARGE, 20.0), egui::Sense::hover());
            self.icon.paint(ui.painter(), icon_rect.center(), size::ICON_LARGE, color);
            ui.add_space(10.0);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = space::XS;
                if let Some(title) = self.title {
                    ui.label(Text::Strong.rich(title).color(color));
                }
                ui.label(Text::Body.rich(self.text).color(color));
                body(ui)
            })
            .inner
        })
        .inner
    }
}

/// The shape that goes with a tone where nothing more exact is known.
pub fn icon_of(tone: Tone) -> Icon {
    match tone {
        Tone::Neutral | Tone::Accent | Tone::Info => Icon::Info,
        Tone::Positive => Icon::Success,
        Tone::Attention => Icon::Alert,
        Tone::Danger => Icon::Warning,
    }
}
