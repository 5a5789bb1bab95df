//! The dialogs about an operation whose outcome is not known: it is sent again, or marked as resolved.

use chrono::{DateTime, Utc};
use egui::Ui;

use crate::drafts::Drafts;
use paydesk_core::dialog::Confirmation;
use paydesk_core::operations::Operation;
use paydesk_core::operations::rules::{ResendPolicy, Resolution};
use paydesk_core::operations::wording::orphan_text;
use paydesk_core::{Action, State};
use paydesk_domain::money::parse_amount;
use paydesk_widgets::dialog::paragraph_ui;
use paydesk_widgets::{ConfirmDialog, DialogAnswer, TextField};

use super::frame::{named_ui, show};
use super::text;

pub fn send_again_ui(
    ui: &Ui,
    state: &State,
    operation: &Operation,
    opened_at: DateTime<Utc>,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let partial = operation.amount_to_type();
    let typed = partial.map(|amount| parse_amount(&drafts.retyped_amount, &amount.currency).as_ref() == Ok(amount));
    let refused = (typed == Some(false)).then_some("Type the amount to send it again");
    let modal = ConfirmDialog::new(text::SEND_AGAIN, text::SEND_AGAIN).cancel(text::BACK).danger().refused(refused);
    let answer = show(ui, state, modal, opened_at, |ui| {
        operation_ui(ui, state, operation);
        paragraph_ui(ui, &again_text(operation));
        if let Some(amount) = partial {
            let name = text::type_to_confirm(amount);
            let field = TextField::labelled(&name, &mut drafts.retyped_amount);
            field.suffix(amount.currency.code()).width(220.0).ui(ui);
        }
    });
    match answer {
        DialogAnswer::Confirmed if refused.is_none() => actions.push(Action::Confirm(Confirmation::SendAgain)),
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Confirmed | DialogAnswer::Open => {}
    }
}

/// What is known of the earlier attempt, in front of whom sends again.
fn again_text(operation: &Operation) -> String {
    match operation.resolution() {
        Resolution::Read if operation.spec().resend != ResendPolicy::PersonWarned => {
            let noun = operation.plan.target.kind.noun();
            text::nothing_shows_earlier_attempt(noun)
        }
        Resolution::Read | Resolution::Repeat | Resolution::Park => {
            text::outcome_of_earlier_attempt(orphan_text(&operation.plan))
        }
    }
}

pub fn close_unknown_ui(
    ui: &Ui,
    state: &State,
    operation: &Operation,
    opened_at: DateTime<Utc>,
    actions: &mut Vec<Action>,
) {
    let modal = ConfirmDialog::new(text::MARK_AS_RESOLVED, text::MARK_AS_RESOLVED).cancel(text::BACK).danger();
    let answer = show(ui, state, modal, opened_at, |ui| {
        operation_ui(ui, state, operation);
        paragraph_ui(
            ui,
            "Paydesk stops checking its outcome, and the journal records that you closed it. Do \
            this only when you know from elsewhere how it ended.",
        );
    });
    match answer {
        DialogAnswer::Confirmed => actions.push(Action::Confirm(Confirmation::CloseUnknown)),
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Open => {}
    }
}

fn operation_ui(ui: &mut Ui, state: &State, operation: &Operation) {
    let target = &operation.plan.target;
    let known = state.profiles.name_of(&operation.profile_id);
    let place = (operation.environment, known.as_deref().unwrap_or("a profile that was removed"));
    named_ui(ui, Some(place), target.kind, &target.resource, |facts| {
        facts.text(text::OPERATION, &operation.plan.title());
        if let Some(sent) = operation.sent_at {
            let attempt = text::sent_in_attempt(state.zone().full(sent), operation.attempts);
            facts.text(text::SENT, &attempt);
        }
    });
}
