//! The sums of a row: no amount is ever cut, as a part of one would be read as another.

use egui::{Align, Layout};

use paydesk_core::features::home::HomeEntry;
use paydesk_widgets::table::TableCell;
use paydesk_widgets::tokens::{Text, tokens};
use paydesk_widgets::{label_ui, text_width};

use super::text;

/// Height of one of several lines, in points.
const LINE: f32 = 17.0;
const BETWEEN: &str = " · ";

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
        let lines = lines(&amounts, most, |line| text_width(ui, Text::Small, line) <= room);
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

/// Whole amounts in at most so many lines; the last one ends with how many more there are, where not all have room.
fn lines(amounts: &[String], most: usize, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let shown = (1..=amounts.len()).rev().find_map(|count| {
        let more = amounts.len() - count;
        let more = (more > 0).then(|| text::more_amounts(more));
        let parts: Vec<&str> = amounts[..count].iter().map(String::as_str).chain(more.as_deref()).collect();
        broken(&parts, &fits).filter(|lines| lines.len() <= most)
    });
    shown.unwrap_or_else(|| vec![text::amounts(amounts.len())])
}

/// The parts in as few lines as they take; `None` where one alone does not fit.
fn broken(parts: &[&str], fits: &impl Fn(&str) -> bool) -> Option<Vec<String>> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        let longer = lines.last().map(|last| format!("{last}{BETWEEN}{part}")).filter(|longer| fits(longer));
        match (longer, lines.last_mut()) {
            (Some(longer), Some(last)) => *last = longer,
            _ => lines.push(Some((*part).to_owned()).filter(|line| fits(line))?),
        }
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(amounts: &[&str], most: usize, room: usize) -> Vec<String> {
        let amounts: Vec<String> = amounts.iter().map(|amount| (*amount).to_owned()).collect();
        lines(&amounts, most, |line| line.chars().count() <= room)
    }

    #[test]
    fn amounts_are_broken_into_lines_and_none_is_cut() {
        let amounts = ["213.15 GBP", "9,890 JPY", "1,204.00 USD"];
        assert_eq!(shown(&amounts, 2, 40), ["213.15 GBP · 9,890 JPY · 1,204.00 USD"]);
        assert_eq!(shown(&amounts, 2, 24), ["213.15 GBP · 9,890 JPY", "1,204.00 USD"]);
        assert_eq!(shown(&amounts, 3, 12), ["213.15 GBP", "9,890 JPY", "1,204.00 USD"]);
    }

    #[test]
    fn amounts_that_have_no_room_are_counted() {
        let amounts = ["213.15 GBP", "9,890 JPY", "1,204.00 USD"];
        assert_eq!(shown(&amounts, 2, 12), ["213.15 GBP", "+2 more"]);
        assert_eq!(shown(&amounts, 1, 20), ["213.15 GBP · +2 more"]);
        assert_eq!(shown(&amounts, 2, 8), ["3 amounts"]);
        assert_eq!(shown(&["123,456,789.00 EUR"], 2, 8), ["1 amount"]);
    }
}
