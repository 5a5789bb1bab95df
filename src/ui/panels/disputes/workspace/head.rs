//! The head of the workspace: which dispute it is, the pages, how far the evidence is, and the button that leads to the
//! last look. Where the window is low only one line of it stays, and the rest scrolls with the page.

use egui::{Align, Layout, Ui};

use crate::back;
use crate::drafts::Drafts;
use crate::panels::disputes::text;
use crate::status::dispute_status;
use paydesk_core::features::disputes::{
    DisputeTableRow, DisputesAction, DraftSaveState, Neighbour, SubmissionAction, submit_blocker,
};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{
    Button, Chip, amount_heading_ui, copyable_ui, hairline_ui, label_ui, loading_line, segmented_ui,
};

use super::super::draft::WorkspacePage;
use super::context::WorkspaceContext;
use super::elsewhere::fields_from_elsewhere;
use crate::panels::disputes::draft::DisputesDraft;
use paydesk_widgets::reading_order::line_from_right_ui;

/// Amount, id and status stand in one line when there is this much room, in points.
const ONE_LINE_WIDTH: f32 = 560.0;
/// Most of the head that a status of the service's own takes.
const STATUS_SHARE: f32 = 0.3;
/// The pages have their whole names when there is this much room, in points.
const WHOLE_NAMES_WIDTH: f32 = 1_000.0;
/// Which dispute of the list it is is said where this much room is left beside, in points.
const PLACE_WIDTH: f32 = 360.0;

/// Draws what always stays in view.
pub fn head_ui(ui: &mut Ui, bench: WorkspaceContext<'_>, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let top = egui::Rect::from_min_size(ui.cursor().min, egui::vec2(ui.available_width(), 2.0));
    let payment = bench.state.workspace.payments.detail(&bench.row.dispute.payment_id);
    loading_line(ui, top, payment.is_some_and(|payment| payment.is_loading()));
    if bench.low {
        line_from_right_ui(ui, egui::vec2(ui.available_width(), size::ROW), |ui| {
            submit_ui(ui, bench, actions);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| amount_ui(ui, bench.state, bench.row, actions));
        });
    } else {
        name_and_status_ui(ui, bench, actions);
        tabs_ui(ui, bench, drafts, actions);
    }
    hairline_ui(ui);
}

/// Draws, where the window is low, what scrolls with the page.
pub fn rest_ui(ui: &mut Ui, bench: WorkspaceContext<'_>, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::M, space::XS);
        about_ui(ui, bench.row, actions);
        copyable_ui(ui, &bench.row.id_text);
    });
    tabs_ui(ui, bench, drafts, actions);
}

fn line_ui(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    let line = egui::vec2(ui.available_width(), size::ROW);
    ui.allocate_ui_with_layout(line, Layout::left_to_right(Align::Center), content);
}

/// To what the dispute was opened from, or else to the list.
pub fn back_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    if state.workspace.back.last().is_some_and(|place| !place.is_list_of(ResourceKind::Dispute)) {
        back::back_ui(ui, state, actions);
    } else if Button::quiet_icon(Icon::Left, text::BACK_TO_DISPUTES).ui(ui).clicked() {
        actions.push(Action::Disputes(DisputesAction::Open(None)));
    }
}

fn name_and_status_ui(ui: &mut Ui, bench: WorkspaceContext<'_>, actions: &mut Vec<Action>) {
    let WorkspaceContext { state, row, .. } = bench;
    if ui.available_width() < ONE_LINE_WIDTH {
        line_ui(ui, |ui| name_ui(ui, state, row, actions));
        line_ui(ui, |ui| about_ui(ui, row, actions));
        return;
    }
    line_from_right_ui(ui, egui::vec2(ui.available_width(), size::ROW), |ui| {
        about_ui(ui, row, actions);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| name_ui(ui, state, row, actions));
    });
}

