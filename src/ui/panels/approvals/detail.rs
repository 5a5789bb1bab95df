//! One request: what would be sent, who asked and why, and what this person can do about it.

use egui::{Align, Layout, Ui};

use paydesk_core::features::approvals::{
    Approval, ApprovalStatus, ApprovalStep, ApprovalsAction, TEXT_MAX_CHARS, may_decide, may_send, may_withdraw,
};
use paydesk_core::{Action, State};
use paydesk_domain::approval::{ApprovalDecision, ApprovalStage, ApprovalVerdict};
use paydesk_domain::text::{SHOWN_MAX_CHARS, visible, visible_id};
use paydesk_widgets::facts::Facts;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::reading_order::line_from_right_ui;
use paydesk_widgets::scroll::pane_ui;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, Notice, RawJson, TextField, copyable_ui, facts_ui, heading_ui, label_ui};

use super::draft::ApprovalsDraft;
use super::items::items_ui;
use super::list::{chip, customer_text, person};
use super::text;

/// Most of a request seen at once, in points.
const BODY_HEIGHT: f32 = 320.0;
const NOTE_ROWS: usize = 2;

/// Draws the pane of the open request.
pub fn detail_ui(
    ui: &mut Ui,
    state: &State,
    approval: &Approval,
    draft: &mut ApprovalsDraft,
    actions: &mut Vec<Action>,
) {
    pane_ui(ui, approval.id(), |ui| {
        head_ui(ui, approval, actions);
        chip(approval.status()).ui(ui);
        object_ui(ui, approval, actions);
        next_ui(ui, state, approval);
        decision_ui(ui, state, approval, draft, actions);
        request_facts_ui(ui, state, approval);
        items_ui(ui, state, approval, actions);
        stage_ui(ui, state, approval);
        sent_ui(ui, approval, draft);
    });
}

fn head_ui(ui: &mut Ui, approval: &Approval, actions: &mut Vec<Action>) {
    let line = egui::vec2(ui.available_width(), size::CONTROL);
    line_from_right_ui(ui, line, |ui| {
        if Button::quiet_icon(Icon::Close, text::CLOSE).ui(ui).clicked() {
            actions.push(Action::Approvals(ApprovalsAction::Open(None)));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            heading_ui(ui, Text::Title, tokens(ui).text, &approval.title);
        });
    });
}

/// What it works on: a refund works on its payment.
fn object_ui(ui: &mut Ui, approval: &Approval, actions: &mut Vec<Action>) {
    let id = &approval.shared.request.resource;
    if approval.run.is_some() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        copyable_ui(ui, &visible_id(id, 80));
        let Some(object) = approval.object() else { return };
        if Button::secondary(&text::open(object.kind.noun())).icon(Icon::Open).ui(ui).clicked() {
            actions.push(Action::open(&object));
        }
    });
}

/// What the status means for this person.
fn next_ui(ui: &mut Ui, state: &State, approval: &Approval) {
    let team = &state.workspace.team;
    let (tone, meaning) = match approval.status() {
        _ if !approval.is_readable() => (Tone::Danger, text::UNREADABLE),
        ApprovalStatus::Requested if may_decide(approval, team) => (
            Tone::Attention,
            "Nothing has been sent. Once you approve it, you or the person who requested it can send it. Paydesk \
                first checks that nothing has changed.",
        ),
        ApprovalStatus::Requested if may_withdraw(approval, team) => {
            (Tone::Neutral, "Another approver must decide. Nothing has been sent.")
        }
        ApprovalStatus::Requested => (Tone::Neutral, "Only an approver can decide. Nothing has been sent."),
        ApprovalStatus::Approved if may_send(approval, team) => (
            Tone::Info,
            "Nothing has been sent yet. Paydesk first checks that nothing has changed since it was \
                requested.",
        ),
        ApprovalStatus::Approved => (Tone::Neutral, "Not sent yet. The requester or the approver can send it."),
        ApprovalStatus::Sent => (Tone::Neutral, "See the outcome in Operations"),
        ApprovalStatus::Refused | ApprovalStatus::Withdrawn => (Tone::Neutral, "Nothing was sent"),
    };
    Notice::new(tone, meaning).ui(ui);
}

