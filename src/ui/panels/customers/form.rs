//! The form that makes a customer, or changes one.

use egui::Ui;
use paydesk_core::operations::ResourceKind;

use crate::form::{FormAction, FormFields, FormPage, group_ui, help_ui};
use crate::panels::form_action::on_form_action;
use paydesk_core::features::customers::{customer_refusal, known_customer};
use paydesk_core::features::forms::{CUSTOMER_ADDRESS, FormInput, FormSession, InputError};
use paydesk_core::{Action, State};
use paydesk_domain::customer::Customer;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::text::visible_id;

use super::draft::{CustomerDraft, CustomerTexts};
use super::text;

/// Draws the page.
pub fn page_ui(ui: &mut Ui, state: &State, form: &FormSession, draft: &mut CustomerDraft, actions: &mut Vec<Action>) {
    let edited = form.kind.changes().and_then(|id| known_customer(&state.workspace.records, &CustomerId::new(id)));
    let (input, errors) = input(form, &draft.texts, edited);
    let blocked = match edited {
        Some(customer) => customer_refusal(&state.view(), &customer.customer_id),
        None => state.read_only_reason(),
    };
    let title = edited.map_or("New customer".to_owned(), |customer| {
        text::edit_customer(visible_id(customer.customer_id.as_str(), 40))
    });
    let busy = state.workspace.operations.find(&form.operation_id).is_some_and(|operation| operation.is_open());
    let submit = if edited.is_some() { text::SAVE_CHANGES } else { "Create customer" };
    let page =
        FormPage::new(&title, submit).refusal(form.refusal.as_deref()).busy(busy).validated(&draft.entry, &errors);
    let form_action = page
        .looked_into(state.workspace.operations.refusal_looked_into(&form.operation_id))
        .blocked(blocked.as_deref().filter(|_| !busy))
        .ui(ui, |ui| fields_ui(ui, draft, edited.is_some(), &errors));
    on_form_action(
        form_action,
        Action::LeaveForm(ResourceKind::Customer),
        || input,
        (&mut draft.entry, &errors),
        actions,
    );
}

/// What would be sent, and everything that is wrong.
fn input(form: &FormSession, texts: &CustomerTexts, edited: Option<&Customer>) -> (FormInput, Vec<InputError>) {
    match edited {
        Some(customer) => {
            let (input, errors) = texts.update(customer);
            (FormInput::new(input), errors)
        }
        None => {
            let (input, errors) = texts.create(&form.operation_id);
            (FormInput::new(input), errors)
        }
    }
}

fn fields_ui(ui: &mut Ui, draft: &mut CustomerDraft, is_known: bool, errors: &[InputError]) -> Option<FormAction> {
    let texts = &mut draft.texts;
    let mut entry = FormFields::new(&mut draft.entry, errors, "name");
    if is_known {
        help_ui(ui, "Only your changes are sent. Empty fields are removed at the service.");
        // There is something to change: the rule is at the id, which has no field here.
        entry.others_ui(ui, &["customer_id"]);
    }
    entry.pair(
        ui,
        [("name", text::NAME, &mut texts.name, ""), ("email", text::E_MAIL, &mut texts.email, "For receipts")],
    );
    entry.pair(
        ui,
        [
            ("phone_country_code", text::PHONE_COUNTRY_CODE, &mut texts.phone_country_code, text::SUCH_AS_44),
            ("phone", text::PHONE, &mut texts.phone, text::WITHOUT_COUNTRY_CODE),
        ],
    );
    entry.text(ui, "description", text::DESCRIPTION, &mut texts.description, "");
    if !is_known {
        let hint = "1 to 64 letters, digits, “_” and “-”; generated if empty";
        entry.text(ui, "customer_id", text::CUSTOMER_ID, &mut texts.customer_id, hint);
        group_ui(ui, "Address, optional");
        entry.address(ui, "address", &CUSTOMER_ADDRESS, &mut texts.address);
    }
    group_ui(ui, text::METADATA_OPTIONAL);
    entry.metadata(ui, "metadata", &mut texts.metadata, None);
    entry.form_action()
}
