//! A board whose numbers the service does not give to this key: said once, above what is counted here.

use egui::{Ui, vec2};

use crate::app::State;
use crate::app::features::analytics::{AnalyticsAction, CardId};
use crate::ui::widgets::{Failed, failed_ui};

use super::text;

/// What the service refuses for every card is said once.
pub fn refusal_ui(ui: &mut Ui, state: &State, asked: &mut Vec<AnalyticsAction>) {
    const HEIGHT: f32 = 240.0;
    let analytics = &state.workspace.analytics;
    let Some(refusal) = analytics.board_refusal() else { return };
    let (message, code) = (refusal.what(), refusal.code());
    let failed = Failed {
        title: text::THIS_KEY_CANNOT_READ_ANALYTICS,
        message: &message,
        code: code.as_deref(),
        advice: Some(refusal.what_to_do()),
        retrying: false,
    };
    ui.allocate_ui(vec2(ui.available_width(), HEIGHT), |ui| {
        if failed_ui(ui, &failed) {
            asked.push(AnalyticsAction::Refresh);
        }
    });
}

/// The cards that are drawn: where the service refuses all that it is asked for, those counted here remain.
pub fn shown_cards(state: &State) -> impl Iterator<Item = CardId> {
    let analytics = &state.workspace.analytics;
    let is_refused = analytics.board_refusal().is_some();
    analytics.board.cards().iter().copied().filter(move |id| !(is_refused && analytics.is_reported(*id)))
}
