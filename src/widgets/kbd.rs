//! Keycaps, for the list of shortcuts.

use std::sync::Arc;

use egui::{Align2, Color32, Galley, Rect, Response, Sense, Ui, Vec2, WidgetInfo, accesskit::Role, pos2, vec2};

use super::paint;
use crate::tokens::{Text, size, space, tokens};

const HEIGHT: f32 = 20.0;

/// The keys of `shortcut` (`Ctrl+K`, `G then P`) as caps, the text between as text.
pub fn kbd_ui(ui: &mut Ui, shortcut: &str) -> Response {
    ui.scope(|ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            ui.spacing_mut().interact_size.y = HEIGHT;
            let mut parts = parts(shortcut);
            if ui.layout().prefer_right_to_left() {
                parts.reverse();
            }
            for part in parts {
                match part {
                    Part::Word(word) => drop(ui.label(Text::Caption.rich(word).color(tokens(ui).subdued))),
                    Part::Key(key) => cap_ui(ui, key),
                }
            }
        })
        .response
    })
    .inner
}

/// A row of the list of shortcuts: what is done, a note of it, and the keys at the right end. For a screen reader it is
/// one line, `Ctrl+K: Command palette`.
pub fn shortcut_ui(ui: &mut Ui, keys: &str, text: &str, note: &str) {
    let size = vec2(ui.available_width(), size::ROW_COMPACT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{keys}: {text}")));
    if !ui.is_rect_visible(rect) {
        return;
    }
    let (painter, tokens, middle) = (ui.painter(), tokens(ui), rect.center().y);
    let mut right = rect.right();
    for part in parts(keys).into_iter().rev() {
        let Part::Key(key) = part else {
            let word = paint::text_at(
                painter,
                pos2(right, middle),
                Align2::RIGHT_CENTER,
                part.text(),
                Text::Caption,
                tokens.subdued,
            );
            right = word.left() - space::XS;
            continue;
        };
        let galley = cap_galley(ui, key);
        let size = cap_size(&galley);
        paint_cap(ui, Rect::from_center_size(pos2(right - size.x / 2.0, middle), size), galley);
        right -= size.x + space::XS;
    }
    let named = paint::text_at(painter, pos2(rect.left(), middle), Align2::LEFT_CENTER, text, Text::Body, tokens.text);
    let left = named.right() + space::S;
    let galley = paint::line(painter, note, Text::Small, tokens.subdued, (right - left - space::S).max(0.0));
    paint::galley_at(painter, galley, left, middle, tokens.subdued);
    response.on_hover_text(note);
}

/// A part of a written shortcut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part<'a> {
    Key(&'a str),
    /// Between keys: `then`, `or`.
    Word(&'a str),
}

impl<'a> Part<'a> {
    fn text(self) -> &'a str {
        match self {
            Self::Key(text) | Self::Word(text) => text,
        }
    }
}

fn parts(shortcut: &str) -> Vec<Part<'_>> {
    let parts = shortcut.split(' ').flat_map(|word| word.split_inclusive('+'));
    let read = |part: &'_ str| -> bool { part.chars().all(char::is_lowercase) && part.len() > 1 };
    parts
        .map(|part| match read(part) {
            true => Part::Word(part),
            false => Part::Key(part.strip_suffix('+').filter(|key| !key.is_empty()).unwrap_or(part)),
        })
        .collect()
}

fn cap_galley(ui: &Ui, key: &str) -> Arc<Galley> {
    paint::line(ui.painter(), key, Text::Caption, Color32::PLACEHOLDER, f32::INFINITY)
}

fn cap_size(galley: &Galley) -> Vec2 {
    vec2((galley.size().x + 2.0 * 6.0).ceil().max(HEIGHT), HEIGHT)
}

fn cap_ui(ui: &mut Ui, key: &str) {
    let galley = cap_galley(ui, key);
    let (rect, response) = ui.allocate_exact_size(cap_size(&galley), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, key));
    paint_cap(ui, rect, galley);
}

fn paint_cap(ui: &Ui, rect: Rect, galley: Arc<Galley>) {
    let tokens = tokens(ui);
    ui.painter().rect_filled(rect, 4, tokens.border_strong.gamma_multiply(0.6));
    let mut top = rect.shrink(1.0);
    top.max.y -= 1.0;
    ui.painter().rect_filled(top, 3, tokens.surface);
    let left = rect.center().x - galley.size().x / 2.0;
    paint::galley_at(ui.painter(), galley, left, rect.center().y - 0.5, tokens.text);
}
