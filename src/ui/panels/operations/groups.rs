//! Open operations by their cause: what is known of all of them, how many they are and what they come to, what can be done
//! with the whole group, and a line for each.

use egui::{Align, Frame, Layout, Margin, Ui, vec2};
use strum::EnumIter;

use crate::open_operation::decision_ui;
use crate::text;
use paydesk_core::operations::{Operation, Phase, ResolutionFinding};
use paydesk_core::{Action, State};
use paydesk_domain::money::grouped_count;
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::text::visible;
use paydesk_widgets::reading_order::line_from_right_ui;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, Notice, hairline_ui, label_ui};

use super::target::target_ui;

/// What a line keeps for when and by whom, and for what was done, in points.
const WHEN: f32 = 150.0;
const WHAT: f32 = 190.0;

/// Says how far sending again came, with the way to stop it.
pub(super) fn sending_again_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let Some((left, of)) = state.workspace.sending_again.progress() else { return };
    let text = format!("{} of {} not sent yet", grouped_count(left as u64), grouped_count(of as u64));
    if Notice::new(Tone::Info, &text).title("Sending again").action(text::STOP).ui(ui) {
        actions.push(Action::StopSendingAgain);
    }
}

/// Draws operations that wait for a decision for the same cause.
pub(super) fn decision_group_ui(
    ui: &mut Ui,
    state: &State,
    cause: Cause,
    operations: &[&Operation],
    actions: &mut Vec<Action>,
) {
    let together = operations.iter().filter(|operation| operation.may_be_sent_with_others(state.now)).count();
    let may_send = together > 1 && state.workspace.sending_again.progress().is_none();
    let mut asked = false;
    group_ui(ui, cause.title(), operations, |ui| {
        if may_send {
            let label = format!("Send {} again…", grouped_count(together as u64));
            let blocked = state.read_only_reason();
            let send = Button::primary(&label).hint("Sends all that were not executed").disabled(blocked.as_deref());
            asked = send.ui(ui).clicked();
        }
    });
    actions.extend(asked.then_some(Action::AskSendAllAgain));
    lines_ui(ui, state, operations, true, actions);
}

/// Draws operations that Paydesk settles alone, all in the same way: there is nothing to do.
pub(super) fn automatic_group_ui(
    ui: &mut Ui,
    state: &State,
    what: &str,
    operations: &[&Operation],
    actions: &mut Vec<Action>,
) {
    group_ui(ui, what, operations, |_| ());
    lines_ui(ui, state, operations, false, actions);
}

/// The head of a group: its cause, and how many they are.
fn group_ui(ui: &mut Ui, cause: &str, operations: &[&Operation], commands: impl FnOnce(&mut Ui)) {
    let frame = Frame::new().fill(tokens(ui).sunken).corner_radius(size::RADIUS).inner_margin(Margin::same(8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        line_from_right_ui(ui, vec2(ui.available_width(), size::CONTROL), |ui| {
            commands(ui);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    label_ui(ui, Text::Body, tokens(ui).text, cause);
                    label_ui(ui, Text::Small, tokens(ui).subdued, &sums_text(operations));
                });
            });
        });
    });
}

fn lines_ui(ui: &mut Ui, state: &State, operations: &[&Operation], may_decide: bool, actions: &mut Vec<Action>) {
    for operation in operations {
        ui.push_id(operation.id.as_str(), |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            line_ui(ui, state, operation, may_decide, actions);
            hairline_ui(ui);
        });
    }
    ui.add_space(space::M);
}

/// Who it is of, what was asked for, and when; with what a person can decide.
fn line_ui(ui: &mut Ui, state: &State, operation: &Operation, may_decide: bool, actions: &mut Vec<Action>) {
    line_from_right_ui(ui, vec2(ui.available_width(), size::ROW_COMPACT), |ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        if may_decide {
            decision_ui(ui, state, operation, actions);
        }
        let by = Some(&operation.operator).filter(|by| !by.is_empty());
        let by = by.map(|by| format!(" by {}", visible(by, 40))).unwrap_or_default();
        let when = format!("{}{by}", state.zone().short(operation.prepared_at, state.now));
        cell_ui(ui, WHEN, |ui| drop(label_ui(ui, Text::Small, tokens(ui).subdued, &when)));
        cell_ui(ui, WHAT, |ui| drop(label_ui(ui, Text::Body, tokens(ui).text, &operation.plan.title())));
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| target_ui(ui, state, operation, actions));
    });
}

/// As wide in every line, so that amounts stand below each other.
fn cell_ui(ui: &mut Ui, width: f32, content: impl FnOnce(&mut Ui)) {
    let layout = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(vec2(width, size::ROW_COMPACT), layout, |ui| {
        ui.set_width(width);
        content(ui);
    });
}

/// Says how many operations there are and what they come to: `3 operations · 1,203.40 EUR · 2 without an amount`
pub(super) fn sums_text(operations: &[&Operation]) -> String {
    let sums: MoneySums = operations.iter().filter_map(|operation| operation.amount().cloned()).collect();
    let without = operations.iter().filter(|operation| operation.amount().is_none()).count();
    let count = match operations.len() {
        1 => "1 operation".to_owned(),
        count => format!("{} operations", grouped_count(count as u64)),
    };
    let without = (without > 0 && !sums.is_empty()).then(|| format!("{without} without an amount"));
    let facts = [count, sums.text()].into_iter().chain(without).filter(|fact| !fact.is_empty());
    facts.collect::<Vec<_>>().join(" · ")
}

/// Why an operation waits for a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter)]
pub(super) enum Cause {
    NotExecuted,
    NeverSent,
    Unclear,
    NotRead,
}

impl Cause {
    /// Returns the cause of an operation that waits for a decision.
    pub(super) fn of(operation: &Operation) -> Self {
        match &operation.phase {
            Phase::NeverSent => Self::NeverSent,
            Phase::Unknown(unknown) => match unknown.finding {
                ResolutionFinding::NotExecuted => Self::NotExecuted,
                ResolutionFinding::Unclear(_) | ResolutionFinding::Parked | ResolutionFinding::There(_) => {
                    Self::Unclear
                }
                ResolutionFinding::NotReadYet
                | ResolutionFinding::NotExecutedYet
                | ResolutionFinding::ReadFailed(_)
                | ResolutionFinding::NotFresh(_)
                | ResolutionFinding::ParkedYet => Self::NotRead,
            },
            Phase::Preparing
            | Phase::Undoable { .. }
            | Phase::Checking { .. }
            | Phase::AwaitingTurn { .. }
            | Phase::Starting
            | Phase::Sending { .. }
            | Phase::Ended(_) => Self::NotRead,
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::NotExecuted => "Not executed: you can send them again",
            Self::NeverSent => "Never sent: Paydesk was closed before they were sent",
            Self::Unclear => "Outcome unclear: look them up at the service",
            Self::NotRead => "Outcome not known yet: Paydesk keeps checking",
        }
    }
}
