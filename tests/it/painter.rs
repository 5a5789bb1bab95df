//! The processor's painter: what it paints again of a frame is as if it painted everything.

use egui::{
    Align2, Color32, Context, FontId, FullOutput, Pos2, RawInput, Rect, Stroke, TexturesDelta, Ui, Vec2, pos2, vec2,
};
use paydesk::desktop::cpu::{Area, Painted, Painter};
use proptest::prelude::*;

const SIZE: [usize; 2] = [240, 160];
/// Where the list stands.
const LIST: Rect = Rect { min: pos2(30.0, 25.0), max: pos2(200.0, 140.0) };

/// Something drawn.
#[derive(Debug, Clone)]
struct Figure {
    kind: Kind,
    place: Pos2,
    size: Vec2,
    color: Color32,
    /// Within a part of the window only, as rows of a list are.
    clipped: bool,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Filled,
    Rounded,
    Outline,
    Circle,
    Line,
    Text,
}

/// What happens between two frames.
#[derive(Debug, Clone)]
enum Change {
    Add(usize, Figure),
    Remove(usize),
    Recolor(usize, Color32),
    Move(usize, Vec2),
    Swap(usize, usize),
    /// The list, and what is drawn within it.
    Scroll(i32),
}

fn color() -> impl Strategy<Value = Color32> {
    (any::<[u8; 3]>(), prop_oneof![Just(255_u8), any::<u8>()])
        .prop_map(|([red, green, blue], alpha)| Color32::from_rgba_unmultiplied(red, green, blue, alpha))
}

fn figure() -> impl Strategy<Value = Figure> {
    let kinds = [Kind::Filled, Kind::Rounded, Kind::Outline, Kind::Circle, Kind::Line, Kind::Text];
    let place = (-20.0..240.0_f32, -20.0..160.0_f32, any::<bool>());
    (proptest::sample::select(kinds.to_vec()), place, (0.0..120.0_f32, 0.0..80.0_f32), color(), any::<bool>()).prop_map(
        |(kind, (x, y, whole), (width, height), color, clipped)| {
            let place = if whole { pos2(x.round(), y.round()) } else { pos2(x, y) };
            Figure { kind, place, size: vec2(width, height), color, clipped }
        },
    )
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<u16>().prop_map(usize::from);
    prop_oneof![
        (any::<u16>(), figure()).prop_map(|(at, figure)| Change::Add(at.into(), figure)),
        at.clone().prop_map(Change::Remove),
        (any::<u16>(), color()).prop_map(|(at, color)| Change::Recolor(at.into(), color)),
        (any::<u16>(), -9.0..9.0_f32, -9.0..9.0_f32).prop_map(|(at, x, y)| Change::Move(at.into(), vec2(x, y))),
        (any::<u16>(), any::<u16>()).prop_map(|(one, other)| Change::Swap(one.into(), other.into())),
        (-40..40_i32).prop_map(Change::Scroll),
    ]
}

fn apply(change: &Change, figures: &mut Vec<Figure>) {
    let count = figures.len();
    match change {
        Change::Add(at, figure) => figures.insert(at % (count + 1), figure.clone()),
        _ if count == 0 => {}
        Change::Remove(at) => drop(figures.remove(at % count)),
        Change::Recolor(at, color) => figures[at % count].color = *color,
        Change::Move(at, by) => figures[at % count].place += *by,
        Change::Swap(one, other) => figures.swap(one % count, other % count),
        Change::Scroll(by) => {
            figures.iter_mut().filter(|figure| figure.clipped).for_each(|figure| figure.place.y += *by as f32)
        }
    }
}

fn draw(ui: &Ui, figure: &Figure) {
    let painter = ui.ctx().layer_painter(ui.layer_id());
    let painter = if figure.clipped { painter.with_clip_rect(LIST) } else { painter };
    let (rect, color) = (Rect::from_min_size(figure.place, figure.size), figure.color);
    match figure.kind {
        Kind::Filled => drop(painter.rect_filled(rect, 0.0, color)),
        Kind::Rounded => drop(painter.rect_filled(rect, 6.0, color)),
        Kind::Outline => drop(painter.rect_stroke(rect, 4.0, Stroke::new(1.0, color), egui::StrokeKind::Inside)),
        Kind::Circle => drop(painter.circle_filled(figure.place, figure.size.x / 4.0, color)),
        Kind::Line => drop(painter.line_segment([rect.min, rect.max], Stroke::new(1.5, color))),
        Kind::Text => {
            // New characters come with size and colour, so that the atlas of glyphs grows.
            let text = format!("{:x} {}", color.r(), figure.size.x.round());
            painter.text(figure.place, Align2::LEFT_TOP, text, FontId::proportional(13.0), color);
        }
    }
}

