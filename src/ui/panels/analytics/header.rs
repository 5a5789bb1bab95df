//! The title of the panel, which board it shows, and what can be done with it.

use egui::Ui;

use super::draft::AnalyticsDraft;
use super::finding::Finding;
use super::screenshot::Screenshot;
use super::text;
use paydesk_core::State;
use paydesk_core::features::analytics::{AnalyticsAction, Board, ChartStyle, ReportSources, board_name_problem};
use paydesk_core::workspace::Workspace;
use paydesk_domain::dispute_report::ReportPeriod;
use paydesk_domain::report_page::ReportFormat;
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::title::title_ui;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{
    Button, Choice, FilterBody, FilterButton, FilterChange, TextField, choices_popup_ui, label_ui, segmented_ui,
};

/// With less, boards and buttons stand below the title, in points.
pub(super) const ONE_LINE_MIN: f32 = 640.0;
const BOARDS: [Board; 3] = [Board::Disputes, Board::Payments, Board::Query];

/// Draws the line of the title; in a picture only what says which board it is.
pub fn header_ui(ui: &mut Ui, state: &State, draft: &mut AnalyticsDraft, asked: &mut Vec<AnalyticsAction>) {
    if draft.takes_picture() {
        let board = draft.open_board.as_deref().unwrap_or(state.workspace.analytics.board.title());
        return title_ui(ui, &text::reports_of(visible(board, 60)), |_| ());
    }
    if ui.available_width() < ONE_LINE_MIN {
        title_ui(ui, text::REPORTS, |_| ());
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
            boards_ui(ui, state, asked);
            buttons_ui(ui, state, draft, asked);
        });
    } else {
        title_ui(ui, text::REPORTS, |ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            buttons_ui(ui, state, draft, asked);
            boards_ui(ui, state, asked);
        });
    }
    if let Some((_, why)) = draft.why_not.as_ref().filter(|(id, _)| id.look() == ChartStyle::Figures) {
        label_ui(ui, Text::Small, tokens(ui).attention.text, why);
    }
    if let Some(problem) = &draft.not_taken {
        label_ui(ui, Text::Small, tokens(ui).danger.text, &text::picture_could_not_be_saved(problem));
    }
}

fn buttons_ui(ui: &mut Ui, state: &State, draft: &mut AnalyticsDraft, asked: &mut Vec<AnalyticsAction>) {
    if Button::secondary(text::REFRESH).icon(Icon::Refresh).ui(ui).clicked() {
        asked.push(AnalyticsAction::Refresh);
    }
    export_ui(ui, state, draft, asked);
    stored_ui(ui, state, draft, asked);
}

fn boards_ui(ui: &mut Ui, state: &State, asked: &mut Vec<AnalyticsAction>) {
    let names = BOARDS.map(Board::title);
    let shown = BOARDS.iter().position(|board| *board == state.workspace.analytics.board).unwrap_or_default();
    if let Some(index) = segmented_ui(ui, text::BOARD, &names, shown) {
        asked.push(AnalyticsAction::Show(BOARDS[index]));
    }
}

/// What the export menu offers.
#[derive(Clone, Copy)]
enum BoardExport {
    Picture,
    Workbook,
    Tables,
    EachTable,
    Report(ReportPeriod, ReportFormat),
}

/// The pages that the board of disputes offers.
const REPORTS: [(ReportPeriod, ReportFormat, &str); 3] = [
    (ReportPeriod::LastWeek, ReportFormat::Pdf, "Last week on one page, as PDF"),
    (ReportPeriod::LastMonth, ReportFormat::Pdf, "Last month on one page, as PDF"),
    (ReportPeriod::LastWeek, ReportFormat::Png, "Last week on one page, as PNG"),
];

fn export_ui(ui: &mut Ui, state: &State, draft: &mut AnalyticsDraft, asked: &mut Vec<AnalyticsAction>) {
    let button = Button::secondary(text::EXPORT).trailing(Icon::Down).busy(draft.screenshot.is_some()).ui(ui);
    let taken = choices_popup_ui(&button, text::EXPORT, 280.0, |body| {
        let report = reports_ui(body, state);
        let picture = body.offer(Choice::new("Board as PNG").icon(Icon::Download), false);
        let workbook = body.offer(Choice::new("All tables as XLSX, one sheet each").icon(Icon::Download), false);
        let tables = body.offer(Choice::new("All tables as one CSV").icon(Icon::Download), false);
        let each = body.offer(Choice::new("Each table as a CSV").icon(Icon::Download), false);
        let (picture, workbook) = ((picture, BoardExport::Picture), (workbook, BoardExport::Workbook));
        let offered = [picture, workbook, (tables, BoardExport::Tables), (each, BoardExport::EachTable)];
        report.or(offered.into_iter().find(|(is_taken, _)| *is_taken).map(|(_, export)| export))
    });
    match taken {
        Some(BoardExport::Picture) => {
            draft.not_taken = None;
            draft.screenshot = Some(Screenshot::default());
        }
        Some(BoardExport::Workbook) => asked.push(AnalyticsAction::ExportWorkbook(sentences(draft))),
        Some(BoardExport::Tables) => asked.push(AnalyticsAction::ExportTables),
        Some(BoardExport::EachTable) => asked.push(AnalyticsAction::ExportEachTable),
        Some(BoardExport::Report(period, format)) => {
            let page = sources(state).page(&state.view(), period).ok();
            asked.extend(page.map(|page| AnalyticsAction::ExportReport(Box::new(page), format)));
        }
        None => {}
    }
}

