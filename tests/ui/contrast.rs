//! Contrast of what is really painted: every text of every picture against what is behind it, in both themes.
//!
//! A text needs 4.5:1, a large one and an icon 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). What is disabled needs 3:1 here, though
//! WCAG asks for nothing. Text behind a dialog is not read, and is left out.

use egui::epaint::{ClippedShape, TextShape};
use egui::{Color32, Context, FontFamily, FullOutput, Pos2, Rect, Shape};
use paydesk_widgets::tokens::tokens;

const TEXT: f32 = 4.5;
const LARGE_TEXT: f32 = 3.0;
/// Text is large from so many points on, and bold text earlier.
const LARGE_FROM: f32 = 24.0;
const LARGE_BOLD_FROM: f32 = 18.0;

/// Something painted over a rectangle.
struct Fill {
    rect: Rect,
    color: Color32,
}

/// A piece of text in one colour.
struct Piece {
    center: Pos2,
    color: Color32,
    text: String,
    needed: f32,
}

/// What was painted, in its order.
enum Painted {
    Fill(Fill),
    Piece(Piece),
}

/// Fails with every text of the frame that cannot be read well.
#[track_caller]
pub fn assert_contrast(output: &FullOutput, ctx: &Context, what: &str) {
    let faults = faults(&output.shapes, tokens(ctx).disabled);
    assert!(faults.is_empty(), "{what}: too little contrast:\n{}", faults.join("\n"));
}

fn faults(shapes: &[ClippedShape], disabled: Color32) -> Vec<String> {
    let mut painted = Vec::new();
    for clipped in shapes {
        paint(&clipped.shape, clipped.clip_rect, disabled, &mut painted);
    }
    let mut faults = Vec::new();
    for (at, piece) in painted.iter().enumerate() {
        let Painted::Piece(piece) = piece else { continue };
        let over = |painted: &&Painted| matches!(painted, Painted::Fill(fill) if fill.rect.contains(piece.center));
        // A dialog, a popup or the shade of one lies over it.
        if painted[at + 1..].iter().any(|later| over(&later)) {
            continue;
        }
        let Some(ground) = ground(&painted[..at], piece.center) else { continue };
        let ratio = contrast(blend(piece.color, ground), ground);
        if ratio + 0.005 < piece.needed {
            let Piece { text, color, needed, center } = piece;
            faults.push(format!("“{text}” at {center:?}: {ratio:.2}:1 of {needed}:1, {color:?} on {ground:?}"));
        }
    }
    faults.sort();
    faults.dedup();
    faults
}

fn paint(shape: &Shape, clip: Rect, disabled: Color32, painted: &mut Vec<Painted>) {
    let mut fill = |rect: Rect, color: Color32| {
        let rect = rect.intersect(clip);
        if color.a() > 0 && rect.is_positive() {
            painted.push(Painted::Fill(Fill { rect, color }));
        }
    };
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| paint(shape, clip, disabled, painted)),
        Shape::Rect(rect) if rect.blur_width == 0.0 => fill(rect.rect, rect.fill),
        Shape::Circle(circle) => {
            // The square inside it.
            let side = circle.radius * std::f32::consts::SQRT_2;
            fill(Rect::from_center_size(circle.center, egui::Vec2::splat(side)), circle.fill);
        }
        Shape::Text(text) => pieces(text, clip, disabled, painted),
        _ => {}
    }
}

/// The pieces of a text that are in view, one for each colour of a row.
fn pieces(shape: &TextShape, clip: Rect, disabled: Color32, painted: &mut Vec<Painted>) {
    if shape.opacity_factor < 1.0 || shape.angle != 0.0 {
        return;
    }
    let format = shape.galley.job.sections.first().map(|section| &section.format);
    let Some(font) = format.map(|format| &format.font_id) else { return };
    let (is_icon, is_bold) = match &font.family {
        FontFamily::Name(name) => (&**name == "icons", &**name == "semibold"),
        FontFamily::Proportional | FontFamily::Monospace => (false, false),
    };
    let is_large = font.size >= LARGE_FROM || is_bold && font.size >= LARGE_BOLD_FROM;
    for row in &shape.galley.rows {
        let mesh = &row.row.visuals.mesh;
        let vertices = &mesh.vertices[row.row.visuals.glyph_vertex_range.clone()];
        let mut colors: Vec<(Color32, Rect)> = Vec::new();
        for vertex in vertices {
            match colors.iter_mut().find(|(color, _)| *color == vertex.color) {
                Some((_, bounds)) => bounds.extend_with(vertex.pos),
                None => colors.push((vertex.color, Rect::from_min_max(vertex.pos, vertex.pos))),
            }
        }
        let text: String = row.row.glyphs.iter().map(|glyph| glyph.chr).collect();
        for (color, bounds) in colors {
            let color = if color == Color32::PLACEHOLDER { shape.fallback_color } else { color };
            let color = shape.override_text_color.unwrap_or(color);
            let center = bounds.translate(shape.pos.to_vec2() + row.pos.to_vec2()).center();
            if color.a() == 0 || !clip.contains(center) {
                continue;
            }
            let is_disabled = color == disabled;
            let needed = if is_icon || is_large || is_disabled { LARGE_TEXT } else { TEXT };
            painted.push(Painted::Piece(Piece { center, color, text: text.clone(), needed }));
        }
    }
}

