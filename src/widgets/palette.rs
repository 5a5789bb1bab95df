//! Every colour of Paydesk, as numbers: the only file that writes colours down.
//!
//! The numbers are private; the rest of the program knows only the meanings in [`Tokens`].
//! Contrast is held by a test at the end of this file, not by eye.
#![expect(clippy::disallowed_methods, reason = "the one place where colours are written")]

use egui::Color32;

use crate::colors::{Tokens, ToneColors};

/// An opaque colour as `0xRRGGBB`.
const fn hex(rgb: u32) -> Color32 {
    Color32::from_rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

const fn tone(text: u32, ground: u32) -> ToneColors {
    ToneColors { text: hex(text), ground: hex(ground) }
}

const BANNER_SANDBOX: Color32 = hex(0x0F6E67);
const BANNER_PRODUCTION: Color32 = hex(0xB42318);
const WHITE: Color32 = hex(0xFFFFFF);

/// The tokens of the light theme.
pub(super) static LIGHT: Tokens = Tokens {
    dark: false,
    bg: hex(0xF5F6F8),
    surface: WHITE,
    sunken: hex(0xECEFF3),
    hover: hex(0xEFF1F5),
    pressed: hex(0xE3E7ED),
    raised: WHITE,
    border: hex(0xE0E4EA),
    border_strong: hex(0x7F8A99),
    text: hex(0x14171F),
    subdued: hex(0x556070),
    faint: hex(0x616C7C),
    disabled: hex(0x7F8A99),
    accent: tone(0x3451D1, 0xE8EDFD),
    accent_hover: hex(0x2B45B8),
    accent_pressed: hex(0x233A9E),
    on_accent: WHITE,
    positive: tone(0x0B6B42, 0xE1F4EA),
    attention: tone(0x85520A, 0xFCF0D6),
    danger: tone(0xB3261E, 0xFBE7E6),
    info: tone(0x1A5F9A, 0xE3EFF9),
    neutral: tone(0x556070, 0xE8EBF0),
    series: [
        hex(0x3451D1),
        hex(0xE06C00),
        hex(0x007A5A),
        hex(0xC0609A),
        hex(0x2F94D0),
        hex(0x6B5300),
        hex(0x4B2E83),
        hex(0x00343F),
    ],
    series_other: hex(0x4E5863),
    tone_fills: [hex(0x8A94A3), hex(0x3451D1), hex(0x004D2E), hex(0xD38005), hex(0xD43A30), hex(0x2F86D6)],
    sandbox_banner: BANNER_SANDBOX,
    production_banner: BANNER_PRODUCTION,
    on_banner: WHITE,
    banner_hover: Color32::from_black_alpha(56),
    selected_row: hex(0xE8EDFD),
    focus: hex(0x3451D1),
    overlay: Color32::from_black_alpha(90),
    shadow: Color32::from_black_alpha(36),
};

/// The tokens of the dark theme.
pub(super) static DARK: Tokens = Tokens {
    dark: true,
    bg: hex(0x0E1116),
    surface: hex(0x151920),
    sunken: hex(0x0A0D11),
    hover: hex(0x1D222B),
    pressed: hex(0x262C37),
    raised: hex(0x1B2029),
    border: hex(0x252B36),
    border_strong: hex(0x6B7585),
    text: hex(0xE9ECF2),
    subdued: hex(0xA6B0BF),
    faint: hex(0x8B95A5),
    disabled: hex(0x6B7585),
    accent: tone(0x93A8FF, 0x1E2850),
    accent_hover: hex(0xA9BAFF),
    accent_pressed: hex(0x7F96F5),
    on_accent: hex(0x0E1116),
    positive: tone(0x63D6A0, 0x11301F),
    attention: tone(0xF0BF63, 0x33260D),
    danger: tone(0xFF938D, 0x3B181A),
    info: tone(0x82C3F6, 0x11293D),
    neutral: tone(0xA6B0BF, 0x242A34),
    series: [
        hex(0x7F96F5),
        hex(0xF08A3C),
        hex(0x3CD0A4),
        hex(0xD97FB4),
        hex(0x8FD0FF),
        hex(0xF0E68C),
        hex(0x9B59B6),
        hex(0x6E8B3D),
    ],
    series_other: hex(0xD0D4DA),
    tone_fills: [hex(0x6B7686), hex(0x7F96F5), hex(0x63D6A0), hex(0xFFC94D), hex(0xE2483D), hex(0xC4E6FF)],
    sandbox_banner: BANNER_SANDBOX,
    production_banner: BANNER_PRODUCTION,
    on_banner: WHITE,
    banner_hover: Color32::from_black_alpha(56),
    selected_row: hex(0x1E2850),
    focus: hex(0x93A8FF),
    overlay: Color32::from_black_alpha(140),
    shadow: Color32::from_black_alpha(130),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colors::contrast;
    use crate::tokens::Tone;

    fn assert_contrast(least: f64, text: (&str, Color32), ground: (&str, Color32), dark: bool) {
        let theme = if dark { "dark" } else { "light" };
        let found = contrast(text.1, ground.1);
        assert!(found >= least, "{theme}: {} on {} has {found:.2}, needs {least}", text.0, ground.0);
    }

    fn grounds(tokens: &Tokens) -> Vec<(&'static str, Color32)> {
        vec![
            ("bg", tokens.bg),
            ("surface", tokens.surface),
            ("sunken", tokens.sunken),
            ("hover", tokens.hover),
            ("raised", tokens.raised),
            ("selected row", tokens.selected_row),
        ]
    }

    /// Where fields and buttons stand, and what fills them.
    fn control_grounds(tokens: &Tokens) -> Vec<(&'static str, Color32)> {
        grounds(tokens).into_iter().filter(|(name, _)| *name != "selected row").collect()
    }

    #[test]
    fn text_can_be_read_on_every_surface_it_may_stand_on() {
        for tokens in [&LIGHT, &DARK] {
            for ground in grounds(tokens) {
                assert_contrast(4.5, ("text", tokens.text), ground, tokens.dark);
                assert_contrast(4.5, ("subdued", tokens.subdued), ground, tokens.dark);
            }
            assert_contrast(4.5, ("text", tokens.text), ("pressed", tokens.pressed), tokens.dark);
            for ground in [("surface", tokens.surface), ("raised", tokens.raised), ("bg", tokens.bg)] {
                assert_contrast(4.5, ("faint", tokens.faint), ground, tokens.dark);
            }
        }
    }

    #[test]
    fn tones_can_be_read_on_their_own_ground_and_on_every_surface() {
        for tokens in [&LIGHT, &DARK] {
            for tone in Tone::ALL {
                let colors = tokens.tone(tone);
                let text = (tone.word(), colors.text);
                assert_contrast(4.5, text, ("its ground", colors.ground), tokens.dark);
                for ground in grounds(tokens) {
                    assert_contrast(4.5, text, ground, tokens.dark);
                }
            }
        }
    }

    #[test]
    fn filled_things_carry_readable_text() {
        for tokens in [&LIGHT, &DARK] {
            for ground in [tokens.accent.text, tokens.accent_hover, tokens.accent_pressed] {
                assert_contrast(4.5, ("on accent", tokens.on_accent), ("accent", ground), tokens.dark);
            }
            for band in [tokens.sandbox_banner, tokens.production_banner] {
                assert_contrast(4.5, ("on band", tokens.on_banner), ("band", band), tokens.dark);
            }
        }
    }

    #[test]
    fn the_focus_ring_and_the_edges_of_controls_stand_out() {
        for tokens in [&LIGHT, &DARK] {
            for ground in grounds(tokens) {
                assert_contrast(3.0, ("focus", tokens.focus), ground, tokens.dark);
            }
            for ground in control_grounds(tokens) {
                assert_contrast(3.0, ("strong border", tokens.border_strong), ground, tokens.dark);
                assert_contrast(3.0, ("edge under the pointer", tokens.subdued), ground, tokens.dark);
            }
        }
    }

    #[test]
    fn what_cannot_be_used_now_is_readable_and_quieter_than_what_can() {
        for tokens in [&LIGHT, &DARK] {
            for ground in control_grounds(tokens) {
                assert_contrast(3.0, ("disabled", tokens.disabled), ground, tokens.dark);
                for louder in [tokens.text, tokens.subdued, tokens.accent.text, tokens.danger.text] {
                    assert!(contrast(tokens.disabled, ground.1) + 0.5 < contrast(louder, ground.1), "on {}", ground.0);
                }
            }
        }
    }

    #[test]
    fn no_two_tones_look_the_same() {
        for tokens in [&LIGHT, &DARK] {
            for (i, a) in Tone::ALL.iter().enumerate() {
                for b in &Tone::ALL[i + 1..] {
                    assert_ne!(tokens.tone(*a), tokens.tone(*b));
                }
            }
        }
    }

    #[test]
    fn series_of_charts_stand_out_from_every_surface_they_are_drawn_on() {
        for tokens in [&LIGHT, &DARK] {
            for (slot, color) in
                tokens.series.into_iter().chain([tokens.series_other]).chain(tokens.tone_fills).enumerate()
            {
                for ground in [("surface", tokens.surface), ("raised", tokens.raised)] {
                    assert_contrast(3.0, (&format!("series {slot}"), color), ground, tokens.dark);
                }
            }
        }
    }

    /// How linear colours are seen without one kind of cone (Machado, Oliveira and Fernandes, 2009, at full severity).
    const VISIONS: [(&str, [[f64; 3]; 3]); 4] = [
        ("everyone", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        ("protanopia", [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
        ("deuteranopia", [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
        ("tritanopia", [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]]),
    ];

    fn times(matrix: &[[f64; 3]; 3], color: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(color).map(|(factor, part)| factor * part).sum::<f64>())
    }

    /// In Oklab, where equal distances look equally far apart.
    fn oklab(color: Color32, vision: &[[f64; 3]; 3]) -> [f64; 3] {
        let channel = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        let seen = times(vision, [channel(color.r()), channel(color.g()), channel(color.b())]);
        let cones = [[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.6300]];
        let axes = [[0.2105, 0.7936, -0.0041], [1.9780, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]];
        times(&axes, times(&cones, seen.map(|part| part.clamp(0.0, 1.0))).map(f64::cbrt))
    }

    fn assert_told_apart(what: &str, colors: &[Color32], least: f64) {
        for (name, vision) in &VISIONS {
            let seen: Vec<[f64; 3]> = colors.iter().map(|color| oklab(*color, vision)).collect();
            for (i, a) in seen.iter().enumerate() {
                for (j, b) in seen.iter().enumerate().skip(i + 1) {
                    let apart = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                    assert!(apart >= least, "{what} {i} and {j} are {apart:.3} apart for {name}");
                }
            }
        }
    }

    /// All that a chart draws at once: series with the sum of the rest; two series, or statuses, with the period before
    /// one of them; a series with the period before and a goal.
    #[test]
    fn no_two_series_of_a_chart_look_the_same_to_any_kind_of_colour_vision() {
        for tokens in [&LIGHT, &DARK] {
            let [first, second, ..] = tokens.series;
            let goal = tokens.tone_fill(Tone::Attention);
            assert_told_apart("series", &[&tokens.series[..], &[tokens.series_other]].concat(), 0.05);
            assert_told_apart("status", &tokens.tone_fills, 0.09);
            assert_told_apart("status or before", &[&tokens.tone_fills[..], &[tokens.subdued]].concat(), 0.05);
            assert_told_apart("compared", &[first, second, tokens.subdued], 0.05);
            assert_told_apart("with a goal", &[first, tokens.subdued, goal], 0.05);
        }
    }
}
