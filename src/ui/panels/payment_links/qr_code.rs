//! A link as a QR code, computed once for each link.

use egui::{Color32, Rect, Sense, Ui, Vec2, WidgetInfo, accesskit::Role, vec2};
use qrcode::{Color, EcLevel, QrCode};

/// Width of the picture, in points.
const SIZE: f32 = 200.0;
/// White modules around the code, as ISO/IEC 18004 asks.
const QUIET: usize = 4;

/// The last code that was drawn.
#[derive(Debug, Default)]
pub struct LinkQrCode {
    link: String,
    /// Dark modules, row by row; empty where the link is too long for a code.
    dark: Vec<bool>,
    width: usize,
}

impl LinkQrCode {
    /// Draws the code of `link`: black on white in both themes, or a telephone does not read it. Nothing where it is too
    /// long for one.
    pub fn ui(&mut self, ui: &mut Ui, link: &str) {
        self.read(link);
        if self.dark.is_empty() {
            return;
        }
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIZE), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "QR code of the link"));
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, 6.0, Color32::WHITE);
        let module = SIZE / (self.width + 2 * QUIET) as f32;
        for (index, _) in self.dark.iter().enumerate().filter(|(_, dark)| **dark) {
            let (row, column) = (index / self.width + QUIET, index % self.width + QUIET);
            let at = rect.min + vec2(column as f32 * module, row as f32 * module);
            // A hair larger, so that no line stays white between two.
            painter.rect_filled(Rect::from_min_size(at, Vec2::splat(module + 0.2)), 0.0, Color32::BLACK);
        }
    }

    fn read(&mut self, link: &str) {
        if self.link == link {
            return;
        }
        link.clone_into(&mut self.link);
        let code = QrCode::with_error_correction_level(link, EcLevel::M).ok();
        self.width = code.as_ref().map_or(0, QrCode::width);
        let colors = code.map(QrCode::into_colors).unwrap_or_default();
        self.dark = colors.into_iter().map(|color| color == Color::Dark).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_three_corners_and_one_that_is_too_long_is_left_out() {
        let mut picture = LinkQrCode::default();
        picture.read("https://pay.example.com/l/1");
        let dark = |row: usize, column: usize| picture.dark[row * picture.width + column];
        let last = picture.width - 1;
        assert!(dark(0, 0) && dark(0, last) && dark(last, 0));
        assert!(dark(3, 3) && !dark(1, 1), "the finder pattern");
        picture.read(&"x".repeat(5_000));
        assert!(picture.dark.is_empty());
    }
}
