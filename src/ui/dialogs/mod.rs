//! The dialogs: what moves money is confirmed here, with the exact amount, the object and the environment named.

mod closing;
mod frame;
mod new_key;
mod payouts;
mod profiles;
mod refunds;
mod test_card;

use chrono::{DateTime, Utc};
use egui::Ui;

use crate::app::dialog::{Confirmation, Dialog as OpenDialog};
use crate::app::features::forms::{InputError, Rule};
use crate::app::features::payments::{CaptureCheck, PaymentDialog, Remainder, check_capture, remainder_after_capture};
use crate::app::operations::rules::{ResendPolicy, Resolution};
use crate::app::operations::wording::orphan_text;
use crate::app::operations::{Intent, Operation};
use crate::app::{Action, State};
use crate::domain::money::{Money, parse_amount};
use crate::domain::payment::{CaptureMethod, DESCRIPTOR_MAX_CHARS, Payment, PaymentAction};
use crate::domain::review::ReviewStanding;
use crate::domain::text::visible;

use self::frame::{named_ui, object_ui, show};
use super::command_palette;
use super::drafts::{CaptureDraft, Drafts};
use super::tokens::Tone;
use super::widgets::dialog::paragraph_ui;
use super::widgets::form::{FormAction, FormFields, fields_ui, group_ui};
use super::widgets::{ConfirmDialog, DialogAnswer, Meter, Notice, TextField};

/// Draws the open dialog, if there is one.
pub fn dialogs_ui(ui: &Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    match &state.dialog {
        None => {}
        Some(OpenDialog::Palette) => command_palette::palette_ui(ui, state, drafts, actions),
        Some(OpenDialog::Closing { opened_at }) => {
            drafts.enter_dialog(*opened_at);
            closing::closing_ui(ui, state, *opened_at, actions);
        }
        Some(OpenDialog::Shortcuts) => command_palette::shortcuts_ui(ui, actions),
        Some(OpenDialog::Payment(dialog)) => {
            let first = drafts.enter_dialog(dialog.opened_at);
            match dialog.action {
                PaymentAction::Capture => capture_ui(ui, state, dialog, first, drafts, actions),
                PaymentAction::Cancel => cancel_ui(ui, state, dialog, drafts, actions),
                PaymentAction::Approve => approve_ui(ui, state, dialog, actions),
                PaymentAction::Confirm => confirm_payment_ui(ui, state, dialog, actions),
            }
        }
        Some(OpenDialog::Refund(dialog)) => refunds::refund_ui(ui, state, dialog, drafts, actions),
        Some(OpenDialog::TestCard(dialog)) => test_card::test_card_ui(ui, state, dialog, drafts, actions),
        Some(OpenDialog::FulfillPayout(dialog)) => payouts::fulfil_ui(ui, state, dialog, drafts, actions),
        Some(OpenDialog::SendAgain { operation_id, opened_at }) => {
            drafts.enter_dialog(*opened_at);
            match state.operation(operation_id) {
                Some(operation) => send_again_ui(ui, state, operation, *opened_at, drafts, actions),
                None => actions.push(Action::DismissDialog),
            }
        }
        Some(OpenDialog::RemoveProfile { profile_id, opened_at }) => {
            drafts.enter_dialog(*opened_at);
            profiles::remove_ui(ui, state, profile_id, *opened_at, actions);
        }
        Some(OpenDialog::UnlockProduction { opened_at, .. }) => {
            let first = drafts.enter_dialog(*opened_at);
            profiles::unlock_ui(ui, state, first, *opened_at, drafts, actions);
        }
        Some(OpenDialog::NewApiKey { operation_id, opened_at }) => {
            drafts.enter_dialog(*opened_at);
            new_key::new_key_ui(ui, state, operation_id, *opened_at, drafts, actions);
        }
        Some(OpenDialog::CloseUnknown { operation_id, opened_at }) => {
            drafts.enter_dialog(*opened_at);
            match state.operation(operation_id) {
                Some(operation) => close_unknown_ui(ui, state, operation, *opened_at, actions),
                None => actions.push(Action::DismissDialog),
            }
        }
    }
}

