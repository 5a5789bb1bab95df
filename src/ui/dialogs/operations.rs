//! The dialogs about an operation whose outcome is not known: it is sent again, or marked as resolved.

use chrono::{DateTime, Utc};
use egui::Ui;

use crate::drafts::Drafts;
use paydesk_core::dialog::Confirmation;
use paydesk_core::operations::Operation;
use paydesk_core::operations::rules::{ResendPolicy, Resolution};
use paydesk_core::operations::wording::orphan_text;
use paydesk_core::{Action, State};
use paydesk_domain::ids::OperationId;
use paydesk_domain::money::{grouped_count, parse_amount};
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::text::visible;
use paydesk_widgets::dialog::paragraph_ui;
use paydesk_widgets::{ConfirmDialog, DialogAnswer, TextField, facts_ui};

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

/// Asks whether to send all of these: how many, of what, and what they come to.
pub fn send_all_again_ui(
    ui: &Ui,
    state: &State,
    operation_ids: &[OperationId],
    opened_at: DateTime<Utc>,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let operations: Vec<&Operation> = operation_ids.iter().filter_map(|id| state.operation(id)).collect();
    let count = grouped_count(operations.len() as u64);
    let is_untyped =
        state.view().is_production() && drafts.retyped_amount.trim().replace(',', "") != operations.len().to_string();
    let refused = is_untyped.then_some("Type the number to send them again");
    let title = format!("Send {count} again");
    let modal = ConfirmDialog::new(&title, &title).cancel(text::BACK).danger().refused(refused);
    let answer = show(ui, state, modal, opened_at, |ui| {
        facts_ui(ui, text::OPERATION, |facts| {
            for (title, of_title) in by_title(&operations) {
                let sums: MoneySums = of_title.iter().filter_map(|operation| operation.amount().cloned()).collect();
                let of_title = grouped_count(of_title.len() as u64);
                facts.text(title, &[of_title, sums.text()].join(" · "));
            }
            let sent = || operations.iter().filter_map(|operation| operation.sent_at);
            if let (Some(first), Some(last)) = (sent().min(), sent().max()) {
                let (first, last) = (state.zone().full(first), state.zone().full(last));
                let sent = if first == last { first } else { format!("First {first}, last {last}") };
                facts.text(text::SENT, &sent);
            }
            if let Some(profile) = &state.workspace.profile {
                let environment = profile.environment.word();
                facts.text(text::ENVIRONMENT, &format!("{environment}, {}", visible(&profile.name, 60)));
            }
        });
        paragraph_ui(
            ui,
            "The service executed none of them, and no copy can still arrive. Paydesk checks each once more and \
                sends those that have not changed.",
        );
        if state.view().is_production() {
            let name = text::type_number_to_confirm(operations.len());
            TextField::labelled(&name, &mut drafts.retyped_amount).width(220.0).ui(ui);
        }
    });
    match answer {
        DialogAnswer::Confirmed if refused.is_none() => actions.push(Action::Confirm(Confirmation::SendAllAgain)),
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Confirmed | DialogAnswer::Open => {}
    }
}

/// Operations by what they do, in the order in which each is first there.
fn by_title<'a>(operations: &[&'a Operation]) -> Vec<(&'static str, Vec<&'a Operation>)> {
    let mut found: Vec<(&str, Vec<&Operation>)> = Vec::new();
    for operation in operations {
        let title = operation.plan.endpoint.spec().texts.title;
        match found.iter_mut().find(|(known, _)| *known == title) {
            Some((_, of_title)) => of_title.push(operation),
            None => found.push((title, vec![operation])),
        }
    }
    found
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
            "Paydesk stops checking its outcome, and the journal records that you marked it as resolved. \
            Do this only if you know the outcome from elsewhere.",
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
