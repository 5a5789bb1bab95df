//! A painter that needs no graphics card: egui's meshes and textures in, pixels and what changed of them out.
//!
//! [`Painter`] knows nothing of windows and does no I/O; [`surface`] shows in a window what it painted. Colours are mixed as egui's shaders mix them: multiplied by their alpha,
//! in gamma space, without dithering.
#![cfg(feature = "window")]

mod area;
mod damage;
mod item;
mod pixel;
mod raster;
mod scroll;
pub mod surface;
mod texture;

use std::cell::RefCell;
use std::collections::HashMap;

use egui::epaint::{ClippedPrimitive, Primitive};
use egui::{Color32, ColorImage, TexturesDelta};

pub use area::Area;

use item::{Corner, PaintItem, Retextured, items};
use raster::{PixelRows, solid_color};
use scroll::{Difference, Drawn, difference};
use texture::{Texture, Textures};

/// From so many pixels on, two threads paint them.
const PIXELS_FOR_TWO: usize = 200_000;

/// So many colours of areas are remembered.
const SOLIDS: usize = 16;

/// What is painted on.
#[derive(Debug)]
pub struct Canvas<'a> {
    /// Width and height in pixels.
    pub size: [usize; 2],
    /// Row by row: `0xAARRGGBB`.
    pub pixels: &'a mut [u32],
}

impl Canvas<'_> {
    /// What is on it, for egui.
    pub fn picture(&self) -> ColorImage {
        let pixels: Vec<Color32> = self.pixels.iter().map(|pixel| pixel::unpacked(*pixel)).collect();
        ColorImage::new(self.size, pixels)
    }
}

/// Paints frame after frame on a canvas, each only where it differs from the one before.
#[derive(Debug, Default)]
pub struct Painter {
    textures: Textures,
    size: [usize; 2],
    drawn: Vec<Drawn>,
    /// Which looks are the same all over an area, and their colour: what is scrolled stands on the same in every frame.
    solids: HashMap<(u64, Area), Option<u32>>,
}

/// What a frame changed.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Painted {
    /// What may look different now. Areas may share pixels.
    pub changed: Vec<Area>,
    /// How many pixels were painted, and not moved or left as they were.
    pub pixel_count: usize,
}

impl Painter {
    /// Paints a frame. The pixels must be as the last frame left them, unless it is [forgotten](Self::forget) or had
    /// another size.
    ///
    /// Textures that are free afterwards are taken from `textures` as the others are.
    pub fn paint(
        &mut self,
        canvas: &mut Canvas<'_>,
        pixels_per_point: f32,
        primitives: &[ClippedPrimitive],
        textures: &mut TexturesDelta,
    ) -> Painted {
        let size = canvas.size;
        let retextured = self.set_textures(textures);
        if !retextured.is_empty() {
            self.solids.clear();
        }
        let window = Area::of_size(size);
        let items = items(primitives, pixels_per_point, window, &retextured);
        let difference = if self.size == size {
            self.difference(&items, primitives, pixels_per_point)
        } else {
            self.size = size;
            let painted = Some(window).filter(|window| !window.is_empty()).into_iter().collect();
            Difference { moved: None, painted }
        };
        if let Some((area, down)) = difference.moved {
            move_pixels(canvas.pixels, size[0], area, down);
        }
        let frame = Frame { items: &items, primitives, pixels_per_point, textures: &self.textures };
        frame.draw_all(canvas.pixels, size, &difference.painted);
        self.drawn.clear();
        self.drawn.extend(items.iter().map(Drawn::from));
        for id in textures.free.drain() {
            self.textures.free(id);
        }
        let pixel_count = difference.painted.iter().map(|area| area.pixel_count()).sum();
        let moved = difference.moved.map(|(area, _)| area);
        Painted { changed: moved.into_iter().chain(difference.painted).collect(), pixel_count }
    }

