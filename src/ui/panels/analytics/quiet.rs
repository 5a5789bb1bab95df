//! Cards that have nothing to compare: one group is a number, and no number is a sentence. Both stand in one line each below
//! the cards, instead of a chart with one bar or an empty one.

use egui::{Rect, Response, Sense, Ui, WidgetInfo, accesskit::Role};

use super::cards::{empty, failed, is_loading};
use super::draft::AnalyticsDraft;
use super::prepare::{Chart, Prepared};
use super::wording;
use paydesk_core::State;
use paydesk_core::features::analytics::{AnalyticsAction, Board, CardContent, CardId, ChartStyle, DrillDown};
use paydesk_domain::text::sentences;
use paydesk_widgets::chart::ChartClick;
use paydesk_widgets::tokens::size::{RADIUS, ROW_COMPACT};
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, focus_ring, galley_at, text_line};

/// A card in one line.
struct QuietLine {
    title: String,
    text: String,
    /// The rows behind its number.
    rows: Option<DrillDown>,
    way_out: Option<(&'static str, AnalyticsAction)>,
}

/// Whether a card of the board is one line, and not drawn among the others.
pub fn is_quiet(state: &State, draft: &AnalyticsDraft, id: CardId) -> bool {
    id.board() != Board::Query && !lines_of(state, draft, id).is_empty()
}

/// Draws the lines of those of these cards that have some; a way out of what leaves them empty stands once, behind the first.
pub fn quiet_ui(ui: &mut Ui, state: &State, draft: &AnalyticsDraft, ids: &[CardId], asked: &mut Vec<AnalyticsAction>) {
    let in_picture = draft.takes_picture();
    let mut is_first_way_out = true;
    let spacing = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
    for line in ids.iter().flat_map(|id| lines_of(state, draft, *id)) {
        let way_out = line.way_out.clone().filter(|_| is_first_way_out && !in_picture);
        is_first_way_out &= way_out.is_none();
        if line_ui(ui, &line, in_picture) {
            asked.extend(line.rows.clone().map(AnalyticsAction::ShowRows));
        }
        if let Some((text, action)) = way_out
            && Button::link(text).ui(ui).clicked()
        {
            asked.push(action);
        }
    }
    ui.spacing_mut().item_spacing.y = spacing;
}

/// The lines of a card: one of a board's, and one for each number of a person's own question.
fn lines_of(state: &State, draft: &AnalyticsDraft, id: CardId) -> Vec<QuietLine> {
    let Some((card, prepared)) = state.workspace.analytics.card(id).zip(draft.prepared.get(&id)) else {
        return Vec::new();
    };
    let Some(content) = card.remote.value().filter(|_| !prepared.is_off) else { return Vec::new() };
    let is_settled =
        !is_loading(Some(card)) && failed(Some(card)).is_none() && wording::unspecified(Some(card)).is_none();
    if !is_settled {
        return Vec::new();
    }
    if id.board() == Board::Query {
        return prepared.charts.iter().filter_map(|chart| number_of(chart, content)).collect();
    }
    let title = id.title().to_owned();
    if let Some((text, rows)) = one_group(id, content, prepared) {
        return vec![QuietLine { title, text, rows, way_out: None }];
    }
    let has_nothing = match id.look() {
        ChartStyle::Figures | ChartStyle::Source => false,
        ChartStyle::Results => prepared.results.is_empty(),
        ChartStyle::Changes => id == CardId::DisputeReasons && prepared.changes.is_empty(),
        // Of a part of the payments, nothing says how many there are.
        ChartStyle::Shares => prepared.shares.is_empty() && !content.is_part,
        ChartStyle::Disputes => prepared.disputes.is_empty(),
        ChartStyle::Bars | ChartStyle::Lines | ChartStyle::Slices => content.empty,
    };
    has_nothing.then(|| nothing(state, id, content, title)).into_iter().collect()
}

/// The number of a chart of one group.
fn number_of(chart: &Chart, content: &CardContent) -> Option<QuietLine> {
    let rows = chart.drill(content, ChartClick { bucket: 0, series: None }).ok();
    let (title, number) = (chart.data.title.clone(), chart.only_number()?);
    // The currency of an amount is in the title already.
    let group = number.split_once(": ").filter(|(group, _)| title.ends_with(group));
    let text = group.map_or(number.clone(), |(_, number)| number.to_owned());
    Some(QuietLine { title, text, rows, way_out: None })
}

/// Why there is nothing, and what to do.
fn nothing(state: &State, id: CardId, content: &CardContent, title: String) -> QuietLine {
    let (text, way_out) = match id.look() {
        ChartStyle::Shares => (content.notes.first().cloned().unwrap_or_default(), None),
        ChartStyle::Disputes => ("No open disputes".to_owned(), None),
        _ => empty(state, id),
    };
    QuietLine { title, text, rows: None, way_out }
}

/// The numbers of the only group of a card, and its rows.
fn one_group(id: CardId, content: &CardContent, prepared: &Prepared) -> Option<(String, Option<DrillDown>)> {
    match id.look() {
        ChartStyle::Shares => {
            let [line] = &prepared.shares[..] else { return None };
            let (pane, series, slot) = line.place();
            let coverage = content.notes.first().cloned().unwrap_or_default();
            Some((sentences(&[line.text(), coverage]), content.drill(pane, series, slot).ok()))
        }
        ChartStyle::Bars | ChartStyle::Slices if !content.empty => {
            let numbers: Option<Vec<String>> = prepared.charts.iter().map(Chart::only_number).collect();
            numbers
                .filter(|numbers| !numbers.is_empty())
                .map(|numbers| (numbers.join(" · "), content.drill(0, 0, 0).ok()))
        }
        _ => None,
    }
}

/// Draws a line; whether it was clicked.
fn line_ui(ui: &mut Ui, line: &QuietLine, in_picture: bool) -> bool {
    let tokens = tokens(ui);
    let has_rows = line.rows.is_some() && !in_picture;
    let title = text_line(ui.painter(), &line.title, Text::SmallStrong, tokens.text, f32::INFINITY);
    let left = title.size().x + space::M;
    let room = (ui.available_width() - left).max(0.0);
    let text = ui.painter().layout(line.text.clone(), Text::Small.font(), tokens.subdued, room);
    let height = ROW_COMPACT.max(text.size().y + space::S);
    let sense = if has_rows { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(egui::vec2(ui.available_width(), height), sense);
    named(ui, &response, line, has_rows);
    if has_rows && response.hovered() {
        ui.painter().rect_filled(rect, RADIUS, tokens.hover);
    }
    let middle = Rect::from_min_size(rect.min, egui::vec2(rect.width(), height)).center().y;
    galley_at(ui.painter(), title, rect.left(), middle, tokens.text);
    galley_at(ui.painter(), text, rect.left() + left, middle, tokens.subdued);
    focus_ring(ui, &response, rect, RADIUS);
    response.clicked()
}

fn named(ui: &Ui, response: &Response, line: &QuietLine, has_rows: bool) {
    let role = if has_rows { Role::Button } else { Role::Label };
    response.widget_info(|| WidgetInfo::labeled(role, ui.is_enabled(), format!("{}: {}", line.title, line.text)));
}
