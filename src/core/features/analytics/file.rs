//! Files of what is shown: tables as CSV or as a workbook, the board as a picture.

use std::path::Path;
use std::sync::Arc;

use crate::context::{Context, WorkspaceView};
use crate::effect::{ExportContent, ExportFile, ExportSheet, StoreJob};
use crate::features::disputes::Disputes;
use crate::features::toasts::{ToastKind, folder_of};
use crate::problem::Problem;
use paydesk_api::call::Call as _;
use paydesk_api::resources::disputes::calls::ListDisputes;
use paydesk_api::resources::payments::calls::PAGE_MAX;
use paydesk_domain::csv::Cell;
use paydesk_domain::number_text::percent;
use paydesk_domain::report_page::{ReportFormat, ReportPage};

use super::Analytics;
use super::boards::{Board, CardId, CardSource, ChartStyle};
use super::card_content::CardContent;
use super::refresh::Card;
use super::table::FileDescription;
use super::text;
use super::words;

impl Analytics {
    /// The table of a card as CSV, with what it says of itself; `None` where there are no numbers.
    pub fn csv(&self, id: CardId, view: &WorkspaceView<'_>) -> Option<String> {
        self.described(id, view, |content, about| content.csv(about, view.csv))
    }

    /// The tables of a card as a sheet of a workbook.
    fn sheet(&self, id: CardId, view: &WorkspaceView<'_>) -> Option<ExportSheet> {
        let profile = profile_name(view);
        let write = |content: &CardContent, about: &FileDescription<'_>| {
            content.sheet_rows(&FileDescription { profile, ..about.clone() })
        };
        let rows = self.described(id, view, write)?;
        Some(ExportSheet { name: id.title().to_owned(), rows })
    }

    /// The first sheet of a workbook: what it is of, the goals, and what the board says in sentences.
    fn summary_sheet(&self, sentences: Vec<String>, view: &WorkspaceView<'_>) -> ExportSheet {
        let row = |name: &str, text: String| vec![Cell::text(name), Cell::Text(text)];
        let period = self.shown_period(view.now, view.zone);
        let profile = profile_name(view);
        let mut rows = vec![
            row(text::BOARD, self.board.title().to_owned()),
            row(text::RANGE, period.label()),
            row(text::PROFILE, profile.to_owned()),
            row(text::TIME_ZONE, view.zone.to_string()),
            row(text::CREATED_AT, view.zone.told_apart(view.now, view.zone.full(view.now))),
        ];
        if self.question().compare && self.data_since().is_none() {
            rows.insert(2, row(text::COMPARED, self.question().range.before(period).label()));
        }
        rows.extend(self.question().filters.iter().map(|filter| row(text::FILTER, words::filter(filter))));
        let goals = view.settings.dispute_goals(view.profile_id);
        let goals = [(text::GOAL_BY_COUNT, goals.by_count), (text::GOAL_BY_AMOUNT, goals.by_amount)];
        let of_disputes = goals.into_iter().filter(|_| self.board == Board::Disputes);
        rows.extend(of_disputes.filter_map(|(name, goal)| Some(row(name, percent(goal?, 2)))));
        rows.push(Vec::new());
        let sentences = sentences.into_iter().chain(self.counted_notes(view));
        rows.extend(sentences.map(|sentence| vec![Cell::Empty, Cell::Sentences(sentence)]));
        ExportSheet { name: text::SUMMARY.to_owned(), rows }
    }

    /// What `write` makes of the numbers of a card and of what a file says of them.
    fn described<T>(
        &self,
        id: CardId,
        view: &WorkspaceView<'_>,
        write: impl FnOnce(&CardContent, &FileDescription<'_>) -> T,
    ) -> Option<T> {
        let card = self.card(id)?;
        let content = card.remote.value().filter(|content| !content.panes.is_empty())?;
        let queries: Vec<(String, String)> = self.queries(id);
        let difference = self.difference(id).map(str::to_owned);
        let notes: Vec<String> = difference.into_iter().chain(self.notes_of_counted(id, view)).collect();
        let about = FileDescription {
            title: id.title(),
            queries: &queries,
            profile: view.profile_id.as_str(),
            read_at: card.shown_at,
            notes: &notes,
            made_at: view.now,
        };
        Some(write(content, &about))
    }

    /// What is said of a card that was counted here, or made from such cards; nothing of one that was reported.
    pub fn notes_of_counted(&self, id: CardId, view: &WorkspaceView<'_>) -> Vec<String> {
        let is_counted = self.with_sources(&[id]).iter().any(|id| self.card(*id).is_some_and(Card::is_counted));
        if is_counted { self.counted_notes(view) } else { Vec::new() }
    }

    /// What was sent for a card, or for those that it is made from: where to, with the JSON. What was counted here is no
    /// answer to it.
    fn queries(&self, id: CardId) -> Vec<(String, String)> {
        let asked = self.with_sources(&[id]).into_iter().filter_map(|id| self.card(id));
        asked.filter(|card| !card.is_counted()).filter_map(|card| card.plan.as_ref()?.sent()).collect()
    }

    /// Where a card asked the service, each once.
    pub fn requests(&self, id: CardId) -> Vec<String> {
        let mut paths: Vec<String> = self.queries(id).into_iter().map(|(path, _)| path).collect();
        paths.dedup();
        paths
    }

    /// Whether a card was asked for, so that there is a query to be looked at.
    pub fn has_query(&self, id: CardId) -> bool {
        match self.card(id) {
            Some(card) => {
                let is_listed = id.source(self.question()) == CardSource::Here && id.is_list_asked_for();
                card.plan.is_some() || is_listed || !self.queries(id).is_empty()
            }
            None => false,
        }
    }

    /// What was sent for a card: where to, with the JSON; of one that is counted in a list, the call of that list.
    pub fn sent_query(&self, id: CardId, disputes: &Disputes) -> Option<String> {
        self.card(id)?;
        let queries = self.queries(id);
        if !queries.is_empty() {
            let texts = queries.iter().map(|(path, json)| format!("{path}\n{json}"));
            return Some(texts.collect::<Vec<_>>().join("\n\n"));
        }
        if id.counted_here().is_some() {
            let call =
                ListDisputes { filter: disputes.inbox.filter.clone(), limit: PAGE_MAX, offset: 0, by_body: false };
            let path = call.request().path;
            return Some(text::get_all_pages_are_read(&path));
        }
        let request = self.declines.first_page()?.request();
        let json = request.body.map(|body| format!("{body:#}")).unwrap_or_default();
        Some(format!("{} {}\n{json}", request.method.as_str(), request.path))
    }

    /// Writes the table of each of these cards that has numbers, as it is shown, into a file of its own.
    pub(super) fn export_tables(&self, ids: &[CardId], cx: &mut Context<'_>) {
        let file = |id: &CardId| Some(ExportFile::csv(file_name(id.title()), &self.csv(*id, cx)?));
        let files: Vec<ExportFile> = ids.iter().filter_map(file).collect();
        if !files.is_empty() {
            cx.outbox.push(StoreJob::SaveExports { files, at: cx.view.now });
        }
    }

    /// Writes the tables of all cards of the board, as they are shown, one below the other into one file.
    pub(super) fn export_board(&self, cx: &mut Context<'_>) {
        let tables: Vec<String> = self.board.cards().iter().filter_map(|id| self.csv(*id, cx)).collect();
        if !tables.is_empty() {
            let files = vec![ExportFile::csv(file_name(self.board.title()), &tables.join("\r\n"))];
            cx.outbox.push(StoreJob::SaveExports { files, at: cx.view.now });
        }
    }

    /// Writes the tables of all cards of the board into one workbook, a sheet each behind the summary.
    pub(super) fn export_workbook(&self, sentences: Vec<String>, cx: &mut Context<'_>) {
        let drawn = self.board.cards().iter().filter(|id| id.look() != ChartStyle::Source);
        let sheets: Vec<ExportSheet> = drawn.filter_map(|id| self.sheet(*id, cx)).collect();
        if !sheets.is_empty() {
            let sheets = std::iter::once(self.summary_sheet(sentences, cx)).chain(sheets).collect();
            let content = ExportContent::Workbook(sheets);
            let files = vec![ExportFile { name: file_name(self.board.title()), extension: "xlsx", content }];
            cx.outbox.push(StoreJob::SaveExports { files, at: cx.view.now });
        }
    }

    /// Writes what was drawn: the board, or the card of this title.
    pub(super) fn export_picture(&self, bytes: Arc<[u8]>, card: Option<&str>, cx: &mut Context<'_>) {
        let name = file_name(card.unwrap_or(self.board.title()));
        let files = vec![ExportFile { name, extension: "png", content: ExportContent::Bytes(bytes) }];
        cx.outbox.push(StoreJob::SaveExports { files, at: cx.view.now });
    }
}

