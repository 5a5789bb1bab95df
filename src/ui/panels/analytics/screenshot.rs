//! A picture of the whole board, or of one of its cards: what was asked is taken first, then the board is scrolled from
//! its top to its end, part after part is taken of the window, and all parts are put under each other.

use std::sync::Arc;

use egui::{Area, ColorImage, Context, Id, Order, Pos2, Rangef, Rect, Sense, vec2};

use crate::board_image::{BoardImage, BoardImageError, stacked};
use paydesk_core::features::analytics::CardId;
use paydesk_widgets::tokens::space;

/// Frames in which menus close and what is scrolled into view is laid out.
const SETTLE: u8 = 3;
/// Longest board, in points.
const LONGEST: f32 = 20_000.0;
/// What is left free around a board, and around a card, in points.
const AROUND: f32 = space::M;
const AROUND_CARD: f32 = space::M / 2.0;

/// A picture that is being taken.
#[derive(Default)]
pub struct Screenshot {
    card: Option<CardPlace>,
    picture: BoardImage,
    /// What was asked, then the parts of the board.
    parts: Vec<ColorImage>,
    /// How much of the board is in the parts, in points.
    taken: f32,
    /// What will be with the part that is asked for.
    then: f32,
    waited: u8,
    /// How far the board can be scrolled: beyond, what is drawn would not stand where it says.
    furthest: f32,
    /// How far the board was scrolled before.
    before: Option<f32>,
    /// What had the keyboard, and gets it back: its ring is no part of a picture.
    focused: Option<Id>,
}

/// A card of the board.
#[derive(Debug, Clone, PartialEq)]
struct CardPlace {
    id: CardId,
    title: String,
    /// Seen from the corner of the board.
    rect: Rect,
}

/// Where the board is in this frame.
#[derive(Debug, Clone, Copy)]
pub struct BoardFrame {
    pub head: Rect,
    /// What was asked, as text: a part of the head.
    pub caption: Rect,
    /// What is in view of the board, how far it is scrolled, and how high it is.
    pub sight: Rect,
    pub offset: f32,
    pub height: f32,
}

/// What was taken.
pub struct ScreenshotTaken {
    /// The title of the card; `None` for the board.
    pub card: Option<String>,
    pub bytes: Result<Arc<[u8]>, BoardImageError>,
    /// Where the person had scrolled the board to.
    pub offset: f32,
}

impl Screenshot {
    /// Of one card, whose place is seen from the corner of the board.
    pub fn of_card(id: CardId, title: &str, rect: Rect) -> Self {
        let card = Some(CardPlace { id, title: title.to_owned(), rect });
        Self { card, taken: (rect.top() - AROUND_CARD).max(0.0), ..Self::default() }
    }

    /// The card that it is of, and how wide it is, in points; `None` for the board.
    pub fn card(&self) -> Option<(CardId, f32)> {
        self.card.as_ref().map(|card| (card.id, card.rect.width()))
    }

    /// The card of this name is there: in a picture it may be higher than it was.
    pub fn follow(&mut self, title: &str, rect: Rect) {
        let Some(card) = self.card.as_mut().filter(|card| card.title == title && self.parts.is_empty()) else { return };
        if card.rect != rect {
            card.rect = rect;
            self.taken = (rect.top() - AROUND_CARD).max(0.0);
            self.waited = 0;
        }
    }

    /// How far the board is to be scrolled.
    pub fn offset(&self) -> f32 {
        self.taken.min(self.furthest)
    }

    /// To be called each frame after the board was drawn; the picture, once it is whole.
    pub fn step(&mut self, ctx: &Context, frame: BoardFrame) -> Option<ScreenshotTaken> {
        ctx.request_repaint();
        self.still(ctx);
        let before = *self.before.get_or_insert(frame.offset);
        self.furthest = (frame.height - frame.sight.height()).max(0.0);
        if !self.picture.is_asked() {
            self.waited += 1;
            if self.waited > SETTLE {
                self.ask(ctx, frame);
            }
            return None;
        }
        let bytes = match self.picture.take_pixels()? {
            Ok(part) => self.add(part, frame)?,
            Err(error) => Err(error),
        };
        if let Some(focused) = self.focused {
            ctx.memory_mut(|memory| memory.request_focus(focused));
        }
        Some(ScreenshotTaken { card: self.card.take().map(|card| card.title), bytes, offset: before })
    }

    /// Nothing answers the pointer or the keyboard meanwhile: no tooltip and no ring is in the picture.
    fn still(&mut self, ctx: &Context) {
        if let Some(focused) = ctx.memory(|memory| memory.focused()) {
            self.focused = Some(focused);
            ctx.memory_mut(|memory| memory.surrender_focus(focused));
        }
        let shield = Area::new(Id::unique("paydesk.shoot")).order(Order::Foreground).fixed_pos(Pos2::ZERO);
        let size = ctx.content_rect().size();
        shield.constrain(false).show(ctx, |ui| ui.allocate_exact_size(size, Sense::CLICK | Sense::DRAG));
    }

    /// The whole picture, once this was the last part.
    fn add(&mut self, part: ColorImage, frame: BoardFrame) -> Option<Result<Arc<[u8]>, BoardImageError>> {
        self.parts.push(part);
        (self.taken, self.waited) = (self.then, 0);
        let whole = self.parts.len() > 1 && self.taken + 0.5 >= self.end(frame);
        whole.then(|| stacked(&self.parts).map(Into::into))
    }

