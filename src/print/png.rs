//! Draws a page into pixels, one for each of its own, and encodes them as a PNG.

use skrifa::outline::OutlinePen;
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform};

use super::drawing::{Color, Drawing, PAGE_HEIGHT, PAGE_WIDTH, PageRect, PageText, Point, Primitive};
use super::typefaces::Typefaces;

/// 150 to the inch.
const PIXELS_PER_METER: u32 = 5_906;

/// Returns the bytes of the file; `None` if it cannot be made.
pub fn write(drawing: &Drawing, typefaces: &Typefaces) -> Option<Vec<u8>> {
    let mut picture = Picture { pixmap: Pixmap::new(PAGE_WIDTH as u32, PAGE_HEIGHT as u32)?, typefaces };
    picture.fill_rect(&PageRect::new(0.0, 0.0, PAGE_WIDTH, PAGE_HEIGHT), super::colors::PAPER);
    drawing.primitives.iter().for_each(|primitive| picture.draw(primitive));
    encode(&picture.pixmap)
}

fn encode(pixmap: &Pixmap) -> Option<Vec<u8>> {
    // Everything is on white: nothing can be seen through.
    let pixels: Vec<u8> = pixmap.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let (xppu, yppu) = (PIXELS_PER_METER, PIXELS_PER_METER);
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu, yppu, unit: png::Unit::Meter }));
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&pixels).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

struct Picture<'t> {
    pixmap: Pixmap,
    typefaces: &'t Typefaces,
}

impl Picture<'_> {
    fn draw(&mut self, primitive: &Primitive) {
        match primitive {
            Primitive::Rect { rect, color } => self.fill_rect(rect, *color),
            Primitive::DashedLine { points, width, color } => {
                let dash = StrokeDash::new(Primitive::DASHES.to_vec(), 0.0);
                self.stroke(path([points.as_slice()]), Stroke { dash, ..stroke(*width) }, *color);
            }
            Primitive::Polyline { points, width, color } => {
                let stroke = Stroke { line_cap: LineCap::Round, ..stroke(*width) };
                self.stroke(path([points.as_slice()]), stroke, *color);
            }
            Primitive::Circle { center, radius, color } => {
                self.fill(PathBuilder::from_circle(center.x, center.y, *radius), *color);
            }
            Primitive::Text(text) => self.fill(self.outline(text), text.color),
        }
    }

    fn fill_rect(&mut self, rect: &PageRect, color: Color) {
        if let Some(rect) = Rect::from_ltrb(rect.left, rect.top, rect.right, rect.bottom) {
            self.pixmap.fill_rect(rect, &paint(color), Transform::identity(), None);
        }
    }

    fn fill(&mut self, path: Option<Path>, color: Color) {
        if let Some(path) = path {
            self.pixmap.fill_path(&path, &paint(color), FillRule::Winding, Transform::identity(), None);
        }
    }

    fn stroke(&mut self, path: Option<Path>, stroke: Stroke, color: Color) {
        if let Some(path) = path {
            self.pixmap.stroke_path(&path, &paint(color), &stroke, Transform::identity(), None);
        }
    }

    /// The letters of a text; `None` where nothing of it is seen.
    fn outline(&self, text: &PageText) -> Option<Path> {
        let mut pen = GlyphPen { path: PathBuilder::new(), origin: Point::new(text.left, text.baseline) };
        for (typeface, c, left) in self.typefaces.placed(&text.text, text.weight, text.size) {
            pen.origin.x = text.left + left;
            typeface.outline(c, text.size, &mut pen);
        }
        pen.path.finish()
    }
}

/// Lines through the points of each part.
fn path<'p>(parts: impl IntoIterator<Item = &'p [Point]>) -> Option<Path> {
    let mut path = PathBuilder::new();
    for points in parts {
        for (index, point) in points.iter().enumerate() {
            if index == 0 {
                path.move_to(point.x, point.y);
            } else {
                path.line_to(point.x, point.y);
            }
        }
    }
    path.finish()
}

fn stroke(width: f32) -> Stroke {
    Stroke { width, line_join: LineJoin::Round, ..Stroke::default() }
}

fn paint(color: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(color.red, color.green, color.blue, 255);
    paint
}

/// Collects outlines of letters, which are drawn upwards from their origin.
struct GlyphPen {
    path: PathBuilder,
    origin: Point,
}

impl GlyphPen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.origin.x + x, self.origin.y - y)
    }
}

impl OutlinePen for GlyphPen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let ((cx, cy), (x, y)) = (self.at(cx, cy), self.at(x, y));
        self.path.quad_to(cx, cy, x, y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let ((cx0, cy0), (cx1, cy1), (x, y)) = (self.at(cx0, cy0), self.at(cx1, cy1), self.at(x, y));
        self.path.cubic_to(cx0, cy0, cx1, cy1, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
