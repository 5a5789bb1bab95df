//! The workspace of one dispute: what it is about, how much time is left, the evidence, and what was submitted.

mod deadline;
mod facts;
mod form;
mod matters;
mod review;
mod texts;
mod upload;
mod versions;

use egui::{Align, Layout, ScrollArea, Ui};

use crate::app::features::disputes::submit::refusal_advice;
use crate::app::features::disputes::{Case, DisputesAction, Row, Saved};
use crate::app::{Action, State};
use crate::domain::deadline::plain_reason;
use crate::domain::ids::DisputeId;
use crate::domain::text::visible;
use crate::ui::drafts::Drafts;
use crate::ui::icons::Icon;
use crate::ui::panels::payments::open_operation_ui;
use crate::ui::status::dispute_status;
use crate::ui::tokens::{Text, Tone, size, space, tokens};
use crate::ui::widgets::{
    Button, Chip, Notice, amount_heading_ui, copyable_ui, empty_ui, hairline_ui, label_ui, loading_line, loading_ui,
    segmented_ui,
};

/// The facts stand beside the form when there is this much room, in points.
const BESIDE_WIDTH: f32 = 760.0;
const FACTS_WIDTH: f32 = 300.0;
/// Amount, id and status stand in one line when there is this much room, in points.
const ONE_LINE_WIDTH: f32 = 560.0;

/// What of the workspace is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Page {
    #[default]
    Evidence,
    Facts,
    Submitted,
    Matters,
}

/// Draws the workspace of the open dispute.
pub fn workspace_ui(ui: &mut Ui, state: &State, id: &DisputeId, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    drafts.disputes.follow(state, id);
    // The table is not drawn: none of its rows has the keyboard, whatever was so before.
    drafts.row_focused = false;
    let Some(row) = state.disputes.find(id) else {
        return absent_ui(ui, state, id, actions);
    };
    let case = state.dispute_case(id);
    ui.spacing_mut().item_spacing.y = space::S;
    head_ui(ui, state, row, actions);
    let beside = ui.available_width() >= BESIDE_WIDTH;
    let reviewed = state.disputes.review.as_ref().is_some_and(|review| review.dispute_id == *id);
    tabs_ui(ui, state, row, &case, beside, reviewed, drafts, actions);
    hairline_ui(ui);
    let page = drafts.disputes.page;
    if !reviewed && page == Page::Evidence && beside {
        let rect = ui.available_rect_before_wrap();
        let (form, side) = rect.split_left_right_at_x(rect.right() - FACTS_WIDTH);
        let form = form.with_max_x(form.right() - space::XL);
        ui.scope_builder(egui::UiBuilder::new().max_rect(form), |ui| {
            scroll_ui(ui, "evidence", drafts, |ui, drafts| page_ui(ui, state, row, &case, drafts, actions));
        });
        ui.scope_builder(egui::UiBuilder::new().max_rect(side), |ui| {
            scroll_ui(ui, "facts", drafts, |ui, _| facts::facts_ui(ui, state, row, actions));
        });
        return;
    }
    // Each page has a place of its own, and each last look begins at its top.
    let look = state.disputes.review.as_ref().filter(|_| reviewed).map(|review| review.form.operation_id.as_str());
    scroll_ui(ui, (look, page), drafts, |ui, drafts| match (reviewed, page) {
        (true, _) => review::review_ui(ui, state, row, &case, actions),
        (false, Page::Evidence) => page_ui(ui, state, row, &case, drafts, actions),
        (false, Page::Facts) => facts::facts_ui(ui, state, row, actions),
        (false, Page::Submitted) => versions::versions_ui(ui, state, row, &case),
        (false, Page::Matters) => matters::matters_ui(ui, state, row, actions),
    });
}