    /// Where the picture ends on the board.
    fn end(&self, frame: BoardFrame) -> f32 {
        let end = self.card.as_ref().map_or(LONGEST, |card| card.rect.bottom() + AROUND_CARD);
        end.min(frame.height)
    }

    /// Asks for the head, or for what is in view and not taken yet.
    fn ask(&mut self, ctx: &Context, frame: BoardFrame) {
        if self.parts.is_empty() {
            self.then = self.taken;
            let head = match self.card {
                Some(_) => frame.caption.expand2(vec2(AROUND_CARD, 0.0)),
                None => frame.head.expand2(vec2(AROUND, 0.0)),
            };
            self.picture.ask(ctx, head.with_min_y(head.top() - AROUND_CARD));
            return;
        }
        let (from, to) = (self.taken - frame.offset, (self.end(frame) - frame.offset).min(frame.sight.height()));
        let y = Rangef::new((frame.sight.top() + from).round(), (frame.sight.top() + to).round());
        self.then = frame.offset + to;
        self.picture.ask(ctx, Rect::from_x_y_ranges(self.width(frame), y));
    }

    fn width(&self, frame: BoardFrame) -> Rangef {
        match &self.card {
            Some(card) => {
                let x = card.rect.x_range();
                Rangef::new(frame.sight.left() + x.min, frame.sight.left() + x.max).expand(AROUND_CARD)
            }
            None => frame.head.x_range().expand(AROUND),
        }
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "pixels of a sample picture")]
mod tests {
    use egui::{Color32, ViewportCommand, ViewportId, pos2, vec2};

    use super::*;

    /// Draws frames of a board of `height` points in a window of 100, each row of pixels in a colour of its own.
    fn shot(mut screenshot: Screenshot, height: f32) -> (Option<String>, Vec<u8>) {
        let ctx = Context::default();
        for _ in 0..100 {
            let offset = screenshot.offset();
            let head = Rect::from_min_size(pos2(0.0, 0.0), vec2(4.0, 10.0));
            let caption = Rect::from_min_size(pos2(0.0, 8.0), vec2(2.0, 2.0));
            let sight = Rect::from_min_max(pos2(0.0, 10.0), pos2(4.0, 100.0));
            let mut done = None;
            let output = ctx.run_ui(egui::RawInput::default(), |ui| {
                done = screenshot.step(ui.ctx(), BoardFrame { head, caption, sight, offset, height }).or(done.take());
            });
            let commands = output.viewport_output[&ViewportId::ROOT].commands.clone();
            output.drop_without_applying_deltas();
            for command in commands {
                if let ViewportCommand::Screenshot(callback) = command {
                    callback.complete(Arc::new(window(offset)));
                }
            }
            if let Some(done) = done {
                return (done.card, done.bytes.unwrap().to_vec());
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
            assert_eq!(rows(&shot(Screenshot::default(), height).1), expected, "{height}");
        }
    }

    #[test]
    fn a_card_out_of_sight_is_whole_in_its_picture_under_what_was_asked() {
        let card = Rect::from_min_max(pos2(0.0, 120.0), pos2(4.0, 160.0));
        let (title, png) = shot(Screenshot::of_card(CardId::WinRateOverTime, "Win rate", card), 190.0);
        assert_eq!(title.as_deref(), Some("Win rate"));
        let expected: Vec<u8> = [200; 8].into_iter().chain(114..166).collect();
        assert_eq!(rows(&png), expected);
    }

    #[test]
    fn a_card_that_is_higher_in_its_picture_than_on_the_board_is_whole() {
        let card = |top: f32, bottom: f32| Rect::from_min_max(pos2(0.0, top), pos2(4.0, bottom));
        let mut screenshot = Screenshot::of_card(CardId::WinRateOverTime, "By reason", card(120.0, 140.0));
        screenshot.follow("By profile", card(0.0, 20.0));
        screenshot.follow("By reason", card(110.0, 170.0));
        let expected: Vec<u8> = [200; 8].into_iter().chain(104..176).collect();
        assert_eq!(rows(&shot(screenshot, 190.0).1), expected);
    }

    #[test]
    fn what_had_the_keyboard_gets_it_back_after_the_picture() {
        let (ctx, mut screenshot) = (Context::default(), Screenshot::default());
        let id = Id::unique("button");
        let draw = |screenshot: &mut Screenshot| {
            let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(4.0, 4.0));
            let frame = BoardFrame { head: rect, caption: rect, sight: rect, offset: 0.0, height: 4.0 };
            let mut focused = true;
            let output = ctx.run_ui(egui::RawInput::default(), |ui| {
                ui.interact(rect, id, Sense::click());
                screenshot.step(ui.ctx(), frame);
                focused = ui.memory(|memory| memory.has_focus(id));
            });
            let commands = output.viewport_output[&ViewportId::ROOT].commands.clone();
            output.drop_without_applying_deltas();
            for command in commands {
                if let ViewportCommand::Screenshot(callback) = command {
                    callback.complete(Arc::new(window(0.0)));
                }
            }
            focused
        };
        ctx.memory_mut(|memory| memory.request_focus(id));
        let seen: Vec<bool> = (0..20).map(|_| draw(&mut screenshot)).collect();
        assert!(!seen[0] && !seen[SETTLE as usize], "{seen:?}");
        assert!(seen.contains(&true), "{seen:?}");
    }
}
