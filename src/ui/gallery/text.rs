//! The texts of the gallery that are not samples.

pub const TITLE: &str = "Paydesk gallery";
pub const TYPE: &str = "Type scale";
pub const COLOURS: &str = "Colours";
pub const PAGES: &str = "Pages";
pub const THEME: &str = "Colour theme";
pub const LIGHT: &str = "Light";
pub const DARK: &str = "Dark";
pub const SIZES: &str = "Sizes";
pub const ON_BANNER: &str = "on banner";

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
