//! Every colour of Paydesk, as numbers: the only file that writes colours down.
//!
//! The numbers are private; the rest of the program knows only the meanings in [`Tokens`].
//! Contrast is held by a test at the end of this file, not by eye.

use egui::Color32;

use super::tokens::{Tokens, ToneColors};

/// An opaque colour as `0xRRGGBB`.
const fn hex(rgb: u32) -> Color32 {
    Color32::from_rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

const fn tone(text: u32, ground: u32) -> ToneColors {
    ToneColors { text: hex(text), ground: hex(ground) }
}

const BAND_SANDBOX: Color32 = hex(0x0F_6E_67);
const BAND_PRODUCTION: Color32 = hex(0xB4_23_18);
const WHITE: Color32 = hex(0xFF_FF_FF);

/// The tokens of the light theme.
pub(super) static LIGHT: Tokens = Tokens {
    dark: false,
    bg: hex(0xF5_F6_F8),
    surface: WHITE,
    sunken: hex(0xEC_EF_F3),
    hover: hex(0xEF_F1_F5),
    pressed: hex(0xE3_E7_ED),
    raised: WHITE,
    border: hex(0xE0_E4_EA),
    border_strong: hex(0x8A_94_A3),
    text: hex(0x14_17_1F),
    subdued: hex(0x55_60_70),
    faint: hex(0x67_72_82),
    accent: tone(0x34_51_D1, 0xE8_ED_FD),
    accent_hover: hex(0x2B_45_B8),
    accent_pressed: hex(0x23_3A_9E),
    on_accent: WHITE,
    positive: tone(0x0B_6B_42, 0xE1_F4_EA),
    attention: tone(0x85_52_0A, 0xFC_F0_D6),
    danger: tone(0xB3_26_1E, 0xFB_E7_E6),
    info: tone(0x1A_5F_9A, 0xE3_EF_F9),
    neutral: tone(0x55_60_70, 0xE8_EB_F0),
    sandbox_band: BAND_SANDBOX,
    production_band: BAND_PRODUCTION,
    on_band: WHITE,
    selected_row: hex(0xE8_ED_FD),
    focus: hex(0x34_51_D1),
    overlay: Color32::from_black_alpha(90),
    shadow: Color32::from_black_alpha(36),
};

/// The tokens of the dark theme.
pub(super) static DARK: Tokens = Tokens {
    dark: true,
    bg: hex(0x0E_11_16),
    surface: hex(0x15_19_20),
    sunken: hex(0x0A_0D_11),
    hover: hex(0x1D_22_2B),
    pressed: hex(0x26_2C_37),
    raised: hex(0x1B_20_29),
    border: hex(0x25_2B_36),
    border_strong: hex(0x6B_75_85),
    text: hex(0xE9_EC_F2),
    subdued: hex(0xA6_B0_BF),
    faint: hex(0x8B_95_A5),
    accent: tone(0x93_A8_FF, 0x1E_28_50),
    accent_hover: hex(0xA9_BA_FF),
    accent_pressed: hex(0x7F_96_F5),
    on_accent: hex(0x0E_11_16),
    positive: tone(0x63_D6_A0, 0x11_30_1F),
    attention: tone(0xF0_BF_63, 0x33_26_0D),
    danger: tone(0xFF_93_8D, 0x3B_18_1A),
    info: tone(0x82_C3_F6, 0x11_29_3D),
    neutral: tone(0xA6_B0_BF, 0x24_2A_34),
    sandbox_band: BAND_SANDBOX,
    production_band: BAND_PRODUCTION,
    on_band: WHITE,
    selected_row: hex(0x1E_28_50),
    focus: hex(0x93_A8_FF),
    overlay: Color32::from_black_alpha(140),
    shadow: Color32::from_black_alpha(130),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::tokens::Tone;

    /// Relative luminance as WCAG 2 defines it.
    fn luminance(color: Color32) -> f64 {
        let channel = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(color.r()) + 0.7152 * channel(color.g()) + 0.0722 * channel(color.b())
    }

    fn contrast(a: Color32, b: Color32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

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
            for band in [tokens.sandbox_band, tokens.production_band] {
                assert_contrast(4.5, ("on band", tokens.on_band), ("band", band), tokens.dark);
            }
        }
    }

    #[test]
    fn the_focus_ring_and_the_edges_of_controls_stand_out() {
        for tokens in [&LIGHT, &DARK] {
            for ground in grounds(tokens) {
                assert_contrast(3.0, ("focus", tokens.focus), ground, tokens.dark);
            }
            assert_contrast(3.0, ("strong border", tokens.border_strong), ("surface", tokens.surface), tokens.dark);
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
}