fn scroll_ui(ui: &mut Ui, name: impl egui::AsIdSalt, drafts: &mut Drafts, content: impl FnOnce(&mut Ui, &mut Drafts)) {
    let mut scroll = ScrollArea::vertical().id_salt(name).auto_shrink([false, false]);
    if drafts.disputes.is_new {
        scroll = scroll.vertical_scroll_offset(0.0);
    }
    scroll.show(ui, |ui| {
        ui.set_width(ui.available_width() - space::M);
        ui.spacing_mut().item_spacing.y = space::S;
        content(ui, drafts);
        ui.add_space(space::XL);
    });
}

fn page_ui(ui: &mut Ui, state: &State, row: &Row, case: &Case, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    notices_ui(ui, state, row, case, actions);
    upload::dropped_ui(ui, case, drafts, actions);
    deadline::deadline_ui(ui, state, row, drafts, actions);
    texts::texts_ui(ui, state, row, case, drafts, actions);
    let before = actions.len();
    form::form_ui(ui, state, row, case, drafts, actions);
    if state.takes_files() {
        upload::take_dropped(ui, drafts, &actions[before..]);
    }
}

/// A dispute that is not in the list, or not yet.
fn absent_ui(ui: &mut Ui, state: &State, id: &DisputeId, actions: &mut Vec<Action>) {
    back_ui(ui, actions);
    if state.disputes.complete {
        let sentence = format!("The list has no dispute {} with these filters", visible(id.as_str(), 64));
        if empty_ui(ui, Icon::Search, &sentence, Some("Clear all filters")) {
            actions.push(Action::Disputes(DisputesAction::ClearFilters));
        }
    } else {
        loading_ui(ui, "Reading the disputes…", 6, size::ROW);
    }
}

fn back_ui(ui: &mut Ui, actions: &mut Vec<Action>) {
    if Button::quiet_icon(Icon::Left, "Back to the disputes").ui(ui).clicked() {
        actions.push(Action::Disputes(DisputesAction::Open(None)));
    }
}

fn head_ui(ui: &mut Ui, state: &State, row: &Row, actions: &mut Vec<Action>) {
    let top = egui::Rect::from_min_size(ui.cursor().min, egui::vec2(ui.available_width(), 2.0));
    let payment = state.payments.detail(&row.dispute.payment_id);
    loading_line(ui, top, payment.is_some_and(|payment| payment.is_loading()));
    let line = egui::vec2(ui.available_width(), size::ROW);
    if ui.available_width() < ONE_LINE_WIDTH {
        ui.allocate_ui_with_layout(line, Layout::left_to_right(Align::Center), |ui| name_ui(ui, row, actions));
        ui.allocate_ui_with_layout(line, Layout::left_to_right(Align::Center), |ui| about_ui(ui, row, actions));
        return;
    }
    ui.allocate_ui_with_layout(line, Layout::right_to_left(Align::Center), |ui| {
        about_ui(ui, row, actions);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| name_ui(ui, row, actions));
    });
}

fn name_ui(ui: &mut Ui, row: &Row, actions: &mut Vec<Action>) {
    back_ui(ui, actions);
    amount_heading_ui(ui, &row.amount_text, &row.currency_text);
    ui.spacing_mut().interact_size.y = size::QUIET;
    copyable_ui(ui, &row.id_text);
}

fn about_ui(ui: &mut Ui, row: &Row, actions: &mut Vec<Action>) {
    if Button::quiet_icon(Icon::Refresh, "Refresh dispute").ui(ui).clicked() {
        actions.push(Action::Disputes(DisputesAction::RefreshOpen));
    }
    if Button::link("Open payment").ui(ui).clicked() {
        actions.push(Action::OpenPayment(row.dispute.payment_id.clone()));
    }
    let look = dispute_status(&row.dispute.status);
    Chip::new(look.icon, &look.word, look.tone).ui(ui);
}

