//! The textures of egui: the atlas of its glyphs, and pictures.

use std::collections::HashMap;

use egui::epaint::{ImageData, ImageDelta};
use egui::{TextureFilter, TextureId, TextureOptions, TextureWrapMode};

use super::area::Area;
use super::pixel::{WHITE, channels, packed};

/// Every texture that is in use.
#[derive(Debug, Default)]
pub(super) struct Textures(HashMap<TextureId, Texture>);

impl Textures {
    pub fn get(&self, id: TextureId) -> Option<&Texture> {
        self.0.get(&id)
    }

    /// Takes new texels, and tells which of them look different now.
    pub fn set(&mut self, id: TextureId, delta: &ImageDelta) -> Area {
        let ImageData::Color(image) = &delta.image;
        let texels = || image.pixels.iter().map(|color| packed(*color));
        let Some([left, top]) = delta.pos else {
            let size = image.size;
            self.0.insert(id, Texture { size, texels: texels().collect(), options: delta.options });
            return Area::of_size(size);
        };
        let Some(texture) = self.0.get_mut(&id) else { return Area::EMPTY };
        texture.options = delta.options;
        let mut changed = Area::EMPTY;
        for (index, texel) in texels().enumerate() {
            let (x, y) = (left + index % image.size[0], top + index / image.size[0]);
            if let Some(old) = texture.texel_mut(x, y).filter(|old| **old != texel) {
                *old = texel;
                let (left, top) = (x as i32, y as i32);
                changed = changed.united(Area { left, top, right: left + 1, bottom: top + 1 });
            }
        }
        changed
    }

    pub fn free(&mut self, id: TextureId) {
        self.0.remove(&id);
    }
}

/// One picture.
#[derive(Debug)]
pub(super) struct Texture {
    pub size: [usize; 2],
    texels: Vec<u32>,
    options: TextureOptions,
}

impl Texture {
    fn texel_mut(&mut self, x: usize, y: usize) -> Option<&mut u32> {
        let width = self.size[0];
        (x < width).then(|| self.texels.get_mut(y * width + x)).flatten()
    }

    /// The texels of one row, which must be one of the picture's.
    pub fn row(&self, y: usize) -> &[u32] {
        &self.texels[y * self.size[0]..][..self.size[0]]
    }

    /// A texel, or the one that stands for it outside the picture.
    fn wrapped(&self, x: i32, y: i32) -> u32 {
        let wrap = |at: i32, size: usize| {
            let size = size as i32;
            let at = match self.options.wrap_mode {
                TextureWrapMode::ClampToEdge => at.clamp(0, size - 1),
                TextureWrapMode::Repeat => at.rem_euclid(size),
                TextureWrapMode::MirroredRepeat => {
                    let phase = at.rem_euclid(2 * size);
                    phase.min(2 * size - 1 - phase)
                }
            };
            at as usize
        };
        self.texels[wrap(y, self.size[1]) * self.size[0] + wrap(x, self.size[0])]
    }

    /// The channels at this place, in texels.
    pub fn sample(&self, x: f32, y: f32) -> [f32; 4] {
        if self.texels.is_empty() {
            return channels(WHITE);
        }
        if self.options.magnification == TextureFilter::Nearest {
            return channels(self.wrapped(x.floor() as i32, y.floor() as i32));
        }
        let (x, y) = (x - 0.5, y - 0.5);
        let (left, top) = (x.floor(), y.floor());
        let (right_share, bottom_share) = (x - left, y - top);
        let (left, top) = (left as i32, top as i32);
        let texel = |x: i32, y: i32| channels(self.wrapped(left.saturating_add(x), top.saturating_add(y)));
        let (top_left, top_right, bottom_left, bottom_right) = (texel(0, 0), texel(1, 0), texel(0, 1), texel(1, 1));
        [0, 1, 2, 3].map(|channel| {
            let above = mixed(top_left[channel], top_right[channel], right_share);
            let below = mixed(bottom_left[channel], bottom_right[channel], right_share);
            mixed(above, below, bottom_share)
        })
    }
}

fn mixed(one: f32, other: f32, share: f32) -> f32 {
    one + (other - one) * share
}

#[cfg(test)]
mod tests {
    use egui::{Color32, ColorImage};

    use super::*;

    const ID: TextureId = TextureId::Managed(0);

    fn textures(options: TextureOptions) -> Textures {
        let mut textures = Textures::default();
        let image = ColorImage::new([2, 1], vec![Color32::BLACK, Color32::WHITE]);
        assert_eq!(textures.set(ID, &ImageDelta::full(image, options)), Area::of_size([2, 1]));
        textures
    }

    fn blue_at(textures: &Textures, x: f32) -> f32 {
        textures.get(ID).unwrap().sample(x, 0.5)[0]
    }

    #[test]
    fn between_two_texels_is_a_mixture_of_them() {
        let textures = textures(TextureOptions::LINEAR);
        assert_eq!(
            [0.0, 0.5, 0.75, 1.0, 1.5, 2.0].map(|x| blue_at(&textures, x)),
            [0.0, 0.0, 63.75, 127.5, 255.0, 255.0]
        );
    }

    #[test]
    fn nearest_texels_stay_sharp_and_repeat_as_asked() {
        let at = |options, x| blue_at(&textures(options), x);
        assert_eq!([0.9, 1.1].map(|x| at(TextureOptions::NEAREST, x)), [0.0, 255.0]);
        assert_eq!([-0.5, 2.5].map(|x| at(TextureOptions::NEAREST_REPEAT, x)), [255.0, 0.0]);
        assert_eq!([-0.5, 2.5].map(|x| at(TextureOptions::NEAREST_MIRRORED_REPEAT, x)), [0.0, 255.0]);
    }

    #[test]
    fn a_part_that_is_set_again_tells_only_what_differs() {
        let mut textures = textures(TextureOptions::LINEAR);
        let image = ColorImage::new([2, 1], vec![Color32::BLACK, Color32::RED]);
        let changed = textures.set(ID, &ImageDelta::partial([0, 0], image.clone(), TextureOptions::LINEAR));
        assert_eq!(changed, Area { left: 1, top: 0, right: 2, bottom: 1 });
        assert!(textures.set(ID, &ImageDelta::partial([0, 0], image.clone(), TextureOptions::LINEAR)).is_empty());
        let outside = textures.set(ID, &ImageDelta::partial([2, 7], image, TextureOptions::LINEAR));
        assert!(outside.is_empty(), "what lies outside is left out");
        textures.free(ID);
        assert!(textures.get(ID).is_none());
    }
}
