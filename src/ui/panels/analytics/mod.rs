//! Analytics: boards of cards over disputes and payments, and a question of one's own.
//!
//! The core asks and counts; [`prepare`] turns a picture into what charts take, once for each picture; everything else
//! draws it and hands over what was asked for.

mod cards;
mod changes;
mod chart_series;
mod controls;
mod custom_range;
mod dispute_findings;
mod draft;
mod finding;
mod finding_list;
mod findings;
mod goals;
mod header;
mod number_changes;
mod numbers;
mod open_disputes;
mod payment_findings;
mod prepare;
mod query;
mod question;
mod quiet;
mod refused_board;
mod results;
mod screenshot;
mod service_comparison;
mod shares;
mod text;
mod tiles;
mod wording;

use egui::scroll_area::ScrollBarVisibility;
use egui::{CentralPanel, Rect, ScrollArea, Ui, pos2};

use crate::drafts::Drafts;
use crate::panel_view::PanelView;
use paydesk_core::features::analytics::{AnalyticsAction, Board, CardId, ChartStyle};
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::{LANE, at_least_high_ui, in_margin_ui};
use paydesk_widgets::title::margin;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, label_ui};

pub use draft::AnalyticsDraft;
use screenshot::{BoardFrame, ScreenshotTaken};

/// How the panel is drawn.
pub const VIEW: PanelView = PanelView::new(Route::Analytics, Icon::Analytics, panel_ui);

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let frame = egui::Frame::new().fill(tokens(ui).bg).inner_margin(margin());
    let draft = drafts.of::<AnalyticsDraft>();
    draft.follow(state);
    draft.forget_why_not(ui);
    let mut asked = Vec::new();
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        let height = if draft.takes_picture() { 0.0 } else { least_height(ui.available_width()) };
        at_least_high_ui(ui, text::REPORTS, height, |ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            let top = ui.cursor().min;
            header::header_ui(ui, state, draft, &mut asked);
            let caption = controls::controls_ui(ui, state, draft, &mut asked);
            if !draft.takes_picture() {
                custom_range::custom_range_ui(ui, state, draft, &mut asked);
            }
            let head = Rect::from_min_max(top, pos2(ui.max_rect().right(), ui.cursor().top()));
            let mut area = ScrollArea::vertical().id_salt(state.workspace.analytics.board).auto_shrink([false, false]);
            if let Some(offset) = draft.scroll_to.take() {
                area = area.vertical_scroll_offset(offset);
            }
            if let Some(screenshot) = &draft.screenshot {
                area = area.vertical_scroll_offset(screenshot.offset());
                area = area.scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
            }
            let shown = in_margin_ui(ui, LANE, area, |ui| board_ui(ui, state, draft, &mut asked));
            let (offset, height) = (shown.state.unclamped_offset().y, shown.content_size.y);
            pictures_ui(ui, draft, BoardFrame { head, caption, sight: shown.inner_rect, offset, height }, &mut asked);
        });
    });
    query::query_ui(ui, state, draft);
    actions.extend(asked.into_iter().map(Action::Analytics));
}

/// Room for the head and a part of the board, in points: a narrow head is higher.
fn least_height(width: f32) -> f32 {
    if width < header::ONE_LINE_MIN { 520.0 } else { 360.0 }
}

/// Takes the picture that was asked for, once it is there.
fn pictures_ui(ui: &Ui, draft: &mut AnalyticsDraft, frame: BoardFrame, asked: &mut Vec<AnalyticsAction>) {
    let Some(ScreenshotTaken { card, bytes, offset }) =
        draft.screenshot.as_mut().and_then(|screenshot| screenshot.step(ui.ctx(), frame))
    else {
        return;
    };
    draft.screenshot = None;
    draft.scroll_to = Some(offset);
    match bytes {
        Ok(bytes) => asked.push(AnalyticsAction::ExportPicture { card, bytes }),
        Err(error) => draft.not_taken = Some(error),
    }
}

/// Whether a card stands below those that the board opens with. So does evidence of which none is decided.
fn is_folded(draft: &AnalyticsDraft, id: CardId) -> bool {
    let has_results = || draft.prepared.get(&id).is_some_and(|prepared| !prepared.results.is_empty());
    id.is_folded() || id.look() == ChartStyle::Results && !has_results()
}

/// Unfolds what the board does not open with.
fn more_ui(ui: &mut Ui, draft: &mut AnalyticsDraft) {
    if draft.takes_picture() {
        return;
    }
    let (text, icon) = match draft.shows_more {
        true => ("Show fewer numbers and charts", Icon::Up),
        false => ("Show more numbers and charts", Icon::Down),
    };
    if Button::link(text).trailing(icon).ui(ui).clicked() {
        draft.shows_more = !draft.shows_more;
    }
}

/// Those of these cards that are more than a line.
fn drawn(state: &State, draft: &AnalyticsDraft, ids: &[CardId]) -> Vec<CardId> {
    ids.iter().copied().filter(|id| !quiet::is_quiet(state, draft, *id)).collect()
}

fn board_ui(ui: &mut Ui, state: &State, draft: &mut AnalyticsDraft, asked: &mut Vec<AnalyticsAction>) {
    ui.spacing_mut().item_spacing.y = space::M;
    let corner = ui.cursor().min;
    // The edge of the first cards lies on the edge of what is in view.
    ui.add_space(1.0);
    if state.workspace.analytics.board == Board::Query && !draft.takes_picture() {
        question::question_ui(ui, state, draft, asked);
    }
    refused_board::refusal_ui(ui, state, asked);
    service_comparison::differences_ui(ui, state);
    finding_list::findings_ui(ui, &draft.findings, draft.takes_picture(), asked);
    let all = state.workspace.analytics.board.cards().to_vec();
    let (folded, open): (Vec<CardId>, Vec<CardId>) = all.into_iter().partition(|id| is_folded(draft, *id));
    let has_more = !folded.is_empty();
    let cards = drawn(state, draft, &open);
    tiles::tiles_ui(ui, state, draft, &open, asked);
    cards::cards_ui(ui, state, draft, (corner, &cards), asked);
    quiet::quiet_ui(ui, state, draft, &open, asked);
    if has_more {
        more_ui(ui, draft);
    }
    if draft.shows_more {
        tiles::tiles_ui(ui, state, draft, &folded, asked);
        let cards = drawn(state, draft, &folded);
        cards::cards_ui(ui, state, draft, (corner, &cards), asked);
        quiet::quiet_ui(ui, state, draft, &folded, asked);
    }
    label_ui(ui, Text::Caption, tokens(ui).subdued, &wording::foot(state, draft.takes_picture()));
    ui.add_space(space::M);
}
