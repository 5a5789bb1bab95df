//! One operation: what was asked for, by whom, every step of it, and the request as it was recorded.

use egui::{Align, Layout, Ui};

use paydesk_core::features::operation_log::{
    LoggedOperation, LoggedOutcome, LoggedRequest, LoggedStep, LoggedSteps, OpenedOperation, OperationLogAction,
};
use paydesk_core::{Action, State, text as core_text};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::pane_ui;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, Chip, Notice, RawDraft, RawJson, copyable_ui, facts_ui, heading_ui, label_ui};

use crate::customer_cell::customer_text;
use crate::status::profile_name;
use crate::text;
use paydesk_widgets::reading_order::line_from_right_ui;

/// Most of a request seen at once, in points.
const BODY_HEIGHT: f32 = 320.0;

/// Draws the pane of the open operation.
pub(super) fn detail_ui(
    ui: &mut Ui,
    state: &State,
    (opened, record): (&OpenedOperation, &LoggedOperation),
    request: &mut RawDraft,
    actions: &mut Vec<Action>,
) {
    pane_ui(ui, &record.operation_id, |ui| {
        head_ui(ui, record, actions);
        target_ui(ui, state, record, actions);
        facts_of_ui(ui, state, record);
        match &opened.steps {
            LoggedSteps::Reading => drop(label_ui(ui, Text::Body, tokens(ui).subdued, "Loading steps…")),
            LoggedSteps::Failed(problem) => {
                Notice::new(Tone::Danger, &problem.what_to_do).title(&problem.what).ui(ui);
            }
            LoggedSteps::Read { steps, request: sent } => {
                steps_ui(ui, steps);
                sent.iter().for_each(|sent| request_ui(ui, sent, request));
            }
        }
    });
}

fn head_ui(ui: &mut Ui, record: &LoggedOperation, actions: &mut Vec<Action>) {
    let line = egui::vec2(ui.available_width(), size::CONTROL);
    line_from_right_ui(ui, line, |ui| {
        if Button::quiet_icon(Icon::Close, "Close details").ui(ui).clicked() {
            actions.push(Action::OperationLog(OperationLogAction::Open(None)));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            heading_ui(ui, Text::Title, tokens(ui).text, &record.title);
        });
    });
    outcome_chip(record.outcome).ui(ui);
    if !record.detail.is_empty() {
        label_ui(ui, Text::Body, tokens(ui).subdued, &record.detail);
    }
}

/// What it worked on, which can be opened where it is of the profile that is shown.
fn target_ui(ui: &mut Ui, state: &State, record: &LoggedOperation, actions: &mut Vec<Action>) {
    let Some((kind, id)) = &record.opens else { return };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        copyable_ui(ui, &record.object_text);
        let here = record.profile_id == state.profiles.current;
        if here && Button::secondary(&format!("Open {}", kind.noun())).icon(Icon::Open).ui(ui).clicked() {
            actions.push(Action::OpenRecord(*kind, id.clone()));
        }
    });
}

fn facts_of_ui(ui: &mut Ui, state: &State, record: &LoggedOperation) {
    facts_ui(ui, text::DETAILS, |facts| {
        facts.time(core_text::RECORDED, record.recorded_at, state.zone());
        facts.text(text::PERSON, &record.person);
        if record.operator != record.person {
            facts.text("Signed in as", &record.operator);
        }
        if record.is_alone {
            facts.text("Team", record.alone_text());
        }
        facts.text(core_text::PROFILE, &profile_name(state, &record.profile_id));
        if let Some(environment) = record.environment {
            facts.text(text::ENVIRONMENT, environment.word());
        }
        let customer = customer_text(state, record);
        if !customer.is_empty() {
            facts.text(core_text::CUSTOMER, &customer);
        }
        if let Some(money) = &record.money {
            facts.text(core_text::AMOUNT, &money.to_string());
        }
        facts.id("Operation ID", record.operation_id.as_str());
    });
}

fn steps_ui(ui: &mut Ui, steps: &[LoggedStep]) {
    heading_ui(ui, Text::Group, tokens(ui).subdued, "Steps");
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

fn request_ui(ui: &mut Ui, sent: &LoggedRequest, draft: &mut RawDraft) {
    heading_ui(ui, Text::Group, tokens(ui).subdued, core_text::REQUEST);
    label_ui(ui, Text::Mono, tokens(ui).text, &sent.line);
    if let Some(body) = &sent.body {
        let body = draft.text(body).to_owned();
        RawJson { title: text::REQUEST_BODY, text: &body, max_height: BODY_HEIGHT }.ui(ui, &mut draft.open);
    }
}

/// The outcome as a chip.
pub fn outcome_chip(outcome: LoggedOutcome) -> Chip<'static> {
    let (icon, tone) = match outcome {
        LoggedOutcome::InProgress => (Icon::Processing, Tone::Info),
        LoggedOutcome::Unknown => (Icon::Unknown, Tone::Attention),
        LoggedOutcome::Done => (Icon::Success, Tone::Positive),
        LoggedOutcome::Declined | LoggedOutcome::Rejected => (Icon::Failure, Tone::Danger),
        LoggedOutcome::NotSent | LoggedOutcome::NotAnswered => (Icon::Prohibited, Tone::Neutral),
        LoggedOutcome::AlreadyDone => (Icon::Info, Tone::Neutral),
        LoggedOutcome::Superseded => (Icon::Alert, Tone::Attention),
        LoggedOutcome::NotKnown => (Icon::Unknown, Tone::Attention),
        LoggedOutcome::Resolved(_) => (Icon::Check, Tone::Neutral),
    };
    Chip::new(icon, outcome.label(), tone)
}
