//! What a board asks: range, length of the buckets, filters, comparison.

use egui::{Rect, Ui};
use strum::IntoEnumIterator as _;

use super::draft::{AnalyticsDraft, CustomRangeDraft};
use super::text;
use super::{cards, goals, wording};
use paydesk_core::State;
use paydesk_core::features::analytics::{
    AnalyticsAction, Board, BucketSize, CardId, Dimension, RangeChoice, TODAY_IS_INCOMPLETE,
};
use paydesk_domain::dispute::{DisputeStage, DisputeStatus};
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::PaymentStatus;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{
    Button, FilterBody, FilterButton, FilterChange, FilterMenu, TextField, check_unless_ui, label_ui,
};

/// Currencies offered without typing; any other can be typed.
const CURRENCIES: [&str; 8] = ["USD", "EUR", "GBP", "JPY", "KWD", "CHF", "CAD", "AUD"];

/// With less room the names are shorter, so that the controls stay in one line, in points.
const WHOLE_NAMES_WIDTH: f32 = 980.0;

/// Draws the row of controls, and under it what it means in days; where that is. In a picture there are no controls, and
/// what they say is in the text.
pub fn controls_ui(ui: &mut Ui, state: &State, draft: &mut AnalyticsDraft, asked: &mut Vec<AnalyticsAction>) -> Rect {
    if let Some(screenshot) = &draft.screenshot {
        return picture_caption_ui(ui, state, draft, screenshot.card());
    }
    let question = state.workspace.analytics.question();
    let little = ui.available_width() < WHOLE_NAMES_WIDTH;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        range_ui(ui, state, draft, asked);
        interval_ui(ui, state, asked);
        for dimension in question.subject.dimensions() {
            filter_ui(ui, state, draft, *dimension, asked);
        }
        if state.workspace.analytics.board == Board::Disputes {
            goals::goals_ui(ui, state, draft, asked);
        }
        let compare = if little { "Compare periods" } else { "Compare with the previous period" };
        let compares = compares(state, draft);
        let why_not = (!compares).then_some(
            "To compare, choose an interval and one number, without groups. Exports include the \
            previous period.",
        );
        if check_unless_ui(ui, question.compare && compares, compare, why_not).clicked() {
            asked.push(AnalyticsAction::SetCompare(!question.compare));
        }
        if !question.filters.is_empty() && Button::link(text::CLEAR_FILTERS).ui(ui).clicked() {
            asked.push(AnalyticsAction::ClearFilters);
        }
    });
    label_ui(ui, Text::Caption, tokens(ui).subdued, &caption(state, draft).collect::<Vec<_>>().join(" · ")).rect
}

/// Whether something on the board shows the period before: of a question of one's own, a chart of one number over time.
fn compares(state: &State, draft: &AnalyticsDraft) -> bool {
    let charts = draft.prepared.get(&CardId::CustomQuery).map(|prepared| &prepared.charts);
    state.workspace.analytics.board != Board::Query
        || charts.is_none_or(|charts| charts.iter().any(|chart| chart.compares))
}

/// What a picture says of itself: of the board, or of a card, whose picture is no wider for it.
fn picture_caption_ui(ui: &mut Ui, state: &State, draft: &AnalyticsDraft, card: Option<(CardId, f32)>) -> Rect {
    let (parts, width): (Vec<String>, f32) = match card {
        Some((id, width)) => (of_card_picture(state, id), width),
        None => {
            let asked = wording::filters(state.workspace.analytics.question());
            (caption(state, draft).chain(asked).chain(wording::of_picture(state)).collect(), ui.available_width())
        }
    };
    ui.scope(|ui| {
        ui.set_max_width(width);
        label_ui(ui, Text::Caption, tokens(ui).subdued, &parts.join(" · ")).rect
    })
    .inner
}

/// What the picture of a card says of itself, as its file does: range, zone, filters, what was asked and when, and all
/// that must be known of the numbers but for the one note that is on the card.
fn of_card_picture(state: &State, id: CardId) -> Vec<String> {
    let analytics = &state.workspace.analytics;
    let Some((card, content)) = analytics.card(id).and_then(|card| Some((card, card.remote.value()?))) else {
        return wording::of_picture(state).to_vec();
    };
    let asked = match &card.plan {
        Some(plan) => wording::filters(&plan.question),
        None => wording::filters(analytics.question()),
    };
    let of_card = cards::notes(state, id, Some(content));
    let shared = content.notes.iter().filter(|note| !of_card.contains(note)).cloned();
    let notes: Vec<String> = of_card.iter().skip(1).cloned().chain(shared).collect();
    let before = Some(content.before_caption.clone()).filter(|before| !before.is_empty());
    let read = card.shown_at.map(|at| text::read(state.zone().full(at)));
    let parts = std::iter::once(content.caption.clone()).chain(before).chain(asked).chain(analytics.requests(id));
    let counted = analytics.notes_of_counted(id, &state.view());
    parts.chain(read).chain(wording::of_picture(state)).chain(counted).chain(notes).collect()
}

/// What the numbers of the board are of, in parts.
fn caption(state: &State, draft: &AnalyticsDraft) -> impl Iterator<Item = String> {
    let compares = compares(state, draft);
    let notes = cards::shared_notes(state).into_iter().filter(move |note| compares || note != TODAY_IS_INCOMPLETE);
    std::iter::once(wording::caption(state, compares)).chain(wording::freshness(state)).chain(notes)
}

/// What a line of the menu of ranges does.
enum Picked {
    Preset(RangeChoice),
    CustomRange,
}

