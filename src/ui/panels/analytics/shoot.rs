//! A picture of the whole board: it is scrolled from its top to its end, part after part is taken of the window, and
//! all parts are put under each other. The head with range, zone and filters stands above them.

use std::sync::Arc;

use egui::{ColorImage, Context, Rect};

use crate::ui::board_picture::{BoardPicture, PictureError, stacked};

/// Frames in which menus close and what is scrolled into sight is laid out.
const SETTLE: u8 = 3;
/// Longest board, in points.
const LONGEST: f32 = 20_000.0;

/// A picture that is being taken.
#[derive(Default)]
pub struct Shoot {
    picture: BoardPicture,
    parts: Vec<ColorImage>,
    /// How much of the board is in the parts, in points.
    taken: f32,
    /// What will be with the part that is asked for.
    then: f32,
    waited: u8,
    /// How far the board can be scrolled: beyond, what is drawn would not stand where it says.
    furthest: f32,
}

/// Where the board stands in this frame.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    pub head: Rect,
    /// What is in sight of the board, how far it is scrolled, and how high it is.
    pub sight: Rect,
    pub offset: f32,
    pub height: f32,
}

impl Shoot {
    /// How far the board is to be scrolled.
    pub fn offset(&self) -> f32 {
        self.taken.min(self.furthest)
    }

    /// To be called each frame after the board was drawn; the picture, once it is whole.
    pub fn step(&mut self, ctx: &Context, frame: Frame) -> Option<Result<Arc<[u8]>, PictureError>> {
        ctx.request_repaint();
        self.furthest = (frame.height - frame.sight.height()).max(0.0);
        if !self.picture.is_asked() {
            self.waited += 1;
            if self.waited > SETTLE {
                self.ask(ctx, frame);
            }
            return None;
        }
        match self.picture.take_pixels()? {
            Ok(part) => self.parts.push(part),
            Err(error) => return Some(Err(error)),
        }
        (self.taken, self.waited) = (self.then, 0);
        let whole = self.taken + 0.5 >= frame.height.min(LONGEST);
        whole.then(|| stacked(&self.parts).map(Into::into))
    }

    /// Asks for what is in sight and not taken yet.
    fn ask(&mut self, ctx: &Context, frame: Frame) {
        let above = if self.parts.is_empty() { frame.head } else { Rect::NOTHING };
        let (from, to) = (self.taken - frame.offset, (frame.height - frame.offset).min(frame.sight.height()));
        let mut new = frame.sight;
        new.min.y = (frame.sight.top() + from).round();
        new.max.y = (frame.sight.top() + to).round();
        self.then = frame.offset + to;
        self.picture.ask(ctx, above.union(new));
    }
}

#[cfg(test)]
mod tests {
    use egui::{Color32, ViewportCommand, ViewportId, pos2, vec2};

    use super::*;

    /// Draws frames of a board of `height` points in a window of 100, each row of pixels in a colour of its own.
    fn shot(height: f32) -> Vec<u8> {
        let (ctx, mut shoot) = (Context::default(), Shoot::default());
        for _ in 0..100 {
            let offset = shoot.offset();
            let head = Rect::from_min_size(pos2(0.0, 0.0), vec2(4.0, 10.0));
            let sight = Rect::from_min_max(pos2(0.0, 10.0), pos2(4.0, 100.0));
            let mut done = None;
            let output = ctx.run_ui(egui::RawInput::default(), |ui| {
                done = shoot.step(ui.ctx(), Frame { head, sight, offset, height }).or(done.take());
            });
            let commands = output.viewport_output[&ViewportId::ROOT].commands.clone();
            output.drop_without_applying_deltas();
            for command in commands {
                if let ViewportCommand::Screenshot(callback) = command {
                    callback.complete(Arc::new(window(offset)));
                }
            }
            if let Some(done) = done {
                return done.unwrap().to_vec();
            }
        }
        panic!("no picture");
    }

    /// The head is 200, a row of the board its number.
    fn window(offset: f32) -> ColorImage {
        let row = |y: usize| if y < 10 { 200 } else { (offset as usize + y - 10) as u8 };
        ColorImage::new([4, 100], (0..100).flat_map(|y| [Color32::from_gray(row(y)); 4]).collect())
    }

    fn rows(png: &[u8]) -> Vec<u8> {
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels.chunks(12).map(|row| row[0]).collect()
    }

    #[test]
    fn every_row_of_a_long_board_is_in_the_picture_once_under_one_head() {
        for height in [40.0, 90.0, 91.0, 190.0] {
            let expected: Vec<u8> = [200; 10].into_iter().chain(0..height as u8).collect();
            assert_eq!(rows(&shot(height)), expected, "{height}");
        }
    }
}
