//! The charts of a board: each with its definition, freshness, error with Retry, table, and the way to its rows.

use egui::{Pos2, Ui};

use super::changes::{changes_ui, height_of as height_of_lines};
use super::draft::AnalyticsDraft;
use super::open_disputes::{self, open_disputes_ui};
use super::prepare::{Chart, Prepared, side_by_side};
use super::results::{self, results_ui};
use super::screenshot::Screenshot;
use super::shares::{self, shares_ui};
use super::text;
use super::wording;
use paydesk_core::State;
use paydesk_core::features::analytics::{
    AnalyticsAction, Board, Card, CardContent, CardId, ChartStyle, Comparison, NoRows, RangeChoice,
};
use paydesk_widgets::Failed;
use paydesk_widgets::board_card::{
    CARD_MARGIN, CardAction, CardOutput, CardView, ChartCard, cell_width, grid_of_ui, picture_table_height,
};
use paydesk_widgets::chart::ChartKind;
use paydesk_widgets::tokens::size::ROW_COMPACT;
use paydesk_widgets::tokens::space;

/// In a wide window charts get larger, not more of them beside one another.
const COLUMNS_MAX: f32 = 4.0;
/// The least width of a chart and its height, in points.
const SIZE: (f32, f32) = (360.0, 296.0);
/// The size of the first chart of a board of this width or more: low, for sentences stand above it.
const LEAD: (f32, f32) = (460.0, 264.0);
const LEAD_FROM: f32 = 932.0;
/// The size of the chart of a board that asks one question.
const LARGE: (f32, f32) = (520.0, 360.0);

/// One place of the grid: a card, and which of its charts.
struct GridCell {
    id: CardId,
    chart: usize,
    choices: Vec<String>,
}

/// Draws those of these cards that are charts or tables, on a board whose corner is at `corner`.
pub fn cards_ui(
    ui: &mut Ui,
    state: &State,
    draft: &mut AnalyticsDraft,
    (corner, ids): (Pos2, &[CardId]),
    asked: &mut Vec<AnalyticsAction>,
) {
    let ids = ids.iter().copied().filter(|id| is_drawn(draft, *id));
    let places: Vec<GridCell> = ids.flat_map(|id| places(draft, id)).collect();
    let (least, height) = size(ui, state, draft, &places);
    let width = least.max(((ui.available_width() + space::M) / COLUMNS_MAX - space::M).floor());
    let wide = cell_width(ui.available_width(), width, places.len());
    let mut heights = Vec::new();
    for place in &places {
        let noted = noted_height(ui, state, draft, (place.id, wide));
        heights.push(height_of(ui, draft, place, (wide, height, noted)));
    }
    let in_picture = draft.takes_picture();
    if places.is_empty() {
        return;
    }
    let AnalyticsDraft { prepared, views, chosen, why_not, screenshot, not_taken, query_of, .. } = draft;
    grid_of_ui(ui, width, &heights, |ui, index| {
        let place = &places[index];
        let chart = prepared.get(&place.id).and_then(|prepared| prepared.charts.get(place.chart));
        let title = chart.map_or(place.id.title(), |chart| chart.data.title.as_str());
        let view = views.entry(view_key(title, &place.choices, place.chart)).or_default();
        view.chart.in_picture = in_picture;
        let prepared = prepared.get(&place.id);
        let height = ui.max_rect().height();
        let output = card_ui(ui, state, (place, title, chart, prepared), (view, height), why_not, asked);
        take_action(ui, state, place.id, output.action, query_of, asked);
        if let Some(screenshot) = screenshot {
            screenshot.follow(title, output.rect.translate(-corner.to_vec2()));
        }
        if output.action == Some(CardAction::SavePng) {
            *not_taken = None;
            *screenshot = Some(Screenshot::of_card(place.id, title, output.rect.translate(-corner.to_vec2())));
        }
        if let Some(name) = output.chosen.and_then(|index| place.choices.get(index)) {
            chosen.insert(place.id, name.clone());
        }
    });
}

