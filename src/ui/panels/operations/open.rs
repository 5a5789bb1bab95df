//! The operations that have not ended: those that wait for a decision, those that Paydesk settles alone, and those of
//! other profiles. Below them stands what ended lately.

use egui::{CentralPanel, Frame, ScrollArea, Ui};

use crate::drafts::Drafts;
use crate::open_operation::{finding_line, open_operation_ui};
use crate::status::{environment_chip_ui, outcome_icon, outcome_tone, profile_name};
use crate::text;
use paydesk_core::features::bulk::{BulkRun, ItemGroup};
use paydesk_core::operations::{Operation, Phase, ResourceKind};
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::{LANE, in_margin_ui};
use paydesk_widgets::title::margin;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Notice, chip_ui, empty_ui, heading_ui, label_ui};
use strum::IntoEnumIterator as _;

use super::groups::{Cause, automatic_group_ui, decision_group_ui, sending_again_ui, sums_text};
use super::head::head_ui;
use super::target::target_ui;

/// Widest column of text, in points.
const COLUMN: f32 = 760.0;

/// Draws the tab.
pub(super) fn open_ui(ui: &mut Ui, state: &State, _: &mut Drafts, actions: &mut Vec<Action>) {
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin());
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        let none_open = state.open_operations().next().is_none();
        head_ui(ui, state, actions, |ui, actions| {
            let read =
                Button::secondary("Check all now").icon(Icon::Refresh).hint("Checks the outcome of each operation");
            if !none_open && read.ui(ui).clicked() {
                actions.push(Action::CheckOperationsNow);
            }
        });
        let is_empty = none_open && state.ended_operations().next().is_none();
        if is_empty && state.workspace.bulk.paused_run().is_none() {
            empty_ui(ui, Icon::Success, "No open operations. Operations without a known outcome appear here.", None);
            return;
        }
        in_margin_ui(ui, LANE, ScrollArea::vertical().auto_shrink([false, false]), |ui| {
            ui.set_max_width(COLUMN.min(ui.available_width()));
            ui.spacing_mut().item_spacing.y = space::S;
            sections_ui(ui, state, actions);
        });
    });
}

fn sections_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let is_here = |operation: &&Operation| operation.profile_id == state.profiles.current;
    let needs_person = |operation: &&Operation| operation.needs_person_from().is_some_and(|from| from <= state.now);
    let (here, elsewhere): (Vec<_>, Vec<_>) = state.open_operations().partition(is_here);
    if let Some(run) = state.workspace.bulk.paused_run() {
        paused_run_ui(ui, run, actions);
    } else if here.is_empty() {
        label_ui(ui, Text::Body, tokens(ui).subdued, text::caught_up(!elsewhere.is_empty()));
    }
    let (to_decide, automatic): (Vec<_>, Vec<_>) = here.into_iter().partition(needs_person);
    section_ui(ui, "Needs your decision", &sums_text(&to_decide), &to_decide);
    sending_again_ui(ui, state, actions);
    decisions_ui(ui, state, &to_decide, actions);
    let nothing_to_do = format!("{} · nothing to do{}", sums_text(&automatic), next_check(state, &automatic));
    section_ui(ui, text::AUTOMATIC, &nothing_to_do, &automatic);
    automatic_ui(ui, state, &automatic, actions);
    section_ui(ui, "Other profiles", "", &elsewhere);
    operations_ui(ui, state, &elsewhere, elsewhere_ui, actions);
    let ended: Vec<&Operation> = state.ended_operations().collect();
    section_ui(ui, text::RECENT_ACTIVITY, "", &ended);
    for operation in ended {
        ui.push_id(operation.id.as_str(), |ui| ended_ui(ui, state, operation, actions));
    }
}

/// What waits for a decision, by why it does: one by itself is said in full.
fn decisions_ui(ui: &mut Ui, state: &State, operations: &[&Operation], actions: &mut Vec<Action>) {
    for cause in Cause::iter() {
        let of_cause: Vec<&Operation> =
            operations.iter().filter(|operation| Cause::of(operation) == cause).copied().collect();
        match of_cause.len() {
            0 | 1 => operations_ui(ui, state, &of_cause, open_operation_ui, actions),
            _ => decision_group_ui(ui, state, cause, &of_cause, actions),
        }
    }
}

/// What Paydesk settles alone, by what it does about it.
fn automatic_ui(ui: &mut Ui, state: &State, operations: &[&Operation], actions: &mut Vec<Action>) {
    let mut groups: Vec<(String, Vec<&Operation>)> = Vec::new();
    for operation in operations {
        let what = finding_line(state, operation).unwrap_or_else(|| state.word_of(operation).to_owned());
        match groups.iter_mut().find(|(known, _)| *known == what) {
            Some((_, of_group)) => of_group.push(operation),
            None => groups.push((what, vec![operation])),
        }
    }
    for (what, of_group) in groups {
        match of_group.len() {
            1 => operations_ui(ui, state, &of_group, open_operation_ui, actions),
            _ => automatic_group_ui(ui, state, &what, &of_group, actions),
        }
    }
}

