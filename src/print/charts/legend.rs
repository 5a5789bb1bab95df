//! What the marks of a chart mean, in the lines below its title.

use paydesk_domain::report_page::ReportMark;

use super::super::colors::{SUBDUED, of_mark};
use super::super::drawing::{PageRect, Point, Primitive};
use super::super::lines::TextStyle;
use super::super::report_setter::{Align, ReportSetter};
use super::super::typefaces::Typefaces;

/// From one line to the next.
pub const LEADING: f32 = 18.0;
const LINES_MAX: usize = 2;
const STYLE: TextStyle = TextStyle::regular(14.0, SUBDUED);
const MARK_SIZE: f32 = 11.0;
/// Length of the mark of a goal, which is a dashed line.
const GOAL_LENGTH: f32 = 16.0;
const MARK_GAP: f32 = 5.0;
/// Between two entries.
const ENTRY_GAP: f32 = 12.0;

/// A part of an entry on one line.
struct LegendPiece {
    line: usize,
    /// From the left of the legend.
    left: f32,
    mark: Option<ReportMark>,
    text: String,
}

/// Returns how many lines a legend takes.
pub fn lines(legend: &[(Option<ReportMark>, String)], room: f32, typefaces: &Typefaces) -> usize {
    pieces(legend, room, typefaces).last().map_or(0, |piece| piece.line + 1)
}

/// Draws a legend whose first baseline begins at `at`.
pub fn draw(setter: &mut ReportSetter<'_>, legend: &[(Option<ReportMark>, String)], at: Point, room: f32) {
    for piece in pieces(legend, room, setter.typefaces) {
        let (left, baseline) = (at.x + piece.left, at.y + LEADING * piece.line as f32);
        piece.mark.iter().for_each(|mark| draw_mark(setter, *mark, Point::new(left, baseline)));
        let text_left = left + mark_room(piece.mark);
        setter.text(&piece.text, STYLE, Point::new(text_left, baseline), Align::Left);
    }
}

fn mark_room(mark: Option<ReportMark>) -> f32 {
    match mark {
        Some(ReportMark::Goal) => GOAL_LENGTH + MARK_GAP,
        Some(ReportMark::Now | ReportMark::Before | ReportMark::Won | ReportMark::Lost | ReportMark::Open) => {
            MARK_SIZE + MARK_GAP
        }
        None => 0.0,
    }
}

fn draw_mark(setter: &mut ReportSetter<'_>, mark: ReportMark, at: Point) {
    let rect = PageRect::new(at.x, at.y - 10.0, at.x + MARK_SIZE, at.y - 10.0 + MARK_SIZE).snapped();
    let color = of_mark(mark);
    match mark {
        ReportMark::Goal => {
            let y = at.y - 4.5;
            let points = [Point::new(at.x, y), Point::new(at.x + GOAL_LENGTH, y)];
            setter.push(Primitive::DashedLine { points, width: 1.5, color });
        }
        ReportMark::Open => setter.outline(rect, color),
        ReportMark::Now | ReportMark::Before | ReportMark::Won | ReportMark::Lost => setter.rect(rect, color),
    }
}

/// Sets the entries one after the other, broken at words; what does not fit into [`LINES_MAX`] is cut.
fn pieces(legend: &[(Option<ReportMark>, String)], room: f32, typefaces: &Typefaces) -> Vec<LegendPiece> {
    let (mut pieces, mut line, mut left) = (Vec::new(), 0, 0.0);
    for (mark, meaning) in legend {
        let mut piece = LegendPiece { line, left, mark: *mark, text: String::new() };
        for word in meaning.split_inclusive(' ') {
            let longer = format!("{}{word}", piece.text);
            let is_too_wide = piece.left + mark_room(piece.mark) + STYLE.width(longer.trim_end(), typefaces) > room;
            if !is_too_wide || (piece.left == 0.0 && piece.text.is_empty()) {
                piece.text = longer;
                continue;
            }
            line += 1;
            let mark = if piece.text.is_empty() { piece.mark } else { None };
            let next = LegendPiece { line, left: 0.0, mark, text: word.to_owned() };
            let ended = std::mem::replace(&mut piece, next);
            pieces.extend(Some(ended).filter(|ended| !ended.text.is_empty()));
        }
        left = piece.left + mark_room(piece.mark) + STYLE.width(&piece.text, typefaces) + ENTRY_GAP;
        pieces.push(piece);
    }
    cut(pieces, room, typefaces)
}

fn cut(mut pieces: Vec<LegendPiece>, room: f32, typefaces: &Typefaces) -> Vec<LegendPiece> {
    let shown = pieces.iter().take_while(|piece| piece.line < LINES_MAX).count();
    let is_cut = shown < pieces.len();
    pieces.truncate(shown);
    for piece in &mut pieces {
        let room = room - piece.left - mark_room(piece.mark);
        piece.text = STYLE.fitted(piece.text.trim_end(), room, typefaces);
    }
    if let Some(last) = pieces.last_mut().filter(|_| is_cut) {
        let room = room - last.left - mark_room(last.mark);
        last.text = STYLE.cut(&last.text, room, typefaces);
    }
    pieces
}
