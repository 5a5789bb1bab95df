//! What the rows of a list come to, each currency by itself: added up once for each change of the rows. No amount is ever
//! cut, as a part of one would be read as another.

use egui::Ui;

use paydesk_domain::known::{Known, known_of_listed};
use paydesk_domain::money::Money;
use paydesk_domain::money_sums::MoneySums;
use paydesk_widgets::tokens::{Text, tokens};
use paydesk_widgets::{label_ui, text_width};

use super::ListRows;

const BETWEEN: &str = " · ";
/// Room for what stands at the right end of the line, in points.
const BESIDE: f32 = 120.0;

/// The sums of a list, and which of its rows they are of.
#[derive(Debug, Default)]
pub struct ListSums {
    of: Option<(u64, u64)>,
    sums: MoneySums,
    /// The amount of every row is known.
    is_whole: bool,
}

impl ListSums {
    /// What the rows come to: at least that, where there may be more of them.
    pub fn known<R: ListRows>(
        &mut self,
        rows: &R,
        is_all: bool,
        amount: impl Fn(usize) -> Option<Money>,
    ) -> Known<MoneySums> {
        self.known_among(rows, is_all, |_| true, amount)
    }

    /// What some of the rows come to: at least that, where there may be more of them.
    pub fn known_among<R: ListRows>(
        &mut self,
        rows: &R,
        is_all: bool,
        is_among: impl Fn(usize) -> bool,
        amount: impl Fn(usize) -> Option<Money>,
    ) -> Known<MoneySums> {
        let of = Some((rows.revision(), rows.questions()));
        if self.of != of {
            let among: Vec<usize> = (0..rows.len()).filter(|row| is_among(*row)).collect();
            let amounts: Vec<Money> = among.iter().filter_map(|row| amount(*row)).collect();
            (self.of, self.is_whole) = (of, amounts.len() == among.len());
            self.sums = amounts.into_iter().collect();
        }
        known_of_listed(self.sums.clone(), is_all && self.is_whole)
    }
}

/// Draws the sums in the line below a list, where there are any. What has no room is counted, and is under the pointer.
pub fn sums_ui(ui: &mut Ui, sums: &Known<MoneySums>) {
    amounts_ui(ui, &sums.amounts(), &sums.text());
}

/// Draws as many of these amounts as have room; all of them are under the pointer, as they are said there.
pub fn amounts_ui(ui: &mut Ui, amounts: &[String], all: &str) {
    let room = ui.available_width() - BESIDE;
    let fits = |line: &str| text_width(ui, Text::Caption, line) <= room;
    let line = amount_lines(amounts, 1, fits).pop().filter(|line| !amounts.is_empty() && fits(line));
    if let Some(line) = line {
        label_ui(ui, Text::Caption, tokens(ui).subdued, &line).on_hover_text(all);
    }
}

/// Whole amounts in at most so many lines; the last one ends with how many more there are, where not all have room.
pub fn amount_lines(amounts: &[String], most: usize, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let shown = (1..=amounts.len()).rev().find_map(|count| {
        let more = amounts.len() - count;
        let more = (more > 0).then(|| more_amounts(more));
        let parts: Vec<&str> = amounts[..count].iter().map(String::as_str).chain(more.as_deref()).collect();
        broken(&parts, &fits).filter(|lines| lines.len() <= most)
    });
    shown.unwrap_or_else(|| vec![count_of_amounts(amounts.len())])
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

/// Amounts that have no room beside those that are shown.
fn more_amounts(count: usize) -> String {
    format!("+{count} more")
}

fn count_of_amounts(count: usize) -> String {
    if count == 1 { "1 amount".to_owned() } else { format!("{count} amounts") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(amounts: &[&str], most: usize, room: usize) -> Vec<String> {
        let amounts: Vec<String> = amounts.iter().map(|amount| (*amount).to_owned()).collect();
        amount_lines(&amounts, most, |line| line.chars().count() <= room)
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
