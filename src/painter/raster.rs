//! Draws shapes onto pixels: quads that stand straight the quick way, everything else triangle by triangle.
//!
//! What a pixel becomes depends on nothing but the shapes that cover its centre, so a part of a picture is exactly what
//! it would be in the whole.

use std::ops::Range;

use super::area::Area;
use super::item::{Corner, SUBPIXELS, first_pixel};
use super::pixel::{channels, fill, from_channels, multiplied, over};
use super::texture::Texture;

/// How far from a whole texel a quad's corner may be to count as on it.
const TEXEL_TOLERANCE: f32 = 1.0 / 64.0;
const CENTRE: i32 = SUBPIXELS / 2;

/// PixelRows of a picture.
pub(super) struct PixelRows<'a> {
    pub pixels: &'a mut [u32],
    pub width: usize,
    /// Which row of the picture the first one is.
    pub top: i32,
}

impl PixelRows<'_> {
    /// The pixels of one row.
    pub fn run(&mut self, y: i32, x: Range<i32>) -> &mut [u32] {
        let start = (y - self.top) as usize * self.width;
        &mut self.pixels[start + x.start as usize..start + x.end as usize]
    }

    /// Makes an area black and transparent.
    pub fn clear(&mut self, area: Area) {
        for y in area.top..area.bottom {
            self.run(y, area.left..area.right).fill(0);
        }
    }

    /// Puts a colour on all of an area.
    fn fill(&mut self, area: Area, color: u32) {
        for y in area.top..area.bottom {
            fill(self.run(y, area.left..area.right), color);
        }
    }

    /// Draws the triangles of these corners, three each, within an area that lies within the rows.
    pub fn draw(&mut self, corners: &[Corner], texture: &Texture, area: Area) {
        let quad = Quad::new(corners);
        if quad.is_some_and(|quad| self.draw_quad(&quad, texture, area)) {
            return;
        }
        for triangle in corners.chunks_exact(3) {
            let [a, b, c] = [triangle[0], triangle[1], triangle[2]];
            self.draw_triangle(&Shading::new([a, b, c], texture), [a, b, c], area);
        }
    }

    /// Whether it could be drawn the quick way, and then it is.
    fn draw_quad(&mut self, quad: &Quad, texture: &Texture, area: Area) -> bool {
        let area = quad.pixels().intersection(area);
        if area.is_empty() {
            return true;
        }
        if quad.min.uv == quad.max.uv {
            let texel = from_channels(sample(texture, quad.min.uv));
            self.fill(area, multiplied(quad.min.color, texel));
            return true;
        }
        let Some((left, top)) = quad.texels_one_to_one(texture) else { return false };
        let pixels = quad.pixels();
        for y in area.top..area.bottom {
            let texels = texture.row(top + (y - pixels.top) as usize);
            let start = left + (area.left - pixels.left) as usize;
            let run = self.run(y, area.left..area.right);
            for (pixel, texel) in run.iter_mut().zip(&texels[start..]) {
                if *texel != 0 {
                    *pixel = over(*pixel, multiplied(quad.min.color, *texel));
                }
            }
        }
        true
    }

    fn draw_triangle(&mut self, shading: &Shading<'_>, [a, b, c]: [Corner; 3], area: Area) {
        let Some(edges) = Edges::new([a, b, c]) else { return };
        let rows = [a.y, b.y, c.y];
        let top = rows.into_iter().min().map_or(0, first_pixel).max(area.top);
        let bottom = rows.into_iter().max().map_or(0, first_pixel).min(area.bottom);
        for y in top..bottom {
            let x = edges.run(y, area.left..area.right);
            if x.start < x.end {
                shading.paint(self.run(y, x.clone()), x.start, y);
            }
        }
    }
}

/// The colour of these triangles, if they are the same all over an area: in each of its rows triangles of that colour
/// follow each other from end to end, and no others touch it.
pub(super) fn solid_color(corners: &[Corner], texture: &Texture, area: Area) -> Option<u32> {
    let mut triangles = Vec::with_capacity(corners.len() / 3);
    for triangle in corners.chunks_exact(3) {
        let triangle = [triangle[0], triangle[1], triangle[2]];
        if let Some(edges) = Edges::new(triangle) {
            triangles.push((edges, Shading::new(triangle, texture).plain()));
        }
    }
    let color = triangles.iter().find_map(|(_, color)| *color)?;
    for y in area.top..area.bottom {
        let mut runs: Vec<Range<i32>> = Vec::new();
        for (edges, plain) in &triangles {
            let run = edges.run(y, area.left..area.right);
            if run.start < run.end {
                (*plain == Some(color)).then(|| runs.push(run))?;
            }
        }
        runs.sort_by_key(|run| run.start);
        let end = runs.iter().try_fold(area.left, |end, run| (run.start == end).then_some(run.end))?;
        (end == area.right).then_some(())?;
    }
    Some(color)
}

