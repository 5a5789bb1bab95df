//! The dialogs that capture, cancel, approve and confirm a payment.

use egui::Ui;

use crate::drafts::{CaptureDraft, Drafts};
use crate::form::{FormAction, FormFields, fields_ui, group_ui};
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::forms::{InputError, Rule};
use paydesk_core::features::payments::{
    CaptureCheck, PaymentDialog, captured_by_approval, check_capture, is_rejected, remainder_after_capture,
};
use paydesk_core::operations::Intent;
use paydesk_core::text::AMOUNT;
use paydesk_core::{Action, State};
use paydesk_domain::descriptor::DESCRIPTOR_MAX_CHARS;
use paydesk_domain::money::Money;
use paydesk_domain::payment::Payment;
use paydesk_domain::review::ReviewStanding;
use paydesk_domain::text::visible;
use paydesk_widgets::dialog::paragraph_ui;
use paydesk_widgets::tokens::Tone;
use paydesk_widgets::{ConfirmDialog, DialogAnswer, Meter, Notice, TextField};

use super::facts::{Descriptor, payment_facts_ui};
use super::frame::show;
use super::text;

/// How much, and what is on the statement.
pub fn capture_ui(
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
        draft.amount = capturable(payment).input_text();
    }
    let check = check_capture(payment, &draft.amount, &draft.prefix, &draft.suffix);
    let confirm = check.amount.as_ref().map_or(text::CAPTURE.to_owned(), |(amount, _)| text::capture(amount));
    let refused = check.amount.as_ref().err().map(ToString::to_string);
    let next = check.amount.as_ref().ok().map(|split| remaining_text(state, payment, split));
    let modal = ConfirmDialog::new("Capture payment", &confirm).cancel(text::BACK);
    let modal = modal.next(next.as_deref());
    let answer = show(ui, state, modal.refused(refused.as_deref()), dialog.opened_at, |ui| {
        let expected = check.descriptor.as_deref().map_or(Descriptor::Reported, Descriptor::Expected);
        let amounts = [(AMOUNT, &payment.amount), (text::CAPTURABLE, &capturable(payment))];
        payment_facts_ui(ui, state, payment, &amounts, expected);
        if payment.may_be_capturable() {
            unlisted_status_text_ui(ui, payment, "The service does not report this amount as authorized");
        }
        fields_ui(ui, |ui| capture_fields_ui(ui, payment, &check, draft));
        if let Ok((amount, _)) = &check.amount {
            repeated_ui(ui, state, payment, amount);
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

fn capturable(payment: &Payment) -> Money {
    payment.amount.with_minor(payment.capturable_minor())
}

/// Warns that this amount may have been captured already.
fn repeated_ui(ui: &mut Ui, state: &State, payment: &Payment, amount: &Money) {
    if let Some(at) = state.view().same_capture_at(&payment.payment_id, amount) {
        let text = text::same_amount_was_captured(state.zone().clock(at));
        Notice::new(Tone::Attention, &text).ui(ui);
    }
}

fn capture_fields_ui(ui: &mut Ui, payment: &Payment, check: &CaptureCheck, draft: &mut CaptureDraft) {
    let wrong = check.amount.as_ref().err().map(|error| InputError::new("amount", Rule::fault(error)));
    let errors: Vec<InputError> = wrong.into_iter().collect();
    let CaptureDraft { amount, prefix, suffix, entry: own } = draft;
    let units = payment.currency().units();
    let mut entry = FormFields::new(own, &errors, "amount").required(&["amount"]).counted_as(units);
    let note = text::rest(check.amount.as_ref().ok().map(|(_, remains)| remains), &capturable(payment));
    entry.amount_with(ui, "amount", "Amount to capture", (amount, payment.currency().code()), &note);
    group_ui(ui, text::DESCRIPTOR);
    let prefix = ("statement_descriptor_prefix", "Descriptor prefix", prefix, "");
    entry.pair(ui, [prefix, ("statement_descriptor_suffix", text::DESCRIPTOR_SUFFIX, suffix, "")]);
    if entry.form_action() == Some(FormAction::Submit) {
        // Enter confirms nothing: it stays here, and Tab leads on to the answers.
        draft.entry.show_errors();
        draft.entry.focus_field("amount");
    }
    let fraction = check.descriptor_chars as f32 / DESCRIPTOR_MAX_CHARS as f32;
    let tone = if check.is_descriptor_long() { Tone::Attention } else { Tone::Accent };
    let used = text::descriptor_length(check.descriptor_chars);
    Meter { name: "Characters on the statement", text: &used, fraction, tone }.ui(ui);
}

/// What becomes of the rest.
fn remaining_text(state: &State, payment: &Payment, (amount, remains): &(Money, Money)) -> String {
    let remainder = remainder_after_capture(&state.view(), &state.workspace.payments, payment);
    let until = state.workspace.payments.capture_before(payment, &state.view()).map(|deadline| {
        let at = state.zone().full(deadline.at);
        if deadline.is_estimated { text::est(&at) } else { at }
    });
    text::after_capture(amount, remains, remainder, until.as_deref())
}

/// What is released, and why.
pub fn cancel_ui(ui: &Ui, state: &State, dialog: &PaymentDialog, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let payment = &dialog.payment;
    let released = Some(capturable(payment)).filter(|released| released.minor > 0);
    let captured = payment.amount_received.as_ref().filter(|captured| captured.minor > 0);
    let is_rejected = is_rejected(&state.view(), payment);
    let (title, confirm) = match payment.remainder() {
        Some(remainder) => ("Release remaining amount", text::release(remainder)),
        None if is_rejected => (text::REJECT_PAYMENT, text::reject(&payment.amount)),
        None => (text::CANCEL, text::cancel(&payment.amount, released.as_ref())),
    };
    let modal = ConfirmDialog::new(title, &confirm).cancel(text::BACK).danger();
    let answer = show(ui, state, modal, dialog.opened_at, |ui| {
        let captured_row = captured.map(|captured| (text::CAPTURED, captured));
        let amounts: Vec<_> = [(AMOUNT, &payment.amount)].into_iter().chain(captured_row).collect();
        payment_facts_ui(ui, state, payment, &amounts, Descriptor::Reported);
        unlisted_status_ui(ui, state, payment);
        paragraph_ui(ui, &text::after_cancel(released.as_ref(), captured));
        if !is_rejected {
            let reason = TextField::labelled("Reason, optional", &mut drafts.cancellation_reason);
            reason.placeholder("requested_by_customer").ui(ui);
        }
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

/// What an approval leads to.
pub fn approve_ui(ui: &Ui, state: &State, dialog: &PaymentDialog, actions: &mut Vec<Action>) {
    let payment = &dialog.payment;
    let (confirm, after) = match captured_by_approval(&state.view(), payment) {
        Some(amount) => (text::approve_and_capture(&amount), text::after_capturing_approval(&amount)),
        None => {
            let after = text::after_approval(&payment.amount, payment.capture_method.as_ref());
            (text::approve(&payment.amount), after)
        }
    };
    let modal = ConfirmDialog::new(text::APPROVE, &confirm).cancel(text::BACK);
    let answer = show(ui, state, modal, dialog.opened_at, |ui| {
        payment_facts_ui(ui, state, payment, &[(AMOUNT, &payment.amount)], Descriptor::Reported);
        unlisted_status_ui(ui, state, payment);
        paragraph_ui(ui, &after);
    });
    answered(answer, Intent::Approve, actions);
}

/// Confirms with the method that is attached: no card is asked for, in any environment.
pub fn confirm_ui(ui: &Ui, state: &State, dialog: &PaymentDialog, actions: &mut Vec<Action>) {
    let payment = &dialog.payment;
    let confirm = text::confirm(&payment.amount);
    let modal = ConfirmDialog::new(text::CONFIRM, &confirm).cancel(text::BACK);
    let answer = show(ui, state, modal, dialog.opened_at, |ui| {
        payment_facts_ui(ui, state, payment, &[(AMOUNT, &payment.amount)], Descriptor::Reported);
        paragraph_ui(ui, &text::after_confirmation(&payment.amount, payment.capture_method.as_ref()));
    });
    answered(answer, Intent::Confirm, actions);
}

fn answered(answer: DialogAnswer, intent: Intent, actions: &mut Vec<Action>) {
    match answer {
        DialogAnswer::Confirmed => actions.push(Action::Confirm(Confirmation::Payment(intent))),
        DialogAnswer::Cancelled => actions.push(Action::DismissDialog),
        DialogAnswer::Open => {}
    }
}

/// The warning before a payment is decided on whose status is not documented.
fn unlisted_status_ui(ui: &mut Ui, state: &State, payment: &Payment) {
    if state.view().review_status().standing(&payment.status) != ReviewStanding::MayBeInReview {
        return;
    }
    unlisted_status_text_ui(ui, payment, "It may not be manual review");
}

/// The warning for any decision, with what is not known.
fn unlisted_status_text_ui(ui: &mut Ui, payment: &Payment, doubt: &str) {
    let word = visible(payment.status.as_str(), 40);
    let text = text::api_documentation_does_not_list(&word, doubt);
    Notice::new(Tone::Attention, &text).ui(ui);
}
