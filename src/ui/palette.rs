//! The colour values: the only place where they stand. Their meanings are in [`super::tokens`].

use egui::Color32;

use super::tokens::{Tinted, Tokens};

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const fn tinted(color: u32, ground: u32) -> Tinted {
    Tinted { color: rgb(color), ground: rgb(ground) }
}

static LIGHT: Tokens = Tokens {
    bg: rgb(0xF5F6F8),
    surface: rgb(0xFFFFFF),
    sunken: rgb(0xECEFF3),
    border: rgb(0xE0E4EA),
    text: rgb(0x14171F),
    subdued: rgb(0x556070),
    faint: rgb(0x6B7686),
    accent: tinted(0x3451D1, 0xE8EDFD),
    positive: tinted(0x0B6B42, 0xE1F4EA),
    attention: tinted(0x85520A, 0xFCF0D6),
    danger: tinted(0xB3261E, 0xFBE7E6),
    info: tinted(0x1A5F9A, 0xE3EFF9),
    neutral: tinted(0x556070, 0xECEFF3),
    on_accent: rgb(0xFFFFFF),
    sandbox_band: rgb(0x0F6E67),
    production_band: rgb(0xB42318),
    on_band: rgb(0xFFFFFF),
    backdrop: Color32::from_rgba_premultiplied(10, 12, 16, 110),
    shadow: Color32::from_rgba_premultiplied(0, 0, 0, 36),
};

static DARK: Tokens = Tokens {
    bg: rgb(0x0E1116),
    surface: rgb(0x151920),
    sunken: rgb(0x0A0D11),
    border: rgb(0x252B36),
    text: rgb(0xE9ECF2),
    subdued: rgb(0xA6B0BF),
    faint: rgb(0x8791A1),
    accent: tinted(0x93A8FF, 0x1E2850),
    positive: tinted(0x63D6A0, 0x11301F),
    attention: tinted(0xF0BF63, 0x33260D),
    danger: tinted(0xFF938D, 0x3B181A),
    info: tinted(0x82C3F6, 0x11293D),
    neutral: tinted(0xA6B0BF, 0x1F252F),
    on_accent: rgb(0x0E1116),
    sandbox_band: rgb(0x0F6E67),
    production_band: rgb(0xB42318),
    on_band: rgb(0xFFFFFF),
    backdrop: Color32::from_rgba_premultiplied(0, 0, 0, 150),
    shadow: Color32::from_rgba_premultiplied(0, 0, 0, 120),
};

/// The tokens of the dark or the light theme.
pub fn of(dark: bool) -> &'static Tokens {
    if dark { &DARK } else { &LIGHT }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contrast of two colours as WCAG counts it.
    fn contrast(a: Color32, b: Color32) -> f64 {
        let luminance = |color: Color32| {
            let linear = |channel: u8| {
                let c = f64::from(channel) / 255.0;
                if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b())
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn all_text_is_readable_on_every_surface_it_stands_on() {
        for (theme, t) in [("light", &LIGHT), ("dark", &DARK)] {
            for ground in [t.bg, t.surface, t.sunken] {
                assert!(contrast(t.text, ground) >= 4.5 && contrast(t.subdued, ground) >= 4.5, "{theme}");
                assert!(contrast(t.faint, ground) >= 3.0, "{theme}: faint");
            }
            for tone in [t.accent, t.positive, t.attention, t.danger, t.info, t.neutral] {
                for ground in [tone.ground, t.surface] {
                    assert!(contrast(tone.color, ground) >= 4.5, "{theme}: {tone:?} {}", contrast(tone.color, ground));
                }
            }
            assert!(contrast(t.text, t.accent.ground) >= 4.5 && contrast(t.subdued, t.accent.ground) >= 4.5, "{theme}");
            assert!(contrast(t.on_accent, t.accent.color) >= 4.5, "{theme}");
            assert!(contrast(t.on_band, t.sandbox_band) >= 4.5 && contrast(t.on_band, t.production_band) >= 4.5);
        }
    }
}
