//! The numbers at the head of a board: disputed, lost, won, open and due, each by currency and against the period
//! before.

use std::collections::BTreeMap;

use egui::Ui;

use super::cards::{failed, freshness, is_loading};
use super::draft::AnalyticsDraft;
use super::numbers::Tile;
use super::prepare::Prepared;
use super::wording;
use paydesk_core::State;
use paydesk_core::features::analytics::{
    AnalyticsAction, Card, CardId, ChartStyle, DrillDown, Measure, NoRows, NotCountable,
};
use paydesk_widgets::board_card::{ChartCard, grid_ui};
use paydesk_widgets::tokens::space;

/// The least width of a card with numbers, in points.
const WIDTH: f32 = 180.0;

/// Draws those of these cards that are numbers.
pub fn tiles_ui(
    ui: &mut Ui,
    state: &State,
    draft: &mut AnalyticsDraft,
    ids: &[CardId],
    asked: &mut Vec<AnalyticsAction>,
) {
    let in_picture = draft.takes_picture();
    let AnalyticsDraft { prepared, why_not, query_of, .. } = draft;
    let ids = ids.iter().copied().filter(|id| id.look() == ChartStyle::Figures);
    let shown: Vec<(CardId, Option<&Tile>)> = ids.flat_map(|id| tiles_of(prepared, id)).collect();
    if shown.is_empty() {
        return;
    }
    let width = width(ui.available_width(), shown.len());
    let high = |tile: Option<&Tile>| {
        let caption = tile.and_then(|tile| tile.caption.as_deref());
        ChartCard::figures_height(ui, tile.map(|tile| tile.lines.as_slice()), caption, width)
    };
    let some = shown.iter().filter(|(_, tile)| tile.is_some()).map(|(_, tile)| high(*tile)).reduce(f32::max);
    let height = some.unwrap_or_else(|| high(None));
    let differences: Vec<Vec<String>> = shown.iter().map(|(id, tile)| difference(state, *id, *tile)).collect();
    let note = |notes: &Vec<String>| ChartCard { notes, ..ChartCard::new("") }.notes_height(ui, width);
    let height = height + differences.iter().map(note).fold(0.0, f32::max);
    grid_ui(ui, shown.len(), width, height, |ui, index| {
        let (id, tile) = shown[index];
        match tile_ui(ui, state, (id, tile, &differences[index]), (height, in_picture), query_of, asked) {
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

/// How the counts differ from the list that is here: said where records are counted.
fn difference(state: &State, id: CardId, tile: Option<&Tile>) -> Vec<String> {
    let counts = [Measure::Disputes, Measure::Payments].map(Measure::name);
    let text =
        state.workspace.analytics.difference(id).filter(|_| tile.is_some_and(|tile| counts.contains(&tile.title)));
    text.map(str::to_owned).into_iter().collect()
}

fn tile_ui(
    ui: &mut Ui,
    state: &State,
    (id, tile, notes): (CardId, Option<&Tile>, &[String]),
    (height, in_picture): (f32, bool),
    query_of: &mut Option<CardId>,
    asked: &mut Vec<AnalyticsAction>,
) -> Option<Result<DrillDown, NoRows>> {
    let card = state.workspace.analytics.card(id);
    let freshness = freshness(state, card);
    let uncounted = card.and_then(|card| card.uncounted);
    let uncounted_text = uncounted.map(NotCountable::why);
    let unreported = card.and_then(Card::unreported);
    let said = uncounted_text.as_deref().or(unreported.map(|(why, _)| why));
    let said = said.or(tile.and_then(|tile| tile.said.as_deref()));
    let filter = uncounted.map(NotCountable::filter).or(unreported.and_then(|(_, filter)| filter));
    let lift = filter.map(wording::lift);
    let failed = failed(card);
    let frame = ChartCard {
        definition: tile.map(|tile| tile.definition.as_str()),
        freshness: freshness.as_deref(),
        loading: is_loading(card),
        failed: failed.as_ref().map(|failed| failed.reported()),
        instead: said.map(|said| (said, lift)),
        caption: tile.and_then(|tile| tile.caption.as_deref()),
        notes,
        has_query: state.workspace.analytics.has_query(id),
        in_picture,
        height,
        ..ChartCard::new(tile.map_or(id.title(), |tile| tile.title))
    };
    let shown = frame.figures_ui(ui, tile.map(|tile| tile.lines.as_slice()));
    if shown.retry {
        asked.push(AnalyticsAction::Retry(id));
    }
    super::cards::take_action(ui, state, id, shown.action, query_of, asked);
    if shown.empty_action {
        asked.extend(filter.map(|filter| AnalyticsAction::SetFilter(filter, Vec::new())));
    }
    let picture = card.and_then(|card| card.remote.value());
    shown.clicked.zip(picture).zip(tile).map(|((line, picture), tile)| tile.drill(picture, line.bucket))
}
