//! Draws every picture of the tests with the processor's painter as well, and compares the two.

use egui::{ColorImage, Context, FullOutput, TexturesDelta, Theme};
use egui_kittest::TestRenderer;
use egui_kittest::wgpu::WgpuTestRenderer;
use image::RgbaImage;
use paydesk_painter::{Canvas, Painter};
use paydesk_ui::gallery::Gallery;

use super::kit;

/// How far a channel of a pixel may be off, of 255. Each layer of colour is rounded once more than a graphics card does.
const CHANNEL_TOLERANCE: u8 = 3;

/// The renderer of the pictures, with the processor's painter beside it.
pub struct BothRenderers {
    card: WgpuTestRenderer,
    painter: Painter,
    /// What it painted.
    pixels: Vec<u32>,
    textures: TexturesDelta,
}

impl BothRenderers {
    pub fn new() -> Self {
        Self {
            card: WgpuTestRenderer::new(),
            painter: Painter::default(),
            pixels: Vec::new(),
            textures: TexturesDelta::default(),
        }
    }
}

impl Drop for BothRenderers {
    fn drop(&mut self) {
        // egui takes textures that were never drawn for a mistake.
        self.textures.clear();
    }
}

impl TestRenderer for BothRenderers {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        self.textures.append(delta.clone());
        self.card.handle_delta(delta);
    }

    fn render(&mut self, ctx: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        let picture = self.card.render(ctx, output)?;
        let size = [picture.width() as usize, picture.height() as usize];
        let pixels_per_point = ctx.pixels_per_point();
        let primitives = ctx.tessellate(output.shapes.clone(), pixels_per_point);
        self.pixels.resize(size[0] * size[1], 0);
        let mut canvas = Canvas { size, pixels: &mut self.pixels };
        self.painter.paint(&mut canvas, pixels_per_point, &primitives, &mut self.textures);
        compare(&picture, &canvas.picture())?;
        Ok(picture)
    }
}

/// Refuses a pixel that is off by more than the tolerance, wherever it is.
fn compare(picture: &RgbaImage, painted: &ColorImage) -> Result<(), String> {
    let differences = picture.pixels().zip(&painted.pixels).map(|(one, other)| {
        let [red, green, blue, _] = one.0;
        let other = other.to_array();
        [red, green, blue].iter().zip(other).map(|(one, other)| one.abs_diff(other)).max().unwrap_or_default()
    });
    let worst = differences.enumerate().max_by_key(|(_, off)| *off).filter(|(_, off)| *off > CHANNEL_TOLERANCE);
    worst.map_or(Ok(()), |(pixel, off)| {
        let (x, y) = (pixel % painted.size[0], pixel / painted.size[0]);
        Err(format!("the processor paints the pixel at ({x}, {y}) otherwise, by {off} of 255"))
    })
}

#[test]
fn the_processor_paints_every_scale_as_the_graphics_card_does() {
    for scale in [0.8, 1.0, 1.25, 1.5, 1.75, 2.0, 3.0] {
        let builder = kit::builder(Theme::Light, [900.0, 700.0]).with_pixels_per_point(scale);
        let mut harness = builder.build_ui_state(|ui, gallery: &mut Gallery| gallery.ui(ui), Gallery::default());
        harness.run();
        harness.render().unwrap_or_else(|error| panic!("at {scale}: {error}"));
    }
}
