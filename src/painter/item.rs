//! The meshes of a frame cut into the shapes they were made of, each with what tells it from others.

use std::ops::Range;

use egui::epaint::{ClippedPrimitive, Mesh, Primitive, Vertex};
use egui::{Pos2, TextureId};

use super::area::Area;
use super::pixel::packed;

/// Parts of a pixel that positions are rounded to, as graphics cards do.
pub(super) const SUBPIXELS: i32 = 256;
/// Positions are kept within this many pixels of the window's corner, so that their products fit.
const FARTHEST: f32 = 1_000_000.0;

/// One shape of a frame: neighbouring triangles of a mesh that share corners.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PaintItem {
    /// Which primitive of the frame.
    pub primitive: usize,
    /// Which indices of its mesh.
    pub indices: Range<usize>,
    /// The pixels it may touch.
    pub area: Area,
    /// The pixels it was clipped to.
    pub clip: Area,
    /// Equal for two items that look the same but for their height in the window and their clip.
    pub form: u64,
    /// Of its first corner, in parts of a pixel.
    pub y: i32,
    /// Whether its texture changed under it since the last frame.
    pub retextured: bool,
}

impl PaintItem {
    /// Equal for two items that look the same.
    pub fn look(&self) -> u64 {
        look(self.form, self.y, self.clip)
    }
}

/// What tells an item of this form, at this height and with this clip, from others.
pub(super) fn look(form: u64, y: i32, clip: Area) -> u64 {
    let mut look = FormHash(form);
    look.add(pair(clip.left, clip.top));
    look.add(pair(clip.right, clip.bottom));
    look.add(pair(y, 0));
    look.0
}

/// A corner of a triangle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    /// In parts of a pixel.
    pub x: i32,
    pub y: i32,
    pub color: u32,
    /// Within the texture, from 0 to 1.
    pub uv: Pos2,
}

impl Corner {
    pub fn new(vertex: &Vertex, pixels_per_point: f32) -> Self {
        let place = |points: f32| {
            let pixels = (points * pixels_per_point).clamp(-FARTHEST, FARTHEST);
            (pixels * SUBPIXELS as f32).round() as i32
        };
        Self { x: place(vertex.pos.x), y: place(vertex.pos.y), color: packed(vertex.color), uv: vertex.uv }
    }
}

/// The first pixel whose centre is not before this place.
pub(super) fn first_pixel(place: i32) -> i32 {
    (place + SUBPIXELS / 2 - 1).div_euclid(SUBPIXELS)
}

/// A part of a texture that changed since the last frame, in texels, with the size of all of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Retextured {
    pub id: TextureId,
    pub size: [usize; 2],
    pub area: Area,
}

/// The shapes of a frame that touch the window, from the lowest to the highest.
pub(super) fn items(
    primitives: &[ClippedPrimitive],
    pixels_per_point: f32,
    window: Area,
    retextured: &[Retextured],
) -> Vec<PaintItem> {
    let mut items = Vec::new();
    for (primitive, ClippedPrimitive { clip_rect, primitive: shape }) in primitives.iter().enumerate() {
        let Primitive::Mesh(mesh) = shape else { continue };
        let clip = Area::of_clip(*clip_rect, pixels_per_point).intersection(window);
        if clip.is_empty() || !mesh.is_valid() {
            continue;
        }
        for (indices, vertices) in shapes(mesh) {
            let mut item = PaintItem { primitive, indices, area: Area::EMPTY, clip, form: 0, y: 0, retextured: false };
            describe(&mut item, mesh, vertices.clone(), pixels_per_point);
            if !item.area.is_empty() {
                let uses = |change: &Retextured| {
                    change.id == mesh.texture_id && texels(mesh, vertices.clone(), change.size).meets(change.area)
                };
                item.retextured = retextured.iter().any(uses);
                items.push(item);
            }
        }
    }
    items
}

/// Runs of indices with the vertices that they alone use: shapes are appended to a mesh one after the other.
fn shapes(mesh: &Mesh) -> impl Iterator<Item = (Range<usize>, Range<usize>)> + '_ {
    let mut start = 0;
    std::iter::from_fn(move || {
        let (mut least, mut most) = extent(mesh.indices.get(start..start + 3)?);
        let mut end = start + 3;
        while let Some(triangle) = mesh.indices.get(end..end + 3) {
            let (from, to) = extent(triangle);
            if from > most {
                break;
            }
            (least, most) = (least.min(from), most.max(to));
            end += 3;
        }
        let indices = std::mem::replace(&mut start, end)..end;
        Some((indices, least..most + 1))
    })
}

fn extent(triangle: &[u32]) -> (usize, usize) {
    let fold = |(least, most): (u32, u32), index: &u32| (least.min(*index), most.max(*index));
    let (least, most) = triangle.iter().fold((u32::MAX, 0), fold);
    (least as usize, most as usize)
}

