//! Whatever a report holds, everything has a place of its own on the page, and both files show it.
//!
//! `PAYDESK_PRINT_INTO=<folder> cargo test -p paydesk-print` writes all pages of these tests into a folder.

use std::path::PathBuf;

use paydesk_domain::report_page::ReportPage;
use paydesk_print::{Color, Drawing, PAGE_HEIGHT, PAGE_WIDTH, PageRect, PageText, Primitive, drawing, pdf};

use super::{example, hard_pages, pdf_text};

/// The margins of the page; only the labels of charts may come nearer to its edges.
const MARGINS: PageRect = PageRect { left: 84.0, top: 60.0, right: 1_156.0, bottom: 1_702.0 };

/// The example and all hard pages.
fn pages() -> Vec<(&'static str, ReportPage)> {
    [vec![("report", example::week())], hard_pages::all()].concat()
}

fn lines_of(drawing: &Drawing) -> Vec<&str> {
    drawing.texts().map(|text| text.text.as_str()).collect()
}

#[test]
fn everything_is_within_the_margins_of_the_page() {
    for (name, page) in pages() {
        for primitive in drawing(&page).unwrap().primitives {
            let bounds = primitive.bounds();
            // Rounding of widths.
            let margins = PageRect { left: MARGINS.left - 0.1, right: MARGINS.right + 0.1, ..MARGINS };
            assert!(margins.contains(&bounds), "{name}: {primitive:?} is at {bounds:?}");
        }
    }
}

#[test]
fn no_two_texts_are_on_each_other() {
    for (name, page) in pages() {
        let drawing = drawing(&page).unwrap();
        let texts: Vec<&PageText> = drawing.texts().collect();
        for (index, text) in texts.iter().enumerate() {
            for other in &texts[index + 1..] {
                // Runs of one line touch.
                let (bounds, other_bounds) = (inner(text), inner(other));
                assert!(!bounds.overlaps(&other_bounds), "{name}: {:?} and {:?}", text.text, other.text);
            }
        }
    }
}

fn inner(text: &PageText) -> PageRect {
    let bounds = text.bounds();
    PageRect { left: bounds.left + 0.1, right: bounds.right - 0.1, ..bounds }
}

#[test]
fn no_text_is_on_a_bar() {
    /// The line below the title is as thick.
    const THICKEST_LINE: f32 = 2.0;
    for (name, page) in pages() {
        let drawing = drawing(&page).unwrap();
        let bars = drawing.primitives.iter().filter_map(|primitive| match primitive {
            // Paper and the place of a plot are lighter.
            Primitive::Rect { rect, color } if color.red < 0xf0 && rect.height() > THICKEST_LINE => Some(*rect),
            Primitive::Rect { .. }
            | Primitive::DashedLine { .. }
            | Primitive::Polyline { .. }
            | Primitive::Circle { .. }
            | Primitive::Text(_) => None,
        });
        let bars: Vec<PageRect> = bars.collect();
        for text in drawing.texts() {
            // Figures and capitals, without what reaches below the line.
            let figures = PageRect { top: text.baseline - 0.7 * text.size, bottom: text.baseline, ..text.bounds() };
            let covered = bars.iter().find(|bar| bar.overlaps(&figures));
            assert!(covered.is_none(), "{name}: {text:?} is on {covered:?}");
        }
    }
}

#[test]
fn a_page_says_all_that_its_report_says() {
    let page = example::week();
    let drawing = drawing(&page).unwrap();
    let said = drawing.texts().map(|text| text.text.as_str()).collect::<Vec<_>>().join(" ").replace("  ", " ");
    let sentences = page.sentences.iter().flat_map(|sentence| [&sentence.statement, &sentence.proof]);
    let definitions = page.definitions.iter().map(|(_, meaning)| meaning);
    let cells =
        page.tables.iter().flat_map(|table| table.rows.iter().flatten()).flat_map(|cell| [&cell.text, &cell.unit]);
    let legends = page.charts.iter().flat_map(|chart| chart.legend.iter().map(|(_, meaning)| meaning));
    let titles = page.charts.iter().map(|chart| &chart.title).chain(page.tables.iter().map(|table| &table.title));
    for text in sentences.chain(definitions).chain(cells).chain(legends).chain(titles).chain(&page.about) {
        assert!(said.contains(text.as_str()), "{text:?} is not in {said}");
    }
    for label in ["8", "1.5", "1.2%", "Your limit: 0.9%", "17", "3 before", "12 of 12", "2 of 31", "W36", "W47", "30"] {
        assert!(lines_of(&drawing).contains(&label), "{label} is not in {said}");
    }
}

#[test]
fn the_texts_of_the_pdf_are_read_back_in_order() {
    for (name, page) in pages() {
        let bytes = pdf(&page).unwrap();
        assert!(bytes.starts_with(b"%PDF-") && bytes.trim_ascii_end().ends_with(b"%%EOF"), "{name}");
        assert!(bytes.len() < 300_000, "{name}: {} bytes", bytes.len());
        if !lines_of(&drawing(&page).unwrap()).is_empty() {
            assert_eq!(pdf_text::texts(&bytes), lines_of(&drawing(&page).unwrap()), "{name}");
        }
    }
    let bytes = pdf(&example::week()).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains("/Title (Disputes, week 47)") && text.contains("/Count 1\n"));
    assert!(text.contains("/MediaBox [0 0 595.2 841.92]"));
}

