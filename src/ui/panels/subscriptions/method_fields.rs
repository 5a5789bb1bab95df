//! The fields of the method that a subscription is confirmed with: those that the specification shows, each by its name;
//! of a method whose data is the provider's, the object that the provider asks for.

use egui::Ui;

use crate::form::FormFields;
use paydesk_core::features::subscriptions::SubscriptionMethod;
use paydesk_widgets::SecretInput;

use super::text;

/// Where the data is in the body.
pub const DATA: &str = "payment_details.payment_method_data";

/// The data of a method whose shape the specification leaves to the provider.
pub fn object_ui(ui: &mut Ui, entry: &mut FormFields<'_>, place: &str, data: &mut SecretInput) {
    let hint = text::JSON_OBJECT_IN_PROVIDERS_FORMAT;
    entry.secret(ui, place, text::METHOD_DATA, data, hint);
}

/// A method whose data is below a name: which bank transfer, redirect or wallet it is.
pub fn named_ui(
    ui: &mut Ui,
    entry: &mut FormFields<'_>,
    method: SubscriptionMethod,
    name: &mut String,
    data: &mut SecretInput,
) {
    let (label, hint) = match method {
        SubscriptionMethod::BankTransfer => (text::TRANSFER_TYPE, text::ACH_SEPA_BACS_OR_LOCAL),
        SubscriptionMethod::BankRedirect => (text::BANK_REDIRECT, text::AS_PROVIDER_NAMES_IT),
        _ => (text::WALLET, text::PROVIDER_NAME_AND_SDK),
    };
    let place = format!("{DATA}.{}", method.word());
    entry.text(ui, &format!("{place}.<name>"), label, name, hint);
    object_ui(ui, entry, &format!("{place}.{}", name.trim()), data);
}
