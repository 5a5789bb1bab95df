//! The styles of a workbook, as far as they hide the characters of a cell: the colours of its font and of what is behind it,
//! the size of the font, and the formats that conditions and tables name.

use quick_xml::events::BytesStart;

use super::colors::{BLACK, NamedColor, Palette, Rgb, WHITE, is_alike};
use super::conditional_look::ConditionalLook;
use super::xml::attribute;

/// Smaller characters cannot be read, in points.
const READABLE_POINTS: f32 = 5.0;

/// What the styles of a workbook say.
#[derive(Debug, Default)]
pub(super) struct Styles {
    section: StyleList,
    pub(super) palette: Palette,
    fonts: Vec<Font>,
    fills: Vec<Fill>,
    /// The font and the fill of each style of cells.
    cells: Vec<(usize, usize)>,
    /// The formats that conditions and tables name by their number.
    looks: Vec<ConditionalLook>,
    /// Styles of tables, with the formats that they have.
    tables: Vec<(String, Vec<usize>)>,
}

/// A list of the styles that is read.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum StyleList {
    #[default]
    Other,
    Fonts,
    Fills,
    Cells,
    Looks,
    Tables,
    Colors,
}

#[derive(Debug, Default)]
struct Font {
    color: Option<NamedColor>,
    size: Option<f32>,
    /// Its characters are no letters and no digits.
    has_symbols: bool,
}

/// What is behind the characters.
#[derive(Debug, Default)]
struct Fill {
    pattern: Option<String>,
    is_gradient: bool,
    front: Option<NamedColor>,
    back: Option<NamedColor>,
    stops: Vec<Option<NamedColor>>,
}

/// The characters of a font that are none of any language, as Windows numbers them.
const SYMBOL_CHARSET: &str = "2";
/// What the names of fonts have in them whose characters are no digits, in small letters.
const SYMBOL_FONTS: [&str; 6] = ["wingdings", "webdings", "dingbats", "symbol", "marlett", "barcode"];

/// Whether the digits of a font with this name look like something else.
pub(super) fn is_symbol_font(name: Option<&str>) -> bool {
    let name = name.unwrap_or_default().to_lowercase();
    // Fonts with symbols for what they have no letters for show digits as digits.
    SYMBOL_FONTS.iter().any(|known| name.contains(known)) && !name.starts_with("segoe ui")
}

/// Whether characters of so many points are too small to be read.
pub(super) fn is_tiny(points: Option<&str>) -> bool {
    points.and_then(|points| points.trim().parse::<f32>().ok()).is_some_and(|points| points < READABLE_POINTS)
}

