//! One operation: what was asked for, by whom, every step of it, and the request as it was recorded.

use egui::{Align, Layout, Ui};

use paydesk_core::features::audit::{AuditAction, AuditRecord, AuditRequest, AuditStep, AuditSteps, OpenedAudit};
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::pane_ui;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, Notice, RawJson, copyable_ui, facts_ui, heading_ui, label_ui};

use super::draft::AuditDraft;
use super::list::{chip, profile_name};
use super::text;
use paydesk_widgets::reading_order::line_from_right_ui;

/// Most of a request seen at once, in points.
const BODY_HEIGHT: f32 = 320.0;

/// Draws the pane of the open operation.
pub fn detail_ui(
    ui: &mut Ui,
    state: &State,
    (opened, record): (&OpenedAudit, &AuditRecord),
    draft: &mut AuditDraft,
    actions: &mut Vec<Action>,
) {
    pane_ui(ui, &record.operation_id, |ui| {
        head_ui(ui, record, actions);
        target_ui(ui, state, record, actions);
        facts_of_ui(ui, state, record);
        match &opened.steps {
            AuditSteps::Reading => drop(label_ui(ui, Text::Body, tokens(ui).subdued, text::READING_STEPS)),
            AuditSteps::Failed(problem) => {
                Notice::new(Tone::Danger, &problem.what_to_do).title(&problem.what).ui(ui);
            }
            AuditSteps::Read { steps, request } => {
                steps_ui(ui, steps);
                request.iter().for_each(|request| request_ui(ui, request, draft));
            }
        }
    });
}

fn head_ui(ui: &mut Ui, record: &AuditRecord, actions: &mut Vec<Action>) {
    let line = egui::vec2(ui.available_width(), size::CONTROL);
    line_from_right_ui(ui, line, |ui| {
        if Button::quiet_icon(Icon::Close, text::CLOSE).ui(ui).clicked() {
            actions.push(Action::Audit(AuditAction::Open(None)));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            heading_ui(ui, Text::Title, tokens(ui).text, &record.title);
        });
    });
    chip(record.outcome).ui(ui);
    if !record.detail.is_empty() {
        label_ui(ui, Text::Body, tokens(ui).subdued, &record.detail);
    }
}

/// What it worked on, which can be opened where it is of the profile that is shown.
fn target_ui(ui: &mut Ui, state: &State, record: &AuditRecord, actions: &mut Vec<Action>) {
    let Some((kind, id)) = &record.opens else { return };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        copyable_ui(ui, &record.object_text);
        let here = record.profile_id == state.profiles.current;
        if here && Button::secondary(&text::open(kind.noun())).icon(Icon::Open).ui(ui).clicked() {
            actions.push(Action::OpenRecord(*kind, id.clone()));
        }
    });
}

fn facts_of_ui(ui: &mut Ui, state: &State, record: &AuditRecord) {
    facts_ui(ui, text::DETAILS, |facts| {
        facts.time(text::RECORDED, record.recorded_at, state.zone());
        facts.text(text::PERSON, &record.person);
        if record.operator != record.person {
            facts.text(text::OPERATOR, &record.operator);
        }
        if record.is_alone {
            facts.text(text::TEAM, record.alone_text());
        }
        facts.text(text::PROFILE, &profile_name(state, &record.profile_id));
        if let Some(environment) = record.environment {
            facts.text(text::ENVIRONMENT, environment.word());
        }
        if let Some(money) = &record.money {
            facts.text(text::AMOUNT, &money.to_string());
        }
        facts.id(text::OPERATION_ID, record.operation_id.as_str());
    });
}

fn steps_ui(ui: &mut Ui, steps: &[AuditStep]) {
    heading_ui(ui, Text::Group, tokens(ui).subdued, text::STEPS);
    for step in steps {
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            label_ui(ui, Text::Body, tokens(ui).text, step.title);
            if !step.detail.is_empty() {
                label_ui(ui, Text::Small, tokens(ui).subdued, &step.detail);
            }
            label_ui(ui, Text::Small, tokens(ui).subdued, &step.time_text);
        });
    }
}

fn request_ui(ui: &mut Ui, request: &AuditRequest, draft: &mut AuditDraft) {
    heading_ui(ui, Text::Group, tokens(ui).subdued, text::REQUEST);
    label_ui(ui, Text::Mono, tokens(ui).text, &request.line);
    if let Some(body) = &request.body {
        let text_ = draft.request.text(body).to_owned();
        RawJson { title: text::REQUEST_BODY, text: &text_, max_height: BODY_HEIGHT }.ui(ui, &mut draft.request.open);
    }
}
