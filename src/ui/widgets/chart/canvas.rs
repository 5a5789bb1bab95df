//! One mesh for a whole picture: bars on whole pixels, lines and marks of points. Series are told apart by solid colours.
//!
//! A prepared mesh costs a copy a frame, whatever is in it; tessellating it again each frame would not.

use egui::epaint::{Mesh, PathShape, RectShape, TessellationOptions, Tessellator};
use egui::{Color32, CornerRadius, Pos2, Rect, Shape, Stroke, pos2};

use super::data::{ChartSeries, SeriesColor};
use crate::ui::tokens::Tokens;

/// The colour of a series in a theme.
pub(super) fn color_of(tokens: &Tokens, series: &ChartSeries) -> Color32 {
    match series.color {
        SeriesColor::Slot(_) if series.previous => tokens.subdued,
        SeriesColor::Slot(slot) => tokens.series[slot % tokens.series.len()],
        SeriesColor::Tone(tone) => tokens.tone_fill(tone),
    }
}

/// Room between stripes, and their width, in points.
const STRIPE_STEP: f32 = 6.0;
const STRIPE: f32 = 1.5;
/// Most dashes of one line: so many stand apart on the widest screen.
const DASHES_MAX: f32 = 160.0;
/// Bars smaller than this have no room for stripes or round corners.
const STRIPED_MIN: f32 = 5.0;

/// Draws into a mesh.
pub(super) struct Canvas {
    mesh: Mesh,
    tessellator: Tessellator,
    pub pixel: f32,
    surface: Color32,
}

impl Canvas {
    pub fn new(pixels_per_point: f32, options: TessellationOptions, surface: Color32) -> Self {
        let options = TessellationOptions { coarse_tessellation_culling: false, ..options };
        let tessellator = Tessellator::new(pixels_per_point, options, [1, 1], Vec::new());
        Self { mesh: Mesh::default(), tessellator, pixel: 1.0 / pixels_per_point, surface }
    }

    /// Makes room for so many corners at once: a mesh that grows is copied again and again.
    pub fn reserve(&mut self, corners: usize) {
        self.mesh.reserve_vertices(corners);
        self.mesh.reserve_triangles(corners);
    }

    pub fn finish(self) -> Mesh {
        self.mesh
    }

    pub fn snap(&self, value: f32) -> f32 {
        (value / self.pixel).round() * self.pixel
    }

    /// A rectangle with sharp edges.
    pub fn fill(&mut self, rect: Rect, color: Color32) {
        self.mesh.add_colored_rect(rect, color);
    }

    /// A line over the width of `rect`, one pixel high.
    pub fn hline(&mut self, left: f32, right: f32, y: f32, color: Color32) {
        let top = self.snap(y - self.pixel / 2.0);
        self.fill(Rect::from_min_max(pos2(left, top), pos2(right, top + self.pixel)), color);
    }

    /// A bar; the end that is away from zero is rounded where there is room.
    pub fn bar(&mut self, rect: Rect, color: Color32, corners: CornerRadius) {
        if corners == CornerRadius::ZERO || rect.width() < STRIPED_MIN || rect.height() < 3.0 {
            self.fill(rect, color);
        } else {
            let shape = RectShape::filled(rect, corners, color);
            self.shape(shape.into());
        }
    }

    /// A bar of a time that is not over: pale, striped in its own colour, with an edge. Stripes mean nothing else.
    pub fn unfinished_bar(&mut self, rect: Rect, color: Color32) {
        self.fill(rect, color.gamma_multiply(0.3));
        if rect.width() >= STRIPED_MIN && rect.height() >= STRIPED_MIN {
            self.stripes(rect, color);
        }
        for edge in edges(rect, self.pixel) {
            self.fill(edge, color);
        }
    }

    /// Stripes at 45 degrees, cut at the edges of `rect`.
    fn stripes(&mut self, rect: Rect, color: Color32) {
        let (low, high) = (rect.bottom(), rect.top());
        let lean = rect.height();
        let width = STRIPE * std::f32::consts::SQRT_2;
        let mut x = rect.left() - lean;
        while x < rect.right() {
            let corners = [pos2(x, low), pos2(x + width, low), pos2(x + width + lean, high), pos2(x + lean, high)];
            let cut = cut_at(&cut_at(&corners, rect.left(), 1.0), rect.right(), -1.0);
            self.polygon(&cut, color);
            x += STRIPE_STEP;
        }
    }

    fn polygon(&mut self, corners: &[Pos2], color: Color32) {
        let first = self.mesh.vertices.len() as u32;
        for corner in corners {
            self.mesh.colored_vertex(*corner, color);
        }
        for index in 2..corners.len() as u32 {
            self.mesh.add_triangle(first, first + index - 1, first + index);
        }
    }

    /// A line through points; a single one is a dot.
    pub fn line(&mut self, points: Vec<Pos2>, stroke: Stroke, dashed: Option<(f32, f32)>) {
        match (points.as_slice(), dashed) {
            ([], _) => {}
            ([point], _) => self.shape(Shape::circle_filled(*point, stroke.width, stroke.color)),
            (points, Some((dash, gap))) => {
                for piece in dashes(points, dash.max(dash_apart(points) - gap), gap) {
                    self.shape(PathShape::line(piece, stroke).into());
                }
            }
            (_, None) => self.shape(PathShape::line(points, stroke).into()),
        }
    }