/// To the dispute before and after this one, with which it is of the listed ones.
fn neighbours_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let disputes = &state.workspace.disputes;
    for (neighbour, icon, name, end) in [
        (Neighbour::Previous, Icon::Up, "Previous dispute", "This is the first dispute in the list"),
        (Neighbour::Next, Icon::Down, "Next dispute", "This is the last dispute in the list"),
    ] {
        let none = disputes.neighbour(neighbour).is_none().then_some(end);
        if Button::quiet_icon(icon, name).disabled(none).ui(ui).clicked() {
            actions.push(Action::Disputes(DisputesAction::OpenNeighbour(neighbour)));
        }
    }
    if let Some((number, all)) = disputes.open_number().filter(|_| ui.available_width() >= PLACE_WIDTH) {
        let subdued = tokens(ui).subdued;
        label_ui(ui, Text::Small, subdued, &text::number_of(number, all))
            .on_hover_text("Of the listed disputes that need evidence");
    }
}

fn amount_ui(ui: &mut Ui, state: &State, row: &DisputeTableRow, actions: &mut Vec<Action>) {
    back_ui(ui, state, actions);
    neighbours_ui(ui, state, actions);
    amount_heading_ui(ui, &row.amount_text, &row.currency_text);
}

fn name_ui(ui: &mut Ui, state: &State, row: &DisputeTableRow, actions: &mut Vec<Action>) {
    amount_ui(ui, state, row, actions);
    ui.spacing_mut().interact_size.y = size::QUIET;
    copyable_ui(ui, &row.id_text);
}

fn about_ui(ui: &mut Ui, row: &DisputeTableRow, actions: &mut Vec<Action>) {
    if Button::quiet_icon(Icon::Refresh, "Refresh dispute").ui(ui).clicked() {
        actions.push(Action::Disputes(DisputesAction::RefreshOpen));
    }
    if Button::link(text::OPEN_PAYMENT).ui(ui).clicked() {
        actions.push(Action::Payments(PaymentsAction::Open(row.dispute.payment_id.clone())));
    }
    let look = dispute_status(&row.dispute.status);
    let word = text::status_at_service(&row.status_text);
    let width = STATUS_SHARE * ui.max_rect().width();
    Chip::new(look.icon, &look.word, look.tone).ui_within(ui, width).on_hover_text(word);
}

/// The pages; where the head does not scroll, with the button and the counts in the same line.
fn tabs_ui(ui: &mut Ui, bench: WorkspaceContext<'_>, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    // Shorter where there is little room, so that the button stays in the same line.
    let little = ui.available_width() < WHOLE_NAMES_WIDTH;
    let submitted = format!("{} ({})", if little { text::SENT } else { text::SUBMITTED }, bench.case.sent_count());
    let pages = [
        (WorkspacePage::Evidence, text::EVIDENCE),
        (WorkspacePage::Facts, text::FACTS),
        (WorkspacePage::Submitted, submitted.as_str()),
        (WorkspacePage::Preview, "Preview"),
        (WorkspacePage::Requirements, if little { "Guide" } else { "Evidence guide" }),
        (WorkspacePage::Library, text::LIBRARY),
    ];
    let pages: Vec<(WorkspacePage, &str)> =
        pages.into_iter().filter(|(page, _)| is_page(bench, *page, ui.available_width())).collect();
    if !pages.iter().any(|(page, _)| *page == drafts.of::<DisputesDraft>().page) {
        drafts.of::<DisputesDraft>().page = WorkspacePage::Evidence;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::M, space::S);
        let chosen = pages.iter().position(|(page, _)| *page == drafts.of::<DisputesDraft>().page).unwrap_or_default();
        let names: Vec<&str> = pages.iter().map(|(_, name)| *name).collect();
        if let Some(picked) = segmented_ui(ui, "Pages of the dispute", &names, chosen) {
            drafts.of::<DisputesDraft>().page = pages[picked].0;
            if bench.reviewed {
                actions.push(Action::Disputes(DisputesAction::Submission(SubmissionAction::LeaveReview)));
            }
        }
        if !bench.low {
            submit_ui(ui, bench, actions);
        }
        progress_ui(ui, bench, little, drafts, actions);
    });
}

