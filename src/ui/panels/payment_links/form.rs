//! The form that makes a payment link.

use crate::app::operations::ResourceKind;
use egui::Ui;
use strum::IntoEnumIterator as _;

use crate::app::features::forms::{FormInput, FormSession, InputError};
use crate::app::panels::payment_links::AuthenticationType;
use crate::app::{Action, State};
use crate::domain::payment::CaptureMethod;
use crate::ui::customer_picker::customer_ui;
use crate::ui::panels::form_action::on_form_action;
use crate::ui::widgets::form::{FormAction, FormFields, FormPage, group_ui, halves_ui};

use super::draft::{LinkDraft, LinkTexts};

/// Days that one click sets the expiry to.
const DAYS: [(&str, i64); 3] = [("In 1 day", 1), ("In 7 days", 7), ("In 30 days", 30)];

/// Draws the page.
pub fn page_ui(ui: &mut Ui, state: &State, form: &FormSession, draft: &mut LinkDraft, actions: &mut Vec<Action>) {
    let (input, errors) = draft.texts.input(state);
    let blocked = state.read_only_reason();
    let busy = state.workspace.operations.find(&form.operation_id).is_some_and(|operation| operation.is_open());
    let submit = match errors.iter().any(|error| matches!(error.field.as_str(), "amount" | "currency")) {
        true => "Create payment link".to_owned(),
        false => format!("Create link for {}", input.amount),
    };
    let page =
        FormPage::new("New payment link", &submit).refusal(form.refusal.as_deref()).validated(&draft.entry, &errors);
    let form_action = page.busy(busy).blocked(blocked.as_deref()).ui(ui, |ui| fields_ui(ui, state, draft, &errors));
    on_form_action(
        form_action,
        Action::LeaveForm(ResourceKind::PaymentLink),
        || FormInput::new(input),
        (&mut draft.entry, &errors),
        actions,
    );
}

fn fields_ui(ui: &mut Ui, state: &State, draft: &mut LinkDraft, errors: &[InputError]) -> Option<FormAction> {
    let LinkDraft { entry, texts, .. } = draft;
    let mut entry = FormFields::new(entry, errors, "amount").required(&["amount", "currency"]);
    entry.money(ui, ("amount", "Amount"), &mut texts.amount, &mut texts.currency);
    entry.text(ui, "description", "Description", &mut texts.description, "What the customer pays for");
    group_ui(ui, "Expires");
    let hint = if texts.expiry.trim().is_empty() {
        "Empty: the service decides".to_owned()
    } else {
        format!("Valid until the end of that day in {}", state.zone())
    };
    entry.day_to_come(ui, "expiry", "Last day", (&mut texts.expiry, state.zone().date(state.now)), &hint);
    ui.horizontal(|ui| {
        for (text, days) in DAYS {
            if crate::ui::widgets::Button::link(text).ui(ui).clicked() {
                texts.expiry = state.zone().date(state.now + chrono::TimeDelta::days(days)).to_string();
            }
        }
    });
    entry.check(ui, "type", "Single use", &mut texts.one_time);
    group_ui(ui, "Customer, optional");
    halves_ui(ui, |ui, column| match column {
        0 => {
            let field = ("customer_id", "Customer id", "Id, or name of a customer known here");
            customer_ui(ui, state, &mut entry, field, &mut texts.customer_id);
        }
        _ => {
            let hint = "Required where the link is sent and no customer is named";
            entry.text(ui, "email", "E-mail", &mut texts.email, hint);
        }
    });
    entry.check(ui, "send_email", "The service sends the link by e-mail", &mut texts.send_email);
    let label = "The customer gives name and address on the page";
    entry.check(ui, "require_customer_info", label, &mut texts.require_customer_info);
    choices_ui(ui, &mut entry, texts);
    group_ui(ui, "The page, optional");
    entry.pair(
        ui,
        [
            ("payment_link_config.seller_name", "Seller's name", &mut texts.seller_name, ""),
            ("payment_link_config.sdk_layout", "Layout", &mut texts.sdk_layout, ""),
        ],
    );
    let path = "payment_link_config.allowed_payment_method_types";
    entry.text(ui, path, "Methods offered", &mut texts.methods, "With commas between them; all where it is empty");
    entry.form_action()
}

fn choices_ui(ui: &mut Ui, entry: &mut FormFields<'_>, texts: &mut LinkTexts) {
    const LEFT: &str = "As the service decides";
    group_ui(ui, "The payment, optional");
    let capture = match &texts.capture_method {
        None => LEFT,
        Some(CaptureMethod::Manual) => "Manual",
        Some(CaptureMethod::Automatic | CaptureMethod::Other(_)) => "Automatic",
    };
    let taken = entry.choice(ui, "capture_method", "Capture", capture, |body| {
        let options =
            [(LEFT, None), ("Automatic", Some(CaptureMethod::Automatic)), ("Manual", Some(CaptureMethod::Manual))];
        options.into_iter().filter_map(|(text, method)| body.choice(text, text == capture).then_some(method)).last()
    });
    if let Some(method) = taken {
        texts.capture_method = method;
    }
    let text = |authentication: AuthenticationType| match authentication {
        AuthenticationType::ThreeDs => "With 3-D Secure",
        AuthenticationType::NoThreeDs => "Without 3-D Secure",
    };
    let chosen = texts.authentication.map_or(LEFT, text);
    let taken = entry.choice(ui, "authentication_type", "Authentication", chosen, |body| {
        let left = body.choice(LEFT, chosen == LEFT).then_some(None);
        let named = AuthenticationType::iter()
            .filter_map(|one| body.choice(text(one), text(one) == chosen).then_some(Some(one)))
            .last();
        named.or(left)
    });
    if let Some(authentication) = taken {
        texts.authentication = authentication;
    }
}