/// Whether a card is a chart or a table here. A table of one group compares nothing.
fn is_drawn(draft: &AnalyticsDraft, id: CardId) -> bool {
    match id.look() {
        _ if draft.prepared.get(&id).is_some_and(|prepared| prepared.is_off) => false,
        ChartStyle::Figures | ChartStyle::Source => false,
        ChartStyle::Changes => {
            let lines = draft.prepared.get(&id).map(|prepared| prepared.changes.len());
            id == CardId::DisputeReasons || lines.is_none_or(|lines| lines > 1)
        }
        ChartStyle::Shares => draft.prepared.get(&id).is_none_or(|prepared| prepared.shares.len() > 1),
        ChartStyle::Bars | ChartStyle::Lines | ChartStyle::Slices | ChartStyle::Results => true,
        ChartStyle::Disputes => true,
    }
}

/// What the cards of a board take at least, in points: those of an own question that hold a few lines are no larger
/// than these.
fn size(ui: &Ui, state: &State, draft: &AnalyticsDraft, places: &[GridCell]) -> (f32, f32) {
    /// What a card has beside its lines.
    const AROUND: f32 = 84.0;
    const LINES_MIN: usize = 3;
    if places.iter().any(|place| place.id.look() == ChartStyle::Changes) {
        return if ui.available_width() < LEAD_FROM { SIZE } else { LEAD };
    }
    if state.workspace.analytics.board != Board::Query {
        return SIZE;
    }
    let chart = |place: &GridCell| draft.prepared.get(&place.id)?.charts.get(place.chart).map(|chart| &chart.data);
    let lines = |place: &GridCell| {
        chart(place).filter(|data| data.kind == ChartKind::Categories).map(|data| data.buckets.len())
    };
    let Some(lines) = places.iter().map(lines).collect::<Option<Vec<usize>>>() else { return LARGE };
    let most = lines.into_iter().max().unwrap_or_default();
    if most == 0 {
        return LARGE;
    }
    (SIZE.0, (AROUND + ROW_COMPACT * most.max(LINES_MIN) as f32).min(LARGE.1))
}

/// What the notes at the foot of a card of this width take, in points.
fn noted_height(ui: &mut Ui, state: &State, draft: &AnalyticsDraft, (id, width): (CardId, f32)) -> f32 {
    let picture = state.workspace.analytics.card(id).and_then(|card| card.remote.value());
    let said = draft.why_not.iter().filter(|(of, _)| *of == id).map(|(_, why)| why.clone());
    let notes: Vec<String> = said.chain(notes(state, id, picture)).collect();
    ChartCard { notes: &notes, ..ChartCard::new("") }.notes_height(ui, width)
}

/// The height of a card of so many points, whose notes take so many: in a picture what scrolls inside otherwise is whole.
fn height_of(ui: &Ui, draft: &AnalyticsDraft, place: &GridCell, (width, height, noted): (f32, f32, f32)) -> f32 {
    /// What a card has beside its lines, with the longest note.
    const AROUND: f32 = 132.0;
    /// What a card has beside its table and its notes.
    const AROUND_TABLE: f32 = 58.0;
    const LINES_MIN: usize = 3;
    let prepared = draft.prepared.get(&place.id);
    if let Some(prepared) = prepared.filter(|_| place.id.look() == ChartStyle::Results) {
        let lines = prepared.results.len().max(LINES_MIN);
        return AROUND_TABLE + noted + results::height_of(lines, draft.takes_picture());
    }
    if let Some(prepared) = prepared.filter(|_| place.id.look() == ChartStyle::Disputes) {
        return AROUND_TABLE + noted + open_disputes::height_of(prepared.disputes.len().max(LINES_MIN));
    }
    if let Some(prepared) = prepared.filter(|_| place.id.look() == ChartStyle::Shares) {
        return AROUND_TABLE + noted + shares::height_of(prepared.shares.len().max(LINES_MIN), draft.takes_picture());
    }
    if let Some(prepared) = prepared.filter(|_| place.id.look() == ChartStyle::Changes) {
        let room = (width - 2.0 * CARD_MARGIN, LINES_MIN);
        return AROUND_TABLE + noted + height_of_lines(ui, &prepared.changes, room, draft.takes_picture());
    }
    let chart = prepared.and_then(|prepared| prepared.charts.get(place.chart));
    let Some(chart) = chart.filter(|_| draft.takes_picture()) else { return height };
    let view = draft.views.get(&view_key(&chart.data.title, &place.choices, place.chart));
    if view.is_some_and(|view| view.table) {
        return height.max(AROUND + picture_table_height(ui, &chart.data, width - 2.0 * CARD_MARGIN));
    }
    if chart.data.kind != ChartKind::Categories {
        return height;
    }
    height.max(AROUND + ROW_COMPACT * chart.data.buckets.len() as f32)
}

