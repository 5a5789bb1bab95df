//! Conditional formats of a workbook that may strike a cell through, or show its number as another one or not at all.
//! Whether a condition is met is not worked out.

use std::ops::RangeInclusive;

use quick_xml::events::BytesStart;

use super::hidden::{attribute, is_on};
use super::line_ranges::{LineRanges, lines_of};

/// What a format of a condition changes, as it is read.
#[derive(Debug)]
struct ConditionalLook {
    is_font: bool,
    is_struck: bool,
    has_number_format: bool,
    font: Option<Rgb>,
    /// White where nothing else says.
    fill: Option<Rgb>,
}

impl Default for ConditionalLook {
    fn default() -> Self {
        Self { is_font: false, is_struck: false, has_number_format: false, font: None, fill: Some(WHITE) }
    }
}

impl ConditionalLook {
    fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "font" => self.is_font = true,
            "fill" => (self.is_font, self.fill) = (false, None),
            "border" => self.is_font = false,
            "strike" => self.is_struck |= is_on(element),
            "numFmt" => (self.is_font, self.has_number_format) = (false, true),
            "color" if self.is_font => self.font = rgb(element),
            "bgColor" => self.fill = rgb(element),
            _ => {}
        }
    }

    /// Whether what a person sees is no longer what is stored. White on another colour can be read.
    fn alters(&self) -> bool {
        let is_unseen = self.fill.is_some_and(|fill| is_alike(self.font.unwrap_or(BLACK), fill));
        self.is_struck || self.has_number_format || is_unseen
    }
}

/// Red, green and blue.
type Rgb = [u8; 3];

const WHITE: Rgb = [u8::MAX; 3];
/// Of characters, where nothing else says.
const BLACK: Rgb = [0; 3];

/// The colour, unless it is one of the theme other than its first, which is that of the paper.
fn rgb(color: &BytesStart<'_>) -> Option<Rgb> {
    if let Some(theme) = attribute(color, "theme") {
        return (theme == "0").then_some(WHITE);
    }
    let hex = attribute(color, "rgb")?;
    let number = u32::from_str_radix(hex.get(hex.len().checked_sub(6)?..)?, 16).ok()?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some([red, green, blue])
}

/// Whether characters of one colour cannot be told from the other.
pub(super) fn is_alike(one: Rgb, other: Rgb) -> bool {
    const SEEN_APART: u8 = 16;
    one.iter().zip(other).all(|(one, other)| one.abs_diff(other) < SEEN_APART)
}

pub(super) fn is_white(color: &BytesStart<'_>) -> bool {
    rgb(color).is_some_and(|rgb| is_alike(rgb, WHITE))
}

/// The formats that conditions of the workbook name by their number.
#[derive(Debug, Default)]
pub(super) struct ConditionalFormats {
    is_in_list: bool,
    looks: Vec<ConditionalLook>,
}

impl ConditionalFormats {
    /// Takes an element of the styles.
    pub(super) fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "dxfs" => self.is_in_list = self.looks.is_empty(),
            "tableStyles" | "colors" | "extLst" => self.is_in_list = false,
            "dxf" if self.is_in_list => self.looks.push(ConditionalLook::default()),
            _ if self.is_in_list => self.looks.last_mut().into_iter().for_each(|look| look.take(name, element)),
            _ => {}
        }
    }

    fn alters(&self, number: usize) -> bool {
        self.looks.get(number).is_some_and(ConditionalLook::alters)
    }
}

/// The conditions of a sheet, as they are read.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    /// The lines that one of them may alter.
    lines: Vec<RangeInclusive<u32>>,
    cells: String,
    is_altering: bool,
    /// Cells are painted by their numbers.
    is_scale: bool,
    /// Of a format that stands in the sheet.
    look: ConditionalLook,
}

impl Conditions {
    /// Takes an element of the sheet, in newer parts of which formats stand beside their conditions.
    pub(super) fn take(&mut self, name: &str, element: &BytesStart<'_>, formats: &ConditionalFormats) {
        match name {
            "conditionalFormatting" => {
                self.end();
                self.is_scale = false;
                self.cells = attribute(element, "sqref").unwrap_or_default();
            }
            "cfRule" => {
                let number = attribute(element, "dxfId").and_then(|number| number.parse().ok());
                self.is_altering |= number.is_some_and(|number| formats.alters(number));
            }
            // Bars and icons may stand in place of the number.
            "dataBar" | "iconSet" => {
                self.is_altering |=
                    attribute(element, "showValue").is_some_and(|value| matches!(&*value, "0" | "false"));
            }
            "colorScale" => self.is_scale = true,
            "color" if self.is_scale => self.is_altering |= rgb(element).is_some_and(|rgb| is_alike(rgb, BLACK)),
            "dxf" => self.end_look(),
            _ => self.look.take(name, element),
        }
    }

    /// Takes cells that an element names, with blanks between their ranges.
    pub(super) fn take_cells(&mut self, cells: &str) {
        self.cells.push(' ');
        self.cells.push_str(cells);
    }

    fn end_look(&mut self) {
        self.is_altering |= std::mem::take(&mut self.look).alters();
    }

    /// Ends what was read of one condition.
    fn end(&mut self) {
        self.end_look();
        let cells = std::mem::take(&mut self.cells);
        if std::mem::take(&mut self.is_altering) {
            self.lines.extend(cells.split_whitespace().map(lines_of));
        }
    }

    pub(super) fn into_lines(mut self) -> LineRanges {
        self.end();
        LineRanges::of(self.lines)
    }
}