/// Determines which pixels an item may touch, and how it looks.
fn describe(item: &mut PaintItem, mesh: &Mesh, vertices: Range<usize>, pixels_per_point: f32) {
    let mut form = FormHash::default();
    match mesh.texture_id {
        TextureId::Managed(id) => form.add(id),
        TextureId::User(id) => form.add(!id),
    }
    item.y = Corner::new(&mesh.vertices[vertices.start], pixels_per_point).y;
    let (mut left, mut top, mut right, mut bottom) = (i32::MAX, i32::MAX, i32::MIN, i32::MIN);
    for vertex in &mesh.vertices[vertices.clone()] {
        let corner = Corner::new(vertex, pixels_per_point);
        (left, right) = (left.min(corner.x), right.max(corner.x));
        (top, bottom) = (top.min(corner.y), bottom.max(corner.y));
        form.add(pair(corner.x, corner.y - item.y));
        form.add(pair(corner.uv.x.to_bits() as i32, corner.uv.y.to_bits() as i32));
        form.add(corner.color.into());
    }
    for index in &mesh.indices[item.indices.clone()] {
        form.add(u64::from(*index) - vertices.start as u64);
    }
    item.form = form.0;
    let touched =
        Area { left: first_pixel(left), top: first_pixel(top), right: first_pixel(right), bottom: first_pixel(bottom) };
    item.area = touched.intersection(item.clip);
}

/// The texels that these vertices may show, with their neighbours.
fn texels(mesh: &Mesh, vertices: Range<usize>, [width, height]: [usize; 2]) -> Area {
    mesh.vertices[vertices].iter().fold(Area::EMPTY, |area, vertex| {
        let (x, y) = ((vertex.uv.x * width as f32) as i32, (vertex.uv.y * height as f32) as i32);
        let around = |at: i32| (at.saturating_sub(1), at.saturating_add(2));
        let ((left, right), (top, bottom)) = (around(x), around(y));
        area.united(Area { left, top, right, bottom })
    })
}

fn pair(high: i32, low: i32) -> u64 {
    (u64::from(high as u32) << 32) | u64::from(low as u32)
}

/// A hash of 64 bits that mixes by folded multiplication; nothing here comes from somebody who would search for clashes.
pub(super) struct FormHash(pub u64);

impl Default for FormHash {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl FormHash {
    #[inline]
    pub fn add(&mut self, value: u64) {
        let product = u128::from(self.0 ^ value) * 0xa076_1d64_78bd_642f;
        self.0 = (product as u64).rotate_left(23) ^ (product >> 64) as u64;
    }
}

#[cfg(test)]
mod tests {
    use egui::{Color32, Rect, pos2, vec2};

    use super::*;

    fn mesh(places: &[f32]) -> Mesh {
        let mut mesh = Mesh::default();
        for x in places {
            mesh.add_colored_rect(Rect::from_min_size(pos2(*x, 1.0), vec2(2.0, 2.0)), Color32::RED);
        }
        mesh
    }

    fn items_of(mesh: Mesh, window: [usize; 2], retextured: &[Retextured]) -> Vec<PaintItem> {
        let primitive = ClippedPrimitive { clip_rect: Rect::EVERYTHING, primitive: Primitive::Mesh(mesh) };
        items(&[primitive], 1.0, Area::of_size(window), retextured)
    }

    #[test]
    fn a_mesh_is_cut_into_the_shapes_it_was_made_of() {
        let items = items_of(mesh(&[1.0, 4.0, 100.0]), [20, 20], &[]);
        assert_eq!(items.len(), 2, "what lies outside the window is left out");
        assert_eq!(items[0].indices, 0..6);
        assert_eq!(items[1].indices, 6..12);
        assert_eq!(items[1].area, Area { left: 4, top: 1, right: 6, bottom: 3 });
    }

    #[test]
    fn what_looks_the_same_has_the_same_look_wherever_it_stands_in_its_mesh() {
        let items = items_of(mesh(&[1.0, 4.0, 1.0]), [20, 20], &[]);
        assert_eq!(items[0].look(), items[2].look());
        assert_ne!(items[0].look(), items[1].look());
        let lower = items_of(Mesh { vertices: moved(mesh(&[1.0]).vertices, 7.0), ..mesh(&[1.0]) }, [20, 20], &[]);
        assert_eq!(items[0].form, lower[0].form, "only their height differs");
        assert_ne!(items[0].look(), lower[0].look());
    }

    fn moved(mut vertices: Vec<Vertex>, by: f32) -> Vec<Vertex> {
        vertices.iter_mut().for_each(|vertex| vertex.pos.y += by);
        vertices
    }

    #[test]
    fn a_shape_is_retextured_by_texels_that_it_may_show() {
        let change = |left| Retextured {
            id: TextureId::default(),
            size: [64, 64],
            area: Area { left, top: 0, right: left + 1, bottom: 1 },
        };
        assert!(items_of(mesh(&[1.0]), [20, 20], &[change(0)])[0].retextured, "it shows the white texel");
        assert!(!items_of(mesh(&[1.0]), [20, 20], &[change(9)])[0].retextured);
    }

    #[test]
    fn pixels_belong_to_what_covers_their_centre() {
        assert_eq!([0, 127, 128, 129, 256, 384, 385].map(first_pixel), [0, 0, 0, 1, 1, 1, 2]);
        assert_eq!(first_pixel(-129), -1);
    }

    #[test]
    fn a_mesh_with_an_index_too_many_is_not_drawn() {
        let mut broken = mesh(&[1.0]);
        broken.indices.push(9);
        assert!(items_of(broken, [20, 20], &[]).is_empty());
    }
}