#[expect(clippy::too_many_arguments, reason = "the parts of one row")]
fn tabs_ui(
    ui: &mut Ui,
    state: &State,
    row: &Row,
    case: &Case,
    beside: bool,
    reviewed: bool,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    // Shorter where there is little room, so that the button stays in the same line.
    let little = ui.available_width() < ONE_LINE_WIDTH;
    let submitted = format!("{} ({})", if little { "Sent" } else { "Submitted" }, case.versions.len());
    let pages = [
        (Page::Evidence, "Evidence"),
        (Page::Facts, "Facts"),
        (Page::Submitted, submitted.as_str()),
        (Page::Matters, if little { "Matters" } else { "What matters" }),
    ];
    let pages: Vec<(Page, &str)> = pages.into_iter().filter(|(page, _)| !beside || *page != Page::Facts).collect();
    if !pages.iter().any(|(page, _)| *page == drafts.disputes.page) {
        drafts.disputes.page = Page::Evidence;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::M, space::S);
        let chosen = pages.iter().position(|(page, _)| *page == drafts.disputes.page).unwrap_or_default();
        let names: Vec<&str> = pages.iter().map(|(_, name)| *name).collect();
        if let Some(picked) = segmented_ui(ui, "Pages of the dispute", &names, chosen) {
            drafts.disputes.page = pages[picked].0;
            if reviewed {
                actions.push(Action::Disputes(DisputesAction::LeaveReview));
            }
        }
        let hindrance = state.evidence_hindrance(row);
        let hindrance = hindrance.as_deref().filter(|_| !reviewed).or(reviewed.then_some("It is looked at below"));
        let button = if reviewed { Button::secondary("Submit…") } else { Button::primary("Submit…") };
        if button.name("Submit evidence…").icon(Icon::Send).disabled(hindrance).ui(ui).clicked() {
            actions.push(Action::Disputes(DisputesAction::Review(row.dispute.dispute_id.clone())));
        }
        let tokens = tokens(ui);
        // Whole in one line, on the next one where there is no room for it here.
        ui.add(egui::Label::new(Text::Small.rich(count_words(row)).color(tokens.subdued)).extend());
        let (words, color) = saved_words(state, row);
        label_ui(ui, Text::Small, if color == Tone::Danger { tokens.danger.text } else { tokens.subdued }, &words);
    });
}

fn count_words(row: &Row) -> String {
    let counts = row.counts;
    let (met, matter) = (counts.met, counts.matter);
    format!(
        "{met} of {matter} that matter · {} filled · {} changed · {} sent",
        counts.filled, counts.changed, counts.sent
    )
}

fn saved_words(state: &State, row: &Row) -> (String, Tone) {
    let folder = state.dispute_folder(&row.dispute.dispute_id);
    match folder.map_or(Saved::Nothing, |folder| folder.saved()) {
        Saved::Nothing => (String::new(), Tone::Neutral),
        Saved::Saving => ("saving…".to_owned(), Tone::Neutral),
        Saved::At(at) => (format!("saved {}", state.zone().clock(at)), Tone::Neutral),
        Saved::NotSaved(problem) => (format!("not saved: {}", problem.what), Tone::Danger),
    }
}

/// What was refused or is under way, then what the dispute is about.
fn notices_ui(ui: &mut Ui, state: &State, row: &Row, case: &Case, actions: &mut Vec<Action>) {
    if let Some(operation) = state.open_submission(&row.dispute.dispute_id) {
        open_operation_ui(ui, state, operation, actions);
    }
    if let Some(refusal) = &case.refusal {
        let title = format!("Not taken: {} ({})", visible(&refusal.message, 300), visible(&refusal.code, 20));
        Notice::new(Tone::Danger, refusal_advice(refusal)).title(&title).ui(ui);
    }
    let plain = plain_reason(row.reason());
    let reason = if row.reason_text.is_empty() { "No reason was given" } else { &row.reason_text };
    let title = format!("“{reason}” · {}", plain.words);
    let text = format!("What the bank wants to see: {}", plain.wanted);
    Notice::new(Tone::Accent, &text).icon(Icon::Dispute).title(&title).ui(ui);
}
