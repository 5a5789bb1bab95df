//! The form that makes a payment link.

use egui::Ui;
use paydesk_core::operations::ResourceKind;
use strum::IntoEnumIterator as _;

use crate::customer_picker::customer_ui;
use crate::form::{FormAction, FormFields, FormPage, group_ui, halves_ui, parts_ui};
use crate::panels::form_action::on_form_action;
use paydesk_core::features::forms::{FormInput, FormSession, InputError};
use paydesk_core::panels::payment_links::{AuthenticationType, new_payment_link_refusal};
use paydesk_core::{Action, State};
use paydesk_domain::payment::CaptureMethod;

use super::draft::{LinkDraft, LinkTexts};
use super::text;

/// Days that one click sets the expiry to.
const DAYS: [(&str, i64); 3] = [("In 1 day", 1), ("In 7 days", 7), ("In 30 days", 30)];

/// Draws the page.
pub fn page_ui(ui: &mut Ui, state: &State, form: &FormSession, draft: &mut LinkDraft, actions: &mut Vec<Action>) {
    let (input, errors) = draft.texts.input(state);
    draft.entry.refuse_by_service(draft.texts.unknown_customer(state).is_some(), &errors);
    let blocked = new_payment_link_refusal(&state.view());
    let busy = state.form_is_busy(form);
    let submit = match errors.iter().any(|error| matches!(error.field.as_str(), "amount" | "currency")) {
        true => "Create payment link".to_owned(),
        false => text::create_link_for(&input.amount),
    };
    let page = FormPage::new("New payment link", &submit)
        .refusal(form.refusal.as_deref())
        .validated(&draft.entry, &errors)
        .in_two_parts();
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
    let mut entry =
        FormFields::new(entry, errors, "amount").required(&["amount", "currency"]).counted_as(state.units());
    parts_ui(ui, |ui, part| match part {
        0 => link_part_ui(ui, state, &mut entry, texts),
        _ => page_part_ui(ui, state, &mut entry, texts),
    });
    entry.form_action()
}

/// What is paid, and until when.
fn link_part_ui(ui: &mut Ui, state: &State, entry: &mut FormFields<'_>, texts: &mut LinkTexts) {
    entry.money(ui, ("amount", text::AMOUNT), &mut texts.amount, &mut texts.currency);
    entry.text(ui, "description", text::DESCRIPTION, &mut texts.description, text::WHAT_CUSTOMER_PAYS_FOR);
    group_ui(ui, text::EXPIRES);
    let hint = if texts.expiry.trim().is_empty() {
        "If left empty, the service decides".to_owned()
    } else {
        text::valid_until_end(state.zone())
    };
    entry.day_to_come(ui, "expiry", text::LAST_DAY, (&mut texts.expiry, state.zone().date(state.now)), &hint);
    ui.horizontal(|ui| {
        for (text, days) in DAYS {
            if paydesk_widgets::Button::link(text).ui(ui).clicked() {
                texts.expiry = state.zone().date(state.now + chrono::TimeDelta::days(days)).to_string();
            }
        }
    });
    entry.named_type(ui, "link_type", ("Link type", "Single use"), &mut texts.link_type);
}

/// Who pays, and what the page looks like.
fn page_part_ui(ui: &mut Ui, state: &State, entry: &mut FormFields<'_>, texts: &mut LinkTexts) {
    group_ui(ui, "Customer, optional");
    halves_ui(ui, |ui, column| match column {
        0 => {
            let field = ("customer_id", text::CUSTOMER_ID, text::ID_OR_NAME_OF_CUSTOMER);
            customer_ui(ui, state, entry, field, &mut texts.customer_id);
        }
        _ => {
            let hint = "Required if the link is e-mailed and no customer is chosen";
            entry.text(ui, "email", text::E_MAIL, &mut texts.email, hint);
        }
    });
    entry.check(ui, "send_email", "E-mail the link to the customer", &mut texts.send_email);
    let label = "Ask the customer for a name and address";
    entry.check(ui, "require_customer_info", label, &mut texts.require_customer_info);
    choices_ui(ui, entry, texts);
    group_ui(ui, "Page, optional");
    entry.pair(
        ui,
        [
            ("payment_link_config.seller_name", "Seller's name", &mut texts.seller_name, ""),
            ("payment_link_config.sdk_layout", "Layout", &mut texts.sdk_layout, ""),
        ],
    );
    let path = "payment_link_config.allowed_payment_method_types";
    entry.text(ui, path, text::METHODS_OFFERED, &mut texts.methods, "Separate with commas; empty for all");
}

fn choices_ui(ui: &mut Ui, entry: &mut FormFields<'_>, texts: &mut LinkTexts) {
    group_ui(ui, "Payment, optional");
    let capture = match &texts.capture_method {
        None => text::DEFAULT,
        Some(CaptureMethod::Manual) => text::MANUAL,
        Some(CaptureMethod::Automatic | CaptureMethod::Other(_)) => text::AUTOMATIC,
    };
    let taken = entry.choice(ui, "capture_method", text::CAPTURE, capture, |body| {
        let options = [
            (text::DEFAULT, None),
            (text::AUTOMATIC, Some(CaptureMethod::Automatic)),
            (text::MANUAL, Some(CaptureMethod::Manual)),
        ];
        options.into_iter().filter_map(|(text, method)| body.choice(text, text == capture).then_some(method)).last()
    });
    if let Some(method) = taken {
        texts.capture_method = method;
    }
    let text = |authentication: AuthenticationType| match authentication {
        AuthenticationType::ThreeDs => "With 3-D Secure",
        AuthenticationType::NoThreeDs => "Without 3-D Secure",
    };
    let chosen = texts.authentication.map_or(text::DEFAULT, text);
    let taken = entry.choice(ui, "authentication_type", text::AUTHENTICATION, chosen, |body| {
        let left = body.choice(text::DEFAULT, chosen == text::DEFAULT).then_some(None);
        let named = AuthenticationType::iter()
            .filter_map(|one| body.choice(text(one), text(one) == chosen).then_some(Some(one)))
            .last();
        named.or(left)
    });
    if let Some(authentication) = taken {
        texts.authentication = authentication;
    }
}
