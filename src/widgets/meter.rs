//! A thin gauge: how much of a limit is used.

use egui::{Response, Sense, Ui, WidgetInfo, accesskit::Role, vec2};

use super::paint;
use crate::tokens::{Text, Tone, space, tokens};

/// A gauge to be shown with [`Meter::ui`].
#[derive(Debug, Clone, Copy)]
pub struct Meter<'a> {
    /// What is measured, for screen readers: `Requests left this minute`.
    pub name: &'a str,
    /// The value as text, beside the gauge: `594 of 600 left`.
    pub text: &'a str,
    /// From 0 to 1; outside of that the nearest is drawn.
    pub fraction: f32,
    pub tone: Tone,
}

impl Meter<'_> {
    pub fn ui(self, ui: &mut Ui) -> Response {
        let tokens = tokens(ui);
        let color = tokens.tone(self.tone).text;
        let galley = paint::line(ui.painter(), self.text, Text::Caption, tokens.subdued, ui.available_width());
        let height = galley.size().y + space::XS + 4.0;
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        paint::galley_at(ui.painter(), galley.clone(), rect.left(), rect.top() + galley.size().y / 2.0, tokens.subdued);
        let mut groove = rect;
        groove.min.y = rect.bottom() - 4.0;
        ui.painter().rect_filled(groove, 2.0, tokens.pressed);
        let mut filled = groove;
        filled.set_width(groove.width() * self.fraction.clamp(0.0, 1.0));
        ui.painter().rect_filled(filled, 2.0, color);
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Meter, true, format!("{}: {}", self.name, self.text));
            info.value = Some(f64::from(self.fraction));
            info
        });
        response
    }
}