fn view_key(title: &str, choices: &[String], chart: usize) -> String {
    choices.get(chart).map_or_else(|| title.to_owned(), |choice| format!("{title}\n{choice}"))
}

/// Every chart of a card beside the others, or the one that was chosen.
fn places(draft: &AnalyticsDraft, id: CardId) -> Vec<GridCell> {
    let charts = draft.prepared.get(&id).map_or(&[][..], |prepared| &prepared.charts);
    if side_by_side(id) && !charts.is_empty() {
        let drawn = charts.iter().enumerate().filter(|(_, chart)| !chart.is_of_one_group());
        return drawn.map(|(chart, _)| GridCell { id, chart, choices: Vec::new() }).collect();
    }
    let choices: Vec<String> = charts.iter().map(|chart| chart.name.clone()).collect();
    let chosen = draft.chosen.get(&id).and_then(|name| choices.iter().position(|choice| choice == name));
    vec![GridCell { id, chart: chosen.unwrap_or_default(), choices }]
}

fn card_ui(
    ui: &mut Ui,
    state: &State,
    (place, title, chart, prepared): (&GridCell, &str, Option<&Chart>, Option<&Prepared>),
    (view, height): (&mut CardView, f32),
    why_not: &mut Option<(CardId, String)>,
    asked: &mut Vec<AnalyticsAction>,
) -> CardOutput {
    let card = state.workspace.analytics.card(place.id);
    let picture = card.and_then(|card| card.remote.value());
    let (freshness, failed, notes) = (freshness(state, card), failed(card), notes(state, place.id, picture));
    let said = why_not.iter().filter(|(id, _)| *id == place.id).map(|(_, why)| why.clone());
    let left_out = chart.and_then(|chart| chart.note.clone());
    let notes: Vec<String> = said.chain(left_out).chain(notes).collect();
    let (sentence, way_out) = empty(state, place.id);
    let said = wording::unspecified(card);
    let definition = chart.map(|chart| chart.definition.as_str()).filter(|definition| !definition.is_empty());
    let frame = ChartCard {
        definition,
        freshness: freshness.as_deref(),
        loading: is_loading(card),
        failed: failed.as_ref().map(ErrorText::reported),
        empty: (&sentence, way_out.as_ref().map(|(text, _)| *text)),
        instead: said.as_ref().map(|(why, filter)| (why.as_str(), filter.map(wording::lift))),
        notes: &notes,
        has_query: state.workspace.analytics.has_query(place.id),
        choices: (&place.choices, place.chart),
        in_picture: view.chart.in_picture,
        height,
        ..ChartCard::new(title)
    };
    let in_picture = view.chart.in_picture;
    let output = match (place.id.look(), prepared) {
        (ChartStyle::Changes, Some(Prepared { changes, .. })) => {
            frame.body_ui(ui, Some(!changes.is_empty()), |ui| changes_ui(ui, title, changes, in_picture))
        }
        (ChartStyle::Results, Some(Prepared { results, .. })) => {
            frame.body_ui(ui, Some(!results.is_empty()), |ui| results_ui(ui, title, results, in_picture))
        }
        (ChartStyle::Disputes, Some(Prepared { disputes, .. })) => {
            frame.body_ui(ui, Some(!disputes.is_empty()), |ui| open_disputes_ui(ui, title, disputes))
        }
        (ChartStyle::Shares, Some(Prepared { shares, .. })) => {
            frame.body_ui(ui, Some(!shares.is_empty()), |ui| shares_ui(ui, title, shares, in_picture))
        }
        _ => frame.ui(ui, chart.map(|chart| &chart.data), view),
    };
    if output.retry {
        asked.push(AnalyticsAction::Retry(place.id));
    }
    if output.empty_action {
        let lift = said.and_then(|(_, filter)| filter).map(|filter| AnalyticsAction::SetFilter(filter, Vec::new()));
        asked.extend(lift.or(way_out.map(|(_, action)| action)));
    }
    let clicked = output.clicked.zip(picture).zip(prepared);
    let rows = clicked.and_then(|((click, picture), prepared)| match place.id.look() {
        ChartStyle::Changes => {
            let line = prepared.changes.get(click.bucket)?;
            Some(picture.drill(line.place.0, line.place.1, line.place.2))
        }
        ChartStyle::Results => Some(results::drill(picture, click)),
        ChartStyle::Disputes => open_disputes::drill(&prepared.disputes, click).map(Ok),
        ChartStyle::Shares => {
            let (pane, series, slot) = prepared.shares.get(click.bucket)?.place();
            Some(picture.drill(pane, series, slot).map_err(|_| NoRows::NotSearched))
        }
        _ => chart.map(|chart| chart.drill(picture, click)),
    });
    match rows {
        Some(Ok(drill)) => asked.push(AnalyticsAction::ShowRows(drill)),
        Some(Err(why)) => *why_not = Some((place.id, why.why())),
        None => {}
    }
    output
}