/// What is seen at a point of all that was painted; nothing where nothing opaque is.
fn ground(painted: &[Painted], at: Pos2) -> Option<Color32> {
    let mut ground: Option<Color32> = None;
    for painted in painted {
        let Painted::Fill(Fill { rect, color }) = painted else { continue };
        if !rect.contains(at) {
            continue;
        }
        ground = match ground {
            _ if color.is_opaque() => Some(*color),
            Some(below) => Some(blend(*color, below)),
            None => None,
        };
    }
    ground
}

/// A colour with premultiplied alpha over an opaque one.
fn blend(over: Color32, below: Color32) -> Color32 {
    let rest = 255 - u16::from(over.a());
    let channel = |over: u8, below: u8| {
        u8::try_from((u16::from(over) + u16::from(below) * rest / 255).min(255)).unwrap_or(u8::MAX)
    };
    Color32::from_rgb(channel(over.r(), below.r()), channel(over.g(), below.g()), channel(over.b(), below.b()))
}

/// What is seen at each point of a frame, behind its texts.
pub struct Grounds(Vec<Painted>);

impl Grounds {
    pub fn of(shapes: &[ClippedShape]) -> Self {
        let mut painted = Vec::new();
        shapes.iter().for_each(|clipped| paint(&clipped.shape, clipped.clip_rect, Color32::TRANSPARENT, &mut painted));
        Self(painted)
    }

    /// Nothing where nothing opaque is.
    pub fn at(&self, at: Pos2) -> Option<Color32> {
        ground(&self.0, at)
    }
}

/// The ratio of two opaque colours as WCAG defines it.
pub fn contrast(one: Color32, other: Color32) -> f32 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(color: Color32) -> f32 {
    let linear = |channel: u8| {
        let channel = f32::from(channel) / 255.0;
        if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b())
}

#[cfg(test)]
mod tests {
    use egui::{Align2, FontId};

    use super::*;

    /// What is found in a window of one text in `color` on `ground`, with a shade over it or not.
    fn found(color: Color32, ground: Color32, shade: Option<Color32>) -> Vec<String> {
        let ctx = egui::Context::default();
        let draw = || {
            ctx.run_ui(egui::RawInput::default(), |ui| {
                let painter = ui.painter();
                let all = Rect::from_min_size(Pos2::ZERO, egui::vec2(400.0, 200.0));
                painter.rect_filled(all, 0.0, ground);
                painter.text(
                    Pos2::new(20.0, 20.0),
                    Align2::LEFT_TOP,
                    "Capture 12.50 EUR",
                    FontId::proportional(14.0),
                    color,
                );
                if let Some(shade) = shade {
                    painter.rect_filled(all, 0.0, shade);
                }
            })
        };
        draw().textures_delta.clear();
        let mut output = draw();
        output.textures_delta.clear();
        faults(&output.shapes, Color32::TRANSPARENT)
    }

    #[test]
    fn a_text_that_is_too_faint_is_found_and_one_behind_a_dialog_is_not() {
        let (grey, black, white) = (Color32::from_gray(150), Color32::BLACK, Color32::WHITE);
        assert_eq!(found(black, white, None), Vec::<String>::new());
        let faults = found(grey, white, None);
        assert!(faults.len() == 1 && faults[0].contains("Capture 12.50 EUR"), "{faults:?}");
        assert_eq!(found(grey, white, Some(Color32::from_black_alpha(90))), Vec::<String>::new());
        assert_eq!(found(grey, black, None), Vec::<String>::new());
    }

    #[test]
    fn ratios_are_those_of_wcag() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 0.01);
        assert!((contrast(Color32::from_rgb(0x76, 0x76, 0x76), Color32::WHITE) - 4.54).abs() < 0.01);
        assert_eq!(blend(Color32::from_black_alpha(128), Color32::WHITE), Color32::from_gray(127));
    }
}
