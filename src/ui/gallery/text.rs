//! The texts of the gallery that are not samples.

pub const TITLE: &str = "Paydesk gallery";
pub const WIDGETS: &str = "Widgets";
pub const TYPE: &str = "Type scale";
pub const SPACE: &str = "Space and size";
pub const COLOURS: &str = "Colours";
pub const PAGES: &str = "Pages";
pub const THEME: &str = "Colour theme";
pub const LIGHT: &str = "Light";
pub const DARK: &str = "Dark";
pub const SAMPLE: &str = "Capture 1,284.10 EUR before Tue 24 Nov, 14:02";
pub const DISTANCES: &str = "Distances";
pub const SIZES: &str = "Sizes";
pub const TONES: &str = "Tones";
pub const ITS_GROUND: &str = "its ground";
pub const ON_ACCENT: &str = "on accent";
pub const ON_BANNER: &str = "on banner";
pub const SURFACES: &str = "Surfaces";

/// A kind of text with what was measured of it, in points.
pub fn measured(kind: &str, size: f32, line: f32) -> String {
    format!("{kind} · {size} pt · line {line:.1} pt")
}

/// A length in points.
pub fn points(name: &str, value: f32) -> String {
    format!("{name} · {value} pt")
}

/// How far a colour stands out; 4.5:1 is needed of text.
pub fn contrast(text: &str, ground: &str, ratio: f64) -> String {
    format!("{text} on {ground} · {ratio:.1}:1")
}
