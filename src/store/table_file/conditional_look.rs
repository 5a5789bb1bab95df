//! What a format of a condition or of a table changes of the characters of a cell.

use quick_xml::events::BytesStart;

use super::colors::{BLACK, NamedColor, Palette, WHITE, is_alike};
use super::xml::is_on;

/// What a format of a condition changes, as it is read.
#[derive(Debug)]
pub(super) struct ConditionalLook {
    is_font: bool,
    is_struck: bool,
    has_number_format: bool,
    font: Option<NamedColor>,
    /// White where nothing else says.
    fill: Option<NamedColor>,
}

impl Default for ConditionalLook {
    fn default() -> Self {
        Self {
            is_font: false,
            is_struck: false,
            has_number_format: false,
            font: None,
            fill: Some(NamedColor::Rgb(WHITE)),
        }
    }
}

impl ConditionalLook {
    pub(super) fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "font" => self.is_font = true,
            "fill" => (self.is_font, self.fill) = (false, None),
            "border" => self.is_font = false,
            "strike" => self.is_struck |= is_on(element),
            "numFmt" => (self.is_font, self.has_number_format) = (false, true),
            "color" if self.is_font => self.font = NamedColor::of(element),
            "bgColor" => self.fill = NamedColor::of(element),
            _ => {}
        }
    }

    /// Whether what a person sees is no longer what is stored. White on another colour can be read.
    pub(super) fn alters(&self, palette: &Palette) -> bool {
        let rgb = |color: Option<NamedColor>| color.and_then(|color| palette.rgb(color));
        let is_unseen = rgb(self.fill).is_some_and(|fill| is_alike(rgb(self.font).unwrap_or(BLACK), fill));
        self.is_struck || self.has_number_format || is_unseen
    }
}