fn range_ui(ui: &mut Ui, state: &State, draft: &mut AnalyticsDraft, asked: &mut Vec<AnalyticsAction>) {
    let range = state.workspace.analytics.question().range;
    let label = range.label();
    let change = FilterButton::new(text::RANGE, Some(&label)).always_set().width(180.0).ui(ui, |body| {
        let mut picked = None;
        for preset in RangeChoice::PRESETS {
            if body.choice(&preset.label(), preset == range) {
                picked = Some(Picked::Preset(preset));
            }
        }
        body.divider();
        let own = matches!(range, RangeChoice::Days { .. });
        if body.choice("Custom period…", own) { Some(Picked::CustomRange) } else { picked }
    });
    match change {
        Some(FilterChange::Set(Picked::Preset(preset))) => {
            draft.days = None;
            asked.push(AnalyticsAction::SetRange(preset));
        }
        Some(FilterChange::Set(Picked::CustomRange)) => {
            let period = range.period(state.now, state.zone());
            let (from, to) = (period.from.to_string(), period.to.to_string());
            draft.days = Some(CustomRangeDraft { from, to, ..CustomRangeDraft::default() });
        }
        Some(FilterChange::Cleared) | None => {}
    }
}

fn interval_ui(ui: &mut Ui, state: &State, asked: &mut Vec<AnalyticsAction>) {
    let mut offered: Vec<Option<BucketSize>> = std::iter::once(None).chain(BucketSize::iter().map(Some)).collect();
    offered.retain(|size| size.is_some() || state.workspace.analytics.board == Board::Query);
    let names: Vec<&str> = offered.iter().map(|size| wording::bucket_size(*size)).collect();
    let chosen =
        offered.iter().position(|granularity| *granularity == state.workspace.analytics.question().granularity);
    let change = FilterMenu::new("Interval", &names, chosen).always_set().ui(ui);
    if let Some(FilterChange::Set(index)) = change {
        asked.extend(offered.get(index).map(|granularity| AnalyticsAction::SetGranularity(*granularity)));
    }
}

/// A filter of several values: it stays open while they are ticked.
fn filter_ui(
    ui: &mut Ui,
    state: &State,
    draft: &mut AnalyticsDraft,
    dimension: Dimension,
    asked: &mut Vec<AnalyticsAction>,
) {
    let chosen = state.workspace.analytics.question().filter(dimension);
    let named: Vec<String> = chosen.iter().map(|word| wording::word(dimension, word)).collect();
    let value = (!named.is_empty()).then(|| named.join(", "));
    let mut toggled = None;
    let filter = FilterButton::new(wording::dimension(dimension), value.as_deref()).width(260.0);
    let change = filter.ui(ui, |body| {
        for word in offered(state, dimension) {
            if body.choice(&wording::word(dimension, &word), chosen.contains(&word)) {
                toggled = Some(word);
            }
        }
        if matches!(dimension, Dimension::Currency | Dimension::ProfileId) {
            toggled = toggled.take().or_else(|| another_ui(body, dimension, &mut draft.typed));
        }
        None::<()>
    });
    if change.is_some() {
        asked.push(AnalyticsAction::SetFilter(dimension, Vec::new()));
    } else if let Some(word) = toggled {
        asked.push(AnalyticsAction::SetFilter(dimension, with_toggled(chosen, word)));
    }
}

fn with_toggled(chosen: &[String], word: String) -> Vec<String> {
    if chosen.contains(&word) {
        return chosen.iter().filter(|other| **other != word).cloned().collect();
    }
    chosen.iter().cloned().chain([word]).collect()
}

/// A word that is not in the list.
fn another_ui(body: &mut FilterBody<'_>, dimension: Dimension, typed: &mut String) -> Option<String> {
    let (label, example) = match dimension {
        Dimension::ProfileId => ("Another profile ID", "pro_…"),
        _ => (text::ANOTHER_CODE, "SEK"),
    };
    body.divider();
    body.form(|ui| {
        let shown = TextField::labelled(label, typed).placeholder(example).hint(text::THEN_ENTER).ui(ui);
        let word = match dimension {
            Dimension::Currency => typed.trim().to_uppercase(),
            _ => typed.trim().to_owned(),
        };
        let taken = shown.submitted && !word.is_empty();
        if taken {
            typed.clear();
        }
        taken.then_some(word)
    })
}

/// The values that are known: of the specification, and those that answers have reported.
fn offered(state: &State, dimension: Dimension) -> Vec<String> {
    let mut values: Vec<String> = match dimension {
        Dimension::DisputeStatus => DisputeStatus::NAMED.iter().map(|word| word.as_str().to_owned()).collect(),
        Dimension::DisputeStage => DisputeStage::NAMED.iter().map(|word| word.as_str().to_owned()).collect(),
        Dimension::Status => PaymentStatus::NAMED.iter().map(|word| word.as_str().to_owned()).collect(),
        Dimension::Currency => CURRENCIES.iter().map(|code| (*code).to_owned()).collect(),
        Dimension::ProfileId => Vec::new(),
    };
    let reported = reported(state, dimension);
    let chosen = state.workspace.analytics.question().filter(dimension).iter().cloned();
    for word in reported.into_iter().chain(chosen) {
        if !values.contains(&word) {
            values.push(word);
        }
    }
    values.retain(|word| dimension != Dimension::Currency || CurrencyCode::new(word).is_listed());
    values
}

fn reported(state: &State, dimension: Dimension) -> Vec<String> {
    let cards = state.workspace.analytics.board.cards().iter().filter_map(|id| state.workspace.analytics.card(*id));
    let slots = cards.filter_map(|card| card.remote.value()).flat_map(|picture| &picture.panes);
    let found = slots.flat_map(|pane| &pane.slots).flat_map(|slot| &slot.dimension_values);
    let mut values: Vec<String> =
        found.filter(|(of, _)| *of == dimension).filter_map(|(_, word)| word.clone()).collect();
    values.sort();
    values.dedup();
    values
}
