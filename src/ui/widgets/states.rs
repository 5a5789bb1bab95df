//! What stands where data would: never loaded, empty, failed. And the thin line that says something is on its way.

use egui::{Rect, RichText, Ui, vec2};

use crate::ui::icons::Icon;
use crate::ui::theme;
use crate::ui::tokens::{self, SPACE_M, SPACE_S, TEXT_BODY, TEXT_CELL, Tone, tokens};

use super::button::{Button, Emphasis};
use super::notice::notice_ui;

/// One sentence and, where there is one, the action that changes it. Tells whether it was taken.
pub fn empty_ui(ui: &mut Ui, icon: Icon, sentence: &str, action: Option<&str>) -> bool {
    let tokens = tokens(ui);
    let mut taken = false;
    ui.vertical_centered(|ui| {
        ui.add_space((ui.available_height() * 0.28).clamp(16.0, 180.0));
        ui.label(icon.text(32.0).color(tokens.faint));
        ui.add_space(SPACE_S);
        ui.label(RichText::new(sentence).font(tokens::regular(TEXT_BODY)).color(tokens.subdued));
        if let Some(action) = action {
            ui.add_space(SPACE_M);
            taken = Button::new(action, Emphasis::Secondary).show(ui).clicked();
        }
    });
    taken
}

/// What happened, the service's code, what to do, and a way to try again. Tells whether it was taken.
pub fn failed_ui(ui: &mut Ui, what: &str, code: Option<&str>, what_to_do: &str, retry: Option<&str>) -> bool {
    notice_ui(ui, Tone::Danger, Icon::WarningCircle, what, |ui| {
        let tokens = tokens(ui);
        let small = |text: &str| RichText::new(text).font(tokens::regular(TEXT_CELL)).color(tokens.text);
        ui.label(small(what_to_do));
        if let Some(code) = code {
            ui.label(small(code).font(tokens::mono(12.0)).color(tokens.subdued));
        }
        retry.is_some_and(|retry| Button::new(retry, Emphasis::Secondary).icon(Icon::Refresh).show(ui).clicked())
    })
}

/// Grey bars where rows will be.
pub fn loading_rows_ui(ui: &mut Ui, row_height: f32) {
    let tokens = tokens(ui);
    let (rect, _) = ui.allocate_exact_size(ui.available_size(), egui::Sense::hover());
    let rows = (rect.height() / row_height).floor().clamp(0.0, 12.0) as usize;
    for row in 0..rows {
        let top = rect.top() + row as f32 * row_height + row_height * 0.35;
        for (left, share) in [(0.0, 0.22), (0.30, 0.10), (0.46, 0.14), (0.68, 0.12)] {
            let min = egui::pos2(rect.left() + rect.width() * left, top);
            let bar = Rect::from_min_size(min, vec2(rect.width() * share, row_height * 0.3));
            ui.painter().rect_filled(bar, 3.0, tokens.sunken);
        }
    }
}

/// A thin line over `rect`'s top edge that moves while `loading`; takes no room.
pub fn loading_line_ui(ui: &Ui, rect: Rect, loading: bool) {
    if !loading {
        return;
    }
    let tokens = tokens(ui);
    let line = Rect::from_min_size(rect.left_top(), vec2(rect.width(), 2.0));
    ui.painter().rect_filled(line, 0.0, tokens.accent.ground);
    let (start, length) = if theme::motion(ui) {
        ui.request_repaint_after(std::time::Duration::from_millis(33));
        (((ui.input(|input| input.time) * 0.9).fract() as f32) * 1.3 - 0.3, 0.3)
    } else {
        (0.0, 0.5)
    };
    let left = line.left() + line.width() * start.max(0.0);
    let right = line.left() + line.width() * (start + length).min(1.0);
    if right > left {
        ui.painter().rect_filled(Rect::from_x_y_ranges(left..=right, line.y_range()), 0.0, tokens.accent.color);
    }
}
