//! The processor's painter: what it paints again of a frame is as if it painted everything.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

use egui::{
    Align2, Color32, ColorImage, Context, FontId, FullOutput, Mesh, Pos2, RawInput, Rect, Stroke, TextureHandle,
    TextureId, TextureOptions, TexturesDelta, Ui, Vec2, pos2, vec2,
};
use paydesk_painter::{Area, Canvas, Painted, Painter};
use paydesk_widgets::theme;
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
    /// One texel of the picture of the list, all over.
    Texel,
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
    /// The picture that each row of the list shows.
    Retexture(Color32),
    /// How much of each text of the list is seen.
    Clip(f32),
}

fn color() -> impl Strategy<Value = Color32> {
    (any::<[u8; 3]>(), prop_oneof![Just(255_u8), any::<u8>()])
        .prop_map(|([red, green, blue], alpha)| Color32::from_rgba_unmultiplied(red, green, blue, alpha))
}

fn figure() -> impl Strategy<Value = Figure> {
    let kinds = [Kind::Filled, Kind::Rounded, Kind::Outline, Kind::Circle, Kind::Line, Kind::Text, Kind::Texel];
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
        color().prop_map(Change::Retexture),
        (10.0..50.0_f32).prop_map(Change::Clip),
    ]
}

fn apply(change: &Change, figures: &mut Vec<Figure>, list: &mut List) {
    let count = figures.len();
    match change {
        Change::Add(at, figure) => figures.insert(at % (count + 1), figure.clone()),
        Change::Retexture(color) => list.set_picture(*color),
        Change::Clip(width) => list.text_width = *width,
        Change::Scroll(by) => {
            list.scrolled -= by;
            figures.iter_mut().filter(|figure| figure.clipped).for_each(|figure| figure.place.y += *by as f32);
        }
        _ if count == 0 => {}
        Change::Remove(at) => drop(figures.remove(at % count)),
        Change::Recolor(at, color) => figures[at % count].color = *color,
        Change::Move(at, by) => figures[at % count].place += *by,
        Change::Swap(one, other) => figures.swap(one % count, other % count),
    }
}

fn draw(ui: &Ui, figure: &Figure, picture: TextureId) {
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
        Kind::Texel => {
            let mut mesh = Mesh::with_texture(picture);
            mesh.add_rect_with_uv(rect, Rect::from_min_max(pos2(0.5, 0.5), pos2(0.5, 0.5)), color);
            painter.add(mesh);
        }
    }
}

/// A list of rows, each a picture and texts that are clipped to their cells.
struct List {
    scrolled: i32,
    /// Of what is seen of each text.
    text_width: f32,
    picture: TextureHandle,
}

impl List {
    fn new(ctx: &Context) -> Self {
        let picture = ctx.load_texture("picture", picture(Color32::GREEN), TextureOptions::NEAREST);
        Self { scrolled: 0, text_width: 50.0, picture }
    }

    fn set_picture(&mut self, color: Color32) {
        self.picture.set(picture(color), TextureOptions::NEAREST);
    }

    /// Draws the rows in sight.
    fn draw(&self, ui: &Ui) {
        let painter = ui.ctx().layer_painter(ui.layer_id());
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        for row in (self.scrolled - 14) / 14..(self.scrolled + 130) / 14 {
            let top = LIST.top() + (row * 14 - self.scrolled) as f32;
            let line = Rect::from_min_size(pos2(LIST.left(), top), vec2(LIST.width(), 13.0));
            let ground = Color32::from_gray(if row % 2 == 0 { 60 } else { 70 });
            painter.with_clip_rect(LIST).rect_filled(line, 3.0, ground);
            for column in 0..3 {
                let cell = Rect::from_min_size(line.min + vec2(column as f32 * 52.0, 0.0), vec2(self.text_width, 13.0));
                let text = format!("{:x}", (row * 7919 + column * 31) * 1047);
                let font = FontId::proportional(11.0);
                let painter = painter.with_clip_rect(cell.intersect(LIST));
                painter.text(cell.min, Align2::LEFT_TOP, text, font, Color32::WHITE);
            }
            let place = Rect::from_min_size(line.min + vec2(156.0, 1.0), vec2(11.0, 11.0));
            painter.with_clip_rect(LIST).image(self.picture.id(), place, whole, Color32::WHITE);
        }
    }
}

