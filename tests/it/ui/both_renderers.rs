//! Draws every picture of the tests with the processor's painter as well, and compares the two.

use egui::{Context, FullOutput, TexturesDelta};
use egui_kittest::TestRenderer;
use egui_kittest::wgpu::WgpuTestRenderer;
use image::RgbaImage;
use paydesk::desktop::cpu::Painter;

/// How far a channel of a pixel may be off, of 255. Every colour that is mixed is rounded once more than a graphics
/// card does, and several layers add up.
const CHANNEL_TOLERANCE: u8 = 3;
/// How many pixels of a picture may be off by more: on edges that run exactly through their centres.
const PIXELS_TOLERATED: usize = 40;

/// The renderer of the pictures, with the processor's painter beside it.
pub struct BothRenderers {
    card: WgpuTestRenderer,
    painter: Painter,
    textures: TexturesDelta,
}

impl BothRenderers {
    pub fn new() -> Self {
        Self { card: WgpuTestRenderer::new(), painter: Painter::default(), textures: TexturesDelta::default() }
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
        self.painter.paint(size, pixels_per_point, &primitives, &mut self.textures);
        compare(&picture, &self.painter)?;
        Ok(picture)
    }
}

fn compare(picture: &RgbaImage, painter: &Painter) -> Result<(), String> {
    let painted = painter.picture();
    let off = |(one, other): (&image::Rgba<u8>, &egui::Color32)| {
        let [red, green, blue, _] = one.0;
        let other = other.to_array();
        [red, green, blue].iter().zip(other).map(|(one, other)| one.abs_diff(other)).max().unwrap_or_default()
    };
    let differences: Vec<u8> = picture.pixels().zip(&painted.pixels).map(off).collect();
    let too_far = differences.iter().filter(|off| **off > CHANNEL_TOLERANCE).count();
    if std::env::var_os("PAINT_STATS").is_some() {
        let worst = differences.iter().max().copied().unwrap_or_default();
        let mut hist = [0usize; 8];
        for d in &differences {
            hist[(*d as usize).min(7)] += 1;
        }
        let at = differences.iter().position(|off| *off == worst).map(|i| (i % painted.size[0], i / painted.size[0]));
        eprintln!("PAINT worst {worst} at {at:?} hist {hist:?}");
    }
    if too_far <= PIXELS_TOLERATED {
        return Ok(());
    }
    let first = differences.iter().position(|off| *off > CHANNEL_TOLERANCE).unwrap_or_default();
    let (x, y) = (first % painted.size[0], first / painted.size[0]);
    let worst = differences.iter().max().copied().unwrap_or_default();
    Err(format!("the processor paints {too_far} pixels otherwise, by up to {worst} of 255; the first is ({x}, {y})"))
}