/// `, next check in 12 s`, where one is made.
fn next_check(state: &State, operations: &[&Operation]) -> String {
    let due = operations.iter().filter_map(|operation| match &operation.phase {
        Phase::Unknown(unknown) => unknown.next_read_at,
        Phase::Preparing
        | Phase::Undoable { .. }
        | Phase::Checking { .. }
        | Phase::AwaitingTurn { .. }
        | Phase::Starting
        | Phase::Sending { .. }
        | Phase::NeverSent
        | Phase::Ended(_) => None,
    });
    match due.min().map(|at| (at - state.now).num_seconds()) {
        None => String::new(),
        Some(..2) => ", checking now".to_owned(),
        Some(seconds) => format!(", next check in {seconds} s"),
    }
}

/// That a bulk run waits for a person to go on.
fn paused_run_ui(ui: &mut Ui, run: &BulkRun, actions: &mut Vec<Action>) {
    let sent = run.len() - run.count(ItemGroup::Waiting);
    let text = format!("{sent} of {} sent. Nothing more is sent until you resume the run.", run.len());
    if Notice::new(Tone::Attention, &text).title("A bulk run is paused").action("Open run").ui(ui) {
        actions.push(Action::GoTo(Route::BulkRuns));
    }
}

/// The title of a section, where it has any.
fn section_ui(ui: &mut Ui, title: &str, facts: &str, operations: &[&Operation]) {
    if operations.is_empty() {
        return;
    }
    ui.add_space(space::S);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        heading_ui(ui, Text::Strong, tokens(ui).text, title);
        label_ui(ui, Text::Small, tokens(ui).subdued, facts);
    });
}

/// Operations, each with what `draw` says of it.
fn operations_ui(
    ui: &mut Ui,
    state: &State,
    operations: &[&Operation],
    draw: fn(&mut Ui, &State, &Operation, &mut Vec<Action>),
    actions: &mut Vec<Action>,
) {
    for operation in operations {
        ui.push_id(operation.id.as_str(), |ui| {
            operation_heading_ui(ui, state, operation, actions);
            draw(ui, state, operation, actions);
            ui.add_space(space::M);
        });
    }
}

fn operation_heading_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        target_ui(ui, state, operation, actions);
        let when = state.zone().full(operation.prepared_at);
        let by = operation.operator.is_empty().then(String::new);
        let by = by.unwrap_or_else(|| format!(" by {}", visible(&operation.operator, 40)));
        // A refund is of a payment, and has an amount of its own.
        let target = &operation.plan.target;
        let payment = operation.precondition.payment().filter(|_| target.kind == ResourceKind::Payment);
        let amount = payment.map(|payment| &payment.amount).or(operation.plan.money.as_ref());
        let of = amount.map(|amount| format!(" of {amount}")).unwrap_or_default();
        let text = format!("{}{of}, requested {when}{by}", target.kind.noun());
        label_ui(ui, Text::Small, tokens(ui).subdued, &text);
    });
}

/// An operation of a profile that is not current: it is settled there.
fn elsewhere_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    let title = operation.plan.title();
    let name = state.profiles.name_of(&operation.profile_id).map(|name| visible(&name, 60));
    Notice::new(Tone::Attention, state.word_of(operation)).title(&title).ui_with(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            environment_chip_ui(ui, operation.environment);
            let message = match &name {
                Some(name) => format!("Belongs to the profile “{name}”: switch to it to resolve this"),
                None => "From a profile that was removed: check it at the service".to_owned(),
            };
            label_ui(ui, Text::Small, tokens(ui).text, &message);
        });
        ui.add_space(space::XS);
        let id = operation.id.clone();
        let (button, action) = match &name {
            Some(name) => {
                let switch = format!("Switch to {name}");
                (Button::secondary(&switch).ui(ui), Action::SwitchProfile(operation.profile_id.clone()))
            }
            None if operation.phase == Phase::NeverSent => {
                (Button::link(text::DISCARD).ui(ui), Action::WithdrawOperation(id))
            }
            None => (Button::link(text::MARK_AS_RESOLVED).ui(ui), Action::AskCloseUnknown(id)),
        };
        actions.extend(button.clicked().then_some(action));
    });
}

/// One operation that ended: how, of what, when.
pub fn ended_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    let Some((kind, text)) = state.result_of(operation) else { return };
    let tone = outcome_tone(kind);
    ui.horizontal_wrapped(|ui| {
        chip_ui(ui, outcome_icon(tone), operation.word(), tone);
        target_ui(ui, state, operation, actions);
        label_ui(ui, Text::Body, tokens(ui).text, &text);
        label_ui(ui, Text::Small, tokens(ui).subdued, &state.zone().clock(operation.prepared_at));
        if operation.profile_id != state.profiles.current {
            label_ui(ui, Text::Small, tokens(ui).subdued, &profile_name(state, &operation.profile_id));
            environment_chip_ui(ui, operation.environment);
        }
    });
}
