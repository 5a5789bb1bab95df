//! The numbers at the head of a board, written out: one tile a measure, one line a currency.

use super::text;
use super::wording;
use paydesk_core::features::analytics::significance::{Significance, is_few};
use paydesk_core::features::analytics::{
    CardContent, CardValue, DrillDown, Measure, NoRows, Pane, TotalChange, ValueUnit,
};
use paydesk_domain::money::grouped_count;
use paydesk_widgets::board_card::FigureLine;

/// Numbers of one kind, a line each.
pub struct Tile {
    pub title: &'static str,
    pub definition: String,
    pub lines: Vec<FigureLine>,
    /// What the number is, in short.
    pub caption: Option<String>,
    /// Why there are none.
    pub said: Option<String>,
    targets: Vec<TileTarget>,
}

#[derive(Debug, Clone, Copy)]
enum TileTarget {
    Slot(usize, usize, usize),
    Total(usize, usize),
}

impl Tile {
    pub fn drill(&self, picture: &CardContent, line: usize) -> Result<DrillDown, NoRows> {
        match self.targets.get(line) {
            Some(TileTarget::Slot(pane, series, slot)) => picture.drill(*pane, *series, *slot),
            Some(TileTarget::Total(pane, series)) => picture.drill_total(*pane, *series),
            None => Err(NoRows::NoValue),
        }
    }
}

/// How many cases a rate is of, as the end of a line.
fn cases(of: i64) -> String {
    if of == 1 { ", 1 case".to_owned() } else { text::cases(grouped_count(of.unsigned_abs())) }
}

/// Every measure with a line for all, where that is a number, and one a currency.
pub fn measure_tiles(picture: &CardContent) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Vec::new();
    for (pane_at, pane) in picture.panes.iter().enumerate() {
        for (series_at, series) in pane.series.iter().enumerate() {
            let Some(measure) = series.measure else { continue };
            let at = tiles.iter().position(|tile| tile.title == measure.name()).unwrap_or_else(|| {
                tiles.push(Tile::new(measure.name(), measure.definition()));
                tiles.len() - 1
            });
            if let Some((good, bad)) = measure.parts()
                && (series.total.is_some() || !picture.unreported.contains(&measure))
            {
                // A rate that is the service's own comes without a number of cases.
                let is_without_cases = series.values.iter().any(Option::is_some);
                let of = series.total.and_then(|total| total.of).or((!is_without_cases).then_some(0));
                let cases = of.map_or_else(String::new, cases);
                tiles[at].caption = Some(format!("{good} ÷ ({good} + {bad}){cases}"));
            }
            if measure == Measure::Decided {
                tiles[at].caption = Some("no longer open or under review ÷ all".to_owned());
            }
            // Of disputes that were opened last, less is always decided.
            let is_compared = measure != Measure::Decided;
            let better = better(measure);
            let is_reported = !picture.unreported.contains(&measure);
            if !matches!(pane.unit, ValueUnit::Money(_)) && pane.slots.len() > 1 {
                let before = series.total_before.filter(|_| is_compared);
                let moved = (series.total, before, TotalChange::between(&pane.unit, series.total, before));
                let judged = (better, is_reported, picture.significance(pane_at, series_at, None));
                tiles[at].push(text::ALL, pane, moved, judged, TileTarget::Total(pane_at, series_at));
            }
            for (slot_at, slot) in pane.slots.iter().enumerate() {
                let value = |values: &[Option<CardValue>]| values.get(slot_at).copied().flatten();
                let (now, before) = (value(&series.values), value(&series.before).filter(|_| is_compared));
                let moved = (now, before, TotalChange::between(&pane.unit, now, before));
                let group = if slot.dimension_values.is_empty() {
                    pane.title.clone()
                } else {
                    wording::group(&slot.dimension_values)
                };
                let judged = (better, is_reported, picture.significance(pane_at, series_at, Some(slot_at)));
                tiles[at].push(&group, pane, moved, judged, TileTarget::Slot(pane_at, series_at, slot_at));
            }
        }
    }
    tiles.extend(picture.left_out.iter().map(|(measure, why)| {
        let said = Some(format!("{} {why}", measure.name()));
        Tile { said, ..Tile::new(measure.name(), measure.definition()) }
    }));
    for measure in &picture.unreported {
        let said = Some(text::NOT_REPORTED.to_owned());
        match tiles.iter_mut().find(|tile| tile.title == measure.name()) {
            Some(tile) if tile.lines.is_empty() => tile.said = tile.said.take().or(said),
            Some(_) => {}
            None => tiles.push(Tile { said, ..Tile::new(measure.name(), measure.definition()) }),
        }
    }
    let order = Measure::of(picture.subject);
    tiles.sort_by_key(|tile| order.iter().position(|measure| measure.name() == tile.title));
    tiles
}

/// Which way is good: `None` where neither is.
pub fn better(measure: Measure) -> Option<bool> {
    match measure {
        Measure::Disputes | Measure::DisputedAmount | Measure::LostAmount => Some(false),
        Measure::WinRate | Measure::SuccessRate | Measure::ProcessedAmount => Some(true),
        Measure::Decided | Measure::Payments => None,
    }
}

impl Tile {
    fn new(title: &'static str, definition: &str) -> Self {
        Self {
            title,
            definition: definition.to_owned(),
            lines: Vec::new(),
            caption: None,
            said: None,
            targets: Vec::new(),
        }
    }

