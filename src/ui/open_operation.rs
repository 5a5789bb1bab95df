//! An operation that has not ended, of whatever kind: what is known of it, what happens next, and what the person can do
//! about it. Panels draw it where its object is listed or open. What follows from the operation is the core's; here it is
//! put into text and buttons.

use egui::Ui;

use paydesk_core::features::record_lists::is_looked_for;
use paydesk_core::operations::rules::{ResendPolicy, Resolution};
use paydesk_core::operations::wording::{not_fresh_text, orphan_text, unclear_text};
use paydesk_core::operations::{Operation, Phase, ResolutionFinding, UnclearReason, UnknownOutcome};
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::text::visible;

use super::text;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Notice, label_ui};

/// Most operations above a list: the list stays in view.
const ABOVE_A_LIST: usize = 2;

/// Draws open operations above the list of their kind, each with its object; what is more is in *Operations*.
pub fn open_operations_ui<'a>(
    ui: &mut Ui,
    state: &State,
    operations: impl Iterator<Item = &'a Operation>,
    actions: &mut Vec<Action>,
) {
    let operations: Vec<&Operation> = operations.collect();
    for operation in operations.iter().take(ABOVE_A_LIST) {
        ui.push_id(operation.id.as_str(), |ui| open_operation_ui(ui, state, operation, actions));
        ui.add_space(space::S);
    }
    let more = operations.len().saturating_sub(ABOVE_A_LIST);
    if more > 0 {
        if Button::link(&text::more_operations(more)).ui(ui).clicked() {
            actions.push(Action::GoTo(Route::OpenOperations));
        }
        ui.add_space(space::S);
    }
}

/// Draws an open operation with what the person can do about it.
pub fn open_operation_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    let title = format!("{}{}", operation.plan.title(), operation.plan.of_what());
    let (tone, icon) =
        if operation.needs_attention() { (Tone::Attention, Icon::Alert) } else { (Tone::Info, Icon::Processing) };
    Notice::new(tone, state.word_of(operation)).icon(icon).title(&title).ui_with(ui, |ui| {
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
            let text = |object| text::reading_again_before_anything(object);
            vec![first.map_or_else(|| "Writing to the journal before anything is sent".to_owned(), text)]
        }
        Phase::Undoable { until } => vec![text::sent_unless_undone((*until - state.now).num_seconds().max(0) + 1)],
        Phase::AwaitingTurn { .. } if state.awaits_check(operation) => {
            operation.read_first().map(text::reading_again_before_anything).into_iter().collect()
        }
        Phase::AwaitingTurn { until } => {
            let seconds = (*until - state.now).num_seconds().max(1);
            let again = if operation.is_lost() { "repeating" } else { "sending" };
            vec![text::services_rate_limit_is_reached(again, seconds)]
        }
        Phase::Sending { .. } => vec![text::WAITING_FOR_RESPONSE.to_owned()],
        Phase::Unknown(unknown) => unknown_text(state, operation, unknown),
        Phase::NeverSent => never_sent_text(state, operation),
        Phase::Ended(_) => Vec::new(),
    });
    lines
}

/// What is known of an operation that waits to be settled, in one line; `None` of any other.
pub fn finding_line(state: &State, operation: &Operation) -> Option<String> {
    match &operation.phase {
        Phase::Unknown(unknown) => Some(finding_text(state, operation, &unknown.finding)),
        Phase::NeverSent => Some(text::NOTHING_WAS_SENT_TO_SERVICE.to_owned()),
        Phase::Preparing
        | Phase::Undoable { .. }
        | Phase::Checking { .. }
        | Phase::AwaitingTurn { .. }
        | Phase::Starting
        | Phase::Sending { .. }
        | Phase::Ended(_) => None,
    }
}