/// Does what the menu of a card asks for, but for its picture.
pub fn take_action(
    ui: &Ui,
    state: &State,
    id: CardId,
    action: Option<CardAction>,
    query_of: &mut Option<CardId>,
    asked: &mut Vec<AnalyticsAction>,
) {
    match action {
        Some(CardAction::ShowQuery) => *query_of = Some(id),
        Some(CardAction::CopyQuery) => {
            ui.ctx().copy_text(state.workspace.analytics.sent_query(id, &state.workspace.disputes).unwrap_or_default())
        }
        Some(CardAction::CopyCsv) => {
            ui.ctx().copy_text(state.workspace.analytics.csv(id, &state.view()).unwrap_or_default())
        }
        Some(CardAction::SaveCsv) => asked.push(AnalyticsAction::ExportTable(id)),
        Some(CardAction::SavePng) | None => {}
    }
}

/// Why there is nothing in a card, and what to do.
pub fn empty(state: &State, id: CardId) -> (String, Option<(&'static str, AnalyticsAction)>) {
    let question = state.workspace.analytics.question();
    let counted = wording::counted(question.subject).many;
    let picture = state.workspace.analytics.card(id).and_then(|card| card.remote.value());
    if picture.is_some_and(|picture| !picture.unreported.is_empty()) {
        return (text::NOT_REPORTED_BY_SERVICE.to_owned(), None);
    }
    if picture.is_some_and(|picture| picture.is_part) {
        return ("Not available until this period has loaded".to_owned(), None);
    }
    let rated = match id {
        CardId::WinRateOverTime => Some("None of these disputes was won or lost"),
        CardId::SuccessOverTime => Some(text::NONE_OF_THESE_PAYMENTS_SUCCEEDED),
        CardId::DecidedOverTime => Some("No disputes are known to have been decided in this period"),
        CardId::EvidenceResults => Some("No disputes with evidence submitted in Paydesk were decided in this period"),
        _ => None,
    };
    if !question.filters.is_empty() {
        let sentence = rated.map_or_else(|| text::no_with_these_filters(counted), str::to_owned);
        return (sentence, Some((text::CLEAR_FILTERS, AnalyticsAction::ClearFilters)));
    }
    let none = || text::no_from(counted, state.workspace.analytics.shown_period(state.now, state.zone()).label());
    let is_own = matches!(id, CardId::EvidenceResults | CardId::DecidedOverTime);
    let sentence = rated.filter(|_| is_own).map_or_else(none, str::to_owned);
    let longer = RangeChoice::LastDays(91);
    let offered = question.range != longer;
    (sentence, offered.then_some(("Show the last 91 days", AnalyticsAction::SetRange(longer))))
}

/// Whether newer numbers are on their way that the person asked for.
pub fn is_loading(card: Option<&Card>) -> bool {
    card.is_some_and(|card| card.remote.is_loading() && !card.quiet)
}

/// When a card was reported: `14:02`.
pub fn freshness(state: &State, card: Option<&Card>) -> Option<String> {
    let card = card?;
    let at = card.shown_at.filter(|_| card.quiet || card.remote.read_at().is_some())?;
    Some(wording::minute(state, at))
}

/// Words of an error, kept as long as they are shown.
pub struct ErrorText {
    title: &'static str,
    message: String,
    code: Option<String>,
    advice: Option<&'static str>,
    retrying: bool,
}

impl ErrorText {
    pub fn reported(&self) -> Failed<'_> {
        let Self { title, message, code, advice, retrying } = self;
        Failed { title, message, code: code.as_deref(), advice: *advice, retrying: *retrying }
    }
}