fn sources(state: &State) -> ReportSources<'_> {
    let Workspace { disputes, history, webhooks, .. } = &state.workspace;
    ReportSources { disputes, history, events: webhooks.log() }
}

/// The reports that can be made of the board, first in the menu.
fn reports_ui(body: &mut FilterBody<'_>, state: &State) -> Option<BoardExport> {
    if state.workspace.analytics.board != Board::Disputes {
        return None;
    }
    let why_not = sources(state).why_not();
    let mut taken = None;
    for (period, format, name) in REPORTS {
        if body.offer(Choice::new(name).icon(Icon::Download).disabled(why_not), false) {
            taken = Some(BoardExport::Report(period, format));
        }
    }
    body.divider();
    taken
}

/// What the board opens with, a sentence each.
fn sentences(draft: &AnalyticsDraft) -> Vec<String> {
    draft.findings.iter().map(Finding::name).collect()
}

/// The boards that are stored: opened, kept, named again, removed.
fn stored_ui(ui: &mut Ui, state: &State, draft: &mut AnalyticsDraft, asked: &mut Vec<AnalyticsAction>) {
    let open = draft.open_board.clone().filter(|name| state.settings.boards.iter().any(|board| board.name == *name));
    let filter = FilterButton::new("Saved boards", open.as_deref()).always_set().width(260.0);
    let change = filter.ui(ui, |body| {
        let mut picked = None;
        if state.settings.boards.is_empty() {
            body.caption("No saved boards yet. Choose a period, filters and numbers, then save the board.");
        }
        for board in &state.settings.boards {
            if body.choice(&board.name, open.as_deref() == Some(board.name.as_str())) {
                picked = Some(AnalyticsAction::OpenBoard(board.name.clone()));
            }
        }
        let changed = open.as_ref().and_then(|name| open_board_ui(body, state, name, &mut draft.board_name));
        body.divider();
        let stored = name_ui(body, state, ("Save board as", None), &mut draft.new_board_name);
        picked.or(changed).or(stored.map(AnalyticsAction::SaveBoard))
    });
    let Some(FilterChange::Set(action)) = change else { return };
    match &action {
        AnalyticsAction::OpenBoard(name) | AnalyticsAction::RenameBoard { to: name, .. } => {
            draft.open_board = Some(name.trim().to_owned());
            draft.board_name = name.trim().to_owned();
        }
        AnalyticsAction::SaveBoard(name) => {
            draft.open_board = Some(name.clone());
            draft.board_name.clone_from(name);
            draft.new_board_name.clear();
        }
        AnalyticsAction::RemoveBoard(_) => draft.open_board = None,
        _ => {}
    }
    asked.push(action);
}

/// What can be done with the board that is open.
fn open_board_ui(body: &mut FilterBody<'_>, state: &State, name: &str, typed: &mut String) -> Option<AnalyticsAction> {
    body.divider();
    let replaced = body.offer(Choice::new("Overwrite with the current board").icon(Icon::Save), false);
    let removed = body.offer(Choice::new(&text::delete(name)).icon(Icon::Delete), false);
    let renamed = name_ui(body, state, (text::RENAME_TO, Some(name)), typed);
    let (from, name) = (name.to_owned(), name.to_owned());
    if replaced {
        Some(AnalyticsAction::ReplaceBoard(name))
    } else if removed {
        Some(AnalyticsAction::RemoveBoard(name))
    } else {
        renamed.map(|to| AnalyticsAction::RenameBoard { from, to })
    }
}

/// A name that can be given, once Enter or the button gives it.
fn name_ui(
    body: &mut FilterBody<'_>,
    state: &State,
    (label, renamed): (&str, Option<&str>),
    typed: &mut String,
) -> Option<String> {
    body.form(|ui| {
        let problem = board_name_problem(&state.settings.boards, typed, renamed);
        let shown_problem = problem.filter(|_| !typed.trim().is_empty());
        let shown = TextField::labelled(label, typed).placeholder("Lost in Europe").error(shown_problem).ui(ui);
        let word = if renamed.is_some() { text::RENAME } else { "Save board" };
        let clicked = Button::secondary(word).disabled(problem).ui(ui).clicked();
        ((clicked || shown.submitted) && problem.is_none()).then(|| typed.trim().to_owned())
    })
}
