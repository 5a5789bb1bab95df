//! What can be done to the open payment, and what is being done to it.

use egui::{RichText, Ui};

use crate::app::operations::engine::outcome_words;
use crate::app::operations::{Finding, Operation, Phase, Unknown};
use crate::app::{Action, State};
use crate::domain::payment::{Payment, PaymentAction};
use crate::ui::icons::Icon;
use crate::ui::status::outcome_tone;
use crate::ui::tokens::{self, SPACE_S, TEXT_SMALL, Tone, tokens};
use crate::ui::widgets::button::{Button, Emphasis};
use crate::ui::widgets::notice::notice_ui;

/// Draws the buttons the payment's state calls for; the filled one is what it waits for.
pub fn actions_ui(ui: &mut Ui, state: &State, payment: &Payment, actions: &mut Vec<Action>) {
    let id = &payment.payment_id;
    let busy = state
        .operations
        .open_of(id)
        .map(|operation| format!("“{}” is under way for this payment", operation.intent.title()));
    let blocked = busy.or_else(|| state.read_only_reason());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE_S;
        let mut offer = |ui: &mut Ui, action: PaymentAction, text: &str, emphasis: Emphasis| {
            if payment.allows(action)
                && Button::new(text, emphasis).disabled_because(blocked.as_deref()).show(ui).clicked()
            {
                actions.push(Action::Ask(id.clone(), action));
            }
        };
        let capturable = payment.amount.with_minor(payment.capturable_minor());
        offer(ui, PaymentAction::Approve, &format!("Approve {}…", payment.amount), Emphasis::Primary);
        offer(ui, PaymentAction::Capture, &format!("Capture {capturable}…"), Emphasis::Primary);
        offer(ui, PaymentAction::Cancel, "Cancel payment…", Emphasis::Danger);
        if Button::icon_only(Icon::Refresh, "Refresh payment").show(ui).clicked() {
            actions.push(Action::RefreshPayment(id.clone()));
        }
    });
}

/// Draws how the operation on this payment stands: the open one, or the last that ended.
pub fn operation_notice_ui(ui: &mut Ui, state: &State, payment: &Payment, actions: &mut Vec<Action>) {
    if let Some(operation) = state.operations.open_of(&payment.payment_id) {
        open_operation_ui(ui, state, operation, actions);
    } else if let Some(operation) = state.operations.last_of(&payment.payment_id)
        && let Phase::Ended(outcome) = &operation.phase
    {
        let (kind, text) = outcome_words(&operation.intent, outcome);
        let tone = outcome_tone(kind);
        let icon = match tone {
            Tone::Positive => Icon::CheckCircle,
            Tone::Danger => Icon::XCircle,
            Tone::Attention | Tone::Neutral | Tone::Accent | Tone::Info => Icon::Warning,
        };
        notice_ui(ui, tone, icon, &text, |_| ());
    }
}

/// Draws an open operation with what the person can do about it.
pub fn open_operation_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    let tone = if operation.needs_attention() { Tone::Attention } else { Tone::Info };
    let icon = if operation.needs_attention() { Icon::Warning } else { Icon::Hourglass };
    let text = format!("{}: {}", operation.intent.title(), operation.word().to_lowercase());
    notice_ui(ui, tone, icon, &text, |ui| {
        let color = tokens(ui).text;
        for line in explanation(state, operation) {
            ui.add(egui::Label::new(RichText::new(line).font(tokens::regular(TEXT_SMALL)).color(color)).wrap());
        }
        ui.horizontal_wrapped(|ui| buttons_ui(ui, state, operation, actions));
    });
}

/// What is known, and what happens next.
fn explanation(state: &State, operation: &Operation) -> Vec<String> {
    match &operation.phase {
        Phase::Preparing | Phase::Checking { .. } | Phase::Starting => {
            vec!["The payment is read once more before anything is sent".to_owned()]
        }
        Phase::AwaitingTurn { until } => {
            let seconds = (*until - state.now).num_seconds().max(1);
            vec![format!("The service's rate limit is reached; it is sent in {seconds} s")]
        }
        Phase::Sending { .. } => vec!["The answer is awaited".to_owned()],
        Phase::Unknown(unknown) => unknown_words(state, operation, unknown),
        Phase::NeverSent => vec![
            format!(
                "It was prepared {} and the desk closed before it was sent",
                state.zone().full(operation.prepared_at)
            ),
            "Nothing was sent to the service".to_owned(),
        ],
        Phase::Ended(_) => Vec::new(),
    }
}

fn unknown_words(state: &State, operation: &Operation, unknown: &Unknown) -> Vec<String> {
    let sent = operation.last_sent_at.map(|at| format!("Sent {}; ", state.zone().full(at))).unwrap_or_default();
    let mut lines = vec![format!("{sent}{}", crate::domain::text::visible(&unknown.why, 240))];
    lines.push(match &unknown.finding {
        Finding::NotReadYet => "The desk reads the payment to find out; it sends nothing".to_owned(),
        Finding::NotExecutedYet => {
            "Read: not done so far. It may still arrive, so it cannot be sent again yet".to_owned()
        }
        Finding::NotExecuted => "Read: not done, and it is too late for it to arrive. You may send it again".to_owned(),
        Finding::Unclear(what) => format!("{what}. Look at the payment and decide"),
        Finding::ReadFailed(why) => format!("The payment could not be read: {why}"),
    });
    if let Some(at) = unknown.next_read_at {
        let seconds = (at - state.now).num_seconds().max(0);
        lines.push(if seconds < 2 { "Reading again now".to_owned() } else { format!("Reads again in {seconds} s") });
    }
    lines
}

fn buttons_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    let blocked = state.read_only_reason();
    match &operation.phase {
        Phase::AwaitingTurn { .. } => {
            if Button::new("Withdraw", Emphasis::Secondary).show(ui).clicked() {
                actions.push(Action::WithdrawOperation(operation.id.clone()));
            }
        }
        Phase::NeverSent => {
            if Button::new("Send now", Emphasis::Secondary).disabled_because(blocked.as_deref()).show(ui).clicked() {
                actions.push(Action::SendPrepared(operation.id.clone()));
            }
            if Button::new("Discard", Emphasis::Secondary).show(ui).clicked() {
                actions.push(Action::WithdrawOperation(operation.id.clone()));
            }
        }
        Phase::Unknown(unknown) => {
            if Button::new("Check now", Emphasis::Secondary).icon(Icon::Refresh).show(ui).clicked() {
                actions.push(Action::CheckOperationNow(operation.id.clone()));
            }
            if unknown.finding == Finding::NotExecuted
                && Button::new("Send again…", Emphasis::Secondary)
                    .disabled_because(blocked.as_deref())
                    .show(ui)
                    .clicked()
            {
                actions.push(Action::AskSendAgain(operation.id.clone()));
            }
            if Button::new("Close as checked…", Emphasis::Link).show(ui).clicked() {
                actions.push(Action::AskCloseUnknown(operation.id.clone()));
            }
        }
        Phase::Preparing | Phase::Checking { .. } | Phase::Starting | Phase::Sending { .. } | Phase::Ended(_) => {}
    }
}
