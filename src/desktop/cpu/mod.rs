//! A painter that needs no graphics card: egui's meshes and textures in, pixels and what changed of them out.
//!
//! It knows nothing of windows and does no I/O. Colours are mixed as egui's shaders mix them: multiplied by their alpha,
//! in gamma space, without dithering.

mod area;
mod damage;
mod item;
mod pixel;
mod raster;
mod texture;
pub(super) mod window;

use egui::epaint::{ClippedPrimitive, Primitive};
use egui::{Color32, ColorImage, TexturesDelta};

pub use area::Area;

use damage::{Drawn, damage};
use item::{Corner, Item, Retextured, items};
use raster::Rows;
use texture::Textures;

/// From so many pixels on, two threads paint them.
const PIXELS_FOR_TWO: usize = 200_000;

/// A picture that is painted again where it changed.
#[derive(Debug, Default)]
pub struct Painter {
    textures: Textures,
    size: [usize; 2],
    pixels: Vec<u32>,
    drawn: Vec<Drawn>,
}

impl Painter {
    /// Paints a frame and returns what may look different now, as areas without common pixels.
    ///
    /// Textures that are free afterwards are taken from `textures` as the others are.
    pub fn paint(
        &mut self,
        size: [usize; 2],
        pixels_per_point: f32,
        primitives: &[ClippedPrimitive],
        textures: &mut TexturesDelta,
    ) -> Vec<Area> {
        let retextured = self.set_textures(textures);
        let window = Area::of_size(size);
        let items = items(primitives, pixels_per_point, window, &retextured);
        let damage = if self.size == size {
            damage(&self.drawn, &items, window)
        } else {
            self.size = size;
            self.pixels = vec![0; window.pixel_count()];
            Some(window).filter(|window| !window.is_empty()).into_iter().collect()
        };
        self.draw(&items, primitives, pixels_per_point, &damage);
        self.drawn.clear();
        self.drawn.extend(items.iter().map(Drawn::from));
        for id in textures.free.drain() {
            self.textures.free(id);
        }
        damage
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [usize; 2] {
        self.size
    }

    /// The picture row by row: `0xAARRGGBB`.
    pub fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    /// The picture for egui.
    pub fn picture(&self) -> ColorImage {
        let pixels: Vec<Color32> = self.pixels.iter().map(|pixel| pixel::unpacked(*pixel)).collect();
        ColorImage::new(self.size, pixels)
    }

    fn set_textures(&mut self, textures: &mut TexturesDelta) -> Vec<Retextured> {
        let mut retextured = Vec::new();
        for (id, deltas) in textures.set.drain() {
            let changed =
                deltas.iter().fold(Area::EMPTY, |changed, delta| changed.united(self.textures.set(id, delta)));
            if let Some(texture) = self.textures.get(id).filter(|_| !changed.is_empty()) {
                retextured.push(Retextured { id, size: texture.size, area: changed });
            }
        }
        retextured
    }

    fn draw(&mut self, items: &[Item], primitives: &[ClippedPrimitive], pixels_per_point: f32, damage: &[Area]) {
        let [width, height] = self.size;
        let frame = Frame { items, primitives, pixels_per_point, textures: &self.textures };
        let split = middle(damage, height);
        if split == 0 || damage.iter().map(|area| area.pixel_count()).sum::<usize>() < PIXELS_FOR_TWO {
            frame.draw(&mut Rows { pixels: &mut self.pixels, width, top: 0 }, damage);
            return;
        }
        let (above, below) = self.pixels.split_at_mut(split * width);
        let mut above = Rows { pixels: above, width, top: 0 };
        let mut below = Rows { pixels: below, width, top: split as i32 };
        let part = |top: usize, bottom: usize| {
            let part = Area { left: 0, top: top as i32, right: width as i32, bottom: bottom as i32 };
            let areas = damage.iter().map(|area| area.intersection(part)).filter(|area| !area.is_empty());
            areas.collect::<Vec<Area>>()
        };
        let (upper, lower) = (part(0, split), part(split, height));
        std::thread::scope(|scope| {
            scope.spawn(|| frame.draw(&mut above, &upper));
            frame.draw(&mut below, &lower);
        });
    }
}

/// The row above which half of the damaged pixels are.
fn middle(damage: &[Area], height: usize) -> usize {
    let total: usize = damage.iter().map(|area| area.pixel_count()).sum();
    let above = |row: usize| {
        let part = |area: &Area| Area { bottom: area.bottom.min(row as i32), ..*area }.pixel_count();
        damage.iter().map(part).sum::<usize>()
    };
    let (mut low, mut high) = (0, height);
    while low < high {
        let row = usize::midpoint(low, high);
        if above(row) < total / 2 {
            low = row + 1;
        } else {
            high = row;
        }
    }
    low
}

/// What is to be drawn.
#[derive(Clone, Copy)]
struct Frame<'a> {
    items: &'a [Item],
    primitives: &'a [ClippedPrimitive],
    pixels_per_point: f32,
    textures: &'a Textures,
}

impl Frame<'_> {
    /// Draws into these areas only, which lie within the rows.
    fn draw(&self, rows: &mut Rows<'_>, areas: &[Area]) {
        for area in areas {
            rows.clear(*area);
        }
        let hull = areas.iter().fold(Area::EMPTY, |hull, area| hull.united(*area));
        let mut corners = Vec::new();
        for item in self.items.iter().filter(|item| item.area.meets(hull)) {
            let mut touched = areas.iter().map(|area| item.area.intersection(*area)).filter(|area| !area.is_empty());
            let Some(first) = touched.next() else { continue };
            let Some(Primitive::Mesh(mesh)) = self.primitives.get(item.primitive).map(|primitive| &primitive.primitive)
            else {
                continue;
            };
            let Some(texture) = self.textures.get(mesh.texture_id) else { continue };
            corners.clear();
            let vertices = mesh.indices[item.indices.clone()].iter().map(|index| &mesh.vertices[*index as usize]);
            corners.extend(vertices.map(|vertex| Corner::new(vertex, self.pixels_per_point)));
            for area in std::iter::once(first).chain(touched) {
                rows.draw(&corners, texture, area);
            }
        }
    }
}
