//! The numbers at the head of a board, written out: one tile a measure, one line a currency.

use super::words;
use crate::app::features::analytics::{Change, Drill, Measure, NoRows, Pane, Picture, Unit, Value};
use crate::domain::money::Money;
use crate::ui::tokens::Tone;
use crate::ui::widgets::chart::FigureLine;

/// Numbers of one kind, a line each.
pub struct Tile {
    pub title: &'static str,
    pub definition: String,
    pub lines: Vec<FigureLine>,
    targets: Vec<Target>,
}

#[derive(Debug, Clone, Copy)]
enum Target {
    Slot(usize, usize, usize),
    Total(usize, usize),
}

impl Tile {
    pub fn drill(&self, picture: &Picture, line: usize) -> Result<Drill, NoRows> {
        match self.targets.get(line) {
            Some(Target::Slot(pane, series, slot)) => picture.drill(*pane, *series, *slot),
            Some(Target::Total(pane, series)) => picture.drill_total(*pane, *series),
            None => Err(NoRows::NoValue),
        }
    }
}

/// Every measure with a line for all, where that is a number, and one a currency.
pub fn measure_tiles(picture: &Picture) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Vec::new();
    for (pane_at, pane) in picture.panes.iter().enumerate() {
        for (series_at, series) in pane.series.iter().enumerate() {
            let Some(measure) = series.measure else { continue };
            let at = tiles.iter().position(|tile| tile.title == measure.name()).unwrap_or_else(|| {
                tiles.push(Tile::new(measure.name(), measure.definition()));
                tiles.len() - 1
            });
            let better = better(measure);
            if !matches!(pane.unit, Unit::Money(_)) && pane.slots.len() > 1 {
                let moved = (series.total, series.total_before, series.change);
                tiles[at].push("All", pane, moved, better, Target::Total(pane_at, series_at));
            }
            for (slot_at, slot) in pane.slots.iter().enumerate() {
                let value = |values: &[Option<Value>]| values.get(slot_at).copied().flatten();
                let (now, before) = (value(&series.values), value(&series.before));
                let moved = (now, before, Change::between(&pane.unit, now, before));
                let group = if slot.words.is_empty() { pane.title.clone() } else { words::group(&slot.words) };
                tiles[at].push(&group, pane, moved, better, Target::Slot(pane_at, series_at, slot_at));
            }
        }
    }
    let order = Measure::of(picture.subject);
    tiles.sort_by_key(|tile| order.iter().position(|measure| measure.name() == tile.title));
    tiles
}

/// Which way is good: `None` where neither is.
fn better(measure: Measure) -> Option<bool> {
    match measure {
        Measure::Disputes | Measure::DisputedAmount | Measure::LostAmount => Some(false),
        Measure::WinRate | Measure::SuccessRate | Measure::ProcessedAmount => Some(true),
        Measure::Payments => None,
    }
}

impl Tile {
    fn new(title: &'static str, definition: &str) -> Self {
        Self { title, definition: definition.to_owned(), lines: Vec::new(), targets: Vec::new() }
    }

    fn push(
        &mut self,
        group: &str,
        pane: &Pane,
        (now, before, change): (Option<Value>, Option<Value>, Change),
        better: Option<bool>,
        target: Target,
    ) {
        let difference = match change {
            Change::By { difference, .. } if difference != 0 => Some(difference),
            Change::By { .. } | Change::None => None,
        };
        let up = difference.map(|difference| difference > 0);
        let good = up.zip(better).map(|(up, better)| up == better);
        let judged = match good {
            Some(true) => ", better",
            Some(false) => ", worse",
            None => "",
        };
        let text = change.text(&pane.unit);
        let change = format!("{}{judged}", text.trim_start_matches(['+', '−']));
        let more = before.map(|before| format!("was {}", short(&pane.unit, before))).unwrap_or_default();
        self.lines.push(FigureLine {
            group: group.to_owned(),
            value: now.map_or_else(|| "–".to_owned(), |now| short(&pane.unit, now)),
            change,
            up,
            tone: good.map(|good| if good { Tone::Positive } else { Tone::Danger }),
            more,
        });
        self.targets.push(target);
    }
}

/// The exact value; an amount without the code, which stands before it.
fn short(unit: &Unit, value: Value) -> String {
    match unit {
        Unit::Money(currency) => Money::new(value.number, currency.clone()).amount_text(),
        Unit::Count | Unit::Rate => unit.text(value),
    }
}

/// Open disputes and those due this week: how many, and what is at risk in each currency.
pub fn open_tiles(picture: &Picture) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Vec::new();
    let Some(counts) = picture.panes.iter().position(|pane| pane.unit == Unit::Count) else { return tiles };
    for (series_at, series) in picture.panes[counts].series.iter().enumerate() {
        let mut tile = Tile::new(tile_title(&series.name), series.definition);
        let all = series.total.map_or_else(|| "–".to_owned(), |total| Unit::Count.text(total));
        tile.lines.push(FigureLine { group: "All".to_owned(), value: all, ..FigureLine::default() });
        tile.targets.push(Target::Total(counts, series_at));
        for (pane_at, pane) in picture.panes.iter().enumerate().filter(|(at, _)| *at != counts) {
            let amount = pane.series.get(series_at).and_then(|series| series.total);
            let count = count_of(&picture.panes[counts], series_at, &pane.title);
            if count.is_none_or(|count| count.number == 0) {
                continue;
            }
            tile.lines.push(FigureLine {
                group: pane.title.clone(),
                value: amount.map_or_else(|| "–".to_owned(), |amount| short(&pane.unit, amount)),
                more: count.map(|count| words::things(picture.subject).count(count.number)).unwrap_or_default(),
                ..FigureLine::default()
            });
            tile.targets.push(Target::Total(pane_at, series_at));
        }
        tiles.push(tile);
    }
    tiles
}

fn tile_title(series: &str) -> &'static str {
    match series {
        "Due this week" => "Due this week",
        "Overdue" => "Overdue",
        _ => "Open now",
    }
}

/// How many disputes of a series are of a currency.
fn count_of(counts: &Pane, series: usize, currency: &str) -> Option<Value> {
    let slot = counts.slots.iter().position(|slot| slot.label == currency)?;
    counts.series.get(series)?.values.get(slot).copied().flatten()
}
