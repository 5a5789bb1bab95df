//! The form for a new payment. Without a method it is made and charged by nobody yet; with a sandbox, one of the published
//! test cards may be charged at once, and everywhere a method that is no card. A card number is typed nowhere.

mod draft;
mod fields;
mod goods;

use egui::Ui;

use crate::form::{FormAction, FormPage};
use crate::panels::payments::text;
use paydesk_core::features::forms::{FormInput, FormSession, InputError, is_refused};
use paydesk_core::features::payments::create::AuthenticationType;
use paydesk_core::features::payments::{PaymentsAction, new_payment_refusal, same_payment_under_way};
use paydesk_core::{Action, State};
use paydesk_domain::money::Money;
use paydesk_domain::text::visible_id;
use paydesk_widgets::Notice;
use paydesk_widgets::tokens::{Tone, space};

pub use draft::NewPaymentDraft;

/// Draws the page.
pub fn page_ui(ui: &mut Ui, state: &State, form: &FormSession, draft: &mut NewPaymentDraft, actions: &mut Vec<Action>) {
    let (input, errors) = draft.texts.input(state, form);
    draft.entry.refuse_by_service(draft.texts.unknown_customer(state).is_some(), &errors);
    let same_at = same_payment_under_way(&state.view(), &input.amount, &form.operation_id);
    draft.texts.is_another &= same_at.is_some();
    let is_mistake = same_at.is_some() && !draft.texts.is_another;
    let unconfirmed = is_mistake.then(|| "Confirm that this is a separate payment, or close the form".to_owned());
    let blocked = new_payment_refusal(&state.view()).or(unconfirmed);
    let busy = state.form_is_busy(form);
    let submit = submit_text(draft, state, &input.amount, &errors);
    let page = FormPage::new("New payment", &submit)
        .refusal(form.refusal.as_deref())
        .validated(&draft.entry, &errors)
        .in_two_parts();
    let page = page.looked_into(state.workspace.operations.refusal_looked_into(&form.operation_id));
    let body = |ui: &mut Ui| {
        if let Some(declined) = &form.retried {
            retried_ui(ui, draft, &text::filled_in_from(visible_id(declined.as_str(), 64)));
        }
        if let Some(at) = same_at {
            same_payment_ui(ui, &state.zone().full(at), &mut draft.texts.is_another);
        }
        fields::fields_ui(ui, state, form, draft, (&input, &errors))
    };
    match page.busy(busy).blocked(blocked.as_deref()).ui(ui, body) {
        None => {}
        Some(FormAction::Close) => actions.push(Action::Payments(PaymentsAction::CloseForm)),
        Some(FormAction::Submit) if !is_refused(&errors) => {
            actions.push(Action::SendForm(Box::new(FormInput::new(input))));
            draft.texts.method.wipe();
        }
        Some(FormAction::Submit) => {
            draft.entry.refuse(&errors);
            draft.texts.browser.show_faults(&errors);
        }
    }
}

/// What the form began with.
fn retried_ui(ui: &mut Ui, draft: &NewPaymentDraft, text: &str) {
    let with_3ds = draft.texts.authentication == Some(AuthenticationType::ThreeDs);
    let title = if with_3ds { "Try again with 3-D Secure" } else { text::TRY_AGAIN };
    Notice::new(Tone::Info, text).title(title).ui(ui);
    ui.add_space(space::S);
}

fn same_payment_ui(ui: &mut Ui, at: &str, is_another: &mut bool) {
    let text = format!("A payment of the same amount was sent on {at}, and its outcome is still unknown");
    Notice::new(Tone::Attention, &text).title("This looks like a duplicate payment").ui_with(ui, |ui| {
        ui.checkbox(is_another, "This is a separate payment: create it anyway");
    });
    ui.add_space(space::S);
}

/// What happens, with the amount where it is known.
fn submit_text(draft: &NewPaymentDraft, state: &State, amount: &Money, errors: &[InputError]) -> String {
    let is_known = !errors.iter().any(|error| matches!(error.field.as_str(), "amount" | "currency"));
    let verb = match (draft.texts.charges(state), draft.texts.is_manual) {
        (false, _) => "Create payment",
        (true, false) => "Create and charge",
        (true, true) => "Create and authorize",
    };
    match (is_known, draft.texts.charges(state)) {
        (false, _) => verb.to_owned(),
        (true, false) => text::of(verb, amount),
        (true, true) => format!("{verb} {amount}"),
    }
}