fn picture(color: Color32) -> ColorImage {
    ColorImage::filled([11, 11], color)
}

/// A window that is painted again where it changed, and each time compared with one that is painted completely.
struct Window {
    ctx: Context,
    painter: Painter,
    pixels: Vec<u32>,
    list: List,
    /// All that the textures became until now.
    textures: TexturesDelta,
}

impl Drop for Window {
    fn drop(&mut self) {
        // egui takes textures that were never drawn for a mistake.
        self.textures.clear();
    }
}

impl Window {
    fn new(zoom: f32) -> Self {
        let ctx = Context::default();
        theme::install(&ctx);
        ctx.set_pixels_per_point(zoom);
        let list = List::new(&ctx);
        Self {
            ctx,
            painter: Painter::default(),
            pixels: vec![0; SIZE[0] * SIZE[1]],
            list,
            textures: TexturesDelta::default(),
        }
    }

    fn frame(&self, figures: &[Figure]) -> FullOutput {
        let size = vec2(SIZE[0] as f32, SIZE[1] as f32) / self.ctx.pixels_per_point();
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, size));
        self.ctx.run_ui(RawInput { screen_rect, ..RawInput::default() }, |ui| {
            ui.painter().rect_filled(Rect::EVERYTHING, 0.0, Color32::from_gray(30));
            let (below, above) = figures.split_at(figures.len() / 2);
            below.iter().for_each(|figure| draw(ui, figure, self.list.picture.id()));
            self.list.draw(ui);
            above.iter().for_each(|figure| draw(ui, figure, self.list.picture.id()));
        })
    }

    /// Paints what changed, or says which pixel is wrong.
    fn try_paint(&mut self, figures: &[Figure]) -> Result<Painted, String> {
        let before = self.pixels.clone();
        let FullOutput { mut textures_delta, shapes, pixels_per_point, .. } = self.frame(figures);
        self.textures.append(textures_delta.clone());
        let primitives = self.ctx.tessellate(shapes, pixels_per_point);
        let mut canvas = Canvas { size: SIZE, pixels: &mut self.pixels };
        let painted = self.painter.paint(&mut canvas, pixels_per_point, &primitives, &mut textures_delta);
        // It was something else before: all of it is painted.
        let mut fresh = vec![0x1234_5678; SIZE[0] * SIZE[1]];
        let mut canvas = Canvas { size: SIZE, pixels: &mut fresh };
        Painter::default().paint(&mut canvas, pixels_per_point, &primitives, &mut self.textures.clone());
        let pixels = &self.pixels;
        if let Some(pixel) = pixels.iter().zip(&fresh).position(|(one, other)| one != other) {
            return Err(format!("pixel {:?} is not as if everything were painted", place(pixel)));
        }
        let mut changes = before.iter().zip(pixels).enumerate().filter(|(_, (old, new))| old != new);
        match changes.find(|(pixel, _)| !holds(&painted.changed, *pixel)) {
            Some((pixel, _)) => Err(format!("pixel {:?} changed outside the damage", place(pixel))),
            None => Ok(painted),
        }
    }

    fn paint(&mut self, figures: &[Figure]) -> Painted {
        self.try_paint(figures).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Paints after the list was scrolled to here.
    fn scroll_to(&mut self, scrolled: i32) -> Painted {
        self.list.scrolled = scrolled;
        self.paint(&[])
    }

    /// A window whose list has been scrolled for a while: glyphs that are new to the atlas are painted by themselves, and
    /// all of them are there after some rows.
    fn scrolled() -> Self {
        let mut window = Self::new(1.0);
        (0..400).step_by(100).for_each(|scrolled| drop(window.scroll_to(scrolled)));
        window
    }
}