fn never_sent_text(state: &State, operation: &Operation) -> Vec<String> {
    let prepared_at = state.zone().full(operation.prepared_at);
    let mut lines = vec![text::it_was_prepared_and_paydesk(&prepared_at), text::NOTHING_WAS_SENT_TO_SERVICE.to_owned()];
    lines.extend(operation.plan.not_stored().map(text::it_cannot_be_sent_discard));
    lines
}

/// What is not known while something else is done about it: an earlier attempt may have happened.
fn earlier_attempt(state: &State, operation: &Operation) -> Vec<String> {
    let is_reported = matches!(operation.phase, Phase::Unknown(_) | Phase::Ended(_));
    let at = operation.sent_at.filter(|_| !is_reported).map(|at| state.zone().full(at));
    let line = match at {
        Some(at) if operation.is_lost() => Some(text::sent_response_was_lost(at)),
        Some(at) if operation.may_have_doubled() => Some(format!(
            "Sent {at}; the service refused it because of its rate limit, but a copy may still have been \
                executed"
        )),
        Some(_) | None => None,
    };
    line.into_iter().collect()
}

fn unknown_text(state: &State, operation: &Operation, unknown: &UnknownOutcome) -> Vec<String> {
    let sent = operation.sent_at.map(|at| text::sent(state.zone().full(at))).unwrap_or_default();
    let mut lines = vec![format!("{sent}{}", visible(&unknown.why, 240))];
    lines.push(finding_text(state, operation, &unknown.finding));
    let seconds = unknown.next_read_at.map_or(0, |at| (at - state.now).num_seconds());
    match resolution_next(state, operation) {
        Resolution::Read if unknown.is_left_to_person() => {}
        Resolution::Read if seconds < 2 => lines.push("Rechecking now".to_owned()),
        Resolution::Read => lines.push(text::reads_again_in_s(seconds)),
        Resolution::Repeat if unknown.is_left_to_person() => {}
        Resolution::Repeat if seconds < 2 => lines.push("Repeating the same request now".to_owned()),
        Resolution::Repeat => lines.push(text::repeats_same_request_in_s(seconds)),
        Resolution::Park => {}
    }
    if operation.may_be_sent_again(state.now) && operation.spec().resend == ResendPolicy::PersonWarned {
        lines.push("You can send it again".to_owned());
    }
    lines.extend(operation.plan.not_stored().map(text::it_cannot_be_sent_again));
    lines
}

/// How it is looked into next: a refund is read before its request is sent again, where the service has that. One that
/// contradictory things were said of is only read.
fn resolution_next(state: &State, operation: &Operation) -> Resolution {
    let retrieval = state.view().traits.capabilities.retrieval(ResourceKind::Refund);
    let is_in_payment = state.workspace.records.refunds_are_in_payments;
    match operation.resolution() {
        _ if operation.is_read_by_id(retrieval) => Resolution::Read,
        Resolution::Repeat if operation.seen.contradiction().is_some() || operation.is_withdrawn => {
            if is_in_payment {
                Resolution::Read
            } else {
                Resolution::Park
            }
        }
        resolution @ (Resolution::Read | Resolution::Repeat | Resolution::Park) => resolution,
    }
}