/// Why a card has no newer numbers.
pub fn failed(card: Option<&Card>) -> Option<ErrorText> {
    let card = card?;
    if let Some(message) = &card.refused {
        let title = "This combination is not available";
        return Some(ErrorText { title, message: message.clone(), code: None, advice: None, retrying: false });
    }
    let error = card.remote.error()?;
    Some(ErrorText {
        title: "Not loaded",
        message: error.what(),
        code: error.code(),
        advice: Some(error.what_to_do()),
        retrying: card.remote.is_loading(),
    })
}

/// Everything a person must know of the numbers, the comparison that is missing too.
pub fn notes(state: &State, id: CardId, picture: Option<&CardContent>) -> Vec<String> {
    let card = state.workspace.analytics.card(id);
    let own = picture.map(|picture| picture.notes.clone()).unwrap_or_default();
    let advice = picture.and_then(|picture| picture.advice.clone()).filter(|_| id.board() == Board::Query);
    let own = own.into_iter().chain(advice);
    let mut notes: Vec<String> = own.filter(|note| !is_shared(state, note)).collect();
    if let Some(Comparison::Failed(error)) = card.map(|card| &card.comparison) {
        notes.insert(0, text::previous_period_could(error.what()));
    }
    if let Some(message) = state.workspace.analytics.difference(id).filter(|_| picture.is_some()) {
        notes.insert(0, message.to_owned());
    }
    notes
}

/// What holds for most cards of the board is said once, above them.
pub fn shared_notes(state: &State) -> Vec<String> {
    let mut notes: Vec<String> = pictures(state).flat_map(|(_, picture)| picture.notes.clone()).collect();
    notes.sort();
    notes.dedup();
    notes.retain(|note| is_shared(state, note));
    notes
}

fn is_shared(state: &State, note: &String) -> bool {
    const MANY: usize = 3;
    let of_all: usize = pictures(state).map(|(cards, _)| cards).sum();
    let with_it: usize =
        pictures(state).filter(|(_, picture)| picture.notes.contains(note)).map(|(cards, _)| cards).sum();
    with_it >= MANY && with_it * 2 >= of_all
}

/// What there is to see on the board, each with as how many cards.
fn pictures(state: &State) -> impl Iterator<Item = (usize, &CardContent)> {
    let analytics = &state.workspace.analytics;
    analytics.board.cards().iter().filter_map(|id| {
        let picture = analytics.card(*id)?.remote.value()?;
        Some((if side_by_side(*id) { picture.panes.len() } else { 1 }, picture))
    })
}
