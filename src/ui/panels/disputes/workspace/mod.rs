//! The workspace of one dispute: what it is about, how much time is left, the evidence, and what was submitted.

mod boxed;
mod case_templates;
mod context;
mod deadline;
mod decided;
mod drop_zone;
mod elsewhere;
mod fact_list;
mod facts;
mod form;
mod head;
mod library;
mod locked;
mod preview;
mod requirements;
mod review;
mod review_keys;
mod set_aside;
mod texts;
mod upload;
mod versions;
mod what_wins;

use egui::{ScrollArea, Ui};

use self::context::WorkspaceContext;
use super::draft::WorkspacePage;
use crate::drafts::Drafts;
use crate::open_operation::open_operation_ui;
use crate::panels::disputes::draft::DisputesDraft;
use crate::panels::disputes::text;
use paydesk_core::features::disputes::evidence_draft::RefusalCause;
use paydesk_core::features::disputes::{
    DisputeTableRow, DisputesAction, EvidenceDraft, InboxAction, open_submission, unlisted_status_text,
};
use paydesk_core::presenter::refusal_advice;
use paydesk_core::{Action, State};
use paydesk_domain::deadline::plain_reason;
use paydesk_domain::ids::DisputeId;
use paydesk_domain::text::{visible, visible_id};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::{LANE, in_margin_with_rings_ui};
use paydesk_widgets::tokens::{Tone, size, space};
use paydesk_widgets::{Notice, empty_ui, loading_ui};

pub use library::library_page_ui;

/// The facts stand beside the form when there is this much room, in points.
const BESIDE_WIDTH: f32 = 760.0;
const FACTS_WIDTH: f32 = 252.0;
/// The part of the room that they take where there is more, and how wide they get, in points.
const FACTS_SHARE: f32 = 0.26;
const FACTS_MAX: f32 = 460.0;
/// The form and every page get no wider: longer lines are hard to read.
const FORM_MAX: f32 = 1_280.0;
/// The preview stands beside both when there is this much room, in points.
const PREVIEWED_WIDTH: f32 = 1_900.0;
const PREVIEW_WIDTH: f32 = 640.0;
/// With less height than this the head scrolls with the page, in points.
const LOW: f32 = 380.0;

/// Draws the workspace of the open dispute.
pub fn workspace_ui(ui: &mut Ui, state: &State, id: &DisputeId, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    drafts.of::<DisputesDraft>().follow(state, id);
    // Where the inbox is gone back to, the keys lead on from here.
    drafts.of::<DisputesDraft>().list.move_to(id);
    let Some(row) = state.workspace.disputes.find(id) else {
        return absent_ui(ui, state, id, actions);
    };
    let case = &*state.workspace.drafts.draft_or_new(id, &state.view());
    ui.spacing_mut().item_spacing.y = space::S;
    let low = ui.available_height() < LOW;
    let beside = !low && ui.available_width() >= BESIDE_WIDTH;
    let review = state.workspace.disputes.review.as_ref().filter(|review| review.dispute_id == *id);
    let review = review.filter(|_| row.dispute.status.takes_evidence());
    drafts.of::<DisputesDraft>().follow_review(review.is_some());
    let previewed = beside && ui.available_width() >= PREVIEWED_WIDTH && row.dispute.status.takes_evidence();
    let bench = WorkspaceContext { state, row, case, beside, previewed, low, reviewed: review.is_some() };
    content_ui(ui, bench, drafts, actions);
    drop_zone::drop_zone_ui(ui, bench, drafts, actions);
}

