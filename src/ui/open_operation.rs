//! An operation that has not ended, of whatever kind: what is known of it, what happens next, and what the person can do
//! about it. Panels draw it where its object is listed or open. What follows from the operation is the core's; here it is
//! put into text and buttons.

use egui::Ui;

use crate::app::operations::rules::{ResendPolicy, Resolution};
use crate::app::operations::wording::{orphan_text, unclear_text};
use crate::app::operations::{Operation, Phase, ResolutionFinding, UnknownOutcome};
use crate::app::{Action, State};
use crate::domain::text::visible;

use super::icons::Icon;
use super::tokens::{Text, Tone, space, tokens};
use super::widgets::{Button, Notice, label_ui};

/// Draws an open operation with what the person can do about it.
pub fn open_operation_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    let (tone, icon) =
        if operation.needs_attention() { (Tone::Attention, Icon::Alert) } else { (Tone::Info, Icon::Processing) };
    let title = operation.plan.title();
    Notice::new(tone, operation.word()).icon(icon).title(&title).ui_with(ui, |ui| {
        let color = tokens(ui).text;
        for line in explanation(state, operation) {
            label_ui(ui, Text::Small, color, &line);
        }
        ui.add_space(space::XS);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(space::M, space::S);
            buttons_ui(ui, state, operation, actions);
        });
    });
}

/// What is known, and what happens next.
fn explanation(state: &State, operation: &Operation) -> Vec<String> {
    let mut lines = earlier_attempt(state, operation);
    lines.extend(match &operation.phase {
        Phase::Preparing | Phase::Checking { .. } | Phase::Starting => {
            let first = operation.read_first();
            let text = |object| format!("Reading the {object} again before anything is sent");
            vec![first.map_or_else(|| "Writing to the journal before anything is sent".to_owned(), text)]
        }
        Phase::AwaitingTurn { until } => {
            let seconds = (*until - state.now).num_seconds().max(1);
            let again = if operation.is_lost() { "it is repeated" } else { "it is sent" };
            vec![format!("The service's rate limit is reached; {again} in {seconds} s")]
        }
        Phase::Sending { .. } => vec!["Waiting for a response".to_owned()],
        Phase::Unknown(unknown) => unknown_text(state, operation, unknown),
        Phase::NeverSent => never_sent_text(state, operation),
        Phase::Ended(_) => Vec::new(),
    });
    lines
}

fn never_sent_text(state: &State, operation: &Operation) -> Vec<String> {
    let prepared_at = state.zone().full(operation.prepared_at);
    let mut lines = vec![
        format!("It was prepared {prepared_at}, and Paydesk was closed before it was sent"),
        "Nothing was sent to the service".to_owned(),
    ];
    lines.extend(
        operation.plan.not_stored().map(|why| format!("It cannot be sent: {why}. Discard it and create it again")),
    );
    lines
}

/// What is not known while something else is done about it: an earlier attempt may have happened.
fn earlier_attempt(state: &State, operation: &Operation) -> Vec<String> {
    let is_reported = matches!(operation.phase, Phase::Unknown(_) | Phase::Ended(_));
    let sent = operation.last_sent_at.filter(|_| operation.is_lost() && !is_reported);
    sent.map(|at| format!("Sent {}; the response was lost, so it may have been executed", state.zone().full(at)))
        .into_iter()
        .collect()
}

fn unknown_text(state: &State, operation: &Operation, unknown: &UnknownOutcome) -> Vec<String> {
    let sent = operation.last_sent_at.map(|at| format!("Sent {}; ", state.zone().full(at))).unwrap_or_default();
    let mut lines = vec![format!("{sent}{}", visible(&unknown.why, 240))];
    lines.push(finding_text(operation, &unknown.finding));
    let seconds = unknown.next_read_at.map_or(0, |at| (at - state.now).num_seconds());
    match operation.resolution() {
        Resolution::Read if seconds < 2 => lines.push("Reading again now".to_owned()),
        Resolution::Read => lines.push(format!("Reads again in {seconds} s")),
        Resolution::Repeat if seconds < 2 => lines.push("Repeating the same request now".to_owned()),
        Resolution::Repeat => lines.push(format!("Repeats the same request in {seconds} s")),
        Resolution::Park => {}
    }
    if operation.may_be_sent_again(state.now) && operation.spec().resend == ResendPolicy::PersonWarned {
        lines.push("You can send it again".to_owned());
    }
    lines.extend(operation.plan.not_stored().map(|why| format!("It cannot be sent again: {why}")));
    lines
}

