//! The dialogs: what moves money is confirmed here, with the exact amount, the object and the environment named.

use egui::{RichText, Ui};

use crate::app::features::dialogs::{Dialog, PaymentDialog, check_capture};
use crate::app::operations::{Intent, Operation};
use crate::app::{Action, State};
use crate::domain::money::parse_amount;
use crate::domain::payment::{DESCRIPTOR_MAX_CHARS, PaymentAction};
use crate::domain::text::visible;

use super::command_palette;
use super::drafts::Drafts;
use super::tokens::{self, SPACE_M, SPACE_S, TEXT_BODY, TEXT_SMALL, tokens};
use super::widgets::button::Emphasis;
use super::widgets::dialog::{DialogChoice, DialogWords, dialog_ui};
use super::widgets::text_field::TextField;

/// Draws the open dialog, if there is one.
pub fn dialogs_ui(ui: &Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    match &state.dialog {
        None => {}
        Some(Dialog::Palette) => command_palette::palette_ui(ui, state, drafts, actions),
        Some(Dialog::Shortcuts) => command_palette::shortcuts_ui(ui, actions),
        Some(Dialog::Payment(dialog)) => {
            let first = drafts.enter_dialog(dialog.opened_at);
            match dialog.action {
                PaymentAction::Capture => capture_ui(ui, state, dialog, first, drafts, actions),
                PaymentAction::Cancel => cancel_ui(ui, state, dialog, drafts, actions),
                PaymentAction::Approve => approve_ui(ui, state, dialog, actions),
            }
        }
        Some(Dialog::SendAgain { operation_id, opened_at }) => {
            drafts.enter_dialog(*opened_at);
            match state.operations.find(operation_id) {
                Some(operation) => send_again_ui(ui, state, operation, *opened_at, drafts, actions),
                None => actions.push(Action::DismissDialog),
            }
        }
        Some(Dialog::CloseUnknown { operation_id, opened_at }) => {
            drafts.enter_dialog(*opened_at);
            match state.operations.find(operation_id) {
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
    }
    let check = check_capture(payment, &draft.amount, &draft.prefix, &draft.suffix);
    let confirm = check.amount.as_ref().map_or("Capture".to_owned(), |(amount, _)| format!("Capture {amount}"));
    let amount_error = check.amount.as_ref().err().map(ToString::to_string);
    let descriptor_error = check.descriptor.as_ref().err().map(ToString::to_string);
    let words = DialogWords {
        title: "Capture payment",
        dismiss: "Do not capture",
        confirm: &confirm,
        confirm_emphasis: Emphasis::Primary,
        blocked_because: amount_error.as_deref().or(descriptor_error.as_deref()),
        body_has_focus: true,
    };
    let choice = dialog_ui(ui, &words, dialog.opened_at, state.now, |ui| {
        object_ui(ui, state, dialog);
        let id = egui::Id::unique("amount to capture");
        let new = state.now - dialog.opened_at < chrono::TimeDelta::milliseconds(300);
        if new && ui.memory(|memory| memory.focused().is_none()) {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        let code = payment.currency().code().to_owned();
        let field =
            TextField::new("Amount to capture").suffix(&code).error(amount_error.as_deref()).width(200.0).id(id);
        field.show(ui, &mut draft.amount);
        if let Ok((amount, remains)) = &check.amount {
            line_ui(ui, &format!("Captured now {amount} · Remains capturable {remains}"));
        }
        ui.add_space(SPACE_S);
        let meter = format!("{} of {DESCRIPTOR_MAX_CHARS} characters", check.descriptor_chars);
        line_ui(ui, &format!("Words on the customer's statement, optional: {meter} together"));
        ui.horizontal_top(|ui| {
            TextField::new("Descriptor prefix")
                .width(200.0)
                .error(descriptor_error.as_deref())
                .show(ui, &mut draft.prefix);
            TextField::new("Descriptor suffix").width(200.0).show(ui, &mut draft.suffix);
        });
    });
    let ready = words.blocked_because.is_none();
    match (choice, check.amount) {
        (Some(DialogChoice::Confirmed), Ok((amount, _))) if ready => {
            let intent = Intent::Capture { amount, prefix: draft.prefix.clone(), suffix: draft.suffix.clone() };
            actions.push(Action::ConfirmPaymentAction(intent));
        }
        (Some(DialogChoice::Dismissed), _) => actions.push(Action::DismissDialog),
        (_, _) => {}
    }
}

fn cancel_ui(ui: &Ui, state: &State, dialog: &PaymentDialog, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let words = DialogWords {
        title: "Cancel payment",
        dismiss: "Keep the payment",
        confirm: "Cancel payment",
        confirm_emphasis: Emphasis::Danger,
        blocked_because: None,
        body_has_focus: false,
    };
    let choice = dialog_ui(ui, &words, dialog.opened_at, state.now, |ui| {
        object_ui(ui, state, dialog);
        let payment = &dialog.payment;
        let released = payment.amount.with_minor(payment.capturable_minor());
        if released.minor > 0 {
            line_ui(ui, &format!("{released} are released to the customer and cannot be captured any more"));
        } else {
            line_ui(ui, "The payment ends here and cannot be taken up again");
        }
        let field = TextField::new("Reason, optional").hint("requested_by_customer");
        field.show(ui, &mut drafts.cancellation_reason);
    });
    match choice {
        Some(DialogChoice::Confirmed) => {
            let reason = drafts.cancellation_reason.trim();
            let reason = (!reason.is_empty()).then(|| reason.to_owned());
            actions.push(Action::ConfirmPaymentAction(Intent::Cancel { reason }));
        }
        Some(DialogChoice::Dismissed) => actions.push(Action::DismissDialog),
        None => {}
    }
}

fn approve_ui(ui: &Ui, state: &State, dialog: &PaymentDialog, actions: &mut Vec<Action>) {
    let confirm = format!("Approve {}", dialog.payment.amount);
    let words = DialogWords {
        title: "Approve payment",
        dismiss: "Leave it in review",
        confirm: &confirm,
        confirm_emphasis: Emphasis::Primary,
        blocked_because: None,
        body_has_focus: false,
    };
    let choice = dialog_ui(ui, &words, dialog.opened_at, state.now, |ui| {
        object_ui(ui, state, dialog);
        line_ui(ui, "It leaves review and goes on to capture as its capture method says");
    });
    match choice {
        Some(DialogChoice::Confirmed) => actions.push(Action::ConfirmPaymentAction(Intent::Approve)),
        Some(DialogChoice::Dismissed) => actions.push(Action::DismissDialog),
        None => {}
    }
}

fn send_again_ui(
    ui: &Ui,
    state: &State,
    operation: &Operation,
    opened_at: chrono::DateTime<chrono::Utc>,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let partial = match &operation.intent {
        Intent::Capture { amount, .. } if operation.seen.capturable_minor != Some(amount.minor) => Some(amount.clone()),
        Intent::Capture { .. } | Intent::Cancel { .. } | Intent::Approve => None,
    };
    let typed =
        partial.as_ref().map(|amount| parse_amount(&drafts.retyped_amount, &amount.currency).as_ref() == Ok(amount));
    let blocked = (typed == Some(false)).then_some("Type the amount of the capture to send it again");
    let words = DialogWords {
        title: "Send again",
        dismiss: "Do not send",
        confirm: "Send again",
        confirm_emphasis: Emphasis::Danger,
        blocked_because: blocked,
        body_has_focus: false,
    };
    let choice = dialog_ui(ui, &words, opened_at, state.now, |ui| {
        operation_ui(ui, state, operation);
        line_ui(
            ui,
            "Reading shows that the earlier attempt was not executed. The payment is read once more before it is sent",
        );
        if let Some(amount) = &partial {
            let name = format!("Type {amount} to confirm");
            TextField::new(&name).suffix(amount.currency.code()).width(200.0).show(ui, &mut drafts.retyped_amount);
        }
    });
    match choice {
        Some(DialogChoice::Confirmed) if blocked.is_none() => actions.push(Action::ConfirmSendAgain),
        Some(DialogChoice::Dismissed) => actions.push(Action::DismissDialog),
        Some(DialogChoice::Confirmed) | None => {}
    }
}

fn close_unknown_ui(
    ui: &Ui,
    state: &State,
    operation: &Operation,
    opened_at: chrono::DateTime<chrono::Utc>,
    actions: &mut Vec<Action>,
) {
    let words = DialogWords {
        title: "Close as checked",
        dismiss: "Keep it listed",
        confirm: "Close as checked",
        confirm_emphasis: Emphasis::Danger,
        blocked_because: None,
        body_has_focus: false,
    };
    let choice = dialog_ui(ui, &words, opened_at, state.now, |ui| {
        operation_ui(ui, state, operation);
        line_ui(
            ui,
            "The desk stops looking for its outcome and the journal says that you closed it. Do this only when you know from elsewhere how it ended",
        );
    });
    match choice {
        Some(DialogChoice::Confirmed) => actions.push(Action::ConfirmCloseUnknown),
        Some(DialogChoice::Dismissed) => actions.push(Action::DismissDialog),
        None => {}
    }
}

/// Names payment, amount, environment and profile.
fn object_ui(ui: &mut Ui, state: &State, dialog: &PaymentDialog) {
    let payment = &dialog.payment;
    let id = visible(payment.payment_id.as_str(), 64);
    body_ui(ui, &format!("{id} over {}", payment.amount));
    place_ui(ui, state);
}

fn operation_ui(ui: &mut Ui, state: &State, operation: &Operation) {
    let id = visible(operation.payment_id.as_str(), 64);
    body_ui(ui, &format!("{} on {id}", operation.intent.title()));
    if let Some(sent) = operation.last_sent_at {
        line_ui(ui, &format!("Sent {} (attempt {}); its answer was lost", state.zone().full(sent), operation.attempts));
    }
    place_ui(ui, state);
}

fn place_ui(ui: &mut Ui, state: &State) {
    if let Some(profile) = &state.profile {
        line_ui(ui, &format!("{} · {}", profile.environment.word(), visible(&profile.name, 60)));
    }
    ui.add_space(SPACE_M);
}

fn body_ui(ui: &mut Ui, text: &str) {
    let color = tokens(ui).text;
    ui.add(egui::Label::new(RichText::new(text).font(tokens::regular(TEXT_BODY)).color(color)).wrap());
}

fn line_ui(ui: &mut Ui, text: &str) {
    let color = tokens(ui).subdued;
    ui.add(egui::Label::new(RichText::new(text).font(tokens::regular(TEXT_SMALL)).color(color)).wrap());
}