    fn push(
        &mut self,
        group: &str,
        pane: &Pane,
        (now, before, change): (Option<CardValue>, Option<CardValue>, TotalChange),
        (better, is_reported, significance): (Option<bool>, bool, Significance),
        target: TileTarget,
    ) {
        let difference = match change {
            TotalChange::By { difference, .. } if difference != 0 => Some(difference),
            TotalChange::By { .. } | TotalChange::None => None,
        };
        let up = difference.map(|difference| difference > 0);
        let from_nothing = before.and_then(CardValue::exact) == Some(0) && !matches!(pane.unit, ValueUnit::Rate);
        let (change, more) = match before {
            Some(_) if from_nothing && difference.is_some() => ("from 0".to_owned(), String::new()),
            Some(before) => (change.size_text(&pane.unit), text::vs(short(&pane.unit, before))),
            None => (String::new(), String::new()),
        };
        let no_value = if is_reported { "–" } else { text::NOT_REPORTED };
        self.lines.push(FigureLine {
            group: group.to_owned(),
            value: now.map_or_else(|| no_value.to_owned(), |now| short(&pane.unit, now)),
            change,
            up,
            good: up.zip(better).map(|(up, better)| up == better).filter(|_| is_significant(significance)),
            more: if now.is_some_and(is_few) { few_cases(&more) } else { more },
            note: up.zip(better).map_or("", |_| why_judged(significance)),
        });
        self.targets.push(target);
    }
}

fn is_significant(significance: Significance) -> bool {
    significance == Significance::Significant
}

/// Why a change is called better or worse, or is not.
pub fn why_judged(significance: Significance) -> &'static str {
    match significance {
        Significance::Significant => {
            "Significant: if nothing had changed, fewer than 1 in 20 reports would show a change like this"
        }
        Significance::NotSignificant => "Not a significant change: chance alone may be the reason",
        Significance::TooFew => "Fewer than 10 cases: too few to compare",
        Significance::NothingBefore => "None in the previous period: nothing to compare",
        Significance::Unknown => "Counts unknown: cannot say if better or worse",
    }
}

fn few_cases(more: &str) -> String {
    if more.is_empty() { text::FEW_CASES.to_owned() } else { format!("{} · {more}", text::FEW_CASES) }
}

/// The value; an amount without the code, which is before it.
pub fn short(unit: &ValueUnit, value: CardValue) -> String {
    match unit {
        ValueUnit::Money(_) => unit.bare_text(value.known()),
        ValueUnit::Count | ValueUnit::Rate => value.text(unit),
    }
}

/// Open disputes and those due in the next 7 days: how many, and what is at risk in each currency. Those overdue stand with the
/// ones that are due.
pub fn open_tiles(picture: &CardContent) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Vec::new();
    let Some(counts) = picture.panes.iter().position(|pane| pane.unit == ValueUnit::Count) else { return tiles };
    for (at, series) in picture.panes[counts].series.iter().enumerate() {
        let overdue = series.name == text::OVERDUE;
        match tiles.last_mut().filter(|_| overdue) {
            Some(due) => due.push_open(picture, counts, at, text::OVERDUE),
            None => {
                let mut tile = Tile::new(if at == 0 { "Open now" } else { "Due in 7 days" }, series.definition);
                tile.caption = Some("as of now; no earlier value".to_owned());
                tile.definition.push_str(". No earlier value: the list shows only what is open now.");
                tile.push_open(picture, counts, at, text::ALL);
                tile.push_amounts(picture, counts, at);
                tiles.push(tile);
            }
        }
    }
    tiles
}

impl Tile {
    /// How many disputes of a series there are, whatever their currency.
    fn push_open(&mut self, picture: &CardContent, counts: usize, series: usize, group: &str) {
        let total = picture.panes[counts].series[series].total;
        let value = total.map_or_else(|| "–".to_owned(), |total| total.text(&ValueUnit::Count));
        let amounts = amounts(picture, counts, series);
        let more: Vec<String> = amounts.iter().map(|(pane, amount, _)| amount.text(&pane.unit)).collect();
        let more = if group == text::OVERDUE { more.join(", ") } else { String::new() };
        self.lines.push(FigureLine { group: group.to_owned(), value, more, ..FigureLine::default() });
        self.targets.push(TileTarget::Total(counts, series));
    }

    /// What is at risk in each currency, with the number of disputes.
    fn push_amounts(&mut self, picture: &CardContent, counts: usize, series: usize) {
        for (pane, amount, count) in amounts(picture, counts, series) {
            let at = picture.panes.iter().position(|other| other.unit == pane.unit).unwrap_or_default();
            self.lines.push(FigureLine {
                group: pane.title.clone(),
                value: short(&pane.unit, amount),
                more: wording::counted(picture.subject).known(count.known()),
                ..FigureLine::default()
            });
            self.targets.push(TileTarget::Total(at, series));
        }
    }
}

/// The amounts of a series that are of some disputes, with how many.
fn amounts(picture: &CardContent, counts: usize, series: usize) -> Vec<(&Pane, CardValue, CardValue)> {
    let others = picture.panes.iter().enumerate().filter(|(at, _)| *at != counts);
    let amount = |pane: &Pane| -> Option<(CardValue, CardValue)> {
        let count = count_of(&picture.panes[counts], series, &pane.title)?;
        Some((pane.series.get(series)?.total?, count)).filter(|(_, count)| count.least() > 0)
    };
    others.filter_map(|(_, pane)| amount(pane).map(|(value, count)| (pane, value, count))).collect()
}

/// How many disputes of a series are of a currency.
fn count_of(counts: &Pane, series: usize, currency: &str) -> Option<CardValue> {
    let slot = counts.slots.iter().position(|slot| slot.label == currency)?;
    counts.series.get(series)?.values.get(slot).copied().flatten()
}
