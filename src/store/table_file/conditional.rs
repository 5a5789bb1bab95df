//! Conditional formats of a workbook that may strike a cell through, or show its number as another one or not at all.
//! Whether a condition is met is not worked out.

use std::ops::RangeInclusive;

use quick_xml::events::BytesStart;

use super::colors::{BLACK, NamedColor, Palette, is_alike};
use super::conditional_look::ConditionalLook;
use super::line_ranges::{LineRanges, lines_of};
use super::styles::Styles;
use super::xml::attribute;

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
    pub(super) fn take(&mut self, name: &str, element: &BytesStart<'_>, styles: &Styles) {
        match name {
            "conditionalFormatting" => {
                self.end(&styles.palette);
                self.is_scale = false;
                self.cells = attribute(element, "sqref").unwrap_or_default();
            }
            "cfRule" => {
                let number = attribute(element, "dxfId").and_then(|number| number.parse().ok());
                self.is_altering |= number.is_some_and(|number| styles.alters(number));
            }
            // Bars and icons may stand in place of the number.
            "dataBar" | "iconSet" => {
                self.is_altering |=
                    attribute(element, "showValue").is_some_and(|value| matches!(&*value, "0" | "false"));
            }
            "colorScale" => self.is_scale = true,
            "color" if self.is_scale => {
                let rgb = NamedColor::of(element).and_then(|color| styles.palette.rgb(color));
                self.is_altering |= rgb.is_some_and(|rgb| is_alike(rgb, BLACK));
            }
            "dxf" => self.end_look(&styles.palette),
            _ => self.look.take(name, element),
        }
    }

    /// Takes cells that an element names, with blanks between their ranges.
    pub(super) fn take_cells(&mut self, cells: &str) {
        self.cells.push(' ');
        self.cells.push_str(cells);
    }

    fn end_look(&mut self, palette: &Palette) {
        self.is_altering |= std::mem::take(&mut self.look).alters(palette);
    }

    /// Ends what was read of one condition.
    fn end(&mut self, palette: &Palette) {
        self.end_look(palette);
        let cells = std::mem::take(&mut self.cells);
        if std::mem::take(&mut self.is_altering) {
            self.lines.extend(cells.split_whitespace().map(lines_of));
        }
    }

    /// The lines that a condition may alter, with those of `tables` that their style may alter.
    pub(super) fn into_lines(mut self, tables: Vec<RangeInclusive<u32>>, palette: &Palette) -> LineRanges {
        self.end(palette);
        self.lines.extend(tables);
        LineRanges::of(self.lines)
    }
}
