//! Files of what is shown: a table as CSV, the board as a picture.

use std::sync::Arc;

use crate::app::effect::Effect;
use crate::app::event::Problem;
use crate::app::features::toasts::ToastKind;
use crate::app::state::State;

use super::boards::CardId;
use super::table::About;

impl State {
    /// The table of a card as CSV, with what it says of itself; `None` where there are no numbers.
    pub fn analytics_csv(&self, id: CardId) -> Option<String> {
        let card = self.analytics.card(id)?;
        let picture = card.remote.value()?;
        let query = card.plan.as_ref().and_then(|plan| plan.sent());
        let about = About {
            title: id.title(),
            query: query.as_ref(),
            profile: &self.profiles.current,
            read_at: card.remote.read_at(),
            made_at: self.now,
        };
        Some(picture.csv(&about))
    }

    /// Writes the table of a card, as it is shown, into a file.
    pub(super) fn export_card(&mut self, id: CardId) -> Vec<Effect> {
        let Some(csv) = self.analytics_csv(id) else { return Vec::new() };
        let name = format!("analytics-{}", file_word(id.title()));
        vec![Effect::SaveExport { name, extension: "csv", at: self.now, bytes: csv.into_bytes().into() }]
    }

    /// Writes the board as it was drawn.
    pub(super) fn export_picture(&mut self, bytes: Arc<[u8]>) -> Vec<Effect> {
        let name = format!("analytics-{}", file_word(self.analytics.board.title()));
        vec![Effect::SaveExport { name, extension: "png", at: self.now, bytes }]
    }

    pub(in crate::app) fn export_saved(&mut self, path: &str) -> Vec<Effect> {
        self.toasts.show(self.now, ToastKind::Positive, format!("Saved as {path}"), None);
        Vec::new()
    }

    pub(in crate::app) fn export_not_saved(&mut self, problem: &Problem) -> Vec<Effect> {
        let text = format!("{}. {}", problem.what, problem.what_to_do);
        self.toasts.show(self.now, ToastKind::Danger, text, None);
        Vec::new()
    }
}

/// `Win rate over time` as `win-rate-over-time`.
fn file_word(title: &str) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}
