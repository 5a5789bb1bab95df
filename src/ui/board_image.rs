//! A part of the window as a PNG: asked for, cropped to the pixel, encoded; saving it is the caller's effect.
//!
//! The window reads its own pixels back after the next frame, so the bytes come one or two frames later: ask once with
//! [`BoardImage::ask`], then [`BoardImage::take_pixels`] each frame until they are there. What is out of view is not in
//! the picture: scroll it into view first.

use std::sync::{Arc, Mutex, PoisonError};

use egui::{ColorImage, Context, Rect};

/// Why there is no picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BoardImageError {
    #[error("The board is not visible")]
    OutOfSight,
    #[error("The image could not be encoded")]
    NotEncoded,
}

/// One picture at a time, on its way or there.
#[derive(Debug, Clone, Default)]
pub struct BoardImage {
    slot: Option<Arc<Mutex<PixelResult>>>,
}

type PixelResult = Option<Result<ColorImage, BoardImageError>>;

impl BoardImage {
    /// Asks for the pixels of `rect`, in points of the window; takes the place of one asked for before.
    pub fn ask(&mut self, ctx: &Context, rect: Rect) {
        let slot: Arc<Mutex<PixelResult>> = Arc::default();
        let (into, window, pixels_per_point) = (Arc::clone(&slot), ctx.clone(), ctx.pixels_per_point());
        ctx.request_screenshot(move |image| {
            *into.lock().unwrap_or_else(PoisonError::into_inner) = Some(part_of(&image, rect, pixels_per_point));
            window.request_repaint();
        });
        self.slot = Some(slot);
    }

    /// Whether a picture is on its way.
    pub fn is_asked(&self) -> bool {
        self.slot.is_some()
    }

    /// The pixels, once.
    pub fn take_pixels(&mut self) -> Option<Result<ColorImage, BoardImageError>> {
        let taken = self.slot.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner).take();
        if taken.is_some() {
            self.slot = None;
        }
        taken
    }
}

/// The pixels of `rect` (in points) of a picture of the whole window.
fn part_of(image: &ColorImage, rect: Rect, pixels_per_point: f32) -> Result<ColorImage, BoardImageError> {
    let [width, height] = image.size;
    let x = pixels(rect.left(), rect.right(), pixels_per_point, width).ok_or(BoardImageError::OutOfSight)?;
    let y = pixels(rect.top(), rect.bottom(), pixels_per_point, height).ok_or(BoardImageError::OutOfSight)?;
    Ok(image.region_by_pixels([x.start, y.start], [x.len(), y.len()]))
}

/// Parts under each other, as a PNG as wide as the widest of them; beside the others their ground goes on.
pub fn stacked(parts: &[ColorImage]) -> Result<Vec<u8>, BoardImageError> {
    let width =
        parts.iter().map(|part| part.width()).max().filter(|width| *width > 0).ok_or(BoardImageError::OutOfSight)?;
    let mut pixels: Vec<egui::Color32> = Vec::new();
    for part in parts.iter().filter(|part| part.width() > 0) {
        let ground = part.pixels.first().copied().unwrap_or_default();
        for row in part.pixels.chunks(part.width()) {
            pixels.extend_from_slice(row);
            pixels.extend(std::iter::repeat_n(ground, width - row.len()));
        }
    }
    let height = pixels.len() / width;
    encode(&ColorImage::new([width, height], pixels)).ok_or(BoardImageError::NotEncoded)
}

/// The whole pixels between two points, as far as there are any.
fn pixels(from: f32, to: f32, pixels_per_point: f32, all: usize) -> Option<std::ops::Range<usize>> {
    let at = |point: f32| ((point * pixels_per_point).round().max(0.0) as usize).min(all);
    let range = at(from)..at(to);
    (!range.is_empty()).then_some(range)
}

fn encode(image: &ColorImage) -> Option<Vec<u8>> {
    let (width, height) = (u32::try_from(image.width()).ok()?, u32::try_from(image.height()).ok()?);
    // A window has no see-through pixels to keep.
    let pixels: Vec<u8> = image.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&pixels).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "pixels of a sample picture")]
mod tests {
    use egui::{Color32, ViewportCommand, ViewportId, pos2};

    use super::*;

    /// 8 × 6 pixels, each of a colour of its own.
    fn window() -> ColorImage {
        let pixels = (0..48_u8).map(|at| Color32::from_rgb(at * 5, 255 - at, at)).collect();
        ColorImage::new([8, 6], pixels)
    }

    fn decoded(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        (info.width, info.height, pixels)
    }

    #[test]
    fn a_part_is_cropped_at_the_pixels_of_the_screen() {
        let rect = Rect::from_min_max(pos2(1.0, 0.5), pos2(3.0, 2.5));
        let (width, height, pixels) = decoded(&encode(&part_of(&window(), rect, 2.0).unwrap()).unwrap());
        assert_eq!((width, height), (4, 4));
        let first = 8 + 2;
        assert_eq!(pixels[..3], [first * 5, 255 - first, first]);
    }

    #[test]
    fn what_reaches_out_of_the_window_is_cut_and_what_is_out_of_sight_is_no_picture() {
        let rect = Rect::from_min_max(pos2(-5.0, 4.0), pos2(500.0, 500.0));
        assert_eq!(part_of(&window(), rect, 1.0).unwrap().size, [8, 2]);
        let below = Rect::from_min_max(pos2(0.0, 50.0), pos2(8.0, 60.0));
        assert_eq!(part_of(&window(), below, 1.0), Err(BoardImageError::OutOfSight));
    }

    #[test]
    fn parts_are_put_under_each_other_and_beside_a_narrow_one_its_ground_goes_on() {
        let (upper, lower) = (window().region_by_pixels([0, 0], [8, 2]), window().region_by_pixels([0, 4], [7, 1]));
        let (width, height, pixels) = decoded(&stacked(&[upper, lower]).unwrap());
        assert_eq!((width, height), (8, 3));
        let lower = &pixels[8 * 2 * 3..];
        assert_eq!((lower[0], lower[7 * 3]), (32 * 5, 32 * 5), "the first pixel of the lower part, and its ground");
        assert_eq!(stacked(&[]), Err(BoardImageError::OutOfSight));
    }

    #[test]
    fn a_picture_is_asked_of_the_window_once_and_taken_once() {
        let (ctx, mut picture) = (Context::default(), BoardImage::default());
        let output = ctx.run_ui(egui::RawInput::default(), |ui| {
            picture.ask(ui.ctx(), Rect::from_min_max(pos2(0.0, 0.0), pos2(2.0, 2.0)));
        });
        assert!(picture.is_asked() && picture.take_pixels().is_none());
        let commands = output.viewport_output[&ViewportId::ROOT].commands.clone();
        output.drop_without_applying_deltas();
        let asked: Vec<_> = commands
            .into_iter()
            .filter_map(
                |command| if let ViewportCommand::Screenshot(callback) = command { Some(callback) } else { None },
            )
            .collect();
        assert_eq!(asked.len(), 1);
        for callback in asked {
            callback.complete(Arc::new(window()));
        }
        assert_eq!(picture.take_pixels().unwrap().unwrap().width(), 2);
        assert!(!picture.is_asked() && picture.take_pixels().is_none());
    }
}