/// What this person can do.
fn decision_ui(ui: &mut Ui, state: &State, approval: &Approval, draft: &mut ApprovalsDraft, actions: &mut Vec<Action>) {
    let (approvals, team) = (&state.workspace.approvals, &state.workspace.team);
    let (id, step) = (approval.id(), approvals.under_way(approval.id()));
    let decides = may_decide(approval, team);
    if decides {
        let field = TextField::labelled("Note, optional", draft.note(id)).rows(NOTE_ROWS).max_chars(TEXT_MAX_CHARS);
        field.id(ui.scope_id().with(("note", id))).ui(ui);
    }
    let mut act = |action| actions.push(Action::Approvals(action));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        if decides {
            let mut verdict = None;
            let unread = approval.run.as_ref().and_then(|_| approvals.why_not_begin(approval));
            let approve = Button::primary(text::APPROVE).busy(step == Some(ApprovalStep::Approve)).disabled(unread);
            if approval.is_readable() && approve.ui(ui).clicked() {
                verdict = Some(ApprovalVerdict::Approved);
            }
            if Button::danger("Reject").busy(step == Some(ApprovalStep::Refuse)).ui(ui).clicked() {
                verdict = Some(ApprovalVerdict::Refused);
            }
            if let Some(verdict) = verdict {
                act(ApprovalsAction::Decide { id, verdict, note: draft.note(id).clone() });
            }
        }
        if may_send(approval, team) {
            let read_only = state.read_only_reason();
            let why_not = approvals.why_not_send(approval, team).or(read_only.as_deref());
            if Button::primary(text::SEND_NOW).icon(Icon::Send).disabled(why_not).ui(ui).clicked() {
                act(ApprovalsAction::Send(id));
            }
        }
        if may_withdraw(approval, team) {
            let withdraw = Button::secondary("Withdraw request").icon(Icon::Undo);
            if withdraw.busy(step == Some(ApprovalStep::Withdraw)).ui(ui).clicked() {
                act(ApprovalsAction::Withdraw(id));
            }
        }
    });
}

fn request_facts_ui(ui: &mut Ui, state: &State, approval: &Approval) {
    let shared = &approval.shared;
    facts_ui(ui, text::REQUEST, |facts| {
        facts.text(text::REASON, &visible(&shared.request.reason, SHOWN_MAX_CHARS));
        facts.text(text::REQUESTED_BY, &person(&shared.requested_by));
        facts.time(text::REQUESTED, shared.requested_at, state.zone());
        let customer = customer_text(state, approval);
        if !customer.is_empty() {
            facts.text(text::CUSTOMER, &customer);
        }
        let name = if approval.run.is_some() { text::TOTAL } else { text::AMOUNT };
        for amount in approval.amounts() {
            facts.text(name, &amount.to_string());
        }
        if let Some(run) = approval.run.as_ref().filter(|run| !run.reason.is_empty()) {
            facts.text("Reason sent to the service", &visible(&run.reason, SHOWN_MAX_CHARS));
        }
    });
}

/// Who decided, and what came of it.
fn stage_ui(ui: &mut Ui, state: &State, approval: &Approval) {
    let zone = state.zone();
    let decided = |facts: &mut Facts<'_>, name: &str, decision: &ApprovalDecision| {
        facts.text(name, &person(&decision.by));
        facts.time(text::DECIDED, decision.at, zone);
        if !decision.note.is_empty() {
            facts.text(text::NOTE, &visible(&decision.note, SHOWN_MAX_CHARS));
        }
    };
    match &approval.shared.stage {
        ApprovalStage::Open => {}
        ApprovalStage::Approved(decision) => {
            facts_ui(ui, text::DETAILS, |facts| decided(facts, text::APPROVED_BY, decision));
        }
        ApprovalStage::Refused(decision) => {
            facts_ui(ui, text::DETAILS, |facts| decided(facts, "Rejected by", decision));
        }
        ApprovalStage::Withdrawn { at } => {
            facts_ui(ui, text::DETAILS, |facts| drop(facts.time(text::WITHDRAWN, *at, zone)));
        }
        ApprovalStage::Used { approved, by, at, .. } => facts_ui(ui, text::DETAILS, |facts| {
            decided(facts, text::APPROVED_BY, approved);
            facts.text("Sent by", &person(by));
            facts.time(text::SENT, *at, zone);
        }),
    }
}

/// The request as it leaves.
fn sent_ui(ui: &mut Ui, approval: &Approval, draft: &mut ApprovalsDraft) {
    let Some(submission) = approval.submission() else { return };
    let request = &submission.plan.request;
    let line = format!("{} {}", request.method.as_str(), visible(&request.path, SHOWN_MAX_CHARS));
    label_ui(ui, Text::Mono, tokens(ui).text, &line);
    if let Some(body) = &approval.body {
        let body = draft.request.text(body).to_owned();
        RawJson { title: text::REQUEST_BODY, text: &body, max_height: BODY_HEIGHT }.ui(ui, &mut draft.request.open);
    }
}
