//! Chips: a status as icon, word and colour together.

use std::sync::Arc;

use egui::{Color32, Galley, Rect, Response, Sense, Ui, Vec2, WidgetInfo, accesskit::Role, pos2, vec2};

use super::paint;
use crate::icons::Icon;
use crate::tokens::{Text, Tone, size, space, tokens};

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
        self.ui_within(ui, f32::INFINITY)
    }

    /// Shows it at most `width` points wide: what is beside it keeps its room.
    pub fn ui_within(self, ui: &mut Ui, width: f32) -> Response {
        let galley = self.galley(ui, (paint::width_limit(ui).min(width) - extra_width()).max(16.0));
        let (rect, response) = ui.allocate_exact_size(size_with(&galley), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, self.word));
        self.paint(ui, rect, galley, response)
    }

    /// Shows it at the left of a cell, without a layout.
    pub(super) fn in_rect(self, ui: &mut Ui, cell: Rect) -> Response {
        let galley = self.galley(ui, (cell.width() - extra_width()).max(16.0));
        let rect = left_center(cell, size_with(&galley));
        let response = paint::label_at(ui, rect, self.word);
        self.paint(ui, rect, galley, response)
    }

    fn galley(self, ui: &Ui, room: f32) -> Arc<Galley> {
        paint::line(ui.painter(), self.word, Text::Chip, Color32::PLACEHOLDER, room)
    }

    fn paint(self, ui: &Ui, rect: Rect, galley: Arc<Galley>, response: Response) -> Response {
        let colors = tokens(ui).tone(self.tone);
        let elided = galley.elided;
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
        size_with(&self.galley(ui, f32::INFINITY))
    }
}

fn size_with(galley: &Galley) -> Vec2 {
    vec2((galley.size().x + extra_width()).ceil(), size::CHIP)
}

/// Where something of `size` is in a cell: at its left, centred.
fn left_center(cell: Rect, size: Vec2) -> Rect {
    Rect::from_min_size(pos2(cell.left(), cell.center().y - size.y / 2.0), size)
}

fn extra_width() -> f32 {
    space::S + ICON + space::XS + 10.0
}

/// Icon and word in a tone on its ground.
pub fn chip_ui(ui: &mut Ui, icon: Icon, word: &str, tone: Tone) -> Response {
    Chip::new(icon, word, tone).ui(ui)
}

/// Icon and word in a tone without a ground: a countdown.
pub fn toned_text_ui(ui: &mut Ui, icon: Icon, text: &str, tone: Tone) -> Response {
    let color = tokens(ui).tone(tone).text;
    let galley = toned_galley(ui, text, color, paint::width_limit(ui));
    let elided = galley.elided;
    let (rect, response) = ui.allocate_exact_size(toned_size(&galley), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    draw_toned(ui, rect, icon, galley, color);
    if elided { response.on_hover_text(text) } else { response }
}

/// How wide [`toned_text_ui`] is where nothing of it is cut, in points.
pub fn toned_width(ui: &Ui, text: &str) -> f32 {
    ICON + space::XS + paint::text_width(ui, Text::Small, text)
}

/// As [`toned_text_ui`], at the left of a cell, without a layout.
pub(super) fn toned_text_in_rect(ui: &mut Ui, cell: Rect, icon: Icon, text: &str, tone: Tone) -> Response {
    let color = tokens(ui).tone(tone).text;
    let galley = toned_galley(ui, text, color, cell.width());
    let elided = galley.elided;
    let rect = left_center(cell, toned_size(&galley));
    let response = paint::label_at(ui, rect, text);
    draw_toned(ui, rect, icon, galley, color);
    if elided { response.on_hover_text(text) } else { response }
}

fn toned_galley(ui: &Ui, text: &str, color: Color32, room: f32) -> Arc<Galley> {
    paint::line(ui.painter(), text, Text::Small, color, (room - ICON - space::XS).max(16.0))
}

fn toned_size(galley: &Galley) -> Vec2 {
    vec2(ICON + space::XS + galley.size().x, galley.size().y.max(ICON))
}

fn draw_toned(ui: &Ui, rect: Rect, icon: Icon, galley: Arc<Galley>, color: Color32) {
    icon.paint(ui.painter(), pos2(rect.left() + ICON / 2.0, rect.center().y), ICON + 1.0, color);
    paint::galley_at(ui.painter(), galley, rect.left() + ICON + space::XS, rect.center().y, color);
}
