//! What the page of a form asks for: to be closed, or to be sent where nothing refuses it.

use crate::form::{FormAction, FormFieldsDraft};
use paydesk_core::action::Action;
use paydesk_core::features::forms::{FormInput, InputError, is_refused};

/// Closes with `close`, sends `input`, or shows at each field of `entry` which of the `errors` refuses it.
pub fn on_form_action(
    form_action: Option<FormAction>,
    close: Action,
    input: impl FnOnce() -> FormInput,
    (entry, errors): (&mut FormFieldsDraft, &[InputError]),
    actions: &mut Vec<Action>,
) {
    match form_action {
        None => {}
        Some(FormAction::Close) => actions.push(close),
        Some(FormAction::Submit) if !is_refused(errors) => actions.push(Action::SendForm(Box::new(input()))),
        Some(FormAction::Submit) => entry.refuse(errors),
    }
}