#[test]
fn a_character_that_no_typeface_has_is_printed_as_its_code_point() {
    let (_, foreign) = hard_pages::all().into_iter().find(|(name, _)| *name == "foreign").unwrap();
    let drawing = drawing(&foreign).unwrap();
    let lines = lines_of(&drawing);
    assert!(lines.contains(&"‹U+7EA0›‹U+7EB7›, week 47 ‹U+1F600›"), "{lines:?}");
    assert!(lines.contains(&"Ελληνικά · Български · Türkçe") && lines.contains(&"two lines and a    tab"), "{lines:?}");
}

#[test]
fn a_table_that_does_not_fit_says_how_many_rows_are_missing_and_definitions_keep_their_place() {
    let (_, page) = hard_pages::all().into_iter().find(|(name, _)| *name == "more-than-a-page").unwrap();
    let drawing = drawing(&page).unwrap();
    let lines = lines_of(&drawing);
    let row = |text: &&&str| text.ends_with(",243.00");
    let rows = lines.iter().filter(row).count();
    let missing: usize =
        lines.iter().filter_map(|text| text.strip_prefix("and ")?.strip_suffix(" more")?.parse::<usize>().ok()).sum();
    assert!(missing > 0 && rows > 0, "{lines:?}");
    assert!(lines.iter().any(|text| text.starts_with("the dispute list of the service")), "{lines:?}");
    let (_, whole) = hard_pages::all().into_iter().find(|(name, _)| *name == "twelve-rows").unwrap();
    let drawing = paydesk_print::drawing(&whole).unwrap();
    assert!(!lines_of(&drawing).iter().any(|text| text.starts_with("and ")), "twice twelve rows have their place");
}

#[test]
fn nothing_is_shortened_where_there_is_room() {
    const WITH_LONG_TEXTS: [&str; 4] = ["huge-amounts", "long-names", "more-than-a-page", "no-plots"];
    for (name, page) in pages().into_iter().filter(|(name, _)| !WITH_LONG_TEXTS.contains(name)) {
        let drawing = drawing(&page).unwrap();
        let cut: Vec<&str> = lines_of(&drawing).into_iter().filter(|text| text.contains('…')).collect();
        assert_eq!(cut, [""; 0], "{name}");
    }
    let (_, huge) = hard_pages::all().into_iter().find(|(name, _)| *name == "huge-amounts").unwrap();
    let drawing = drawing(&huge).unwrap();
    let amounts = lines_of(&drawing).into_iter().filter(|text| text.ends_with("123,456,789,012.00")).count();
    assert_eq!(amounts, 5 * 5 + 1, "an amount is never shortened");
}

/// A picture of three bytes for each pixel.
struct Pixels {
    width: usize,
    bytes: Vec<u8>,
}

impl Pixels {
    fn decode(bytes: &[u8]) -> Self {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!([info.width, info.height], [PAGE_WIDTH as u32, PAGE_HEIGHT as u32]);
        Self { width: info.width as usize, bytes: pixels }
    }

    fn at(&self, x: f32, y: f32) -> [u8; 3] {
        let from = 3 * (y as usize * self.width + x as usize);
        self.bytes[from..from + 3].try_into().unwrap()
    }

    /// Whether any pixel of an area is nearly of a colour.
    fn has(&self, area: &PageRect, color: Color) -> bool {
        let rows = area.top as u32..=area.bottom as u32;
        rows.flat_map(|y| (area.left as u32..=area.right as u32).map(move |x| self.at(x as f32, y as f32)))
            .any(|pixel| pixel.iter().zip(rgb(color)).all(|(a, b)| a.abs_diff(b) < 60))
    }
}

fn rgb(color: Color) -> [u8; 3] {
    [color.red, color.green, color.blue]
}

#[test]
fn a_picture_shows_all_that_is_drawn() {
    let page = example::week();
    let (drawing, picture) = (drawing(&page).unwrap(), Pixels::decode(&paydesk_print::png(&page).unwrap()));
    for (index, primitive) in drawing.primitives.iter().enumerate() {
        let bounds = primitive.bounds();
        match primitive {
            Primitive::Rect { rect, color } => {
                let [x, y] = [(rect.left + rect.right) / 2.0, (rect.top + rect.bottom) / 2.0];
                let later = drawing.primitives[index + 1..].iter();
                let is_covered = later.map(Primitive::bounds).any(|other| other.overlaps(rect));
                assert!(is_covered || picture.at(x, y) == rgb(*color), "{primitive:?}: {:?}", picture.at(x, y));
            }
            Primitive::Text(PageText { color, .. })
            | Primitive::DashedLine { color, .. }
            | Primitive::Polyline { color, .. }
            | Primitive::Circle { color, .. } => assert!(picture.has(&bounds, *color), "{primitive:?}"),
        }
    }
    assert_eq!(picture.at(0.0, 0.0), [255; 3]);
}

#[test]
fn a_picture_is_an_a4_page_of_150_dots_per_inch() {
    let folder = std::env::var_os("PAYDESK_PRINT_INTO").map(PathBuf::from);
    // A picture takes half a second where nothing is optimised.
    let count = if folder.is_some() { usize::MAX } else { 2 };
    for (name, page) in pages().into_iter().take(count) {
        let bytes = paydesk_print::png(&page).unwrap();
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!([number(16), number(20)], [PAGE_WIDTH as u32, PAGE_HEIGHT as u32], "{name}");
        let resolution = bytes.windows(4).position(|part| part == b"pHYs").unwrap();
        assert_eq!([number(resolution + 4), number(resolution + 8)], [5_906; 2], "{name}: pixels in a meter");
        if let Some(folder) = &folder {
            std::fs::create_dir_all(folder).unwrap();
            std::fs::write(folder.join(format!("{name}.png")), bytes).unwrap();
            std::fs::write(folder.join(format!("{name}.pdf")), pdf(&page).unwrap()).unwrap();
        }
    }
}