fn capture_ui(
    ui: &Ui,
    state: &State,
    dialog: &PaymentDialog,
    first: bool,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let payment = &dialog.payment;
    let draft = &mut drafts.capture;
    if first {
        draft.amount = payment.amount.with_minor(payment.capturable_minor()).input_text();
        draft.entry.show_errors();
    }
    let check = check_capture(payment, &draft.amount, &draft.prefix, &draft.suffix);
    let confirm = check.amount.as_ref().map_or("Capture".to_owned(), |(amount, _)| format!("Capture {amount}"));
    let refused = check.amount.as_ref().err().map(ToString::to_string);
    let modal = ConfirmDialog::new("Capture payment", &confirm).cancel("Back").focus_in_body();
    let answer = show(ui, state, modal.refused(refused.as_deref()), dialog.opened_at, |ui| {
        object_ui(ui, state, &payment.payment_id, |facts| {
            facts.text("Amount", &payment.amount.to_string());
            let capturable = payment.amount.with_minor(payment.capturable_minor());
            facts.text("Capturable", &capturable.to_string());
        });
        if payment.may_be_capturable() {
            let doubt = "Nothing shows that this amount is authorized";
            unlisted_status_text_ui(ui, payment, doubt);
        }
        fields_ui(ui, |ui| capture_fields_ui(ui, state, payment, &check, draft));
        let same = |(amount, _): &(Money, Money)| {
            state.workspace.operations.same_capture_at(&payment.payment_id, amount, state.now)
        };
        if let Some(at) = check.amount.as_ref().ok().and_then(same) {
            let text =
                format!("The same amount was captured at {} already: is this another one?", state.zone().clock(at));
            Notice::new(Tone::Attention, &text).ui(ui);
        }
    });
    match (answer, check.amount) {
        (DialogAnswer::Confirmed, Ok((amount, _))) if refused.is_none() => {
            let intent = Intent::Capture { amount, prefix: draft.prefix.clone(), suffix: draft.suffix.clone() };
            actions.push(Action::Confirm(Confirmation::Payment(intent)));
        }
        (DialogAnswer::Cancelled, _) => actions.push(Action::DismissDialog),
        (DialogAnswer::Open | DialogAnswer::Confirmed, _) => {}
    }
}

fn capture_fields_ui(ui: &mut Ui, state: &State, payment: &Payment, check: &CaptureCheck, draft: &mut CaptureDraft) {
    let wrong = check.amount.as_ref().err().map(|error| InputError::new("amount", Rule::fault(error)));
    let errors: Vec<InputError> = wrong.into_iter().collect();
    let remains = check.amount.as_ref().ok().map(|split| remaining_text(state, payment, split)).unwrap_or_default();
    let CaptureDraft { amount, prefix, suffix, entry: own } = draft;
    let mut entry = FormFields::new(own, &errors, "amount").required(&["amount"]);
    entry.amount_with(ui, "amount", "Amount to capture", (amount, payment.currency().code()), &remains);
    group_ui(ui, "Statement descriptor");
    let prefix = ("statement_descriptor_prefix", "Descriptor prefix", prefix, "");
    entry.pair(ui, [prefix, ("statement_descriptor_suffix", "Descriptor suffix", suffix, "")]);
    if entry.form_action() == Some(FormAction::Submit) {
        // Enter confirms nothing: it stays here, and Tab leads on to the answers.
        draft.entry.focus_field("amount");
    }
    let is_long = check.is_descriptor_long();
    let text = format!("{} of {DESCRIPTOR_MAX_CHARS} characters together", check.descriptor_chars);
    let doubt = "the service may refuse or cut them";
    let text = if is_long { format!("{text}, more than there should be: {doubt}") } else { text };
    let fraction = check.descriptor_chars as f32 / DESCRIPTOR_MAX_CHARS as f32;
    let tone = if is_long { Tone::Attention } else { Tone::Accent };
    Meter { name: "Characters on the statement", text: &text, fraction, tone }.ui(ui);
}