    fn difference(
        &mut self,
        items: &[PaintItem],
        primitives: &[ClippedPrimitive],
        pixels_per_point: f32,
    ) -> Difference {
        let frame = Frame { items, primitives, pixels_per_point, textures: &self.textures };
        if self.solids.len() > SOLIDS {
            self.solids.clear();
        }
        let solids = RefCell::new(&mut self.solids);
        let solid = |item: &PaintItem, area: Area| {
            *solids.borrow_mut().entry((item.look(), area)).or_insert_with(|| frame.solid_color(item, area))
        };
        difference(&self.drawn, items, Area::of_size(self.size), solid)
    }

    /// The next frame is painted completely.
    pub fn forget(&mut self) {
        self.size = [0, 0];
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
}

/// Moves the content of an area by whole pixels within it; what leaves it is lost, what is left behind stays.
fn move_pixels(pixels: &mut [u32], width: usize, area: Area, down: i32) {
    let kept = area.intersection(area.moved(down));
    let mut copy = |y: i32| {
        let from = (y - down) as usize * width;
        let to = y as usize * width + kept.left as usize;
        pixels.copy_within(from + kept.left as usize..from + kept.right as usize, to);
    };
    if down > 0 {
        (kept.top..kept.bottom).rev().for_each(&mut copy);
    } else {
        (kept.top..kept.bottom).for_each(&mut copy);
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
    items: &'a [PaintItem],
    primitives: &'a [ClippedPrimitive],
    pixels_per_point: f32,
    textures: &'a Textures,
}

impl Frame<'_> {
    /// Draws into these areas, with two threads where that pays.
    fn draw_all(&self, pixels: &mut [u32], [width, height]: [usize; 2], areas: &[Area]) {
        let split = middle(areas, height);
        if split == 0 || areas.iter().map(|area| area.pixel_count()).sum::<usize>() < PIXELS_FOR_TWO {
            self.draw(&mut PixelRows { pixels, width, top: 0 }, areas);
            return;
        }
        let (above, below) = pixels.split_at_mut(split * width);
        let mut above = PixelRows { pixels: above, width, top: 0 };
        let mut below = PixelRows { pixels: below, width, top: split as i32 };
        let part = |top: usize, bottom: usize| {
            let part = Area { left: 0, top: top as i32, right: width as i32, bottom: bottom as i32 };
            let areas = areas.iter().map(|area| area.intersection(part)).filter(|area| !area.is_empty());
            areas.collect::<Vec<Area>>()
        };
        let (upper, lower) = (part(0, split), part(split, height));
        std::thread::scope(|scope| {
            scope.spawn(|| self.draw(&mut above, &upper));
            self.draw(&mut below, &lower);
        });
    }

    /// Draws into these areas only, which lie within the rows.
    fn draw(&self, rows: &mut PixelRows<'_>, areas: &[Area]) {
        for area in areas {
            rows.clear(*area);
        }
        let hull = areas.iter().fold(Area::EMPTY, |hull, area| hull.united(*area));
        let mut corners = Vec::new();
        for item in self.items.iter().filter(|item| item.area.meets(hull)) {
            let mut touched = areas.iter().map(|area| item.area.intersection(*area)).filter(|area| !area.is_empty());
            let Some(first) = touched.next() else { continue };
            let Some(texture) = self.corners(item, &mut corners) else { continue };
            for area in std::iter::once(first).chain(touched) {
                rows.draw(&corners, texture, area);
            }
        }
    }

    /// Puts the corners of an item's triangles into `corners`, and returns its texture.
    fn corners(&self, item: &PaintItem, corners: &mut Vec<Corner>) -> Option<&Texture> {
        corners.clear();
        let Primitive::Mesh(mesh) = &self.primitives.get(item.primitive)?.primitive else { return None };
        let vertices = mesh.indices[item.indices.clone()].iter().map(|index| &mesh.vertices[*index as usize]);
        corners.extend(vertices.map(|vertex| Corner::new(vertex, self.pixels_per_point)));
        self.textures.get(mesh.texture_id)
    }

    fn solid_color(&self, item: &PaintItem, area: Area) -> Option<u32> {
        let mut corners = Vec::new();
        let texture = self.corners(item, &mut corners)?;
        solid_color(&corners, texture, area)
    }
}