/// A rectangle that stands straight and has one colour.
#[derive(Debug, Clone, Copy)]
struct Quad {
    min: Corner,
    max: Corner,
}

impl Quad {
    /// What two triangles are, if they are such a rectangle: their four corners, and each of them at its place.
    fn new(corners: &[Corner]) -> Option<Self> {
        let [first, ..] = corners else { return None };
        if corners.len() != 6 || corners.iter().any(|corner| corner.color != first.color) {
            return None;
        }
        let (mut min, mut max) = (*first, *first);
        for corner in corners {
            if (corner.x, corner.y) <= (min.x, min.y) {
                min = *corner;
            }
            if (corner.x, corner.y) >= (max.x, max.y) {
                max = *corner;
            }
        }
        let place = |corner: &Corner| {
            let horizontal =
                [(min.x, min.uv.x), (max.x, max.uv.x)].iter().position(|at| *at == (corner.x, corner.uv.x))?;
            let vertical =
                [(min.y, min.uv.y), (max.y, max.uv.y)].iter().position(|at| *at == (corner.y, corner.uv.y))?;
            Some(horizontal + 2 * vertical)
        };
        let mut places = [0; 6];
        for (place_of, corner) in places.iter_mut().zip(corners) {
            *place_of = place(corner)?;
        }
        // Both triangles have three of the corners each, and not the same ones: they share a diagonal.
        let missing = |triangle: &[usize]| (0..4).find(|corner| !triangle.contains(corner));
        let (one, other) = (missing(&places[..3])?, missing(&places[3..])?);
        (min.x < max.x && min.y < max.y && one + other == 3).then_some(Self { min, max })
    }

    /// The pixels whose centres it covers.
    fn pixels(&self) -> Area {
        Area {
            left: first_pixel(self.min.x),
            top: first_pixel(self.min.y),
            right: first_pixel(self.max.x),
            bottom: first_pixel(self.max.y),
        }
    }

    /// Where its texels begin, if each of them fills one pixel.
    fn texels_one_to_one(&self, texture: &Texture) -> Option<(usize, usize)> {
        let whole = |place: i32| place % SUBPIXELS == 0;
        if ![self.min.x, self.min.y, self.max.x, self.max.y].into_iter().all(whole) {
            return None;
        }
        let [width, height] = texture.size;
        let texel = |uv: f32, size: usize| {
            let at = uv * size as f32;
            let nearest = at.round();
            let on_texel = (at - nearest).abs() <= TEXEL_TOLERANCE && nearest >= 0.0 && nearest <= size as f32;
            on_texel.then_some(nearest as usize)
        };
        let (left, right) = (texel(self.min.uv.x, width)?, texel(self.max.uv.x, width)?);
        let (top, bottom) = (texel(self.min.uv.y, height)?, texel(self.max.uv.y, height)?);
        let pixels = self.pixels();
        let fits = right.checked_sub(left) == Some(pixels.width()) && bottom.checked_sub(top) == Some(pixels.height());
        fits.then_some((left, top))
    }
}

fn sample(texture: &Texture, uv: egui::Pos2) -> [f32; 4] {
    texture.sample(uv.x * texture.size[0] as f32, uv.y * texture.size[1] as f32)
}

/// The three edges of a triangle, each with its inside on the same hand.
struct Edges([Edge; 3]);

/// Inside is where `offset + dx * y - dy * x` is not negative.
struct Edge {
    dx: i64,
    dy: i64,
    offset: i64,
}

impl Edge {
    fn new(from: Corner, to: Corner) -> Self {
        let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        // A centre on an edge belongs to the triangle to its right or below it.
        let owns_its_line = dy < 0 || (dy == 0 && dx > 0);
        let offset = dy * i64::from(from.x) - dx * i64::from(from.y) - i64::from(!owns_its_line);
        Self { dx, dy, offset }
    }

    /// The part of a row inside this edge.
    fn narrow(&self, y: i32, x: &mut Range<i32>) {
        let (centre, step) = (i64::from(CENTRE), i64::from(SUBPIXELS));
        let at_first = self.offset + self.dx * (i64::from(y) * step + centre) - self.dy * centre;
        let limit = |value: i64| value.clamp(i64::from(i32::MIN / 2), i64::from(i32::MAX / 2)) as i32;
        match self.dy {
            0 if at_first < 0 => x.end = x.start,
            0 => {}
            1.. => x.end = x.end.min(limit(at_first.div_euclid(self.dy * step) + 1)),
            _ => x.start = x.start.max(limit(-at_first.div_euclid(-self.dy * step))),
        }
    }
}

impl Edges {
    /// `None` for a triangle without inside.
    fn new([a, b, c]: [Corner; 3]) -> Option<Self> {
        let [first, second, third] = match doubled_area([a, b, c]) {
            0 => return None,
            1.. => [a, b, c],
            _ => [a, c, b],
        };
        Some(Self([Edge::new(first, second), Edge::new(second, third), Edge::new(third, first)]))
    }

