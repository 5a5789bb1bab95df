//! Writes a drawing as a PDF of one A4 page.

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Finish as _, Name, Pdf, Rect, Ref, TextStr};

use super::drawing::{Color, Drawing, PAGE_HEIGHT, PAGE_WIDTH, PageText, Point, Primitive};
use super::typefaces::Typefaces;

/// Points of a PDF, 72 to the inch, in one pixel of the page.
const POINTS_PER_PIXEL: f32 = 72.0 / 150.0;
/// Distance of the control points of a quarter circle, as a part of its radius.
const QUARTER: f32 = 0.552_285;

/// Returns the bytes of the file; `None` if a typeface cannot be cut to what was used of it.
pub fn write(drawing: &Drawing, title: &str, typefaces: &mut Typefaces) -> Option<Vec<u8>> {
    let content = content(drawing, typefaces);
    let mut next = 0;
    let mut new_ref = || {
        next += 1;
        Ref::new(next)
    };
    let [catalog, tree, info, page_id, stream] = std::array::from_fn(|_| new_ref());
    let mut pdf = Pdf::new();
    let fonts: Vec<(Name<'_>, Ref)> = typefaces.write(&mut pdf, &mut new_ref)?;
    let mut root = pdf.catalog(catalog);
    root.pages(tree).lang(TextStr("en"));
    root.viewer_preferences().display_doc_title(true);
    root.finish();
    pdf.document_info(info).title(TextStr(title)).producer(TextStr("Paydesk"));
    pdf.pages(tree).kids([page_id]).count(1);
    let mut page = pdf.page(page_id);
    page.media_box(Rect::new(0.0, 0.0, PAGE_WIDTH * POINTS_PER_PIXEL, PAGE_HEIGHT * POINTS_PER_PIXEL));
    page.parent(tree).contents(stream);
    page.resources().fonts().pairs(fonts);
    page.finish();
    pdf.stream(stream, &content.finish());
    Some(pdf.finish())
}

fn content(drawing: &Drawing, typefaces: &mut Typefaces) -> Content {
    let mut content = Content::new();
    // From here on, as in the drawing: pixels, downwards.
    content.transform([POINTS_PER_PIXEL, 0.0, 0.0, -POINTS_PER_PIXEL, 0.0, PAGE_HEIGHT * POINTS_PER_PIXEL]);
    content.set_line_join(LineJoinStyle::RoundJoin);
    drawing.primitives.iter().for_each(|primitive| write_primitive(&mut content, primitive, typefaces));
    content
}

fn write_primitive(content: &mut Content, primitive: &Primitive, typefaces: &mut Typefaces) {
    match primitive {
        Primitive::Rect { rect, color } => {
            fill_color(content, *color);
            content.rect(rect.left, rect.top, rect.width(), rect.height()).fill_nonzero();
        }
        Primitive::DashedLine { points, width, color } => {
            stroke(content, *width, *color);
            content.set_dash_pattern(Primitive::DASHES, 0.0);
            path(content, points).stroke();
            content.set_dash_pattern([], 0.0);
        }
        Primitive::Polyline { points, width, color } => {
            stroke(content, *width, *color);
            content.set_line_cap(LineCapStyle::RoundCap);
            path(content, points).stroke();
            content.set_line_cap(LineCapStyle::ButtCap);
        }
        Primitive::Circle { center, radius, color } => {
            fill_color(content, *color);
            write_circle(content, *center, *radius);
        }
        Primitive::Text(text) => write_text(content, text, typefaces),
    }
}

fn write_circle(content: &mut Content, Point { x, y }: Point, radius: f32) {
    let near = radius * QUARTER;
    content.move_to(x + radius, y);
    content.cubic_to(x + radius, y + near, x + near, y + radius, x, y + radius);
    content.cubic_to(x - near, y + radius, x - radius, y + near, x - radius, y);
    content.cubic_to(x - radius, y - near, x - near, y - radius, x, y - radius);
    content.cubic_to(x + near, y - radius, x + radius, y - near, x + radius, y);
    content.close_path().fill_nonzero();
}

fn write_text(content: &mut Content, text: &PageText, typefaces: &mut Typefaces) {
    fill_color(content, text.color);
    // Letters stand upright although the page is turned over.
    content.begin_text().set_text_matrix([1.0, 0.0, 0.0, -1.0, text.left, text.baseline]);
    typefaces.show(content, &text.text, text.weight, text.size);
    content.end_text();
}

fn path<'c>(content: &'c mut Content, points: &[Point]) -> &'c mut Content {
    for (index, point) in points.iter().enumerate() {
        if index == 0 {
            content.move_to(point.x, point.y);
        } else {
            content.line_to(point.x, point.y);
        }
    }
    content
}

fn stroke(content: &mut Content, width: f32, color: Color) {
    let [red, green, blue] = shares(color);
    content.set_line_width(width).set_stroke_rgb(red, green, blue);
}

fn fill_color(content: &mut Content, color: Color) {
    let [red, green, blue] = shares(color);
    content.set_fill_rgb(red, green, blue);
}

fn shares(color: Color) -> [f32; 3] {
    [color.red, color.green, color.blue].map(|part| f32::from(part) / 255.0)
}