fn place(pixel: usize) -> (i32, i32) {
    ((pixel % SIZE[0]) as i32, (pixel / SIZE[0]) as i32)
}

fn holds(areas: &[Area], pixel: usize) -> bool {
    let (x, y) = place(pixel);
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
        let mut window = Window::new(zoom);
        for changes in &steps {
            for change in changes {
                apply(change, &mut figures, &mut window.list);
            }
            window.try_paint(&figures).map_err(TestCaseError::fail)?;
        }
    }
}

fn label(color: Color32) -> Figure {
    Figure { kind: Kind::Text, place: pos2(50.0, 5.0), size: vec2(80.0, 12.0), color, clipped: false }
}

#[test]
fn a_frame_without_change_paints_nothing_and_a_small_change_little() {
    let mut window = Window::new(1.0);
    let all = SIZE[0] * SIZE[1];
    assert_eq!(window.paint(&[label(Color32::WHITE)]).pixel_count, all);
    window.paint(&[label(Color32::WHITE)]);
    assert_eq!(window.paint(&[label(Color32::WHITE)]), Painted::default());
    let painted = window.paint(&[label(Color32::from_gray(254))]);
    assert!(painted.pixel_count > 0 && painted.pixel_count <= all / 8, "{painted:?}");
}

fn is_moved(painted: &Painted) -> bool {
    painted.pixel_count * 4 < (LIST.width() * LIST.height()) as usize * 3
}

#[test]
fn a_list_that_is_scrolled_is_moved_and_only_what_came_into_sight_is_painted() {
    let mut window = Window::scrolled();
    for scrolled in [307, 314, 300] {
        let painted = window.scroll_to(scrolled);
        assert!(painted.pixel_count * 2 < (LIST.width() * LIST.height()) as usize, "{scrolled}: {painted:?}");
    }
}

#[test]
fn a_picture_that_changes_while_its_list_is_scrolled_is_painted_anew() {
    let mut window = Window::scrolled();
    window.list.set_picture(Color32::RED);
    let painted = window.scroll_to(307);
    assert!(is_moved(&painted), "the texts are moved: {painted:?}");
    window.scroll_to(314);
    let one = ColorImage::filled([1, 1], Color32::BLUE);
    window.list.picture.set_partial([5, 5], one, TextureOptions::NEAREST);
    let painted = window.scroll_to(321);
    assert!(is_moved(&painted), "the texts are moved: {painted:?}");
}

#[test]
fn what_is_clipped_otherwise_while_its_list_is_scrolled_is_painted_anew() {
    for width in [49.0, 30.0, 50.0] {
        let mut window = Window::scrolled();
        window.list.text_width = 35.0;
        window.scroll_to(300);
        window.list.text_width = width;
        window.scroll_to(307);
    }
}

#[test]
fn a_ground_that_had_the_color_of_another_is_told_from_it_once_its_texture_changed() {
    let around = LIST.expand(9.0);
    let ground = |kind, color| Figure { kind, place: around.min, size: around.size(), color, clipped: true };
    let (plain, texel) = (ground(Kind::Filled, Color32::RED), ground(Kind::Texel, Color32::WHITE));
    let nothing = || Figure { size: Vec2::ZERO, ..label(Color32::TRANSPARENT) };
    let mut window = Window::scrolled();
    window.list.set_picture(Color32::RED);
    let before = [texel.clone(), plain.clone(), nothing(), nothing()];
    for scrolled in [300, 307] {
        window.list.scrolled = scrolled;
        window.paint(&before);
    }
    window.list.set_picture(Color32::BLUE);
    window.paint(&before);
    window.list.scrolled = 314;
    window.paint(&[plain, texel, nothing(), nothing()]);
}

#[test]
fn what_is_forgotten_is_painted_completely() {
    let mut window = Window::scrolled();
    window.pixels.fill(0);
    window.painter.forget();
    assert_eq!(window.paint(&[]).pixel_count, SIZE[0] * SIZE[1]);
}