/// Whether it is a page of its own: what stands beside the form is none.
fn is_page(bench: WorkspaceContext<'_>, page: WorkspacePage, width: f32) -> bool {
    match page {
        WorkspacePage::Facts => !bench.beside,
        // In the least room the pages of work come first.
        WorkspacePage::Preview => !bench.previewed && width >= ONE_LINE_WIDTH,
        WorkspacePage::Evidence | WorkspacePage::Submitted | WorkspacePage::Requirements | WorkspacePage::Library => {
            true
        }
    }
}

/// What leads to the last look. A decided dispute has none.
fn submit_ui(ui: &mut Ui, bench: WorkspaceContext<'_>, actions: &mut Vec<Action>) {
    let WorkspaceContext { state, row, reviewed, .. } = bench;
    if bench.is_decided() {
        return;
    }
    let blocker = submit_blocker(&state.view(), row, &state.workspace.drafts);
    let blocker = blocker.as_deref().filter(|_| !reviewed).or(reviewed.then_some("You are reviewing it below"));
    let button = if reviewed { Button::secondary(text::SUBMIT) } else { Button::primary(text::SUBMIT) };
    if button.name("Submit evidence…").icon(Icon::Send).disabled(blocker).ui(ui).clicked() {
        actions.push(Action::Disputes(DisputesAction::Submission(SubmissionAction::Review(
            row.dispute.dispute_id.clone(),
        ))));
    }
}

fn progress_ui(ui: &mut Ui, bench: WorkspaceContext<'_>, little: bool, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    if bench.is_decided() && bench.case.is_untouched() {
        return;
    }
    let tokens = tokens(ui);
    counter_ui(ui, bench, drafts, actions);
    // Whole in one line, on the next one where there is no room for it here.
    ui.add(egui::Label::new(Text::Small.rich(count_text(bench, little)).color(tokens.subdued)).extend());
    let faulty = bench.row.counts.faulty;
    if faulty > 0 && !bench.is_decided() {
        label_ui(ui, Text::Small, tokens.danger.text, &text::to_correct(faulty));
    }
    let (text, color) = saved_text(bench.state, bench.row);
    label_ui(ui, Text::Small, if color == Tone::Danger { tokens.danger.text } else { tokens.subdued }, &text);
}

/// How many of the recommended fields are filled: it leads to the next one that is missing.
fn counter_ui(ui: &mut Ui, bench: WorkspaceContext<'_>, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let WorkspaceContext { state, row, .. } = bench;
    let (met, recommended) = (row.counts.met, row.counts.recommended);
    let text = text::of_recommended(met, recommended);
    if met == recommended || bench.is_decided() {
        let subdued = tokens(ui).subdued;
        label_ui(ui, Text::Small, subdued, &text);
    } else if Button::link(&text).hint("Go to the next recommended field that is empty").ui(ui).clicked() {
        drafts.of::<DisputesDraft>().lead_on(state, actions);
    }
}

fn count_text(bench: WorkspaceContext<'_>, little: bool) -> String {
    let mut counts = bench.row.counts;
    counts.sent += fields_from_elsewhere(bench.state, bench.case);
    let changes = if counts.changed == 1 { "change" } else { "changes" };
    let text = match little {
        true if counts.sent == 0 && counts.unconfirmed > 0 => text::unsent(counts.changed),
        true => text::unsent_sent(counts.changed, counts.sent),
        false => text::unsent_submitted(counts.changed, changes, counts.sent),
    };
    match counts.unconfirmed {
        0 => text,
        unconfirmed => text::and_outcome_not_known(text, unconfirmed),
    }
}

fn saved_text(state: &State, row: &DisputeTableRow) -> (String, Tone) {
    let entry = state.workspace.drafts.entry(&row.dispute.dispute_id);
    match entry.map_or(DraftSaveState::Nothing, |entry| entry.saved()) {
        DraftSaveState::Nothing => (String::new(), Tone::Neutral),
        DraftSaveState::Saving => ("Saving…".to_owned(), Tone::Neutral),
        DraftSaveState::At(at) => (text::saved(state.zone().clock(at)), Tone::Neutral),
        DraftSaveState::NotSaved(problem) => (problem.text(), Tone::Danger),
    }
}