/// Writes the report of disputes, with its period in the name.
pub(super) fn export_report(page: ReportPage, format: ReportFormat, cx: &mut Context<'_>) {
    let name = format!("report-{}", file_word(&page.title));
    let content = ExportContent::Report(Box::new(page), format);
    let files = vec![ExportFile { name, extension: format.extension(), content }];
    cx.outbox.push(StoreJob::SaveExports { files, at: cx.view.now });
}

/// One message for all that was written, and one for each reason why something was not.
pub(crate) fn exports_saved(paths: &[String], problems: &[Problem], cx: &mut Context<'_>) {
    let saved = match paths {
        [] => None,
        [path] => Some(text::saved_as(path)),
        [path, ..] => {
            let folder = Path::new(path).parent().unwrap_or(Path::new(path));
            Some(text::tables_saved_to(paths.len(), folder.display()))
        }
    };
    if let Some(saved) = saved {
        let folder = paths.first().and_then(|path| folder_of(path));
        cx.toasts.show_saved(cx.view.now, (ToastKind::Positive, saved), folder);
    }
    for problem in problems {
        cx.toast(ToastKind::Danger, problem.text(), None);
    }
}

/// What the profile is called; its id where that is not known.
pub(super) fn profile_name<'a>(view: &WorkspaceView<'a>) -> &'a str {
    let name = view.saved.map(|saved| saved.name.as_str()).or(view.profile.map(|profile| profile.name.as_str()));
    name.unwrap_or(view.profile_id.as_str())
}

fn file_name(title: &str) -> String {
    format!("analytics-{}", file_word(title))
}

/// `Win rate over time` as `win-rate-over-time`.
fn file_word(title: &str) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}
