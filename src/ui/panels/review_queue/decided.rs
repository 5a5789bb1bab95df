//! What was decided, and what came of it.

use chrono::{DateTime, Utc};
use egui::Ui;

use paydesk_core::features::review_queue::item::{Decided, DecisionKind, DecisionState, ReviewItem};
use paydesk_core::features::review_queue::{ReviewQueueAction, ReviewSession};
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::text::visible_id;
use paydesk_widgets::chip::toned_text_ui;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, Notice, kbd_ui, label_ui};

use super::text;

/// Most decisions that are listed at once.
const SHOWN_MAX: usize = 4;

/// Draws the decisions that were not sent yet, are under way, or did not happen; the latest first.
pub(super) fn decisions_ui(ui: &mut Ui, state: &State, session: &ReviewSession, actions: &mut Vec<Action>) {
    let is_news = |decided: &Decided| decided.state != DecisionState::Done;
    let news: Vec<_> = session.decided_items().filter(|(_, decided)| is_news(decided)).take(SHOWN_MAX).collect();
    if news.is_empty() {
        return;
    }
    let undoable = news.iter().position(|(_, decided)| decided.state.can_be_undone());
    for (place, (item, decided)) in news.into_iter().enumerate() {
        ui.push_id(decided.operation_id.as_str(), |ui| {
            line_ui(ui, state, (item, decided), undoable == Some(place), actions);
        });
    }
    ui.add_space(space::S);
}

fn line_ui(
    ui: &mut Ui,
    state: &State,
    (item, decided): (&ReviewItem, &Decided),
    is_next_undone: bool,
    actions: &mut Vec<Action>,
) {
    ui.horizontal(|ui| {
        ui.set_min_height(size::CONTROL);
        ui.spacing_mut().item_spacing.x = space::S;
        let (icon, tone) = look(decided);
        let line = format!("{} {}", text::decision(decided.kind), decided.amount);
        toned_text_ui(ui, icon, &line, tone);
        label_ui(ui, Text::Mono, tokens(ui).subdued, &visible_id(item.payment_id.as_str(), 40));
        label_ui(ui, Text::Body, tokens(ui).subdued, &state_text(&decided.state, state.now));
        if is_next_undone && !decided.is_undone {
            if Button::secondary(text::UNDO).icon(Icon::Undo).ui(ui).clicked() {
                actions.push(Action::ReviewQueue(ReviewQueueAction::Undo));
            }
            kbd_ui(ui, "U");
        }
        if decided.state == DecisionState::Unknown && Button::link(text::OPEN_OPERATIONS).ui(ui).clicked() {
            actions.push(Action::GoTo(Route::OpenOperations));
        }
    });
}

/// Draws what was decided on the payment in front.
pub(super) fn decision_ui(ui: &mut Ui, state: &State, item: &ReviewItem, decided: &Decided, actions: &mut Vec<Action>) {
    let (icon, tone) = look(decided);
    let title = format!("{} {}", text::decision(decided.kind), decided.amount);
    let line = state_text(&decided.state, state.now);
    Notice::new(tone, &line).icon(icon).title(&title).ui(ui);
    if Button::link(text::OPEN_PAYMENT).ui(ui).clicked() {
        let id = item.payment_id.as_str().to_owned();
        actions.push(Action::OpenRecord(paydesk_core::operations::ResourceKind::Payment, id));
    }
}

/// Draws that somebody else decided.
pub(super) fn elsewhere_ui(ui: &mut Ui, status: &PaymentStatus) {
    let line = text::decided_elsewhere(&status.label());
    Notice::new(Tone::Neutral, &line).icon(Icon::Info).ui(ui);
}

pub(super) fn look(decided: &Decided) -> (Icon, Tone) {
    match &decided.state {
        DecisionState::Undoable { .. } => (Icon::Clock, Tone::Accent),
        DecisionState::UnderWay => (Icon::Processing, Tone::Accent),
        DecisionState::Done if decided.kind == DecisionKind::Cancel => (Icon::Success, Tone::Neutral),
        DecisionState::Done => (Icon::Success, Tone::Positive),
        DecisionState::Unknown => (Icon::Unknown, Tone::Attention),
        DecisionState::Failed(_) => (Icon::Failure, Tone::Danger),
    }
}

/// What came of it, for people.
pub(super) fn state_text(state: &DecisionState, now: DateTime<Utc>) -> String {
    match state {
        DecisionState::Undoable { until: Some(until) } => {
            let left = (*until - now).num_milliseconds().max(0) as u64;
            text::sent_in(left.div_ceil(1_000))
        }
        DecisionState::Undoable { until: None } => "Writing it to the journal…".to_owned(),
        DecisionState::UnderWay => "Sending…".to_owned(),
        DecisionState::Done => text::CONFIRMED.to_owned(),
        DecisionState::Unknown => text::OUTCOME_UNKNOWN.to_owned(),
        DecisionState::Failed(why) => why.clone(),
    }
}