    /// The pixels of a row whose centres are inside.
    fn run(&self, y: i32, mut x: Range<i32>) -> Range<i32> {
        for edge in &self.0 {
            edge.narrow(y, &mut x);
        }
        x
    }
}

/// Twice the area in parts of pixels; negative where the corners go the other way round.
fn doubled_area([a, b, c]: [Corner; 3]) -> i64 {
    let difference = |one: i32, other: i32| i64::from(one) - i64::from(other);
    difference(b.x, a.x) * difference(c.y, a.y) - difference(b.y, a.y) * difference(c.x, a.x)
}

/// What fills a triangle.
enum Shading<'a> {
    /// One colour.
    Plain(u32),
    /// Colours that run into each other.
    Gradient([Plane; 4]),
    /// Texels, tinted.
    Textured { texture: &'a Texture, u: Plane, v: Plane, tint: [Plane; 4] },
}

impl<'a> Shading<'a> {
    fn new(corners: [Corner; 3], texture: &'a Texture) -> Self {
        let [a, b, c] = corners;
        let [width, height] = texture.size.map(|size| size as f32);
        let tint = |texel: [f32; 4]| {
            [0, 1, 2, 3].map(|channel| {
                let of = |corner: Corner| channels(corner.color)[channel] * texel[channel] / 255.0;
                Plane::new(corners, corners.map(of))
            })
        };
        if a.uv != b.uv || b.uv != c.uv {
            let u = Plane::new(corners, corners.map(|corner| corner.uv.x * width));
            let v = Plane::new(corners, corners.map(|corner| corner.uv.y * height));
            return Self::Textured { texture, u, v, tint: tint([255.0; 4]) };
        }
        let texel = sample(texture, a.uv);
        if a.color == b.color && b.color == c.color {
            return Self::Plain(multiplied(a.color, from_channels(texel)));
        }
        Self::Gradient(tint(texel))
    }

    /// The colour, if there is only one.
    fn plain(&self) -> Option<u32> {
        match self {
            Self::Plain(color) => Some(*color),
            Self::Gradient(_) | Self::Textured { .. } => None,
        }
    }

    /// Paints a run of pixels that begins at this one.
    fn paint(&self, run: &mut [u32], x: i32, y: i32) {
        match self {
            Self::Plain(color) => fill(run, *color),
            Self::Gradient(planes) => {
                let rows = planes.map(|plane| plane.row(y));
                for (pixel, x) in run.iter_mut().zip(x..) {
                    *pixel = over(*pixel, from_channels(rows.map(|row| row.at(x))));
                }
            }
            Self::Textured { texture, u, v, tint } => {
                let (u, v, tint) = (u.row(y), v.row(y), tint.map(|plane| plane.row(y)));
                for (pixel, x) in run.iter_mut().zip(x..) {
                    let texel = texture.sample(u.at(x), v.at(x));
                    let color = [0, 1, 2, 3].map(|channel| texel[channel] * tint[channel].at(x) / 255.0);
                    *pixel = over(*pixel, from_channels(color));
                }
            }
        }
    }
}

/// A value that changes evenly over the picture.
#[derive(Debug, Clone, Copy)]
struct Plane {
    origin: Corner,
    value: f32,
    across: f32,
    down: f32,
}

/// A plane along one row of pixels.
#[derive(Debug, Clone, Copy)]
struct PlaneRow {
    start: f32,
    across: f32,
    /// Where the corner is from which the plane is known.
    origin: f32,
}

impl Plane {
    /// The plane through these values at these corners.
    fn new(corners: [Corner; 3], values: [f32; 3]) -> Self {
        let [a, b, c] = corners;
        let doubled = doubled_area(corners) as f32 / (SUBPIXELS * SUBPIXELS) as f32;
        let distance = |one: i32, other: i32| (i64::from(one) - i64::from(other)) as f32 / SUBPIXELS as f32;
        let (to_b, to_c) = (values[1] - values[0], values[2] - values[0]);
        let across = (to_b * distance(c.y, a.y) - to_c * distance(b.y, a.y)) / doubled;
        let down = (to_c * distance(b.x, a.x) - to_b * distance(c.x, a.x)) / doubled;
        let known = |slope: f32| if slope.is_finite() { slope } else { 0.0 };
        Self { origin: a, value: values[0], across: known(across), down: known(down) }
    }

    fn row(&self, y: i32) -> PlaneRow {
        let middle = (y as f32) + 0.5 - self.origin.y as f32 / SUBPIXELS as f32;
        let origin = self.origin.x as f32 / SUBPIXELS as f32 - 0.5;
        PlaneRow { start: self.value + self.down * middle, across: self.across, origin }
    }
}

impl PlaneRow {
    #[inline]
    fn at(&self, x: i32) -> f32 {
        self.start + self.across * (x as f32 - self.origin)
    }
}