/// The rows of a list in sight, each text clipped to its cell.
fn draw_list(ui: &Ui, scrolled: i32) {
    let painter = ui.ctx().layer_painter(ui.layer_id());
    for row in (scrolled - 14) / 14..(scrolled + 130) / 14 {
        let top = LIST.top() + (row * 14 - scrolled) as f32;
        let line = Rect::from_min_size(pos2(LIST.left(), top), vec2(LIST.width(), 13.0));
        painter.with_clip_rect(LIST).rect_filled(line, 3.0, Color32::from_gray(if row % 2 == 0 { 60 } else { 70 }));
        for column in 0..3 {
            let cell = Rect::from_min_size(line.min + vec2(column as f32 * 55.0, 0.0), vec2(50.0, 13.0));
            let text = format!("{:x}", (row * 7919 + column * 31) * 1047);
            let font = FontId::proportional(11.0);
            painter.with_clip_rect(cell.intersect(LIST)).text(cell.min, Align2::LEFT_TOP, text, font, Color32::WHITE);
        }
    }
}

fn frame(ctx: &Context, figures: &[Figure], scrolled: i32) -> FullOutput {
    let screen_rect =
        Some(Rect::from_min_size(Pos2::ZERO, vec2(SIZE[0] as f32, SIZE[1] as f32) / ctx.pixels_per_point()));
    ctx.run_ui(RawInput { screen_rect, ..RawInput::default() }, |ui| {
        ui.painter().rect_filled(Rect::EVERYTHING, 0.0, Color32::from_gray(30));
        let (below, above) = figures.split_at(figures.len() / 2);
        below.iter().for_each(|figure| draw(ui, figure));
        draw_list(ui, scrolled);
        above.iter().for_each(|figure| draw(ui, figure));
    })
}

fn holds(areas: &[Area], pixel: usize) -> bool {
    let (x, y) = ((pixel % SIZE[0]) as i32, (pixel / SIZE[0]) as i32);
    areas.iter().any(|area| (area.left..area.right).contains(&x) && (area.top..area.bottom).contains(&y))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_painted_again_is_as_if_everything_were(
        mut figures in proptest::collection::vec(figure(), 0..12),
        steps in proptest::collection::vec(proptest::collection::vec(change(), 0..3), 1..8),
        zoom in prop_oneof![Just(1.0_f32), Just(1.25), Just(2.0)],
    ) {
        let ctx = Context::default();
        ctx.set_pixels_per_point(zoom);
        let (mut painter, mut all_textures) = (Painter::default(), TexturesDelta::default());
        let (mut before, mut scrolled): (Vec<u32>, i32) = (Vec::new(), 0);
        for changes in &steps {
            for change in changes {
                apply(change, &mut figures);
                scrolled -= if let Change::Scroll(by) = change { *by } else { 0 };
            }
            let FullOutput { mut textures_delta, shapes, pixels_per_point, .. } = frame(&ctx, &figures, scrolled);
            all_textures.append(textures_delta.clone());
            let primitives = ctx.tessellate(shapes, pixels_per_point);
            let painted = painter.paint(SIZE, pixels_per_point, &primitives, &mut textures_delta);
            let mut fresh = Painter::default();
            fresh.paint(SIZE, pixels_per_point, &primitives, &mut all_textures.clone());
            prop_assert_eq!(painter.pixels(), fresh.pixels());
            for (pixel, (old, new)) in before.iter().zip(painter.pixels()).enumerate() {
                prop_assert!(old == new || holds(&painted.changed, pixel), "pixel {} changed outside the damage", pixel);
            }
            before = painter.pixels().to_vec();
        }
        all_textures.clear();
    }
}

/// What one frame after the other changes.
struct Window {
    ctx: Context,
    painter: Painter,
}

impl Window {
    fn paint(&mut self, figures: &[Figure], scrolled: i32) -> Painted {
        let output = frame(&self.ctx, figures, scrolled);
        let FullOutput { mut textures_delta, shapes, pixels_per_point, .. } = output;
        let primitives = self.ctx.tessellate(shapes, pixels_per_point);
        self.painter.paint(SIZE, pixels_per_point, &primitives, &mut textures_delta)
    }
}

fn label(color: Color32) -> Figure {
    Figure { kind: Kind::Text, place: pos2(50.0, 5.0), size: vec2(80.0, 12.0), color, clipped: false }
}

#[test]
fn a_frame_without_change_paints_nothing_and_a_small_change_little() {
    let mut window = Window { ctx: Context::default(), painter: Painter::default() };
    let all = SIZE[0] * SIZE[1];
    assert_eq!(window.paint(&[label(Color32::WHITE)], 0).pixel_count, all);
    window.paint(&[label(Color32::WHITE)], 0);
    assert_eq!(window.paint(&[label(Color32::WHITE)], 0), Painted::default());
    let painted = window.paint(&[label(Color32::from_gray(254))], 0);
    assert!(painted.pixel_count > 0 && painted.pixel_count <= all / 8, "{painted:?}");
}

#[test]
fn a_list_that_is_scrolled_is_moved_and_only_what_came_into_sight_is_painted() {
    let mut window = Window { ctx: Context::default(), painter: Painter::default() };
    let of_list = (LIST.width() * LIST.height()) as usize;
    // Glyphs that are new to the atlas are painted by themselves: all of them are there after some rows.
    (0..400).step_by(100).for_each(|scrolled| drop(window.paint(&[], scrolled)));
    for scrolled in [307, 314, 300] {
        let painted = window.paint(&[], scrolled);
        assert!(painted.pixel_count * 2 < of_list, "{scrolled}: {painted:?}");
    }
}