fn finding_text(operation: &Operation, finding: &ResolutionFinding) -> String {
    let noun = operation.plan.target.kind.noun();
    let orphan = orphan_text(operation.plan.endpoint);
    match finding {
        ResolutionFinding::NotReadYet if operation.resolution() == Resolution::Repeat => {
            "Paydesk repeats the same request, which has no second effect".to_owned()
        }
        ResolutionFinding::NotReadYet => format!("Paydesk reads the {noun} to find out; it sends nothing"),
        ResolutionFinding::There(status) => {
            let status = visible(status, 60);
            format!(
                "The service shows the {noun} as “{status}”, possibly by someone else. Our request may still arrive: this stays open until that is ruled out"
            )
        }
        ResolutionFinding::NotExecutedYet if operation.looks_into_refusal() => format!(
            "Read: not executed so far. Parts of the service may show an older state of the {noun}, so Paydesk reads it once more"
        ),
        ResolutionFinding::NotExecutedYet => {
            "Read: not executed so far. It may still arrive, so it cannot be sent again yet".to_owned()
        }
        ResolutionFinding::NotExecuted => {
            "Read: not executed, and it can no longer arrive. You can send it again".to_owned()
        }
        ResolutionFinding::Unclear(reason) => format!("{}. Check the {noun} and decide", unclear_text(reason)),
        ResolutionFinding::ReadFailed(why) => format!("The {noun} could not be read: {why}"),
        ResolutionFinding::ParkedYet => format!("{orphan}. The service has no call to check it; it may still arrive"),
        ResolutionFinding::Parked => {
            format!("{orphan}. The service has no call to check it: look it up there and decide")
        }
    }
}

fn buttons_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    let blocked = state.read_only_reason();
    let id = || operation.id.clone();
    let mut offer = |ui: &mut Ui, button: Button<'_>, action: Action| {
        if button.ui(ui).clicked() {
            actions.push(action);
        }
    };
    match &operation.phase {
        Phase::Checking { .. } | Phase::AwaitingTurn { .. } if operation.may_be_withdrawn() => {
            offer(ui, Button::secondary("Withdraw"), Action::WithdrawOperation(id()));
        }
        Phase::NeverSent => {
            if operation.plan.is_whole() {
                let send = Button::secondary("Send now").disabled(blocked.as_deref());
                offer(ui, send, Action::SendPrepared(id()));
            }
            offer(ui, Button::secondary("Discard"), Action::WithdrawOperation(id()));
        }
        Phase::Unknown(_) => {
            let check = match operation.resolution() {
                Resolution::Read => Some("Check now"),
                Resolution::Repeat => Some("Repeat now"),
                Resolution::Park => None,
            };
            if let Some(text) = check {
                let button = Button::secondary(text).icon(Icon::Refresh);
                offer(ui, button, Action::CheckOperationNow(id()));
            }
            if operation.may_be_sent_again(state.now) {
                let again = Button::secondary("Send again…").disabled(blocked.as_deref());
                offer(ui, again, Action::AskSendAgain(id()));
            }
            offer(ui, Button::link("Mark as resolved…"), Action::AskCloseUnknown(id()));
        }
        Phase::Preparing
        | Phase::Checking { .. }
        | Phase::AwaitingTurn { .. }
        | Phase::Starting
        | Phase::Sending { .. }
        | Phase::Ended(_) => {}
    }
}