fn finding_text(state: &State, operation: &Operation, finding: &ResolutionFinding) -> String {
    let noun = operation.plan.target.kind.noun();
    let orphan = orphan_text(&operation.plan);
    let is_listed = is_looked_for(operation, &state.view());
    match finding {
        ResolutionFinding::NotReadYet if operation.is_withdrawn => {
            text::check_and_decide(unclear_text(&UnclearReason::Withdrawn), noun)
        }
        ResolutionFinding::NotReadYet => match (operation.resolution(), resolution_next(state, operation)) {
            (Resolution::Repeat, Resolution::Read) => {
                "Paydesk looks the refund up by its ID. If there is none, Paydesk sends the same request again; the \
                    service executes it only once."
                    .to_owned()
            }
            (Resolution::Repeat, _) => {
                "Paydesk sends the same request again; the service executes it only once".to_owned()
            }
            (Resolution::Read | Resolution::Park, _) => text::paydesk_reads_to_find_out(noun),
        },
        ResolutionFinding::There(status) => {
            let status = visible(status, 60);
            let late = if operation.was_refused() { "A copy of the request" } else { "The request" };
            text::service_shows_as_possibly(noun, &status, late)
        }
        ResolutionFinding::NotExecutedYet if operation.looks_into_refusal() => text::read_not_executed_so_far(noun),
        ResolutionFinding::NotExecutedYet => {
            "The service has not processed it yet. It may still arrive, so you cannot send it again for now.".to_owned()
        }
        ResolutionFinding::NotExecuted => "The service did not process it. You can send it again.".to_owned(),
        ResolutionFinding::Unclear(reason) => text::check_and_decide(unclear_text(reason), noun),
        ResolutionFinding::NotFresh(not_fresh) => not_fresh_text(*not_fresh).to_owned(),
        ResolutionFinding::ReadFailed(why) => text::could_not_be_read(noun, why),
        ResolutionFinding::ParkedYet if is_listed => text::is_looked_for_in_list(orphan),
        ResolutionFinding::ParkedYet => text::service_has_no_call(orphan),
        ResolutionFinding::Parked if is_listed => text::is_not_in_list(orphan),
        ResolutionFinding::Parked => text::service_has_no_call_to_check(orphan),
    }
}

/// Draws what a person decides about one of many operations of the same kind; what Paydesk does alone is left out.
pub fn decision_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    let blocked = state.read_only_reason();
    let (is_unsent, id) = (operation.phase == Phase::NeverSent, || operation.id.clone());
    let (last, settle) = match is_unsent {
        true => (text::DISCARD, Action::WithdrawOperation(id())),
        false => (text::MARK_AS_RESOLVED, Action::AskCloseUnknown(id())),
    };
    if Button::link(last).ui(ui).clicked() {
        actions.push(settle);
    }
    let next = if is_unsent && operation.plan.is_whole() {
        Some((text::SEND_NOW, Action::SendPrepared(id())))
    } else {
        operation.may_be_sent_again(state.now).then(|| (text::SEND_AGAIN, Action::AskSendAgain(id())))
    };
    if let Some((send, action)) = next
        && Button::link(send).disabled(blocked.as_deref()).ui(ui).clicked()
    {
        actions.push(action);
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
        Phase::Undoable { .. } => offer(ui, Button::secondary(text::UNDO), Action::WithdrawOperation(id())),
        Phase::Checking { .. } | Phase::AwaitingTurn { .. } if operation.may_be_withdrawn() => {
            offer(ui, Button::secondary("Withdraw"), Action::WithdrawOperation(id()));
        }
        Phase::NeverSent => {
            if operation.plan.is_whole() {
                let send = Button::secondary(text::SEND_NOW).disabled(blocked.as_deref());
                offer(ui, send, Action::SendPrepared(id()));
            }
            offer(ui, Button::secondary(text::DISCARD), Action::WithdrawOperation(id()));
        }
        Phase::Unknown(_) => {
            let check = match resolution_next(state, operation) {
                Resolution::Read => Some("Check now"),
                Resolution::Repeat => Some("Repeat now"),
                Resolution::Park => None,
            };
            if let Some(text) = check {
                let button = Button::secondary(text).icon(Icon::Refresh);
                offer(ui, button, Action::CheckOperationNow(id()));
            }
            if operation.may_be_sent_again(state.now) {
                let again = Button::secondary(text::SEND_AGAIN).disabled(blocked.as_deref());
                offer(ui, again, Action::AskSendAgain(id()));
            }
            offer(ui, Button::link(text::MARK_AS_RESOLVED), Action::AskCloseUnknown(id()));
        }
        Phase::Preparing
        | Phase::Checking { .. }
        | Phase::AwaitingTurn { .. }
        | Phase::Starting
        | Phase::Sending { .. }
        | Phase::Ended(_) => {}
    }
}