/// What becomes of the rest.
fn remaining_text(state: &State, payment: &Payment, (amount, remains): &(Money, Money)) -> String {
    match remainder_after_capture(&state.view(), &state.workspace.payments, payment) {
        Remainder::MayBeReleased if remains.minor > 0 => {
            format!("Captured now {amount} · The rest of {remains} may be released by this service: a guess")
        }
        Remainder::MayBeReleased | Remainder::StaysCapturable => {
            format!("Captured now {amount} · Remains capturable {remains}")
        }
    }
}

fn cancel_ui(ui: &Ui, state: &State, dialog: &PaymentDialog, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let modal = ConfirmDialog::new("Cancel payment", "Cancel payment").cancel("Back").danger();
    let answer = show(ui, state, modal, dialog.opened_at, |ui| {
        let payment = &dialog.payment;
        object_ui(ui, state, &payment.payment_id, |facts| {
            facts.text("Amount", &payment.amount.to_string());
        });
        unlisted_status_ui(ui, state, payment);
        let released = payment.amount.with_minor(payment.capturable_minor());
        if released.minor > 0 {
            paragraph_ui(ui, &format!("{released} are released to the customer and cannot be captured any more"));
        } else {
            paragraph_ui(ui, "The payment ends here and cannot be taken up again");
        }
        let reason = TextField::labelled("Reason, optional", &mut drafts.cancellation_reason);
        reason.placeholder("requested_by_customer").ui(ui);
    });
    match answer {
        DialogAnswer::Confirmed => {
            let reason = drafts.cancellation_reason.trim();
            let reason = (!reason.is_empty()).then(|| reason.to_owned());
            actions.push(Action::Confirm(Confirmation::Payment(Intent::Cancel { reason })));
        }
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Open => {}
    }
}

fn approve_ui(ui: &Ui, state: &State, dialog: &PaymentDialog, actions: &mut Vec<Action>) {
    let payment = &dialog.payment;
    let confirm = format!("Approve {}", payment.amount);
    let modal = ConfirmDialog::new("Approve payment", &confirm).cancel("Leave it in review");
    let answer = show(ui, state, modal, dialog.opened_at, |ui| {
        object_ui(ui, state, &payment.payment_id, |facts| {
            facts.text("Amount", &payment.amount.to_string());
        });
        unlisted_status_ui(ui, state, payment);
        paragraph_ui(ui, what_follows_approval(payment));
    });
    match answer {
        DialogAnswer::Confirmed => actions.push(Action::Confirm(Confirmation::Payment(Intent::Approve))),
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Open => {}
    }
}

/// Confirms with the method that is attached: no card is asked for, in any environment.
fn confirm_payment_ui(ui: &Ui, state: &State, dialog: &PaymentDialog, actions: &mut Vec<Action>) {
    let payment = &dialog.payment;
    let confirm = format!("Confirm {}", payment.amount);
    let modal = ConfirmDialog::new("Confirm payment", &confirm).cancel("Back");
    let answer = show(ui, state, modal, dialog.opened_at, |ui| {
        object_ui(ui, state, &payment.payment_id, |facts| {
            facts.text("Amount", &payment.amount.to_string());
            facts.text("Method attached", &attached_method(payment));
        });
        let text = match &payment.capture_method {
            Some(CaptureMethod::Manual) => "The amount is authorized with this method, and captured later",
            Some(CaptureMethod::Automatic) => "The customer is charged with this method",
            Some(CaptureMethod::Other(_)) | None => {
                "The amount is authorized with this method, and may be taken at once"
            }
        };
        paragraph_ui(ui, &format!("{text}. The customer may have to authenticate first (3DS)"));
    });
    match answer {
        DialogAnswer::Confirmed => actions.push(Action::Confirm(Confirmation::Payment(Intent::Confirm))),
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Open => {}
    }
}

