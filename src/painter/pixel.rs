//! One pixel as `0xAARRGGBB`, its colours multiplied by its alpha, in gamma space as egui's.

use egui::Color32;

const TWO_CHANNELS: u32 = 0x00ff_00ff;
const OPAQUE: u32 = 0xff00_0000;
/// Multiplied with it, a colour stays as it is.
pub(super) const WHITE: u32 = u32::MAX;

pub(super) fn packed(color: Color32) -> u32 {
    let [red, green, blue, alpha] = color.to_array();
    u32::from_be_bytes([alpha, red, green, blue])
}

#[expect(clippy::disallowed_methods, reason = "colours that egui chose")]
pub(super) fn unpacked(pixel: u32) -> Color32 {
    let [alpha, red, green, blue] = pixel.to_be_bytes();
    Color32::from_rgba_premultiplied(red, green, blue, alpha)
}

pub(super) fn is_opaque(pixel: u32) -> bool {
    pixel >= OPAQUE
}

/// The channels, blue first.
pub(super) fn channels(pixel: u32) -> [f32; 4] {
    pixel.to_le_bytes().map(f32::from)
}

/// The pixel of these channels, each rounded and kept within 0 to 255.
pub(super) fn from_channels(channels: [f32; 4]) -> u32 {
    u32::from_le_bytes(channels.map(|channel| (channel + 0.5) as u8))
}

/// Each channel times `factor` out of 255, rounded.
#[inline]
pub(super) fn scaled(pixel: u32, factor: u32) -> u32 {
    let even = (pixel & TWO_CHANNELS) * factor + 0x0080_0080;
    let odd = ((pixel >> 8) & TWO_CHANNELS) * factor + 0x0080_0080;
    let even = ((even + ((even >> 8) & TWO_CHANNELS)) >> 8) & TWO_CHANNELS;
    let odd = (odd + ((odd >> 8) & TWO_CHANNELS)) & !TWO_CHANNELS;
    even | odd
}

/// Channel times channel.
#[inline]
pub(super) fn multiplied(color: u32, texel: u32) -> u32 {
    if texel == WHITE {
        return color;
    }
    let [blue, green, red, alpha] = texel.to_le_bytes();
    if blue == green && green == red && red == alpha {
        return scaled(color, alpha.into());
    }
    let product = |one: u8, other: u8| {
        let product = u32::from(one) * u32::from(other) + 128;
        ((product + (product >> 8)) >> 8) as u8
    };
    let color = color.to_le_bytes();
    let texel = texel.to_le_bytes();
    u32::from_le_bytes([0, 1, 2, 3].map(|channel| product(color[channel], texel[channel])))
}

/// What `below` becomes with `above` on it. An alpha less than a colour adds light, as egui's shaders do.
#[inline]
pub(super) fn over(below: u32, above: u32) -> u32 {
    let below = scaled(below, 255 - (above >> 24));
    let even = (below & TWO_CHANNELS) + (above & TWO_CHANNELS);
    let odd = ((below >> 8) & TWO_CHANNELS) + ((above >> 8) & TWO_CHANNELS);
    saturated(even) | (saturated(odd) << 8)
}

/// Two channels of nine bits each, none above 255.
#[inline]
fn saturated(channels: u32) -> u32 {
    let overflow = channels & 0x0100_0100;
    (channels | (overflow - (overflow >> 8))) & TWO_CHANNELS
}

/// Puts one colour on a run of pixels.
#[inline]
pub(super) fn fill(run: &mut [u32], color: u32) {
    if is_opaque(color) {
        run.fill(color);
    } else if color != 0 {
        for pixel in run {
            *pixel = over(*pixel, color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_product_is_rounded_to_the_nearest() {
        for channel in 0..=255_u32 {
            for factor in 0..=255_u32 {
                let exact = (f64::from(channel) * f64::from(factor) / 255.0).round() as u32;
                assert_eq!(scaled(channel * 0x0101_0101, factor), exact * 0x0101_0101, "{channel} × {factor}");
            }
        }
    }

    #[test]
    fn an_opaque_color_replaces_and_a_transparent_one_leaves_what_is_below() {
        assert_eq!(over(0xff12_3456, 0xff65_4321), 0xff65_4321);
        assert_eq!(over(0xff12_3456, 0), 0xff12_3456);
        assert_eq!(over(0xffff_ffff, 0x8080_8080), 0xffff_ffff);
    }

    #[test]
    fn light_is_added_up_to_white_only() {
        assert_eq!(over(0xff80_80f0, 0x0000_9020), 0xff80_ffff);
    }

    #[test]
    fn colors_of_egui_keep_their_channels() {
        assert_eq!(packed(unpacked(0x0401_0203)), 0x0401_0203);
        assert_eq!(unpacked(0x0401_0203).to_array(), [1, 2, 3, 4]);
        assert_eq!(from_channels(channels(0x0401_0203)), 0x0401_0203);
        assert_eq!(from_channels([-3.0, 254.6, 300.0, 0.4]), 0x00ff_ff00);
    }

    #[test]
    fn a_texel_tints_each_channel_by_itself() {
        assert_eq!(multiplied(0xff80_4020, WHITE), 0xff80_4020);
        assert_eq!(multiplied(0xffff_ffff, 0x8080_8080), 0x8080_8080);
        assert_eq!(multiplied(0xff80_ff40, 0xffff_0080), 0xff80_0020);
    }
}
