//! The numbers at the head of a board: disputed, lost, won, open and due, each by currency and against the period before.

use std::collections::BTreeMap;

use egui::Ui;

use super::cards::{failed, freshness};
use super::draft::AnalyticsDraft;
use super::numbers::Tile;
use super::prepare::Prepared;
use crate::app::State;
use crate::app::features::analytics::{AnalyticsAction, CardId, Drill, Look, NoRows};
use crate::ui::tokens::space;
use crate::ui::widgets::chart::{ChartCard, FiguresCard, grid_ui};

/// The least width of a card with numbers, in points.
const WIDTH: f32 = 180.0;

/// Draws the cards of numbers of the board.
pub fn tiles_ui(ui: &mut Ui, state: &State, draft: &mut AnalyticsDraft, asked: &mut Vec<AnalyticsAction>) {
    let AnalyticsDraft { prepared, why_not, .. } = draft;
    let ids = state.analytics.board.cards().iter().copied().filter(|id| id.look() == Look::Figures);
    let shown: Vec<(CardId, Option<&Tile>)> = ids.flat_map(|id| tiles_of(prepared, id)).collect();
    if shown.is_empty() {
        return;
    }
    let width = width(ui.available_width(), shown.len());
    let high = |tile: Option<&Tile>| FiguresCard::height_of(ui, tile.map(|tile| tile.lines.as_slice()), width);
    let some = shown.iter().filter(|(_, tile)| tile.is_some()).map(|(_, tile)| high(*tile)).reduce(f32::max);
    let height = some.unwrap_or_else(|| high(None));
    grid_ui(ui, shown.len(), width, height, |ui, index| {
        let (id, tile) = shown[index];
        match tile_ui(ui, state, (id, tile), height, asked) {
            Some(Ok(drill)) => asked.push(AnalyticsAction::ShowRows(drill)),
            Some(Err(why)) => *why_not = Some((id, why.why())),
            None => {}
        }
    });
}

/// So wide that the rows of cards are equally long, where that can be.
fn width(room: f32, count: usize) -> f32 {
    let fitting = ((room + space::M) / (WIDTH + space::M)).floor().max(1.0) as usize;
    let even = (1..=fitting).rev().find(|columns| count.is_multiple_of(*columns) && *columns > 1);
    let columns = even.unwrap_or(fitting).min(count.max(1));
    ((room + space::M) / columns as f32 - space::M).floor()
}

/// The tiles of a card; one that says why there are none until it is here.
fn tiles_of(prepared: &BTreeMap<CardId, Prepared>, id: CardId) -> Vec<(CardId, Option<&Tile>)> {
    match prepared.get(&id) {
        Some(prepared) => prepared.tiles.iter().map(|tile| (id, Some(tile))).collect(),
        None => vec![(id, None)],
    }
}

fn tile_ui(
    ui: &mut Ui,
    state: &State,
    (id, tile): (CardId, Option<&Tile>),
    height: f32,
    asked: &mut Vec<AnalyticsAction>,
) -> Option<Result<Drill, NoRows>> {
    let card = state.analytics.card(id);
    let freshness = freshness(state, card);
    let mut frame = ChartCard::new(tile.map_or(id.title(), |tile| tile.title)).freshness(freshness.as_deref());
    if let Some(tile) = tile {
        frame = frame.definition(&tile.definition);
    }
    let failed = failed(card);
    let frame = frame.loading(card.is_some_and(|card| card.remote.is_loading()));
    let frame = frame.failed(failed.as_ref().map(|failed| failed.told()));
    let shown = FiguresCard::new(frame, height).ui(ui, tile.map(|tile| tile.lines.as_slice()));
    if shown.retry {
        asked.push(AnalyticsAction::Retry(id));
    }
    let picture = card.and_then(|card| card.remote.value());
    shown.clicked.zip(picture).zip(tile).map(|((line, picture), tile)| tile.drill(picture, line))
}