/// The method as a short text: `card, visa ending in 4242`.
fn attached_method(payment: &Payment) -> String {
    let method = payment.payment_method.as_deref().unwrap_or("not reported by the service");
    let card = payment.card.as_ref().and_then(|card| card.last4.as_deref().map(|last4| (card, last4)));
    let text = match card {
        Some((card, last4)) => format!("{method}, {} ending in {last4}", card.brand.as_deref().unwrap_or("card")),
        None => match &payment.payment_method_type {
            Some(kind) => format!("{method}, {kind}"),
            None => method.to_owned(),
        },
    };
    visible(&text, 80)
}

/// What an approval leads to. The specification shows `succeeded`, and leaves the rest to the configured capture flow.
fn what_follows_approval(payment: &Payment) -> &'static str {
    match &payment.capture_method {
        Some(CaptureMethod::Automatic) => "The payment is taken from the customer",
        Some(CaptureMethod::Manual) => {
            "The payment is authorized and waits for its capture, because its capture method is manual: no money is taken \
             yet, unless the service captures it with the approval"
        }
        Some(CaptureMethod::Other(_)) | None => {
            "The payment goes on to its capture, at once or later: its capture method decides, and is not known here"
        }
    }
}

/// The warning before a payment is decided on whose status is not documented.
fn unlisted_status_ui(ui: &mut Ui, state: &State, payment: &Payment) {
    if state.view().review_status().standing(&payment.status) != ReviewStanding::MayBeInReview {
        return;
    }
    unlisted_status_text_ui(ui, payment, "That it is manual review is a guess");
}

/// The same for any decision, with what is not known.
fn unlisted_status_text_ui(ui: &mut Ui, payment: &Payment, doubt: &str) {
    let word = visible(payment.status.as_str(), 40);
    let text = format!(
        "The API documentation does not list the status “{word}”. {doubt}. The service may refuse, and the payment is read again \
         afterwards to see what came of it"
    );
    Notice::new(Tone::Attention, &text).ui(ui);
}

fn send_again_ui(
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
    let modal = ConfirmDialog::new("Send again", "Send again").cancel("Back").danger().refused(refused);
    let answer = show(ui, state, modal, opened_at, |ui| {
        operation_ui(ui, state, operation);
        paragraph_ui(ui, &again_text(operation));
        if let Some(amount) = partial {
            let name = format!("Type {amount} to confirm");
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
            format!(
                "Reading shows that the earlier attempt was not executed. The {noun} is read once more before it is sent"
            )
        }
        Resolution::Read | Resolution::Repeat | Resolution::Park => {
            format!("Nothing proves what became of the earlier attempt. {}", orphan_text(operation.plan.endpoint))
        }
    }
}

fn close_unknown_ui(
    ui: &Ui,
    state: &State,
    operation: &Operation,
    opened_at: DateTime<Utc>,
    actions: &mut Vec<Action>,
) {
    let modal = ConfirmDialog::new("Mark as resolved", "Mark as resolved").cancel("Back").danger();
    let answer = show(ui, state, modal, opened_at, |ui| {
        operation_ui(ui, state, operation);
        paragraph_ui(
            ui,
            "Paydesk stops looking for its outcome and the journal says that you closed it. \
             Do this only when you know from elsewhere how it ended",
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
    let place = (operation.environment, known.as_deref().unwrap_or("a profile that is not known here any more"));
    named_ui(ui, Some(place), target.kind, &target.resource, |facts| {
        facts.text("Operation", &operation.plan.title());
        if let Some(sent) = operation.last_sent_at {
            let attempt = format!("{} (attempt {}), its answer was lost", state.zone().full(sent), operation.attempts);
            facts.text("Sent", &attempt);
        }
    });
}