/// The head, and the page that is shown.
fn content_ui(ui: &mut Ui, bench: WorkspaceContext<'_>, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let WorkspaceContext { state, row, case, beside, low, .. } = bench;
    head::head_ui(ui, bench, drafts, actions);
    let page = drafts.of::<DisputesDraft>().page;
    if !bench.reviewed && page == WorkspacePage::Evidence && beside {
        return beside_ui(ui, bench, drafts, actions);
    }
    let reviewed = bench.reviewed.then(|| review::ReviewContext::of(state, row, case));
    if let Some(reviewed) = reviewed.as_ref().filter(|_| !low) {
        review::foot_ui(ui, state, row, reviewed, actions);
    }
    if !bench.reviewed && page == WorkspacePage::Facts {
        facts::inserted_ui(ui, state, row, actions);
    }
    if !bench.reviewed && page == WorkspacePage::Evidence && !low && is_written(bench) {
        toolbar_ui(ui, bench, drafts, actions);
    }
    // Each page has a place of its own, and each last look begins at its top.
    let look = state.workspace.disputes.review.as_ref().filter(|_| bench.reviewed);
    let look = look.map(|review| review.operation_id.as_str());
    scroll_ui(ui, (look, page), FORM_MAX, drafts, |ui, drafts| {
        if low {
            head::rest_ui(ui, bench, drafts, actions);
        }
        match (&reviewed, page) {
            (Some(reviewed), _) => {
                review_keys::scrolled_ui(ui, state, drafts, |ui, drafts| {
                    review::review_ui(ui, row, case, reviewed, drafts, actions);
                });
                if low {
                    ui.add_space(space::M);
                    review::send_ui(ui, state, row, reviewed, actions);
                }
            }
            (None, WorkspacePage::Evidence) => page_ui(ui, bench, drafts, actions),
            (None, WorkspacePage::Facts) => {
                // No field is in view that could have the keyboard.
                drafts.of::<DisputesDraft>().keyboard = None;
                facts::facts_ui(ui, state, row, drafts, actions);
            }
            (None, WorkspacePage::Submitted) => versions::versions_ui(ui, state, row, case),
            (None, WorkspacePage::Preview) => preview::preview_ui(ui, state, row, case, actions),
            (None, WorkspacePage::Requirements) => {
                what_wins::what_wins_ui(ui, bench, drafts);
                requirements::requirements_ui(ui, state, row, actions);
            }
            (None, WorkspacePage::Library) => library::library_ui(ui, state, Some(row), drafts, actions),
        }
    });
}

/// The evidence, the facts at its right, and the preview beside them where there is room.
fn beside_ui(ui: &mut Ui, bench: WorkspaceContext<'_>, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let rect = ui.available_rect_before_wrap();
    let facts = (rect.width() * FACTS_SHARE).clamp(FACTS_WIDTH, FACTS_MAX);
    let preview = if bench.previewed { PREVIEW_WIDTH + space::XL } else { 0.0 };
    let form = rect.with_max_x((rect.right() - facts - space::XL - preview).min(rect.left() + FORM_MAX));
    let side = rect.with_min_x(form.right() + space::XL).with_max_x(form.right() + space::XL + facts);
    ui.scope_builder(egui::UiBuilder::new().max_rect(form), |ui| {
        if is_written(bench) {
            toolbar_ui(ui, bench, drafts, actions);
        }
        scroll_ui(ui, "evidence", f32::INFINITY, drafts, |ui, drafts| page_ui(ui, bench, drafts, actions));
    });
    let before = actions.len();
    ui.scope_builder(egui::UiBuilder::new().max_rect(side), |ui| {
        facts::inserted_ui(ui, bench.state, bench.row, actions);
        scroll_ui(ui, "facts", f32::INFINITY, drafts, |ui, drafts| {
            facts::facts_ui(ui, bench.state, bench.row, drafts, actions)
        });
    });
    facts::follow_keyboard(ui, drafts, &actions[before..]);
    if bench.previewed {
        let sheet = rect.with_min_x(side.right() + space::XL).with_max_x(side.right() + space::XL + PREVIEW_WIDTH);
        ui.scope_builder(egui::UiBuilder::new().max_rect(sheet), |ui| {
            scroll_ui(ui, "preview", f32::INFINITY, drafts, |ui, _| {
                preview::preview_ui(ui, bench.state, bench.row, bench.case, actions);
            });
        });
    }
}

/// Shows what scrolls, with its content no wider than `width`.
fn scroll_ui(
    ui: &mut Ui,
    name: impl egui::AsIdSalt,
    width: f32,
    drafts: &mut Drafts,
    content: impl FnOnce(&mut Ui, &mut Drafts),
) {
    let mut scroll = ScrollArea::vertical().id_salt(name).auto_shrink([false, false]);
    if drafts.of::<DisputesDraft>().is_new {
        scroll = scroll.vertical_scroll_offset(0.0);
    }
    in_margin_with_rings_ui(ui, LANE, scroll, |ui| {
        ui.set_width(width.min(ui.available_width()));
        ui.spacing_mut().item_spacing.y = space::S;
        content(ui, drafts);
        ui.add_space(space::XL);
    });
}

