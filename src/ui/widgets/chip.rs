//! Chips: a status as icon, word and colour together.

use egui::{Color32, Rect, Response, Sense, Ui, Vec2, WidgetInfo, accesskit::Role, pos2, vec2};

use super::paint;
use crate::ui::icons::Icon;
use crate::ui::tokens::{Text, Tone, size, space, tokens};

const ICON: f32 = 13.0;

/// What a chip shows; cheap to copy into every row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chip<'a> {
    pub icon: Icon,
    pub word: &'a str,
    pub tone: Tone,
}

impl<'a> Chip<'a> {
    pub fn new(icon: Icon, word: &'a str, tone: Tone) -> Self {
        Self { icon, word, tone }
    }

    /// Shows it, 20 high.
    pub fn ui(self, ui: &mut Ui) -> Response {
        let colors = tokens(ui).tone(self.tone);
        let room = (paint::width_limit(ui) - extra_width()).max(16.0);
        let galley = paint::line(ui.painter(), self.word, Text::Chip, Color32::PLACEHOLDER, room);
        let elided = galley.elided;
        let size = vec2((galley.size().x + extra_width()).ceil(), size::CHIP);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, self.word));
        if ui.is_rect_visible(rect) {
            ui.painter().rect_filled(rect, size::CHIP / 2.0, colors.ground);
            let icon_center = pos2(rect.left() + space::S + ICON / 2.0, rect.center().y);
            self.icon.paint(ui.painter(), icon_center, ICON, colors.text);
            let text_left = rect.left() + space::S + ICON + space::XS;
            paint::galley_at(ui.painter(), galley, text_left, rect.center().y, colors.text);
        }
        if elided { response.on_hover_text(self.word) } else { response }
    }

    /// The room it takes, for columns that must fit.
    pub fn measure(self, ui: &Ui) -> Vec2 {
        let galley = paint::line(ui.painter(), self.word, Text::Chip, Color32::PLACEHOLDER, f32::INFINITY);
        vec2((galley.size().x + extra_width()).ceil(), size::CHIP)
    }
}

fn extra_width() -> f32 {
    space::S + ICON + space::XS + 10.0
}

/// Icon and word in a tone on its ground.
pub fn chip_ui(ui: &mut Ui, icon: Icon, word: &str, tone: Tone) -> Response {
    Chip::new(icon, word, tone).ui(ui)
}

/// Icon and word in a tone without a ground: a countdown in a cell.
pub fn toned_text_ui(ui: &mut Ui, icon: Icon, text: &str, tone: Tone) -> Response {
    let color = tokens(ui).tone(tone).text;
    let room = (paint::width_limit(ui) - ICON - space::XS).max(16.0);
    let galley = paint::line(ui.painter(), text, Text::Small, color, room);
    let height = galley.size().y.max(ICON);
    let (rect, response) = ui.allocate_exact_size(vec2(ICON + space::XS + galley.size().x, height), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    draw_toned(ui, rect, icon, galley, color);
    response
}

fn draw_toned(ui: &Ui, rect: Rect, icon: Icon, galley: std::sync::Arc<egui::Galley>, color: Color32) {
    icon.paint(ui.painter(), pos2(rect.left() + ICON / 2.0, rect.center().y), ICON + 1.0, color);
    paint::galley_at(ui.painter(), galley, rect.left() + ICON + space::XS, rect.center().y, color);
}
