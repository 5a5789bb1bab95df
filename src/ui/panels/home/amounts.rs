//! The sums of a row: no amount is ever cut, as a part of one would be read as another.

use egui::{Align, Layout};

use crate::list::amount_lines;
use paydesk_core::features::home::HomeEntry;
use paydesk_widgets::table::TableCell;
use paydesk_widgets::tokens::{Text, tokens};
use paydesk_widgets::{label_ui, text_width};

/// Height of one of several lines, in points.
const LINE: f32 = 17.0;

/// The sums in one line, or in as many as the row has room for. What does not fit is counted, and is under the pointer.
pub(super) fn amounts_ui<C: Copy>(cell: &mut TableCell<'_, C>, entry: &HomeEntry) {
    let whole = entry.sums.text();
    let broken = cell.ui(|ui| {
        let (room, height) = (ui.available_width(), ui.available_height());
        if text_width(ui, Text::Body, &whole) <= room {
            return false;
        }
        let amounts = entry.sums.amounts();
        let most = ((height / LINE).floor() as usize).max(1);
        let lines = amount_lines(&amounts, most, |line| text_width(ui, Text::Small, line) <= room);
        let color = tokens(ui).text;
        ui.with_layout(Layout::top_down(Align::Max), |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.add_space(((height - LINE * lines.len() as f32) / 2.0).max(0.0));
            lines.iter().for_each(|line| drop(label_ui(ui, Text::Small, color, line).on_hover_text(&whole)));
        });
        true
    });
    if !broken {
        cell.amount(&whole);
    }
}
