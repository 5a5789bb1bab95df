//! Files of what is shown: a table as CSV, the board as a picture.

use std::path::Path;
use std::sync::Arc;

use crate::api::call::Call as _;
use crate::api::calls::disputes::ListDisputes;
use crate::api::calls::payments::{ListPayments, PAGE_MAX};
use crate::app::effect::{ExportFile, StoreJob};
use crate::app::features::toasts::ToastKind;
use crate::app::problem::Problem;
use crate::app::state::State;

use super::boards::{CardId, CardSource};
use super::table::FileDescription;

impl State {
    /// The table of a card as CSV, with what it says of itself; `None` where there are no numbers.
    pub fn analytics_csv(&self, id: CardId) -> Option<String> {
        let card = self.workspace.analytics.card(id)?;
        let picture = card.remote.value()?;
        let query = card.plan.as_ref().and_then(|plan| plan.sent());
        let about = FileDescription {
            title: id.title(),
            query: query.as_ref(),
            profile: self.workspace.profile_id.as_str(),
            read_at: card.shown_at,
            difference: self.workspace.analytics.difference(id),
            made_at: self.now,
        };
        Some(picture.csv(&about))
    }

    /// Whether a card was asked for, so that there is a query to be looked at.
    pub fn analytics_has_query(&self, id: CardId) -> bool {
        match self.workspace.analytics.card(id) {
            Some(card) => card.plan.is_some() || id.source(self.workspace.analytics.question()) == CardSource::Here,
            None => false,
        }
    }

    /// What was sent for a card: where to, with the JSON; of one that is counted in a list, the call of that list.
    pub fn analytics_query(&self, id: CardId) -> Option<String> {
        let card = self.workspace.analytics.card(id)?;
        if let Some(plan) = &card.plan {
            return plan.sent().map(|(path, json)| format!("{path}\n{json}"));
        }
        if id.counted_here().is_some() {
            let call = ListDisputes { filter: self.workspace.disputes.filter.clone(), limit: PAGE_MAX, offset: 0 };
            return Some(format!(
                "GET {}\n\nAll pages are read; range and filters are applied here",
                call.request().path
            ));
        }
        let call =
            ListPayments { filter: self.workspace.analytics.declines.filter()?.clone(), limit: PAGE_MAX, offset: 0 };
        let request = call.request();
        let json = request.body.map(|body| format!("{body:#}")).unwrap_or_default();
        Some(format!("POST {}\n{json}", request.path))
    }

    /// Writes the table of a card, as it is shown, into a file.
    pub(super) fn export_card(&mut self, id: CardId) {
        self.export_tables(&[id]);
    }

    /// Writes the table of every card of the board that has numbers into a file of its own.
    pub(super) fn export_board(&mut self) {
        self.export_tables(self.workspace.analytics.board.cards());
    }

    fn export_tables(&mut self, ids: &[CardId]) {
        let file = |id: &CardId| {
            let bytes = self.analytics_csv(*id)?.into_bytes().into();
            Some(ExportFile { name: file_name(id.title()), extension: "csv", bytes })
        };
        let files: Vec<ExportFile> = ids.iter().filter_map(file).collect();
        if !files.is_empty() {
            self.outbox.push(StoreJob::SaveExports { files, at: self.now });
        }
    }

    /// Writes what was drawn: the board, or the card of this title.
    pub(super) fn export_picture(&mut self, bytes: Arc<[u8]>, card: Option<&str>) {
        let name = file_name(card.unwrap_or(self.workspace.analytics.board.title()));
        self.outbox
            .push(StoreJob::SaveExports { files: vec![ExportFile { name, extension: "png", bytes }], at: self.now });
    }

    /// One message for all that was written, and one for each reason why something was not.
    pub(in crate::app) fn exports_saved(&mut self, paths: &[String], problems: &[Problem]) {
        let saved = match paths {
            [] => None,
            [path] => Some(format!("Saved as {path}")),
            [path, ..] => {
                let folder = Path::new(path).parent().unwrap_or(Path::new(path));
                Some(format!("{} tables saved to {}", paths.len(), folder.display()))
            }
        };
        if let Some(saved) = saved {
            self.toasts.show(self.now, ToastKind::Positive, saved, None);
        }
        for problem in problems {
            let text = format!("{}. {}", problem.what, problem.what_to_do);
            self.toasts.show(self.now, ToastKind::Danger, text, None);
        }
    }
}

fn file_name(title: &str) -> String {
    format!("analytics-{}", file_word(title))
}

/// `Win rate over time` as `win-rate-over-time`.
fn file_word(title: &str) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}