/// The evidence: a form while it can change, and what stood in it once the bank has decided.
fn page_ui(ui: &mut Ui, bench: WorkspaceContext<'_>, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let WorkspaceContext { state, row, case, .. } = bench;
    if bench.is_decided() {
        decided::decided_ui(ui, state, row, case, drafts, actions);
        return notices_ui(ui, state, row, case, actions);
    }
    if let Some(why) = state.view().why_not_write(&row.dispute.dispute_id) {
        locked::locked_ui(ui, state, row, case, &why, actions);
        return notices_ui(ui, state, row, case, actions);
    }
    locked::open_beside_ui(ui, state, &row.dispute.dispute_id);
    notices_ui(ui, state, row, case, actions);
    deadline::deadline_ui(ui, state, row, drafts, actions);
    let below = match bench.low {
        true => toolbar_ui(ui, bench, drafts, actions),
        false => ui.cursor().with_max_y(ui.cursor().min.y),
    };
    texts::outdated_ui(ui, state, row, case, actions);
    form::form_ui(ui, state, row, case, drafts, actions);
    fact_list::fact_list_ui(ui, bench, below, drafts, actions);
    form::form_foot_ui(ui, bench, drafts, actions);
}

/// What fills the fields: above them and always in view, unless the window is low. It has no room of its own where
/// nothing can be filled in.
fn toolbar_ui(ui: &mut Ui, bench: WorkspaceContext<'_>, drafts: &mut Drafts, actions: &mut Vec<Action>) -> egui::Rect {
    ui.scope(|ui| form::form_head_ui(ui, bench, drafts, actions)).response.rect
}

/// Whether a person can write the evidence.
fn is_written(bench: WorkspaceContext<'_>) -> bool {
    !bench.is_decided() && bench.state.view().why_not_write(&bench.row.dispute.dispute_id).is_none()
}

/// A dispute that is not in the list, or not yet.
fn absent_ui(ui: &mut Ui, state: &State, id: &DisputeId, actions: &mut Vec<Action>) {
    head::back_ui(ui, state, actions);
    let disputes = &state.workspace.disputes;
    if disputes.inbox.reading.complete && !disputes.is_reading_open() {
        let sentence = text::dispute_is_not_in_list(visible_id(id.as_str(), 64));
        if empty_ui(ui, Icon::Search, &sentence, Some(text::CLEAR_ALL_FILTERS)) {
            actions.push(Action::Disputes(DisputesAction::Inbox(InboxAction::ClearFilters)));
        }
    } else {
        loading_ui(ui, text::LOADING_DISPUTES, 6, size::ROW);
    }
}

/// What was refused or is under way, then what the dispute is about.
fn notices_ui(ui: &mut Ui, state: &State, row: &DisputeTableRow, case: &EvidenceDraft, actions: &mut Vec<Action>) {
    if let Some(at) = row.as_read {
        let title = text::as_of_it_could(state.zone().full(at));
        let text = "Your draft is saved with every change. Submit it when the dispute can be loaded again.";
        if Notice::new(Tone::Attention, text).title(&title).action(text::REFRESH).ui(ui) {
            actions.push(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh)));
        }
    }
    if let Some(message) = unlisted_status_text(&row.dispute.status) {
        let title = text::status(&row.status_text);
        Notice::new(Tone::Attention, &message).title(&title).ui(ui);
    }
    if let Some(operation) = open_submission(&state.view(), &row.dispute.dispute_id) {
        open_operation_ui(ui, state, operation, actions);
    } else if let Some(last) = case.unconfirmed.last() {
        let text = text::it_is_listed_under_submitted(state.zone().full(last.at));
        Notice::new(Tone::Attention, &text).title(text::SENT_OUTCOME_NOT_KNOWN).ui(ui);
    }
    if let Some(refusal) = &case.refusal {
        let message = visible(&refusal.message, 300);
        let title = match refusal.cause() {
            RefusalCause::NotSent => text::not_sent(message),
            RefusalCause::ChangedSince
            | RefusalCause::UnknownFile
            | RefusalCause::NoMoreEvidence
            | RefusalCause::UnknownDispute
            | RefusalCause::Other => text::not_accepted(message, visible(&refusal.code, 20)),
        };
        let tone = if refusal.is_answered { Tone::Attention } else { Tone::Danger };
        Notice::new(tone, refusal_advice(refusal)).title(&title).ui(ui);
    }
    let plain = plain_reason(row.known);
    let title = match row.reason_text.is_empty() {
        true => row.reason_words(),
        false => format!("{} · {}", row.reason_words(), plain.text),
    };
    let text = text::what_bank_expects(plain.wanted);
    Notice::new(Tone::Accent, &text).icon(Icon::Dispute).title(&title).ui(ui);
}
