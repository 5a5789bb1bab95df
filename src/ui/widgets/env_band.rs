//! The band on top that says by colour and word which money is being moved.

use egui::{Align, Frame, Layout, Margin, Ui, WidgetInfo, accesskit::Role};

use crate::ui::tokens::{Text, size, space, tokens};

/// The band; shown in a panel without a frame of its own.
#[derive(Debug, Clone, Copy)]
pub struct EnvBand<'a> {
    pub production: bool,
    /// `SANDBOX` or `PRODUCTION`.
    pub word: &'a str,
    /// The name of the profile and what is special about it.
    pub text: &'a str,
}

impl EnvBand<'_> {
    /// Shows it over the whole width; `right` is laid out from the right edge, in the band's own text colour.
    pub fn ui<R>(self, ui: &mut Ui, right: impl FnOnce(&mut Ui) -> R) -> R {
        let tokens = tokens(ui);
        let fill = if self.production { tokens.production_band } else { tokens.sandbox_band };
        Frame::new()
            .fill(fill)
            .inner_margin(Margin::symmetric(space::L as i8, 0))
            .show(ui, |ui| {
                ui.set_height(size::BAND);
                ui.visuals_mut().override_text_color = Some(tokens.on_band);
                let spoken = format!("{} {}", self.word, self.text);
                ui.response().widget_info(|| WidgetInfo::labeled(Role::Banner, true, &spoken));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.spacing_mut().item_spacing.x = space::S;
                    let result = right(ui);
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| self.left(ui));
                    result
                })
                .inner
            })
            .inner
    }

    fn left(self, ui: &mut Ui) {
        ui.add(egui::Label::new(Text::SmallStrong.rich(self.word)).selectable(false));
        ui.add(egui::Label::new(Text::Small.rich(self.text)).selectable(false).truncate());
    }
}
