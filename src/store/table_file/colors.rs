//! Colours of a workbook: by their parts, by their place in its palette, or as one of its theme with more or less light.

use quick_xml::events::BytesStart;

use super::xml::attribute;

/// Red, green and blue.
pub(super) type Rgb = [u8; 3];

pub(super) const WHITE: Rgb = [u8::MAX; 3];
/// Of characters, where nothing else says.
pub(super) const BLACK: Rgb = [0; 3];

/// A colour as an element of a workbook names it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum NamedColor {
    Rgb(Rgb),
    /// By its place in the palette.
    Indexed(usize),
    /// By its place in the theme, with so much more light, or less.
    Theme(usize, f32),
}

impl NamedColor {
    /// The colour of an element; `None` where its program chooses.
    pub(super) fn of(element: &BytesStart<'_>) -> Option<Self> {
        let number = |name| attribute(element, name).and_then(|number| number.parse().ok());
        if let Some(place) = number("theme") {
            let tint = attribute(element, "tint").and_then(|tint| tint.parse().ok());
            return Some(Self::Theme(place, tint.unwrap_or_default()));
        }
        let indexed = || number("indexed").map(Self::Indexed);
        attribute(element, "rgb").and_then(|hex| rgb(&hex)).map(Self::Rgb).or_else(indexed)
    }
}

/// The last six digits.
fn rgb(hex: &str) -> Option<Rgb> {
    let number = u32::from_str_radix(hex.get(hex.len().checked_sub(6)?..)?, 16).ok()?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some([red, green, blue])
}

/// Whether characters of one colour cannot be told from the other.
pub(super) fn is_alike(one: Rgb, other: Rgb) -> bool {
    const SEEN_APART: u8 = 16;
    one.iter().zip(other).all(|(one, other)| one.abs_diff(other) < SEEN_APART)
}

/// The colours that a workbook names by their places.
#[derive(Debug, Default)]
pub(super) struct Palette {
    /// Of its own; where it has none, those of all workbooks.
    indexed: Vec<Rgb>,
    theme: Vec<Rgb>,
}

impl Palette {
    /// Takes an element of the styles that names a colour of the palette.
    pub(super) fn take_indexed(&mut self, element: &BytesStart<'_>) {
        self.indexed.push(attribute(element, "rgb").and_then(|hex| rgb(&hex)).unwrap_or(BLACK));
    }

    /// Takes an element of the theme, whose colours come in this order.
    pub(super) fn take_theme(&mut self, name: &str, element: &BytesStart<'_>) {
        const COLORS: usize = 12;
        let value = match name {
            "srgbClr" => attribute(element, "val"),
            "sysClr" => attribute(element, "lastClr"),
            _ => return,
        };
        if self.theme.len() < COLORS {
            self.theme.push(value.and_then(|hex| rgb(&hex)).unwrap_or(BLACK));
        }
    }

    /// The colour; `None` where the workbook does not say.
    pub(super) fn rgb(&self, color: NamedColor) -> Option<Rgb> {
        match color {
            NamedColor::Rgb(rgb) => Some(rgb),
            NamedColor::Indexed(place) => self.indexed(place),
            NamedColor::Theme(place, tint) => self.of_theme(place).map(|rgb| rgb.map(|part| tinted(part, tint))),
        }
    }

    fn indexed(&self, place: usize) -> Option<Rgb> {
        const CHARACTERS: usize = 64;
        const PAPER: usize = 65;
        let usual = || {
            // The first eight are there twice.
            let place = if place < 8 { place + 8 } else { place };
            let [_, red, green, blue] = USUAL.get(place.checked_sub(8)?)?.to_be_bytes();
            Some([red, green, blue])
        };
        match place {
            CHARACTERS => Some(BLACK),
            PAPER => Some(WHITE),
            place => self.indexed.get(place).copied().or_else(usual),
        }
    }

    /// The theme has black and white, and dark and light, in the other order.
    fn of_theme(&self, place: usize) -> Option<Rgb> {
        let known = if place < 4 { place ^ 1 } else { place };
        let usual = [WHITE, BLACK].get(place).copied();
        self.theme.get(known).copied().or(usual)
    }
}

/// A part of a colour with more light, or with less below zero.
fn tinted(part: u8, tint: f32) -> u8 {
    let part = f32::from(part);
    let light = if tint < 0.0 { part * (1.0 + tint) } else { part + (f32::from(u8::MAX) - part) * tint };
    light.round().clamp(0.0, f32::from(u8::MAX)) as u8
}

/// The palette of workbooks without their own, from the ninth colour on (ECMA-376, part 1, 18.8.27).
const USUAL: [u32; 56] = [
    0x00_0000, 0xFF_FFFF, 0xFF_0000, 0x00_FF00, 0x00_00FF, 0xFF_FF00, 0xFF_00FF, 0x00_FFFF, 0x80_0000, 0x00_8000,
    0x00_0080, 0x80_8000, 0x80_0080, 0x00_8080, 0xC0_C0C0, 0x80_8080, 0x99_99FF, 0x99_3366, 0xFF_FFCC, 0xCC_FFFF,
    0x66_0066, 0xFF_8080, 0x00_66CC, 0xCC_CCFF, 0x00_0080, 0xFF_00FF, 0xFF_FF00, 0x00_FFFF, 0x80_0080, 0x80_0000,
    0x00_8080, 0x00_00FF, 0x00_CCFF, 0xCC_FFFF, 0xCC_FFCC, 0xFF_FF99, 0x99_CCFF, 0xFF_99CC, 0xCC_99FF, 0xFF_CC99,
    0x33_66FF, 0x33_CCCC, 0x99_CC00, 0xFF_CC00, 0xFF_9900, 0xFF_6600, 0x66_6699, 0x96_9696, 0x00_3366, 0x33_9966,
    0x00_3300, 0x33_3300, 0x99_3300, 0x99_3366, 0x33_3399, 0x33_3333,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_known_by_their_place_in_palette_and_theme() {
        let palette = Palette::default();
        for (color, expected) in [
            (NamedColor::Indexed(9), Some(WHITE)),
            (NamedColor::Indexed(1), Some(WHITE)),
            (NamedColor::Indexed(10), Some([255, 0, 0])),
            (NamedColor::Indexed(64), Some(BLACK)),
            (NamedColor::Indexed(65), Some(WHITE)),
            (NamedColor::Indexed(99), None),
            (NamedColor::Theme(0, 0.0), Some(WHITE)),
            (NamedColor::Theme(0, -0.5), Some([128; 3])),
            (NamedColor::Theme(1, 1.0), Some(WHITE)),
            (NamedColor::Theme(9, 0.0), None),
        ] {
            assert_eq!(palette.rgb(color), expected, "{color:?}");
        }
        let own = Palette { indexed: vec![WHITE; 64], theme: vec![[1; 3], [2; 3], [3; 3], [4; 3], [5; 3]] };
        assert_eq!(own.rgb(NamedColor::Indexed(20)), Some(WHITE));
        let theme: Vec<Option<Rgb>> = (0..5).map(|place| own.rgb(NamedColor::Theme(place, 0.0))).collect();
        assert_eq!(theme, [2, 1, 4, 3, 5].map(|part| Some([part; 3])));
    }
}