    /// The ground of a line that crosses bars, so that it is seen on them.
    pub fn halo(&mut self, points: &[Pos2], width: f32) {
        if points.len() > 1 {
            let stroke = Stroke::new(width + 2.5, self.surface.gamma_multiply(0.75));
            self.shape(PathShape::line(points.to_vec(), stroke).into());
        }
    }

    /// The mark of a point, with a ring that lifts it from lines; hollow where the time is not over, or where the value
    /// is of few records.
    pub fn mark(&mut self, at: Pos2, color: Color32, hollow: bool) {
        const RADIUS: f32 = 3.5;
        let (fill, edge) = if hollow { (self.surface, color) } else { (color, self.surface) };
        let stroke = Stroke::new(1.5, edge);
        self.shape(Shape::Circle(egui::epaint::CircleShape { center: at, radius: RADIUS, fill, stroke }));
    }

    fn shape(&mut self, shape: Shape) {
        self.tessellator.tessellate_shape(shape, &mut self.mesh);
    }
}

/// The pieces that are drawn of a dashed line, each over as many of its points as it covers.
fn dashes(points: &[Pos2], dash: f32, gap: f32) -> Vec<Vec<Pos2>> {
    let mut pieces = Vec::new();
    let mut piece: Vec<Pos2> = points.first().copied().into_iter().collect();
    let (mut is_drawn, mut left) = (true, dash);
    for pair in points.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        let mut length = from.distance(to);
        while length >= left {
            from = from.lerp(to, left / length);
            length -= left;
            piece.push(from);
            let whole = std::mem::replace(&mut piece, vec![from]);
            pieces.extend(is_drawn.then_some(whole));
            is_drawn = !is_drawn;
            left = if is_drawn { dash } else { gap };
        }
        left -= length;
        if is_drawn && length > 0.0 {
            piece.push(to);
        }
    }
    pieces.extend((is_drawn && piece.len() > 1).then_some(piece));
    pieces
}

/// How far apart dashes begin where a line of jumps shall have no more of them than can be seen. The gaps stay as they
/// are: a longer one would hide a peak.
fn dash_apart(points: &[Pos2]) -> f32 {
    let length: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    length / DASHES_MAX
}

fn edges(rect: Rect, width: f32) -> [Rect; 4] {
    let mut edges = [rect; 4];
    edges[0].max.y = rect.min.y + width;
    edges[1].min.y = rect.max.y - width;
    edges[2].max.x = rect.min.x + width;
    edges[3].min.x = rect.max.x - width;
    edges
}

/// The part of a convex polygon on the right of `x` (`side` 1) or on the left of it (`side` −1).
fn cut_at(corners: &[Pos2], x: f32, side: f32) -> Vec<Pos2> {
    let mut stored = Vec::with_capacity(corners.len() + 2);
    for (index, corner) in corners.iter().enumerate() {
        let before = corners[(index + corners.len() - 1) % corners.len()];
        let (a, b) = ((before.x - x) * side, (corner.x - x) * side);
        if (a < 0.0) != (b < 0.0) {
            stored.push(before.lerp(*corner, a / (a - b)));
        }
        if b >= 0.0 {
            stored.push(*corner);
        }
    }
    stored
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(points: &[Pos2]) -> Vec<Vec<Pos2>> {
        let (dash, gap) = (5.0, 4.0);
        dashes(points, f32::max(dash, dash_apart(points) - gap), gap)
    }

    #[test]
    fn a_line_of_jumps_has_no_more_dashes_than_can_be_seen_and_a_plain_one_has_the_usual() {
        let plain = drawn(&[pos2(0.0, 10.0), pos2(100.0, 10.0), pos2(450.0, 10.0)]);
        assert_eq!(plain.len(), 50);
        assert_eq!(plain[0], [pos2(0.0, 10.0), pos2(5.0, 10.0)]);
        assert_eq!((plain[11].len(), plain[11][1]), (3, pos2(100.0, 10.0)), "over a corner in one piece");
        let jumps: Vec<Pos2> = (0..400).map(|at| pos2(at as f32, if at % 2 == 0 { 0.0 } else { 200.0 })).collect();
        let dashed = drawn(&jumps);
        assert!(dashed.len() <= DASHES_MAX as usize + 1, "{}", dashed.len());
        let length = |points: &[Pos2]| points.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f32>();
        let shown = dashed.iter().map(|piece| length(piece)).sum::<f32>() / length(&jumps);
        assert!(shown > 0.98, "gaps of {shown} would hide a peak");
    }

    #[test]
    fn points_in_one_place_and_single_ones_are_no_dash_without_end() {
        for points in [&[pos2(1.0, 1.0), pos2(1.0, 1.0)][..], &[pos2(1.0, 1.0)], &[]] {
            assert!(drawn(points).is_empty(), "{points:?}");
        }
    }
}