impl Styles {
    /// Takes an element of the styles.
    pub(super) fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        let section = match name {
            "fonts" => StyleList::Fonts,
            "fills" => StyleList::Fills,
            "cellXfs" if self.cells.is_empty() => StyleList::Cells,
            "dxfs" if self.looks.is_empty() => StyleList::Looks,
            "tableStyles" => StyleList::Tables,
            "colors" => StyleList::Colors,
            "borders" | "cellStyleXfs" | "cellXfs" | "cellStyles" | "dxfs" | "extLst" => StyleList::Other,
            _ => return self.take_of_section(name, element),
        };
        self.section = section;
    }

    fn take_of_section(&mut self, name: &str, element: &BytesStart<'_>) {
        let number = |name| attribute(element, name).and_then(|number| number.parse().ok());
        match (self.section, name) {
            (StyleList::Fonts, "font") => self.fonts.push(Font::default()),
            (StyleList::Fonts, name) => self.fonts.last_mut().into_iter().for_each(|font| font.take(name, element)),
            (StyleList::Fills, "fill") => self.fills.push(Fill::default()),
            (StyleList::Fills, name) => self.fills.last_mut().into_iter().for_each(|fill| fill.take(name, element)),
            (StyleList::Cells, "xf") => {
                self.cells.push((number("fontId").unwrap_or_default(), number("fillId").unwrap_or_default()));
            }
            (StyleList::Looks, "dxf") => self.looks.push(ConditionalLook::default()),
            (StyleList::Looks, name) => self.looks.last_mut().into_iter().for_each(|look| look.take(name, element)),
            (StyleList::Tables, "tableStyle") => {
                self.tables.push((attribute(element, "name").unwrap_or_default(), Vec::new()));
            }
            (StyleList::Tables, "tableStyleElement") => {
                self.tables.last_mut().into_iter().for_each(|(_, looks)| looks.extend(number("dxfId")));
            }
            (StyleList::Colors, "rgbColor") => self.palette.take_indexed(element),
            (StyleList::Cells | StyleList::Tables | StyleList::Colors | StyleList::Other, _) => {}
        }
    }

    /// Whether a format of a condition, by its number, may show something else than what is stored.
    pub(super) fn alters(&self, number: usize) -> bool {
        self.looks.get(number).is_some_and(|look| look.alters(&self.palette))
    }

    /// Whether a style of tables may do so.
    pub(super) fn table_alters(&self, name: &str) -> bool {
        let of_name = self.tables.iter().filter(|(known, _)| known == name);
        of_name.flat_map(|(_, looks)| looks).any(|number| self.alters(*number))
    }

    /// Whether the characters of a cell with this style cannot be seen.
    pub(super) fn hides(&self, style: usize) -> bool {
        let (font, _) = self.cells.get(style).copied().unwrap_or_default();
        let Some(font) = self.fonts.get(font) else { return false };
        font.has_symbols
            || font.size.is_some_and(|size| size < READABLE_POINTS)
            || self.is_ground(style, font.color.and_then(|color| self.palette.rgb(color)).unwrap_or(BLACK))
    }

    /// How large the characters of a cell with this style are, where those that columns are measured in have 1.
    pub(super) fn scale(&self, style: usize) -> f32 {
        let (font, _) = self.cells.get(style).copied().unwrap_or_default();
        let size = |font: usize| self.fonts.get(font).and_then(|font| font.size);
        size(font).zip(size(0)).filter(|(_, usual)| *usual > 0.0).map_or(1.0, |(size, usual)| size / usual)
    }

    /// Whether a part of a text has the colour of the ground of a cell with this style.
    pub(super) fn hides_part(&self, style: usize, colors: &[NamedColor]) -> bool {
        colors.iter().filter_map(|color| self.palette.rgb(*color)).any(|color| self.is_ground(style, color))
    }

    fn is_ground(&self, style: usize, color: Rgb) -> bool {
        let (_, fill) = self.cells.get(style).copied().unwrap_or_default();
        let grounds = self.fills.get(fill).map(|fill| fill.grounds(&self.palette));
        grounds.unwrap_or_else(|| vec![WHITE]).iter().any(|ground| is_alike(color, *ground))
    }
}

impl Font {
    fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "color" => self.color = NamedColor::of(element),
            "sz" => self.size = attribute(element, "val").and_then(|size| size.trim().parse().ok()),
            "name" => self.has_symbols |= is_symbol_font(attribute(element, "val").as_deref()),
            "charset" => self.has_symbols |= attribute(element, "val").as_deref() == Some(SYMBOL_CHARSET),
            _ => {}
        }
    }
}

impl Fill {
    fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "patternFill" => self.pattern = attribute(element, "patternType"),
            "gradientFill" => self.is_gradient = true,
            "fgColor" => self.front = NamedColor::of(element),
            "bgColor" => self.back = NamedColor::of(element),
            "color" => self.stops.push(NamedColor::of(element)),
            _ => {}
        }
    }

    /// The colours behind the characters: of a pattern both, where its dots are dense or have a colour of their own.
    fn grounds(&self, palette: &Palette) -> Vec<Rgb> {
        let rgb = |color: Option<NamedColor>| color.and_then(|color| palette.rgb(color));
        if self.is_gradient {
            return self.stops.iter().filter_map(|stop| rgb(*stop)).collect();
        }
        match self.pattern.as_deref() {
            None | Some("none") => vec![WHITE],
            Some("solid") => vec![rgb(self.front).unwrap_or(WHITE)],
            Some(pattern) => {
                let is_dense = pattern.starts_with("dark") || pattern == "mediumGray";
                let front = rgb(self.front).or_else(|| is_dense.then_some(BLACK));
                front.into_iter().chain([rgb(self.back).unwrap_or(WHITE)]).collect()
            }
        }
    }
}
